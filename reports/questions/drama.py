"""How dramatic is a game, and how long is it open?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from loopsim.course import Course
from loopsim.numbers import columns as three
from loopsim.numbers import frame_of, of_row, resolved, say
from loopsim.reports.kit.question import Column, Finding, text

TITLE = "Drama and uncertainty"
NOTES = (
    "From win probabilities, so for bots that play on as these do. 64 playouts a turn are few: in 50 games of four "
    "planners they made drama 0.5 % points higher than 1,024 do, uncertainty 1 % point lower, and the winner "
    "nearly sure 2 % of the turns later."
)
WIDE = True

#: What is told: the name, its title, unit, and what it is.
NUMBERS = (
    (
        "drama",
        "Drama",
        "lift",
        "how far the winner is behind the likeliest other, 0 while ahead, mean over the turns",
    ),
    (
        "uncertainty",
        "Uncertainty",
        "share",
        "how open it is who wins, mean over the turns: 100 %, all are as likely; 0 %, it is clear",
    ),
    (
        "decided_at",
        "Decided, mean",
        "share",
        "the part of the turns after which nobody is likelier to win than the winner, to the end",
    ),
    (
        "decided_90",
        "Nearly sure, mean",
        "share",
        "the part of the turns after which the winner is at 90 % or more, to the end",
    ),
)


def compute(course: Course) -> pl.DataFrame:
    """One row a number: name, title, value (with interval), unit, meaning."""
    return frame_of(
        {
            "name": [name for name, *_ in NUMBERS],
            "title": [title for _, title, *_ in NUMBERS],
            **three("value", [getattr(course, name) for name, *_ in NUMBERS]),
            "unit": [unit for *_, unit, _ in NUMBERS],
            "meaning": [meaning for *_, meaning in NUMBERS],
        }
    )


def find(frame: pl.DataFrame, course: Course) -> Sequence[Finding]:
    """Drama and uncertainty."""
    drama, uncertainty = (of_row(row, "value") for row in frame.head(2).iter_rows(named=True))
    return [
        Finding(
            f"On average over a game the winner is {say(drama, 'lift')} of win probability behind the likeliest "
            f"other, ahead counting as 0; who wins is {say(uncertainty, 'share')} as open as if all were as likely.",
            resolved(drama, uncertainty),
        )
    ]


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Number, value, what it is."""
    return [
        text("title", ""),
        Column("value", "Mean", "each in its unit", unit_from="unit"),
        text("meaning", "What it is"),
    ]
