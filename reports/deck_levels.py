"""How large are the main numbers, and how much do they depend on the deck?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import polars as pl
from matplotlib.axes import Axes

from loopsim.numbers import PERCENT, SPACE, plain
from loopsim.reports import contrasts, figures
from loopsim.reports.question import Column, Finding, Panels, Question, text
from loopsim.reports.sentences import level, named
from loopsim.reports.tables_of_study import TITLES, table
from loopsim.reports.topics import main_only
from loopsim.studies.compared import DETAILS, METRICS
from loopsim.studies.effects import OF_LEVEL, OF_NUMBER, Row
from loopsim.studies.study import Study

TITLE = "The main numbers over the decks"
ALT = (
    "Small figures, one a number: the mean over decks with its interval; as a grey bar from the least to the "
    "most of a deck, as a blue one the standard deviation between decks either way."
)
NOTES = (
    "Grey: from the least to the most of a deck; blue: the standard deviation between decks, either way. The interval of the mean holds both what chance and what the deck does. Between decks: the standard "
    "deviation from deck to deck, chance taken off."
)
WIDE = True

BETWEEN = dict.fromkeys(("between_decks", "least", "most"), pl.Float64)
WIDTH, HEIGHT, ACROSS = 7.2, 0.95, 2


def levels(study: Study, name: str) -> pl.DataFrame:
    """A table of numbers over decks: value (with interval), between_decks, least, most."""
    frame = contrasts.described(table(study, name, OF_NUMBER, OF_LEVEL, BETWEEN))
    return frame.rename({"low": "value_low", "high": "value_high"})


def compute(study: Study) -> pl.DataFrame:
    """One row a main number, as `levels` lays it down."""
    return main_only(levels(study, METRICS), study)


def find(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    """Each main number with what a deck changes of it."""
    return [
        Finding(_said(row), row["value_low"] is not None, weight=0)
        for row in frame.iter_rows(named=True)
    ]


def _said(row: Row) -> str:
    said = f"{named(row)}: {level(row, 'value')}"
    if row["between_decks"] is None:
        return f"{said}."
    if row["between_decks"] == 0:
        return f"{said}; decks do not differ in it by more than chance."
    least, most, between = (_in_unit(row, name) for name in ("least", "most", "between_decks"))
    return f"{said}; from {least} to {most} by deck, {between} from deck to deck beside chance."


def _in_unit(row: Row, name: str) -> str:
    """A number of a row to three digits, shares in per cent."""
    scale, after = (100, f"{SPACE}%") if row["unit"] in PERCENT else (1, "")
    return f"{plain(scale * row[name])}{after}"


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Number, unit, mean, and how decks differ."""
    between = [
        Column(name, title, kind="number", decimals=3, unit_from="unit")
        for name, title in (
            ("between_decks", "Between decks"),
            ("least", "Least of a deck"),
            ("most", "Most of a deck"),
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
    """One number: least to most of a deck, and the mean with its interval."""
    row = frame.row(0, named=True)
    scale = 100 if row["unit"] in PERCENT else 1
    middle, between = row["value"], row["between_decks"]
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


def everything() -> list[Question[Study]]:
    """One question for each table: all numbers."""
    return [
        Question(
            name=f"all_{name}",
            title=TITLES[name],
            compute=partial(levels, name=name),
            find=lambda frame, study: [],
            columns=columns,
            wide=True,
            folded=True,
        )
        for name in (METRICS, DETAILS)
    ]
