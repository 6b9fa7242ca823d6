"""The actions (LI-20 to LI-26): what each step of a card does.

Every card is a list of up to three steps; the basic cards have one. A step that must be done and
cannot be costs a tear (LI-13); whether a tear may still be paid is `s.tear_free`.
"""

from loopsim.kernels import bag
from loopsim.kernels.jit import helper
from loopsim.kernels.loop_inc.choose import choose
from loopsim.kernels.loop_inc.layout import MACHINES, TEAR_INSTEAD
from loopsim.kernels.loop_inc.log import record
from loopsim.kernels.loop_inc.names import (
    AD_NO_TRIP,
    AD_NONE_LEFT,
    AT_ADVERTISE,
    AT_EXCHANGE_IN,
    AT_EXCHANGE_OUT,
    AT_MOVE,
    AT_TAKE,
    AT_TRASH,
    AT_WASTE,
    BY_EFFECT,
    EV_ADVERTISE,
    EV_EXCHANGE,
    EV_MOVE,
    EV_TAKE,
    EV_TRASH,
    EV_WASTE_DISCARDED,
    EXCHANGE_NOTHING,
    FROM_BOARD,
    FROM_BOX,
    MOVE_IMPOSSIBLE,
    NO_OPEN_MACHINE,
    ROOM_EMPTY,
    TRASH_NOTHING,
    YES_OR_NO,
)
from loopsim.kernels.loop_inc.penalties import fail, tear_by_choice
from loopsim.kernels.loop_inc.possible import (
    exchangeable,
    held,
    moves,
    open_machines,
    pairs_of,
    trips_served,
)
from loopsim.kernels.loop_inc.presence import advertisable

# --- machines


@helper
def fill(s, p, machine, content):
    """Give a machine its content and note which trips it can serve now."""
    s.machine[p, machine] = content
    s.fits[p, machine] = trips_served(s, content)


@helper
def put_in(s, p, machine, kind):
    """A component from the board or the box into a machine."""
    s.taken[p, kind] += 1
    fill(s, p, machine, s.machine[p, machine] + bag.one(kind))


# --- garage, shop, armory, and the takes of effects (LI-20)


@helper
def take(s, t, d, p, types):
    """LI-20: a component of the room (a set of types) from the board into an open machine."""
    machines = open_machines(s, p)
    stock = bag.kinds(s.board) & types
    if machines == 0:
        fail(s, t, d, p, NO_OPEN_MACHINE)  # LI-50b: before an empty room
    elif stock == 0:
        fail(s, t, d, p, ROOM_EMPTY)
    else:
        options = pairs_of(stock, machines)
        named_room = types != bag.ALL_TYPES
        if named_room and stock != types and not s.tear_free:  # LI-20a, LI-25d
            options |= 1 << TEAR_INSTEAD
        option = choose(s, t, d, p, AT_TAKE, options)
        if option == TEAR_INSTEAD:
            tear_by_choice(s, t, d, p)
        else:
            kind, machine = option // MACHINES, option % MACHINES
            s.board -= bag.one(kind)
            put_in(s, p, machine, kind)
            record(d, EV_TAKE, p, kind, machine, FROM_BOARD)


@helper
def take_box(s, t, d, p):
    """Effect step `take_box`: any type with a token in the box, into an open machine."""
    machines = open_machines(s, p)
    stock = bag.kinds(s.box)
    if machines == 0 or stock == 0:
        fail(s, t, d, p, BY_EFFECT)
    else:
        option = choose(s, t, d, p, AT_TAKE, pairs_of(stock, machines))
        kind, machine = option // MACHINES, option % MACHINES
        s.box -= bag.one(kind)
        put_in(s, p, machine, kind)
        record(d, EV_TAKE, p, kind, machine, FROM_BOX)


# --- exchange (LI-21)


@helper
def exchange(s, t, d, p):
    """LI-21: return one component from an open machine, take any from the board into it."""
    pairs = exchangeable(s, t, p)
    if pairs == 0:
        fail(s, t, d, p, EXCHANGE_NOTHING)
        return
    option = choose(s, t, d, p, AT_EXCHANGE_OUT, pairs)
    machine, out = option // bag.TYPES, option % bag.TYPES
    s.machine[p, machine] -= bag.one(out)
    s.board += bag.one(out)
    stock = bag.kinds(s.board)
    if not t.exchange_may_retake:
        stock &= ~(1 << out)
    kind = choose(s, t, d, p, AT_EXCHANGE_IN, stock)
    s.board -= bag.one(kind)
    put_in(s, p, machine, kind)
    record(d, EV_EXCHANGE, p, machine, out, kind)


# --- move (LI-22)


@helper
def move(s, t, d, p):
    """LI-22: one component from one open machine to another."""
    options = moves(s, p)
    if options == 0:
        fail(s, t, d, p, MOVE_IMPOSSIBLE)
        return
    option = choose(s, t, d, p, AT_MOVE, options)
    source, pair = option // (bag.TYPES * MACHINES), option % (bag.TYPES * MACHINES)
    kind, target = pair // MACHINES, pair % MACHINES
    fill(s, p, source, s.machine[p, source] - bag.one(kind))
    fill(s, p, target, s.machine[p, target] + bag.one(kind))
    record(d, EV_MOVE, p, source, target, kind)


# --- advertise (LI-23)


@helper
def advertise(s, t, d, p):
    """LI-23: one of the own ad tokens onto a trip."""
    if s.ads_left[p] == 0:
        fail(s, t, d, p, AD_NONE_LEFT)
        return
    trips = advertisable(s, t, p)
    if trips == 0:
        fail(s, t, d, p, AD_NO_TRIP)
        return
    trip = choose(s, t, d, p, AT_ADVERTISE, trips)
    s.ads_left[p] -= 1
    s.ads[p] |= 1 << trip
    s.ads_placed[p, s.day - 1] += 1
    s.trip_ads[trip] += 1
    record(d, EV_ADVERTISE, p, trip)


# --- trash (LI-24) and Office (LI-26)


@helper
def trash(s, t, d, p):
    """LI-24: one or more components out of the open machines and out of the game."""
    pairs = held(s, p)
    if pairs == 0:
        if t.trash_empty_tears:
            fail(s, t, d, p, TRASH_NOTHING)
        return
    option = choose(s, t, d, p, AT_TRASH, pairs << 1)
    while option > 0:
        machine, kind = (option - 1) // bag.TYPES, (option - 1) % bag.TYPES
        fill(s, p, machine, s.machine[p, machine] - bag.one(kind))
        record(d, EV_TRASH, p, machine, kind)
        option = choose(s, t, d, p, AT_TRASH, (held(s, p) << 1) | 1)


@helper
def office(s, t, d, p):
    """LI-26, LI-26a: one waste token may be discarded; never a tear. Paid at day end."""
    if s.waste[p] > 0 and choose(s, t, d, p, AT_WASTE, YES_OR_NO) == 1:
        discard_waste(s, t, d, p)


@helper
def discard_waste(s, t, d, p):
    """LI-26d: one waste token out of the penalty box and out of the game."""
    s.waste[p] -= 1
    s.waste_discarded[p] += 1
    s.score[p] += t.waste_cost
    s.score_moved = 1
    record(d, EV_WASTE_DISCARDED, p)
