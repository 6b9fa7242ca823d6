"""What a weighted bot plans: for each open machine a trip, with the cards that today still brings.

A plan gives every open machine an aim, a trip or none, no trip twice. It is worth what its launches are
worth to the bot's weights, less what they lack, waste and risk. What today still brings is a count of
each kind of help: the past cards to come and, at will, the new cards due. Machines are not asked in
which order the cards come. All of it is on the table for everyone to see: the order of the anomaly deck
and draws to come are not looked at.
"""

from loopsim.kernels import bag
from loopsim.kernels import options as opt
from loopsim.kernels.jit import apart, copy, helper
from loopsim.kernels.loop_inc.aims import AIMS_AT, LAUNCHES_AT, MOST_WASTE, NO_MACHINE, WASTE_AT
from loopsim.kernels.loop_inc.closing import closed_anomalies
from loopsim.kernels.loop_inc.features import AD, EXCESS, FREE, RANDOM
from loopsim.kernels.loop_inc.layout import DESK, MOST_AIMS, STATE, TABLES
from loopsim.kernels.loop_inc.names import DO_TRASH, TRASH
from loopsim.kernels.loop_inc.offers import (
    ADS,
    EXCHANGES,
    FIELD,
    MOVES,
    OF_ANY,
    OF_BOX,
    ROOM_FIELDS,
    SWEEPS,
    TRASHES,
    by_room,
    few,
    offers_of,
    to_take,
)
from loopsim.kernels.loop_inc.outlook import (
    NEVER,
    NO_CONTENT,
    ad_stake,
    cost_of_tears,
    note_followers,
    padded,
)

MOST_EXCESS = 32
PLAN_BITS = 5  # the worth of a plan and its number in one integer
LAST_PLAN = (1 << PLAN_BITS) - 1


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
        d.points[i] = t.trip_points[s.trip[i]]
    for i in range(s.n_trips):
        note_followers(s, t, d, i)


@helper
def forget(d):
    """What was worked out for the nodes so far does not hold: another game, or another course of it."""
    d.seen[:] = 0
    d.based_on[:] = 0
    d.aims_of[:] = NO_CONTENT
    d.listed = NO_CONTENT
    d.counted[:] = NO_CONTENT
    d.n_aims[NO_MACHINE] = 1
    d.aim_value[NO_MACHINE, 0] = d.aim_trip[NO_MACHINE, 0] = d.aim_counts[NO_MACHINE, 0] = 0


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
            clash = d.aim_trip[row_0, a] & d.aim_trip[row_1, b]
            trips = d.aim_trip[row_0, a] | d.aim_trip[row_1, b]
            value = d.aim_value[row_0, a] + d.aim_value[row_1, b]
            counts = d.aim_counts[row_0, a] + d.aim_counts[row_1, b] + (a + (b << 2) << AIMS_AT)
            for next_2 in range(1, n_2 + 1):
                c = next_2 if next_2 < n_2 else 0
                d.plan_value[n] = value + d.aim_value[row_2, c]
                d.plan_trips[n] = trips | d.aim_trip[row_2, c]
                d.plan_counts[n] = counts + d.aim_counts[row_2, c] + (c << AIMS_AT + 4)
                n += clash | trips & d.aim_trip[row_2, c] == 0
    d.n_plans = n
    for i in range(n, padded(d.n_plans)):
        d.plan_value[i] = NEVER
        d.plan_counts[i] = 0
    board = s.board
    for i in range(padded(d.n_plans)):
        counts = d.plan_counts[i]
        missing = counts & bag.ALL
        d.plan_rooms[i] = by_room(missing)
        d.plan_lacking[i] = few(bag.beyond(missing, board))
        d.plan_waste[i] = (counts >> WASTE_AT) & MOST_WASTE
        d.plan_launches[i] = (counts >> LAUNCHES_AT) & 3
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
    helped = NEVER
    best = NEVER << PLAN_BITS  # which the plan without any aim always beats
    n = padded(d.n_plans)
    for i in range(n):  # no branches, and written before it is read: eight at a time
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
        out = (d.plan_trips[i] & banned != 0) | (n_launches > launches) | (short > due)
        lacking = d.plan_lacking[i]
        helped = max(helped, NEVER if out | (lacking > box + 1) else worth)
        out |= lacking > box
        out |= few(bag.beyond(lack, new_cards)) > replaced + exchanges
        worth = NEVER if out else worth
        worth = (worth << PLAN_BITS) + (LAST_PLAN - i)  # of equals the first
        d.plan_spare[i] = excess
        best = max(best, worth)
    i = LAST_PLAN - (best & LAST_PLAN)
    best >>= PLAN_BITS
    d.plan_excess = d.plan_spare[i]
    d.plan_short = bag.beyond(d.plan_rooms[i], offered)
    aims = d.plan_counts[i] >> AIMS_AT
    d.plan_trip[0] = d.aim_trip[0, aims & 3]
    d.plan_trip[1] = d.aim_trip[1, (aims >> 2) & 3]
    d.plan_trip[2] = d.aim_trip[2, aims >> 4]
    torn = cost_of_tears(s, t, d, p, tears) if tears > 0 else 0
    d.plan_helped = helped - torn
    return best - torn


@helper
def slack(t, w, due, ads):
    """What a plan can be worth beyond the sum of its aims."""
    of_ads = max(w[AD] * t.ad_bonus, -w[AD] * t.ad_penalty) * ads
    return max(0, w[FREE]) * due + of_ads + max(0, w[EXCESS]) * MOST_EXCESS
