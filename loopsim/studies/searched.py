"""What searches for bots have in common: a bot that was found, its strength, the study of it."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import polars as pl

from loopsim import disk
from loopsim import games as registry
from loopsim.contests import Contest
from loopsim.numbers import say
from loopsim.play import typed, versions
from loopsim.search.asked import Asked
from loopsim.search.tryouts import Tryouts
from loopsim.stats import FEW, TOO_FEW, Estimate
from loopsim.studies.effects import Schema
from loopsim.studies.study import Study, keep

POPULATION = "population"
#: A name that a bot can have and that can be typed without quotes.
OF_A_BOT = r"[\w.-]+"
#: Verdicts on a difference, beside better and worse.
SAME, UNRESOLVED = "the same", "not resolved"


def of_estimates(*names: str) -> Schema:
    """The columns of some estimates, as `loopsim.numbers.columns` lays them down."""
    return {f"{name}{end}": pl.Float64 for name in names for end in ("", "_low", "_high")}


def bot_file(folder: Path | None, taken: Collection[str]) -> str:
    """What the file of the bot is called in a folder: as that, so that bots of two searches can meet.

    The folder may have a name that no bot can have, or that another bot has (`taken`), or none.
    """
    name = "" if folder is None else folder.resolve().name
    return f"{name if re.fullmatch(OF_A_BOT, name) and name not in taken else 'bot'}.toml"


def described(
    asked: Asked, bot: Any, title: str, against_population: Contest, searched: int
) -> Any:
    """A bot with a title, and notes that say where it comes from and how strong it was measured.

    `searched`: games of the search.
    """
    won = say(against_population.win_share, "win share")
    equal = f"{100 * against_population.equal_share:.2f}"
    field = ", ".join(asked.population)
    notes = (
        f"Found in {searched:,} games by: {asked.command}. One of it at a table of {asked.scenario.players}, the others drawn "
        f"from {field}, wins {won} of {asked.fresh:,} games that the search never saw; equal share {equal} %."
    )
    return bot.model_copy(update={"title": title, "notes": notes})


def study(
    kind: str,
    tryouts: Tryouts,
    bot: Any,
    tables: Mapping[str, pl.DataFrame],
    *,
    file: str,
    searched: int,
    wall_s: float,
    **more: Any,
) -> Study:
    """The study of a search that found a bot.

    `file`: what that of the bot is called. Its games are those of each measurement; `searched`: those of the search; `played`: those of the
    search and of all measurements.
    """
    asked = tryouts.asked
    scenario = asked.scenario
    return Study(
        {
            "kind": kind,
            "game": scenario.game,
            "arms": [
                {
                    "label": scenario.name,
                    "scenario": scenario.name,
                    "title": scenario.title,
                    "scenario_hash": scenario.scenario_hash,
                    "players": scenario.players,
                    "values": {},
                    "resolved": scenario.resolved(),
                }
            ],
            "headline": ["win_share"],
            "seed": asked.seed,
            "games": asked.fresh,
            "games_asked": asked.fresh,
            "searched": searched,
            "played": tryouts.games,
            "bots": list(asked.population),
            "rotate": True,
            "bot": bot.model_dump(mode="json", exclude_defaults=True),
            "bot_file": registry.get(scenario.game).weights.file_text(scenario, bot),
            "file": file,
            "search": asked.command,
            "threads": asked.threads,
            "wall_s": wall_s,
            "kernel_s": tryouts.clock.kernel_s / asked.threads,
            "faults": dict(tryouts.faults),
            "command": typed(sys.argv),
            "versions": versions(),
            **more,
        },
        tables,
    )


def kept(of: Study, folder: Path | None) -> Study:
    """Write a study beside the diary of its search, with the file of its bot, if there is a folder.

    Raises DiskError if the disk does not take it.
    """
    if folder is not None:
        disk.write(folder / of.manifest["file"], of.manifest["bot_file"].encode())
        keep(of, folder)
    return of


def enough(found: Estimate) -> Estimate:
    """A mean over games; too few of them give no interval, as that of a ratio (metrics.md 1)."""
    return found if found.n >= FEW else Estimate(found.value, None, None, None, found.n, TOO_FEW)


def verdict(difference: Estimate) -> str:
    """Whether a difference is resolved, and which way."""
    if difference.alike:
        return SAME
    if difference.low is None or difference.high is None or difference.low <= 0 <= difference.high:
        return UNRESOLVED
    return "better" if difference.low > 0 else "worse"
