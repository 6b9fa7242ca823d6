"""Asking a seat: the rules list the options, a bot picks one, the rules apply it."""

from loopsim.kernels import options as opt
from loopsim.kernels import rng
from loopsim.kernels.jit import helper, inlined
from loopsim.kernels.loop_inc.features import RANDOM, WEIGHTED
from loopsim.kernels.loop_inc.log import record_choice, record_decision
from loopsim.kernels.loop_inc.names import FIRST, ONE
from loopsim.kernels.loop_inc.weigh import weigh


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
    """One of two options or more, as the bot of the seat likes it."""
    n = opt.count(options)
    s.decisions[p] += 1
    if d.family[p] == RANDOM:
        index = draw(s, p, n)
    elif d.family[p] == WEIGHTED:
        index = weighted(s, t, d, p, node, options)
    else:
        index = scripted(d)
    record_decision(d, node, p, n, index)
    return opt.nth(options, index)


@helper
def weighted(s, t, d, p, node, options):
    """An option of the highest score; of several one by lot."""
    chosen = weigh(s, t, d, p, node, options)
    n = opt.count(chosen)
    return opt.index_of(options, opt.nth(chosen, draw(s, p, n) if n > 1 else 0))


@helper
def draw(s, p, n):
    """A uniform index, keyed by (seat, day, turn of the seat, node): games that part can meet again."""
    counter = (s.day << 24) | (s.turns_today[p] << 16) | s.node
    return rng.below(s.draw_state[p], s.draw_gamma[p], counter, n)


@helper
def scripted(d):
    """The next index of the script; beyond its end the first option."""
    at = d.n_script
    d.n_script += 1
    return d.script[at]
