"""Tuning: the weights of a bot searched for those that win most against a population (metrics.md 10)."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import polars as pl

from loopsim import games as registry
from loopsim.contests import UNIT, Contest
from loopsim.numbers import columns, frame_of
from loopsim.population import with_bots
from loopsim.scenario.given import Given, Texts, names
from loopsim.scenario.settings import Settings
from loopsim.search.asked import checked, folder, one_name, opponents, some_names
from loopsim.search.evolution import Generation
from loopsim.search.line import MORE_GAMES, MOST_FINALISTS, Line, winner
from loopsim.search.tryouts import tryouts
from loopsim.studies.effects import Schema
from loopsim.studies.searched import (
    POPULATION,
    bot_file,
    described,
    enough,
    kept,
    of_estimates,
    study,
    verdict,
)
from loopsim.studies.study import Study

UNSEEN = "not trained on"
#: The chapter of the diary that has the generations.
GENERATIONS = "generations"

#: Columns of the tables "strength" and "weights".
OF_GAIN: Schema = {
    "against": pl.String,
    **of_estimates("win_share", "before", "difference"),
    "equal_share": pl.Float64,
    "verdict": pl.String,
}
OF_WEIGHT: Schema = {
    "feature": pl.String,
    "before": pl.Int64,
    "after": pl.Int64,
    "meaning": pl.String,
}


def tune(
    scenario: str | os.PathLike[str] = "loop-inc/base",
    *,
    bot: Given = "planner",
    population: Texts,
    against: Texts | None = None,
    only: Texts | None = (),
    fix: Texts | None = (),
    generations: int = 200,
    size: int = 32,
    games: int = 500,
    fresh: int = 20_000,
    players: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    set: Settings = (),
    out: str | os.PathLike[str] | None = None,
    on_compile: Callable[[], None] | None = None,
    on_games: Callable[[int], None] | None = None,
    on_total: Callable[[int], None] | None = None,
) -> Study:
    """Search the weights of a bot for those that win most against a population.

    >>> study = loopsim.tune("loop-inc/base", bot="planner", population=["planner", "greedy"])
    >>> print(study.manifest["bot_file"])

    CMA-ES: all candidates of a generation play the same games, new ones for each generation, one
    candidate at a table with opponents drawn from the population, all places equally often. Finalists,
    the bot that the search began with among them, then play games of their own. The one that wins most
    of these is measured on games by which nothing was chosen; only that is in the table "strength".

    Parameters
    ----------
    bot
        The bot to begin with, one that has weights: its name, or the path of its file.
    population
        Opponents that it is tuned against: a population, by its name or the path of its file; or bots,
        names or paths of their files, a list or one text with commas.
    against
        Opponents that it is not tuned against but measured, likewise; default: the other bots of the
        scenario that do not look ahead.
    only, fix
        Features whose weights alone are searched; features whose weights stay. Lists, or texts with
        commas. `points` always stays.
    generations, size, games
        How many generations of how many candidates, and how many games each of them plays.
    fresh
        Games of each measurement at the end.
    scenario, players, seed, threads, set, on_compile
        As in `loopsim.run`. The seed also draws the candidates.
    out
        A folder that keeps the search after each generation, and at the end the bot (a file
        called as the folder is) and the tables. The same call with the same folder goes on where it stopped, if asked for more
        generations too.
    on_games, on_total
        Called with the number of games that have been played; with that of all to come.

    Returns
    -------
    Study
        Tables "strength" (against each field the win share of the bot, of the one that it began with on
        the same games, and the difference; shares), "weights" (before and after, in hundredths of a
        point a unit of the feature) and "generations" (what candidates were told: by these numbers they
        were chosen, so they are too good). The manifest has the bot as `bot`, its file as `bot_file`.

    Raises
    ------
    InputError
        One line: what was given cannot be used, such as the folder of another search.
    Interrupted
        On Ctrl-C; what `out` has of the search stays.
    """
    given = one_name("--bot", bot)
    command = ["tune", "--bot", given]
    if against is not None:
        others = some_names("--against", against)
        command += ["--against", ",".join(others)]
    only, fix = _features("--only", only), _features("--fix", fix)
    for option, features in (("--only", only), ("--fix", fix)):
        command += [option, ",".join(features)] if features else []
    asked = checked(
        scenario,
        population=population,
        generations=generations,
        size=size,
        games=games,
        fresh=fresh,
        players=players,
        seed=seed,
        threads=threads,
        set=set,
        command=command,
    )
    place = folder(out)
    weights = registry.get(asked.scenario.game).weights
    unseen = tuple(name for name in weights.quick(asked.scenario) if name not in asked.population)
    playing, (name,) = with_bots(
        asked.scenario, [given], option="--bot", allowed="one bot, by name or file"
    )
    if against is not None:
        playing, unseen = opponents(playing, "--against", others)
    asked = replace(asked, scenario=playing)
    start = weights.weighted(playing, name, "--bot")
    space = weights.space(start, only, fix)
    fields = _fields(asked.population, unseen)
    if on_total is not None:
        searched = asked.generations * asked.size + MOST_FINALISTS * MORE_GAMES
        on_total(asked.games * searched + 2 * asked.fresh * len(fields))
    identity = asked.identity(
        {"--bot": name, "--only": sorted({*only}), "--fix": sorted({*fix})}, name
    )
    with tryouts(asked, identity, place, on_compile=on_compile, on_games=on_games) as of:
        began = time.perf_counter()
        line = Line(of, GENERATIONS, start, space)
        line.advance(asked.generations)
        best = winner(of, f"finals-{asked.generations}", line.finalists())
        of.diary.close(longer=[GENERATIONS])
        searched = of.games
        met = [of.measured([best, start], field) for _, field in fields]
        found = described(asked, best, f"{start.title or name}, tuned", met[0][0], searched)
        tables = {
            "strength": _strength([name for name, _ in fields], asked.population, met),
            "weights": _weights(asked.scenario, start, found),
            "generations": _generations(line.history, asked.games),
        }
        spent = time.perf_counter() - began
        made = study(
            "tune",
            of,
            found,
            tables,
            file=bot_file(place, asked.scenario.bots),
            searched=searched,
            wall_s=spent,
            bot_before=name,
            unseen=list(unseen),
        )
    return kept(made, place)


def _features(option: str, given: Texts | None) -> list[str]:
    """The names of some features. Raises InputError for what is none."""
    return [] if given is None else names(option, given, "names of features")


def _fields(population: Sequence[str], unseen: Sequence[str]) -> list[tuple[str, Sequence[str]]]:
    """Whom a bot is measured against: the whole population, the whole rest, and each bot alone."""
    whole = [(POPULATION, population), *([(UNSEEN, unseen)] if unseen else [])]
    alone = [(name, (name,)) for name in (*population, *unseen)]
    return [*whole, *(field for field in alone if field[1] not in [of for _, of in whole])]


def _strength(
    names: Sequence[str], population: Sequence[str], met: Sequence[Sequence[Contest]]
) -> pl.DataFrame:
    """A row for each field: the bot, the one that it began with, and the difference."""
    found = [of for of, _ in met]
    before = [of for _, of in met]
    differences = [enough(of.better_than(other)) for of, other in met]
    return frame_of(
        {
            "against": list(names),
            "trained_on": [name == POPULATION or name in population for name in names],
            "games": [len(of.share) for of in found],
            **columns("win_share", [of.win_share for of in found]),
            "equal_share": [of.equal_share for of in found],
            **columns("before", [of.win_share for of in before]),
            **columns("difference", differences),
            "verdict": [verdict(difference) for difference in differences],
        }
    )


def _weights(scenario: Any, before: Any, after: Any) -> pl.DataFrame:
    """A row for each weight of any of the two."""
    have = {**before.weights, **after.weights}
    meanings = registry.get(scenario.game).weights.meanings(scenario, have)
    return pl.DataFrame(
        {
            "feature": list(meanings),
            "before": [before.weights.get(name, 0) for name in meanings],
            "after": [after.weights.get(name, 0) for name in meanings],
            "meaning": list(meanings.values()),
        },
        schema=OF_WEIGHT,
    )


def _generations(history: Iterable[Generation], games: int) -> pl.DataFrame:
    rows = [
        {
            "generation": number,
            "mean": sum(of.told) / len(of.told) / games / UNIT,
            "best": max(of.told) / games / UNIT,
        }
        for number, of in enumerate(history, start=1)
    ]
    return pl.DataFrame(rows)
