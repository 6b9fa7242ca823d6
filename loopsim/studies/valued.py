"""The tables of a valuation: each number of metrics.md 6, of one member or over a family."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from statistics import mean
from typing import Any

import polars as pl

from loopsim.numbers import SHARE_DIFFERENCE
from loopsim.stats import FEW, Estimate
from loopsim.studies import closed
from loopsim.studies.effects import Row, frame
from loopsim.studies.families import Family, Kind, family
from loopsim.studies.student import quantile
from loopsim.studies.worth import Number, numbers

#: Which number a row is about, and what it is. `differing` games are not the same without the item;
#: where these are few or none, `bound` is the most that the number can be either way.
_COLUMNS = {
    "item": pl.String,
    "number": pl.String,
    "of": pl.String,
    "value": pl.Float64,
    "se": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "bound": pl.Float64,
    "note": pl.String,
    "games": pl.Int64,
    "differing": pl.Int64,
}
#: The same over a family: `members` have the item; where any of these lacks the error of the number,
#: `games_a_member` is about what it takes, if that is known.
_OVER_FAMILY = {
    "members": pl.Int64,
    "games_a_member": pl.Int64,
    "between": pl.Float64,
    "sign_share": pl.Float64,
    "above": pl.Int64,
    "below": pl.Int64,
    "unresolved": pl.Int64,
    "robustness": pl.String,
}
#: Units of what an item changes (see `loopsim.numbers.PERCENT`).
UNITS: Mapping[str, str] = {
    "score": "points",
    "margin": "points",
    "mispricing": "points",
    "win_share": SHARE_DIFFERENCE,
    "eliminated": SHARE_DIFFERENCE,
    "tears": "tears",
    "tears_taken": "tears",
    "launches": "launches",
    "ads_placed": "ads",
}
#: What items are ranked by, the first that they have.
RANKED_BY = ("mispricing", "ad_value", "value_per_use")


def too_few(kind: Kind) -> str:
    """Why a number has no interval: of so few members it is not known how they differ."""
    return f"too few {kind.name}s"


def too_few_each(kind: Kind) -> str:
    """The other reason: a member sees it too seldom, and without that one it is another number."""
    return f"too few games a {kind.name}"


@dataclass(frozen=True)
class OfMember:
    """What came of the games of a member."""

    trials: closed.Trials
    played: closed.Played


def tables(found: Sequence[OfMember], kind: Kind | None = None) -> dict[str, pl.DataFrame]:
    """The tables of a study over a family of a kind, or of one member; items from the best to the worst."""
    rows: dict[str, list[Row]] = {}
    groups: dict[str, Any] = {}
    games_each = max(of.played.games for of in found)
    for key, group, of_members in by_group(found):
        groups[key] = group
        rows[key] = [{"item": key, **row_of(of, kind, games_each)} for of in of_members]
    ranked = sorted(rows, key=lambda key: _rank(rows[key]))
    listed = [
        {"item": key, "name": groups[key].name, "points": groups[key].points, **groups[key].facts}
        for key in ranked
    ]
    more = [] if kind is None else [_OVER_FAMILY]
    values = frame([row for key in ranked for row in rows[key]], _COLUMNS, *more)
    knockout = pl.col("number") == "knockout"
    return {
        "items": pl.DataFrame(
            listed, infer_schema_length=None, schema_overrides={"points": pl.Int64}
        ),
        "values": values.filter(~knockout),
        "knockout": values.filter(knockout),
    }


def by_group(found: Sequence[OfMember]) -> Iterator[tuple[str, Any, list[list[Number]]]]:
    """Each group that any member has: its key, itself, and each of its numbers by member."""
    groups: dict[str, Any] = {}
    by_member: dict[str, dict[tuple[str, str], list[Number]]] = {}
    for of in found:
        trials = of.trials
        listed = numbers(of.played, trials)
        for group, of_group in zip(trials.groups, listed, strict=True):
            groups.setdefault(group.key, group)
            for number in of_group:
                of_key = by_member.setdefault(group.key, {})
                of_key.setdefault((number.name, number.of), []).append(number)
    for key, group in groups.items():
        yield key, group, list(by_member[key].values())


def _rank(rows: Sequence[Row]) -> float:
    """Smallest first; what is not known comes last."""
    by_number = {row["number"]: row["value"] for row in reversed(rows)}
    value = next(by_number[name] for name in RANKED_BY if name in by_number)
    return float("inf") if value is None else -value


def row_of(of_members: Sequence[Number], kind: Kind | None, games: int) -> Row:
    """A number, over a family of a kind with so many games a member, or of one member."""
    first = of_members[0]
    row: Row = {
        "number": first.name,
        "of": first.of,
        "games": sum(number.estimate.n for number in of_members),
        "differing": None
        if first.differing is None
        else sum(number.differing or 0 for number in of_members),
    }
    if kind is not None:
        return row | over_family(of_members, kind, games)
    of = first.shown
    return row | {
        "value": of.value,
        "se": of.se,
        "low": of.low,
        "high": of.high,
        "bound": first.bound,
        "note": of.note,
    }


def over_family(of_members: Sequence[Number], kind: Kind, games: int) -> Row:
    """The row of a number over all members that have the item, each of so many games.

    `value` is the mean of the members; what else is known of it is left out where an error is lacking.
    """
    estimates = [number.estimate for number in of_members]
    values = [of.value for of in estimates if of.value is not None]
    errors = [of.se for of in estimates if of.se is not None]
    few = len(of_members) < kind.fewest
    if few or len(errors) < len(of_members):
        return {
            "value": mean(values) if values else None,
            "note": too_few(kind) if few else too_few_each(kind),
            "members": len(of_members),
            "games_a_member": None if few else _needed(of_members, games),
        }
    together = _together(of_members, mean(values))
    if together.few_differ:
        return {
            "value": together.estimate.value,
            "bound": together.bound,
            "note": together.shown.note,
            "members": len(of_members),
        }
    resolved = [number.differing is None or number.differing >= FEW for number in of_members]
    of = family(values, errors, resolved, kind)
    half = quantile(len(of_members)) * of.se
    return {
        "value": of.mean,
        "se": of.se,
        "low": of.mean - half,
        "high": of.mean + half,
        "note": "",
        "members": len(of_members),
        **_of_family(of),
    }


def _together(of_members: Sequence[Number], value: float) -> Number:
    """The number as one of all games, as many a member as have the item where it is seldomest.

    So no game counts for less than it does in the mean of the members, and its `bound` is a safe one.
    """
    differing = [n.differing for n in of_members if n.differing is not None]
    most = [n.most for n in of_members if n.most is not None]
    return replace(
        of_members[0],
        estimate=Estimate(
            value, None, None, None, len(of_members) * min(n.estimate.n for n in of_members)
        ),
        differing=sum(differing) if differing else None,
        most=max(most) if most else None,
    )


def _needed(of_members: Sequence[Number], games: int) -> int | None:
    """About how many games a member it takes for an error in each; None where hits do not tell that."""
    seldomest = min(number.hits for number in of_members)
    return ceil(games * FEW / seldomest) if 0 < seldomest < FEW else None


def _of_family(of: Family) -> Row:
    return {
        "between": of.between,
        "sign_share": of.sign_share,
        "above": of.above,
        "below": of.below,
        "unresolved": of.unresolved,
        "robustness": of.robustness,
    }
