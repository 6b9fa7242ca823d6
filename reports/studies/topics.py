"""Which numbers of a comparison are looked at together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

import polars as pl

from loopsim.reports.studies.tables_of_study import stated
from loopsim.studies.compared import ITEMS, METRICS, RELATIVE_LIFT
from loopsim.studies.study import Study


@dataclass(frozen=True)
class Topic:
    """Numbers of one table: those whose metric fits one of the patterns, in the order of these.

    `group`: only of this group ("place"), if it is given. `notes`: said under the table.
    """

    name: str
    title: str
    metrics: tuple[str, ...]
    table: str = METRICS
    group: str = ""
    notes: str = ""

    def place(self, metric: str, group: str) -> int | None:
        """The place of a metric in the topic; None if it is none of its."""
        if self.group and group != self.group:
            return None
        fits = (fnmatchcase(metric, pattern) for pattern in self.metrics)
        return next((place for place, fit in enumerate(fits) if fit), None)


@dataclass(frozen=True)
class Theme:
    """Topics under one heading."""

    name: str
    title: str
    topics: tuple[Topic, ...]
    intro: str = ""


#: Each number belongs to the first topic that takes it; the last ones take what no other does.
THEMES = (
    Theme(
        "scores",
        "Scores",
        (
            Topic(
                "scores",
                "Scores and their parts",
                ("score", "survivor_score", "*_points", "penalty", "waste*"),
                notes="Means over all players, the eliminated included unless it says survivors.",
            ),
        ),
    ),
    Theme(
        "turn-order",
        "Turn order",
        (
            Topic(
                "turn_order",
                "Win share by place in the turn order",
                ("win_share",),
                group="place",
                notes="Places count from the first player of day 1, clockwise.",
            ),
        ),
    ),
    Theme(
        "tears",
        "Tears",
        (
            Topic(
                "tears",
                "Tears by day, and eliminations",
                (
                    "tears_taken",
                    "tears_held",
                    "tears_day*",
                    "eliminated*",
                    "seats_with_*_tears",
                    "tear_decided*",
                ),
            ),
            Topic("tears_by_cause", "Tears by cause", ("tears_*", "chain")),
        ),
    ),
    Theme(
        "launches",
        "Launches and ads",
        (
            Topic(
                "launches",
                "Launches",
                ("launches*", "first_visits", "second_visits", "second_to_ad"),
            ),
            Topic(
                "ads",
                "Advertising",
                (
                    "ads_placed*",
                    "met_ads*",
                    "failed_ads*",
                    "ads_lifted",
                    "met_share",
                    "ad_book*",
                    "shut_out",
                ),
            ),
        ),
    ),
    Theme(
        "course",
        "Length and course of the game",
        (
            Topic(
                "course",
                "Length and course of the game",
                (
                    "turns",
                    "decisions*",
                    "forced*",
                    "lead_changes*",
                    "margin",
                    "trailing",
                    "comeback_*",
                    "no_winner",
                    "shared_win",
                    "win_share",
                    "visit_lift",
                ),
            ),
        ),
    ),
    Theme(
        "cards",
        "Cards and components",
        (
            Topic("cards", "Which cards are taken new", ("take_rate_*",)),
            Topic("past_cards", "Past cards", ("past_*",)),
            Topic("out_of_stock", "Turns that begin with none of a type", ("out_of_stock_*",)),
        ),
    ),
    Theme(
        "trips",
        "Trips",
        (
            Topic("visits", "Visits to each trip", ("visits",), ITEMS),
            Topic(
                "relative_lift",
                "Win lift of each trip, less that of any visit",
                (RELATIVE_LIFT,),
                ITEMS,
                notes=(
                    "How much more often visitors of the trip win than visitors of any. It is seen, "
                    "not caused: it says who visits, and prices no trip."
                ),
            ),
        ),
        "Trips that all set-ups have, per game in which the trip is on the board.",
    ),
    Theme("other", "Other numbers", (Topic("other", "Other numbers", ("*",)),)),
)


def of_topic(frame: pl.DataFrame, topic: Topic) -> pl.DataFrame:
    """The rows of a table that belong to a topic, in its order, set-ups of one number together."""
    places = {
        key: topic.place(*key)
        for key in frame.select("metric", "group").unique().iter_rows()
        if _home(topic.table, *key) is topic
    }
    chosen = pl.struct("metric", "group").map_elements(
        lambda row: places.get((row["metric"], row["group"])), pl.Int64
    )
    return (
        frame.with_row_index("row")
        .with_columns(chosen.alias("place"))
        .filter(pl.col("place").is_not_null())
        .with_columns(pl.col("row").min().over("metric", "group", "index").alias("first"))
        .sort("place", "first", "row")
        .drop("row", "place", "first")
    )


def main_only(frame: pl.DataFrame, study: Study) -> pl.DataFrame:
    """The rows of the numbers that say most of a set-up (`headline` of the manifest), in its order.

    Of a number that is known by place the places, and not the mean of all seats.
    """
    order = {metric: place for place, metric in enumerate(stated(study, "headline"))}
    by_place = frame.filter(group="place")["metric"].unique().to_list()
    return (
        frame.filter(pl.col("metric").is_in([*order]) & (pl.col("group") != "item"))
        .filter((pl.col("group") == "place") | ~pl.col("metric").is_in(by_place))
        .with_columns(pl.col("metric").replace_strict(order, return_dtype=pl.Int64).alias("place"))
        .sort("place", "index", maintain_order=True)
        .drop("place")
    )


def topics(themes: Sequence[Theme] = THEMES) -> list[Topic]:
    """All topics in order."""
    return [topic for theme in themes for topic in theme.topics]


def _home(table: str, metric: str, group: str) -> Topic | None:
    """The topic that a number belongs to."""
    return next(
        (
            topic
            for topic in topics()
            if topic.table == table and topic.place(metric, group) is not None
        ),
        None,
    )
