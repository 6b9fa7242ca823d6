"""The tables of a valuation: each number of metrics.md 6, of one deck or over several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from statistics import mean
from typing import Any

import polars as pl

from loopsim.stats import FEW, Z95, Estimate
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
#: The same over decks: `decks` have the item; where any of these lacks the error of the number,
#: `games_a_deck` is about what it takes, if that is known.
_OVER_DECKS = {
    "decks": pl.Int64,
    "games_a_deck": pl.Int64,
    "between_decks": pl.Float64,
    "sign_share": pl.Float64,
    "decks_above": pl.Int64,
    "decks_below": pl.Int64,
    "decks_unresolved": pl.Int64,
    "robustness": pl.String,
}
#: Why a number has no interval: of so few it is not known how decks differ; or in a deck it is seen too
#: seldom, and what is left without that deck is another number.
TOO_FEW_DECKS, TOO_FEW_A_DECK = "too few decks", "too few games a deck"
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
    games_a_deck = max(of.played.games for of in found) if len(found) > 1 else None
    for key, group, of_decks in by_group(found):
        groups[key] = group
        rows[key] = [{"item": key, **row_of(listed, games_a_deck)} for listed in of_decks]
    ranked = sorted(rows, key=lambda key: _rank(rows[key]))
    listed = [
        {"item": key, "name": groups[key].name, "points": groups[key].points, **groups[key].facts}
        for key in ranked
    ]
    more = [_OVER_DECKS] if len(found) > 1 else []
    values = frame([row for key in ranked for row in rows[key]], _COLUMNS, *more)
    knockout = pl.col("number") == "knockout"
    return {
        "items": pl.DataFrame(
            listed, infer_schema_length=None, schema_overrides={"points": pl.Int64}
        ),
        "values": values.filter(~knockout),
        "knockout": values.filter(knockout),
    }


def by_group(found: Sequence[OfDeck]) -> Iterator[tuple[str, Any, list[list[Number]]]]:
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


def row_of(of_decks: Sequence[Number], games_a_deck: int | None) -> Row:
    """A number, over several decks of so many games, or of one."""
    first = of_decks[0]
    row: Row = {
        "number": first.name,
        "of": first.of,
        "games": sum(number.estimate.n for number in of_decks),
        "differing": None
        if first.differing is None
        else sum(number.differing or 0 for number in of_decks),
    }
    if games_a_deck is not None:
        return row | over_decks(of_decks, games_a_deck)
    of = first.shown
    return row | {
        "value": of.value,
        "se": of.se,
        "low": of.low,
        "high": of.high,
        "bound": first.bound,
        "note": of.note,
    }


def over_decks(of_decks: Sequence[Number], games: int) -> Row:
    """The row of a number over all decks that have the item, each of so many games.

    `value` is the mean of the decks; what else is known of it is left out where an error is lacking.
    """
    estimates = [number.estimate for number in of_decks]
    values = [of.value for of in estimates if of.value is not None]
    errors = [of.se for of in estimates if of.se is not None]
    if len(of_decks) < FEWEST or len(errors) < len(of_decks):
        few_decks = len(of_decks) < FEWEST
        return {
            "value": mean(values) if values else None,
            "note": TOO_FEW_DECKS if few_decks else TOO_FEW_A_DECK,
            "decks": len(of_decks),
            "games_a_deck": None if few_decks else _needed(of_decks, games),
        }
    together = _together(of_decks, mean(values))
    if together.few_differ:
        return {
            "value": together.estimate.value,
            "bound": together.bound,
            "note": together.shown.note,
            "decks": len(of_decks),
        }
    resolved = [number.differing is None or number.differing >= FEW for number in of_decks]
    of = family(values, errors, resolved)
    return {
        "value": of.mean,
        "se": of.se,
        "low": of.mean - Z95 * of.se,
        "high": of.mean + Z95 * of.se,
        "note": "",
        "decks": len(of_decks),
        **_of_family(of),
    }


def _together(of_decks: Sequence[Number], value: float) -> Number:
    """The number as one of all games, as many a deck as have the item where it is seldomest.

    So no game counts for less than it does in the mean of the decks, and its `bound` is a safe one.
    """
    differing = [n.differing for n in of_decks if n.differing is not None]
    most = [n.most for n in of_decks if n.most is not None]
    return replace(
        of_decks[0],
        estimate=Estimate(
            value, None, None, None, len(of_decks) * min(n.estimate.n for n in of_decks)
        ),
        differing=sum(differing) if differing else None,
        most=max(most) if most else None,
    )


def _needed(of_decks: Sequence[Number], games: int) -> int | None:
    """About how many games a deck it takes for an error in each; None where that is not told by hits."""
    seldomest = min(number.hits for number in of_decks)
    return ceil(games * FEW / seldomest) if 0 < seldomest < FEW else None


def _of_family(of: Family) -> Row:
    return {
        "between_decks": of.between,
        "sign_share": of.sign_share,
        "decks_above": of.above,
        "decks_below": of.below,
        "decks_unresolved": of.unresolved,
        "robustness": of.robustness,
    }
