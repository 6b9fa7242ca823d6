"""Intervals far out: never missed more often than they say, and the normal ones where hits are many."""

from itertools import product
from math import sqrt

import numpy as np
import pytest
from scipy.stats import binom, norm

from loopsim.gates import intervals
from loopsim.gates.intervals import REACH, Interval, Sample, difference, reach

TAILS = (0.005, 1e-5)


def share(hits: int, games: int) -> Sample:
    """What the JSON of a run tells of a share."""
    p = hits / games
    return Sample(p, sqrt(p * (1 - p) / (games - 1)), games, 0, 1)


def counts(games: int, p: float) -> tuple[np.ndarray, np.ndarray]:
    """All hits that are not next to impossible, and their chances."""
    hits = np.arange(int(binom.ppf(1e-10, games, p)), int(binom.isf(1e-10, games, p)) + 1)
    return hits, binom.pmf(hits, games, p)


@pytest.mark.parametrize("tail", TAILS)
@pytest.mark.parametrize("expected", [0.5, 2, 8, 30, 100, 500])
def test_a_rare_share_is_beyond_each_end_no_more_often_than_the_tail(
    expected: float, tail: float
) -> None:
    games = 1_000
    p = expected / games
    hits, chance = counts(games, p)
    found = [intervals.of(share(int(k), games), tail) for k in hits]
    assert chance[[of.low > p for of in found]].sum() <= tail
    assert chance[[of.high < p for of in found]].sum() <= tail


@pytest.mark.parametrize("tail", TAILS)
@pytest.mark.parametrize(("games", "before"), [(300, 300), (300, 3_000), (3_000, 300)])
def test_two_runs_of_a_rare_share_differ_no_more_often_than_the_tail(
    games: int, before: int, tail: float
) -> None:
    for expected in (0.5, 3, 12, 40):
        p = expected / games
        ours, theirs = counts(games, p), counts(before, p)
        a = [intervals.of(share(int(k), games), tail) for k in ours[0]]
        b = [intervals.of(share(int(k), before), tail) for k in theirs[0]]
        chance = np.outer(ours[1], theirs[1]).ravel()
        found = [difference(one, other) for one, other in product(a, b)]
        assert chance[[of.low > 0 for of in found]].sum() <= tail
        assert chance[[of.high < 0 for of in found]].sum() <= tail


@pytest.mark.parametrize(
    ("least", "most", "value", "se"),
    [(0, 1, 0.25, 0.001), (0, 1, 0.99, 1e-4), (-1000, 1000, 24.3, 0.02), (0, 30, 1.2, 0.004)],
)
def test_with_many_hits_it_is_the_normal_interval(
    least: float, most: float, value: float, se: float
) -> None:
    found = intervals.of(Sample(value, se, 100_000, least, most), 1e-5)
    z = norm.isf(1e-5)
    assert found == pytest.approx((value, value - z * se, value + z * se), abs=0.1 * se)


@pytest.mark.parametrize("se", [1e-4, 4e-7, 3e-8, 1e-12, 5e-324])
def test_it_stays_so_however_small_the_error(se: float) -> None:
    """A billion games of a score, and errors that no games have."""
    found = intervals.of(Sample(0.3, se, 10**9, 0, 1), 1e-5)
    z = norm.isf(1e-5)
    assert found == pytest.approx((0.3, 0.3 - z * se, 0.3 + z * se), abs=1e-3 * z * se, rel=1e-15)


def test_margins_of_a_difference_add_up_as_standard_errors_do() -> None:
    a, b = Interval(0.5, 0.47, 0.53), Interval(0.4, 0.36, 0.44)
    assert difference(a, b) == pytest.approx((0.1, 0.05, 0.15))
    skew = Interval(0.4, 0.4 - 0.04, 0.4 + 0.4)
    assert difference(a, skew) == pytest.approx((0.1, 0.1 - sqrt(0.03**2 + 0.4**2), 0.15))


def test_what_never_differed_may_in_games_that_were_missed() -> None:
    """Of 1,000 games alike at a tail of 1 % at most 0.46 % are others: of those all is possible."""
    unseen = 1 - 0.01 ** (1 / 1_000)
    assert unseen == pytest.approx(0.0046, abs=1e-4)
    assert intervals.of(Sample(0, 0, 1_000, 0, 1), 0.01) == pytest.approx((0, 0, unseen))
    found = intervals.of(Sample(72, 0, 1_000, 0, 96), 0.01)
    assert found == pytest.approx((72, 72 * (1 - unseen), 72 + 24 * unseen))


def test_a_number_reaches_its_limits_or_far() -> None:
    assert reach(0, 1, 0.5) == (0, 1)
    assert reach(-float("inf"), float("inf"), 0.5) == (-REACH, REACH)
    assert reach(0, float("inf"), 2_000) == (0, 2_000 * REACH)
    assert reach(0, 30, 31) == (0, 31 * REACH)  # the rules of another run allowed more
