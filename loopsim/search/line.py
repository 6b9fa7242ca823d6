"""A line of descent: the generations that come of one bot, and who of them plays in the finals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from loopsim import games as registry
from loopsim.search.evolution import Evolution, Generation
from loopsim.search.space import Sheet, Space
from loopsim.search.tryouts import FINALISTS, Tryouts

#: Finalists play so many times the games of a candidate.
MORE_GAMES = 20
#: How many of the last generations send their best candidate to the finals.
LAST = 3
#: The middles of the distribution that play in the finals: after these parts of the generations.
MIDDLES = (0.5, 0.75, 1.0)
#: The most finalists of a line.
MOST_FINALISTS = 1 + len(MIDDLES) + LAST


class Line:
    """Generations that come of a bot by changing the weights of a space."""

    def __init__(self, of: Tryouts, chapter: str, start: Any, space: Space) -> None:
        """Begin with a bot; `chapter`: where the diary has the line."""
        self.start = start
        self.history: list[Generation] = []
        self._of, self._chapter = of, chapter
        self._evolution = Evolution(space, size=of.asked.size, seed=of.asked.seed)
        self._middles: list[Any] = []

    @property
    def middle(self) -> Any:
        """The bot in the middle of the distribution; at first the start."""
        return self._middles[-1] if self._middles else self.start

    def advance(self, generations: int) -> None:
        """Let some generations play, each new games. Raises Interrupted if a signal came."""
        for _ in range(generations):
            games = self._of.more()

            def tell(sheets: Sequence[Sheet], games: range = games) -> list[int]:
                return self._of.told(self._chapter, [self._bot(sheet) for sheet in sheets], games)

            self.history.append(self._evolution.advance(tell))
            self._middles.append(self._bot(self._evolution.mean))

    def finalists(self) -> list[Any]:
        """The start, middles and the best of the last generations, each once."""
        middles = [self._middles[max(1, round(part * len(self._middles))) - 1] for part in MIDDLES]
        best = [self._bot(of.best(1)[0]) for of in self.history[-LAST:]]
        return different([self.start, *middles, *best])

    def _bot(self, sheet: Sheet) -> Any:
        weights = registry.get(self._of.asked.scenario.game).weights
        return weights.changed(self.start, sheet)


def different(bots: Iterable[Any]) -> list[Any]:
    """Bots that play differently, the first of those that play the same."""
    found: dict[str, Any] = {}
    for bot in bots:
        found.setdefault(bot.model_dump_json(exclude={"title", "notes"}), bot)
    return list(found.values())


def winner(of: Tryouts, chapter: str, finalists: Sequence[Any]) -> Any:
    """The one that wins most of the games of the finals, of equal ones the first."""
    games = range(FINALISTS, FINALISTS + MORE_GAMES * of.asked.games)
    told = of.told(chapter, finalists, games)
    return finalists[told.index(max(told))]
