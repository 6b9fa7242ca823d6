"""Effects over a family: many decks, each with its own effect and error (metrics.md 12)."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr

from loopsim.stats import Z95
from loopsim.studies.differences import NOT_RESOLVED

#: With fewer members a family says nothing of the spread between its members.
FEWEST = 20

ROBUST, MOSTLY, DEPENDENT = "robust", "mostly", "deck-dependent"


class Family(NamedTuple):
    """An effect over a family. `se` holds the errors within and the spread between members.

    `between`: standard deviation between members, Monte Carlo errors taken off. `sign_share`: share of
    such families whose members have the sign of the mean. `above`, `below`, `unresolved`: members.
    """

    mean: float
    se: float
    between: float
    sign_share: float
    sign_share_se: float
    above: int
    below: int
    unresolved: int
    robustness: str


def family(values: ArrayLike, errors: ArrayLike, resolved: Sequence[bool] | None = None) -> Family:
    """The family of K effects with their standard errors.

    `resolved`: whether a member's own interval says something of its sign; by default whether its value
    is beyond 1.96 errors.
    """
    effects, within = np.asarray(values, float), np.asarray(errors, float)
    clear = np.abs(effects) > Z95 * within
    if resolved is not None:
        clear &= np.asarray(resolved, bool)
    mean, sd = float(effects.mean()), float(effects.std(ddof=1))
    se = sd / sqrt(len(effects))
    share, between = _sign_share(effects, within)
    above, below = int((clear & (effects > 0)).sum()), int((clear & (effects < 0)).sum())
    unresolved = len(effects) - above - below
    minority = min(above, below) / len(effects)
    if abs(mean) <= Z95 * se and unresolved > len(effects) / 2:
        verdict = NOT_RESOLVED
    elif share >= 0.95 and minority <= 0.05:
        verdict = ROBUST
    elif share >= 0.80 and minority <= 0.20:
        verdict = MOSTLY
    else:
        verdict = DEPENDENT
    error = _left_out(effects, within)
    return Family(mean, se, between, share, error, above, below, unresolved, verdict)


def _sign_share(effects: NDArray[np.float64], within: NDArray[np.float64]) -> tuple[float, float]:
    """Φ(|mean| / between), and the spread between members beyond their errors."""
    variance = float(effects.var(ddof=1) - (within**2).mean())
    if variance <= 0:
        return 1.0, 0.0
    return float(ndtr(abs(effects.mean()) / sqrt(variance))), sqrt(variance)


def _left_out(effects: NDArray[np.float64], within: NDArray[np.float64]) -> float:
    """The error of the sign share, from leaving out one member at a time."""
    k = len(effects)
    shares = np.array(
        [_sign_share(np.delete(effects, i), np.delete(within, i))[0] for i in range(k)]
    )
    return float(sqrt((k - 1) / k * ((shares - shares.mean()) ** 2).sum()))
