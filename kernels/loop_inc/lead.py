"""Who leads: looked at after each turn and after each day (for the facts only)."""

import numpy as np

from loopsim.kernels import options as opt
from loopsim.kernels.jit import helper
from loopsim.kernels.loop_inc.names import NOBODY
from loopsim.kernels.loop_inc.penalties import is_out

BELOW_ALL = np.int64(-1_000_000)  # lower than any score


@helper
def leaders(s, t, score):
    """The set of survivors with the highest score."""
    best = BELOW_ALL
    for p in range(t.players):
        best = max(best, BELOW_ALL if is_out(s, p) else score[p])
    seats = 0
    for p in range(t.players):
        seats |= (score[p] == best and not is_out(s, p)) << p
    return seats


@helper
def alone(seats):
    """The one seat of a set of one, else NOBODY."""
    return opt.first(seats) if seats != 0 and seats & (seats - 1) == 0 else NOBODY


@helper
def look_after_turn(s, t):
    """Count turns behind, and changes of the lead from turn to turn, when a score has moved."""
    s.score_moved = 0
    now = leaders(s, t, s.score)
    if now == s.leaders:
        return
    count_turns_behind(s, t, s.turn - s.leaders_since)
    s.leaders = now
    s.leaders_since = s.turn
    seat = alone(now)
    if seat != NOBODY:
        s.lead_changes_turn += (s.holder != NOBODY) & (s.holder != seat)
        s.holder = seat


@helper
def count_turns_behind(s, t, turns):
    """Every seat that did not lead was behind for so many turns."""
    for p in range(t.players):
        if not opt.has(s.leaders, p):
            s.turns_behind[p] += turns


@helper
def look_after_day(s, t, score):
    """Changes of the lead from day to day, and who led alone (LI-54 score; last day: final score)."""
    seat = alone(leaders(s, t, score))
    s.lead_alone[s.day - 1] = seat
    if seat != NOBODY:
        s.lead_changes += (s.holder_by_day != NOBODY) & (s.holder_by_day != seat)
        s.holder_by_day = seat
