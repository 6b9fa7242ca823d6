"""How much is there to choose?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes

from loopsim.estimates import Estimates
from loopsim.numbers import resolved, say
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import Column, Finding, number

TITLE = "Choices and forced choices"
ALT = "Bars: games by the number of their decisions, which are choices between two options or more."
NOTES = (
    "A forced turn is one without any decision: the card, its action and the launch are all given."
)
INTERVALS = False
FOLDED = True


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row a number of decisions: decisions, games, share of the games."""
    counts = sorted(estimates.histogram("decisions").items())
    return pl.DataFrame(
        {"decisions": [value for value, _ in counts], "games": [count for _, count in counts]},
        schema={"decisions": pl.Int64, "games": pl.Int64},
    ).with_columns((pl.col("games") / pl.col("games").sum()).alias("share"))


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """Decisions a game and a turn, forced choices, forced turns."""
    decisions, a_turn, forced, turns = (
        estimates.of(name) for name in ("decisions", "decisions_a_turn", "forced", "forced_turns")
    )
    return [
        Finding(
            f"A game has {say(decisions)} decisions between two options or more, {say(a_turn)} a turn, and "
            f"{say(forced)} choices that leave one option; {say(turns, 'share')} of the turns leave nothing to "
            "decide at all.",
            resolved(decisions, a_turn, forced, turns),
        )
    ]


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Decisions, games, share."""
    return [
        number("decisions", "Decisions"),
        number("games", "Games"),
    ]


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """A bar for each number of decisions."""
    ax.bar(frame["decisions"], frame["share"] * 100, 1.0, color=figures.BLUE)
    ax.set_xlabel("Decisions of a game")
    ax.set_ylabel("Games (%)")
    return ax
