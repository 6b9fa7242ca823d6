"""A study from what is asked for to what is kept: played, laid down in tables, with its manifest."""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import polars as pl

from loopsim.claim import claimed
from loopsim.play import Interrupted, typed, versions
from loopsim.population import Population
from loopsim.studies.by_bot import by_bot
from loopsim.studies.families import BOTS
from loopsim.studies.joint import Contrasts
from loopsim.studies.paired import Played, play
from loopsim.studies.plan import Plan
from loopsim.studies.setups import Setup
from loopsim.studies.study import Study, keep


class Afterwards(Protocol):
    """What a study plays and tells besides."""

    @property
    def games(self) -> int:
        """How many games that takes."""

    def play(self) -> signal.Signals | None:
        """Play them; the signal that came before they were complete."""

    def tables(self) -> Mapping[str, pl.DataFrame]:
        """What came of it, empty if a signal came."""


def study(
    kind: str,
    plan: Plan,
    groups: Sequence[tuple[Sequence[Setup], Contrasts]],
    tables: Callable[[Sequence[Played]], Mapping[str, pl.DataFrame]],
    *,
    out: str | os.PathLike[str] | None,
    on_total: Callable[[int], None] | None,
    on_compile: Callable[[], None] | None,
    on_games: Callable[[int], None] | None,
    afterwards: Afterwards | None = None,
    **more: Any,
) -> Study:
    """Play groups of set-ups, make tables of them, and keep these in `out` if it is given.

    A group shares its games. `on_total` is called with the number of games of all arms of all groups.
    `more` goes into the manifest. Raises InputError; Interrupted with the study of what is complete.
    """
    if on_total is not None:
        games = plan.games_in_all * sum(len(setups) for setups, _ in groups)
        on_total(games + (0 if afterwards is None else afterwards.games))
    with nullcontext() if out is None else claimed(Path(out), f"--out {Path(out)}") as folder:
        played: list[Played] = []
        for setups, contrasts in groups:
            played.append(play(plan, setups, contrasts, on_compile=on_compile, on_games=on_games))
            by = played[-1].stopped_by
            if by is not None:
                if not played[-1].usable:
                    played.pop()
                if not played:
                    raise Interrupted(None, by)
                break
        found = dict(tables(played))
        if plan.kind is BOTS:
            found |= by_bot(_complete(played), partial(_alone, tables, played))
        if afterwards is not None and by is None:
            by = afterwards.play()
            found |= afterwards.tables()
            more["answered"] = by is None
        made = Study(manifest_of(kind, plan, played, more), found)
        if folder is not None:
            keep(made, folder)
    if by is not None:
        raise Interrupted(made, by)
    return made


def _complete(played: Sequence[Played]) -> dict[int, str]:
    """Who of `Plan.everyone` is complete in all groups: places and names."""
    everyone = played[0].plan.everyone
    places = [*range(min(len(of_group.shares) for of_group in played))]
    if all(of_group.mixed for of_group in played):
        places.append(len(everyone) - 1)
    return {place: everyone[place].name for place in places}


def _alone(
    tables: Callable[[Sequence[Played]], Mapping[str, pl.DataFrame]],
    played: Sequence[Played],
    place: int,
) -> Mapping[str, pl.DataFrame]:
    """The tables of one of `Plan.everyone` by itself."""
    return tables([of_group.alone(place) for of_group in played])


def of_family(plan: Plan, complete: Mapping[int, str]) -> dict[str, Any] | None:
    """The family of a study for its manifest; `complete`: places in `Plan.everyone`, and names."""
    if plan.kind is None:
        return None
    k = len(plan.members)
    told: dict[str, Any] = {
        "of": plan.kind.name,
        "members": [name for place, name in complete.items() if place < k],
        "asked": k,
        "mixed": len(plan.games_of(k)) if k in complete else 0,
    }
    if isinstance(plan.cast, Population):
        told |= {name: getattr(plan.cast, name) for name in ("name", "title", "notes")}
    return told


def manifest_of(
    kind: str, plan: Plan, played: Sequence[Played], more: Mapping[str, Any]
) -> dict[str, Any]:
    """The manifest of a study (`loopsim.studies.study.StudyManifest`), its tables not yet named."""
    setups = [setup for of_group in played for setup in of_group.setups]
    return {
        "kind": kind,
        "game": setups[0].scenario.game,
        "arms": [_arm(setup) for setup in setups],
        "headline": played[0].headline,
        "paired": all(of_group.paired for of_group in played),
        "seed": plan.seed,
        "games": min(of_group.games for of_group in played),
        "games_asked": plan.games,
        "family": of_family(plan, _complete(played)),
        "bots": list(plan.bots),
        "rotate": plan.rotate,
        "threads": plan.threads,
        "wall_s": sum(of_group.wall_s for of_group in played),
        "kernel_s": sum(of_group.kernel_s for of_group in played),
        "faults": dict(sum((of_group.faults for of_group in played), Counter())),
        "command": typed(sys.argv),
        "versions": versions(),
        **more,
    }


def _arm(setup: Setup) -> dict[str, Any]:
    scenario = setup.scenario
    return {
        "label": setup.label,
        "scenario": scenario.name,
        "title": scenario.title,
        "scenario_hash": scenario.scenario_hash,
        "players": scenario.players,
        "values": dict(setup.values),
        "rekey": list(setup.rekey),
        "resolved": scenario.resolved(),
    }
