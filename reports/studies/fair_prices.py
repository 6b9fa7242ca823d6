"""Which trips print more points than they are worth, and which fewer?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes

from loopsim.numbers import counted, listed, of_row, say
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import NOT_RESOLVED, Column, Finding, number, text
from loopsim.reports.studies.item_values import OF_ITEM, OF_WORTH
from loopsim.reports.studies.tables_of_study import table
from loopsim.studies.effects import OF_LEVEL
from loopsim.studies.study import Study

TITLE = "Fair prices of trips"
ALT = (
    "Points with intervals, one a trip: the points at which it would give as much a visit as the mean of "
    "the deck; a hollow mark is what it prints. Trips that print most above their fair price are on top."
)
NOTES = (
    "The fair price: the points at which what a visit brings, beside what the player would have done "
    "without, is the mean of the deck. Causal: found by closing the trip, never from who wins with it."
)
WIDE = True

#: Points are whole numbers: so far from the fair price printed ones are fine (metrics.md 12).
FINE = 0.5
#: Trips named on each side in the finding.
MOST_NAMED = 3
WIDTH, ROW, FOOT = 6.4, 0.24, 1.1
#: At the head of a page an answer stands before what merely moves.
FIRST = 999

OF_FAIR_PRICE = {
    "item": pl.String,
    "points": pl.Int64,
    "fair_price": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "note": pl.String,
}


def compute(study: Study) -> pl.DataFrame:
    """One row a trip, what prints most too much first: item, points, fair_price (with interval)."""
    return (
        _of_values(study)
        .rename({"low": "fair_price_low", "high": "fair_price_high"})
        .with_columns((pl.col("points") - pl.col("fair_price")).alias("too_many"))
        .sort("too_many", descending=True, nulls_last=True, maintain_order=True)
    )


def _of_values(study: Study) -> pl.DataFrame:
    """The fair prices of a valuation, columns `OF_FAIR_PRICE`; none of what has no points."""
    items = table(study, "items", OF_ITEM)
    prices = table(study, "values", OF_WORTH, OF_LEVEL, {"note": pl.String}).filter(
        number="fair_price"
    )
    if prices.is_empty():
        return pl.DataFrame(schema=OF_FAIR_PRICE)
    return (
        prices.join(items, on="item", maintain_order="left")
        .rename({"value": "fair_price"})
        .select(pl.col("name").alias("item"), "points", "fair_price", "low", "high", "note")
    )


def find(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    """The trips whose printed points are not fair, the furthest first, and what is known of the rest.

    Not fair: outside the interval of the fair price and more than `FINE` from it (metrics.md 12).
    """
    if frame.is_empty():
        return []
    points = pl.col("points")
    more = frame.filter(points > pl.col("fair_price_high"), pl.col("too_many") > FINE)
    fewer = frame.filter(points < pl.col("fair_price_low"), pl.col("too_many") < -FINE).reverse()
    fair = frame.filter(
        points - pl.col("fair_price_low") <= FINE, pl.col("fair_price_high") - points <= FINE
    ).height
    off = more.height + fewer.height
    if not off and not fair:
        return [Finding(f"{NOT_RESOLVED} of any trip that its points are not fair.", False)]
    found = [Finding(_off(more, fewer, frame.height), weight=FIRST)] if off else []
    if off < frame.height:
        rest = frame.height - off
        found.append(Finding(_rest(fair, rest, "other trip" if off else "trip"), fair == rest))
    return found


def _off(more: pl.DataFrame, fewer: pl.DataFrame, trips: int) -> str:
    """How many of some trips print too much or too little, and the furthest of them."""
    clearly = sum(
        side.filter(beyond > FINE).height
        for side, beyond in (
            (more, pl.col("points") - pl.col("fair_price_high")),
            (fewer, pl.col("fair_price_low") - pl.col("points")),
        )
    )
    sides = [
        f"{words}: {listed(_said(row) for row in side.head(MOST_NAMED).iter_rows(named=True))}"
        for words, side in (("too many points", more), ("too few", fewer))
        if side.height
    ]
    sentence = "; ".join(sides)
    return (
        f"{more.height + fewer.height} of {counted(trips, 'trip')} print points that are not fair: more than "
        f"{FINE:g} from the fair price and outside its interval. Clearly, with the whole interval more "
        f"than {FINE:g} away: {clearly}. {sentence[0].upper()}{sentence[1:]}."
    )


def _rest(fair: int, rest: int, called: str) -> str:
    """What is known of the trips that are not found to be off."""
    return (
        f"Fair, with the whole interval within {FINE:g} of the printed points: {fair} of "
        f"{counted(rest, called)}. {NOT_RESOLVED}: {rest - fair}."
    )


def _said(row: dict[str, object]) -> str:
    fair = say(of_row(row, "fair_price"))
    return f"“{row['item']}” prints {row['points']}, {fair} would be fair"


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Trip, points, fair price."""
    return [
        text("item", "Trip"),
        number("points", "Prints", "points"),
        Column("fair_price", "Fair price", "points"),
        number("too_many", "Prints too many", "points", decimals=1, sign=True),
        text("note", "Note"),
    ]


def is_drawn(frame: pl.DataFrame) -> bool:
    """Whether there is a trip."""
    return not frame.is_empty()


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """A line for each trip."""
    return (WIDTH, FOOT + ROW * frame.height)


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """Fair prices with intervals, and the printed points."""
    at = figures.rows(frame)
    printed = figures.values(frame, "points")
    ax.hlines(at, printed, figures.values(frame, "fair_price"), color=figures.ZONE, linewidth=4)
    figures.points(ax, at, frame, "fair_price", lying=True, label="Fair price")
    ax.plot(printed, at, "s", markerfacecolor="white", color=figures.RED, label="Printed points")
    figures.rows_of(ax, frame["item"].to_list())
    ax.set_xlabel("Points")
    figures.legend_above(ax)
    return ax
