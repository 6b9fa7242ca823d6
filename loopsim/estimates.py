"""Estimates with intervals from a summary: the one way from sums to numbers shown."""

from __future__ import annotations

from dataclasses import asdict

import polars as pl

from loopsim import stats
from loopsim.measures import Measures, Metric, Setting
from loopsim.scenario.faults import fault, one_of
from loopsim.stats import Estimate, Test
from loopsim.summary import Lookup, Summary

#: Group of sums -> level of its metrics; the first of a level is meant if none is named.
_LEVELS = {"game": "games", "seat": "seats", "place": "seats", "bot": "seats", "item": "items"}


class Estimates:
    """The numbers of metrics.md for one run.

    Groups: "game"; "seat" (mean over all seats of a game), "place" and "bot" (index = place or
    bot) for metrics of seats; "item" (index = item of the deck).
    """

    def __init__(self, summary: Summary, measures: Measures, setting: Setting) -> None:
        """Make the sums ready to be looked up."""
        self.measures, self.setting = measures, setting
        self.games = summary.games()
        self._summary = summary
        self._lookup = Lookup(summary)

    def __repr__(self) -> str:
        """Of how many games, and how the numbers are asked for."""
        metrics = ", ".join(
            f"{len(self.measures.of_level(level))} of {level}"
            for level in dict.fromkeys(_LEVELS.values())
        )
        return (
            f"<Estimates of {self.games:,} games; metrics: {metrics}; "
            f"of(metric) gives one, frame(group) a table; groups: {', '.join(_LEVELS)}>"
        )

    def of(self, metric: str, group: str = "", index: int | None = None) -> Estimate:
        """A metric: of all games or seats, or with an index of one place, bot or item.

        Raises InputError for a metric, group or index that there is not, and where one of several
        is meant but none is named.
        """
        declared = self.measures.metric(metric)
        group = self._group(declared, group)
        index = self._index(metric, group, index)
        seats = {"seat": self.setting.players}.get(group, 1)
        if group == "bot":
            seats = self.setting.seats_of(index)
            if len(self.setting.bots) == 1:  # all seats are its own
                group = "seat"
        sums = self._lookup.sums(group, metric, index)
        if declared.ratio:
            estimate = stats.ratio(sums, declared.scale)
        elif declared.share:
            estimate = stats.seats_share(sums, seats, declared.scale)
        else:
            estimate = stats.mean(sums, declared.scale * seats)
        return stats.within(estimate, declared.least, declared.most)

    def frame(self, group: str, metrics: list[str] | None = None) -> pl.DataFrame:
        """The estimates of one group, one row for each metric and index.

        Columns: metric, index, title, unit, value, se, low, high, n, note. All metrics of the level
        if none are named. Raises InputError for a metric or group that there is not.
        """
        if group not in _LEVELS:
            raise fault("group", "", f'"{group}"', one_of(_LEVELS, group))
        names = metrics or [
            metric.name
            for metric in self.measures.of_level(_LEVELS[group])
            if group == "seat" or not metric.summed_only
        ]
        rows = [
            {
                "metric": name,
                "index": index,
                "title": self.measures.metric(name).title,
                "unit": self.measures.metric(name).unit,
                **asdict(self.of(name, group, index)),
            }
            for name in names
            for index in range(self._size(group))
        ]
        return pl.DataFrame(
            rows,
            schema={
                "metric": pl.String,
                "index": pl.Int64,
                "title": pl.String,
                "unit": pl.String,
                **dict.fromkeys(("value", "se", "low", "high"), pl.Float64),
                "n": pl.Int64,
                "note": pl.String,
            },
        )

    def relative_lift(self, item: int) -> Estimate:
        """Win lift of an item less the lift of any visit (R − R)."""
        metric = next(metric for metric in self.measures.of_level("items") if metric.pooled)
        return stats.ratio_difference(
            self._lookup.sums("item", metric.name, item),
            self._lookup.sums("game", metric.pooled),
            self._lookup.cross(metric.name, item),
            metric.scale,
        )

    def order_effect(self, place: int) -> Estimate:
        """Win share of a place less the mean win share of all places."""
        n = self.setting.players
        coefficients = [n * (place == o) - 1 for o in range(n)]
        return stats.linear(coefficients, *self._win_shares(), scale=self._win_scale() * n)

    def order_test(self) -> Test:
        """Whether the place in the turn order matters at all."""
        return stats.order_test(*self._win_shares())

    def order_spread(self, tail: float = 0.025) -> Estimate:
        """Largest less smallest win share over places; `tail`: the chance beyond each end, at most."""
        return stats.order_spread(*self._win_shares(), scale=self._win_scale(), tail=tail)

    def quantile(self, histogram: str, q: float, place: int = 0, z: float = stats.Z95) -> Estimate:
        """A quantile of what has one value a game (margin, turns, score at a place).

        `z`: half the width of its interval in standard errors of the rank.
        """
        return stats.quantile(self._lookup.histogram(histogram, place), q, z)

    def histogram(self, name: str, place: int = 0) -> dict[int, int]:
        """{value: games}, or seats for histograms over all seats."""
        return self._lookup.histogram(name, place)

    def telling(self) -> dict[str, dict[str, int]]:
        """The telling games: {name: {"value": …, "game": …, "games": …}}.

        `games` is how many games have the value; `game` is the first of them.
        """
        rows = self._summary.telling.iter_rows(named=True)
        return {row["name"]: {key: row[key] for key in ("value", "game", "games")} for row in rows}

    def _group(self, metric: Metric, group: str) -> str:
        """A group that the metric has. Raises InputError for another."""
        groups = [name for name, level in _LEVELS.items() if level == metric.level]
        if metric.summed_only:  # kept for all seats together only
            groups = groups[:1]
        if group and group not in groups:
            raise fault(metric.name, "group", f'"{group}"', one_of(groups, group))
        return group or groups[0]

    def _index(self, metric: str, group: str, index: int | None) -> int:
        """An index of the group. Raises InputError for another, and for none among several."""
        several = group in ("place", "bot", "item")
        if index is None and not several:
            return 0
        last = self._size(group) - 1
        if index is None or not 0 <= index <= last:
            kind = self.measures.item if group == "item" else group
            known = {"bot": " as in setting.bots", "item": " as in setting.items"}.get(group, "")
            allowed = f"the number of a {kind}, 0 to {last}{known}" if several else "0 or nothing"
            raise fault(metric, "index", "nothing" if index is None else str(index), allowed)
        return index

    def _size(self, group: str) -> int:
        """How many indexes a group has."""
        return {
            "place": self.setting.players,
            "bot": len(self.setting.bots),
            "item": len(self.setting.items),
        }.get(group, 1)

    def _win_scale(self) -> int:
        return self.measures.metric(self.measures.win_share).scale

    def _win_shares(self) -> tuple[int, list[int], list[list[int]]]:
        """Games, sums and sums of products of the win shares of the places."""
        name, n = self.measures.win_share, self.setting.players
        sums = [self._lookup.sums("place", name, place).sy for place in range(n)]
        return self.games, sums, self._lookup.products(name, n)
