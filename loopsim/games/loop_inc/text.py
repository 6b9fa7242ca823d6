"""A traced game as text: what happened turn by turn, and the board at each day's start and end."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from loopsim.games.loop_inc import words
from loopsim.games.loop_inc.parts import parts

Event = dict[str, Any]

MARKS = ("I", "II", "III")


def as_text(events: Sequence[Event]) -> str:
    """The whole game, one line a turn."""
    return "\n".join(_lines(events))


def _lines(events: Sequence[Event]) -> Iterator[str]:
    setup = events[0]
    board = Board(setup)
    yield (
        f"Loop, Inc. — {setup['scenario']}, {setup['players']} players, "
        f"seed {setup['seed']}, game {setup['index']}"
    )
    turn = ""
    for event in events[1:]:
        if event["event"] in ("play", "day_end", "game_end") and turn:
            yield turn
            turn = ""
        board.follow(event)
        match event["event"]:
            case "day_start":
                yield ""
                yield f"Day {event['day']}, first player: {board.who(event['first'])}"
                yield from board.drawn()
            case "play":
                card = event["card"].replace("anomaly:", "anomaly ")
                turn = f"  {board.who(event['seat'])}: {event['source']} {card}"
            case "day_end":
                yield from _day_end(event, board)
            case "game_end":
                yield ""
                yield "Game end"
                yield from board.drawn()
                yield from _game_end(event, board, parts(events))
            case _:
                turn += f"; {_told(event, board)}"


def _told(event: Event, board: "Board") -> str:
    """One event within a turn, in words."""
    match event["event"]:
        case "take":
            box = " from the box" if event["from"] == "box" else ""
            return f"takes {event['component']}{box} into {_mark(event)}"
        case "exchange":
            return f"exchanges {event['out']} for {event['in']} in {_mark(event)}"
        case "move":
            source, target = MARKS[event["from"] - 1], MARKS[event["to"] - 1]
            return f"moves {event['component']} from {source} to {target}"
        case "advertise":
            return f"advertises {board.trip(event['trip'])}"
        case "trash":
            return f"trashes {event['component']} from {_mark(event)}"
        case "waste_discarded":
            return "discards a waste token"
        case "tear_discarded":
            return "discards a tear"
        case "ad_regained":
            return "regains an ad token"
        case "points":
            return f"scores {words.count(event['k'], 'point')} by the effect"
        case "hand":
            return (
                "forgets the next card"
                if event["change"] == "forget"
                else "swaps the next two cards"
            )
        case "tear":
            return f"TEAR ({event['cause'].replace('_', ' ')}), now {event['total']}"
        case "launch":
            waste = f", wastes {_tokens(event['waste'])}" if event["waste"] else ""
            met = ", meets the ad" if event["met_ad"] else ""
            second = " as second" if event["second"] else ""
            trip = board.trip(event["trip"])
            return f"launches {_mark(event)} to {trip}{second}: {event['points']:+d}{waste}{met}"
        case "eliminated":
            return "is ELIMINATED"
    raise ValueError(f"unknown event {event['event']!r}")


def _day_end(event: Event, board: "Board") -> Iterator[str]:
    yield f"End of day {event['day']}"
    for seat, trip in event["failed_ads"]:
        yield f"  {board.who(seat)}: the ad at {board.trip(trip)} fails"
    if any(event["office"]):
        yield f"  office points: {_by_seat(event['office'])}"
    if event["refill"]:
        yield f"  refill: {_tokens(event['refill'])}"
    if event["anomalies"]:
        yield f"  anomalies opened: {', '.join(event['anomalies'])}"
    yield f"  scores: {_by_seat(event['scores'])}"


def _game_end(event: Event, board: "Board", parts_of: Sequence[dict[str, int]]) -> Iterator[str]:
    """The ranking, what each score is made of, and what decided a tie (LI-55)."""
    ranked = sorted(range(board.players), key=lambda seat: event["ranks"][seat])
    for seat in ranked:
        yield (
            f"  {event['ranks'][seat]}. {board.who(seat)}: "
            f"{words.count(event['scores'][seat], 'point')} "
            f"(penalty {event['penalties'][seat]}){_outcome(event['win_share'][seat], board, seat)}"
        )
        yield f"     {', '.join(f'{part} {points}' for part, points in parts_of[seat].items())}"
    survivors = [seat for seat in ranked if not board.is_out(seat)]
    for better, other in pairwise(survivors):
        tied = event["scores"][better] == event["scores"][other]
        if tied and event["ranks"][better] != event["ranks"][other]:
            yield (
                f"  {board.who(better)} and {board.who(other)} have "
                f"{words.count(event['scores'][better], 'point')} each: "
                "the smaller penalty decides"
            )


def _outcome(share: float, board: "Board", seat: int) -> str:
    """How the game ended for a seat, where there is more to say than its rank."""
    if board.is_out(seat):
        return "  ELIMINATED"
    if not share:
        return ""
    return "  WINS" if share == 1 else f"  shares the win ({share:.2f})"


def _by_seat(values: Sequence[int]) -> str:
    return ", ".join(f"seat {seat} {value}" for seat, value in enumerate(values))


def _mark(event: Event) -> str:
    return MARKS[event["machine"] - 1]


def _tokens(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in counts.items() if count) or "nothing"


class Board:
    """What lies on the table, followed event by event."""

    def __init__(self, setup: Event) -> None:
        """The table as set up."""
        self.players: int = setup["players"]
        self._bots: list[str] = setup["bots"]
        self._trips: list[Event] = setup["trips"]
        self._rules: Event = setup["rules"]
        self._effects: dict[str, list[Event]] = setup["effects"]
        self._stock: Counter[str] = Counter(setup["board"])
        self._piles: Counter[str] = Counter(setup["piles"])
        self._open: list[str] = []
        seats = range(self.players)
        self._machines = [[Counter[str]() for _ in MARKS] for _ in seats]
        self._hand: list[list[str]] = [[] for _ in seats]
        self._tableau: list[list[str]] = [[] for _ in seats]
        self._tears = [0] * self.players
        self._waste = [0] * self.players
        self._ads_left = [self._rules["ads_per_player"]] * self.players
        self._out: set[int] = set()
        self._visits: list[list[tuple[int, int]]] = [[] for _ in self._trips]
        self._ads: list[int | None] = [None] * len(self._trips)
        self._playing: dict[int, str] = {}
        self._day = 0

    def who(self, seat: int) -> str:
        """A seat with its bot."""
        return f"seat {seat} ({self._bots[seat]})"

    def is_out(self, seat: int) -> bool:
        """Whether a seat has been eliminated."""
        return seat in self._out

    def trip(self, index: int) -> str:
        """A trip with its number."""
        return f"[{index}] {self._trips[index]['trip']}"

    def follow(self, event: Event) -> None:
        """Change the table as the event says."""
        seat = event.get("seat", -1)
        if event["event"] in ("play", "day_end", "game_end"):
            self._lay_down()
        match event["event"]:
            case "day_start":
                self._day = event["day"]
            case "play":
                self._take_card(seat, event["source"], event["card"])
            case "take":
                if event["from"] == "board":
                    self._stock[event["component"]] -= 1
                self._machine(event)[event["component"]] += 1
            case "exchange":
                self._machine(event).subtract([event["out"]])
                self._machine(event)[event["in"]] += 1
                self._stock[event["out"]] += 1
                self._stock[event["in"]] -= 1
            case "move":
                self._machines[seat][event["from"] - 1][event["component"]] -= 1
                self._machines[seat][event["to"] - 1][event["component"]] += 1
            case "advertise":
                self._ads_left[seat] -= 1
                self._ads[event["trip"]] = seat
            case "trash":
                self._machine(event)[event["component"]] -= 1
            case "waste_discarded":
                self._waste[seat] -= 1
            case "tear_discarded":
                self._tears[seat] -= 1
            case "ad_regained":
                self._ads_left[seat] += 1
            case "hand":
                hand = self._hand[seat]
                hand[:2] = hand[1:2] if event["change"] == "forget" else hand[1::-1]
            case "tear":
                self._tears[seat] = event["total"]
            case "launch":
                self._launch(event)
            case "eliminated":
                self._eliminate(seat)
            case "day_end":
                self._end_day(event)

    def drawn(self) -> Iterator[str]:
        """The table as it lies, one line for each thing."""
        yield f"  board: {_tokens(self._stock)}"
        yield f"  piles: {_tokens(self._piles)}"
        if self._open:
            yield f"  open anomalies: {', '.join(self._open)}"
        for index, trip in enumerate(self._trips):
            tokens = [f"seat {seat} day {day}" for seat, day in self._visits[index]]
            if self._ads[index] is not None:
                tokens.append(f"ad of seat {self._ads[index]}")
            yield (
                f"  {self.trip(index)} ({words.year(trip['year'])}): "
                f"{words.count(trip['points'], 'point')} for "
                f"{_tokens(trip['requires'])}{self._bonus(trip)}"
                + (f" — {'; '.join(tokens)}" if tokens else "")
            )
        for seat in range(self.players):
            if self.is_out(seat):
                yield f"  {self.who(seat)}: eliminated"
                continue
            machines = " | ".join(
                f"{mark}: {_tokens(content)}"
                for mark, content in zip(MARKS, self._machines[seat], strict=True)
            )
            yield (
                f"  {self.who(seat)}: {machines}; {words.count(self._tears[seat], 'tear')}, "
                f"{self._waste[seat]} waste, {words.count(self._ads_left[seat], 'ad')} left"
            )
            if self._hand[seat]:
                yield f"    past cards: {', '.join(self._hand[seat])}"

    def _bonus(self, trip: Event) -> str:
        key = trip["bonus"]
        return f", bonus: {words.steps(self._effects[key])}" if key else ""

    def _machine(self, event: Event) -> Counter[str]:
        machines = self._machines[event["seat"]]
        return machines[int(event["machine"]) - 1]

    def _take_card(self, seat: int, source: str, card: str) -> None:
        if source == "past":
            self._hand[seat].pop(0)
        elif card.startswith("anomaly:"):
            self._open.remove(card.removeprefix("anomaly:"))
        else:
            self._piles[card] -= 1
        self._playing[seat] = card

    def _lay_down(self) -> None:
        """The card of the turn before goes to the end of its player's tableau."""
        for seat, card in self._playing.items():
            self._tableau[seat].append(card)
        self._playing.clear()

    def _launch(self, event: Event) -> None:
        seat, trip = event["seat"], event["trip"]
        content: Counter[str] = Counter(
            self._trips[trip]["requires"] if self._rules["components_stay"] else {}
        )
        self._machines[seat][event["machine"] - 1] = content
        self._waste[seat] += sum(event["waste"].values())
        self._visits[trip].append((seat, self._day))
        if event["met_ad"]:
            self._ads[trip] = None

    def _eliminate(self, seat: int) -> None:
        self._out.add(seat)
        self._playing.pop(seat, None)
        self._tableau[seat], self._hand[seat] = [], []
        self._machines[seat] = [Counter[str]() for _ in MARKS]
        self._ads = [None if owner == seat else owner for owner in self._ads]

    def _end_day(self, event: Event) -> None:
        self._ads = [None] * len(self._ads)
        self._stock.update(event["refill"])
        self._open += event["anomalies"]
        self._hand, self._tableau = self._tableau, [[] for _ in range(self.players)]
