"""Tables: a frame as HTML (pandas Styler) and as CSV."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd
import polars as pl
from markupsafe import Markup, escape
from pandas.io.formats.style import Styler

from loopsim.numbers import (
    NONE,
    PERCENT,
    SPACE,
    fixed,
    of_row,
    probability,
    resolved,
    rounded,
    without_interval,
)
from loopsim.reports.kit.markdown import escaped
from loopsim.reports.kit.question import Column
from loopsim.stats import Estimate

#: With more estimates in a row than this, intervals stand under the numbers.
MOST_ABREAST = 2


#: Words of more letters than this may be broken where a table is narrow.
MOST_UNBROKEN = 20


class Layout(NamedTuple):
    """A table as HTML cells: heads with units; places of texts; estimates in a row."""

    heads: list[tuple[Markup, Markup]]
    rows: list[list[Markup]]
    texts: list[int]
    estimates: int


def layout(frame: pl.DataFrame, columns: Sequence[Column], *, turned: bool) -> Layout:
    """The columns of a frame as a table, all text escaped.

    Units stand in the head; an estimate without an interval says why. `turned`: the rows of
    the frame become columns, headed by the first column; units stand beside the names.
    """
    return _turned(frame, columns) if turned else _upright(frame, columns)


def as_html(name: str, layout: Layout, *, wide: bool) -> Markup:
    """A table as HTML; nothing if it has no rows."""
    if not layout.rows:
        return Markup()
    classes = ["wide" if wide else "plain"]
    if layout.estimates > MOST_ABREAST:
        classes.append("dense")
    if any(
        _is_long(word) for row in layout.rows for cell in row for word in cell.striptags().split()
    ):
        classes.append("long-words")
    classes += [f"text-{place}" for place in layout.texts]
    table = pd.DataFrame(layout.rows, columns=pd.MultiIndex.from_tuples(layout.heads))
    styler = Styler(table, uuid=name, cell_ids=False).hide(axis="index")
    styler = styler.set_table_attributes(f'class="{" ".join(classes)}"')
    html = styler.to_html(sparse_columns=False)
    return Markup(html[html.index("<table") :])  # without the empty <style> before it


def _is_long(word: str) -> bool:
    """Whether a word, up to its hyphens, is too long to stand in one piece."""
    return any(len(part) > MOST_UNBROKEN for part in word.split("-"))


def as_markdown(layout: Layout) -> str:
    """A table as GitHub shows it: units in the heads, numbers to the right; nothing if it has no rows."""
    if not layout.rows:
        return ""
    heads = [" ".join(filter(None, (head, unit and f"({unit})"))) for head, unit in layout.heads]
    sides = [":--" if place in layout.texts else "--:" for place in range(len(heads))]
    rows = [[escaped(head) for head in heads], sides]
    rows += [[escaped(cell.striptags()) for cell in row] for row in layout.rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def as_csv(frame: pl.DataFrame) -> bytes:
    """All columns of a frame, unrounded; shares are between 0 and 1."""
    return frame.write_csv().encode("utf-8")


def _upright(frame: pl.DataFrame, columns: Sequence[Column]) -> Layout:
    cells = (_cells(frame, column) for column in columns)
    return Layout(
        heads=[(escape(column.title), escape(column.unit)) for column in columns],
        rows=[list(row) for row in zip(*cells, strict=True)],
        texts=[place for place, column in enumerate(columns) if column.kind == "text"],
        estimates=sum(column.kind == "estimate" for column in columns),
    )


def _turned(frame: pl.DataFrame, columns: Sequence[Column]) -> Layout:
    first, *others = columns
    empty = Markup()
    heads = [escape(head) for head in frame[first.name]]
    return Layout(
        heads=[(empty, empty), *((head, empty) for head in heads)],
        rows=[[_with_unit(column), *_cells(frame, column)] for column in others],
        texts=[0],
        estimates=len(heads),
    )


def _with_unit(column: Column) -> Markup:
    return escape(f"{column.title} ({column.unit})" if column.unit else column.title)


def _cells(frame: pl.DataFrame, column: Column) -> list[Markup]:
    """The cells of a column as HTML."""
    values = frame[column.name].to_list()
    units = frame[column.unit_from].to_list() if column.unit_from else [""] * frame.height
    if column.kind == "estimate":
        rows = frame.iter_rows(named=True)
        return [
            _estimate(of_row(row, column.name), column, unit)
            for row, unit in zip(rows, units, strict=True)
        ]
    if column.kind == "number":
        values = [_number(value, column, unit) for value, unit in zip(values, units, strict=True)]
    if column.kind == "p":
        values = [None if value is None else probability(value) for value in values]
    return [escape(NONE if value is None else value) for value in values]


def _number(value: float | None, column: Column, unit: str) -> str | None:
    """An exact number; of a share in per cent."""
    if value is None:
        return None
    if unit in PERCENT:
        return (
            f"{fixed(100 * value, max(0, column.decimals - 2), column.sign)}{SPACE}{PERCENT[unit]}"
        )
    return fixed(column.scale * value, column.decimals, column.sign)


def _estimate(estimate: Estimate, column: Column, unit: str) -> Markup:
    """An estimate as HTML: value and interval, or why there is none unless that is not known."""
    if estimate.value is None:
        return Markup(NONE)
    if estimate.value == 0 and estimate.alike:
        return Markup("0")  # not once in this run
    scale = 100 if unit in PERCENT else column.scale
    value, low, high = rounded(estimate, scale, column.sign)
    after = f"{SPACE}{PERCENT[unit]}" if unit in PERCENT else ""
    if column.bare and not resolved(estimate):
        return escape(f"{value}{after}")
    interval = f"[{low}, {high}]" if low else without_interval(estimate)
    return Markup('{}{} <span class="ci">{}</span>').format(value, after, interval)
