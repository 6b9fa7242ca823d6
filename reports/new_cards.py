"""Which cards are taken new, and which lie dead?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl
from matplotlib.axes import Axes

from loopsim.estimates import Estimates
from loopsim.numbers import columns as three
from loopsim.numbers import fixed, frame_of, of_row, say
from loopsim.reports import figures
from loopsim.reports.question import NOT_RESOLVED, Column, Finding, percent, text

TITLE = "New cards by source"
ALT = (
    "Lying bars, one a source of new cards: the share of all new cards that comes from it, with its "
    "interval; a dashed line marks an equal share."
)
NOTES = (
    "Take rate: new cards of a kind over all new cards. A pile that is empty cannot be taken from, and there "
    "are more garage and shop cards than others. Equal share: one over the number of sources."
)

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
#: What the pile of Trash cards is with the expansion that replaces them (LI-26).
OFFICE = "Office"


def sources(estimates: Estimates) -> Mapping[str, str]:
    """The kinds of new cards and what they are called."""
    office = "office" in estimates.setting.rules.get("expansions", ())
    kinds = [m.label for m in estimates.measures.of_level("seats") if m.family == "take_rate"]
    named = {kind: TITLES.get(kind, kind) for kind in kinds}
    return named | ({"trash": OFFICE} if office else {})


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row a source, most taken first: kind, title, take_rate (with interval), equal_share."""
    known = sources(estimates)
    return frame_of(
        {
            "kind": [*known],
            "title": [*known.values()],
            **three("take_rate", [estimates.of(f"take_rate_{kind}") for kind in known]),
            "equal_share": [1 / len(known)] * len(known),
        }
    ).sort("take_rate", descending=True, nulls_last=True, maintain_order=True)


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """The source that is taken from most, and the one least."""
    most, least = (frame.row(place, named=True) for place in (0, -1))
    a, b = of_row(most, "take_rate"), of_row(least, "take_rate")
    if a.low is None or b.high is None or a.low <= b.high:
        return [Finding(f"{NOT_RESOLVED} which source of new cards is taken from most.", False)]
    return [
        Finding(
            f"Of the new cards most come from {most['title']}: {say(a, 'share')}; fewest from "
            f"{least['title']}: {say(b, 'share')}. An equal share would be "
            f"{fixed(100 * most['equal_share'], 1)}\N{NO-BREAK SPACE}%."
        )
    ]


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Source and take rate."""
    return [text("title", "Source"), percent("take_rate", "Take rate")]


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """A line for each source."""
    return (6.0, 1.0 + 0.3 * frame.height)


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """A lying bar a source, and the line of an equal share."""
    at, share = figures.rows(frame), figures.values(frame, "take_rate", 100)
    ax.barh(at, share, 0.72, color=figures.BLUE)
    reach = figures.reach(frame, "take_rate", 100)
    ax.errorbar(share, at, xerr=reach, fmt="none", ecolor=figures.INK)
    equal = 100 * frame["equal_share"][0]
    ax.axvline(equal, color=figures.ORANGE, linestyle="--", label="Equal share")
    figures.rows_of(ax, frame["title"].to_list())
    ax.set_xlim(left=0)
    ax.set_xlabel("Share of the new cards (%)")
    figures.legend_above(ax)
    return ax
