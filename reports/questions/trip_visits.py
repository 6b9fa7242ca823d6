"""Which trips do players go to, and when?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes

from loopsim.estimates import Estimates
from loopsim.numbers import fixed, of_row, say, scaled, with_estimates
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import NOT_RESOLVED, Column, Finding, text
from loopsim.reports.questions import trips
from loopsim.stats import Estimate

TITLE = "Visits to the trips"
ALT = "Lying bars, one a trip: visits a game in which the trip is on the board, in parts by day."
NOTES = (
    "All per game in which the trip is on the board. As second: visits that cost a tear. Of its era: "
    "visits over the mean visits of the trips of the same era. Sought: clearly more than one and a half; "
    "shunned: clearly less than two thirds. Visits say what these bots go for, not what a trip is worth: "
    "bots that play at random come where a trip is cheap, whatever it gives. So sought and shunned trips "
    "are worth a test of their price, and nothing is said of it here."
)
WIDE = True

#: Visits over the mean of the era from which a trip is sought, and up to which it is shunned.
SOUGHT, SHUNNED = 1.5, 2 / 3
#: Trips named in one finding.
MOST_NAMED = 4


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row a trip on the board in some game, by era and visits.

    `trips.printed`; dealt, visits, visits_day1 …, first, second, ads (with intervals); of_era:
    visits over the mean of the trips of its era, which counts as known in the interval; call:
    "sought" if that interval lies above `SOUGHT`, "shunned" if below `SHUNNED`.
    """
    frame = trips.dealt_items(estimates)
    days = range(1, estimates.setting.days + 1)
    metrics = ("dealt", "visits", *(f"visits_day{day}" for day in days), "first", "second", "ads")
    for metric in metrics:
        seen = [estimates.of(metric, "item", index) for index in frame["index"]]
        frame = with_estimates(frame, metric, seen)
    means = dict(frame.group_by("era").agg(pl.col("visits").mean()).iter_rows())
    of_era = [
        scaled(estimates.of("visits", "item", index), 1 / means[era])
        if means[era]
        else Estimate(None, None, None, None, 0, "none visited")
        for index, era in zip(frame["index"], frame["era"], strict=True)
    ]
    frame = with_estimates(frame, "of_era", of_era)
    return frame.with_columns(
        pl.when(pl.col("of_era_low") > SOUGHT)
        .then(pl.lit("sought"))
        .when(pl.col("of_era_high") < SHUNNED)
        .then(pl.lit("shunned"))
        .otherwise(pl.lit(""))
        .alias("call")
    ).sort("era", "visits", "index", descending=[False, True, False])


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """Trips that are sought and shunned, and so worth a test of their price."""
    if frame["visits_low"].null_count() == frame.height:
        return [Finding(f"{NOT_RESOLVED}: too few games to compare the visits of trips.", False)]
    if not frame["visits"].sum():
        return [Finding("No trip was visited in any game.", False)]
    findings = []
    for call, first, often in (
        ("sought", True, f"more than {fixed(SOUGHT, 1)} times"),
        ("shunned", False, "less than two thirds of"),
    ):
        found = frame.filter(pl.col("call") == call).sort("of_era", descending=first)
        if found.height:
            findings.append(
                Finding(
                    f"{call.capitalize()} by these bots, with {often} the visits of the mean trip of the "
                    f"era: {_named(found)}. Worth a test of the price; visits alone do not judge it."
                )
            )
    return findings or [
        Finding(
            f"No trip is clearly visited more than {fixed(SOUGHT, 1)} times, or less than two thirds, as "
            "often as the mean trip of its era."
        )
    ]


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Visits by day and kind, ads, and what is sought and shunned."""
    days = [
        Column(name, f"Day {day}", "visits")
        for day, name in enumerate(figures.days_of(frame, "visits"), 1)
    ]
    return [
        text("trip", "Trip"),
        text("key", "Key"),
        Column("visits", "All days", "visits"),
        *days,
        Column("second", "As second", "visits"),
        Column("ads", "Ads", "ads"),
        Column("of_era", "Of its era", "times"),
        text("call", "By these bots"),
    ]


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """A line for each trip."""
    return (6.6, 1.0 + 0.23 * frame.height)


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """A lying bar a trip, in parts by day, with the interval of all days."""
    figures.stacked_by_day(ax, frame, "visits", frame["trip"].to_list())
    figures.part_eras(ax, frame["era"].to_list())
    ax.set_xlabel("Visits a game with the trip")
    return ax


def _named(found: pl.DataFrame) -> str:
    named = [
        f"{trips.label(row)}, {say(of_row(row, 'of_era'), 'times')}"
        for row in found.head(MOST_NAMED).iter_rows(named=True)
    ]
    more = found.height - len(named)
    return "; ".join([*named, f"and {more} more"] if more else named)
