"""Playing many games: chunks on a pool of threads, parts of facts in order.

A chunk is a pure function of (set-up, seed, first game, count), so threads, chunk sizes and
interruptions change nothing in the facts. Threads run compiled code without the interpreter lock;
prange is not used, since it loses errors and answers Ctrl-C only when it is done.
"""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

GAMES_PER_PART = 65_536
GAMES_PER_CHUNK = 1_000


Rows = dict[str, NDArray[np.void]]
"""The kernel's rows of consecutive games by level: (G,) for games, (G, n) seats, (G, T) items."""


class Table(Protocol):
    """A set-up ready to be played, by any number of threads at once."""

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
    table: Table,
    *,
    seed: int,
    games: int,
    threads: int,
    clock: Clock,
    stop: threading.Event | None = None,
    on_games: Callable[[int], None] = lambda done: None,
    games_per_part: int = GAMES_PER_PART,
    games_per_chunk: int = GAMES_PER_CHUNK,
) -> Iterator[Rows]:
    """Yield the facts of games 0 … games-1 in parts, in order.

    While the caller works on one part the threads already play the next. `on_games` hears of every
    finished chunk. Once `stop` is set, the games complete without a gap are yielded as the last part.
    """

    def chunk(rows: Rows, first: int) -> tuple[int, float]:
        start = time.perf_counter()
        table.play(seed, first, rows)
        return count(rows), time.perf_counter() - start

    def submit(first: int) -> tuple[Rows, list[Future[tuple[int, float]]]]:
        rows = table.blank_rows(min(games_per_part, games - first))
        futures = [
            pool.submit(chunk, cut(rows, at, at + games_per_chunk), first + at)
            for at in range(0, count(rows), games_per_chunk)
        ]
        return rows, futures

    pool = ThreadPoolExecutor(threads, thread_name_prefix="loopsim")
    try:
        ahead = submit(0)
        for first in range(0, games, games_per_part):
            rows, futures = ahead
            if first + games_per_part < games:
                ahead = submit(first + games_per_part)
            done, spent = 0, 0.0
            for future in futures:
                if stop is not None and stop.is_set():
                    pool.shutdown(wait=False, cancel_futures=True)
                    break
                played, seconds = future.result()
                done += played
                spent += seconds
                on_games(played)
            if done:
                yield cut(rows, 0, done)
                clock.kernel_s += spent  # not if the caller failed: a full disk, say
            if done < count(rows):
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


def cut(rows: Rows, start: int, stop: int) -> Rows:
    """The rows of some of the games, without a copy."""
    return {level: array[start:stop] for level, array in rows.items()}
