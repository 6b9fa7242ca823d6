"""Effects in words, a sentence each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from loopsim.numbers import listed, of_difference, say, scaled
from loopsim.stats import Estimate
from loopsim.studies.agreement import agreement
from loopsim.studies.differences import HIGHER, LOWER, NOT_RESOLVED
from loopsim.studies.families import Kind


def of_effect(
    row: Mapping[str, Any], factors: Sequence[str], players: int, kind: Kind | None
) -> str:
    """What a main effect or an interaction does to a number; nothing if that is not resolved.

    `row`: columns of `loopsim.studies.effects`; `factors`: as they are called in the sentence; `kind`: of
    the family that it is over, if it is over one.
    """
    if row["verdict"] not in (HIGHER, LOWER):
        return ""
    effect = Estimate(row["difference"], row["se"], row["low"], row["high"], row["games"])
    size = say(scaled(effect, -1 if row["verdict"] == LOWER else 1), _of_difference(row["unit"]))
    what = row["title"][0].lower() + row["title"][1:]
    told = f"{players} players, with {listed(factors)}: {what} {row['verdict']} by {size}"
    if len(factors) > 1:
        told += " than both by themselves add up to"
    return f"{told}{over_family(row, kind)}."


def _of_difference(unit: str) -> str:
    """The unit of a difference in the words of players."""
    return "choices" if unit == "nodes" else of_difference(unit)


def over_family(row: Mapping[str, Any], kind: Kind | None) -> str:
    """On how many members of a family a difference holds, and what that makes of it."""
    of = agreement(row, kind)
    if of is None or of.robustness == NOT_RESOLVED:
        return ""
    return f"; on {holds(*of.with_sign, f' {of.kind.name}s')}: {of.words}"


def holds(with_it: int, against: int, unresolved: int, called: str = "") -> str:
    """On how many members a sign is resolved, on how many the other one, on how many neither.

    `called`: what members are called, after a blank; "": that is said elsewhere.
    """
    members = with_it + against + unresolved
    opposite = f", opposite on {against}" if against else ""
    open_ = f", open on {unresolved}" if unresolved else ""
    return f"{with_it} of {members}{called}{opposite}{open_}"
