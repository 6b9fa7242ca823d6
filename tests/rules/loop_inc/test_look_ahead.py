"""Look-ahead bots: what they may know (LI-05: the anomaly deck is face down), and how they weigh options."""

import numpy as np
import pytest

from loopsim.games.loop_inc.tables import bots, tables
from loopsim.kernels import options as opt
from loopsim.kernels.loop_inc import ahead, choose, day, features, layout, names, play, turn
from loopsim.kernels.loop_inc.layout import DESK, PROBE, STATE
from loopsim.scenario import load


def _blank(dtype, n=1):
    return np.zeros(n, dtype).view(np.recarray)


class _Game:
    """A game of a look-ahead bot with two greedy ones, just before a turn of its own on day 2."""

    def __init__(self, after=1):
        scenario = load("loop-inc/base", (), 3)
        rows = bots(scenario, ["look-ahead", "greedy"])
        rows[0].weight = rows[1].weight  # a persona that is quick in plain Python
        rows[0].playouts, rows[0].breadth, rows[0].margin = 6, 3, 10_000
        self.t = tables(scenario)[0]
        self.states, self.desks = _blank(STATE, 2), _blank(DESK, 2)
        s, d = self.states[0], self.desks[0]
        order, probe = np.array([0, 1, 1]), _blank(PROBE)[0]
        play.lay_out(s, self.t, d, rows, order, False, 2, probe, names.NOBODY, 1, 4)
        s.day = 1
        day.start_day(s, self.t, d)
        while True:
            day.next_to_move(s, self.t, d)
            if s.day == 2 and d.bot[s.mover] == 0 and s.turns_today[s.mover] == after:
                break
            family, d.family[:] = d.family.copy(), 1
            turn.play_turn(s, self.t, d, s.mover)
            d.family[:] = family
        self.desks[1].family[:] = 1
        play.prepare(s, self.t, self.desks[1])

    def script(self, key=7):
        """What it will choose in its turn."""
        d = self.desks[0]
        ahead.think(self.states[0], self.t, d, key, self.states[1:], self.desks[1])
        return d.script[: d.script_ends].tolist()


@pytest.mark.parametrize("after", [1, 3])
def test_li_05_cards_in_the_deck_may_lie_in_any_order_and_no_choice_changes(after):
    game = _Game(after)
    s = game.states[0]
    as_it_is, deck = game.script(), s.deck.copy()
    assert len(as_it_is) >= 2
    hidden = slice(int(s.drawn), int(game.t.n_anomalies))
    for order in (deck[hidden][::-1], np.roll(deck[hidden], 3)):
        s.deck[hidden] = order
        assert game.script() == as_it_is
    assert s.deck.tolist() != deck.tolist()


def _shuffle(game):
    hidden = slice(int(game.states[0].drawn), int(game.t.n_anomalies))
    game.states[0].deck[hidden] = game.states[0].deck[hidden][::-1]


def _draw_otherwise(game):
    game.states[0].draw_state[:3] += 1
    game.states[0].draw_gamma[:3] += 2


def _force_an_ad_later(game):
    s = game.states[0]
    s.focal, s.force_ad, s.forced_ad = s.mover, 1, s.ad_turns + 1


def _force_a_rival(game):
    s = game.states[0]
    s.focal, s.force_ad, s.forced_ad = (s.mover + 1) % 3, 1, s.ad_turns


def _seat_others(game):
    d, others = game.desks[0], [seat for seat in range(3) if seat != game.states[0].mover]
    d.family[others] = 0
    d.weight[others] = d.taste[others] = d.trip_taste[others] = 777
    d.temperature[others], d.skill[others], d.playouts[others] = 1000, 0, 0


@pytest.mark.parametrize(
    "change", [_shuffle, _draw_otherwise, _force_an_ad_later, _force_a_rival, _seat_others]
)
def test_a_playout_is_the_same_whatever_it_is_that_nobody_can_know(change):
    """All but the words by which the deck is shuffled and the accounts of the focal seat."""
    ends = []
    for changed in (False, True):
        game = _Game()
        d, m = game.desks
        if changed:
            change(game)
        ahead.take_on(game.t, d, m, game.states[0].mover)
        ahead.imagine(
            game.states[0], game.t, d, game.states[1:], m, 5, np.int64(3), ahead.TO_THE_END
        )
        accounts = ("word", "focal", "ad_turns", "forced_ad", "launched_to", "carried_out")
        for field in accounts:
            game.states[1][field] = 0
        ends.append(game.states[1].tobytes())
    assert ends[0] == ends[1]


def test_the_turn_that_is_forced_is_forced_in_thought_too():
    game = _Game()
    s, (d, m) = game.states[0], game.desks
    ahead.take_on(game.t, d, m, s.mover)
    played = []
    for focal in (names.NOBODY, s.mover):
        s.focal, s.force_ad, s.forced_ad = focal, 1, s.ad_turns
        ahead.imagine(s, game.t, d, game.states[1:], m, 5, ahead.TRIAL, ahead.ONE_TURN)
        thought = game.states[1]
        played.append(thought.tableau[s.mover, thought.n_tableau[s.mover] - 1] & layout.CARD)
    assert played[0] != names.ADVERTISE == played[1]


def test_to_think_changes_nothing_in_the_game():
    game = _Game()
    before = game.states[:1].tobytes()
    game.script()
    assert game.states[:1].tobytes() == before


def test_what_is_hidden_is_drawn_anew_for_each_playout_and_what_is_open_stays():
    game = _Game()
    s, thought, t = game.states[0], game.states[1], game.t
    decks = set()
    for key in range(20):
        game.states[1] = s
        ahead.redraw(s, t, thought, key)
        drawn, end = int(s.drawn), int(t.n_anomalies)
        assert thought.deck[:drawn].tolist() == s.deck[:drawn].tolist()
        assert sorted(thought.deck[drawn:end]) == sorted(s.deck[drawn:end])
        for field in ("draw_state", "draw_gamma"):
            lots = [*s[field][:3], *thought[field][:3]]
            assert len({int(lot) for lot in lots}) == 6
        decks.add(tuple(thought.deck[drawn:end]))
    assert len(decks) > 12  # of the 120 orders of five cards


@pytest.mark.parametrize("thinker", [0, 1])
def test_in_thought_every_seat_plays_as_the_persona_of_the_thinker_and_thinks_no_further(thinker):
    game = _Game()
    d, m = game.desks
    of_persona = ("weight", "taste", "trip_taste")
    for number, field in enumerate((*of_persona, "temperature", "skill", "breadth", "margin"), 1):
        for seat in range(3):
            d[field][seat] = 10 * number + seat
    d.playouts[:] = 1000
    m.family[:] = features.LOOK_AHEAD
    ahead.take_on(game.t, d, m, thinker)
    for seat in range(3):
        for field in (*of_persona, "breadth", "margin"):
            assert (m[field][seat] == d[field][thinker]).all()
        assert m.family[seat] == features.WEIGHTED
        assert (m.temperature[seat], m.skill[seat]) == (0, choose.ALWAYS)


@pytest.mark.parametrize(
    ("final", "win_share", "out", "worth"),
    [
        ([20, 16, 9], 60, [], 60 * (30 + 4)),  # alone first, 4 ahead
        ([20, 20, 9], 30, [], 30 * 30),  # first with another
        ([14, 20, 9], 0, [], 60 * -6),
        ([80, 20, 9], 60, [], 60 * (30 + 15)),  # a lead counts up to 15 points
        ([-9, 20, 9], 0, [], 60 * -15),
        ([20, 70, 9], 60, [1], 60 * (30 + 11)),  # the eliminated are no rivals
        ([20, 70, 60], 60, [1, 2], 60 * (30 + 15)),
        ([20, 16, 9], 0, [0], 60 * -15),  # to be eliminated is the worst, whatever the score
        ([20, 16, 9], 0, [0, 1, 2], 60 * -15),
    ],
)
def test_a_playout_is_worth_the_win_and_the_lead_in_60ths_of_points(final, win_share, out, worth):
    game = _Game()
    s = game.states[0]
    s.final[:3], s.win_share[0] = final, win_share
    s.eliminated = sum(1 << seat for seat in out)
    assert ahead.gain(s, game.t, 0) == worth


class _Trials:
    """Playouts that are not played: which option was tried with which luck, and what each is worth."""

    def __init__(self, monkeypatch, worth):
        self.worth, self.tried = worth, []
        monkeypatch.setattr(ahead, "imagine", self._imagine)
        monkeypatch.setattr(ahead, "end_game", lambda s, t, m: None)
        monkeypatch.setattr(ahead, "gain", lambda s, t, p: worth[self.tried[-1][0]])

    def _imagine(self, s, t, d, thoughts, m, lot, number, turns):
        assert turns == ahead.TO_THE_END
        self.tried.append((int(d.script[d.script_ends - 1]), (int(lot), int(number))))

    def chosen(self, game, playouts):
        """The index of the option that is chosen."""
        d, m = game.desks
        d.playouts[0], d.script_ends = playouts, 0
        m.watched_best[0] = sum(1 << 2 * index for index in self.worth)
        m.watched_options[0] = sum(1 << 2 * index for index in range(max(self.worth) + 1))
        return ahead.best_of(game.states[0], game.t, d, 0, game.states[1:], m, 0, 0)

    def luck(self):
        """By option the luck of its playouts, in their order."""
        return {
            option: [luck for tried, luck in self.tried if tried == option] for option in self.worth
        }


WORTH = {0: 3, 1: 9, 2: 5, 3: 9, 5: 1, 6: 2}


@pytest.mark.parametrize(
    ("playouts", "counts"),
    [
        (64, {0: 3, 5: 3, 6: 3, 2: 3 + 7, 1: 3 + 7 + 12, 3: 3 + 7 + 12}),
        (18, {0: 1, 5: 1, 6: 1, 2: 1 + 2, 1: 1 + 2 + 3, 3: 1 + 2 + 3}),
    ],
)
def test_sequential_halving_gives_the_better_half_more_and_spends_what_it_has(
    monkeypatch, playouts, counts
):
    trials = _Trials(monkeypatch, WORTH)
    assert trials.chosen(_Game(), playouts) == 1
    luck = trials.luck()
    assert {option: len(luck[option]) for option in luck} == counts
    assert playouts - 1 <= sum(counts.values()) <= playouts


def test_options_are_compared_with_the_same_luck_and_never_twice_with_the_same(monkeypatch):
    trials = _Trials(monkeypatch, WORTH)
    trials.chosen(_Game(), 64)
    luck = trials.luck()
    longest = luck[1]
    assert len(set(longest)) == len(longest) == 22
    for option in luck:
        assert luck[option] == longest[: len(luck[option])]
    assert (0, int(ahead.TRIAL)) not in longest


@pytest.mark.parametrize(
    ("playouts", "most"),
    [
        (1, 1),
        (2, 2),
        (3, 2),
        (5, 2),
        (6, 3),
        (8, 4),
        (24, 8),
        (64, 16),
        (80, 16),
        (85, 17),
        (378, 63),
    ],
)
def test_so_many_options_are_looked_at_as_the_playouts_suffice_for(playouts, most):
    assert ahead.most_options(playouts, 63) == most
    assert [ahead.most_options(playouts, breadth) for breadth in (1, most)] == [1, most]


@pytest.mark.parametrize("breadth", [4, 8, 40])
@pytest.mark.parametrize("playouts", [1, 2, 4, 6, 8, 30, 64])
def test_no_decision_costs_more_playouts_than_it_has_and_the_best_options_are_looked_at(
    monkeypatch, playouts, breadth
):
    game = _Game()
    d = game.desks[0]
    d.playouts[:], d.breadth[:] = playouts, breadth
    imagine, best_of, decisions = ahead.imagine, ahead.best_of, []

    def counted(s, t, d, thoughts, m, lot, number, turns):
        if turns == ahead.ONE_TURN:
            imagine(s, t, d, thoughts, m, lot, number, turns)
        else:
            decisions[-1].append(int(d.script[d.script_ends - 1]))

    def watched(s, t, d, p, thoughts, m, k, lot):
        decisions.append([])
        looked_at = opt.count(m.watched_best[k])
        assert looked_at <= min(breadth, playouts)
        if k == 0:
            score = {bit: m.watched_score[bit] for bit in _bits(m.watched_options[k])}
            best = sorted(score.values(), reverse=True)[:looked_at]
            assert sorted((score[bit] for bit in _bits(m.watched_best[k])), reverse=True) == best
        chosen = best_of(s, t, d, p, thoughts, m, k, lot)
        assert len(set(decisions[-1])) == looked_at
        return chosen

    monkeypatch.setattr(ahead, "imagine", counted)
    monkeypatch.setattr(ahead, "best_of", watched)
    monkeypatch.setattr(ahead, "end_game", lambda s, t, m: None)
    monkeypatch.setattr(ahead, "gain", lambda s, t, p: 0)
    game.script()
    assert (len(decisions) >= 2) == (playouts > 1)
    for tried in decisions:
        assert playouts - 1 <= len(tried) <= playouts


def _bits(options):
    return [bit for bit in range(63) if int(options) >> bit & 1]


def test_where_one_option_stands_out_there_is_no_playout(monkeypatch):
    game = _Game()
    d, played = game.desks[0], []
    imagine = ahead.imagine

    def counted(s, t, d, thoughts, m, lot, number, turns):
        played.append(int(turns))
        imagine(s, t, d, thoughts, m, lot, number, turns)

    monkeypatch.setattr(ahead, "imagine", counted)
    d.breadth[:] = 1
    assert len(game.script()) >= 2
    assert set(played) == {ahead.ONE_TURN}
    played.clear()
    d.breadth[:] = 3
    game.script()
    assert ahead.TO_THE_END in played
