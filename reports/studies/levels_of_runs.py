"""What are the numbers of each run, and which runs have them higher?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes

from loopsim.numbers import PERCENT
from loopsim.reports.kit import figures
from loopsim.reports.kit.forest import SETUPS
from loopsim.reports.kit.question import Column, Finding, Panels, Question, text
from loopsim.reports.studies import contrasts
from loopsim.reports.studies.tables_of_study import compared
from loopsim.reports.studies.topics import main_only
from loopsim.studies.compared import ITEMS, METRICS
from loopsim.studies.study import Study

#: Colours of runs: that of each but the first is the one of its differences from it.
COLOURS = (figures.INK, *SETUPS)
#: Marks of runs, so that they differ without their colours too.
MARKS = ("o", "s", "D", "^", "v", "P")

ACROSS = 2
#: Inches of a row and of what is around the rows: of the small figures, and of the one of trips.
ROW, AROUND = 0.2, 0.75
OF_TRIP, AROUND_TRIPS = 0.21, 1.2
WIDTH = 6.6


def compute_headline(study: Study) -> pl.DataFrame:
    """One row a number that stands for the game and run: name, unit, run, value (with interval)."""
    return _levels(main_only(compared(study, METRICS), study))


def compute_visits(study: Study) -> pl.DataFrame:
    """One row a trip that all runs have and run: name, unit, run, value (visits a game with the trip).

    The most visited of the first run come first.
    """
    frame = _levels(compared(study, ITEMS).filter(metric="visits"))
    return frame.sort(
        pl.col("value").first().over("index"),
        "index",
        descending=[True, False],
        maintain_order=True,
    )


def _levels(pairs: pl.DataFrame) -> pl.DataFrame:
    """The numbers of all set-ups of a comparison, those of the first once."""
    number = ["name", "metric", "group", "index", "unit", "measured_in"]
    frame = contrasts.described(pairs).with_row_index("row")

    def of(arm: str, run: str) -> pl.DataFrame:
        ends = {f"value{end}": pl.col(f"{arm}{end}") for end in ("", "_low", "_high")}
        return frame.select("row", *number, pl.col(run).alias("run"), **ends)

    first = of("a", "against").unique(["metric", "group", "index"], maintain_order=True)
    every = pl.concat([first, of("b", "setup")])
    runs = {run: place for place, run in enumerate(every["run"].unique(maintain_order=True))}
    return every.sort(
        pl.col("row").min().over("metric", "group", "index"),
        pl.col("run").replace_strict(runs, return_dtype=pl.Int64),
        maintain_order=True,
    ).drop("row")


def find(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    """Nothing: the differences are found below, with their verdicts."""
    return []


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Number, unit, run, value."""
    return [
        text("name", "Number"),
        text("measured_in", "Unit"),
        text("run", "Run"),
        Column("value", "Mean", unit_from="unit", bare=True),
    ]


def is_drawn(frame: pl.DataFrame) -> bool:
    """Only what can be told apart is drawn."""
    return 0 < frame["run"].n_unique() <= len(SETUPS)


def panels(frame: pl.DataFrame) -> Panels:
    """One panel a number."""
    parts = frame.partition_by("metric", "group", "index", maintain_order=True)
    return Panels(parts, across=ACROSS)


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """So many rows of panels, each with a line a run."""
    return size_of(len(panels(frame).frames), frame["run"].n_unique())


def size_of(numbers: int, runs: int) -> tuple[float, float]:
    """The inches of so many panels, `ACROSS` of them side by side, each with a line a run."""
    return (WIDTH, -(-numbers // ACROSS) * (AROUND + ROW * runs))


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """One number: a mark with its interval for each run."""
    scale = 100 if frame["unit"][0] in PERCENT else 1
    for place, row in enumerate(frame.partition_by("run", maintain_order=True)):
        _marks(ax, [place], row, scale, place)
    figures.rows_of(ax, figures.told_apart(frame["run"].to_list()))
    ax.set_title(figures.short(frame["name"][0], 34), loc="left", fontweight="bold")
    ax.set_xlabel(frame["measured_in"][0])
    ax.margins(x=0.12)
    return ax


def size_of_visits(frame: pl.DataFrame) -> tuple[float, float]:
    """A line for each trip."""
    return (WIDTH, AROUND_TRIPS + OF_TRIP * frame["index"].n_unique())


def draw_visits(frame: pl.DataFrame, ax: Axes) -> Axes:
    """A line a trip, on it the marks of all runs."""
    trips = frame.unique("index", maintain_order=True)
    runs = frame.partition_by("run", maintain_order=True)
    names = figures.told_apart([run["run"][0] for run in runs])
    at = figures.rows(trips)
    for place, (name, of_run) in enumerate(zip(names, runs, strict=True)):
        _marks(ax, at, of_run, 1, place, name)
    figures.rows_of(ax, trips["name"].to_list())
    ax.grid(True, axis="y")
    ax.set_xlim(left=0)
    ax.set_xlabel("Visits a game with the trip")
    figures.legend_above(ax)
    return ax


def _marks(
    ax: Axes, at: figures.Places, frame: pl.DataFrame, scale: float, which: int, label: str = ""
) -> None:
    """The marks of a run with their intervals, in its shape and colour."""
    ax.errorbar(
        figures.values(frame, "value", scale),
        at,
        xerr=figures.reach(frame, "value", scale),
        fmt=MARKS[which],
        color=COLOURS[which],
        markersize=5.5,
        label=label or None,
    )


HEADLINE: Question[Study] = Question(
    name="headline",
    title="The main numbers, run by run",
    compute=compute_headline,
    find=find,
    columns=columns,
    draw=draw,
    is_drawn=is_drawn,
    panels=panels,
    size=size,
    alt="Small forest plots, one a number: a mark with its interval for each run.",
    notes="Intervals of each run by itself; whether runs differ is told by their differences.",
    wide=True,
    folded=True,
)
VISITS: Question[Study] = Question(
    name="visits_by_run",
    title="Visits to each trip, run by run",
    compute=compute_visits,
    find=find,
    columns=columns,
    draw=draw_visits,
    is_drawn=is_drawn,
    size=size_of_visits,
    alt="A line a trip that all runs have, on it a mark a run: visits a game in which it is on the board.",
    notes="Trips that all runs have, the most visited of the first run on top. Visits are seen, and fix no price.",
    wide=True,
    folded=True,
)
