"""Whether the parts of a scenario fit each other: numbers that no game could be played with."""

from typing import TYPE_CHECKING

from loopsim.games.loop_inc.model_effects import Effects
from loopsim.kernels.loop_inc.layout import MOST_ANOMALIES, MOST_EFFECTS, MOST_TRIPS
from loopsim.scenario.document import Document, Words
from loopsim.scenario.faults import Key

if TYPE_CHECKING:
    from loopsim.games.loop_inc.scenario import Scenario


def check_playable(scenario: "Scenario") -> None:
    """Raise InputError for the first thing that does not fit.

    Of several keys that contradict each other the one stated last is named.
    """
    _check_days(scenario)
    _check_components(scenario)
    _check_effects(scenario)
    _check_deal(scenario)
    _check_anomalies(scenario)
    _check_cards_to_take(scenario)


def check_keys(document: Document, effects: Effects) -> None:
    """Raise InputError if a key stands for an anomaly and for a bonus."""
    for key in effects.anomaly:
        if key in effects.future:
            raise document.fault(
                document.latest([("anomaly", key), ("future", key)]),
                Words(f'the effect "{key}" in both tables, anomaly and future'),
                "each key in one table",
            )


def _rules(*names: str) -> list[Key]:
    return [("rules", name) for name in names]


def _check_days(scenario: "Scenario") -> None:
    rules = scenario.rules
    if len(rules.machines_by_day) != rules.days:
        raise scenario.document.fault(
            scenario.document.latest(_rules("machines_by_day", "days")),
            Words(f"machines_by_day = {list(rules.machines_by_day)} with days = {rules.days}"),
            "one number of machines for each day",
        )


def _check_components(scenario: "Scenario") -> None:
    stock, tokens = scenario.stock_per_type, scenario.rules.tokens_per_type
    if stock > tokens:
        raise scenario.document.fault(
            scenario.document.latest([*_rules("stock_per_type", "tokens_per_type"), ("players",)]),
            Words(f"stock_per_type = {stock} with tokens_per_type = {tokens}"),
            "a stock of no more than the tokens of a type",
        )


def _check_effects(scenario: "Scenario") -> None:
    if len(scenario.steps) > MOST_EFFECTS:
        raise scenario.document.fault(
            scenario.document.latest([("effects",), ("expansions",), ("deck",)]),
            Words(f"{len(scenario.steps)} anomalies and bonuses in play"),
            f"up to {MOST_EFFECTS}",
        )


def _check_deal(scenario: "Scenario") -> None:
    document, dealt = scenario.document, scenario.dealt
    if dealt["FUTURE"] and "futures" not in scenario.expansions:
        raise document.fault(
            document.latest([("rules", "trip_cards", "FUTURE"), ("expansions",)]),
            Words(f"trip_cards.FUTURE = {dealt['FUTURE']} without the expansion futures"),
            '0, or expansions with "futures"',
        )
    for era, count in dealt.items():
        have = sum(trip.era == era for trip in scenario.trips) // 2
        if count > have:
            stated: Key = ("rules", "trip_cards", era)
            raise document.fault(
                document.latest([stated, ("players",), ("expansions",), ("deck",)]),
                Words(f"{have} {era} cards in the deck, but {count} are dealt"),
                f"a deck of at least {count} {era} cards, or rules.trip_cards.{era} up to {have}",
            )
    trips = 2 * sum(dealt.values())
    if not 0 < trips <= MOST_TRIPS:
        raise document.fault(
            document.latest([*_rules("trip_cards"), ("players",), ("expansions",)]),
            Words(f"{trips} trips on the board"),
            f"2 to {MOST_TRIPS} trips, two a card",
        )


def _check_anomalies(scenario: "Scenario") -> None:
    document, have = scenario.document, len(scenario.anomalies)
    if have > MOST_ANOMALIES:
        raise document.fault(
            document.latest([("effects",), ("expansions",), ("anomaly",)]),
            Words(f"{have} anomalies to shuffle"),
            f"up to {MOST_ANOMALIES}",
        )
    if scenario.anomaly_cards > have:
        raise document.fault(
            document.latest([*_rules("anomaly_cards"), ("expansions",), ("effects",)]),
            Words(f"anomaly_cards = {scenario.anomaly_cards} with {have} anomalies in play"),
            f"0 to {have}",
        )


def _check_cards_to_take(scenario: "Scenario") -> None:
    """LI-11: on every day there is a new card for every turn that needs one, whatever is taken."""
    piles = sum(scenario.piles.values())
    for day in range(1, scenario.rules.days + 1):
        opened = min(scenario.anomaly_cards, scenario.anomalies_per_day * (day - 1))
        due = scenario.players * scenario.rules.new_per_day * day
        if due > piles + opened:
            stated = _rules("piles", "new_per_day", "days", "anomalies_per_day", "anomaly_cards")
            raise scenario.document.fault(
                scenario.document.latest([*stated, ("players",), ("expansions",)]),
                Words(
                    f"{piles} cards in the piles and {opened} open anomalies,"
                    f" but {due} cards are taken by day {day}"
                ),
                f"at least {due} cards",
            )
