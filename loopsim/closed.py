"""Items on the table closed, or changed, in games that are also played as they are (metrics.md 6).

Each game is played open once; then at each item that is dealt in it with the item closed to the focal
seat, closed to all seats, and worth a point more. Of all that only whole-number sums are kept, so that
any number of threads gives the same, and memory does not grow with the games.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from loopsim import games as registry
from loopsim.exact import Exact, Ints
from loopsim.simulate import Clock, Rows, Stop, cut
from loopsim.summary import BLOCK_GAMES, BLOCKS

#: Chunks that wait for a thread, for each thread.
AHEAD = 2


@dataclass(frozen=True)
class OfItem:
    """The sums over the games in which an item is dealt.

    `focal`: by outcome of the focal seat open less closed, then its uses. `knockout`: by metric y and x
    closed to all, y and x open, and whether either differs. `dearer`: by outcome the change of the
    seats that visit it openly, then how many those are. `forced`: by outcome of the focal seat forced
    less open, then the games with a turn to force. `blocks`: of each jackknife block Σ of the first
    outcome of `focal` and of the uses.
    """

    focal: Exact
    knockout: Mapping[str, Exact]
    dearer: Exact | None
    forced: Exact | None
    blocks: Ints

    def __add__(self, other: OfItem) -> OfItem:
        """The sums over the games of both."""
        return OfItem(
            self.focal + other.focal,
            {name: of + other.knockout[name] for name, of in self.knockout.items()},
            _plus(self.dearer, other.dearer),
            _plus(self.forced, other.forced),
            self.blocks + other.blocks,
        )


def _plus(a: Exact | None, b: Exact | None) -> Exact | None:
    return a if b is None else b if a is None else a + b


@dataclass(frozen=True)
class Played:
    """What came of some games: by jackknife block how many; the sums of each item; faults by code."""

    blocks: Ints
    items: Sequence[OfItem]
    faults: Counter[int]

    @property
    def games(self) -> int:
        """Games played open."""
        return int(self.blocks.sum())

    def __add__(self, other: Played) -> Played:
        """The games of both."""
        return Played(
            self.blocks + other.blocks,
            [mine + theirs for mine, theirs in zip(self.items, other.items, strict=True)],
            self.faults + other.faults,
        )


class Trials:
    """The tables at which items are tried out."""

    def __init__(
        self, scenario: Any, items: Sequence[Any], bots: Sequence[str], rotate: bool
    ) -> None:
        """Set them. Raises InputError for bots that do not fit."""
        game = registry.get(scenario.game)
        self._game = game.items
        #: Of the focal seat, by name the unit that they count in.
        self.outcomes: dict[str, int] = game.items.OUTCOMES
        self.items = items
        self.open = game.Table(scenario, bots, rotate)
        self._closed = [game.Table(scenario, bots, rotate, closing=item.closing) for item in items]
        self._knockout = [
            game.Table(scenario, bots, rotate, closing=replace(item.closing, to_all=True))
            for item in items
        ]
        self._dearer = [
            None if item.dearer is None else game.Table(item.dearer, bots, rotate) for item in items
        ]
        self._forced = [
            game.Table(scenario, bots, rotate, force_ad=True) if item.can_be_forced else None
            for item in items
        ]

    def play(self, seed: int, first: int, count: int) -> Played:
        """Play the games first … first + count - 1 of one jackknife block, open and otherwise."""
        rows = self.open.blank_rows(count, focal=True)
        self.open.play(seed, first, rows)
        blocks = np.zeros(BLOCKS, np.int64)
        blocks[first // BLOCK_GAMES % BLOCKS] = count
        faults: Counter[int] = Counter()
        _note_faults(faults, rows)
        room = self.open.blank_rows(count)
        items = [self._try(place, seed, rows, room, faults) for place in range(len(self.items))]
        return Played(blocks, items, faults)

    def _try(self, place: int, seed: int, rows: Rows, room: Rows, faults: Counter[int]) -> OfItem:
        """One item in the games in which it is dealt."""
        item = self.items[place]
        dealt = item.dealt(rows)
        openly = {level: facts[dealt] for level, facts in rows.items()}
        which = openly["games"]["game"]
        places = np.arange(len(which)), openly["focal"]["place"]

        def otherwise(table: Any) -> Rows:
            others = cut(room, 0, len(which))
            table.play_these(seed, which, others)
            _note_faults(faults, others)
            return others

        before = self._game.outcomes(openly)
        uses = item.uses(openly)[None]
        closed = self._game.outcomes(otherwise(self._closed[place]))
        focal = np.concatenate([(before - closed)[:, *places], uses])
        blocks = np.zeros((BLOCKS, 2), np.int64)
        np.add.at(blocks, which // BLOCK_GAMES % BLOCKS, focal[[0, -1]].T)
        knockout = self._knocked_out(openly, otherwise(self._knockout[place]))
        dearer = forced = None
        if (table := self._dearer[place]) is not None:
            visitors = item.visitors(openly)
            change = (self._game.outcomes(otherwise(table)) - before) * visitors
            dearer = Exact.of(np.concatenate([change.sum(axis=2), visitors.sum(axis=1)[None]]))
        if (table := self._forced[place]) is not None:
            change = (self._game.outcomes(otherwise(table)) - before)[:, *places]
            forced = Exact.of(change)
        return OfItem(Exact.of(focal), knockout, dearer, forced, blocks)

    def _knocked_out(self, openly: Rows, closed: Rows) -> dict[str, Exact]:
        found = {}
        for name, (y, x) in self._game.KNOCKOUT.items():
            numbers = [
                np.asarray(part(rows), np.int64)
                if part is not None
                else np.full(len(rows["games"]), self.open.players)
                for rows in (closed, openly)
                for part in (y, x)
            ]
            differ = (numbers[0] != numbers[2]) | (numbers[1] != numbers[3])
            found[name] = Exact.of(np.stack([*numbers, differ.astype(np.int64)]))
        return found


def _note_faults(faults: Counter[int], rows: Rows) -> None:
    codes, counts = np.unique(rows["games"]["outcome"], return_counts=True)
    for code, count in zip(codes.tolist(), counts.tolist(), strict=True):
        if code:
            faults[code] += count


def play(
    trials: Trials,
    *,
    seed: int,
    games: range,
    threads: int,
    clock: Clock,
    stop: Stop | None = None,
    on_games: Callable[[int], None] | None = None,
) -> Played | None:
    """Play games of a seed with all their trials; None if not a single chunk is complete.

    `on_games` hears of every chunk of games that is complete with its trials. Once `stop` is set, the
    games complete without a gap are what is played.
    """

    def chunk(first: int, last: int) -> tuple[Played, float]:
        start = time.perf_counter()
        return trials.play(seed, first, last - first), time.perf_counter() - start

    played: Played | None = None
    waiting: deque[Future[tuple[Played, float]]] = deque()
    chunks = _chunks(games)
    pool = ThreadPoolExecutor(threads, thread_name_prefix="loopsim")
    try:
        while stop is None or not stop.is_set():
            while len(waiting) < AHEAD * threads and (ends := next(chunks, None)) is not None:
                waiting.append(pool.submit(chunk, *ends))
            if not waiting:
                break
            part, seconds = waiting.popleft().result()
            clock.kernel_s += seconds
            played = part if played is None else played + part
            if on_games is not None:
                on_games(part.games)
    finally:
        pool.shutdown(cancel_futures=True)
    return played


def _chunks(games: range) -> Iterator[tuple[int, int]]:
    """The games in chunks of one jackknife block each: (first, last + 1)."""
    first = games.start
    while first < games.stop:
        last = min(games.stop, (first // BLOCK_GAMES + 1) * BLOCK_GAMES)
        yield first, last
        first = last
