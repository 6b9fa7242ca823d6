"""Effects in words, a sentence each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from loopsim.numbers import listed, say, scaled
from loopsim.stats import Estimate
from loopsim.studies.differences import HIGHER, LOWER, NOT_RESOLVED


def of_effect(row: Mapping[str, Any], factors: Sequence[str], players: int, decks: int) -> str:
    """What a main effect or an interaction does to a number; nothing if that is not resolved.

    `row`: columns of `loopsim.studies.effects`; `factors`: as they are called in the sentence.
    """
    if row["verdict"] not in (HIGHER, LOWER):
        return ""
    effect = Estimate(row["difference"], row["se"], row["low"], row["high"], row["games"])
    size = say(scaled(effect, -1 if row["verdict"] == LOWER else 1), of_difference(row["unit"]))
    what = row["title"][0].lower() + row["title"][1:]
    told = f"{players} players, with {listed(factors)}: {what} {row['verdict']} by {size}"
    if len(factors) > 1:
        told += " than both by themselves add up to"
    return f"{told}{over_decks(row, decks)}."


def of_difference(unit: str) -> str:
    """The unit of a difference: of shares it is percentage points."""
    return {"share": "lift", "win share": "lift", "nodes": "choices"}.get(unit, unit)


def over_decks(row: Mapping[str, Any], decks: int) -> str:
    """On how many of the drawn decks a difference holds, and what that makes of it."""
    if decks == 1 or row["robustness"] == NOT_RESOLVED:
        return ""
    with_it, against = row["decks_above"], row["decks_below"]
    if row["difference"] < 0:
        with_it, against = against, with_it
    return f"; on {holds(with_it, against, decks)}: {row['robustness']}"


def holds(with_it: int, against: int, decks: int) -> str:
    """On how many decks a sign is resolved, on how many the other one, on how many neither."""
    unresolved = decks - with_it - against
    opposite = f", opposite on {against}" if against else ""
    return f"{with_it} of {decks} decks{opposite}{f', open on {unresolved}' if unresolved else ''}"
