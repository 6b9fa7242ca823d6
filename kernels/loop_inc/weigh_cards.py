"""What a card is worth apart from the plan: what it does now, and on the days to come."""

from loopsim.kernels.jit import helper
from loopsim.kernels.loop_inc.features import (
    LATER_AD_TEAR,
    LATER_ADVERTISE,
    LATER_EXCHANGE,
    LATER_FORGET,
    LATER_MOVE,
    LATER_OFFICE,
    LATER_OTHER,
    LATER_REPEAT,
    LATER_TAKE,
    LATER_TRASH,
    LAUNCH_AGAIN,
    POINTS,
    TEAR,
    WASTE,
)
from loopsim.kernels.loop_inc.layout import CARD, PAST_CARD
from loopsim.kernels.loop_inc.names import (
    ADVERTISE,
    DO_DISCARD_TEAR,
    DO_DISCARD_WASTE,
    DO_FORGET_NEXT,
    DO_LAUNCH_AGAIN,
    DO_OFFICE,
    DO_POINTS,
    DO_REPEAT_LAST,
    DO_SWAP_NEXT,
    EXCHANGE,
    FIRST_EFFECT,
    MOVE,
    NOTHING,
    ONE,
    TRASH,
)
from loopsim.kernels.loop_inc.offers import EXCHANGES
from loopsim.kernels.loop_inc.outlook import cost_of_tears
from loopsim.kernels.loop_inc.possible import (
    TAKES,
    card_to_repeat,
    failing,
    office_points,
    past_cards,
)

AD_ODDS = 5  # of six ads to come five are met (planners meet 85 %)
SHOWING = (  # steps that show what they come to before the card is played
    1 << DO_POINTS
    | 1 << DO_LAUNCH_AGAIN
    | 1 << DO_DISCARD_WASTE
    | 1 << DO_OFFICE
    | 1 << DO_DISCARD_TEAR
)
ROOMS_KINDS = 3  # garage, shop, armory: the first kinds, and the first counts of an offer


@helper
def card_of(s, p, option):
    """The card that an option of a source stands for."""
    if option == PAST_CARD:
        return s.hand[p, s.hand_at[p]] & CARD
    if option <= FIRST_EFFECT:
        return option - 1
    return s.open[option - 1 - FIRST_EFFECT]


@helper
def card_acting(s, t, p, card):
    """The card whose steps a card does now: another one's, if it repeats the last of the tableau."""
    if card >= FIRST_EFFECT and t.steps[card, 0, 0] == DO_REPEAT_LAST:
        repeated = card_to_repeat(s, t, p)
        return card if repeated == NOTHING else repeated
    return card


@helper
def play_now(s, t, d, p, acting, card, past, n_open):
    """Points, tears and waste of the steps of a card, as far as they show before it is played."""
    score = shown(s, t, d, p, acting, card, n_open)
    unmet = failing(s, t, p, t.needs[acting])
    if past:
        unmet |= failing_of_past(s, p)
    return score - cost_of_tears(s, t, d, p, ONE) if t.needs[acting] & unmet else score


@helper
def shown(s, t, d, p, acting, card, n_open):
    """Points and waste of the steps of a card, as far as they show before it is played."""
    w = d.weight[p]
    score = 0
    for i in range(t.n_steps[acting]):
        what, argument = t.steps[acting, i, 0], t.steps[acting, i, 1]
        if what == DO_POINTS:
            score += w[POINTS] * argument
        elif what == DO_LAUNCH_AGAIN:
            score += w[LAUNCH_AGAIN] if n_open >= 2 else 0
        elif what in (DO_DISCARD_WASTE, DO_OFFICE):
            score -= w[WASTE] if s.waste[p] > 0 else 0
            if what == DO_OFFICE and acting == card:
                score += w[POINTS] * office_points(t, s.n_tableau[p])
        elif what == DO_DISCARD_TEAR and s.tears_held[p] > 0:
            score += tear_back(s, t, d, p)
    return score


@helper
def failing_of_past(s, p):
    """The needs that a past card cannot meet: it is not in the hand itself any more."""
    left = past_cards(s, p) - 1
    return (ONE << TAKES + DO_FORGET_NEXT if left < 1 else 0) | (
        ONE << TAKES + DO_SWAP_NEXT if left < 2 else 0
    )


@helper
def tear_back(s, t, d, p):
    """What it brings to give the last tear back."""
    held = s.tears_held[p]
    return -d.weight[p, TEAR] * (t.tear_cost[held] - t.tear_cost[held - 1])


@helper
def later(s, t, d, p, card):
    """What having a new card, of no room, in the hand is worth on the days to come."""
    w = d.weight[p]
    days = t.days - s.day
    if days == 0:
        return 0
    if card == TRASH:
        if t.steps[TRASH, 0, 0] == DO_OFFICE:
            return w[LATER_OFFICE] * days * office_points(t, s.n_tableau[p])
        return w[LATER_TRASH] * days
    if card == EXCHANGE:
        return w[LATER_EXCHANGE] * days
    if card == MOVE:
        return w[LATER_MOVE] * days
    if card == ADVERTISE:
        return later_ads(s, t, d, p, days)
    what = t.steps[card, 0, 0]
    if what == DO_POINTS:
        return w[POINTS] * t.steps[card, 0, 1] * days
    if what == DO_REPEAT_LAST:
        return w[LATER_REPEAT] * days
    if what == DO_FORGET_NEXT:
        return w[LATER_FORGET] * days
    if d.offers[p, card] % EXCHANGES != 0:
        return w[LATER_TAKE] * days
    return w[LATER_OTHER] * days


@helper
def later_ads(s, t, d, p, days):
    """A new Advertise is good as long as there are tokens for it, a tear afterwards."""
    owned = 1
    to_come = 0
    for i in range(s.hand_at[p], s.hand_end[p]):
        to_come += s.hand[p, i] & CARD == ADVERTISE
    for i in range(s.n_tableau[p]):
        owned += s.tableau[p, i] & CARD == ADVERTISE
    owned += to_come
    tokens = max(0, s.ads_left[p] - 1 - to_come)
    without = max(0, (owned - 1) * days - max(0, s.ads_left[p] - to_come))
    tears = min(days, max(0, owned * days - tokens - without))
    worth = (AD_ODDS * t.ad_bonus - t.ad_penalty) * (days - tears)
    return d.weight[p, LATER_AD_TEAR] * tears + d.weight[p, LATER_ADVERTISE] * worth // 2
