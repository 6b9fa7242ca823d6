"""How close are games?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes

from loopsim import stats
from loopsim.estimates import Estimates
from loopsim.reports import figures
from loopsim.reports.numbers import columns as three
from loopsim.reports.numbers import fixed, frame_of, of_row, say
from loopsim.reports.question import NOT_RESOLVED, Column, Finding, number, percent, text

TITLE = "How close games are"
ALT = "Bars: share of the games by how many points the winner is ahead of the second."
NOTES = "Margin: best less second-best final score, in games with at least two survivors."

#: The smallest margin of each class; the last class is open.
CLASSES = (0, 1, 2, 3, 6, 11, 21)


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row a class of margins: margin, games, share (with interval) of games with a margin."""
    counts = estimates.histogram("margin")
    total = sum(counts.values())
    ends = [*CLASSES[1:], None]
    games = [
        sum(n for margin, n in counts.items() if margin >= low and (high is None or margin < high))
        for low, high in zip(CLASSES, ends, strict=True)
    ]
    return frame_of(
        {
            "margin": [_named(low, high) for low, high in zip(CLASSES, ends, strict=True)],
            "games": games,
            **three("share", [stats.share(_hits(n, total)) for n in games]),
        }
    )


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """The median, and games decided by a tie-break."""
    median = estimates.quantile("margin", 0.5)
    if median.value is None or median.low is None or median.high is None:
        return [Finding(f"{NOT_RESOLVED}: no game had two survivors.", False)]
    value, low, high = (fixed(x, 0) for x in (median.value, median.low, median.high))
    ties = of_row(frame.row(0, named=True), "share")
    return [
        Finding(
            f"In half of the games the winner is ahead by {value} points or more "
            f"(median; {low} to {high}); {say(ties, 'share')} end with the best two level "
            "on points."
        )
    ]


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Class, games, share."""
    return [
        text("margin", "Margin in points"),
        number("games", "Games", "games"),
        percent("share", "Share"),
    ]


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """Bars of the share of games, with intervals."""
    at = range(frame.height)
    figures.bars(ax, at, frame, "share", scale=100)
    ax.set_xticks(at, frame["margin"].to_list())
    ax.set_xlabel("Margin (points)")
    ax.set_ylabel("Games (%)")
    ax.set_ylim(bottom=0)
    return ax


def _named(low: int, high: int | None) -> str:
    if high is None:
        return f"{low} or more"
    return str(low) if high == low + 1 else f"{low}–{high - 1}"


def _hits(hits: int, total: int) -> stats.Sums:
    return stats.Sums(total, total, hits, total, hits, hits, total)
