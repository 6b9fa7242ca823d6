"""Runs set against each other as they are: their summaries hold all that unpaired differences need.

Nothing is played. Runs share no games that could be told apart in sums, so that the error of a difference
is that of separate runs: se² = se_A² + se_B² (metrics.md 7).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil, floor, sqrt
from pathlib import Path
from typing import Any

import numpy as np

from loopsim.errors import InputError
from loopsim.results import Result
from loopsim.scenario import from_resolved
from loopsim.stats import Sums as Kept
from loopsim.studies.compared import Arm, Block, blocks
from loopsim.studies.comparison import tables
from loopsim.studies.differences import apart, moments
from loopsim.studies.joint import Sums, each_against_first
from loopsim.studies.levels import level
from loopsim.studies.making import manifest_of
from loopsim.studies.paired import Played, Share
from loopsim.studies.plan import Member, Plan
from loopsim.studies.setups import Setup, checked
from loopsim.studies.study import Study
from loopsim.summary import Lookup


def of_runs(results: Sequence[Result]) -> Study:
    """The comparison of runs with the first of them, by their summaries: a study of kind "compare".

    Its tables are those of `loopsim.compare`, of numbers that all runs have, with the errors of runs that
    have nothing to do with each other; `games` are those of the smallest run, and so is what `more_games`
    counts in. Its arms also have the `seed`, `games` and `bots` of each run. Raises InputError for runs of
    other games, one run given twice, and a run of a single game.
    """
    names = names_of(results)
    for name, result in zip(names, results, strict=True):
        if result.manifest["games"] < 2:
            raise InputError(
                f"{name}: found a run of 1 game; allowed: two games or more, to be compared with another"
            )
    scenarios = [from_resolved(result.manifest["resolved"]) for result in results]
    setups = checked([Setup(*each) for each in zip(names, scenarios, strict=True)], "report")
    played = _played(setups, results)
    manifest = manifest_of("compare", played.plan, [played], {})
    for arm, result in zip(manifest["arms"], results, strict=True):
        arm |= {key: result.manifest[key] for key in ("seed", "games", "bots")}
    return Study(manifest, tables(played))


def names_of(results: Sequence[Result]) -> list[str]:
    """What runs are called beside each other: by scenario, else by folder, else by number."""
    folders = [result.folder for result in results]
    kept = [folder for folder in folders if folder is not None]
    ways = [[result.manifest["scenario"] for result in results]]
    if len(kept) == len(folders):
        ways += [[folder.name for folder in kept], [str(folder) for folder in kept]]
        _check_once(kept)
    apart = [names for names in ways if len({*names}) == len(names) and all(names)]
    return apart[0] if apart else [f"run {place}" for place, _ in enumerate(results, 1)]


def _check_once(folders: Sequence[Path]) -> None:
    """Raise InputError for a folder that is given twice."""
    counts = Counter(folder.resolve() for folder in folders)
    for folder in folders:
        if counts[folder.resolve()] > 1:
            raise InputError(f"report: found {folder} twice; allowed: each run once")


def _played(setups: Sequence[Setup], results: Sequence[Result]) -> Played:
    """Runs as if a study had played them, each on games of its own."""
    manifests = [result.manifest for result in results]
    bots = tuple(dict.fromkeys(bot for m in manifests for bot in m["bots"]))
    plan = Plan(
        games=min(m["games"] for m in manifests),
        seed=manifests[0]["seed"],
        threads=max(m["threads"] for m in manifests),
        cast=bots,
        rotate=all(m["rotate"] for m in manifests),
        members=(Member("", bots),),
        kind=None,
        mixed=None,
    )
    played = Played(plan, setups, each_against_first(len(setups)))
    played.paired = False
    played.headline = list(results[0].measures.headline)
    played.wall_s = sum(m["wall_s"] for m in manifests)
    for m in manifests:
        played.faults += Counter(m["faults"])
    arms = [Arm(result.measures, result.setting) for result in results]
    played.blocks = blocks(arms, setups[0].scenario.report.smallest_of)
    played.shares = [_share(played.blocks, results, plan.games)]
    return played


def _share(blocks: Sequence[Block], results: Sequence[Result], games: int) -> Share:
    """The numbers of all runs, and their moments without products between them."""
    levels, by_arm = [], []
    for arm, result in enumerate(results):
        lookup, n = Lookup(result.summary), result.manifest["games"]
        sums = [_sums(block, arm, lookup) for block in blocks]
        by_arm.append([moments(of_block, n) for of_block in sums])
        levels.append(
            [
                level(block, of_block, n=n, arm=arm, at=0)
                for block, of_block in zip(blocks, sums, strict=True)
            ]
        )
    joined = [apart(of_block) for of_block in zip(*by_arm, strict=True)]
    return Share(games, levels, joined, None, None)


def _sums(block: Block, arm: int, lookup: Lookup) -> Sums:
    """The sums of a block over the games of a run, as `loopsim.studies.joint` lays them out."""
    numbers = []
    for terms in block.kept(arm):
        kept = [lookup.sums(*term) for term in terms]
        cross = lookup.cross(terms[0].metric, terms[0].which) if len(terms) > 1 else None
        numbers.append(_products(kept, cross, block.ratio))
    products, positive, least, most = (np.array(part) for part in zip(*numbers, strict=True))
    return Sums(products, positive, least, most, np.zeros((len(numbers), 0), np.int64))


def _products(terms: Sequence[Kept], cross: Sequence[int] | None, ratio: bool) -> tuple[Any, ...]:
    """Of one number: sums of products, games above 0, least and most of each column.

    A summary counts the games above 0 of x only, and of y nothing asks for them.
    """
    n, width = terms[0].n, 2 if ratio else 1
    products = np.zeros((1 + width * len(terms),) * 2, np.int64)
    products[0, 0] = n
    positive, ends = [n], [(1, 1)]
    for place, of in enumerate(terms):
        y = 1 + place * width
        products[0, y], products[y, y] = of.sy, of.syy
        positive.append(0)
        ends.append(_reach(n, of.sy, of.syy))
        if ratio:
            products[0, y + 1], products[y, y + 1], products[y + 1, y + 1] = of.sx, of.sxy, of.sxx
            positive.append(of.nx)
            ends.append(_reach(n, of.sx, of.sxx))
    if cross is not None:
        products[1:3, 3:5] = np.reshape(cross, (2, 2))
    symmetric = np.triu(products) + np.triu(products, 1).T
    least, most = zip(*ends, strict=True)
    return symmetric, positive, least, most


def _reach(n: int, total: int, squares: int) -> tuple[int, int]:
    """Between what all values lie of which just the sums are known: none is further from the mean than
    √(n - 1) standard deviations of the sample (Samuelson 1968).
    """
    mean, half = total / n, sqrt((n - 1) * (n * squares - total**2)) / n
    return floor(mean - half), ceil(mean + half)
