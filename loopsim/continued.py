"""Games of a run continued after each turn, by the bots that play them: whence the course of a game comes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from loopsim import simulate
from loopsim.course import Course
from loopsim.numbers import plain
from loopsim.scenario.faults import fault, value_text, whole_number
from loopsim.turns import SCHEMA

#: Playouts after each turn.
PLAYOUTS = 64
#: Games whose rows are in memory at a time, beside what came of them.
GAMES_PER_PART = 256


class Continued:
    """A set-up whose games are continued so often after each turn: a `simulate.Table`."""

    games_per_chunk = 2

    def __init__(self, table: Any, playouts: int = PLAYOUTS) -> None:
        """Take the table of a game, whose bots decide at once; `playouts` is even."""
        self._table, self._playouts = table, playouts
        #: Which kernel continues.
        self.compiled_as = table.continued_as
        turns, n = 1 + table.most_turns(), table.players
        self._facts = np.dtype(
            [
                ("turns", np.int64),
                ("days", np.uint8, (turns,)),
                ("movers", np.int8, (turns,)),
                ("shares", np.int32, (turns, 2, n)),
            ]
        )

    def blank_rows(self, games: int) -> simulate.Rows:
        """Room for so many games."""
        return {"games": np.zeros(games, self._facts)}

    def play(self, seed: int, first: int, rows: simulate.Rows) -> None:
        """Play and continue games first, first + 1, … of a seed."""
        which = np.arange(first, first + simulate.count(rows))
        for name, values in self._table.continued(seed, which, self._playouts).items():
            rows["games"][name] = values


def continued_games(table: Any, win_probability: Any, games: int) -> int:
    """How many games of a run are to be continued, at most all. Raises InputError."""
    asked = whole_number("--win-probability", win_probability)
    if not 0 <= asked <= games:
        raise fault(
            "--win-probability", "", f"{asked}", f"0 to {games}, for so many games are played"
        )
    if asked and table.thinkers:
        # a playout is half a game on average
        hours = asked * PLAYOUTS * table.most_turns() / 2 * table.thinking_s() / 3600
        raise fault(
            "--win-probability",
            "",
            f"{asked} with {', '.join(map(value_text, table.thinkers))}, "
            f"which would take about {plain(hours)} hours to continue",
            "bots that decide at once",
        )
    return asked


def course_of(
    table: Any,
    *,
    seed: int,
    games: int,
    threads: int,
    playouts: int = PLAYOUTS,
    stop: threading.Event | None = None,
    on_games: Callable[[int], None] | None = None,
) -> Course | None:
    """The course of games 0 to games - 1 of a seed; None if `stop` was set before all were continued."""
    continued = Continued(table, playouts)
    frames: list[pl.DataFrame] = []
    done = 0
    for (rows,) in simulate.simulate(
        [continued],
        seed=seed,
        games=games,
        threads=threads,
        clock=simulate.Clock(),
        stop=stop,
        on_games=on_games,
        games_per_part=GAMES_PER_PART,
    ):
        frames.append(_frame(rows["games"], done, playouts))
        done += simulate.count(rows)
    if done < games:
        return None
    return Course(pl.concat(frames, rechunk=True), playouts, table.players)


def _frame(rows: NDArray[np.void], first: int, playouts: int) -> pl.DataFrame:
    """The rows of consecutive games as a frame of `turns.SCHEMA`."""
    turns = rows["turns"]
    game, turn = np.nonzero(np.arange(rows["days"].shape[1]) <= turns[:, None])
    halves = rows["shares"][game, turn]
    won = rows["shares"][game, turns[game], 0] // (playouts // 2)  # all playouts of the last turn
    n = halves.shape[2]
    columns = {
        "game": first + game[:, None],
        "turn": turn[:, None],
        "turns": turns[game, None],
        "day": rows["days"][game, turn, None],
        "place": np.arange(n)[None],
        "mover": rows["movers"][game, turn, None],
        "half_a": halves[:, 0],
        "half_b": halves[:, 1],
        "win_share": won,
    }
    shape = (len(game), n)
    flat = {name: np.broadcast_to(of, shape).reshape(-1) for name, of in columns.items()}
    return pl.DataFrame(flat).cast(SCHEMA)
