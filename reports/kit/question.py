"""What a report is made of: questions with their tables, figures and findings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar

import polars as pl

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from loopsim.estimates import Estimates

NOT_RESOLVED = "Not resolved"

Asked = TypeVar("Asked")
"""What a question is asked of: the estimates of a run, or a study."""


@dataclass(frozen=True)
class Column:
    """A column of a table as shown.

    `kind`: "text"; "number" (exact); "p" (a probability that small ones are told by); "estimate" (with
    its interval in `name`_low, `name`_high). Values are shown times `scale`; `sign`: also with a plus.
    `decimals`: of exact numbers; those of estimates follow from their intervals. `unit_from`: the
    column with the unit of each row; shares are then shown in per cent. `bare`: an estimate without an
    interval stands alone, for it is not known whether games are too few or all alike.
    """

    name: str
    title: str
    unit: str = ""
    kind: Literal["text", "number", "p", "estimate"] = "estimate"
    scale: float = 1
    decimals: int = 0
    sign: bool = False
    unit_from: str = ""
    bare: bool = False


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
    """A sentence or two in plain words; `resolved`: the interval allows the statement.

    `weight`: at the head of a page heavier findings come first, those of one weight in its order. None:
    it stands there only as the first of its question, with the weight 0. `folded`: one of many, opened
    by those who want them, and never at the head.
    """

    text: str
    resolved: bool = True
    weight: float | None = None
    folded: bool = False


class Panels(NamedTuple):
    """The parts of a frame that are drawn on axes of their own: `across` of them side by side.

    `heights`: of each row of axes, in any one unit; none: all alike. `shared`: the axis that runs over
    the same numbers in all of them.
    """

    frames: Sequence[pl.DataFrame]
    heights: Sequence[float] = ()
    across: int = 1
    shared: Literal["", "x", "y"] = ""


def one_panel(frame: pl.DataFrame) -> Panels:
    """All of a frame on the same axes."""
    return Panels([frame])


def usual_size(frame: pl.DataFrame) -> tuple[float, float]:
    """The inches of a figure that says nothing else."""
    return (6.0, 3.4)


def always(frame: pl.DataFrame) -> bool:
    """Every frame is drawn."""
    return True


@dataclass(frozen=True)
class Question(Generic[Asked]):
    """One question to a run or a study.

    `compute` turns what is asked into a frame, `find` the frame into findings (the first is the most
    telling), `columns` says how the frame is shown, `draw` draws it on axes (None: there is no figure;
    none either of a frame that `is_drawn` turns down), in parts if `panels` says so; `size` gives the
    inches of the figure, `alt` describes what is drawn. `notes` is said under the table. `intervals`:
    the figure shows them. `wide`: the table needs the full width; `turned`: its rows are shown as
    columns; `folded`: it is long, and opened by those who want it.
    """

    name: str
    title: str
    compute: Callable[[Asked], pl.DataFrame]
    find: Callable[[pl.DataFrame, Asked], Sequence[Finding]]
    columns: Callable[[pl.DataFrame], Sequence[Column]]
    draw: Callable[[pl.DataFrame, Axes], Axes] | None = None
    is_drawn: Callable[[pl.DataFrame], bool] = always
    panels: Callable[[pl.DataFrame], Panels] = one_panel
    size: Callable[[pl.DataFrame], tuple[float, float]] = usual_size
    alt: str = ""
    notes: str = ""
    intervals: bool = True
    wide: bool = False
    turned: bool = False
    folded: bool = False

    @classmethod
    def of(cls, module: ModuleType) -> Question[Any]:
        """The question that a module asks; see `scores` for the names that it defines.

        A name in capitals, or a function, that the module does not define is as above.
        """
        optional = ("draw", "is_drawn", "panels", "size")
        stated = ("ALT", "NOTES", "INTERVALS", "WIDE", "TURNED", "FOLDED")
        return cls(
            name=module.__name__.rpartition(".")[2],
            title=module.TITLE,
            compute=module.compute,
            find=module.find,
            columns=module.columns,
            **{name: getattr(module, name) for name in optional if hasattr(module, name)},
            **{name.lower(): getattr(module, name) for name in stated if hasattr(module, name)},
        )


@dataclass(frozen=True)
class Section(Generic[Asked]):
    """Questions under one heading; `intro` says what the section is about and what it is not."""

    name: str
    title: str
    questions: tuple[Question[Asked], ...]
    intro: str = ""


def won_by_nobody(estimates: Estimates) -> bool:
    """Whether no game had a winner: then there are no win shares to compare."""
    return estimates.of("no_winner").value == 1
