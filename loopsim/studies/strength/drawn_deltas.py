"""How sure the numbers of an arena are: all advantages drawn anew from the law of their errors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from loopsim.contests import UNIT, Contest
from loopsim.stats import FEW, Z95

Floats = NDArray[np.float64]

#: How many draws tell the uncertainty of what has no formula for it.
DRAWS = 1_000
#: Games whose products are added up at once.
SLICE = 65_536


class Deltas(NamedTuple):
    """δ_ij of K bots (metrics.md 11) with their standard errors, (K, K); 0 of a bot and itself.

    `few`: they are of fewer games than `FEW`. Then errors have no end: nothing is resolved.
    """

    values: Floats
    errors: Floats
    few: bool

    def resolved(self, deltas: Floats) -> Floats:
        """Those of some deltas (…, K, K) that are beyond 1.96 errors; the others 0."""
        found: Floats = np.where(np.abs(deltas) > Z95 * self.errors, deltas, 0)
        return found


def too_few(what: str, games: int) -> str:
    """That so few games tell nothing of `what` hangs on errors of deltas, and how many it takes; "" if enough."""
    if games >= FEW:
        return ""
    return f"Too few games to tell {what}: it takes {FEW} (--games {FEW}), and these are {games}."


def deltas(contests: Sequence[Sequence[Contest]], seed: int) -> tuple[Deltas, Floats]:
    """The deltas of all pairs, and `DRAWS` draws of them (DRAWS, K, K).

    `contests[i][j]`: bot i in a field of bot j, all on the same games. δ_ij = n/(n − 1)·(w_ij − e_ij).
    The draws are from the normal law of all deltas together, since one game speaks for all of them.
    """
    k, players = len(contests), contests[0][0].players
    apart = ~np.eye(k, dtype=bool)
    scale = players / ((players - 1) * UNIT)
    edges = [contests[i][j].edge for i, j in np.argwhere(apart)]
    means, covariance = _law_of_means(edges)
    values, errors = np.zeros((2, k, k))
    values[apart] = scale * means
    few = len(edges[0]) < FEW
    errors[apart] = np.inf if few else scale * np.sqrt(covariance.diagonal())
    draws = np.zeros((DRAWS, k, k))
    draws[:, apart] = scale * _drawn(means, covariance, seed)
    return Deltas(values, errors, few), draws


def _law_of_means(values: Sequence[NDArray[np.int64]]) -> tuple[Floats, Floats]:
    """The means of P whole numbers a game, and the covariance of these means, (P,) and (P, P).

    Both from whole sums: what is equal in total, or in every game, is so to the last digit.
    """
    n = len(values[0])
    first = np.array([of[0] for of in values], float)  # what never changes has no variance at all
    totals, products = np.zeros(len(values)), np.zeros((len(values), len(values)))
    for start in range(0, n, SLICE):
        part = np.array([of[start : start + SLICE] for of in values], float) - first[:, None]
        totals += part.sum(axis=1)  # whole numbers, exact
        products += part @ part.T
    covariance = (products - np.outer(totals, totals) / n) / (n * max(1, n - 1))
    return (n * first + totals) / n, covariance


def _drawn(means: Floats, covariance: Floats, seed: int) -> Floats:
    """Draws (DRAWS, P) from a normal law; a mean without variance is always itself.

    Means that always go together are drawn as one. Drawn each for itself they would differ by what is
    lost in the root of a covariance that has none, and copies of a bot would not be as good.
    """
    variances = covariance.diagonal()
    together = (covariance == variances) & (covariance == variances[:, None])
    first = together.argmax(axis=1)
    drawn = np.flatnonzero((variances > 0) & (first == np.arange(len(means))))
    off = np.zeros((DRAWS, len(means)))
    if len(drawn):
        off[:, drawn] = np.random.default_rng(seed).multivariate_normal(
            np.zeros(len(drawn)),
            covariance[np.ix_(drawn, drawn)],
            DRAWS,
            check_valid="ignore",
            method="eigh",
        )
    return means + off[:, first]
