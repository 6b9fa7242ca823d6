"""How much waste do launches make, when, and for whom?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl
from matplotlib.axes import Axes

from loopsim.estimates import Estimates
from loopsim.numbers import above_all, frame_of, of_row, resolved, say, scaled
from loopsim.numbers import columns as three
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import Column, Finding, text
from loopsim.reports.questions import places

TITLE = "Waste by day and turn order"
ALT = (
    "Lying bars, one a place in the turn order and one for all: waste tokens that a player makes by launches, "
    "in parts by day, with the interval of all days."
)
NOTES = (
    "Made: components in a machine that its trip did not need. Held: what is left at the end, after "
    "discarding; each costs points. Places count clockwise from the first player of day 1."
)
WIDE = True


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row a place and one for all: who, waste_made, waste_made_day1 …, waste (with intervals)."""
    days = range(1, estimates.setting.days + 1)
    columns = {
        metric: [*places.of_places(estimates, metric), estimates.of(metric)]
        for metric in ("waste_made", *(f"waste_made_day{day}" for day in days), "waste")
    }
    return frame_of(
        {
            "who": [*places.names(estimates), "All"],
            **{key: cell for name, of in columns.items() for key, cell in three(name, of).items()},
        }
    )


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """How much is made and what it costs; on which day most; whether the place matters."""
    everyone = frame.row(-1, named=True)
    made, held = of_row(everyone, "waste_made"), of_row(everyone, "waste")
    cost = scaled(held, estimates.setting.rules["waste_cost"])
    if not made.value:
        return [Finding("No launch made any waste.", resolved(made))]
    return [
        Finding(
            f"A player makes {say(made)} waste tokens in a game{_most_on(everyone, frame)}. What is held at "
            f"the end costs {say(cost, 'points')}.",
            resolved(made, held),
        ),
        places.finding(
            "the waste tokens that a player makes",
            [of_row(row, "waste_made") for row in frame[:-1].iter_rows(named=True)],
            estimates.games,
        ),
    ]


def _most_on(everyone: Mapping[str, Any], frame: pl.DataFrame) -> str:
    """The day on which most is made, in a sentence; "" if the intervals do not tell."""
    days = {
        day: of_row(everyone, name)
        for day, name in enumerate(figures.days_of(frame, "waste_made"), 1)
    }
    if len(days) < 2:
        return ""
    day, most = max(days.items(), key=lambda each: each[1].value or 0)
    known = above_all(most, (of for other, of in days.items() if other != day))
    return f", most of it on day {day}: {say(most)}" if known else ""


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Place, made on all days, on each day, held."""
    days = [
        Column(name, f"Day {day}", "tokens")
        for day, name in enumerate(figures.days_of(frame, "waste_made"), 1)
    ]
    return [
        text("who", "Place"),
        Column("waste_made", "Made", "tokens"),
        *days,
        Column("waste", "Held at the end", "tokens"),
    ]


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """A line for each place."""
    return (5.4, 1.1 + 0.36 * frame.height)


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """A lying bar a place, in parts by day, and below them that of all."""
    figures.stacked_by_day(ax, frame, "waste_made", frame["who"].to_list())
    ax.axhline(frame.height - 1.5, color=figures.GREY, linewidth=0.8)
    ax.set_xlabel("Waste tokens a player makes")
    return ax
