"""Summaries of runs: whole-number sums and histograms that merge to the same bits in any order.

`summarise` turns the facts of some games into a `Summary`; `merge` adds summaries up. Everything is
an int64 sum or an extreme with its smallest game index, so chunks may be of any size and come in any
order. Estimates are made from it in `loopsim.estimates`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from loopsim import disk
from loopsim.facts import Facts
from loopsim.measures import Histogram, Measures, Setting
from loopsim.series import Ints, Series, by_place, derived, evaluated, ints
from loopsim.stats import Cross, Sums

#: Jackknife blocks: block = ⌊game / BLOCK_GAMES⌋ mod BLOCKS (metrics.md 1).
BLOCKS = 100
BLOCK_GAMES = 288

#: Table -> (keys, sums), all int64 but for the names; `largest` is 0 or 1. `telling` is merged by its extremes instead;
#: its `games` share the extreme, `game` is the first of them.
TABLES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    # of each metric over games: group "game", "seat" (all seats), "place", "bot", "item" and index
    "sums": (("group", "metric", "index"), ("n", "nx", "sy", "sx", "syy", "sxy", "sxx")),
    # of each metric of items that has a pooled twin, by jackknife block; n = games of the block
    "blocks": (("metric", "index", "block"), ("n", "sy", "sx")),
    # win shares of places i <= j; a metric of item i with its pooled twin: j = yy, yx, xy, xx
    "products": (("name", "i", "j"), ("s",)),
    # games (or seats) with each value; index = place, or 0
    "histograms": (("name", "index", "value"), ("count",)),
    "telling": (("name", "largest"), ("value", "game", "games")),
}
_NAMES = ("group", "metric", "name")


@dataclass(frozen=True)
class Summary:
    """The tables of `TABLES`, each sorted by its keys."""

    sums: pl.DataFrame
    blocks: pl.DataFrame
    products: pl.DataFrame
    histograms: pl.DataFrame
    telling: pl.DataFrame

    def frames(self) -> dict[str, pl.DataFrame]:
        """The tables by name."""
        return {name: getattr(self, name) for name in TABLES}

    def write(self, folder: Path) -> None:
        """Write each table as ``<name>.parquet``; equal summaries give equal bytes.

        Raises InputError if the disk does not take them.
        """
        for name, frame in self.frames().items():
            disk.write_parquet(folder / f"{name}.parquet", frame)

    @classmethod
    def read(cls, folder: Path) -> Summary:
        """What `write` wrote; FileNotFoundError if it is not there, ValueError for other columns."""
        frames = {name: pl.read_parquet(folder / f"{name}.parquet", glob=False) for name in TABLES}
        for name, frame in frames.items():
            if frame.schema != _schema(name):
                raise ValueError(f"the columns of {name}.parquet are not those of a summary")
        return cls(**frames)

    def equals(self, other: Summary) -> bool:
        """Whether all tables are the same."""
        mine, theirs = self.frames(), other.frames()
        return all(mine[name].equals(theirs[name]) for name in TABLES)

    def games(self) -> int:
        """The number of games."""
        return int(self.sums["n"].max() or 0)  # type: ignore[arg-type]


def _schema(table: str) -> dict[str, pl.DataType]:
    """Name and type of each column of a table."""
    keys, values = TABLES[table]
    return {name: pl.String() if name in _NAMES else pl.Int64() for name in (*keys, *values)}


def merge(summaries: Iterable[Summary]) -> Summary:
    """The summary of all games of several summaries (of different games), in any order."""
    parts = [summary.frames() for summary in summaries]
    if not parts:
        raise ValueError("no summaries to merge")
    merged = {}
    for name, (keys, values) in TABLES.items():
        frame = pl.concat([part[name] for part in parts])
        if name == "telling":
            order = (
                pl.when(pl.col("largest") == 1).then(-pl.col("value")).otherwise(pl.col("value"))
            )
            frame = frame.filter(order == order.min().over(keys))
            frame = frame.group_by(keys).agg(
                pl.col("value").first(), pl.col("game").min(), pl.col("games").sum()
            )
        else:
            frame = frame.group_by(keys).agg(pl.col(value).sum() for value in values)
        merged[name] = frame.sort(keys).rechunk()
    return Summary(**merged)


def summarise(facts: Facts, measures: Measures, setting: Setting) -> Summary:
    """The summary of the facts of some games: whole games, of each all rows, in order."""
    series = Series(facts, measures, setting)
    pieces = _Pieces()
    for metric in measures.of_level("games"):
        pieces.add_sums("game", metric.name, [0], *series.of_game(metric))
    _add_seats(pieces, series)
    _add_items(pieces, series)
    for histogram in measures.histograms:
        frame = series.games if histogram.level == "games" else series.seats
        _add_histogram(pieces, histogram, frame, setting)
    for telling in measures.telling:
        candidates = series.games if telling.where is None else series.games.filter(telling.where)
        values = ints(candidates, telling.value)
        if len(values):
            at = int(values.argmax() if telling.largest else values.argmin())
            pieces.add(
                "telling",
                name=telling.name,
                largest=[telling.largest],
                value=[values[at]],
                game=[candidates.item(at, "game")],
                games=[int((values == values[at]).sum())],
            )
    return merge([pieces.summary()])


class _Pieces:
    """Rows of the tables of a summary, collected piece by piece."""

    def __init__(self) -> None:
        self._pieces: dict[str, dict[str, list[Any]]] = {
            name: {column: [] for column in (*keys, *values)}
            for name, (keys, values) in TABLES.items()
        }

    def add(self, table: str, **columns: Any) -> None:
        """Add rows: names are given once, whole numbers as arrays of equal length."""
        pieces = self._pieces[table]
        rows = len(next(values for name, values in columns.items() if name not in _NAMES))
        for name, values in columns.items():
            if name in _NAMES:
                pieces[name].extend([values] * rows)
            else:
                pieces[name].append(np.asarray(values, dtype=np.int64))

    def add_sums(self, group: str, metric: str, index: list[int], y: Ints, x: Ints | None) -> None:
        """Sums over the games of (k, games) values; without x it is 1 (M)."""
        k, n = y.shape
        sy, syy = y.sum(axis=1), _dot(y, y)
        ones = np.full(k, n)
        self.add(
            "sums",
            group=group,
            metric=metric,
            index=index,
            n=ones,
            nx=ones if x is None else (x > 0).sum(axis=1),
            sy=sy,
            sx=ones if x is None else x.sum(axis=1),
            syy=syy,
            sxy=sy if x is None else _dot(y, x),
            sxx=ones if x is None else _dot(x, x),
        )

    def summary(self) -> Summary:
        """The rows so far, in the order in which they came."""
        frames = {}
        for table, pieces in self._pieces.items():
            columns = {
                name: pl.Series(name, values, dtype=pl.String)
                if name in _NAMES
                else pl.Series(name, np.concatenate([np.zeros(0, np.int64), *values]))
                for name, values in pieces.items()
            }
            frames[table] = pl.DataFrame(columns)
        return Summary(**frames)


def _dot(a: Ints, b: Ints) -> Ints:
    """Row by row Σ a·b."""
    products: Ints = np.einsum("kg,kg->k", a, b)
    return products


def _add_seats(pieces: _Pieces, series: Series) -> None:
    """Sums over games of all seats, of each place and of each bot (if there are several)."""
    measures, setting = series.measures, series.setting
    n = setting.players
    bot = by_place(ints(series.seats, pl.col("bot")), n)
    pick = [_picker(bot, b, setting) for b in range(len(setting.bots))]
    if len(pick) == 1:
        pick = []  # the one bot holds all seats

    for metric in measures.of_level("seats"):
        y, x = series.by_place(metric)
        pieces.add_sums(
            "seat",
            metric.name,
            [0],
            y.sum(axis=0)[None],
            None if x is None else x.sum(axis=0)[None],
        )
        if metric.summed_only:
            continue
        pieces.add_sums("place", metric.name, list(range(n)), y, x)
        for b, picked in enumerate(pick):
            pieces.add_sums(
                "bot", metric.name, [b], picked(y)[None], None if x is None else picked(x)[None]
            )
        if metric.name == measures.win_share:
            pairs = [(i, j) for i in range(n) for j in range(i, n)]
            pieces.add(
                "products",
                name=metric.name,
                i=[i for i, _ in pairs],
                j=[j for _, j in pairs],
                s=[y[i] @ y[j] for i, j in pairs],
            )


def _picker(bot: Ints, which: int, setting: Setting) -> Callable[[Ints], Ints]:
    """Of (places, games) values, the sum over the seats of one bot in each game."""
    held = bot == which
    if setting.seats_of(which) == 1:
        games = bot.shape[1]
        at = held.argmax(axis=0) * games + np.arange(games)
        return lambda values: values.ravel().take(at)

    def summed(values: Ints) -> Ints:
        sums: Ints = (values * held).sum(axis=0)
        return sums

    return summed


def _add_items(pieces: _Pieces, series: Series) -> None:
    """Sums over games of each item of the deck; a game without the item counts with y = x = 0."""
    measures, wide, items = series.measures, series.games, series.items
    n, of_deck = wide.height, len(series.setting.items)
    block = wide.get_column("game").to_numpy() // BLOCK_GAMES % BLOCKS
    games_of_block = np.bincount(block, minlength=BLOCKS)
    used = np.flatnonzero(games_of_block)
    # rows in the order of (item, block), so that sums over cells are sums over slices
    game = np.repeat(np.arange(n, dtype=np.uint32), items.height // n)
    cell = items.get_column(measures.item).to_numpy() * np.uint16(BLOCKS)
    cell += block.astype(np.uint16)[game]
    order = np.argsort(cell, kind="stable").astype(np.uint32)  # a radix sort
    cell, game = cell[order], game[order]
    items = derived(items.drop("game")[order], measures.items, measures)
    starts = np.flatnonzero(np.diff(cell, prepend=np.uint16(0xFFFF)))

    def by_cell(values: Ints) -> Ints:
        """(items, blocks) sums of values of the rows."""
        sums = np.zeros(of_deck * BLOCKS, dtype=np.int64)
        sums[cell[starts]] = np.add.reduceat(values, starts)
        return sums.reshape(of_deck, BLOCKS)

    def by_item(values: Ints) -> Ints:
        sums: Ints = by_cell(values).sum(axis=1)
        return sums

    index = list(range(of_deck))
    games = np.full(of_deck, n)
    dealt = by_item(np.ones(len(order), np.int64))
    for metric in measures.of_level("items"):
        y, x = evaluated(items, metric)
        sy = by_item(y)
        if metric.per_item:
            nx, sx, sxy, sxx = dealt, dealt, sy, dealt
        elif x is None:
            nx, sx, sxy, sxx = games, games, sy, games
        else:
            nx = by_item((x > 0).astype(np.int64))
            sx, sxy, sxx = by_item(x), by_item(y * x), by_item(x * x)
        pieces.add(
            "sums",
            group="item",
            metric=metric.name,
            index=index,
            n=games,
            nx=nx,
            sy=sy,
            sx=sx,
            syy=by_item(y * y),
            sxy=sxy,
            sxx=sxx,
        )
        if not metric.pooled:
            continue
        assert x is not None, "a metric with a pooled twin is a ratio"
        block_y, block_x = by_cell(y)[:, used], by_cell(x)[:, used]
        pieces.add(
            "blocks",
            metric=metric.name,
            index=np.repeat(index, len(used)),
            block=np.tile(used, of_deck),
            n=np.tile(games_of_block[used], of_deck),
            sy=block_y.ravel(),
            sx=block_x.ravel(),
        )
        twin = measures.metric(metric.pooled)
        assert twin.x is not None, "the pooled twin is a ratio"
        all_y, all_x = ints(wide, twin.y)[game], ints(wide, twin.x)[game]
        products = [by_item(a * b) for a in (y, x) for b in (all_y, all_x)]
        pieces.add(
            "products",
            name=metric.name,
            i=index * 4,
            j=np.repeat(range(4), of_deck),
            s=np.concatenate(products),
        )


def _add_histogram(
    pieces: _Pieces, histogram: Histogram, frame: pl.DataFrame, setting: Setting
) -> None:
    if histogram.where is not None:
        frame = frame.filter(histogram.where)
    values = ints(frame, histogram.value)
    rows = by_place(values, setting.players) if histogram.by_place else values[None, :]
    for index, row in enumerate(rows):
        if not len(row):
            continue
        least = int(row.min())
        counts = np.bincount(row - least)
        seen = np.flatnonzero(counts)
        pieces.add(
            "histograms",
            name=histogram.name,
            index=[index] * len(seen),
            value=seen + least,
            count=counts[seen],
        )


class Lookup:
    """The numbers of a summary by name, as Python integers."""

    def __init__(self, summary: Summary) -> None:
        """Index the tables once."""
        self._sums = {row[:3]: Sums(*row[3:]) for row in summary.sums.iter_rows()}
        self._products = {row[:3]: row[3] for row in summary.products.iter_rows()}
        self._histograms: dict[tuple[str, int], dict[int, int]] = {}
        for name, index, value, count in summary.histograms.iter_rows():
            self._histograms.setdefault((name, index), {})[value] = count

    def sums(self, group: str, metric: str, index: int = 0) -> Sums:
        """The sums of a metric; KeyError if it is not in the summary."""
        return self._sums[group, metric, index]

    def products(self, name: str, size: int) -> list[list[int]]:
        """The symmetric matrix of sums of products of a metric over places."""
        return [
            [self._products[name, min(i, j), max(i, j)] for j in range(size)] for i in range(size)
        ]

    def cross(self, metric: str, item: int) -> Cross:
        """The sums of products of a metric of an item with its pooled twin."""
        return Cross(*(self._products[metric, item, j] for j in range(4)))

    def histogram(self, name: str, index: int = 0) -> dict[int, int]:
        """{value: count}; empty if there is none."""
        return self._histograms.get((name, index), {})
