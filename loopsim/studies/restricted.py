"""The table of restricted play: what mechanisms are worth to who may use them (metrics.md 10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import nan
from statistics import mean

import polars as pl

from loopsim.stats import FEW
from loopsim.studies.differences import (
    HIGHER,
    IDENTICAL,
    LOWER,
    NO_MATTER,
    NOT_RESOLVED,
    REAL_BUT_SMALL,
    difference,
)
from loopsim.studies.effects import OVER_FAMILY, Effect, Row, Schema, frame, judged_rows, of_members
from loopsim.studies.families import Kind, family
from loopsim.studies.valued import OfMember, by_group, row_of
from loopsim.studies.worth import Number

#: The number of a mechanism that is its worth.
WORTH = ("access_value", "win_share")
#: The others by name, each with the column that has it.
BESIDE: Mapping[tuple[str, str], str] = {
    ("access_value", "score"): "score",
    ("access_value", "tears"): "tears",
    ("uses", ""): "uses",
    ("value_per_use", "score"): "score_per_use",
    ("value_per_use", "win_share"): "win_share_per_use",
}
ENDS = ("", "_low", "_high")

#: What a verdict says of a mechanism.
FINDINGS: Mapping[str, str] = {
    HIGHER: "worth it",
    LOWER: "costs its user",
    REAL_BUT_SMALL: REAL_BUT_SMALL,
    NO_MATTER: "worth nothing that matters",
    IDENTICAL: "no game differs",
    NOT_RESOLVED: NOT_RESOLVED,
}

OF_MECHANISM: Schema = {
    "mechanism": pl.String,
    "worth": pl.Float64,
    "se": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "bound": pl.Float64,
    "p": pl.Float64,
    "q": pl.Float64,
    "differing": pl.Int64,
    "games": pl.Int64,
    "smallest": pl.Float64,
    "verdict": pl.String,
    "finding": pl.String,
    "more_games": pl.Int64,
    **{f"{name}{end}": pl.Float64 for name in BESIDE.values() for end in ENDS},
}


def mechanisms(
    found: Sequence[OfMember], smallest: float, kind: Kind | None = None
) -> pl.DataFrame:
    """One row a mechanism, that worth most first: `OF_MECHANISM`, over a family of a kind `OVER_FAMILY` too.

    `smallest`: the difference in win share below which none matters. Beside the worth with its test
    and verdict the other numbers have their intervals alone; where few games differ that is the bound
    of the number, either way.
    """
    games_each = max(of.played.games for of in found)
    worths, beside = [], []
    for key, _, numbers in by_group(found):
        by_name = {(of[0].name, of[0].of): of for of in numbers}
        worths.append(_worth(key, by_name[WORTH], smallest, kind))
        beside.append(
            {
                f"{column}{end}": value
                for name, column in BESIDE.items()
                for end, value in _interval(row_of(by_name[name], kind, games_each)).items()
            }
        )
    rows = [
        {**row, "worth": row["difference"], "finding": _finding(row), **others}
        for row, others in zip(judged_rows(worths, kind, len(found)), beside, strict=True)
    ]
    rows.sort(key=lambda row: (row["worth"] is None, -(row["worth"] or 0)))
    return frame(rows, OF_MECHANISM, *([] if kind is None else [OVER_FAMILY]))


def _worth(key: str, by_member: Sequence[Number], smallest: float, kind: Kind | None) -> Effect:
    """What a mechanism is worth, before it is judged beside the others."""
    estimates = [number.estimate for number in by_member]
    values = [of.value for of in estimates if of.value is not None]
    errors = [of.se for of in estimates if of.se is not None]
    differing = [number.differing or 0 for number in by_member]
    games = sum(of.n for of in estimates)
    over, se = None, errors[0] if errors else nan
    few = len(errors) < len(by_member) or (kind is not None and len(by_member) < kind.fewest)
    if kind is not None and not few:
        over = family(values, errors, [d >= FEW for d in differing], kind)
        se = over.se
    found = difference(
        mean(values) if values else nan,
        se,
        n=games,
        differing=sum(differing),
        reach=max(number.most or 0 for number in by_member),
        few=few,
        smallest=smallest,
        members=len(by_member) if over else None,
    )
    row = {
        "mechanism": key,
        "differing": sum(differing),
        "games": games,
        "smallest": smallest,
        **of_members(over, found),
    }
    return Effect(row, found, smallest)


def _finding(row: Row) -> str:
    """What is found of a mechanism; that no game differs says it is worth nothing if these are many."""
    verdict, bound = row["verdict"], row["bound"]
    if verdict == IDENTICAL and bound is not None and bound <= row["smallest"]:
        return FINDINGS[NO_MATTER]
    return FINDINGS[verdict]


def _interval(row: Row) -> Row:
    """A number with its interval, or with its bound either way in place of one."""
    bound = row.get("bound")
    low, high = row.get("low"), row.get("high")
    if bound is not None:
        low, high = -bound, bound
    return dict(zip(ENDS, (row["value"], low, high), strict=True))
