"""At which value of what is varied is an ad, or a visit to a trip, worth nothing more?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes

from loopsim.numbers import of_row, say
from loopsim.reports import figures
from loopsim.reports.curves import curve
from loopsim.reports.question import Column, Finding, Panels, text
from loopsim.reports.tables_of_study import table
from loopsim.studies.answers import OF_ANSWER, OF_WORTH
from loopsim.studies.study import Study

TITLE = "Where worth turns"
ALT = (
    "Curve: what is asked for is worth so much at each value of what is varied, with the band of its "
    "95 % intervals; a line marks zero, an upright one with its shade where the curve crosses it."
)
NOTES = (
    "Paired: the same games with the thing open and closed to one player. The answer is where its worth first "
    "changes its sign, its interval all values at which the band holds zero. That of an ad is the break-even "
    "of the rule; that of a trip the fair price, at which a visit brings the mean of all trips."
)

#: What each measure of worth is.
MEASURES = {
    "ad_value": "what an ad brings its owner",
    "ad_forced": "what an ad brings who has to place it",
    "mispricing": "what a visit to {item} brings beyond the mean of all trips",
}

#: At the head of a page an answer stands before what merely moves.
FIRST = 1000
WIDTH, HEIGHT = 6.0, 3.2


def compute(study: Study) -> pl.DataFrame:
    """One row a measure, unit and value: x, value (with interval), and the answer: key, zero (…)."""
    names = {"estimate": "zero", "low": "zero_low", "high": "zero_high"}
    answers = table(study, "answers", OF_ANSWER).rename(names)
    worth = table(study, "worth", OF_WORTH).rename({"low": "value_low", "high": "value_high"})
    return worth.join(answers.drop("item"), on=["of", "unit"], how="inner", maintain_order="left")


def find(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    """Of each measure the value at which it is zero, or why there is none."""
    return [_answer(row) for row in table(study, "answers", OF_ANSWER).iter_rows(named=True)]


def measure(row: dict[str, object]) -> str:
    """What is asked for, with its unit."""
    return f"{MEASURES[str(row['of'])].format(item=row['item'])} in {row['unit']}"


def _answer(row: dict[str, object]) -> Finding:
    if row["estimate"] is None:
        what = measure(row)
        return Finding(
            f"{what[0].upper()}{what[1:]} is zero at no value of {row['key']}: {row['note']}.",
            weight=FIRST,
        )
    of = {"estimate": row["estimate"], "estimate_low": row["low"], "estimate_high": row["high"]}
    note = f" ({row['note']})" if row["note"] else ""
    stated = "" if row["stated"] is None else f"; the scenario has {row['stated']:g}"
    return Finding(
        f"At {row['key']} = {say(of_row(of, 'estimate'))} {measure(row)} is zero{stated}{note}.",
        resolved=row["low"] is not None,
        weight=FIRST,
    )


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Value varied, measure, worth."""
    return [
        text("x_text", str(frame["key"][0]) if frame.height else ""),
        text("of", "Measure"),
        Column("value", "Worth", sign=True, unit_from="unit"),
    ]


def is_drawn(frame: pl.DataFrame) -> bool:
    """Whether there is a curve."""
    return not frame.is_empty()


def panels(frame: pl.DataFrame) -> Panels:
    """One panel a measure and unit."""
    return Panels(frame.partition_by("of", "unit", maintain_order=True))


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """So many panels."""
    return (WIDTH, HEIGHT * len(panels(frame).frames))


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """The curve of one measure, zero, and where it crosses."""
    answer = frame.row(0, named=True)
    ax.axhline(0, color=figures.INK, linewidth=1)
    if answer["zero_low"] is not None and answer["zero_high"] is not None:
        ax.axvspan(answer["zero_low"], answer["zero_high"], color=figures.ZONE)
    if answer["zero"] is not None:
        ax.axvline(answer["zero"], color=figures.ORANGE, linestyle="--")
    curve(ax, frame)
    ax.set_xlabel(figures.short(answer["key"]))
    ax.set_ylabel(f"Worth ({answer['unit']})")
    ax.set_title(measure(answer), loc="left", fontweight="bold")
    return ax
