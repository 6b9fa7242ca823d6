"""The most that a seat can do and have in a game: safe upper limits that follow from the rules."""

from collections.abc import Callable, Mapping

from loopsim.games.loop_inc.model_effects import Step
from loopsim.games.loop_inc.scenario import Scenario
from loopsim.kernels.loop_inc.names import TYPES


def turns(scenario: Scenario) -> int:
    """Turns of a seat: on each day the new cards and those of all days before (LI-10, LI-11)."""
    days = scenario.rules.days
    return scenario.rules.new_per_day * days * (days + 1) // 2


def launches(scenario: Scenario) -> int:
    """Launches of a seat: each machine in use once a day (LI-14, LI-15)."""
    return sum(scenario.rules.machines_by_day)


def tears(scenario: Scenario) -> int:
    """Tears that a seat takes: those that eliminate it (LI-50), or where effects give tears back one
    for each card, launch and bonus (LI-25c, LI-42).
    """
    if _in_effects(scenario, lambda step: int(step.do == "discard_tear")):
        return turns(scenario) + 2 * launches(scenario)
    return len(scenario.rules.tear_costs) + 1


def ads(scenario: Scenario) -> int:
    """Ads that a seat puts down: its tokens (LI-06), and those that effects give back."""
    tokens = scenario.rules.ads_per_player
    regained = _in_effects(scenario, lambda step: int(step.do == "regain_ad"))
    return tokens + regained if tokens else 0


def score_range(scenario: Scenario) -> int:
    """The highest score less the lowest (LI-55), in points, of any trip at a point more as well."""
    rules = scenario.rules
    dearest = 1 + max((trip.points for trip in scenario.trips_in_play), default=0)
    office = max(rules.office_points, default=0) if "office" in scenario.expansions else 0
    gained = _in_effects(scenario, lambda step: max(0, step.k or 0))
    lost = _in_effects(scenario, lambda step: max(0, -(step.k or 0)))
    highest = (
        launches(scenario) * dearest
        + ads(scenario) * rules.ad_bonus
        + turns(scenario) * office
        + gained
    )
    lowest = (
        max(rules.tear_costs, default=0)
        + len(TYPES) * rules.tokens_per_type * rules.waste_cost
        + ads(scenario) * rules.ad_penalty
        + lost
    )
    return highest + lowest


def of_seat(scenario: Scenario) -> Mapping[str, int]:
    """How far apart two games can be for a seat, by name of what is counted."""
    return {
        "score": score_range(scenario),
        "win_share": 1,
        "tears": tears(scenario),
        "launches": launches(scenario),
        "ads_placed": ads(scenario),
        "eliminated": 1,
    }


def _in_effects(scenario: Scenario, worth: Callable[[Step], int]) -> int:
    """The most that steps are worth to a seat: an effect on every turn and a bonus with every launch.

    Each step that repeats does the steps of an effect in which nothing is repeated (LI-25f).
    """
    effects = scenario.steps.values()
    repeated = max(
        (
            sum(map(worth, steps))
            for steps in effects
            if all(step.do != "repeat_last" for step in steps)
        ),
        default=0,
    )
    most = max(
        (
            sum(repeated if step.do == "repeat_last" else worth(step) for step in steps)
            for steps in effects
        ),
        default=0,
    )
    return (turns(scenario) + launches(scenario)) * most
