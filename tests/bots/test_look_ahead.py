"""Look-ahead bots: what they may know, what they spend, how they play."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from loopsim import contests
from loopsim import games as registry
from loopsim.scenario import load
from tests.equality.compare import compare

BASE = load("loop-inc/base", (), 3)
SEATS = ["look-ahead", "planner", "planner"]


def _with(**numbers: Any) -> Any:
    """The base game with a look-ahead bot that has other numbers."""
    bot = BASE.bot("look-ahead").model_copy(update=numbers)
    return replace(BASE, bots={**BASE.bots, "look-ahead": bot})


def _table(scenario: Any = BASE, bots: list[str] = SEATS, **more: Any) -> Any:
    return registry.get(scenario.game).Table(scenario, bots, **more)


def _days(trace: Any) -> list[list[dict[str, Any]]]:
    """The events of a game by day, set-up left out."""
    days: list[list[dict[str, Any]]] = []
    for event in trace.events[1:]:
        if event["event"] == "day_start":
            days.append([])
        days[-1].append(event)
    return days


def test_the_order_of_the_deck_changes_no_choice_before_a_card_of_it_is_opened() -> None:
    as_it_is, shuffled = _table(), _table(rekey=["anomalies"])
    for game in range(6):
        a, b = as_it_is.trace(3, game), shuffled.trace(3, game)
        assert a.events[0]["anomaly_deck"] != b.events[0]["anomaly_deck"]
        first, other = _days(a)[0], _days(b)[0]
        assert first[:-1] == other[:-1]
        assert first[-1]["anomalies"] != other[-1]["anomalies"]


def test_a_forced_ad_changes_nothing_before_its_turn_also_where_bots_look_ahead() -> None:
    bots = ["look-ahead", "greedy", "greedy"]
    open_games, forced_games = _table(bots=bots), _table(bots=bots, force_ad=True)
    seats = set()
    for game in range(12):
        as_it_is, forced = open_games.trace(1, game).events, forced_games.trace(1, game).events
        seat = forced[0].pop("forced_ad")["seat"]
        same = next(
            (k for k, pair in enumerate(zip(as_it_is, forced, strict=False)) if pair[0] != pair[1]),
            None,
        )
        if same is None:
            continue
        play, deed = forced[same : same + 2]
        assert (play["event"], play["seat"], play["card"]) == ("play", seat, "advertise")
        assert (deed["event"], deed["seat"]) == ("advertise", seat)
        seats.add(forced[0]["bots"][seat])
    assert seats == {"look-ahead", "greedy"}


def test_a_game_is_the_same_alone_and_among_others() -> None:
    table = _table()
    rows, alone = table.blank_rows(4), table.blank_rows(1)
    table.play(5, 0, rows)
    for game in (3, 1):
        table.play_these(5, [game], alone)
        for level in ("games", "seats", "trips"):
            assert (alone[level][0] == rows[level][game]).all()


def test_bots_of_other_kinds_play_beside_thinkers_as_they_do_among_themselves() -> None:
    silent = _with(playouts=1, breadth=1)
    table = _table(silent, ["planner", "planner", "look-ahead"], rotate=False)
    for game in range(4):
        first = next(e for e in table.trace(2, game).events if e["event"] == "play")
        among = next(
            e for e in _table(silent, ["planner"]).trace(2, game).events if e["event"] == "play"
        )
        if first["seat"] != 2:
            assert first == among


def test_more_playouts_win_more_and_one_option_to_look_at_is_the_persona() -> None:
    played = []
    for numbers in ({"breadth": 1}, {"playouts": 8}, {"playouts": 64}):
        table = contests.against(_with(**numbers), "look-ahead", ["champion"])
        (contest,) = contests.play([table], seed=1, games=range(120), threads=2)
        played.append(contest)
    persona, few, many = played
    assert abs(persona.advantage.value) < 4 * persona.advantage.se
    assert few.win_share.low > persona.win_share.value
    assert many.better_than(few).low > -0.02
    assert many.win_share.low > 0.6


@pytest.mark.parametrize("scenario", ["loop-inc/base", "loop-inc/all"])
def test_a_game_of_thinkers_is_played_to_its_end(scenario: str) -> None:
    table = _table(load(scenario, (), 2), ["look-ahead"])
    rows = table.blank_rows(3)
    table.play(1, 0, rows)
    assert not rows["games"]["outcome"].any()
    assert (rows["seats"]["turns"] == 3 + 6 + 9).all() or rows["seats"]["eliminated"].any()
    assert np.median(rows["seats"]["score"]) > 20


def test_what_it_chooses_is_legal_and_comes_out_the_same_in_the_reference() -> None:
    scenario = load("loop-inc/all", (), 3)
    for trace in compare(scenario, "look-ahead", [(1, 0), (1, 1)]):
        assert trace.events[-1]["event"] == "game_end"
