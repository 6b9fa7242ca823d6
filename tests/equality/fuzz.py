"""Rules drawn at random, as `--set` strings: every switch and number, effects and trips."""

import json
import random
from dataclasses import dataclass
from typing import Any

from loopsim.scenario import load

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
EXPANSIONS = ("futures", "more", "office")
BASE = "loop-inc/base"

STEPS: tuple[dict[str, Any], ...] = (
    *({"do": "take", "room": room} for room in ("garage", "shop", "armory", "any")),
    *({"do": do} for do in ("take_box", "exchange", "move", "trash", "advertise")),
    *({"do": do} for do in ("discard_waste", "discard_tear", "regain_ad", "launch_again")),
    *({"do": do} for do in ("repeat_last", "forget_next", "swap_next")),
    *({"do": "points", "k": k} for k in (-2, 3)),
)


@dataclass(frozen=True)
class Drawn:
    """A scenario drawn at random: its settings, and the rules among them by name."""

    players: int
    expansions: list[str]
    rules: dict[str, Any]
    settings: list[str]

    def load(self) -> Any:
        """The scenario."""
        return load(BASE, self.settings, self.players)


def draw_rules(seed: int) -> Drawn:
    """Switches and numbers drawn at random; everything else as in the base game."""
    rng = random.Random(seed)
    players = rng.choice((2, 3, 4))
    expansions = [name for name in EXPANSIONS if rng.random() < 0.5]
    days, new = rng.randint(1, 4), rng.randint(1, 5)
    machines = sorted(rng.randint(0, 3) for _ in range(days))
    tokens = rng.randint(3, 14)
    rules: dict[str, Any] = {switch: rng.random() < 0.5 for switch in SWITCHES}
    rules |= {
        "days": days,
        "new_per_day": new,
        "machines_by_day": machines,
        "tokens_per_type": tokens,
        "stock_per_type": rng.randint(1, min(tokens, 6)),
        "ads_per_player": rng.randint(0, 5),
        "trip_capacity": rng.randint(1, 4),
        "tear_costs": sorted(rng.randint(0, 9) for _ in range(rng.randint(1, 9))),
        "waste_cost": rng.randint(0, 3),
        "ad_penalty": rng.randint(0, 5),
        "ad_bonus": rng.randint(0, 4),
        "office_points": [rng.randint(0, 4) for _ in range(rng.randint(1, 4))],
        "anomalies_per_day": rng.randint(0, 5),
        "trip_cards": {"AD": rng.randint(1, 4), "BC": rng.randint(0, 4)}
        | ({"FUTURE": rng.randint(1, 2)} if "futures" in expansions else {}),
        "piles": _piles(rng, players * days * new, "office" in expansions),
        "anomaly_cards": rng.randint(0, 8),
    }
    rules["trip_cards"] = {era: count for era, count in rules["trip_cards"].items() if count}
    settings = [f"expansions={','.join(expansions)}"]
    settings += [f"rules.{key}={toml(value)}" for key, value in rules.items()]
    settings += ["rules.trip_cards.BC=0"] if "BC" not in rules["trip_cards"] else []
    return Drawn(players, expansions, rules, settings)


def draw_cards(seed: int) -> Drawn:
    """Like `draw_rules`, and also what anomalies, bonuses and trips are."""
    drawn = draw_rules(seed)
    rng = random.Random(f"cards {seed}")
    scenario = drawn.load()
    settings = list(drawn.settings)
    for table, effects in (
        ("anomaly", scenario.effects.anomaly),
        ("future", scenario.effects.future),
    ):
        for key in effects:
            steps = [
                rng.choice(STEPS) | ({"optional": True} if rng.random() < 0.4 else {})
                for _ in range(rng.randint(1, 3))
            ]
            settings.append(f"{table}.{key}.steps={toml(steps)}")
    for trip in scenario.trips:
        if rng.random() < 0.5:
            which = 1 + [t.trip for t in scenario.trips if t.card == trip.card].index(trip.trip)
            bonus = (
                rng.choice(["", *scenario.effects.future]) if "futures" in drawn.expansions else ""
            )
            key = f"trips.{trip.card}.{which}"
            settings += [f"{key}.points={rng.randint(0, 9)}", f"{key}.bonus={toml(bonus)}"]
            settings += [f"{key}.{kind}=1" for kind in ("wheel",) if not trip.wheel]
    return Drawn(drawn.players, drawn.expansions, drawn.rules, settings)


def toml(value: Any) -> str:
    """A value as TOML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    return json.dumps(value)


def _piles(rng: random.Random, due: int, office: bool) -> dict[str, int]:
    """Piles of uneven size that hold just enough cards for all turns, some of them empty."""
    kinds = ["garage", "shop", "armory", "office" if office else "trash"]
    kinds += ["exchange", "advertise", "move"]
    weights = [rng.choice((0, 1, 1, 2, 4)) for _ in kinds]
    weights[rng.randrange(3)] += 1
    total = sum(weights)
    return {
        kind: -(-due * weight // total) + (weight > 0)
        for kind, weight in zip(kinds, weights, strict=True)
    }
