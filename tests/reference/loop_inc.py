"""Loop, Inc. as its rules page has it: one game, played slowly and in plain words.

The program follows the rules page from top to bottom and cites its lines (LI-xx). It decides
nothing itself: every choice is one of the nodes of the decisions page and goes to `choose`, forced
ones with a single option too. What happens is written down as the events of the trace.

    python -m tests.reference.loop_inc --games 1000 --players 4 --deck trips.csv --effects effects.toml

plays uniformly random games and prints the yardsticks of the rules page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .loop_inc_deal import deal, read_cards, read_effects
from .loop_inc_names import COMPONENTS, NEW_CARDS, ROOMS

__all__ = ["Choose", "Record", "deal", "play", "random_chooser", "read_cards", "read_effects"]

Event = dict[str, Any]
Step = dict[str, Any]
Option = str | tuple[Any, ...]
Choose = Callable[[str, int, list[Any]], int]

OFFICE_PLACES = 3  # LI-26: places 1-3 score office_points[0], 4-6 office_points[1], ...


@dataclass
class Record:
    """One game: its trace, and every node that was counted."""

    events: list[Event]
    nodes: list[tuple[str, int, int]] = field(default_factory=list)  # node, options, chosen index

    @property
    def decisions(self) -> int:
        """Nodes with two options or more."""
        return sum(count > 1 for _, count, _ in self.nodes)

    @property
    def forced(self) -> int:
        """Nodes with one option."""
        return sum(count == 1 for _, count, _ in self.nodes)

    @property
    def turns(self) -> int:
        """Cards played."""
        return sum(event["event"] == "play" for event in self.events)


def play(setup: Event, choose: Choose) -> Record:
    """Play one whole game from a complete `setup` event."""
    game = Game(setup, choose)
    play_days(game)
    end_game(game)
    return game.record


# ------------------------------------------------------------------------------------------------
# Parts (LI-01 to LI-06)
# ------------------------------------------------------------------------------------------------


@dataclass
class Machine:
    """LI-06: a time machine, Mark I, II or III."""

    number: int  # 1 to 3
    holds: dict[str, int]
    launched: bool = False  # this day (LI-16)


@dataclass
class Trip:
    """One of the two trips of a card (LI-04), with the tokens on it."""

    index: int
    points: int
    requires: dict[str, int]
    bonus: str | None
    ad: int | None = None  # seat whose ad token lies here
    visits_today: list[int] = field(default_factory=list)  # seats, one entry a launch
    visitors_before: set[int] = field(default_factory=set)  # seats that came on earlier days

    def visited_today_by_another(self, seat: int) -> bool:
        """LI-51a: the tokens of an eliminated player count like any other's."""
        return any(visitor != seat for visitor in self.visits_today)


@dataclass
class Seat:
    """A player and what lies in front of them (LI-06)."""

    number: int
    machines: list[Machine]
    ads: int  # ad tokens in hand
    ads_used: int = 0  # met or failed, and not regained
    tears: int = 0
    waste: int = 0
    hand: list[str] = field(default_factory=list)  # past cards, front first
    tableau: list[str] = field(default_factory=list)  # cards played today
    tableau_new: list[bool] = field(default_factory=list)  # was that card taken new today?
    taken_today: int = 0
    launches_left: int = 0  # this turn (LI-14a)
    eliminated: bool = False
    trip_points: int = 0
    office_points: int = 0
    effect_points: int = 0
    ads_met: int = 0
    ads_failed: int = 0


@dataclass
class Closed:
    """Metrics page, section 6: what some seats may not use, though it stays on the table."""

    seats: list[int] = field(default_factory=list)
    trips: list[int] = field(default_factory=list)  # by index
    cards: list[str] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)  # their cards are among `cards`
    second_visits: bool = False

    def trip(self, seat: Seat, trip: Trip) -> bool:
        """Not to be launched to or advertised on."""
        return seat.number in self.seats and trip.index in self.trips

    def new_card(self, seat: Seat, card: str) -> bool:
        """Not to be chosen as a new card."""
        return seat.number in self.seats and card in self.cards

    def step(self, seat: Seat, step: Step) -> bool:
        """Not to be used where it is optional."""
        return seat.number in self.seats and action_of(step) in self.actions

    def coming_second(self, seat: Seat) -> bool:
        """Not to be launched where it costs a tear that another player is there."""
        return seat.number in self.seats and self.second_visits


def action_of(step: Step) -> str:
    """The action that a step of an effect is: for a take of one room the name of the room."""
    return str(step["room"] if step["do"] == "take" else step["do"])


class Game:
    """The table: everything of `setup`, as it changes in play."""

    def __init__(self, setup: Event, choose: Choose) -> None:
        rules = setup["rules"]
        self.rules: dict[str, Any] = rules
        self.chooser = choose
        self.record = Record([setup])
        self.board = all_types(setup["board"])
        self.box = all_types(setup["box"])
        self.piles: dict[str, int] = dict(setup["piles"])
        self.anomaly_deck: list[str] = list(setup["anomaly_deck"])
        self.open_anomalies: list[str] = []
        self.effects: dict[str, list[Step]] = setup["effects"]
        self.trips = [
            Trip(index, trip["points"], dict(trip["requires"]), trip["bonus"])
            for index, trip in enumerate(setup["trips"])
        ]
        marks = max(rules["machines_by_day"])
        self.seats = [
            Seat(
                number,
                [Machine(mark, all_types({})) for mark in range(1, marks + 1)],
                rules["ads_per_player"],
            )
            for number in range(setup["players"])
        ]
        self.closed = Closed(**setup.get("closed", {}))
        self.forced_ad: dict[str, int] | None = setup.get("forced_ad")  # its seat, and which turn
        self.ad_turns = 0  # of that seat, with Advertise among its sources
        self.first: int = setup["first"]
        self.day = 0
        self.machines_in_use = 0
        self.elimination_order: list[int] = []

    def log(self, event: Event) -> None:
        self.record.events.append(event)

    def ask(self, node: str, seat: Seat, options: list[Any]) -> Any:
        """Let the player of `seat` pick one of the options; counts the node, forced or not."""
        count = len(options)
        if count == 0:
            raise RuntimeError(f"node {node!r} of seat {seat.number} has no option: cannot happen")
        index = self.chooser(node, seat.number, options)
        if not 0 <= index < count:
            raise IndexError(f"node {node!r}: index {index} of {count} options")
        self.record.nodes.append((node, count, index))
        return options[index]

    def everyone_is_out(self) -> bool:
        return len(self.elimination_order) == len(self.seats)


def all_types(counts: dict[str, int]) -> dict[str, int]:
    """Counts of all five types in their order, from a map that may leave out zeros."""
    return {component: counts.get(component, 0) for component in COMPONENTS}


def without_zeros(counts: dict[str, int]) -> dict[str, int]:
    return {component: count for component, count in counts.items() if count}


# ------------------------------------------------------------------------------------------------
# The days (LI-10 to LI-16)
# ------------------------------------------------------------------------------------------------


def play_days(game: Game) -> None:
    """LI-10: the same day again and again; LI-51f: cut short when the last player is out."""
    last_day = game.rules["days"]
    for day in range(1, last_day + 1):
        game.day = day
        game.machines_in_use = game.rules["machines_by_day"][day - 1]  # LI-15
        game.log({"event": "day_start", "day": day, "first": game.first})
        play_turns(game)
        if game.everyone_is_out():
            return
        end_day(game, is_last=day == last_day)


def play_turns(game: Game) -> None:
    """LI-10, LI-10a: clockwise, one card a turn, until nobody has a card to play."""
    players = len(game.seats)
    turn_of = game.first
    passed_over = 0
    while passed_over < players:
        seat = game.seats[turn_of]
        if has_turn(game, seat):
            take_turn(game, seat)
            passed_over = 0
        else:
            passed_over += 1
        turn_of = (turn_of + 1) % players


def new_card_due(game: Game, seat: Seat) -> bool:
    """LI-11: new cards are taken exactly three times in each day."""
    return seat.taken_today < int(game.rules["new_per_day"])


def has_turn(game: Game, seat: Seat) -> bool:
    """LI-10a; LI-51: an eliminated player takes no more turns."""
    return not seat.eliminated and (bool(seat.hand) or new_card_due(game, seat))


def take_turn(game: Game, seat: Seat) -> None:
    """LI-11 to LI-14: one card, its action, the card to the tableau, then the launching."""
    seat.launches_left = 1  # LI-14a
    source, card = choose_source(game, seat)
    do_card(game, seat, card, Action())
    if seat.eliminated:
        return
    seat.tableau.append(card)  # LI-12
    seat.tableau_new.append(source == "new")
    launching(game, seat)


def choose_source(game: Game, seat: Seat) -> tuple[str, str]:
    """LI-11: the past card at the front of the hand, or a new card while any is due."""
    options: list[tuple[str, str]] = []
    if seat.hand:
        options.append(("past", seat.hand[0]))
    if new_card_due(game, seat):
        piles = game.piles
        options += [("new", kind) for kind in NEW_CARDS if piles.get(kind, 0)]
        options += [("new", "anomaly:" + key) for key in game.open_anomalies]
    permitted = [
        (source, card)
        for source, card in options
        if source == "past" or not game.closed.new_card(seat, card)
    ]
    if permitted:  # metrics page, section 6: except where no other option would be left
        options = permitted
    if game.forced_ad is not None and seat.number == game.forced_ad["seat"]:
        options = with_forced_ad(game, seat, options)
    source, card = game.ask("source", seat, options)
    if source == "past":
        seat.hand.pop(0)
    else:
        seat.taken_today += 1
        if card.startswith("anomaly:"):
            game.open_anomalies.remove(anomaly_key(card))
        else:
            game.piles[card] -= 1
    game.log(
        {
            "event": "play",
            "seat": seat.number,
            "source": source,
            "card": card,
            "options": len(options),
        }
    )
    return source, card


def with_forced_ad(game: Game, seat: Seat, options: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Metrics page, section 6: at one of its turns with Advertise among the sources it must take it.

    Turns at which no ad could be put down do not count.
    """
    ads = [(source, card) for source, card in options if card == "advertise"]
    if not ads or not advertise_options(game, seat):
        return options
    game.ad_turns += 1
    assert game.forced_ad is not None
    return ads if game.ad_turns == game.forced_ad["turn"] + 1 else options


def anomaly_key(card: str) -> str:
    return card.removeprefix("anomaly:")


def open_machines(game: Game, seat: Seat) -> list[Machine]:
    """LI-15, LI-16: in use today and not launched yet today."""
    return [machine for machine in seat.machines[: game.machines_in_use] if not machine.launched]


# ------------------------------------------------------------------------------------------------
# Actions (LI-20 to LI-26)
# ------------------------------------------------------------------------------------------------


@dataclass
class Action:
    """What is going on while a card is carried out, for the tears it may cost."""

    of_effect: bool = False  # LI-50a: the tears of an anomaly or a bonus have the cause `effect`
    may_tear: bool = True  # LI-25c, LI-25d: no tear after one tear, nor in an optional step


def cannot_be_done(game: Game, seat: Seat, action: Action, cause: str) -> None:
    """LI-13, LI-25a: what cannot be carried out costs a tear, one a card at most (LI-25c)."""
    if action.may_tear:
        action.may_tear = False
        take_tear(game, seat, "effect" if action.of_effect else cause)


def do_card(game: Game, seat: Seat, card: str, action: Action) -> None:
    """LI-13: the action of a card that is played, or repeated (LI-25g)."""
    if card in ROOMS:
        do_take(game, seat, action, card)
    elif card == "exchange":
        do_exchange(game, seat, action)
    elif card == "move":
        do_move(game, seat, action)
    elif card == "advertise":
        do_advertise(game, seat, action)
    elif card == "trash":
        do_trash(game, seat, action)
    elif card == "office":
        do_office(game, seat)
    elif card.startswith("anomaly:"):  # LI-25
        action.of_effect = True
        do_steps(game, seat, game.effects[anomaly_key(card)], action)
    else:
        raise ValueError(f"no such card: {card!r}")


def take_options(game: Game, seat: Seat, room: str) -> list[Option]:
    """LI-20: each (type of the room in stock, open machine); room `any` is the whole board."""
    machines = open_machines(game, seat)
    return [
        (component, machine.number)
        for component in ROOMS[room]
        if game.board[component]
        for machine in machines
    ]


def do_take(game: Game, seat: Seat, action: Action, room: str) -> None:
    """LI-20: one component of the room from the board into an open machine."""
    options = take_options(game, seat, room)
    if not options:
        no_machine = not open_machines(game, seat)  # LI-50b
        cannot_be_done(game, seat, action, "no_open_machine" if no_machine else "room_empty")
        return
    a_type_is_out = any(game.board[component] == 0 for component in ROOMS[room])
    if a_type_is_out and action.may_tear and room != "any":  # LI-20a, LI-25d
        options.append("tear")
    choice = game.ask("take", seat, options)
    if choice == "tear":
        action.may_tear = False
        take_tear(game, seat, "voluntary")  # LI-50a: in an effect too
        return
    put_into_machine(game, seat, choice, game.board, "board")


def take_box_options(game: Game, seat: Seat) -> list[Option]:
    """`take_box`: each (type in the box, open machine)."""
    machines = open_machines(game, seat)
    return [
        (component, machine.number)
        for component in COMPONENTS
        if game.box[component]
        for machine in machines
    ]


def do_take_box(game: Game, seat: Seat, action: Action) -> None:
    """`take_box`: any type with a token in the box; no tear by choice (LI-25d)."""
    options = take_box_options(game, seat)
    if not options:
        cannot_be_done(game, seat, action, "effect")
        return
    put_into_machine(game, seat, game.ask("take", seat, options), game.box, "box")


def put_into_machine(
    game: Game, seat: Seat, choice: tuple[str, int], stock: dict[str, int], name: str
) -> None:
    component, number = choice
    stock[component] -= 1
    seat.machines[number - 1].holds[component] += 1
    game.log(
        {
            "event": "take",
            "seat": seat.number,
            "component": component,
            "machine": number,
            "from": name,
        }
    )


def held_in_open_machines(game: Game, seat: Seat) -> list[tuple[int, str]]:
    """Each (open machine, type held)."""
    return [
        (machine.number, component)
        for machine in open_machines(game, seat)
        for component, count in machine.holds.items()
        if count
    ]


def exchange_options(game: Game, seat: Seat) -> list[tuple[int, str]]:
    """LI-21: what may be returned; if it may not be retaken, another type must be in stock."""
    held = held_in_open_machines(game, seat)
    if game.rules["exchange_may_retake"]:
        return held
    return [
        (number, returned)
        for number, returned in held
        if any(stock and component != returned for component, stock in game.board.items())
    ]


def do_exchange(game: Game, seat: Seat, action: Action) -> None:
    """LI-21: return one component to the board, take any one into the same machine."""
    options = exchange_options(game, seat)
    if not options:
        cannot_be_done(game, seat, action, "exchange_nothing")
        return
    number, returned = game.ask("exchange_out", seat, options)
    holds = seat.machines[number - 1].holds
    holds[returned] -= 1
    game.board[returned] += 1
    in_stock = [component for component, stock in game.board.items() if stock]
    if not game.rules["exchange_may_retake"]:
        in_stock.remove(returned)
    taken = game.ask("exchange_in", seat, in_stock)
    game.board[taken] -= 1
    holds[taken] += 1
    game.log(
        {
            "event": "exchange",
            "seat": seat.number,
            "machine": number,
            "out": returned,
            "in": taken,
        }
    )


def move_options(game: Game, seat: Seat) -> list[tuple[int, str, int]]:
    """LI-22: each (from, type held, to) over open machines."""
    machines = open_machines(game, seat)
    return [
        (machine.number, component, other.number)
        for machine in machines
        for component, count in machine.holds.items()
        if count
        for other in machines
        if other is not machine
    ]


def do_move(game: Game, seat: Seat, action: Action) -> None:
    """LI-22: one component from one open machine to another."""
    options = move_options(game, seat)
    if not options:
        cannot_be_done(game, seat, action, "move_impossible")
        return
    source, component, target = game.ask("move", seat, options)
    seat.machines[source - 1].holds[component] -= 1
    seat.machines[target - 1].holds[component] += 1
    game.log(
        {
            "event": "move",
            "seat": seat.number,
            "from": source,
            "to": target,
            "component": component,
        }
    )


def may_advertise(game: Game, seat: Seat, trip: Trip) -> bool:
    """LI-23: no ad of anyone, no other player's visit this day."""
    if trip.ad is not None or trip.visited_today_by_another(seat.number):
        return False
    if game.closed.trip(seat, trip):
        return False
    if game.rules["ad_on_own_visited"]:
        return True
    return seat.number not in trip.visits_today and seat.number not in trip.visitors_before


def advertise_options(game: Game, seat: Seat) -> list[Option]:
    """LI-23: each eligible trip, if there is a token to put there."""
    if not seat.ads:
        return []
    return [("trip", trip.index) for trip in game.trips if may_advertise(game, seat, trip)]


def do_advertise(game: Game, seat: Seat, action: Action) -> None:
    """LI-23: put one of your ad tokens on a trip."""
    options = advertise_options(game, seat)
    if not options:
        cannot_be_done(game, seat, action, "ad_no_trip" if seat.ads else "ad_none_left")
        return
    _, index = game.ask("advertise", seat, options)
    seat.ads -= 1
    game.trips[index].ad = seat.number
    game.log({"event": "advertise", "seat": seat.number, "trip": index})


def do_trash(game: Game, seat: Seat, action: Action) -> None:
    """LI-24: one or more components out of the open machines and out of the game."""
    options: list[Any] = list(held_in_open_machines(game, seat))
    if not options:
        if game.rules["trash_empty_tears"]:
            cannot_be_done(game, seat, action, "trash_nothing")
        return
    while (choice := game.ask("trash", seat, options)) != "stop":
        number, component = choice
        seat.machines[number - 1].holds[component] -= 1
        game.log(
            {
                "event": "trash",
                "seat": seat.number,
                "machine": number,
                "component": component,
            }
        )
        options = ["stop", *held_in_open_machines(game, seat)]


def do_office(game: Game, seat: Seat) -> None:
    """LI-26, LI-26a: you may discard one waste token; never a tear. It is paid at day end."""
    if seat.waste and game.ask("waste", seat, ["keep", "discard"]) == "discard":
        discard_waste(game, seat)


# ------------------------------------------------------------------------------------------------
# Effects as data (LI-25a to LI-25g, LI-47a)
# ------------------------------------------------------------------------------------------------


def do_steps(
    game: Game, seat: Seat, steps: list[Step], action: Action, all_optional: bool = False
) -> None:
    """LI-25a: the steps in order; an optional one only if it can be done, and never a tear."""
    for step in steps:
        if seat.eliminated:  # LI-25b
            return
        if not (all_optional or step.get("optional", False)):
            do_step(game, seat, step, action)
        elif game.closed.step(seat, step) or not can_be_done(game, seat, step):
            continue
        elif game.ask("step", seat, ["skip", "do"]) == "do":
            do_step(game, seat, step, Action(of_effect=True, may_tear=False))


def can_be_done(game: Game, seat: Seat, step: Step) -> bool:
    """The last column of the table of steps."""
    match step["do"]:
        case "take":
            return bool(take_options(game, seat, step["room"]))
        case "take_box":
            return bool(take_box_options(game, seat))
        case "exchange":
            return bool(exchange_options(game, seat))
        case "move":
            return bool(move_options(game, seat))
        case "trash":
            return bool(held_in_open_machines(game, seat))
        case "advertise":
            return bool(advertise_options(game, seat))
        case "discard_waste":
            return seat.waste > 0
        case "discard_tear":
            return seat.tears > 0
        case "regain_ad":
            return seat.ads_used > 0
        case "points" | "launch_again":
            return True
        case "repeat_last":
            return card_to_repeat(game, seat) is not None
        case "forget_next":
            return len(seat.hand) >= 1
        case "swap_next":
            return len(seat.hand) >= 2
    raise ValueError(f"no such step: {step!r}")


def do_step(game: Game, seat: Seat, step: Step, action: Action) -> None:
    """One step: the actions of LI-20 to LI-24 see to their own tears, the others here."""
    match step["do"]:
        case "take":
            do_take(game, seat, action, step["room"])
        case "take_box":
            do_take_box(game, seat, action)
        case "exchange":
            do_exchange(game, seat, action)
        case "move":
            do_move(game, seat, action)
        case "trash":
            do_trash(game, seat, action)
        case "advertise":
            do_advertise(game, seat, action)
        case "repeat_last":
            repeat_last(game, seat, action)
        case _ if not can_be_done(game, seat, step):
            cannot_be_done(game, seat, action, "effect")
        case "discard_waste":
            discard_waste(game, seat)
        case "discard_tear":
            discard_tear(game, seat)
        case "regain_ad":
            regain_ad(game, seat)
        case "points":
            score_effect_points(game, seat, step["k"])
        case "launch_again":
            seat.launches_left += 1  # LI-14a
        case "forget_next":
            forget_next(game, seat)
        case "swap_next":
            swap_next(game, seat)


def discard_waste(game: Game, seat: Seat) -> None:
    """LI-26d: out of the game, not back in the box."""
    seat.waste -= 1
    game.log({"event": "waste_discarded", "seat": seat.number})


def discard_tear(game: Game, seat: Seat) -> None:
    seat.tears -= 1
    game.log({"event": "tear_discarded", "seat": seat.number})


def regain_ad(game: Game, seat: Seat) -> None:
    """A used ad back in hand; its +1 or -3 stays booked."""
    seat.ads_used -= 1
    seat.ads += 1
    game.log({"event": "ad_regained", "seat": seat.number})


def score_effect_points(game: Game, seat: Seat, k: int) -> None:
    """LI-54b: counted at once."""
    seat.effect_points += k
    game.log({"event": "points", "seat": seat.number, "k": k, "why": "effect"})


def forget_next(game: Game, seat: Seat) -> None:
    del seat.hand[0]
    game.log({"event": "hand", "seat": seat.number, "change": "forget"})


def swap_next(game: Game, seat: Seat) -> None:
    seat.hand[0], seat.hand[1] = seat.hand[1], seat.hand[0]
    game.log({"event": "hand", "seat": seat.number, "change": "swap"})


def card_to_repeat(game: Game, seat: Seat) -> str | None:
    """LI-25e, LI-25f: the last card of today's tableau, unless it repeats itself."""
    if not seat.tableau:
        return None
    card = seat.tableau[-1]
    if card.startswith("anomaly:"):
        steps = game.effects[anomaly_key(card)]
        if any(step["do"] == "repeat_last" for step in steps):
            return None
    return card


def repeat_last(game: Game, seat: Seat, action: Action) -> None:
    """LI-25f: nothing without a card to repeat. LI-25g: its failure is the repeating card's."""
    card = card_to_repeat(game, seat)
    if card is not None:
        do_card(game, seat, card, action)


# ------------------------------------------------------------------------------------------------
# Launching (LI-40 to LI-47)
# ------------------------------------------------------------------------------------------------


def launching(game: Game, seat: Seat) -> None:
    """LI-14, LI-14a: offered until no launch is left or it is declined."""
    while seat.launches_left and not seat.eliminated:
        choice = game.ask("launch", seat, ["none", *launch_options(game, seat)])
        if choice == "none":
            return
        seat.launches_left -= 1
        number, index = choice
        launch(game, seat, seat.machines[number - 1], game.trips[index])


def launch_options(game: Game, seat: Seat) -> list[tuple[int, int]]:
    """LI-40: each (open machine, trip) where the machine holds what the trip requires."""
    machines = open_machines(game, seat)
    if not machines:
        return []
    trips = [trip for trip in game.trips if may_visit(game, seat, trip)]
    return [
        (machine.number, trip.index)
        for machine in machines
        for trip in trips
        if holds_enough(machine, trip)
    ]


def holds_enough(machine: Machine, trip: Trip) -> bool:
    holds = machine.holds
    return all(holds[component] >= count for component, count in trip.requires.items())


def may_visit(game: Game, seat: Seat, trip: Trip) -> bool:
    """LI-40, LI-41, LI-44: not visited before, and a place is left."""
    me = seat.number
    if me in trip.visitors_before or game.closed.trip(seat, trip):
        return False
    if comes_second(seat, trip) and game.closed.coming_second(seat):
        return False
    if trip.ad is None and not trip.visits_today:
        return bool(game.rules["trip_capacity"] >= 1)
    if me in trip.visits_today and not game.rules["same_day_revisit"]:
        return False
    if trip.ad == me and trip.visited_today_by_another(me):
        return bool(game.rules["ad_owner_keeps_place"])
    present = set(trip.visits_today)  # players, not machines; an ad is its owner's presence
    if trip.ad is not None:
        present.add(trip.ad)
    return me in present or len(present) < game.rules["trip_capacity"]


def comes_second(seat: Seat, trip: Trip) -> bool:
    """LI-42: another player is there already; not so where my own ad lies (LI-44)."""
    if trip.ad == seat.number:
        return False
    return trip.ad is not None or trip.visited_today_by_another(seat.number)


def launch(game: Game, seat: Seat, machine: Machine, trip: Trip) -> None:
    """LI-42a: the launch is completed, then the tear is taken, then the bonus."""
    second = comes_second(seat, trip)
    met_ad = trip.ad == seat.number
    trip.visits_today.append(seat.number)
    machine.launched = True
    seat.trip_points += trip.points  # LI-45
    waste = unload_waste(seat, machine, trip)
    if not game.rules["components_stay"]:
        return_to_box(game, machine)
    if met_ad:  # LI-43
        trip.ad = None
        seat.ads_met += 1
        seat.ads_used += 1
    game.log(
        {
            "event": "launch",
            "seat": seat.number,
            "machine": machine.number,
            "trip": trip.index,
            "points": trip.points,
            "second": second,
            "waste": waste,
            "met_ad": met_ad,
        }
    )
    if second:
        take_tear(game, seat, "second_visitor")
    if trip.bonus is not None and not seat.eliminated:
        do_bonus(game, seat, trip.bonus)


def unload_waste(seat: Seat, machine: Machine, trip: Trip) -> dict[str, int]:
    """LI-45: every component beyond the requirement becomes a waste token."""
    waste = {}
    for component, held in machine.holds.items():
        beyond = held - trip.requires.get(component, 0)
        if beyond:
            waste[component] = beyond
            machine.holds[component] -= beyond
            seat.waste += beyond
    return waste


def return_to_box(game: Game, machine: Machine) -> None:
    """LI-46, `components_stay = false`: the required components return to the box at once."""
    for component, held in machine.holds.items():
        game.box[component] += held
        machine.holds[component] = 0


def do_bonus(game: Game, seat: Seat, key: str) -> None:
    """LI-47, LI-47a: the extra action of a future trip, an action of its own (LI-25c)."""
    all_optional = game.rules["future_bonus_optional"]
    do_steps(game, seat, game.effects[key], Action(of_effect=True), all_optional)


# ------------------------------------------------------------------------------------------------
# Penalties (LI-50 to LI-51)
# ------------------------------------------------------------------------------------------------


def take_tear(game: Game, seat: Seat, cause: str) -> None:
    """LI-50: one more tear than have a cost eliminates the player at once."""
    seat.tears += 1
    game.log({"event": "tear", "seat": seat.number, "cause": cause, "total": seat.tears})
    if seat.tears > len(game.rules["tear_costs"]):
        eliminate(game, seat)


def eliminate(game: Game, seat: Seat) -> None:
    """LI-51b, LI-51c: ads and all parts leave; tokens on trips stay for this day (LI-51a)."""
    seat.eliminated = True
    game.elimination_order.append(seat.number)
    for trip in game.trips:
        if trip.ad == seat.number:
            trip.ad = None
    for machine in seat.machines:
        machine.holds = all_types({})
    seat.hand.clear()
    seat.tableau.clear()
    seat.tableau_new.clear()
    game.log({"event": "eliminated", "seat": seat.number})


def tear_cost(game: Game, seat: Seat) -> int:
    """LI-50: totals; LI-51d: the tear that eliminates costs nothing further."""
    totals = [0, *game.rules["tear_costs"]]
    return int(totals[min(seat.tears, len(totals) - 1)])


def penalty(game: Game, seat: Seat) -> int:
    """LI-55: tears + waste + failed ads."""
    waste = seat.waste * game.rules["waste_cost"]
    failed_ads = seat.ads_failed * game.rules["ad_penalty"]
    return tear_cost(game, seat) + int(waste) + int(failed_ads)


def current_score(game: Game, seat: Seat) -> int:
    """LI-54: without the met ads."""
    return seat.trip_points + seat.office_points + seat.effect_points - penalty(game, seat)


# ------------------------------------------------------------------------------------------------
# Day end (LI-52 to LI-54)
# ------------------------------------------------------------------------------------------------


def end_day(game: Game, is_last: bool) -> None:
    """LI-52, and on all days but the last LI-53 and LI-54."""
    failed_ads = fail_ads(game)
    office = pay_office(game)
    clear_trips(game)
    clear_seats(game)
    refill: dict[str, int] = {}
    opened: list[str] = []
    if not is_last:
        refill = refill_board(game)
        opened = open_new_anomalies(game)
    game.log(
        {
            "event": "day_end",
            "day": game.day,
            "failed_ads": failed_ads,
            "office": office,
            "anomalies": opened,
            "refill": refill,
            "scores": [current_score(game, seat) for seat in game.seats],
        }
    )
    game.first = next_first(game)


def fail_ads(game: Game) -> list[list[int]]:
    """LI-52: every ad not met costs its owner 3, and the token is used."""
    failed = []
    for trip in game.trips:
        if trip.ad is not None:
            owner = game.seats[trip.ad]
            owner.ads_failed += 1
            owner.ads_used += 1
            failed.append([owner.number, trip.index])
            trip.ad = None
    return failed


def pay_office(game: Game) -> list[int]:
    """LI-26: each Office card of today's tableau by its place; LI-51d: nothing for who is out."""
    paid = []
    for seat in game.seats:
        points = sum(
            office_points_of_place(game, place)
            for place, card in enumerate(seat.tableau)
            if card == "office" and (game.rules["office_rescores"] or seat.tableau_new[place])
        )
        seat.office_points += points
        paid.append(points)
    return paid


def office_points_of_place(game: Game, place: int) -> int:
    """LI-26, LI-26b: by threes, counting every card of today's tableau; beyond the list 0."""
    by_threes = game.rules["office_points"]
    three = place // OFFICE_PLACES
    return int(by_threes[three]) if three < len(by_threes) else 0


def clear_trips(game: Game) -> None:
    """LI-52: the visits of this day are set beside the trips, which are all free again."""
    for trip in game.trips:
        trip.visitors_before.update(trip.visits_today)
        trip.visits_today.clear()


def clear_seats(game: Game) -> None:
    """LI-12: the tableau becomes the hand; LI-52: machines come back with their components."""
    for seat in game.seats:
        seat.hand = seat.tableau
        seat.tableau = []
        seat.tableau_new = []
        seat.taken_today = 0
        for machine in seat.machines:
            machine.launched = False


def refill_board(game: Game) -> dict[str, int]:
    """LI-53: to n of each type, as far as the box has them; LI-53a: nothing is taken away."""
    refill = all_types({})
    for component in COMPONENTS:
        missing = game.rules["stock_per_type"] - game.board[component]
        refill[component] = max(0, min(missing, game.box[component]))
        game.board[component] += refill[component]
        game.box[component] -= refill[component]
    return without_zeros(refill)


def open_new_anomalies(game: Game) -> list[str]:
    """LI-53: n anomalies are drawn and laid open; LI-53a: the old ones stay open."""
    count = game.rules["anomalies_per_day"]
    opened = game.anomaly_deck[:count]
    game.anomaly_deck = game.anomaly_deck[count:]
    game.open_anomalies += opened
    return opened


def next_first(game: Game) -> int:
    """LI-54, LI-54a: the lowest score among survivors, ties clockwise after the first player."""
    players = len(game.seats)
    clockwise = [game.seats[(game.first + k) % players] for k in range(1, players + 1)]
    survivors = [seat for seat in clockwise if not seat.eliminated]
    return min(survivors, key=lambda seat: current_score(game, seat)).number


# ------------------------------------------------------------------------------------------------
# Game end (LI-55, LI-51)
# ------------------------------------------------------------------------------------------------


def final_score(game: Game, seat: Seat) -> int:
    """LI-55: the current score and the met ads (LI-43)."""
    return current_score(game, seat) + seat.ads_met * int(game.rules["ad_bonus"])


def standing(game: Game, seat: Seat) -> tuple[int, int, int]:
    """LI-55: smaller is better: score, then penalty. LI-51: behind them who was out, last first."""
    if seat.eliminated:
        return 1, -game.elimination_order.index(seat.number), 0
    return 0, -final_score(game, seat), penalty(game, seat)


def end_game(game: Game) -> None:
    """LI-55: ranks, and the win shared 1/k each; LI-51f: no winner if everyone is out."""
    standings = [standing(game, seat) for seat in game.seats]
    ranks = [1 + sum(other < mine for other in standings) for mine in standings]
    winners = [
        seat.number
        for seat, rank in zip(game.seats, ranks, strict=True)
        if rank == 1 and not seat.eliminated
    ]
    game.log(
        {
            "event": "game_end",
            "scores": [final_score(game, seat) for seat in game.seats],
            "penalties": [penalty(game, seat) for seat in game.seats],
            "ranks": ranks,
            "win_share": [
                1 / len(winners) if seat.number in winners else 0.0 for seat in game.seats
            ],
        }
    )


# ------------------------------------------------------------------------------------------------
# Random play
# ------------------------------------------------------------------------------------------------


def random_chooser(rng: Any) -> Choose:
    """The random bot: uniform among the options of each node. `rng`: a `random.Random`."""

    def choose(node: str, seat: int, options: list[Any]) -> int:
        return int(rng.random() * len(options))

    return choose


if __name__ == "__main__":
    from .loop_inc_yardsticks import main

    main()
