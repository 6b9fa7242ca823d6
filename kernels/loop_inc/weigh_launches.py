"""Whether to launch, which machine and where to."""

from loopsim.kernels import bag
from loopsim.kernels import options as opt
from loopsim.kernels.jit import helper
from loopsim.kernels.loop_inc.features import LAUNCH, WASTE
from loopsim.kernels.loop_inc.layout import MOST_TRIPS
from loopsim.kernels.loop_inc.names import NOTHING
from loopsim.kernels.loop_inc.offers import ADS
from loopsim.kernels.loop_inc.outlook import NEVER
from loopsim.kernels.loop_inc.weigh_plans import (
    NO_TRIPS,
    list_for,
    most_value,
    shuns_tears,
    turns_left,
    value_of,
)


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
    if not d.exact and most_value(s, t, d, p, machines, due, supply // ADS) < best:
        return chosen  # to wait cannot be better
    list_for(s, d, p, machines)
    launches = turns_left(s, p, due)  # LI-14a: those of this turn are given up
    score = value_of(s, t, d, p, machines, NO_TRIPS, supply, due, launches)
    d.score[0] = score
    if score > best:
        return 1
    return chosen | 1 if score == best else chosen
