"""A referee of Loop, Inc.: checks a game by its trace alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tests.contract.loop_inc.facts import Rows, facts
from tests.contract.loop_inc.law import Law
from tests.contract.loop_inc.table import Event, Referee

__all__ = ["check_deals", "check_events", "check_trace", "facts", "turn_bound"]


def check_trace(events: list[Event], choices: list[Any]) -> Referee:
    """Rebuild a game from its events, and count its choices.

    Choices are within their options, of which there is always one. Raises AssertionError.
    """
    for choice in choices:
        assert choice.options >= 1, f"no option: {choice}"
        assert 0 <= choice.index < choice.options, f"not among its options: {choice}"
    sources = [choice.options for choice in choices if choice.node == "source"]
    played = [event["options"] for event in events if event["event"] == "play"]
    assert sources == played, "the plays are not the choices of a source"
    referee = check_events(events)
    offered = [choice.options for choice in choices if choice.node == "advertise"]
    assert offered == referee.trips_to_advertise, "a trip was kept from an ad (LI-23)"
    referee.count_choices(choices)
    return referee


def check_events(events: list[Event]) -> Referee:
    """Rebuild a game event by event. Raises AssertionError at the first thing that is wrong.

    Before each event: it is legal on the table as it lies, and nothing that is due was left out.
    After each event: of every component type as many tokens as at the start, in the box, on the
    board, in machines, wasted or out; of ads and cards likewise; no count below zero.
    """
    referee = Referee(events[0])
    law = Law(referee)
    for at, event in enumerate(events[1:], 1):
        try:
            law.check(event)
            referee.apply(event)
            referee.check()
        except AssertionError as wrong:
            raise AssertionError(f"event {at}, {dict(event)}: {wrong}") from None
    assert events[-1]["event"] == "game_end"
    return referee


def turn_bound(rules: Mapping[str, Any], players: int) -> int:
    """LI-10: the most turns that a game can have."""
    return sum(players * rules["new_per_day"] * day for day in range(1, rules["days"] + 1))


def check_deals(rows: Rows, table: Any) -> None:
    """LI-04: every card of an era is dealt equally often."""
    items, games = table.setting().items, len(rows["games"])
    cards = rows["trips"]["trip"] // 2
    dealt = np.array([(cards == card).any(axis=1).sum() for card in range(len(items) // 2)])
    eras = [item["era"] for item in items[::2]]
    for era in dict.fromkeys(eras):
        times = dealt[[other == era for other in eras]]
        share = times.mean() / games
        error = np.sqrt(games * share * (1 - share)) + 1e-9
        far = np.abs(times - times.mean()) / error
        assert far.max() < 4.5, f"{era} cards are dealt unevenly: {times.tolist()} times"
