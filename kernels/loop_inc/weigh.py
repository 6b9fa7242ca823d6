"""The weighted bots: each option of a node is worth the sum of weight x feature; the best is taken.

A bot reads the state and writes only its notes on the desk. Integers throughout.
"""

import numpy as np

from loopsim.kernels import bag
from loopsim.kernels import options as opt
from loopsim.kernels.jit import apart, helper
from loopsim.kernels.loop_inc.closing import card_closed
from loopsim.kernels.loop_inc.features import (
    AD,
    AD_MISSING,
    BONUS,
    CROWDED,
    EDGE,
    EXCESS,
    FREE,
    LATER_AD_TEAR,
    LATER_ADVERTISE,
    LATER_EXCHANGE,
    LATER_FORGET,
    LATER_GARAGE,
    LATER_MOVE,
    LATER_OFFICE,
    LATER_OTHER,
    LATER_REPEAT,
    LATER_TAKE,
    LATER_TRASH,
    LAUNCH,
    LAUNCH_AGAIN,
    OUT,
    PAST,
    PLAN,
    POINTS,
    RUSH,
    SPOIL,
    STOCK,
    TEAR,
    VOLUNTARY,
    WASTE,
)
from loopsim.kernels.loop_inc.layout import (
    CARD,
    DESK,
    MACHINES,
    MOST_TRIPS,
    PAST_CARD,
    STATE,
    TABLES,
    TEAR_INSTEAD,
)
from loopsim.kernels.loop_inc.names import (
    ADVERTISE,
    ARMORY,
    AT_ADVERTISE,
    AT_EXCHANGE_IN,
    AT_EXCHANGE_OUT,
    AT_LAUNCH,
    AT_MOVE,
    AT_SOURCE,
    AT_STEP,
    AT_TAKE,
    AT_TRASH,
    DO_ADVERTISE,
    DO_DISCARD_TEAR,
    DO_DISCARD_WASTE,
    DO_EXCHANGE,
    DO_FORGET_NEXT,
    DO_LAUNCH_AGAIN,
    DO_MOVE,
    DO_OFFICE,
    DO_POINTS,
    DO_REPEAT_LAST,
    DO_SWAP_NEXT,
    DO_TAKE,
    DO_TAKE_BOX,
    DO_TRASH,
    EXCHANGE,
    FIRST_EFFECT,
    MOVE,
    NOTHING,
    ONE,
    TRASH,
)
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
    ad_stake,
    at_most_31,
    best_plan,
    cards_to_come,
    cost_of_tears,
    find_aims,
    keep_aims,
    list_plans,
    look,
    offer_of,
    put_back_aims,
    room_stock,
    slack,
)
from loopsim.kernels.loop_inc.possible import (
    can_be_done,
    card_to_repeat,
    office_points,
    open_machines,
    past_cards,
)
from loopsim.kernels.loop_inc.presence import advertisable

PERCENT = 100
NONE = np.int64(0)  # typed: Numba compiles a function once more for a bare 0
NO_TRIPS = NONE
MANDATORY = NONE
AD_ODDS = 5  # of six ads to come five are met (planners meet 85 %)
ROOMS_KINDS = 3  # garage, shop, armory: the first kinds, and the first counts of an offer


@helper
def value_of(s, t, d, p, machines, banned, supply, due, launches):
    """The feature `plan` times its weight."""
    weight = d.weight[p, PLAN]
    if weight == 0:
        return 0
    return weight * best_plan(s, t, d, p, machines, banned, supply, due, launches) // PERCENT


@helper
def list_for(s, d, p, machines):
    """List the plans of a set of machines, unless they are listed."""
    if d.weight[p, PLAN] != 0 and (d.listed != machines or d.listed_board != s.board):
        list_plans(s, d, machines)


@helper
def value_with(s, t, d, p, machines, machine, content, supply, due, launches):
    """The feature `plan` times its weight if a machine had another content."""
    if d.weight[p, PLAN] == 0:
        return 0
    find_aims(s, t, d, p, machine, content, supply, due)
    list_plans(s, d, machines)
    return value_of(s, t, d, p, machines, NO_TRIPS, supply, due, launches)


@helper
def turns_left(s, p, due):
    """Turns of today after this one."""
    return due + past_cards(s, p)


@helper
def launches_to_come(s, p, due):
    """Launches that can still be made today, this turn's included."""
    return s.launches_left + turns_left(s, p, due)


# --- source


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
        elif not d.exact and score + most_raised(d, p, machines, card, lasting, supply, due) < best:
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
def card_of(s, p, option):
    """The card that an option of a source stands for."""
    if option == PAST_CARD:
        return s.hand[p, s.hand_at[p]] & CARD
    if option <= FIRST_EFFECT:
        return option - 1
    return s.open[option - 1 - FIRST_EFFECT]


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
    raised = max(0, abs(w[EXCESS]) * ((supply // TRASHES) & FIELD) - w[FREE])
    if lasting in (TRASHES, SWEEPS):
        raised += 2 * abs(w[EXCESS])
    elif lasting != 0:
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
def shuns_tears(w):
    """Whether a plan is worth the more the better it is, and the less the more tears it costs."""
    return w[PLAN] >= 0 and w[TEAR] <= 0 and w[OUT] <= w[EDGE] <= 0


@helper
def note_worths(s, t, d, p, options, machines):
    """What each option of a source is worth apart from the plan; `d.plan_…` is of the best plan."""
    w = d.weight[p]
    spoils = d.plan_excess == 0
    advertised = ad_now(s, t, d, p, machines, planned_trips(d, w)) if s.ads_left[p] > 0 else 0
    n_open = opt.count(machines)
    days = t.days - s.day
    in_play = offers_in_play(s, t, d) if days > 0 else 0
    left = options
    while left != 0:
        option = opt.first(left)
        left = opt.rest(left)
        past = int(option == PAST_CARD)
        card = card_of(s, p, option)
        acting = card_acting(s, t, p, card)
        worth = play_now(s, t, d, p, acting, card, past, n_open)
        if d.offers[p, acting] >= ADS:
            worth += advertised
        if spoils and (d.offers[p, acting] // TRASHES) & FIELD:
            worth += w[SPOIL]
        if past:
            worth += w[PAST]
            if card < ROOMS_KINDS:
                worth += w[RUSH] * max(0, coming(s, t, d, card) - room_stock(s.board, card))
        else:
            worth += later(s, t, d, p, card)
            if card < ROOMS_KINDS and days > 0:
                cards = 1 + ((in_play >> (ROOM_BITS * card)) & FIELD)
                holds = t.stock_per_type * (1 if card == ARMORY else 2)
                worth += w[CROWDED] * max(0, cards - holds) * days
        d.worth[option] = worth


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
    w = d.weight[p]
    score = 0
    tears = False
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
        if not t.steps[acting, i, 2] and not tears:
            tears = step_fails(s, t, p, what, argument, past)
    return score - cost_of_tears(s, t, d, p, ONE) if tears else score


@helper
def step_fails(s, t, p, what, argument, past):
    """LI-13: whether a step would cost a tear if it had to be done now; `past`: by a past card."""
    if what in (DO_FORGET_NEXT, DO_SWAP_NEXT):  # which is not in the hand any more
        return past_cards(s, p) - past < (1 if what == DO_FORGET_NEXT else 2)
    if what == DO_TRASH and not t.trash_empty_tears:
        return False
    return can_be_done(s, t, p, what, argument) == 0


@helper
def tear_back(s, t, d, p):
    """What it brings to give the last tear back."""
    held = s.tears_held[p]
    return -d.weight[p, TEAR] * (t.tear_cost[held] - t.tear_cost[held - 1])


@helper
def later(s, t, d, p, card):
    """What having a new card in the hand is worth on the days to come."""
    w = d.weight[p]
    days = t.days - s.day
    if days == 0:
        return 0
    if card < ROOMS_KINDS:
        return w[LATER_GARAGE + card] * days
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


@helper
def planned_trips(d, w):
    """The trips that the best plan aims at; for a bot without a plan all that it may visit."""
    if w[PLAN] == 0:
        return d.candidates
    return d.plan_trip[0] | d.plan_trip[1] | d.plan_trip[2]


@helper
def ad_now(s, t, d, p, machines, trips):
    """The best that an ad put down now can bring: a trip ready for launch, or one that is aimed at."""
    w = d.weight[p]
    trips &= advertisable(s, t, p)
    best = -w[AD] * t.ad_penalty
    for machine in range(MACHINES):
        if opt.has(machines, machine):
            if s.fits[p, machine] & trips:
                return w[AD] * t.ad_bonus
            if d.plan_trip[machine] & trips:
                missing = bag.size(
                    bag.beyond(s.need[opt.first(d.plan_trip[machine])], s.machine[p, machine])
                )
                best = max(best, w[AD] * t.ad_bonus + w[AD_MISSING] * ad_stake(t) * missing)
    return best


# --- the other nodes


@helper
def weigh_takes(s, t, d, p, options, machines, supply, due, offer):
    """Which type into which machine; or the tear instead.

    What the best plan lacks is taken, of several types the one that is rarest on the board (from the
    box, too: the board has the others later); what it lacks nothing of goes where it does least harm.
    `offer`: what the step in question brings to a plan.
    """
    w = d.weight[p]
    best, chosen = NEVER, NONE
    most = -NEVER  # what the others can be worth: less than what the plan lacks
    launches = launches_to_come(s, p, due)
    planning = w[PLAN] != 0
    if planning:
        planned = value_of(s, t, d, p, machines, NO_TRIPS, supply + offer, due, launches)
        lacking = lacked(s, d, p) & options
        left = lacking
        while left != 0:
            bit = opt.first(left)
            left = opt.rest(left)
            score = planned + w[STOCK] * bag.count_of(s.board, bit // MACHINES)
            d.score[bit] = score
            most = min(most, score - 1)
            if score > best:
                best, chosen = score, 1 << bit
            elif score == best:
                chosen |= 1 << bit
        if chosen != 0:
            if not d.exact:
                return chosen
            keep_aims(d)
        options &= ~lacking
    tried = chosen != 0
    if opt.has(options, TEAR_INSTEAD):
        score = value_of(s, t, d, p, machines, NO_TRIPS, supply, due, launches)
        score = min(most, score + w[VOLUNTARY] - cost_of_tears(s, t, d, p, ONE))
        d.score[TEAR_INSTEAD] = score
        if score > best:
            best, chosen = score, 1 << TEAR_INSTEAD
    for machine in range(MACHINES):
        content = s.machine[p, machine]
        changed = False
        for kind in range(bag.TYPES):
            bit = kind * MACHINES + machine
            if opt.has(options, bit):
                more = content + bag.one(kind)
                if planning:
                    changed = True
                    score = value_with(s, t, d, p, machines, machine, more, supply, due, launches)
                    score = min(most, score)
                else:
                    score = launch_value(s, t, d, p, more)
                d.score[bit] = score
                if score > best:
                    best, chosen = score, 1 << bit
                elif score == best:
                    chosen |= 1 << bit
        if changed and machines >> (machine + 1) != 0:
            find_aims(s, t, d, p, machine, content, supply, due)
    if tried:
        put_back_aims(d)
    return chosen


@helper
def lacked(s, d, p):
    """What the best plan lacks: the set of (type, machine), as the options of a take."""
    pairs = 0
    for machine in range(MACHINES):
        if d.plan_trip[machine] != 0:
            need = s.need[opt.first(d.plan_trip[machine])]
            types = bag.kinds(bag.beyond(need, s.machine[p, machine]))
            for kind in range(bag.TYPES):
                pairs |= ((types >> kind) & 1) << (kind * MACHINES + machine)
    return pairs


@helper
def weigh_exchange(s, t, d, p, options, machines, supply, due):
    """Which type to take for the one just returned out of a machine: a take into that one."""
    machine = d.picked // bag.TYPES
    takes = NONE
    for kind in range(bag.TYPES):
        takes |= ((options >> kind) & 1) << (kind * MACHINES + machine)
    taken = weigh_takes(s, t, d, p, takes, machines, supply, due, OF_ANY)
    chosen = 0
    for kind in range(bag.TYPES):
        chosen |= ((taken >> (kind * MACHINES + machine)) & 1) << kind
        d.score[kind] = d.score[kind * MACHINES + machine]
    return chosen


@helper
def launch_value(s, t, d, p, content):
    """What the best launch that a content allows would bring now; 0 if none does."""
    best = 0
    trips = d.candidates
    while trips != 0:
        i = opt.first(trips)
        trips = opt.rest(trips)
        if bag.holds(content, s.need[i]):
            waste = bag.size(content) - d.need_size[i]
            best = max(best, d.trip_value[i] + d.weight[p, WASTE] * waste)
    return best


@helper
def weigh_removals(s, t, d, p, node, options, machines, supply, due):
    """What to return or to trash; or to stop trashing.

    What the best plan does not need, if possible out of a machine that still lacks something; if it
    needs all, rather nothing, else what does least harm.
    """
    launches = launches_to_come(s, p, due)
    trashing = node == AT_TRASH
    if not trashing:
        supply += OF_ANY  # what is taken instead
    planned = value_of(s, t, d, p, machines, NO_TRIPS, supply, due, launches)
    spare = best_spare = NONE
    for machine in range(MACHINES):
        if d.plan_trip[machine] != 0:
            need, content = s.need[opt.first(d.plan_trip[machine])], s.machine[p, machine]
            types = bag.kinds(bag.beyond(content, need)) << (machine * bag.TYPES + trashing)
            spare |= types & options
            if not trashing and not bag.holds(content, need):
                best_spare |= types & options
    stop = (options & 1) if trashing else NONE
    first = best_spare if best_spare != 0 else spare if spare != 0 else stop
    best, chosen = NEVER, NONE
    most = -NEVER  # what the others can be worth: less than what the plan can spare
    if first != 0:
        if not d.exact:
            return first
        keep_aims(d)
        best, chosen, most = planned, first, planned - 3
    left = options
    while left != 0:
        bit = opt.first(left)
        left = opt.rest(left)
        if opt.has(best_spare, bit):
            d.score[bit] = planned
        elif opt.has(spare, bit):
            d.score[bit] = planned - int(best_spare != 0)
        elif opt.has(stop, bit):
            d.score[bit] = planned - 2 * int(spare != 0)
        else:
            machine, kind = (bit - trashing) // bag.TYPES, (bit - trashing) % bag.TYPES
            content = s.machine[p, machine]
            less = content - bag.one(kind)
            score = value_with(s, t, d, p, machines, machine, less, supply, due, launches)
            find_aims(s, t, d, p, machine, content, supply, due)
            score = min(most, score)
            d.score[bit] = score
            if score > best:
                best, chosen = score, 1 << bit
            elif score == best:
                chosen |= 1 << bit
    if first != 0:
        put_back_aims(d)
    return chosen


@helper
def weigh_moves(s, t, d, p, options, machines, supply, due):
    """Which component from where to where."""
    best, chosen = NEVER, 0
    launches = launches_to_come(s, p, due)
    left = options
    while left != 0:
        bit = opt.first(left)
        left = opt.rest(left)
        source, pair = bit // (bag.TYPES * MACHINES), bit % (bag.TYPES * MACHINES)
        kind, target = pair // MACHINES, pair % MACHINES
        find_aims(s, t, d, p, source, s.machine[p, source] - bag.one(kind), supply, due)
        more = s.machine[p, target] + bag.one(kind)
        score = value_with(s, t, d, p, machines, target, more, supply, due, launches)
        find_aims(s, t, d, p, source, s.machine[p, source], supply, due)
        find_aims(s, t, d, p, target, s.machine[p, target], supply, due)
        d.score[bit] = score
        if score > best:
            best, chosen = score, 1 << bit
        elif score == best:
            chosen |= 1 << bit
    return chosen


@helper
def weigh_ads(s, t, d, p, options, machines, supply, due):
    """Where to put an ad: onto the best trip aimed at, else onto one that a machine could launch to."""
    w = d.weight[p]
    best, chosen = NEVER, 0
    launches = launches_to_come(s, p, due)
    value_of(s, t, d, p, machines, NO_TRIPS, supply, due, launches)
    left = options
    while left != 0:
        trip = opt.first(left)
        left = opt.rest(left)
        score = -w[AD] * t.ad_penalty
        if opt.has(d.candidates, trip):
            for machine in range(MACHINES):
                if opt.has(machines, machine):
                    content = s.machine[p, machine]
                    missing = bag.size(bag.beyond(s.need[trip], content))
                    if opt.has(d.plan_trip[machine], trip):
                        this = w[AD] * t.ad_bonus + w[AD_MISSING] * ad_stake(t) * missing
                        score = max(score, this + d.trip_value[trip] // PERCENT)  # parts equals
                    elif missing == 0:
                        waste = bag.size(content) - d.need_size[trip]
                        this = w[AD] * t.ad_bonus + d.trip_value[trip] + w[WASTE] * waste
                        score = max(score, min(this, 0))  # no gain: it is not aimed at
        d.score[trip] = score
        if score > best:
            best, chosen = score, 1 << trip
        elif score == best:
            chosen |= 1 << trip
    return chosen


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


@helper
def weigh_launches(s, t, d, p, options, machines, supply, due):
    """Launch now, and what is left to plan for; or wait."""
    w = d.weight[p]
    launches = turns_left(s, p, due) + s.launches_left - 1
    best, chosen = NEVER, 0
    of_machine = NOTHING
    onward = aimed_at = 0
    bounded = not d.exact and shuns_tears(w)
    left = opt.rest(options)
    while left != 0:
        bit = opt.first(left)
        left = opt.rest(left)
        machine, trip = (bit - 1) // MOST_TRIPS, (bit - 1) % MOST_TRIPS
        others = machines & ~(1 << machine)
        if machine != of_machine:
            of_machine = machine
            list_for(s, d, p, others)
            onward = value_of(s, t, d, p, others, NO_TRIPS, supply, due, launches)
            aimed_at = d.plan_trip[0] | d.plan_trip[1] | d.plan_trip[2]
        waste = bag.size(s.machine[p, machine]) - d.need_size[trip]
        score = w[LAUNCH] + d.trip_value[trip] + w[WASTE] * waste
        if opt.has(aimed_at, trip) and (not bounded or score + onward >= best):
            # the others have to go elsewhere
            score += value_of(s, t, d, p, others, 1 << trip, supply, due, launches)
        else:
            score += onward
        d.score[bit] = score
        if score > best:
            best, chosen = score, 1 << bit
        elif score == best:
            chosen |= 1 << bit
    if bounded:
        most = slack(t, w, due, supply // ADS)
        for machine in range(MACHINES):
            if opt.has(machines, machine):
                most += d.aim_top[machine]
        if w[PLAN] * most // PERCENT < best:
            return chosen  # to wait cannot be better
    list_for(s, d, p, machines)
    launches = turns_left(s, p, due)  # LI-14: those of this turn are given up
    score = value_of(s, t, d, p, machines, NO_TRIPS, supply, due, launches)
    d.score[0] = score
    if score > best:
        return 1
    return chosen | 1 if score == best else chosen


@apart("loopsim_loop_inc_weigh", STATE, TABLES, DESK)
def weigh(s, t, d, p, node, options):
    """The options of the highest score, as a set."""
    look(s, t, d, p)
    supply = cards_to_come(s, d, p)
    due = s.new_due[p]
    machines = open_machines(s, p)
    d.plan_trip[:] = 0
    d.plan_excess = d.plan_short = 0
    if d.weight[p, PLAN] != 0:
        for machine in range(MACHINES):
            content = s.machine[p, machine]
            if opt.has(machines, machine) and d.aims_of[machine] != content:
                find_aims(s, t, d, p, machine, content, supply, due)
    if node != AT_LAUNCH:
        list_for(s, d, p, machines)
    if node == AT_SOURCE:
        return weigh_sources(s, t, d, p, options, machines, supply, due)
    if node == AT_TAKE:
        offer = offer_of(s.asked, s.asked_argument, MANDATORY)
        return weigh_takes(s, t, d, p, options, machines, supply, due, offer)
    if node == AT_EXCHANGE_IN:
        return weigh_exchange(s, t, d, p, options, machines, supply, due)
    if node == AT_LAUNCH:
        return weigh_launches(s, t, d, p, options, machines, supply, due)
    if node in (AT_EXCHANGE_OUT, AT_TRASH):
        return weigh_removals(s, t, d, p, node, options, machines, supply, due)
    if node == AT_MOVE:
        return weigh_moves(s, t, d, p, options, machines, supply, due)
    if node == AT_ADVERTISE:
        return weigh_ads(s, t, d, p, options, machines, supply, due)
    if node == AT_STEP:
        return weigh_step(s, t, d, p, machines, supply, due)
    gain = -d.weight[p, WASTE]  # AT_WASTE: keep, discard
    d.score[0], d.score[1] = 0, gain if gain > 0 else gain - 1
    return 0b10 if gain > 0 else 0b01
