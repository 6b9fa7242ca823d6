"""One bot against others at the same tables: what strength is measured by (metrics.md 10).

Games of one index are the same deal with the same draws whoever sits at the table, so contests of one
seed are paired game by game.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from loopsim import games as registry
from loopsim import simulate, stats
from loopsim.seating import DRAWN

#: Win shares are whole numbers of 60ths in the facts of every game (metrics.md 1).
UNIT = 60

Ints = NDArray[np.int64]


def against(scenario: Any, bot: str, field: Sequence[str], **more: Any) -> Any:
    """A table at which one seat is held by a bot, the others by bots of a field, drawn by keyed lot.

    Places are balanced. In its facts the bot is number 0. `more` goes to the table of the game, such as
    what is closed. Raises InputError for unknown bots.
    """
    seats = [bot] + [DRAWN] * (scenario.players - 1)
    return registry.get(scenario.game).Table(scenario, seats, crowd=tuple(field), **more)


def mixed(scenario: Any, bots: Sequence[str]) -> Any:
    """A table at which every seat is drawn by keyed lot. Raises InputError for unknown bots."""
    return registry.get(scenario.game).Table(scenario, [DRAWN], crowd=tuple(bots))


@dataclass(frozen=True)
class Contest:
    """What came of a contest, game by game: int64 (G,) each.

    `share`: of the one seat, in 60ths of a win. `edge`: the same less the equal share of that game,
    which is 60/n, or 0 if nobody won. `faults`: see `simulate.faults`.
    """

    players: int
    share: Ints
    edge: Ints
    faults: Counter[str] = field(default_factory=Counter)

    @property
    def win_share(self) -> stats.Estimate:
        """w(a | b): the mean win share of the one seat (M); of few games won, or lost, Wilson's interval."""
        return stats.seats_share(sums_of(self.share), 1, UNIT)

    @property
    def equal_share(self) -> float:
        """e = (1 − no_winner)/n: what a bot would win that is as good as the field."""
        return float((self.share - self.edge).mean()) / UNIT

    @property
    def advantage(self) -> stats.Estimate:
        """w(a | b) − e (M). The bot beats the field if the lower bound is above 0."""
        return self.rising(self._mean(self.edge), lambda w: w - self.equal_share)

    def better_than(self, other: Contest) -> stats.Estimate:
        """The win share less that of another contest on the same games (M of the differences)."""
        return self._mean(self.share - other.share)

    def rising(self, found: stats.Estimate, of: Callable[[float], float]) -> stats.Estimate:
        """The estimate of what rises with the win share; of few games won, or lost, with its interval."""
        share = self.win_share
        if share == self._mean(self.share) or share.low is None or share.high is None:
            return found
        return replace(found, low=of(share.low), high=of(share.high), note="")

    def _mean(self, values: Ints) -> stats.Estimate:
        return stats.mean(sums_of(values), UNIT)


def sums_of(y: Ints, x: Ints | None = None) -> stats.Sums:
    """The exact sums of one whole number a game, for `stats.mean`; of two, for `stats.ratio`."""
    x = np.ones_like(y) if x is None else x
    totals = (y, x, y * y, y * x, x * x)
    return stats.Sums(len(y), int((x > 0).sum()), *(int(total.sum()) for total in totals))


def play(
    tables: Sequence[Any],
    *,
    seed: int,
    games: range,
    threads: int,
    clock: simulate.Clock | None = None,
    stop: threading.Event | None = None,
    on_games: Callable[[int], None] | None = None,
) -> list[Contest]:
    """Play the same games at each table, and see what the seat of bot 0 wins.

    Once `stop` is set, only the games that are
    complete at all tables count; there may be none.
    """
    shares: list[list[tuple[Ints, Ints]]] = [[] for _ in tables]
    faults = [Counter[str]() for _ in tables]
    for parts in simulate.simulate(
        tables,
        seed=seed,
        first=games.start,
        games=len(games),
        threads=threads,
        clock=clock or simulate.Clock(),
        stop=stop,
        on_games=on_games,
    ):
        for at, rows in enumerate(parts):
            shares[at].append(_shares(rows))
            faults[at] += simulate.faults(tables[at].outcomes, rows)
    return [_joined(table.players, shares[at], faults[at]) for at, table in enumerate(tables)]


def _shares(rows: simulate.Rows) -> tuple[Ints, Ints]:
    """By game the share of bot 0, and what it has beyond the equal share."""
    of_seats = rows["seats"]["win_share"].astype(np.int64)
    share = np.where(rows["seats"]["bot"] == 0, of_seats, 0).sum(axis=1)
    somebody = rows["games"]["winners"] > 0
    return share, share - somebody * (UNIT // of_seats.shape[1])


def _joined(players: int, parts: Sequence[tuple[Ints, Ints]], faults: Counter[str]) -> Contest:
    nothing = [(np.zeros(0, np.int64), np.zeros(0, np.int64))]
    share, edge = (np.concatenate(of) for of in zip(*(parts or nothing), strict=True))
    return Contest(players, share, edge, faults)
