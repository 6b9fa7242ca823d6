"""Pass, fail or undecided: one number against its bound, at one level (metrics.md 12)."""

from __future__ import annotations

from collections.abc import Sequence
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

#: How far a number may be off on one side, and of how many games.
_Margin = tuple[float, int]


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
    below, above = [(of.value - of.low, games)], [(of.high - of.value, games)]
    return _open(of, [low, high], below, above, beyond, ON_THE_BOUND)


def unchanged(
    run: Interval, baseline: Interval, tolerance: float, games: tuple[int, int], *, alike: bool
) -> Judged:
    """A number of a run against that of a baseline; `games`: of both.

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
        edges = [0.0]
    else:
        if -tolerance <= of.low and of.high <= tolerance:
            return Judged("pass", of, None, beyond)
        edges = [-tolerance, tolerance]
    ours, theirs = games
    below = [(run.value - run.low, ours), (baseline.high - baseline.value, theirs)]
    above = [(run.high - run.value, ours), (baseline.value - baseline.low, theirs)]
    return _open(of, edges, below, above, beyond, AT_THE_TOLERANCE)


def _beyond(of: Interval, low: float, high: float) -> float:
    excess = max(of.value - high, low - of.value)
    half = (of.high - of.low) / 2
    return excess / half if half else inf if excess > 0 else -inf


def _open(
    of: Interval,
    edges: Sequence[float],
    below: Sequence[_Margin],
    above: Sequence[_Margin],
    beyond: float,
    near: str,
) -> Judged:
    """Undecided: as margins go with 1/√games, so many are wanted until no edge lies within them.

    `below`, `above`: the margins of what the number is made of, on either side, each with its games; those of
    the run come first. `near`: why no games are told if an edge is too near for that.
    """
    within = [edge for edge in edges if of.low <= edge <= of.high]
    wanted = max(
        sum(margin**2 * games for margin, games in (below if edge < of.value else above))
        / (of.value - edge) ** 2
        if edge != of.value
        else inf
        for edge in within
    )
    _, games_of_run = below[0]
    if wanted > MOST_TIMES * games_of_run:
        return Judged("undecided", of, None, beyond, near)
    return Judged("undecided", of, ceil(wanted), beyond)
