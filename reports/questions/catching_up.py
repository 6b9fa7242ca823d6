"""Can who lies behind still win?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes

from loopsim.estimates import Estimates
from loopsim.numbers import columns as three
from loopsim.numbers import frame_of, of_row, say
from loopsim.reports.kit.question import (
    NOT_RESOLVED,
    Column,
    Finding,
    percent,
    text,
    won_by_nobody,
)
from loopsim.reports.questions.turn_order import win_shares

TITLE = "Win share of who is last"
ALT = (
    "Points with intervals by day: how much of the win who was last alone after that day gets in the end; a "
    "dashed line marks 1 in as many as there are players."
)
NOTES = (
    "Last alone: the lowest score of two players or more that are still in play. It is also who goes first on "
    "the next day; how much that rule helps this number does not tell."
)


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row a day but the last: day, win_share (with interval), equal_share."""
    days = range(1, estimates.setting.days)
    return frame_of(
        {
            "day": [f"After day {day}" for day in days],
            **three("win_share", [estimates.of(f"comeback_day{day}") for day in days]),
            "equal_share": [1 / estimates.setting.players] * len(days),
        }
    )


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """Whether who is last before the last day wins less, or more, than 1 game in as many as there are players."""
    if frame.is_empty():
        return [Finding("There is one day only, so that nobody can catch up on a later one.")]
    if won_by_nobody(estimates):
        return [Finding("No game had a winner, so that nobody who was behind has won.", False)]
    row = frame.row(-1, named=True)
    share, equal = of_row(row, "win_share"), row["equal_share"]
    if share.low is None or share.high is None or share.low <= equal <= share.high:
        return [Finding(f"{NOT_RESOLVED} whether being last is a handicap: {say(share)}.", False)]
    words = "less" if share.high < equal else "more"
    return [
        Finding(
            f"Who is last alone {row['day'].lower()} wins {say(share, 'share')} of the games, {words} than 1 in "
            f"{estimates.setting.players}."
        )
    ]


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Day and win share."""
    return [text("day", "Last alone"), percent("win_share", "Win share in the end")]


def is_drawn(frame: pl.DataFrame) -> bool:
    """Whether there is a day before the last."""
    return not frame.is_empty()


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """A point with its interval for each day, and the line of the equal share."""
    return win_shares(frame, ax, frame["day"].to_list())
