"""Calibration: games of which the win probability is known pass, distorted ones fail."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from loopsim import stats
from loopsim.calibration import BINS
from loopsim.course import Course
from tests.course import toys

GAMES = 2_000


@pytest.mark.parametrize("playouts", [4, 64])
def test_the_true_win_probability_passes_however_few_playouts_tell_it(playouts: int) -> None:
    course = toys.coins(GAMES, playouts, seed=1)
    error, slope = course.calibration_error, course.slope
    assert error.value + 2 * error.se < 0.01
    assert error.low < 0 < error.high
    assert slope.low < 1 < slope.high
    assert slope.se < 0.02
    for row in course.bias().iter_rows(named=True):
        assert row["bias_low"] < 0 < row["bias_high"]


def test_a_win_probability_that_is_too_sure_fails() -> None:
    course = toys.coins(GAMES, 64, seed=1, says=toys.squared)
    assert course.calibration_error.low > 0.05
    assert course.slope.high < 0.85


def test_a_place_that_is_better_than_forecast_shows_on_each_day() -> None:
    bias = toys.coins(GAMES, 64, seed=2, heads=0.55).bias()
    assert bias.select("day", "place").rows() == [(1, 0), (1, 1), (2, 0), (2, 1)]
    for row in bias.iter_rows(named=True):
        low, high = row["bias_low"], row["bias_high"]
        assert low > 0 if row["place"] == 0 else high < 0
    # a ratio over games: what is missed in all turns of the day but the last of the game, by hand
    course = toys.coins(GAMES, 64, seed=2, heads=0.55)
    frame = course.frame.filter((course.frame["place"] == 0) & (course.frame["day"] == 2))
    frame = frame.filter(frame["turn"] < frame["turns"])
    missed = frame["win_share"] / 60 - (frame["half_a"] + frame["half_b"]) / (60 * 64)
    assert bias["bias"][2] == pytest.approx(missed.mean())


def test_over_many_samples_the_error_is_nothing_and_the_intervals_hold() -> None:
    """Its expectation under perfect calibration is taken off."""
    found = [toys.coins(200, 8, seed) for seed in range(60)]
    errors = [course.calibration_error for course in found]
    mean = stats.mean_of(np.array([error.value for error in errors]))
    assert abs(mean.value) < 3 * mean.se < 0.004
    assert sum(error.low <= 0 <= error.high for error in errors) >= 54
    slopes = [course.slope for course in found]
    assert sum(slope.low <= 1 <= slope.high for slope in slopes) >= 54


def test_the_curve_and_the_error_are_those_of_plain_python() -> None:
    course = toys.coins(150, 8, seed=5)
    bins: dict[int, list[tuple[int, float, float]]] = {}
    for row in course.frame.iter_rows(named=True):
        if row["turn"] == row["turns"]:
            continue
        halves = row["half_a"] / 240, row["half_b"] / 240
        for by, other in (halves, halves[::-1]):
            b = min(int(by * BINS + 1e-9), BINS - 1)
            bins.setdefault(b, []).append((row["game"], other, row["win_share"] / 60))
    error, curve = 0.0, []
    total = sum(map(len, bins.values()))
    for b in sorted(bins):
        n = len(bins[b])
        said = sum(p for _, p, _ in bins[b]) / n
        won = sum(w for _, _, w in bins[b]) / n
        u = np.zeros(150)
        for game, p, w in bins[b]:
            u[game] += (w - p) - (won - said)
        se = (u**2).sum() ** 0.5 / (n / 150) / (150 * 149) ** 0.5
        error += n / total * (abs(won - said) - 0.8 * se)
        curve.append((b / BINS, (b + 1) / BINS, n, said, won, won - said))
    assert course.calibration_error.value == pytest.approx(error)
    told = course.calibration().select("low", "high", "forecasts", "said", "won", "missed").rows()
    assert [(*row[:3],) for row in told] == [pytest.approx(row[:3]) for row in curve]
    assert np.array(told) == pytest.approx(np.array(curve))


def test_the_error_of_few_games_has_no_interval_and_a_course_without_chance_no_slope() -> None:
    few = toys.coins(12, 8, seed=1)
    assert (few.calibration_error.se, few.slope.se, few.slope.note) == (None, None, stats.TOO_FEW)
    turns = [[[240, 240]] * 2 + [[480, 0]]] * 2
    certain = toys.course([([1, 1, 1], [-1, 0, 1], turns)] * 40, 16, 2)
    assert certain.slope == stats.Estimate(None, None, None, None, 40, stats.TOO_FEW)
    assert toys.course([([1, 1, 1], [-1, 0, 1], turns)], 16, 2).calibration_error.se is None


def test_the_coins_are_as_they_should_be() -> None:
    course: Course = toys.coins(4_000, 64, seed=3)
    at_start = course.frame.filter(course.frame["turn"] == 0, course.frame["place"] == 0)
    told = (at_start["half_a"] + at_start["half_b"]).mean() / (60 * 64)
    assert told == pytest.approx(0.5, abs=0.005)
    ties = (at_start["win_share"] == 30).mean()
    assert ties == pytest.approx(comb(10, 5) / 2**10, abs=0.02)
