"""A question put to several runs: one panel a run, all on one axis."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import polars as pl
from matplotlib.axes import Axes

from loopsim.course import Course
from loopsim.estimates import Estimates
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import Column, Finding, Panels, Question, text
from loopsim.results import Result

#: The column with the name of the run.
RUN = "run"
#: How high panels are that stand side by side, of the height of a figure by itself.
LOWER = 0.75


@dataclass(frozen=True)
class Runs:
    """Runs of one game by name, in their order."""

    by_name: dict[str, Result]

    def estimates(self) -> dict[str, Estimates]:
        """The numbers of each run."""
        return {name: run.estimates for name, run in self.by_name.items()}

    def courses(self) -> dict[str, Course]:
        """The win probabilities of each run that has them."""
        runs = self.by_name.items()
        return {name: run.course for name, run in runs if run.course is not None}


#: What of each run a question is asked of.
Asks = Callable[[Runs], Mapping[str, Any]]


def question(
    of: Question[Any],
    rows: str,
    *,
    asks: Asks = Runs.estimates,
    across: int = 1,
    shared: Literal["x", "y"] = "x",
) -> Question[Runs]:
    """The question of a single run put to several.

    `rows`: the column that names what a row is of; rows of one name stand in the same place in every
    panel. `asks`: what of each run is asked. `across`: panels side by side; `shared`: the axis that all have
    alike.
    """
    return Question(
        name=of.name,
        title=f"{of.title}: run by run",
        compute=partial(compute, of=of, rows=rows, asks=asks),
        find=partial(find, of=of, asks=asks),
        columns=partial(columns, of=of),
        draw=partial(draw, of=of),
        is_drawn=of.is_drawn,
        panels=partial(panels, across=across, shared=shared),
        size=partial(size, of=of, across=across),
        alt=f"One panel a run, all on one axis. {of.alt}",
        notes=of.notes,
        intervals=of.intervals,
        wide=True,
        folded=True,
    )


def compute(runs: Runs, *, of: Question[Any], rows: str, asks: Asks) -> pl.DataFrame:
    """The frames of all runs below each other, with `RUN`, their rows in the order of the first run."""
    frames = [
        of.compute(asked).select(pl.lit(name).alias(RUN), pl.all())
        for name, asked in asks(runs).items()
    ]
    frame = pl.concat(frames, how="diagonal_relaxed")
    order = {name: place for place, name in enumerate(frame[rows].unique(maintain_order=True))}
    places = {name: place for place, name in enumerate(runs.by_name)}
    return frame.sort(
        pl.col(RUN).replace_strict(places, return_dtype=pl.Int64),
        pl.col(rows).replace_strict(order, return_dtype=pl.Int64),
        maintain_order=True,
    )


def find(frame: pl.DataFrame, runs: Runs, *, of: Question[Any], asks: Asks) -> Sequence[Finding]:
    """What each run says first, those that are not resolved too."""
    found = []
    for name, asked in asks(runs).items():
        first, *_ = of.find(of.compute(asked), asked)
        found.append(Finding(f"{name}: {first.text}", first.resolved))
    return found


def columns(frame: pl.DataFrame, *, of: Question[Any]) -> Sequence[Column]:
    """The run, and what the question shows of it."""
    return [text(RUN, "Run"), *of.columns(frame)]


def panels(frame: pl.DataFrame, *, across: int, shared: Literal["x", "y"]) -> Panels:
    """One panel a run."""
    parts = frame.partition_by(RUN, maintain_order=True)
    return Panels(parts, across=across, shared=shared)


def size(frame: pl.DataFrame, *, of: Question[Any], across: int) -> tuple[float, float]:
    """As wide as a single figure, and so many rows of panels high."""
    parts = frame.partition_by(RUN, maintain_order=True)
    width, _ = of.size(parts[0])
    height = sum(of.size(part)[1] for part in parts[::across])
    return (width, height if across == 1 else LOWER * height)


def draw(frame: pl.DataFrame, ax: Axes, *, of: Question[Any]) -> Axes:
    """The figure of one run under its name."""
    assert of.draw is not None, "only what is drawn is set side by side"
    of.draw(frame, ax)
    ax.set_title(figures.short(frame[RUN][0]), loc="left", fontweight="bold")
    return ax
