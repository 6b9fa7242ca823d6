"""Whether to launch, which machine and where to."""

from loopsim.kernels import bag
from loopsim.kernels import options as opt
from loopsim.kernels.jit import helper
from loopsim.kernels.loop_inc.features import LAUNCH, WASTE
from loopsim.kernels.loop_inc.layout import MOST_TRIPS, NO_LAUNCH
from loopsim.kernels.loop_inc.names import NOTHING, ONE
from loopsim.kernels.loop_inc.offers import ADS
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
    """Wait; or launch now, and what is left to plan for, as far as that may be better."""
    w = d.weight[p]
    list_for(s, d, p, machines)
    launches = turns_left(s, p, due)  # LI-14a: those of this turn are given up
    best = value_of(s, t, d, p, machines, NO_TRIPS, supply, due, launches)
    chosen = ONE << NO_LAUNCH
    d.score[NO_LAUNCH] = best
    launches += s.launches_left - 1
    of_machine = listed_for = NOTHING
    onward = most_onward = aimed_at = 0
    bounded = not d.exact and shuns_tears(w)
    left = opt.rest(options)
    while left != 0:
        bit = opt.first(left)
        left = opt.rest(left)
        machine, trip = (bit - 1) // MOST_TRIPS, (bit - 1) % MOST_TRIPS
        others = machines & ~(1 << machine)
        if machine != of_machine:
            of_machine = machine
            most_onward = most_value(s, t, d, p, others, due, supply // ADS)
        waste = bag.size(s.machine[p, machine]) - d.need_size[trip]
        score = w[LAUNCH] + d.trip_value[trip] + w[WASTE] * waste
        if bounded and score + most_onward < best:
            continue
        if machine != listed_for:
            listed_for = machine
            list_for(s, d, p, others)
            onward = value_of(s, t, d, p, others, NO_TRIPS, supply, due, launches)
            aimed_at = d.plan_trip[0] | d.plan_trip[1] | d.plan_trip[2]
        if opt.has(aimed_at, trip) and (not bounded or score + onward >= best):
            # the others have to go elsewhere
            score += value_of(s, t, d, p, others, 1 << trip, supply, due, launches)
        else:
            score += onward
        d.score[bit] = score
        if score > best:
            best, chosen = score, ONE << bit
        elif score == best:
            chosen |= ONE << bit
    return chosen
