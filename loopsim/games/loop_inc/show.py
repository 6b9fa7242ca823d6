"""A scenario of Loop, Inc. as people want to see it."""

from typing import Any

from loopsim.games.loop_inc.scenario import Scenario
from loopsim.games.loop_inc.tables import trips


def shown(scenario: Scenario) -> dict[str, Any]:
    """What is played, resolved: plain data, and rows for tables."""
    return {
        "game": scenario.game,
        "scenario": scenario.name,
        "title": scenario.title,
        "notes": scenario.notes,
        "players": scenario.players,
        "expansions": list(scenario.expansions),
        "scenario_hash": scenario.scenario_hash,
        "rules": scenario.rules_in_force(),
        "trips": [
            {
                "card": trip["card"],
                "era": trip["era"],
                "trip": trip["trip"],
                "year": f"{-trip['year']:,} BC" if trip["year"] < 0 else str(trip["year"]),
                "points": trip["points"],
                "requires": ", ".join(f"{n} {kind}" for kind, n in trip["requires"].items()),
                "bonus": trip["bonus"] or "",
            }
            for trip in trips(scenario)
        ],
        "effects": [
            {"effect": key, "steps": "; ".join(_told(step) for step in steps)}
            for key, steps in scenario.steps_of([*scenario.anomalies, *scenario.bonuses]).items()
        ],
        "bots": [{"bot": name, "bots_hash": scenario.bots_hash([name])} for name in scenario.bots],
    }


def _told(step: dict[str, Any]) -> str:
    """A step in a few words: what it does, its argument, whether it may be declined."""
    argument = step.get("room", step.get("k", ""))
    optional = " (optional)" if step.get("optional") else ""
    return f"{step['do']} {argument}".strip() + optional
