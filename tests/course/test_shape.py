"""What a course tells of a game: by hand, and against plain Python."""

from __future__ import annotations

from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest

from loopsim.course import QUANTILES, Course
from tests.course import naive, toys


def told(p: list[list[float]], won: list[int], day: int = 1) -> Any:
    """A game from its win probabilities, in tenths, with 20 playouts; place t mod n makes turn t."""
    sums = [[round(600 * q) for q in now] for now in p] + [[10 * w for w in won]]
    movers = [-1, *((turn % len(won)) for turn in range(len(p)))]
    return [1, *[day] * len(p)], movers, [sums, sums]


#: Place 1 wins after a long way behind; a win is shared; nobody wins.
COMEBACK = told([[0.4, 0.3, 0.3], [0.6, 0.2, 0.2], [0.5, 0.5, 0.0], [0.1, 0.9, 0.0]], [0, 60, 0], 2)
SHARED = told([[0.2, 0.4, 0.4], [0.5, 0.5, 0.0], [0.3, 0.5, 0.2]], [30, 30, 0])
NOBODY = told([[0.2, 0.2, 0.2], [0.0, 0.0, 0.0]], [0, 0, 0])


def course(*games: Any) -> Course:
    return toys.course(games, 20, 3)


def test_by_hand() -> None:
    one = course(COMEBACK)
    assert one.drama.value == pytest.approx((0.1 + 0.4) / 5)
    assert one.decided_at.value == 2 / 4  # as likely as the likeliest is not behind
    assert one.decided_90.value == 3 / 4
    assert one.decided_at.n == one.games == 1

    def entropy(*p: float) -> float:
        return -sum(q * np.log(q) for q in p)

    by_turn = [
        entropy(0.4, 0.3, 0.3),
        entropy(0.6, 0.2, 0.2),
        np.log(2),
        entropy(0.1, 0.9),
        0,
    ]
    assert one.uncertainty.value == pytest.approx(fmean(by_turn) / np.log(3))

    shared = course(SHARED)
    assert shared.drama.value == pytest.approx((0.2 + 0 + 0.2) / 4 / 2)  # of place 0; 1 has none
    assert shared.decided_at.value == (3 / 3 + 0 / 3) / 2
    assert shared.decided_90.value == 1


def test_games_without_a_winner_count_for_uncertainty_alone() -> None:
    with_nobody, without = course(COMEBACK, SHARED, NOBODY), course(COMEBACK, SHARED)
    for name in ("drama", "decided_at", "decided_90", "decided_at_median"):
        assert getattr(with_nobody, name) == getattr(without, name)
    assert (with_nobody.uncertainty.n, without.uncertainty.n) == (3, 2)
    assert course(NOBODY).uncertainty.value == pytest.approx(1 / 3)  # of three positions the first
    assert course(NOBODY).drama.value is None
    assert course(NOBODY).decisive().height == 0


def test_the_decisive_turn_is_that_of_the_largest_change() -> None:
    frame = course(COMEBACK, NOBODY, SHARED).decisive()
    assert frame.to_dicts() == [
        # from 0.5 to 0.9; before it from 0.2 to 0.5
        {"game": 0, "turn": 3, "day": 2, "mover": 2, "before": 0.5, "after": 0.9},
        {"game": 2, "turn": 1, "day": 1, "mover": 0, "before": pytest.approx(0.3), "after": 0.5},
    ]


@pytest.fixture(scope="module")
def random_course() -> Course:
    """Games of nothing but chance, with shared wins and without winners, of different lengths."""
    rng = np.random.default_rng(3)
    games = []
    for _ in range(60):
        turns = int(rng.integers(1, 9))
        sums = 60 * rng.multinomial(10, [0.4, 0.3, 0.2, 0.1], (2, turns + 1))[..., :3]
        won = [[60, 0, 0], [0, 60, 0], [30, 30, 0], [20, 20, 20], [0, 0, 0]][rng.integers(5)]
        sums[:, -1] = 10 * np.array(won)
        games.append(([1] * (turns + 1), [-1, *rng.integers(0, 3, turns)], sums))
    return course(*games)


@pytest.mark.parametrize("name", ["drama", "uncertainty", "decided_at", "decided_90"])
def test_the_mean_over_games_is_that_of_plain_python(random_course: Course, name: str) -> None:
    values = [getattr(naive, name)(game) for game in naive.games(random_course)]
    values = [value for value in values if value is not None]
    found = getattr(random_course, name)
    assert found.value == pytest.approx(fmean(values))
    assert found.se == pytest.approx(stdev(values) / len(values) ** 0.5)
    assert found.n == len(values)


def test_decisive_turns_are_those_of_plain_python(random_course: Course) -> None:
    found = [naive.decisive(game) for game in naive.games(random_course)]
    expected = [(game, *of) for game, of in enumerate(found) if of is not None]
    frame = random_course.decisive().select("game", "turn", "before", "after")
    assert np.array(frame.rows()) == pytest.approx(np.array(expected))


def test_the_median_of_decided_at_is_an_order_statistic(random_course: Course) -> None:
    values = [naive.decided_at(game) for game in naive.games(random_course)]
    values = sorted(value for value in values if value is not None)
    found, n = random_course.decided_at_median, len(values)
    half = 1.96 * (n / 4) ** 0.5
    assert found.value == pytest.approx(values[-(-n // 2) - 1])
    assert found.low == pytest.approx(values[int(n / 2 - half) - 1])
    assert found.high == pytest.approx(values[-int(-(n / 2 + half) // 1) - 1])


def test_along_a_game_the_winner_and_the_leader_are_told_by_quantiles(
    random_course: Course,
) -> None:
    frame = random_course.along()
    assert frame.height == 21 * 2 * len(QUANTILES)
    games = naive.games(random_course)
    for at in (0.0, 0.35, 1.0):
        paths = [p[int(round(20 * at) * (len(p) - 1) // 20)] for p, _ in games]
        expected = {
            "leader": sorted(map(max, paths)),
            "winner": sorted(
                naive.of_winners(game, now)
                for game, now in zip(games, paths, strict=True)
                if sum(game[1])
            ),
        }
        for who, values in expected.items():
            rows = frame.filter(at=at, who=who)
            assert rows["q"].to_list() == [*QUANTILES]
            assert set(rows["n"]) == {len(values)}
            ranks = [max(1, -int(-q * len(values) // 1)) for q in QUANTILES]
            assert rows["value"].to_list() == pytest.approx([values[rank - 1] for rank in ranks])
    at_end = frame.filter(at=1.0, who="leader")
    assert at_end["value"].max() == 1


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda f: f.drop("mover"), "its columns are others"),
        (lambda f: f.head(0), "its rows are not those"),
        (lambda f: f.slice(0, 8), "its rows are not those"),
        (lambda f: f.slice(3), "its rows are not those"),
        (lambda f: f.reverse(), "its rows are not those"),
        (lambda f: f.with_columns(game=f["game"] + 1), "its rows are not those"),
        (lambda f: f.with_columns(win_share=f["win_share"].shuffle(1)), "its games have several"),
        (lambda f: f.with_columns(half_b=f["half_b"] * 0 - 1), "its win shares are not those"),
        (lambda f: f.with_columns(half_a=f["half_a"] * 2), "its win shares are not those"),
        (lambda f: f.with_columns(half_a=f["half_a"] * 0), "its games do not end"),
    ],
)
def test_a_frame_that_is_no_course_is_refused(change: Any, why: str) -> None:
    frame = course(COMEBACK, SHARED).frame
    with pytest.raises(ValueError, match=why):
        Course(change(frame), 20, 3)
