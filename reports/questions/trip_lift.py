"""Do the visitors of a trip win more often? (Correlation: metrics.md 5.)"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes
from scipy.special import ndtri

from loopsim.estimates import Estimates
from loopsim.numbers import of_row, say, with_estimates
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import (
    NOT_RESOLVED,
    Column,
    Finding,
    percent,
    text,
    won_by_nobody,
)
from loopsim.reports.questions import trips
from loopsim.stats import Z95

TITLE = "Who visits and wins"
ALT = (
    "Points with intervals, one a trip: win share of its visitors less 1 in as many as there are players. A vertical "
    "line with a band marks the same over all visits to all trips, a thin one zero. Hollow: too few "
    "games for an interval."
)
NOTES = (
    "Win lift: by how much the share of games that the visitors of a trip win is above 1 in as many "
    "as there are players. This is correlation: launching at all goes with winning, so a trip's win lift is to be read "
    "against the lift of any visit; the relative lift is the difference. It says who visits a trip, "
    "not what the trip is worth."
)
WIDE = True
#: Trips named on each side in the finding.
MOST_NAMED = 3


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row a trip on the board in some game, by era and lift.

    `trips.printed`; visits, win_lift, visit_lift (of all visits, the same in every row) and
    relative_lift, with intervals; clear: 1 or −1 if the relative lift is above or below zero also
    at the level 0.05 over all the trips together, else 0.
    """
    frame = trips.dealt_items(estimates)
    indexes = frame["index"].to_list()
    relative = [estimates.relative_lift(index) for index in indexes]
    frame = with_estimates(frame, "visits", [estimates.of("visits", "item", i) for i in indexes])
    frame = with_estimates(
        frame, "win_lift", [estimates.of("win_lift", "item", i) for i in indexes]
    )
    frame = with_estimates(frame, "visit_lift", [estimates.of("visit_lift")] * len(indexes))
    frame = with_estimates(frame, "relative_lift", relative)
    wider = -float(ndtri(0.025 / len(indexes))) / Z95
    middle, half = pl.col("relative_lift"), pl.col("relative_lift_high") - pl.col("relative_lift")
    clear = pl.when(half * wider < middle.abs()).then(middle.sign()).otherwise(0.0)
    return frame.with_columns(clear.cast(pl.Int64).alias("clear")).sort(
        "era", "win_lift", "index", descending=[False, True, False], nulls_last=True
    )


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """The lift of any visit; the trips that are clearly off it."""
    if won_by_nobody(estimates):
        return [Finding("No game had a winner, so that no visit went with winning.", False)]
    pooled = of_row(frame.row(0, named=True), "visit_lift")
    if pooled.value is None or pooled.low is None or pooled.high is None:
        return [Finding(f"{NOT_RESOLVED}: too few games with a visit.", False)]
    lift, players = say(pooled, "lift", sign=True), estimates.setting.players
    if pooled.low <= 0 <= pooled.high:
        first = Finding(
            f"{NOT_RESOLVED} whether visiting any trip goes with winning: {lift} against 1 game in {players}.",
            False,
        )
    else:
        more = "more" if pooled.value > 0 else "less"
        first = Finding(
            f"Whoever visits a trip, whichever it is, wins {more} than 1 game in {players}: {lift}. That is "
            "correlation, not the value of trips."
        )
    return [first, _against(frame)]


def _against(frame: pl.DataFrame) -> Finding:
    """The trips whose visitors win more or less often than those of any trip."""
    sides = []
    for side, words in ((1, "more"), (-1, "less")):
        clear = frame.filter(pl.col("clear") == side)
        named = [
            f"{trips.label(row)}, {say(of_row(row, 'relative_lift'), 'lift', sign=True)}"
            for row in clear.sort(pl.col("relative_lift").abs(), descending=True)
            .head(MOST_NAMED)
            .iter_rows(named=True)
        ]
        if named:
            sides.append(
                f"of {clear.height} of {frame.height} trips win {words} often "
                f"(furthest: {'; '.join(named)})"
            )
    if not sides:
        return Finding(
            f"{NOT_RESOLVED} whether the visitors of any one trip win more or less often than those "
            "of the others.",
            False,
        )
    return Finding(f"Against the lift of any visit, the visitors {', and those '.join(sides)}.")


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """The lifts side by side."""
    return [
        text("trip", "Trip"),
        text("key", "Key"),
        text("era", "Era"),
        Column("visits", "Visits", "a game with it"),
        percent("win_lift", "Win lift", sign=True),
        percent("visit_lift", "Lift of any visit", sign=True),
        percent("relative_lift", "Relative lift", sign=True),
    ]


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """A line for each trip."""
    return (6.6, 1.0 + 0.23 * frame.height)


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """A point with its interval for each trip; a line with its band for any visit."""
    pooled = of_row(frame.row(0, named=True), "visit_lift")
    if pooled.value is not None:
        ax.axvline(100 * pooled.value, color=figures.ORANGE, label="Any visit", zorder=1)
    if pooled.low is not None and pooled.high is not None:
        ax.axvspan(100 * pooled.low, 100 * pooled.high, color=figures.ORANGE, alpha=0.25, lw=0)
    ax.axvline(0, color=figures.GREY, linewidth=1)
    figures.points(
        ax,
        figures.rows(frame),
        frame,
        "win_lift",
        scale=100,
        lying=True,
        label="Visitors of the trip",
    )
    figures.rows_of(ax, frame["trip"].to_list())
    figures.part_eras(ax, frame["era"].to_list())
    ax.set_xlabel("Win share less 1 in as many as there are players (% points)")
    figures.legend_above(ax)
    return ax
