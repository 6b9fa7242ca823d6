"""Replays: single games, written down event by event."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from loopsim import games as registry
from loopsim.errors import InputError
from loopsim.results import MANIFEST, Result
from loopsim.scenario import from_resolved, load


def trace(
    target: str | os.PathLike[str] = "loop-inc/base",
    *,
    players: int | None = None,
    seed: int | None = None,
    game: int = 0,
    games: int = 1,
    bots: str | Sequence[str] | None = None,
    set: Sequence[str] = (),
    rotate: bool = True,
) -> Iterator[Any]:
    """The traces of games `game`, `game` + 1, … (`games` of them), one after the other.

    `target` is a scenario (with players, seed, bots, set as in `loopsim.run`), or the folder of a
    run: then its games are replayed as they were played, and nothing else may be given. A trace
    has `.events` (the setup first) and `.choices`, forced ones included.

    Raises InputError for what cannot be used.
    """
    if game < 0 or games < 1:
        raise InputError(f"--game {game} --games {games}: allowed are --game 0 … and --games 1 …")
    if (Path(target) / MANIFEST).is_file():
        given = {"--players": players, "--seed": seed, "--bots": bots, "--set": set or None}
        extra = [option for option, value in given.items() if value is not None]
        if extra or not rotate:
            raise InputError(
                f"{' '.join(extra) or '--no-rotate'}: not with the run {target}, "
                "whose games are replayed as they were played"
            )
        manifest = Result.read(Path(target)).manifest
        if game + games > manifest["games"]:
            raise InputError(
                f"--game {game} --games {games}: the run {target} has games 0 to "
                f"{manifest['games'] - 1}"
            )
        chosen = from_resolved(manifest["resolved"])
        names, seed, rotate = manifest["bots"], manifest["seed"], manifest["rotate"]
    else:
        chosen = load(target, set, players)
        names = [bots] if isinstance(bots, str) else list(bots or ["planner"])
        seed = 1 if seed is None else seed
    table = registry.get(chosen.game).Table(chosen, names, rotate)
    return (table.trace(seed, k) for k in range(game, game + games))


def as_text(events: Sequence[dict[str, Any]]) -> str:
    """A trace as a person would tell it, with the board at the start of each day and at the end."""
    return str(registry.get(events[0]["game"]).as_text(events))
