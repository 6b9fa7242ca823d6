"""What is undecided against a baseline, told as a whole: how many games would decide most of it."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

import polars as pl

from loopsim.gates.outcomes import AT_THE_TOLERANCE
from loopsim.numbers import about_all

#: So many of the numbers that more games decide are to be decided by the games that are told.
MOST = 0.8


class Undecided(NamedTuple):
    """Of the numbers that are undecided against the baseline.

    `numbers`: how many; of these `too_near` the tolerance, and `unknown`, having no interval. `games`:
    about how many decide the share `most` of the others; None if there is no other.
    """

    numbers: int
    too_near: int
    unknown: int
    games: int | None
    most: float = MOST


def of_rows(rows: pl.DataFrame) -> Undecided:
    """That of the rows of a gate."""
    found = rows.filter(outcome="undecided", of="baseline")
    games = sorted(found["games"].drop_nulls())
    too_near = found.filter(why=AT_THE_TOLERANCE).height
    unknown = found.height - too_near - len(games)
    return Undecided(
        found.height, too_near, unknown, games[ceil(MOST * len(games)) - 1] if games else None
    )


def told(of: Undecided) -> str:
    """It in a sentence."""
    parts = []
    if of.too_near:
        parts.append(f"{of.too_near:,} cannot be decided at this tolerance")
    if of.unknown:
        parts.append(f"{of.unknown:,} {'is' if of.unknown == 1 else 'are'} not known well enough")
    if of.games is not None:
        them = "the others" if parts else "them"
        parts.append(
            f"{about_all(of.games)}, in run and baseline, would decide {of.most:.0%} of {them}"
        )
    are = "number is" if of.numbers == 1 else "numbers are"
    return f"{of.numbers:,} {are} undecided against the baseline: {'; '.join(parts)}."
