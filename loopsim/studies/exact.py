"""Whole-number sums over games of several numbers at once: merged in any order to the same bits."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Self

import numpy as np
from numpy.typing import NDArray

from loopsim.stats import Cross, Sums

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Exact:
    """Sums of k numbers over n games.

    `totals`, `positive`, `differing` have shape (k,): Σ, games with more than 0, games with other than
    0; `products` (k, k): Σ of the product of two.
    """

    n: int
    totals: Ints
    products: Ints
    positive: Ints
    differing: Ints

    @classmethod
    def of(cls, numbers: Ints) -> Self:
        """The sums of numbers of shape (k, games)."""
        return cls(
            numbers.shape[1],
            numbers.sum(axis=1),
            numbers @ numbers.T,
            (numbers > 0).sum(axis=1),
            (numbers != 0).sum(axis=1),
        )

    def __add__(self, other: Exact) -> Exact:
        """The sums over the games of both."""
        return Exact(*(getattr(self, of.name) + getattr(other, of.name) for of in fields(Exact)))

    def mean(self, y: int) -> Sums:
        """Number y for `stats.mean`."""
        total, square = int(self.totals[y]), int(self.products[y, y])
        return Sums(self.n, self.n, total, self.n, square, total, self.n)

    def ratio(self, y: int, x: int) -> Sums:
        """Numbers y and x for `stats.ratio`."""
        return Sums(
            self.n,
            int(self.positive[x]),
            int(self.totals[y]),
            int(self.totals[x]),
            int(self.products[y, y]),
            int(self.products[x, y]),
            int(self.products[x, x]),
        )

    def cross(self, a: tuple[int, int], b: tuple[int, int]) -> Cross:
        """Two pairs (y, x) for `stats.ratio_difference`."""
        (y, x), (other_y, other_x) = a, b
        p = self.products
        return Cross(int(p[y, other_y]), int(p[y, other_x]), int(p[x, other_y]), int(p[x, other_x]))
