"""Whether to do an optional step."""

from loopsim.kernels import options as opt
from loopsim.kernels.jit import helper
from loopsim.kernels.loop_inc.features import BONUS, POINTS, SPOIL, WASTE
from loopsim.kernels.loop_inc.layout import CARD
from loopsim.kernels.loop_inc.names import (
    DO_ADVERTISE,
    DO_DISCARD_TEAR,
    DO_DISCARD_WASTE,
    DO_EXCHANGE,
    DO_FORGET_NEXT,
    DO_MOVE,
    DO_OFFICE,
    DO_POINTS,
    DO_REPEAT_LAST,
    DO_SWAP_NEXT,
    DO_TAKE,
    DO_TAKE_BOX,
    DO_TRASH,
    ONE,
)
from loopsim.kernels.loop_inc.offers import LASTING, offer_of
from loopsim.kernels.loop_inc.possible import card_to_repeat
from loopsim.kernels.loop_inc.weigh_ads import ad_now, planned_trips
from loopsim.kernels.loop_inc.weigh_cards import play_now, tear_back
from loopsim.kernels.loop_inc.weigh_plans import MANDATORY, NO_TRIPS, launches_to_come, value_of


@helper
def weigh_step(s, t, d, p, machines, supply, due):
    """Skip an optional step (option 0) or do it (option 1).

    A plan does not ask in which order cards come, so that to swap two is worth nothing to it.
    """
    w = d.weight[p]
    what, argument = s.asked, s.asked_argument
    launches = launches_to_come(s, p, due)
    gain = w[BONUS]
    as_it_is = value_of(s, t, d, p, machines, NO_TRIPS, supply, due, launches)
    if what in (DO_TAKE, DO_TAKE_BOX, DO_EXCHANGE):
        more = supply + offer_of(what, argument, MANDATORY)
        gain += value_of(s, t, d, p, machines, NO_TRIPS, more, due, launches) - as_it_is
    elif what == DO_TRASH:
        gain += w[SPOIL] if d.plan_excess == 0 else -w[WASTE]
    elif what == DO_MOVE:
        gain += w[SPOIL] if d.plan_excess == 0 else 0
    elif what == DO_ADVERTISE:
        gain += ad_now(s, t, d, p, machines, planned_trips(d, w))
    elif what in (DO_DISCARD_WASTE, DO_OFFICE):
        gain -= w[WASTE] if s.waste[p] > 0 else 0
    elif what == DO_DISCARD_TEAR:
        gain += tear_back(s, t, d, p)
    elif what == DO_POINTS:
        gain += w[POINTS] * argument
    elif what == DO_FORGET_NEXT:
        card = s.hand[p, s.hand_at[p]] & CARD
        less = supply - d.offers[p, card]
        gain += value_of(s, t, d, p, machines, NO_TRIPS, less, due, launches - 1) - as_it_is
        gain -= play_now(s, t, d, p, card, card, ONE, opt.count(machines))
    elif what == DO_REPEAT_LAST:
        card = card_to_repeat(s, t, p)
        more = supply + (d.offers[p, card] & LASTING)
        gain += value_of(s, t, d, p, machines, NO_TRIPS, more, due, launches) - as_it_is
        gain += play_now(s, t, d, p, card, card, ONE, opt.count(machines))
    elif what == DO_SWAP_NEXT:
        gain = 0
    d.score[0], d.score[1] = 0, gain if gain > 0 else gain - 1  # of equals rather not
    return 0b10 if gain > 0 else 0b01
