"""What is measured. Each function gives rows: a name, a unit, and one value for each round.

What is compared takes turns within each round, so that a drift of the machine meets all alike; a
ratio is that of two neighbours in time, one for each round.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import loopsim
from loopsim import games as registry
from loopsim import simulate
from loopsim.kernels.jit import entry
from loopsim.kernels.loop_inc.names import NOBODY
from loopsim.kernels.loop_inc.play import play_game
from loopsim.play import warm_up
from loopsim.scenario import load
from loopsim.scenario.shelf import root
from loopsim.seating import named
from loopsim.speed import CHUNKS_AHEAD
from tests.reference.loop_inc import deal, play, random_chooser, read_cards, read_effects

BASE = "loop-inc/base"
BOTS = ("random", "greedy", "planner")
LOOK_AHEAD = "look-ahead"


@dataclass(frozen=True)
class Size:
    """How much is measured."""

    seconds: float = 1.0  # a round of one thing
    rounds: int = 5
    players: tuple[int, ...] = (2, 3, 4)
    planner_games: int = 100_000
    fact_games: int = 1_000_000
    memory_games: tuple[int, ...] = (100_000, 1_000_000)
    program_rounds: int = 5
    compared_games: int = 100_000
    factorial_games: int = 50_000
    study_rounds: int = 2
    cold: bool = True


#: For a look whether all of it works.
QUICK = Size(
    seconds=0.02,
    rounds=2,
    players=(4,),
    planner_games=2_000,
    fact_games=2_000,
    memory_games=(1_000, 2_000),
    program_rounds=1,
    compared_games=500,
    factorial_games=200,
    study_rounds=1,
    cold=False,
)


@dataclass(frozen=True)
class Row:
    """One thing measured: a value for each round, and what is wished for."""

    what: str
    unit: str
    values: tuple[float, ...]
    wish: str = ""
    #: Whether the best value is the largest (rates) or the smallest (seconds, bytes).
    more_is_better: bool = True

    @property
    def best(self) -> float:
        """The best round: what the machine can do when left alone."""
        return max(self.values) if self.more_is_better else min(self.values)

    @property
    def median(self) -> float:
        """The median round."""
        return median(self.values)


Player = Callable[[int], None]
"""Plays so many games."""


def speeds(size: Size) -> list[Row]:
    """Games/s of kernel and reference, their ratio, threads, and what the facts cost."""
    players: dict[str, Player] = {}
    for bot in BOTS:
        for n in size.players:
            for threads in (1, 2):
                players[f"{bot}, {n} players, {threads} thread(s)"] = _simulated(bot, n, threads)
    players["reference, random, 4 players"] = _reference()
    players["kernel alone, random, 4 players"] = _kernel(recording=True)
    players["kernel alone, no facts written"] = _kernel(recording=False)
    rates = interleaved(players, size.seconds, size.rounds)

    def ratios(top: str, bottom: str) -> tuple[float, ...]:
        return tuple(a / b for a, b in zip(rates[top], rates[bottom], strict=True))

    one, reference = "random, 4 players, 1 thread(s)", "reference, random, 4 players"
    wishes = {
        one: ">= 150,000",
        "planner, 4 players, 2 thread(s)": ">= 20,000",
        reference: ">= 400",
    }
    rows = [Row(name, "games/s", tuple(rate), wishes.get(name, "")) for name, rate in rates.items()]
    rows.append(Row("random over reference", "x", ratios(one, reference), ">= 250, aim 400"))
    for bot in BOTS:
        two_over_one = ratios(f"{bot}, 4 players, 2 thread(s)", f"{bot}, 4 players, 1 thread(s)")
        rows.append(Row(f"two threads over one, {bot}", "x", two_over_one, ">= 1.8"))
    alone = ratios("kernel alone, no facts written", "kernel alone, random, 4 players")
    cost = tuple(100 * (1 - 1 / ratio) for ratio in alone)
    rows.append(Row("recording facts, of the kernel's time", "%", cost, "< 25", False))
    return rows


def bots(size: Size) -> list[Row]:
    """Games/s of each weighted bot that comes along, and of look-ahead bots, on two threads."""
    scenario = load(BASE)
    weighted = [name for name, bot in scenario.bots.items() if bot.family == "weighted"]
    wishes = {name: "" if name == "greedy" else ">= 20,000" for name in weighted}
    rows = []
    rates = interleaved(
        {name: _simulated(name, 4, 2) for name in weighted}, size.seconds, size.rounds
    )
    for name, rate in rates.items():
        rows.append(Row(f"{name}, 4 players, 2 threads", "games/s", tuple(rate), wishes[name]))
    seats = {1: [LOOK_AHEAD, *3 * [scenario.bot(LOOK_AHEAD).persona]], 4: [LOOK_AHEAD]}
    thinking = {f"look-ahead at {n} of 4 seats": _simulated(seats[n], 4, 2) for n in seats}
    rates = interleaved(thinking, 2 * size.seconds, size.rounds)
    for name, rate in rates.items():
        wish = ">= 20" if " 1 " in name else ""
        rows.append(Row(f"{name}, 2 threads", "games/s", tuple(rate), wish))
    rows.append(Row("a bot with other weights, the first 100 games", "s", _unheard_of(), "", False))
    return rows


def _unheard_of() -> tuple[float, ...]:
    """Seconds of games of bots whose weights nobody has played: nothing is compiled for them."""
    scenario = load(BASE)
    planner = scenario.bot("planner")
    seconds = []
    for tear in (-111, -222):
        bot = planner.model_copy(update={"weights": {**planner.weights, "tear": tear}})
        table = registry.get(scenario.game).Table(
            replace(scenario, bots={**scenario.bots, "other": bot}), ["other"]
        )
        start = time.perf_counter()
        table.play(1, 0, table.blank_rows(100))
        seconds.append(time.perf_counter() - start)
    return tuple(seconds)


def decisions(size: Size) -> list[Row]:
    """Decisions/s by bot, players and threads (`loopsim.bench`)."""
    measured = loopsim.bench(
        BASE,
        bots=BOTS,
        players=size.players,
        threads=(1, 2),
        seconds=size.seconds / 2,
        rounds=size.rounds,
    )
    return [
        Row(
            f"{row['bot']}, {row['players']} players, {row['threads']} thread(s)",
            "decisions/s",
            (row["decisions_per_s"],),
        )
        for row in measured.rows
    ]


def summaries(size: Size) -> list[Row]:
    """What polars takes of a planner run: seconds of summary and of facts over all work."""
    shares: dict[str, list[float]] = {"summary": [], "facts written": []}
    for _ in range(size.rounds):
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "run"
            run = loopsim.run(BASE, games=size.planner_games, bots="planner", threads=1, out=out)
        spent = run.manifest["timings"]
        work = run.manifest["kernel_s"] + spent["summary_s"] + spent["write_s"]
        shares["summary"].append(100 * spent["summary_s"] / work)
        shares["facts written"].append(100 * spent["write_s"] / work)
    wishes = {"summary": "< 25"}
    return [
        Row(f"{name}, of a planner run", "%", tuple(share), wishes.get(name, ""), False)
        for name, share in shares.items()
    ]


def programs(size: Size) -> list[Row]:
    """Seconds of whole programs: help, a small run, and the first compile in an empty cache."""
    small = ("run", BASE, "--games", "1000", "--quiet")
    rows = []
    for arguments, wish in ((("--help",), "< 0.4"), (small, "< 2")):
        seconds = tuple(_program(*arguments)[0] for _ in range(size.program_rounds))
        rows.append(Row(f"loopsim {' '.join(arguments)}", "s", seconds, wish, False))
    if size.cold:
        with tempfile.TemporaryDirectory() as cache:
            first, _ = _program(*small, LOOPSIM_CACHE_DIR=cache)
            again, _ = _program(*small, LOOPSIM_CACHE_DIR=cache)
        rows.append(Row("first compile", "s", (first - again,), "< 30", False))
    return rows


def memory(size: Size) -> list[Row]:
    """Peak memory of whole programs that keep the summary alone."""
    return [
        Row(
            f"peak memory, --keep summary, {games:,} games",
            "MB",
            (_program("run", BASE, "--games", str(games), "--bots", "random", "--quiet",
                      "--keep", "summary")[1] / 1e6,),
            "flat",
            False,
        )
        for games in size.memory_games
    ]  # fmt: skip


def disk(size: Size) -> list[Row]:
    """Facts on disk of games of four planners."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run"
        loopsim.run(BASE, games=size.fact_games, bots="planner", out=out)
        parts = [path for level in ("games", "seats", "trips") for path in (out / level).iterdir()]
        megabytes = sum(path.stat().st_size for path in parts) / 1e6
    wish = f"< {150 * size.fact_games / 1e6:g}"
    return [Row(f"facts of {size.fact_games:,} planner games", "MB", (megabytes,), wish, False)]


def studies(size: Size) -> list[Row]:
    """Seconds of whole studies of planners, two threads."""
    compared: list[float] = []
    crossed: list[float] = []
    for _ in range(size.study_rounds):
        start = time.perf_counter()
        loopsim.compare([BASE, "loop-inc/office"], games=size.compared_games)
        compared.append(time.perf_counter() - start)
        start = time.perf_counter()
        loopsim.factorial(BASE, factors="futures,more,office", games=size.factorial_games)
        crossed.append(time.perf_counter() - start)
    return [
        Row(
            f"compare two set-ups, {size.compared_games:,} games each",
            "s",
            tuple(compared),
            "< 30",
            False,
        ),
        Row(
            f"factorial of eight set-ups, {size.factorial_games:,} games each",
            "s",
            tuple(crossed),
            "< 120",
            False,
        ),
    ]


def effects(size: Size) -> list[Row]:
    """Turns/s with all expansions over those of the base game: what it costs to interpret effects."""
    rows = []
    for bot in ("random", "planner"):
        tables = {name: _table(bot, 4, name) for name in (BASE, "loop-inc/all")}
        turns = {name: _turns(table) for name, table in tables.items()}
        players = {name: partial(_play, table) for name, table in tables.items()}
        rates = interleaved(players, size.seconds, size.rounds)
        pairs = zip(rates["loop-inc/all"], rates[BASE], strict=True)
        longer = turns["loop-inc/all"] / turns[BASE]
        slower = tuple(100 * (1 - a * longer / b) for a, b in pairs)
        rows.append(
            Row(f"a turn with all expansions takes longer, {bot}", "%", slower, "< 15", False)
        )
    return rows


def _play(table: Any, games: int) -> None:
    for first in range(0, games, 1000):
        table.play(1, first, table.blank_rows(min(1000, games - first)))


def _turns(table: Any) -> float:
    """Turns of a game, on average."""
    rows = table.blank_rows(1000)
    table.play(1, 0, rows)
    return float(rows["games"]["turns"].sum(axis=1).mean())


SECTIONS: dict[str, Callable[[Size], list[Row]]] = {
    "Speed": speeds,
    "Bots": bots,
    "Decisions": decisions,
    "polars": summaries,
    "Programs": programs,
    "Memory": memory,
    "Disk": disk,
    "Studies": studies,
    "Effects": effects,
}


def interleaved(
    players: dict[str, Player], seconds: float, rounds: int
) -> dict[str, Sequence[float]]:
    """Games a second of each player in each round; a round is about so many seconds of each."""
    games = {name: _so_many(play_some, seconds) for name, play_some in players.items()}
    rates: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(rounds):
        for name, play_some in players.items():
            start = time.perf_counter()
            play_some(games[name])
            rates[name].append(games[name] / (time.perf_counter() - start))
    return dict(rates)


def _so_many(play_some: Player, seconds: float) -> int:
    """How many games take about so many seconds, once compiled."""
    play_some(1)
    games, spent = 1, 0.0
    while spent < min(0.05, seconds):
        games *= 2
        start = time.perf_counter()
        play_some(games)
        spent = time.perf_counter() - start
    return max(1, round(games * seconds / spent))


def _table(bots: str | Sequence[str], players: int, scenario: str = BASE) -> Any:
    chosen = load(scenario, (), players)
    table = registry.get(chosen.game).Table(chosen, named(bots))
    warm_up(table)
    return table


def _simulated(bots: str | Sequence[str], players: int, threads: int) -> Player:
    """The kernel as a run uses it: in chunks on threads, all facts recorded, then thrown away."""
    table = _table(bots, players)

    def play_some(games: int) -> None:
        # as many chunks for each thread: otherwise a short round waits for the last chunk; and in
        # small parts, since fresh memory, which a long run needs once, takes a tenth of a short round
        chunks = threads * max(1, round(games / threads / table.games_per_chunk))
        for _ in simulate.simulate(
            [table],
            seed=1,
            games=games,
            threads=threads,
            clock=simulate.Clock(),
            games_per_part=CHUNKS_AHEAD * threads * -(-games // chunks),
            games_per_chunk=-(-games // chunks),
        ):
            pass

    return play_some


def _reference() -> Player:
    """The plain reference with random players."""
    cards = read_cards(root() / "loop-inc" / "cards" / "trips.csv")
    effects = read_effects(root() / "loop-inc" / "cards" / "effects.toml")
    rng = random.Random(1)
    choose = random_chooser(rng)

    def play_some(games: int) -> None:
        for _ in range(games):
            play(deal(cards, effects, 4, [], rng), choose)

    return play_some


@entry
def play_only(state, tables, desk, bots, orders, by_seat, crowd, probe, seed, first, games):  # type: ignore[no-untyped-def]
    """`play_games` without the facts."""
    s, t, d = state[0], tables[0], desk[0]
    for game in range(first, first + games):
        order = orders[game % orders.shape[0]]
        play_game(s, t, d, bots, order, by_seat, crowd, probe[0], NOBODY, seed, game, None, None)


def _kernel(recording: bool) -> Player:
    """The kernel on one thread and the same few rows, with or without the facts."""
    table = _table("random", 4)
    rows = table.blank_rows(1000)

    def record(games: int) -> None:
        for first in range(0, games, 1000):
            table.play(1, first, simulate.cut(rows, 0, min(1000, games - first)))

    def only_play(games: int) -> None:
        play_only(
            *table._own()[:1], table._tables, *table._own()[1:], table._bots, table._orders,
            table.by_seat, table._crowd, table._probe, 1, 0, games,
        )  # fmt: skip

    return record if recording else only_play


def _program(*arguments: str, **variables: str) -> tuple[float, float]:
    """Seconds and peak memory (bytes) of loopsim run as a program of its own."""
    command = [sys.executable, "-m", "loopsim", *arguments]
    start = time.perf_counter()
    process = subprocess.Popen(
        command, env={**os.environ, **variables}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    with process:
        said = process.stderr.read().decode() if process.stderr else ""
    if process.returncode:
        raise RuntimeError(f"{json.dumps(command)}: {said}")
    kilobyte = 1 if sys.platform == "darwin" else 1024
    return seconds, usage.ru_maxrss * kilobyte
