"""How close are games?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes

from loopsim import stats
from loopsim.estimates import Estimates
from loopsim.numbers import columns as three
from loopsim.numbers import counted, frame_of, of_row, say
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import NOT_RESOLVED, Column, Finding, number, percent, text

TITLE = "How close games are"
ALT = (
    "Bars: share of the games by how many points the winner is ahead of the second, one bar a point; "
    "the last is of all that are larger."
)
NOTES = "Margin: best less second-best final score, in games with at least two survivors."

#: From this margin on games are counted together; below it each margin by itself.
OPEN_FROM = 16


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row a margin, the last one open: margin, games, share (with interval) of games with one."""
    counts = estimates.histogram("margin")
    total = sum(counts.values())
    games = [counts.get(margin, 0) for margin in range(OPEN_FROM)]
    games.append(total - sum(games))
    return frame_of(
        {
            "margin": [*map(str, range(OPEN_FROM)), f"{OPEN_FROM} or more"],
            "games": games,
            **three("share", [stats.share(_hits(n, total)) for n in games]),
        }
    )


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """The median, and games decided by a tie-break."""
    median = estimates.quantile("margin", 0.5)
    if median.value is None or median.low is None or median.high is None:
        return [Finding(f"{NOT_RESOLVED}: no game had two survivors.", False)]
    value, low, high = (int(x) for x in (median.value, median.low, median.high))
    interval = "" if low == high else f"; 95\N{NO-BREAK SPACE}% interval {low} to {high}"
    ties = of_row(frame.row(0, named=True), "share")
    return [
        Finding(
            f"In at least half of the games that two players or more survive the winner is ahead by "
            f"{counted(value, 'point')} or more (the median{interval}); {say(ties, 'share')} of them end with the "
            "best two level on points."
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
    ax.set_xticks(at, [*frame["margin"][:-1], f"{OPEN_FROM}+"])
    ax.set_xlabel("Margin (points)")
    ax.set_ylabel("Games (%)")
    ax.set_ylim(bottom=0)
    return ax


def _hits(hits: int, total: int) -> stats.Sums:
    return stats.Sums(total, total, hits, total, hits, hits, total)
