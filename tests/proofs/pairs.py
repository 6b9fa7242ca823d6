"""Comparisons: nothing is found where there is nothing, and what is said of a difference holds."""

from __future__ import annotations

from typing import NamedTuple

from loopsim.games.loop_inc.game import Table
from loopsim.scenario import load
from loopsim.studies.compared import Block
from tests.compare.chance import Held, Pairs, coverage, nothing_there, only, together
from tests.equality.fuzz import BASE
from tests.proofs import Line

COMPARISONS = 2_000
COMPARED_GAMES = 1_000
#: A number is judged if it had a p in so many comparisons: of the others those with p are chosen ones.
TESTED = 1_900
EARLY, OFF = 0.05, 0.015
ANY_Q = 0.065

POPULATION = 1_000_000
REPLICATES = 2_000
MORE = "loop-inc/more-anomalies"


def nothing() -> list[Line]:
    """A/A: the anomaly deck keyed anew, so that the games differ and their law does not."""
    scenario = load(BASE)
    pairs = Pairs(Table(scenario, ["random"]), Table(scenario, ["random"], rekey=["anomalies"]))
    null = nothing_there(pairs, comparisons=COMPARISONS, games=COMPARED_GAMES, seed=61)
    judged = null.tested >= TESTED
    early = null.early[judged]
    games = COMPARISONS * COMPARED_GAMES
    asked = f"{EARLY:.0%} ± {OFF:.1%} for each"
    lines = [
        Line(
            f"p < 0.05 in {COMPARISONS:,} comparisons of {COMPARED_GAMES:,} pairs, "
            f"{judged.sum()} numbers with p in {TESTED:,} or more of them",
            asked,
            f"{early.min():.2%} to {early.max():.2%}, mean {early.mean():.2%}",
            games,
            judged.sum() > 100 and bool((abs(early - EARLY) <= OFF).all()),
        )
    ]
    return lines + [
        Line(
            f"any q < 0.05 in the table of {table}",
            f"at most {ANY_Q:.1%}",
            f"{share:.2%}",
            games,
            share <= ANY_Q,
        )
        for table, share in null.any_q.items()
    ]


class Case(NamedTuple):
    """A number, and replicates of how many games."""

    what: str
    metric: str
    index: int
    size: int


#: Most of the games of a replicate differ in these.
COMMON = [
    Case("M, score", "score", 0, 2_000),
    Case("M, win share of place 1", "win_share", 0, 2_000),
    Case("R, margin", "margin", 0, 2_000),
    Case("R, visits of a trip", "visits", 0, 2_000),
    Case("R − R, relative lift of a trip", "relative_lift", 0, 2_000),
]
#: Some 50 games of a replicate.
SELDOM = [
    Case("M, a share: no winner", "no_winner", 0, 10_000),
    Case("M, met ads of day 2", "met_ads_day2", 0, 4_000),
    Case("M, tears for want of an open machine", "tears_no_open_machine", 0, 1_000),
]
#: Fewer than 30.
FEW = [
    Case("M, a share: no winner", "no_winner", 0, 3_000),
    Case("M, met ads of day 2", "met_ads_day2", 0, 1_100),
    Case("M, tears for want of an open machine", "tears_no_open_machine", 0, 300),
    Case("R, visits of a trip", "visits", 24, 2_000),
]


def paired() -> list[Line]:
    """Replicates drawn from 10⁶ random pairs, whose own difference is the truth (metrics.md 7)."""
    pairs = Pairs(Table(load(BASE), ["random"]), Table(load(MORE), ["random"]))
    cases = [*COMMON, *SELDOM, *FEW]
    wanted = {case[1:3]: _block(pairs.blocks, case) for case in cases}
    games = together([*pairs.play(POPULATION, 71, [*wanted.values()])])
    of = dict(zip(wanted, games, strict=True))

    def held(case: Case) -> Held:
        key = case[1:3]
        (found,) = coverage(wanted[key], of[key], size=case.size, replicates=REPLICATES)
        return found

    lines = []
    for case in [*COMMON, *SELDOM]:
        found = held(case)
        lines.append(
            Line(
                f"{case.what}: {REPLICATES:,} × {case.size:,} pairs, {found.differing:.0f} differ",
                "the interval covers in 0.95 ± 0.015",
                f"{found.intervals_held:.4f} of {found.intervals:,}",
                POPULATION,
                found.intervals > 0.99 * REPLICATES and abs(found.intervals_held - 0.95) <= 0.015,
            )
        )
    for case in FEW:
        found = held(case)
        lines.append(
            Line(
                f"{case.what}: {REPLICATES:,} × {case.size:,} pairs, {found.differing:.0f} differ",
                "the bound holds in at least 0.95",
                f"{found.bounds_held:.4f} of {found.bounds:,}",
                POPULATION,
                found.bounds > 0.9 * REPLICATES and found.bounds_held >= 0.95,
            )
        )
    return lines


def _block(of: list[Block], case: Case) -> Block:
    """The number of a case: win shares by place, all else of the game, of all seats or of a trip."""
    for block in of:
        for i, number in enumerate(block.numbers):
            by_place = number.group == "place"
            if (number.metric, number.index) == case[1:3] and by_place == (
                number.metric == "win_share"
            ):
                return only(block, i)
    raise KeyError(case)
