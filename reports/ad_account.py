"""What does an ad book?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes

from loopsim.estimates import Estimates
from loopsim.numbers import columns as three
from loopsim.numbers import fixed, frame_of, of_row, say
from loopsim.reports import figures
from loopsim.reports.question import NOT_RESOLVED, Column, Finding, text

TITLE = "The account of an ad"
ALT = "Points with intervals by day: what an ad placed on that day books, with a line at zero."
NOTES = (
    "Account (ad_book in the CSV): bonus of met ads less penalty of failed ads, over ads placed. It "
    "leaves out what else the card could have done, and what the ad does to rivals."
)


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row a day and one for all: when, ad_book in points an ad (with interval)."""
    days = range(1, estimates.setting.days + 1)
    return frame_of(
        {
            "when": [*(f"Day {day}" for day in days), "All days"],
            **three(
                "ad_book",
                [*(estimates.of(f"ad_book_day{day}") for day in days), estimates.of("ad_book")],
            ),
        }
    )


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """Whether an ad pays in the account, and how many would have to be met."""
    book = of_row(frame.row(-1, named=True), "ad_book")
    rules = estimates.setting.rules
    bonus, penalty = rules["ad_bonus"], rules["ad_penalty"]
    if not bonus and not penalty:
        return [Finding("Ads neither bring nor cost points, so the account of an ad is zero.")]
    if book.value is None:
        return [Finding("No ad was placed, so there is nothing to account for.")]
    needed = _needed(bonus, penalty)
    words = say(book, "points", sign=True)
    if book.low is None or book.high is None or book.low <= 0 <= book.high:
        return [
            Finding(
                f"{NOT_RESOLVED} whether an ad pays in the account: {words} an ad.{needed}", False
            )
        ]
    verb = "gains" if book.value > 0 else "loses"
    return [Finding(f"In the account alone an ad {verb}: {words} an ad.{needed}")]


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
    """Day and account."""
    return [text("when", ""), Column("ad_book", "Account", "points an ad", sign=True)]


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """A point with its interval for each day and for all, and the line at zero."""
    at = figures.rows(frame)
    ax.axhline(0, color=figures.GREY, linewidth=1)
    figures.points(ax, at, frame, "ad_book")
    ax.set_xticks(at, frame["when"].to_list())
    ax.set_xlim(-0.5, frame.height - 0.5)
    ax.set_ylabel("Points an ad")
    ax.margins(y=0.15)
    return ax
