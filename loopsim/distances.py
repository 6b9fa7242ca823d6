"""How differently bots play: the policy distance (metrics.md 10)."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from loopsim import contests, stats

#: Decisions, one of each game.
NODES = 10_000
#: Bots with a distance of at least this are different.
DIFFERENT = 0.10
_GAMES_PER_CHUNK = 250


def distances(
    scenario: Any, bots: Sequence[str], *, seed: int, nodes: int = NODES, threads: int = 1
) -> list[list[stats.Estimate]]:
    """D(a, b) for each pair of bots, as rows of a symmetric K x K matrix; on the diagonal 0.

    From games at tables mixed of all the bots one decision each is drawn and put to every bot: D is the
    mean of half the sum over options of the difference of their chances. 0: always the same; 1: never.
    Raises InputError for unknown bots.
    """
    table = contests.mixed(scenario, bots)
    games = [
        range(at, min(at + _GAMES_PER_CHUNK, nodes)) for at in range(0, nodes, _GAMES_PER_CHUNK)
    ]
    with ThreadPoolExecutor(threads, thread_name_prefix="loopsim") as pool:
        parts = list(pool.map(lambda which: _apart(table.polled(seed, which)), games))
    apart = np.concatenate(parts)
    return [[_mean(apart[:, a, b]) for b in range(len(bots))] for a in range(len(bots))]


def _apart(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Half the sum of the differences for each game and pair: (G, K, K)."""
    return np.stack(
        [abs(chances - chances[:, [bot]]).sum(axis=2) / 2 for bot in range(chances.shape[1])],
        axis=1,
    )


def _mean(values: NDArray[np.float64]) -> stats.Estimate:
    """M of section 1, of numbers that are no whole ones."""
    n, mean = len(values), float(values.mean())
    se = float(values.std(ddof=1)) / n**0.5
    return stats.Estimate(mean, se, mean - stats.Z95 * se, mean + stats.Z95 * se, n)
