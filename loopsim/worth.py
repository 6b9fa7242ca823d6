"""What an item is worth, from the sums of games in which it was closed or changed (metrics.md 6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from loopsim.closed import OfItem, Played
from loopsim.exact import Exact, Ints
from loopsim.stats import (
    FEW,
    TOO_FEW,
    Estimate,
    jackknife,
    mean,
    ratio,
    ratio_difference,
)

IDENTICAL, FEW_DIFFER = "identical", "few games differ"

#: The outcome that prices are in, and those that a use is valued by.
SCORE = "score"
PER_USE = (SCORE, "win_share")


@dataclass(frozen=True)
class Number:
    """A number of metrics.md 6 of an item: `of` an outcome or metric, or of nothing.

    `differing`: the games in which it is not 0; None where that says nothing.
    """

    name: str
    of: str
    estimate: Estimate
    differing: int | None = None


def numbers(
    played: Played, items: Sequence[Any], outcomes: Mapping[str, int]
) -> list[list[Number]]:
    """The numbers of each item. `outcomes`: of the focal seat, by name the unit that they count in."""
    pooled = np.sum([of.blocks for of in played.items], axis=0)
    return [
        [*_of_item(item, of, outcomes), *_prices(item, of, pooled, played.blocks)]
        for item, of in zip(items, played.items, strict=True)
    ]


def _of_item(item: Any, of: OfItem, outcomes: Mapping[str, int]) -> Iterator[Number]:
    uses = len(outcomes)
    yield Number("uses", "", mean(of.focal.mean(uses)))
    for y, (name, scale) in enumerate(outcomes.items()):
        yield _mean("access_value", name, of.focal, y, scale)
    per_use = "ad_value" if item.can_be_forced else "value_per_use"
    for y, (name, scale) in enumerate(outcomes.items()):
        if name in PER_USE:
            yield _ratio(per_use, name, of.focal, y, uses, scale)
    for y, (name, scale) in enumerate(outcomes.items()):
        if of.dearer is not None and name in PER_USE:
            yield _ratio("point_effect", name, of.dearer, y, uses, scale)
        if of.forced is not None:
            yield _mean("ad_forced", name, of.forced, y, scale)


def _prices(item: Any, of: OfItem, pooled: Ints, games: Ints) -> Iterator[Number]:
    """Surplus, mispricing and fair price of what has a price."""
    if item.points is None:
        return
    yield _ratio("surplus", SCORE, of.focal, 0, -1, 1)
    mispricing = _mispricing(of, pooled, games)
    yield Number("mispricing", "", mispricing)
    yield Number("fair_price", "", _subtracted_from(item.points, mispricing))


def _mispricing(of: OfItem, pooled: Ints, games: Ints) -> Estimate:
    """J: the surplus of the item less that of all items together."""
    blocks = np.concatenate([of.blocks, pooled], axis=1)
    uses = int(of.focal.positive[-1])
    left_out = of.blocks[:, 1].sum() - of.blocks[:, 1]
    if uses < FEW or not left_out.all():
        known = _theta(blocks.sum(axis=0)) if uses else None
        return Estimate(known, None, None, None, int(games.sum()), TOO_FEW)
    return jackknife(_theta, blocks, games)


def _theta(sums: Ints) -> float:
    change, uses, all_change, all_uses = sums.tolist()
    return float(change / uses - all_change / all_uses)


def _subtracted_from(points: int, estimate: Estimate) -> Estimate:
    def turned(value: float | None) -> float | None:
        return None if value is None else points - value

    low, high = turned(estimate.high), turned(estimate.low)
    return replace(estimate, value=turned(estimate.value), low=low, high=high)


def knockouts(of: OfItem) -> list[Number]:
    """The differences of the metrics of a game, closed to all seats less open."""
    return [
        _guarded(
            "knockout",
            name,
            ratio_difference(sums.ratio(0, 1), sums.ratio(2, 3), sums.cross((0, 1), (2, 3))),
            int(sums.differing[4]),
        )
        for name, sums in of.knockout.items()
    ]


def _mean(name: str, of: str, sums: Exact, y: int, scale: int) -> Number:
    return _guarded(name, of, mean(sums.mean(y), scale), int(sums.differing[y]))


def _ratio(name: str, of: str, sums: Exact, y: int, x: int, scale: int) -> Number:
    return _guarded(name, of, ratio(sums.ratio(y, x), scale), int(sums.differing[y]))


def _guarded(name: str, of: str, estimate: Estimate, differing: int) -> Number:
    """Without an interval where few games differ (metrics.md 7); "identical" where none does."""
    if estimate.value is None or estimate.note:
        return Number(name, of, estimate, differing)
    if differing == 0:
        estimate = replace(estimate, note=IDENTICAL)
    elif differing < FEW:
        estimate = Estimate(estimate.value, None, None, None, estimate.n, FEW_DIFFER)
    return Number(name, of, estimate, differing)
