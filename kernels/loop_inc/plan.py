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
from loopsim.kernels.jit import apart, helper
from loopsim.kernels.loop_inc.features import (
    AD,
    AD_MISSING,
    BONUS,
    EDGE,
    EXCESS,
    FOLLOW,
    FREE,
    KEEP,
    MISSING,
    OUT,
    POINTS,
    TEAR,
    THREAT,
    WAIT,
    WEIGHTED,
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
    DO_ADVERTISE,
    DO_EXCHANGE,
    DO_MOVE,
    DO_TAKE,
    DO_TAKE_BOX,
    DO_TRASH,
    GARAGE,
    NOTHING,
    ONE,
    ROOMS,
    SHOP,
)

# What cards offer, counted in one integer, six bits each.
BITS = 6
FIELD = 0x3F
OF_GARAGE, OF_SHOP, OF_ARMORY, OF_ANY, OF_BOX, EXCHANGES, TRASHES, SWEEPS, MOVES, ADS = (
    1 << (BITS * place) for place in range(10)
)
LASTING = MOVES - 1  # a mask: all but what is done as soon as the card is played (moves, ads)
GARAGE_TYPES, SHOP_TYPES, ARMORY_TYPES = ROOMS["garage"], ROOMS["shop"], ROOMS["armory"]

NEVER = np.int64(-(1 << 62))
HOPELESS = np.int64(-(1 << 61))  # below the rank of any aim that can be reached
MOST_EXCESS = 32


# --- once a game


@helper
def prepare(s, t, d):
    """What does not change in a game: what each card offers, and which trip goes on well to which."""
    weighted = 0
    for p in range(t.players):
        weighted |= d.family[p] == WEIGHTED
    if not weighted:
        return
    for card in range(len(d.offers)):
        d.offers[card] = offer(t, card)
    for i in range(s.n_trips):
        d.need_size[i] = bag.size(s.need[i])
        note_followers(s, t, d, i)


@helper
def offer(t, card):
    """What the steps of a card can bring to a plan."""
    total = 0
    for i in range(t.n_steps[card]):
        what, argument, optional = t.steps[card, i, 0], t.steps[card, i, 1], t.steps[card, i, 2]
        if what == DO_TAKE:
            if argument == GARAGE_TYPES:
                total += OF_GARAGE
            elif argument == SHOP_TYPES:
                total += OF_SHOP
            elif argument == ARMORY_TYPES:
                total += OF_ARMORY
            else:
                total += OF_ANY
        elif what == DO_TAKE_BOX:
            total += OF_BOX
        elif what == DO_EXCHANGE:
            total += EXCHANGES
        elif what == DO_TRASH:
            total += SWEEPS if optional else TRASHES
        elif what == DO_MOVE and not optional:
            total += MOVES
        elif what == DO_ADVERTISE and not optional:
            total += ADS
    return total


@helper
def note_followers(s, t, d, i):
    """The best other trips to go on to with the components of trip i, best first.

    Valued by points, less one for each component wasted and one for each still to be found.
    """
    n = 0
    for j in range(s.n_trips):
        if j != i:
            apart = bag.size(bag.beyond(s.need[i], s.need[j]))
            apart += bag.size(bag.beyond(s.need[j], s.need[i]))
            value = t.trip_points[s.trip[j]] - apart
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
def cards_to_come(s, d, p):
    """What the past cards of today will still offer."""
    supply = 0
    for i in range(s.hand_at[p], s.hand_end[p]):
        supply += d.offers[s.hand[p, i] & CARD]
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
    gone = s.before[p] | s.today[p]
    for place in range(MOST_FOLLOWERS):
        if not opt.has(gone, d.follow_trip[i, place]):
            return d.follow_value[i, place]
    return 0


@apart("loopsim_loop_inc_look", STATE, TABLES, DESK)
def look(s, t, d, p):
    """Which trips are open to the seat today, what each is worth, and what waiting risks."""
    w = d.weight[p]
    one = two = three = visited = ready = 0
    for q in range(t.players):
        if q != p:
            here = s.today[q] | s.ads[q]
            three |= two & here
            two |= one & here
            one |= here
            visited |= s.today[q]
            if s.new_due[q] > 0 or s.hand_at[q] < s.hand_end[q]:
                fits = 0
                for machine in range(MACHINES):
                    if opt.has(s.in_use & ~s.launched[q], machine):
                        fits |= s.fits[q, machine]
                ready |= fits & ~(s.before[q] | s.today[q])
    full = one if t.trip_capacity == 1 else two if t.trip_capacity == 2 else three
    if t.trip_capacity > 3:
        full = 0
    if t.ad_owner_keeps_place:  # LI-44
        full &= ~s.ads[p]
    else:
        full |= s.ads[p] & visited
    own = s.before[p]
    if not t.same_day_revisit:
        own |= s.today[p]
    d.candidates = ((1 << s.n_trips) - 1) & ~(full | own)
    for_tear = -cost_of_tears(s, t, d, p, ONE)
    for i in range(s.n_trips):
        d.trip_hope[i] = NEVER
    trips = d.candidates
    while trips != 0:
        i = opt.first(trips)
        trips = opt.rest(trips)
        value = w[POINTS] * t.trip_points[s.trip[i]]
        wait = w[WAIT]
        if opt.has(s.ads[p], i):
            value += w[AD] * (t.ad_bonus + t.ad_penalty)
        else:
            if opt.has(one, i):
                value += for_tear
            if opt.has(ready, i):
                wait += w[THREAT]
        if t.trip_bonus[s.trip[i]] != NOTHING:
            value += w[BONUS]
        if s.day < t.days and t.components_stay:
            value += w[KEEP] * d.need_size[i] + w[FOLLOW] * follow(s, d, p, i)
        d.trip_value[i] = value
        d.trip_hope[i] = value + wait
    return d.candidates


@apart("loopsim_loop_inc_find_aims", STATE, TABLES, DESK)
def find_aims(s, t, d, p, machine, content, supply, due):
    """List the best aims of a machine with a content: none, and the trips worth most."""
    w = d.weight[p]
    size = bag.size(content)
    d.aim_value[machine, 0] = w[KEEP] * size if s.day < t.days else 0
    d.aim_trip[machine, 0] = 0
    d.aim_missing[machine, 0] = 0
    d.aim_excess[machine, 0] = 0
    garage, shop, armory = supply & FIELD, (supply >> 6) & FIELD, (supply >> 12) & FIELD
    box = (supply >> 24) & FIELD
    at_will = due + ((supply >> 18) & FIELD) + box + ((supply >> 30) & FIELD)
    w_missing, w_excess, board = w[MISSING], w[EXCESS], s.board
    for i in range(s.n_trips):  # no branches: faster than leaving trips out
        missing = bag.beyond(s.need[i], content)
        n_missing = few(missing)
        rank = (
            d.trip_hope[i] + w_missing * n_missing + w_excess * (size + n_missing - d.need_size[i])
        )
        short = max(0, (missing & FIELD) + ((missing >> 6) & FIELD) - garage)
        short += max(0, ((missing >> 12) & FIELD) + ((missing >> 18) & FIELD) - shop)
        short += max(0, (missing >> 24) - armory)
        lacking = few(bag.beyond(missing, board))
        d.rank[i] = NEVER if (short > at_will) | (lacking > box) else rank
    rank_0 = rank_1 = rank_2 = HOPELESS
    best_0 = best_1 = best_2 = 0
    for i in range(s.n_trips):
        rank = d.rank[i]
        if rank <= rank_2:
            continue
        if rank > rank_0:
            rank_0, rank_1, rank_2 = rank, rank_0, rank_1
            best_0, best_1, best_2 = i, best_0, best_1
        elif rank > rank_1:
            rank_1, rank_2 = rank, rank_1
            best_1, best_2 = i, best_1
        else:
            rank_2 = rank
            best_2 = i
    n = 1
    spare = 0
    for place in range(1, MOST_AIMS):
        rank = rank_0 if place == 1 else rank_1 if place == 2 else rank_2
        i = best_0 if place == 1 else best_1 if place == 2 else best_2
        if rank == HOPELESS:
            break
        missing = bag.beyond(s.need[i], content)
        n_missing = few(missing)
        d.aim_trip[machine, place] = 1 << i
        d.aim_missing[machine, place] = missing
        d.aim_excess[machine, place] = size + n_missing - d.need_size[i]
        d.aim_value[machine, place] = d.trip_hope[i] + w[MISSING] * n_missing
        if opt.has(s.ads[p], i):
            d.aim_value[machine, place] += w[AD_MISSING] * n_missing
        spare |= bag.kinds(bag.beyond(content, s.need[i]))
        n += 1
    d.spare[machine] = spare
    d.n_aims[machine] = n
    top = d.aim_value[machine, 0]
    for aim in range(1, n):
        top = max(top, d.aim_value[machine, aim])
    d.aim_top[machine] = top
    return n


# --- the best plan


@helper
def room_stock(s, card):
    """The components in stock of the room of a card: garage, shop or armory."""
    if card == ARMORY:
        return s.board >> 24
    return ((s.board >> (12 * card)) & FIELD) + ((s.board >> (12 * card + 6)) & FIELD)


@apart("loopsim_loop_inc_best_plan", STATE, TABLES, DESK)
def best_plan(s, t, d, p, machines, banned, supply, due, launches):
    """The value of the best plan for a set of open machines; notes its aims.

    `banned`: trips not to aim at; `supply`: what past cards offer; `due`: new cards still to take;
    `launches`: how many can still be made today.
    """
    w = d.weight[p]
    garage, shop, armory = supply & FIELD, (supply >> 6) & FIELD, (supply >> 12) & FIELD
    wild, box = (supply >> 18) & FIELD, (supply >> 24) & FIELD
    exchanges, trashes = (supply >> 30) & FIELD, (supply >> 36) & FIELD
    sweeps, moves, ads = (supply >> 42) & FIELD, (supply >> 48) & FIELD, supply >> 54
    n_open = opt.count(machines)
    d.plan_trip[:] = 0
    d.plan_excess = d.plan_short = 0
    tears = max(0, ads - s.ads_left[p])
    if n_open < 2:
        tears += moves
    if n_open > 0:  # more cards than tokens
        empty = max(0, garage - room_stock(s, GARAGE)) + max(0, armory - room_stock(s, ARMORY))
        tears += empty + max(0, shop - room_stock(s, SHOP))
        garage, shop = min(garage, room_stock(s, GARAGE)), min(shop, room_stock(s, SHOP))
        armory = min(armory, room_stock(s, ARMORY))
    if n_open == 0:
        tears += garage + shop + armory + wild + box + exchanges + trashes
        harmless = s.n_open + (s.piles[3] if t.steps[3, 0, 0] != DO_TRASH else 0)
        tears += max(0, due - harmless)
        met = -w[AD] * t.ad_penalty * min(ads, s.ads_left[p])
        return met - cost_of_tears(s, t, d, p, tears)
    fixed = -cost_of_tears(s, t, d, p, tears) if tears > 0 else 0
    ads = min(ads, s.ads_left[p])
    best = NEVER
    # what a plan can be worth beyond the sum of its aims, to leave out hopeless ones early
    slack = (
        max(0, w[FREE]) * due + max(0, w[AD]) * t.ad_bonus * ads + max(0, w[EXCESS]) * MOST_EXCESS
    )
    top_2 = d.aim_top[2] + slack if machines & 4 else slack
    top_1 = d.aim_top[1] + top_2 if machines & 2 else top_2
    n_0 = d.n_aims[0] if machines & 1 else 1
    n_1 = d.n_aims[1] if machines & 2 else 1
    n_2 = d.n_aims[2] if machines & 4 else 1
    if n_open > 2:
        n_0, n_1, n_2 = min(n_0, 3), min(n_1, 3), min(n_2, 3)
    for down_0 in range(n_0, 0, -1):
        a = n_0 - down_0 + 1 if down_0 > 1 else 0  # the best first, none last
        trip_0 = d.aim_trip[0, a] if a > 0 else 0
        if trip_0 & banned:
            continue
        value_0 = d.aim_value[0, a] if machines & 1 else 0
        if value_0 + top_1 <= best:
            continue
        missing_0 = d.aim_missing[0, a] if a > 0 else 0
        excess_0 = d.aim_excess[0, a] if a > 0 else 0
        for down_1 in range(n_1, 0, -1):
            b = n_1 - down_1 + 1 if down_1 > 1 else 0
            trip_1 = d.aim_trip[1, b] if b > 0 else 0
            if trip_1 & (banned | trip_0):
                continue
            value_1 = value_0 + (d.aim_value[1, b] if machines & 2 else 0)
            if value_1 + top_2 <= best:
                continue
            missing_1 = missing_0 + (d.aim_missing[1, b] if b > 0 else 0)
            excess_1 = excess_0 + (d.aim_excess[1, b] if b > 0 else 0)
            for down_2 in range(n_2, 0, -1):
                c = n_2 - down_2 + 1 if down_2 > 1 else 0
                value = value_1 + (d.aim_value[2, c] if machines & 4 else 0)
                if value + slack <= best:
                    continue
                trip_2 = d.aim_trip[2, c] if c > 0 else 0
                if trip_2 & (banned | trip_0 | trip_1):
                    continue
                n_aims = min(a, 1) + min(b, 1) + min(c, 1)
                if n_aims > launches:
                    continue
                missing = missing_1 + (d.aim_missing[2, c] if c > 0 else 0)
                excess = excess_1 + (d.aim_excess[2, c] if c > 0 else 0)
                lacking = few(bag.beyond(missing, s.board))
                if lacking > box:
                    continue
                lack_garage = (missing & FIELD) + ((missing >> 6) & FIELD) - garage
                lack_shop = ((missing >> 12) & FIELD) + ((missing >> 18) & FIELD) - shop
                lack_armory = (missing >> 24) - armory
                short = max(0, lack_garage) + max(0, lack_shop) + max(0, lack_armory)
                over = max(0, -lack_garage) + max(0, -lack_shop) + max(0, -lack_armory)
                others = wild + box - short
                short = max(0, -others)
                over += max(0, others)
                if short > due:
                    fix = min(exchanges, short, over + excess)
                    short -= fix
                    if fix <= over:
                        over -= fix
                    else:
                        excess -= fix - over
                        over = 0
                    if short > due:
                        continue
                hard = max(0, lack_garage - s.piles[GARAGE])
                hard += max(0, lack_shop - s.piles[SHOP]) + max(0, lack_armory - s.piles[ARMORY])
                if hard > wild + box + exchanges:
                    continue
                waste = excess + (over if n_aims == n_open else 0)
                if sweeps + trashes > 0:
                    if waste > 0:
                        waste = max(0, waste - 2 * (sweeps + trashes))
                    elif n_aims == n_open:
                        waste += trashes
                value += w[EXCESS] * waste + w[FREE] * (due - short)
                if ads > 0:
                    met = min(ads, n_aims)
                    value += w[AD] * (met * t.ad_bonus - (ads - met) * t.ad_penalty)
                if value > best:
                    best = value
                    d.plan_trip[0], d.plan_trip[1], d.plan_trip[2] = trip_0, trip_1, trip_2
                    d.plan_excess = excess
                    d.plan_short = (lack_garage > 0) | (lack_shop > 0) << 1 | (lack_armory > 0) << 2
    return best + fixed
