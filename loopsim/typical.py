"""The typical game of a run: of its first games the one nearest to their means (metrics.md 13)."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from loopsim.measures import Metric
from loopsim.series import Ints, Series, by_place, evaluated


def typical(series: Series) -> int | None:
    """The index of the game with the smallest distance to the means, in units of s; of several the first.

    `series`: the first part of a run, which is its first 65,536 games or all (`simulate.GAMES_PER_PART`,
    whatever the chunks and threads), so that the answer depends on no later game. The distance is
    Euclidean over `Measures.typical`; of a ratio y is looked at, and games with x = 0 are neither in its
    mean nor candidates. What is the same in all games (s = 0), or in the only one, says nothing and is
    left out: of games that are all alike the first is typical. None: no game is a candidate.
    """
    games = series.games.height
    distances, candidates = np.zeros(games), np.ones(games, bool)
    for name in series.measures.typical:
        y, valued = _of_each_game(series, series.measures.metric(name))
        distances += _squared_deviations(y, valued)
        candidates &= valued
    if not candidates.any():
        return None
    at = int(np.where(candidates, distances, np.inf).argmin())
    return int(series.games.item(at, "game"))


def _of_each_game(series: Series, metric: Metric) -> tuple[Ints, NDArray[np.bool_]]:
    """The y of a metric in each game, of seats summed over them, and whether the game has a value."""
    of_seats = metric.level == "seats"
    frame = series.seats if of_seats else series.games
    places = series.setting.players if of_seats else 1
    y, x = evaluated(frame, metric)
    x = np.ones_like(y) if x is None else x
    return by_place(y, places).sum(axis=0), by_place(x, places).sum(axis=0) > 0


def _squared_deviations(y: Ints, valued: NDArray[np.bool_]) -> NDArray[np.float64]:
    """((y - mean) / s)² of each game; sums are of whole numbers, so that equal games are equally far."""
    n = int(valued.sum())
    total, squares = int(y[valued].sum()), int(y[valued] @ y[valued])
    spread = n * squares - total**2  # n (n - 1) s²
    if spread == 0:
        return np.zeros(len(y))
    deviations: NDArray[np.float64] = (n * y - total) / sqrt(n * spread / (n - 1))
    return deviations**2
