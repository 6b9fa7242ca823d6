"""What is said of a difference, case by case (metrics.md 7), and its q-values."""

import random

import pytest
from scipy.stats import chi2, false_discovery_control

from loopsim.studies.differences import Difference, difference, false_discovery_rate, judged

GAMES = 10_000
SMALLEST = 0.1


def found(value: float, se: float, **more: object) -> Difference:
    """A difference of many games that differ, with its q the same as its p."""
    usual = {"n": GAMES, "differing": GAMES, "reach": 10.0, "few": False, "smallest": SMALLEST}
    return judged([difference(value, se, **{**usual, **more})], [SMALLEST], GAMES)[0]


@pytest.mark.parametrize(
    ("value", "se", "verdict"),
    [
        (0.02, 0.02, "no difference that matters"),  # [-0.02, 0.06]
        (0.0608, 0.02, "real but small"),  # up to the smallest difference itself: [0.0216, 0.1]
        (-0.05, 0.01, "real but small"),
        (0.0, 0.05, "no difference that matters"),
        (0.3, 0.05, "higher"),
        (-0.3, 0.05, "lower"),
        (0.07, 0.02, "higher"),  # clear of 0, though it need not matter: [0.03, 0.11]
        (-0.07, 0.02, "lower"),
        (0.07, 0.05, "not resolved"),  # [-0.03, 0.17]
        (0.0, 0.06, "not resolved"),
    ],
)
def test_verdict_of_a_difference_on_its_own(value: float, se: float, verdict: str) -> None:
    d = found(value, se)
    assert d.verdict == verdict
    assert (d.low, d.high) == pytest.approx((value - 1.96 * se, value + 1.96 * se))
    assert d.bound is None
    assert d.p == d.q
    assert (d.more is None) == (verdict != "not resolved")


def test_higher_needs_q_not_only_p() -> None:
    """One of twenty that is clear of 0 on its own (p = 0.04) is not so among them."""
    alone = difference(0.205, 0.1, n=GAMES, differing=GAMES, reach=1, few=False, smallest=SMALLEST)
    assert alone.p == pytest.approx(0.0404, abs=1e-3)
    others = [
        difference(0.01 * i, 0.1, n=GAMES, differing=GAMES, reach=1, few=False, smallest=SMALLEST)
        for i in range(19)
    ]
    first, *_ = judged([alone, *others], [SMALLEST] * 20, GAMES)
    assert alone.low > 0
    assert first.q > 0.05
    assert (first.verdict, first.more) == ("not resolved", None)


@pytest.mark.parametrize(
    ("value", "se", "half"),
    [
        (0.08, 0.1, 0.08),  # to tell it from 0
        (0.02, 0.1, 0.08),  # to tell it from the smallest difference: 0.1 - 0.02
        (-0.02, 0.1, 0.08),
        (0.15, 0.1, 0.15),
        (-0.15, 0.1, 0.15),
    ],
)
def test_more_are_those_that_shrink_the_interval_enough(
    value: float, se: float, half: float
) -> None:
    d = found(value, se)
    assert d.verdict == "not resolved"
    assert d.more == round(GAMES * ((1.96 * se / half) ** 2 - 1))
    all_games = GAMES + d.more
    assert 1.96 * se * (GAMES / all_games) ** 0.5 == pytest.approx(half, rel=1e-3)


@pytest.mark.parametrize(("differing", "reach", "matters"), [(1, 60.0, False), (29, 60.0, True)])
def test_few_differing_games_have_a_bound_and_no_interval(
    differing: int, reach: float, matters: bool
) -> None:
    """Not even if all of the many games that may differ do so by the most that is possible."""
    d = found(0.003, 0.001, differing=differing, reach=reach)
    bound = reach * chi2.ppf(0.975, 2 * differing + 2) / (2 * GAMES)
    assert (d.low, d.high, d.p, d.q, d.more) == (None,) * 5
    assert d.bound == pytest.approx(bound, rel=1e-12)
    assert (bound > SMALLEST) == matters
    assert d.verdict == ("not resolved" if matters else "no difference that matters")


def test_thirty_differing_games_have_an_interval() -> None:
    assert found(0.003, 0.001, differing=30).bound is None
    assert found(0.003, 0.001, differing=29).low is None


def test_no_differing_game_is_identical_and_has_no_p() -> None:
    d = found(1e-17, 1e-12, differing=0)  # what rounding leaves
    bound = pytest.approx(10.0 * 3.689 / GAMES, rel=1e-4)
    assert d == Difference(0.0, 0.0, None, None, bound, None, "identical", None)


def test_what_cannot_be_anything_else_needs_no_bound() -> None:
    assert found(0.0, 0.0, differing=0, reach=0.0).bound is None


def test_real_but_small_needs_q_not_only_the_interval() -> None:
    """One of twenty that is clear of 0 on its own (p = 0.04), and too small to matter, is not real."""
    usual = {"n": GAMES, "differing": GAMES, "reach": 1, "few": False, "smallest": SMALLEST}
    alone = difference(0.0205, 0.01, **usual)
    others = [difference(0.001 * i, 0.1, **usual) for i in range(19)]
    first, *_ = judged([alone, *others], [SMALLEST] * 20, GAMES)
    assert first.low > 0
    assert first.q > 0.05
    assert (first.verdict, first.more) == ("no difference that matters", None)
    assert judged([alone], [SMALLEST], GAMES)[0].verdict == "real but small"


def test_a_difference_of_exactly_nothing_has_no_p_either() -> None:
    """Two trips that nobody visits, dealt in other games: were p 0, others would gain by it."""
    assert found(0.0, 0.0, differing=500).p is None
    assert found(0.0, 0.0, differing=500).verdict == "identical"


def test_the_same_difference_in_every_game_is_sure() -> None:
    d = found(1.0, 0.0)
    assert (d.p, d.low, d.high, d.verdict) == (0.0, 1.0, 1.0, "higher")


@pytest.mark.parametrize("value", [0.5, float("nan")])
def test_what_too_few_games_have_is_not_resolved(value: float) -> None:
    d = found(value, 0.01, few=True)
    known = value if value == 0.5 else None
    assert d == Difference(known, None, None, None, None, None, "not resolved", None)


def test_those_without_p_are_left_out_of_the_table() -> None:
    usual = {"n": GAMES, "reach": 10.0, "few": False, "smallest": SMALLEST}
    tested = [difference(0.1 * i, 0.1, differing=GAMES, **usual) for i in range(4)]
    untested = difference(0.1, 0.1, differing=3, **usual)
    mixed = [tested[0], untested, tested[1], tested[2], untested, tested[3]]
    final = judged(mixed, [SMALLEST] * 6, GAMES)
    q = false_discovery_control([d.p for d in tested])
    assert [final[i].q for i in (0, 2, 3, 5)] == pytest.approx(q)
    assert final[1] == final[4] == untested


def test_each_is_judged_by_its_own_smallest_difference() -> None:
    d = difference(0.3, 0.01, n=GAMES, differing=GAMES, reach=1, few=False, smallest=0)
    assert [x.verdict for x in judged([d, d], [0.1, 1.0], GAMES)] == ["higher", "real but small"]


@pytest.mark.parametrize("count", [0, 1, 2, 17, 100])
def test_q_is_that_of_scipy(count: int) -> None:
    rng = random.Random(count)
    p = [rng.random() ** 4 for _ in range(count)] + [0.2, 0.2, 1.0, 0.0][: count // 2]
    expected = false_discovery_control(p).tolist() if p else []
    assert false_discovery_rate(p) == pytest.approx(expected, rel=1e-12)
