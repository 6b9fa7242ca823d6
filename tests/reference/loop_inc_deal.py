"""Loop, Inc.: reading the decks and dealing a game (LI-02 to LI-07, LI-60 to LI-63)."""

from __future__ import annotations

import csv
import random
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .loop_inc_names import COMPONENTS

Row = dict[str, Any]
Effects = dict[str, dict[str, dict[str, Any]]]

TRIP_CARDS = {  # LI-04: players -> cards of each era
    2: {"AD": 3, "BC": 2},
    3: {"AD": 3, "BC": 3},
    4: {"AD": 4, "BC": 3},
}
TRIP_CARDS_WITH_FUTURES = {  # LI-60
    2: {"AD": 3, "BC": 1, "FUTURE": 1},
    3: {"AD": 3, "BC": 2, "FUTURE": 2},
    4: {"AD": 4, "BC": 2, "FUTURE": 2},
}


def read_cards(path: str | Path) -> list[Row]:
    """The rows of the deck, one a trip; lines that begin with `#` are comments."""
    with open(path, encoding="utf-8", newline="") as file:
        lines = [line for line in file if line.strip() and not line.startswith("#")]
    numbers = ("year", "points", *COMPONENTS)
    return [{**row, **{name: int(row[name]) for name in numbers}} for row in csv.DictReader(lines)]


def read_effects(path: str | Path) -> Effects:
    """The tables `anomaly` and `future`; a key that stands in both is refused."""
    with open(path, "rb") as file:
        effects = tomllib.load(file)
    both = effects.get("anomaly", {}).keys() & effects.get("future", {}).keys()
    if both:
        raise ValueError(f"keys both in anomaly and in future: {sorted(both)}")
    return effects


def deal(
    cards: list[Row],
    effects: Effects,
    players: int,
    expansions: Iterable[str],
    rng: random.Random,
    **overrides: Any,
) -> dict[str, Any]:
    """The `setup` event of a game dealt at random; `overrides` are keys of `setup.rules`."""
    wanted = set(expansions)
    in_play: list[str] = [name for name in ("futures", "more", "office") if name in wanted]
    rules = {**default_rules(players, in_play), **overrides}
    trips = deal_trips(cards, trip_cards(players, rules), rng)
    anomaly_deck = shuffle_anomalies(effects, rules, rng)
    stock = min(rules["stock_per_type"], rules["tokens_per_type"])
    bonuses = [trip["bonus"] for trip in trips if trip["bonus"]]
    steps = {key: effects["anomaly"][key]["steps"] for key in anomaly_deck}
    steps |= {key: effects["future"][key]["steps"] for key in bonuses}
    return {
        "event": "setup",
        "game": "loop-inc",
        "scenario": ", ".join([*(in_play or ["base"]), f"{players} players"]),
        "seed": 0,
        "index": 0,
        "players": players,
        "bots": ["random"] * players,
        "rules": rules,
        "trips": trips,
        "piles": piles(players, rules),
        "board": dict.fromkeys(COMPONENTS, stock),
        "box": dict.fromkeys(COMPONENTS, rules["tokens_per_type"] - stock),
        "anomaly_deck": anomaly_deck,
        "effects": steps,
        "first": rng.randrange(players),  # LI-07
    }


def default_rules(players: int, expansions: list[str]) -> dict[str, Any]:
    """The eight switches and the numbers, where a scenario is silent."""
    return {
        "exchange_may_retake": True,
        "ad_on_own_visited": True,
        "trash_empty_tears": True,
        "office_rescores": True,
        "same_day_revisit": False,
        "ad_owner_keeps_place": True,
        "components_stay": True,
        "future_bonus_optional": True,
        "expansions": expansions,
        "days": 3,
        "new_per_day": 3,
        "machines_by_day": [1, 2, 3],
        "tokens_per_type": 12,
        "stock_per_type": players,
        "ads_per_player": 3,
        "trip_capacity": 2,
        "tear_costs": [1, 3, 6],
        "waste_cost": 1,
        "ad_penalty": 3,
        "ad_bonus": 1,
        "office_points": [2, 1, 0],
        "anomalies_per_day": players,
    }


def piles(players: int, rules: dict[str, Any]) -> dict[str, int]:
    """LI-03; LI-26: Office replaces Trash, same count of cards."""
    if "piles" in rules:
        return dict(rules["piles"])
    big, small = 2 * players + 1, players + 1
    return {
        "garage": big,
        "shop": big,
        "armory": small,
        "office" if "office" in rules["expansions"] else "trash": small,
        "exchange": small,
        "advertise": small,
        "move": small,
    }


def trip_cards(players: int, rules: dict[str, Any]) -> dict[str, int]:
    """LI-04, LI-60: how many cards of each era are dealt."""
    if "trip_cards" in rules:
        return dict(rules["trip_cards"])
    by_players = TRIP_CARDS_WITH_FUTURES if "futures" in rules["expansions"] else TRIP_CARDS
    return by_players[players]


def deal_trips(cards: list[Row], counts: dict[str, int], rng: random.Random) -> list[Row]:
    """LI-04: cards of each era at random, laid along the timeline by the card's earlier year."""
    dealt: list[list[Row]] = []
    for era, count in counts.items():
        by_card: dict[str, list[Row]] = {}
        for row in cards:
            if row["era"] == era:
                by_card.setdefault(row["card"], []).append(row)
        dealt += rng.sample(list(by_card.values()), count)
    dealt.sort(key=lambda card: min(row["year"] for row in card))  # stable: a tie as dealt
    return [trip_of_row(row) for card in dealt for row in card]


def trip_of_row(row: Row) -> dict[str, Any]:
    return {
        "card": row["card"],
        "era": row["era"],
        "trip": row["trip"],
        "year": row["year"],
        "points": row["points"],
        "requires": {component: row[component] for component in COMPONENTS if row[component]},
        "bonus": row["bonus"] or None,
    }


def shuffle_anomalies(effects: Effects, rules: dict[str, Any], rng: random.Random) -> list[str]:
    """LI-05, LI-61: the anomaly deck, in the order in which it will be drawn."""
    sets = {"base", "more"} if "more" in rules["expansions"] else {"base"}
    deck = [key for key, anomaly in effects["anomaly"].items() if anomaly["set"] in sets]
    rng.shuffle(deck)
    return deck[: rules.get("anomaly_cards", len(deck))]
