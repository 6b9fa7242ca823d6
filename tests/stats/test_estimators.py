"""Every estimator against its naive twin, and where there is nothing to estimate."""

import math
import random
from collections import Counter
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from scipy.stats import chi2, norm

from loopsim import stats
from loopsim.stats import Cross, Estimate, Sums
from tests.stats import naive

Pairs = list[tuple[int, int]]


def games(n: int, seed: int, *, zero: float = 0.3) -> Pairs:
    """Games with y about 2x, and x = 0 in a share `zero` of them."""
    rng = random.Random(seed)
    pairs = []
    for _ in range(n):
        x = 0 if rng.random() < zero else rng.randint(1, 5)
        pairs.append((2 * x + rng.randint(-3, 3) if x else 0, x))
    return pairs


def sums(pairs: Pairs) -> Sums:
    return Sums(
        len(pairs),
        sum(x > 0 for _, x in pairs),
        sum(y for y, _ in pairs),
        sum(x for _, x in pairs),
        sum(y * y for y, _ in pairs),
        sum(y * x for y, x in pairs),
        sum(x * x for _, x in pairs),
    )


def values(ys: list[int]) -> Sums:
    return sums([(y, 1) for y in ys])


def same(estimate: Estimate, answer: tuple[float, float]) -> None:
    value, se = answer
    assert estimate.value == pytest.approx(value, rel=1e-12)
    assert estimate.se == pytest.approx(se, rel=1e-9)
    assert (estimate.low, estimate.high) == pytest.approx(
        (value - 1.96 * se, value + 1.96 * se), rel=1e-9
    )


def test_mean_is_its_naive_twin() -> None:
    ys = [y for y, _ in games(500, 1)]
    same(stats.mean(values(ys)), naive.mean(ys))
    same(stats.mean(values(ys), scale=60), naive.mean([y / 60 for y in ys]))


def test_mean_does_not_cancel_far_from_zero() -> None:
    far = 10**9
    ys = [far + y for y, _ in games(500, 2)]
    assert stats.mean(values(ys)).se == pytest.approx(stats.mean(values([y - far for y in ys])).se)


def test_mean_of_one_game_has_no_error_and_of_none_no_value() -> None:
    assert stats.mean(values([7])) == Estimate(7.0, None, None, None, 1, "too few")
    assert stats.mean(values([])) == Estimate(None, None, None, None, 0, "too few")


def test_ratio_is_its_naive_twin() -> None:
    pairs = games(500, 3)
    same(stats.ratio(sums(pairs)), naive.ratio(pairs))
    same(stats.ratio(sums(pairs), scale=60), naive.ratio([(y / 60, x) for y, x in pairs]))


def test_ratio_with_few_games_of_positive_x_has_no_interval() -> None:
    pairs = games(29, 4, zero=0) + [(0, 0)] * 500
    estimate = stats.ratio(sums(pairs))
    assert estimate.value == pytest.approx(naive.ratio(pairs)[0])
    assert (estimate.se, estimate.low, estimate.high, estimate.note) == (None,) * 3 + ("too few",)
    assert stats.ratio(sums([*pairs, (2, 1)])).se is not None


def test_ratio_that_is_the_same_in_all_games_has_no_error_to_give() -> None:
    """Forty visitors, all of whom won, do not prove that every visitor wins."""
    won = [(2 * x, x) for _, x in games(100, 5)]
    estimate = stats.ratio(sums(won))
    assert (estimate.value, estimate.se, estimate.note) == (2.0, None, "too few")
    other = sums(games(100, 6))
    difference = stats.ratio_difference(sums(won), other, Cross(1, 1, 1, 1))
    assert (difference.se, difference.note) == (None, "too few")
    assert stats.ratio_difference(other, sums(won), Cross(1, 1, 1, 1)).note == "too few"


def test_ratio_of_what_never_happened_is_zero() -> None:
    estimate = stats.ratio(sums([(0, x) for _, x in games(100, 5)]))
    assert (estimate.value, estimate.se, estimate.alike) == (0.0, 0.0, True)


def test_ratio_without_any_x_has_no_value() -> None:
    assert stats.ratio(sums([(0, 0)] * 100)) == Estimate(None, None, None, None, 100, "too few")


def test_difference_of_ratios_is_its_naive_twin() -> None:
    a, b = games(400, 5), games(400, 6)
    b = [(y + ya, x + xa) for (y, x), (ya, xa) in zip(b, a, strict=True)]  # correlated
    both = list(zip(a, b, strict=True))
    cross = Cross(
        sum(ya * yb for (ya, _), (yb, _) in both),
        sum(ya * xb for (ya, _), (_, xb) in both),
        sum(xa * yb for (_, xa), (yb, _) in both),
        sum(xa * xb for (_, xa), (_, xb) in both),
    )
    same(
        stats.ratio_difference(sums(a), sums(b), cross, scale=60),
        naive.ratio_difference([(y / 60, x) for y, x in a], [(y / 60, x) for y, x in b]),
    )


def test_difference_of_a_ratio_with_itself_is_exactly_nothing() -> None:
    s = sums(games(400, 7))
    estimate = stats.ratio_difference(s, s, Cross(s.syy, s.sxy, s.sxy, s.sxx))
    assert (estimate.value, estimate.se) == (0.0, 0.0)


def test_difference_of_ratios_needs_thirty_games_of_each() -> None:
    a, b = games(400, 5, zero=0), games(20, 6, zero=0) + [(0, 0)] * 380
    estimate = stats.ratio_difference(sums(a), sums(b), Cross(0, 0, 0, 0))
    assert (estimate.se, estimate.note) == (None, "too few")


def test_jackknife_is_its_naive_twin() -> None:
    pairs = games(600, 8)
    blocks = [g // 9 % 40 for g in range(600)]
    block_sums = np.zeros((100, 2), np.int64)
    count = np.zeros(100, np.int64)
    for block, pair in zip(blocks, pairs, strict=True):
        block_sums[block] += pair
        count[block] += 1

    def theta(total: np.ndarray) -> float:
        return sqrt(total[0] / total[1])

    def naive_theta(some: Pairs) -> float:
        return sqrt(sum(y for y, _ in some) / sum(x for _, x in some))

    same(stats.jackknife(theta, block_sums, count), naive.jackknife(naive_theta, pairs, blocks))


def test_jackknife_of_fewer_than_twenty_blocks_gives_no_error() -> None:
    blocks = np.arange(1, 41).reshape(20, 2)
    games_of = np.ones(20, np.int64)
    assert stats.jackknife(lambda s: s[0] / s[1], blocks, games_of).se is not None
    games_of[0] = 0
    estimate = stats.jackknife(lambda s: s[0] / s[1], blocks, games_of)
    assert (estimate.se, estimate.note, estimate.n) == (None, "too few", 19)
    assert estimate.value == pytest.approx(blocks[1:, 0].sum() / blocks[1:, 1].sum())


def test_share_of_many_hits_is_a_mean() -> None:
    ys = [1] * 30 + [0] * 70
    same(stats.share(values(ys)), naive.mean(ys))


@pytest.mark.parametrize("hits", [1, 29, 971, 999])
def test_share_of_few_hits_or_misses_has_wilsons_interval(hits: int) -> None:
    estimate = stats.share(values([1] * hits + [0] * (1000 - hits)))
    assert estimate.value == hits / 1000
    assert (estimate.low, estimate.high) == pytest.approx(naive.wilson(hits, 1000), rel=1e-9)


def test_share_of_no_hit_goes_up_to_3_7_over_the_games() -> None:
    estimate = stats.share(values([0] * 1000))
    assert (estimate.value, estimate.low, estimate.high) == (0.0, 0.0, 0.0037)
    estimate = stats.share(values([1] * 1000))
    assert (estimate.value, estimate.low, estimate.high) == (1.0, 1 - 0.0037, 1.0)
    assert stats.share(values([0, 0])).high == 1.0


def test_share_of_seats_is_a_mean_over_games_but_none_at_all_is_bounded() -> None:
    ys = [0, 1, 4, 2, 0] * 100
    same(stats.seats_share(values(ys), 4), naive.mean([y / 4 for y in ys]))
    estimate = stats.seats_share(values([0] * 100), 4)
    assert (estimate.value, estimate.low, estimate.high) == pytest.approx((0.0, 0.0, 0.037))
    estimate = stats.seats_share(values([4] * 100), 4)
    assert (estimate.value, estimate.low, estimate.high) == pytest.approx((1.0, 1 - 0.037, 1.0))
    assert stats.seats_share(values([2] * 100), 4) == Estimate(0.5, 0.0, 0.5, 0.5, 100)
    assert stats.seats_share(values([1]), 4).note == "too few"
    assert stats.seats_share(values([1] + [0] * 99), 1) == stats.share(values([1] + [0] * 99))


def test_share_of_a_scaled_whole_is_that_of_its_parts() -> None:
    """Win shares in 60ths: bounded if never or always won, Wilson's if seldom, else a mean."""
    for seats in (1, 4):
        none = stats.seats_share(values([0] * 100), seats, 60)
        assert (none.value, none.low, none.high) == pytest.approx((0.0, 0.0, 0.037))
        every = stats.seats_share(values([60 * seats] * 100), seats, 60)
        assert (every.value, every.low, every.high) == pytest.approx((1.0, 1 - 0.037, 1.0))
    often, seldom = [0, 60, 20, 30] * 100, [60] * 3 + [0] * 97
    same(stats.seats_share(values(often), 1, 60), naive.mean([y / 60 for y in often]))
    estimate = stats.seats_share(values(seldom), 1, 60)
    assert estimate.value == pytest.approx(0.03)
    # a game less than there are: the standard error is that of a sample
    assert (estimate.low, estimate.high) == pytest.approx(naive.wilson(0.03 * 99, 99))


def test_an_interval_ends_where_the_number_can_not_be() -> None:
    estimate = Estimate(0.1, 0.1, -0.096, 1.2, 50)
    assert stats.within(estimate, 0, 1) == Estimate(0.1, 0.1, 0, 1, 50)
    assert stats.within(estimate, -math.inf, math.inf) == estimate
    unknown = stats.mean(values([7]))
    assert stats.within(unknown, 0, 1) == unknown


def test_a_value_of_all_games_is_alike_and_has_no_width() -> None:
    estimate = stats.mean(values([72] * 50))
    assert (estimate.low, estimate.high, estimate.alike) == (72.0, 72.0, True)
    assert not stats.mean(values([72, 71])).alike
    assert not stats.mean(values([72])).alike


@pytest.mark.parametrize(
    ("seats_hit", "independent"),
    [
        ([4] * 3 + [0] * 97, 99),  # a game is one unit when its seats agree: as 3 hits of 99
        ([1] * 3 + [0] * 97, 99 * 397 / 97),  # the three are more apart than chance would have it
        ([4] * 97 + [0] * 3, 99),
    ],
)
def test_share_of_few_seats_has_wilsons_interval_of_as_many_independent_ones(
    seats_hit: list[int], independent: float
) -> None:
    estimate = stats.seats_share(values(seats_hit), 4)
    value, se = naive.mean([y / 4 for y in seats_hit])
    assert (estimate.value, estimate.se) == pytest.approx((value, se))
    assert (estimate.low, estimate.high) == pytest.approx(
        naive.wilson(value * independent, independent), rel=1e-9
    )


def test_share_of_seats_stays_between_none_and_all() -> None:
    """As it would not with a symmetric interval: below 0 or above 1 for some of these."""
    for hits in range(1, 60):
        for of_a_game in (1, 2, 4):
            ys = [of_a_game] * hits + [0] * (500 - hits)
            rare = stats.seats_share(values(ys), 4)
            common = stats.seats_share(values([4 - y for y in ys]), 4)
            for estimate in (rare, common):
                assert estimate.low is not None
                assert estimate.high is not None
                assert 0 < estimate.low < (estimate.value or 0) < estimate.high < 1
            assert common.low == pytest.approx(1 - (rare.high or 0))


@pytest.mark.parametrize("q", [0.05, 0.25, 0.5, 0.95])
@pytest.mark.parametrize("n", [1, 10, 501])
def test_quantile_from_the_histogram_is_that_of_the_values(q: float, n: int) -> None:
    ys = [y for y, _ in games(n, 9)]
    estimate = stats.quantile(Counter(ys), q)
    assert (estimate.value, estimate.low, estimate.high) == naive.quantile(ys, q)


def test_quantile_at_another_level_runs_between_other_ranks() -> None:
    estimate = stats.quantile(dict.fromkeys(range(1, 10001), 1), 0.5, z=4.0)
    assert (estimate.value, estimate.low, estimate.high) == (5_000, 4_800, 5_200)


def test_quantile_of_nothing_is_unknown() -> None:
    assert stats.quantile({}, 0.5).value is None


def shares(n: int, places: int, seed: int, bonus: int = 0) -> list[list[int]]:
    """Win shares in 60ths of random games; some shared, some without a winner."""
    rng = random.Random(seed)
    result = []
    for _ in range(n):
        strengths = [rng.randint(0, 9) + bonus * (place == 0) for place in range(places)]
        best = max(strengths)
        winners = [] if rng.random() < 0.1 else [s == best for s in strengths]
        result.append([60 * w // sum(winners) for w in winners] or [0] * places)
    return result


def by_place(games_of: list[list[int]]) -> tuple[int, list[int], list[list[int]]]:
    places = range(len(games_of[0]))
    return (
        len(games_of),
        [sum(game[o] for game in games_of) for o in places],
        [[sum(game[o] * game[p] for game in games_of) for p in places] for o in places],
    )


@pytest.mark.parametrize("places", [2, 3, 4])
def test_order_test_and_spread_are_their_naive_twins(places: int) -> None:
    won = shares(400, places, places, bonus=1)
    fractions = [[share / 60 for share in game] for game in won]
    test = stats.order_test(*by_place(won))
    assert test.df == places - 1
    assert test.statistic == pytest.approx(naive.order_statistic(fractions), rel=1e-9)
    assert test.p == pytest.approx(chi2.sf(test.statistic, places - 1))
    spread = stats.order_spread(*by_place(won), scale=60)
    assert (spread.value, spread.low, spread.high) == pytest.approx(
        naive.order_spread(fractions), rel=1e-9
    )


def test_order_spread_at_another_level_has_margins_of_the_pairs_at_that_level() -> None:
    won = by_place(shares(400, 2, 3, bonus=1))  # one pair
    usual, far = (stats.order_spread(*won, scale=60, tail=tail) for tail in (0.025, norm.sf(4)))
    assert far.value == usual.value
    assert far.high - far.value == pytest.approx((usual.high - usual.value) * 4 / norm.isf(0.025))


def test_order_effect_is_the_place_less_the_mean_of_all_places() -> None:
    won = shares(400, 4, 5, bonus=1)
    estimate = stats.linear([-1, 3, -1, -1], *by_place(won), scale=240)
    same(estimate, naive.mean([game[1] / 60 - sum(game) / 240 for game in won]))


def test_order_test_has_uniform_p_where_there_is_no_effect() -> None:
    p = [stats.order_test(*by_place(shares(200, 3, seed))).p for seed in range(300)]
    assert 0.02 <= np.mean([value < 0.05 for value in p if value is not None]) <= 0.09
    assert np.mean(p) == pytest.approx(0.5, abs=0.06)


def test_order_test_finds_a_bonus_for_the_first_place() -> None:
    won = by_place(shares(2000, 4, 1, bonus=1))
    p = stats.order_test(*won).p
    assert p is not None
    assert p < 1e-6
    effect = stats.linear([3, -1, -1, -1], *won, scale=240)
    assert effect.low is not None
    assert effect.low > 0


def test_order_test_of_games_without_any_winner_is_unknown() -> None:
    won = by_place([[0, 0, 0]] * 100)
    assert stats.order_test(*won) == stats.Test(None, 2, None)
    assert stats.order_spread(*won, scale=60).value == 0.0


def test_estimates_are_exact_in_the_sums() -> None:
    big = Sums(10**9, 10**9, 3 * 10**17 + 1, 10**9, 9 * 10**25 + 7 * 10**17, 3 * 10**17 + 1, 10**9)
    s2 = Fraction(big.n * big.syy - big.sy**2, big.n * (big.n - 1))
    assert stats.mean(big).se == pytest.approx(sqrt(s2 / big.n), rel=1e-14)


def test_json_has_mean_and_standard_error_and_null_for_unknown() -> None:
    assert Estimate(1.5, 0.1, 1.3, 1.7, 9).json() == {"mean": 1.5, "se": 0.1}
    assert Estimate(None, None, None, None, 0).json() == {"mean": None, "se": None}
