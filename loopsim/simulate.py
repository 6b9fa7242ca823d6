"""Playing many games: chunks on a pool of threads, parts of facts in order.

A chunk is a pure function of (set-up, seed, first game, count), so threads, chunk sizes and
interruptions change nothing in the facts. Threads run compiled code without the interpreter lock;
prange is not used, since it loses errors and answers Ctrl-C only when it is done.
"""

import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

#: Of one table. The typical game of a run is sought in its first part (`loopsim.typical`).
GAMES_PER_PART = 65_536


Rows = dict[str, NDArray[np.void]]
"""The kernel's rows of consecutive games by level: (G,) for games, (G, n) seats, (G, T) items."""


class Table(Protocol):
    """A set-up ready to be played, by any number of threads at once.

    `games_per_chunk`: as many as take a thread some milliseconds, or a second if they are slow.
    """

    games_per_chunk: int

    def blank_rows(self, games: int) -> Rows:
        """Room for the facts of so many games."""

    def play(self, seed: int, first: int, rows: Rows) -> None:
        """Play games first, first + 1, … of a seed and write their facts."""


@dataclass
class Clock:
    """Seconds inside the chunks whose games the caller took and worked on, summed over threads."""

    kernel_s: float = 0.0


class Stop(threading.Event):
    """Set by a signal, to end a run in peace; `by` says by which."""

    by = signal.SIGINT


def simulate(
    tables: Sequence[Table],
    *,
    seed: int,
    games: int,
    threads: int,
    clock: Clock,
    first: int = 0,
    stop: threading.Event | None = None,
    on_games: Callable[[int], None] | None = None,
    games_per_part: int | None = None,
    games_per_chunk: int | None = None,
) -> Iterator[list[Rows]]:
    """Yield the facts of games first … first + games - 1 in parts, in order: rows for each table.

    While the caller works on one part the threads already play the next. The rows of a part hold until
    the next one is asked for: those after it are written over them, since fresh memory costs a tenth of
    the time of quick games. `on_games` hears of every finished chunk of a table. Once `stop` is set, the
    games complete at all tables without a gap are yielded as the last part. Of several tables a part has
    fewer games, so that they take no more memory.
    """

    def chunk(table: Table, rows: Rows, at: int) -> float:
        start = time.perf_counter()
        table.play(seed, at, rows)
        return time.perf_counter() - start

    def submit(at: int, rooms: list[Rows]) -> tuple[list[Rows], list[list[Future[float]]]]:
        """Let the part that begins at a game be played: its rows, and by chunk a future a table."""
        parts = [cut(room, 0, end - at) for room in rooms]
        futures = [
            [
                pool.submit(chunk, table, cut(rows, i, i + per_chunk), at + i)
                for table, rows in zip(tables, parts, strict=True)
            ]
            for i in range(0, count(parts[0]), per_chunk)
        ]
        return parts, futures

    per_chunk = games_per_chunk or min(table.games_per_chunk for table in tables)
    if games_per_part is None:
        games_per_part = max(per_chunk, GAMES_PER_PART // len(tables))
    end = first + games
    starts = range(first, end, games_per_part)
    rooms = [[table.blank_rows(min(games_per_part, games)) for table in tables] for _ in starts[:2]]
    pool = ThreadPoolExecutor(threads, thread_name_prefix="loopsim")
    try:
        ahead = submit(first, rooms[0])
        for part in range(len(starts)):
            parts, futures = ahead
            if part + 1 < len(starts):
                ahead = submit(starts[part + 1], rooms[(part + 1) % 2])
            done, spent = 0, 0.0
            for of_tables in futures:
                if stop is not None and stop.is_set():
                    pool.shutdown(wait=False, cancel_futures=True)
                    break
                played = min(per_chunk, count(parts[0]) - done)
                for future in of_tables:
                    spent += future.result()
                    if on_games is not None:
                        on_games(played)
                done += played
            if done:
                yield [cut(rows, 0, done) for rows in parts]
                clock.kernel_s += spent  # not if the caller failed: a full disk, say
            if done < count(parts[0]):
                return
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def stopping() -> Iterator[Stop]:
    """An event that Ctrl-C sets, instead of interrupting: what is complete is kept in peace.

    SIGTERM sets it too, where the program has a handler for it. Outside the main thread signals
    stay as they are.
    """
    stop = Stop()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = {signal.SIGINT: signal.getsignal(signal.SIGINT)}
    if callable(on_terminate := signal.getsignal(signal.SIGTERM)):
        before[signal.SIGTERM] = on_terminate

    def on_signal(number: int, frame: FrameType | None) -> None:
        stop.by = signal.Signals(number)
        stop.set()

    for number in before:
        signal.signal(number, on_signal)
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def count(rows: Rows) -> int:
    """The number of games."""
    return len(rows["games"])


def faults(outcomes: Sequence[str], rows: Rows) -> Counter[str]:
    """Games that did not end as they should, by what went wrong; `outcomes`: what codes mean.

    They stay among the others, and are reported wherever games are.
    """
    codes, counts = np.unique(rows["games"]["outcome"], return_counts=True)
    found = zip(codes.tolist(), counts.tolist(), strict=True)
    return Counter({outcomes[code]: times for code, times in found if code != 0})


def cut(rows: Rows, start: int, stop: int) -> Rows:
    """The rows of some of the games, without a copy."""
    return {level: array[start:stop] for level, array in rows.items()}
