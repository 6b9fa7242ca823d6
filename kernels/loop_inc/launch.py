"""Launching (LI-40 to LI-47)."""

from loopsim.kernels import bag
from loopsim.kernels import options as opt
from loopsim.kernels.jit import helper, inlined
from loopsim.kernels.loop_inc.actions import fill
from loopsim.kernels.loop_inc.choose import choose
from loopsim.kernels.loop_inc.effects import carry_out
from loopsim.kernels.loop_inc.focal import count_launch
from loopsim.kernels.loop_inc.layout import MACHINES, MOST_TRIPS, NO_LAUNCH
from loopsim.kernels.loop_inc.log import record
from loopsim.kernels.loop_inc.names import AT_LAUNCH, EV_LAUNCH, NOTHING, SECOND_VISITOR
from loopsim.kernels.loop_inc.penalties import is_out, take_tear
from loopsim.kernels.loop_inc.possible import open_machines
from loopsim.kernels.loop_inc.presence import (
    crowds,
    open_trips,
    second_visits,
    shut_by_ads,
    there_by_ad,
    visited_by_others,
)


@inlined
def launches(s, t, d, p):
    """LI-14, LI-14a: the choice is offered until no launch is left or it is declined."""
    first = True
    while s.launches_left > 0 and not is_out(s, p):
        trips = served(s, p)
        if first and trips != 0:
            note_shut_out(s, t, p, trips)
        first = False
        option = choose(s, t, d, p, AT_LAUNCH, launch_options(s, t, p, trips))
        if option == NO_LAUNCH:
            return
        s.launches_left -= 1
        launch(s, t, d, p, (option - 1) // MOST_TRIPS, (option - 1) % MOST_TRIPS)


@helper
def served(s, p):
    """LI-15, LI-16: the set of trips whose need an open machine of seat p holds."""
    open_ones = open_machines(s, p)
    trips = 0
    for machine in range(MACHINES):
        trips |= s.fits[p, machine] if opt.has(open_ones, machine) else 0
    return trips


@helper
def note_shut_out(s, t, p, trips):
    """LI-41: count the turn if a rival's ad keeps seat p from a trip that a machine of it serves."""
    trips &= there_by_ad(s, t, p)
    if trips != 0:
        s.shut_out[p] += shut_by_ads(s, t, p, trips) != 0


@helper
def launch_options(s, t, p, trips):
    """LI-40: none; each (open machine, trip) that it serves and that is open to seat p.

    `trips`: all that are served.
    """
    options = 1 << NO_LAUNCH
    if trips != 0:
        trips &= open_trips(s, t, crowds(s, t), p)
        open_ones = open_machines(s, p)
        for machine in range(MACHINES):
            fits = s.fits[p, machine] if opt.has(open_ones, machine) else 0
            options |= (fits & trips) << (1 + MOST_TRIPS * machine)
    return options


@helper
def launch(s, t, d, p, machine, trip):
    """LI-42a: the launch is completed first, then the tear is taken, then the bonus."""
    met = opt.has(s.ads[p], trip)
    second = opt.has(second_visits(s, crowds(s, t), p), trip)
    leave_behind(s, t, d, p, machine, trip, met, second)
    if second:
        take_tear(s, t, d, p, SECOND_VISITOR)
    bonus = t.trip_bonus[s.trip[trip]]
    if bonus != NOTHING and not is_out(s, p):
        carry_out(s, t, d, p, bonus, t.future_bonus_optional)  # LI-47, LI-47a


@helper
def leave_behind(s, t, d, p, machine, trip, met, second):
    """LI-43, LI-45, LI-46: token on the trip, points, waste, ad met."""
    need = s.need[trip]
    waste = s.machine[p, machine] - need
    points = t.trip_points[s.trip[trip]]
    n_waste = bag.size(waste)
    s.launched[p] |= 1 << machine
    if t.components_stay:
        fill(s, p, machine, need)
    else:
        s.box += need
        fill(s, p, machine, bag.EMPTY)
    s.today[p] |= 1 << trip
    s.trip_points[p] += points
    s.waste[p] += n_waste
    s.waste_made[p, s.day - 1] += n_waste
    s.score[p] += points - t.waste_cost * n_waste
    s.score_moved = 1
    s.launches[p, s.day - 1] += 1
    s.second[p] += second
    s.second_to_ad[p] += second and not opt.has(visited_by_others(s, t, p), trip)
    s.trip_visits[trip, s.day - 1] += 1
    s.trip_second[trip] += second
    count_launch(s, p, trip)
    if met:
        s.ads[p] &= ~(1 << trip)
        s.ads_used[p] += 1
        s.met_ads[p, s.day - 1] += 1
    record(d, EV_LAUNCH, p, machine, trip, waste, (points << 2) | (met << 1) | second)
