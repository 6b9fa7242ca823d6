"""What the thresholds of the scenario say of a run (metrics.md 12): fine, to be watched or fixed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from loopsim.estimates import Estimates
from loopsim.numbers import PERCENT, SPACE, say
from loopsim.reports.question import won_by_nobody
from loopsim.results import Result
from loopsim.stats import Estimate

#: The worst first, as they are shown.
FIX, WATCH, OPEN, FINE = "to be fixed", "to be watched", "not resolved", "fine"
VERDICTS = (FIX, WATCH, OPEN, FINE)

Zone = Sequence[float]

#: What can be judged: the title, the unit (see `PERCENT`), and the share that is.
JUDGED: Mapping[str, tuple[str, str, Callable[[Estimates], Estimate]]] = {
    "order_spread": (
        "Difference in win share between the best and the worst place in the turn order",
        "lift",
        lambda estimates: estimates.order_spread(),
    ),
    "eliminated": ("Players eliminated", "share", lambda estimates: estimates.of("eliminated")),
    "forced_turns": (
        "Turns that leave nothing to decide",
        "share",
        lambda estimates: estimates.of("forced_turns"),
    ),
}


class Verdict(NamedTuple):
    """One threshold and the run: what, found, fine zone, zone to be fixed, verdict."""

    title: str
    found: str
    fine: str
    fix: str
    verdict: str


def verdicts(result: Result) -> list[Verdict]:
    """A verdict for each threshold of the scenario, the worst first."""
    thresholds: Mapping[str, Any] = result.manifest["resolved"]["report"]["thresholds"]
    found = []
    for name, zones in thresholds.items():
        title, unit, of = JUDGED[name]
        estimate = of(result.estimates)
        if name == "order_spread" and won_by_nobody(result.estimates):
            estimate = Estimate(None, None, None, None, estimate.n, "no winner")
        found.append(
            Verdict(
                title,
                say(estimate, unit),
                _inside(zones["fine"], unit),
                _outside(zones["fix"], unit),
                judged(estimate, zones["fine"], zones["fix"]),
            )
        )
    return sorted(found, key=lambda verdict: VERDICTS.index(verdict.verdict))


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


def _inside(zone: Zone, unit: str) -> str:
    low, high = (_percent(end, unit) for end in zone)
    return f"up to {high}" if zone[0] <= 0 else f"{low} to {high}"


def _outside(zone: Zone, unit: str) -> str:
    low, high = zone
    sides = [f"less than {_percent(low, unit)}"] if low > 0 else []
    sides += [f"more than {_percent(high, unit)}"] if high < 1 else []
    return " or ".join(sides) or "never"


def _percent(share: float, unit: str) -> str:
    return f"{100 * share:g}{SPACE}{PERCENT[unit]}"
