"""When is it decided who wins?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes

from loopsim.course import Course
from loopsim.numbers import columns as three
from loopsim.numbers import of_row, say
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import NOT_RESOLVED, Column, Finding
from loopsim.stats import FEW, Estimate

TITLE = "When the winner is decided"
ALT = (
    "Curves over the part of a game that is played: the win probability of the place that wins in the end, its "
    "median with bands of the middle half and of nine in ten games, and dashed the median of the place that "
    "is likeliest to win at the time; a dotted line marks when half of the games are decided."
)
NOTES = (
    "Win probability: how often a place wins if the game is played on from there by the same bots, with what "
    "is hidden drawn anew. Quantiles over games. Decided: from then on nobody is likelier to win than the "
    "winner, to the end. Winners who share a game count by their share."
)
WIDE = True
FOLDED = True

#: The quantiles of the winner's curve, and what they are called.
QUANTILES = {5: "5\N{NO-BREAK SPACE}%", 25: "25\N{NO-BREAK SPACE}%", 50: "median"}
QUANTILES |= {75: "75\N{NO-BREAK SPACE}%", 95: "95\N{NO-BREAK SPACE}%"}


def compute(course: Course) -> pl.DataFrame:
    """One row a step along the game.

    at: the part that is played; winner_q05 … winner_q95, leader_q05 … leader_q95: quantiles over games of the
    win probability of the eventual winner and of the likeliest place (with intervals); decided_at: of all
    games, the median (with interval).
    """
    along = course.along()
    steps = along.select("at").unique(maintain_order=True)
    for who, q in along.select("who", "q").unique(maintain_order=True).iter_rows():
        name = f"{who}_q{round(100 * q):02d}"
        column = along.filter(who=who, q=q).select(
            "at",
            pl.col("value").alias(name),
            pl.col("low").alias(f"{name}_low"),
            pl.col("high").alias(f"{name}_high"),
        )
        steps = steps.join(column, on="at", maintain_order="left")
    decided = three("decided_at", [course.decided_at_median])
    return steps.with_columns(
        pl.lit(numbers[0], pl.Float64).alias(name) for name, numbers in decided.items()
    )


def find(frame: pl.DataFrame, course: Course) -> Sequence[Finding]:
    """When half of the games are decided, and from when on the winner is nearly sure."""
    median, nearly = median_of(course), course.decided_90
    if median.value is None:
        return [Finding(f"{NOT_RESOLVED}: no game that was continued had a winner.", False)]
    if median.low is None:
        return [Finding(f"{NOT_RESOLVED} when the winner is decided: too few games.", False)]
    return [
        Finding(
            f"In half of the games that someone wins the later winner is the likeliest for good once "
            f"{say(median, 'share')} of the turns are played. That is not yet sure to win: see the next number."
        ),
        Finding(
            f"On average {say(nearly, 'share')} of the turns are played when the winner is at "
            "90\N{NO-BREAK SPACE}% or more, and stays there to the end."
        ),
    ]


def median_of(course: Course) -> Estimate:
    """The median of decided_at; without an interval where games are too few for one."""
    found = course.decided_at_median
    if found.n >= FEW:
        return found
    return Estimate(found.value, None, None, None, found.n, "too few")


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """The part that is played, quantiles of the winner, median of the leader."""
    return [
        _per_cent("at", "Turns played"),
        *(_per_cent(f"winner_q{q:02d}", f"Winner, {title}") for q, title in QUANTILES.items()),
        _per_cent("leader_q50", "Leader, median"),
    ]


def _per_cent(name: str, title: str) -> Column:
    return Column(name, title, "%", "number", scale=100)


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """Wide enough for the legend."""
    return (5.8, 3.8)


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """Bands of the winner's probability, the median of the leader's, and when half is decided."""
    at = figures.values(frame, "at", 100)
    winner = {q: figures.values(frame, f"winner_q{q:02d}", 100) for q in QUANTILES}
    for low, high, day, alpha, label in (
        (5, 95, 0, 0.45, "Winner: 9 in 10"),
        (25, 75, 1, 0.75, "half"),
    ):
        ax.fill_between(
            at,
            winner[low],
            winner[high],
            color=figures.DAYS[day],
            alpha=alpha,
            linewidth=0,
            label=label,
        )
    ax.plot(at, winner[50], color=figures.DAYS[3], linewidth=2.2, label="median")
    leader = figures.values(frame, "leader_q50", 100)
    ax.plot(at, leader, color=figures.RED, linestyle="--", linewidth=1.8, label="Leader: median")
    decided = of_row(frame.row(0, named=True), "decided_at")
    if decided.value is not None:
        ax.axvline(100 * decided.value, color=figures.INK, linestyle=":", linewidth=1.4)
        ax.annotate(
            "half of the games decided",
            (100 * decided.value, 1),
            (-4, 2),
            textcoords="offset points",
            rotation=90,
            ha="right",
            va="bottom",
            fontsize=9,
        )
    ax.set_xlim(0, 100)
    ax.set_ylim(0, 101)
    ax.set_xlabel("Turns played (%)")
    ax.set_ylabel("Win probability (%)")
    figures.legend_above(ax)
    return ax
