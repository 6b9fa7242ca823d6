"""What bots play against each other: all pairs and mixed tables, the steps of a ladder, or single decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

import numpy as np
import polars as pl

from loopsim import contests, simulate
from loopsim.distances import Polled, distances
from loopsim.studies.plan import Plan
from loopsim.studies.strength import apart, ladder, standings
from loopsim.studies.strength.ratings import Tables


@dataclass(frozen=True)
class Watch:
    """Who looks on: what counts the time in the kernel, ends the play in peace, hears of finished games."""

    clock: simulate.Clock
    stop: simulate.Stop
    on_games: Callable[[int], None] | None

    def simulate(self, table: Any, plan: Plan) -> Any:
        """The games of a plan at one table, as `loopsim.simulate.simulate` yields them."""
        return simulate.simulate(
            [table],
            seed=plan.seed,
            games=plan.games,
            threads=plan.threads,
            clock=self.clock,
            stop=self.stop,
            on_games=self.on_games,
        )


class Found(NamedTuple):
    """The tables of a study; `games` complete in each pair; whether it is all; `more` for its manifest.

    `faults`: see `loopsim.simulate.faults`.
    """

    tables: Mapping[str, pl.DataFrame]
    games: int
    complete: bool
    faults: Counter[str]
    more: Mapping[str, Any] = MappingProxyType({})


class Asked(Protocol):
    """What a mode of an arena asks: `table` is one that it plays at, `games` how many there are."""

    table: Any
    games: int

    def play(self, watch: Watch) -> Found | None:
        """What came of it; None if a signal came before anything was complete."""


class Pairs:
    """Each bot among others of each one, itself too, then tables at which every seat is drawn."""

    def __init__(self, plan: Plan, scenario: Any) -> None:
        """Set the tables. Raises InputError for unknown bots."""
        self._plan = plan
        self._tables = [
            contests.against(scenario, bot, [field]) for bot in plan.bots for field in plan.bots
        ]
        self.table = contests.mixed(scenario, plan.bots)
        self.games = plan.games * (len(self._tables) + 1)

    def play(self, watch: Watch) -> Found | None:
        """Ratings are missing if a signal came before any game of a mixed table was complete."""
        plan = self._plan
        met = _met(self._tables, plan, watch)
        games = len(met[0].share)
        if not games:
            return None
        faults = _faults(met)
        mixed = None if watch.stop.is_set() else self._mixed(watch, faults)
        at_mixed = 0 if mixed is None else int(mixed.played.sum())
        k = len(plan.bots)
        by_bot = [met[k * i : k * (i + 1)] for i in range(k)]
        tables = standings.tables(plan.bots, by_bot, mixed, plan.seed)
        return Found(tables, games, at_mixed == plan.games, faults, {"mixed_games": at_mixed})

    def _mixed(self, watch: Watch, faults: Counter[str]) -> Tables:
        """The games of the mixed tables, added up; what went wrong there is added to the faults."""
        seated = Tables(len(self._plan.bots), self.table.players)
        for (rows,) in watch.simulate(self.table, self._plan):
            games, seats = rows["games"], rows["seats"]
            facts = (games["game"], seats["bot"], seats["win_share"])
            seated.add(*(of.astype(np.int64) for of in facts))
            faults.update(simulate.faults(self.table.outcomes, rows))
        return seated


class Ladder:
    """Each level among others of the one below, and the top among the bottom."""

    def __init__(self, plan: Plan, scenario: Any) -> None:
        """Set the tables. Raises InputError for unknown bots."""
        self._plan = plan
        pairs = ladder.pairs(plan.bots)
        self._tables = [contests.against(scenario, bot, [field]) for bot, field in pairs]
        self.table = self._tables[0]
        self.games = plan.games * len(self._tables)

    def play(self, watch: Watch) -> Found | None:
        """The steps."""
        met = _met(self._tables, self._plan, watch)
        games = len(met[0].share)
        if not games:
            return None
        tables = ladder.tables(self._plan.bots, met)
        return Found(tables, games, games == self._plan.games, _faults(met))


class Decisions:
    """One decision of each game, at tables mixed of all bots, put to every bot."""

    def __init__(self, plan: Plan, scenario: Any) -> None:
        """Set the table. Raises InputError for unknown bots, and for those that decide by playing on."""
        self._plan, self._scenario = plan, scenario
        self.table = Polled(scenario, plan.bots)
        self.games = plan.games

    def play(self, watch: Watch) -> Found | None:
        """The distances of all pairs."""
        plan = self._plan
        found = distances(
            self._scenario,
            plan.bots,
            seed=plan.seed,
            nodes=plan.games,
            threads=plan.threads,
            clock=watch.clock,
            stop=watch.stop,
            on_games=watch.on_games,
        )
        if not found:
            return None
        games = found[0][0].n
        return Found(apart.tables(plan.bots, found), games, games == plan.games, Counter())


def _faults(met: Sequence[contests.Contest]) -> Counter[str]:
    """Those of all contests."""
    return sum((of.faults for of in met), Counter[str]())


def _met(tables: list[Any], plan: Plan, watch: Watch) -> list[contests.Contest]:
    """The contests of these tables, on the same games."""
    return contests.play(
        tables,
        seed=plan.seed,
        games=range(plan.games),
        threads=plan.threads,
        clock=watch.clock,
        stop=watch.stop,
        on_games=watch.on_games,
    )
