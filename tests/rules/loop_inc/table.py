"""A table of Loop, Inc. in any situation: set it up in words, play a card, read what happened.

Everything is said in words: components and machines as ``"wheel wheel net"`` and ``"I"``, trips by the
letters of the test, steps of effects as ``"move?, take garage"`` (``?`` = optional), and each decision
is answered by the name of an option, so that an answer which is not legal fails the test. After a card
`asked` has the complete option set of every node in the order of the decisions page, `events` what
happened, and the accounts (tokens, ads, scores) have been checked.
"""

import sys
from collections import Counter
from contextlib import contextmanager

import numpy as np

from loopsim.games.loop_inc import trace
from loopsim.games.loop_inc.closing import probe
from loopsim.games.loop_inc.tables import card_names, tables
from loopsim.kernels import bag
from loopsim.kernels import options as opt
from loopsim.kernels.loop_inc import actions, choose, day, focal, launch, names, score, setup, turn
from loopsim.kernels.loop_inc.closing import close
from loopsim.kernels.loop_inc.layout import DESK, FOCAL, MACHINES, MOST_TRIPS, PAST_CARD, STATE
from loopsim.scenario import from_resolved

PLACE = 0  # of the focal seat in the turn order
ROMAN = ("I", "II", "III")
NOWHERE = (0, "armor " * 31)  # fills a card that has one trip in a test
TWO_TRIPS = {"A": (5, "wheel net"), "B": (4, "camera camera")}


class Table:
    """One game in the middle of a day.

    `trips` are {letter: (points, components[, steps of the bonus])}, in the order of the timeline;
    `anomalies` are {key: steps}; `rules` are the keys of a scenario's table `rules`. What is closed
    (`Closing`, trips by keys: the first two are C0.1 and C0.2) is closed to seat `first`, or to all.
    """

    def __init__(
        self,
        trips=None,
        *,
        players=2,
        day=1,
        first=0,
        expansions=(),
        anomalies=None,
        closing=None,
        **rules,
    ):
        trips = dict(trips or TWO_TRIPS)
        if len(trips) % 2:
            trips["nowhere"] = NOWHERE
        self.players = players
        self.trip_names = list(trips)
        self.scenario = _scenario(trips, anomalies or {}, players, expansions, rules)
        self.card_names = card_names(self.scenario)
        self._tables, self._desk, self._state = tables(self.scenario), _blank(DESK), _blank(STATE)
        self.t, self.d, self.s = self._tables[0], self._desk[0], self._state[0]
        self.d.logging = 1
        self._answers, self._else_first = [], False
        self.asked, self.events, self.sources, self.played = [], [], [], None
        self.probe = probe(self.scenario, closing, (), force_ad=False)[0]
        setup.set_up(self.s, self.t, self.probe, 1, 0)
        self.s.first = self.s.first_of_game = first
        focal.single_out(self.s, self.t, PLACE)
        close(self.s, self.t, self.probe)
        self.start(day)

    # --- the situation

    def start(self, number):
        """Begin a day: the tableaus become hands."""
        self.s.day = number
        day.start_day(self.s, self.t, self.d)

    def stock(self, **counts):
        """Put so many tokens of a type on the board."""
        self.s.board = _changed(self.s.board, counts)

    def box(self, **counts):
        """Put so many tokens of a type into the box."""
        self.s.box = _changed(self.s.box, counts)

    def give(self, seat, machine, components):
        """Fill a machine."""
        actions.fill(self.s, seat, ROMAN.index(machine), _bag(components))

    def launched(self, seat, *machines):
        """Machines that have been launched this day."""
        for machine in machines:
            self.s.launched[seat] |= 1 << ROMAN.index(machine)

    def ad(self, seat, trip):
        """An ad token of the seat lies on a trip."""
        self.s.ads[seat] |= self._bit(trip)
        self.s.ads_left[seat] -= 1

    def used_ads(self, seat, count):
        """So many ad tokens have been used: met or failed."""
        self.s.ads_left[seat] -= count
        self.s.ads_used[seat] += count

    def visit(self, seat, *trips):
        """The seat has been at these trips this day."""
        for trip in trips:
            self.s.today[seat] |= self._bit(trip)

    def visited_before(self, seat, *trips):
        """The seat has been at these trips on an earlier day."""
        for trip in trips:
            self.s.before[seat] |= self._bit(trip)

    def tear(self, seat, count):
        """The seat holds so many tears more."""
        held = self.s.tears_held[seat] + count
        self.s.score[seat] -= self.t.tear_cost[held] - self.t.tear_cost[self.s.tears_held[seat]]
        self.s.tears_held[seat] = held

    def waste(self, seat, count):
        """So many waste tokens more lie in the penalty box."""
        self.s.waste[seat] += count
        self.s.score[seat] -= self.t.waste_cost * count

    def earned(self, seat, points):
        """The seat has so many trip points more."""
        self.s.trip_points[seat] += points
        self.s.score[seat] += points

    def hand(self, seat, *cards):
        """The past cards of the seat, front first."""
        self.s.hand[seat, : len(cards)] = [self._card(card) for card in cards]
        self.s.hand_at[seat], self.s.hand_end[seat] = 0, len(cards)

    def tableau(self, seat, *cards):
        """The cards that the seat has played this day; ``"new office"`` was taken new."""
        self.s.tableau[seat, : len(cards)] = [self._card(card) for card in cards]
        self.s.n_tableau[seat] = len(cards)

    def lay_open(self, *keys):
        """The open anomalies, in this order."""
        self.s.open[: len(keys)] = [self._card(f"anomaly:{key}") for key in keys]
        self.s.n_open = len(keys)

    def deck(self, *keys):
        """The anomaly deck, in the order of drawing."""
        self.s.deck[: len(keys)] = [self._card(f"anomaly:{key}") for key in keys]

    def pile(self, **counts):
        """So many cards are left in a pile."""
        for kind, count in counts.items():
            place = self.card_names.index(kind)
            self.s.piles[place] = count
            self.s.piles_left &= ~(1 << place)
            self.s.piles_left |= (count > 0) << place

    def no_new_cards(self, *seats):
        """These seats have taken their new cards of the day."""
        for seat in seats:
            self.s.new_due[seat] = 0

    # --- what is done

    def play(self, seat, source, *answers):
        """One turn: a card, and an answer for each node with two options or more after it."""
        with self._listening([source, *answers]):
            turn.play_turn(self.s, self.t, self.d, seat)
        assert self.asked[0].startswith("source: ")
        self.sources = self.asked.pop(0).removeprefix("source: ").split(" | ")
        self.played = self.events.pop(0)

    def launches(self, seat):
        """The launches that the seat may choose from now; it declines."""
        self.s.launches_left = 1
        with self._listening([], else_first=True):
            launch.launches(self.s, self.t, self.d, seat)
        return self.asked[0].removeprefix("launch: ").split(" | ")

    def play_day(self, *answers, else_first=False):
        """The day from its start to its end; `else_first` takes the first option after the answers."""
        with self._listening(answers, else_first):
            self.start(self.s.day)
            while not self.s.over and day.next_today(self.s, self.t):
                turn.play_turn(self.s, self.t, self.d, self.s.mover)
            if not self.s.over:
                day.end_day(self.s, self.t, self.d)

    def end_day(self):
        """The end of the day; returns its event."""
        with self._listening([]):
            day.end_day(self.s, self.t, self.d)
        return self.events[-1]

    def end_game(self):
        """The end of the game; returns its event."""
        with self._listening([]):
            score.end_game(self.s, self.t, self.d)
        return self.events[-1]

    # --- what is to be seen

    @property
    def scores(self):
        """The current score of each seat (LI-54)."""
        return self._of_seats("score")

    @property
    def tears(self):
        """The tears held by each seat."""
        return self._of_seats("tears_held")

    @property
    def out(self):
        """The eliminated seats."""
        return [p for p in range(self.players) if opt.has(self.s.eliminated, p)]

    @property
    def turns_left(self):
        """Cards still to be played this day by each seat: new ones and past ones."""
        s = self.s
        return [(int(s.new_due[p]), int(s.hand_end[p] - s.hand_at[p])) for p in range(self.players)]

    @property
    def board(self):
        """The components on the board: {type: count}, zeros left out."""
        return trace.counts(self.s.board)

    @property
    def in_box(self):
        """The components in the box: {type: count}, zeros left out."""
        return trace.counts(self.s.box)

    @property
    def opened(self):
        """The keys of the open anomalies, in the order of opening."""
        return [self._name(card).removeprefix("anomaly:") for card in self.s.open[: self.s.n_open]]

    @property
    def piles(self):
        """The cards left in each pile."""
        return {self.card_names[kind]: int(left) for kind, left in enumerate(self.s.piles)}

    def machines(self, seat):
        """What the three machines of a seat hold."""
        return [_words(self.s.machine[seat, machine]) for machine in range(MACHINES)]

    def cards_in_hand(self, seat):
        """The past cards of a seat, front first."""
        return [
            self._name(card)
            for card in self.s.hand[seat, self.s.hand_at[seat] : self.s.hand_end[seat]]
        ]

    def cards_in_tableau(self, seat):
        """The cards that a seat has played this day."""
        return [self._name(card) for card in self.s.tableau[seat, : self.s.n_tableau[seat]]]

    def ads(self, seat):
        """The ad tokens of a seat: (in hand, trips that they lie on, used)."""
        return (
            int(self.s.ads_left[seat]),
            self._trips_of(self.s.ads[seat]),
            int(self.s.ads_used[seat]),
        )

    def visits(self, seat):
        """The trips that a seat has tokens on: (this day, earlier days)."""
        return self._trips_of(self.s.today[seat]), self._trips_of(self.s.before[seat])

    def focal_row(self):
        """The row of the focal seat: seat 0, or the one that plays first."""
        row = _blank(FOCAL)[0]
        focal.write_focal(self.s, self.t, PLACE, row)
        return row

    # --- listening

    @contextmanager
    def _listening(self, answers, else_first=False):
        """Hear every question of the kernel, answer it in words, then check the accounts."""
        self._answers, self._else_first = list(answers), else_first
        self.asked, self.d.n_events, self.d.n_choices, self.d.n_script = [], 0, 0, 0
        before = self._tokens()
        homes = [
            module
            for name, module in sys.modules.items()
            if name.startswith("loopsim.kernels.loop_inc.") and hasattr(module, "choose")
        ]
        try:
            for module in homes:
                if module is not choose:
                    module.choose = self._hear
            yield
        finally:
            for module in homes:
                if module is not choose:
                    module.choose = choose.choose
        assert not self._answers, f"not asked for: {self._answers} after {self.asked}"
        told = list(trace.events(self._state, self._desk, self.players, self.card_names))
        self.events = [self._told(event) for event in told]
        self._check_accounts(before, told)

    def _hear(self, s, t, d, p, node, options, *more):
        words = [self._word(node, bit, p) for bit in range(63) if opt.has(options, bit)]
        self.asked.append(f"{names.NODES[node]}: {' | '.join(words)}")
        index = 0
        if len(words) > 1 and (self._answers or not self._else_first):
            assert self._answers, f"no answer left for {self.asked[-1]}"
            answer = self._answers.pop(0)
            assert answer in words, f"{answer!r} is not legal: {self.asked[-1]}"
            index = words.index(answer)
        elif node == names.AT_SOURCE and self._answers:
            assert self._answers.pop(0) == words[0], self.asked[-1]
        d.script[d.n_script], d.script_ends = index, d.n_script + 1
        chosen = choose.choose(s, t, d, p, node, options, *more)
        assert chosen == opt.nth(options, index)
        return chosen

    def _word(self, node, bit, p):
        """The name of an option: bits are numbered as the rules of the kernel number them."""
        if node == names.AT_SOURCE:
            if bit == PAST_CARD:
                return "past"
            if bit <= names.FIRST_EFFECT:
                return self.card_names[bit - 1]
            return self._name(self.s.open[bit - 1 - names.FIRST_EFFECT])
        if node == names.AT_TAKE:
            if bit == actions.TEAR_INSTEAD:
                return "tear"
            return f"{names.TYPES[bit // MACHINES]} to {ROMAN[bit % MACHINES]}"
        if node == names.AT_EXCHANGE_OUT:
            return self._held(bit)
        if node == names.AT_EXCHANGE_IN:
            return names.TYPES[bit]
        if node == names.AT_MOVE:
            source, pair = divmod(bit, bag.TYPES * MACHINES)
            kind, target = divmod(pair, MACHINES)
            return f"{names.TYPES[kind]} from {ROMAN[source]} to {ROMAN[target]}"
        if node == names.AT_ADVERTISE:
            return self.trip_names[bit]
        if node == names.AT_TRASH:
            return self._held(bit - 1) if bit else "stop"
        if node == names.AT_WASTE:
            return ("keep", "discard")[bit]
        if node == names.AT_STEP:
            return ("skip", "do")[bit]
        if bit == 0:
            return "none"
        machine, trip = divmod(bit - 1, MOST_TRIPS)
        return f"{ROMAN[machine]} to {self.trip_names[trip]}"

    def _held(self, bit):
        return f"{names.TYPES[bit % bag.TYPES]} from {ROMAN[bit // bag.TYPES]}"

    def _told(self, event):
        """An event in one sentence; the ends of days and games as they are."""
        e = event
        kind = e["event"]
        if kind in ("day_end", "game_end"):
            return e
        if kind == "day_start":
            return f"day {e['day']} starts with {e['first']}"
        if kind == "launch":
            waste = _words(bag.pack([e["waste"].get(name, 0) for name in names.TYPES]))
            return (
                f"{e['seat']} launches {ROMAN[e['machine'] - 1]} to {self.trip_names[e['trip']]}"
                f" for {e['points']}"
                + " as second" * e["second"]
                + " meeting an ad" * e["met_ad"]
                + f" wasting {waste}" * (waste != "")
            )
        machine = ROMAN[e["machine"] - 1] if "machine" in e else ""
        deed = {
            "play": lambda: f"plays {e['source']} {e['card']}",
            "take": lambda: f"takes {e['component']} into {machine} from {e['from']}",
            "exchange": lambda: f"exchanges {e['out']} for {e['in']} in {machine}",
            "move": lambda: (
                f"moves {e['component']} from {ROMAN[e['from'] - 1]} to {ROMAN[e['to'] - 1]}"
            ),
            "advertise": lambda: f"advertises {self.trip_names[e['trip']]}",
            "trash": lambda: f"trashes {e['component']} from {machine}",
            "waste_discarded": lambda: "discards waste",
            "tear_discarded": lambda: "discards a tear",
            "ad_regained": lambda: "regains an ad",
            "points": lambda: f"scores {e['k']} by {e['why']}",
            "hand": lambda: {"forget": "forgets a card", "swap": "swaps two cards"}[e["change"]],
            "tear": lambda: f"tears by {e['cause']}, {e['total']} held",
            "eliminated": lambda: "is out",
        }[kind]
        return f"{e['seat']} {deed()}"

    # --- accounts

    def _tokens(self):
        """The tokens in play, by type."""
        bags = [self.s.board, self.s.box, *self.s.machine[: self.players].ravel()]
        return Counter(
            {kind: sum(bag.unpack(b)[k] for b in bags) for k, kind in enumerate(names.TYPES)}
        )

    def _check_accounts(self, before, told):
        """Tokens leave the game only as trash, waste and with the eliminated; scores have reasons."""
        s, t = self.s, self.t
        if not any(event["event"] == "eliminated" for event in told):
            left = Counter()
            for event in told:
                if event["event"] == "trash":
                    left[event["component"]] += 1
                elif event["event"] == "launch":
                    left.update(event["waste"])
            assert before == self._tokens() + left
        for p in range(self.players):
            tokens = s.ads_left[p] + opt.count(s.ads[p]) + s.ads_used[p]
            assert tokens == t.ads_per_player or p in self.out
            assert s.score[p] == (
                s.trip_points[p]
                + s.office[p]
                + s.effect_points[p]
                - t.tear_cost[s.tears_held[p]]
                - t.waste_cost * s.waste[p]
                - t.ad_penalty * s.failed[p]
            )

    # --- words and codes

    def _bit(self, trip):
        return 1 << self.trip_names.index(trip)

    def _trips_of(self, trips):
        return [name for place, name in enumerate(self.trip_names) if opt.has(trips, place)]

    def _of_seats(self, name):
        return [int(value) for value in self.s[name][: self.players]]

    def _card(self, name):
        new = day.IS_NEW if name.startswith("new ") else 0
        return self.card_names.index(name.removeprefix("new ")) | new

    def _name(self, card):
        return self.card_names[card & day.CARD]


def steps(text):
    """Steps in words: ``"move?, take garage, points 2"``."""
    listed = []
    for part in text.split(", "):
        do, _, argument = part.removesuffix("?").partition(" ")
        step = {"do": do, "optional": part.endswith("?")}
        if argument:
            step |= {"room": argument} if do == "take" else {"k": int(argument)}
        listed.append(step)
    return listed


def _scenario(trips, anomalies, players, expansions, rules):
    bonuses = {}
    rows = []
    for place, (name, (points, needs, *bonus)) in enumerate(trips.items()):
        row = {"card": f"C{place // 2}", "era": "AD", "trip": name, "year": place}
        row |= dict.fromkeys(names.TYPES, 0) | Counter(needs.split()) | {"points": points}
        if bonus:
            bonuses[f"bonus{name}"] = {"steps": steps(bonus[0])}
            row["bonus"] = f"bonus{name}"
        rows.append(row)
    return from_resolved(
        {
            "game": "loop-inc",
            "name": "test",
            "title": "",
            "notes": "",
            "source": "test",
            "players": players,
            "expansions": list(expansions),
            "deck": {"file": "test"},
            "rules": {"trip_cards": {"AD": len(rows) // 2, "BC": 0, "FUTURE": 0}} | rules,
            "trips": rows,
            "effects": {
                "anomaly": {
                    key: {"set": "base", "steps": steps(text)} for key, text in anomalies.items()
                },
                "future": bonuses,
            },
            "bots": {},
            "report": {},
        }
    )


def _blank(dtype):
    return np.zeros(1, dtype).view(np.recarray)


def _bag(components):
    count = Counter(components.split())
    assert set(count) <= set(names.TYPES), components
    return bag.pack([count[kind] for kind in names.TYPES])


def _changed(packed, counts):
    amounts = dict(zip(names.TYPES, bag.unpack(packed), strict=True))
    assert set(counts) <= set(amounts)
    return bag.pack(list((amounts | counts).values()))


def _words(packed):
    return " ".join(kind for kind, count in trace.counts(int(packed)).items() for _ in range(count))
