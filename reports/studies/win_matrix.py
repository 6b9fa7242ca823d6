"""Which bot wins how much among others of which?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from numpy.typing import NDArray

from loopsim.numbers import fixed, listed, of_row, say
from loopsim.reports.kit import figures, heat
from loopsim.reports.kit.question import Column, Finding, percent, text
from loopsim.reports.studies import bot_matrix
from loopsim.reports.studies.tables_of_study import table
from loopsim.studies.effects import Row
from loopsim.studies.strength.matches import OF_MATCH
from loopsim.studies.study import Study

TITLE = "Win shares of one bot among others of another"
ALT = (
    "A heat map: the one bot from top to bottom, the bot of all others at its tables from left to right; in "
    "each cell the win share of the one in per cent, blue for more than an equal share, red for less."
)
NOTES = (
    "One seat is held by the bot, all others by bots of the field; places are balanced. White: an equal share; "
    "among its like a bot has that by definition, whoever happens to win. Hatched: not resolved whether more or less. Beyond an equal share: the win share "
    "less what every seat wins on average. Elo-like: what such a win share means on the scale of chess."
)
INTERVALS = False
WIDE = True
FOLDED = True

#: Bots named in a finding.
MOST_NAMED = 4


def compute(study: Study) -> pl.DataFrame:
    """One row a pair, as the study has it; among its like a bot has no advantage."""
    alike = pl.col("bot") == pl.col("field")
    return table(study, "matrix", OF_MATCH).with_columns(
        pl.when(~alike).then("advantage").alias("advantage")
    )


def find(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    """Who beats all others, or that none does; how many pairs are not resolved."""
    if frame.is_empty():
        return []
    pairs = frame.filter(pl.col("bot") != pl.col("field"))
    best = pairs.filter(pl.col("beats").all().over("bot"))
    said = [_best(of.to_dicts()) for of in best.partition_by("bot", maintain_order=True)]
    found = [Finding(text, weight=3) for text in said] or [
        Finding(f"No bot beats every other one. {_most(pairs)}", weight=3)
    ]
    unclear = int(_open(pairs).sum())
    if unclear:
        text = f"Of {pairs.height} pairs {unclear} are not resolved: more games would tell."
        found.append(Finding(text, False))
    return found


def _best(rows: Sequence[Row]) -> str:
    """A bot that beats all others, with the field in which it wins least."""
    least = min(rows, key=lambda row: row["win_share"])
    share = say(of_row(least, "win_share"), "share")
    return (
        f"“{least['bot']}” beats every other bot; it wins least among “{least['field']}”: {share}."
    )


def _most(pairs: pl.DataFrame) -> str:
    """Who beats most others."""
    counts = pairs.group_by("bot", maintain_order=True).agg(pl.col("beats").sum())
    most = max(counts["beats"].to_list())
    names = [f"“{name}”" for name in counts.filter(beats=most)["bot"].to_list()]
    others = len(names) - MOST_NAMED
    named = [*names[:MOST_NAMED], *([f"{others} more"] if others > 0 else [])]
    return f"Most others, {most} of {counts.height - 1}: {listed(named)}."


def _open(frame: pl.DataFrame) -> pl.Series:
    """Whether it is not resolved on which side of an equal share a win share is."""
    around = (pl.col("advantage_low") <= 0) & (pl.col("advantage_high") >= 0)
    return frame.select(around.fill_null(True)).to_series()


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """The pair, what the one wins, and what that is beyond an equal share."""
    return [
        text("bot", "Bot"),
        text("field", "Among"),
        Column("win_share", "Win share", "%", scale=100, bare=True),
        percent("advantage", "Beyond an equal share", sign=True),
        Column("elo", "Elo-like", sign=True, bare=True),
    ]


def is_drawn(frame: pl.DataFrame) -> bool:
    """Whether there are bots."""
    return not frame.is_empty()


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """As a matrix of the bots."""
    return bot_matrix.size(_bots(frame))


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """The map, in the order in which the bots were named."""
    share, equal = (figures.values(frame, name) for name in ("win_share", "equal_share"))
    alike = (frame["bot"] == frame["field"]).to_numpy()
    bot_matrix.draw(
        ax,
        _bots(frame),
        _colours(share, equal),
        [fixed(100 * value, 1) for value in share],
        _open(frame).to_numpy() & ~alike,
        heat.EITHER_WAY,
    )
    ax.set_xlabel("all others at its tables")
    ax.set_ylabel("the one bot")
    return ax


def _bots(frame: pl.DataFrame) -> list[str]:
    names: list[str] = frame["bot"].unique(maintain_order=True).to_list()
    return names


def _colours(share: NDArray[np.float64], equal: NDArray[np.float64]) -> NDArray[np.float64]:
    """0 for no win, 1/2 for an equal share, 1 for all wins."""
    even = np.clip(equal, 1e-9, 1 - 1e-9)  # nobody may have won any game
    colours: NDArray[np.float64] = np.where(
        share <= even, share / even / 2, 1 - (1 - share) / (1 - even) / 2
    )
    return colours
