"""Tables: a frame as HTML (pandas Styler) and as CSV."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd
import polars as pl
from markupsafe import Markup
from pandas.io.formats.style import Styler

from loopsim.reports.numbers import NONE, PERCENT, decimals_for, fixed
from loopsim.reports.question import Column

#: With more estimates in a row than this, intervals stand under the numbers.
MOST_ABREAST = 2

Cell = tuple[float | None, float | None, float | None, str]


def as_html(name: str, frame: pl.DataFrame, columns: Sequence[Column], wide: bool) -> Markup:
    """The columns of a frame as an HTML table, all text escaped.

    Units stand in the head; an estimate without an interval says "too few".
    """
    heads = [(column.title, column.unit) for column in columns]
    table = pd.DataFrame({place: _cells(frame, column) for place, column in enumerate(columns)})
    table.columns = pd.MultiIndex.from_tuples(heads)
    formats: dict[Any, Any] = {
        head: _format(frame, column) for head, column in zip(heads, columns, strict=True)
    }
    words = [f"text-{place}" for place, column in enumerate(columns) if column.kind == "text"]
    estimates = sum(column.kind == "estimate" for column in columns)
    dense = ["dense"] if estimates > MOST_ABREAST else []
    attributes = " ".join(["wide" if wide else "plain", *dense, *words])
    styler = Styler(table, uuid=name, cell_ids=False)
    styler = styler.format(formats, escape="html", na_rep=NONE).format_index(escape="html", axis=1)
    styler = styler.hide(axis="index").set_table_attributes(f'class="{attributes}"')
    html = styler.to_html(sparse_columns=False)
    return Markup(html[html.index("<table") :])  # without the empty <style> before it


def as_csv(frame: pl.DataFrame) -> bytes:
    """All columns of a frame, unrounded; shares are between 0 and 1."""
    return frame.write_csv().encode("utf-8")


def _cells(frame: pl.DataFrame, column: Column) -> list[Any]:
    """What `_format` is given: the plain value, or of an estimate also interval and unit."""
    if column.kind != "estimate":
        return frame[column.name].to_list()
    units = frame[column.unit_from] if column.unit_from else [""] * frame.height
    ends = (column.name, f"{column.name}_low", f"{column.name}_high")
    return list(zip(*(frame[end] for end in ends), units, strict=True))


def _format(frame: pl.DataFrame, column: Column) -> Callable[[Any], str]:
    """How a cell of the column is written."""
    if column.kind == "text":
        return str
    if column.kind == "number":
        return lambda value: fixed(value, column.decimals, column.sign)
    if column.unit_from:
        return lambda cell: _estimate(cell, column, _decimals([cell], column))
    cells = _cells(frame, column)
    decimals = _decimals(cells, column)
    return lambda cell: _estimate(cell, column, decimals)


def _decimals(cells: Sequence[Cell], column: Column) -> int:
    half_widths = [
        _scale(unit, column) * (high - low) / 2
        for _, low, high, unit in cells
        if low is not None and high is not None
    ]
    return decimals_for(half_widths, column.decimals)


def _scale(unit: str, column: Column) -> float:
    return 100 if unit in PERCENT else column.scale


def _estimate(cell: Cell, column: Column, decimals: int) -> str:
    """An estimate as HTML made of numbers only: value and interval, or "too few"."""
    value, low, high, unit = cell
    if value is None:
        return NONE
    if value == 0 == low == high:
        return "0"  # never seen, and could not be
    scale, after = _scale(unit, column), PERCENT.get(unit, "")
    text = fixed(scale * value, decimals, column.sign) + (
        f"\N{NO-BREAK SPACE}{after}" if after else ""
    )
    if low is None or high is None:
        return f'{text} <span class="ci">too few</span>'
    low_text, high_text = (fixed(scale * end, decimals, column.sign) for end in (low, high))
    return f'{text} <span class="ci">[{low_text}, {high_text}]</span>'
