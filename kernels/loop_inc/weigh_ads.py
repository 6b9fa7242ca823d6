"""Ads: what one put down now can bring, and on which trip to put it."""

from loopsim.kernels import bag
from loopsim.kernels import options as opt
from loopsim.kernels.jit import helper
from loopsim.kernels.loop_inc.features import AD, AD_MISSING, PLAN, WASTE
from loopsim.kernels.loop_inc.layout import MACHINES
from loopsim.kernels.loop_inc.outlook import NEVER, ad_stake
from loopsim.kernels.loop_inc.presence import advertisable
from loopsim.kernels.loop_inc.weigh_plans import NO_TRIPS, PERCENT, launches_to_come, value_of


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
