"""What a weighted bot looks at: each option of a node is scored as the sum of weight x feature.

A bot file gives the weights by name; what it leaves out weighs nothing. Units: a weight of 100 makes a
feature worth a point of the game. Features of the group "plan" value the best plan for the rest of the
day (plan.py), which reaches an option through the one feature `plan`; the others describe the option.
Features do not tell single cards apart; a bot may have tastes for these, which are added to the sum.
"""

from typing import NamedTuple

#: How a seat chooses. "weighted" bots differ only by their numbers; "look-ahead" bots play on in
#: thought, as weighted bots would (ahead.py).
FAMILIES = ("random", "weighted", "look-ahead")
RANDOM, WEIGHTED, LOOK_AHEAD = range(len(FAMILIES))


class Feature(NamedTuple):
    """One number that a weighted bot sees of an option: its name in bot files, and what it is."""

    name: str
    meaning: str


FEATURES: tuple[Feature, ...] = (
    # --- what happens at once; also what a plan expects of its launches
    Feature("points", "points scored: a trip, a step `points`, Office by its place today"),
    # LI-50, LI-42
    Feature("tear", "points that the tears cost which the option takes, given back: negative"),
    Feature(
        "second",
        "1 if a launch is the second visit of a trip on this day, besides the tear that it costs",
    ),
    Feature("out", "1 if a tear of the option eliminates"),
    Feature("edge", "1 if after the tears of the option one more would eliminate"),
    Feature("voluntary", "1 if the tear is chosen although something could be taken"),
    Feature("waste", "waste tokens made, discarded: negative"),
    Feature("ad", "points by ads: met, or a penalty spared (+), likely to fail (-)"),
    Feature(
        "bonus", "1 if the trip grants a bonus (its points are points); 1 for an optional step done"
    ),
    Feature("launch", "1 if the option launches"),
    Feature("dear", "points of a trip beyond the fifth, besides `points`"),
    Feature("far_past", "1 if the trip is one before Christ"),
    Feature("far_future", "1 if the trip is one of the expansion futures"),
    Feature(
        "deny", "1 if the rival with the most points could launch to the trip at its next turn"
    ),
    # --- the plan
    Feature(
        "plan", "value of the best plan after the option, in points as the weights below see it"
    ),
    Feature("wait", "launches that the plan still has to make"),
    Feature("threat", "of these, trips that a rival could reach at its next turn"),
    Feature("missing", "components that the planned launches lack"),
    Feature("excess", "components that the planned launches would waste, as far as it shows yet"),
    Feature(
        "ad_missing", "components lacking for launches onto an own ad, times its bonus and penalty"
    ),
    Feature("free", "new cards of today that the plan does not need"),
    Feature("keep", "components that stay in machines for the next day"),
    Feature("follow", "points of the best other trip that a trip's components lead on to next day"),
    # --- cards
    Feature("past", "1 for the past card at the front of the hand"),
    Feature("later_garage", "days on which a new garage card will be replayed"),
    Feature("later_shop", "days on which a new shop card will be replayed"),
    Feature("later_armory", "days on which a new armory card will be replayed"),
    Feature("later_trash", "days on which a new Trash card will be replayed"),
    Feature(
        "later_office", "points that a new Office card will score on later days, by today's place"
    ),
    Feature("later_exchange", "days on which a new Exchange will be replayed"),
    Feature(
        "later_advertise",
        "points of ads by a new Advertise replayed with a token, 5 of 6 met, times 3",
    ),
    Feature("later_ad_tear", "days on which a new Advertise will be replayed without a token"),
    Feature("later_move", "days on which a new Move will be replayed"),
    Feature("later_take", "days on which a new anomaly that takes a component will be replayed"),
    Feature("later_repeat", "days on which a new anomaly that repeats a card will be replayed"),
    Feature("later_forget", "days on which a new anomaly that forgets a card will be replayed"),
    Feature("later_other", "days on which any other new anomaly will be replayed"),
    Feature("anomaly", "1 for a new anomaly"),
    Feature("spoil", "1 if the card must take away a component that the plan needs"),
    Feature(
        "launch_again", "1 if the card allows a further launch and the plan has one more to make"
    ),
    Feature("stock", "tokens in stock of the type that is taken, among types that the plan lacks"),
    Feature(
        "starve", "rivals with a machine that lacks one of the type taken, and no more, for a trip"
    ),
    Feature(
        "rush", "past cards of all seats still to come today beyond the stock of the card's room"
    ),
    Feature(
        "crowded", "cards in play, with this new one, beyond what its room holds, on days to come"
    ),
)

(
    POINTS,
    TEAR,
    SECOND,
    OUT,
    EDGE,
    VOLUNTARY,
    WASTE,
    AD,
    BONUS,
    LAUNCH,
    DEAR,
    FAR_PAST,
    FAR_FUTURE,
    DENY,
    PLAN,
    WAIT,
    THREAT,
    MISSING,
    EXCESS,
    AD_MISSING,
    FREE,
    KEEP,
    FOLLOW,
    PAST,
    LATER_GARAGE,
    LATER_SHOP,
    LATER_ARMORY,
    LATER_TRASH,
    LATER_OFFICE,
    LATER_EXCHANGE,
    LATER_ADVERTISE,
    LATER_AD_TEAR,
    LATER_MOVE,
    LATER_TAKE,
    LATER_REPEAT,
    LATER_FORGET,
    LATER_OTHER,
    ANOMALY,
    SPOIL,
    LAUNCH_AGAIN,
    STOCK,
    STARVE,
    RUSH,
    CROWDED,
) = range(len(FEATURES))
