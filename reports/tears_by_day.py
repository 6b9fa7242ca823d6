"""When are tears taken, and when do they eliminate?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes

from loopsim.estimates import Estimates
from loopsim.numbers import columns as three
from loopsim.numbers import frame_of, of_row, resolved, say
from loopsim.reports import figures
from loopsim.reports.question import NOT_RESOLVED, Column, Finding, percent, text

TITLE = "Tears and eliminations by day"
ALT = "Bars by day: share of the players who are eliminated on that day."
NOTES = "Eliminated: share of all players; what is left is never eliminated."


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row a day and one for all: when, tears a seat, eliminated (share of seats)."""
    days = range(1, estimates.setting.days + 1)
    tears = [*(estimates.of(f"tears_day{day}") for day in days), estimates.of("tears_taken")]
    out = [*(estimates.of(f"eliminated_day{day}") for day in days), estimates.of("eliminated")]
    return frame_of(
        {
            "when": [*(f"Day {day}" for day in days), "All days"],
            **three("tears", tears),
            **three("eliminated", out),
        }
    )


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """How many are eliminated, and on which day most of them."""
    everyone = of_row(frame.row(-1, named=True), "eliminated")
    if not everyone.value:
        return [
            Finding(
                f"Nobody was eliminated: {say(everyone, 'share')} of the players.",
                resolved(everyone),
            )
        ]
    first = Finding(f"{say(everyone, 'share')} of the players are eliminated.", resolved(everyone))
    days = frame.head(frame.height - 1).sort("eliminated", descending=True)
    if days.height < 2:
        return [first]
    most, next_ = (days.row(row, named=True) for row in (0, 1))
    a, b = of_row(most, "eliminated"), of_row(next_, "eliminated")
    if a.low is None or b.high is None or a.low <= b.high:
        when = Finding(f"{NOT_RESOLVED} on which day most eliminations fall.", False)
    else:
        when = Finding(
            f"Most eliminations fall on {most['when'].lower()}: {say(a, 'share')} of the "
            f"players, against {say(b, 'share')} on {next_['when'].lower()}."
        )
    return [first, when]


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Day, tears, eliminated."""
    return [
        text("when", ""),
        Column("tears", "Tears", "a player"),
        percent("eliminated", "Eliminated"),
    ]


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """Eliminations by day as bars with intervals."""
    days = frame.head(frame.height - 1)
    at = range(days.height)
    figures.bars(ax, at, days, "eliminated", scale=100, colour=figures.RED)
    ax.set_xticks(at, days["when"].to_list())
    ax.set_xlim(-0.6, days.height - 0.4)
    ax.set_ylabel("Players eliminated (%)")
    ax.set_ylim(bottom=0)
    return ax
