"""What a bot does otherwise than the field at its tables: its numbers, and the things that it uses."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from loopsim import facts
from loopsim import games as registry
from loopsim.contests import UNIT, sums_of
from loopsim.measures import Metric
from loopsim.numbers import columns, frame_of
from loopsim.play import Interrupted
from loopsim.search.diary import Expected
from loopsim.search.tryouts import FRESH, MEASURED, Tryouts, plainly
from loopsim.series import Series
from loopsim.simulate import Rows, cut, faults
from loopsim.stats import Z95, Estimate, mean, ratio, ratio_difference
from loopsim.studies.exact import Exact
from loopsim.studies.searched import enough
from loopsim.studies.strength.dominance import z_of_pairs

#: Families of metrics that tell how a seat plays: not what becomes of it day by day.
FAMILIES = ("", "take_rate", "tears_by_cause")
#: Kinds of things on the table (metrics.md 6).
KINDS = ("trips", "anomalies", "actions")
#: Of so many things it is measured what the bot wins by them.
TRIED = 10
#: What must be above 0 of a suspect.
SURE = ("difference", "worth")
#: A suspect makes at least this part of an exploit.
PART = 0.5


@dataclass(frozen=True)
class Observed:
    """The fresh games of a bot at one seat, with the facts of one focal seat each."""

    of: Tryouts
    bot: Any
    rows: Rows

    @property
    def focal(self) -> NDArray[np.bool_]:
        """By game whether the focal seat is that of the bot."""
        place = (self.rows["seats"]["bot"] == 0).argmax(axis=1)
        return np.asarray(place == self.rows["focal"]["place"])


def observed(of: Tryouts, bot: Any) -> Observed:
    """Play the fresh games of a search once more, and keep all facts. Raises Interrupted."""
    games = np.arange(FRESH, FRESH + of.asked.fresh)
    found = Observed(of, bot, _played(of, of.table(bot, of.asked.population), games))
    of.count(len(games))
    return found


def _played(of: Tryouts, table: Any, games: NDArray[np.int64]) -> Rows:
    rows: Rows = table.blank_rows(len(games), focal=True)

    def play(first: int) -> None:
        if not of.stop.is_set():
            part = slice(first, first + table.games_per_chunk)
            table.play_these(of.asked.seed, games[part], cut(rows, part.start, part.stop))

    with ThreadPoolExecutor(of.asked.threads, thread_name_prefix="loopsim") as pool:
        for _ in pool.map(play, range(0, len(games), table.games_per_chunk)):
            pass
    if of.stop.is_set():
        raise Interrupted(None, of.stop.by)
    return rows


# --- numbers


def habits(seen: Observed) -> pl.DataFrame:
    """A row a metric of seats: the bot, the field at its tables, the difference; the surest first."""
    table = seen.of.table(seen.bot, seen.of.asked.population)
    measures, setting = table.measures(), table.setting()
    series = Series(facts.flatten(seen.rows, measures, setting.days), measures, setting)
    own = (seen.rows["seats"]["bot"] == 0).T
    metrics = [
        metric
        for metric in measures.of_level("seats")
        if not metric.detail and metric.family in FAMILIES
    ]
    found = [_compared(metric, *series.by_place(metric), own) for metric in metrics]
    frame = frame_of(
        {
            "metric": [metric.name for metric in metrics],
            "title": [metric.title for metric in metrics],
            "unit": [metric.unit for metric in metrics],
            **columns("bot", [of[0] for of in found]),
            **columns("field", [of[1] for of in found]),
            **columns("difference", [of[2] for of in found]),
            "sureness": [_sureness(of[2]) for of in found],
            "words": [_words(of[0].value, of[1].value) for of in found],
        }
    )
    return frame.sort("sureness", descending=True, nulls_last=True, maintain_order=True)


def _compared(
    metric: Metric, y: NDArray[np.int64], x: NDArray[np.int64] | None, own: NDArray[np.bool_]
) -> tuple[Estimate, Estimate, Estimate]:
    """A metric of the one seat, of the others, and the difference; shapes (places, games)."""
    counted = np.ones_like(y) if x is None else x
    parts = [np.where(mask, of, 0).sum(axis=0) for mask in (own, ~own) for of in (y, counted)]
    sums = Exact.of(np.stack(parts))
    one, others = sums.ratio(0, 1), sums.ratio(2, 3)
    return (
        ratio(one, metric.scale),
        ratio(others, metric.scale),
        ratio_difference(one, others, sums.cross((0, 1), (2, 3)), metric.scale),
    )


def _sureness(difference: Estimate) -> float | None:
    """How many standard errors a difference is from 0; None without an interval."""
    if difference.value is None or not difference.se:
        return None
    return abs(difference.value) / difference.se


def _words(own: float | None, field: float | None) -> str:
    """How the one compares with the others: "2.3 times the field's"."""
    if own is None or field is None or own == field:
        return ""
    if own == 0 or field == 0:
        return "never" if own == 0 else "the field never"
    return f"{own / field:.2g} times the field's" if own / field > 0 else ""


# --- things


def things(seen: Observed) -> pl.DataFrame:
    """A row for each trip, anomaly and action: how often the bot uses it, and how often the field.

    Per game in which it is there, in a `part` of the games. `lift`: the first over the second; rows of
    which the difference is resolved come first, the highest lift on top. Of the first `TRIED` of these
    also `worth`: the win share of the bot less its win share where the thing is closed to it
    (access_value, metrics.md 6). And `beyond`: how much of that it wins, over all games, by its uses
    beyond those of the field, for who needs a pile as much as everybody does not win by it.
    """
    scenario = seen.of.asked.scenario
    items = registry.get(scenario.game).items
    groups = [(kind, group) for kind in KINDS for group in items.of_kind(scenario, kind)]
    used = [_used(seen, group.items[0]) for _, group in groups]
    order = sorted(range(len(groups)), key=lambda i: _rank(used[i]))
    most = {i for i in order[:TRIED] if _rank(used[i])[0] == 0}
    unknown = Estimate(None, None, None, None, 0)
    worth = [_worth(seen, groups[i][1]) if i in most else unknown for i in range(len(groups))]
    games = int(seen.focal.sum())
    frame = frame_of(
        {
            "kind": [kind for kind, _ in groups],
            "thing": [group.key for _, group in groups],
            "name": [group.name for _, group in groups],
            "part": [of.bot.n / games for of in used],
            **columns("bot", [of.bot for of in used]),
            **columns("field", [of.field for of in used]),
            "lift": [of.lift for of in used],
            **columns("difference", [of.difference for of in used]),
            **columns("worth", worth),
        }
    )
    return _with_beyond(frame)[order]


def _with_beyond(things: pl.DataFrame) -> pl.DataFrame:
    """The table with the columns of `beyond`; that of nothing used is that of nothing won."""
    own = pl.when(pl.col("bot") > 0).then(1 - pl.col("field") / pl.col("bot"))
    return things.with_columns(
        (pl.col(f"worth{end}") * own * pl.col("part")).alias(f"beyond{end}")
        for end in ("", "_low", "_high")
    )


def suspect(things: pl.DataFrame, exploit: float) -> str | None:
    """The thing that an exploit comes of: what wins the bot most by uses beyond those of the field.

    It is used more often and is worth something, for sure: at intervals that hold for all things looked
    at together (Bonferroni). And what it wins by that is at least the `PART` of what the exploit wins:
    else the bot wins by many things, of which chance would name one. None if there is no such thing.
    `things`: that table; `exploit`: by how much the bot wins more than the best member (a win share).
    """
    z = z_of_pairs(max(1, things.height))
    found = things.filter(
        *(pl.col(name) > z / Z95 * (pl.col(name) - pl.col(f"{name}_low")) for name in SURE),
        pl.col("beyond") >= PART * exploit,
    ).sort("beyond", descending=True)
    return None if found.is_empty() else str(found.item(0, "thing"))


@dataclass(frozen=True)
class _Used:
    """How often a bot and a seat of the field use a thing, per game in which it is there."""

    bot: Estimate
    field: Estimate

    @property
    def lift(self) -> float | None:
        """How many times as often the bot uses it."""
        own, others = self.bot.value, self.field.value
        return None if own is None or not others else own / others

    @property
    def difference(self) -> Estimate:
        """The one less the other: they are of different games."""
        a, b = self.bot, self.field
        if a.value is None or b.value is None:
            return Estimate(None, None, None, None, 0)
        value = a.value - b.value
        if a.se is None or b.se is None:
            return Estimate(value, None, None, None, a.n + b.n)
        se = float(np.hypot(a.se, b.se))
        return Estimate(value, se, value - Z95 * se, value + Z95 * se, a.n + b.n)


def _used(seen: Observed, item: Any) -> _Used:
    dealt = item.dealt(seen.rows)
    uses = item.uses(seen.rows)
    seats = (seen.focal, ~seen.focal)
    return _Used(*(enough(mean(sums_of(uses[dealt & seat]))) for seat in seats))


def _rank(used: _Used) -> tuple[int, float]:
    """Resolved differences first, then by lift."""
    low, high = used.difference.low, used.difference.high
    resolved = low is not None and high is not None and (low > 0 or high < 0)
    lift = float("inf") if used.lift is None and (used.bot.value or 0) > 0 else used.lift or 0.0
    return (0 if resolved else 1), -lift


def _worth(seen: Observed, group: Any) -> Estimate:
    """What the bot wins by having a thing open to it, per game in which it is there (M).

    The diary of the search keeps it. Raises Interrupted if a signal came.
    """
    of, item = seen.of, group.items[0]
    there = seen.focal & item.dealt(seen.rows)
    games, wrong = seen.rows["games"]["game"][there], of.wrong

    def find() -> list[int]:
        table = of.table(seen.bot, of.asked.population, closing=item.closing)
        closed = _played(of, table, games)
        pairs = np.stack([_shares(seen.rows)[there], _shares(closed)], axis=1)
        rows, counts = np.unique(pairs, axis=0, return_counts=True)
        bad = faults(table.outcomes, closed)
        return [*np.column_stack([counts, rows]).ravel().tolist(), *(bad[name] for name in wrong)]

    def can_be(told: list[int]) -> bool:
        end = len(told) - len(wrong)
        shares = [*told[1:end:3], *told[2:end:3]]
        return (
            end >= 0
            and end % 3 == 0
            and sum(told[:end:3]) == len(games)
            and not any(share > UNIT for share in shares)
        )

    question = {
        "games": [FRESH, FRESH + of.asked.fresh],
        "bots": [plainly(seen.bot)],
        "field": [of.asked.scenario.bots_hash([name]) for name in of.asked.population],
        "closed": group.key,
    }
    expected = Expected(can_be, f"what came of {len(games):,} games")
    told = of.diary.recalled(MEASURED, question, find, expected)
    end = len(told) - len(wrong)
    of.faults += Counter(dict(zip(wrong, told[end:], strict=True)))
    of.count(len(games))
    rows = np.array(told[:end], np.int64).reshape(-1, 3)
    return enough(mean(sums_of(np.repeat(rows[:, 1] - rows[:, 2], rows[:, 0])), UNIT))


def _shares(rows: Rows) -> NDArray[np.int64]:
    """By game what the seat of bot 0 wins."""
    own = rows["seats"]["bot"] == 0
    won: NDArray[np.int64] = np.where(own, rows["seats"]["win_share"].astype(np.int64), 0).sum(
        axis=1
    )
    return won
