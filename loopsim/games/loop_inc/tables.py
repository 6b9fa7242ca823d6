"""From a scenario to the records of the kernel, and back from codes to names."""

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from loopsim.games.loop_inc.model_effects import Step
from loopsim.games.loop_inc.scenario import Scenario
from loopsim.kernels import bag
from loopsim.kernels.loop_inc import names
from loopsim.kernels.loop_inc.features import FAMILIES, FEATURES
from loopsim.kernels.loop_inc.layout import BOT, TABLES
from loopsim.kernels.loop_inc.possible import need

SWITCHES = (
    "exchange_may_retake",
    "ad_on_own_visited",
    "trash_empty_tears",
    "office_rescores",
    "same_day_revisit",
    "ad_owner_keeps_place",
    "components_stay",
    "future_bonus_optional",
)
NUMBERS = (
    "days",
    "new_per_day",
    "tokens_per_type",
    "ads_per_player",
    "trip_capacity",
    "waste_cost",
    "ad_penalty",
    "ad_bonus",
)

#: What the action cards do: effects of one step (what, argument).
ACTIONS = {
    "garage": (names.DO_TAKE, names.ROOMS["garage"]),
    "shop": (names.DO_TAKE, names.ROOMS["shop"]),
    "armory": (names.DO_TAKE, names.ROOMS["armory"]),
    "trash": (names.DO_TRASH, 0),
    "office": (names.DO_OFFICE, 0),
    "exchange": (names.DO_EXCHANGE, 0),
    "advertise": (names.DO_ADVERTISE, 0),
    "move": (names.DO_MOVE, 0),
}


def tables(scenario: Scenario) -> Any:
    """The scenario as the kernel sees it: a record array of shape (1,), dtype `layout.TABLES`."""
    t = np.zeros(1, TABLES).view(np.recarray)
    _fill_rules(t[0], scenario)
    _fill_effects(t[0], scenario)
    _fill_trips(t[0], scenario)
    return t


def bots(scenario: Scenario, bot_names: Sequence[str]) -> Any:
    """One row a name: a record array of dtype `layout.BOT`. Raises InputError for an unknown name."""
    rows = np.zeros(len(bot_names), BOT).view(np.recarray)
    cards, keys = card_names(scenario), [trip["key"] for trip in trips(scenario)]
    for row, name in zip(rows, bot_names, strict=True):
        bot = scenario.bot(name)
        sees = scenario.eyes(bot)
        row["family"] = FAMILIES.index(bot.family)
        for place, feature in enumerate(FEATURES):
            row["weight"][place] = sees.weights.get(feature.name, 0)
        for thing, taste in sees.tastes.items():
            for known, tastes in ((cards, row["taste"]), (keys, row["trip_taste"])):
                if thing in known:
                    tastes[known.index(thing)] = taste
        for number in ("temperature", "skill", "playouts", "breadth", "margin"):
            row[number] = getattr(bot, number)
    return rows


def card_names(scenario: Scenario) -> list[str]:
    """The names of all cards by code, as in traces: ``garage`` …, then ``anomaly:<key>``.

    Bonuses have codes too, after the anomalies; they are called ``bonus:<key>``.
    """
    actions = (scenario.card_of_kind(kind) for kind in names.KINDS)
    anomalies = (f"anomaly:{key}" for key in scenario.anomalies)
    granted = (f"bonus:{key}" for key in scenario.bonuses)
    return [*actions, *anomalies, *granted]


def trips(scenario: Scenario) -> list[dict[str, Any]]:
    """The trips in play by their number in the kernel, with what reports say of them."""
    return [
        {
            "key": f"{trip.card}.{1 + place % 2}",
            "card": trip.card,
            "era": trip.era,
            "trip": trip.trip,
            "year": trip.year,
            "points": trip.points,
            "requires": trip.requires,
            "components": trip.components,
            "bonus": trip.bonus or None,
        }
        for place, trip in enumerate(scenario.trips_in_play)
    ]


#: Steps that can be impossible, which costs a tear (LI-13).
MAY_FAIL = frozenset(range(len(names.STEPS))) - {
    names.DO_POINTS,
    names.DO_LAUNCH_AGAIN,
    names.DO_REPEAT_LAST,
    names.DO_OFFICE,
}


def name_key(name: str) -> int:
    """64 bits that depend on a card's name alone, so that decks keep the order of common cards."""
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "little")


def _fill_rules(t: Any, scenario: Scenario) -> None:
    rules = scenario.rules
    t["players"] = scenario.players
    for name in (*SWITCHES, *NUMBERS):
        t[name] = getattr(rules, name)
    t["machines_by_day"][: rules.days] = rules.machines_by_day
    t["stock_per_type"] = scenario.stock_per_type
    costs = (0, *rules.tear_costs)
    t["tear_cost"] = costs[-1]
    t["tear_cost"][: len(costs)] = costs
    t["most_tears"] = len(rules.tear_costs)
    t["office_points"][: len(rules.office_points)] = rules.office_points
    t["anomalies_per_day"] = scenario.anomalies_per_day
    t["piles"] = list(scenario.piles.values())


def _fill_effects(t: Any, scenario: Scenario) -> None:
    for code, kind in enumerate(names.KINDS):
        t["n_steps"][code] = 1
        t["steps"][code, 0, :2] = ACTIONS[scenario.card_of_kind(kind)]
    for code, steps in enumerate(scenario.steps.values(), start=len(names.KINDS)):
        t["n_steps"][code] = len(steps)
        for place, step in enumerate(steps):
            t["steps"][code, place] = _step(step)
    may_fail = MAY_FAIL if scenario.rules.trash_empty_tears else MAY_FAIL - {names.DO_TRASH}
    for code in range(names.FIRST_EFFECT + len(scenario.steps)):
        for what, argument, optional in t["steps"][code, : t["n_steps"][code]]:
            t["does"][code] |= 1 << what
            if not optional and what in may_fail:
                t["needs"][code] |= 1 << need(what, argument)
    t["n_anomalies"] = len(scenario.anomalies)
    t["anomaly_cards"] = scenario.anomaly_cards
    for place, key in enumerate(scenario.anomalies):
        t["anomaly"][place] = names.FIRST_EFFECT + place
        t["anomaly_key"][place] = name_key(key)


def _step(step: Step) -> tuple[int, int, int]:
    """(what, argument, optional): the argument is a set of types, or a number of points."""
    if step.room is not None:
        argument = names.ROOMS[step.room]
    else:
        argument = step.k or 0
    return names.STEPS.index(step.do), argument, int(step.optional)


def _fill_trips(t: Any, scenario: Scenario) -> None:
    codes = {key: code for code, key in enumerate(scenario.steps, start=len(names.KINDS))}
    t["n_trip_cards"] = len(scenario.cards)
    t["dealt"] = [scenario.dealt[era] for era in names.ERAS]
    for place, card in enumerate(scenario.cards):
        t["card_era"][place] = names.ERAS.index(card.era)
        t["card_year"][place] = card.year
        t["card_key"][place] = name_key(card.name)
    t["trip_bonus"] = names.NOTHING
    for place, trip in enumerate(scenario.trips_in_play):
        t["trip_need"][place] = bag.pack(trip.needs)
        t["trip_points"][place] = trip.points
        if trip.bonus:
            t["trip_bonus"][place] = codes[trip.bonus]
