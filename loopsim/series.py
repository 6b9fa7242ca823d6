"""Facts as one number a game: what summaries add up and comparisons set side by side."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from loopsim.facts import Facts
from loopsim.measures import Measures, Metric, Setting

Ints = NDArray[np.int64]

#: Metrics that polars works out at once: it takes a millisecond to be asked.
BATCH = 16


class Series:
    """The values of metrics in each of some games: y, and x of a ratio, in whole numbers.

    `facts`: whole games, of each all rows, in order. `games` are the facts of games with those of
    seats by place (``<column>_at<o>``) and of items summed (``all_<column>``); `seats` those of seats;
    both with derived columns. `items` are as stored.
    """

    def __init__(self, facts: Facts, measures: Measures, setting: Setting) -> None:
        """Lay the facts side by side."""
        self.measures, self.setting = measures, setting
        self.seats = derived(facts["seats"], "seats", measures)
        self.items = facts[measures.items]
        self.games = self._wide(derived(facts["games"], "games", measures))
        self._of_games = _Batches(self.games, measures.of_level("games"))
        self._of_seats = _Batches(self.seats, measures.of_level("seats"))

    def of_game(self, metric: Metric) -> tuple[Ints, Ints | None]:
        """A metric of games: y and x of shape (1, games)."""
        y, x = self._of_games.evaluated(metric)
        return y[None], None if x is None else x[None]

    def by_place(self, metric: Metric) -> tuple[Ints, Ints | None]:
        """A metric of seats: y and x of shape (places, games)."""
        n = self.setting.players
        y, x = self._of_seats.evaluated(metric)
        return by_place(y, n), None if x is None else by_place(x, n)

    def by_item(self, metric: Metric, wanted: list[int]) -> tuple[Ints, Ints]:
        """A metric of items: y and x of shape (wanted items, games); 0 where an item is not dealt."""
        games = self.games.height
        item = ints(self.items, pl.col(self.measures.item))
        game = np.repeat(np.arange(games), self.items.height // games)
        row = np.full(len(self.setting.items), -1)
        row[wanted] = np.arange(len(wanted))
        here = row[item] >= 0
        at = row[item[here]], game[here]
        y, x = evaluated(derived(self.items, self.measures.items, self.measures), metric)
        values = np.zeros((2, len(wanted), games), np.int64)
        values[0][at] = y[here]
        values[1][at] = 1 if x is None else x[here]
        return values[0], values[1]

    def _wide(self, games: pl.DataFrame) -> pl.DataFrame:
        measures, n = self.measures, self.setting.players
        columns = [
            self.seats.get_column(name).gather_every(n, place).alias(f"{name}_at{place}")
            for name in measures.wide_seats
            for place in range(n)
        ]
        for name in measures.wide_items:
            values = by_place(ints(self.items, pl.col(name)), self.items.height // games.height)
            columns.append(pl.Series(f"all_{name}", values.sum(axis=0)))
        return games.with_columns(columns)


class _Batches:
    """Metrics of one level, worked out some at a time; meant to be asked for in their order."""

    def __init__(self, frame: pl.DataFrame, metrics: Sequence[Metric]) -> None:
        self._frame, self._metrics = frame, metrics
        self._place = {metric.name: place for place, metric in enumerate(metrics)}
        self._number, self._batch = -1, pl.DataFrame()

    def evaluated(self, metric: Metric) -> tuple[Ints, Ints | None]:
        """y, and x of a ratio, for each row."""
        number = self._place[metric.name] // BATCH
        if number != self._number:
            metrics = self._metrics[number * BATCH : (number + 1) * BATCH]
            parts = [
                (f"{m.name}:{part}", e) for m in metrics for part, e in (("y", m.y), ("x", m.x))
            ]
            self._batch = self._frame.select(
                e.cast(pl.Int64).alias(name) for name, e in parts if e is not None
            )
            self._number = number
        y = self._batch.get_column(f"{metric.name}:y").to_numpy()
        x = None if metric.x is None else self._batch.get_column(f"{metric.name}:x").to_numpy()
        return y, x


def derived(frame: pl.DataFrame, level: str, measures: Measures) -> pl.DataFrame:
    """Facts with their derived columns, in one chunk."""
    return measures.derive(level, frame.lazy()).collect(engine="in-memory")


def ints(frame: pl.DataFrame, expression: pl.Expr) -> Ints:
    """The values of an expression for each row."""
    return frame.select(expression.cast(pl.Int64)).to_series().to_numpy()


def evaluated(frame: pl.DataFrame, metric: Metric) -> tuple[Ints, Ints | None]:
    """y, and x of a ratio, for each row."""
    return ints(frame, metric.y), None if metric.x is None else ints(frame, metric.x)


def by_place(values: Ints, places: int) -> Ints:
    """Values of (games · places) rows as (places, games)."""
    return np.ascontiguousarray(values.reshape(-1, places).T)
