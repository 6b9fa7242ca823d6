"""The tables of a valuation: each number of metrics.md 6, of one deck or over several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Any

import polars as pl

from loopsim.stats import FEW, Z95
from loopsim.studies import closed
from loopsim.studies.effects import Row, frame
from loopsim.studies.families import FEWEST, Family, family
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
#: The same over decks: `decks` have the number with its error.
_OVER_DECKS = {
    "decks": pl.Int64,
    "between_decks": pl.Float64,
    "sign_share": pl.Float64,
    "decks_above": pl.Int64,
    "decks_below": pl.Int64,
    "decks_unresolved": pl.Int64,
    "robustness": pl.String,
}
#: Why a number has no interval: of so few it is not known how decks differ.
TOO_FEW_DECKS = "too few decks"
#: What items are ranked by, the first that they have.
RANKED_BY = ("mispricing", "ad_value", "value_per_use")


@dataclass(frozen=True)
class OfDeck:
    """What came of the games of a deck."""

    trials: closed.Trials
    played: closed.Played


def tables(found: Sequence[OfDeck]) -> dict[str, pl.DataFrame]:
    """The tables of a study, items from the best to the worst."""
    rows: dict[str, list[Row]] = {}
    groups: dict[str, Any] = {}
    for key, group, of_decks in _by_group(found):
        groups[key] = group
        rows[key] = [
            {"item": key, **_row(listed, over_decks=len(found) > 1)} for listed in of_decks
        ]
    ranked = sorted(rows, key=lambda key: _rank(rows[key]))
    listed = [
        {"item": key, "name": groups[key].name, "points": groups[key].points, **groups[key].facts}
        for key in ranked
    ]
    over_decks = [_OVER_DECKS] if len(found) > 1 else []
    values = frame([row for key in ranked for row in rows[key]], _COLUMNS, *over_decks)
    knockout = pl.col("number") == "knockout"
    return {
        "items": pl.DataFrame(
            listed, infer_schema_length=None, schema_overrides={"points": pl.Int64}
        ),
        "values": values.filter(~knockout),
        "knockout": values.filter(knockout),
    }


def _by_group(found: Sequence[OfDeck]) -> Iterator[tuple[str, Any, list[list[Number]]]]:
    """Each group that any deck has: its key, itself, and each of its numbers by deck."""
    groups: dict[str, Any] = {}
    by_deck: dict[str, dict[tuple[str, str], list[Number]]] = {}
    for of in found:
        trials = of.trials
        listed = numbers(of.played, trials)
        for group, of_group in zip(trials.groups, listed, strict=True):
            groups.setdefault(group.key, group)
            for number in of_group:
                of_key = by_deck.setdefault(group.key, {})
                of_key.setdefault((number.name, number.of), []).append(number)
    for key, group in groups.items():
        yield key, group, list(by_deck[key].values())


def _rank(rows: Sequence[Row]) -> float:
    """Smallest first; what is not known comes last."""
    by_number = {row["number"]: row["value"] for row in reversed(rows)}
    value = next(by_number[name] for name in RANKED_BY if name in by_number)
    return float("inf") if value is None else -value


def _row(of_decks: Sequence[Number], *, over_decks: bool) -> Row:
    """A number, of one deck or over several."""
    first = of_decks[0]
    row: Row = {
        "number": first.name,
        "of": first.of,
        "games": sum(number.estimate.n for number in of_decks),
        "differing": None
        if first.differing is None
        else sum(number.differing or 0 for number in of_decks),
    }
    if over_decks:
        return row | _over_decks(of_decks)
    of = first.shown
    return row | {
        "value": of.value,
        "se": of.se,
        "low": of.low,
        "high": of.high,
        "bound": first.bound,
        "note": of.note,
    }


def _over_decks(of_decks: Sequence[Number]) -> Row:
    """The mean over the decks that have the number with its error; too few of these: no interval."""
    usable = [number for number in of_decks if number.estimate.se is not None]
    estimates = [number.estimate for number in usable]
    values = [estimate.value for estimate in estimates if estimate.value is not None]
    if len(values) < FEWEST:
        known = [n.estimate.value for n in of_decks if n.estimate.value is not None]
        return {
            "value": mean(known) if known else None,
            "note": TOO_FEW_DECKS,
            "decks": len(values),
        }
    resolved = [number.differing is None or number.differing >= FEW for number in usable]
    of = family(values, [estimate.se or 0.0 for estimate in estimates], resolved)
    return {
        "value": of.mean,
        "se": of.se,
        "low": of.mean - Z95 * of.se,
        "high": of.mean + Z95 * of.se,
        "note": "",
        "decks": len(values),
        **_of_family(of),
    }


def _of_family(of: Family) -> Row:
    return {
        "between_decks": of.between,
        "sign_share": of.sign_share,
        "decks_above": of.above,
        "decks_below": of.below,
        "decks_unresolved": of.unresolved,
        "robustness": of.robustness,
    }
