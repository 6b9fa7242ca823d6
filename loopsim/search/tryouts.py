"""Candidates at one seat against a population, all of them on the same games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from loopsim import contests, simulate
from loopsim import games as registry
from loopsim.contests import UNIT
from loopsim.play import MOST_GAMES, Interrupted, warm_up
from loopsim.search.asked import Asked
from loopsim.search.diary import Diary, Expected

#: What the seat of a candidate is called: no file of a bot can have a name with a blank.
SEAT = "the candidate"

#: The first games of the finalists of a search, and of the last measurements: no search gets there, as
#: the games of all its candidates end before, and no run has them.
FINALISTS, FRESH = MOST_GAMES, 2 * MOST_GAMES

#: The chapter of the diary that has the last measurements, in any order.
MEASURED = "measured"


@dataclass
class Tryouts:
    """Plays candidates for a search, whose diary keeps what they win.

    Each opponent is drawn from the population by keyed lot, so that all candidates meet the same ones
    (metrics.md 10).
    """

    asked: Asked
    diary: Diary
    stop: simulate.Stop
    on_games: Callable[[int], None] | None = None
    clock: simulate.Clock = field(default_factory=simulate.Clock)
    #: Games so far, those that the diary remembers too.
    games: int = 0
    #: What went wrong in games so far, those that the diary remembers too (`simulate.faults`).
    faults: Counter[str] = field(default_factory=Counter)
    _next: int = 0

    def more(self, times: int = 1) -> range:
        """The next games that no candidate has played yet, so many times those of a candidate."""
        first, self._next = self._next, self._next + times * self.asked.games
        return range(first, self._next)

    def told(self, chapter: str, bots: Sequence[Any], games: range) -> list[int]:
        """What each bot wins against the population in all of the games, in 60ths.

        The diary also keeps how many of these games did not end as they should, by outcome. Raises
        Interrupted if a signal came, InputError if the diary is of another search.
        """
        wrong, count, played = self.wrong, len(bots), len(bots) * len(games)

        def find() -> list[int]:
            found = self._play(bots, self.asked.population, games)
            faults = sum((of.faults for of in found), Counter[str]())
            return [*(int(of.share.sum()) for of in found), *(faults[of] for of in wrong)]

        def can_be(told: list[int]) -> bool:
            whole = len(told) == count + len(wrong)
            return whole and max(told[:count]) <= UNIT * len(games) and sum(told[count:]) <= played

        expected = Expected(
            can_be,
            f"{count} numbers of 0 to {UNIT * len(games)}, then {len(wrong)} of 0 to {played}",
        )
        asked = {"games": [games.start, games.stop], "bots": [plainly(bot) for bot in bots]}
        told = self.diary.told(chapter, asked, find, expected)
        self.faults += Counter(dict(zip(wrong, told[count:], strict=True)))
        self.count(played)
        return told[:count]

    def measured(self, bots: Sequence[Any], field: Sequence[str]) -> list[contests.Contest]:
        """Bots against a field on the games by which nothing is chosen, all of them on the same.

        The diary keeps in how many games what came, not in which: of these contests the order of games
        says nothing. Raises Interrupted if a signal came, InputError if the diary cannot be used.
        """
        asked, wrong = self.asked, self.wrong
        games, width, most = asked.fresh, 1 + 2 * len(bots), len(bots) * asked.fresh

        def find() -> list[int]:
            found = self._play(bots, field, range(FRESH, FRESH + games))
            faults = sum((of.faults for of in found), Counter[str]())
            return [*_tallied(found), *(faults[of] for of in wrong)]

        def parted(told: list[int]) -> tuple[list[int], list[int]]:
            end = max(0, len(told) - len(wrong))
            return told[:end], told[end:]

        def can_be(told: list[int]) -> bool:
            parts, faults = parted(told)
            if len(parts) % width or len(faults) < len(wrong) or sum(faults) > most:
                return False
            shares = all(max(parts[i::width], default=0) <= UNIT for i in range(1, width, 2))
            somebody = all(max(parts[i::width], default=0) <= 1 for i in range(2, width, 2))
            return shares and somebody and sum(parts[::width]) == games

        question = {
            "games": [FRESH, FRESH + games],
            "bots": [plainly(bot) for bot in bots],
            "field": [asked.scenario.bots_hash([name]) for name in field],
        }
        expected = Expected(can_be, f"what came of {games:,} games")
        parts, faults = parted(self.diary.recalled(MEASURED, question, find, expected))
        self.faults += Counter(dict(zip(wrong, faults, strict=True)))
        self.count(most)
        return _recalled(asked.scenario.players, len(bots), parts)

    @property
    def wrong(self) -> Sequence[str]:
        """The outcomes of games that do not end as they should."""
        outcomes: Sequence[str] = registry.get(self.asked.scenario.game).Table.outcomes[1:]
        return outcomes

    def table(self, bot: Any, field: Sequence[str], **more: Any) -> Any:
        """A table at which one seat is held by a bot, the others by bots of a field."""
        scenario = self.asked.scenario
        seated = registry.get(scenario.game).weights.seated(scenario, SEAT, bot)
        return contests.against(seated, SEAT, field, **more)

    def _play(
        self, bots: Sequence[Any], field: Sequence[str], games: range
    ) -> list[contests.Contest]:
        found = contests.play(
            [self.table(bot, field) for bot in bots],
            seed=self.asked.seed,
            games=games,
            threads=self.asked.threads,
            clock=self.clock,
            stop=self.stop,
        )
        if len(found[0].share) < len(games):
            raise Interrupted(None, self.stop.by)
        return found

    def count(self, games: int) -> None:
        """Count games that were played, now or before, and tell of them."""
        self.games += games
        if self.on_games is not None:
            self.on_games(games)


def _tallied(found: Sequence[contests.Contest]) -> list[int]:
    """What came of games: how often, then for each contest the share, and 1 if somebody won; again …"""
    columns = [of_game for of in found for of_game in (of.share, (of.share > of.edge).astype(int))]
    rows, counts = np.unique(np.stack(columns, axis=1), axis=0, return_counts=True)
    numbers: list[int] = np.column_stack([counts, rows]).ravel().tolist()
    return numbers


def _recalled(players: int, contests_of: int, told: Sequence[int]) -> list[contests.Contest]:
    """The contests of `_tallied`."""
    rows = np.array(told, np.int64).reshape(-1, 1 + 2 * contests_of)
    games = np.repeat(rows[:, 1:], rows[:, 0], axis=0)
    return [
        contests.Contest(players, share, share - somebody * (UNIT // players))
        for share, somebody in zip(games.T[::2], games.T[1::2], strict=True)
    ]


def plainly(bot: Any) -> dict[str, Any]:
    """A bot as far as it decides what it does."""
    plain: dict[str, Any] = bot.model_dump(mode="json", exclude={"title", "notes"})
    return plain


@contextmanager
def tryouts(
    asked: Asked,
    identity: Mapping[str, Any],
    folder: Path | None,
    *,
    on_compile: Callable[[], None] | None,
    on_games: Callable[[int], None] | None,
) -> Iterator[Tryouts]:
    """Tryouts of a search with its diary in a folder; `identity`: what answers depend on.

    Raises InputError if the folder is of another search. Interrupted tells what is kept.
    """
    diary = Diary(folder, identity)
    with simulate.stopping() as stop:
        of = Tryouts(asked, diary, stop, on_games)
        bot = next(bot for bot in asked.scenario.bots.values())
        warm_up(of.table(bot, asked.population), on_compile)
        try:
            yield of
        except Interrupted as stopped:
            kept = (
                "nothing is kept; with --out a search can go on later"
                if folder is None
                else f"the search is kept in {folder}; the same command goes on"
            )
            raise Interrupted(None, stopped.by, kept) from None
