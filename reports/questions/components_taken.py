"""Which components do players take?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes

from loopsim.estimates import Estimates
from loopsim.numbers import above, fixed, frame_of, of_row, say
from loopsim.numbers import columns as three
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import NOT_RESOLVED, Column, Finding, number, text
from loopsim.reports.questions.scarcity import types

TITLE = "Components taken, by type"
ALT = (
    "Lying bars, one a type of component: how many a player puts into machines in a game, with the interval; "
    "a diamond marks how many it would be in the proportion in which the trips of the deck ask for them."
)
NOTES = (
    "Taken: put into a machine from the board or the box, also by an exchange. As trips ask: all that is taken, "
    "in the proportion of the components printed on the trips of the deck, each counted once; which of them "
    "are worth a visit is not in it."
)


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row a type, most taken first: type, title, taken (a seat, with interval), printed, as_printed.

    printed: components of the type on all trips of the deck. as_printed: the sum of taken over all types, in
    that proportion; it counts as known.
    """
    known = types(estimates)
    taken = [estimates.of(f"taken_{kind}") for kind in known]
    trips = estimates.setting.items
    printed = [sum(trip["requires"].get(kind, 0) for trip in trips) for kind in known]
    everything = sum(estimate.value or 0 for estimate in taken)
    return frame_of(
        {
            "type": [*known],
            "title": [*known.values()],
            **three("taken", taken),
            "printed": printed,
            "as_printed": [everything * k / max(1, sum(printed)) for k in printed],
        }
    ).sort("taken", descending=True, maintain_order=True)


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """What is taken most and least; what most beside the proportion of the trips."""
    if not frame["taken"].sum():
        return [Finding("No component was taken in any game.", frame["taken_low"][0] is not None)]
    most, least = (frame.row(row, named=True) for row in (0, -1))
    a, b = of_row(most, "taken"), of_row(least, "taken")
    if not above(a, b):
        first = Finding(f"{NOT_RESOLVED} which component is taken most.", False)
    else:
        first = Finding(
            f"A player takes {most['title'].lower()} more often, {say(a)} a game, than "
            f"{least['title'].lower()}, {say(b)}."
        )
    return [first, _beside(frame)]


def _beside(frame: pl.DataFrame) -> Finding:
    """The type that is taken most beyond, or short of, the proportion in which trips ask for it."""
    off = frame.filter(
        (pl.col("taken_low") > pl.col("as_printed")) | (pl.col("taken_high") < pl.col("as_printed"))
    ).sort((pl.col("taken") - pl.col("as_printed")).abs(), descending=True)
    if off.is_empty():
        return Finding(
            f"{NOT_RESOLVED} whether components are taken in another proportion than trips ask for.",
            False,
        )
    row = off.row(0, named=True)
    word = "more" if row["taken"] > row["as_printed"] else "less"
    return Finding(
        f"{row['title']} is furthest from the proportion in which the trips of the deck ask for components: it "
        f"is taken {word} often, {say(of_row(row, 'taken'))} times against {fixed(row['as_printed'], 2)}."
    )


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Type, taken, what the proportion of the trips would be."""
    return [
        text("title", "Component"),
        Column("taken", "Taken", "a player"),
        number("as_printed", "As trips ask", "a player", decimals=2),
        number("printed", "Printed on trips"),
    ]


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """A line for each type."""
    return (5.4, 1.0 + 0.36 * frame.height)


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """A lying bar a type, and a diamond where it would end in the proportion of the trips."""
    at, taken = figures.rows(frame), figures.values(frame, "taken")
    ax.barh(at, taken, 0.65, color=figures.SKY, label="Taken")
    ax.errorbar(taken, at, xerr=figures.reach(frame, "taken"), fmt="none", ecolor=figures.INK)
    asked = figures.values(frame, "as_printed")
    ax.plot(asked, at, "D", color=figures.ORANGE, markeredgecolor=figures.INK, label="As trips ask")
    figures.rows_of(ax, frame["title"].to_list())
    ax.set_xlim(left=0)
    ax.set_xlabel("Components a player takes")
    figures.legend_above(ax)
    return ax
