"""Replays: single games, written down event by event."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from loopsim import disk
from loopsim import games as registry
from loopsim.claim import MANIFEST, claimed, release
from loopsim.errors import InputError
from loopsim.manifest import check_run, read_manifest
from loopsim.play import check_seed, typed, versions, warm_up
from loopsim.population import with_bots
from loopsim.scenario import from_resolved, load
from loopsim.scenario.given import Texts
from loopsim.scenario.settings import Settings
from loopsim.seating import ALONE

if TYPE_CHECKING:
    import polars as pl

MOST_GAME = 2**63 - 1

#: Where a folder has the games, a file each.
GAMES = "games"


class Replay:
    """Some games of one set-up, each played anew whenever it is asked for.

    Iterating gives a trace a game: `.events` (the setup first) and `.choices`, forced ones included.
    """

    def __init__(self, table: Any, seed: int, games: range) -> None:
        """Keep what is needed to play the games."""
        self._table, self._seed, self._games = table, seed, games

    def __repr__(self) -> str:
        """Which games of what."""
        first, last = self._games[0], self._games[-1]
        games = f"game {first}" if first == last else f"games {first} to {last}"
        of = self._table.scenario
        bots = ", ".join(self._table.bots)
        return (
            f"<Replay {of.name}: {games} of seed {self._seed}, {of.players} players, bots {bots}>"
        )

    def __len__(self) -> int:
        """How many games."""
        return len(self._games)

    def __iter__(self) -> Iterator[Any]:
        """The traces, one after the other."""
        return (self._table.trace(self._seed, game) for game in self._games)

    @property
    def choices(self) -> pl.DataFrame:
        """Every choice of every game: game, node, seat, options (how many), index (of the chosen)."""
        import polars as pl

        rows = [
            {"game": game, **asdict(choice)}
            for game, trace in zip(self._games, self, strict=True)
            for choice in trace.choices
        ]
        return pl.DataFrame(rows)

    def text(self) -> str:
        """The games as a person would tell them, a blank line between two."""
        return "\n\n".join(as_text(trace.events) for trace in self)

    def json(self) -> list[list[dict[str, Any]]]:
        """The events of each game, as plain data."""
        return [trace.events for trace in self]

    def write(self, folder: str | os.PathLike[str]) -> None:
        """Write each game as JSON Lines to a new or empty folder. Raises InputError if that cannot be."""
        with claimed(Path(folder), os.fspath(folder)) as place:
            self.finish(place)

    def finish(self, folder: Path) -> None:
        """Write the games to a folder that is claimed, the manifest last.

        Raises InputError if the disk does not take them.
        """
        for game, trace in zip(self._games, self, strict=True):
            lines = "".join(f"{line}\n" for line in as_lines(trace.events))
            disk.write(folder / GAMES / f"{game}.jsonl", lines.encode("utf-8", "backslashreplace"))
        release(folder)
        of = self._table.scenario
        manifest = {
            "kind": "trace",
            "scenario": of.name,
            "scenario_hash": of.scenario_hash,
            "players": of.players,
            "bots": list(self._table.bots),
            "seed": self._seed,
            "game": self._games[0],
            "games": len(self._games),
            "command": typed(sys.argv),
            "versions": versions(),
        }
        disk.write_json(folder / MANIFEST, manifest)


def trace(
    target: str | os.PathLike[str] = "loop-inc/base",
    *,
    players: int | None = None,
    seed: int | None = None,
    game: int = 0,
    games: int = 1,
    bots: Texts | None = None,
    set: Settings = (),
    rotate: bool = True,
    out: str | os.PathLike[str] | None = None,
    on_compile: Callable[[], None] | None = None,
) -> Replay:
    """Single games, event by event.

    Parameters
    ----------
    target
        A scenario, by name or path, or the folder of a run: its games are replayed as they were
        played, and nothing but `game` and `games` may be given.
    game, games
        The first game, counted from 0, and how many from that one on.
    players, seed, bots, set, rotate
        As in `loopsim.run`; default: seed 1, bots "planner".
    out
        A new or empty folder for the games: ``games/7.jsonl`` is game 7 as JSON Lines.
    on_compile
        Called before the kernel is compiled for the first time.

    Raises
    ------
    InputError
        One line: what was given cannot be used.
    """
    if game < 0 or games < 1 or game + games - 1 > MOST_GAME:
        raise InputError(f"--game {game} --games {games}: allowed are --game 0 … and --games 1 …")
    if os.path.isdir(target):
        check_run(Path(target))
    if os.path.isfile(os.path.join(target, MANIFEST)):
        given = {
            "--players": players is not None,
            "--seed": seed is not None,
            "--bots": bots is not None,
            "--set": bool(set),
            "--no-rotate": not rotate,
        }
        extra = [option for option, is_given in given.items() if is_given]
        if extra:
            raise InputError(
                f"{' '.join(extra)}: not with the run {os.fspath(target)}, "
                "whose games are replayed as they were played"
            )
        table, seed = _of_run(Path(target), game, games)
    else:
        table, seed = _of_scenario(target, players, seed, bots, set, rotate)
    replay = Replay(table, seed, range(game, game + games))
    with nullcontext() if out is None else claimed(Path(out), f"--out {Path(out)}") as folder:
        warm_up(table, on_compile)
        if folder is not None:
            replay.finish(folder)
    return replay


def _of_scenario(
    target: str | os.PathLike[str],
    players: int | None,
    seed: int | None,
    bots: Texts | None,
    set: Settings,
    rotate: bool,
) -> tuple[Any, int]:
    """The table and the seed that are asked for."""
    if os.path.isdir(target):
        raise InputError(f"{os.fspath(target)}: not a finished run, {MANIFEST} is missing")
    seed = 1 if seed is None else check_seed(seed)
    chosen, names = with_bots(
        load(target, set, players), ALONE if bots is None else bots, allowed="bots"
    )
    return registry.get(chosen.game).Table(chosen, names, rotate), seed


def _of_run(folder: Path, game: int, games: int) -> tuple[Any, int]:
    """The table and the seed of a run, by its manifest; InputError if it has not all the games."""
    manifest = read_manifest(folder)
    played, seed = manifest["games"], manifest["seed"]
    chosen = from_resolved(manifest["resolved"])
    table = registry.get(chosen.game).Table(chosen, manifest["bots"], manifest["rotate"])
    if game + games > played:
        raise InputError(
            f"--game {game} --games {games}: the run {folder} has games 0 to {played - 1}"
        )
    return table, seed


def as_lines(events: Sequence[dict[str, Any]]) -> Iterator[str]:
    """A trace as JSON Lines: one event each."""
    return (json.dumps(event, ensure_ascii=False) for event in events)


def as_text(events: Sequence[dict[str, Any]]) -> str:
    """A trace as a person would tell it, with the board at the start of each day and at the end."""
    return str(registry.get(events[0]["game"]).as_text(events))
