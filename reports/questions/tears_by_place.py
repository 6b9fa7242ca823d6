"""Who takes tears of which cause, and on which day?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from loopsim.estimates import Estimates
from loopsim.numbers import columns as three
from loopsim.numbers import fixed, frame_of, listed
from loopsim.reports.kit import figures, heat
from loopsim.reports.kit.question import NOT_RESOLVED, Column, Finding, Panels, text
from loopsim.reports.questions import places
from loopsim.reports.questions.tears_by_cause import CAUSES

TITLE = "Tears by cause, day and place in the turn order"
ALT = (
    "Heat maps, one a day: rows are causes, columns places in the turn order, and each cell says and "
    "shows by its colour how many tears a player takes; darker is more."
)
NOTES = (
    f"{places.COUNTED} In the figure an empty cell is a cause of which no tear was seen; causes that come to "
    f"less than 0.01 tears everywhere stand in the table alone. {places.DIFFER}"
)
INTERVALS = False
WIDE = True
FOLDED = True

#: The row of all causes together.
ALL = "All causes"
#: Cells below this are not zero, but are written as less than it.
LEAST = 0.01


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row a day and cause: day, cause ("" for all of them), title, tears_place1 … a seat.

    Causes come in order of all their tears; those of which there was none are left out.
    """
    causes = [m for m in estimates.measures.of_level("seats") if m.family == "tears_by_cause"]
    total = {m.label: estimates.of(m.name).value or 0.0 for m in causes}
    seen = sorted((cause for cause in total if total[cause]), key=lambda cause: -total[cause])
    rows = [
        (day, cause, f"tears_{cause}_day{day}" if cause else f"tears_day{day}")
        for day in range(1, estimates.setting.days + 1)
        for cause in ("", *seen)
    ]
    columns: dict[str, list[Any]] = {
        "day": [f"Day {day}" for day, _, _ in rows],
        "cause": [cause for _, cause, _ in rows],
        "title": [CAUSES.get(cause, cause) or ALL for _, cause, _ in rows],
    }
    for place in range(estimates.setting.players):
        of_place = [estimates.of(metric, "place", place) for _, _, metric in rows]
        columns |= three(f"tears_place{place + 1}", of_place)
    return frame_of(columns)


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """Who takes most tears in the whole game, and who on each day."""
    if frame["cause"].n_unique() == 1:
        return [Finding("No tear was taken in any game.")]
    days = frame["day"].unique(maintain_order=True).to_list()
    compared = 1 + len(days)
    whole = places.finding(
        "the tears of a player",
        places.of_places(estimates, "tears_taken"),
        estimates.games,
        numbers=compared,
    )
    by_day = {
        day: places.finding(
            f"the tears of {day.lower()}",
            places.of_places(estimates, f"tears_day{number}"),
            estimates.games,
            numbers=compared,
        )
        for number, day in enumerate(days, 1)
    }
    findings = [whole, *(found for found in by_day.values() if found.resolved)]
    open_ = [day.lower() for day, found in by_day.items() if not found.resolved]
    if open_:
        of = f"{NOT_RESOLVED} whether the tears of {listed(open_)} differ by place."
        findings.append(Finding(of, False))
    return findings


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Day, cause, each place."""
    of_places = [
        Column(name, places.named(place), "tears a player")
        for place, name in enumerate(_tears(frame))
    ]
    return [text("day", "Day"), text("title", "Cause"), *of_places]


def panels(frame: pl.DataFrame) -> Panels:
    """One panel a day, all in one scale: its end is the column `most`."""
    shown = _shown(frame).with_columns(most=pl.max_horizontal(_tears(frame)).max())
    return Panels(shown.partition_by("day", maintain_order=True))


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """A line for each cause that is shown, of each day."""
    shown = _shown(frame)
    return (5.4, 0.6 * shown["day"].n_unique() + 0.28 * shown.height)


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """The heat map of one day."""
    tears = np.column_stack([figures.values(frame, name) for name in _tears(frame)])
    most = frame["most"][0]
    grid = heat.Grid(
        rows=frame["title"].to_list(),
        columns=[places.named(place) for place in range(tears.shape[1])],
        colours=tears / most if most else tears,
        texts=[[_cell(value) for value in row] for row in tears],
        hatched=np.zeros(tears.shape, bool),
    )
    heat.draw(ax, grid, heat.LITTLE_TO_MUCH)
    ax.set_title(frame["day"][0], loc="left", fontweight="bold")
    return ax


def _shown(frame: pl.DataFrame) -> pl.DataFrame:
    """The causes of which some cell says more than that it is small, and all of them together."""
    largest = pl.max_horizontal(_tears(frame)).max().over("cause")
    return frame.filter((largest >= LEAST) | (pl.col("cause") == ""))


def _tears(frame: pl.DataFrame) -> list[str]:
    """The columns of tears, one a place."""
    return [name for name in frame.columns if name.removeprefix("tears_place").isdigit()]


def _cell(tears: float) -> str:
    """What stands in a cell: nothing for no tear."""
    if not tears or np.isnan(tears):
        return ""
    return f"<{LEAST}" if tears < LEAST else fixed(tears, 2)
