"""Whether each event is legal on the table as it lies (LI-07 to LI-54), by the events alone."""

from __future__ import annotations

from tests.contract.loop_inc.table import Event, Referee
from tests.contract.loop_inc.turn import Turn


class Law:
    """Who is due, and what may be done. Each method reads the table before it feels the event."""

    def __init__(self, table: Referee) -> None:
        self.table = table
        self.seats = range(table.players)
        self.first: int = table.setup["first"]
        self.due = self.first  # the seat whose turn comes next, unless it has no card (LI-10a)
        self.new_due = [0] * table.players
        self.in_day = False
        self.turn: Turn | None = None

    def check(self, event: Event) -> None:
        """Raise AssertionError if the event is not legal now."""
        name = event["event"]
        own = getattr(self, f"_{name}", None)
        if name in ("day_start", "play", "day_end", "game_end"):
            if self.turn is not None:
                self.turn.end()
                self.turn = None
        else:
            assert self.turn is not None, f"{name} outside a turn"
            self.turn.hear(event)
        if own is not None:
            own(event)

    # --- the order of days and turns

    def _day_start(self, event: Event) -> None:
        """LI-07, LI-54, LI-54a."""
        assert not self.in_day, "the day before has no end"
        if self.table.day > 0:
            self.first = min(
                self._alive(self.first + 1), key=self.table.score
            )  # the first of a tie
        assert event["first"] == self.first, f"seat {self.first} is first"
        self.due = self.first
        self.new_due = [self.table.rules["new_per_day"]] * self.table.players
        self.in_day = True

    def _alive(self, start: int = 0) -> list[int]:
        """The survivors, clockwise from a seat."""
        clockwise = [(start + step) % self.table.players for step in self.seats]
        return [seat for seat in clockwise if not self.table.seats[seat].out_on_day]

    def _with_cards(self) -> list[int]:
        """LI-10a, LI-51: the seats that have a turn left today, in the order of their next turns."""
        return [
            seat
            for seat in self._alive(self.due)
            if self.new_due[seat] or self.table.seats[seat].hand
        ]

    def _play(self, event: Event) -> None:
        """LI-10, LI-11."""
        assert self.in_day, "a turn outside a day"
        seat, table = event["seat"], self.table
        assert [seat] == self._with_cards()[:1], "it is the turn of another seat"
        new = len(+table.piles) + len(table.open) if self.new_due[seat] else 0
        options = new + bool(table.seats[seat].hand)
        assert event["options"] == options, f"there are {options} cards to choose from"
        if event["source"] == "new":
            assert self.new_due[seat], "no new card is due"
            self.new_due[seat] -= 1
        self.due = (seat + 1) % table.players
        self.turn = Turn(table, seat, event["card"])

    def _day_end(self, event: Event) -> None:
        """LI-10a, LI-26, LI-53."""
        assert self.in_day, "the day has not begun"
        assert self._alive(), "a day end without players"
        assert not self._with_cards(), "there are turns left"
        office = [self._office_points(seat) for seat in self.seats]
        assert event["office"] == office, f"the office pays {office}"
        table = self.table
        last = table.day == table.rules["days"]
        opened = 0 if last else min(table.rules["anomalies_per_day"], len(table.deck))
        assert len(event["anomalies"]) == opened, f"{opened} anomalies open"
        self.in_day = False

    def _office_points(self, seat: int) -> int:
        """LI-26, LI-26b, LI-26c: by the place among all cards of today."""
        points = [k for k in self.table.rules["office_points"] for _ in range(3)]
        return sum(
            k
            for k, card in zip(points, self.table.seats[seat].played_today, strict=False)
            if card.name == "office" and (card.new or self.table.rules["office_rescores"])
        )

    def _game_end(self, _event: Event) -> None:
        """LI-10, LI-51f."""
        done = not self.in_day and self.table.day == self.table.rules["days"]
        assert done or not self._alive(), "there are days left"

    # --- what an action may do

    def _exchange(self, event: Event) -> None:
        """LI-21."""
        machine = self.table.seats[event["seat"]].machines[event["machine"] - 1]
        assert machine[event["out"]], "the machine holds no such component"
        if not self.table.rules["exchange_may_retake"]:
            assert event["out"] != event["in"], "the type returned may not be taken back"

    def _move(self, event: Event) -> None:
        """LI-22."""
        assert event["from"] != event["to"], "a move to where it was"

    def _advertise(self, event: Event) -> None:
        """LI-23."""
        trips = self.table.advertisable(event["seat"])
        assert event["trip"] in trips, f"an ad may lie on {trips}"

    def _launch(self, event: Event) -> None:
        """LI-40 to LI-44."""
        seat, trip, rules = event["seat"], event["trip"], self.table.rules
        days = self.table.days_of_visits(seat, trip)
        if rules["same_day_revisit"]:
            days -= {self.table.day}
        assert not days, "visited before"
        rivals = self.table.visitors_today(trip) - {seat}
        owner = self.table.ads.get(trip)
        if owner == seat:
            full = bool(rivals) and not rules["ad_owner_keeps_place"]
            others = set()
        else:
            others = rivals if owner is None else rivals | {owner}
            full = len(others) >= rules["trip_capacity"]
        assert not full, "the trip is full"
        assert event["met_ad"] == (owner == seat), "an own ad is met by every launch onto it"
        assert event["second"] == bool(others), "second is who finds another player there"
