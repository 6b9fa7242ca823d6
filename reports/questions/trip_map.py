"""What do trips cost, what do they give, and which are visited?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from loopsim.estimates import Estimates
from loopsim.numbers import fixed, listed, with_estimates
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import Column, Finding, number, text
from loopsim.reports.questions import trips

TITLE = "Cost and points of the trips"
ALT = (
    "A map of the trips: required components to the right, points upwards; the larger and darker a "
    "mark, the more visits a game. Circles are AD trips, squares BC trips, triangles futures. Trips "
    "of the same cost and points lie side by side, each over its key, which is bold where the points "
    "are well off the usual."
)
NOTES = (
    "Over the usual (price_residual in the CSV): printed points less what is usual in the era for that "
    "cost, a + b·components + c·duplicates by least squares; duplicates are components of a type that "
    "the trip needs already. Positive: the card gives more than others of its cost. It depends on the "
    "cards alone, not on play. Where an era shows none, its points follow from the components exactly, "
    "or its trips are too few."
)
WIDE = True
INTERVALS = False

#: Marks of the eras; any other era gets the last one.
MARKS = {"AD": "o", "BC": "s", "FUTURE": "^"}
#: Trips of the same cost and points lie this far apart (components), all of them within `ROOM`.
STEP, ROOM = 0.15, 0.88
#: Longest key under a mark.
MOST_LETTERS = 8
#: Trips at least so many points off what is usual in their era are named.
OFF = 0.5
#: Trips named on each side in the finding.
MOST_NAMED = 3
#: With no more trips than this an era says nothing of what is usual (a, b and c).
PARAMETERS = 3


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row a trip on the board in some game: `trips.printed` and visits (with interval)."""
    frame = trips.dealt_items(estimates)
    visits = [estimates.of("visits", "item", index) for index in frame["index"]]
    return with_estimates(frame, "visits", visits).sort("era", "components", "points", "index")


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """The spread of points per component, and the trips furthest off what is usual in their era."""
    ratio = frame.sort("points_per_component", "index")
    low, high = (_all_at(ratio, end) for end in (0, -1))
    spread = Finding(f"By the cards alone, a component brings between {low} and {high}.")
    return [spread, *_off_the_usual(frame), *_exact_eras(frame)]


def _all_at(by_ratio: pl.DataFrame, end: int) -> str:
    """The points per component at one end, and the trips that give them, all but a few by name."""
    ratio = by_ratio["points_per_component"][end]
    same = by_ratio.filter(pl.col("points_per_component") == ratio)
    named = [trips.label(row) for row in same.head(MOST_NAMED).iter_rows(named=True)]
    if same.height > MOST_NAMED:
        named.append(f"{same.height - MOST_NAMED} more")
    return f"{fixed(ratio, 2)} points ({listed(named)})"


def _off_the_usual(frame: pl.DataFrame) -> list[Finding]:
    """The trips that give more or less than is usual; nothing of eras where none can."""
    known = frame.filter(pl.col("price_residual").is_not_null()).sort("price_residual")
    if known.is_empty():
        return []
    more = known.filter(pl.col("price_residual") >= OFF).reverse()
    less = known.filter(pl.col("price_residual") <= -OFF)
    sides = [
        f"{side}: {listed(_off(row) for row in off.head(MOST_NAMED).iter_rows(named=True))}"
        for side, off in (("more", more), ("fewer", less))
        if off.height
    ]
    if not sides:
        return [
            Finding(
                f"No trip gives {fixed(OFF, 1)} points more or fewer than is usual in its era for "
                "the components that it needs."
            )
        ]
    return [
        Finding(
            "Trips that give more or fewer points than is usual in their era for the components that "
            f"they need: {'; '.join(sides)}."
        )
    ]


def _exact_eras(frame: pl.DataFrame) -> list[Finding]:
    """The eras in which no trip can stand out, of those with trips enough for one to."""
    of_era = frame.group_by("era", maintain_order=True).agg(
        pl.len().alias("trips"), pl.col("price_residual").count().alias("known")
    )
    eras = of_era.filter(known=0).filter(pl.col("trips") > PARAMETERS)["era"].to_list()
    return [
        Finding(
            f"The points of {era} trips follow from their components exactly, so none of them "
            "stands out by its cost."
        )
        for era in eras
    ]


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """What is printed, and visits."""
    return [
        text("trip", "Trip"),
        text("key", "Key"),
        text("era", "Era"),
        number("components", "Cost", "components"),
        number("points", "Points", "points"),
        number("points_per_component", "Points per component", "points", decimals=2),
        number("price_residual", "Over the usual", "points", decimals=2, sign=True),
        Column("visits", "Visits", "a game with it"),
    ]


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """Room for the map and its scale."""
    return (7.2, 5.6)


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """A mark for each trip; its size and colour are its visits."""
    visits = np.nan_to_num(figures.values(frame, "visits"))
    most = max(float(visits.max(initial=0)), 1e-9)
    at = figures.values(frame, "components") + _aside(frame)
    points = figures.values(frame, "points")
    eras = frame["era"].unique(maintain_order=True).to_list()
    for era in eras:
        of_era = (frame["era"] == era).to_numpy()
        marks = ax.scatter(
            at[of_era],
            points[of_era],
            s=20 + 150 * visits[of_era] / most,
            c=visits[of_era],
            cmap="cividis_r",
            vmin=0,
            vmax=most,
            marker=MARKS.get(era, "D"),
            edgecolors=figures.INK,
            linewidths=0.6,
        )
    off = frame["price_residual"].abs().fill_null(0) >= OFF
    for x, y, key, is_off in zip(at, points, frame["key"], off, strict=True):
        ax.annotate(
            figures.short(key, MOST_LETTERS),
            (x, y),
            (0, -8),
            textcoords="offset points",
            ha="center",
            va="top",
            rotation="vertical",  # so that marks side by side keep their keys apart
            fontsize=7.5,
            fontweight="bold" if is_off else "normal",
        )
    bar = ax.figure.colorbar(marks, ax=ax, shrink=0.85, pad=0.02)
    bar.set_label("Visits a game with the trip")
    bar.outline.set_visible(False)
    ax.legend(
        handles=[
            Line2D(
                [], [], marker=MARKS.get(era, "D"), ls="", mfc="white", mec=figures.INK, label=era
            )
            for era in eras
        ],
        loc="upper left",
    )
    ax.set_xticks(sorted(frame["components"].unique()))
    ax.margins(0.12)
    ax.set_xlabel("Cost (components)")
    ax.set_ylabel("Points")
    ax.grid(axis="both")
    return ax


def _aside(frame: pl.DataFrame) -> NDArray[np.float64]:
    """Trips of the same cost and points lie side by side: how far each is moved."""
    same = ["components", "points"]
    place = pl.int_range(pl.len()).over(same)
    middle = (pl.len().over(same) - 1) / 2
    step = pl.min_horizontal(STEP, ROOM / pl.max_horizontal(1, 2 * middle))
    return frame.select(((place - middle) * step).alias("aside"))["aside"].to_numpy()


def _off(row: dict[str, Any]) -> str:
    return f"{trips.label(row)} {fixed(row['price_residual'], 1, sign=True)}"
