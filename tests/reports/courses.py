"""Courses of games made by hand, and of a game whose win probabilities are known exactly."""

from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.special import bdtrc

from loopsim.contests import UNIT
from loopsim.course import Course
from loopsim.turns import SCHEMA

PLAYOUTS = 64
HALF = PLAYOUTS // 2


def by_hand(*chances: Sequence[float], days: Sequence[int], movers: Sequence[int]) -> Course:
    """Games of two in which the first place has these win probabilities, t = 0 included, in 32nds.

    `days`, `movers`: of the turns 1 … T of all games. The last probability is the result.
    """
    won = np.round(HALF * np.array(chances)).astype(np.int64)
    return _course(np.stack([won, won]), days, movers)


def walks(games: int, seed: int, power: float = 1) -> Course:
    """Games of two won by whom a walk of 21 steps up or down ends with; playouts are won by its true chance.

    `power`: other than 1 the playouts of the first place are won with that power of the chance.
    """
    turns = 21
    rng = np.random.default_rng(seed)
    steps = rng.choice([-1, 1], (games, turns))
    at = np.concatenate([np.zeros((games, 1), int), steps.cumsum(axis=1)], axis=1)
    left = turns - np.arange(turns + 1)
    needed = np.floor((left - at) / 2)  # more steps up than so many of those left
    some = bdtrc(np.clip(needed, 0, left), np.broadcast_to(left, at.shape), 0.5)
    chance = np.where(needed < 0, 1, np.where(needed >= left, 0, some))
    won = rng.binomial(HALF, chance**power, (2, games, turns + 1))
    return _course(won, np.repeat([1, 2, 3], turns // 3), np.arange(turns) % 2)


def _course(
    first: NDArray[np.int64],
    days: Sequence[int] | NDArray[np.int64],
    movers: Sequence[int] | NDArray[np.int64],
) -> Course:
    """A course of games of two: `first` are the playouts that the first place won, (2 halves, G, T + 1)."""
    halves = np.stack([first, HALF - first], axis=-1) * UNIT
    _, games, positions, n = halves.shape
    end = halves[0, :, -1:] // HALF
    game, turn, place = np.indices((games, positions, n))
    columns = {
        "game": game,
        "turn": turn,
        "turns": np.full_like(game, positions - 1),
        "day": np.array([days[0], *days])[turn],
        "place": place,
        "mover": np.array([-1, *movers])[turn],
        "half_a": halves[0],
        "half_b": halves[1],
        "win_share": np.broadcast_to(end, game.shape),
    }
    frame = pl.DataFrame({name: values.reshape(-1) for name, values in columns.items()})
    return Course(frame.cast(SCHEMA), PLAYOUTS, n)
