"""What a seat sees at a node: the stock, and what each trip is worth to the weights of its bot."""

import numpy as np

from loopsim.kernels import bag
from loopsim.kernels import options as opt
from loopsim.kernels.jit import helper
from loopsim.kernels.loop_inc.features import (
    AD,
    BONUS,
    DEAR,
    DENY,
    EDGE,
    EXCESS,
    FAR_FUTURE,
    FAR_PAST,
    FOLLOW,
    KEEP,
    OUT,
    POINTS,
    SECOND,
    TEAR,
    THREAT,
    WAIT,
)
from loopsim.kernels.loop_inc.layout import MOST_FOLLOWERS
from loopsim.kernels.loop_inc.names import ARMORY, BC, DO_POINTS, FUTURE, GARAGE, NOTHING, ONE, SHOP
from loopsim.kernels.loop_inc.offers import at_most_31, few, room_stock, to_take
from loopsim.kernels.loop_inc.presence import crowds, open_trips, second_visits
from loopsim.kernels.loop_inc.rivals import ALL_SEATS, NO_TRIP, leaders, ready_for

NEVER = np.int64(-(1 << 56))
INDEX_BITS = 5  # a rank and the index of its trip in one integer
LAST_INDEX = (1 << INDEX_BITS) - 1
NO_CONTENT = -1
DEAR_BEYOND = 5  # a trip is dear with more points


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
    crowd = crowds(s, t)
    d.candidates = open_trips(s, t, crowd, p)
    second, ready = second_visits(s, crowd, p), ready_for(s, t, crowd, p, ALL_SEATS)
    denies = w[DENY] != 0 and ready != 0
    wanted = ready_for(s, t, crowd, p, leaders(s, t, p)) if denies else NO_TRIP
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
        points, era = d.points[i], t.card_era[s.trip[i] // 2]
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
def note_followers(s, t, d, i):
    """The best other trips to go on to with the components of trip i, best first.

    Valued by points, less one for each component wasted and one for each still to be found.
    """
    need, n = d.need[i], s.n_trips
    for j in range(n):  # no branches: eight at a time
        differ = few(bag.beyond(need, d.need[j])) + few(bag.beyond(d.need[j], need))
        rank = ((d.points[j] - differ) << INDEX_BITS) + (LAST_INDEX - j)
        d.rank[j] = rank if j != i else NEVER
    best = -NEVER
    for place in range(MOST_FOLLOWERS):
        before = best
        best = NEVER
        for j in range(n):
            rank = d.rank[j]
            best = max(best, rank if rank < before else NEVER)
        d.follow_value[i, place] = best >> INDEX_BITS if best != NEVER else 0
        d.follow_trip[i, place] = LAST_INDEX - (best & LAST_INDEX) if best != NEVER else i


@helper
def follow(s, d, p, i):
    """The value of the best trip not visited yet that goes on from trip i (`note_followers`)."""
    gone = s.before[p] | s.today[p] | s.closed_trips[p]
    for place in range(MOST_FOLLOWERS):
        if not opt.has(gone, d.follow_trip[i, place]):
            return d.follow_value[i, place]
    return 0


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
def padded(n):
    """A number rounded up to whole vectors of eight."""
    return (n + 7) & ~7
