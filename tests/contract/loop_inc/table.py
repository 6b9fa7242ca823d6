"""The table of Loop, Inc. rebuilt from a trace alone: nothing is lost, every score has its reasons.

It knows no kernel code: only the events and names of the trace format.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from loopsim.kernels.loop_inc.names import TYPES

Event = Mapping[str, Any]


@dataclass
class Card:
    """A card in a hand or tableau."""

    name: str
    new: bool = False  # taken today
    tore_before: bool = False
    tore_today: bool = False

    @property
    def kind(self) -> str:
        """Its kind in the facts: the pile, where Office lies on that of Trash, or any anomaly."""
        kind = self.name.partition(":")[0]
        return "trash" if kind == "office" else kind


@dataclass
class Seat:
    """What lies in front of a player, and the counts for the facts."""

    ads: int
    machines: list[Counter[str]]
    hand: list[Card] = field(default_factory=list)
    tableau: list[Card] = field(default_factory=list)
    in_play: Card | None = None
    launched: set[int] = field(default_factory=set)  # machines, this day
    ads_used: int = 0
    ads_lifted: int = 0
    forgotten: int = 0
    tears: int = 0
    waste_made: int = 0
    waste_discarded: int = 0
    failed: int = 0
    met: int = 0
    trip_points: int = 0
    office_points: int = 0
    effect_points: int = 0
    out_on_day: int = 0
    out_order: int = 0
    turns: int = 0
    turns_behind: int = 0
    decisions: int = 0
    forced: int = 0
    chain_tears: int = 0
    tears_discarded: int = 0
    second: int = 0
    second_to_ad: int = 0
    shut_out: int = 0
    led_when_out: bool = False
    last_tear: tuple[str, int] | None = None  # cause, day
    taken: Counter[str] = field(default_factory=Counter)
    past: Counter[str] = field(default_factory=Counter)
    past_torn: Counter[str] = field(default_factory=Counter)
    by_day: dict[str, Counter[int]] = field(default_factory=dict)
    tears_by: Counter[tuple[str, int]] = field(default_factory=Counter)
    new: Counter[tuple[str, int]] = field(default_factory=Counter)  # kind, day
    score_after: dict[int, int] = field(default_factory=dict)

    def tally(self, what: str, day: int, count: int = 1) -> None:
        """Count so many more of something on a day."""
        self.by_day.setdefault(what, Counter())[day] += count

    @property
    def waste(self) -> int:
        """Waste tokens in the penalty box."""
        return self.waste_made - self.waste_discarded

    @property
    def played_today(self) -> list[Card]:
        """The tableau, and the card that is about to lie there."""
        return self.tableau if self.in_play is None else [*self.tableau, self.in_play]


class Referee:
    """The table as the events leave it."""

    def __init__(self, setup: Event) -> None:
        self.setup = setup
        self.rules: Mapping[str, Any] = setup["rules"]
        self.players: int = setup["players"]
        self.board, self.box = Counter(setup["board"]), Counter(setup["box"])
        self.out: Counter[str] = Counter()  # wasted or out of the game
        self.piles = Counter(setup["piles"])
        self.deck: list[str] = list(setup["anomaly_deck"])
        self.open: list[str] = []
        self.cards_out = 0
        self.seats = [
            Seat(self.rules["ads_per_player"], [Counter() for _ in range(3)])
            for _ in range(self.players)
        ]
        self.ads: dict[int, int] = {}  # trip -> seat
        self.visits: list[tuple[int, int, int, bool]] = []  # trip, seat, day, second
        self.ads_on: Counter[int] = Counter()
        self.trips_to_advertise: list[int] = []  # how many there were, of each ad placed
        self.day = 0
        self.must_go: int | None = None  # a seat that the next event must eliminate
        self.turn_pending = False
        self.turns: Counter[int] = Counter()  # by day
        self.out_of_stock: Counter[tuple[str, int]] = Counter()  # type, day
        self.mover = 0
        self.launch_offered = False  # in this turn
        self.leaders: list[int] = []  # after the turn before
        self.forced_turns = 0
        self.n_out = 0
        self.holder: int | None = None
        self.holder_by_day: int | None = None
        self.lead_changes = 0
        self.lead_changes_turn = 0
        self.lead_alone: dict[int, int | None] = {}
        self.end: dict[str, Any] = {}
        self.cards_in_all = self._cards()

    # --- what must hold after every event

    def check(self) -> None:
        """Raise AssertionError if a token or card was lost or made."""
        for kind in TYPES:
            held = [machine[kind] for seat in self.seats for machine in seat.machines]
            parts = [self.board[kind], self.box[kind], self.out[kind], *held]
            assert min(parts) >= 0, f"less than no {kind}"
            assert sum(parts) == self.rules["tokens_per_type"], f"{sum(parts)} tokens of {kind}"
        for seat, mine in enumerate(self.seats):
            lying = sum(owner == seat for owner in self.ads.values())
            parts = [mine.ads, mine.ads_used, mine.ads_lifted, lying]
            assert min(parts) >= 0, f"less than no ad of seat {seat}"
            assert sum(parts) == self.rules["ads_per_player"], f"{sum(parts)} ads of seat {seat}"
            assert min(mine.waste, mine.tears) >= 0, f"less than nothing in the box of seat {seat}"
        assert min(self.piles.values(), default=0) >= 0, "less than no card in a pile"
        assert self._cards() == self.cards_in_all, f"{self._cards()} cards of {self.cards_in_all}"

    def _cards(self) -> int:
        in_hands = sum(
            len(seat.hand) + len(seat.tableau) + (seat.in_play is not None) for seat in self.seats
        )
        return (
            sum(self.piles.values()) + len(self.deck) + len(self.open) + in_hands + self.cards_out
        )

    def score(self, seat: int) -> int:
        """The current score of LI-54."""
        mine = self.seats[seat]
        gains = mine.trip_points + mine.office_points + mine.effect_points
        return gains - self.penalty(seat)

    def penalty(self, seat: int) -> int:
        """Tears, waste and failed ads (LI-55)."""
        mine, rules = self.seats[seat], self.rules
        costs = [0, *rules["tear_costs"]]
        tears = costs[min(mine.tears, len(costs) - 1)]
        return tears + rules["waste_cost"] * mine.waste + rules["ad_penalty"] * mine.failed

    # --- who is where

    def visitors_today(self, trip: int) -> set[int]:
        """The seats that have visited a trip this day, the eliminated included (LI-51a)."""
        return {seat for where, seat, day, _ in self.visits if (where, day) == (trip, self.day)}

    def days_of_visits(self, seat: int, trip: int) -> set[int]:
        """The days on which a seat has visited a trip."""
        return {day for where, who, day, _ in self.visits if (where, who) == (trip, seat)}

    def advertisable(self, seat: int) -> list[int]:
        """LI-23: trips without another player's visit of this day and without an ad."""
        return [
            trip
            for trip in range(len(self.setup["trips"]))
            if trip not in self.ads
            and not self.visitors_today(trip) - {seat}
            and (self.rules["ad_on_own_visited"] or not self.days_of_visits(seat, trip))
        ]

    # --- events

    def apply(self, event: Event) -> None:
        """Do what an event says."""
        name = event["event"]
        assert self.must_go is None or name == "eliminated", f"seat {self.must_go} is not out"
        if name in ("play", "day_end", "game_end") and self.turn_pending:
            self._end_turn()
        getattr(self, f"_{name}")(event)

    def _day_start(self, event: Event) -> None:
        self.day += 1
        assert event["day"] == self.day
        for mine in self.seats:
            assert not mine.hand, "a past card was not played"
            mine.hand = [
                Card(card.name, tore_before=card.tore_before or card.tore_today)
                for card in mine.tableau
            ]
            mine.tableau, mine.launched = [], set()

    def _play(self, event: Event) -> None:
        mine = self.seats[event["seat"]]
        self.mover, self.launch_offered = event["seat"], False
        assert not mine.out_on_day, "the eliminated play no card"
        self._lay_down()
        card = event["card"]
        if event["source"] == "past":
            mine.in_play = mine.hand.pop(0)
            assert mine.in_play.name == card, f"{mine.in_play.name} is in front"
            mine.past[mine.in_play.kind] += 1
        else:
            mine.in_play = Card(card, new=True)
            kind, _, key = card.partition(":")
            mine.new[mine.in_play.kind, self.day] += 1
            if kind == "anomaly":
                self.open.remove(key)
            else:
                self.piles[card] -= 1
        mine.turns += 1
        self.turns[self.day] += 1
        self.out_of_stock.update((kind, self.day) for kind in TYPES if not self.board[kind])
        self.turn_pending = True

    def _lay_down(self) -> None:
        """LI-12: the card goes to the tableau after its action, before any launch."""
        for mine in self.seats:
            if mine.in_play is not None:
                mine.tableau.append(mine.in_play)
                mine.in_play = None

    def _end_turn(self) -> None:
        """Who leads after the turn (metrics.md 3)."""
        self._lay_down()
        self._offer_launch()
        self.turn_pending = False
        self.leaders = leaders = self._leaders([self.score(seat) for seat in range(self.players)])
        for seat, mine in enumerate(self.seats):
            mine.turns_behind += seat not in leaders
        if len(leaders) == 1:
            self.lead_changes_turn += self.holder not in (None, leaders[0])
            self.holder = leaders[0]

    def _offer_launch(self) -> None:
        """Once in a turn, after the action: whether a rival's ad keeps the player from a trip."""
        mine = self.seats[self.mover]
        if not self.launch_offered and not mine.out_on_day:
            self.launch_offered = True
            trips = range(len(self.setup["trips"]))
            mine.shut_out += any(
                self._ready_for(mine, trip) and self._shut_by_ad(self.mover, trip) for trip in trips
            )

    def _ready_for(self, mine: Seat, trip: int) -> bool:
        """LI-15, LI-16: whether an open machine holds what a trip needs."""
        need = Counter(self.setup["trips"][trip]["requires"])
        in_use = mine.machines[: self.rules["machines_by_day"][self.day - 1]]
        return any(
            need <= machine
            for number, machine in enumerate(in_use, 1)
            if number not in mine.launched
        )

    def _shut_by_ad(self, seat: int, trip: int) -> bool:
        """LI-40, LI-41: whether a seat might visit a trip without the ad that lies on it."""
        owner = self.ads.get(trip, seat)
        days = self.days_of_visits(seat, trip)
        if self.rules["same_day_revisit"]:
            days -= {self.day}
        visitors, capacity = self.visitors_today(trip) - {seat}, self.rules["trip_capacity"]
        full = len(visitors | {owner}) >= capacity
        return owner != seat and not days and full and len(visitors) < capacity

    def _leaders(self, scores: list[int]) -> list[int]:
        alive = [seat for seat, mine in enumerate(self.seats) if not mine.out_on_day]
        return [seat for seat in alive if scores[seat] == max(scores[other] for other in alive)]

    def _look_after_day(self, scores: list[int]) -> None:
        leaders = self._leaders(scores)
        alone = leaders[0] if len(leaders) == 1 else None
        self.lead_alone[self.day] = alone
        if alone is not None:
            self.lead_changes += self.holder_by_day not in (None, alone)
            self.holder_by_day = alone

    def _machine(self, event: Event, which: str = "machine") -> Counter[str]:
        """LI-15, LI-16: an open machine."""
        number = event[which]
        assert number <= self.rules["machines_by_day"][self.day - 1], f"{number} is not in use"
        mine = self.seats[event["seat"]]
        assert number not in mine.launched, f"machine {number} was launched"
        return mine.machines[number - 1]

    def _take(self, event: Event) -> None:
        (self.board if event["from"] == "board" else self.box)[event["component"]] -= 1
        self._machine(event)[event["component"]] += 1
        self.seats[event["seat"]].taken[event["component"]] += 1

    def _exchange(self, event: Event) -> None:
        machine = self._machine(event)
        for kind, change in ((event["out"], -1), (event["in"], 1)):
            machine[kind] += change
            self.board[kind] -= change
        self.seats[event["seat"]].taken[event["in"]] += 1

    def _move(self, event: Event) -> None:
        self._machine(event, "from")[event["component"]] -= 1
        self._machine(event, "to")[event["component"]] += 1

    def _trash(self, event: Event) -> None:
        self._machine(event)[event["component"]] -= 1
        self.out[event["component"]] += 1

    def _advertise(self, event: Event) -> None:
        seat, trip = event["seat"], event["trip"]
        assert trip not in self.ads, "two ads on one trip"
        self.trips_to_advertise.append(len(self.advertisable(seat)))
        self.ads[trip] = seat
        self.ads_on[trip] += 1
        self.seats[seat].ads -= 1
        self.seats[seat].tally("ads_placed", self.day)

    def _waste_discarded(self, event: Event) -> None:
        self.seats[event["seat"]].waste_discarded += 1

    def _tear_discarded(self, event: Event) -> None:
        mine = self.seats[event["seat"]]
        mine.tears -= 1
        mine.tears_discarded += 1

    def _ad_regained(self, event: Event) -> None:
        mine = self.seats[event["seat"]]
        mine.ads += 1
        mine.ads_used -= 1

    def _points(self, event: Event) -> None:
        self.seats[event["seat"]].effect_points += event["k"]

    def _hand(self, event: Event) -> None:
        mine = self.seats[event["seat"]]
        if event["change"] == "swap":
            mine.hand[0], mine.hand[1] = mine.hand[1], mine.hand[0]
        else:
            mine.hand.pop(0)
            self.cards_out += 1

    def _tear(self, event: Event) -> None:
        mine = self.seats[event["seat"]]
        mine.tears += 1
        assert event["total"] == mine.tears, f"{mine.tears} tears are held"
        mine.tears_by[event["cause"], self.day] += 1
        mine.last_tear = event["cause"], self.day
        if mine.in_play is not None:
            mine.past_torn[mine.in_play.kind] += not mine.in_play.new
            mine.chain_tears += mine.in_play.tore_before
            mine.in_play.tore_today = True
        if mine.tears > len(self.rules["tear_costs"]):
            self.must_go = event["seat"]

    def _launch(self, event: Event) -> None:
        self._lay_down()
        self._offer_launch()
        seat, trip = event["seat"], event["trip"]
        mine, machine = self.seats[seat], self._machine(event)
        card = self.setup["trips"][trip]
        wasted = Counter(event["waste"])
        assert event["points"] == card["points"]
        assert machine == Counter(card["requires"]) + wasted, "waste is what was not required"
        mine.launched.add(event["machine"])
        machine.subtract(wasted)
        self.out += wasted
        if not self.rules["components_stay"]:
            self.box += machine
            machine.clear()
        mine.waste_made += wasted.total()
        mine.trip_points += event["points"]
        mine.tally("waste_made", self.day, wasted.total())
        mine.second += event["second"]
        mine.second_to_ad += event["second"] and not self.visitors_today(trip) - {seat}
        mine.tally("launches", self.day)
        self.visits.append((trip, seat, self.day, event["second"]))
        if event["met_ad"]:
            assert self.ads.pop(trip, None) == seat, "an ad of another was met"
            mine.ads_used += 1
            mine.met += 1
            mine.tally("met_ads", self.day)

    def _eliminated(self, event: Event) -> None:
        seat = event["seat"]
        assert self.must_go == seat, "eliminated without a tear too many"
        self.must_go = None
        self.n_out += 1
        mine = self.seats[seat]
        mine.out_on_day, mine.out_order = self.day, self.n_out
        mine.led_when_out = self.leaders == [seat]
        for machine in mine.machines:
            self.out.update(machine)
            machine.clear()
        for trip in [trip for trip, owner in self.ads.items() if owner == seat]:
            del self.ads[trip]
            mine.ads_lifted += 1
        self.cards_out += len(mine.hand) + len(mine.tableau) + (mine.in_play is not None)
        mine.hand, mine.tableau, mine.in_play = [], [], None

    def _day_end(self, event: Event) -> None:
        assert event["day"] == self.day
        left = sorted((trip, seat) for trip, seat in self.ads.items())
        assert event["failed_ads"] == [[seat, trip] for trip, seat in left], "ads left over"
        self.ads.clear()
        for _, seat in left:
            mine = self.seats[seat]
            mine.ads_used += 1
            mine.failed += 1
            mine.tally("failed_ads", self.day)
        assert event["refill"] == self._refill_due(), f"the refill is {self._refill_due()}"
        for kind, count in event["refill"].items():
            self.board[kind] += count
            self.box[kind] -= count
        for key in event["anomalies"]:
            assert self.deck.pop(0) == key, "not the next anomaly of the deck"
            self.open.append(key)
        for seat, points in enumerate(event["office"]):
            self.seats[seat].office_points += points
        scores = [self.score(seat) for seat in range(self.players)]
        assert event["scores"] == scores, f"the scores are {scores}"
        for seat, mine in enumerate(self.seats):
            mine.score_after[self.day] = scores[seat]
        if self.day < self.rules["days"]:
            self._look_after_day(scores)

    def _refill_due(self) -> dict[str, int]:
        """LI-53: up to the stock, as far as the box has tokens; none on the last day."""
        if self.day == self.rules["days"]:
            return {}
        stock = self.rules["stock_per_type"]
        due = {kind: min(stock - self.board[kind], self.box[kind]) for kind in TYPES}
        return {kind: count for kind, count in due.items() if count > 0}

    def _game_end(self, event: Event) -> None:
        seats = range(self.players)
        met = [self.rules["ad_bonus"] * mine.met for mine in self.seats]
        scores = [self.score(seat) + met[seat] for seat in seats]
        penalties = [self.penalty(seat) for seat in seats]
        standing = [
            (0, -scores[seat], penalties[seat]) if not mine.out_on_day else (1, -mine.out_order, 0)
            for seat, mine in enumerate(self.seats)
        ]
        ranks = [1 + sum(other < own for other in standing) for own in standing]
        winners = [seat for seat in seats if ranks[seat] == 1 and not self.seats[seat].out_on_day]
        share = [1 / len(winners) if seat in winners else 0 for seat in seats]
        own = {"scores": scores, "penalties": penalties, "ranks": ranks, "win_share": share}
        assert {key: event[key] for key in own} == own, f"the end is {own}"
        if self.n_out < self.players:
            self._look_after_day(scores)
        self.end = {**own, "winners": len(winners)}

    def tear_decided(self, seat: int) -> bool:
        """Whether a survivor that does not win would, its last tear's cost taken back (metrics.md 13)."""
        mine = self.seats[seat]
        if not mine.tears or mine.out_on_day or self.end["win_share"][seat]:
            return False
        costs = [0, *self.rules["tear_costs"]]
        back = costs[mine.tears] - costs[mine.tears - 1]
        score, penalty = self.end["scores"][seat] + back, self.end["penalties"][seat] - back
        return all(
            (score, -penalty) >= (self.end["scores"][q], -self.end["penalties"][q])
            for q, other in enumerate(self.seats)
            if q != seat and not other.out_on_day
        )

    def count_choices(self, choices: list[Any]) -> None:
        """Decisions, forced nodes, and turns without a decision."""
        undecided: list[bool] = []
        for choice in choices:
            mine = self.seats[choice.seat]
            mine.decisions += choice.options > 1
            mine.forced += choice.options == 1
            if choice.node == "source":
                undecided.append(True)
            undecided[-1] &= choice.options == 1
        self.forced_turns = sum(undecided)
