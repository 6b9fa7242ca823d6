"""Sums over the games that several arms have played: of every number, and of products between arms.

From them follow the differences between any arms, and all other contrasts, with their errors. All sums
are whole, so they are the same for any number of threads and any size of parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from loopsim.series import Ints, Series
from loopsim.studies.compared import Block, Term

#: Whole numbers up to here are exact in floats, whose products a processor adds up much faster.
EXACT = 2**53

Contrasts = NDArray[np.int64]
"""(contrasts, arms): whole coefficients. A difference B - A of two arms is (-1, 1)."""


def each_against_first(arms: int) -> Contrasts:
    """The differences of all arms but the first to the first."""
    return np.hstack([-np.ones((arms - 1, 1), np.int64), np.eye(arms - 1, dtype=np.int64)])


def nothing(arms: int) -> Contrasts:
    """No contrast of so many arms."""
    return np.zeros((0, arms), np.int64)


@dataclass
class Sums:
    """Sums of the numbers of one block over games; k numbers, D columns.

    Columns: 1, then of each arm and of each term y and, in a ratio, x. `products`: (k, D, D) sums of
    the products of two columns, so that row 0 has the sums. `positive`: (k, D) games in which a column
    is above 0. `least`, `most`: (k, D) the extremes of each column. `differ`: (k, contrasts) games in
    which the contrast of y or x is not 0.
    """

    products: Ints
    positive: Ints
    least: Ints
    most: Ints
    differ: Ints


class Joint:
    """The sums of all blocks over the games that were added.

    `arms`: which of the arms of the blocks have played them. `n`: games; `alike`: (contrasts,) games
    with the same course in all arms that a contrast has.
    """

    def __init__(self, blocks: Sequence[Block], arms: Sequence[int], contrasts: Contrasts) -> None:
        """No games yet."""
        self.blocks, self.arms, self.contrasts = blocks, arms, contrasts
        self.n = 0
        self.alike = np.zeros(len(contrasts), np.int64)
        self.sums: list[Sums] = []

    def add(self, series: Sequence[Series], courses: Sequence[Ints]) -> None:
        """Add games: of each arm their series, and a digest of the course of each game."""
        self.n += len(courses[0])
        for c, row in enumerate(self.contrasts):
            first, *others = (course for course, used in zip(courses, row, strict=True) if used)
            same = np.ones(len(first), bool)
            for other in others:
                same &= first == other
            self.alike[c] += same.sum()
        for b, block in enumerate(self.blocks):
            terms = [block.values(arm, of) for arm, of in zip(self.arms, series, strict=True)]
            found = _sums(block, terms, self.contrasts)
            if b == len(self.sums):
                self.sums.append(found)
            else:
                _add(self.sums[b], found)


def _sums(block: Block, arms: Sequence[Sequence[Term]], contrasts: Contrasts) -> Sums:
    columns = [part for terms in arms for term in terms for part in term if part is not None]
    ones = np.ones_like(columns[0])
    values = np.stack([ones, *columns], axis=1)  # (numbers, columns, games)
    return Sums(
        products=_products(values),
        positive=(values > 0).sum(axis=2),
        least=values.min(axis=2),
        most=values.max(axis=2),
        differ=_differ(values[:, 1:], contrasts),
    )


def _products(values: Ints) -> Ints:
    """(k, D, D) sums over games of the products of columns, exactly."""
    largest = int(np.abs(values).max())
    if largest**2 * values.shape[2] < EXACT:
        floats = values.astype(np.float64)
        return (floats @ floats.transpose(0, 2, 1)).astype(np.int64)
    exact: Ints = np.einsum("kdg,keg->kde", values, values)
    return exact


def _differ(values: Ints, contrasts: Contrasts) -> Ints:
    """(k, contrasts) games in which a contrast of any column of the arms is not 0."""
    numbers, _, games = values.shape
    by_arm = values.reshape(numbers, contrasts.shape[1], -1, games)
    found = np.empty((numbers, len(contrasts)), np.int64)
    for c, row in enumerate(contrasts):
        used = np.flatnonzero(row)
        mixed = np.tensordot(by_arm[:, used], row[used], axes=(1, 0))  # (numbers, columns, games)
        found[:, c] = (mixed != 0).any(axis=1).sum(axis=1)
    return found


def _add(into: Sums, found: Sums) -> None:
    into.products += found.products
    into.positive += found.positive
    into.differ += found.differ
    np.minimum(into.least, found.least, out=into.least)
    np.maximum(into.most, found.most, out=into.most)
