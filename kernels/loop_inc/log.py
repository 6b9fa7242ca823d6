"""Writing a game down, when it is traced, and its digest, when it is compared."""

from loopsim.kernels import rng
from loopsim.kernels.jit import helper
from loopsim.kernels.loop_inc.layout import MOST_CHOICES, MOST_EVENTS

CHOICE = 31  # in the place of an event


@helper
def record(d, event, seat, a=0, b=0, c=0, e=0):
    """Note an event; `loopsim.games.loop_inc.trace` says what the four numbers are.

    In the digest they lie side by side: only one of `a` and `c` is ever a bag.
    """
    if d.digesting:
        word = event | (seat & 7) << 5 | b << 8 | (a << 14) ^ (c << 17) ^ (e << 47)
        d.digest = rng.fold(d.digest, word)
    if d.logging:
        if d.n_events < MOST_EVENTS:
            line = d.events[d.n_events]
            line[0], line[1], line[2], line[3], line[4], line[5] = event, seat, a, b, c, e
        d.n_events += 1


@helper
def record_decision(d, node, seat, options, index):
    """Note a choice between two options or more."""
    if d.digesting:
        word = CHOICE | seat << 5 | node << 8 | options << 14 | index << 20
        d.digest = rng.fold(d.digest, word)
    record_choice(d, node, seat, options, index)


@helper
def record_choice(d, node, seat, options, index):
    """Note a choice: at which node, of how many options, which one.

    Forced ones follow from the rest; for the digest it is enough to count them (score.end_game).
    """
    if d.logging:
        if d.n_choices < MOST_CHOICES:
            line = d.choices[d.n_choices]
            line[0], line[1], line[2], line[3] = node, seat, options, index
        d.n_choices += 1


@helper
def record_number(d, number):
    """Note a number that is told at the end of a day or of the game, for the digest."""
    if d.digesting:
        d.digest = rng.fold(d.digest, number)
