"""Loop, Inc. as a game of loopsim: set-ups ready to be played, and single games traced."""

import threading
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from loopsim.games.loop_inc import items, mechanisms, weights
from loopsim.games.loop_inc.chances import chances
from loopsim.games.loop_inc.changes import all_stated, changes, stated
from loopsim.games.loop_inc.closing import Closing, probe, told
from loopsim.games.loop_inc.metrics import measures
from loopsim.games.loop_inc.model import EXPANSIONS
from loopsim.games.loop_inc.scenario import Scenario
from loopsim.games.loop_inc.show import rules_by_topic, shown
from loopsim.games.loop_inc.show_bots import shown_bots
from loopsim.games.loop_inc.tables import bots, card_names, tables, trips
from loopsim.games.loop_inc.text import as_text
from loopsim.games.loop_inc.trace import Choice, Event, choices, events
from loopsim.kernels.cache import ASKING, CONTINUING, ENTRIES, THINKING
from loopsim.kernels.loop_inc.features import LOOK_AHEAD
from loopsim.kernels.loop_inc.layout import DESK, FOCAL, GAMES, SEATS, STATE, TRIPS
from loopsim.kernels.loop_inc.names import OUTCOMES, PLAYED, TYPES
from loopsim.kernels.options import MOST_OPTIONS
from loopsim.measures import Measures, Setting
from loopsim.seating import seat
from loopsim.simulate import Rows

__all__ = [
    "MEMBERS",
    "Closing",
    "Table",
    "Trace",
    "all_stated",
    "as_text",
    "changes",
    "items",
    "measures",
    "mechanisms",
    "rules_by_topic",
    "shown",
    "shown_bots",
    "stated",
    "weights",
]

#: Lists of a scenario whose members can be there or not, each by its own name.
MEMBERS = {"expansions": EXPANSIONS}

#: Games of a chunk: of bots that decide at once, of bots that look ahead.
QUICK_GAMES, SLOW_GAMES = 1_000, 10
#: About so long a thread thinks in a game, a seat and a playout of each decision.
SECONDS_OF_PLAYOUT = 0.0012

_OF_THREAD = threading.local()


class Table:
    """A scenario with its bots, ready to be played by any number of threads at once.

    `bot_names` are the names of the seats, or one for all; a seat called "*" has one of the `crowd`,
    drawn anew for each game (`loopsim.seating`). The column `bot` of facts counts in `bots`. For comparisons
    (metrics.md 6 and 7) things can be `closing` to the focal seat of each game or to all seats, the
    focal seat be made to put one ad down (`force_ad`), and the draws of some purposes
    (`names.PURPOSES`: "anomalies" …) be keyed anew (`rekey`). With `digests` the rows of games have in
    `events` what is equal in two games of one index exactly if all after set-up is the same.
    """

    #: What the codes of the column `outcome` mean.
    outcomes = OUTCOMES
    #: Which kernel asks bots what they would do (`polled`).
    polled_as = ASKING
    #: Which kernel continues games (`continued`).
    continued_as = CONTINUING

    def __init__(
        self,
        scenario: Scenario,
        bot_names: Sequence[str],
        rotate: bool = True,
        *,
        crowd: Sequence[str] = (),
        closing: Closing | None = None,
        force_ad: bool = False,
        rekey: Iterable[str] = (),
        digests: bool = False,
    ) -> None:
        """Build the kernel's records. Raises InputError for bots, or things to close, that do not fit."""
        self.scenario = scenario
        self.players = scenario.players
        self.bots, self.orders = seat(bot_names, self.players, rotate, crowd)
        self._crowd = len(self.bots) - len(crowd)
        self.by_seat = not rotate
        self._digests = digests
        self._tables: Any = tables(scenario)
        self._bots: Any = bots(scenario, self.bots)
        self._thinks = bool((self._bots.family == LOOK_AHEAD).any())
        personas = {name: scenario.bot(name).persona for name in self.bots}
        #: The look-ahead bots, which decide by playing on, each with its persona.
        self.thinkers = {name: persona for name, persona in personas.items() if persona}
        #: Which kernel plays: that of games with look-ahead bots is compiled when it is first needed.
        self.compiled_as = THINKING if self._thinks else ENTRIES
        self.games_per_chunk = SLOW_GAMES if self._thinks else QUICK_GAMES
        self._probe: Any = probe(scenario, closing, rekey, force_ad)
        self._orders = np.array(self.orders, dtype=np.int64)
        self._trips = 2 * int(self._tables[0].dealt.sum())

    def blank_rows(self, games: int, *, focal: bool = False) -> Rows:
        """Room for the facts of so many games; `focal`: also for those of their focal seats."""
        n = self.players
        rows = {
            "games": _blank(GAMES, games),
            "seats": _blank(SEATS, (games, n)),
            "trips": _blank(TRIPS, (games, self._trips)),
        }
        return rows | ({"focal": _blank(FOCAL, games)} if focal else {})

    def play(self, seed: int, first: int, rows: Rows) -> None:
        """Play games first, first + 1, … of a seed and write their facts."""
        self.play_these(seed, np.arange(first, first + len(rows["games"])), rows)

    def play_these(self, seed: int, which: ArrayLike, rows: Rows) -> None:
        """Play the games of these indexes, one a row, and write their facts."""
        # a view with gaps would be compiled for anew
        self._play(*self._own(), seed, np.ascontiguousarray(which, np.int64), rows)

    def trace(self, seed: int, game: int) -> "Trace":
        """Play one game and write everything down."""
        state, desk = _blank(STATE), _blank(DESK)
        desk[0].logging = 1
        self._play(state, desk, seed, np.array([game]), self.blank_rows(1))
        outcome = int(state[0].outcome)
        if outcome != PLAYED:
            raise RuntimeError(f"game {game} of seed {seed}: {OUTCOMES[outcome]}")
        setup = self._setup(state[0], desk[0], seed, game)
        names = card_names(self.scenario)
        return Trace([setup, *events(state, desk, self.players, names)], choices(desk))

    def polled(self, seed: int, which: ArrayLike) -> NDArray[np.float64]:
        """What each bot would do at a decision of each of these games (metrics.md 10).

        Returns the chances of the options as float64 (G, B, 63), bit by bit: for each game one decision,
        drawn from all decisions of the game; for each bot how likely it takes which option there. Not
        of `thinkers`: they would be asked as their personas.
        """
        from loopsim.kernels.loop_inc.poll import poll

        games = np.ascontiguousarray(which, np.int64)
        nodes, options = np.zeros((2, len(games)), np.int64)
        scores = np.zeros((len(games), len(self.bots), MOST_OPTIONS), np.int64)
        poll(
            _blank(STATE, 3),
            self._tables,
            _blank(DESK, 2),
            self._bots,
            self._orders,
            self._crowd,
            self._probe,
            seed,
            games,
            nodes,
            options,
            scores,
        )
        return chances(scores, options, self._bots)

    def most_turns(self) -> int:
        """The most turns that a game can have: each card taken new is played on every day from then on."""
        rules = self.scenario.rules_in_force()
        days: int = rules["days"]
        return self.players * int(rules["new_per_day"]) * (days * (days + 1) // 2)

    def thinking_s(self) -> float:
        """About how many seconds a thread thinks in a game."""
        playouts: NDArray[np.int64] = self._bots.playouts * (self._bots.family == LOOK_AHEAD)
        return SECONDS_OF_PLAYOUT * float(playouts[np.array(self.orders[0])].sum())

    def continued(self, seed: int, which: ArrayLike, playouts: int) -> dict[str, NDArray[np.int64]]:
        """Play the games of these indexes, each continued so often after every turn (metrics.md 13).

        `playouts` is even. Returns `turns` (G,), how many a game had, and of each turn t = 0 (before the first)
        to the last, T = `most_turns()`: `days` (G, T + 1); `movers` (G, T + 1), the place in the turn order that
        moved, -1 at t = 0; `shares` (G, T + 1, 2, n), the win shares of the places in 60ths, summed over each
        half of the playouts. Not of `thinkers`: nobody thinks while games are continued.
        """
        from loopsim.kernels.loop_inc.course import continue_games

        games = np.ascontiguousarray(which, np.int64)
        positions = (len(games), 1 + self.most_turns())
        found = {
            "turns": np.zeros(len(games), np.int64),
            "days": np.zeros(positions, np.int64),
            "movers": np.zeros(positions, np.int64),
            "shares": np.zeros((*positions, 2, self.players), np.int64),
        }
        continue_games(
            _blank(STATE, 2),
            self._tables,
            _blank(DESK, 2),
            self._bots,
            self._orders,
            self.by_seat,
            self._crowd,
            self._probe,
            seed,
            games,
            playouts,
            *found.values(),
        )
        return found

    def measures(self) -> Measures:
        """What a run of this set-up measures."""
        rules = self.scenario.rules_in_force()
        return measures(self.players, rules["days"], rules)

    def setting(self) -> Setting:
        """What a summary must know of this set-up."""
        rules = self.scenario.rules_in_force()
        return Setting(
            players=self.players,
            days=rules["days"],
            bots=self.bots,
            orders=self.orders,
            items=tuple(trips(self.scenario)),
            rules=rules,
            by_seat=self.by_seat,
        )

    def _play(self, state: Any, desk: Any, seed: int, which: Any, rows: Rows) -> None:
        # the kernel is compiled, in part already when it is imported: only to play, not to show or report
        from loopsim.kernels.loop_inc import play

        desk[0].digesting = self._digests
        play_them = play.play_thoughtfully if self._thinks else play.play_games
        play_them(
            state,
            self._tables,
            desk,
            self._bots,
            self._orders,
            self.by_seat,
            self._crowd,
            self._probe,
            seed,
            which,
            rows["games"],
            rows["seats"],
            rows["trips"],
            rows.get("focal", _blank(FOCAL, 0)),
            *self._thoughts(),
        )

    def _thoughts(self) -> tuple[Any, ...]:
        """Room for the thoughts of this thread, if a look-ahead bot may sit down."""
        if not self._thinks:
            return ()
        if not hasattr(_OF_THREAD, "thoughts"):
            _OF_THREAD.thoughts = (_blank(STATE), _blank(DESK))
        thoughts: tuple[Any, Any] = _OF_THREAD.thoughts
        return thoughts

    def _own(self) -> tuple[Any, Any]:
        """The state and desk of this thread, for all its tables: a game leaves nothing behind."""
        if not hasattr(_OF_THREAD, "own"):
            _OF_THREAD.own = (_blank(STATE), _blank(DESK))
        own: tuple[Any, Any] = _OF_THREAD.own
        return own

    def _setup(self, s: Any, d: Any, seed: int, game: int) -> Event:
        """The `setup` event: with it and the events alone a referee can rebuild the game."""
        scenario, t, n = self.scenario, self._tables[0], self.players
        names = card_names(scenario)
        deck = trips(scenario)
        dealt = [deck[int(trip)] for trip in s.trip[: s.n_trips]]
        anomalies = [_key(names[card]) for card in s.deck[: t.anomaly_cards]]
        stock = int(t.stock_per_type)
        box = int(t.tokens_per_type) - stock
        fields = ("card", "era", "trip", "year", "points", "requires", "bonus")
        return {
            "event": "setup",
            "game": scenario.game,
            "scenario": scenario.name,
            "seed": seed,
            "index": game,
            "players": n,
            "bots": [self.bots[bot] for bot in d.bot[:n]],
            "rules": scenario.rules_in_force(),
            "trips": [{field: trip[field] for field in fields} for trip in dealt],
            "piles": {names[k]: int(k_left) for k, k_left in enumerate(t.piles)},
            "board": dict.fromkeys(TYPES, stock),
            "box": dict.fromkeys(TYPES, box),
            "anomaly_deck": anomalies,
            "effects": scenario.steps_of(
                [*anomalies, *(trip["bonus"] for trip in dealt if trip["bonus"])]
            ),
            "first": int(s.first_of_game),
        } | told(scenario, s)


class Trace:
    """One game, written down: its events (setup first) and every choice, forced ones included."""

    def __init__(self, events: list[Event], choices: list[Choice]) -> None:
        """Keep both."""
        self.events = events
        self.choices = choices


def _blank(dtype: Any, shape: int | tuple[int, int] = 1) -> Any:
    """Records that compiled and plain Python code can both use."""
    return np.zeros(shape, dtype).view(np.recarray)


def _key(card: str) -> str:
    return card.partition(":")[2]
