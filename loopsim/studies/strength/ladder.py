"""The skill ladder: what each level of play wins among players of the level below (metrics.md 10)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import polars as pl

from loopsim.contests import Contest
from loopsim.studies.effects import Row, Schema, frame
from loopsim.studies.strength.matches import OF_MATCH, columns, match, skill_share

#: A step counts if its advantage is at least this, by its lower bound.
STEP = 0.05

#: `step`: 1 is that from the lowest level to the next; `counts`: towards the depth.
OF_STEP: Schema = {"step": pl.Int64, **OF_MATCH, "counts": pl.Boolean}
#: The ladder as a whole: `depth` of `steps`; `skill_share` between its ends.
OF_SKILL: Schema = {
    "depth": pl.Int64,
    "steps": pl.Int64,
    "bottom": pl.String,
    "top": pl.String,
    **dict.fromkeys(
        ("skill_share", "skill_share_se", "skill_share_low", "skill_share_high"), pl.Float64
    ),
}


def pairs(levels: Sequence[str]) -> list[tuple[str, str]]:
    """Who plays among whom: each level among the one below, then the top among the bottom."""
    steps = [(above, below) for below, above in pairwise(levels)]
    ends = (levels[-1], levels[0])
    return steps if ends in steps else [*steps, ends]


def tables(levels: Sequence[str], contests: Sequence[Contest]) -> dict[str, pl.DataFrame]:
    """The tables of a ladder; `contests`: of `pairs`, all on the same games."""
    played = zip(pairs(levels), contests, strict=True)
    rows: list[Row] = [
        {"step": step, **match(*names, contest)} for step, (names, contest) in enumerate(played, 1)
    ]
    steps = [_counted(row) for row in rows[: len(levels) - 1]]
    skill = {
        "depth": sum(row["counts"] for row in steps),
        "steps": len(steps),
        "bottom": levels[0],
        "top": levels[-1],
        **columns("skill_share", skill_share(contests[-1])),
    }
    return {
        "steps": frame(steps, OF_STEP),
        "skill": frame([skill], OF_SKILL),
        "ends": frame(rows[-1:], OF_MATCH),
    }


def _counted(row: Row) -> Row:
    low = row["advantage_low"]
    return {**row, "counts": low is not None and low >= STEP}
