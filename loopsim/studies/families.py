"""Effects over a family: many decks or several bots, each with its own effect and error (metrics.md 12)."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr

from loopsim.stats import Z95
from loopsim.studies.differences import NOT_RESOLVED
from loopsim.studies.student import quantile

ROBUST, MOSTLY = "robust", "mostly"


class Kind(NamedTuple):
    """What the members of a family are: what one is called, and how few of them say something."""

    name: str
    fewest: int

    @property
    def dependent(self) -> str:
        """The verdict that a sign hangs on the member."""
        return f"{self.name}-dependent"


#: Decks are drawn by chance, and of few of them nothing is known of the others. Bots are chosen, and
#: few: the interval of their mean is as much wider as so few allow (`loopsim.studies.student`).
DECKS, BOTS = Kind("deck", 20), Kind("bot", 2)
KINDS = {kind.name: kind for kind in (DECKS, BOTS)}


class Family(NamedTuple):
    """An effect over a family. `se` holds the errors within and the spread between members.

    `between`: standard deviation between members, Monte Carlo errors taken off. `sign_share`: share of
    such families whose members have the sign of the mean; its error is not known of two members.
    `above`, `below`, `unresolved`: members.
    """

    mean: float
    se: float
    between: float
    sign_share: float
    sign_share_se: float | None
    above: int
    below: int
    unresolved: int
    robustness: str


def family(
    values: ArrayLike,
    errors: ArrayLike,
    resolved: Sequence[bool] | None = None,
    kind: Kind = DECKS,
) -> Family:
    """The family of K effects with their standard errors (metrics.md 12).

    `resolved`: whether a member's own interval says something of its sign; by default whether its value
    is beyond 1.96 errors. Whether the mean is resolved is asked of its own 95 % interval, which is that
    of Student's law with K - 1 degrees of freedom if K < 20.
    """
    effects, within = np.asarray(values, float), np.asarray(errors, float)
    clear = np.abs(effects) > Z95 * within
    if resolved is not None:
        clear &= np.asarray(resolved, bool)
    mean, sd = float(effects.mean()), float(effects.std(ddof=1))
    se = sd / sqrt(len(effects))
    share, spread = _sign_share(effects, within)
    above, below = int((clear & (effects > 0)).sum()), int((clear & (effects < 0)).sum())
    unresolved = len(effects) - above - below
    minority = min(above, below) / len(effects)
    if abs(mean) <= quantile(len(effects)) * se and unresolved > len(effects) / 2:
        verdict = NOT_RESOLVED
    elif share >= 0.95 and minority <= 0.05:
        verdict = ROBUST
    elif share >= 0.80 and minority <= 0.20:
        verdict = MOSTLY
    else:
        verdict = kind.dependent
    error = _left_out(effects, within)
    return Family(mean, se, spread, share, error, above, below, unresolved, verdict)


def between(values: ArrayLike, errors: ArrayLike) -> float:
    """The standard deviation between members, what their own errors make of it taken off."""
    return _sign_share(np.asarray(values, float), np.asarray(errors, float))[1]


def _sign_share(effects: NDArray[np.float64], within: NDArray[np.float64]) -> tuple[float, float]:
    """Φ(|mean| / between), and the spread between members beyond their errors."""
    variance = float(effects.var(ddof=1) - (within**2).mean())
    if variance <= 0:
        return 1.0, 0.0
    return float(ndtr(abs(effects.mean()) / sqrt(variance))), sqrt(variance)


def _left_out(effects: NDArray[np.float64], within: NDArray[np.float64]) -> float | None:
    """The error of the sign share, from leaving out one member at a time; None: too few are left."""
    k = len(effects)
    if k < 3:
        return None
    shares = np.array(
        [_sign_share(np.delete(effects, i), np.delete(within, i))[0] for i in range(k)]
    )
    return float(sqrt((k - 1) / k * ((shares - shares.mean()) ** 2).sum()))
