"""What one turn may hold: the actions of its card, tears, launches, bonuses (LI-13, LI-14, LI-20 to LI-26).

A trace does not tell every choice (an optional exchange declined, then an exchange): each way to read
the turn so far is kept, and the turn is right as long as one is left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from loopsim.kernels.loop_inc.names import TYPES
from tests.contract.loop_inc.table import Event, Referee

#: LI-01
ROOMS = {
    "garage": ("wheel", "propeller"),
    "shop": ("net", "camera"),
    "armory": ("armor",),
    "any": TYPES,
}
#: LI-20 to LI-26: the cards of the piles as steps.
CARDS: Mapping[str, list[Event]] = {
    **{room: [{"do": "take", "room": room}] for room in ("garage", "shop", "armory")},
    **{action: [{"do": action}] for action in ("exchange", "move", "advertise", "trash")},
    "office": [{"do": "discard_waste", "optional": True}],
}
#: What the event of a step says.
TOLD: Mapping[str, Event] = {
    "take": {"event": "take", "from": "board"},
    "take_box": {"event": "take", "from": "box"},
    "exchange": {"event": "exchange"},
    "move": {"event": "move"},
    "trash": {"event": "trash"},
    "advertise": {"event": "advertise"},
    "discard_waste": {"event": "waste_discarded"},
    "discard_tear": {"event": "tear_discarded"},
    "regain_ad": {"event": "ad_regained"},
    "points": {"event": "points", "why": "effect"},
    "forget_next": {"event": "hand", "change": "forget"},
    "swap_next": {"event": "hand", "change": "swap"},
}
#: Of a step that cannot be done (LI-50b); of the others `effect`.
CAUSES = {
    "take": "room_empty",
    "exchange": "exchange_nothing",
    "move": "move_impossible",
    "trash": "trash_nothing",
    "advertise": "ad_no_trip",
}


@dataclass(frozen=True)
class Step:
    """A step of a card: LI-25a. `tears` tells whether a tear is paid if it cannot be done."""

    do: str
    room: str = ""
    k: int = 0
    optional: bool = False
    tears: bool = True


@dataclass(frozen=True)
class Reading:
    """One way to read the turn so far: what is still to come."""

    steps: tuple[Step, ...]
    launches: int  # still allowed (LI-14a)
    torn: bool = False  # the card, or the bonus, has cost its tear (LI-25c)


class Turn:
    """The turn of a seat with a card. It reads the table, which has not yet felt the event heard."""

    def __init__(self, table: Referee, seat: int, card: str) -> None:
        self.table, self.seat, self.mine = table, seat, table.seats[seat]
        self.in_effect = card.startswith("anomaly:")
        self.second = False  # a launch has made its player second: the tear comes next
        self.readings = {Reading(self._steps_of(card), launches=1)}

    def hear(self, event: Event) -> None:
        """Follow one event. Raises AssertionError if no reading of the turn has it here."""
        assert event["seat"] == self.seat, f"it is the turn of seat {self.seat}"
        pays = event["event"] == "tear" and event["cause"] == "second_visitor"
        assert pays == self.second, "a tear of second visitors follows their launch, and only it"
        self.second = False
        if event["event"] == "eliminated":
            self.readings = {Reading((), launches=0)}  # LI-25b, LI-42a
        elif not pays:
            ways = self._ways()
            self.readings = {after for way in ways for after in self._after(way, event)}
            assert self.readings, "no step of the card and no launch that is left"
        if event["event"] == "launch":
            self.second, self.in_effect = event["second"], True

    def end(self) -> None:
        """LI-13: raises AssertionError if a step is missing that had to be done."""
        assert not self.second, "the second visitor has paid nothing"
        assert any(not way.steps for way in self._ways()), "a step of the card was left out"

    # --- readings

    def _ways(self) -> set[Reading]:
        """Every reading with all that it may become without an event."""
        ways: set[Reading] = set()
        fresh = self.readings
        while fresh:
            ways |= fresh
            fresh = {after for way in fresh for after in self._silently(way)} - ways
        return ways

    def _silently(self, way: Reading) -> Iterator[Reading]:
        """The next step passed over: it leaves no event, is declined, or fails without a tear."""
        if not way.steps:
            return
        step, *rest = way.steps
        passed = replace(way, steps=tuple(rest))
        if step.do == "launch_again":
            yield replace(passed, launches=way.launches + 1)
        elif step.do == "repeat_last":
            yield replace(passed, steps=(*self._repeated(step), *rest))
        elif (way.torn or not step.tears) and self._obstacle(step):
            yield passed  # LI-25c, LI-25d
        if step.optional:
            yield passed

    def _after(self, way: Reading, event: Event) -> Iterator[Reading]:
        """The event as a launch, as the next step, or as its tear."""
        if not way.steps:
            if event["event"] == "launch" and way.launches > 0:
                yield Reading(self._bonus(event["trip"]), way.launches - 1)
            return
        step, *rest = way.steps
        if step.do not in TOLD:  # it leaves no event
            return
        if event["event"] == "tear":
            if step.tears and not way.torn and event["cause"] == self._cause(step):
                yield replace(way, steps=tuple(rest), torn=True)
        elif _tells(event, step):
            again = [replace(step, optional=True, tears=False)] * (step.do == "trash")  # LI-24
            yield replace(way, steps=(*again, *rest))

    # --- steps

    def _steps_of(self, card: str) -> tuple[Step, ...]:
        """The steps of a pile's card or of an anomaly."""
        kind, _, key = card.partition(":")
        return self._steps(self.table.setup["effects"][key] if key else CARDS[kind])

    def _bonus(self, trip: int) -> tuple[Step, ...]:
        """LI-47, LI-47a."""
        bonus = self.table.setup["trips"][trip]["bonus"]
        if bonus is None:
            return ()
        steps = self.table.setup["effects"][bonus]
        return self._steps(steps, all_optional=self.table.rules["future_bonus_optional"])

    def _steps(self, listed: list[Event], *, all_optional: bool = False) -> tuple[Step, ...]:
        steps = []
        for said in listed:
            step = Step(**said)
            optional = step.optional or all_optional
            harmless = step.do == "trash" and not self.table.rules["trash_empty_tears"]  # LI-24
            steps.append(replace(step, optional=optional, tears=not (optional or harmless)))
        return tuple(steps)

    def _repeated(self, step: Step) -> tuple[Step, ...]:
        """LI-25e to LI-25g: the steps of the last card in the tableau."""
        if not self.mine.tableau:
            return ()
        steps = self._steps_of(self.mine.tableau[-1].name)
        if any(each.do == "repeat_last" for each in steps):
            return ()
        return tuple(replace(each, tears=each.tears and step.tears) for each in steps)

    def _cause(self, step: Step) -> str | None:
        """The cause that a tear has at this step now, or None: LI-20a, LI-50a to LI-50c."""
        obstacle = self._obstacle(step)
        if obstacle:
            return "effect" if self.in_effect else obstacle
        named_room = step.do == "take" and step.room != "any"
        some_out = named_room and any(not self.table.board[kind] for kind in ROOMS[step.room])
        return "voluntary" if some_out else None

    def _obstacle(self, step: Step) -> str | None:
        """Why a step cannot be done now, as the cause of a tear (LI-50b); None if it can."""
        if step.do == "take" and not self._open():
            return "no_open_machine"
        if step.do == "advertise" and not self.mine.ads:
            return "ad_none_left"
        return None if self._possible(step.do, step.room) else CAUSES.get(step.do, "effect")

    def _possible(self, do: str, room: str) -> bool:
        """Whether the player and the table have what a step needs."""
        table, mine = self.table, self.mine
        match do:
            case "take":
                return any(table.board[kind] for kind in ROOMS[room])
            case "take_box":
                return bool(self._open()) and table.box.total() > 0
            case "exchange":
                return self._can_exchange()
            case "move":
                return len(self._open()) > 1 and bool(self._held())
            case "trash":
                return bool(self._held())
            case "advertise":
                return bool(table.advertisable(self.seat))
            case "discard_waste":
                return mine.waste > 0
            case "discard_tear":
                return mine.tears > 0
            case "regain_ad":
                return mine.ads_used > 0
            case "forget_next":
                return len(mine.hand) >= 1
            case "swap_next":
                return len(mine.hand) >= 2
        return True  # points

    def _open(self) -> list[Counter[str]]:
        """LI-15, LI-16: the open machines."""
        in_use = self.table.rules["machines_by_day"][self.table.day - 1]
        return [
            machine
            for number, machine in enumerate(self.mine.machines[:in_use], 1)
            if number not in self.mine.launched
        ]

    def _held(self) -> set[str]:
        """The types in open machines."""
        return {kind for machine in self._open() for kind in TYPES if machine[kind]}

    def _can_exchange(self) -> bool:
        """LI-21: something can be returned and, where it may not be retaken, another type taken."""
        if self.table.rules["exchange_may_retake"]:
            return bool(self._held())
        stock = {kind for kind in TYPES if self.table.board[kind]}
        return any(stock - {kind} for kind in self._held())


def _tells(event: Event, step: Step) -> bool:
    """Whether the event is that of the step."""
    if not TOLD[step.do].items() <= event.items():
        return False
    if step.do == "take":
        return event["component"] in ROOMS[step.room]
    return step.do != "points" or event["k"] == step.k
