"""The numbers that a search may change, and how far one step goes in each."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Point = NDArray[np.float64]
"""A place in the space, shape (numbers,): 0 is the start, 1 a step away from it."""

Sheet = dict[str, int]
"""Whole numbers by name: the weights of a bot."""


@dataclass(frozen=True)
class Space:
    """Whole numbers by name: where each starts, how long a step is, and how large it may become."""

    start: Mapping[str, int]
    step: Mapping[str, float]
    most: int

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return len(self.start)

    def sheet(self, point: Point) -> Sheet:
        """The numbers at a place: whole, none beyond `most` either way."""
        found = {}
        for (name, start), x in zip(self.start.items(), point.tolist(), strict=True):
            number = start + self.step[name] * x
            found[name] = round(max(-self.most, min(self.most, number)))
        return found
