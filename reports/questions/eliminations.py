"""Who is eliminated, and when?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl
from matplotlib.axes import Axes

from loopsim.estimates import Estimates
from loopsim.numbers import above_all, frame_of, of_row, resolved, say
from loopsim.numbers import columns as three
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import NOT_RESOLVED, Column, Finding, percent, text
from loopsim.reports.questions import places

TITLE = "Eliminations by day and place in the turn order"
ALT = (
    "Lying bars, one for all players and one a place in the turn order: share of the players who are "
    "eliminated, in parts by day, with its interval."
)
NOTES = f"Eliminated: share of all players of that place. {places.COUNTED} {places.DIFFER}"

#: The number that is told.
PART = "eliminated"


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row for all and one a place: who, eliminated and eliminated_day1 … (share of seats)."""
    metrics = [PART]
    metrics += [f"{PART}_day{day}" for day in range(1, estimates.setting.days + 1)]
    columns: dict[str, list[Any]] = {"who": [places.ALL, *places.names(estimates)]}
    for metric in metrics:
        everyone = estimates.of(metric)
        columns |= three(metric, [everyone, *places.of_places(estimates, metric)])
    return frame_of(columns)


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """How many are eliminated, on which day most of them, at which place, and how often the leader."""
    everyone = of_row(frame.row(0, named=True), PART)
    share, leaders = say(everyone, "share"), estimates.of("eliminated_leader")
    if not everyone.value:
        return [
            Finding(f"Nobody was eliminated: {share} of the players.", resolved(everyone)),
        ]
    return [
        Finding(f"{share} of the players are eliminated.", resolved(everyone)),
        *_when(frame),
        places.finding(
            "eliminations",
            places.of_places(estimates, PART),
            estimates.games,
            "share",
        ),
        Finding(
            f"In {say(leaders, 'share')} of the games someone is eliminated who led alone before that turn.",
            resolved(everyone, leaders),
        ),
    ]


def _when(frame: pl.DataFrame) -> list[Finding]:
    """On which day most are eliminated, if there are several."""
    everyone = frame.row(0, named=True)
    days = [
        (day, of_row(everyone, name)) for day, name in enumerate(figures.days_of(frame, PART), 1)
    ]
    if len(days) < 2:
        return []
    (day, a), (next_, b), *others = sorted(days, key=lambda of: -(of[1].value or 0))
    if not above_all(a, [b, *(other for _, other in others)]):
        return [Finding(f"{NOT_RESOLVED} on which day most eliminations fall.", False)]
    return [
        Finding(
            f"Most eliminations fall on day {day}: {say(a, 'share')} of the players, against "
            f"{say(b, 'share')} on day {next_}."
        )
    ]


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Place, all days, each day."""
    days = [percent(name, f"Day {day}") for day, name in enumerate(figures.days_of(frame, PART), 1)]
    return [text("who", "Place"), percent(PART, "Eliminated"), *days]


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """A line for each row."""
    return (6.0, 1.0 + 0.3 * frame.height)


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """A lying bar a row, in parts by day, with the interval of all days."""
    figures.stacked_by_day(ax, frame, PART, frame["who"].to_list(), scale=100)
    ax.set_xlabel("Players eliminated (%)")
    return ax
