"""Candidates at one seat against a population, all of them on the same games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from loopsim import contests, simulate
from loopsim import games as registry
from loopsim.play import MOST_GAMES, Interrupted, warm_up
from loopsim.search.asked import Asked
from loopsim.search.diary import Diary

#: What the seat of a candidate is called: no file of a bot can have a name with a blank.
SEAT = "the candidate"

#: The first games of the finalists of a search, and of the last measurements: no search gets there, as
#: the games of all its candidates end before, and no run has them.
FINALISTS, FRESH = MOST_GAMES, 2 * MOST_GAMES


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

        The diary also keeps how many of these games did not end as they should, by outcome. Raises Interrupted if a signal came, InputError if the diary is of another search.
        """

        def find() -> list[int]:
            found = self._play(bots, self.asked.population, games)
            faults = sum((of.faults for of in found), Counter[str]())
            return [*(int(of.share.sum()) for of in found), *(faults[of] for of in wrong)]

        wrong = registry.get(self.asked.scenario.game).Table.outcomes[1:]

        asked = {"games": [games.start, games.stop], "bots": [_plain(bot) for bot in bots]}
        told = self.diary.told(chapter, asked, find)
        self.faults += Counter(dict(zip(wrong, told[len(bots) :], strict=True)))
        self._count(len(bots) * len(games))
        return told[: len(bots)]

    def measured(self, bots: Sequence[Any], field: Sequence[str]) -> list[contests.Contest]:
        """Bots against a field on the games by which nothing is chosen. Raises Interrupted."""
        found = self._play(bots, field, range(FRESH, FRESH + self.asked.fresh))
        self.faults += sum((of.faults for of in found), Counter[str]())
        self._count(len(bots) * self.asked.fresh)
        return found

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

    def _count(self, games: int) -> None:
        self.games += games
        if self.on_games is not None:
            self.on_games(games)


def _plain(bot: Any) -> dict[str, Any]:
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
