"""What the plan for the rest of the day is worth at a node, as it is and with other machines."""

import numpy as np

from loopsim.kernels import options as opt
from loopsim.kernels.jit import helper
from loopsim.kernels.loop_inc.aims import find_aims
from loopsim.kernels.loop_inc.features import EDGE, OUT, PLAN, TEAR
from loopsim.kernels.loop_inc.layout import MACHINES
from loopsim.kernels.loop_inc.outlook import NEVER
from loopsim.kernels.loop_inc.plan import best_plan, list_plans, slack
from loopsim.kernels.loop_inc.possible import past_cards

PERCENT = 100
NONE = np.int64(0)  # typed: Numba compiles a function once more for a bare 0
NO_TRIPS = NONE
MANDATORY = NONE


@helper
def value_of(s, t, d, p, machines, banned, supply, due, launches):
    """The feature `plan` times its weight."""
    weight = d.weight[p, PLAN]
    if weight == 0:
        return 0
    return weight * best_plan(s, t, d, p, machines, banned, supply, due, launches) // PERCENT


@helper
def list_for(s, d, p, machines):
    """List the plans of a set of machines, unless they are listed."""
    if d.weight[p, PLAN] != 0 and (d.listed != machines or d.listed_board != s.board):
        list_plans(s, d, machines)


@helper
def value_with(s, t, d, p, machines, machine, content, supply, due, launches):
    """The feature `plan` times its weight if a machine had another content."""
    if d.weight[p, PLAN] == 0:
        return 0
    find_aims(s, t, d, p, machine, content, supply, due)
    list_plans(s, d, machines)
    return value_of(s, t, d, p, machines, NO_TRIPS, supply, due, launches)


@helper
def most_value(s, t, d, p, machines, due, ads):
    """A bound of `value_of` for these machines, whatever the cards bring; `due`: as there."""
    w = d.weight[p]
    if not shuns_tears(w):
        return -NEVER
    most = slack(t, w, due, ads)
    for machine in range(MACHINES):
        if opt.has(machines, machine):
            most += d.aim_top[machine]
    return w[PLAN] * most // PERCENT


@helper
def turns_left(s, p, due):
    """Turns of today after this one."""
    return due + past_cards(s, p)


@helper
def launches_to_come(s, p, due):
    """Launches that can still be made today, this turn's included."""
    return s.launches_left + turns_left(s, p, due)


@helper
def shuns_tears(w):
    """Whether a plan is worth the more the better it is, and the less the more tears it costs."""
    return w[PLAN] >= 0 and w[TEAR] <= 0 and w[OUT] <= w[EDGE] <= 0
