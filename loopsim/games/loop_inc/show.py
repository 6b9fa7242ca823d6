"""A scenario of Loop, Inc. as people want to see it."""

from collections.abc import Iterable
from typing import Any

from loopsim.games.loop_inc import words
from loopsim.games.loop_inc.scenario import Scenario
from loopsim.games.loop_inc.tables import trips

#: The rules by what they are about, in the order of the rulebook.
TOPICS = {
    "The days": ("days", "new_per_day", "machines_by_day"),
    "Components": ("tokens_per_type", "stock_per_type"),
    "Launching and advertising": (
        "trip_capacity",
        "components_stay",
        "same_day_revisit",
        "ads_per_player",
        "ad_bonus",
        "ad_penalty",
        "ad_on_own_visited",
        "ad_owner_keeps_place",
    ),
    "Penalties": (
        "tear_costs",
        "waste_cost",
        "trash_empty_tears",
        "exchange_may_retake",
    ),
    "Anomalies and expansions": (
        "anomalies_per_day",
        "office_points",
        "office_rescores",
        "future_bonus_optional",
    ),
}


def shown(scenario: Scenario) -> dict[str, Any]:
    """What is played, resolved: plain data, and rows for tables.

    "cards" has the numbers of cards by the keys of ``rules.``, whether stated or following from the
    players. Trips and effects stand under the keys by which a scenario changes them:
    ``trips.<key>.points``, ``<effect>.steps``.
    """
    return {
        "game": scenario.game,
        "scenario": scenario.name,
        "title": scenario.title,
        "notes": scenario.notes,
        "players": scenario.players,
        "expansions": list(scenario.expansions),
        "deck": scenario.deck.stated,
        "scenario_hash": scenario.scenario_hash,
        "rules": scenario.rules_in_force(),
        "cards": _cards(scenario),
        "trips": [
            {
                "key": f"{trip['card']}.{1 + place % 2}",
                "era": trip["era"],
                "trip": trip["trip"],
                "year": words.year(trip["year"]),
                "points": trip["points"],
                "requires": ", ".join(f"{n} {kind}" for kind, n in trip["requires"].items()),
                "bonus": trip["bonus"] or "",
            }
            for place, trip in enumerate(trips(scenario))
        ],
        "effects": [
            *_effects(scenario, "anomaly", scenario.anomalies),
            *_effects(scenario, "future", scenario.bonuses),
        ],
        "bots": [{"bot": name, "bots_hash": scenario.bots_hash([name])} for name in scenario.bots],
    }


def rules_by_topic(scenario: Scenario) -> dict[str, dict[str, Any]]:
    """The rules in force by topic, each under the key by which a scenario or ``--set`` states it.

    With the numbers of cards, which `shown` has under "cards".
    """
    rules = scenario.rules_in_force()
    topics = {topic: {key: rules[key] for key in keys} for topic, keys in TOPICS.items()}
    topics["Numbers of cards"] = _cards(scenario)
    return {
        topic: {f"rules.{key}": value for key, value in stated.items()}
        for topic, stated in topics.items()
    }


def _cards(scenario: Scenario) -> dict[str, Any]:
    """How many cards are dealt and laid out, whether stated or following from the players."""
    return {
        "trip_cards": {era: count for era, count in scenario.dealt.items() if count},
        "piles": scenario.piles,
        "anomaly_cards": scenario.anomaly_cards,
    }


def _effects(scenario: Scenario, table: str, keys: Iterable[str]) -> list[dict[str, str]]:
    """What effects do, each under the key by which a scenario changes it."""
    return [
        {"effect": f"{table}.{key}", "steps": words.steps(steps)}
        for key, steps in scenario.steps_of(keys).items()
    ]
