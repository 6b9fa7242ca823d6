"""At which value of what is varied does an ad pay for itself?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes

from loopsim.numbers import of_row, say
from loopsim.reports import figures
from loopsim.reports.curves import curve
from loopsim.reports.question import Column, Finding, Panels, text
from loopsim.reports.tables_of_study import table
from loopsim.study import Study

TITLE = "The break-even of ads"
ALT = (
    "Curve: what an ad is worth at each value of what is varied, with the band of its 95 % intervals; a "
    "line marks zero, an upright one with its shade the break-even and its interval."
)
NOTES = (
    "Paired: the same games with the ads of one player and without them. The break-even is where the value "
    "first changes its sign, its interval all values at which the band holds zero."
)

#: What each measure of the worth of an ad is.
MEASURES = {
    "ad_value": "what an ad brings its owner",
    "ad_forced": "what an ad brings who has to place it",
}

OF_BREAK_EVEN = {
    "key": pl.String,
    "of": pl.String,
    "unit": pl.String,
    "estimate": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "note": pl.String,
}
OF_VALUE = {
    "x": pl.Float64,
    "x_text": pl.String,
    "of": pl.String,
    "value": pl.Float64,
    "se": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
}

#: At the head of a page an answer stands before what merely moves.
FIRST = 1000
WIDTH, HEIGHT = 6.0, 3.2


def compute(study: Study) -> pl.DataFrame:
    """One row a measure and value: x, value (with interval), and the answer: key, break_even (…)."""
    names = {end: f"break_even_{end}" for end in ("low", "high")}
    answers = table(study, "break_even", OF_BREAK_EVEN).rename({"estimate": "break_even", **names})
    values = table(study, "values_of_ads", OF_VALUE)
    return values.rename({"low": "value_low", "high": "value_high"}).join(
        answers, on="of", how="inner", maintain_order="left"
    )


def find(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    """Of each measure the break-even, or why there is none."""
    return [_answer(row) for row in table(study, "break_even", OF_BREAK_EVEN).iter_rows(named=True)]


def _answer(row: dict[str, object]) -> Finding:
    what = MEASURES.get(str(row["of"]), str(row["of"]))
    if row["estimate"] is None:
        return Finding(f"No break-even of {row['key']}: {row['note']} ({what}).", weight=FIRST)
    of = {"estimate": row["estimate"], "estimate_low": row["low"], "estimate_high": row["high"]}
    note = f" {row['note']}" if row["note"] else ""
    return Finding(
        f"The break-even of {row['key']} is {say(of_row(of, 'estimate'))}: there {what} is zero.{note}",
        resolved=row["low"] is not None,
        weight=FIRST,
    )


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Value varied, measure, worth."""
    return [
        text("x_text", str(frame["key"][0]) if frame.height else ""),
        text("of", "Measure"),
        Column("value", "Worth of an ad", "points", sign=True),
    ]


def is_drawn(frame: pl.DataFrame) -> bool:
    """Whether there is a curve."""
    return not frame.is_empty()


def panels(frame: pl.DataFrame) -> Panels:
    """One panel a measure."""
    return Panels(frame.partition_by("of", maintain_order=True))


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """So many panels."""
    return (WIDTH, HEIGHT * len(panels(frame).frames))


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """The curve of one measure, zero, and where it crosses."""
    answer = frame.row(0, named=True)
    ax.axhline(0, color=figures.INK, linewidth=1)
    if answer["break_even_low"] is not None and answer["break_even_high"] is not None:
        ax.axvspan(answer["break_even_low"], answer["break_even_high"], color=figures.ZONE)
    if answer["break_even"] is not None:
        ax.axvline(answer["break_even"], color=figures.ORANGE, linestyle="--")
    curve(ax, frame)
    ax.set_xlabel(figures.short(answer["key"]))
    ax.set_ylabel("Worth of an ad (points)")
    ax.set_title(MEASURES.get(answer["of"], answer["of"]), loc="left", fontweight="bold")
    return ax
