"""Whether win probabilities are what happens, where each is known from two halves of its playouts.

What one half says sorts the forecasts, the mean of the other half is compared with what was won; both ways
are taken together. The errors of the halves are independent, so that a forecast that is right in the mean
passes however few playouts it has. (Sorted by itself a forecast with noise would always look overconfident.)
Bins and slope as in metrics.md 13.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite

import numpy as np
import polars as pl
from numpy.typing import NDArray

from loopsim import numbers, stats
from loopsim.contests import UNIT, sums_of
from loopsim.stats import Estimate

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

#: Bins of the win probability: so many of equal width.
BINS = 20
#: Blocks of games that the jackknife leaves out, of 100 games or more.
BLOCKS = 100
#: The mean distance of a normal number from its mean, in standard deviations: √(2/π).
FROM_ITS_MEAN = 0.8


@dataclass(frozen=True)
class Forecasts:
    """P forecasts of the win shares of some games, in whole numbers.

    `game`: (P,), which game, counted from 0. `halves`: (2, P), win shares in 60ths summed over half of the
    playouts each. `won`: (P,), the win share in 60ths. `playouts`: both halves together.
    """

    game: Ints
    halves: Ints
    won: Ints
    playouts: int

    @property
    def games(self) -> int:
        """How many games there are."""
        return int(self.game.max()) + 1

    @property
    def whole(self) -> int:
        """What a half is of a place that wins all of its playouts."""
        return UNIT * self.playouts // 2

    def by_game(self, values: NDArray[np.generic]) -> Ints:
        """Sums over the forecasts of each game, (G,)."""
        return np.bincount(self.game, values, self.games).astype(np.int64)

    def binned(self) -> tuple[Ints, Ints, Ints]:
        """By bin and game (BINS, G): how many forecasts, and their sums of the other half and of what was won.

        The latter two in units of `whole`.
        """
        count, said, won = np.zeros((3, BINS, self.games), np.int64)
        for by, other in (self.halves, self.halves[::-1]):
            at = np.minimum(BINS * by // self.whole, BINS - 1), self.game
            np.add.at(count, at, 1)
            np.add.at(said, at, other)
            np.add.at(won, at, self.won * (self.whole // UNIT))
        return count, said, won


def curve(forecasts: Forecasts) -> pl.DataFrame:
    """By bin of the win probability what it says and what was won (R over games).

    Columns: low and high of the bin; forecasts, how many; said, the mean win probability; won, won_low and
    won_high, the mean win share; missed, missed_low and missed_high, the difference.
    """
    count, said, won = forecasts.binned()
    bins = np.flatnonzero(count.sum(axis=1))
    totals = count.sum(axis=1)[bins]
    frame = pl.DataFrame(
        {
            "low": bins / BINS,
            "high": (bins + 1) / BINS,
            "forecasts": totals,
            "said": said.sum(axis=1)[bins] / totals / forecasts.whole,
        }
    )
    for name, values in (("won", won), ("missed", won - said)):
        estimates = [stats.ratio(sums_of(values[b], count[b]), forecasts.whole) for b in bins]
        frame = numbers.with_estimates(frame, name, estimates)
    return frame


def error(forecasts: Forecasts) -> Estimate:
    """`calibration_error`: Σ (n_b/N)·|w̄_b − p̄_b| less its expectation under perfect calibration (J)."""
    count, said, won = forecasts.binned()
    missed = won - said

    def theta(sums: Ints) -> float:
        games, of_bins = sums[0], sums[1:].reshape(5, BINS).astype(np.float64)
        y, x, yy, xy, xx = of_bins[:, of_bins[1] > 0]
        ratio = y / x
        squares = np.maximum(0, yy - 2 * ratio * xy + ratio**2 * xx)  # Σ(y − ratio·x)²
        se = np.sqrt(squares * games / max(1, games - 1)) / x
        return float((x * (abs(ratio) - FROM_ITS_MEAN * se)).sum() / x.sum()) / forecasts.whole

    terms = [missed, count, missed * missed, missed * count, count * count]
    return _jackknifed(forecasts, theta, np.concatenate(terms))


def slope(forecasts: Forecasts) -> Estimate:
    """Slope of w on p, with one half as the instrument of the other: cov(w, p_a) / cov(p_b, p_a) (J).

    A plain slope on an estimate with noise would be below 1. Both ways averaged.
    """
    (a, b), w = forecasts.halves, forecasts.won * (forecasts.whole // UNIT)

    def theta(sums: Ints) -> float:
        n, of_a, of_b, of_w, ab, wa, wb = sums[1:].astype(np.float64)
        shared = n * ab - of_a * of_b
        with_w = n * (wa + wb) - of_w * (of_a + of_b)
        return with_w / (2 * shared) if shared else np.nan

    terms = [np.ones_like(w), a, b, w, a * b, w * a, w * b]
    return _jackknifed(forecasts, theta, np.stack([forecasts.by_game(term) for term in terms]))


def _jackknifed(forecasts: Forecasts, theta: Callable[[Ints], float], by_game: Ints) -> Estimate:
    """J of a function of how many games there are, and of sums over games; `by_game`: (k, G).

    Blocks are games that lie side by side. Nothing is told where the function has no value.
    """
    games = forecasts.games
    starts = np.unique(np.arange(BLOCKS) * games // BLOCKS)
    values = np.concatenate([np.ones((1, games), np.int64), by_game])
    blocks = np.add.reduceat(values, starts, axis=1).T
    found = stats.jackknife(theta, blocks, blocks[:, 0])
    if all(isfinite(number) for number in (found.value, found.se) if number is not None):
        return found
    return Estimate(None, None, None, None, games, stats.TOO_FEW)
