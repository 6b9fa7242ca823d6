"""The `setup` event against the rules pages, by the reference's own tables of what is dealt."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.reference.loop_inc_deal import (
    default_rules,
    piles,
    read_cards,
    read_effects,
    trip_cards,
    trip_of_row,
)
from tests.reference.loop_inc_names import COMPONENTS

CARDS_FOLDER = Path(__file__).parents[2] / "scenarios" / "loop-inc" / "cards"
CARDS = read_cards(CARDS_FOLDER / "trips.csv")
EFFECTS = read_effects(CARDS_FOLDER / "effects.toml")


def check_deal(
    setup: Mapping[str, Any], players: int, expansions: list[str], changes: Mapping[str, Any]
) -> None:
    """Raise AssertionError unless the set-up is one that LI-02 to LI-07, LI-60, LI-61 can give.

    `changes`: the rules that the scenario changes, by their names in `setup.rules`.
    """
    rules = default_rules(players, expansions) | dict(changes)
    assert setup["rules"] == rules
    assert (setup["game"], setup["players"], len(setup["bots"])) == ("loop-inc", players, players)
    assert 0 <= setup["first"] < players
    stock = rules["stock_per_type"]
    assert setup["board"] == dict.fromkeys(COMPONENTS, stock)
    assert setup["box"] == dict.fromkeys(COMPONENTS, rules["tokens_per_type"] - stock)
    assert setup["piles"] == piles(players, rules)
    _check_trips(setup["trips"], trip_cards(players, rules))
    sets = {"base", "more"} if "more" in expansions else {"base"}
    shuffled = {key for key, card in EFFECTS["anomaly"].items() if card["set"] in sets}
    deck = setup["anomaly_deck"]
    assert set(deck) <= shuffled
    assert len(set(deck)) == len(deck) == rules.get("anomaly_cards", len(shuffled))
    bonuses = [trip["bonus"] for trip in setup["trips"] if trip["bonus"]]
    assert setup["effects"] == {key: EFFECTS["anomaly"][key]["steps"] for key in deck} | {
        key: EFFECTS["future"][key]["steps"] for key in bonuses
    }


def _check_trips(trips: list[dict[str, Any]], dealt: Mapping[str, int]) -> None:
    """LI-04: so many cards of each era, no card twice, both trips of each, along the timeline."""
    cards: dict[str, list[dict[str, Any]]] = {}
    for row in CARDS:
        cards.setdefault(row["card"], []).append(trip_of_row(row))
    names = [trip["card"] for trip in trips[::2]]
    assert len(set(names)) == len(names)
    assert trips == [trip for name in names for trip in cards[name]]
    eras = [trip["era"] for trip in trips[::2]]
    assert {era: eras.count(era) for era in ("AD", "BC", "FUTURE")} == {
        era: dealt.get(era, 0) for era in ("AD", "BC", "FUTURE")
    }
    years = [min(trip["year"] for trip in cards[name]) for name in names]
    assert years == sorted(years)
