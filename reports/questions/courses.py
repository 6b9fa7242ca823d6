"""How open and how dramatic are the games of each run?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot

import polars as pl
from scipy.special import ndtri

from loopsim.course import Course
from loopsim.numbers import PERCENT, frame_of, listed, of_row, say
from loopsim.numbers import columns as three
from loopsim.reports.kit.question import NOT_RESOLVED, Column, Finding, Panels, text
from loopsim.reports.questions import drama
from loopsim.reports.questions.beside import RUN, Runs
from loopsim.reports.studies import levels_of_runs
from loopsim.stats import Z95, Estimate

TITLE = "Drama, uncertainty and calibration: run by run"
ALT = "Small forest plots, one a number: a mark with its interval for each run."
NOTES = (
    "Of the runs whose games were continued. Less the first: the difference to the first of them, as of separate "
    "games; a finding allows for all that are compared here (Bonferroni). After few playouts all these numbers are "
    "off by a little, so that runs of other numbers of playouts differ for that reason too."
)
WIDE = True

#: What is told: the name, its title, unit, and what it is.
NUMBERS = (
    *drama.NUMBERS,
    (
        "calibration_error",
        "Calibration error",
        "lift",
        "mean distance of what is won from the win probability, less what chance makes of it",
    ),
)

draw, is_drawn = levels_of_runs.draw, levels_of_runs.is_drawn


def compute(runs: Runs) -> pl.DataFrame:
    """One row a number and run that has win probabilities.

    name; run; unit, measured_in (as shown); value and difference, that to the first run, of which there is none
    (both with intervals); meaning, once a number.
    """
    courses = runs.courses()
    first = next(iter(courses.values()))
    rows = [(number, run, course) for number in NUMBERS for run, course in courses.items()]
    told = [_of(course, name) for (name, *_), _, course in rows]
    less = [
        _less(_of(course, name), _of(first, name), course is first)
        for (name, *_), _, course in rows
    ]
    return frame_of(
        {
            "name": [title for (_, title, *_), *_ in rows],
            RUN: [run for _, run, _ in rows],
            "unit": [unit for (*_, unit, _), *_ in rows],
            "measured_in": [PERCENT[unit] for (*_, unit, _), *_ in rows],
            **three("value", told),
            **three("difference", less),
            "meaning": [
                "" if course is not first else meaning for (*_, meaning), _, course in rows
            ],
        }
    )


def _of(course: Course, name: str) -> Estimate:
    found: Estimate = getattr(course, name)
    return found


def _less(a: Estimate, b: Estimate, same: bool) -> Estimate:
    """The one less the other, of separate games; nothing of a number less itself."""
    if same or a.value is None or b.value is None:
        return Estimate(None, None, None, None, 0)
    value = a.value - b.value
    if a.low is None or b.low is None or a.se is None or b.se is None:
        return Estimate(value, None, None, None, a.n + b.n, a.note or b.note)
    reach = Z95 * hypot(a.se, b.se)
    return Estimate(value, reach / Z95, value - reach, value + reach, a.n + b.n)


def find(frame: pl.DataFrame, runs: Runs) -> Sequence[Finding]:
    """What differs between the first run and the others; else, or of one run, what each says by itself."""
    rows = frame.drop_nulls("difference_low").to_dicts()
    if not rows:
        return _each(runs.courses())
    wider = -float(ndtri(0.025 / len(rows))) / Z95
    first, found = frame[RUN][0], []
    open_still: dict[str, list[str]] = {}
    for row in rows:
        less = of_row(row, "difference")
        if abs(row["difference"]) > wider * (row["difference_high"] - row["difference_low"]) / 2:
            side = "higher" if row["difference"] > 0 else "lower"
            by = say(less, "lift", sign=True)
            found.append(Finding(f"{row['name']}: {side} in {row[RUN]} than in {first}, {by}."))
        else:
            open_still.setdefault(row[RUN], []).append(f"“{row['name']}”")
    if open_still:
        said = "; ".join(f"{listed(names)} of {run}" for run, names in open_still.items())
        found.append(Finding(f"{NOT_RESOLVED} whether these differ from {first}: {said}.", False))
    return found


def _each(courses: Mapping[str, Course]) -> list[Finding]:
    """What each run says of its drama and uncertainty."""
    found = []
    for name, course in courses.items():
        (said,) = drama.find(drama.compute(course), course)
        found.append(Finding(f"{name}: {said.text}", said.resolved))
    return found


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Number, run, value, difference, what it is."""
    return [
        text("name", "Number"),
        text(RUN, "Run"),
        Column("value", "Mean", unit_from="unit"),
        Column("difference", "Less the first", "% points", scale=100, sign=True),
        text("meaning", "What it is"),
    ]


def panels(frame: pl.DataFrame) -> Panels:
    """One panel a number."""
    parts = frame.partition_by("name", maintain_order=True)
    return Panels(parts, across=levels_of_runs.ACROSS)


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """So many rows of panels, each with a line a run."""
    return levels_of_runs.size_of(len(panels(frame).frames), frame[RUN].n_unique())
