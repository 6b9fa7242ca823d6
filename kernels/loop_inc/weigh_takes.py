"""Which component to take into which machine, and what for the one just returned."""

from loopsim.kernels import bag
from loopsim.kernels import options as opt
from loopsim.kernels.jit import helper
from loopsim.kernels.loop_inc.aims import find_aims, keep_aims, put_back_aims
from loopsim.kernels.loop_inc.features import PLAN, STARVE, STOCK, VOLUNTARY, WASTE
from loopsim.kernels.loop_inc.layout import MACHINES, TEAR_INSTEAD
from loopsim.kernels.loop_inc.names import ONE
from loopsim.kernels.loop_inc.offers import OF_ANY
from loopsim.kernels.loop_inc.outlook import NEVER, cost_of_tears
from loopsim.kernels.loop_inc.rivals import lacking_one
from loopsim.kernels.loop_inc.weigh_plans import (
    NO_TRIPS,
    NONE,
    launches_to_come,
    value_of,
    value_with,
)


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
            kind = bit // MACHINES
            score = planned + w[STOCK] * bag.count_of(s.board, kind)
            if w[STARVE] != 0:
                score += w[STARVE] * lacking_one(s, t, p, kind)
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
