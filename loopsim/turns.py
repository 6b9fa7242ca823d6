"""The rows of a course (`loopsim.course`): what they are, and whether a table has them."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from loopsim.contests import UNIT

Ints = NDArray[np.int64]

#: A row a game, turn and place: turn 0 is before the first, the last is `turns`; `mover` is the place that
#: moved, -1 at turn 0; `half_a` and `half_b` are win shares in 60ths, summed over half of the playouts each;
#: `win_share` is what came of the game, in 60ths.
SCHEMA = pl.Schema(
    {
        "game": pl.Int64,
        "turn": pl.UInt16,
        "turns": pl.UInt16,
        "day": pl.UInt8,
        "place": pl.UInt8,
        "mover": pl.Int8,
        "half_a": pl.Int32,
        "half_b": pl.Int32,
        "win_share": pl.UInt8,
    }
)


def ints(series: pl.Series) -> Ints:
    """A column as whole numbers that do not overflow."""
    return series.to_numpy().astype(np.int64)


def check(frame: pl.DataFrame, playouts: int, players: int) -> None:
    """ValueError if a frame is no course of games 0, 1, 2 …: its columns, its rows, how a game ends."""
    if frame.schema != SCHEMA:
        raise ValueError("its columns are others")
    columns = {name: ints(frame[name]) for name in SCHEMA}
    turns = columns["turns"][(columns["turn"] == 0) & (columns["place"] == 0)]
    rows = (turns + 1) * players
    expected = {
        "game": np.repeat(np.arange(len(turns)), rows),
        "turns": np.repeat(turns, rows),
        "turn": np.concatenate(
            [np.arange(0), *(np.repeat(np.arange(n + 1), players) for n in turns)]
        ),
        "place": np.tile(np.arange(players), int(rows.sum()) // players),
    }
    fits = [np.array_equal(columns[name], values) for name, values in expected.items()]
    if frame.is_empty() or not all(fits):
        raise ValueError(f"its rows are not those of the turns of games of {players}")
    at_end = columns["turn"] == columns["turns"]
    won = columns["win_share"][at_end].reshape(-1, players)
    if not np.array_equal(np.repeat(won, turns + 1, axis=0).reshape(-1), columns["win_share"]):
        raise ValueError("its games have several ends")
    for half in ("half_a", "half_b"):
        sums, most = columns[half], playouts // 2 * UNIT
        if sums.min(initial=0) < 0 or sums.max(initial=0) > most:
            raise ValueError(f"its win shares are not those of {playouts} playouts")
        if not np.array_equal(sums[at_end], playouts // 2 * columns["win_share"][at_end]):
            raise ValueError("its games do not end as they ended")
