"""How differently do the bots decide?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from loopsim.distances import DIFFERENT
from loopsim.numbers import counted, fixed, listed, of_row, say
from loopsim.reports.kit import heat
from loopsim.reports.kit.question import Column, Finding, text
from loopsim.reports.studies import bot_matrix
from loopsim.reports.studies.tables_of_study import table
from loopsim.studies.strength.apart import OF_DISTANCE, unresolved
from loopsim.studies.study import Study

TITLE = "Policy distances"
ALT = "A heat map of all pairs of bots: the darker a cell, the more differently the two decide."
NOTES = (
    "At tables mixed of all bots a decision of each game is put to every bot. Distance: half the sum over the "
    "options of the difference of their chances; 0: they always decide alike, 1: never. Different: "
    f"{DIFFERENT} or more as measured; where the interval lies on both sides of that it is not resolved."
)
INTERVALS = False
WIDE = True
FOLDED = True


def compute(study: Study) -> pl.DataFrame:
    """One row a pair, as the study has it."""
    return table(study, "distance", OF_DISTANCE)


def find(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    """Which bots are hardly different, or that all are; of which that is not resolved."""
    if frame.is_empty():
        return []
    close = frame.filter(~pl.col("different"))
    said = f"All bots are different: every distance is {DIFFERENT} or more."
    if len(close):
        said = f"{counted(len(close), 'pair')} closer than {DIFFERENT}: {_pairs(close)}."
    unclear = frame.filter(unresolved(frame))
    if unclear.is_empty():
        return [Finding(said)]
    more = f"Not resolved on which side of {DIFFERENT}: {_pairs(unclear)}."
    return [Finding(said), Finding(more, False)]


def _pairs(frame: pl.DataFrame) -> str:
    """Pairs with their distances."""
    return listed(
        f"“{row['bot']}” and “{row['other']}”, {say(of_row(row, 'distance'))}"
        for row in frame.iter_rows(named=True)
    )


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """The pair, and how far it is apart."""
    return [text("bot", "Bot"), text("other", "Other"), Column("distance", "Distance")]


def is_drawn(frame: pl.DataFrame) -> bool:
    """Whether there are bots."""
    return not frame.is_empty()


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """As a matrix of the bots."""
    return bot_matrix.size(_bots(frame))


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """The map of all pairs."""
    bots = _bots(frame)
    apart = np.zeros((len(bots), len(bots)))
    for row in frame.iter_rows(named=True):
        at = bots.index(row["bot"]), bots.index(row["other"])
        apart[at] = apart[at[::-1]] = row["distance"]
    texts = [fixed(value, 2) for value in apart.flat]
    bot_matrix.draw(ax, bots, apart, texts, np.zeros(apart.shape, bool), heat.LITTLE_TO_MUCH)
    return ax


def _bots(frame: pl.DataFrame) -> list[str]:
    """All bots, in the order in which they were named."""
    return [*dict.fromkeys([*frame["bot"].head(1), *frame["other"]])]
