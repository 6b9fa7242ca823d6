"""Effects as data (LI-25): the steps of cards and bonuses, interpreted."""

import numpy as np

from loopsim.kernels.jit import NO_VALUE, apart, helper, inlined
from loopsim.kernels.loop_inc.actions import (
    advertise,
    discard_waste,
    exchange,
    move,
    office,
    take,
    take_box,
    trash,
)
from loopsim.kernels.loop_inc.choose import choose
from loopsim.kernels.loop_inc.closing import step_closed
from loopsim.kernels.loop_inc.focal import count_step, count_use
from loopsim.kernels.loop_inc.layout import DESK, STATE, TABLES
from loopsim.kernels.loop_inc.log import record
from loopsim.kernels.loop_inc.names import (
    AT_STEP,
    BY_EFFECT,
    DO_ADVERTISE,
    DO_DISCARD_TEAR,
    DO_DISCARD_WASTE,
    DO_EXCHANGE,
    DO_FORGET_NEXT,
    DO_LAUNCH_AGAIN,
    DO_MOVE,
    DO_OFFICE,
    DO_POINTS,
    DO_REGAIN_AD,
    DO_REPEAT_LAST,
    DO_SWAP_NEXT,
    DO_TAKE,
    DO_TAKE_BOX,
    DO_TRASH,
    EV_AD_REGAINED,
    EV_HAND,
    EV_POINTS,
    EV_TEAR_DISCARDED,
    FIRST_EFFECT,
    FORGET,
    NOTHING,
    SWAP,
    YES_OR_NO,
)
from loopsim.kernels.loop_inc.penalties import fail, is_out
from loopsim.kernels.loop_inc.possible import can_be_done, card_to_repeat

AS_PRINTED = np.int64(0)  # steps are optional where the data say so


@inlined
def carry_out(s, t, d, p, card, all_optional):
    """LI-25a: the steps of a card or bonus in order; after an elimination no more (LI-25b)."""
    s.tear_free = 0
    s.in_effect = card >= FIRST_EFFECT
    count_use(s, p, card)
    for i in range(t.n_steps[card]):
        step = t.steps[card, i]
        optional = step[2] or all_optional
        if step[0] == DO_REPEAT_LAST:
            repeat_last(s, t, d, p, optional)
        elif optional:
            offer(s, t, d, p, step[0], step[1])
        else:
            perform(s, t, d, p, step[0], step[1])
        if is_out(s, p):
            return


@helper
def repeat_last(s, t, d, p, optional):
    """LI-25e to LI-25g: the action of the last card in the own tableau of today, all its steps."""
    card = card_to_repeat(s, t, p)
    if card == NOTHING:
        return
    could_tear = s.tear_free
    if optional:
        s.asked = DO_REPEAT_LAST
        if choose(s, t, d, p, AT_STEP, YES_OR_NO) == 0:
            return
        s.tear_free = 1
    count_use(s, p, card)
    for i in range(t.n_steps[card]):
        step = t.steps[card, i]
        if step[2]:
            offer(s, t, d, p, step[0], step[1])
        else:
            perform(s, t, d, p, step[0], step[1])
        if is_out(s, p):
            return
    if optional:
        s.tear_free = could_tear


@helper
def offer(s, t, d, p, what, argument):
    """LI-25a: an optional step is asked if it can be done, and never costs a tear."""
    if not can_be_done(s, t, p, what, argument) or step_closed(s, t, p, what, argument):
        return
    s.asked, s.asked_argument = what, argument
    if choose(s, t, d, p, AT_STEP, YES_OR_NO) == 0:
        return
    count_step(s, t, p, what, argument)
    could_tear = s.tear_free
    s.tear_free = 1
    perform(s, t, d, p, what, argument)
    s.tear_free = could_tear


@apart("loopsim_loop_inc_perform", STATE, TABLES, DESK, returns=NO_VALUE)
def perform(s, t, d, p, what, argument):
    """Do a step or take a tear: the basic actions by their own causes, the others by `effect`."""
    s.asked, s.asked_argument = what, argument
    if what == DO_TAKE:
        take(s, t, d, p, argument)
    elif what == DO_EXCHANGE:
        exchange(s, t, d, p)
    elif what == DO_MOVE:
        move(s, t, d, p)
    elif what == DO_ADVERTISE:
        advertise(s, t, d, p)
    elif what == DO_TRASH:
        trash(s, t, d, p)
    elif what == DO_OFFICE:
        office(s, t, d, p)
    elif what == DO_TAKE_BOX:
        take_box(s, t, d, p)
    elif not can_be_done(s, t, p, what, argument):
        fail(s, t, d, p, BY_EFFECT)
    elif what == DO_DISCARD_WASTE:
        discard_waste(s, t, d, p)
    elif what == DO_DISCARD_TEAR:
        discard_tear(s, t, d, p)
    elif what == DO_REGAIN_AD:
        regain_ad(s, d, p)
    elif what == DO_POINTS:
        score_points(s, d, p, argument)
    elif what == DO_LAUNCH_AGAIN:
        s.launches_left += 1  # LI-14a
    elif what == DO_FORGET_NEXT:
        s.hand_at[p] += 1
        record(d, EV_HAND, p, FORGET)
    elif what == DO_SWAP_NEXT:
        front = s.hand_at[p]
        s.hand[p, front], s.hand[p, front + 1] = s.hand[p, front + 1], s.hand[p, front]
        record(d, EV_HAND, p, SWAP)


@helper
def discard_tear(s, t, d, p):
    """One tear back to the supply: it no longer counts for LI-50."""
    s.tears_held[p] -= 1
    s.tears_discarded[p] += 1
    s.score[p] += t.tear_cost[s.tears_held[p] + 1] - t.tear_cost[s.tears_held[p]]
    s.score_moved = 1
    record(d, EV_TEAR_DISCARDED, p)


@helper
def regain_ad(s, d, p):
    """One used ad token back in hand; what it earned or cost stays booked."""
    s.ads_used[p] -= 1
    s.ads_left[p] += 1
    record(d, EV_AD_REGAINED, p)


@helper
def score_points(s, d, p, k):
    """LI-54b: effect points count at once."""
    s.effect_points[p] += k
    s.score[p] += k
    s.score_moved = 1
    record(d, EV_POINTS, p, k)
