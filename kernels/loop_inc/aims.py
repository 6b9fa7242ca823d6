"""The aims of a machine: none, and the trips that are worth most to it."""

from loopsim.kernels import bag
from loopsim.kernels import options as opt
from loopsim.kernels.jit import apart, helper
from loopsim.kernels.loop_inc.features import AD_MISSING, EXCESS, KEEP, MISSING
from loopsim.kernels.loop_inc.layout import DESK, MACHINES, MOST_AIMS, STATE, TABLES
from loopsim.kernels.loop_inc.names import ONE
from loopsim.kernels.loop_inc.offers import (
    EXCHANGES,
    FIELD,
    OF_ANY,
    OF_BOX,
    ROOM_FIELDS,
    by_room,
    few,
)
from loopsim.kernels.loop_inc.outlook import (
    INDEX_BITS,
    LAST_INDEX,
    NEVER,
    NO_CONTENT,
    ad_stake,
    padded,
)

# What an aim comes to, counted in one integer, so that a plan comes to the sum of its three: a bag of
# the components missing, tokens that a launch does not need, launches; of plans also which aims they
# have, two bits for each machine.
WASTE_AT = bag.TYPES * bag.BITS
LAUNCHES_AT = WASTE_AT + 10
AIMS_AT = LAUNCHES_AT + 2
MOST_WASTE = (1 << 10) - 1
NO_MACHINE = 2 * MACHINES  # a row of aims: none, which is worth nothing

HOPELESS = NEVER // 2  # above the rank of an aim that cannot be reached, below that of any other


@apart("loopsim_loop_inc_find_aims", STATE, TABLES, DESK)
def find_aims(s, t, d, p, machine, content, supply, due):
    """List the best aims of a machine with a content: none, and the trips worth most."""
    w = d.weight[p]
    size = bag.size(content)
    offered, box = supply & ROOM_FIELDS, (supply // OF_BOX) & FIELD
    at_will = due + ((supply // OF_ANY) & FIELD) + box + ((supply // EXCHANGES) & FIELD)
    per_missing, board = w[MISSING] + w[EXCESS], s.board
    n = padded(s.n_trips)
    first = second = third = NEVER
    for i in range(n):  # no branches and no other arrays: eight at a time
        missing = bag.beyond(d.need[i], content)
        short = few(bag.beyond(by_room(missing), offered))
        lacking = few(bag.beyond(missing, board))
        rank = d.trip_rank[i] + per_missing * few(missing)
        rank = (rank << INDEX_BITS) + (LAST_INDEX - i)
        rank = NEVER if (short > at_will) | (lacking > box) else rank
        d.rank[i] = rank
        first = max(first, rank)
    for i in range(n):
        rank = d.rank[i]
        second = max(second, rank if rank < first else NEVER)
    for i in range(n):
        rank = d.rank[i]
        third = max(third, rank if rank < second else NEVER)
    d.aim_value[machine, 0] = w[KEEP] * size if s.day < t.days else 0
    d.aim_trip[machine, 0] = d.aim_counts[machine, 0] = 0
    top = d.aim_value[machine, 0]
    n = 1
    for place in range(1, MOST_AIMS):
        rank = first if place == 1 else second if place == 2 else third
        if rank <= HOPELESS:
            break
        i = LAST_INDEX - (rank & LAST_INDEX)
        missing = bag.beyond(d.need[i], content)
        n_missing = few(missing)
        per_missing = w[MISSING] + (w[AD_MISSING] * ad_stake(t) if opt.has(s.ads[p], i) else 0)
        d.aim_value[machine, place] = d.trip_hope[i] + per_missing * n_missing
        top = max(top, d.aim_value[machine, place])
        d.aim_trip[machine, place] = 1 << i
        waste = size + n_missing - d.need_size[i]
        d.aim_counts[machine, place] = missing | waste << WASTE_AT | ONE << LAUNCHES_AT
        n += 1
    d.n_aims[machine] = n
    d.aim_top[machine] = top
    d.aims_of[machine] = content
    d.listed = NO_CONTENT
    return n


@helper
def keep_aims(d):
    """Keep the aims of the machines: what is only tried leaves no trace (`put_back_aims`)."""
    for machine in range(MACHINES):
        copy_aims(d, machine, MACHINES + machine)


@helper
def put_back_aims(d):
    """The aims as they were kept."""
    for machine in range(MACHINES):
        copy_aims(d, MACHINES + machine, machine)
    d.listed = NO_CONTENT


@helper
def copy_aims(d, source, target):
    """Copy a row of aims."""
    d.aims_of[target] = d.aims_of[source]
    d.n_aims[target] = d.n_aims[source]
    d.aim_top[target] = d.aim_top[source]
    for place in range(MOST_AIMS):
        d.aim_value[target, place] = d.aim_value[source, place]
        d.aim_trip[target, place] = d.aim_trip[source, place]
        d.aim_counts[target, place] = d.aim_counts[source, place]
