"""Which cards are taken new, on which day, and which lie dead?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl
from matplotlib.axes import Axes

from loopsim.estimates import Estimates
from loopsim.numbers import above, fixed, frame_of, of_row, say, scaled
from loopsim.numbers import columns as three
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import NOT_RESOLVED, Column, Finding, percent, text

TITLE = "New cards by source and day"
ALT = (
    "Lying bars, one a source of new cards: the share of all new cards that comes from it, with its "
    "interval; on each bar the shares of the days, as marks of different shapes; a dashed line marks an "
    "equal share."
)
NOTES = (
    "Take rate: new cards of a kind over all new cards, those of a day over all of that day. A pile that is "
    "empty cannot be taken from, and there are more garage and shop cards than others. Equal share: one over "
    "the number of sources. A dead card is one that is taken far less often; the limits are on the front page."
)
WIDE = True

#: What sources of new cards are called.
TITLES = {
    "garage": "Garage",
    "shop": "Shop",
    "armory": "Armory",
    "trash": "Trash",
    "exchange": "Exchange",
    "advertise": "Advertise",
    "move": "Move",
    "anomaly": "Anomaly",
}
#: The kind of the pile of Trash cards, and what it holds with the expansion that replaces them (LI-26).
TRASH, OFFICE = "trash", "office"
ANOMALY = "anomaly"


def sources(estimates: Estimates) -> Mapping[str, str]:
    """The kinds of new cards that can be in play, and what they are called."""
    kinds = [m.label for m in estimates.measures.of_level("seats") if m.family == "take_rate"]
    rules = estimates.setting.rules
    office = OFFICE in rules.get("expansions", ())
    stated = rules.get("piles", {})  # only where a scenario states them
    if not rules.get("anomalies_per_day", 1) or estimates.setting.days == 1:
        stated = {**stated, ANOMALY: 0}  # LI-53: they are opened at the end of a day but the last
    named = {kind: TITLES.get(kind, kind) for kind in kinds}
    if office:
        named[TRASH] = "Office"
    return {
        kind: title
        for kind, title in named.items()
        if stated.get(OFFICE if office and kind == TRASH else kind, 1)
    }


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row a source, most taken first.

    kind, title, take_rate and take_rate_day1 … (with intervals), equal_share; of_equal: take_rate over it.
    """
    known = sources(estimates)
    rates = [estimates.of(f"take_rate_{kind}") for kind in known]
    by_day = {
        f"take_rate_day{day}": [estimates.of(f"take_rate_{kind}_day{day}") for kind in known]
        for day in range(1, estimates.setting.days + 1)
    }
    columns = {"take_rate": rates, **by_day, "of_equal": [scaled(r, len(known)) for r in rates]}
    return frame_of(
        {
            "kind": [*known],
            "title": [*known.values()],
            "equal_share": [1 / len(known)] * len(known),
            **{key: cell for name, of in columns.items() for key, cell in three(name, of).items()},
        }
    ).sort("take_rate", descending=True, nulls_last=True, maintain_order=True)


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """The source that is taken from most, and the one least; what changes most over the days."""
    most, least = (frame.row(place, named=True) for place in (0, -1))
    a, b = of_row(most, "take_rate"), of_row(least, "take_rate")
    if not above(a, b):
        first = Finding(f"{NOT_RESOLVED} which source of new cards is taken from most.", False)
    else:
        first = Finding(
            f"More of the new cards come from {most['title']}, {say(a, 'share')}, than from "
            f"{least['title']}, {say(b, 'share')}. An equal share would be "
            f"{fixed(100 * most['equal_share'], 1)}\N{NO-BREAK SPACE}%."
        )
    return [first, *_over_the_days(frame)]


def _over_the_days(frame: pl.DataFrame) -> Sequence[Finding]:
    """A source whose share of the new cards is another on the last day than on the first, by much.

    Not anomalies: there are none on the first day by the rules (LI-53).
    """
    days = figures.days_of(frame, "take_rate")
    if len(days) < 2:
        return []
    rows = frame.filter(pl.col("kind") != ANOMALY).to_dicts()
    ends = [(row["title"], *(of_row(row, days[d]) for d in (0, -1))) for row in rows]
    moved = [
        (abs((last.value or 0) - (first.value or 0)), title, first, last)
        for title, first, last in ends
        if above(first, last) or above(last, first)
    ]
    if not moved:
        return [
            Finding(f"{NOT_RESOLVED} which sources are taken more on some days than others.", False)
        ]
    _, title, first, last = max(moved, key=lambda each: each[0])
    verb = "rises" if above(last, first) else "falls"
    return [
        Finding(
            f"Over the days {title} {verb} from {say(first, 'share')} of the new cards on "
            f"day 1 to {say(last, 'share')} on day {len(days)}."
        )
    ]


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Source, take rate of all days and of each, and how it compares with an equal share."""
    days = [
        percent(name, f"Day {day}")
        for day, name in enumerate(figures.days_of(frame, "take_rate"), 1)
    ]
    return [
        text("title", "Source"),
        percent("take_rate", "All days"),
        *days,
        Column("of_equal", "Of an equal share", "times"),
    ]


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """A line for each source."""
    return (5.8, 1.1 + 0.42 * frame.height)


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """A lying bar a source with a mark a day on it, and the line of an equal share."""
    at, share = figures.rows(frame), figures.values(frame, "take_rate", 100)
    ax.barh(at, share, 0.78, color=figures.ZONE, label="All days")
    figures.points_by_day(ax, frame, "take_rate", frame["title"].to_list(), 100)
    equal = 100 * frame["equal_share"][0]
    ax.axvline(equal, color=figures.ORANGE, linestyle="--", label="Equal share")
    ax.set_xlabel("Share of the new cards (%)")
    figures.legend_above(ax)
    return ax
