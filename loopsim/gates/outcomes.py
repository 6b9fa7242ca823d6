"""Pass, fail or undecided: one number against its bound, at one level (metrics.md 12)."""

from __future__ import annotations

from math import ceil, inf
from typing import Literal, NamedTuple

from loopsim.gates import intervals
from loopsim.gates.intervals import Interval

Outcome = Literal["fail", "undecided", "pass"]

#: The worst first.
OUTCOMES: tuple[Outcome, ...] = ("fail", "undecided", "pass")

#: What needs more than so many times the games of the run lies so near its limit that they are not asked for.
MOST_TIMES = 100
ON_THE_BOUND, AT_THE_TOLERANCE = "it lies on the bound", "cannot be decided at this tolerance"


class Judged(NamedTuple):
    """What became of a bound.

    `interval`: of the number, or of its difference from the baseline. `games`: about how many decide
    it, None if it is decided or too many would have to be. `beyond`: how far it is outside of what is allowed, in
    half widths of its interval; below 0: inside.
    """

    outcome: Outcome
    interval: Interval | None
    games: int | None
    beyond: float
    why: str = ""


def unknown(why: str) -> Judged:
    """Of a number that has no interval nothing is decided."""
    return Judged("undecided", None, None, -inf, why)


def bounded(of: Interval, low: float, high: float, games: int, *, alike: bool) -> Judged:
    """A number of a run of so many games against the bounds `low` to `high`.

    `alike`: all games gave this value, which is compared as it is where it is allowed.
    """
    beyond = _beyond(of, low, high)
    if of.high < low or of.low > high:
        return Judged("fail", of, None, beyond)
    if (low <= of.low and of.high <= high) or (alike and low <= of.value <= high):
        return Judged("pass", of, None, beyond)
    return _open(of, [low, high], games, beyond, ON_THE_BOUND)


def unchanged(
    run: Interval, baseline: Interval, tolerance: float, games: int, *, alike: bool
) -> Judged:
    """A number of a run of so many games against that of a baseline.

    It fails if the difference is more than chance makes it and more than the tolerance. `alike`: all
    games of both gave the same.
    """
    of = intervals.difference(run, baseline)
    beyond = _beyond(of, -tolerance, tolerance)
    if alike:
        return Judged("pass", of, None, beyond)
    if abs(of.value) > tolerance:
        if not of.low <= 0 <= of.high:
            return Judged("fail", of, None, beyond)
        return _open(of, [0], games, beyond, AT_THE_TOLERANCE)
    if -tolerance <= of.low and of.high <= tolerance:
        return Judged("pass", of, None, beyond)
    return _open(of, [-tolerance, tolerance], games, beyond, AT_THE_TOLERANCE)


def _beyond(of: Interval, low: float, high: float) -> float:
    excess = max(of.value - high, low - of.value)
    half = (of.high - of.low) / 2
    return excess / half if half else inf if excess > 0 else -inf


def _open(of: Interval, edges: list[float], games: int, beyond: float, near: str) -> Judged:
    """Undecided: as margins go with 1/√games, so many are wanted until no edge lies within them.

    `near`: why none are told if an edge is too near for that.
    """
    within = [edge for edge in edges if of.low <= edge <= of.high]
    margins = [(of.value - of.low if edge < of.value else of.high - of.value) for edge in within]
    times = [
        (margin / abs(of.value - edge)) ** 2 if edge != of.value else inf
        for margin, edge in zip(margins, within, strict=True)
    ]
    if max(times) > MOST_TIMES:
        return Judged("undecided", of, None, beyond, near)
    return Judged("undecided", of, ceil(games * max(times)), beyond)
