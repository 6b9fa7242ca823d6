"""What does the past self make a player repeat, and what comes of it?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from loopsim.estimates import Estimates
from loopsim.numbers import above_all, fixed, frame_of, of_row, resolved, say
from loopsim.numbers import columns as three
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import NOT_RESOLVED, Column, Finding, percent, text
from loopsim.reports.questions.new_cards import sources

TITLE = "What the past self makes you repeat"
ALT = (
    "Lying bars, one a kind of card: past cards a player plays in a game, with the interval; the hatched part "
    "of a bar are those whose action costs a tear, also written beside it in per cent."
)
NOTES = (
    "Past cards: those of earlier days, played again in their order. That cost a tear: past cards whose action "
    "costs one, be it chosen, over past cards of the kind (tears of a launch are not counted). A card that is "
    "often taken new is often repeated."
)

#: Hatching of what costs a tear, so that it also differs without colours.
TORN = "////"


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row a kind, most repeated first, and one for all.

    title, past (cards a seat), past_torn (share of them), both with intervals; total: the last row.
    """
    known = sources(estimates)
    kinds = [(title, f"past_{kind}", f"past_torn_{kind}") for kind, title in known.items()]
    rows = [*kinds, ("All", "past_cards", "past_torn")]
    return frame_of(
        {
            "title": [title for title, _, _ in rows],
            "total": [False] * len(kinds) + [True],
            **three("past", [estimates.of(past) for _, past, _ in rows]),
            **three("past_torn", [estimates.of(torn) for _, _, torn in rows]),
        }
    ).sort("total", "past", descending=[False, True], maintain_order=True)


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """How often a repeated card costs a tear, which kind most often, and how often it does so again."""
    everything = frame.row(-1, named=True)
    past, torn = of_row(everything, "past"), of_row(everything, "past_torn")
    if not past.value:
        return [Finding("No past card was played in any game.", resolved(past))]
    return [
        Finding(
            f"A player repeats {say(past)} past cards in a game; {say(torn, 'share')} of them cost a tear "
            "in their action.",
            resolved(past, torn),
        ),
        _worst(frame.head(frame.height - 1)),
        _chain(estimates),
    ]


def _worst(kinds: pl.DataFrame) -> Finding:
    """The kind that costs a tear most often, if that is known."""
    known = kinds.filter(pl.col("past_torn_low").is_not_null()).sort("past_torn", descending=True)
    rows = known.to_dicts()
    if len(rows) > 1:
        first, second, *others = (of_row(row, "past_torn") for row in rows)
        if above_all(first, [second, *others]):
            return Finding(
                f"Most often {rows[0]['title']} costs a tear when it is repeated: "
                f"{say(first, 'share')} of its past cards; then {rows[1]['title']}: {say(second, 'share')}."
            )
    return Finding(f"{NOT_RESOLVED} which card costs a tear most often when it is repeated.", False)


def _chain(estimates: Estimates) -> Finding:
    """How often a card that has torn tears again."""
    chain = estimates.of("chain")
    return Finding(
        f"{say(chain, 'share')} of all tears come from a card that cost a tear on an earlier day already."
        if chain.value is not None
        else "No tear was taken in any game.",
        resolved(chain),
    )


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Kind, past cards, those that cost a tear."""
    return [
        text("title", "Card"),
        Column("past", "Past cards", "a player"),
        percent("past_torn", "That cost a tear"),
    ]


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """A line for each kind."""
    return (5.4, 1.0 + 0.34 * frame.height)


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """A lying bar a kind, hatched where a card costs a tear."""
    kinds = frame.filter(~pl.col("total"))
    at, past = figures.rows(kinds), figures.values(kinds, "past")
    share = np.nan_to_num(figures.values(kinds, "past_torn"))
    torn = past * share
    ax.barh(
        at,
        torn,
        0.72,
        color=figures.RED,
        hatch=TORN,
        edgecolor="white",
        linewidth=0,
        label="Costs a tear",
    )
    ax.barh(at, past - torn, 0.72, torn, color=figures.SKY, label="No tear")
    reach = figures.reach(kinds, "past")
    ax.errorbar(past, at, xerr=reach, fmt="none", ecolor=figures.INK)
    for row, end in enumerate(past + np.nan_to_num(reach[1])):
        if past[row]:
            ax.annotate(
                f"{fixed(100 * share[row], 1)}\N{NO-BREAK SPACE}%",
                (end, row),
                (5, 0),
                textcoords="offset points",
                va="center",
                color=figures.INK,
                fontsize=9.5,
            )
    figures.rows_of(ax, kinds["title"].to_list())
    ax.set_xlim(0, 1.12 * max(past.max(), 1e-9))
    ax.set_xlabel("Past cards a player; beside them those that cost a tear (%)")
    figures.legend_above(ax)
    return ax
