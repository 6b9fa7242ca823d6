"""Which bots no one should play, and which beat each other in a cycle (metrics.md 11)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components
from scipy.special import ndtri

from loopsim.stats import Estimate


def fields_resolved(differences: Sequence[Estimate]) -> int:
    """Against how many fields another bot does better, for certain, than one that it dominates.

    `differences`: its win share less that of the one against each field, on the same games. 0 if it
    does not dominate: it does if it is nowhere worse, and somewhere resolved to be better.
    """
    if any(of.value is None or of.value < 0 for of in differences):
        return 0
    return sum(of.low is not None and of.low > 0 for of in differences)


def z_of_pairs(pairs: int) -> float:
    """Standard errors to either side of an interval that holds for so many pairs at once (Bonferroni)."""
    return -float(ndtri(0.05 / pairs / 2))


def cycles(beats: NDArray[np.bool_]) -> list[list[int]]:
    """Sets of bots in which each beats each other one, if not itself then by way of others.

    `beats` (K, K): row beats column. Each set is sorted; the first is that of the first bot in any.
    """
    count, labels = connected_components(beats, directed=True, connection="strong")
    sets = [np.flatnonzero(labels == label).tolist() for label in range(count)]
    return sorted(members for members in sets if len(members) > 1)


def is_circle(beats: NDArray[np.bool_]) -> bool:
    """Whether bots of a cycle (K, K) beat each other in a circle: three or more, none of them back.

    If not, the cycle is held together by bots that each beat the other: each wins more than an equal
    share where it is the one among several of the other. That says that who is rare does well, and not
    that strength goes round in a circle.
    """
    return bool(cycles(beats & ~beats.T))
