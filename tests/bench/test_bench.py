"""That `make bench` measures what it says; never how fast."""

import math
import subprocess
import sys
from pathlib import Path

import pytest

from loopsim import games as registry
from loopsim.scenario import load
from tests.bench.__main__ import table
from tests.bench.measure import QUICK, SECTIONS, Row, interleaved, play_only

#: The rows of each section at the quick size.
ROWS = {
    "Speed": [
        *(
            f"{bot}, 4 players, {threads} thread(s)"
            for bot in ("random", "greedy", "planner")
            for threads in (1, 2)
        ),
        "reference, random, 4 players",
        "kernel alone, random, 4 players",
        "kernel alone, no facts written",
        "random over reference",
        "two threads over one, random",
        "two threads over one, greedy",
        "two threads over one, planner",
        "recording facts, of the kernel's time",
    ],
    "Bots": [
        *(
            f"{name}, 4 players, 2 threads"
            for name, bot in load("loop-inc/base").bots.items()
            if bot.family == "weighted"
        ),
        "look-ahead at 1 of 4 seats, 2 threads",
        "look-ahead at 4 of 4 seats, 2 threads",
        "a bot with other weights, the first 100 games",
    ],
    "Decisions": [
        f"{bot}, 4 players, {threads} thread(s)"
        for bot in ("random", "greedy", "planner")
        for threads in (1, 2)
    ],
    "polars": ["summary, of a planner run", "facts written, of a planner run"],
    "Programs": ["loopsim --help", "loopsim run loop-inc/base --games 1000 --quiet"],
    "Memory": [
        "peak memory, --keep summary, 1,000 games",
        "peak memory, --keep summary, 2,000 games",
    ],
    "Disk": ["facts of 2,000 planner games"],
    "Studies": [
        "compare two set-ups, 500 games each",
        "factorial of eight set-ups, 200 games each",
    ],
    "Effects": [
        "a turn with all expansions takes longer, random",
        "a turn with all expansions takes longer, planner",
    ],
}


@pytest.mark.parametrize("section", SECTIONS)
def test_every_row_is_measured(section: str) -> None:
    rows = SECTIONS[section](QUICK)
    assert [row.what for row in rows] == ROWS[section]
    for row in rows:
        assert row.values
        assert all(math.isfinite(value) for value in row.values)
        assert row.unit == "%" or min(row.values) > 0
    printed = table(section, rows).splitlines()
    assert len(printed) == 2 + len(rows)
    assert all(row.what in line for row, line in zip(rows, printed[2:], strict=True))


def test_best_is_the_largest_rate_and_the_smallest_time() -> None:
    assert (Row("", "games/s", (1, 5, 3)).best, Row("", "games/s", (1, 5, 3)).median) == (5, 3)
    assert Row("", "s", (1, 5, 3), more_is_better=False).best == 1


def test_what_is_compared_takes_turns() -> None:
    calls: list[str] = []
    rates = interleaved(
        {"a": lambda games: calls.append("a"), "b": lambda games: calls.append("b")},
        seconds=1e-9,
        rounds=3,
    )
    assert calls[-6:] == ["a", "b"] * 3
    assert {name: len(rate) for name, rate in rates.items()} == {"a": 3, "b": 3}


def test_kernel_without_facts_plays_the_same_games() -> None:
    """The state after it is that after the last game with facts."""
    chosen = load("loop-inc/base")
    recording, only = (registry.get(chosen.game).Table(chosen, ["random"]) for _ in range(2))
    recording.play(3, 0, recording.blank_rows(20))
    state, desk = only._own()
    play_only(
        *(state, only._tables, desk, only._bots, only._orders, only.by_seat, only._crowd),
        *(only._probe, 3, 0, 20),
    )
    assert state.tobytes() == recording._own()[0].tobytes()


def test_bench_is_a_program_with_help() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench", "--help"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert {"--quick", "--long"} <= {*done.stdout.split()}
    assert done.stderr == ""
