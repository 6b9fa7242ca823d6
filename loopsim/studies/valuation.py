"""What trips, anomalies and actions are worth: the same games with and without them (metrics.md 6)."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Literal, get_args

import polars as pl

from loopsim import games as registry
from loopsim import simulate
from loopsim.claim import claimed
from loopsim.play import Interrupted, typed, versions, warm_up
from loopsim.scenario.faults import fault, one_of, value_text
from loopsim.scenario.given import Texts
from loopsim.scenario.settings import Settings
from loopsim.studies import closed
from loopsim.studies.by_bot import BY_BOT, by_bot
from loopsim.studies.families import BOTS
from loopsim.studies.families import Kind as FamilyKind
from loopsim.studies.making import of_family
from loopsim.studies.plan import Member, Plan
from loopsim.studies.setups import Setup, named, seated
from loopsim.studies.study import Study, keep
from loopsim.studies.valued import RANKED_BY, OfMember, tables

Kind = Literal["trips", "anomalies", "actions"]

#: The tables of some members over a family of a kind, or of one member without a kind.
TablesOf = Callable[[Sequence[OfMember], FamilyKind | None], Mapping[str, pl.DataFrame]]


def value(
    scenario: str | os.PathLike[str] = "loop-inc/base",
    *,
    items: Kind = "trips",
    games: int = 20_000,
    players: int | None = None,
    bots: Texts | None = None,
    seed: int = 1,
    threads: int | None = None,
    set: Settings = (),
    decks: int = 1,
    population: str | os.PathLike[str] | None = None,
    out: str | os.PathLike[str] | None = None,
    rotate: bool = True,
    on_compile: Callable[[], None] | None = None,
    on_games: Callable[[int], None] | None = None,
    on_total: Callable[[int], None] | None = None,
) -> Study:
    """Play games with each item closed to one seat, to all, or changed, and say what it is worth.

    >>> study = loopsim.value("loop-inc/base", items="trips", games=20_000)
    >>> study.table("values").filter(number="mispricing").sort("value")

    Parameters
    ----------
    items
        "trips", "anomalies" or "actions".
    games
        How many are played as they are. Each is played again for every item that is dealt in it: with
        the item closed to the focal seat, closed to all seats and, of a trip, worth a point more.
    decks
        Split the games over so many drawn decks, in which trips are told apart by era and number of
        components alone; 1: the deck of the scenario.
    population
        In place of `bots`: the name of a population that comes along, or the path of its file. Each of its
        bots has all seats in its share of the games; mixed tables are as in `loopsim.compare`.
    scenario, players, bots, seed, threads, set, rotate, on_compile
        As in `loopsim.run`.
    out
        A new or empty folder for the tables; default: nothing is written.
    on_games, on_total
        Called with the number of games that have been played with all items; with that of all to come.

    Returns
    -------
    Study
        Tables "items" (what they are, best first: by mispricing, or by the value of a use in points),
        "values" (the numbers of metrics.md 6: `number`, `of` which outcome, `value` with its standard
        error and 95 % interval) and "knockout" (closed to all seats less open, by metric). Scores are
        in points, uses, tears and launches a game. Over decks or bots `value` is the mean of these; of a
        population "values_by_bot" and "knockout_by_bot" have what each bot says alone.

    Raises
    ------
    InputError
        One line: what was given cannot be used.
    Interrupted
        On Ctrl-C, with the study of what is complete as `result`: games, or of several decks or bots
        those with all their games.
    """
    if items not in get_args(Kind):
        wrong = items if isinstance(items, str) else None
        raise fault("--items", "", value_text(items), one_of(get_args(Kind), wrong))
    (setup,), cast = seated(named([scenario], set, players), bots, population)
    plan = Plan.checked(
        games=games, seed=seed, threads=threads, decks=decks, bots=cast, rotate=rotate
    )
    valued = [_trials(plan, member, setup, items) for member in plan.everyone]
    if not all(trials.groups for trials in valued):
        raise fault("--items", "", items, f"what is in play: this scenario has no {items}")
    return tried(
        "value",
        plan,
        setup,
        valued,
        lambda found: _tables(plan, found),
        {"items": items, "headline": list(RANKED_BY)},
        out=out,
        on_compile=on_compile,
        on_games=on_games,
        on_total=on_total,
    )


def _trials(plan: Plan, member: Member, setup: Setup, kind: str) -> closed.Trials:
    scenario = member.scenario(setup)
    worth = registry.get(scenario.game).items
    groups = worth.of_kind(scenario, kind, anonymous=not plan.trips_have_identity)
    return closed.Trials(scenario, groups, member.bots, plan.rotate, crowd=member.crowd)


def _tables(plan: Plan, found: Sequence[OfMember]) -> dict[str, pl.DataFrame]:
    """The tables of a valuation; what the items are is told once."""
    made = over_members(plan, found, tables)
    made.pop(f"items{BY_BOT}", None)
    return made


def over_members(
    plan: Plan, found: Sequence[OfMember], tables: TablesOf
) -> dict[str, pl.DataFrame]:
    """The tables over all members of a plan, and of a population those of each bot."""
    made = dict(tables(found[: len(plan.members)], plan.kind))
    if plan.kind is BOTS:
        made |= by_bot(_complete(plan, found), lambda place: tables([found[place]], None))
    return made


def _complete(plan: Plan, found: Sequence[OfMember]) -> dict[int, str]:
    """Who of `Plan.everyone` is complete: places and names."""
    return {place: plan.everyone[place].name for place in range(len(found))}


def tried(
    kind: str,
    plan: Plan,
    setup: Setup,
    trials: Sequence[closed.Trials],
    as_tables: Callable[[Sequence[OfMember]], dict[str, pl.DataFrame]],
    stated: Mapping[str, Any],
    *,
    out: str | os.PathLike[str] | None,
    on_compile: Callable[[], None] | None,
    on_games: Callable[[int], None] | None,
    on_total: Callable[[int], None] | None,
) -> Study:
    """Play the trials of each member of a plan, or of `Plan.everyone`, and make a study of them.

    `as_tables` makes its tables of what was played; `stated` is what its manifest says beside that of any
    study. The rest, and what is raised, is as in `value`.
    """
    if on_total is not None:
        on_total(sum(len(plan.games_of(place)) for place in range(len(trials))))
    with nullcontext() if out is None else claimed(Path(out), f"--out {Path(out)}") as folder:
        warm_up(trials[0].open, on_compile)
        start, clock = time.perf_counter(), simulate.Clock()
        found, by = _play(plan, trials, clock, on_games)
        if len(found) < (1 if plan.kind is None else plan.kind.fewest):
            assert by is not None
            raise Interrupted(None, by)
        kernel_s = clock.kernel_s / plan.threads
        spent = {"wall_s": time.perf_counter() - start, "kernel_s": kernel_s}
        manifest = _manifest(kind, plan, setup, found) | dict(stated) | spent
        study = Study(manifest, as_tables(found))
        if folder is not None:
            keep(study, folder)
    if by is not None:
        raise Interrupted(study, by)
    return study


def _play(
    plan: Plan,
    by_member: Sequence[closed.Trials],
    clock: simulate.Clock,
    on_games: Callable[[int], None] | None,
) -> tuple[list[OfMember], signal.Signals | None]:
    """The games of each member; after Ctrl-C the games, or of a family the members, complete."""
    found: list[OfMember] = []
    with simulate.stopping() as stop:
        for place, trials in enumerate(by_member):
            games = plan.games_of(place)
            played = closed.play(
                trials,
                seed=plan.seed,
                games=games,
                threads=plan.threads,
                clock=clock,
                stop=stop,
                on_games=on_games,
            )
            if played is None or (plan.kind and played.games < len(games)):
                return found, stop.by
            found.append(OfMember(trials, played))
            if played.games < len(games):
                return found, stop.by
    return found, None


def _manifest(kind: str, plan: Plan, setup: Setup, found: Sequence[OfMember]) -> dict[str, Any]:
    """The manifest of the study (`StudyManifest`), but for times, tables and what its kind states."""
    faults = sum((of.played.faults for of in found), Counter[str]())
    scenario = setup.scenario
    return {
        "kind": kind,
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
        "seed": plan.seed,
        "games": sum(of.played.games for of in found[: len(plan.members)]),
        "games_asked": plan.games,
        "family": of_family(plan, _complete(plan, found)),
        "bots": list(plan.bots),
        "rotate": plan.rotate,
        "threads": plan.threads,
        "faults": dict(faults),
        "command": typed(sys.argv),
        "versions": versions(),
    }
