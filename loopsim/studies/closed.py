"""Items on the table closed, or changed, in games that are also played as they are (metrics.md 6).

Each game is played open once; then for each item that is dealt in it with the item closed to the focal
seat, closed to all seats, and worth a point more. Of all that only whole-number sums are kept, so that
any number of threads gives the same, and memory does not grow with the games.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from loopsim import games as registry
from loopsim.simulate import Clock, Rows, Stop, cut, faults
from loopsim.studies.exact import Exact, Ints
from loopsim.summary import BLOCK_GAMES, BLOCKS

#: What can be tried with an item besides closing it to the focal seat: closing it to all seats, a point
#: more for a trip, an ad that must be placed.
ALSO = ("knockout", "dearer", "forced")

#: Chunks that wait for a thread, for each thread.
AHEAD = 2


@dataclass(frozen=True)
class OfGroup:
    """The sums of a group of items, mostly of one, over the games in which any of them is dealt.

    A game counts for each of its items. Numbers are in rows, those of outcomes first. `focal`: outcomes
    of the focal seat open less closed, its uses, items dealt. `knockout`: by metric y and x closed to
    all, y and x open, items for which they differ. `dearer`: by outcome the change for the seats that
    openly visit the item, and how many those are. `forced`: outcomes of the focal seat forced less
    open, items dealt.

    Over all games, those without the items too: `priced` has the first outcome of `focal` and the
    uses, of the group and then of all groups; `blocks` the two of the group by jackknife block.
    """

    focal: Exact
    knockout: Mapping[str, Exact]
    dearer: Exact | None
    forced: Exact | None
    priced: Exact
    blocks: Ints

    def __add__(self, other: OfGroup) -> OfGroup:
        """The sums over the games of both."""
        return OfGroup(
            self.focal + other.focal,
            {name: of + other.knockout[name] for name, of in self.knockout.items()},
            _plus(self.dearer, other.dearer),
            _plus(self.forced, other.forced),
            self.priced + other.priced,
            self.blocks + other.blocks,
        )


def _plus(a: Exact | None, b: Exact | None) -> Exact | None:
    return None if a is None or b is None else a + b


@dataclass(frozen=True)
class Played:
    """What came of some games: by jackknife block how many; the sums of each group; faults (`simulate.faults`)."""

    blocks: Ints
    groups: Sequence[OfGroup]
    faults: Counter[str]

    @property
    def games(self) -> int:
        """Games played open."""
        return int(self.blocks.sum())

    def __add__(self, other: Played) -> Played:
        """The games of both."""
        return Played(
            self.blocks + other.blocks,
            [mine + theirs for mine, theirs in zip(self.groups, other.groups, strict=True)],
            self.faults + other.faults,
        )


class Trials:
    """The tables at which groups of items are tried out."""

    def __init__(
        self,
        scenario: Any,
        groups: Sequence[Any],
        bots: Sequence[str],
        rotate: bool,
        *,
        crowd: Sequence[str] = (),
        also: Collection[str] = ALSO,
    ) -> None:
        """Set them. `also`: what is tried besides closing an item to the focal seat (`ALSO`).

        `crowd`: whom seats are drawn from (`loopsim.seating`).

        Raises InputError for bots that do not fit.
        """
        self._game = registry.get(scenario.game)
        #: Of the focal seat, by name: the unit that they are counted in.
        self.outcomes: Mapping[str, int] = self._game.items.OUTCOMES
        #: Of outcomes and of knock-outs, by name.
        self.largest_changes: Any = self._game.items.largest_changes(scenario)
        self.groups = groups
        self._also = also
        self._scenario, self._bots, self._rotate, self._crowd = scenario, bots, rotate, tuple(crowd)
        self.open = self._table()
        self._tables = [[self._of_item(item) for item in group.items] for group in groups]

    def _table(self, scenario: Any = None, **changes: Any) -> Any:
        scenario = self._scenario if scenario is None else scenario
        return self._game.Table(scenario, self._bots, self._rotate, crowd=self._crowd, **changes)

    def _of_item(self, item: Any) -> dict[str, Any]:
        """The tables of an item by what is done at them."""
        tables = {"focal": self._table(closing=item.closing)}
        if "knockout" in self._also:
            tables["knockout"] = self._table(closing=replace(item.closing, to_all=True))
        if "dearer" in self._also and item.dearer is not None:
            tables["dearer"] = self._table(item.dearer)
        if "forced" in self._also and item.can_be_forced:
            tables["forced"] = self._table(force_ad=True)
        return tables

    def play(self, seed: int, first: int, count: int) -> Played:
        """Play the games first … first + count - 1 of one jackknife block, open and otherwise."""
        rows = self.open.blank_rows(count, focal=True)
        self.open.play(seed, first, rows)
        room = self.open.blank_rows(count)
        tries = _Tries(self._game.items, self.open.outcomes, seed, rows, room)
        sheets = [
            tries.sheet(group, tables)
            for group, tables in zip(self.groups, self._tables, strict=True)
        ]
        block = first // BLOCK_GAMES % BLOCKS
        pooled = sum((sheet.priced for sheet in sheets), np.zeros((2, count), np.int64))
        blocks = np.zeros(BLOCKS, np.int64)
        blocks[block] = count
        return Played(blocks, [sheet.sums(pooled, block) for sheet in sheets], tries.faults)


class _Tries:
    """Some open games, which are played again for one item after the other."""

    def __init__(
        self, worth: Any, outcomes: Sequence[str], seed: int, rows: Rows, room: Rows
    ) -> None:
        """`room`: for the facts of a try, written over by the next."""
        self._worth, self._outcomes = worth, outcomes
        self._seed, self._rows, self._room = seed, rows, room
        self.faults = faults(outcomes, rows)

    def sheet(self, group: Any, tables: Sequence[Mapping[str, Any]]) -> _Sheet:
        """All numbers of a group, by game."""
        sheet = _Sheet(len(self._rows["games"]), len(self._worth.OUTCOMES))
        for item, of_item in zip(group.items, tables, strict=True):
            dealt = item.dealt(self._rows)
            openly = {level: facts[dealt] for level, facts in self._rows.items()}
            for name, numbers in self._numbers(item, of_item, openly):
                sheet.add(name, dealt, numbers)
        return sheet

    def _numbers(
        self, item: Any, tables: Mapping[str, Any], openly: Rows
    ) -> Iterator[tuple[str, Ints]]:
        """The numbers of an item in the games in which it is dealt (`OfGroup`)."""
        outcomes = self._worth.outcomes
        before = outcomes(openly)
        games = before.shape[1]
        focal = np.arange(games), openly["focal"]["place"]
        dealt = np.ones((1, games), np.int64)
        closed = outcomes(self._play(tables["focal"], openly))
        yield (
            "focal",
            np.concatenate([(before - closed)[:, *focal], item.uses(openly)[None], dealt]),
        )
        if "knockout" in tables:
            both = self._play(tables["knockout"], openly), openly
            for name, (y, x) in self._worth.KNOCKOUT.items():
                parts = [of(rows).astype(np.int64) for rows in both for of in (y, x)]
                differ = (parts[0] != parts[2]) | (parts[1] != parts[3])
                yield name, np.stack([*parts, differ.astype(np.int64)])
        if "dearer" in tables:
            visitors = item.visitors(openly)
            change = (outcomes(self._play(tables["dearer"], openly)) - before) * visitors
            yield "dearer", np.concatenate([change.sum(axis=2), visitors.sum(axis=1)[None]])
        if "forced" in tables:
            forced = outcomes(self._play(tables["forced"], openly))
            yield "forced", np.concatenate([(forced - before)[:, *focal], dealt])

    def _play(self, table: Any, openly: Rows) -> Rows:
        rows = cut(self._room, 0, len(openly["games"]))
        table.play_these(self._seed, openly["games"]["game"], rows)
        self.faults += faults(self._outcomes, rows)
        return rows


class _Sheet:
    """The numbers of a group of items in each of some games."""

    def __init__(self, games: int, outcomes: int) -> None:
        """`outcomes`: how many."""
        self._games, self._uses = games, outcomes
        self._numbers: dict[str, Ints] = {}

    def add(self, name: str, dealt: Any, numbers: Ints) -> None:
        """The numbers of an item, of shape (k, games in which it is dealt)."""
        if name not in self._numbers:
            self._numbers[name] = np.zeros((len(numbers), self._games), np.int64)
        self._numbers[name][:, dealt] += numbers

    @property
    def priced(self) -> Ints:
        """The first outcome and the uses of each game."""
        return self._numbers["focal"][[0, self._uses]]

    def sums(self, pooled: Ints, block: int) -> OfGroup:
        """The sums, all games being of one block; `pooled`: `priced` of all groups."""
        dealt = self._numbers["focal"][-1] > 0
        exact = {name: Exact.of(of[:, dealt]) for name, of in self._numbers.items()}
        blocks = np.zeros((BLOCKS, 2), np.int64)
        blocks[block] = self.priced.sum(axis=1)
        focal, dearer, forced = (exact.pop(name, None) for name in ("focal", "dearer", "forced"))
        assert focal is not None
        priced = Exact.of(np.concatenate([self.priced, pooled]))
        return OfGroup(focal, exact, dearer, forced, priced, blocks)


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
    chunks = _chunks(games, trials.open.games_per_chunk)
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


def _chunks(games: range, most: int) -> Iterator[tuple[int, int]]:
    """The games in chunks of one jackknife block each, `most` of them: (first, last + 1)."""
    first = games.start
    while first < games.stop:
        last = min(games.stop, first + most, (first // BLOCK_GAMES + 1) * BLOCK_GAMES)
        yield first, last
        first = last
