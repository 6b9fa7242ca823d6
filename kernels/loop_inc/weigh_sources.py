"""Which card to play: the past card, or which new one."""

from loopsim.kernels import bag
from loopsim.kernels import options as opt
from loopsim.kernels.jit import helper
from loopsim.kernels.loop_inc.closing import card_closed
from loopsim.kernels.loop_inc.features import (
    ANOMALY,
    CROWDED,
    EXCESS,
    FREE,
    LATER_GARAGE,
    PAST,
    PLAN,
    RUSH,
    SPOIL,
)
from loopsim.kernels.loop_inc.layout import CARD, PAST_CARD
from loopsim.kernels.loop_inc.names import ARMORY, FIRST_EFFECT, ONE
from loopsim.kernels.loop_inc.plan import (
    ADS,
    EXCHANGES,
    FIELD,
    LASTING,
    NEVER,
    OF_ANY,
    OF_ARMORY,
    OF_BOX,
    OF_GARAGE,
    OF_SHOP,
    ROOM_BITS,
    SWEEPS,
    TRASHES,
    at_most_31,
    cards_to_come,
    cost_of_tears,
    room_stock,
)
from loopsim.kernels.loop_inc.weigh_ads import ad_now, planned_trips
from loopsim.kernels.loop_inc.weigh_cards import ROOMS_KINDS, card_acting, card_of, later, play_now
from loopsim.kernels.loop_inc.weigh_plans import (
    NO_TRIPS,
    PERCENT,
    launches_to_come,
    most_value,
    shuns_tears,
    value_of,
)


@helper
def weigh_sources(s, t, d, p, options, machines, supply, due):
    """The past card, or which new card: what it does now, to the plan, and on later days.

    A plan is looked for only where it can decide: no new card raises the plan by more than
    `most_raised`.
    """
    launches = launches_to_come(s, p, due) - 1
    as_it_is = value_of(s, t, d, p, machines, NO_TRIPS, supply, due, launches)
    note_worths(s, t, d, p, options, machines)
    best, chosen = NEVER, 0
    kept = 0  # options with which the plan stays as it is
    left = options
    while left != 0:
        option = opt.first(left)
        left = opt.rest(left)
        if keeps_plan(s, d, p, option):
            kept |= 1 << option
            best = max(best, d.worth[option] + as_it_is)
    ceiling = most_value(s, t, d, p, machines, due - 1, supply // ADS)
    idle = NEVER  # the plan if a new card brings nothing: the same for many
    left = options
    while left != 0:
        option = opt.first(left)
        left = opt.rest(left)
        card = card_of(s, p, option)
        lasting = d.offers[p, card_acting(s, t, p, card)] & LASTING
        score = d.worth[option] + as_it_is
        if opt.has(kept, option):
            pass
        elif option == PAST_CARD:
            gone = d.offers[p, card] & ~LASTING
            score += value_of(s, t, d, p, machines, NO_TRIPS, supply - gone, due, launches)
            score -= as_it_is
        elif (not d.exact and d.worth[option] + ceiling < best) or (
            not d.exact and score + most_raised(d, p, machines, card, lasting, supply, due) < best
        ):
            continue
        elif lasting == 0:
            if idle == NEVER:
                idle = value_of(s, t, d, p, machines, NO_TRIPS, supply, due - 1, launches)
            score += idle - as_it_is
        else:
            counted = card < ROOMS_KINDS and not card_closed(s, p, card)
            of_pile = lasting if counted else 0  # one card less to count on
            d.new_cards -= of_pile
            score += value_of(s, t, d, p, machines, NO_TRIPS, supply + lasting, due - 1, launches)
            score -= as_it_is
            d.new_cards += of_pile
        d.score[option] = score
        if score > best:
            best, chosen = score, 1 << option
        elif score == best:
            chosen |= 1 << option
    return chosen


@helper
def keeps_plan(s, d, p, option):
    """Whether the plan stays what it is: a past card it counts on, a new one that it must find."""
    if option == PAST_CARD:
        return d.offers[p, card_of(s, p, option)] & ~LASTING == 0
    card = option - 1
    return card < ROOMS_KINDS and (d.plan_short >> (ROOM_BITS * card)) & FIELD != 0


@helper
def most_raised(d, p, machines, card, lasting, supply, due):
    """A bound of what a plan can gain if one of the new cards due becomes this one.

    A card that brings a component can do no more than a card of choice, as long as the piles of the
    rooms have what the plan may need; or it gives the Trash cards to come something to take away. An
    Exchange can also save a component from being wasted, a Trash two.
    """
    w = d.weight[p]
    if machines == 0 or not shuns_tears(w):
        return -NEVER
    if lasting == 0:
        return 1 - w[FREE] * w[PLAN] // PERCENT
    raised = max(0, abs(w[EXCESS]) * ((supply // TRASHES) & FIELD) - w[FREE])
    if lasting in (TRASHES, SWEEPS):
        raised += 2 * abs(w[EXCESS])
    else:
        if card >= ROOMS_KINDS:
            if lasting not in (OF_GARAGE, OF_SHOP, OF_ARMORY, OF_ANY, EXCHANGES):
                return -NEVER
            needed = due + ((supply // OF_ANY) & FIELD) + ((supply // OF_BOX) & FIELD)
            needed += (supply // EXCHANGES) & FIELD
            if bag.beyond(at_most_31(needed, needed, needed), d.new_cards) != 0:
                return -NEVER
        raised += abs(w[EXCESS]) if lasting == EXCHANGES else max(0, w[EXCESS])
    return raised * w[PLAN] // PERCENT + 1


@helper
def note_worths(s, t, d, p, options, machines):
    """What each option of a source is worth apart from the plan; `d.plan_…` is of the best plan."""
    w = d.weight[p]
    spoils = d.plan_excess == 0
    advertised = ad_now(s, t, d, p, machines, planned_trips(d, w)) if s.ads_left[p] > 0 else 0
    n_open = opt.count(machines)
    days = t.days - s.day
    in_play = offers_in_play(s, t, d) if days > 0 else 0
    torn = -cost_of_tears(s, t, d, p, ONE)
    left = options
    while left != 0:
        option = opt.first(left)
        left = opt.rest(left)
        past = option == PAST_CARD
        card = card_of(s, p, option)
        if card < ROOMS_KINDS:
            stock = room_stock(s.board, card)
            worth = torn if n_open == 0 or stock == 0 else 0  # LI-20
            if past:
                worth += w[PAST] + w[RUSH] * max(0, coming(s, t, d, card) - stock)
            elif days > 0:
                cards = 1 + ((in_play >> (ROOM_BITS * card)) & FIELD)
                holds = t.stock_per_type * (1 if card == ARMORY else 2)
                crowded = max(0, cards - holds)
                worth += (w[LATER_GARAGE + card] + w[CROWDED] * crowded) * days
        else:
            acting = card_acting(s, t, p, card)
            worth = play_now(s, t, d, p, acting, card, past, n_open)
            worth += w[PAST] if past else later(s, t, d, p, card)
            if d.offers[p, acting] >= ADS:
                worth += advertised
            if spoils and (d.offers[p, acting] // TRASHES) & FIELD:
                worth += w[SPOIL]
            if card >= FIRST_EFFECT and not past:
                worth += w[ANOMALY]
        d.worth[option] = worth if past else worth + d.taste[p, card]


@helper
def coming(s, t, d, card):
    """How many past cards of all seats are still to come today that offer what a room has."""
    to_come = 0
    for q in range(t.players):
        to_come += cards_to_come(s, d, q)
    return (to_come >> (ROOM_BITS * card)) & FIELD


@helper
def offers_in_play(s, t, d):
    """What the cards offer that all seats will have tomorrow, as it stands."""
    in_play = 0
    for q in range(t.players):
        in_play += cards_to_come(s, d, q)
        for i in range(s.n_tableau[q]):
            in_play += d.offers[q, s.tableau[q, i] & CARD]
    return in_play
