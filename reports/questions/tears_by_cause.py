"""What do tears come from?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl
from matplotlib.axes import Axes

from loopsim.estimates import Estimates
from loopsim.numbers import above_all, frame_of, of_row, resolved, say
from loopsim.numbers import columns as three
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import NOT_RESOLVED, Column, Finding, text
from loopsim.stats import Estimate

TITLE = "Tears by cause"
ALT = "Lying bars, one a cause: tears a player takes in a game, in parts by day."
NOTES = "Tears taken, given back later or not. A cause that cannot occur here stays at zero."
WIDE = True

#: What the causes mean (LI-50a to LI-50c).
CAUSES = {
    "room_empty": "Room empty",
    "no_open_machine": "No open machine",
    "exchange_nothing": "Nothing to exchange",
    "move_impossible": "Move impossible",
    "ad_none_left": "No ad token left",
    "ad_no_trip": "No trip to advertise",
    "trash_nothing": "Nothing to trash",
    "second_visitor": "Second visitor",
    "voluntary": "Voluntary",
    "effect": "By an effect",
}


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row a cause, most frequent first: cause, title, tears and tears_day1 … a seat."""
    causes = [m for m in estimates.measures.of_level("seats") if m.family == "tears_by_cause"]
    columns: dict[str, list[Any]] = {
        "cause": [metric.label for metric in causes],
        "title": [CAUSES.get(metric.label, metric.label) for metric in causes],
        **three("tears", [estimates.of(metric.name) for metric in causes]),
    }
    for day in range(1, estimates.setting.days + 1):
        of_day = [estimates.of(f"{metric.name}_day{day}") for metric in causes]
        columns |= three(f"tears_day{day}", of_day)
    return frame_of(columns).sort("tears", descending=True, maintain_order=True)


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """The most frequent cause, if its interval allows to name one, and how many tears are chained."""
    taken = estimates.of("tears_taken")
    if not taken.value:
        return [Finding("No tear was taken in any game.")]
    return [_most(frame, taken), _chained(estimates.of("chain"))]


def _most(frame: pl.DataFrame, taken: Estimate) -> Finding:
    first, second = (frame.row(row, named=True) for row in (0, 1))
    total = f"A player takes {say(taken, 'tears')} in a game"
    a, b = (of_row(row, "tears") for row in (first, second))
    if not above_all(a, (of_row(row, "tears") for row in frame[1:].iter_rows(named=True))):
        return Finding(
            f"{total}. {NOT_RESOLVED} which cause is the most frequent: “{first['title']}”, {say(a)}, or "
            f"“{second['title']}”, {say(b)}.",
            False,
        )
    return Finding(
        f"{total}, most of one cause by “{first['title']}”: {say(a)}; then “{second['title']}”: {say(b)}."
    )


def _chained(chain: Estimate) -> Finding:
    """Tears that come again with the card that brought them (LI-13)."""
    return Finding(
        f"Of all tears {say(chain, 'share')} are chained: the past self plays a card again that had "
        "already torn on an earlier day.",
        resolved(chain),
    )


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Cause, all days, each day."""
    days = [
        Column(name, f"Day {day}", "tears a player")
        for day, name in enumerate(figures.days_of(frame, "tears"), 1)
    ]
    return [text("title", "Cause"), Column("tears", "All days", "tears a player"), *days]


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """A line for each cause."""
    return (6.0, 1.0 + 0.28 * frame.height)


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """A lying bar a cause, in parts by day, with the interval of all days."""
    figures.stacked_by_day(ax, frame, "tears", frame["title"].to_list())
    ax.set_xlabel("Tears a player")
    return ax
