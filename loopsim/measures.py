"""What a game measures, as data: its metrics, histograms and telling games, one definition a number.

A game fills these in (``loopsim/games/<game>/metrics.py``); summary, estimates, JSON and tables
read them and know no game. Expressions are polars expressions over the facts:

- level "games": one row a game, with the columns of `Measures.wide_seats` for each place o as
  ``<column>_at<o>`` and the columns of `Measures.wide_items` summed over the items as
  ``all_<column>``;
- level "seats": one row a seat, in turn order of day 1;
- level "items": one row an item on the board (a trip of Loop, Inc.).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Protocol

import polars as pl

from loopsim.scenario.faults import closest, fault, one_of


class ColumnLike(Protocol):
    """A stored fact, as a kernel declares it (`loopsim.kernels.loop_inc.columns.Column`)."""

    @property
    def name(self) -> str:
        """Name of the column; of its cells the first part."""
        ...

    @property
    def level(self) -> str:
        """Table it stands in."""
        ...

    @property
    def dtype(self) -> str:
        """NumPy type."""
        ...

    @property
    def unit(self) -> str:
        """Unit of the values."""
        ...

    @property
    def meaning(self) -> str:
        """One line for people."""
        ...

    def cells(self, days: int) -> list[tuple[str, tuple[int, ...]]]:
        """The flat columns: (name, index into the array of the row)."""
        ...


@dataclass(frozen=True)
class Derived:
    """A column that is computed when facts are read, because storing it would store a sum twice."""

    name: str
    level: str
    value: pl.Expr
    unit: str
    meaning: str


@dataclass(frozen=True)
class Metric:
    """One number of metrics.md: per game Σy, and for a ratio (R) Σx; without `x` a mean (M).

    The number is Σy / (scale · Σx), for a mean over the seats of a game also divided by their
    count. ``y`` and ``x`` are whole numbers; `scale` turns y into the unit shown (60 for win
    shares). `share`: y is 0 to `scale` a row, so that few hits get a Wilson interval.
    `signed`: may be negative; intervals of other metrics end at 0, those of shares at 1.
    """

    name: str
    level: str
    y: pl.Expr
    title: str
    unit: str
    meaning: str
    x: pl.Expr | None = None
    scale: int = 1
    share: bool = False
    signed: bool = False
    #: The dictionary of `run --json` that it stands in under `label`; "" = the one of its level.
    family: str = ""
    label: str = ""
    #: Of a mean: what it cannot be more than by the rules (shares aside, which end at 1).
    limit: float = inf
    #: In comparisons among the details, not among the main numbers. Of seats it is known of all seats
    #: of a game together, by place and bot only if `by_place`.
    detail: bool = False
    by_place: bool = False
    #: Items only: a ratio with x = 1 in the games that have the item, given instead of `x`.
    per_item: bool = False
    #: Items only: the ratio of level "games" that is the same over all items. Block sums and cross
    #: sums with it are kept.
    pooled: str = ""
    #: The metric of the level that this one is by the rules, in every game: one number with two names.
    same_as: str = ""
    #: Items only: a key of what is shown of them; items that have it alike have this number in common.
    shared_by: str = ""
    #: Chance alone makes it, whatever is played, by rules and parts of the game.
    by_chance: bool = False

    @property
    def ratio(self) -> bool:
        """R, a ratio of sums; else M, a mean."""
        return self.x is not None or self.per_item

    @property
    def summed_only(self) -> bool:
        """A metric of seats that is known of all seats of a game together, not by place and bot."""
        return self.level == "seats" and self.detail and not self.by_place

    @property
    def least(self) -> float:
        """What the number cannot be less than."""
        return -inf if self.signed else 0

    @property
    def most(self) -> float:
        """What the number cannot be more than."""
        return 1 if self.unit in ("share", "win share") else self.limit


@dataclass(frozen=True)
class Histogram:
    """Counts of each value of one whole number; of seats by place, or over all of them."""

    name: str
    level: str
    value: pl.Expr
    title: str
    where: pl.Expr | None = None
    by_place: bool = False


@dataclass(frozen=True)
class Telling:
    """The game with the largest (or smallest) value; the smallest index wins a tie."""

    name: str
    value: pl.Expr
    largest: bool
    title: str
    where: pl.Expr | None = None


@dataclass(frozen=True)
class Measures:
    """All that one game measures for one setting (players, days, rules)."""

    columns: Sequence[ColumnLike]
    derived: Sequence[Derived]
    metrics: Sequence[Metric]
    histograms: Sequence[Histogram]
    telling: Sequence[Telling]
    #: Level of the items in `columns` and the name of their facts ("trips"), and their key column.
    items: str
    item: str
    #: Columns of seats and items that metrics of level "games" use.
    wide_seats: Sequence[str]
    wide_items: Sequence[str]
    #: The metric of level "seats" whose products over all pairs of places are kept.
    win_share: str = "win_share"
    #: Metrics of items that comparisons set side by side, beside those that have a pooled twin.
    compared_items: Sequence[str] = ()
    #: Metrics that stand for the game where there is room for few.
    headline: Sequence[str] = ()
    #: Metrics of games and seats that make the shape of a game: the typical one is near their means.
    typical: Sequence[str] = ()

    def metric(self, name: str) -> Metric:
        """The metric of this name. Raises InputError if there is none."""
        by_name = self.names()
        if name not in by_name:
            near = closest(name, [*by_name])
            allowed = f"{near} (did you mean this?)" if near else one_of(by_name)
            raise fault("metric", "", f'"{name}"', allowed)
        return by_name[name]

    def of_level(self, level: str) -> list[Metric]:
        """The metrics of one level, in order of declaration."""
        return [metric for metric in self.metrics if metric.level == level]

    def levels(self) -> tuple[str, str, str]:
        """The names of the three tables of facts."""
        return ("games", "seats", self.items)

    def derive(self, level: str, frame: pl.LazyFrame) -> pl.LazyFrame:
        """The stored facts of one level with its derived columns."""
        for column in self.derived:  # one after the other: a later one may use an earlier one
            if column.level == level:
                frame = frame.with_columns(column.value.cast(pl.Int32).alias(column.name))
        return frame

    def names(self) -> dict[str, Metric]:
        """The metrics by name."""
        return {metric.name: metric for metric in self.metrics}


@dataclass(frozen=True)
class Setting:
    """What a summary must know of the run.

    `bots`: names, by the index in the facts. `orders`: (P, n) bot indexes at the places of game
    g mod P, or with `by_seat` at the seats. `items`: for each item of the deck what is shown of it
    (card, name, points …), by the index in the facts. `rules`: the numbers that metrics use.
    """

    players: int
    days: int
    bots: tuple[str, ...]
    orders: tuple[tuple[int, ...], ...]
    items: tuple[Mapping[str, Any], ...]
    rules: Mapping[str, Any]
    by_seat: bool = False

    def seats_of(self, bot: int) -> int:
        """How many seats of every game the bot holds."""
        return self.orders[0].count(bot)

    def as_dict(self) -> dict[str, Any]:
        """Plain data for the manifest."""
        return {
            "players": self.players,
            "days": self.days,
            "bots": list(self.bots),
            "orders": [list(order) for order in self.orders],
            "items": [dict(item) for item in self.items],
            "rules": dict(self.rules),
            "by_seat": self.by_seat,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Setting:
        """The inverse of `as_dict`."""
        return cls(
            players=data["players"],
            days=data["days"],
            bots=tuple(data["bots"]),
            orders=tuple(tuple(order) for order in data["orders"]),
            items=tuple(data["items"]),
            rules=data["rules"],
            by_seat=data["by_seat"],
        )
