"""Games of which every win probability is known: who leads after ten tosses of a coin wins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.stats import binom

from loopsim.course import Course
from loopsim.turns import SCHEMA

TOSSES = 10
#: The games have two days of five tosses, which the two places take in turns.
DAY = 5

Floats = NDArray[np.float64]


def course(games: Sequence[Any], playouts: int, players: int) -> Course:
    """A course from games as one tells them: (days, movers, halves (2, T + 1, n)), T turns each."""
    rows = []
    for game, (days, movers, halves) in enumerate(games):
        won = np.array(halves[0][-1]) // (playouts // 2)
        for turn, (day, mover) in enumerate(zip(days, movers, strict=True)):
            a, b = halves[0][turn], halves[1][turn]
            of_turn = game, turn, len(days) - 1, day
            rows += [(*of_turn, p, mover, a[p], b[p], won[p]) for p in range(players)]
    return Course(pl.DataFrame(rows, schema=SCHEMA, orient="row"), playouts, players)


def honest(win: Floats) -> Floats:
    """A forecast that is what happens."""
    return win


def squared(win: Floats) -> Floats:
    """A forecast that is too sure: p² rescaled."""
    return win**2 / (win**2 + (1 - win) ** 2)


def coins(
    games: int,
    playouts: int,
    seed: int,
    says: Callable[[Floats], Floats] = honest,
    heads: float = 0.5,
) -> Course:
    """Games of two places: place 0 wins if more than half of the tosses are heads, a tie is shared.

    A playout of the forecast says who wins, a tie being a win of half of them. `heads`: of the coin that is
    tossed; forecasts take it for a fair one.
    """
    rng = np.random.default_rng(seed)
    tosses = rng.random((games, TOSSES)) < heads
    so_far = np.concatenate([np.zeros((games, 1), int), tosses.cumsum(axis=1)], axis=1)
    left = TOSSES - np.arange(TOSSES + 1)
    # more than 5 of 10 wins, 5 is half a win
    win = binom.sf(TOSSES // 2 - so_far, left, 0.5) + binom.pmf(TOSSES // 2 - so_far, left, 0.5) / 2
    half = playouts // 2
    sums = 60 * rng.binomial(half, says(win), (2, games, TOSSES + 1))
    sums[:, :, -1] = np.round(60 * half * win[:, -1])
    days = [1, *(1 + (np.arange(TOSSES) // DAY)).tolist()]
    movers = [-1, *(np.arange(TOSSES) % 2).tolist()]
    halves = np.stack([sums, 60 * half - sums], axis=3)
    return course([(days, movers, halves[:, game]) for game in range(games)], playouts, 2)
