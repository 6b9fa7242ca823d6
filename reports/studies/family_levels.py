"""How large are the main numbers, and how much do they depend on the deck, or on the bot?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import polars as pl
from matplotlib.axes import Axes

from loopsim.numbers import PERCENT, SPACE, of_difference, plain, read_in
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import Column, Finding, Panels, Question, text
from loopsim.reports.kit.sentences import level, named
from loopsim.reports.studies import contrasts
from loopsim.reports.studies.tables_of_study import TITLES, family_of, table
from loopsim.reports.studies.topics import main_only
from loopsim.studies.compared import DETAILS, METRICS
from loopsim.studies.effects import BETWEEN, OF_LEVEL, OF_NUMBER, Row
from loopsim.studies.families import Kind
from loopsim.studies.study import Study

WIDTH, HEIGHT, ACROSS = 7.2, 0.95, 2


def question(kind: Kind) -> Question[Study]:
    """The question of the main numbers over a family of a kind."""
    of, all_of = kind.name, f"{kind.name}s"
    return Question(
        name="family_levels",
        title=f"The main numbers over the {all_of}",
        compute=compute,
        find=find,
        columns=partial(columns, kind=kind),
        draw=draw,
        is_drawn=is_drawn,
        panels=panels,
        size=size,
        alt=f"Small figures, one a number: the mean over {all_of} with its interval; as a grey bar from the "
        f"least to the most of a {of}, as a blue one the standard deviation between {all_of} either way.",
        notes=f"Grey: from the least to the most of a {of}; blue: the standard deviation between {all_of}, "
        f"either way. The interval of the mean holds both what chance and what the {of} does. Between "
        f"{all_of}: the standard deviation from {of} to {of}, chance taken off.",
        wide=True,
    )


def levels(study: Study, name: str) -> pl.DataFrame:
    """A table of numbers over a family: value (with interval), between (in spread_unit), least, most."""
    frame = contrasts.described(table(study, name, OF_NUMBER, OF_LEVEL, BETWEEN))
    return frame.rename({"low": "value_low", "high": "value_high"}).with_columns(
        pl.col("unit").map_elements(of_difference, pl.String).alias("spread_unit")
    )


def compute(study: Study) -> pl.DataFrame:
    """One row a main number, as `levels` lays it down."""
    return main_only(levels(study, METRICS), study)


def find(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    """Each main number with what a member changes of it."""
    of = family_of(study).name
    return [
        Finding(_said(row, of), row["value_low"] is not None, weight=0)
        for row in frame.iter_rows(named=True)
    ]


def _said(row: Row, of: str) -> str:
    said = f"{named(row)}: {level(row, 'value')}"
    if row["between"] is None:
        return f"{said}."
    if row["between"] == 0:
        return f"{said}; {of}s do not differ in it by more than chance."
    least, most = (_in_unit(row[end], row["unit"]) for end in ("least", "most"))
    between = _in_unit(row["between"], row["spread_unit"])
    return f"{said}; from {least} to {most} by {of}, {between} from {of} to {of} beside chance."


def _in_unit(value: float, unit: str) -> str:
    """A number to three digits, shares in per cent."""
    scale, shown = read_in(unit)
    return f"{plain(scale * value)}{SPACE}{shown}" if unit in PERCENT else plain(value)


def columns(frame: pl.DataFrame, *, kind: Kind) -> Sequence[Column]:
    """Number, unit, mean, and how the members differ."""
    between = [
        Column(name, title, kind="number", decimals=3, unit_from=unit)
        for name, title, unit in (
            ("between", f"Between {kind.name}s", "spread_unit"),
            ("least", f"Least of a {kind.name}", "unit"),
            ("most", f"Most of a {kind.name}", "unit"),
        )
    ]
    return [
        text("name", "Number"),
        text("measured_in", "Unit"),
        Column("value", "Mean", unit_from="unit", bare=True),
        *between,
    ]


def is_drawn(frame: pl.DataFrame) -> bool:
    """Whether there is a number."""
    return not frame.is_empty()


def panels(frame: pl.DataFrame) -> Panels:
    """One panel a number, since each has its own scale."""
    return Panels([frame.slice(row, 1) for row in range(frame.height)], across=ACROSS)


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """So many rows of panels."""
    return (WIDTH, HEIGHT * -(-frame.height // ACROSS))


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """One number: least to most of a member, and the mean with its interval."""
    row = frame.row(0, named=True)
    scale = 100 if row["unit"] in PERCENT else 1
    middle, between = row["value"], row["between"]
    if between is not None:
        _bar(ax, scale * row["least"], scale * row["most"], 0.5, figures.ZONE)
        _bar(ax, scale * (middle - between), scale * (middle + between), 0.5, figures.DAYS[0])
    figures.points(ax, [0], frame, "value", scale=scale, lying=True)
    unit = PERCENT.get(row["unit"], row["unit"])
    ax.set_title(f"{figures.short(row['name'])} ({unit})", loc="left", fontweight="bold")
    ax.set_yticks([])
    ax.set_ylim(-0.5, 0.5)
    ax.use_sticky_edges = False
    ax.margins(x=0.05)
    ax.grid(axis="x")
    return ax


def _bar(ax: Axes, low: float, high: float, height: float, colour: str) -> None:
    ax.barh(0, high - low, height, low, color=colour)


def everything(kind: Kind) -> list[Question[Study]]:
    """One question for each table: all numbers."""
    return [
        Question(
            name=f"all_{name}",
            title=TITLES[name],
            compute=partial(levels, name=name),
            find=lambda frame, study: [],
            columns=partial(columns, kind=kind),
            wide=True,
            folded=True,
        )
        for name in (METRICS, DETAILS)
    ]
