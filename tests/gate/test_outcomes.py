"""What becomes of one bound, case by case (metrics.md 12)."""

from math import inf

import pytest

from loopsim.gates.bounds import LEVEL, Asked, decided
from loopsim.gates.intervals import Interval
from loopsim.gates.leaves import Number, sample
from loopsim.gates.outcomes import bounded, unchanged

GAMES = 1_000


@pytest.mark.parametrize(
    ("low", "high", "outcome", "games"),
    [
        (-inf, 0.03, "fail", None),  # wholly above
        (0.07, inf, "fail", None),  # wholly below
        (0.061, 0.07, "fail", None),
        (-inf, 0.06, "pass", None),  # up to the bound itself
        (0.04, inf, "pass", None),
        (0.03, 0.07, "pass", None),
        (-inf, 0.055, "undecided", 4_000),  # half the margin: four times the games
        (-inf, 0.045, "undecided", 4_000),
        (0.048, inf, "undecided", 25_000),
        (0.048, 0.055, "undecided", 25_000),  # the nearer end wants more
        (0.049, inf, "undecided", 100_000),
        (0.0492, inf, "undecided", None),  # more than a hundred times the games
        (0.05, inf, "undecided", None),  # on the bound
    ],
)
def test_a_number_fails_wholly_outside_of_its_bounds_and_passes_wholly_inside(
    low: float, high: float, outcome: str, games: int | None
) -> None:
    found = bounded(Interval(0.05, 0.04, 0.06), low, high, GAMES, alike=False)
    assert (found.outcome, found.interval) == (outcome, (0.05, 0.04, 0.06))
    assert found.games == (None if games is None else pytest.approx(games, abs=1))
    on_the_bound = outcome == "undecided" and games is None
    assert found.why == ("it lies on the bound" if on_the_bound else "")


@pytest.mark.parametrize(
    ("was", "tolerance", "outcome", "games"),
    [
        (0.20, 0.02, "fail", None),  # 0.05 more, ± 0.01
        (0.30, 0.02, "fail", None),
        (0.245, 0.02, "pass", None),  # 0.005 ± 0.01
        (0.20, 0.06, "pass", None),  # sure, but it does not matter
        (0.20, 0.05, "undecided", None),  # no number of games tells 0.05 from 0.05
        (0.20, 0.0508, "undecided", None),  # nor 100 times as many 0.05 from what is so near
        (0.20, 0.0512, "undecided", 1_000 * (0.01 / 0.0012) ** 2),
        (0.24, 0.015, "undecided", 4_000),  # 0.01 ± 0.01, 0.005 to go
        (0.245, 0.004, "undecided", 4_000),  # more than matters, perhaps by chance
    ],
)
def test_a_difference_fails_if_it_is_more_than_chance_and_than_matters(
    was: float, tolerance: float, outcome: str, games: int | None
) -> None:
    run, margin = 0.25, 0.01 / 2**0.5
    baseline = Interval(was, was - margin, was + margin)
    found = unchanged(
        Interval(run, run - margin, run + margin),
        baseline,
        tolerance,
        (GAMES, GAMES),
        alike=False,
    )
    assert found.outcome == outcome
    expected = (run - was, run - was - 0.01, run - was + 0.01)
    assert found.interval == pytest.approx(expected)
    too_near = outcome == "undecided" and games is None
    assert found.why == ("cannot be decided at this tolerance" if too_near else "")
    assert found.games == (None if games is None else pytest.approx(games, rel=1e-6, abs=1))


def number(name: str, mean: float | None, se: float | None, **more: object) -> Number:
    usual = {
        "unit": "points",
        "smallest": 0.1,
        "games": GAMES,
        "least": -inf,
        "most": inf,
        "ratio": False,
    }
    return Number(path=(name,), same=(name, "", 0), mean=mean, se=se, **{**usual, **more})  # type: ignore[arg-type]


def against(of: Number, mean: float | None, se: float | None) -> Asked:
    was = sample(of, mean, se, GAMES)
    return Asked(of, -of.smallest, of.smallest, was, "baseline", mean)


def outcome(*asked: Asked) -> list[tuple[str, str, str]]:
    return [(of.number.name, found.outcome, found.why) for of, found in decided(asked)]


def test_what_has_no_interval_is_undecided_and_says_why() -> None:
    known, few, unseen = number("k", 3, 0.1), number("f", 3, None), number("u", None, None)
    assert {*outcome(Asked(few, 0, 1), Asked(unseen, 0, 1), against(known, 3, None))} == {
        ("f", "undecided", "too few"),
        ("u", "undecided", "not seen"),
        ("k", "undecided", "too few in the baseline"),
    }


def test_what_was_the_same_in_all_games_is_compared_as_it_is() -> None:
    of = number("turns", 72, 0, least=0)
    assert outcome(Asked(of, 72, 72)) == [("turns", "pass", "")]
    assert outcome(against(of, 72, 0)) == [("turns", "pass", "")]
    assert outcome(Asked(of._replace(games=100_000), 80, 90)) == [("turns", "fail", "")]
    assert outcome(against(of._replace(games=10**7), 80, 0.01)) == [("turns", "fail", "")]


def test_fewer_than_thirty_games_decide_nothing() -> None:
    """Their standard errors are not known well enough for one in a hundred thousand."""
    few, enough = (number("score", 9, 0.01, games=games) for games in (29, 30))
    assert outcome(Asked(few, 80, 90), Asked(few, 0, 90)) == [("score", "undecided", "too few")] * 2
    assert [found for _, found, _ in outcome(Asked(enough, 80, 90))] == ["fail"]
    baseline = Asked(enough, -1, 1, sample(enough, 80, 0.01, 29), "baseline", 80)
    assert outcome(baseline) == [("score", "undecided", "too few in the baseline")]


def test_a_count_of_what_never_happened_may_be_rare_and_passes_by_no_bound() -> None:
    of = number("tears", 0, 0, least=0)
    assert [found for _, found, _ in outcome(Asked(of, -inf, 0.1))] == ["undecided"]
    assert outcome(against(of, 0, 0)) == [("tears", "pass", "")]


def test_a_ratio_that_was_the_same_in_all_its_cases_is_undecided_for_they_may_be_few() -> None:
    of = number("torn", 0, 0, least=0, most=1, ratio=True)
    why = "the same in all its cases"
    assert outcome(Asked(of, 0.5, inf)) == [("torn", "undecided", why)]
    assert outcome(against(of, 0.5, 0.01)) == [("torn", "undecided", why)]
    assert outcome(against(of._replace(mean=0.5, se=0.01), 0, 0)) == [("torn", "undecided", why)]
    assert outcome(against(of, 0, 0)) == [("torn", "pass", "")]


@pytest.mark.parametrize("of_run", [20_000, 200_000])
def test_the_games_that_decide_a_difference_are_told_of_both_whatever_each_had(of_run: int) -> None:
    """Standard deviation 0.2 a game, 0.002 apart, tolerance 0.005: 2·(4.4·0.2/0.003)² of each."""
    games = (of_run, 50_000)
    run, was = (
        Interval(value, value - 4.4 * 0.2 / n**0.5, value + 4.4 * 0.2 / n**0.5)
        for value, n in zip((0.252, 0.25), games, strict=True)
    )
    found = unchanged(run, was, 0.005, games, alike=False)
    assert found.games == pytest.approx(2 * (4.4 * 0.2 / 0.003) ** 2, rel=0.001)


def test_a_share_that_was_not_seen_may_be_rare() -> None:
    of = number("out", 0, 0, least=0, most=1)
    assert [found for _, found, _ in outcome(Asked(of, -inf, 0.004))] == ["undecided"]
    assert [found for _, found, _ in outcome(Asked(of, -inf, 0.005))] == ["pass"]
    assert [found for _, found, _ in outcome(Asked(of, 0.005, inf))] == ["fail"]


def test_the_worst_comes_first() -> None:
    numbers = {
        name: number(name, mean, 0.1) for name, mean in zip("abcde", (1, 9, 2.9, 4, 2), strict=True)
    }
    asked = [Asked(of, -inf, 3.0) for of in numbers.values()]
    assert [name for name, *_ in outcome(*asked)] == ["b", "d", "c", "e", "a"]


def test_each_end_of_each_bound_has_its_share_of_the_level() -> None:
    """A lone upper bound fails 2.33 standard errors above; among four ends it is 2.81."""
    of = number("score", 0, 1)
    alone, two = [Asked(of, -inf, -2.34)], [Asked(of, -inf, -2.34), Asked(of, -9, inf)]
    assert LEVEL == 0.01
    assert [found for _, found, _ in outcome(*alone)] == ["fail"]
    assert [found for _, found, _ in outcome(Asked(of, -inf, -2.32))] == ["undecided"]
    assert "fail" not in [found for _, found, _ in outcome(*two)]
    four = Asked(of, -inf, -2.82), against(of, 0, 1), Asked(of, -20, inf)
    assert outcome(*four)[0][1] == "fail"
    assert "fail" not in [f for _, f, _ in outcome(four[0]._replace(high=-2.80), *four[1:])]
