"""What is done to the games of a set-up so that they be compared with others (metrics.md 6 and 7)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from loopsim.games.loop_inc.scenario import Scenario
from loopsim.games.loop_inc.tables import card_names, trips
from loopsim.kernels.loop_inc import names
from loopsim.kernels.loop_inc.layout import PROBE
from loopsim.scenario.faults import fault, one_of, value_text


@dataclass(frozen=True)
class Closing:
    """Things that are on the table but closed: to the focal seat of each game, or to all seats.

    `trips` are keys of trips, as in ``--set trips.AD4.1.points=6``; `cards` piles and anomalies as in
    traces (``exchange``, ``anomaly:remodel``), not to be taken new while anything else is left;
    `actions` piles of which also the optional steps of effects are closed that do the same;
    `second_visits` launches to trips where it costs a tear that another player is there (LI-42).
    """

    trips: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    second_visits: bool = False
    to_all: bool = False


def trip_keys(scenario: Scenario) -> list[str]:
    """The keys of the trips in play, ``AD4.1`` …, by their number in the kernel."""
    return [trip["key"] for trip in trips(scenario)]


def actions(scenario: Scenario) -> list[str]:
    """The actions of a scenario: its piles, by the code of their cards."""
    return [scenario.card_of_kind(kind) for kind in names.KINDS]


def anomalies(scenario: Scenario) -> list[str]:
    """The anomalies in play as in traces: ``anomaly:remodel`` …"""
    return [f"anomaly:{key}" for key in scenario.anomalies]


def probe(scenario: Scenario, closing: Closing | None, rekey: Iterable[str], force_ad: bool) -> Any:
    """The kernel's record of it, shape (1,), dtype `layout.PROBE`. InputError for unknown names."""
    record = np.zeros(1, PROBE).view(np.recarray)
    if closing is not None:
        piles, cards = actions(scenario), [*actions(scenario), *anomalies(scenario)]
        closed = record[0]
        closed.closed_to = names.TO_ALL_SEATS if closing.to_all else names.TO_FOCAL_SEAT
        closed.trips[_places("trip", closing.trips, trip_keys(scenario))] = 1
        closed.actions = _set(_places("action", closing.actions, piles))
        closed.cards = closed.actions | _set(_places("card", closing.cards, cards))
        closed.second_visits = closing.second_visits
    record[0].force_ad = force_ad
    record[0].anew = _set(1 + place for place in _places("rekey", rekey, names.DEALS))
    return record


def told(scenario: Scenario, s: Any) -> dict[str, Any]:
    """For the `setup` event: what is closed to which seats (trips by place), which ad is forced."""
    event: dict[str, Any] = {}
    seats = [p for p in range(scenario.players) if _anything_closed(s, p)]
    if seats:
        known = card_names(scenario)
        event["closed"] = {
            "seats": seats,
            "trips": _members(s.closed_trips[seats[0]]),
            "cards": [known[card] for card in _members(s.closed_cards[seats[0]])],
            "actions": [known[card] for card in _members(s.closed_actions[seats[0]])],
            "second_visits": bool(s.closed_second[seats[0]]),
        }
    if s.force_ad and s.forced_ad != names.NOTHING:
        event["forced_ad"] = {"seat": int(s.focal), "turn": int(s.forced_ad)}
    return event


def _anything_closed(s: Any, p: int) -> bool:
    return bool(s.closed_trips[p] | s.closed_cards[p] | s.closed_actions[p] | s.closed_second[p])


def _places(what: str, asked: Iterable[str], known: Sequence[str]) -> list[int]:
    """Where the names stand among the known ones. InputError for one that does not."""
    return [known.index(name) for name in _known(what, asked, known)]


def _known(what: str, asked: Iterable[str], known: Sequence[str]) -> list[str]:
    listed = list(asked)
    for name in listed:
        if name not in known:
            raise fault(f"--{what}", "", value_text(name), one_of(known, name))
    return listed


def _set(members: Iterable[int]) -> int:
    return sum(1 << member for member in set(members))


def _members(word: Any) -> list[int]:
    bits = int(word)
    return [member for member in range(bits.bit_length()) if bits >> member & 1]
