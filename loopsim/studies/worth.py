"""What items are worth, from the sums of games in which they were closed or changed (metrics.md 6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import add
from typing import Any

import numpy as np
from scipy.special import chdtri

from loopsim.stats import FEW, FEW_BLOCKS, Estimate, jackknife, ratio, ratio_difference
from loopsim.studies.closed import OfGroup, Played
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

    `differing`: the games in which what it is about changes; None where it is about no change. `most`:
    how much one game can change it; None: not known.
    """

    name: str
    of: str
    estimate: Estimate
    differing: int | None = None
    most: float | None = None

    @property
    def few_differ(self) -> bool:
        """Whether too few games differ, though some do, for the normal law (metrics.md 7)."""
        return self.differing is not None and 0 < self.differing < FEW

    @property
    def shown(self) -> Estimate:
        """The estimate; without an interval where few games differ, "identical" where none does."""
        of = self.estimate
        if of.value is None or of.note:
            return of
        if self.differing == 0:
            return replace(of, note=IDENTICAL)
        return Estimate(of.value, None, None, None, of.n, FEW_DIFFER) if self.few_differ else of

    @property
    def bound(self) -> float | None:
        """Where few games differ the most that it can be either way, if that is known."""
        if not self.few_differ or self.most is None or self.differing is None:
            return None
        games = float(chdtri(2 * self.differing + 2, LEVEL / 2)) / 2
        return self.most * games / self.estimate.n


def numbers(
    played: Played, groups: Sequence[Any], outcomes: Mapping[str, Any]
) -> list[list[Number]]:
    """The numbers of each group of items. `outcomes`: by name, with their `unit` and `most`."""
    pooled = reduce(add, (of.blocks for of in played.groups))
    return [
        [
            *_of_use(group, of, outcomes),
            *_of_changes(of, outcomes),
            *_of_prices(group, of, pooled, played.blocks),
            *_of_knockout(of),
        ]
        for group, of in zip(groups, played.groups, strict=True)
    ]


def _of_use(group: Any, of: OfGroup, outcomes: Mapping[str, Any]) -> Iterator[Number]:
    yield Number("uses", "", ratio(of.focal.ratio(USES, DEALT)))
    for y, (name, outcome) in enumerate(outcomes.items()):
        access = _ratio("access_value", name, of.focal, y, DEALT, outcome.unit)
        yield replace(access, most=outcome.most)
    per_use = "ad_value" if group.items[0].can_be_forced else "value_per_use"
    for y, (name, outcome) in enumerate(outcomes.items()):
        if name in PER_USE:
            yield _ratio(per_use, name, of.focal, y, USES, outcome.unit)


def _of_changes(of: OfGroup, outcomes: Mapping[str, Any]) -> Iterator[Number]:
    for y, (name, outcome) in enumerate(outcomes.items()):
        if of.dearer is not None and name in PER_USE:
            yield _ratio("point_effect", name, of.dearer, y, -1, outcome.unit)
        if of.forced is not None:
            forced = _ratio("ad_forced", name, of.forced, y, -1, outcome.unit)
            yield replace(forced, most=outcome.most)


def _of_prices(group: Any, of: OfGroup, pooled: Ints, games: Ints) -> Iterator[Number]:
    """Surplus, mispricing and fair price of what has a price: what can be worth a point more."""
    if of.dearer is None:
        return
    yield _ratio("surplus", SCORE, of.focal, 0, USES, 1)
    found = mispricing(of, pooled, games)
    yield Number("mispricing", "", found)
    if group.points is not None:
        yield Number("fair_price", "", _subtracted_from(group.points, found))


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


def _of_knockout(of: OfGroup) -> Iterator[Number]:
    """The differences of the metrics of a game, closed to all seats less open."""
    for name, sums in of.knockout.items():
        closed, openly = sums.ratio(0, 1), sums.ratio(2, 3)
        difference = ratio_difference(closed, openly, sums.cross((0, 1), (2, 3)))
        yield Number("knockout", name, difference, int(sums.differing[4]))


def _ratio(name: str, of: str, sums: Exact, y: int, x: int, scale: int) -> Number:
    return Number(name, of, ratio(sums.ratio(y, x), scale), int(sums.differing[y]))
