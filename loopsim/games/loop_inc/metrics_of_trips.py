"""The numbers of a trip (metrics.md 5)."""

from __future__ import annotations

import polars as pl

from loopsim.games.loop_inc.derived import col
from loopsim.kernels.loop_inc.columns import WIN_SHARE_UNIT
from loopsim.measures import Metric


def of_trips(days: int) -> list[Metric]:
    """The metrics of each trip."""

    def per_game(name: str, title: str, unit: str, meaning: str, same_as: str = "") -> Metric:
        meaning = f"{meaning}, per game with the trip"
        return Metric(
            name, "items", col(name), title, unit, meaning, per_item=True, same_as=same_as
        )

    return [
        Metric(
            "dealt",
            "items",
            pl.repeat(1, pl.len()),
            "Dealt",
            "share",
            "games with the trip on the board",
            share=True,
            shared_by="card",  # LI-04: it is cards that are dealt
            by_chance=True,
        ),
        per_game("visits", "Visits", "visits", "launches onto it"),
        *(
            per_game(
                f"visits_day{day}",
                f"Visits on day {day}",
                "visits",
                f"launches onto it on day {day}",
            )
            for day in range(1, days + 1)
        ),
        per_game("first", "First visits", "visits", "visits without a tear"),
        per_game("second", "Second visits", "visits", "visits that cost a tear"),
        per_game("ads", "Ads", "ads", "ads put on it"),
        per_game("tears", "Tears", "tears", "tears that it cost its visitors", same_as="second"),
        Metric(
            "win_lift",
            "items",
            col("lift"),
            "Win lift",
            "win share",
            "win share of its visitors less 1/n, per visitor",
            x=col("visitors"),
            scale=WIN_SHARE_UNIT,
            signed=True,
            pooled="visit_lift",
        ),
    ]
