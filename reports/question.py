"""What a report is made of: questions with their tables, figures and findings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Literal

import polars as pl

from loopsim.estimates import Estimates

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NOT_RESOLVED = "Not resolved"


@dataclass(frozen=True)
class Column:
    """A column of a table as shown.

    `kind`: "text"; "number" (exact); "estimate" (with its interval in `name`_low, `name`_high).
    Values are shown times `scale`; `sign`: also with a plus. `decimals`: of exact numbers; those of
    estimates follow from their intervals. `unit_from`: the column with the unit of each row.
    """

    name: str
    title: str
    unit: str = ""
    kind: Literal["text", "number", "estimate"] = "estimate"
    scale: float = 1
    decimals: int = 0
    sign: bool = False
    unit_from: str = ""


def text(name: str, title: str) -> Column:
    """A column of words."""
    return Column(name, title, kind="text")


def number(name: str, title: str, unit: str = "", decimals: int = 0, sign: bool = False) -> Column:
    """A column of exact numbers."""
    return Column(name, title, unit, "number", decimals=decimals, sign=sign)


def percent(name: str, title: str, sign: bool = False) -> Column:
    """A column of estimated shares, shown in per cent (differences: in percentage points)."""
    return Column(name, title, "% points" if sign else "%", scale=100, sign=sign)


@dataclass(frozen=True)
class Finding:
    """A sentence or two in plain words; `resolved`: the interval allows the statement."""

    text: str
    resolved: bool = True


@dataclass(frozen=True)
class Question:
    """One question to a run: a file of this folder as an object.

    `compute` turns the estimates of a run into a frame, `find` a frame into findings (the first is
    the most telling), `columns` says how the frame is shown, `draw` draws it on axes (None: there is
    no figure; none either of a frame that `is_drawn` turns down) and `size` gives the inches of the figure, `alt` describes what is drawn. `notes` is
    said under the table. `intervals`: the figure shows them. `wide`: the table needs the full width; `turned`: its rows are shown as
    columns.
    """

    name: str
    title: str
    compute: Callable[[Estimates], pl.DataFrame]
    find: Callable[[pl.DataFrame, Estimates], Sequence[Finding]]
    columns: Callable[[pl.DataFrame], Sequence[Column]]
    draw: Callable[[pl.DataFrame, Axes], Axes] | None
    is_drawn: Callable[[pl.DataFrame], bool]
    size: Callable[[pl.DataFrame], tuple[float, float]]
    alt: str
    notes: str
    intervals: bool
    wide: bool
    turned: bool

    @classmethod
    def of(cls, module: ModuleType) -> Question:
        """The question that a module asks; see `scores` for the names that it defines."""
        return cls(
            name=module.__name__.rpartition(".")[2],
            title=module.TITLE,
            compute=module.compute,
            find=module.find,
            columns=module.columns,
            draw=getattr(module, "draw", None),
            is_drawn=getattr(module, "is_drawn", _always),
            size=getattr(module, "size", _usual_size),
            alt=getattr(module, "ALT", ""),
            notes=getattr(module, "NOTES", ""),
            intervals=getattr(module, "INTERVALS", True),
            wide=getattr(module, "WIDE", False),
            turned=getattr(module, "TURNED", False),
        )


@dataclass(frozen=True)
class Section:
    """Questions under one heading; `intro` says what the section is about and what it is not."""

    name: str
    title: str
    questions: tuple[Question, ...]
    intro: str = ""


def _usual_size(frame: pl.DataFrame) -> tuple[float, float]:
    return (6.0, 3.4)


def _always(frame: pl.DataFrame) -> bool:
    return True


def won_by_nobody(estimates: Estimates) -> bool:
    """Whether no game had a winner: then there are no win shares to compare."""
    return estimates.of("no_winner").value == 1
