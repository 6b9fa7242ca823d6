"""The vocabulary of Loop, Inc.: what the small integers of the kernel mean.

Plain constants and tuples; a name's place in its tuple is its code. Codes are NumPy integers: Numba
would compile a function anew for every plain Python constant that it is called with.
"""

import numpy as np


def codes(names: tuple[str, ...]) -> tuple[np.int64, ...]:
    """The code of each name: its place."""
    return tuple(np.int64(code) for code in range(len(names)))


# LI-01: component types, and the rooms that hold them (as sets of types).
TYPES = ("wheel", "propeller", "net", "camera", "armor")
ROOMS = {"garage": 0b00011, "shop": 0b01100, "armory": 0b10000, "any": 0b11111}

# LI-04, LI-60: the backs of the trip cards.
ERAS = ("AD", "BC", "FUTURE")
_, BC, FUTURE = codes(ERAS)

# LI-03: the action piles in the order of the source node. A card is one of these, or
# FIRST_EFFECT + e for effect e. With the Office expansion pile TRASH holds Office cards (LI-26).
KINDS = ("garage", "shop", "armory", "trash", "exchange", "advertise", "move")
GARAGE, SHOP, ARMORY, TRASH, EXCHANGE, ADVERTISE, MOVE = codes(KINDS)
FIRST_EFFECT = np.int64(len(KINDS))
ANOMALY = np.int64(len(KINDS))  # the kind of every anomaly in "cards taken new by kind"
NEW_KINDS = (*KINDS, "anomaly")

# Effects as data: what a step does. The basic cards are effects of one step.
STEPS = (
    "take",
    "take_box",
    "exchange",
    "move",
    "trash",
    "advertise",
    "discard_waste",
    "discard_tear",
    "regain_ad",
    "points",
    "launch_again",
    "repeat_last",
    "forget_next",
    "swap_next",
    "office",
)
(
    DO_TAKE,
    DO_TAKE_BOX,
    DO_EXCHANGE,
    DO_MOVE,
    DO_TRASH,
    DO_ADVERTISE,
    DO_DISCARD_WASTE,
    DO_DISCARD_TEAR,
    DO_REGAIN_AD,
    DO_POINTS,
    DO_LAUNCH_AGAIN,
    DO_REPEAT_LAST,
    DO_FORGET_NEXT,
    DO_SWAP_NEXT,
    DO_OFFICE,
) = codes(STEPS)

# LI-50a to LI-50c: causes of tears.
CAUSES = (
    "room_empty",
    "no_open_machine",
    "exchange_nothing",
    "move_impossible",
    "ad_none_left",
    "ad_no_trip",
    "trash_nothing",
    "second_visitor",
    "voluntary",
    "effect",
)
(
    ROOM_EMPTY,
    NO_OPEN_MACHINE,
    EXCHANGE_NOTHING,
    MOVE_IMPOSSIBLE,
    AD_NONE_LEFT,
    AD_NO_TRIP,
    TRASH_NOTHING,
    SECOND_VISITOR,
    VOLUNTARY,
    BY_EFFECT,
) = codes(CAUSES)

# Decision nodes, in the order of the decisions page.
NODES = (
    "source",
    "take",
    "exchange_out",
    "exchange_in",
    "move",
    "advertise",
    "trash",
    "waste",
    "step",
    "launch",
)
(
    AT_SOURCE,
    AT_TAKE,
    AT_EXCHANGE_OUT,
    AT_EXCHANGE_IN,
    AT_MOVE,
    AT_ADVERTISE,
    AT_TRASH,
    AT_WASTE,
    AT_STEP,
    AT_LAUNCH,
) = codes(NODES)

# What a game writes down when it is traced; each is a line of `layout.LOG_FIELDS` numbers.
EVENTS = (
    "day_start",
    "play",
    "take",
    "exchange",
    "move",
    "advertise",
    "trash",
    "waste_discarded",
    "tear_discarded",
    "ad_regained",
    "points",
    "hand",
    "tear",
    "launch",
    "eliminated",
    "failed_ad",
    "office",
    "anomaly",
    "refill",
    "day_end",
    "game_end",
)
(
    EV_DAY_START,
    EV_PLAY,
    EV_TAKE,
    EV_EXCHANGE,
    EV_MOVE,
    EV_ADVERTISE,
    EV_TRASH,
    EV_WASTE_DISCARDED,
    EV_TEAR_DISCARDED,
    EV_AD_REGAINED,
    EV_POINTS,
    EV_HAND,
    EV_TEAR,
    EV_LAUNCH,
    EV_ELIMINATED,
    EV_FAILED_AD,
    EV_OFFICE,
    EV_ANOMALY,
    EV_REFILL,
    EV_DAY_END,
    EV_GAME_END,
) = codes(EVENTS)

# How a game ended. Anything but PLAYED is a fault that a run reports loudly.
OUTCOMES = ("played", "no_card_to_take", "log_full")
PLAYED, NO_CARD_TO_TAKE, LOG_FULL = codes(OUTCOMES)

# Purposes of keyed draws: one stream each. The deal can be keyed anew (metrics.md 7).
DEALS = ("first_player", "trips", "anomalies")
PURPOSES = (*DEALS, "forced_ad", "crowd", "thoughts", "poll", "course")
(
    FOR_FIRST_PLAYER,
    FOR_TRIPS,
    FOR_ANOMALIES,
    FOR_FORCED_AD,
    FOR_CROWD,
    FOR_THOUGHTS,
    FOR_POLL,
    FOR_COURSE,
) = np.arange(1, len(PURPOSES) + 1)
SEAT_DRAWS = np.int64(16)  # seat p draws from SEAT_DRAWS + p
ANEW = np.int64(64)  # added to a purpose that is keyed anew

# To whom something is closed (metrics.md 6).
OPEN, TO_FOCAL_SEAT, TO_ALL_SEATS = np.int64(0), np.int64(1), np.int64(2)

# Sentinels and small constants.
FROM_BOARD, FROM_BOX = np.int64(0), np.int64(1)
FORGET, SWAP = np.int64(0), np.int64(1)
NOBODY = np.int64(-1)
DRAWN = np.int64(-1)  # in an order of bots: a seat whose bot is drawn by lot
NOTHING = np.int64(-1)
ONE = np.int64(1)
FIRST = np.int64(0)  # index of the first option
YES_OR_NO = np.int64(0b11)  # the options of a node with two answers: 0 no, 1 yes
