"""The numbers of Loop, Inc.: what metrics.md defines, as expressions over the facts of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from loopsim.games.loop_inc.derived import col, derived_of_games, derived_of_seats, derived_of_trips
from loopsim.games.loop_inc.metrics_of_games import of_games, telling_games
from loopsim.games.loop_inc.metrics_of_seats import of_seats
from loopsim.games.loop_inc.metrics_of_trips import of_trips
from loopsim.kernels.loop_inc.columns import COLUMNS
from loopsim.kernels.loop_inc.layout import MOST_STEPS
from loopsim.kernels.loop_inc.names import TYPES
from loopsim.measures import Histogram, Measures, Metric


def measures(players: int, days: int, rules: Mapping[str, Any]) -> Measures:
    """What a run of Loop, Inc. measures; `rules`: those in force."""
    return Measures(
        columns=COLUMNS,
        derived=[*derived_of_games(days), *derived_of_seats(days), *derived_of_trips(days)],
        metrics=_limited(
            players,
            days,
            rules,
            [
                *of_games(players, days),
                *of_seats(days, rules),
                *of_trips(days),
            ],
        ),
        histograms=_histograms(),
        telling=telling_games(players, days),
        items="trips",
        item="trip",
        wide_seats=[
            "win_share",
            "turns_behind",
            "tears_taken",
            "eliminated_day",
            "led_when_out",
            "tear_decided",
            *(f"score_after_day{day}" for day in range(1, days)),
        ],
        wide_items=["lift", "visitors"],
        compared_items=["visits"],
        headline=[
            "score",
            "win_share",
            "tears_taken",
            "eliminated",
            "launches",
            "ads_placed",
            "met_share",
            "margin",
            "lead_changes",
            "decisions",
        ],
        # how long, how close and how open a game is, and how much of what happens in it
        typical=[
            "turns",
            "decisions",
            "lead_changes_turn",
            "margin",
            "score",
            "tears_taken",
            "launches",
            "ads_placed",
        ],
    )


def _limited(
    players: int, days: int, rules: Mapping[str, Any], metrics: list[Metric]
) -> list[Metric]:
    """Means that count things with what they cannot be more than, by their units.

    A seat has as many turns as cards: new ones on each day, and those of the days before. A card and a
    bonus cost a tear each at most (LI-25c), a launch another; a card has up to three steps, each of which may repeat a card of as many (LI-25e).
    """
    machines = sum(rules["machines_by_day"])
    turns = rules["new_per_day"] * days * (days + 1) // 2
    steps = MOST_STEPS**2 * (turns + machines)
    of_seat = {
        "turns": turns,
        "cards": turns,
        "tears": turns + 2 * machines,
        "launches": machines,
        "ads": steps,
        "tokens": max(steps, len(TYPES) * rules["tokens_per_type"] * days),  # taken, or waste
    }
    of_game = {"turns": players * turns, "changes": players * turns}
    limits = {"seats": of_seat, "games": of_game, "items": {}}
    return [
        metric
        if metric.ratio or (limit := limits[metric.level].get(metric.unit)) is None
        else replace(metric, limit=limit)
        for metric in metrics
    ]


def _histograms() -> list[Histogram]:
    games = ("turns", "Turns"), ("decisions", "Decisions")
    seats = ("tears_taken", "Tears taken"), ("tears_held", "Tears held"), ("launches", "Launches")
    return [
        Histogram("margin", "games", col("margin"), "Margin", where=col("survivors") >= 2),
        *(Histogram(name, "games", col(name), title) for name, title in games),
        Histogram("score", "seats", col("score"), "Score", by_place=True),
        *(Histogram(name, "seats", col(name), title) for name, title in seats),
    ]
