"""Who is crowded out by the ads of others?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl
from matplotlib.axes import Axes

from loopsim.estimates import Estimates
from loopsim.numbers import columns as three
from loopsim.numbers import frame_of, of_row, resolved, say, scaled
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import Column, Finding, Panels, text
from loopsim.reports.questions import places

TITLE = "Crowded out by ads"
ALT = (
    "Two groups of lying points with intervals, by place in the turn order, and by bot if there are several: "
    "turns at which a rival's ad keeps a player from a trip; tears that a player pays for such an ad alone."
)
NOTES = (
    "Kept from a trip: a turn in which a machine holds what a trip needs, and the trip is closed because the ad of a "
    "rival takes one of its places. A tear for an ad: the launch is a second visit only for the ad of "
    "a rival, whom nobody had come before that day; by the rules there would be no tear without the ad. "
    f"{places.COUNTED} {places.DIFFER}"
)

WIDE = True

METRICS = {
    "shut_out": "Turns kept from a trip, a player and game",
    "second_to_ad": "Tears for an ad alone, a player and game",
}
ROW, FOOT = 0.3, 0.75


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row for all players, each place, and each bot if there are several: who, `METRICS` a seat."""
    bots = estimates.setting.bots if len(estimates.setting.bots) > 1 else ()
    columns: dict[str, list[Any]] = {
        "who": [places.ALL, *places.names(estimates), *(f"“{bot}”" for bot in bots)]
    }
    for metric in METRICS:
        of_bots = [estimates.of(metric, "bot", bot) for bot in range(len(bots))]
        columns |= three(
            metric, [estimates.of(metric), *places.of_places(estimates, metric), *of_bots]
        )
    return frame_of(columns)


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """How often a player is kept from a trip and pays a tear, and whether places differ."""
    out, second = (of_row(frame.row(0, named=True), metric) for metric in METRICS)
    tears = estimates.of("tears_second_visitor")
    if not estimates.of("ads_placed").value:
        return [Finding("No ad was placed in any game, so nobody was crowded out by one.")]
    if not out.value:
        first = Finding("No rival's ad kept a player from a trip in any game.", resolved(out))
    else:
        first = Finding(
            f"A rival's ad keeps a player from a trip in {say(scaled(out, 100), 'turns')} of 100 games.",
            resolved(out),
        )
    if not second.value:
        paid = Finding("No tear was taken for a rival's ad alone in any game.", resolved(second))
    else:
        paid = Finding(
            f"Of the {say(scaled(tears, 100), 'tears')} that a player takes in 100 games as second visitor, "
            f"{say(scaled(second, 100))} come from a rival's ad alone.",
            resolved(tears, second),
        )
    return [
        first,
        paid,
        *(
            places.finding(
                what, places.of_places(estimates, metric), estimates.games, numbers=len(METRICS)
            )
            for metric, what, of in (
                ("shut_out", "the turns kept from a trip", out),
                ("second_to_ad", "the tears for an ad alone", second),
            )
            if of.value
        ),
    ]


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Place or bot, and both numbers."""
    return [
        text("who", "Player"),
        Column("shut_out", "Kept from a trip", "turns a player"),
        Column("second_to_ad", "Tears for an ad", "tears a player"),
    ]


def panels(frame: pl.DataFrame) -> Panels:
    """One panel a number, since each has its own scale: who, title, value (with interval)."""
    return Panels(
        [
            frame.select(
                "who",
                pl.lit(title).alias("title"),
                *(pl.col(f"{metric}{end}").alias(f"value{end}") for end in ("", "_low", "_high")),
            )
            for metric, title in METRICS.items()
        ]
    )


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """A line for each row of both panels."""
    return (6.0, 2 * (FOOT + ROW * frame.height))


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """A point with its interval for each place and bot."""
    figures.points(ax, figures.rows(frame), frame, "value", lying=True)
    figures.rows_of(ax, frame["who"].to_list())
    ax.set_xlim(left=0)
    ax.set_title(frame["title"][0], loc="left", fontweight="bold")
    return ax
