"""Does the place in the turn order matter?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes

from loopsim.estimates import Estimates
from loopsim.numbers import columns as three
from loopsim.numbers import frame_of, probability, rounded
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import (
    NOT_RESOLVED,
    Column,
    Finding,
    percent,
    text,
    won_by_nobody,
)
from loopsim.reports.questions import places

TITLE = "Win share by place in the turn order"
ALT = (
    "Points with intervals, one a place in the turn order of day 1: win share; a dashed line marks "
    "the equal share."
)
NOTES = (
    "Places count clockwise from the first player of day 1. Equal share: games with a winner over "
    "the number of players. Effect: win share less the mean of all places. p: how "
    "often places that are alike would differ as much by chance."
)

#: Level of the test of the turn order.
LEVEL = 0.05


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row a place: place, win_share, order_effect, score (with intervals), equal_share."""
    n = estimates.setting.players
    return frame_of(
        {
            "place": places.names(estimates),
            **three("win_share", places.of_places(estimates, "win_share")),
            **three("order_effect", [estimates.order_effect(place) for place in range(n)]),
            **three("score", places.of_places(estimates, "score")),
            "equal_share": [equal_share(estimates)] * n,
        }
    )


def equal_share(estimates: Estimates) -> float:
    """The win share of a seat if all were alike: (1 − share of games without a winner) / n."""
    return (1 - (estimates.of("no_winner").value or 0.0)) / estimates.setting.players


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """The one test of the question, and the spread with its interval."""
    test, spread = estimates.order_test(), estimates.order_spread()
    if won_by_nobody(estimates):
        return [
            Finding("No game had a winner, so that no place could win more than another.", False)
        ]
    if test.p is None or spread.low is None or spread.high is None:
        return [Finding(f"{NOT_RESOLVED}: too few games to say whether the place matters.", False)]
    _, low, high = rounded(spread, 100)
    size = f"between {low} and {high} percentage points"
    p = f"p {probability(test.p, '= ')}"
    if test.p >= LEVEL:
        return [
            Finding(
                f"{NOT_RESOLVED} whether the place in the turn order matters ({p}): the best and the worst place "
                f"are at most {high} percentage points of win share apart.",
                False,
            )
        ]
    by_share = frame.sort("win_share")
    worst, best = by_share.row(0, named=True), by_share.row(-1, named=True)
    return [
        Finding(
            f"The place in the turn order matters ({p}): the best and the worst place are {size} of "
            f"win share apart. In this run the {best['place']} place wins most and the "
            f"{worst['place']} least."
        )
    ]


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Place, win share, effect, score."""
    return [
        text("place", "Place"),
        percent("win_share", "Win share"),
        percent("order_effect", "Effect", sign=True),
        Column("score", "Score", "points"),
    ]


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """A point with its interval for each place, and the line of the equal share."""
    return win_shares(frame, ax, frame["place"].to_list())


def win_shares(frame: pl.DataFrame, ax: Axes, labels: Sequence[str]) -> Axes:
    """Win shares as points with intervals, and the line of the equal share."""
    at = figures.rows(frame)
    equal = 100 * frame["equal_share"][0]
    ax.axhline(equal, color=figures.ORANGE, linestyle="--", label="Equal share")
    figures.points(ax, at, frame, "win_share", scale=100, label="Win share")
    ax.set_xticks(at, [figures.short(label, 16) for label in labels])
    ax.set_xlim(-0.6, frame.height - 0.4)
    ax.set_ylabel("Win share (%)")
    ax.margins(y=0.2)
    low, high = ax.get_ylim()
    ax.set_ylim(max(low, 0), min(high, 100))
    figures.legend_above(ax)
    return ax
