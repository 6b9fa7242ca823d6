"""What does an ad book?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes

from loopsim.estimates import Estimates
from loopsim.numbers import columns as three
from loopsim.numbers import fixed, frame_of, of_row, say, scaled
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import NOT_RESOLVED, Column, Finding, Panels, text
from loopsim.reports.questions import places
from loopsim.reports.questions.ads import ALL_DAYS, of_all, times

TITLE = "The account of an ad"
ALT = (
    "Small figures, one a day and one for all days, of points with intervals, one a place in the turn order: "
    "what an ad books, with a line at zero. Hollow: too few games for an interval."
)
NOTES = (
    "Account (ad_book in the CSV): bonus of met ads less penalty of failed ads, over ads placed. It "
    "leaves out what else the card could have done, and what the ad does to rivals. Hollow points: too few "
    "games for an interval. "
    f"{places.COUNTED} {places.DIFFER}"
)
WIDE = True
FOLDED = True

ACROSS, HEIGHT = 2, 2.1
_OF_ALL = (pl.col("when") == ALL_DAYS) & (pl.col("who") == places.ALL)
_OF_PLACES = (pl.col("when") == ALL_DAYS) & (pl.col("who") != places.ALL)


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row a day, and all days, for all players and each place: when, who, ad_book in points an ad."""
    when, who = times(estimates), [places.ALL, *places.names(estimates)]
    return frame_of(
        {
            "when": [title for title in when for _ in who],
            "who": [*who] * len(when),
            **three("ad_book", of_all(estimates, "ad_book")),
        }
    )


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """Whether an ad pays in the account, how many would have to be met, and whether places differ."""
    everyone = frame.row(by_predicate=_OF_ALL, named=True)
    book = of_row(everyone, "ad_book")
    rules = estimates.setting.rules
    bonus, penalty = rules["ad_bonus"], rules["ad_penalty"]
    if not bonus and not penalty:
        return [Finding("Ads neither bring nor cost points, so the account of an ad is zero.")]
    if book.value is None:
        return [Finding("No ad was placed, so there is nothing to account for.")]
    needed = _needed(bonus, penalty)
    words = say(book, "points", sign=True)
    if book.low is None or book.high is None or book.low <= 0 <= book.high:
        first = Finding(
            f"{NOT_RESOLVED} whether an ad pays in the account: {words} an ad.{needed}", False
        )
    else:
        verb, gained = ("gains", book) if book.value > 0 else ("loses", scaled(book, -1))
        first = Finding(
            f"By its account alone an ad {verb} {say(gained, 'points')} on average.{needed}"
        )
    by_place = [of_row(row, "ad_book") for row in frame.filter(_OF_PLACES).iter_rows(named=True)]
    return [
        first,
        places.finding("the accounts of an ad", by_place, estimates.games, "points"),
    ]


def _needed(bonus: int, penalty: int) -> str:
    """What it takes to break even."""
    if not penalty:
        return " With no penalty an ad cannot lose."
    if not bonus:
        return " With no bonus an ad cannot gain."
    return (
        f" With a bonus of {bonus} and a penalty of {penalty}, "
        f"{fixed(100 * penalty / (bonus + penalty), 0)}\N{NO-BREAK SPACE}% of the ads not lifted "
        "would have to be met to break even."
    )


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Day, place and account."""
    return [
        text("when", ""),
        text("who", "Place"),
        Column("ad_book", "Account", "points an ad", sign=True),
    ]


def panels(frame: pl.DataFrame) -> Panels:
    """One panel a day and one for all of them, in one scale: it ends at columns `least` and `most`."""
    shown = frame.filter(pl.col("who") != places.ALL).with_columns(
        least=pl.min_horizontal("ad_book", "ad_book_low", 0).min(),
        most=pl.max_horizontal("ad_book", "ad_book_high", 0).max(),
    )
    return Panels(shown.partition_by("when", maintain_order=True), across=ACROSS)


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """So many rows of panels."""
    return (5.6, HEIGHT * -(-frame["when"].n_unique() // ACROSS))


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """A point with its interval for each place, and the line at zero."""
    at = figures.rows(frame)
    least, most = float(frame["least"][0]), float(frame["most"][0])
    room = 0.08 * (most - least or 1)
    ax.axhline(0, color=figures.GREY, linewidth=1)
    figures.points(ax, at, frame, "ad_book")
    ax.set_xticks(at, frame["who"].to_list())
    ax.set_xlim(-0.5, frame.height - 0.5)
    ax.set_ylim(least - room, most + room)
    ax.set_title(frame["when"][0], loc="left", fontweight="bold")
    ax.set_ylabel("Points an ad")
    return ax
