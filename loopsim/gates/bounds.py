"""The bounds of a gate, judged together at one level."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from loopsim.gates import intervals, outcomes
from loopsim.gates.intervals import Sample
from loopsim.gates.leaves import Number, Same
from loopsim.gates.outcomes import OUTCOMES, Judged
from loopsim.stats import TOO_FEW

#: How likely the bounds fail at most, all together, if what they ask holds (metrics.md 12).
LEVEL = 0.01


class Asked(NamedTuple):
    """One bound: of a number of the run, or (`was`) on its difference from a baseline."""

    number: Number
    low: float
    high: float
    was: Sample | None = None
    of: str = "bounds"
    #: What the baseline has.
    before: float | None = None

    @property
    def ends(self) -> set[tuple[Same, str, str]]:
        """In which ways it may fail; bounds of one number, by whatever name, fail in the same ways."""
        ends = {"low": self.low, "high": self.high}
        return {(self.number.same, self.of, end) for end, at in ends.items() if abs(at) < inf}


def decided(asked: Sequence[Asked]) -> list[tuple[Asked, Judged]]:
    """What becomes of each bound, the worst first; each end of each has its share of the level."""
    tail = LEVEL / len({end for each in asked for end in each.ends})
    judged = [(each, _judge(each, tail)) for each in asked]
    return sorted(judged, key=lambda pair: (OUTCOMES.index(pair[1].outcome), -pair[1].beyond))


def _judge(asked: Asked, tail: float) -> Judged:
    number = asked.number
    of = number.interval(tail)
    if of is None:
        return outcomes.unknown(TOO_FEW if number.mean is not None else "not seen")
    alike = number.se == 0
    if asked.of == "bounds":
        share = (number.least, number.most) == (0, 1)  # has an interval even then
        return outcomes.bounded(of, asked.low, asked.high, number.games, alike=alike and not share)
    if asked.was is None:
        why = "not seen" if asked.before is None else TOO_FEW
        return outcomes.unknown(f"{why} in the baseline")
    was = intervals.of(asked.was, tail)
    alike = alike and asked.was.se == 0 and of.value == was.value
    return outcomes.unchanged(of, was, asked.high, number.games, alike=alike)
