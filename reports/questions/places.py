"""Places in the turn order: their names, their numbers, and whether these differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scipy.special import ndtri

from loopsim.estimates import Estimates
from loopsim.numbers import say
from loopsim.reports.kit.question import NOT_RESOLVED, Finding
from loopsim.stats import FEW, Z95, Estimate

#: What places are.
COUNTED = (
    "Places count clockwise from the first player of day 1; on later days another may go first."
)
#: When things are said to differ.
DIFFER = (
    "Two differ where the interval of one lies wholly above that of the other, both widened so that over all "
    "that is compared here at most one report in twenty names a difference that is none (Bonferroni)."
)

#: All places together.
ALL = "All players"

_ORDINALS = ("1st", "2nd", "3rd", "4th")


class Apart(NamedTuple):
    """Which of several numbers is clearly above which other one."""

    most: int
    least: int


def named(place: int) -> str:
    """What a place is called: "1st", "2nd", …"""
    return _ORDINALS[place] if place < len(_ORDINALS) else f"{place + 1}th"


def names(estimates: Estimates) -> list[str]:
    """The names of all places."""
    return [named(place) for place in range(estimates.setting.players)]


def of_places(estimates: Estimates, metric: str) -> list[Estimate]:
    """A metric of seats at each place."""
    return [estimates.of(metric, "place", place) for place in range(estimates.setting.players)]


def apart(of: Sequence[Estimate], games: int, numbers: int = 1) -> Apart | None:
    """The two furthest apart if their intervals do not overlap; None if any may be the same.

    The intervals are widened to the level 0.05 over all pairs of all the `numbers` that are compared
    together (Bonferroni). That intervals must not overlap holds however seats of one game depend on
    each other: the error of a difference is at most the sum of both errors.
    """
    pairs = numbers * len(of) * (len(of) - 1) / 2
    if games < FEW or not pairs:
        return None
    wider = -float(ndtri(0.025 / pairs)) / Z95
    ends = [
        (
            each.value - wider * (each.value - each.low),
            each.value + wider * (each.high - each.value),
            place,
        )
        for place, each in enumerate(of)
        if each.value is not None and each.low is not None and each.high is not None
    ]
    if not ends:
        return None
    most = max(ends, key=lambda end: end[0])
    least = min(ends, key=lambda end: end[1])
    return Apart(most[2], least[2]) if most[0] > least[1] else None


def finding(
    what: str, of: Sequence[Estimate], games: int, unit: str = "", numbers: int = 1
) -> Finding:
    """Which place has clearly more of something than which other; or that they may all be alike.

    `what` and `unit`: the plural that is compared, "the tears of a player"; `numbers` as in `apart`.
    """
    found = apart(of, games, numbers)
    if found is None:
        return Finding(f"{NOT_RESOLVED} whether {what} differ by place in the turn order.", False)
    return Finding(
        f"By place in the turn order {what} differ: more at the {named(found.most)} place, "
        f"{say(of[found.most], unit)}, than at the {named(found.least)}, {say(of[found.least], unit)}."
    )
