"""Writing a game down, when it is traced."""

from loopsim.kernels.jit import helper
from loopsim.kernels.loop_inc.layout import MOST_CHOICES, MOST_EVENTS


@helper
def record(d, event, seat, a=0, b=0, c=0, e=0):
    """Note an event; `loopsim.games.loop_inc.trace` says what the four numbers are."""
    if d.logging:
        if d.n_events < MOST_EVENTS:
            line = d.events[d.n_events]
            line[0], line[1], line[2], line[3], line[4], line[5] = event, seat, a, b, c, e
        d.n_events += 1


@helper
def record_choice(d, node, seat, options, index):
    """Note a choice: at which node, of how many options, which one."""
    if d.logging:
        if d.n_choices < MOST_CHOICES:
            line = d.choices[d.n_choices]
            line[0], line[1], line[2], line[3] = node, seat, options, index
        d.n_choices += 1
