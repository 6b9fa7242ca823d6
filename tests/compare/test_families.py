"""Effects over decks or bots: what is said of how much they depend on these (metrics.md 12)."""

from math import sqrt
from statistics import fmean, stdev

import numpy as np
import pytest
from scipy.stats import norm, t

from loopsim.studies.crossing import crossing
from loopsim.studies.differences import difference
from loopsim.studies.families import BOTS, family
from loopsim.studies.student import p_value, quantile

DECKS = 40


def simulated(
    mean: float, between: float, se: float, families: int, seed: int = 1
) -> list[np.ndarray]:
    """Effects of decks with a spread between them and an error of each."""
    rng = np.random.default_rng(seed)
    return [mean + rng.normal(0, sqrt(between**2 + se**2), DECKS) for _ in range(families)]


@pytest.mark.parametrize(
    ("mean", "between", "se"),
    [(1.0, 1.0, 0.2), (-0.5, 1.0, 0.5), (1.0, 0.6, 0.3)],
)
def test_the_sign_share_is_the_share_of_decks_with_the_sign_of_the_mean(
    mean: float, between: float, se: float
) -> None:
    families = [
        family(effects, np.full(DECKS, se)) for effects in simulated(mean, between, se, 1_000)
    ]
    truth = norm.cdf(abs(mean) / between)
    assert fmean(f.sign_share for f in families) == pytest.approx(truth, abs=0.03)
    assert fmean(f.between for f in families) == pytest.approx(between, rel=0.06)
    held = [abs(f.mean - mean) <= 1.96 * f.se for f in families]
    assert fmean(held) == pytest.approx(0.95, abs=0.03)
    errors = stdev(f.sign_share for f in families)
    assert fmean(f.sign_share_se for f in families) == pytest.approx(errors, rel=0.25)


def test_large_errors_of_the_decks_do_not_make_a_robust_effect_depend_on_the_deck() -> None:
    """One deck in six comes out below 0, by chance alone."""
    noisy = [family(x, np.full(DECKS, 2.0)) for x in simulated(2.0, 0.4, 2.0, 300)]
    assert "deck-dependent" not in {f.robustness for f in noisy}
    assert fmean(f.robustness == "robust" for f in noisy) > 0.8
    clear = [family(x, np.full(DECKS, 0.1)) for x in simulated(2.0, 0.4, 0.1, 50)]
    assert {f.robustness for f in clear} == {"robust"}


def test_what_depends_on_the_deck_is_not_called_robust() -> None:
    mixed = [family(x, np.full(DECKS, 0.1)) for x in simulated(0.3, 1.0, 0.1, 100)]
    assert {f.robustness for f in mixed} == {"deck-dependent"}


def test_every_number_of_a_family_by_hand() -> None:
    effects, errors = [0.1, 0.4, -0.2, 0.5, 0.6, 0.3], [0.05, 0.1, 0.1, 0.3, 0.1, 0.2]
    f = family(effects, errors)

    def share(values: list[float], within: list[float]) -> float:
        variance = stdev(values) ** 2 - fmean(e * e for e in within)
        return float(norm.cdf(abs(fmean(values)) / sqrt(variance))) if variance > 0 else 1.0

    left_out = [
        share(effects[:i] + effects[i + 1 :], errors[:i] + errors[i + 1 :]) for i in range(6)
    ]
    spread = sum((x - fmean(left_out)) ** 2 for x in left_out)
    assert f.mean == pytest.approx(fmean(effects))
    assert f.se == pytest.approx(stdev(effects) / sqrt(6))
    variance = stdev(effects) ** 2 - fmean(e * e for e in errors)
    assert f.between == pytest.approx(sqrt(variance))
    assert f.sign_share == pytest.approx(share(effects, errors))
    assert f.sign_share_se == pytest.approx(sqrt(5 / 6 * spread))
    assert (f.above, f.below, f.unresolved) == (3, 1, 2)  # 0.1/0.05 = 2 is beyond 1.96, 1.5 is not


def test_no_spread_beyond_the_errors_is_a_sign_share_of_one() -> None:
    f = family([0.1, 0.2, 0.3] * 10, [1.0] * 30)
    assert (f.between, f.sign_share, f.sign_share_se) == (0.0, 1.0, 0.0)


def test_a_deck_in_which_too_few_games_differ_is_not_resolved() -> None:
    f = family([1.0] * 20 + [-1.0] * 20, [0.1] * 40, [True] * 30 + [False] * 10)
    assert (f.above, f.below, f.unresolved) == (20, 10, 10)


@pytest.mark.parametrize(
    ("effects", "errors", "verdict"),
    [
        # the mean is not resolved, nor are most decks
        ([0.1, -0.1] * 20, [1.0] * 40, "not resolved"),
        # the mean is not resolved, but half of the decks are, each way
        ([1.0, -1.0] * 20, [0.1] * 40, "deck-dependent"),
        # just half are open: not more than half
        ([1.0, -1.0] * 10 + [0.1, -0.1] * 10, [0.1] * 20 + [1.0] * 20, "deck-dependent"),
        # the mean is resolved, no deck is: what differs is chance
        ([0.5, 0.7] * 20, [1.0] * 40, "robust"),
        # 2 of 40 the other way (5 %), and a sign share of 0.96
        ([1.0] * 38 + [-0.6] * 2, [0.1] * 40, "robust"),
        # 3 of 40 the other way (7.5 %): not robust, whatever the sign share
        ([1.0] * 37 + [-0.05] * 3, [0.01] * 40, "mostly"),
        # no deck the other way, but a sign share of 0.86
        ([0.02] * 20 + [2.0] * 12 + [1.0] * 8, [0.005] * 40, "mostly"),
        # 8 of 40 the other way (20 %), 9 of 40
        ([1.0] * 32 + [-0.2] * 8, [0.01] * 40, "mostly"),
        ([1.0] * 31 + [-0.2] * 9, [0.01] * 40, "deck-dependent"),
        # a sign share below 0.80
        ([0.05] * 30 + [4.0] * 10, [0.01] * 40, "deck-dependent"),
        # the same the other way round
        ([-1.0] * 38 + [0.6] * 2, [0.1] * 40, "robust"),
    ],
)
def test_the_verdicts_in_their_order(
    effects: list[float], errors: list[float], verdict: str
) -> None:
    assert family(effects, errors).robustness == verdict


# --- bots: chosen, and few


@pytest.mark.parametrize(
    ("effects", "errors", "verdict"),
    [
        # two bots: with one the effect is above 0, with the other below
        ([1.0, -1.0], [0.1, 0.1], "bot-dependent"),
        # so it is if one of them weighs more
        ([1.0, -0.2], [0.1, 0.05], "bot-dependent"),
        # both agree, and nothing is left of their spread but chance
        ([1.0, 1.1], [0.1, 0.1], "robust"),
        # neither says anything, nor does their mean: Student's law allows no more of two
        ([0.1, 0.12], [0.1, 0.1], "not resolved"),
        # of the mean of three nothing would be open by the normal law: 1.2 is 2.6 errors
        ([0.4, 1.2, 2.0], [1.0, 1.1, 1.1], "not resolved"),
        # of nine one the other way (11 %)
        ([1.0] * 8 + [-0.2], [0.05] * 9, "mostly"),
        # two of nine (22 %)
        ([1.0] * 7 + [-0.2] * 2, [0.05] * 9, "bot-dependent"),
    ],
)
def test_verdicts_over_few_bots(effects: list[float], errors: list[float], verdict: str) -> None:
    assert family(effects, errors, kind=BOTS).robustness == verdict


def test_of_two_bots_the_error_of_the_sign_share_is_not_known() -> None:
    assert family([1.0, 2.0], [0.1, 0.1], kind=BOTS).sign_share_se is None
    assert family([1.0, 2.0, 4.0], [0.1] * 3, kind=BOTS).sign_share_se is not None


def test_intervals_of_fewer_than_20_are_those_of_students_law() -> None:
    for members in (2, 3, 9, 19):
        assert quantile(members) == pytest.approx(t.ppf(0.975, members - 1))
        assert p_value(-1.7, members) == pytest.approx(2 * t.sf(1.7, members - 1))
    for many in (20, 40, None):
        assert quantile(many) == 1.96
        assert p_value(1.7, many) == pytest.approx(2 * norm.sf(1.7))


def test_the_mean_over_few_bots_is_covered_by_its_interval() -> None:
    rng = np.random.default_rng(5)
    for members in (2, 5, 12):
        held = [
            abs(f.mean - 0.3) <= quantile(members) * f.se
            for f in (
                family(0.3 + rng.normal(0, 1.0, members), np.full(members, 0.1), kind=BOTS)
                for _ in range(2_000)
            )
        ]
        assert fmean(held) == pytest.approx(0.95, abs=0.015)


def test_a_difference_over_few_members_has_the_interval_of_their_number() -> None:
    same = {"n": 900, "differing": 900, "reach": 9.0, "few": False, "smallest": 0.1}
    over_games, over_bots = difference(1.0, 0.4, **same), difference(1.0, 0.4, members=3, **same)
    assert (over_games.low, over_games.high) == pytest.approx((1 - 1.96 * 0.4, 1 + 1.96 * 0.4))
    half = 0.4 * float(t.ppf(0.975, 2))
    assert (over_bots.low, over_bots.high) == pytest.approx((1 - half, 1 + half))
    assert over_games.p == pytest.approx(2 * norm.sf(2.5))
    assert over_bots.p == pytest.approx(2 * t.sf(2.5, 2))


def test_an_answer_over_few_members_has_the_band_of_their_number() -> None:
    line = [0.0, 10.0, 20.0], [-1.0, 0.0, 1.0], [0.1] * 3
    narrow, wide = crossing(*line), crossing(*line, quantile(3))
    assert narrow.estimate == wide.estimate == 10
    assert (narrow.low, narrow.high) == pytest.approx((10 - 1.96, 10 + 1.96))
    half = float(t.ppf(0.975, 2))
    assert (wide.low, wide.high) == pytest.approx((10 - half, 10 + half))
