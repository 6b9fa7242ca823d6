"""How strong is each bot among all of them?

What hangs on errors is stated only if nearly all draws from these say the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import polars as pl
from matplotlib.axes import Axes

from loopsim.numbers import SPACE, fixed, listed, of_row, say
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import Column, Finding, number, percent, text
from loopsim.reports.studies.tables_of_study import table
from loopsim.studies.effects import Row
from loopsim.studies.strength.drawn_deltas import too_few
from loopsim.studies.strength.ratings import without_error
from loopsim.studies.strength.standings import OF_STANDING
from loopsim.studies.study import Study

TITLE = "How the bots stand"
ALT = "Ratings from mixed tables as points with intervals, one row a bot, the best on top."
NOTES = (
    "Rating: from tables at which every seat was drawn, on the scale of chess, the mean of all bots 0. Beyond an equal share: of a seat at these tables. Nash: "
    "the weight in the mixture of bots that no bot beats, and the advantage against it (in points of a win "
    "share, one against one). Alpha-rank: the share of the time that a population which copies what does well "
    "spends with the bot. In draws: the share of 1,000 draws from the errors in which the bot has weight in the "
    "mixture, or none is above it; between 5 and 95 % nothing is resolved, whatever weight or share stands there."
)
WIDE = True

WIDTH, ROW, FOOT = 6.4, 0.3, 0.8
#: What hangs on the errors of pairs.
OF_PAIRS = ("nash_weight", "nash_rating", "alpha_share")
#: Weights of less are not named.
NAMED = 0.0005
#: What is so in at least this share of the draws is stated.
SURE = 0.95
#: Bots named with their draws.
MOST_NAMED = 4


def compute(study: Study) -> pl.DataFrame:
    """One row a bot, best first; nothing that has no error; an interval that has no width is none."""
    frame = table(study, "standings", OF_STANDING)
    point = pl.col("nash_rating_low") == pl.col("nash_rating_high")
    ends = ("nash_rating_low", "nash_rating_high")
    return frame.with_columns(
        pl.when(pl.col("rating_low").is_not_null()).then("rating").alias("rating"),
        *(pl.when(pl.col("nash_support").is_not_null()).then(of).alias(of) for of in OF_PAIRS),
        *(pl.when(~point).then(pl.col(end)).alias(end) for end in ends),
    )


def find(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    """Whose rating is best, who has weight in the Nash average, who is on top of alpha-rank."""
    rows = frame.to_dicts()
    if not rows:
        return []
    rated = _rated(rows, study.manifest.get("mixed_games", 0))
    if few := too_few(
        "who is in the Nash mixture or on top of alpha-rank", study.manifest["games"]
    ):
        return [*rated, Finding(few, False)]
    return [*rated, _nash(rows), _alpha(rows)]


def _rated(rows: Sequence[Row], games: int) -> list[Finding]:
    """The best rating and the next; or why there are none."""
    if rows[0]["rating"] is None:
        return [Finding(f"No ratings: {without_error(games)}.", False)]
    two = [row for row in rows if row["rating"] is not None][:2]
    best, next_ = (f"“{row['bot']}” {say(of_row(row, 'rating'), sign=True)}" for row in two)
    return [Finding(f"Best rating: {best}; next: {next_}.", weight=2)]


def _nash(rows: Sequence[Row]) -> Finding:
    """The mixture that nothing beats, and whether the draws agree on who is in it."""
    some = sorted(rows, key=lambda row: -row["nash_weight"])
    some = [row for row in some if row["nash_weight"] > NAMED]
    weights = listed(f"“{row['bot']}” {_percent(row['nash_weight'])}" for row in some)
    said = f"Nash average, the mixture of bots that no bot beats: {weights}"
    return _as_sure(said, rows, "nash_support", lambda row: row in some)


def _alpha(rows: Sequence[Row]) -> Finding:
    """Who is on top of alpha-rank, and whether the draws agree on that."""
    top = [row for row in rows if row["alpha_place"] == 1]
    names = listed(f"“{row['bot']}” {_percent(row['alpha_share'])}" for row in top)
    said = (
        "On top of alpha-rank, with so much of the time of a population that copies what does well: "
        f"{names}"
    )
    return _as_sure(said, rows, "alpha_top", lambda row: row in top)


def _as_sure(said: str, rows: Sequence[Row], draws: str, stated: Callable[[Row], bool]) -> Finding:
    """What is said, if nearly all `draws` have the bots that are `stated` and no other; else what these have."""
    if all(row[draws] >= SURE if stated(row) else row[draws] <= 1 - SURE for row in rows):
        return Finding(f"{said}.", weight=1)
    likely = sorted(rows, key=lambda row: -row[draws])[:MOST_NAMED]
    told = listed(f"“{row['bot']}” in {_percent(row[draws])}" for row in likely if row[draws])
    return Finding(f"{said}. Not resolved: in draws from the errors it is {told}.", False)


def _percent(share: float) -> str:
    return f"{fixed(100 * share, 1)}{SPACE}%"


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """The bot, its rating, and its places in Nash average and alpha-rank."""
    return [
        text("bot", "Bot"),
        Column("rating", "Rating", sign=True),
        percent("advantage", "Beyond an equal share", sign=True),
        number("nash_weight", "Nash weight", decimals=3),
        number("nash_support", "Nash, in draws", decimals=3),
        Column("nash_rating", "Nash rating", "% points", scale=100, sign=True, bare=True),
        number("alpha_share", "Alpha-rank", decimals=3),
        number("alpha_top", "Alpha-rank, on top in draws", decimals=3),
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
