"""The bots of a scenario of Loop, Inc. as people want to see them, and what their files may weigh."""

from collections.abc import Sequence
from typing import Any

from loopsim.games.loop_inc.scenario import Scenario
from loopsim.games.loop_inc.weights import things
from loopsim.kernels.loop_inc.features import FEATURES

#: The keys of bots besides those that all have; those that a bot of its family has not are None.
KEYS = ("temperature", "skill", "persona", "playouts", "breadth", "margin")


def shown_bots(scenario: Scenario, names: Sequence[str]) -> dict[str, Any]:
    """How some bots play: plain data, and rows for tables.

    "weights" of a bot are by feature, "tastes" by thing, without those that are 0; of a look-ahead bot
    those of its persona. "features" and "things" (that are in play) say what these are.
    """
    return {
        "game": scenario.game,
        "scenario": scenario.name,
        "bots": [_bot(scenario, name) for name in names],
        "features": [feature._asdict() for feature in FEATURES],
        "things": [
            {"name": name, "meaning": meaning} for name, meaning in things(scenario).items()
        ],
    }


def _bot(scenario: Scenario, name: str) -> dict[str, Any]:
    bot = scenario.bot(name)
    sees = scenario.eyes(bot)
    return {
        "bot": name,
        "title": bot.title or name,
        "family": bot.family,
        "notes": bot.notes,
        **{key: getattr(bot, key) if key in bot.keys else None for key in KEYS},
        "weights": {f.name: sees.weights[f.name] for f in FEATURES if sees.weights.get(f.name)},
        "tastes": {thing: taste for thing, taste in sees.tastes.items() if taste},
        "bots_hash": scenario.bots_hash([name]),
    }
