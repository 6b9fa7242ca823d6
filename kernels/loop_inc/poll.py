"""What different bots would do at the same node: a decision of each game, put to all of them.

The decision is drawn by lot from all decisions of the game. Its turn is played once more for each bot, in
a copy of the game, by the script up to that decision.
"""

from functools import partial

from loopsim.kernels import rng
from loopsim.kernels.cache import ASKING
from loopsim.kernels.jit import copy, entry, helper
from loopsim.kernels.loop_inc.choose import ALWAYS
from loopsim.kernels.loop_inc.day import next_to_move, start_day
from loopsim.kernels.loop_inc.features import WEIGHTED
from loopsim.kernels.loop_inc.names import FOR_POLL, NOBODY, ONE
from loopsim.kernels.loop_inc.plan import forget, prepare
from loopsim.kernels.loop_inc.play import lay_out, play_as
from loopsim.kernels.loop_inc.turn import play_turn


@partial(entry, part=ASKING)
def poll(states, tables, desks, bots, orders, crowd, probe, seed, which, nodes, options, scores):
    """Put a decision of each of some games of a seed to all bots. Modifies states and desks.

    Parameters
    ----------
    states : records (3,) of STATE; the game, its copy before a turn, the copy that is kept
    tables : record (1,) of TABLES
    desks : records (2,) of DESK; of the game, of the copy
    bots, orders, crowd, probe, seed, which : as in `play.play_games`
    nodes, options : int64 (G,); at which node, the set of options; written here
    scores : int64 (G, B, 63); of each option as each bot sees it; written here
    """
    t, d, asked = tables[0], desks[0], desks[1]
    d.logging = 1
    for i in range(len(which)):
        game = which[i]
        order = orders[game % orders.shape[0]]
        lay_out(states[0], t, d, bots, order, False, crowd, probe[0], NOBODY, seed, game)
        play_and_keep(states, t, d, asked, rng.game_key(seed, game))
        asked.family[:] = WEIGHTED
        prepare(states[2], t, asked)
        for bot in range(len(bots)):
            states[1] = states[2]
            play_as(asked, states[1].mover, bots[bot])
            asked.family[:] = WEIGHTED  # random bots too, so that the options are noted
            asked.temperature[:] = 0
            asked.skill[:] = ALWAYS
            forget(asked)
            asked.n_script = asked.n_watched = 0
            asked.watching = 1
            play_turn(states[1], t, asked, states[1].mover)
            copy(asked.watched_score, scores[i, bot])
            nodes[i], options[i] = asked.watched_node, asked.watched_options[0]


@helper
def play_and_keep(states, t, d, asked, key):
    """Play a game; keep a copy of it before the turn of the decision that is drawn, and the script."""
    s = states[0]
    lot = rng.stream_state(key, FOR_POLL)
    gamma = rng.stream_gamma(lot)
    decisions = 0
    s.day = 1
    start_day(s, t, d)
    while True:
        next_to_move(s, t, d)
        if s.over:
            return
        states[1] = s
        d.n_choices = 0
        play_turn(s, t, d, s.mover)
        of_turn = 0
        for choice in range(d.n_choices):
            if d.choices[choice, 2] > ONE:  # not forced
                d.script[of_turn] = d.choices[choice, 3]
                if rng.below(lot, gamma, decisions, decisions + 1) == 0:  # one of so many, so far
                    states[2] = states[1]
                    asked.script_ends = of_turn
                    copy(d.script[:of_turn], asked.script)
                decisions += 1
                of_turn += 1
