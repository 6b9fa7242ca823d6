"""Real pairs of games, played once and cut or drawn into many comparisons: how often each is right."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from loopsim import facts, simulate
from loopsim.games.loop_inc.game import Table
from loopsim.series import Series
from loopsim.studies.compared import Arm, Block, Term, blocks
from loopsim.studies.differences import Difference, contrast, difference, judged, moments, stacked
from loopsim.studies.joint import Joint, each_against_first

GAMES_PER_PART = 20_000
AGAINST = each_against_first(2)

#: By block and arm the terms of some games.
Games = list[list[list[Term]]]
At = slice | NDArray[np.int64]


@dataclass(frozen=True)
class Pairs:
    """Two set-ups that share their games, and the numbers by which they are compared."""

    a: Table
    b: Table

    @property
    def blocks(self) -> list[Block]:
        """The numbers of a comparison."""
        arms = [Arm(table.measures(), table.setting()) for table in (self.a, self.b)]
        return blocks(arms, self.a.scenario.report.smallest_of)

    def play(self, games: int, seed: int, wanted: Sequence[Block]) -> Iterator[Games]:
        """The games in parts, in their order."""
        tables = (self.a, self.b)
        settings = [(table.measures(), table.setting()) for table in tables]
        for parts in simulate.simulate(
            tables, seed=seed, games=games, threads=2, clock=simulate.Clock(),
            games_per_part=GAMES_PER_PART,
        ):  # fmt: skip
            series = [
                Series(facts.flatten(rows, measures, setting.days), measures, setting)
                for rows, (measures, setting) in zip(parts, settings, strict=True)
            ]
            yield [[[*block.values(arm, of)] for arm, of in enumerate(series)] for block in wanted]


def only(block: Block, i: int) -> Block:
    """One number of a block."""

    def values(arm: int, of: Series) -> list[Term]:
        return [_of_number(term, i) for term in block.values(arm, of)]

    return replace(block, numbers=(block.numbers[i],), values=values)


def _of_number(term: Term, i: int) -> Term:
    """A copy: the facts are written over."""
    return Term(term.y[i : i + 1].copy(), None if term.x is None else term.x[i : i + 1].copy())


def at(games: Games, chosen: At) -> Games:
    """Some of the games."""
    return [[[_of_term(term, chosen) for term in arm] for arm in block] for block in games]


def together(parts: Sequence[Games]) -> Games:
    """The games of all parts."""
    return [
        [[_joined(terms) for terms in zip(*arms, strict=True)] for arms in zip(*of, strict=True)]
        for of in zip(*parts, strict=True)
    ]


def _joined(terms: Sequence[Term]) -> Term:
    xs = [term.x for term in terms if term.x is not None]
    return Term(
        np.concatenate([t.y for t in terms], axis=1), np.concatenate(xs, axis=1) if xs else None
    )


def _of_term(term: Term, chosen: At) -> Term:
    return Term(term.y[:, chosen], None if term.x is None else term.x[:, chosen])


def summed(of: Sequence[Block], games: Games) -> Joint:
    """The sums of a comparison of these games."""
    reading = [
        replace(block, values=lambda arm, part, b=b: part[b][arm]) for b, block in enumerate(of)
    ]
    joint = Joint(reading, [0, 1], AGAINST)
    count = games[0][0][0].y.shape[1]
    joint.add([games, games], [np.zeros(count, np.int64)] * 2)
    return joint


def differences(of: Sequence[Block], joints: Sequence[Joint]) -> list[list[list[Difference]]]:
    """By comparison and block what is said of each number, not yet judged with the others."""
    made: list[list[list[Difference]]] = [[] for _ in joints]
    for b, block in enumerate(of):
        k = len(block.numbers)
        found = contrast(stacked([moments(j.sums[b], j.n) for j in joints]), block, [-1.0, 1.0])
        for j, joint in enumerate(joints):
            differing = joint.sums[b].differ[:, 0]
            made[j].append(
                [
                    difference(
                        float(found.value[j * k + i]),
                        float(found.se[j * k + i]),
                        n=joint.n,
                        differing=int(differing[i]),
                        reach=float(found.reach[j * k + i]),
                        few=bool(found.few[j * k + i]),
                        smallest=number.smallest,
                    )
                    for i, number in enumerate(block.numbers)
                ]
            )
    return made


def by_table(of: Sequence[Block], comparison: Sequence[Sequence[Difference]]) -> dict[str, list]:
    """The differences of a comparison, judged with those of their table."""
    tables: dict[str, list[tuple[Difference, float]]] = {}
    for block, found in zip(of, comparison, strict=True):
        for number, each in zip(block.numbers, found, strict=True):
            tables.setdefault(number.table, []).append((each, number.smallest))
    n = 1  # only how many more games are needed depends on it
    return {name: judged(*map(list, zip(*rows, strict=True)), n) for name, rows in tables.items()}


@dataclass(frozen=True)
class Null:
    """What comparisons found where there is nothing: by number the share with p < 0.05.

    `tested`: in how many a number had a p. `any_q`: by table the share with any q < 0.05.
    """

    names: list[str]
    tested: NDArray[np.int64]
    early: NDArray[np.float64]
    any_q: dict[str, float]


def nothing_there(pairs: Pairs, *, comparisons: int, games: int, seed: int) -> Null:
    """Many comparisons of so many games each of two set-ups of one law."""
    of = pairs.blocks
    joints: list[Joint] = []
    for part in pairs.play(comparisons * games, seed, of):
        count = part[0][0][0].y.shape[1]
        joints += [summed(of, at(part, slice(i, i + games))) for i in range(0, count, games)]
    found = [by_table(of, each) for each in differences(of, joints)]
    numbers = [number for table in found[0] for block in of for number in block.numbers
               if number.table == table]  # fmt: skip
    p = np.array(
        [
            [np.nan if d.p is None else d.p for rows in tables.values() for d in rows]
            for tables in found
        ]
    )
    q = {
        name: np.array([any((d.q or 1.0) < 0.05 for d in tables[name]) for tables in found])
        for name in found[0]
    }
    tested = (~np.isnan(p)).sum(axis=0)
    early = (p < 0.05).sum(axis=0) / np.maximum(tested, 1)
    names = [f"{n.metric} {n.item or n.index}" for n in numbers]
    return Null(names, tested, early, {name: float(hits.mean()) for name, hits in q.items()})


@dataclass(frozen=True)
class Held:
    """Of many replicates: how many had an interval, a bound, and how often each held the truth."""

    intervals: int
    intervals_held: float
    bounds: int
    bounds_held: float
    differing: float


def coverage(
    block: Block, games: list[list[Term]], *, size: int, replicates: int, seed: int = 1
) -> list[Held]:
    """By number of a block: what replicates of `size` games, drawn with replacement, say of all games.

    The truth is the difference over all games.
    """
    whole = differences([block], [summed([block], [games])])[0][0]
    count = games[0][0].y.shape[1]
    rng = np.random.default_rng(seed)
    joints = [
        summed([block], at([games], rng.integers(count, size=size))) for _ in range(replicates)
    ]
    found = differences([block], joints)
    made = []
    for i, truth in enumerate(whole):
        of = [comparison[0][i] for comparison in found]
        intervals = [d.low <= truth.value <= d.high for d in of if d.low is not None]
        bounds = [abs(truth.value) <= d.bound for d in of if d.bound is not None]
        made.append(
            Held(
                len(intervals),
                float(np.mean(intervals)) if intervals else np.nan,
                len(bounds),
                float(np.mean(bounds)) if bounds else np.nan,
                float(np.mean([j.sums[0].differ[i, 0] for j in joints])),
            )
        )
    return made
