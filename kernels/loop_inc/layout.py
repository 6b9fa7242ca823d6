"""The records of the kernel: what is played (TABLES), who plays (DESK), the game (STATE), the facts.

Records, not tuples of arrays: one pointer to pass, and Numba keeps pace with packed C. Cells are
64-bit, so that arithmetic is the same with the JIT on and off. Sizes are bounds; the loader refuses
scenarios beyond them and names the limit.
"""

import numpy as np

from loopsim.kernels import bag
from loopsim.kernels.loop_inc.columns import AXES, MOST_DAYS, row_dtype
from loopsim.kernels.loop_inc.names import CAUSES, ERAS, FIRST_EFFECT, KINDS, NEW_KINDS
from loopsim.kernels.options import MOST_OPTIONS

MOST_SEATS = 4
MACHINES = 3
MOST_TRIPS = 20  # on the board: 1 + MACHINES * MOST_TRIPS options must fit into 63 bits
MOST_TRIP_CARDS = 100  # in the deck, all eras
MOST_EFFECTS = 56  # anomalies and bonuses; with the kinds 63 cards, and 8 + 55 options of a source
MOST_STEPS = 3
MOST_ANOMALIES = 55  # in the deck
MOST_NEW_PER_DAY = 6
MOST_CARDS = MOST_DAYS * MOST_NEW_PER_DAY  # in a hand or a tableau
MOST_TEAR_COSTS = 15
MOST_OFFICE_POINTS = MOST_CARDS // 3
MOST_TOKENS = bag.MOST  # of one type
MOST_FEATURES = 64
MOST_AIMS = 4  # trips that a bot's plan weighs for one machine, with "none"
MOST_PLANS = 32  # combinations of aims of three machines: at most 3 * 3 * 3, or 4 * 4 of two
PADDED_TRIPS = 24  # room for MOST_TRIPS in whole vectors of eight
MOST_FOLLOWERS = 4  # trips that a bot remembers as going on well from another
MOST_EVENTS = 4096
MOST_CHOICES = 4096
MOST_WATCHED = 32  # decisions of a turn that are looked at
N_CARDS = FIRST_EFFECT + MOST_EFFECTS

#: Options of the nodes. A source: the past card, then 1 + pile, then 1 + FIRST_EFFECT + place among the
#: open anomalies. A take: type * MACHINES + machine, then a tear instead. A launch: none, then
#: 1 + machine * MOST_TRIPS + trip.
PAST_CARD = np.int64(0)  # typed: Numba compiles a function once more for a bare 0
TEAR_INSTEAD = bag.TYPES * MACHINES
NO_LAUNCH = 0

#: A card in a hand or tableau is its code plus these flags.
CARD = 63
TORE_BEFORE = 64  # it cost a tear on an earlier day
TORE_TODAY = 128
IS_NEW = 256  # taken new today
IS_PAST = 512  # played from the hand today

#: The scenario as the kernel sees it: one record.
TABLES = np.dtype(
    [
        ("players", "i8"),
        # rules (names and meaning: setup.rules of the trace)
        ("days", "i8"),
        ("new_per_day", "i8"),
        ("machines_by_day", "i8", (MOST_DAYS,)),
        ("tokens_per_type", "i8"),
        ("stock_per_type", "i8"),
        ("ads_per_player", "i8"),
        ("trip_capacity", "i8"),
        (
            "tear_cost",
            "i8",
            (MOST_TEAR_COSTS + 2,),
        ),  # total cost of holding k tears; the last repeats
        ("most_tears", "i8"),  # holding one more eliminates (LI-50)
        ("waste_cost", "i8"),
        ("ad_penalty", "i8"),
        ("ad_bonus", "i8"),
        ("office_points", "i8", (MOST_OFFICE_POINTS,)),  # by thirds of three cards (LI-26)
        ("anomalies_per_day", "i8"),
        # switches, 0 or 1
        ("exchange_may_retake", "i8"),
        ("ad_on_own_visited", "i8"),
        ("trash_empty_tears", "i8"),
        ("office_rescores", "i8"),
        ("same_day_revisit", "i8"),
        ("ad_owner_keeps_place", "i8"),
        ("components_stay", "i8"),
        ("future_bonus_optional", "i8"),
        # piles and effects; steps[card] = up to three (what, argument, optional)
        ("piles", "i8", (len(KINDS),)),
        ("n_steps", "i8", (N_CARDS,)),
        ("steps", "i8", (N_CARDS, MOST_STEPS, 3)),
        # what the steps come to: set of `whats` among them; set of what must be possible (possible.need)
        ("does", "i8", (N_CARDS,)),
        ("needs", "i8", (N_CARDS,)),
        # the anomaly deck: cards (FIRST_EFFECT + effect) and the keys that their sort words come from
        ("n_anomalies", "i8"),
        ("anomaly_cards", "i8"),  # LI-05: the first so many once shuffled
        ("anomaly", "i8", (MOST_ANOMALIES,)),
        ("anomaly_key", "u8", (MOST_ANOMALIES,)),
        # the trip cards: era, earlier year, its two trips are 2c and 2c + 1
        ("n_trip_cards", "i8"),
        ("card_era", "i8", (MOST_TRIP_CARDS,)),
        ("card_year", "i8", (MOST_TRIP_CARDS,)),
        ("card_key", "u8", (MOST_TRIP_CARDS,)),
        ("dealt", "i8", (len(ERAS),)),  # cards dealt of each era
        ("trip_need", "i8", (2 * MOST_TRIP_CARDS,)),  # a bag
        ("trip_points", "i8", (2 * MOST_TRIP_CARDS,)),
        ("trip_bonus", "i8", (2 * MOST_TRIP_CARDS,)),  # a card (FIRST_EFFECT + effect), or NOTHING
    ],
    align=True,
)

#: What is done to the games, that they be compared with others: nothing if all is zero.
PROBE = np.dtype(
    [
        # closed (metrics.md 6)
        ("closed_to", "i8"),  # names.OPEN, TO_FOCAL_SEAT or TO_ALL_SEATS
        ("trips", "i8", (2 * MOST_TRIP_CARDS,)),  # 1: closed
        ("cards", "i8"),  # set of piles and anomalies, by code
        ("actions", "i8"),  # set of piles of which the optional steps are closed too
        ("second_visits", "i8"),  # 1: closed
        # other
        ("force_ad", "i8"),  # 1: the focal seat must put one ad down (forced_ad.py)
        ("anew", "i8"),  # set of purposes of draws that are keyed anew
    ],
    align=True,
)

#: One bot: which family, the weights of its features (features.py names them), and how it uses them.
BOT = np.dtype(
    [
        ("family", "i8"),
        ("weight", "i8", (MOST_FEATURES,)),
        ("taste", "i8", (N_CARDS,)),  # what a card taken new is worth to it besides
        ("trip_taste", "i8", (2 * MOST_TRIP_CARDS,)),  # what a launch to a trip of the deck is
        ("temperature", "i8"),  # of weighted bots: of the noise of each score, in its unit
        ("skill", "i8"),  # of weighted bots: percent of the decisions that are no slips
        # of look-ahead bots (ahead.py)
        ("playouts", "i8"),  # a decision
        ("breadth", "i8"),  # options that are looked at
        ("margin", "i8"),  # an option so far behind the best is not looked at
    ],
    align=True,
)

#: A line of the log: what, who, and up to four numbers (trace.py of loopsim names them).
LOG_FIELDS = 6

#: Who sits at the table, and what is written down.
DESK = np.dtype(
    [
        ("bot", "i8", (MOST_SEATS,)),  # its row among the bots
        ("family", "i8", (MOST_SEATS,)),
        ("weight", "i8", (MOST_SEATS, MOST_FEATURES)),
        ("taste", "i8", (MOST_SEATS, N_CARDS)),
        ("trip_taste", "i8", (MOST_SEATS, 2 * MOST_TRIP_CARDS)),
        ("temperature", "i8", (MOST_SEATS,)),
        ("skill", "i8", (MOST_SEATS,)),
        ("playouts", "i8", (MOST_SEATS,)),
        ("breadth", "i8", (MOST_SEATS,)),
        ("margin", "i8", (MOST_SEATS,)),
        ("digesting", "i8"),
        ("digest", "u8"),  # of all that happened after set-up (log.py)
        ("logging", "i8"),
        ("n_events", "i8"),
        ("events", "i4", (MOST_EVENTS, LOG_FIELDS)),
        ("n_choices", "i8"),
        ("choices", "i2", (MOST_CHOICES, 4)),  # node, seat, number of options, index chosen
        # indexes chosen beforehand: they come before what the bots would choose
        ("n_script", "i8"),  # the next one
        ("script_ends", "i8"),
        ("script", "i2", (MOST_CHOICES,)),
        # what is noted of the decisions after the script, if asked for (choose.watch)
        ("watching", "i8"),
        ("n_watched", "i8"),
        ("watched_index", "i8", (MOST_WATCHED,)),  # the index chosen
        ("watched_options", "i8", (MOST_WATCHED,)),  # set
        ("watched_best", "i8", (MOST_WATCHED,)),  # set of the options worth a look
        ("watched_node", "i8"),  # of the first of them
        ("watched_score", "i8", (MOST_OPTIONS,)),
        # what playouts have brought (ahead.py)
        ("gain", "i8", (MOST_OPTIONS,)),  # sum over the playouts of an option
        # what weighted bots work out, by game (plan.prepare) and by node (outlook.look)
        ("exact", "i8"),  # 1: every option is scored, else only as far as it may be the best
        ("score", "i8", (MOST_OPTIONS,)),  # of the options of a node, in hundredths of a point
        ("picked", "i8"),  # the last option taken: tells exchange_in which machine it is for
        ("counted", "i8", (MOST_SEATS,)),  # when the next two were counted, -1: not at all
        ("to_come", "i8", (MOST_SEATS,)),  # what the cards of its hand offer
        ("in_play", "i8", (MOST_SEATS,)),  # with those of its tableau
        ("offers", "i8", (MOST_SEATS, N_CARDS)),  # what a card can bring: counts as in offers.py
        # (what a loop writes lies before what it reads: only then LLVM takes eight cells at a time)
        ("rank", "i8", (PADDED_TRIPS,)),  # as an aim of the machine in hand
        ("trip_value", "i8", (PADDED_TRIPS,)),  # of launching there now
        ("trip_hope", "i8", (PADDED_TRIPS,)),  # of planning to: less what waiting takes off
        ("trip_rank", "i8", (PADDED_TRIPS,)),  # as an aim of a machine that lacks nothing
        ("need", "i8", (PADDED_TRIPS,)),  # bag
        ("need_size", "i8", (PADDED_TRIPS,)),
        ("points", "i8", (PADDED_TRIPS,)),
        ("follow_trip", "i8", (MOST_TRIPS, MOST_FOLLOWERS)),
        ("follow_value", "i8", (MOST_TRIPS, MOST_FOLLOWERS)),
        ("seen", "i8", (4,)),  # turn, ads, visits, tears that candidates and trips were weighed for
        ("based_on", "i8", (MOST_SEATS, 2)),  # day and visits that the next was worked out for
        ("trip_base", "i8", (MOST_SEATS, PADDED_TRIPS)),  # of launching there, others left aside
        ("candidates", "i8"),  # set of trips that the seat may still visit today
        ("stock", "i8"),  # components in stock by room
        ("new_cards", "i8"),  # cards in the piles of the rooms
        # (the second half of the rows keeps the aims while others are tried: aims.keep_aims)
        ("aims_of", "i8", (2 * MACHINES,)),  # content they are for, -1: none
        ("n_aims", "i8", (2 * MACHINES + 1,)),  # aim 0: none; the last row is of no machine
        ("aim_top", "i8", (2 * MACHINES,)),  # the highest value of its aims
        ("aim_value", "i8", (2 * MACHINES + 1, MOST_AIMS)),
        ("aim_trip", "i8", (2 * MACHINES + 1, MOST_AIMS)),  # a set of one trip; none: empty
        ("aim_counts", "i8", (2 * MACHINES + 1, MOST_AIMS)),  # what it comes to (aims.WASTE_AT)
        # the plans: combinations of aims
        ("listed", "i8"),  # set of machines of the plans listed, -1: none
        ("listed_board", "i8"),  # and the board
        ("n_plans", "i8"),
        ("plan_spare", "i8", (MOST_PLANS,)),  # tokens that they would waste, as asked for last
        ("plan_launches", "i8", (MOST_PLANS,)),
        ("plan_value", "i8", (MOST_PLANS,)),  # sum of the values of its aims
        ("plan_trips", "i8", (MOST_PLANS,)),  # set
        ("plan_rooms", "i8", (MOST_PLANS,)),  # components missing, by room
        ("plan_lacking", "i8", (MOST_PLANS,)),  # components missing that are not in stock
        ("plan_waste", "i8", (MOST_PLANS,)),  # tokens that its launches do not need
        ("plan_counts", "i8", (MOST_PLANS,)),  # what its aims come to, and which they are
        ("plan_helped", "i8"),  # the best one with full piles and one more token in stock
        # the options of a source (weigh_sources.py)
        ("acting", "i8", (MOST_OPTIONS,)),  # the card whose steps would be done
        ("brings", "i8", (MOST_OPTIONS,)),  # what it would bring to a plan, counted as in offers.py
        ("worth", "i8", (MOST_OPTIONS,)),  # apart from the plan
        ("most", "i8", (MOST_OPTIONS,)),  # a bound of the score, above the number of the option
        # the best one
        ("plan_trip", "i8", (MACHINES,)),  # its aims, as sets of one trip
        ("plan_excess", "i8"),  # tokens that its launches do not need
        ("plan_short", "i8"),  # components that it needs new cards for, by room
    ],
    align=True,
)

_SEATS = (MOST_SEATS,)
_DAYS = len(AXES["day"])

#: The game. Sets of trips, machines, piles and seats are bit sets; counts of components are bags.
STATE = np.dtype(
    [
        # clock
        ("day", "i8"),
        ("turn", "i8"),  # turns of all seats in the game
        ("node", "i8"),  # nodes of this turn
        ("first", "i8"),  # first player of this day
        ("mover", "i8"),  # whose turn it is
        ("first_of_game", "i8"),
        ("over", "i8"),  # 1: no turn is left
        ("outcome", "i8"),
        # draws
        ("draw_state", "u8", _SEATS),
        ("draw_gamma", "u8", _SEATS),
        ("word", "u8", (MOST_TRIP_CARDS,)),  # sort keys while a deck is ordered
        # the board
        ("board", "i8"),  # bag
        ("box", "i8"),  # bag
        ("piles", "i8", (len(KINDS),)),
        ("piles_left", "i8"),  # set of kinds whose pile is not empty
        ("deck", "i8", (MOST_ANOMALIES,)),  # anomalies in draw order
        ("drawn", "i8"),
        ("open", "i8", (MOST_ANOMALIES,)),  # open anomalies in the order of opening
        ("n_open", "i8"),
        ("n_trips", "i8"),
        ("trip", "i8", (MOST_TRIPS,)),  # index in the deck
        ("need", "i8", (MOST_TRIPS,)),  # bag
        ("enough", "i8", (bag.TYPES, MOST_TOKENS + 1)),  # set of trips that need so many or fewer
        # seats
        ("in_use", "i8"),  # set of machines in use this day (LI-15)
        ("launched", "i8", _SEATS),  # set of machines launched this day
        ("machine", "i8", (MOST_SEATS, MACHINES)),  # bag
        ("fits", "i8", (MOST_SEATS, MACHINES)),  # set of trips whose need the machine holds
        ("new_due", "i8", _SEATS),
        ("turns_today", "i8", _SEATS),
        ("hand", "i8", (MOST_SEATS, MOST_CARDS)),
        ("hand_at", "i8", _SEATS),  # front
        ("hand_end", "i8", _SEATS),
        ("tableau", "i8", (MOST_SEATS, MOST_CARDS)),
        ("n_tableau", "i8", _SEATS),
        ("ads_left", "i8", _SEATS),
        ("ads_used", "i8", _SEATS),
        ("ads", "i8", _SEATS),  # set of trips with an ad of this seat
        ("today", "i8", _SEATS),  # set of trips visited this day
        ("before", "i8", _SEATS),  # set of trips visited on earlier days
        ("tears_held", "i8", _SEATS),
        ("waste", "i8", _SEATS),
        ("failed", "i8", _SEATS),
        ("score", "i8", _SEATS),  # current score (LI-54)
        ("eliminated", "i8"),  # set of seats
        ("out_order", "i8", _SEATS),  # 1 = eliminated first; 0 = not eliminated
        ("n_out", "i8"),
        # what is closed to a seat (metrics.md 6)
        ("closed_trips", "i8", _SEATS),  # set
        ("closed_cards", "i8", _SEATS),  # set of piles and anomalies, by code
        ("closed_actions", "i8", _SEATS),  # set of piles of which the optional steps are closed too
        ("closed_second", "i8", _SEATS),  # 1: visits that would cost a tear (LI-42)
        # the seat that is looked at, and the ad that it is made to put down (forced_ad.py)
        ("focal", "i8"),
        ("ad_turns", "i8"),  # turns at which it could be; counted if `force_ad`
        ("force_ad", "i8"),
        ("forced_ad", "i8"),  # which of these turns; NOTHING: none
        # the card or bonus being carried out
        ("card", "i8"),  # with flags
        ("tear_free", "i8"),  # 1: no (further) tear may be paid (LI-25c, LI-25d)
        ("in_effect", "i8"),  # 1: tears have the cause `effect` (LI-50a)
        ("launches_left", "i8"),
        ("asked", "i8"),  # the step that is offered or carried out (for bots)
        ("asked_argument", "i8"),
        # the lead, looked at after each turn
        ("leaders", "i8"),  # set of seats
        ("leaders_since", "i8"),  # turn
        ("holder", "i8"),
        ("holder_by_day", "i8"),
        ("score_moved", "i8"),
        # tallies for the facts
        ("decisions", "i8", _SEATS),
        ("forced", "i8", _SEATS),
        ("forced_turns", "i8"),
        ("turns", "i8", _SEATS),
        ("turns_behind", "i8", _SEATS),
        ("turns_on", "i8", (_DAYS,)),  # of all seats
        ("out_of_stock", "i8", (_DAYS,)),  # tally of types, in turns of all seats
        ("lead_changes", "i8"),
        ("lead_changes_turn", "i8"),
        ("lead_alone", "i8", (_DAYS,)),
        ("eliminated_day", "i8", _SEATS),
        ("led_when_out", "i8", _SEATS),
        ("trip_points", "i8", _SEATS),
        ("office", "i8", _SEATS),
        ("effect_points", "i8", _SEATS),
        ("tears", "i8", (MOST_SEATS, len(CAUSES), _DAYS)),
        ("chain_tears", "i8", _SEATS),
        ("tears_discarded", "i8", _SEATS),
        ("last_tear_cause", "i8", _SEATS),  # 1 + cause
        ("last_tear_day", "i8", _SEATS),
        ("taken", "i8", (MOST_SEATS, bag.TYPES)),
        ("waste_made", "i8", (MOST_SEATS, _DAYS)),
        ("waste_discarded", "i8", _SEATS),
        ("launches", "i8", (MOST_SEATS, _DAYS)),
        ("second", "i8", _SEATS),
        ("second_to_ad", "i8", _SEATS),
        ("shut_out", "i8", _SEATS),
        ("ads_placed", "i8", (MOST_SEATS, _DAYS)),
        ("met_ads", "i8", (MOST_SEATS, _DAYS)),
        ("failed_ads", "i8", (MOST_SEATS, _DAYS)),
        ("ads_lifted", "i8", _SEATS),
        ("score_after", "i8", (MOST_SEATS, _DAYS)),
        ("new", "i8", (MOST_SEATS, len(NEW_KINDS), _DAYS)),
        ("past", "i8", (MOST_SEATS, len(NEW_KINDS))),
        ("past_torn", "i8", (MOST_SEATS, len(NEW_KINDS))),
        ("trip_visits", "i8", (MOST_TRIPS, _DAYS)),
        ("trip_second", "i8", (MOST_TRIPS,)),
        ("trip_ads", "i8", (MOST_TRIPS,)),
        ("launched_to", "i8", (MOST_TRIPS,)),  # by the focal seat
        ("carried_out", "i8", (N_CARDS,)),  # by the focal seat
        # results
        ("final", "i8", _SEATS),
        ("penalty", "i8", _SEATS),
        ("rank", "i8", _SEATS),
        ("win_share", "i8", _SEATS),  # in 60ths
        ("tear_decided", "i8", _SEATS),
        ("winners", "i8"),
        ("margin", "i8"),
    ],
    align=True,
)

#: Games also have a digest of their events, for comparisons: no fact of any one game. 0: not asked for.
GAMES = row_dtype("games", ("events", "i8"))
SEATS, TRIPS = row_dtype("seats"), row_dtype("trips")

#: The focal seat of a game (metrics.md 6), and what may be worth something to it: a row that is written
#: only if asked for.
FOCAL = np.dtype(
    [
        ("place", "u1"),  # in the turn order of day 1
        ("ad_turns", "u1"),  # turns at which it could have been made to put an ad down
        ("anomalies", "i8"),  # set of those that are opened in the course of the days, by code
        (
            "visited",
            "i4",
            (MOST_SEATS,),
        ),  # set of trips on the board that the seat at a place visited
        ("launches", "u1", (MOST_TRIPS,)),  # to each trip on the board
        ("uses", "u1", (N_CARDS,)),  # how often a card was carried out: new, past or repeated;
        # for a pile also optional steps that do the same
    ],
    align=True,
)
