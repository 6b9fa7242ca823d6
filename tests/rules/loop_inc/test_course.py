"""Games continued after each turn (metrics.md 13): by the same bots, with what is hidden drawn anew."""

import numpy as np
import pytest

from loopsim.games.loop_inc.tables import bots, tables
from loopsim.kernels import rng
from loopsim.kernels.loop_inc import course, day, names, outlook, play, turn
from loopsim.kernels.loop_inc.layout import DESK, PROBE, STATE
from loopsim.scenario import load

PLAYERS = 3
TURNS = PLAYERS * (3 + 6)  # of the two days that are played here, to be quick
DAYS = ["rules.days=2", "rules.machines_by_day=[1, 2]"]
SEED, GAME = 1, 4


def _blank(dtype, n=1):
    return np.zeros(n, dtype).view(np.recarray)


class _Table:
    """A table of three greedy bots, or of others, with room for playouts."""

    def __init__(self, names=("greedy",), scenario="loop-inc/base", orders=((0, 0, 0),), crowd=1):
        scenario = load(scenario, DAYS, PLAYERS)
        self.t = tables(scenario)
        self.states, self.desks = _blank(STATE, 2), _blank(DESK, 2)
        self.bots, self.orders, self.crowd = bots(scenario, list(names)), np.array(orders), crowd
        self.probe = _blank(PROBE)

    def continued(self, which, playouts=2):
        """The course of some games: turns, days, movers, shares."""
        shape = (len(which), 1 + TURNS)
        found = [np.zeros(shape[:1], int), *np.zeros((2, *shape), int)]
        found.append(np.zeros((*shape, 2, PLAYERS), int))
        course.continue_games(
            self.states, self.t, self.desks, self.bots, self.orders, False, self.crowd, self.probe,
            SEED, np.array(which), playouts, *found,
        )  # fmt: skip
        return found

    def played(self, game):
        """The same game, played: turn by turn its day and the place that moved, then the win shares."""
        s, t, d = self.states[0], self.t[0], self.desks[0]
        order = self.orders[game % len(self.orders)]
        play.lay_out(
            s, t, d, self.bots, order, False, self.crowd, self.probe[0], names.NOBODY, SEED, game
        )
        s.day = 1
        day.start_day(s, t, d)
        turns = []
        while True:
            day.next_to_move(s, t, d)
            if s.over:
                break
            mover = int(s.mover)
            turn.play_turn(s, t, d, mover)
            turns.append((int(s.day), (mover - int(s.first_of_game)) % PLAYERS))
        play.end_game(s, t, d)
        seats = (s.first_of_game + np.arange(PLAYERS)) % PLAYERS
        return turns, s.win_share[seats]

    def at(self, turns):
        """Play a game up to so many turns."""
        s, t, (d, m) = self.states[0], self.t[0], self.desks
        for desk in (d, m):
            play.lay_out(
                s, t, desk, self.bots, self.orders[0], False, self.crowd, self.probe[0], names.NOBODY,
                SEED, GAME,
            )  # fmt: skip
        s.day = 1
        day.start_day(s, t, d)
        for _ in range(turns):
            course.take_turn(s, t, d)
        return s

    def shares(self, key=7, playouts=4):
        """Of the game as it lies."""
        found = np.zeros((2, PLAYERS), int)
        course.play_on(self.states, self.t[0], self.desks[1], key, playouts, found)
        return found.tolist()


def test_the_game_is_played_as_ever_and_its_last_turn_has_the_result():
    table = _Table(["random"])
    turns, days, movers, shares = table.continued([GAME, GAME + 1])
    for row, game in enumerate((GAME, GAME + 1)):
        played, won = table.played(game)
        last = len(played)
        assert turns[row] == last
        told = [*zip(days[row, : last + 1], movers[row, : last + 1], strict=True)]
        assert told == [(1, names.NOBODY), *played]
        assert (shares[row, last] == won).all()
        assert not shares[row, last + 1 :].any()


def test_each_turn_of_a_course_is_the_game_continued_from_there():
    table = _Table(["greedy"])
    *_, shares = table.continued([GAME])
    lot = rng.stream_state(rng.game_key(SEED, GAME), names.FOR_COURSE)
    for turns in (0, 4, 9, 20, TURNS):
        fresh = _Table(["greedy"])
        fresh.at(turns)
        assert fresh.shares(rng.stream_state(lot, turns), 2) == shares[0, turns].tolist()


def test_halves_are_of_different_playouts_and_add_up_to_all_of_them(monkeypatch):
    table, ends = _Table(["random"]), []
    table.at(10)
    end_game = course.end_game
    monkeypatch.setattr(
        course, "end_game", lambda s, t, m: (end_game(s, t, m), ends.append(s.win_share.copy()))
    )
    found = np.array(table.shares(playouts=10))
    ends = np.array(ends)[:, (table.states[0].first_of_game + np.arange(PLAYERS)) % PLAYERS]
    assert (found == [ends[:5].sum(axis=0), ends[5:].sum(axis=0)]).all()
    assert (found[0] != ends[::2].sum(axis=0)).any()


def test_each_playout_draws_anew_keyed_by_game_turn_and_number(monkeypatch):
    keys, lots = [], []
    redraw, play_on = course.redraw, course.play_on

    def drawn(s, t, thought, key):
        keys.append(int(key))
        redraw(s, t, thought, key)

    def played_on(states, t, m, lot, playouts, shares):
        lots.append(int(lot))
        play_on(states, t, m, lot, playouts, shares)

    monkeypatch.setattr(course, "redraw", drawn)
    monkeypatch.setattr(course, "play_on", played_on)
    turns, *_ = _Table(["random"]).continued([GAME, GAME + 1], 2)
    positions = int((turns + 1).sum())
    assert len(lots) == len({*lots}) == positions
    assert len(keys) == len({*keys}) == 2 * positions
    of_course = rng.stream_state(rng.game_key(SEED, GAME), names.FOR_COURSE)
    assert lots[:2] == [int(rng.stream_state(of_course, t)) for t in (0, 1)]
    assert keys[:2] == [int(rng.stream_state(lots[0], k)) for k in (0, 1)]


def _shuffle(table):
    s = table.states[0]
    hidden = slice(int(s.drawn), int(table.t[0].n_anomalies))
    s.deck[hidden] = s.deck[hidden][::-1]


def _draw_otherwise(table):
    table.states[0].draw_state[:PLAYERS] += 1
    table.states[0].draw_gamma[:PLAYERS] += 2


@pytest.mark.parametrize("turns", [0, 5, 14])
@pytest.mark.parametrize("change", [_shuffle, _draw_otherwise])
def test_li_05_what_nobody_can_know_changes_no_win_probability(turns, change):
    shares = []
    for changed in (False, True):
        table = _Table()
        table.at(turns)
        if changed:
            change(table)
        shares.append(table.shares())
    assert shares[0] == shares[1]


def test_continuing_changes_nothing_in_the_game():
    table = _Table()
    table.at(12)
    before = table.states[:1].tobytes(), table.desks[:1].tobytes()
    first = table.shares()
    assert (table.states[:1].tobytes(), table.desks[:1].tobytes()) == before
    assert table.shares() == first


def test_after_the_turn_means_before_the_end_of_the_day(monkeypatch):
    """The anomalies that open with the day's end are not known after its last turn."""
    drawn = {}

    def noted(states, t, m, lot, playouts, shares):
        drawn[int(states[0].turn)] = int(states[0].drawn)

    monkeypatch.setattr(course, "play_on", noted)
    _, days, *_ = _Table().continued([GAME])
    assert [*drawn] == [*range(TURNS + 1)]
    first_of_day_2 = int((days[0] == 1).sum())
    assert drawn[first_of_day_2 - 1] == 0 < drawn[first_of_day_2]


def test_the_same_bots_play_on_with_their_temperature_and_skill_also_those_drawn_by_lot():
    table = _Table(["greedy", "planner", "random"], orders=[[0, names.DRAWN, names.DRAWN]])
    table.bots[1].temperature, table.bots[1].skill = 70, 80
    seated = {}
    for game in range(6):
        table.continued([game], 0)
        d, m = table.desks
        fields = ("bot", "family", "weight", "taste", "trip_taste", "temperature", "skill")
        assert all((d[field] == m[field]).all() for field in fields)
        seated[tuple(d.bot[:PLAYERS])] = d.temperature[:PLAYERS].tolist()
    assert len(seated) > 2
    assert all(
        temperature == [70 * (bot == 1) for bot in seats] for seats, temperature in seated.items()
    )


def test_what_was_worked_out_for_one_playout_does_not_hold_in_the_next(monkeypatch):
    table = _Table(["planner"])
    start = table.at(12).turn
    m, take_turn = table.desks[1], course.take_turn
    aims = []

    def taken(s, t, d):
        if s.turn == start:
            aims.append((m.aims_of != outlook.NO_CONTENT).any())
        return take_turn(s, t, d)

    monkeypatch.setattr(course, "take_turn", taken)
    table.shares(playouts=3)
    assert aims == [False] * 3
    assert (m.aims_of != outlook.NO_CONTENT).any()  # after the last one
