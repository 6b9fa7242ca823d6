"""Every check of the contract finds what it is for: games broken on purpose are rejected."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from loopsim.games.loop_inc.game import Trace
from loopsim.kernels.loop_inc.columns import COLUMNS
from tests.contract import checks, loop_inc
from tests.contract.doctor import altered, from_nowhere, twice, where, without
from tests.contract.setups import every

SETUP = next(setup for setup in every() if setup.name == "4 all random")
GAMES = 400


@pytest.fixture(scope="module")
def table() -> Any:
    return SETUP.table()


@pytest.fixture(scope="module")
def rows(table) -> checks.Rows:
    return checks.play(table, 1, GAMES)


@pytest.fixture(scope="module")
def traces(table) -> list[Trace]:
    return [table.trace(1, game) for game in range(30)]


def copied(rows: checks.Rows) -> checks.Rows:
    return {level: array.copy() for level, array in rows.items()}


# --- traces


def lose_an_exchange(events) -> None:
    """One that changes something, before the first refill tells what lies on the board."""
    del events[
        next(
            at
            for at, event in enumerate(events[: where(events, "day_end")])
            if event["event"] == "exchange" and event["in"] != event["out"]
        )
    ]


BROKEN_TRACES = {
    "a take is lost": without("take"),
    "a take happens twice": twice("take"),
    "a token comes from the box": altered("take", "from", lambda _: "box"),
    "a token lands in a machine not in use": altered("take", "machine", lambda m: m + 1),
    "an exchange is lost": lose_an_exchange,
    "a move goes elsewhere": altered(
        "move", "component", lambda c: "net" if c != "net" else "armor"
    ),
    "a token is trashed twice": twice("trash"),
    "waste appears": altered("launch", "waste", lambda w: w | {"net": w.get("net", 0) + 1}),
    "a launch is lost": without("launch"),
    "a launch scores more": altered("launch", "points", lambda k: k + 1),
    "an ad is lost": without("advertise"),
    "two ads on one trip": twice("advertise"),
    "an ad is met that is not there": altered("launch", "met_ad", lambda _: True, met_ad=False),
    "a failed ad is forgotten": without("advertise"),
    "a tear is lost": without("tear"),
    "a tear is counted wrongly": altered("tear", "total", lambda k: k + 1),
    "a tear is given back that nobody has": from_nowhere("tear_discarded"),
    "waste is discarded that nobody has": from_nowhere("waste_discarded"),
    "an ad is regained that was not used": from_nowhere("ad_regained"),
    "an elimination is forgotten": without("eliminated"),
    "effect points are lost": without("points"),
    "a card is played twice": twice("play"),
    "a past card is not the front one": altered(
        "play", "card", lambda card: "move" if card != "move" else "garage", source="past"
    ),
    "a hand forgets twice": twice("hand"),
    "the refill is larger": altered(
        "day_end", "refill", lambda r: r | {"net": r.get("net", 0) + 1}
    ),
    "another anomaly opens": altered("day_end", "anomalies", lambda keys: keys[::-1], day=1),
    "a day is lost": without("day_start", day=2),
    "office points are paid twice": altered("day_end", "office", lambda o: [o[0] + 1, *o[1:]]),
    "a score is wrong": altered("game_end", "scores", lambda s: [s[0] + 1, *s[1:]]),
    "a penalty is wrong": altered("game_end", "penalties", lambda s: [s[0] + 1, *s[1:]]),
    "ranks are reversed": altered("game_end", "ranks", lambda ranks: [5 - r for r in ranks]),
    "nobody wins": altered("game_end", "win_share", lambda shares: [0] * len(shares)),
    "the game has no end": without("game_end"),
}


def check(table, events, choices, own) -> None:
    referee = loop_inc.check_trace(events, choices)
    checks.check_same(loop_inc.facts(referee, table), own, without=checks.DIGEST)


@pytest.mark.parametrize("broken", BROKEN_TRACES)
def test_a_broken_trace_is_rejected(table, rows, traces, broken) -> None:
    tried = 0
    for game, trace in enumerate(traces):
        events = list(trace.events)
        try:
            BROKEN_TRACES[broken](events)
        except StopIteration:
            continue
        if events == trace.events:
            continue
        tried += 1
        own = {level: array[game : game + 1] for level, array in rows.items()}
        with pytest.raises((AssertionError, IndexError, ValueError)):
            check(table, events, trace.choices, own)
    assert tried > 0


@pytest.mark.parametrize(("field", "value"), [("index", 99), ("index", -1), ("options", 0)])
def test_a_choice_that_is_no_option_is_rejected(traces, field, value) -> None:
    choices = list(traces[0].choices)
    choices[3] = replace(choices[3], **{field: value})
    with pytest.raises(AssertionError, match=r"no option|not among"):
        loop_inc.check_trace(traces[0].events, choices)


# --- facts


@pytest.mark.parametrize("column", COLUMNS, ids=lambda column: f"{column.level} {column.name}")
def test_one_altered_cell_of_any_column_is_found(rows, column) -> None:
    broken = copied(rows)
    cells = broken[column.level][column.name]
    cells[(-1,) * cells.ndim] += 1
    with pytest.raises(AssertionError, match=f"{column.level}, {column.name} at"):
        checks.check_same(broken, rows)
    assert checks.digest(broken) != checks.digest(rows)


class Chunky:
    """A table whose facts know how they were cut: the forced turns carry over from game to game."""

    def __init__(self, table: Any) -> None:
        self.table = table

    def blank_rows(self, games: int) -> checks.Rows:
        return self.table.blank_rows(games)

    def play(self, seed: int, first: int, rows: checks.Rows) -> None:
        self.table.play(seed, first, rows)
        rows["games"]["forced_turns"] += np.arange(len(rows["games"])) % 7 == 6


def test_facts_that_depend_on_the_chunk_are_found(table) -> None:
    one, other = (
        checks.glued(
            checks.played(
                Chunky(table), 1, GAMES, threads=1, games_per_part=GAMES, games_per_chunk=chunk
            )
        )
        for chunk in (100, 90)
    )
    with pytest.raises(AssertionError, match="games, forced_turns at"):
        checks.check_same(one, other)


def test_a_summary_of_other_games_has_other_bytes(table, rows, tmp_path) -> None:
    broken = copied(rows)
    broken["seats"]["score"][7, 2] += 1
    bytes_of = [
        checks.summary_bytes(table, [each], tmp_path / name)
        for name, each in (("good", rows), ("broken", broken))
    ]
    assert bytes_of[0] != bytes_of[1]


# --- chance


def test_a_repeated_game_is_found(rows) -> None:
    broken = copied(rows)
    for level in broken:
        broken[level][311] = broken[level][17]
        broken[level]["game"][311] = 311
    checks.check_no_two_alike(checks.fingerprints(rows))
    with pytest.raises(AssertionError, match="1 of 400 games"):
        checks.check_no_two_alike(checks.fingerprints(broken))


def test_runs_that_share_their_deals_or_their_games_are_found(table, rows) -> None:
    other = checks.play(table, 2, GAMES)
    checks.check_unrelated(rows, other)
    with pytest.raises(AssertionError, match="go together"):
        checks.check_unrelated(rows, rows)
    other["trips"] = rows["trips"]  # another play of the same deals
    with pytest.raises(AssertionError, match="item and"):
        checks.check_unrelated(rows, other)


def test_a_seat_or_a_card_that_comes_too_often_is_found(table, rows) -> None:
    first = rows["games"]["first"].copy()
    checks.check_uniform(first, 4, "first player")
    first[:60] = 2
    with pytest.raises(AssertionError, match="first player is not uniform"):
        checks.check_uniform(first, 4, "first player")
    with pytest.raises(AssertionError, match="a value beyond 2"):
        checks.check_uniform(first, 3, "first player")
    loop_inc.check_deals(rows, table)
    broken = copied(rows)
    broken["trips"]["trip"][:150] = broken["trips"]["trip"][0]
    with pytest.raises(AssertionError, match="dealt unevenly"):
        loop_inc.check_deals(broken, table)
