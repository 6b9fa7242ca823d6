"""The course of a game: after each turn it is played on many times, to see who wins (metrics.md 13).

A playout is a copy of the game as it lies, played to its end by the same bots. What nobody can know is drawn
anew for each (`ahead.redraw`), keyed by game, turn and number of the playout. After the last turn nothing is
left to draw: every playout is the result itself.
"""

from functools import partial

from loopsim.kernels import rng
from loopsim.kernels.cache import CONTINUING
from loopsim.kernels.jit import entry, helper
from loopsim.kernels.loop_inc.ahead import redraw
from loopsim.kernels.loop_inc.day import next_to_move, start_day
from loopsim.kernels.loop_inc.names import FOR_COURSE, NOBODY
from loopsim.kernels.loop_inc.plan import forget, prepare
from loopsim.kernels.loop_inc.play import lay_out, seat_bots
from loopsim.kernels.loop_inc.score import end_game
from loopsim.kernels.loop_inc.turn import play_turn


@partial(entry, part=CONTINUING)
def continue_games(
    states,
    tables,
    desks,
    bots,
    orders,
    by_seat,
    crowd,
    probe,
    seed,
    which,
    playouts,
    turns,
    days,
    movers,
    shares,
):
    """Play some games of a seed, and continue each before its first turn and after every turn.

    Parameters
    ----------
    states, desks : records (2,) of STATE and DESK; of the game, of its playouts; modified
    tables, bots, orders, by_seat, crowd, probe, seed, which : as in `play.play_games`
    playouts : after a turn; even
    turns : int64 (G,); of each game; written here
    days, movers : int64 (G, T + 1); of each turn, T the most there can be: the day, and the place in the turn
        order that moved; before the first turn day 1 and NOBODY; written here
    shares : int64 (G, T + 1, 2, n); win shares in 60ths by place, summed over the first and over the second
        half of the playouts; 0 to begin with, written here
    """
    s, t, d, m = states[0], tables[0], desks[0], desks[1]
    for i in range(len(which)):
        game = which[i]
        order = orders[game % orders.shape[0]]
        key = rng.game_key(seed, game)
        lay_out(s, t, d, bots, order, by_seat, crowd, probe[0], NOBODY, seed, game)
        seat_bots(s, t, m, bots, order, by_seat, crowd, key)
        prepare(s, t, m)
        lot = rng.stream_state(key, FOR_COURSE)
        s.day = 1
        start_day(s, t, d)
        movers[i, 0] = NOBODY
        going_on = True
        while going_on:
            days[i, s.turn] = s.day
            if s.turn > 0:
                movers[i, s.turn] = place_of(s, t, s.mover)
            play_on(states, t, m, rng.stream_state(lot, s.turn), playouts, shares[i, s.turn])
            going_on = take_turn(s, t, d)
        turns[i] = s.turn


@helper
def play_on(states, t, m, lot, playouts, shares):
    """Add up by place who wins if the game goes on from here, half by half of the playouts, (2, n)."""
    s, thought = states[0], states[1]
    for number in range(playouts):
        states[1] = s
        redraw(s, t, thought, rng.stream_state(lot, number))
        forget(m)
        while take_turn(thought, t, m):
            pass
        end_game(thought, t, m)
        half = 2 * number // playouts
        for p in range(t.players):
            shares[half, place_of(s, t, p)] += thought.win_share[p]


@helper
def take_turn(s, t, d):
    """The next turn, after the ends of days that come before it; false if no turn is left."""
    next_to_move(s, t, d)
    if s.over:
        return False
    play_turn(s, t, d, s.mover)
    return True


@helper
def place_of(s, t, p):
    """The place of a seat in the turn order of day 1."""
    return (p - s.first_of_game) % t.players
