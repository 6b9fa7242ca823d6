"""What the rivals of a seat could do, as far as it lies on the table: looked up by bots."""

import numpy as np

from loopsim.kernels import bag
from loopsim.kernels import options as opt
from loopsim.kernels.jit import helper
from loopsim.kernels.loop_inc.layout import MACHINES, MOST_SEATS
from loopsim.kernels.loop_inc.penalties import is_out
from loopsim.kernels.loop_inc.possible import open_machines, past_cards, trips_served
from loopsim.kernels.loop_inc.presence import crowds, open_trips

ALL_SEATS = np.int64((1 << MOST_SEATS) - 1)
NO_TRIP = np.int64(0)
LEAST = np.int64(-(1 << 62))  # below any score


@helper
def has_turn_to_come(s, q):
    """Whether a seat has a turn to come today."""
    return s.new_due[q] + past_cards(s, q) > 0


@helper
def ready_for(s, t, crowd, p, seats):
    """Trips that rivals among some seats could launch to at their next turn today, as they are."""
    ready = NO_TRIP
    for q in range(t.players):
        if q != p and opt.has(seats, q) and has_turn_to_come(s, q):
            fits = 0
            for machine in range(MACHINES):
                fits |= s.fits[q, machine] if opt.has(open_machines(s, q), machine) else 0
            if fits != 0:
                ready |= fits & open_trips(s, t, crowd, q)
    return ready


@helper
def leaders(s, t, p):
    """The rivals with the most points so far, as a set of seats."""
    most, found = LEAST, 0
    for q in range(t.players):
        if q != p and not is_out(s, q):
            score = s.score[q]
            found = (found if score <= most else 0) | (int(score >= most) << q)
            most = max(most, score)
    return found


@helper
def lacking_one(s, t, p, kind):
    """How many rivals have an open machine that one token of a type makes ready for a further trip."""
    lacking, crowd = 0, crowds(s, t)
    for q in range(t.players):
        if q != p and has_turn_to_come(s, q):
            trips = 0
            for machine in range(MACHINES):
                if opt.has(open_machines(s, q), machine):
                    served = trips_served(s, s.machine[q, machine] + bag.one(kind))
                    trips |= served & ~s.fits[q, machine]
            if trips != 0:
                lacking += int(trips & open_trips(s, t, crowd, q) != 0)
    return lacking
