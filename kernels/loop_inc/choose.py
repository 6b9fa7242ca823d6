"""Asking a seat: the rules list the options, a bot picks one, the rules apply it."""

from math import log

import numpy as np

from loopsim.kernels import options as opt
from loopsim.kernels import rng
from loopsim.kernels.jit import apart, copy, helper, inlined
from loopsim.kernels.loop_inc.features import RANDOM
from loopsim.kernels.loop_inc.layout import DESK, MOST_WATCHED, STATE, TABLES
from loopsim.kernels.loop_inc.log import record_choice, record_decision
from loopsim.kernels.loop_inc.names import FIRST, NOTHING, ONE
from loopsim.kernels.loop_inc.weigh import weigh

# Typed: Numba compiles a function once more for a bare number.
ALWAYS = np.int64(100)  # percent of skill
# Draws of one node, apart by these bits of the counter: a turn has fewer than 256 nodes.
BY_LOT, SLIP, NOISE = np.int64(0), np.int64(1 << 8), np.int64(2 << 8)
NO_OPTION = np.int64(0)
FINE = np.int64(1 << 24)  # parts of a uniform number


@inlined
def choose(s, t, d, p, node, options):
    """The option (a bit of the set) that seat p takes at a node; one option alone is forced."""
    s.node += 1
    if opt.rest(options) == 0:
        s.forced[p] += 1
        record_choice(d, node, p, ONE, FIRST)
        d.picked = opt.first(options)
    else:
        d.picked = decide(s, t, d, p, node, options)
    return d.picked


@helper
def decide(s, t, d, p, node, options):
    """One of two options or more: by the script as far as it goes, then as the seat's bot likes it."""
    n = opt.count(options)
    s.decisions[p] += 1
    if d.n_script < d.script_ends:
        index = int(d.script[d.n_script])
        d.n_script += 1
    elif d.family[p] == RANDOM or slips(s, d, p):
        index = draw(s, p, BY_LOT, n)
    else:
        index = weighted(s, t, d, p, node, options)
    record_decision(d, node, p, n, index)
    return opt.nth(options, index)


@helper
def slips(s, d, p):
    """Whether the bot does not think this time, but takes any option: more often the less its skill."""
    return d.skill[p] < ALWAYS and draw(s, p, SLIP, ALWAYS) >= d.skill[p]


@apart("loopsim_loop_inc_weighted", STATE, TABLES, DESK)
def weighted(s, t, d, p, node, options):
    """The index of an option of the highest score; of several one by lot."""
    d.exact = d.watching or d.temperature[p] > 0
    chosen = weigh(s, t, d, p, node, options)
    if d.temperature[p] > 0:
        chosen = noisy_best(s, d, p, options)
    elif d.exact:
        chosen = best(d, options)
    n = opt.count(chosen)
    index = opt.index_of(options, opt.nth(chosen, draw(s, p, BY_LOT, n) if n > 1 else 0))
    if d.watching:
        watch(d, p, node, options, index)
    return index


@helper
def best(d, options):
    """The options of the highest score, as a set: what `weigh` finds without scoring all of them."""
    most, chosen = 0, NO_OPTION
    left = options
    while left != 0:
        bit = opt.first(left)
        left = opt.rest(left)
        if chosen == 0 or d.score[bit] > most:
            most, chosen = d.score[bit], ONE << bit
        elif d.score[bit] == most:
            chosen |= ONE << bit
    return chosen


@helper
def noisy_best(s, d, p, options):
    """The best option after Gumbel noise on each score: drawn with chances e^(score/temperature)."""
    best, chosen = 0.0, NOTHING
    left = options
    while left != 0:
        bit = opt.first(left)
        left = opt.rest(left)
        even = (draw(s, p, NOISE + (bit << 8), FINE) + 0.5) / FINE
        score = d.score[bit] - d.temperature[p] * log(-log(even))
        if chosen == NOTHING or score > best:
            best, chosen = score, bit
    return ONE << chosen


@helper
def draw(s, p, purpose, n):
    """A uniform index, keyed by (seat, day, turn of the seat, node): games that part can meet again."""
    counter = (s.day << 24) | (s.turns_today[p] << 16) | (s.node + purpose)
    return rng.below(s.draw_state[p], s.draw_gamma[p], counter, n)


# --- for those who want to know what a bot thinks (ahead.py, poll.py)


@helper
def watch(d, p, node, options, index):
    """Note a decision: the option chosen, and those that are not far behind it."""
    at = d.n_watched
    if at == MOST_WATCHED:
        return
    d.n_watched += 1
    d.watched_index[at] = index
    d.watched_options[at] = options
    d.watched_best[at] = promising(d, p, options)
    if at == 0:
        d.watched_node = node
        copy(d.score, d.watched_score)


@helper
def promising(d, p, options):
    """The best `breadth` options, as far as they are no more than `margin` behind the best one."""
    found = 0
    least = 0
    for place in range(d.breadth[p]):
        best, chosen = 0, NOTHING
        left = options & ~found
        while left != 0:
            bit = opt.first(left)
            left = opt.rest(left)
            if chosen == NOTHING or d.score[bit] > best:
                best, chosen = d.score[bit], bit
        if place == 0:
            least = best - d.margin[p]
        if chosen == NOTHING or best < least:
            break
        found |= ONE << chosen
    return found
