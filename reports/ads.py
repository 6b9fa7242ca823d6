"""Are ads placed, and are they met?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from loopsim.estimates import Estimates
from loopsim.numbers import columns as three
from loopsim.numbers import frame_of, of_row, resolved, say
from loopsim.reports import figures
from loopsim.reports.question import Column, Finding, text

TITLE = "Ads placed, met and failed"
ALT = "Groups of bars by day: ads a player places, meets and fails to meet."
NOTES = (
    "Placed = met + failed + lifted; ads are lifted when their owner is eliminated. Day by day, an "
    "ad is met or fails on the day on which it is placed."
)

SERIES = (
    ("ads_placed", "Placed", figures.SKY),
    ("met_ads", "Met", figures.GREEN),
    ("failed_ads", "Failed", figures.RED),
)


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row a day and one for all: when, ads_placed, met_ads, failed_ads a seat (with intervals)."""
    days = range(1, estimates.setting.days + 1)
    ends = [*(f"_day{day}" for day in days), ""]
    columns: dict[str, list[Any]] = {"when": [*(f"Day {day}" for day in days), "All days"]}
    for name, _, _ in SERIES:
        columns |= three(name, [estimates.of(f"{name}{end}") for end in ends])
    return frame_of(columns)


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """How many, and how many of them are met."""
    placed = of_row(frame.row(-1, named=True), "ads_placed")
    if not placed.value:
        return [Finding("No ad was placed in any game.")]
    met = estimates.of("met_share")
    return [
        Finding(
            f"A player places {say(placed, 'ads')} in a game, and "
            f"{say(met, 'share')} of the ads are met by a launch of their owner.",
            resolved(placed, met),
        )
    ]


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Day, and the three counts."""
    return [text("when", ""), *(Column(name, title, "a player") for name, title, _ in SERIES)]


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """A group of three bars for each day, with intervals."""
    days = frame.head(frame.height - 1)
    width = 0.26
    for series, (name, title, colour) in enumerate(SERIES):
        at = np.arange(days.height) + (series - 1) * width
        figures.bars(ax, at, days, name, colour=colour, width=width, label=title)
    ax.set_xticks(range(days.height), days["when"].to_list())
    ax.set_ylabel("Ads a player")
    ax.set_ylim(bottom=0)
    figures.legend_above(ax)
    return ax
