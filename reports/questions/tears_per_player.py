"""How are tears spread over the players?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes

from loopsim.estimates import Estimates
from loopsim.numbers import columns as three
from loopsim.numbers import frame_of, of_row, resolved, say
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import Column, Finding, percent, text

TITLE = "How many tears a player holds"
ALT = "Bars: share of the players by the tears that they hold at the end."
NOTES = (
    "Tears held at the end: taken less given back. The last row is one tear more than can be held: "
    "the eliminated."
)


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row a number of tears held, the last eliminates: tears, share of seats (with interval)."""
    spread = [m for m in estimates.measures.of_level("seats") if m.family == "seats_by_tears"]
    return frame_of(
        {
            "tears": [metric.label for metric in spread],
            **three("share", [estimates.of(metric.name) for metric in spread]),
        }
    )


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """The two ends."""
    none, most = (of_row(frame.row(row, named=True), "share") for row in (0, -1))
    return [
        Finding(
            f"{say(none, 'share')} of the players hold no tear at the end, {say(most, 'share')} "
            f"hold {frame['tears'][-1]}, which eliminates.",
            resolved(none, most),
        )
    ]


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Tears and share of the players."""
    return [text("tears", "Tears held"), percent("share", "Players")]


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """Bars of the share of the players, with intervals."""
    at = range(frame.height)
    figures.bars(ax, at, frame, "share", scale=100)
    ax.set_xticks(at, frame["tears"].to_list())
    ax.set_xlabel("Tears held at the end (the last eliminates)")
    ax.set_ylabel("Players (%)")
    ax.set_ylim(bottom=0)
    return ax
