"""Tears and elimination (LI-50, LI-51)."""

from loopsim.kernels import options as opt
from loopsim.kernels.jit import helper
from loopsim.kernels.loop_inc.layout import IS_PAST, MACHINES, TORE_BEFORE, TORE_TODAY
from loopsim.kernels.loop_inc.log import record
from loopsim.kernels.loop_inc.names import BY_EFFECT, EV_ELIMINATED, EV_TEAR, VOLUNTARY
from loopsim.kernels.loop_inc.possible import kind_of


@helper
def is_out(s, p):
    """Whether seat p has been eliminated."""
    return (s.eliminated >> p) & 1 == 1


@helper
def fail(s, t, d, p, cause):
    """LI-13: what cannot be carried out costs a tear, at most one a card (LI-25c, LI-25d)."""
    if not s.tear_free:
        s.tear_free = 1
        take_tear(s, t, d, p, BY_EFFECT if s.in_effect else cause)  # LI-50a


@helper
def tear_by_choice(s, t, d, p):
    """LI-20: a tear instead of the other type; voluntary everywhere (LI-50a)."""
    s.tear_free = 1
    take_tear(s, t, d, p, VOLUNTARY)


@helper
def take_tear(s, t, d, p, cause):
    """LI-50: tears cost more and more; one more than the list of costs is long eliminates."""
    held = s.tears_held[p] + 1
    s.tears_held[p] = held
    s.tears[p, cause, s.day - 1] += 1
    s.last_tear_cause[p], s.last_tear_day[p] = 1 + cause, s.day
    s.score[p] -= t.tear_cost[held] - t.tear_cost[held - 1]
    s.score_moved = 1
    s.chain_tears[p] += (s.card & TORE_BEFORE) != 0
    if s.card & IS_PAST:
        s.past_torn[p, kind_of(s.card)] += 1
    s.card |= TORE_TODAY
    record(d, EV_TEAR, p, cause, held)
    if held > t.most_tears:
        eliminate(s, t, d, p)


@helper
def eliminate(s, t, d, p):
    """LI-51a to LI-51f: out at once; tokens on trips stay for this day, ads leave."""
    s.eliminated |= 1 << p
    s.n_out += 1
    s.out_order[p] = s.n_out
    s.eliminated_day[p] = s.day
    s.led_when_out[p] = s.leaders == 1 << p  # as they were after the turn before
    s.ads_lifted[p] += opt.count(s.ads[p])
    s.ads[p] = 0
    for machine in range(MACHINES):
        s.machine[p, machine] = 0
        s.fits[p, machine] = 0
    s.new_due[p] = 0
    s.hand_at[p] = s.hand_end[p]
    s.n_tableau[p] = 0
    s.card = 0
    record(d, EV_ELIMINATED, p)
    if s.n_out == t.players:
        s.over = 1  # LI-51f
