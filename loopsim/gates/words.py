"""The bounds of a gate as rows of texts, for the screen and for Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, NamedTuple

import polars as pl

from loopsim.gates.gating import Gate
from loopsim.gates.titles import Rank
from loopsim.numbers import about_all, fixed, rounded
from loopsim.stats import Estimate

#: So many rows of a table are shown; the others are folded away, or only counted.
SHOWN = 20

HEAD = (
    *("number", "name", "outcome", "found", "allowed"),
    *("in tolerances", "interval", "games needed"),
)

Texts = tuple[str, ...]


class Shown(NamedTuple):
    """The rows of a gate as texts under `HEAD`.

    `bounds`: those of the file, the worst first. Of the baseline: what is `failing`, in the order of
    `_most_telling_first`; what is `undecided` or `passing`, the worst first. Their outcome is not in the texts.
    """

    bounds: list[Texts]
    failing: list[Texts]
    undecided: list[Texts]
    passing: list[Texts]


def shown(gate: Gate) -> Shown:
    """The rows of a gate in the order in which they are read."""
    of_file = gate.rows.filter(of="bounds")
    of_baseline = gate.rows.filter(of="baseline")
    return Shown(
        _all_texts(of_file),
        _all_texts(_most_telling_first(of_baseline.filter(outcome="fail"))),
        *(_all_texts(of_baseline.filter(outcome=outcome)) for outcome in ("undecided", "pass")),
    )


def _most_telling_first(failing: pl.DataFrame) -> pl.DataFrame:
    """The main numbers of the game, then others, those of the deal alone last; each by tolerances.

    The number of one place or bot comes after those that say more, if that of all fails as well.
    """
    said_of_all = pl.col("whole").is_in(failing["name"].implode())
    tolerances = pl.col("tolerances").fill_null(inf)  # of a tolerance of 0
    of_the_deal = pl.col("rank") == Rank.DEALT
    return failing.sort(of_the_deal, said_of_all, "rank", -tolerances, maintain_order=True)


def titles(rows: Shown) -> tuple[str, str]:
    """What stands above the bounds of the file, and above what fails against the baseline."""
    count = len(rows.failing)
    differ = "number differs" if count == 1 else "numbers differ"
    more = "" if count == 1 else "; the main numbers of the game first"
    return "Your bounds", f"{count:,} {differ} from the baseline by more than is allowed{more}"


def heads(rows: Sequence[Texts]) -> list[int]:
    """The places of the columns that say something."""
    return [place for place in range(len(HEAD)) if any(row[place] for row in rows)]


def _all_texts(rows: pl.DataFrame) -> list[Texts]:
    return [_texts(row) for row in rows.iter_rows(named=True)]


def _texts(row: Mapping[str, Any]) -> Texts:
    of = row["value"] if row["of"] == "bounds" else row["difference"]
    needed = row["why"] if row["games"] is None else about_all(row["games"])
    times = "" if row["tolerances"] is None else fixed(row["tolerances"], 1)
    value = interval = ""
    if of is not None:
        signed = row["of"] == "baseline"
        value, low, high = rounded(Estimate(of, None, row["low"], row["high"], 0), sign=signed)
        interval = f"{low} to {high}" if low else ""
        if signed:
            decimals = len(value.partition(".")[2])
            was, now = (fixed(row[key], decimals) for key in ("baseline", "value"))
            value = f"{was} → {now} ({value})"
    return (
        *(row["title"], row["name"], row["outcome"] if row["of"] == "bounds" else ""),
        *(value, _allowed(row)),
        *(times, interval, needed),
    )


def _allowed(row: Mapping[str, Any]) -> str:
    low, high = row["min"], row["max"]
    if row["of"] == "baseline":
        return f"± {high:g}"
    if low is None:
        return f"≤ {high:g}"
    return f"≥ {low:g}" if high is None else f"{low:g} to {high:g}"
