"""Asking a seat: the rules list the options, a bot picks one, the rules apply it."""

from loopsim.kernels import options as opt
from loopsim.kernels import rng
from loopsim.kernels.jit import helper
from loopsim.kernels.loop_inc.features import RANDOM
from loopsim.kernels.loop_inc.log import record_choice


@helper
def choose(s, t, d, p, node, options):
    """The option (a bit of the set) that seat p takes at a node; one option alone is forced."""
    n = opt.count(options)
    s.node += 1
    if n == 1:
        s.forced[p] += 1
        record_choice(d, node, p, 1, 0)
        return opt.first(options)
    s.decisions[p] += 1
    if d.family[p] == RANDOM:
        index = draw(s, p, n)
    else:
        index = scripted(d)
    record_choice(d, node, p, n, index)
    return opt.nth(options, index)


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
