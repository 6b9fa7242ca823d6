"""Bots against each other: an arena of them all, or a ladder of levels of skill (metrics.md 10 and 11)."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, get_args

from loopsim import population as populations
from loopsim import simulate
from loopsim.claim import claimed
from loopsim.errors import InputError
from loopsim.numbers import counted
from loopsim.play import Interrupted, typed, versions, warm_up
from loopsim.scenario.faults import fault, one_of, value_text
from loopsim.scenario.given import Texts
from loopsim.scenario.settings import Settings
from loopsim.seating import named as named_bots
from loopsim.studies.plan import Plan
from loopsim.studies.setups import Setup, named
from loopsim.studies.strength.matchplay import Asked, Decisions, Found, Ladder, Pairs, Watch
from loopsim.studies.study import Study, keep

Mode = Literal["arena", "skill", "distance"]

MODES: Mapping[str, Callable[[Plan, Any], Asked]] = {
    "arena": Pairs,
    "skill": Ladder,
    "distance": Decisions,
}

#: Every bot meets every other one, so work and memory grow with the square of their number.
MOST_BOTS = 20


def arena(
    scenario: str | os.PathLike[str] = "loop-inc/base",
    *,
    bots: Texts = (),
    population: str | os.PathLike[str] | None = None,
    mode: Mode = "arena",
    games: int = 20_000,
    players: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    set: Settings = (),
    out: str | os.PathLike[str] | None = None,
    on_compile: Callable[[], None] | None = None,
    on_games: Callable[[int], None] | None = None,
    on_total: Callable[[int], None] | None = None,
) -> Study:
    """Let bots play against each other and say how strong each is, and how much skill decides.

    >>> study = loopsim.arena("loop-inc/base", bots=["random", "greedy", "planner"])
    >>> study.table("standings").select("bot", "rating", "nash_rating", "alpha_share")
    >>> loopsim.arena(bots=["planner", "denier", "champion"], mode="skill").table("skill")

    Parameters
    ----------
    bots
        2 to 20 different bots, names or paths of bot files ending in ``.toml``; for "skill" from the
        lowest level to the highest.
    population
        In place of `bots`: all of a population, by its name or the path of its file.
    mode
        "arena": each bot takes one seat among others of each bot, itself too; then all seats are drawn.
        "skill": each bot takes one seat among others of the bot before it, and the last among the first.
        "distance": at mixed tables a decision is put to every bot.
    games
        How many of each pair, all of one mode on the same games, and of mixed tables; for "distance" one
        decision of each.
    scenario, players, seed, threads, set, on_compile
        As in `loopsim.run`.
    out
        A new or empty folder for the tables; default: nothing is written.
    on_games, on_total
        Called with the number of games that have been played; with that of all to come.

    Returns
    -------
    Study
        Win shares, equal shares and advantages (win share less equal share) are between 0 and 1, with
        standard error and 95 % interval; ratings are on the scale of chess, their mean 0.

        Of an arena: tables "matrix" (one row a pair: `bot` alone among three of `field`), "standings"
        (`rating` from mixed tables, with an error from 5,760 games on; `nash_weight` and `nash_rating`;
        `alpha_share` and `alpha_place`, at the strength `alpha` from which on nothing changes), "dominated" (`bot` wins nowhere more than `by`) and "cycles" (who beats
        whom in a cycle; `circle`: three or more do so one way round, `mutual`: each of two beats the other). `nash_support`, `alpha_top`: the share of 1,000 draws from the errors in which a
        bot has weight, or nobody above it.

        Of a ladder: "steps" (`counts`: the advantage is at least 0.05 by its lower bound), "ends" (the top
        among the bottom) and "skill" (`depth`: steps that count; `skill_share`: 0 if all is luck, 1 if the
        top always wins; it is that between `bottom` and `top`, and near 1 above random play).

        Of distances: "distance" (of each two bots: 0 if they always decide alike, 1 if never; `different`
        from 0.10 on, as measured). Look-ahead bots are refused there.

    Raises
    ------
    InputError
        One line: what was given cannot be used.
    Interrupted
        On Ctrl-C, with the study of the games that are complete for all pairs as `result`.
    """
    (setup,) = named([scenario], set, players)
    setup, names, group = _entrants(setup, bots, population)
    _check(mode, names, "--bots" if population is None else "--population")
    plan = Plan.checked(games=games, seed=seed, threads=threads, bots=names, rotate=True)
    asked = MODES[mode](plan, setup.scenario)
    if on_total is not None:
        on_total(asked.games)
    with nullcontext() if out is None else claimed(Path(out), f"--out {Path(out)}") as folder:
        warm_up(asked.table, on_compile)
        start, clock = time.perf_counter(), simulate.Clock()
        with simulate.stopping() as stop:
            found = asked.play(Watch(clock, stop, on_games))
        if found is None:
            raise Interrupted(None, stop.by)
        spent = {
            "wall_s": time.perf_counter() - start,
            "kernel_s": clock.kernel_s / plan.threads,
        }
        manifest = _manifest(mode, plan, setup, found)
        study = Study({**manifest, **group, **spent, **found.more}, found.tables)
        if folder is not None:
            keep(study, folder)
    if not found.complete:
        raise Interrupted(study, stop.by)
    return study


def _entrants(
    setup: Setup, bots: Texts, population: str | os.PathLike[str] | None
) -> tuple[Setup, list[str], dict[str, Any]]:
    """The set-up with all bots in it, their names, and what the manifest says of the population."""
    if population is None:
        with_all, names = populations.with_bots(setup.scenario, bots)
        return replace(setup, scenario=with_all), names, {}
    if bots is not None and named_bots(bots):  # an array has no truth of its own
        raise InputError("--population: not together with --bots; it names them all")
    found = populations.population(setup.scenario, population)
    told = {"name": found.name, "title": found.title, "notes": found.notes}
    return replace(setup, scenario=found.scenario), list(found.bots), {"population": told}


def _check(mode: str, bots: Sequence[str], option: str) -> None:
    """Raise InputError for a mode, or a number of bots by that option, that there is not."""
    if mode not in get_args(Mode):
        wrong = mode if isinstance(mode, str) else None
        raise fault("--mode", "", value_text(mode), one_of(get_args(Mode), wrong))
    if not 2 <= len(bots) <= MOST_BOTS:
        raise fault(option, "", counted(len(bots), "name"), f"2 to {MOST_BOTS} bots")
    for name in bots:
        if bots.count(name) > 1:
            raise fault(option, "", f"{value_text(name)} twice", "each bot once")


def _manifest(mode: str, plan: Plan, setup: Setup, found: Found) -> dict[str, Any]:
    """The manifest of the study (`loopsim.studies.study.StudyManifest`), but for times and tables."""
    scenario = setup.scenario
    return {
        "kind": mode,
        "game": scenario.game,
        "arms": [
            {
                "label": setup.label,
                "scenario": scenario.name,
                "title": scenario.title,
                "scenario_hash": scenario.scenario_hash,
                "players": scenario.players,
                "values": {},
                "resolved": scenario.resolved(),
            }
        ],
        "headline": ["win_share"],
        "seed": plan.seed,
        "games": found.games,
        "games_asked": plan.games,
        "bots": list(plan.bots),
        "rotate": True,
        "threads": plan.threads,
        "faults": dict(found.faults),
        "command": typed(sys.argv),
        "versions": versions(),
    }
