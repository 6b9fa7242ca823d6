"""What a run tells of the thresholds of its scenario (metrics.md 12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from loopsim.course import Course
from loopsim.estimates import Estimates
from loopsim.manifest import RUN
from loopsim.numbers import SPACE, fixed, say, scaled
from loopsim.reports.findings.limits import Held, Limit, Told, of_one, of_several
from loopsim.reports.kit.chapters import COURSE
from loopsim.reports.kit.question import won_by_nobody
from loopsim.reports.questions.decided import median_of
from loopsim.reports.questions.new_cards import sources
from loopsim.reports.questions.places import apart, named, of_places
from loopsim.stats import Estimate

_RUN = (RUN,)


def _one(metric: str) -> Any:
    """The number that a run has by the name of a metric."""

    def numbers(estimates: Estimates) -> Sequence[Held]:
        return [Held(estimates.of(metric))]

    return numbers


def _order_spread(estimates: Estimates) -> Sequence[Held]:
    if won_by_nobody(estimates):
        return [Held(Estimate(None, None, None, None, estimates.games, "no winner"))]
    return [Held(estimates.order_spread())]


def _of_order(found: Sequence[Told], unit: str, estimates: Estimates) -> str:
    """The spread, and between which places it lies if these are clearly apart."""
    shares, spread = of_places(estimates, "win_share"), say(found[0].held.estimate, unit)
    said = f"Between the best and the worst place in the turn order lie {spread} of win share"
    ends = apart(shares, estimates.games)
    if ends is None:
        return f"{said}."
    most, least = (f"{named(at)} place wins {say(shares[at], 'share')}" for at in ends)
    return f"{said}: the {most}, the {least}."


def _comeback(estimates: Estimates) -> Sequence[Held]:
    """Of who is last alone after each day but the last: its win share times the players (metrics.md 3)."""
    days, players = estimates.setting.days, estimates.setting.players
    if won_by_nobody(estimates):
        return []
    return [
        Held(scaled(estimates.of(f"comeback_day{day}"), players), f"after day {day}:")
        for day in range(1, days)
    ]


def _of_comeback(found: Sequence[Told], unit: str, estimates: Estimates) -> str:
    """The day that is worst, then the others."""
    days = [f"{held.name} {say(held.estimate)}, {verdict}" for held, verdict, _ in found]
    of = f"1 game in {estimates.setting.players}"
    return f"How often who is last alone wins, 1 being {of}: {'; '.join(days)}."


def _take_rate(estimates: Estimates) -> Sequence[Held]:
    """Of each source of new cards, how often it is taken over an equal share of all of them."""
    known = sources(estimates)
    return [
        Held(scaled(estimates.of(f"take_rate_{kind}"), len(known)), f"“{title}”")
        for kind, title in known.items()
    ]


def _of_take_rate(found: Sequence[Told], unit: str, estimates: Estimates) -> str:
    """The sources by their verdicts, and what an equal share is."""
    equal = fixed(100 / len(found), 1)
    return of_several(
        "source of new cards",
        "sources of new cards",
        f"each held against an equal share, {equal}{SPACE}% of the new cards (1: taken as often)",
    )(found, unit, estimates)


def _decided_at(course: Course) -> Sequence[Held]:
    """Of the games that were continued, the part of the turns after which half of them are decided."""
    return [Held(median_of(course))]


#: A limit of a share of something.
_of_shares = partial(Limit, unit="share", least=0, most=1)

LIMITS: Mapping[str, Limit] = {
    "order_spread": Limit(
        "Turn order",
        _RUN,
        "turn_order",
        _order_spread,
        _of_order,
        unit="lift",
        least=0,
        most=1,
    ),
    "eliminated": _of_shares(
        "Eliminations",
        _RUN,
        "eliminations",
        _one("eliminated"),
        of_one("Eliminated before the end: {} of the players."),
    ),
    "take_rate": Limit(
        "Dead cards",
        _RUN,
        "new_cards",
        _take_rate,
        _of_take_rate,
        least=0,
        most=8,
    ),
    "decided_at": _of_shares(
        "When the winner is decided",
        (COURSE,),
        "decided",
        _decided_at,
        of_one(
            "In half of the games that someone wins the later winner is the likeliest for good once {} of the "
            "turns are played."
        ),
    ),
    "forced_turns": _of_shares(
        "Forced turns",
        _RUN,
        "choices",
        _one("forced_turns"),
        of_one("Nothing to decide: {} of the turns."),
    ),
    "comeback": Limit(
        "Catching up",
        _RUN,
        "catching_up",
        _comeback,
        _of_comeback,
        least=0,
        most=4,
    ),
    "shared_win": _of_shares(
        "Shared wins",
        _RUN,
        "shape",
        _one("shared_win"),
        of_one("Two winners or more: {} of the games."),
    ),
}
