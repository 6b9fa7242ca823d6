"""Comparisons once more, in plain Python: one value a game, loops over games (metrics.md 1, 7)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, nan, sqrt
from statistics import NormalDist
from typing import Any

import polars as pl
from scipy.stats import chi2, false_discovery_control

from loopsim import Result
from loopsim.measures import Metric
from tests.stats.naive import Game, error, influences

Row = Mapping[str, Any]
Said = dict[str, Any]

#: With fewer differing games, or games with any x, there is no interval.
FEW = 30
#: Of values that are whole numbers over whole numbers.
ROUNDING = 1e-9


@dataclass
class Values:
    """A number of one arm: its value and in every game u, and how many games have any x."""

    value: float
    us: list[float]
    having: int

    @property
    def s(self) -> float:
        """Standard deviation of a game."""
        return sqrt(sum(u * u for u in self.us) / (len(self.us) - 1))


@dataclass
class _Played:
    """As much of a result as an arm asks for."""

    measures: Any
    setting: Any
    frames: Mapping[str, pl.LazyFrame]

    @property
    def games(self) -> pl.LazyFrame:
        return self.frames["games"]

    @property
    def seats(self) -> pl.LazyFrame:
        return self.frames["seats"]

    def table(self, level: str) -> pl.LazyFrame:
        return self.frames[level]


class Arm:
    """The facts of a run, ready to be asked for one value a game."""

    def __init__(self, result: Result) -> None:
        self.measures, self.setting = result.measures, result.setting
        self.games = result.games.collect()
        self.seats = result.seats.collect()
        self.trips = result.table("trips").collect()
        self._wide = self._with_seats()
        self._known: dict[str, dict[tuple[int, int], list[Game]]] = {}

    @classmethod
    def of_facts(cls, flat: Mapping[str, pl.DataFrame], table: Any) -> "Arm":
        """The arm of facts of games that a table has played."""
        measures, setting = table.measures(), table.setting()
        frames = {of: measures.derive(of, flat[of].lazy()) for of in measures.levels()}
        return cls(_Played(measures, setting, frames))  # type: ignore[arg-type]

    def terms(self, row: Row, key: str) -> list[list[Game]]:
        """y in the unit shown, and x, of every game; of a relative lift also those of any visit."""
        if row["group"] == "item":
            lift = row["metric"] == "relative_lift"
            metric = self.measures.metric("win_lift" if lift else row["metric"])
            one = self._of_trip(metric, [t["key"] for t in self.setting.items].index(key))
            return [one, self._of_games(self.measures.metric("visit_lift"))] if lift else [one]
        metric = self.measures.metric(row["metric"])
        if row["group"] == "game":
            return [self._of_games(metric)]
        by_place = self._of_seats(metric)
        if row["group"] == "place":
            return [by_place[row["index"]]]
        n = 1 if metric.ratio else len(by_place)
        return [[_together(seats, n) for seats in zip(*by_place, strict=True)]]

    def values(self, terms: Sequence[Sequence[Game]], *, ratio: bool) -> Values:
        """The number that is the first term, less the second if there is one."""
        made = [_ratio(term) if ratio else _mean(term) for term in terms]
        first, *others = made
        for other in others:
            us = [u - v for u, v in zip(first.us, other.us, strict=True)]
            first = Values(first.value - other.value, us, min(first.having, other.having))
        return first

    def is_ratio(self, row: Row) -> bool:
        return row["group"] == "item" or self.measures.metric(row["metric"]).ratio

    def _with_seats(self) -> pl.DataFrame:
        wide = self.games
        for name in self.measures.wide_seats:
            for place in range(self.setting.players):
                of_place = self.seats.filter(place=place).select("game", name)
                wide = wide.join(of_place.rename({name: f"{name}_at{place}"}), on="game")
        for name in self.measures.wide_items:
            summed = self.trips.group_by("game").agg(pl.col(name).cast(pl.Int64).sum())
            wide = wide.join(summed.rename({name: f"all_{name}"}), on="game")
        return wide.sort("game")

    def _of_games(self, metric: Metric) -> list[Game]:
        return _evaluated(self._wide, metric)

    def _of_seats(self, metric: Metric) -> list[list[Game]]:
        return [
            _evaluated(self.seats.filter(place=place).sort("game"), metric)
            for place in range(self.setting.players)
        ]

    def _of_trip(self, metric: Metric, trip: int) -> list[Game]:
        rows = self.trips.filter(trip=trip)
        dealt = dict(zip(rows["game"].to_list(), _evaluated(rows, metric), strict=True))
        return [dealt.get(game, (0.0, 0.0)) for game in self.games["game"].to_list()]


def _evaluated(frame: pl.DataFrame, metric: Metric) -> list[Game]:
    y = frame.select(metric.y.cast(pl.Int64)).to_series().to_list()
    x = frame.select((pl.lit(1) if metric.x is None else metric.x).cast(pl.Int64).alias("x"))
    xs = x.to_series().to_list()
    xs = xs * len(y) if len(xs) < len(y) else xs
    return [(a / metric.scale, b) for a, b in zip(y, xs, strict=True)]


def _together(seats: Sequence[Game], n: int) -> Game:
    """The seats of one game: their mean, or the two sums of a ratio (n = 1)."""
    return sum(y for y, _ in seats) / n, sum(x for _, x in seats) if n == 1 else 1


def _mean(games: Sequence[Game]) -> Values:
    value = sum(y for y, _ in games) / len(games)
    return Values(value, [y - value for y, _ in games], len(games))


def _ratio(games: Sequence[Game]) -> Values:
    having = sum(x > 0 for _, x in games)
    if not having:
        return Values(nan, [0.0] * len(games), 0)
    value, us = influences(games)
    return Values(value, us, having)


def expected(arms: Sequence[Arm], coefficients: Sequence[float], row: Row, key: str = "") -> Said:
    """What a row must say of a contrast of arms, but for q and the verdict; None: nothing.

    `key`: of the item. A difference B - A has the coefficients -1 and 1.
    """
    ratio = arms[0].is_ratio(row)
    terms = [arm.terms(row, key) for arm in arms]
    of_arms = [arm.values(of_arm, ratio=ratio) for arm, of_arm in zip(arms, terms, strict=True)]
    n, unit = len(of_arms[0].us), of_arms[0].s
    used = [
        (c, of_arm, term) for c, of_arm, term in zip(coefficients, of_arms, terms, strict=True) if c
    ]
    value = sum(c * of_arm.value for c, of_arm, _ in used)
    ds = [sum(c * of_arm.us[g] for c, of_arm, _ in used) for g in range(n)]
    apart = [g for g in range(n) if _differs([(c, term) for c, _, term in used], g)]
    said: Said = {
        "differing": len(apart),
        "games": n,
        **dict.fromkeys(("difference", "se", "low", "high", "bound", "p"), None),
        "effect_size": None,
        "variance_ratio": None,
    }
    centre = 0.0 if ratio else value
    if all(abs(d + centre) < ROUNDING for d in ds):
        # of ratios also where visits differ, but none of them brought anything
        most = reach(arms[0], coefficients, terms, row)
        said |= {"difference": 0.0, "se": 0.0, "bound": bound(most, 0, n) if most > 0 else None}
        return said | {"effect_size": 0.0 if unit > 0 else None}
    if not isfinite(value):
        return said
    s_d = sqrt(sum(d * d for d in ds) / (n - 1))
    said["difference"] = value
    said["effect_size"] = value / unit if unit > 0 else None
    alone = sum(c * c * of_arm.s**2 for c, of_arm, _ in used)
    said["variance_ratio"] = alone / s_d**2 if s_d > 0 else None
    if min(of_arm.having for _, of_arm, _ in used) < FEW:
        return said
    said["se"] = se = error(ds)
    if len(apart) < FEW:
        most = reach(arms[0], coefficients, terms, row)
        assert max((abs(ds[g] + centre) for g in apart), default=0) <= most * (1 + ROUNDING)
        said["bound"] = bound(most, len(apart), n)
        return said
    said["low"], said["high"] = value - 1.96 * se, value + 1.96 * se
    said["p"] = 2 * NormalDist().cdf(-abs(value) / se)
    return said


def _differs(used: Sequence[tuple[float, list[list[Game]]]], g: int) -> bool:
    """Whether in a game the contrast of any y or x is not 0."""
    return any(
        abs(sum(c * terms[t][g][part] for c, terms in used)) > ROUNDING
        for t in range(len(used[0][1]))
        for part in (0, 1)
    )


def reach(
    arm: Arm, coefficients: Sequence[float], terms: Sequence[Sequence[Sequence[Game]]], row: Row
) -> float:
    """What one game can change: of means what the rules allow, else how far apart games have been seen."""
    between = sum(map(abs, coefficients)) / 2
    if not arm.is_ratio(row):
        metric = arm.measures.metric(row["metric"])
        if isfinite(metric.most - metric.least):
            return between * (metric.most - metric.least)
    used = [term for c, term in zip(coefficients, terms, strict=True) if c]
    return between * sum(
        _seen([*of_arms], arm.is_ratio(row)) for of_arms in zip(*used, strict=True)
    )


def _seen(arms: Sequence[Sequence[Game]], ratio: bool) -> float:
    """The range of y over all games of the arms, of a ratio with that of R·x, a mean x each."""
    ys, xs = ([game[part] for games in arms for game in games] for part in (0, 1))
    if not ratio:
        return max(ys) - min(ys)
    sums = [(sum(y for y, _ in games), sum(x for _, x in games)) for games in arms]
    if not all(x for _, x in sums):
        return 0.0
    largest = max(abs(y / x) for y, x in sums)
    mean_x = min(x / len(games) for (_, x), games in zip(sums, arms, strict=True))
    return (max(ys) - min(ys) + largest * (max(xs) - min(xs))) / mean_x


def bound(most: float, m: int, n: int) -> float:
    """What a difference can be at most with m of n games differing, each by `most` at most."""
    return most * float(chi2.ppf(0.975, 2 * m + 2)) / (2 * n)


def verdict(row: Row) -> tuple[str, int | None]:
    """The verdict of metrics.md 7 on a row with its interval, bound and q; and the games to come."""
    smallest, d = row["smallest"], row["difference"]
    if d == 0 and row["se"] == 0:
        return "identical", None
    if row["bound"] is not None:
        return ("no difference that matters" if row["bound"] <= smallest else "not resolved"), None
    if row["low"] is None:
        return "not resolved", None
    if -smallest <= row["low"] and row["high"] <= smallest:
        clear = (row["low"] > 0 or row["high"] < 0) and row["q"] < 0.05
        return ("real but small" if clear else "no difference that matters"), None
    if row["q"] < 0.05:
        return ("higher" if d > 0 else "lower"), None
    h = max(abs(d), smallest - abs(d))
    more = round(row["games"] * ((1.96 * row["se"] / h) ** 2 - 1))
    return "not resolved", more if more > 0 else None


def close(found: float | None, expected: float | None) -> bool:
    """Whether two numbers are the same but for rounding; None is only None."""
    if found is None or expected is None:
        return found is expected
    return abs(found - expected) <= 1e-10 + 1e-8 * abs(expected)


def q_values(p: Sequence[float | None]) -> list[float | None]:
    """Benjamini-Hochberg over those that have a p."""
    tested = [each for each in p if each is not None]
    q = iter(false_discovery_control(tested).tolist() if tested else [])
    return [None if each is None else next(q) for each in p]
