"""Can win probabilities be taken at their word?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes
from scipy.special import ndtri

from loopsim.course import Course
from loopsim.numbers import of_row, say
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import NOT_RESOLVED, Column, Finding, number, percent
from loopsim.reports.questions.places import named
from loopsim.stats import Z95

TITLE = "Whether win probabilities hold"
ALT = (
    "Points with intervals, one a class of win probability: how much of the games was won by places to which "
    "that probability was given; a dashed diagonal is where both are the same."
)
NOTES = (
    "All win probabilities before the last turn, in classes of 5 %. One half of the playouts sorts them, the "
    "other half says the probability, and the other way round, so that the chance in few playouts does not "
    "look like a fault. Won: the mean win share of the places of a class. The error is the mean distance of "
    "the points from the diagonal, less what chance alone makes of it. It is sound up to 1 % point."
)
FOLDED = True

#: What a calibration error may be (metrics.md 13).
SOUND = 0.01


def compute(course: Course) -> pl.DataFrame:
    """One row a class: see `loopsim.course.Course.calibration`."""
    return course.calibration()


def find(frame: pl.DataFrame, course: Course) -> Sequence[Finding]:
    """The error and the slope; then whether something is missed on a day, at a place."""
    return [_overall(course), *_by_day(course)]


def _by_day(course: Course) -> list[Finding]:
    """Where more, or less, is won than was said, at the level of all days and places (Bonferroni)."""
    rows = course.bias().drop_nulls("bias_low").to_dicts()
    if not rows:
        return []
    wider = -float(ndtri(0.025 / len(rows))) / Z95
    off = [
        f"day {row['day']}, the {named(row['place'])} place, {say(of_row(row, 'bias'), 'lift', sign=True)}"
        for row in rows
        if abs(row["bias"]) > wider * (row["bias_high"] - row["bias_low"]) / 2
    ]
    if off:
        return [Finding(f"More, or less, is won than was said on {'; '.join(off)}.")]
    most = max(rows, key=lambda row: abs(row["bias"]))
    return [
        Finding(
            "On no day and at no place in the turn order is clearly more or less won than was said; the largest "
            f"difference is that of day {most['day']} at the {named(most['place'])} place: "
            f"{say(of_row(most, 'bias'), 'lift', sign=True)}."
        )
    ]


def _overall(course: Course) -> Finding:
    """The error and the slope."""
    error, slope = course.calibration_error, course.slope
    if error.low is None or error.high is None or slope.low is None or slope.high is None:
        return Finding(f"{NOT_RESOLVED} whether win probabilities hold: too few games.", False)
    numbers = (
        f"they miss what is won by {say(error, 'lift', sign=True)} on average beyond chance, and rise with it "
        f"at a slope of {say(slope)}, 1 being right"
    )
    if error.low > SOUND or not slope.low <= 1 <= slope.high:
        return Finding(f"Win probabilities are not to be taken at their word: {numbers}.")
    if error.high > SOUND:
        return Finding(f"{NOT_RESOLVED} whether win probabilities hold: {numbers}.", False)
    return Finding(f"Win probabilities can be taken at their word: {numbers}.")


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """The class, how many, what was said and won."""
    return [
        Column("low", "From", "%", "number", scale=100),
        Column("high", "To", "%", "number", scale=100),
        number("forecasts", "Probabilities"),
        Column("said", "Said", "%", "number", scale=100, decimals=1),
        percent("won", "Won"),
        percent("missed", "Won less said", sign=True),
    ]


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """A square, so that the diagonal is one."""
    return (5.0, 4.9)


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """A point a class with its interval, and the diagonal."""
    ax.plot([0, 100], [0, 100], color=figures.ORANGE, linestyle="--", label="As said")
    said = figures.values(frame, "said", 100)
    figures.points(ax, said, frame, "won", scale=100, label="Won")
    ax.set_xlim(0, 100)
    ax.set_ylim(0, 100)
    ax.set_aspect("equal")
    ax.grid(axis="x")
    ax.set_xlabel("Win probability said (%)")
    ax.set_ylabel("Won (%)")
    figures.legend_above(ax)
    return ax
