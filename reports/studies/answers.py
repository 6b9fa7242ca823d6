"""At which value of what is varied is an ad, or a visit to a trip, worth nothing more?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import Any, NamedTuple

import polars as pl
from matplotlib.axes import Axes

from loopsim.numbers import PERCENT, SHARE_DIFFERENCE, of_row, say
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import Column, Finding, Panels, text
from loopsim.reports.studies.curves import curve
from loopsim.reports.studies.tables_of_study import table
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


class Measure(NamedTuple):
    """A measure of worth in words, of an answer: what it is; what its zero is called, and means."""

    worth: str
    zero: str
    meaning: str
    scenario: str


MEASURES = {
    "ad_value": Measure(
        "What an ad brings its owner, in {unit}",
        "The break-even of {key} in {unit}",
        "there an ad brings its owner nothing",
        "the scenario has",
    ),
    "ad_forced": Measure(
        "What an ad brings who has to place it, in {unit}",
        "The break-even of {key} in {unit}, of an ad that has to be placed,",
        "there it brings its owner nothing",
        "the scenario has",
    ),
    "mispricing": Measure(
        "What a visit to {item} brings beyond the mean of all trips, in {unit}",
        "The fair price of {item}",
        "there a visit brings the mean of all trips",
        "the scenario prints",
    ),
}

#: At the head of a page an answer stands before what merely moves.
FIRST = 1000
WIDTH, HEIGHT = 6.0, 3.2
#: Letters in a line above a panel.
LETTERS = 48


def compute(study: Study) -> pl.DataFrame:
    """One row a measure, unit and value: x, value (with interval), and the answer: key, zero (…).

    Added: measured_in, for a change of win shares percentage points; measured, the measure in words.
    """
    names = {"estimate": "zero", "low": "zero_low", "high": "zero_high"}
    answers = table(study, "answers", OF_ANSWER).rename(names)
    worth = table(study, "worth", OF_WORTH).rename({"low": "value_low", "high": "value_high"})
    is_share = pl.col("unit").is_in([*PERCENT])
    return worth.join(
        answers.drop("item"), on=["of", "unit"], how="inner", maintain_order="left"
    ).with_columns(
        pl.when(is_share).then(pl.lit(SHARE_DIFFERENCE)).otherwise("unit").alias("measured_in"),
        pl.struct("of", "unit", "key", "item")
        .map_elements(lambda row: measure(row).worth, pl.String)
        .alias("measured"),
    )


def find(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    """Of each measure the value at which it is zero, or why there is none."""
    return [
        _answer(row, frame.filter(of=row["of"], unit=row["unit"]))
        for row in table(study, "answers", OF_ANSWER).iter_rows(named=True)
    ]


def measure(row: Mapping[str, Any]) -> Measure:
    """What is asked for, of an answer."""
    return Measure(*(words.format_map(row) for words in MEASURES[row["of"]]))


def _answer(row: Mapping[str, Any], worth: pl.DataFrame) -> Finding:
    """The answer; where there is none, on which side of zero all that was tried lies, if it does."""
    asked = measure(row)
    if row["estimate"] is None:
        where = side(worth["value_low"], worth["value_high"])
        always = f". {asked.worth}: {where} zero at every value that was tried" if where else ""
        return Finding(f"{asked.zero}: {row['note']}{always}.", weight=FIRST)
    of = {"estimate": row["estimate"], "estimate_low": row["low"], "estimate_high": row["high"]}
    note = f" ({row['note']})" if row["note"] else ""
    stated = "" if row["stated"] is None else f"; {asked.scenario} {row['stated']:g}"
    return Finding(
        f"{asked.zero} is {say(of_row(of, 'estimate'))}: {asked.meaning}{stated}{note}.",
        resolved=row["low"] is not None,
        weight=FIRST,
    )


def side(low: pl.Series, high: pl.Series) -> str:
    """On which side of zero the intervals of a curve lie: "above", "below"; "" if not all on one."""
    if low.is_empty() or low.has_nulls():
        return ""
    return "above" if (low > 0).all() else "below" if (high < 0).all() else ""


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Value varied, measure, worth."""
    return [
        text("x_text", str(frame["key"][0]) if frame.height else ""),
        text("measured", "Measure"),
        Column("value", "Worth", sign=True, unit_from="measured_in"),
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
    unit = answer["measured_in"]
    curve(ax, frame, 100 if unit in PERCENT else 1)
    ax.set_xlabel(figures.short(answer["key"]))
    ax.set_ylabel(f"Worth ({PERCENT.get(unit, unit)})")
    ax.set_title(fill(measure(answer).worth, LETTERS), loc="left", fontweight="bold")
    return ax
