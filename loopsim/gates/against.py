"""A run against a baseline: what is compared, and what is not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from loopsim.gates import leaves
from loopsim.gates.baselines import Baseline
from loopsim.gates.bounds import Asked
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
    alike: dict[leaves.Same, list[Number]] = defaultdict(list)
    for name in _shared(run, known, base):
        alike[known[name].same].append(known[name])
    for same, numbers in alike.items():
        number = numbers[0]
        allowed = stated.get(same)
        if allowed is None:
            allowed = min(tolerance.get(each.unit, each.smallest) for each in numbers)
        was = base.numbers[number.name]
        sample = leaves.sample(number, was.mean, was.se, base.head.games_of(number.name))
        yield Asked(number, -allowed, allowed, sample, "baseline", was.mean)


def notes(run: Result, known: Mapping[str, Number], base: Baseline) -> list[str]:
    """What a reader of a comparison with a baseline must know."""
    return [
        *_of_the_same(run, base),
        *_of_one_side(known, base, _shared(run, known, base)),
        *_of_spreads(known, base),
    ]


def _of_the_same(run: Result, base: Baseline) -> Iterator[str]:
    """What differs but for the numbers, or that nothing can."""
    head, ours = base.head, run.manifest
    if head.scenario != ours["scenario"]:
        yield f"The baseline is of {head.scenario}."
    if head.bots_hash != ours["bots_hash"]:
        yield "The bots are called as those of the baseline, but are not the same."
    elif (head.scenario_hash, head.seed) == (ours["scenario_hash"], ours["seed"]):
        yield (
            "Run and baseline play the same games: scenario, bots and seed are the same, so that no "
            "change can be seen."
        )


def _of_one_side(
    known: Mapping[str, Number], base: Baseline, shared: Sequence[str]
) -> Iterator[str]:
    """What run and baseline do not both have."""
    both = {*shared}
    ours = [name for name, number in known.items() if number.spread is None]
    missing = [name for name in dict.fromkeys((*ours, *base.numbers)) if name not in both]
    if missing:
        first = [*missing[:TOLD], *([f"{len(missing) - TOLD} more"] if len(missing) > TOLD else [])]
        yield f"Not compared, as run and baseline do not both have them: {listed(first)}."


def _of_spreads(known: Mapping[str, Number], base: Baseline) -> Iterator[str]:
    """What has an interval but no standard error, by which it could be compared."""
    count = len({name for name, number in known.items() if number.spread} | base.spreads)
    if count:
        told = "spread or quantile" if count == 1 else "spreads and quantiles"
        yield f"Not compared: {count:,} {told}, of which no standard error is known."


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
