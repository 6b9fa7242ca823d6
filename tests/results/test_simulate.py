"""Chunks on threads: what the clock counts. (That threads and chunks change nothing: tests/contract.)"""

import threading
from collections.abc import Callable

import numpy as np
import pytest

from loopsim import simulate
from loopsim.simulate import Rows


class Instant:
    """A game without rules: its games have no columns but their index."""

    def blank_rows(self, games: int) -> Rows:
        return {"games": np.zeros(games, [("game", np.int64)])}

    def play(self, seed: int, first: int, rows: Rows) -> None:
        rows["games"]["game"] = first + np.arange(len(rows["games"]))


@pytest.fixture
def a_chunk_takes_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each thread looks at its clock twice a chunk, and a second later each time."""
    seconds = threading.local()

    def look() -> float:
        seconds.passed = getattr(seconds, "passed", 0.0) + 1.0
        passed: float = seconds.passed
        return passed

    monkeypatch.setattr(simulate.time, "perf_counter", look)


def play(chunks: int, on_chunk: Callable[[], None], stop: threading.Event) -> tuple[int, float]:
    """Games yielded of so many chunks in parts of four, and the seconds that the clock counts."""
    clock = simulate.Clock()
    parts = simulate.simulate(
        [Instant()], seed=1, games=10 * chunks, threads=2, clock=clock, stop=stop,
        on_games=lambda _: on_chunk(), games_per_part=40, games_per_chunk=10,
    )  # fmt: skip
    return sum(simulate.count(part) for (part,) in parts), clock.kernel_s


@pytest.mark.usefixtures("a_chunk_takes_a_second")
def test_the_clock_counts_every_chunk_once() -> None:
    assert play(11, lambda: None, threading.Event()) == (110, 11.0)


@pytest.mark.usefixtures("a_chunk_takes_a_second")
def test_the_clock_does_not_count_the_part_that_the_caller_could_not_use() -> None:
    clock, taken = simulate.Clock(), 0

    def take() -> None:
        nonlocal taken
        for (part,) in simulate.simulate(
            [Instant()], seed=1, games=110, threads=2, clock=clock,
            games_per_part=40, games_per_chunk=10,
        ):  # fmt: skip
            if taken:
                raise OSError
            taken += simulate.count(part)

    with pytest.raises(OSError):  # noqa: PT011
        take()
    assert (taken, clock.kernel_s) == (40, 4.0)


@pytest.mark.usefixtures("a_chunk_takes_a_second")
def test_the_clock_does_not_count_what_was_played_ahead_and_not_kept() -> None:
    stop, heard = threading.Event(), []

    def on_chunk() -> None:
        heard.append(1)
        if len(heard) == 6:
            stop.set()

    assert play(11, on_chunk, stop) == (60, 6.0)


class Marking(Instant):
    """Writes into the rows of each game whose it is."""

    def __init__(self, mark: int) -> None:
        self.mark = mark

    def play(self, seed: int, first: int, rows: Rows) -> None:
        rows["games"]["game"] = self.mark + first + np.arange(len(rows["games"]))


def test_several_tables_play_the_same_games_side_by_side_in_parts_that_take_no_more_memory() -> (
    None
):
    parts = [
        [part["games"]["game"].tolist() for part in of_tables]
        for of_tables in simulate.simulate(
            [Marking(0), Marking(1_000)], seed=1, first=30, games=50, threads=2,
            clock=simulate.Clock(), games_per_part=20, games_per_chunk=10,
        )
    ]  # fmt: skip
    assert parts == [
        [[*range(a, b)], [*range(1_000 + a, 1_000 + b)]] for a, b in ((30, 50), (50, 70), (70, 80))
    ]
