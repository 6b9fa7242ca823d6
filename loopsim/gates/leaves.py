"""The numbers of a run by the names that a gate knows them by: dotted paths of ``run --json``.

`per_seat.eliminated`, `by_order.0.score`, `take_rate.anomaly`, `order_spread`: keys joined by dots, in
lists the place from 0, of items their key (`trips.AD4.1.visits`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from scipy.special import ndtri

from loopsim.estimates import Estimates
from loopsim.gates import intervals, titles
from loopsim.gates.intervals import Interval, Sample
from loopsim.gates.titles import Rank
from loopsim.measures import Metric
from loopsim.results import Result
from loopsim.stats import Estimate

Path = tuple[str, ...]

#: What a number is: its metric, and of which place, bot or item.
Same = tuple[str, str, int]

#: The keys of a number with a standard error, and of a spread or quantile, which has an interval only.
MEAN, INTERVAL = ("mean", "se"), ("value", "low", "high")

#: Units of numbers that are never more than 1, whatever is played.
SHARES = ("share", "win share")

#: What is asked of the course of games, each the share of the turns or of what it can be; how well its win
#: probabilities hold is told of the method, not of the game.
COURSE = "course"
OF_COURSE = ("drama", "uncertainty", "decided_at", "decided_90")


class Number(NamedTuple):
    """A number of a run that a gate can ask about.

    `same`: what it is; what two names have alike is one number. `least`, `most`: what it can be in a
    game. `spread`: of a number without a standard error, its estimate at a level. `ratio`: it may be
    unknown in any number of games. `title`: it in words.
    """

    path: Path
    unit: str
    smallest: float
    same: Same
    mean: float | None
    se: float | None
    games: int
    least: float
    most: float
    spread: Callable[[float], Estimate] | None = None
    ratio: bool = True
    title: str = ""
    rank: Rank = Rank.OTHER

    @property
    def name(self) -> str:
        """What it is called."""
        return dotted(self.path)

    @property
    def whole(self) -> str:
        """The name of the number of which it is that of one place or bot; "" if there is none.

        The effect of a place is its win share less what is the same in all games.
        """
        match self.path:
            case ("order_effect", place):
                return dotted(("win_share_by_order", place))
            case ("by_order" | "by_bot", _, label):
                return dotted(("per_seat", label))
            case ("by_order" | "by_bot", _, *family):
                return dotted(tuple(family))
        return ""

    def sample(self) -> Sample | None:
        """What is known of it; None if it has no standard error."""
        return sample(self, self.mean, self.se, self.games)

    def interval(self, tail: float) -> Interval | None:
        """The number with its interval (`intervals.of`); None if there are too few games for one."""
        if self.spread is not None:
            of = self.spread(tail)
            if of.value is None or of.low is None or of.high is None:
                return None
            return Interval(of.value, of.low, of.high)
        known = self.sample()
        return None if known is None else intervals.of(known, tail)


def sample(number: Number, mean: float | None, se: float | None, games: int) -> Sample | None:
    """What a run of so many games tells of a number."""
    if mean is None or se is None:
        return None
    return Sample(mean, se, games, *intervals.reach(number.least, number.most, mean))


def leaves(data: Any, path: Path = ()) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The numbers of ``run --json``, those without an error as well, in its order."""
    if isinstance(data, Mapping) and ("mean" in data or {"value", "low"} <= data.keys()):
        yield path, dict(data)
        return
    for key, inner in (inside(data) or {}).items():
        if path != (COURSE,) or key in OF_COURSE:
            yield from leaves(inner, (*path, key))


def inside(data: Any) -> dict[str, Any] | None:
    """What a table or list of the JSON holds by the parts of names; None: it is neither."""
    if isinstance(data, Mapping):
        return {str(key): inner for key, inner in data.items()}
    if not isinstance(data, list):
        return None
    return {
        str(inner.get("key", place) if isinstance(inner, Mapping) else place): inner
        for place, inner in enumerate(data)
    }


def dotted(path: Path) -> str:
    """The name of a number."""
    return ".".join(path)


def of_run(result: Result) -> dict[str, Number]:
    """The numbers of a run by name."""
    known = _Run(result)
    numbers = [known.number(path, leaf) for path, leaf in leaves(result.json())]
    return {number.name: number for number in numbers}


class _Run:
    """Finds out what stands at a path of the JSON of a run."""

    def __init__(self, result: Result) -> None:
        from loopsim.scenario import from_resolved

        self._result, self._measures = result, result.measures
        self._games: int = result.manifest["games"]
        self._smallest = from_resolved(result.manifest["resolved"]).report.smallest_of
        self._metrics = {
            (metric.level == "items", metric.family, metric.label or metric.name): metric
            for metric in self._measures.metrics
        }
        self._items = [str(item.get("key", i)) for i, item in enumerate(result.setting.items)]

    def number(self, path: Path, leaf: Mapping[str, Any]) -> Number:
        if "mean" not in leaf:
            return self._spread(path, leaf)
        if path[0] == COURSE:
            return self._of_course(path, leaf)
        metric, same, least, most = self._found(path)
        words = {"order_effect": titles.ORDER_EFFECT, "relative_lift": titles.RELATIVE_LIFT}
        return Number(
            path,
            metric.unit,
            self._smallest(metric.name, metric.unit),
            same,
            leaf["mean"],
            leaf["se"],
            self._games,
            least,
            most,
            ratio=metric.ratio,
            title=self._title(path, words.get(same[0], metric.title)),
            rank=Rank.OTHER if same[0] in words else titles.rank(self._measures, metric, same[1]),
        )

    def _title(self, path: Path, words: str) -> str:
        return titles.title(self._measures, self._result.setting, path, words)

    def _of_course(self, path: Path, leaf: Mapping[str, Any]) -> Number:
        """A number of the games that were continued."""
        course = self._result.course
        assert course is not None, "what stands in the JSON of a run is in the run"
        smallest, same = self._smallest(path[1], "share"), (dotted(path), "", 0)
        mean, se = leaf["mean"], leaf["se"]
        title = titles.OF_COURSE[path[1]]
        return Number(path, "share", smallest, same, mean, se, course.games, 0, 1, title=title)

    def _found(self, path: Path) -> tuple[Metric, Same, float, float]:
        """The metric at a path, what number it is, and what it can be."""
        head, *between, label = path
        group, index, family = "", 0, head
        match head:
            case "per_game" | "per_seat":
                family = ""
            case "by_order":
                group, index = "place", int(between.pop(0))
                family = between[0] if between else ""
            case "by_bot":
                group, index = "bot", self._result.setting.bots.index(between.pop(0))
                if len(self._result.setting.bots) == 1:  # all seats are its own
                    group = ""
                family = between[0] if between else ""
            case "win_share_by_order" | "order_effect":
                metric = self._measures.metric(self._measures.win_share)
                if head == "order_effect":
                    return metric, (head, "place", int(label)), -1, 1
                return metric, (metric.name, "place", int(label)), metric.least, metric.most
            case self._measures.items:
                return self._of_item(self._items.index(between[0]), label)
        metric = self._metrics[False, family, label]
        return metric, (metric.same_as or metric.name, group, index), *self._limits(metric)

    def _of_item(self, item: int, label: str) -> tuple[Metric, Same, float, float]:
        if label == "relative_lift":
            pooled = next(m for m in self._measures.of_level("items") if m.pooled)
            return pooled, (label, "item", item), -1, 1
        if (True, "", label) in self._metrics:
            metric = self._metrics[True, "", label]
            same = (metric.same_as or metric.name, "item", self._first_with(metric.shared_by, item))
            return metric, same, *self._limits(metric)
        metric = self._measures.metric(label)  # the pooled twin, the same at each item
        return metric, (metric.name, "", 0), *self._limits(metric)

    def _first_with(self, key: str, item: int) -> int:
        """The first item that has a key as an item has it; without a key the item itself."""
        if not key:
            return item
        shared = [of.get(key) for of in self._result.setting.items]
        return shared.index(shared[item])

    def _limits(self, metric: Metric) -> tuple[float, float]:
        """What a metric can be in a game; a signed win share is one less an equal share."""
        if metric.most == 1 and metric.signed:
            equal = 1 / self._result.setting.players
            return -equal, 1 - equal
        return metric.least, metric.most

    def _spread(self, path: Path, leaf: Mapping[str, Any]) -> Number:
        """The spread over the turn order, or a quantile."""
        estimates = self._result.estimates
        same, unit = (dotted(path), "", 0), ""
        if path[0] == "order_spread":
            unit = self._measures.metric(self._measures.win_share).unit
            at_level: Callable[[float], Estimate] = estimates.order_spread
            title = titles.ORDER_SPREAD
        else:
            at_level = partial(_quantile, estimates, *path[1:])
            title = titles.of_quantile(self._measures, path[1:])
        games = self._games
        return Number(path, unit, 0, same, leaf["value"], None, games, 0, 0, at_level, title=title)


def _quantile(estimates: Estimates, *path: Any) -> Estimate:
    """A quantile of the JSON, ``(margin, q05)`` or ``(score, place, q05)``; the tail comes last."""
    name, *place, q, tail = path
    z = -float(ndtri(tail))
    return estimates.quantile(name, int(q[1:]) / 100, int(place[0]) if place else 0, z)
