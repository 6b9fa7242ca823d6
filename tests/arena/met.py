"""Contests made by hand: shares of wins drawn at random, none of them played."""

from collections.abc import Sequence

import numpy as np

from loopsim.contests import UNIT, Contest


def contest(win_share: float, games: int, seed: int, players: int = 4) -> Contest:
    """Games of which the one wins about such a share, and one in ten is won by nobody."""
    chance = np.random.default_rng(seed).random(games)
    nobody = np.arange(games) % 10 == 9
    won = np.where(nobody, 0, chance * 0.9 < win_share) * UNIT
    return Contest(players, won, won - np.where(nobody, 0, UNIT // players))


def exactly(wins: int, games: int, players: int = 4) -> Contest:
    """Games of which the one wins so many, and somebody wins each."""
    won = np.where(np.arange(games) < wins, UNIT, 0)
    return Contest(players, won, won - UNIT // players)


def contests(
    shares: Sequence[Sequence[float]], games: int = 5_000, players: int = 4
) -> list[list[Contest]]:
    """Contests of all pairs with these win shares."""
    k = len(shares)
    return [
        [contest(shares[i][j], games, seed=k * i + j, players=players) for j in range(k)]
        for i in range(k)
    ]
