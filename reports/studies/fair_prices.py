"""Which trips print more points than they are worth, and which fewer?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes

from loopsim.numbers import counted, listed, of_row, say, scaled
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import NOT_RESOLVED, Column, Finding, number, text
from loopsim.reports.studies.item_values import OF_ITEM, numbers
from loopsim.reports.studies.tables_of_study import table
from loopsim.studies.effects import Row
from loopsim.studies.study import Study

TITLE = "Fair prices of trips"
ALT = (
    "Points with intervals, one a trip: the points at which it would give as much a visit as the mean of "
    "the deck, where a point more brings its visitors something; a hollow mark is what it prints. Trips of "
    "which a visit brings most beyond the mean are on top."
)
NOTES = (
    "The fair price: the points at which what a visit brings, beside what the player would have done "
    "without, is the mean of the deck. Causal: found by closing the trip, never from who wins with it. It "
    "takes a point more to be worth a point to those who visit the trip. Where it is clearly worth something to "
    "them the fair price is told; if that is less than a point, it lies further from the printed one, and a sweep "
    "over the points of the trip plays it. Where it is not, since more players then go there or go there too eagerly, "
    "no price follows. The front page counts otherwise: all trips, by the limits of the scenario."
)
WIDE = True

#: Points are whole numbers: so far from the fair price printed ones are fine (metrics.md 12).
FINE = 0.5
#: Trips named on each side in the finding.
MOST_NAMED = 3
WIDTH, ROW, FOOT = 6.4, 0.24, 1.1
#: At the head of a page an answer stands before what merely moves.
FIRST = 999

#: What is said in place of a fair price.
NO_PRICE = "no price follows"
#: What to do about such a trip.
INSTEAD = (
    "Where no price follows, look at what the trip costs in components and tears, value it again with a bot that "
    "plays better (loopsim tune), or play other prices (loopsim sweep)"
)
#: The numbers of a valuation from which prices follow, with what each is of (see `numbers`), by name here.
TAKEN = {
    ("fair_price", "fair_price"): "fair_price",
    ("mispricing", "mispricing"): "beyond",
    ("point_effect", "score"): "point_more",
    ("surplus", "score"): "use",
}
#: Ends of the name of an estimate, and the columns of a valuation.
ENDS = {"": "value", "_low": "low", "_high": "high"}


def compute(study: Study) -> pl.DataFrame:
    """One row a trip, what brings most beyond the mean of all first; none of what has no points.

    key, item (its name), points, then with intervals: beyond (what a visit brings less the mean of all
    trips), use (less what the player would have done without), point_more (what a point more brings those
    who visit it), fair_price; null where a point more is not resolved to bring anything (`is_priced`).
    """
    items = table(study, "items", OF_ITEM)
    values = numbers(study, "values")
    if values.filter(number="fair_price").is_empty():
        return items.clear().select(key="item", item="name")
    frame = items.select(
        pl.col("item").alias("key"), pl.col("name").alias("item"), pl.col("points").cast(pl.Int64)
    )
    for (taken, of), name in TAKEN.items():
        rows = values.filter(number=taken, of=of)
        ends = {f"{name}{end}": value for end, value in ENDS.items()}
        frame = frame.join(
            rows.select(key="item", **ends), on="key", how="left", maintain_order="left"
        )
    is_priced = (pl.col("point_more_low") > 0).fill_null(False)
    return frame.with_columns(
        is_priced.alias("is_priced"),
        *(pl.when(is_priced).then(f"fair_price{end}").alias(f"fair_price{end}") for end in ENDS),
        pl.when(~is_priced).then(pl.lit(NO_PRICE)).otherwise(pl.lit("")).alias("note"),
    ).sort("beyond", descending=True, nulls_last=True, maintain_order=True)


def find(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    """The trips whose printed points are not fair, and those of which no price follows, the furthest first.

    Not fair: outside the interval of the fair price and more than `FINE` from it (metrics.md 12).
    """
    if frame.is_empty():
        return []
    priced, others = frame.filter("is_priced"), frame.filter(~pl.col("is_priced"))
    return [
        *([_of_priced(priced)] if len(priced) else []),
        *([_of_others(others)] if len(others) else []),
    ]


def off(frame: pl.DataFrame) -> pl.DataFrame:
    """The trips of which a visit brings more or less than the mean, the furthest first."""
    beyond = pl.col("beyond")
    is_off = (pl.col("beyond_low") > 0) | (pl.col("beyond_high") < 0)
    return frame.filter(is_off, beyond.abs() > FINE).sort(
        beyond.abs(), descending=True, maintain_order=True
    )


def _of_priced(frame: pl.DataFrame) -> Finding:
    """How many of some trips print too much or too little, and the furthest of them."""
    low, high = pl.col("beyond_low"), pl.col("beyond_high")
    some = off(frame)
    clearly = some.filter((low > FINE) | (high < -FINE)).height
    fair = frame.filter(low >= -FINE, high <= FINE).height
    counts = [
        f"clearly not fair, with the whole interval more than {FINE:g} away: {clearly}",
        f"perhaps not fair, outside the interval: {some.height - clearly}",
        f"fair, with the whole interval within {FINE:g}: {fair}",
        f"{NOT_RESOLVED.lower()}: {frame.height - some.height - fair}",
    ]
    sides = [
        f"{words}: {listed(_said(row) for row in side.head(MOST_NAMED).iter_rows(named=True))}"
        for words, side in (
            ("Too many points", some.filter(pl.col("beyond") > 0)),
            ("Too few points", some.filter(pl.col("beyond") < 0)),
        )
        if side.height
    ]
    said = ". ".join(
        [
            f"Of {counted(frame.height, 'trip')} with a fair price the printed points are {'; '.join(counts)}",
            *sides,
        ]
    )
    return Finding(f"{said}.", bool(some.height or fair == frame.height), FIRST)


def _of_others(frame: pl.DataFrame) -> Finding:
    """The trips of which no price follows, and what to look at in its place."""
    why = "a point more costs their visitors something, or it is not resolved that it brings them anything"
    said = [f"Of {counted(frame.height, 'trip')} no price follows, since {why}"]
    if (some := off(frame)).height:
        named = [visit(row) for row in some.head(MOST_NAMED).iter_rows(named=True)]
        if some.height > MOST_NAMED:
            named.append(f"and {some.height - MOST_NAMED} more")
        said.append(f"Off among these: {'; '.join(named)}")
    if eager := frame.filter(pl.col("use_high") < 0)["item"].to_list():
        names = listed(f"“{item}”" for item in eager)
        said.append(
            f"These bots go too eagerly to {names}: they score more if they may not. {INSTEAD}"
        )
    return Finding(f"{'. '.join(said)}.", bool(some.height), FIRST)


def visit(row: Row) -> str:
    """What a visit to a trip brings, in words, and what a point more would change."""
    beyond = scaled(of_row(row, "beyond"), -1 if row["beyond"] < 0 else 1)
    side = "less" if row["beyond"] < 0 else "more"
    more = say(of_row(row, "point_more"), "points", sign=True)
    return (
        f"a visit to “{row['item']}” brings {say(beyond, 'points')} {side} than the mean of all trips, and a point "
        f"more changes the score of its visitors by {more}"
    )


def _said(row: Row) -> str:
    fair = say(of_row(row, "fair_price"))
    return f"“{row['item']}” prints {row['points']}, {fair} would be fair"


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Trip, points, fair price."""
    return [
        text("item", "Trip"),
        number("points", "Prints", "points"),
        Column("beyond", "A visit, beyond the mean", "points", sign=True),
        Column("point_more", "A point more brings", "points", sign=True),
        Column("fair_price", "Fair price", "points", bare=True),
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
