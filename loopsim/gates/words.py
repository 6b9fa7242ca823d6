"""The bounds of a gate as rows of texts, for the screen and for Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from loopsim.gates.gating import Gate
from loopsim.numbers import about_all, fixed, rounded
from loopsim.stats import Estimate

#: So many bounds that are undecided are shown; the others are many at once and alike.
SHOWN = 20

HEAD = ("outcome", "number", "found", "allowed", "interval", "games needed")


class Shown(NamedTuple):
    """The rows of a gate: what fails and the first that are undecided, the rest of these, what passes."""

    first: list[tuple[str, ...]]
    undecided: list[tuple[str, ...]]
    passing: list[tuple[str, ...]]


def shown(gate: Gate) -> Shown:
    """Texts under `HEAD`, the worst first."""
    rows = [_texts(row) for row in gate.rows.iter_rows(named=True)]
    failing, undecided = gate.counts["fail"], gate.counts["undecided"]
    first, end = failing + min(SHOWN, undecided), failing + undecided
    return Shown(rows[:first], rows[first:end], rows[end:])


def heads(rows: Sequence[Sequence[str]]) -> list[int]:
    """The places of the columns that say something."""
    return [place for place in range(len(HEAD)) if any(row[place] for row in rows)]


def _texts(row: Mapping[str, Any]) -> tuple[str, ...]:
    of = row["value"] if row["of"] == "bounds" else row["difference"]
    needed = row["why"] if row["games"] is None else about_all(row["games"])
    if of is None:
        return (row["outcome"], row["name"], "", _allowed(row), "", needed)
    signed = row["of"] == "baseline"
    estimate = Estimate(of, None, row["low"], row["high"], 0)
    value, low, high = rounded(estimate, sign=signed)
    if signed:
        decimals = len(value.partition(".")[2])
        was, now = (fixed(row[key], decimals) for key in ("baseline", "value"))
        value = f"{was} → {now} ({value})"
    interval = f"{low} to {high}" if low else ""
    return (row["outcome"], row["name"], value, _allowed(row), interval, needed)


def _allowed(row: Mapping[str, Any]) -> str:
    low, high = row["min"], row["max"]
    if row["of"] == "baseline":
        return f"± {high:g}"
    if low is None:
        return f"≤ {high:g}"
    return f"≥ {low:g}" if high is None else f"{low:g} to {high:g}"
