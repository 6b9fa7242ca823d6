"""How differently bots play: the policy distance (metrics.md 10)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from loopsim import contests, simulate, stats
from loopsim.errors import InputError
from loopsim.scenario.faults import value_text

#: Decisions, one of each game.
NODES = 10_000
#: Bots with a distance of at least this are different.
DIFFERENT = 0.10


class Polled:
    """Tables mixed of some bots, at each of which one decision is put to all of them: a `simulate.Table`.

    The facts of a game are how far the bots are apart there: half the sum over options of the difference
    of their chances, by pair.
    """

    games_per_chunk = 250

    def __init__(self, scenario: Any, bots: Sequence[str]) -> None:
        """Raise InputError for unknown bots, and for those that decide by playing on."""
        self._mixed = contests.mixed(scenario, bots)
        for name, persona in self._mixed.thinkers.items():
            raise InputError(
                f"{value_text(name)}: a look-ahead bot decides by playing on, which is not asked for policy "
                f"distances; name its persona, {value_text(persona)}"
            )
        #: Which kernel asks.
        self.compiled_as = self._mixed.polled_as
        self._facts = np.dtype([("apart", np.float64, (len(bots), len(bots)))])

    def blank_rows(self, games: int) -> simulate.Rows:
        """Room for the facts of so many games."""
        return {"games": np.zeros(games, self._facts)}

    def play(self, seed: int, first: int, rows: simulate.Rows) -> None:
        """Play games first, first + 1, … of a seed and write their facts."""
        chances = self._mixed.polled(seed, np.arange(first, first + simulate.count(rows)))
        for bot in range(chances.shape[1]):
            apart = abs(chances - chances[:, [bot]]).sum(axis=2) / 2
            rows["games"]["apart"][:, bot] = apart


def distances(
    scenario: Any,
    bots: Sequence[str],
    *,
    seed: int,
    nodes: int = NODES,
    threads: int = 1,
    clock: simulate.Clock | None = None,
    stop: threading.Event | None = None,
    on_games: Callable[[int], None] | None = None,
) -> list[list[stats.Estimate]]:
    """D(a, b) for each pair of bots, as rows of a symmetric K x K matrix; on the diagonal 0.

    From games at tables mixed of all the bots one decision each is drawn and put to every bot: D is the
    mean of how far they are apart there. 0: always the same; 1: never. Once `stop` is set, only the games
    that are complete count; of none there are no rows. Raises InputError for unknown bots, and for those
    that decide by playing on.
    """
    parts = [
        rows["games"]["apart"].copy()
        for (rows,) in simulate.simulate(
            [Polled(scenario, bots)],
            seed=seed,
            games=nodes,
            threads=threads,
            clock=clock or simulate.Clock(),
            stop=stop,
            on_games=on_games,
        )
    ]
    if not parts:
        return []
    apart = np.concatenate(parts)
    return [[stats.mean_of(apart[:, a, b]) for b in range(len(bots))] for a in range(len(bots))]
