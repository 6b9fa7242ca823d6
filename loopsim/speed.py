"""How fast games are played, by bot, players and threads."""

import math
import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from loopsim import disk, simulate
from loopsim import games as registry
from loopsim.claim import MANIFEST, claimed, release
from loopsim.errors import InputError
from loopsim.listing import Listing
from loopsim.play import typed, versions, warm_up
from loopsim.population import with_bots
from loopsim.scenario import load
from loopsim.scenario.given import Texts
from loopsim.scenario.settings import Settings
from loopsim.seating import named

CHUNKS_AHEAD = 8  # of each thread, in a part of a round


def bench(
    scenario: str | os.PathLike[str] = "loop-inc/base",
    *,
    bots: Texts = ("random", "greedy", "planner"),
    players: Sequence[int] = (2, 3, 4),
    threads: Sequence[int] | None = None,
    seconds: float = 1.0,
    rounds: int = 3,
    set: Settings = (),
    out: str | os.PathLike[str] | None = None,
    on_compile: Callable[[], None] | None = None,
    on_row: Callable[[], None] | None = None,
) -> Listing:
    """Games and decisions a second with all facts recorded, warm-up excluded.

    A row for each bot (at all seats), number of players and number of threads (default: one and all
    cores). It gives the median of `rounds` rounds of about `seconds` seconds; the rounds of all rows
    take turns, so that a drift of the machine meets them all alike. `scenario` and `set` are as in
    `loopsim.run`. `out` is a new or empty folder for the rows, as Parquet and JSON. `on_compile` is called
    before the first compile, `on_row` after each measurement.

    Columns: bot, players, threads, games_per_s (median), fastest (games/s of the best round),
    decisions_per_s (median), games (played in a round).

    Raises InputError for what cannot be used.
    """
    _check(threads or [1], seconds, rounds)
    with nullcontext() if out is None else claimed(Path(out), f"--out {Path(out)}") as folder:
        cores = os.cpu_count() or 1
        speeds = _measured(
            [(load(scenario, set, n), name) for name in named(bots) for n in players],
            threads or sorted({1, cores}),
            seconds,
            rounds,
            on_compile,
            on_row,
        )
        if folder is not None:
            _keep(speeds, folder, {"cores": cores, "seconds": seconds, "rounds": rounds})
    return speeds


def _measured(
    tables: Sequence[tuple[Any, str]],
    threads: Sequence[int],
    seconds: float,
    rounds: int,
    on_compile: Callable[[], None] | None,
    on_row: Callable[[], None] | None,
) -> Listing:
    """The rows of scenarios, each with a bot at all seats."""
    rows = []
    for scenario, bot in tables:
        chosen, (name,) = with_bots(scenario, [bot], allowed="bots")
        table = registry.get(chosen.game).Table(chosen, [name])
        warm_up(table, on_compile)
        size, decisions = _size(table, seconds)
        rows += [
            {"bot": name, "players": chosen.players, "threads": k, "table": table}
            | {"games": size * k, "decisions": decisions, "rates": []}
            for k in threads
        ]
    for _ in range(rounds):
        for row in rows:
            row["rates"].append(_rate(row["table"], row["games"], row["threads"]))
            if on_row is not None:
                on_row()
    return Listing(
        [
            {
                "bot": row["bot"],
                "players": row["players"],
                "threads": row["threads"],
                "games_per_s": statistics.median(row["rates"]),
                "fastest": max(row["rates"]),
                "decisions_per_s": statistics.median(row["rates"]) * row["decisions"],
                "games": row["games"],
            }
            for row in rows
        ]
    )


def _keep(speeds: Listing, folder: Path, asked: dict[str, Any]) -> None:
    """Write the rows to a folder that is claimed, the manifest last."""
    release(folder)
    disk.write_parquet(folder / "tables" / "speed.parquet", speeds.frame)
    disk.write_json(folder / "tables" / "speed.json", speeds.json())
    told = {"kind": "bench", **asked, "command": typed(sys.argv), "versions": versions()}
    disk.write_json(folder / MANIFEST, told)


def _check(threads: Sequence[int], seconds: float, rounds: int) -> None:
    for n in threads:
        if n < 1:
            raise InputError(f"--threads {n}: at least 1")
    if not 0 < seconds < math.inf:
        raise InputError(f"--seconds {seconds:g}: more than 0")
    if rounds < 1:
        raise InputError(f"--rounds {rounds}: at least 1")


def _size(table: Any, seconds: float) -> tuple[int, float]:
    """How many games one thread plays in about so many seconds, and the decisions of a game.

    Whole chunks, as many for each thread: otherwise a short round waits for the last one.
    """
    games = min(50, table.games_per_chunk)
    while True:
        rows = table.blank_rows(games)
        start = time.perf_counter()
        table.play(1, 0, rows)
        spent = time.perf_counter() - start
        if spent > 0.05:
            decisions = float(rows["games"]["decisions"].mean())
            chunks = max(1, round(games * seconds / spent / table.games_per_chunk))
            return chunks * table.games_per_chunk, decisions
        games *= 4


def _rate(table: Any, games: int, threads: int) -> float:
    """Games a second of wall time, the facts thrown away.

    In small parts: fresh memory, which a long run needs once, would take a tenth of a short round.
    """
    part = CHUNKS_AHEAD * threads * table.games_per_chunk
    clock = simulate.Clock()
    start = time.perf_counter()
    for _ in simulate.simulate(
        [table], seed=1, games=games, threads=threads, clock=clock, games_per_part=part
    ):
        pass
    return games / (time.perf_counter() - start)
