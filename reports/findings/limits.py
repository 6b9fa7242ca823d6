"""Limits: where a number is fine, and where it is to be fixed (metrics.md 12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, NamedTuple

from loopsim.numbers import SPACE, fixed, listed, read_in, say
from loopsim.stats import Estimate

#: What a number can be found to be, in the order in which a designer has to care.
FIX, WATCH, OPEN, FINE = "fix", "watch", "not resolved", "fine"
VERDICTS = (FIX, WATCH, OPEN, FINE)
#: What is said of several numbers that are found to be the same.
OF_SEVERAL = {FIX: "To be fixed", WATCH: "To be watched", OPEN: "Not resolved", FINE: "Fine"}
#: So many of several numbers are named; the rest is counted.
MOST_NAMED = 3

Zone = Sequence[float]


class Held(NamedTuple):
    """A number held against a limit; `name` says what it is of, if there are several."""

    estimate: Estimate
    name: str = ""


class Told(NamedTuple):
    """A number and where it lies: its verdict, and how far off what is fine (1: at the limit to be fixed)."""

    held: Held
    verdict: str
    distance: float


@dataclass(frozen=True)
class Limit:
    """What a threshold is about, told by a source of some `kinds` ("run", or those of studies).

    `numbers`: what is held against it, of a source; none if the source does not tell. `says`: a sentence
    on what was found. `question`: whose figure stands behind it. `least`, `most`: what the number cannot
    be beyond, so that a zone which ends there is open.
    """

    title: str
    kinds: Sequence[str]
    question: str
    numbers: Callable[[Any], Sequence[Held]]
    says: Callable[[Sequence[Told], str, Any], str]
    unit: str = ""
    least: float = -inf
    most: float = inf

    def zones(self, fine: Zone, fix: Zone) -> str:
        """The zones in words: "fine up to 3 %, to be fixed above 6 %"."""
        inside = self._inside(fine)
        outside = self._outside(fix)
        return f"fine {inside}, to be fixed {outside}" if outside else f"fine {inside}"

    def _inside(self, zone: Zone) -> str:
        low, high = zone
        if low <= self.least:
            return f"up to {self._end(high)}" if high < self.most else "in any case"
        if high >= self.most:
            return f"from {self._end(low)} on"
        return f"from {self._end(low)} to {self._end(high)}"

    def _outside(self, zone: Zone) -> str:
        low, high = zone
        sides = [f"below {self._end(low)}"] if low > self.least else []
        sides += [f"above {self._end(high)}"] if high < self.most else []
        return " or ".join(sides)

    def _end(self, end: float) -> str:
        scale, unit = read_in(self.unit)
        shown = fixed(scale * end, 4).rstrip("0").rstrip(".")
        return f"{shown}{SPACE}{unit}" if unit else shown


def judged(estimate: Estimate, fine: Zone, fix: Zone) -> str:
    """The verdict: where the interval lies in the zone `fine`, outside the zone `fix`, or between."""
    low, high = estimate.low, estimate.high
    if low is None or high is None:
        return OPEN
    if fine[0] <= low and high <= fine[1]:
        return FINE
    if high < fix[0] or low > fix[1]:
        return FIX
    touches_fine = low <= fine[1] and high >= fine[0]
    touches_fix = low < fix[0] or high > fix[1]
    return OPEN if touches_fine and touches_fix else WATCH


def distance(estimate: Estimate, fine: Zone, fix: Zone) -> float:
    """How far a number is from what is fine, over the gap to what is to be fixed; 0 inside.

    Of a number that is only known to lie beyond an end of its interval, how far that end is.
    """
    least = estimate.low if estimate.value is None else estimate.value
    most = estimate.high if estimate.value is None else estimate.value
    if least is None or most is None:
        return 0
    below, above = fine[0] - most, least - fine[1]
    off, gap = (below, fine[0] - fix[0]) if below > above else (above, fix[1] - fine[1])
    if off <= 0:
        return 0
    return off / gap if gap else inf


def told(numbers: Sequence[Held], zones: Mapping[str, Zone]) -> list[Told]:
    """Numbers with their verdicts, the worst first."""
    fine, fix = zones["fine"], zones["fix"]
    found = [
        Told(held, judged(held.estimate, fine, fix), distance(held.estimate, fine, fix))
        for held in numbers
    ]
    return sorted(found, key=lambda each: (VERDICTS.index(each.verdict), -each.distance))


def of_one(sentence: str) -> Callable[[Sequence[Told], str, Any], str]:
    """A sentence on a single number, which stands where it has braces."""

    def says(found: Sequence[Told], unit: str, asked: Any) -> str:
        return sentence.format(say(found[0].held.estimate, unit))

    return says


def of_several(noun: str, plural: str, what: str) -> Callable[[Sequence[Told], str, Any], str]:
    """A sentence on some numbers by their verdicts: "8 piles, by …. To be fixed: Move 0.04 (…). Fine: 7."

    The worst are named with their numbers; of the others it is said how many they are.
    """

    def says(found: Sequence[Told], unit: str, asked: Any) -> str:
        groups = {verdict: [t.held for t in found if t.verdict == verdict] for verdict in VERDICTS}
        worst = found[0].verdict
        sides = [
            f"{OF_SEVERAL[verdict]}: {_named(some, unit) if verdict == worst != FINE else len(some)}."
            for verdict, some in groups.items()
            if some
        ]
        of = f"{len(found)} {noun if len(found) == 1 else plural}"
        return f"{of}, {what}. {' '.join(sides)}"

    return says


def _named(some: Sequence[Held], unit: str) -> str:
    named = [f"{held.name} {say(held.estimate, unit)}" for held in some[:MOST_NAMED]]
    if len(some) > MOST_NAMED:
        named.append(f"{len(some) - MOST_NAMED} more")
    return listed(named)
