"""Tables of what was played: the level of each arm, and what contrasts of arms say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite, sqrt
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from loopsim.stats import FEW
from loopsim.studies.compared import Number
from loopsim.studies.differences import (
    IDENTICAL,
    NOT_RESOLVED,
    Difference,
    Floats,
    contrast,
    difference,
    judged,
    stacked,
)
from loopsim.studies.families import BOTS, Family, Kind, between, family
from loopsim.studies.paired import Played
from loopsim.studies.student import quantile

Row = dict[str, Any]
Schema = dict[str, Any]  # polars takes its types as classes and as objects

#: Columns that say which number a row is about.
OF_NUMBER: Schema = {
    "metric": pl.String,
    "group": pl.String,
    "index": pl.Int64,
    "item": pl.String,
    "title": pl.String,
    "unit": pl.String,
}
#: A number of an arm.
OF_LEVEL: Schema = dict.fromkeys(("value", "se", "low", "high"), pl.Float64)
#: A contrast of arms.
OF_EFFECT: Schema = {
    "difference": pl.Float64,
    "se": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "bound": pl.Float64,
    "effect_size": pl.Float64,
    "p": pl.Float64,
    "q": pl.Float64,
    "variance_ratio": pl.Float64,
    "differing": pl.Int64,
    "games": pl.Int64,
    "smallest": pl.Float64,
    "verdict": pl.String,
    "more_games": pl.Int64,
}
#: The same over a family: how many members are above 0, below, and not resolved; how they differ.
OVER_FAMILY: Schema = {
    "between": pl.Float64,
    "sign_share": pl.Float64,
    "sign_share_se": pl.Float64,
    "above": pl.Int64,
    "below": pl.Int64,
    "unresolved": pl.Int64,
    "robustness": pl.String,
    "more_members": pl.Int64,
}
#: A number of an arm over a family beside `OF_LEVEL`: how members differ, and what those at the ends have.
BETWEEN: Schema = dict.fromkeys(("between", "least", "most"), pl.Float64)


#: The two set-ups of a row, and what the number is in each.
OF_PAIR: Schema = {
    "setup": pl.String,
    "against": pl.String,
    **dict.fromkeys(("a", "a_low", "a_high", "b", "b_low", "b_high"), pl.Float64),
}


class _Cells(NamedTuple):
    """A contrast of one number, by member."""

    number: Number
    value: Floats
    se: Floats
    sd: Floats
    reach: float
    few: bool
    differing: Sequence[int]


class Effect(NamedTuple):
    """What a contrast says of a number, before it is judged with the others of its table."""

    row: Row
    found: Difference
    smallest: float


def levels(played: Played, arm: int, table: str) -> list[Row]:
    """The numbers of one table for an arm: columns `OF_NUMBER` and `OF_LEVEL`, over a family `BETWEEN`."""
    if played.plan.kind is not None:
        return [
            {**described(cells.number), **_over_family(cells)}
            for cells in _cells(played, _unit(played, arm), table)
        ]
    (share,) = played.shares
    return [
        {**described(number), **{name: getattr(estimate, name) for name in OF_LEVEL}}
        for block, estimates in zip(played.blocks, share.levels[arm], strict=True)
        for number, estimate in zip(block.numbers, estimates, strict=True)
        if number.table == table
    ]


def means(played: Played, weights: Sequence[float], table: str) -> list[float | None]:
    """The numbers of one table in the mean of some arms; None where there is none."""
    values = (float(cells.value.mean()) for cells in _cells(played, weights, table))
    return [value if isfinite(value) else None for value in values]


def effects(played: Played, contrasts: Sequence[Sequence[float]], table: str) -> list[list[Effect]]:
    """What each contrast of the arms says of the numbers of one table.

    The contrasts are those of `played`, in their order. The unit of effect sizes is the spread over
    games of the first arm.
    """
    arms = [[*_cells(played, _unit(played, arm), table)] for arm in range(len(played.setups))]
    return [
        [
            _effect(played, coefficients, cells, [of_arm[i] for of_arm in arms])
            for i, cells in enumerate(_cells(played, coefficients, table, which))
        ]
        for which, coefficients in enumerate(contrasts)
    ]


def _effect(
    played: Played, coefficients: Sequence[float], cells: _Cells, arms: Sequence[_Cells]
) -> Effect:
    over, kind = None, played.plan.kind
    if kind is not None:
        over = family(cells.value, cells.se, [d >= FEW for d in cells.differing], kind)
    found = _difference(cells, over, played.games)
    apart = sum(c * c * arm.sd**2 for c, arm in zip(coefficients, arms, strict=True) if c)
    spread = (
        0.0 if found.verdict == IDENTICAL else float((cells.sd**2).mean())
    )  # not what rounding left
    row = {
        **described(cells.number),
        "effect_size": _over(found.value, float(arms[0].sd.mean())),
        "variance_ratio": _over(float(np.mean(apart)), spread),
        "differing": sum(cells.differing) if played.paired else None,
        "games": played.games,
        "smallest": cells.number.smallest,
        **of_members(over, found),
    }
    return Effect(row, found, cells.number.smallest)


def judged_rows(found: Sequence[Effect], kind: Kind | None, members: int) -> list[Row]:
    """Effects that stand in one table, with q-values within it and verdicts.

    `kind`: of the family with so many members that they are over; None: they are over games. It is told about how many more games, or decks, would resolve one; not how many more bots, which are
    chosen. Columns: `OF_NUMBER`, `OF_EFFECT`, over a family also `OVER_FAMILY`.
    """
    if not found:
        return []
    n = found[0].row["games"] if kind is None else members
    final = judged([e.found for e in found], [e.smallest for e in found], n)
    rows = [{**e.row, **_said(d)} for e, d in zip(found, final, strict=True)]
    if kind is BOTS:
        return rows
    more = "more_games" if kind is None else "more_members"
    return [{**row, more: d.more} for row, d in zip(rows, final, strict=True)]


def against_first(played: Played, table: str) -> list[Row]:
    """Each set-up but the first against the first; q-values by set-up.

    Columns: `OF_PAIR`, `OF_NUMBER`, `OF_EFFECT`, over a family also `OVER_FAMILY`.
    """
    first, *others = played.setups
    before = levels(played, 0, table)
    found = effects(played, played.contrasts.tolist(), table)
    rows = []
    for arm, (setup, of_setup) in enumerate(zip(others, found, strict=True), start=1):
        pair = {"setup": setup.label, "against": first.label}
        after = levels(played, arm, table)
        rows_of_setup = judged_rows(of_setup, played.plan.kind, len(played.shares))
        rows += [
            {**pair, **_ends("a", a), **_ends("b", b), **effect}
            for a, b, effect in zip(before, after, rows_of_setup, strict=True)
        ]
    return rows


def _ends(name: str, row: Row) -> Row:
    ends = {f"{name}_{end}": row.get(end) for end in ("low", "high")}
    return {name: row.get("value"), **ends}


def described(number: Number) -> Row:
    """Which number it is."""
    return {name: getattr(number, name) for name in OF_NUMBER}


def frame(rows: Sequence[Row], *schemas: Schema) -> pl.DataFrame:
    """Rows as a frame with the columns of some schemas, in their order; a row lacks what is null."""
    schema = {name: kind for part in schemas for name, kind in part.items()}
    return pl.DataFrame(
        [{name: row.get(name) for name in schema} for row in rows], schema=schema, orient="row"
    )


def alike(played: Played, which: int) -> float | None:
    """The share of games with the same course in all arms of a contrast; None if they share none."""
    if not played.paired:
        return None
    same = sum(int(share.alike[which]) for share in played.shares if share.alike is not None)
    return same / played.games


def _unit(played: Played, arm: int) -> list[float]:
    """The contrast that is the level of an arm."""
    return [float(a == arm) for a in range(len(played.setups))]


def _cells(
    played: Played, coefficients: Sequence[float], table: str, which: int | None = None
) -> Iterator[_Cells]:
    """The numbers of a table, each by member."""
    members = len(played.shares)
    for b, block in enumerate(played.blocks):
        if block.numbers[0].table != table:
            continue
        k = len(block.numbers)
        found = contrast(
            stacked([share.moments[b] for share in played.shares]), block, coefficients
        )
        value, se, sd = (array.reshape(members, k).T for array in (found.value, found.se, found.sd))
        reach, few = found.reach.reshape(members, k).max(axis=0), found.few.reshape(members, k)
        differ = [
            [share.n] * k if share.differ is None or which is None else share.differ[b][:, which]
            for share in played.shares
        ]
        differing = np.array(differ).T.tolist()
        for i, number in enumerate(block.numbers):
            of_number = value[i], se[i], sd[i], float(reach[i]), bool(few[:, i].any())
            yield _Cells(number, *of_number, differing[i])


def _over_family(cells: _Cells) -> Row:
    """The mean over members with its 95 % interval, which holds what chance and what the member does."""
    value = float(cells.value.mean())
    if not isfinite(value):
        return {}
    if cells.few:
        return {"value": value}
    se = float(cells.value.std(ddof=1)) / sqrt(len(cells.value))
    half = quantile(len(cells.value)) * se
    return {
        "value": value,
        "se": se,
        "low": max(value - half, cells.number.least),
        "high": min(value + half, cells.number.most),
        "between": between(cells.value, cells.se),
        "least": float(cells.value.min()),
        "most": float(cells.value.max()),
    }


def _difference(cells: _Cells, over: Family | None, games: int) -> Difference:
    value, se = (over.mean, over.se) if over else (float(cells.value[0]), float(cells.se[0]))
    return difference(
        value,
        se,
        n=games,
        differing=sum(cells.differing),
        reach=cells.reach,
        few=cells.few,
        smallest=cells.number.smallest,
        members=len(cells.value) if over else None,
    )


def _said(d: Difference) -> Row:
    return {
        "difference": d.value,
        **{name: getattr(d, name) for name in ("se", "low", "high", "bound", "p", "q")},
        "verdict": d.verdict,
    }


def of_members(over: Family | None, found: Difference) -> Row:
    """What is known of the members: nothing if one has too few games with the number, or no game differs."""
    unknown = over is None or found.se is None or not isfinite(over.mean)
    if unknown or found.verdict == IDENTICAL:
        return {}
    of = of_family(over)
    return of if found.p is not None else {**of, "robustness": NOT_RESOLVED}


def of_family(over: Family | None) -> Row:
    """A family in the columns of `OVER_FAMILY`."""
    if over is None:
        return {}
    return {
        "between": over.between,
        "sign_share": over.sign_share,
        "sign_share_se": over.sign_share_se,
        "above": over.above,
        "below": over.below,
        "unresolved": over.unresolved,
        "robustness": over.robustness,
    }


def _over(a: float | None, b: float) -> float | None:
    return a / b if a is not None and b > 0 and isfinite(a) and isfinite(b) else None
