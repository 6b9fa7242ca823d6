"""The gate: every bound of a file, and every number of a baseline, at one level for all of them."""

from __future__ import annotations

import os
from collections import Counter
from math import inf
from pathlib import Path
from typing import Any

import polars as pl

from loopsim.gates import against as against_baseline
from loopsim.gates import leaves
from loopsim.gates.baselines import A_BASELINE, baseline
from loopsim.gates.bounds import LEVEL, Asked, decided
from loopsim.gates.outcomes import OUTCOMES, Judged
from loopsim.gates.sources import AGAINST, THRESHOLDS, Source
from loopsim.gates.thresholds import Thresholds
from loopsim.gates.thresholds import thresholds as read_thresholds
from loopsim.gates.undecided import Undecided, of_rows
from loopsim.numbers import counted
from loopsim.results import Result
from loopsim.scenario.faults import fault, value_text

#: The columns of `Gate.rows`. `min`, `max`: of the number, or of its `difference` from the baseline.
#: `low`, `high`: its interval at the level of the file, or that of the difference. `rank`: 0 a main number
#: of the game, 2 one of the deal alone, 1 any other. `whole`: of the number of one place or bot, the name of
#: that of all. `tolerances`: how many times the tolerance the difference is; none of a tolerance of 0.
ROWS: dict[str, pl.DataType] = {
    "outcome": pl.String(),
    "name": pl.String(),
    "unit": pl.String(),
    "of": pl.String(),
    "value": pl.Float64(),
    "baseline": pl.Float64(),
    "difference": pl.Float64(),
    "low": pl.Float64(),
    "high": pl.Float64(),
    "min": pl.Float64(),
    "max": pl.Float64(),
    "games": pl.Int64(),
    "why": pl.String(),
    "title": pl.String(),
    "rank": pl.Int64(),
    "whole": pl.String(),
    "tolerances": pl.Float64(),
}


class Gate:
    """What became of the bounds of a gate.

    `rows`: one a bound, the worst first, with the columns of `ROWS`. `notes`: what else there is to
    know. `strict`: undecided bounds do not pass.
    """

    def __init__(
        self, rows: pl.DataFrame, *, scenario: str, games: int, strict: bool, notes: list[str]
    ) -> None:
        """Put the parts together."""
        self.rows, self.scenario, self.games = rows, scenario, games
        self.strict, self.notes = strict, notes
        found = Counter(rows["outcome"])
        self.counts = {outcome: found[outcome] for outcome in OUTCOMES}

    @property
    def passed(self) -> bool:
        """Whether no bound fails; if it is strict: whether all pass."""
        return not self.counts["fail"] and not (self.strict and self.counts["undecided"])

    @property
    def outcome(self) -> str:
        """Passed or not, for people."""
        return "Passed" if self.passed else "Not passed"

    @property
    def verdict(self) -> str:
        """How many bounds fail, are undecided and pass, in a sentence."""
        failing, undecided, passing = (self.counts[outcome] for outcome in OUTCOMES)
        told = f"{failing} of {counted(self.rows.height, 'bound')} "
        told += "fails" if failing == 1 else "fail"
        if undecided:
            told += f", {undecided} {'is' if undecided == 1 else 'are'} undecided"
            told += " (strict: not passed)" if self.strict else ""
        return f"{told}, {passing} {'passes' if passing == 1 else 'pass'}"

    @property
    def undecided(self) -> Undecided:
        """What would decide the numbers that are undecided against the baseline."""
        return of_rows(self.rows)

    def __repr__(self) -> str:
        """What was asked and what became of it."""
        games = counted(self.games, "game")
        return f"<Gate of {self.scenario}, {games}: {self.outcome.lower()}; {self.verdict}>"

    def json(self) -> dict[str, Any]:
        """Plain data: the outcome, counts, notes and rows; no bound on a side is null."""
        return {
            "passed": self.passed,
            "verdict": self.verdict,
            "strict": self.strict,
            "scenario": self.scenario,
            "games": self.games,
            "level": LEVEL,
            "counts": self.counts,
            "undecided": self.undecided._asdict(),
            "notes": self.notes,
            "rows": self.rows.to_dicts(),
        }

    def markdown(self) -> str:
        """A summary in GitHub-flavoured Markdown; only what matters most is not folded away."""
        from loopsim.gates.markdown import summary

        return summary(self)


def gate(
    directory: str | os.PathLike[str] | Result,
    *,
    against: Source | None = None,
    thresholds: Source | None = None,
    strict: bool = False,
) -> Gate:
    """Judge a run by a baseline, by bounds, or by both (metrics.md 12).

    Parameters
    ----------
    directory
        The folder of a run, or its result.
    against
        A baseline: the file that ``run --json`` of the same game, players and bots has given, or what
        it holds (`Result.json`). All numbers that have a standard error in both are compared.
    thresholds
        A TOML file, or what it holds. ``[bounds]``: by name what a number may be, ``min``, ``max`` or
        both. ``[tolerance]``: by name or unit what a difference from the baseline does not matter;
        otherwise ``[report.smallest]`` of the scenario says so. Names are dotted paths of the JSON.
    strict
        Undecided bounds do not pass.

    Returns
    -------
    Gate
        `rows`, `passed`, `verdict`. If what they ask holds, and nothing has changed, one run in
        a hundred fails at most by all bounds together: each is
        judged at its share of that level.

    Raises
    ------
    InputError
        Without a baseline and bounds; for what is no run, no baseline of such a run, or no such file.
    """
    if against is None and thresholds is None:
        raise fault("gate", "", "nothing to judge by", f"{AGAINST}, {THRESHOLDS}, or both")
    if not isinstance(strict, bool):
        raise fault("--strict", "", value_text(strict), "true or false")
    run = directory if isinstance(directory, Result) else _read(directory)
    known = leaves.of_run(run)
    bounds = Thresholds() if thresholds is None else read_thresholds(thresholds, known)
    base = None if against is None else baseline(against, run, known)
    if base is None and not bounds.bounds:
        raise fault(THRESHOLDS, "", "no bounds", f"a table [bounds] of some, or {AGAINST} as well")
    asked = [Asked(known[name], bound.min, bound.max) for name, bound in bounds.bounds.items()]
    notes: list[str] = []
    if base is None and bounds.tolerance:
        notes.append(f"The [tolerance] of the file is not used, as there is no {AGAINST}.")
    if base is not None:
        asked += against_baseline.bounds(run, known, base, bounds.tolerance)
        notes += against_baseline.notes(run, known, base)
    if not asked:
        raise fault(AGAINST, "", "no number that the run has", A_BASELINE)
    return Gate(
        pl.DataFrame([_row(*pair) for pair in decided(asked)], schema=ROWS),
        scenario=run.manifest["scenario"],
        games=run.manifest["games"],
        strict=strict,
        notes=notes,
    )


def _read(directory: Any) -> Result:
    if not isinstance(directory, str | os.PathLike):
        raise fault("gate", "", value_text(directory), "the folder of a run, or its result")
    return Result.read(Path(directory))


def _row(asked: Asked, judged: Judged) -> dict[str, Any]:
    interval = judged.interval
    difference = None if asked.of == "bounds" or interval is None else interval.value
    return {
        "outcome": judged.outcome,
        "name": asked.number.name,
        "unit": asked.number.unit,
        "of": asked.of,
        "value": asked.number.mean,
        "baseline": asked.before,
        "difference": difference,
        "low": None if interval is None else interval.low,
        "high": None if interval is None else interval.high,
        "min": asked.low if abs(asked.low) < inf else None,
        "max": asked.high if abs(asked.high) < inf else None,
        "games": judged.games,
        "why": judged.why,
        "title": asked.number.title,
        "rank": int(asked.number.rank),
        "whole": asked.number.whole,
        "tolerances": abs(difference) / asked.high
        if difference is not None and asked.high
        else None,
    }
