"""Set-ups played on the same games, over one deck or many, and what their numbers say of each other."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import polars as pl

from loopsim import facts, simulate
from loopsim import games as registry
from loopsim.claim import claimed
from loopsim.errors import InputError
from loopsim.play import Interrupted, check_games, check_seed, check_threads, versions, warm_up
from loopsim.scenario.faults import whole_number
from loopsim.series import Ints, Series
from loopsim.stats import Estimate
from loopsim.studies.compared import Arm, Block, blocks
from loopsim.studies.differences import Moments, apart, moments
from loopsim.studies.families import FEWEST
from loopsim.studies.joint import Contrasts, Joint, nothing
from loopsim.studies.levels import level
from loopsim.studies.setups import Setup, blamed
from loopsim.studies.study import Study, keep

MOST_DECKS = 1000


@dataclass(frozen=True)
class Plan:
    """What is asked for: how many games of each set-up, over how many decks, by whom."""

    games: int
    seed: int
    threads: int
    decks: int
    bots: Sequence[str]
    rotate: bool

    @classmethod
    def checked(
        cls,
        *,
        games: int,
        seed: int,
        threads: int | None,
        decks: int = 1,
        bots: Sequence[str],
        rotate: bool,
    ) -> Plan:
        """A plan of sound numbers. Raises InputError."""
        cores = os.cpu_count() or 1
        games, decks = check_games(games), whole_number("--decks", decks)
        if decks != 1 and not FEWEST <= decks <= MOST_DECKS:
            raise InputError(
                f"--decks {decks}: allowed are 1 (the deck of the scenario) or {FEWEST} to "
                f"{MOST_DECKS} drawn ones; fewer say nothing of the spread between decks"
            )
        if games < 2 * decks:
            each = f" for each of {decks} decks" if decks > 1 else ""
            raise InputError(f"--games {games}: at least two{each}")
        return cls(
            games,
            check_seed(seed),
            cores if threads is None else min(check_threads(threads), cores),
            decks,
            bots,
            bool(rotate),
        )

    def games_of(self, deck: int) -> range:
        """The games of a deck: evenly many, each game of the seed on one deck."""
        return range(self.games * deck // self.decks, self.games * (deck + 1) // self.decks)

    def on_deck(self, setup: Setup, deck: int) -> Setup:
        """A set-up with the drawn deck of this number; with its own if only one is asked for."""
        if self.decks == 1:
            return setup
        try:
            return replace(setup, scenario=setup.scenario.drawn(deck))
        except InputError as wrong:
            raise blamed(wrong, setup.values, "--vary") from None


@dataclass(frozen=True)
class Deck:
    """What was played on one deck, by block: moments of the arms, and games that differ by contrast.

    `alike`: by contrast the games with one course in all its arms. Nothing of both is known of arms
    that share no games: None. `levels`: by arm and block what a run gives; of drawn decks nothing.
    """

    n: int
    levels: list[list[list[Estimate]]]
    moments: list[Moments]
    differ: list[Ints] | None
    alike: Ints | None


class Played:
    """The arms of a plan as they were played, complete decks only."""

    def __init__(self, plan: Plan, setups: Sequence[Setup], contrasts: Contrasts) -> None:
        """Nothing yet. `contrasts`: those for which differing games are counted."""
        self.plan, self.setups, self.contrasts = plan, setups, contrasts
        #: Whether the arms share their games; those of other numbers of players cannot.
        self.paired = len({setup.scenario.players for setup in setups}) == 1
        self.blocks: list[Block] = []
        #: The metrics that stand for the game.
        self.headline: list[str] = []
        self.decks: list[Deck] = []
        self.clock = simulate.Clock()
        self.wall_s = 0.0
        self.faults: Counter[str] = Counter()
        self.stopped_by: signal.Signals | None = None

    @property
    def games(self) -> int:
        """Complete games in each arm."""
        return sum(deck.n for deck in self.decks)

    @property
    def usable(self) -> bool:
        """Whether what is complete says anything."""
        return len(self.decks) >= (FEWEST if self.plan.decks > 1 else 1)

    @property
    def kernel_s(self) -> float:
        """Seconds in the kernel, over threads at work."""
        return self.clock.kernel_s / self.plan.threads


class Afterwards(Protocol):
    """What a study plays and tells besides."""

    @property
    def games(self) -> int:
        """How many games that takes."""

    def play(self) -> signal.Signals | None:
        """Play them; the signal that came before they were complete."""

    def tables(self) -> Mapping[str, pl.DataFrame]:
        """What came of it, empty if a signal came."""


def play(
    plan: Plan,
    setups: Sequence[Setup],
    contrasts: Contrasts,
    *,
    on_compile: Callable[[], None] | None = None,
    on_games: Callable[[int], None] | None = None,
) -> Played:
    """Play all set-ups on the same games. After Ctrl-C: what is complete, and `stopped_by`.

    Raises InputError for bots or decks that do not fit, before anything is played.
    """
    played = Played(plan, setups, contrasts)
    tables = [_tables(plan, setups, deck) for deck in range(plan.decks)]
    arms = [Arm(table.measures(), table.setting()) for table in tables[0]]
    played.headline = list(arms[0].measures.headline)
    smallest = setups[0].scenario.report.smallest_of
    played.blocks = blocks(arms, smallest, items=plan.decks == 1)
    warm_up(tables[0][0], on_compile)
    start = time.perf_counter()
    with simulate.stopping() as stop:
        for deck, of_deck in enumerate(tables):
            found = _play_deck(played, of_deck, plan.games_of(deck), stop, on_games)
            if found is not None:
                played.decks.append(found)
            if stop.is_set():
                played.stopped_by = stop.by
                break
    played.wall_s = time.perf_counter() - start
    return played


def _tables(plan: Plan, setups: Sequence[Setup], deck: int) -> list[Any]:
    return [
        registry.get(s.scenario.game).Table(
            s.scenario, plan.bots, plan.rotate, rekey=s.rekey, digests=True
        )
        for s in (plan.on_deck(setup, deck) for setup in setups)
    ]


def _play_deck(
    played: Played,
    tables: Sequence[Any],
    games: range,
    stop: simulate.Stop,
    on_games: Callable[[int], None] | None,
) -> Deck | None:
    """The games of a deck at all arms; None if not even one is complete, or not all of many decks."""
    arms = range(len(tables))
    together = [arms] if played.paired else [[arm] for arm in arms]
    joints = []
    for group in together:
        contrasts = played.contrasts if played.paired else nothing(len(group))
        joint = Joint(played.blocks, group, contrasts)
        _add_games(joint, [tables[arm] for arm in group], played, games, stop, on_games)
        joints.append(joint)
    complete = min(joint.n for joint in joints)
    if complete < (len(games) if played.plan.decks > 1 or not played.paired else 1):
        return None
    by_arm = [[moments(sums, joint.n) for sums in joint.sums] for joint in joints]
    levels = [*chain(*(_levels(joint) for joint in joints))] if played.plan.decks == 1 else []
    if played.paired:
        (joint,) = joints
        return Deck(joint.n, levels, by_arm[0], [sums.differ for sums in joint.sums], joint.alike)
    return Deck(complete, levels, [apart(block) for block in zip(*by_arm, strict=True)], None, None)


def _levels(joint: Joint) -> list[list[list[Estimate]]]:
    """By arm that played and block the numbers."""
    return [
        [
            level(block, sums, n=joint.n, arm=arm, at=at)
            for block, sums in zip(joint.blocks, joint.sums, strict=True)
        ]
        for at, arm in enumerate(joint.arms)
    ]


def _add_games(
    joint: Joint,
    tables: Sequence[Any],
    played: Played,
    games: range,
    stop: simulate.Stop,
    on_games: Callable[[int], None] | None,
) -> None:
    plan = played.plan
    settings = [(table.measures(), table.setting()) for table in tables]
    for parts in simulate.simulate(
        tables,
        seed=plan.seed,
        first=games.start,
        games=len(games),
        threads=plan.threads,
        clock=played.clock,
        stop=stop,
        on_games=on_games,
    ):
        series = [
            Series(facts.flatten(rows, measures, setting.days), measures, setting)
            for rows, (measures, setting) in zip(parts, settings, strict=True)
        ]
        joint.add(
            series,
            [rows["games"]["events"] for rows in parts],
        )
        for table, rows in zip(tables, parts, strict=True):
            outcomes = np.unique_counts(rows["games"]["outcome"])
            for code, count in zip(*outcomes, strict=True):
                if code:
                    played.faults[table.outcomes[code]] += int(count)


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
        games = plan.games * sum(len(setups) for setups, _ in groups)
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
        if afterwards is not None and by is None:
            by = afterwards.play()
            found |= afterwards.tables()
            more["answered"] = by is None
        made = Study(_manifest(kind, plan, played, more), found)
        if folder is not None:
            keep(made, folder)
    if by is not None:
        raise Interrupted(made, by)
    return made


def _manifest(
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
        "decks": min(len(of_group.decks) for of_group in played),
        "decks_asked": plan.decks,
        "bots": list(plan.bots),
        "rotate": plan.rotate,
        "threads": plan.threads,
        "wall_s": sum(of_group.wall_s for of_group in played),
        "kernel_s": sum(of_group.kernel_s for of_group in played),
        "faults": dict(sum((of_group.faults for of_group in played), Counter())),
        "command": sys.argv,
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
