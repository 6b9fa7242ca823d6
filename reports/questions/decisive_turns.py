"""Which turns decide a game?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from loopsim import stats
from loopsim.contests import sums_of
from loopsim.course import Course
from loopsim.numbers import above_all, fixed, frame_of, of_row, say
from loopsim.numbers import columns as three
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import NOT_RESOLVED, Column, Finding, number, percent, text

TITLE = "The decisive turn"
ALT = "Bars by day: share of the games whose decisive turn falls on that day, with its interval."
NOTES = (
    "Decisive turn: the one at which the win probability of the place that wins in the end changes most. A swing "
    "is that change. Own: it is the winner who moves. After few playouts a probability is off by some per cent, "
    "so that the largest of many changes is found a little too large."
)
WIDE = True


def compute(course: Course) -> pl.DataFrame:
    """One row a day, of the games with a winner.

    when; games: whose decisive turn falls on the day; share of all these games; swing, mean size of the change;
    up, share of games in which it is a gain; own, share in which a winner moves (all with intervals).
    """
    turns = _turns(course)
    days = range(1, max(course.frame["day"]) + 1)
    on = [turns.filter(day=day) for day in days]
    return frame_of(
        {
            "when": [f"Day {day}" for day in days],
            "games": [of.height for of in on],
            **three("share", [_share(turns["day"] == day) for day in days]),
            **three("swing", [stats.mean_of(of["swing"].to_numpy()) for of in on]),
            **three("up", [_share(of["after"] > of["before"]) for of in on]),
            **three("own", [_share(of["own"]) for of in on]),
        }
    )


def _turns(course: Course) -> pl.DataFrame:
    """The decisive turns with swing, and own: whether one of the winners moved."""
    movers = course.frame.filter(pl.col("place") == pl.col("mover"))
    won = movers.select("game", pl.col("turn"), (pl.col("win_share") > 0).alias("own"))
    turns = course.decisive().with_columns(pl.col("turn").cast(won.schema["turn"]))
    swing = (pl.col("after") - pl.col("before")).abs().alias("swing")
    return turns.join(won, on=["game", "turn"], maintain_order="left").with_columns(swing)


def _share(hits: pl.Series) -> stats.Estimate:
    return stats.share(sums_of(hits.cast(pl.Int64).to_numpy()))


def find(frame: pl.DataFrame, course: Course) -> Sequence[Finding]:
    """The day on which most games are decided, how large the swing is, and the largest of all."""
    turns = _turns(course)
    if turns.height < stats.FEW:
        return [Finding(f"{NOT_RESOLVED} which turns decide: too few games.", False)]
    swing, own = stats.mean_of(turns["swing"].to_numpy()), _share(turns["own"])
    return [
        _day(frame),
        Finding(
            f"At its decisive turn the win probability of the winner changes by {say(swing, 'lift')} on "
            f"average; in {say(own, 'share')} of the games it is the winner who moves."
        ),
        _largest(turns),
    ]


def _day(frame: pl.DataFrame) -> Finding:
    """The day on which most decisive turns fall, if that is known."""
    ranked = frame.sort("share", descending=True, maintain_order=True).to_dicts()
    first = of_row(ranked[0], "share")
    if len(ranked) == 1:
        return Finding("There is one day only, on which all games are decided.")
    second, *others = (of_row(row, "share") for row in ranked[1:])
    if not above_all(first, [second, *others]):
        return Finding(f"{NOT_RESOLVED} on which day most games are decided.", False)
    return Finding(
        f"Most games have their decisive turn on {ranked[0]['when'].lower()}: {say(first, 'share')} of them; "
        f"then on {ranked[1]['when'].lower()}: {say(second, 'share')}."
    )


def _largest(turns: pl.DataFrame) -> Finding:
    """The game with the largest swing, to be looked at."""
    row = turns.row(int(np.argmax(turns["swing"].to_numpy())), named=True)
    before, after = (fixed(100 * row[name], 0) for name in ("before", "after"))
    return Finding(
        f"The largest swing is in game {row['game']:,}: at turn {row['turn']}, on day {row['day']}, the winner "
        f"goes from {before} to {after}\N{NO-BREAK SPACE}%."
    )


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Day, games, share, swing, gains, own moves."""
    return [
        text("when", ""),
        number("games", "Games"),
        percent("share", "Decided"),
        Column("swing", "Swing", "% points", scale=100),
        percent("up", "A gain"),
        percent("own", "Own"),
    ]


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """A bar a day with its interval."""
    at = range(frame.height)
    figures.bars(ax, at, frame, "share", scale=100)
    ax.set_xticks(at, frame["when"].to_list())
    ax.set_xlim(-0.6, frame.height - 0.4)
    ax.set_ylim(bottom=0)
    ax.set_ylabel("Games with their decisive turn (%)")
    return ax
