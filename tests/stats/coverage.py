"""How often 95 % intervals hold the truth: replicates drawn from a population of games (metrics.md 1)."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from loopsim import stats
from loopsim.stats import Estimate, Sums

Ints = NDArray[np.int64]

BLOCKS = 100


def by_mean(y: Ints, x: Ints) -> Estimate:
    """M of y."""
    return stats.mean(_sums(y, np.ones_like(y)))


def by_share(y: Ints, x: Ints) -> Estimate:
    """The share of games with y = 1."""
    return stats.share(_sums(y, np.ones_like(y)))


def by_ratio(y: Ints, x: Ints) -> Estimate:
    """R of y and x."""
    return stats.ratio(_sums(y, x))


def by_jackknife(y: Ints, x: Ints) -> Estimate:
    """J of √|Σy/Σx|, a function of sums that is no ratio."""
    blocks = np.stack([part.reshape(BLOCKS, -1).sum(axis=1) for part in (y, x)], axis=1)
    return stats.jackknife(_root, blocks, np.full(BLOCKS, len(y) // BLOCKS))


def coverage(
    y: Ints,
    x: Ints,
    estimator: Callable[[Ints, Ints], Estimate],
    *,
    games: int,
    replicates: int = 2_000,
    seed: int = 1,
) -> float:
    """The share of replicates whose interval holds the value of the whole population.

    `y`, `x`: one pair a game of the population; each replicate is `games` of them (a multiple of
    100), drawn with replacement.
    """
    truth = {
        by_mean: lambda: y.sum() / len(y),
        by_share: lambda: y.sum() / len(y),
        by_ratio: lambda: y.sum() / x.sum(),
        by_jackknife: lambda: _root(np.array([y.sum(), x.sum()])),
    }[estimator]()
    rng = np.random.default_rng(seed)
    held = 0
    for _ in range(replicates):
        drawn = rng.integers(len(y), size=games)
        estimate = estimator(y[drawn], x[drawn])
        held += estimate.low <= truth <= estimate.high
    return held / replicates


def _root(total: Ints) -> float:
    return float(np.sqrt(abs(total[0] / total[1])))


def _sums(y: Ints, x: Ints) -> Sums:
    numbers = (len(y), (x > 0).sum(), y.sum(), x.sum(), y @ y, y @ x, x @ x)
    return Sums(*(int(number) for number in numbers))
