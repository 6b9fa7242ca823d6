"""Telling games as a person would tell them: the texts that a run keeps, since a report plays nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import Strict, TypeAdapter, ValidationError

from loopsim import disk
from loopsim import games as registry
from loopsim.claim import TELLING
from loopsim.errors import InputError
from loopsim.manifest import Count, Text, first_of, unusable
from loopsim.summary import Summary

#: The name of the game that `loopsim.typical` finds, among those of the summary.
TYPICAL = "typical"


@dataclass(frozen=True)
class Told:
    """A game by its index in the run, and its text, that of ``loopsim trace --text``."""

    game: Annotated[Count, Strict()]
    text: Text


def tell(table: Any, seed: int, summary: Summary, typical: int | None) -> dict[str, Told]:
    """The telling games of a run by name, and the typical one; each game is played once more.

    Left out are games that did not end as they should: they cannot be traced.
    """
    games = {row["name"]: row["game"] for row in summary.telling.iter_rows(named=True)}
    if typical is not None:
        games[TYPICAL] = typical
    as_text = registry.get(table.scenario.game).as_text
    texts = {}
    for game in sorted({*games.values()}):
        try:
            texts[game] = as_text(table.trace(seed, game).events)
        except RuntimeError:  # the fault, which the manifest counts
            continue
    return {name: Told(game, texts[game]) for name, game in games.items() if game in texts}


def write(folder: Path, texts: Mapping[str, Told]) -> None:
    """Write the texts, if there are any, to the folder of a run for `read`.

    Raises InputError if the disk does not take them.
    """
    if texts:
        disk.write_json(folder / TELLING, {name: asdict(told) for name, told in texts.items()})


def read(folder: Path, games: int) -> dict[str, Told]:
    """The texts that a run of so many games wrote; empty if it has none, as those of older versions.

    Raises InputError if they are damaged.
    """
    try:
        data = json.loads((folder / TELLING).read_text(encoding="utf-8"))
        texts = TypeAdapter(dict[str, Told]).validate_python(data)
    except FileNotFoundError:
        return {}
    except OSError as wrong:
        raise InputError(f"{folder / TELLING}: cannot be read: {wrong.strerror}") from None
    except ValidationError as wrong:
        raise unusable(folder, f"{TELLING}: {first_of(wrong)}") from None
    except ValueError as wrong:
        raise unusable(folder, f"{TELLING}: {wrong}") from None
    except RecursionError:
        raise unusable(folder, f"{TELLING}: nested too deep") from None
    for name, told in texts.items():
        if told.game >= games:
            raise unusable(folder, f"{TELLING}: {name}: game {told.game} of {games:,} games")
    return texts
