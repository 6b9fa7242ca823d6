"""The weighted bots: each option of a node is worth the sum of weight x feature; the best is taken.

A bot reads the state and writes only its notes on the desk. Integers throughout.
"""

from loopsim.kernels import options as opt
from loopsim.kernels.jit import helper
from loopsim.kernels.loop_inc.aims import find_aims
from loopsim.kernels.loop_inc.features import PLAN, WASTE
from loopsim.kernels.loop_inc.layout import MACHINES
from loopsim.kernels.loop_inc.names import (
    AT_ADVERTISE,
    AT_EXCHANGE_IN,
    AT_EXCHANGE_OUT,
    AT_LAUNCH,
    AT_MOVE,
    AT_SOURCE,
    AT_STEP,
    AT_TAKE,
    AT_TRASH,
)
from loopsim.kernels.loop_inc.offers import cards_to_come, offer_of
from loopsim.kernels.loop_inc.outlook import look
from loopsim.kernels.loop_inc.possible import open_machines
from loopsim.kernels.loop_inc.weigh_ads import weigh_ads
from loopsim.kernels.loop_inc.weigh_launches import weigh_launches
from loopsim.kernels.loop_inc.weigh_plans import MANDATORY, list_for
from loopsim.kernels.loop_inc.weigh_removals import weigh_moves, weigh_removals
from loopsim.kernels.loop_inc.weigh_sources import weigh_sources
from loopsim.kernels.loop_inc.weigh_steps import weigh_step
from loopsim.kernels.loop_inc.weigh_takes import weigh_exchange, weigh_takes


@helper
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
