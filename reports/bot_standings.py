"""How strong is each bot among all of them?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes

from loopsim.numbers import SPACE, fixed, listed, of_row, say
from loopsim.reports import figures
from loopsim.reports.question import Column, Finding, number, text
from loopsim.reports.tables_of_study import table
from loopsim.studies.effects import Row
from loopsim.studies.strength.standings import OF_STANDING
from loopsim.studies.study import Study

TITLE = "How the bots stand"
ALT = "Ratings from mixed tables as points with intervals, one row a bot, the best on top."
NOTES = (
    "Rating: from tables at which every seat was drawn, on the scale of chess, the mean of all bots 0. Nash: "
    "the weight in the mixture of bots that no bot beats, and the advantage against it (in points of a win "
    "share, one against one). Alpha-rank: the share of the time that a population which copies what does well "
    "spends with the bot. In draws: the share of 1,000 draws from the errors in which the bot has weight in the "
    "mixture, or none is above it."
)
WIDE = True

WIDTH, ROW, FOOT = 6.4, 0.3, 0.8
#: Weights of less are not named.
NAMED = 0.0005


def compute(study: Study) -> pl.DataFrame:
    """One row a bot, best first; an interval that has no width is none."""
    frame = table(study, "standings", OF_STANDING)
    point = pl.col("nash_rating_low") == pl.col("nash_rating_high")
    ends = ("nash_rating_low", "nash_rating_high")
    return frame.with_columns(pl.when(~point).then(pl.col(end)).alias(end) for end in ends)


def find(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    """Whose rating is best, who has weight in the Nash average, who is on top of alpha-rank."""
    rows = frame.to_dicts()
    if not rows:
        return []
    few = rows[0]["nash_support"] is None
    return [*_rated(rows), _nash(rows, few), _alpha(rows, few)]


def _rated(rows: Sequence[Row]) -> list[Finding]:
    """The best rating and the next; nothing if there are none."""
    if rows[0]["rating"] is None:
        return [
            Finding("No ratings: too few games at mixed tables, or a bot never wins there.", False)
        ]
    first, second = rows[:2]
    resolved = first["rating_low"] is not None
    best, next_ = (
        f"“{row['bot']}” {say(of_row(row, 'rating'), sign=True)}" for row in (first, second)
    )
    return [Finding(f"Best rating: {best}; next: {next_}.", resolved, weight=2)]


def _nash(rows: Sequence[Row], few: bool) -> Finding:
    """The mixture that nothing beats; `few`: games that tell nothing for certain."""
    some = sorted(rows, key=lambda row: -row["nash_weight"])
    some = [row for row in some if row["nash_weight"] > NAMED]
    weights = listed(f"“{row['bot']}” {_percent(row['nash_weight'])}" for row in some)
    return Finding(f"The mixture that no bot beats (Nash): {weights}.", not few, weight=1)


def _alpha(rows: Sequence[Row], few: bool) -> Finding:
    """Who is on top of alpha-rank."""
    top = [row for row in rows if row["alpha_place"] == 1]
    names = listed(f"“{row['bot']}” {_percent(row['alpha_share'])}" for row in top)
    return Finding(f"On top of alpha-rank, with this share of the time: {names}.", not few)


def _percent(share: float) -> str:
    return f"{fixed(100 * share, 1)}{SPACE}%"


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """The bot, its rating, and its places in Nash average and alpha-rank."""
    return [
        text("bot", "Bot"),
        Column("rating", "Rating", sign=True),
        number("nash_weight", "Nash weight", decimals=3),
        number("nash_support", "in draws", decimals=3),
        Column("nash_rating", "Nash rating", "% points", scale=100, sign=True, bare=True),
        number("alpha_share", "Alpha-rank", decimals=3),
        number("alpha_top", "on top in draws", decimals=3),
        number("alpha_place", "Place"),
    ]


def is_drawn(frame: pl.DataFrame) -> bool:
    """Whether there are ratings."""
    return bool(frame["rating"].is_not_null().any())


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """A line for each bot."""
    return (WIDTH, FOOT + ROW * frame.height)


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """Ratings with intervals."""
    ax.axvline(0, color=figures.GREY, linewidth=1)
    figures.points(ax, figures.rows(frame), frame, "rating", lying=True)
    figures.rows_of(ax, frame["bot"].to_list())
    ax.set_xlabel("Rating (scale of chess)")
    return ax
