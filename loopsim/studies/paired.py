"""Set-ups played on the same games, over a family or not, and what their numbers say of each other."""

from __future__ import annotations

import signal
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from loopsim import facts, simulate
from loopsim.play import warm_up
from loopsim.series import Ints, Series
from loopsim.stats import Estimate
from loopsim.studies.compared import Arm, Block, blocks
from loopsim.studies.differences import Moments, apart, moments
from loopsim.studies.joint import Contrasts, Joint, nothing
from loopsim.studies.levels import level
from loopsim.studies.plan import Plan
from loopsim.studies.setups import Setup


@dataclass(frozen=True)
class Share:
    """What was played of one member, by block: moments of the arms, and games that differ by contrast.

    `alike`: by contrast the games with one course in all its arms. Nothing of both is known of arms
    that share no games: None. `levels`: by arm and block what a run gives; of drawn decks nothing.
    """

    n: int
    levels: list[list[list[Estimate]]]
    moments: list[Moments]
    differ: list[Ints] | None
    alike: Ints | None


class Played:
    """The arms of a plan as they were played, complete members only."""

    def __init__(self, plan: Plan, setups: Sequence[Setup], contrasts: Contrasts) -> None:
        """Nothing yet. `contrasts`: those for which differing games are counted."""
        self.plan, self.setups, self.contrasts = plan, setups, contrasts
        #: Whether the arms share their games; those of other numbers of players cannot.
        self.paired = len({setup.scenario.players for setup in setups}) == 1
        self.blocks: list[Block] = []
        #: The metrics that stand for the game.
        self.headline: list[str] = []
        #: What was played of each member, in their order; and of the mixed tables.
        self.shares: list[Share] = []
        self.mixed: Share | None = None
        self.clock = simulate.Clock()
        self.wall_s = 0.0
        self.faults: Counter[str] = Counter()
        self.stopped_by: signal.Signals | None = None

    @property
    def games(self) -> int:
        """Complete games in each arm."""
        return sum(share.n for share in self.shares)

    @property
    def usable(self) -> bool:
        """Whether what is complete says anything."""
        kind = self.plan.kind
        return len(self.shares) >= (1 if kind is None else kind.fewest)

    @property
    def kernel_s(self) -> float:
        """Seconds in the kernel, over threads at work."""
        return self.clock.kernel_s / self.plan.threads

    def alone(self, place: int) -> Played:
        """What was played of one of `Plan.everyone`, as a study of it alone has it."""
        share = self.shares[place] if place < len(self.plan.members) else self.mixed
        assert share is not None
        one = Played(self.plan.alone(place), self.setups, self.contrasts)
        one.blocks, one.headline, one.shares = self.blocks, self.headline, [share]
        return one


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
    tables = [[member.table(s, plan.rotate) for s in setups] for member in plan.everyone]
    arms = [Arm(table.measures(), table.setting()) for table in tables[0]]
    played.headline = list(arms[0].measures.headline)
    smallest = setups[0].scenario.report.smallest_of
    played.blocks = blocks(arms, smallest, items=plan.trips_have_identity)
    warm_up(tables[0][0], on_compile)
    start = time.perf_counter()
    with simulate.stopping() as stop:
        for place, of_member in enumerate(tables):
            share = _play_member(played, of_member, plan.games_of(place), stop, on_games)
            if place == len(plan.members):
                played.mixed = share
            elif share is not None:
                played.shares.append(share)
            if stop.is_set():
                played.stopped_by = stop.by
                break
    played.wall_s = time.perf_counter() - start
    return played


def _play_member(
    played: Played,
    tables: Sequence[Any],
    games: range,
    stop: simulate.Stop,
    on_games: Callable[[int], None] | None,
) -> Share | None:
    """The games of a member at all arms; None if not even one is complete, or of a family not all."""
    arms = range(len(tables))
    together = [arms] if played.paired else [[arm] for arm in arms]
    joints = []
    for group in together:
        contrasts = played.contrasts if played.paired else nothing(len(group))
        joint = Joint(played.blocks, group, contrasts)
        _add_games(joint, [tables[arm] for arm in group], played, games, stop, on_games)
        joints.append(joint)
    complete = min(joint.n for joint in joints)
    if complete < (len(games) if played.plan.kind or not played.paired else 1):
        return None
    by_arm = [[moments(sums, joint.n) for sums in joint.sums] for joint in joints]
    named = played.plan.trips_have_identity
    levels = [*chain(*(_levels(joint) for joint in joints))] if named else []
    if played.paired:
        (joint,) = joints
        return Share(joint.n, levels, by_arm[0], [sums.differ for sums in joint.sums], joint.alike)
    return Share(
        complete, levels, [apart(block) for block in zip(*by_arm, strict=True)], None, None
    )


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
            played.faults += simulate.faults(table.outcomes, rows)
