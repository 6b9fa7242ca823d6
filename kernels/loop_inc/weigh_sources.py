"""Which card to play: the past card, or which new one."""

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
from loopsim.kernels.loop_inc.layout import PAST_CARD
from loopsim.kernels.loop_inc.names import ARMORY, FIRST_EFFECT, ONE
from loopsim.kernels.loop_inc.offers import (
    ADS,
    EXCHANGES,
    FIELD,
    LASTING,
    OF_ANY,
    OF_ARMORY,
    OF_BOX,
    OF_GARAGE,
    OF_SHOP,
    ROOM_BITS,
    SWEEPS,
    TRASHES,
    cards_in_play,
    cards_to_come,
    room_stock,
)
from loopsim.kernels.loop_inc.outlook import NEVER, cost_of_tears
from loopsim.kernels.loop_inc.possible import failing
from loopsim.kernels.loop_inc.weigh_ads import ad_now, planned_trips
from loopsim.kernels.loop_inc.weigh_cards import (
    ROOMS_KINDS,
    SHOWING,
    card_acting,
    card_of,
    failing_of_past,
    later,
    shown,
)
from loopsim.kernels.loop_inc.weigh_plans import (
    NO_TRIPS,
    NONE,
    PERCENT,
    launches_to_come,
    most_value,
    shuns_tears,
    value_of,
)

OPTION_BITS = 6  # a bound and the option that it is of in one integer
LAST_OPTION = (1 << OPTION_BITS) - 1
ANYTHING = -NEVER >> OPTION_BITS  # a bound where none is known
ONE_TOKEN = (OF_GARAGE, OF_SHOP, OF_ARMORY, OF_ANY, OF_BOX)


@helper
def weigh_sources(s, t, d, p, options, machines, supply, due):
    """The past card, or which new card: what it does now, to the plan, and on later days.

    A plan is looked for only where it can decide: the option that may be best comes first, and the
    search ends when none may be better than the best so far.
    """
    launches = launches_to_come(s, p, due) - 1
    as_it_is = value_of(s, t, d, p, machines, NO_TRIPS, supply, due, launches)
    helped = d.weight[p, PLAN] * d.plan_helped // PERCENT
    needs = note_cards(s, t, d, p, options)
    note_worths(s, t, d, p, options, machines, needs)
    best, chosen = NEVER, NONE
    keeping = keep_plan(s, d, p, options)
    others = options & ~keeping
    while keeping != 0:
        option = opt.first(keeping)
        keeping = opt.rest(keeping)
        score = d.worth[option] + as_it_is
        d.score[option] = score
        if score > best:
            best, chosen = score, ONE << option
        elif score == best:
            chosen |= ONE << option
    note_bounds(s, t, d, p, others, machines, supply, due, as_it_is, helped)
    idle = NEVER  # the plan if a new card brings nothing: the same for many
    while others != 0:
        option = most_promising(d, others)
        others &= ~(ONE << option)
        if not d.exact and d.most[option] >> OPTION_BITS < best:
            break
        card, brings = card_of(s, p, option), d.brings[option]
        if option == PAST_CARD:
            gone = d.offers[p, card] & ~LASTING
            plan = value_of(s, t, d, p, machines, NO_TRIPS, supply - gone, due, launches)
        elif brings == 0:
            if idle == NEVER:
                idle = value_of(s, t, d, p, machines, NO_TRIPS, supply, due - 1, launches)
            plan = idle
        else:
            counted = card < ROOMS_KINDS and not card_closed(s, p, card)
            of_pile = brings if counted else 0  # one card less to count on
            d.new_cards -= of_pile
            plan = value_of(s, t, d, p, machines, NO_TRIPS, supply + brings, due - 1, launches)
            d.new_cards += of_pile
        score = d.worth[option] + plan
        d.score[option] = score
        if score > best:
            best, chosen = score, ONE << option
        elif score == best:
            chosen |= ONE << option
    return chosen


@helper
def note_cards(s, t, d, p, options):
    """Note for each option of a source the card whose steps would be done, and what it brings.

    Gives what these cards need, the piles of the rooms left aside.
    """
    needs = 0
    left = options
    while left != 0:
        option = opt.first(left)
        left = opt.rest(left)
        card = card_of(s, p, option)
        acting = card_acting(s, t, p, card)
        d.acting[option] = acting
        d.brings[option] = d.offers[p, acting] & LASTING
        needs |= t.needs[acting] if card >= ROOMS_KINDS else 0
    return needs


@helper
def note_bounds(s, t, d, p, options, machines, supply, due, as_it_is, helped):
    """Note what each option can be worth at most, with its number in the lowest bits.

    A new card due is counted on as whatever the piles have; one that brings nothing is one less that
    the plan does not need. One that brings a component can do no more than a card of choice if the piles
    had everything (`helped`), or gives the Trash cards to come something to take away. An Exchange can
    also save a component from being wasted, a Trash two.
    """
    w = d.weight[p]
    bounded = machines != 0 and shuns_tears(w)
    ceiling = most_value(s, t, d, p, machines, due - 1, supply // ADS)
    per_excess = abs(w[EXCESS])
    raised = max(0, per_excess * ((supply // TRASHES) & FIELD) - w[FREE])
    left = options
    while left != 0:
        option = opt.first(left)
        left = opt.rest(left)
        brings = d.brings[option]
        known, at_first, gain = bounded and option != PAST_CARD, helped, raised
        if brings == 0:
            at_first, gain = as_it_is, -w[FREE]
        elif brings in (TRASHES, SWEEPS):
            at_first, gain = as_it_is, 2 * per_excess - w[FREE]
        elif brings == EXCHANGES:
            gain += per_excess
        else:
            gain += max(0, w[EXCESS])
            if option <= ROOMS_KINDS:
                at_first = as_it_is
            elif brings not in ONE_TOKEN:
                at_first = -NEVER
        most = min(ceiling, at_first + gain * w[PLAN] // PERCENT + 1) if known else ANYTHING
        d.most[option] = ((most + d.worth[option]) << OPTION_BITS) + option


@helper
def most_promising(d, options):
    """Of some options of a source the one with the highest bound."""
    most = NEVER
    left = options
    while left != 0:
        most = max(most, d.most[opt.first(left)])
        left = opt.rest(left)
    return most & LAST_OPTION


@helper
def keep_plan(s, d, p, options):
    """Options with which the plan stays what it is: a past card it counts on, a new one it must find."""
    keeping = 0
    for room in range(ROOMS_KINDS):
        missed = (d.plan_short >> (ROOM_BITS * room)) & FIELD != 0
        keeping |= int(missed) << (room + 1)
    if opt.has(options, PAST_CARD):
        gone = d.offers[p, card_of(s, p, PAST_CARD)] & ~LASTING
        keeping |= int(gone == 0) << PAST_CARD
    return keeping & options


@helper
def note_worths(s, t, d, p, options, machines, needs):
    """What each option of a source is worth apart from the plan; `d.plan_…` is of the best plan."""
    w = d.weight[p]
    spoils = d.plan_excess == 0
    advertised = ad_now(s, t, d, p, machines, planned_trips(d, w)) if s.ads_left[p] > 0 else 0
    n_open = opt.count(machines)
    days = t.days - s.day
    in_play = offers_in_play(s, t, d) if days > 0 else 0
    torn = -cost_of_tears(s, t, d, p, ONE)
    unmet = failing(s, t, p, needs)
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
            acting = d.acting[option]
            worth = shown(s, t, d, p, acting, card, n_open) if t.does[acting] & SHOWING else 0
            cannot = unmet | failing_of_past(s, p) if past else unmet
            worth += torn if t.needs[acting] & cannot else 0  # LI-13
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
        in_play += cards_in_play(s, d, q)
    return in_play
