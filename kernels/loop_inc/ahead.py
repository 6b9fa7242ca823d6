"""Look-ahead bots: from the game as it lies they play on in thought, and take what turned out best.

A decision gets so many playouts and no more, shared among the options that its persona finds promising by
sequential halving (Karnin, Koren and Somekh 2013); none if one option is far ahead of the others. Where
the playouts do not suffice for all of these, fewer are looked at, the best. A playout is the
same turn, played again in a copy of the game up to that decision, then the option, then the rest of the
game with that persona in every seat. What a player cannot know is drawn anew for each playout: the order
of the anomalies that lie in the deck, and all lots to come. Playouts of one number share these draws
over the options, so that options are compared with the same luck. Nor does anybody know that the focal
seat will be made to put an ad down (forced_ad.py), before its turn at which it is.
"""

import numpy as np

from loopsim.kernels import options as opt
from loopsim.kernels import rng
from loopsim.kernels.jit import copy, helper
from loopsim.kernels.loop_inc.choose import ALWAYS
from loopsim.kernels.loop_inc.day import next_to_move
from loopsim.kernels.loop_inc.features import LOOK_AHEAD, WEIGHTED
from loopsim.kernels.loop_inc.names import FIRST_EFFECT, FOR_ANOMALIES, FOR_THOUGHTS, SEAT_DRAWS
from loopsim.kernels.loop_inc.penalties import is_out
from loopsim.kernels.loop_inc.plan import forget
from loopsim.kernels.loop_inc.score import end_game
from loopsim.kernels.loop_inc.turn import play_turn

ONE_TURN, TO_THE_END = np.int64(1), np.int64(1 << 32)
TRIAL = np.int64(0)  # the number of the thought that lists the decisions; playouts come after it
#: What a playout is worth: a win so many points, and the lead over the best other in points, up to a
#: limit: of few playouts the wins alone say little.
WIN, MOST_LEAD = 30, 15


@helper
def think(s, t, d, key, thoughts, m):
    """Write into the script of the desk what a look-ahead seat will choose in the turn to come.

    `thoughts`: room for a copy of the game, (1,); `m`: the desk of thoughts.
    """
    p = s.mover
    d.n_script = d.script_ends = 0
    if d.family[p] != LOOK_AHEAD:
        return
    take_on(t, d, m, p)
    lot = rng.stream_state(rng.stream_state(key, FOR_THOUGHTS), s.turn)
    while True:
        imagine(s, t, d, thoughts, m, rng.stream_state(lot, d.script_ends), TRIAL, ONE_TURN)
        if m.n_watched == 0:
            return
        for k in range(m.n_watched):
            chosen = m.watched_index[k]
            if opt.rest(m.watched_best[k]) != 0:
                chosen = best_of(s, t, d, p, thoughts, m, k, rng.stream_state(lot, d.script_ends))
            d.script[d.script_ends] = chosen
            d.script_ends += 1
            if chosen != m.watched_index[k]:
                break


@helper
def take_on(t, d, m, p):
    """In thought every seat plays as the persona of seat p."""
    for q in range(t.players):
        m.family[q] = WEIGHTED
        m.temperature[q], m.skill[q] = 0, ALWAYS
        m.breadth[q], m.margin[q] = most_options(d.playouts[p], d.breadth[p]), d.margin[p]
        copy(d.weight[p], m.weight[q])
        copy(d.taste[p], m.taste[q])
        copy(d.trip_taste[p], m.trip_taste[q])


@helper
def imagine(s, t, d, thoughts, m, lot, number, turns):
    """Play on in a copy of the game, after the script of the desk; watch if it is but a trial."""
    thoughts[0] = s
    thought = thoughts[0]
    redraw(s, t, thought, rng.stream_state(lot, number))
    forget(m)
    m.n_script, m.script_ends = 0, d.script_ends
    for i in range(d.script_ends):
        m.script[i] = d.script[i]
    m.watching = number == TRIAL
    if m.watching:
        m.n_watched = 0
    while turns > 0 and not thought.over:
        play_turn(thought, t, m, thought.mover)
        thought.force_ad = 0  # the turn that is played may be forced: of later ones nobody knows
        next_to_move(thought, t, m)
        turns -= 1


@helper
def redraw(s, t, thought, key):
    """Draw anew what nobody can know: the anomalies that are in the deck, and all lots to come.

    By the words of the cards, not by their places: the order in the deck must not show.
    """
    state = rng.stream_state(key, FOR_ANOMALIES)
    for i in range(s.drawn, t.n_anomalies):
        thought.word[i] = rng.card_word(state, t.anomaly_key[s.deck[i] - FIRST_EFFECT])
    for i in range(s.drawn, t.n_anomalies):
        place = s.drawn
        for j in range(s.drawn, t.n_anomalies):
            place += thought.word[j] < thought.word[i]
        thought.deck[place] = s.deck[i]
    for p in range(t.players):
        thought.draw_state[p] = rng.stream_state(key, SEAT_DRAWS + p)
        thought.draw_gamma[p] = rng.stream_gamma(thought.draw_state[p])


@helper
def most_options(playouts, breadth):
    """So many options, at most `breadth`, that each gets a playout in every round that it is in."""
    n = breadth
    while n * halvings(n) > playouts:
        n -= 1
    return n


@helper
def halvings(n):
    """How often n options are halved until one is left: the rounds of sequential halving."""
    rounds = 0
    while n > 1 << rounds:
        rounds += 1
    return rounds


@helper
def best_of(s, t, d, p, thoughts, m, k, lot):
    """The index of the option that playouts prefer, by sequential halving.

    The playouts are shared evenly among the rounds, and those of a round among the options that are left;
    the better half goes on. What a round leaves over, the next ones share.
    """
    left, options = m.watched_best[k], m.watched_options[k]
    unspent = d.playouts[p]
    m.gain[:] = 0
    done = 0
    for rounds in range(halvings(opt.count(left)), 0, -1):
        each = unspent // (rounds * opt.count(left))
        unspent -= each * opt.count(left)
        trying = left
        while trying != 0:
            bit = opt.first(trying)
            trying = opt.rest(trying)
            d.script[d.script_ends] = opt.index_of(options, bit)
            d.script_ends += 1
            for i in range(done, done + each):
                imagine(s, t, d, thoughts, m, lot, 1 + i, TO_THE_END)
                end_game(thoughts[0], t, m)
                m.gain[bit] += gain(thoughts[0], t, p)
            d.script_ends -= 1
        done += each
        left = better_half(m, left)
    return opt.index_of(options, opt.first(left))


@helper
def gain(s, t, p):
    """What a game that is over was worth to seat p."""
    lead = MOST_LEAD
    for q in range(t.players):
        if q != p and not is_out(s, q):
            lead = min(lead, s.final[p] - s.final[q])
    if is_out(s, p):
        lead = -MOST_LEAD
    return WIN * s.win_share[p] + 60 * max(lead, -MOST_LEAD)


@helper
def better_half(m, options):
    """The better half of the options, an odd one included; of equals those listed first."""
    found = 0
    for _ in range((opt.count(options) + 1) // 2):
        best = opt.first(options)
        left = opt.rest(options)
        while left != 0:
            bit = opt.first(left)
            left = opt.rest(left)
            if m.gain[bit] > m.gain[best]:
                best = bit
        found |= np.int64(1) << best
        options &= ~(np.int64(1) << best)
    return found
