"""What a seat has, and what it can do: looked up by the rules, and by bots that know the rules."""

from loopsim.kernels import bag
from loopsim.kernels import options as opt
from loopsim.kernels.jit import apart, helper
from loopsim.kernels.loop_inc.layout import CARD, MACHINES, MOST_OFFICE_POINTS, STATE, TABLES
from loopsim.kernels.loop_inc.names import (
    ANOMALY,
    DO_ADVERTISE,
    DO_DISCARD_TEAR,
    DO_DISCARD_WASTE,
    DO_EXCHANGE,
    DO_FORGET_NEXT,
    DO_MOVE,
    DO_REGAIN_AD,
    DO_REPEAT_LAST,
    DO_SWAP_NEXT,
    DO_TAKE,
    DO_TAKE_BOX,
    DO_TRASH,
    NOTHING,
)
from loopsim.kernels.loop_inc.presence import advertisable

TAKES = 1 << bag.TYPES  # needs below are sets of types to take from

# --- machines


@helper
def open_machines(s, p):
    """LI-16: the set of machines in use this day and not launched yet this day."""
    return s.in_use & ~s.launched[p]


@helper
def held(s, p):
    """The set of (open machine, type held), as bit machine * 5 + type."""
    open_ones = open_machines(s, p)
    pairs = 0
    for machine in range(MACHINES):
        types = bag.kinds(s.machine[p, machine]) if opt.has(open_ones, machine) else 0
        pairs |= types << (bag.TYPES * machine)
    return pairs


@helper
def anything_held(s, p):
    """Whether an open machine holds a component."""
    open_ones = open_machines(s, p)
    content = 0
    for machine in range(MACHINES):
        content |= s.machine[p, machine] if opt.has(open_ones, machine) else 0
    return content != 0


@helper
def trips_served(s, content):
    """The set of trips whose need a content holds."""
    served = s.enough[0, bag.count_of(content, 0)]
    for kind in range(1, bag.TYPES):
        served &= s.enough[kind, bag.count_of(content, kind)]
    return served


@helper
def pairs_of(types, machines):
    """Each (type, machine) of two sets, as bit type * 3 + machine."""
    pairs = 0
    for kind in range(bag.TYPES):
        pairs |= ((types >> kind) & 1) * (machines << (MACHINES * kind))
    return pairs


@helper
def exchangeable(s, t, p):
    """The set of (open machine, type) that may be returned to the board."""
    pairs = held(s, p)
    if not t.exchange_may_retake:  # only if another type is in stock
        stock = bag.kinds(s.board)
        for kind in range(bag.TYPES):
            if stock & ~(1 << kind) == 0:
                for machine in range(MACHINES):
                    pairs &= ~(1 << (bag.TYPES * machine + kind))
    return pairs


@helper
def moves(s, p):
    """The set of (from, type held, to) over open machines, as bit from * 15 + type * 3 + to."""
    open_ones = open_machines(s, p)
    options = 0
    for source in range(MACHINES):
        if opt.has(open_ones, source):
            targets = open_ones & ~(1 << source)
            types = bag.kinds(s.machine[p, source])
            options |= pairs_of(types, targets) << (bag.TYPES * MACHINES * source)
    return options


# --- cards


@helper
def kind_of(card):
    """The kind of a card (`NEW_KINDS`): its pile, or that of all anomalies."""
    return min(card & CARD, ANOMALY)


@helper
def past_cards(s, p):
    """How many past cards of this day seat p has still to play."""
    return s.hand_end[p] - s.hand_at[p]


@helper
def card_to_repeat(s, t, p):
    """LI-25f: the last card lying in the tableau, or NOTHING if none or if it repeats itself."""
    if s.n_tableau[p] == 0:
        return NOTHING
    card = s.tableau[p, s.n_tableau[p] - 1] & CARD
    for i in range(t.n_steps[card]):
        if t.steps[card, i, 0] == DO_REPEAT_LAST:
            return NOTHING
    return card


@helper
def office_points(t, place):
    """LI-26: what an Office card is paid that lies at this place of the tableau, the first being 0."""
    third = place // 3
    return t.office_points[third] if third < MOST_OFFICE_POINTS else 0


@apart("loopsim_loop_inc_can_be_done", STATE, TABLES)
def can_be_done(s, t, p, what, argument):
    """The column "can be done if" of the table of steps."""
    if what == DO_TAKE:
        return open_machines(s, p) != 0 and bag.kinds(s.board) & argument != 0
    if what == DO_TAKE_BOX:
        return open_machines(s, p) != 0 and s.box != 0
    if what == DO_EXCHANGE:
        return anything_held(s, p) and (t.exchange_may_retake or exchangeable(s, t, p) != 0)
    if what == DO_MOVE:
        return anything_held(s, p) and opt.count(open_machines(s, p)) > 1
    if what == DO_TRASH:
        return anything_held(s, p)
    if what == DO_ADVERTISE:
        return s.ads_left[p] > 0 and advertisable(s, t, p) != 0
    if what == DO_DISCARD_WASTE:
        return s.waste[p] > 0
    if what == DO_DISCARD_TEAR:
        return s.tears_held[p] > 0
    if what == DO_REGAIN_AD:
        return s.ads_used[p] > 0
    if what == DO_FORGET_NEXT:
        return past_cards(s, p) >= 1
    if what == DO_SWAP_NEXT:
        return past_cards(s, p) >= 2
    return 1  # points, launch_again


@helper
def need(what, argument):
    """The number that stands for a step where it only matters whether it can be done."""
    return argument if what == DO_TAKE else TAKES + what


@helper
def failing(s, t, p, needs):
    """Of a set of needs those that seat p cannot meet now (LI-13)."""
    unmet = 0
    left = needs
    while left != 0:
        number = opt.first(left)
        left = opt.rest(left)
        what, argument = (DO_TAKE, number) if number < TAKES else (number - TAKES, 0)
        unmet |= int(can_be_done(s, t, p, what, argument) == 0) << number
    return unmet
