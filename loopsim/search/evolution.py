"""CMA-ES, the evolution strategy that adapts how far and where it looks (Hansen 2016, arXiv 1604.00772).

Of its two forms the separable one (Ros and Hansen 2008), which learns how far to look in each number but
not how numbers go together: of some 40 numbers it learns that in far fewer generations. In as many games
it brought planners from 25 % of wins against planners to 39.6 %, the full one to 36.0 %.

What a candidate wins is known only up to chance, which more candidates average out better than more
games for each of them do: measured on games, 32 candidates with 300 games each came further than with
1,000 in as many games, and on bowls with such chance further than 16 or 24.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from cmaes import CMA, SepCMA

from loopsim.search.space import Sheet, Space

#: How far a search looks at first, in steps of the space.
SIGMA = 0.3


class Generation(NamedTuple):
    """The candidates of a generation, and what each was told to be worth: the more, the better."""

    sheets: list[Sheet]
    told: list[int]

    def best(self, n: int) -> list[Sheet]:
        """The n candidates that were worth most, the best first; of equal ones the first."""
        order = sorted(range(len(self.told)), key=lambda i: -self.told[i])
        return [self.sheets[i] for i in order[:n]]


class Evolution:
    """A distribution over a space that moves to where candidates are worth more.

    The same seed and the same answers give the same candidates.
    """

    def __init__(self, space: Space, *, size: int, seed: int) -> None:
        """Begin at the start of the space; `size`: candidates of a generation."""
        self.space, self.size = space, size
        form = SepCMA if space.size > 1 else CMA  # which are the same in one dimension
        self._cma = form(
            mean=np.zeros(space.size),
            sigma=SIGMA,
            seed=int(np.random.SeedSequence(seed).generate_state(1)[0]),
            population_size=size,
        )

    @property
    def mean(self) -> Sheet:
        """The middle of the distribution: less subject to chance than any one candidate."""
        return self.space.sheet(self._cma.mean)

    def advance(self, tell: Callable[[Sequence[Sheet]], Sequence[int]]) -> Generation:
        """Ask a generation, let it be told what it is worth, and move."""
        points = [self._cma.ask() for _ in range(self.size)]
        sheets = [self.space.sheet(point) for point in points]
        told = list(tell(sheets))
        self._cma.tell([(point, -worth) for point, worth in zip(points, told, strict=True)])
        return Generation(sheets, told)
