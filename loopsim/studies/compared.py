"""Which numbers a comparison compares: the metrics that all its arms have, with their values a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any, NamedTuple

import numpy as np

from loopsim.measures import Measures, Metric, Setting
from loopsim.series import Ints, Series

#: The tables of a comparison: q-values are worked out within each.
METRICS, DETAILS, ITEMS = "metrics", "details", "items"

#: The lift of an item less that of any (metrics.md 5): never shown without what any visit goes with.
RELATIVE_LIFT = "relative_lift"

#: The smallest difference of interest of a metric of some unit: (name, unit) -> SDI.
Smallest = Callable[[str, str], float]


@dataclass(frozen=True)
class Arm:
    """What must be known of an arm to compare it: what it measures, and of which setting."""

    measures: Measures
    setting: Setting


@dataclass(frozen=True)
class Number:
    """One number: a metric of the game, of all seats, of one place or of one item.

    `index` is a place, or counts the items that all arms have; `item` is what is shown of one.
    `scales`: by arm what Σy is divided by. `share`: of what all games could have. `smallest`: the
    smallest difference of interest.
    """

    table: str
    metric: str
    group: str
    index: int
    item: str
    title: str
    unit: str
    scales: tuple[int, ...]
    smallest: float
    share: bool = False
    least: float = -inf
    most: float = inf


class Term(NamedTuple):
    """A mean Σy / n or a ratio Σy / Σx, in every game: y and x of shape (numbers, games)."""

    y: Ints
    x: Ints | None


class Kept(NamedTuple):
    """Where the summary of a run keeps the sums of a term: the keys of its table "sums", in their order."""

    group: str
    metric: str
    which: int


def nothing(arm: int) -> Sequence[Sequence[Kept]]:
    """Of numbers that no summary keeps."""
    return []


@dataclass(frozen=True)
class Block:
    """Numbers that are worked out together: each a sum of terms, with the sign of each term.

    `values` gives the terms of one arm, from its number and its series; `kept` where a run of it has
    kept them: of each number the terms. `ratio`: terms have x.
    """

    numbers: tuple[Number, ...]
    signs: tuple[int, ...]
    ratio: bool
    values: Callable[[int, Series], Sequence[Term]]
    kept: Callable[[int], Sequence[Sequence[Kept]]] = nothing


def blocks(arms: Sequence[Arm], smallest: Smallest, *, items: bool = True) -> list[Block]:
    """The numbers that all arms have; `items`: of each item, too."""
    first = arms[0].measures
    common = [
        [arm.measures.metric(metric.name) for arm in arms]
        for metric in first.metrics
        if all(metric.name in arm.measures.names() for arm in arms)
    ]
    made = []
    for metrics in common:
        if metrics[0].level == "games":
            made.append(_of_games(metrics, smallest))
        elif metrics[0].level == "seats":
            made.append(_of_seats(metrics, arms, smallest))
            if metrics[0].name == first.win_share:
                made.append(_of_places(metrics, arms, smallest))
    if items:
        made += _of_items([m for m in common if m[0].level == "items"], arms, smallest)
    return made


def _number(of: Metric, group: str, smallest: Smallest, **more: Any) -> Number:
    usual = {"metric": of.name, "index": 0, "item": "", "table": METRICS, "title": of.title}
    return Number(
        **{**usual, **more},
        group=group,
        unit=of.unit,
        smallest=smallest(of.name, of.unit),
        share=of.share,
        least=of.least,
        most=of.most,
    )


def _table(of: Metric) -> str:
    return DETAILS if of.detail else METRICS


def _of_games(metrics: Sequence[Metric], smallest: Smallest) -> Block:
    def values(arm: int, series: Series) -> list[Term]:
        return [Term(*series.of_game(metrics[arm]))]

    scales = tuple(metric.scale for metric in metrics)
    number = _number(metrics[0], "game", smallest, scales=scales, table=_table(metrics[0]))
    return Block((number,), (1,), metrics[0].ratio, values, _kept(number))


def _kept(*numbers: Number) -> Callable[[int], list[list[Kept]]]:
    """Of numbers that a summary keeps under the names that they have here, in all arms."""
    found = [[Kept(number.group, number.metric, number.index)] for number in numbers]
    return lambda arm: found


def _of_seats(metrics: Sequence[Metric], arms: Sequence[Arm], smallest: Smallest) -> Block:
    """A metric of all seats of a game: its mean over them, or the ratio of its sums."""

    def values(arm: int, series: Series) -> list[Term]:
        y, x = series.by_place(metrics[arm])
        return [Term(y.sum(axis=0)[None], None if x is None else x.sum(axis=0)[None])]

    metric = metrics[0]
    seats = [1 if metric.ratio else arm.setting.players for arm in arms]
    scales = tuple(m.scale * n for m, n in zip(metrics, seats, strict=True))
    number = _number(metric, "seat", smallest, scales=scales, table=_table(metric))
    return Block((number,), (1,), metric.ratio, values, _kept(number))


def _of_places(metrics: Sequence[Metric], arms: Sequence[Arm], smallest: Smallest) -> Block:
    """The win share of each place of the turn order."""
    places = min(arm.setting.players for arm in arms)

    def values(arm: int, series: Series) -> list[Term]:
        y, _ = series.by_place(metrics[arm])
        return [Term(y[:places], None)]

    scales = tuple(metric.scale for metric in metrics)
    title = "Win share of place {}"
    numbers = tuple(
        _number(metrics[0], "place", smallest, index=o, title=title.format(o + 1), scales=scales)
        for o in range(places)
    )
    return Block(numbers, (1,), False, values, _kept(*numbers))


# --- items: how often they are used, and who wins with them less who wins with any


def _of_items(
    common: Sequence[Sequence[Metric]], arms: Sequence[Arm], smallest: Smallest
) -> list[Block]:
    known = [{item["key"]: i for i, item in enumerate(arm.setting.items)} for arm in arms]
    shared = [key for key in known[0] if all(key in of for of in known)]
    wanted = [[of[key] for key in shared] for of in known]
    of_first = arms[0].measures
    names = [str(arms[0].setting.items[i][of_first.item]) for i in wanted[0]]
    made = []
    for metrics in common:
        metric = metrics[0]
        if not shared or (not metric.pooled and metric.name not in of_first.compared_items):
            continue
        title = f"{metric.title} less that of any" if metric.pooled else metric.title
        scales = tuple(each.scale for each in metrics)
        make = partial(_number, metric, "item", smallest, table=ITEMS, title=title, scales=scales)
        named = {"metric": RELATIVE_LIFT} if metric.pooled else {}
        numbers = tuple(make(index=k, item=name, **named) for k, name in enumerate(names))
        twins = [
            arm.measures.metric(m.pooled) for m, arm in zip(metrics, arms, strict=True) if m.pooled
        ]
        signs = (1, -1) if twins else (1,)
        values = partial(_of_wanted, metrics, twins, wanted)
        made.append(Block(numbers, signs, True, values, partial(_kept_of, metric, wanted)))
    return made


def _kept_of(metric: Metric, wanted: Sequence[list[int]], arm: int) -> list[list[Kept]]:
    """Where the terms of `_of_wanted` are kept."""
    twins = [Kept("game", metric.pooled, 0)] if metric.pooled else []
    return [[Kept("item", metric.name, item), *twins] for item in wanted[arm]]


def _of_wanted(
    metrics: Sequence[Metric],
    twins: Sequence[Metric],
    wanted: Sequence[list[int]],
    arm: int,
    series: Series,
) -> list[Term]:
    """A metric of the items wanted; less its pooled twin, the same ratio over all items."""
    terms = [Term(*series.by_item(metrics[arm], wanted[arm]))]
    if twins:
        y, x = series.of_game(twins[arm])
        assert x is not None, "the pooled twin is a ratio"
        shape = terms[0].y.shape
        terms.append(Term(np.broadcast_to(y, shape), np.broadcast_to(x, shape)))
    return terms
