"""Which component to return, to trash or to move from one machine to another."""

from loopsim.kernels import bag
from loopsim.kernels import options as opt
from loopsim.kernels.jit import helper
from loopsim.kernels.loop_inc.aims import find_aims, keep_aims, put_back_aims
from loopsim.kernels.loop_inc.layout import MACHINES
from loopsim.kernels.loop_inc.names import AT_TRASH
from loopsim.kernels.loop_inc.offers import OF_ANY
from loopsim.kernels.loop_inc.outlook import NEVER
from loopsim.kernels.loop_inc.weigh_plans import (
    NO_TRIPS,
    NONE,
    launches_to_come,
    value_of,
    value_with,
)


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
