"""What a weighted bot plans: for each open machine a trip, with the cards that today still brings.

A plan gives every open machine an aim, a trip or none, no trip twice. It is worth what its launches are
worth to the bot's weights, less what they lack, waste and risk. What today still brings is a count of
each kind of help: the past cards to come and, at will, the new cards due. Machines are not asked in
which order the cards come. All of it is on the table for everyone to see: the order of the anomaly deck
and draws to come are not looked at.
"""

import numpy as np

from loopsim.kernels import bag
from loopsim.kernels import options as opt
from loopsim.kernels.jit import apart, copy, helper
from loopsim.kernels.loop_inc.closing import card_closed, closed_anomalies, step_closed
from loopsim.kernels.loop_inc.features import (
    AD,
    AD_MISSING,
    BONUS,
    DEAR,
    DENY,
    EDGE,
    EXCESS,
    FAR_FUTURE,
    FAR_PAST,
    FOLLOW,
    FREE,
    KEEP,
    MISSING,
    OUT,
    POINTS,
    RANDOM,
    SECOND,
    TEAR,
    THREAT,
    WAIT,
)
from loopsim.kernels.loop_inc.layout import (
    CARD,
    DESK,
    MACHINES,
    MOST_AIMS,
    MOST_FOLLOWERS,
    STATE,
    TABLES,
)
from loopsim.kernels.loop_inc.names import (
    ARMORY,
    BC,
    DO_ADVERTISE,
    DO_EXCHANGE,
    DO_MOVE,
    DO_POINTS,
    DO_TAKE,
    DO_TAKE_BOX,
    DO_TRASH,
    FUTURE,
    GARAGE,
    NOTHING,
    ONE,
    ROOMS,
    SHOP,
    TRASH,
)
from loopsim.kernels.loop_inc.presence import open_trips, second_visits
from loopsim.kernels.loop_inc.rivals import ALL_SEATS, NO_TRIP, leaders, ready_for

# What cards offer, counted in one integer, six bits each.
BITS = 6
FIELD = 0x3F
OF_GARAGE, OF_ANY, OF_SHOP, OF_BOX, OF_ARMORY, EXCHANGES, TRASHES, SWEEPS, MOVES, ADS = (
    np.int64(1) << (BITS * place) for place in range(10)
)
ROOM_BITS = 2 * BITS  # the fields of garage, shop and armory lie two apart
ROOM_FIELDS = FIELD | FIELD << ROOM_BITS | FIELD << 2 * ROOM_BITS
LASTING = MOVES - 1  # a mask: all but what is done as soon as the card is played (moves, ads)
GARAGE_TYPES, SHOP_TYPES, ARMORY_TYPES = ROOMS["garage"], ROOMS["shop"], ROOMS["armory"]

# What an aim comes to, counted in one integer, so that a plan comes to the sum of its three: a bag of
# the components missing, tokens that a launch does not need, launches; of plans also which aims they
# have, two bits for each machine.
WASTE_AT = bag.TYPES * bag.BITS
LAUNCHES_AT = WASTE_AT + 10
AIMS_AT = LAUNCHES_AT + 2
MOST_WASTE = (1 << 10) - 1
NO_MACHINE = 2 * MACHINES  # a row of aims: none, which is worth nothing

NEVER = np.int64(-(1 << 56))
HOPELESS = NEVER // 2  # above the rank of an aim that cannot be reached, below that of any other
INDEX_BITS = 5  # a rank and the index of its trip in one integer
LAST_INDEX = (1 << INDEX_BITS) - 1
NO_CONTENT = -1
DEAR_BEYOND = 5  # a trip is dear with more points
MOST_EXCESS = 32


# --- once a game


@helper
def prepare(s, t, d):
    """What does not change in a game: what each card offers, and which trip goes on well to which."""
    weighted = 0
    for p in range(t.players):
        weighted |= d.family[p] != RANDOM
    if not weighted:
        return
    for p in range(t.players):
        if p > 0 and s.closed_actions[p] == s.closed_actions[0]:
            copy(d.offers[0], d.offers[p])
        else:
            for card in range(d.offers.shape[1]):
                d.offers[p, card] = offers_of(s, t, p, card)
    forget(d)
    for i in range(s.n_trips):
        d.need[i] = s.need[i]
        d.need_size[i] = bag.size(s.need[i])
        note_followers(s, t, d, i)


@helper
def forget(d):
    """What was worked out for the nodes so far does not hold: another game, or another course of it."""
    d.seen[:] = 0
    d.based_on[:] = 0
    d.aims_of[:] = NO_CONTENT
    d.listed = NO_CONTENT
    d.n_aims[NO_MACHINE] = 1
    d.aim_value[NO_MACHINE, 0] = d.aim_trip[NO_MACHINE, 0] = d.aim_counts[NO_MACHINE, 0] = 0


@helper
def offers_of(s, t, p, card):
    """What the steps of a card can bring to a plan of seat p."""
    total = 0
    for i in range(t.n_steps[card]):
        what, argument, optional = t.steps[card, i, 0], t.steps[card, i, 1], t.steps[card, i, 2]
        if not (optional and step_closed(s, t, p, what, argument)):
            total += offer_of(what, argument, optional)
    return total


@helper
def offer_of(what, argument, optional):
    """What a step can bring to a plan."""
    if what == DO_TAKE:
        if argument == GARAGE_TYPES:
            return OF_GARAGE
        if argument == SHOP_TYPES:
            return OF_SHOP
        if argument == ARMORY_TYPES:
            return OF_ARMORY
        return OF_ANY
    if what == DO_TAKE_BOX:
        return OF_BOX
    if what == DO_EXCHANGE:
        return EXCHANGES
    if what == DO_TRASH:
        return SWEEPS if optional else TRASHES
    if what == DO_MOVE and not optional:
        return MOVES
    if what == DO_ADVERTISE and not optional:
        return ADS
    return 0


@helper
def note_followers(s, t, d, i):
    """The best other trips to go on to with the components of trip i, best first.

    Valued by points, less one for each component wasted and one for each still to be found.
    """
    n = 0
    for j in range(s.n_trips):
        if j != i:
            differ = bag.size(bag.beyond(s.need[i], s.need[j]))
            differ += bag.size(bag.beyond(s.need[j], s.need[i]))
            value = t.trip_points[s.trip[j]] - differ
            place = n
            while place > 0 and d.follow_value[i, place - 1] < value:
                if place < MOST_FOLLOWERS:
                    d.follow_value[i, place] = d.follow_value[i, place - 1]
                    d.follow_trip[i, place] = d.follow_trip[i, place - 1]
                place -= 1
            if place < MOST_FOLLOWERS:
                d.follow_value[i, place] = value
                d.follow_trip[i, place] = j
                n = min(n + 1, MOST_FOLLOWERS)
    for place in range(n, MOST_FOLLOWERS):
        d.follow_value[i, place] = 0
        d.follow_trip[i, place] = i


# --- what the seat sees at a node


@helper
def few(bag_of_few):
    """The size of a bag of fewer than 64 tokens: one multiplication adds the five counts."""
    return ((bag_of_few * 0x1041041) >> 24) & FIELD


@helper
def by_room(tokens):
    """The counts of a bag added up by garage, shop and armory, at the places of the offers."""
    return (tokens + (tokens >> BITS)) & ROOM_FIELDS


@helper
def at_most_31(garage, shop, armory):
    """Three counts at the places of the offers, as far as a bag can hold them."""
    return (
        min(garage, bag.MOST)
        | min(shop, bag.MOST) << ROOM_BITS
        | min(armory, bag.MOST) << 2 * ROOM_BITS
    )


@helper
def cards_to_come(s, d, p):
    """What the past cards of today will still offer."""
    supply = 0
    for i in range(s.hand_at[p], s.hand_end[p]):
        supply += d.offers[p, s.hand[p, i] & CARD]
    return supply


@helper
def cost_of_tears(s, t, d, p, n):
    """What n further tears take off, by the bot's weights."""
    held = s.tears_held[p]
    total = held + n
    cost = -d.weight[p, TEAR] * (t.tear_cost[min(total, t.most_tears)] - t.tear_cost[held])
    if total > t.most_tears:
        cost -= d.weight[p, OUT]
    elif total == t.most_tears:
        cost -= d.weight[p, EDGE]
    return cost


@helper
def follow(s, d, p, i):
    """The value of the best trip not visited yet that goes on from trip i (`note_followers`)."""
    gone = s.before[p] | s.today[p] | s.closed_trips[p]
    for place in range(MOST_FOLLOWERS):
        if not opt.has(gone, d.follow_trip[i, place]):
            return d.follow_value[i, place]
    return 0


@helper
def look(s, t, d, p):
    """What the seat sees at a node: the trips, once for a whole turn if it can, and the stock."""
    board = s.board
    d.stock = at_most_31(room_stock(board, GARAGE), room_stock(board, SHOP), board >> 24)
    d.new_cards = at_most_31(to_take(s, p, GARAGE), to_take(s, p, SHOP), to_take(s, p, ARMORY))
    if (  # within a turn only the seat's own doings change what the trips are worth
        d.seen[0] != s.turn
        or d.seen[1] != s.ads[p]
        or d.seen[2] != s.today[p]
        or d.seen[3] != s.tears_held[p]
    ):
        d.seen[0], d.seen[1], d.seen[2], d.seen[3] = s.turn, s.ads[p], s.today[p], s.tears_held[p]
        look_at_trips(s, t, d, p)
        d.aims_of[:] = NO_CONTENT


@helper
def look_at_trips(s, t, d, p):
    """Which trips are open to the seat today, what each is worth, and what waiting risks."""
    w = d.weight[p]
    d.candidates = open_trips(s, t, p)
    second, ready = second_visits(s, t, p), ready_for(s, t, p, ALL_SEATS)
    wanted = ready_for(s, t, p, leaders(s, t, p)) if w[DENY] != 0 and ready != 0 else NO_TRIP
    if d.based_on[p, 0] != s.day or d.based_on[p, 1] != s.before[p] | s.today[p]:
        note_bases(s, t, d, p)
    for_second = w[SECOND] - cost_of_tears(s, t, d, p, ONE)
    for_ad, for_waiting, for_threat = w[AD] * ad_stake(t), w[WAIT], w[THREAT]
    for_denial, for_excess, own_ads, candidates = w[DENY], w[EXCESS], s.ads[p], d.candidates
    for i in range(padded(s.n_trips)):  # no branches: eight at a time
        advertised = (own_ads >> i) & 1  # LI-44: the place is kept, and costs no tear
        taken, threatened = (second >> i) & 1, ((ready & ~own_ads) >> i) & 1
        denied = (wanted >> i) & 1
        value = d.trip_base[p, i] + advertised * for_ad + taken * for_second + denied * for_denial
        hope = value + for_waiting + threatened * for_threat
        rank = hope - for_excess * d.need_size[i]
        d.trip_value[i] = value
        d.trip_hope[i] = hope
        d.trip_rank[i] = rank if (candidates >> i) & 1 else NEVER >> INDEX_BITS


@helper
def note_bases(s, t, d, p):
    """What trips are worth to the seat whatever the others do, until its next visit or the next day."""
    w = d.weight[p]
    d.based_on[p, 0], d.based_on[p, 1] = s.day, s.before[p] | s.today[p]
    for i in range(s.n_trips):
        points, era = t.trip_points[s.trip[i]], t.card_era[s.trip[i] // 2]
        base = w[POINTS] * points + w[DEAR] * max(0, points - DEAR_BEYOND)
        base += d.trip_taste[p, s.trip[i]]
        base += w[FAR_PAST] if era == BC else w[FAR_FUTURE] if era == FUTURE else 0
        bonus = t.trip_bonus[s.trip[i]]
        if bonus != NOTHING:
            base += w[BONUS] + w[POINTS] * bonus_points(t, bonus)
        if s.day < t.days and t.components_stay:
            base += w[KEEP] * d.need_size[i] + w[FOLLOW] * follow(s, d, p, i)
        d.trip_base[p, i] = base


@helper
def bonus_points(t, bonus):
    """The points that a bonus scores, its steps declined that cost some (LI-47a)."""
    points = 0
    for i in range(t.n_steps[bonus]):
        if t.steps[bonus, i, 0] == DO_POINTS:
            k = t.steps[bonus, i, 1]
            declined = (t.steps[bonus, i, 2] or t.future_bonus_optional) and k < 0
            points += 0 if declined else k
    return points


@helper
def ad_stake(t):
    """What it matters in points whether an ad is met (LI-43) or fails (LI-52)."""
    return t.ad_bonus + t.ad_penalty


@helper
def padded(n):
    """A number rounded up to whole vectors of eight."""
    return (n + 7) & ~7


@apart("loopsim_loop_inc_find_aims", STATE, TABLES, DESK)
def find_aims(s, t, d, p, machine, content, supply, due):
    """List the best aims of a machine with a content: none, and the trips worth most."""
    w = d.weight[p]
    size = bag.size(content)
    offered, box = supply & ROOM_FIELDS, (supply // OF_BOX) & FIELD
    at_will = due + ((supply // OF_ANY) & FIELD) + box + ((supply // EXCHANGES) & FIELD)
    per_missing, board = w[MISSING] + w[EXCESS], s.board
    n = padded(s.n_trips)
    first = second = third = NEVER
    for i in range(n):  # no branches and no other arrays: eight at a time
        missing = bag.beyond(d.need[i], content)
        short = few(bag.beyond(by_room(missing), offered))
        lacking = few(bag.beyond(missing, board))
        rank = d.trip_rank[i] + per_missing * few(missing)
        rank = (rank << INDEX_BITS) + (LAST_INDEX - i)
        rank = NEVER if (short > at_will) | (lacking > box) else rank
        d.rank[i] = rank
        first = max(first, rank)
    for i in range(n):
        rank = d.rank[i]
        second = max(second, rank if rank < first else NEVER)
    for i in range(n):
        rank = d.rank[i]
        third = max(third, rank if rank < second else NEVER)
    d.aim_value[machine, 0] = w[KEEP] * size if s.day < t.days else 0
    d.aim_trip[machine, 0] = d.aim_counts[machine, 0] = 0
    top = d.aim_value[machine, 0]
    n = 1
    for place in range(1, MOST_AIMS):
        rank = first if place == 1 else second if place == 2 else third
        if rank <= HOPELESS:
            break
        i = LAST_INDEX - (rank & LAST_INDEX)
        missing = bag.beyond(d.need[i], content)
        n_missing = few(missing)
        per_missing = w[MISSING] + (w[AD_MISSING] * ad_stake(t) if opt.has(s.ads[p], i) else 0)
        d.aim_value[machine, place] = d.trip_hope[i] + per_missing * n_missing
        top = max(top, d.aim_value[machine, place])
        d.aim_trip[machine, place] = 1 << i
        waste = size + n_missing - d.need_size[i]
        d.aim_counts[machine, place] = missing | waste << WASTE_AT | ONE << LAUNCHES_AT
        n += 1
    d.n_aims[machine] = n
    d.aim_top[machine] = top
    d.aims_of[machine] = content
    d.listed = NO_CONTENT
    return n


@helper
def keep_aims(d):
    """Keep the aims of the machines: what is only tried leaves no trace (`put_back_aims`)."""
    for machine in range(MACHINES):
        copy_aims(d, machine, MACHINES + machine)


@helper
def put_back_aims(d):
    """The aims as they were kept."""
    for machine in range(MACHINES):
        copy_aims(d, MACHINES + machine, machine)
    d.listed = NO_CONTENT


@helper
def copy_aims(d, source, target):
    """Copy a row of aims."""
    d.aims_of[target] = d.aims_of[source]
    d.n_aims[target] = d.n_aims[source]
    d.aim_top[target] = d.aim_top[source]
    for place in range(MOST_AIMS):
        d.aim_value[target, place] = d.aim_value[source, place]
        d.aim_trip[target, place] = d.aim_trip[source, place]
        d.aim_counts[target, place] = d.aim_counts[source, place]


# --- the best plan


@helper
def to_take(s, p, pile):
    """The cards of a pile, as far as it is not closed to the seat."""
    return 0 if card_closed(s, p, pile) else s.piles[pile]


@helper
def room_stock(board, card):
    """The components in stock of the room of a card: garage, shop or armory."""
    if card == ARMORY:
        return board >> 24
    return ((board >> (12 * card)) & FIELD) + ((board >> (12 * card + 6)) & FIELD)


@helper
def slack(t, w, due, ads):
    """What a plan can be worth beyond the sum of its aims."""
    of_ads = max(w[AD] * t.ad_bonus, -w[AD] * t.ad_penalty) * ads
    return max(0, w[FREE]) * due + of_ads + max(0, w[EXCESS]) * MOST_EXCESS


@apart("loopsim_loop_inc_list_plans", STATE, DESK)
def list_plans(s, d, machines):
    """List the plans: the combinations of aims of a set of machines, no trip twice, the best first.

    Of three machines only two trips each are combined. A machine that is not open has no aim at all.
    """
    most = 3 if machines == 0b111 else MOST_AIMS
    row_0 = 0 if machines & 1 else NO_MACHINE
    row_1 = 1 if machines & 2 else NO_MACHINE
    row_2 = 2 if machines & 4 else NO_MACHINE
    n_0 = min(most, d.n_aims[row_0])
    n_1 = min(most, d.n_aims[row_1])
    n_2 = min(most, d.n_aims[row_2])
    n = 0
    for next_0 in range(1, n_0 + 1):
        a = next_0 if next_0 < n_0 else 0  # none last
        for next_1 in range(1, n_1 + 1):
            b = next_1 if next_1 < n_1 else 0
            if d.aim_trip[row_0, a] & d.aim_trip[row_1, b]:
                continue
            trips = d.aim_trip[row_0, a] | d.aim_trip[row_1, b]
            value = d.aim_value[row_0, a] + d.aim_value[row_1, b]
            counts = d.aim_counts[row_0, a] + d.aim_counts[row_1, b] + (a + (b << 2) << AIMS_AT)
            for next_2 in range(1, n_2 + 1):
                c = next_2 if next_2 < n_2 else 0
                d.plan_value[n] = value + d.aim_value[row_2, c]
                d.plan_trips[n] = trips | d.aim_trip[row_2, c]
                d.plan_counts[n] = counts + d.aim_counts[row_2, c] + (c << AIMS_AT + 4)
                n += trips & d.aim_trip[row_2, c] == 0
    d.n_plans = n
    for i in range(n, padded(d.n_plans)):
        d.plan_value[i] = NEVER
        d.plan_counts[i] = 0
    board = s.board
    needs = lacks = bag.EMPTY
    for i in range(padded(d.n_plans)):
        counts = d.plan_counts[i]
        missing = counts & bag.ALL
        rooms, lacking = by_room(missing), few(bag.beyond(missing, board))
        d.plan_rooms[i] = rooms
        d.plan_lacking[i] = lacking
        d.plan_waste[i] = (counts >> WASTE_AT) & MOST_WASTE
        d.plan_launches[i] = (counts >> LAUNCHES_AT) & 3
        needs |= rooms
        lacks |= lacking
    d.plan_needs, d.plan_lacks = needs, lacks
    d.listed, d.listed_board = machines, board
    return n


@apart("loopsim_loop_inc_best_plan", STATE, TABLES, DESK)
def best_plan(s, t, d, p, machines, banned, supply, due, launches):
    """The value of the best plan of those listed for a set of open machines; notes its aims.

    `banned`: trips not to aim at; `supply`: what past cards offer; `due`: new cards still to take;
    `launches`: how many can still be made today.
    """
    w = d.weight[p]
    offered = supply & ROOM_FIELDS
    wild, box = (supply // OF_ANY) & FIELD, (supply // OF_BOX) & FIELD
    exchanges, trashes = (supply // EXCHANGES) & FIELD, (supply // TRASHES) & FIELD
    sweeps, moves, ads = (supply // SWEEPS) & FIELD, (supply // MOVES) & FIELD, supply // ADS
    n_open = opt.count(machines)
    d.plan_trip[:] = 0
    d.plan_excess = d.plan_short = 0
    tears = max(0, ads - s.ads_left[p])
    ads = min(ads, s.ads_left[p])
    if n_open < 2:
        tears += moves
    if n_open == 0:
        tears += few(offered) + wild + box + exchanges + trashes
        safe = t.steps[TRASH, 0, 0] != DO_TRASH or not t.trash_empty_tears
        harmless = s.n_open - opt.count(closed_anomalies(s, p))
        harmless += to_take(s, p, TRASH) if safe else 0
        tears += max(0, due - harmless)
        return -w[AD] * t.ad_penalty * ads - cost_of_tears(s, t, d, p, tears)
    unstocked = bag.beyond(offered, d.stock)  # more cards than tokens
    offered -= unstocked
    tears += few(unstocked)
    sweeps += trashes
    replaced = wild + box
    w_excess, w_free, w_met = w[EXCESS], w[FREE], w[AD] * ad_stake(t)
    all_ads_fail = w[AD] * t.ad_penalty * ads
    new_cards = d.new_cards
    best = NEVER  # which the plan without any aim always beats
    for i in range(
        padded(d.n_plans)
    ):  # no branches, and written before it is read: eight at a time
        n_launches, rooms, excess = d.plan_launches[i], d.plan_rooms[i], d.plan_waste[i]
        lack = bag.beyond(rooms, offered)
        short = few(lack) - replaced
        over = few(bag.beyond(offered, rooms)) + max(0, -short)
        short = max(0, short)
        exchanged = min(exchanges, min(short, over + excess))
        short -= exchanged
        excess -= max(0, exchanged - over)
        over = max(0, over - exchanged)
        last = n_launches == n_open
        waste = excess + (over if last else 0)
        swept = max(0, waste - 2 * sweeps)
        swept += trashes if last & (waste == 0) else 0
        worth = d.plan_value[i] + w_excess * swept + w_free * (due - short)
        worth += w_met * min(ads, n_launches) - all_ads_fail
        out = (d.plan_trips[i] & banned != 0) | (n_launches > launches) | (d.plan_lacking[i] > box)
        out |= (short > due) | (few(bag.beyond(lack, new_cards)) > replaced + exchanges)
        worth = NEVER if out else worth
        d.plan_spare[i] = excess
        d.plan_worth[i] = worth
        best = max(best, worth)
    i = 0
    while d.plan_worth[i] != best:
        i += 1
    d.plan_excess = d.plan_spare[i]
    d.plan_short = bag.beyond(d.plan_rooms[i], offered)
    aims = d.plan_counts[i] >> AIMS_AT
    d.plan_trip[0] = d.aim_trip[0, aims & 3]
    d.plan_trip[1] = d.aim_trip[1, (aims >> 2) & 3]
    d.plan_trip[2] = d.aim_trip[2, aims >> 4]
    return best - (cost_of_tears(s, t, d, p, tears) if tears > 0 else 0)
