"""Are ads placed, and are they met?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from loopsim.estimates import Estimates
from loopsim.numbers import columns as three
from loopsim.numbers import frame_of, resolved, say
from loopsim.reports.kit import figures
from loopsim.reports.kit.heat import HATCH
from loopsim.reports.kit.question import Column, Finding, Panels, text
from loopsim.reports.questions import places
from loopsim.stats import Estimate

TITLE = "Ads placed, met and failed"
ALT = (
    "Small figures, one a day, of bars, one a place in the turn order: ads that a player places, in two parts: "
    "those that are met, and hatched those that fail."
)
NOTES = (
    "Placed = met + failed + lifted; ads are lifted when their owner is eliminated. Day by day, an "
    f"ad is met or fails on the day on which it is placed. Intervals are of ads placed. {places.COUNTED} "
    f"{places.DIFFER}"
)
WIDE = True
FOLDED = True

COUNTS = {"ads_placed": "Placed", "met_ads": "Met", "failed_ads": "Failed"}
ALL_DAYS = "All days"


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row a day, and all days, for all players and each place: when, who, `COUNTS` a seat."""
    when, who = times(estimates), [places.ALL, *places.names(estimates)]
    columns: dict[str, list[Any]] = {
        "when": [title for title in when for _ in who],
        "who": [*who] * len(when),
    }
    for name in COUNTS:
        columns |= three(name, of_all(estimates, name))
    return frame_of(columns)


def times(estimates: Estimates) -> dict[str, str]:
    """The days and all of them, and what the names of their metrics end in."""
    days = range(1, estimates.setting.days + 1)
    return {**{f"Day {day}": f"_day{day}" for day in days}, ALL_DAYS: ""}


def of_all(estimates: Estimates, metric: str) -> list[Estimate]:
    """A metric at all `times`, of all players and of each place."""
    return [
        estimate
        for end in times(estimates).values()
        for estimate in (
            estimates.of(f"{metric}{end}"),
            *places.of_places(estimates, f"{metric}{end}"),
        )
    ]


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """How many, how many of them are met, and where most are placed."""
    placed, met = estimates.of("ads_placed"), estimates.of("met_share")
    if not placed.value:
        return [Finding("No ad was placed in any game.")]
    by_place = [
        places.finding(what, places.of_places(estimates, metric), estimates.games, unit, 2)
        for what, metric, unit in (
            ("the ads that a player places", "ads_placed", "ads"),
            ("the shares of ads that are met", "met_share", "share"),
        )
    ]
    return [
        Finding(
            f"A player places {say(placed, 'ads')} in a game, and "
            f"{say(met, 'share')} of the ads are met by a launch of their owner.",
            resolved(placed, met),
        ),
        *by_place,
    ]


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Day, place, and the three counts."""
    counts = [Column(name, title, "a player") for name, title in COUNTS.items()]
    return [text("when", ""), text("who", "Place"), *counts]


def panels(frame: pl.DataFrame) -> Panels:
    """One panel a day, side by side, all in one scale: its end is the column `most`."""
    shown = frame.filter(pl.col("when") != ALL_DAYS, pl.col("who") != places.ALL)
    most = pl.max_horizontal("ads_placed", "ads_placed_high").max()
    days = shown.with_columns(most=most).partition_by("when", maintain_order=True)
    return Panels(days, across=len(days))


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """Wide enough for all days."""
    return (6.0, 3.2)


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """A bar for each place, in parts met and failed, with the interval of ads placed."""
    at = figures.rows(frame)
    met, failed = (np.nan_to_num(figures.values(frame, name)) for name in ("met_ads", "failed_ads"))
    failed[failed == 0] = np.nan  # no bar rather than a line
    first = frame["when"][0] == "Day 1"
    ax.bar(at, met, 0.7, color=figures.SKY, label="Met" if first else None)
    ax.bar(
        at,
        failed,
        0.7,
        met,
        color="white",
        edgecolor=figures.RED,
        hatch=HATCH,
        label="Failed" if first else None,
    )
    placed, reach = (of(frame, "ads_placed") for of in (figures.values, figures.reach))
    ax.errorbar(at, placed, reach, fmt="none", ecolor=figures.INK)
    ax.set_xticks(at, frame["who"].to_list())
    ax.set_ylim(0, 1.04 * (frame["most"][0] or 1))
    ax.set_title(frame["when"][0], loc="left", fontweight="bold")
    if first:
        ax.set_ylabel("Ads a player")
        figures.legend_above(ax)
    else:
        ax.tick_params(labelleft=False)
    return ax
