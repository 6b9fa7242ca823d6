"""Ratings of bots from the winners of mixed tables (metrics.md 11).

P(a seat wins) = e^θ/Σe^θ over the seats of its table (Plackett and Luce, of whom only the winner is
known). Who sits together is all that counts of a game beside its winners, so games are added up by that.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import log

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

from loopsim.numbers import scaled
from loopsim.stats import FEW_BLOCKS, TOO_FEW, Estimate, Sums, jackknifed, ratio
from loopsim.summary import BLOCK_GAMES, BLOCKS

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

#: Ratings are shown on the scale of chess: ten to one are 400.
SCALE = 400 / log(10)
#: Games of mixed tables from which on ratings can have an error: it is taken over blocks of games.
ENOUGH_GAMES = FEW_BLOCKS * BLOCK_GAMES
#: Win shares are counted in so many parts (metrics.md 1).
UNIT = 60
#: A strength as extreme as this is that of a bot which has never won, or lost, to any of some others.
ENDLESS = 15.0
#: Newton's method ends with a step of less, goes no further at once, and takes no more steps.
SETTLED, LONGEST, MOST_STEPS = 1e-10, 1.0, 200


class Tables:
    """Games of K bots at tables of n seats, added up: who sat together, and who won.

    `seated` (M, K): how many seats each bot has, for every table that there can be. By jackknife block:
    `games` (B, M) with a winner at each table, `wins` (B, K) of each bot in 60ths, `played` (B,) games.
    Also of each bot the sums over games of x, its seats, and y, what these win beyond an equal share.
    """

    def __init__(self, bots: int, seats: int) -> None:
        """No games yet."""
        kinds = np.array([*combinations_with_replacement(range(bots), seats)])
        self._base = bots ** np.arange(seats)[::-1]
        self._keys = kinds @ self._base  # in the order of the tables, which is lexicographic
        self.seated: Ints = (kinds[:, :, None] == np.arange(bots)).sum(axis=1)
        self.games = np.zeros((BLOCKS, len(kinds)), np.int64)
        self.wins = np.zeros((BLOCKS, bots), np.int64)
        self.played = np.zeros(BLOCKS, np.int64)
        self._bots, self._n = bots, seats
        self._sums = np.zeros((6, bots), np.int64)

    def add(self, game: Ints, bot: Ints, share: Ints) -> None:
        """Games of these indexes (G,), with bot and win share in 60ths of each seat (G, n)."""
        block = game // BLOCK_GAMES % BLOCKS
        self.played += np.bincount(block, minlength=BLOCKS)
        won = share.sum(axis=1) > 0
        table = np.searchsorted(self._keys, np.sort(bot, axis=1) @ self._base)
        np.add.at(self.games, (block[won], table[won]), 1)
        np.add.at(self.wins, (block[:, None], bot), share)
        for k in range(self._bots):
            held = bot == k
            x = held.sum(axis=1)
            y = self._n * (held * share).sum(axis=1) - UNIT * won * x
            self._sums[:, k] += (x > 0).sum(), y.sum(), x.sum(), y @ y, y @ x, x @ x

    def advantage(self, bot: int) -> Estimate:
        """Win share of a seat of a bot among all of them, less an equal share (metrics.md 10 and 12): R."""
        sums = Sums(int(self.played.sum()), *(int(total) for total in self._sums[:, bot]))
        return ratio(sums, UNIT * self._n)


def without_error(games: int) -> str:
    """Why ratings from so many games of mixed tables have no error, and what gives them one."""
    if games < ENOUGH_GAMES:
        return (
            f"their error is taken over {FEW_BLOCKS} or more blocks of {BLOCK_GAMES} games, so it takes "
            f"{ENOUGH_GAMES:,} games (--games {ENOUGH_GAMES}), and these are {games:,}"
        )
    return "some bot hardly ever wins, or loses, at mixed tables: more games, or leave it out"


def ratings(tables: Tables) -> Sequence[Estimate]:
    """The rating of each bot, their mean 0, on the scale of chess; error by the jackknife over blocks.

    A bot that never wins is endlessly weak: it has no rating, and the others have those that they would
    have with its seats taken away. Too few: without an interval if the blocks are, or if a bot seems
    endlessly strong or weak once one of them is left out; without a value if it does so in all games.
    """
    used = tables.played > 0
    games, wins = tables.games[used], tables.wins[used] / UNIT
    wins_at_all = wins.sum(axis=0) > 0
    values, errors = _fitted(tables.seated[:, wins_at_all], games, wins[:, wins_at_all])
    n = int(games.sum())
    unknown = Estimate(None, None, None, None, n, TOO_FEW)
    found = [unknown] * len(wins_at_all)
    for place, bot in enumerate(np.flatnonzero(wins_at_all)):
        if values is not None:
            rating = jackknifed(float(values[place]), errors[:, place], n)
            found[bot] = scaled(rating, SCALE)
    return found


def _fitted(seated: Ints, games: Ints, wins: Floats) -> tuple[Floats | None, Floats]:
    """The strengths (K,) of all blocks, and those without each, (B, K); none of these if one has none."""
    all_games, all_wins = games.sum(axis=0), wins.sum(axis=0)
    values = strengths(seated, all_games, all_wins)
    without: list[Floats] = []
    if values is not None and len(games) >= FEW_BLOCKS:
        for of_block, won in zip(games, wins, strict=True):
            left = strengths(seated, all_games - of_block, all_wins - won, values)
            if left is None:
                without = []
                break
            without.append(left)
    return values, np.array(without).reshape(len(without), wins.shape[1])


def strengths(
    seated: Ints, games: Ints, wins: Floats, start: Floats | None = None
) -> Floats | None:
    """The likeliest strengths θ (K,), Σθ = 0; None if one has no end, or nothing tells some apart.

    `seated` (M, K) seats of the bots at each table; `games` (M,) with a winner there; `wins` (K,) of
    each bot over all tables. By Newton's method from `start`.
    """
    some = games > 0
    seated, games = seated[some], games[some]
    groups, _ = connected_components(seated.T @ seated, directed=False)
    if len(wins) < 2 or groups > 1:  # of bots that never sat at a table with one another
        return None
    strength = np.zeros(len(wins)) if start is None else start
    for _ in range(MOST_STEPS):
        parts = seated * np.exp(strength)
        chance = parts / parts.sum(axis=1, keepdims=True)
        expected = games @ chance
        slope = wins - expected
        curvature = np.diag(expected) - (chance * games[:, None]).T @ chance
        # nothing changes if all strengths rise by as much; the mean is held instead
        step = np.linalg.solve(curvature + expected.sum() / len(wins) ** 2, slope)
        step *= min(1.0, LONGEST / np.abs(step).max(initial=SETTLED))
        strength = strength + step
        if np.abs(strength).max() > ENDLESS:
            return None
        if np.abs(step).max() < SETTLED:
            middled: Floats = strength - strength.mean()
            return middled
    return None
