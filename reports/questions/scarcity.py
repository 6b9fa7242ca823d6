"""Which components run out on the board, and when?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl
from matplotlib.axes import Axes

from loopsim.estimates import Estimates
from loopsim.numbers import above_all, frame_of, of_row, say
from loopsim.numbers import columns as three
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import NOT_RESOLVED, Column, Finding, percent, text

TITLE = "Components that run out, by day"
ALT = (
    "A row of marks for each type of component, one a day and of different shapes: the share of the turns of "
    "the day that begin with none of the type on the board, with its interval."
)
NOTES = (
    "Out of stock: turns that begin with none of the type on the board, over the turns of the day. It does not "
    "say that whoever moves wanted one."
)
WIDE = True

#: What types of components are called (LI-01).
TITLES = {
    "wheel": "Wheel",
    "propeller": "Propeller",
    "net": "Net",
    "camera": "Camera",
    "armor": "Armor",
}


def types(estimates: Estimates) -> Mapping[str, str]:
    """The types of components and what they are called."""
    taken = [m for m in estimates.measures.of_level("seats") if m.family == "components_taken"]
    return {metric.label: TITLES.get(metric.label, metric.label) for metric in taken}


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row a type, the scarcest first: type, title, out and out_day1 … (shares of turns, with intervals)."""
    known = types(estimates)
    days = [f"_day{day}" for day in range(1, estimates.setting.days + 1)]
    columns = {
        f"out{on}": [estimates.of(f"out_of_stock_{kind}{on}") for kind in known]
        for on in ("", *days)
    }
    return frame_of(
        {
            "type": [*known],
            "title": [*known.values()],
            **{key: cell for name, of in columns.items() for key, cell in three(name, of).items()},
        }
    ).sort("out", descending=True, nulls_last=True, maintain_order=True)


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """The type that runs out most on the last day, and how often it did on the first."""
    if not frame["out"].sum():
        return [
            Finding("No type of component ran out in any game.", frame["out_low"][0] is not None)
        ]
    days = figures.days_of(frame, "out")
    last = frame.sort(days[-1], descending=True, maintain_order=True)
    first, second = (last.row(row, named=True) for row in (0, 1))
    a, b = of_row(first, days[-1]), of_row(second, days[-1])
    on = f"on day {len(days)}"
    if not above_all(a, (of_row(row, days[-1]) for row in last[1:].iter_rows(named=True))):
        return [
            Finding(
                f"{NOT_RESOLVED} which component runs out most {on}: {first['title'].lower()}, "
                f"{say(a, 'share')} of the turns, or {second['title'].lower()}, {say(b, 'share')}.",
                False,
            )
        ]
    before = f", against {say(of_row(first, days[0]), 'share')} on day 1" if len(days) > 1 else ""
    return [
        Finding(
            f"{first['title']} runs out most: {say(a, 'share')} of the turns of day {len(days)} begin with "
            f"none on the board{before}. Next is {second['title'].lower()}: {say(b, 'share')} {on}."
        )
    ]


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Type, all days, each day."""
    days = [
        percent(name, f"Day {day}") for day, name in enumerate(figures.days_of(frame, "out"), 1)
    ]
    return [text("title", "Component"), percent("out", "All days"), *days]


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """A line for each type."""
    return (5.4, 1.1 + 0.42 * frame.height)


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """A row of marks a type, one a day."""
    figures.points_by_day(ax, frame, "out", frame["title"].to_list(), 100)
    ax.set_xlabel("Turns that begin with none on the board (%)")
    figures.legend_above(ax)
    return ax
