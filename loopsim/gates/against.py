"""A run against a baseline: what is compared, and what is not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from loopsim.gates import leaves
from loopsim.gates.bounds import Asked
from loopsim.gates.given import Baseline
from loopsim.gates.leaves import Number
from loopsim.numbers import listed
from loopsim.results import Result

#: So many names of what is not compared are told.
TOLD = 5


def bounds(
    run: Result, known: Mapping[str, Number], base: Baseline, tolerance: Mapping[str, float]
) -> Iterator[Asked]:
    """One bound for each number of both; what has two names is one number.

    `tolerance`: by name or unit, in place of the smallest difference of interest.
    """
    stated = {known[name].same: most for name, most in tolerance.items() if name in known}
    seen = set()
    for name in _shared(run, known, base):
        number, was = known[name], base.numbers[name]
        if number.same in seen:
            continue
        seen.add(number.same)
        allowed = stated.get(number.same, tolerance.get(number.unit, number.smallest))
        sample = leaves.sample(number, was.mean, was.se, base.head.games_of(name))
        yield Asked(number, -allowed, allowed, sample, "baseline", was.mean)


def notes(run: Result, known: Mapping[str, Number], base: Baseline) -> list[str]:
    """What a reader of a comparison with a baseline must know."""
    head, ours = base.head, run.manifest
    told = []
    if head.bots_hash != ours["bots_hash"]:
        told.append("The bots are called as those of the baseline, but are not the same.")
    elif (head.scenario_hash, head.seed) == (ours["scenario_hash"], ours["seed"]):
        told.append(
            "Run and baseline play the same games: scenario, bots and seed are the same, so that no "
            "change can be seen."
        )
    shared = {*_shared(run, known, base)}
    ours_alone = [name for name, number in known.items() if number.spread is None]
    missing = [n for n in dict.fromkeys((*ours_alone, *base.numbers)) if n not in shared]
    if missing:
        first = [*missing[:TOLD], *([f"{len(missing) - TOLD} more"] if len(missing) > TOLD else [])]
        told.append(f"Not compared, as run and baseline do not both have them: {listed(first)}.")
    return told


def _shared(run: Result, known: Mapping[str, Number], base: Baseline) -> list[str]:
    """The numbers of both: items are the same if they have key and name alike."""
    items, item = run.measures.items, run.measures.item
    ours = {str(of.get("key")): of.get(item) for of in run.setting.items}
    same = {key for key, name in ours.items() if key in base.items and base.items[key] == name}
    others = tuple(f"{items}.{key}." for key in ours if key not in same)
    return [
        name
        for name, number in known.items()
        if number.spread is None and name in base.numbers and not name.startswith(others)
    ]
