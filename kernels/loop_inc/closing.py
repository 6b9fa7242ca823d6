"""What is closed to a seat, to see what it is worth (metrics.md 6): the thing stays on the table.

A closed trip is open to no visit and no ad (presence.py). A closed card is not taken new unless nothing
else is left. Of a closed action, which is named by its pile, the optional steps are not asked for. Where
second visits are closed, no trip is visited to which it would cost a tear (presence.py).
"""

from loopsim.kernels import options as opt
from loopsim.kernels.jit import helper
from loopsim.kernels.loop_inc.layout import CARD
from loopsim.kernels.loop_inc.names import FIRST_EFFECT, NOTHING, OPEN, TO_ALL_SEATS


@helper
def close(s, t, probe):
    """Note for each seat what is closed to it, once the trips lie on the board."""
    s.closed_trips[:] = s.closed_cards[:] = s.closed_actions[:] = s.closed_second[:] = 0
    if probe.closed_to == OPEN:
        return
    trips = 0
    for trip in range(s.n_trips):
        trips |= probe.trips[s.trip[trip]] << trip
    for p in range(t.players):
        if p == s.focal or probe.closed_to == TO_ALL_SEATS:
            s.closed_trips[p] = trips
            s.closed_cards[p] = probe.cards
            s.closed_actions[p] = probe.actions
            s.closed_second[p] = probe.second_visits


@helper
def card_closed(s, p, card):
    """Whether a pile or an anomaly is closed to seat p."""
    return opt.has(s.closed_cards[p], card & CARD)


@helper
def closed_sources(s, p):
    """The options of a source that are closed to seat p: piles, then open anomalies by place."""
    piles = s.closed_cards[p] & ((1 << FIRST_EFFECT) - 1)
    return (piles | closed_anomalies(s, p) << FIRST_EFFECT) << 1


@helper
def closed_anomalies(s, p):
    """The places of the open anomalies that are closed to seat p, as a set."""
    places = 0
    for place in range(s.n_open):
        places |= int(card_closed(s, p, s.open[place])) << place
    return places


@helper
def step_closed(s, t, p, what, argument):
    """Whether an optional step is closed to seat p: it does what the pile of a closed action does."""
    if s.closed_actions[p] == 0:
        return False
    pile = pile_doing(t, what, argument)
    return pile != NOTHING and opt.has(s.closed_actions[p], pile)


@helper
def pile_doing(t, what, argument):
    """The pile whose cards do what a step does, or NOTHING."""
    for pile in range(FIRST_EFFECT):
        if t.steps[pile, 0, 0] == what and t.steps[pile, 0, 1] == argument:
            return pile
    return NOTHING
