"""Games between named bots, straight from the kernel: their facts, or the choices of one game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from loopsim.games.loop_inc.tables import bots, tables
from loopsim.games.loop_inc.trace import Choice, choices
from loopsim.kernels.loop_inc.layout import DESK, FOCAL, GAMES, PROBE, SEATS, STATE, TRIPS
from loopsim.kernels.loop_inc.play import play_games
from loopsim.scenario import load
from loopsim.seating import seat


@dataclass
class Tables:
    """A set-up whose records a test may change before it plays."""

    names: list[str]
    t: Any
    rows: Any
    orders: Any

    def facts(self, games: int, seed: int = 1, first: int = 0) -> np.ndarray:
        """The rows of the seats, (games, players)."""
        return self._play(games, seed, first)[0]

    def digests(self, games: int, *, watched: bool = False) -> np.ndarray:
        """What happens in each game, in one number: (games,). Watched bots score every option."""
        desk = _blank(DESK, 1)
        desk[0].digesting, desk[0].watching = True, watched
        return self._play(games, 1, 0, desk)[1]["events"]

    def choices(self, game: int, seed: int = 1) -> list[Choice]:
        """Every choice of one game."""
        desk = _blank(DESK, 1)
        desk[0].logging = True
        self._play(1, seed, game, desk)
        return choices(desk)

    def deck(self, game: int, seed: int = 1) -> list[int]:
        """The anomaly deck of one game, in draw order."""
        return self.state(game, seed).deck[: int(self.t[0].anomaly_cards)].tolist()

    def state(self, game: int, seed: int = 1) -> Any:
        """The record of STATE at the end of one game."""
        return self._play(1, seed, game)[2][0]

    def win_share(self, name: str, games: int, seed: int = 1) -> float:
        """The mean win share of a seat played by this bot."""
        seats = self.facts(games, seed)
        return float(seats["win_share"][seats["bot"] == self.names.index(name)].mean() / 60)

    def _play(self, games: int, seed: int, first: int, desk: Any = None) -> tuple[Any, Any, Any]:
        """The rows of the seats and games, and the state after the last."""
        state = _blank(STATE, 1)
        n, trips = int(self.t[0].players), 2 * int(self.t[0].dealt.sum())
        seats = _blank(SEATS, (games, n))
        played = _blank(GAMES, games)
        play_games(
            state,
            self.t,
            _blank(DESK, 1) if desk is None else desk,
            self.rows,
            self.orders,
            False,
            len(self.rows),
            _blank(PROBE, 1),
            seed,
            np.arange(first, first + games),
            played,
            seats,
            _blank(TRIPS, (games, trips)),
            _blank(FOCAL, 0),
        )
        assert not played["outcome"].any()
        return seats, played, state


def table(names: Sequence[str], *settings: str, players: int = 4) -> Tables:
    """A table of these bots (one name: all seats) at the base game with some settings."""
    scenario = load("loop-inc/base", settings, players)
    kinds, orders = seat(names, players, True)
    return Tables(
        list(kinds), tables(scenario), bots(scenario, kinds), np.array(orders, dtype=np.int64)
    )


def _blank(dtype: np.dtype, shape: Any) -> Any:
    return np.zeros(shape, dtype).view(np.recarray)
