"""What items are worth, from the sums of games in which they were closed or changed (metrics.md 6)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from operator import add
from typing import Any

import numpy as np
from scipy.special import chdtri

from loopsim.stats import FEW, FEW_BLOCKS, Estimate, jackknife, ratio, ratio_difference
from loopsim.studies.closed import OfGroup, Played, Trials
from loopsim.studies.differences import LEVEL
from loopsim.studies.exact import Exact, Ints

IDENTICAL, FEW_DIFFER = "identical", "few games differ"

#: The last rows of `OfGroup.focal`.
USES, DEALT = -2, -1
#: The outcome that prices are in, and those that a use is valued by.
SCORE = "score"
PER_USE = (SCORE, "win_share")


@dataclass(frozen=True)
class Number:
    """A number of metrics.md 6: `of` an outcome or metric, or of nothing.

    `hits`: the games with any of what it counts by (uses, visitors, seats). `differing`: those in which
    what it is about changes; None where it is about no change. `most`: how much one game can change it;
    None: not known.
    """

    name: str
    of: str
    estimate: Estimate
    hits: int
    differing: int | None = None
    most: float | None = None

    @property
    def few_differ(self) -> bool:
        """Whether too few games differ, or none, for the normal law (metrics.md 7)."""
        return self.differing is not None and self.differing < FEW

    @property
    def shown(self) -> Estimate:
        """The estimate; without an interval where few games differ, "identical" where none does."""
        of = self.estimate
        if of.value is None or of.note or not self.few_differ:
            return of
        note = FEW_DIFFER if self.differing else IDENTICAL
        return Estimate(of.value, None, None, None, of.n, note)

    @property
    def bound(self) -> float | None:
        """Where few games differ, or none, the most that it can be either way, if that is known."""
        if self.estimate.note or self.differing is None or not self.few_differ or self.most is None:
            return None
        games = float(chdtri(2 * self.differing + 2, LEVEL / 2)) / 2
        return self.most * games / self.estimate.n


def numbers(played: Played, trials: Trials) -> list[list[Number]]:
    """The numbers of each group of items that was tried."""
    pooled = reduce(add, (of.blocks for of in played.groups))
    return [
        [
            *_of_use(group, of, trials),
            *_of_changes(group, of, trials),
            *_of_prices(group, of, pooled, played.blocks),
            *_of_knockout(group, of, trials),
        ]
        for group, of in zip(trials.groups, played.groups, strict=True)
    ]


def _of_use(group: Any, of: OfGroup, trials: Trials) -> Iterator[Number]:
    yield Number("uses", "", ratio(of.focal.ratio(USES, DEALT)), int(of.focal.positive[DEALT]))
    yield from _by_outcome("access_value", group, of.focal, DEALT, trials)
    per_use = "ad_value" if group.items[0].can_be_forced else "value_per_use"
    yield from _by_outcome(per_use, group, of.focal, USES, trials, PER_USE)


def _of_changes(group: Any, of: OfGroup, trials: Trials) -> Iterator[Number]:
    if of.dearer is not None:
        seats = trials.open.players
        yield from _by_outcome("point_effect", group, of.dearer, -1, trials, PER_USE, seats)
    if of.forced is not None:
        yield from _by_outcome("ad_forced", group, of.forced, -1, trials)


def _by_outcome(
    name: str,
    group: Any,
    sums: Exact,
    x: int,
    trials: Trials,
    wanted: Collection[str] | None = None,
    seats: int = 1,
) -> Iterator[Number]:
    """R by outcome, of all or of those wanted; `seats`: how many of a game an item can change."""
    for y, (of, unit) in enumerate(trials.outcomes.items()):
        if wanted is None or of in wanted:
            most = seats * len(group.items) * trials.largest_changes.outcomes[of]
            yield _ratio(name, of, sums, y, x, unit, most)


def _of_prices(group: Any, of: OfGroup, pooled: Ints, games: Ints) -> Iterator[Number]:
    """Surplus, mispricing and fair price of what has a price: what can be worth a point more."""
    if of.dearer is None:
        return
    yield _ratio("surplus", SCORE, of.focal, 0, USES, 1)
    found, hits = mispricing(of, pooled, games), int(of.priced.positive[1])
    yield Number("mispricing", "", found, hits)
    if group.points is not None:
        yield Number("fair_price", "", _subtracted_from(group.points, found), hits)


def mispricing(of: OfGroup, pooled: Ints, games: Ints) -> Estimate:
    """The surplus of the group less that of all items, with its error over games or blocks of games.

    Fewer than 20 blocks with games, or one without which nobody uses the group: R − R over games, for
    which borders of blocks do not matter. Else J.
    """
    plain = ratio_difference(
        of.priced.ratio(0, 1), of.priced.ratio(2, 3), of.priced.cross((0, 1), (2, 3))
    )
    left_out = of.blocks[:, 1].sum() - of.blocks[:, 1]
    if plain.note or np.count_nonzero(games) < FEW_BLOCKS or not left_out.all():
        return plain
    return jackknife(_theta, np.concatenate([of.blocks, pooled], axis=1), games)


def _theta(sums: Ints) -> float:
    change, uses, all_change, all_uses = sums.tolist()
    return float(change / uses - all_change / all_uses)


def _subtracted_from(points: int, estimate: Estimate) -> Estimate:
    def turned(value: float | None) -> float | None:
        return None if value is None else points - value

    low, high = turned(estimate.high), turned(estimate.low)
    return replace(estimate, value=turned(estimate.value), low=low, high=high)


def _of_knockout(group: Any, of: OfGroup, trials: Trials) -> Iterator[Number]:
    """The differences of the metrics of a game, closed to all seats less open."""
    for name, sums in of.knockout.items():
        closed, openly = sums.ratio(0, 1), sums.ratio(2, 3)
        difference = ratio_difference(closed, openly, sums.cross((0, 1), (2, 3)))
        hits = min(closed.nx, openly.nx)
        most = len(group.items) * trials.largest_changes.knockout[name]
        change = _of_mean(most, min(closed.sx, openly.sx), sums.n)
        yield Number("knockout", name, difference, hits, int(sums.differing[4]), change)


def _ratio(
    name: str, of: str, sums: Exact, y: int, x: int, unit: int, most: int | None = None
) -> Number:
    """R of y / unit and x. `most`: how much y / unit can change in a game."""
    hits, differing = int(sums.positive[x]), int(sums.differing[y])
    change = None if most is None else _of_mean(most, int(sums.totals[x]), sums.n)
    return Number(name, of, ratio(sums.ratio(y, x), unit), hits, differing, change)


def _of_mean(most: int, sx: int, n: int) -> float | None:
    """How much a game can change y, divided by the mean of x."""
    return most * n / sx if sx else None
