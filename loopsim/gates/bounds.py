"""The bounds of a gate, judged together at one level."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from loopsim.gates import intervals, outcomes
from loopsim.gates.intervals import Sample
from loopsim.gates.leaves import Number, Same
from loopsim.gates.outcomes import OUTCOMES, Judged
from loopsim.stats import FEW, TOO_FEW

#: How likely the bounds fail at most, all together, if what they ask holds, and if nothing differs from the
#: baseline (metrics.md 12).
LEVEL = 0.01

#: Why a ratio is undecided that was 0, or 1, in all its cases: in how many games there was one is not known.
ALL_CASES = "the same in all its cases"


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
    number, was = asked.number, asked.was
    of = number.interval(tail)
    if number.mean is None:
        return outcomes.unknown("not seen")
    if of is None or number.games < FEW:
        return outcomes.unknown(TOO_FEW)
    alike = number.se == 0
    if asked.of == "bounds":
        if alike and number.ratio:
            return outcomes.unknown(ALL_CASES)
        # what never happened may be rare, and so may what always did, of a share
        settled = alike and of.value != number.least and (number.least, number.most) != (0, 1)
        return outcomes.bounded(of, asked.low, asked.high, number.games, alike=settled)
    if was is None or was.games < FEW:
        why = "not seen" if asked.before is None else TOO_FEW
        return outcomes.unknown(f"{why} in the baseline")
    before = intervals.of(was, tail)
    same = alike and was.se == 0 and of.value == before.value
    if number.ratio and not same and 0 in (number.se, was.se):
        return outcomes.unknown(ALL_CASES)
    return outcomes.unchanged(of, before, asked.high, (number.games, was.games), alike=same)
