"""The numbers of Loop, Inc.: what metrics.md defines, as expressions over the facts of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import polars as pl

from loopsim.kernels.loop_inc.columns import COLUMNS, WIN_SHARE_UNIT
from loopsim.kernels.loop_inc.layout import MOST_STEPS
from loopsim.kernels.loop_inc.names import CAUSES, NEW_KINDS, TYPES
from loopsim.measures import Derived, Histogram, Measures, Metric, Telling


def col(name: str) -> pl.Expr:
    """A fact, wide enough to calculate with."""
    return pl.col(name).cast(pl.Int32)


def total(names: list[str]) -> pl.Expr:
    """The sum of facts whose sum still fits their small type (tears, cards, launches of one seat)."""
    return pl.sum_horizontal(names)


def measures(players: int, days: int, rules: Mapping[str, Any]) -> Measures:
    """What a run of Loop, Inc. measures; `rules`: those in force."""
    return Measures(
        columns=COLUMNS,
        derived=[*_derived_of_seats(days), *_derived_of_trips(days)],
        metrics=_limited(
            players,
            days,
            rules,
            [
                *_of_games(players, days),
                *_of_scores(rules["waste_cost"], rules["ad_penalty"]),
                *_of_tears(days, len(rules["tear_costs"]) + 1),
                *_of_launches(days),
                *_of_ads(days, rules["ad_bonus"], rules["ad_penalty"]),
                *_of_cards(),
                *_of_trips(days),
            ],
        ),
        histograms=_histograms(),
        telling=_telling(players, days),
        items="trips",
        item="trip",
        wide_seats=[
            "win_share",
            "turns_behind",
            "tears_taken",
            "eliminated_day",
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
    of_seat = {
        "tears": turns + 2 * machines,
        "launches": machines,
        "ads": MOST_STEPS**2 * (turns + machines),
        "tokens": len(TYPES) * rules["tokens_per_type"] * days,
    }
    of_game = {"turns": players * turns, "changes": players * turns}
    return [
        metric
        if metric.ratio or (limit := (of_seat | of_game).get(metric.unit)) is None
        else replace(metric, limit=limit)
        for metric in metrics
    ]


# --- derived columns


def _by_day(name: str, days: int) -> list[str]:
    return [f"{name}_day{day}" for day in range(1, days + 1)]


def _derived_of_seats(days: int) -> list[Derived]:
    def derived(name: str, value: pl.Expr, unit: str, meaning: str) -> Derived:
        return Derived(name, "seats", value, unit, meaning)

    columns = [
        derived(
            f"tears_{cause}",
            total(_by_day(f"tears_{cause}", days)),
            "tears",
            f"tears taken by cause {cause}, all days",
        )
        for cause in CAUSES
    ]
    columns += [
        derived(
            f"tears_day{day}",
            total([f"tears_{cause}_day{day}" for cause in CAUSES]),
            "tears",
            f"tears taken on day {day}, all causes",
        )
        for day in range(1, days + 1)
    ]
    sums = [
        ("tears_taken", "tears", "tears", "tears taken"),
        ("launches", "launches", "launches", "launches"),
        ("ads_placed", "ads_placed", "ads", "ads put on trips"),
        ("met_ads", "met_ads", "ads", "ads met"),
        ("failed_ads", "failed_ads", "ads", "ads not met"),
    ]
    columns += [
        derived(name, total(_by_day(part, days)), unit, f"{meaning}, all days")
        for name, part, unit, meaning in sums
    ]
    return [
        *columns,
        derived(
            "tears_held",
            col("tears_taken") - col("tears_discarded"),
            "tears",
            "tears at the end: taken less given back",
        ),
        derived(
            "waste",
            col("waste_made") - col("waste_discarded"),
            "tokens",
            "waste tokens at the end: made less discarded",
        ),
        derived("first", col("launches") - col("second"), "launches", "launches without a tear"),
        derived(
            "new_cards", total([f"new_{kind}" for kind in NEW_KINDS]), "cards", "cards taken new"
        ),
    ]


def _derived_of_trips(days: int) -> list[Derived]:
    return [
        Derived("visits", "trips", total(_by_day("visits", days)), "visits", "visits, all days"),
        Derived("first", "trips", col("visits") - col("second"), "visits", "visits without a tear"),
        Derived("tears", "trips", col("second"), "tears", "tears that the trip cost its visitors"),
    ]


# --- a game (metrics.md 3, visit_lift of 5)


def _of_games(players: int, days: int) -> list[Metric]:
    def metric(name: str, y: pl.Expr, title: str, unit: str, meaning: str, **more: Any) -> Metric:
        return Metric(name, "games", y, title, unit, meaning, **more)

    seats = range(players)
    metrics = [
        metric("turns", col("turns"), "Turns", "turns", "cards played by all seats"),
        metric(
            "decisions",
            col("decisions"),
            "Decisions",
            "nodes",
            "choices between two options or more",
        ),
        metric("forced", col("forced"), "Forced choices", "nodes", "nodes with exactly one option"),
        metric(
            "forced_turns",
            col("forced_turns"),
            "Forced turns",
            "share",
            "turns without a decision / turns",
            x=col("turns"),
        ),
        metric(
            "lead_changes",
            col("lead_changes"),
            "Lead changes by day",
            "changes",
            "the seat that led alone last passes to another, looked at after each day",
        ),
        metric(
            "lead_changes_turn",
            col("lead_changes_turn"),
            "Lead changes by turn",
            "changes",
            "the seat that led alone last passes to another, looked at after each turn",
        ),
        metric(
            "margin",
            col("margin"),
            "Margin",
            "points",
            "best less second-best score of survivors, in games with two or more",
            x=col("survivors") >= 2,
        ),
        metric(
            "no_winner",
            col("winners") == 0,
            "No winner",
            "share",
            "games in which all are eliminated",
            share=True,
        ),
        metric(
            "shared_win",
            col("winners") >= 2,
            "Shared win",
            "share",
            "games with two winners or more",
            share=True,
        ),
        metric(
            "trailing",
            pl.sum_horizontal(
                [col(f"win_share_at{o}") * col(f"turns_behind_at{o}") for o in seats]
            ),
            "Winner behind",
            "share",
            "turns at which a winner-to-be does not lead / turns, winners weighted by win share",
            x=pl.sum_horizontal([col(f"win_share_at{o}") for o in seats]) * col("turns"),
        ),
        metric(
            "visit_lift",
            col("all_lift"),
            "Lift of any visit",
            "win share",
            "win share of visitors less 1/n, over all visits to all trips",
            x=col("all_visitors"),
            scale=WIN_SHARE_UNIT,
            signed=True,
        ),
    ]
    return metrics + [
        metric(
            f"comeback_day{day}",
            pl.sum_horizontal(
                [is_last * col(f"win_share_at{o}") for o, is_last in enumerate(last)]
            ),
            f"Win share of the last after day {day}",
            "win share",
            f"win share of a seat that was last alone after day {day}; equal share 1/n",
            x=pl.sum_horizontal(last),
            scale=WIN_SHARE_UNIT,
        )
        for day in range(1, days)
        for last in [_last_alone(players, day)]
    ]


def _in_play(players: int, day: int) -> list[pl.Expr]:
    """Of each place, its score after a day; null once it is eliminated."""
    return [
        pl.when((col(f"eliminated_day_at{o}") == 0) | (col(f"eliminated_day_at{o}") > day)).then(
            col(f"score_after_day{day}_at{o}")
        )
        for o in range(players)
    ]


def _last_alone(players: int, day: int) -> list[pl.Expr]:
    """Of each place, 1 if after the day it alone has the lowest score of two seats or more in play."""
    scores = _in_play(players, day)
    lowest = pl.min_horizontal(scores)
    at_lowest = [(score == lowest).fill_null(False).cast(pl.Int32) for score in scores]
    in_play = pl.sum_horizontal([score.is_not_null().cast(pl.Int32) for score in scores])
    alone = (pl.sum_horizontal(at_lowest) == 1) & (in_play >= 2)
    return [here * alone.cast(pl.Int32) for here in at_lowest]


# --- a seat


def _seat(
    name: str, title: str, unit: str, meaning: str, y: pl.Expr | None = None, **more: Any
) -> Metric:
    return Metric(name, "seats", col(name) if y is None else y, title, unit, meaning, **more)


def _of_scores(waste_cost: int, ad_penalty: int) -> list[Metric]:
    alive = col("eliminated") == 0
    return [
        _seat(
            "win_share",
            "Win share",
            "win share",
            "1/k for each of k winners, else 0",
            share=True,
            scale=WIN_SHARE_UNIT,
        ),
        _seat("score", "Score", "points", "final score, the eliminated included", signed=True),
        _seat(
            "survivor_score",
            "Score of survivors",
            "points",
            "final score of the seats not eliminated",
            y=alive.cast(pl.Int32) * col("score"),
            x=alive,
            signed=True,
        ),
        _seat("trip_points", "Trip points", "points", "points of trips"),
        _seat("office_points", "Office points", "points", "points of Office cards"),
        _seat(
            "effect_points",
            "Effect points",
            "points",
            "points of anomalies and bonuses",
            signed=True,
        ),
        _seat("penalty", "Penalty", "points", "tears, waste and failed ads; positive"),
        _seat(
            "tear_points",
            "Cost of tears",
            "points",
            "what the tears held at the end cost; positive",
            y=col("penalty") - waste_cost * col("waste") - ad_penalty * col("failed_ads"),
        ),
        _seat("waste", "Waste", "tokens", "waste tokens held at the end"),
        _seat("eliminated", "Eliminated", "share", "seats with a tear too many", share=True),
    ]


def _of_tears(days: int, too_many: int) -> list[Metric]:
    """`too_many`: held tears that eliminate (LI-50)."""
    metrics = [
        _seat("tears_taken", "Tears taken", "tears", "tears taken, given back or not"),
        _seat("tears_held", "Tears held", "tears", "tears held at the end"),
        _seat(
            "chain",
            "Chained tears",
            "share",
            "tears from a card that had torn on an earlier day / tears",
            y=col("chain_tears"),
            x=col("tears_taken"),
        ),
    ]
    metrics += [
        _seat(
            f"tears_{cause}",
            f"Tears: {cause.replace('_', ' ')}",
            "tears",
            f"tears taken by cause {cause}",
            family="tears_by_cause",
            label=cause,
        )
        for cause in CAUSES
    ]
    metrics += [
        _seat(
            f"tears_day{day}",
            f"Tears on day {day}",
            "tears",
            f"tears taken on day {day}",
            family="tears_by_day",
            label=f"day{day}",
        )
        for day in range(1, days + 1)
    ]
    metrics += [
        _seat(
            f"tears_{cause}_day{day}",
            f"Tears on day {day}: {cause.replace('_', ' ')}",
            "tears",
            f"tears taken by cause {cause} on day {day}",
            family="tears_by_cause_and_day",
            label=f"{cause}_day{day}",
            detail=True,
        )
        for cause in CAUSES
        for day in range(1, days + 1)
    ]
    metrics += [
        _seat(
            f"seats_with_{tears}_tears",
            f"Players with {tears} tears",
            "share",
            f"seats that hold {tears} tears at the end"
            f"{', which eliminates' if tears == too_many else ''}",
            y=col("tears_held") == tears,
            share=True,
            family="seats_by_tears",
            label=str(tears),
        )
        for tears in range(too_many + 1)
    ]
    return metrics + [
        _seat(
            f"eliminated_day{day}",
            f"Eliminated on day {day}",
            "share",
            f"seats eliminated on day {day}",
            y=col("eliminated_day") == day,
            share=True,
            family="eliminated_by_day",
            label=f"day{day}",
        )
        for day in range(1, days + 1)
    ]


def _of_launches(days: int) -> list[Metric]:
    return [
        _seat("launches", "Launches", "launches", "launches"),
        *(
            _seat(
                f"launches_day{day}", f"Launches on day {day}", "launches", f"launches on day {day}"
            )
            for day in range(1, days + 1)
        ),
        _seat(
            "first_visits", "First visits", "launches", "launches without a tear", y=col("first")
        ),
        _seat(
            "second_visits",
            "Second visits",
            "launches",
            "launches that cost a tear",
            y=col("second"),
        ),
    ]


def _of_ads(days: int, bonus: int, penalty: int) -> list[Metric]:
    def account(day: str) -> pl.Expr:
        return bonus * col(f"met_ads{day}") - penalty * col(f"failed_ads{day}")

    metrics = [
        _seat("ads_placed", "Ads placed", "ads", "ads put on trips"),
        _seat("met_ads", "Met ads", "ads", "ads met by a launch of their owner"),
        _seat("failed_ads", "Failed ads", "ads", "ads not met at day end"),
        _seat(
            "ads_lifted", "Lifted ads", "ads", "ads taken off the board with their eliminated owner"
        ),
        _seat(
            "met_share",
            "Share of ads met",
            "share",
            "met ads / ads placed",
            y=col("met_ads"),
            x=col("ads_placed"),
        ),
        _seat(
            "ad_book",
            "Account of an ad",
            "points",
            "(bonus of met ads less penalty of failed ads) / ads placed",
            y=account(""),
            x=col("ads_placed"),
            signed=True,
        ),
    ]
    for day in _by_day("", days):
        label = day.removeprefix("_")
        on = f" on {label.replace('day', 'day ')}"
        metrics += [
            _seat(f"ads_placed{day}", f"Ads placed{on}", "ads", f"ads put on trips{on}"),
            _seat(f"met_ads{day}", f"Met ads{on}", "ads", f"ads met{on}"),
            _seat(f"failed_ads{day}", f"Failed ads{on}", "ads", f"ads not met{on}"),
            _seat(
                f"ad_book{day}",
                f"Account of an ad{on}",
                "points",
                f"(bonus of met ads less penalty of failed ads){on} / ads placed{on}",
                y=account(day),
                x=col(f"ads_placed{day}"),
                signed=True,
                family="ad_book_by_day",
                label=label,
            ),
        ]
    return metrics


def _of_cards() -> list[Metric]:
    return [
        _seat(
            f"take_rate_{kind}",
            f"New cards: {'trash or Office' if kind == 'trash' else kind}",
            "share",
            f"new cards of the kind {kind} / new cards",
            y=col(f"new_{kind}"),
            x=col("new_cards"),
            family="take_rate",
            label=kind,
        )
        for kind in NEW_KINDS
    ]


# --- a trip (metrics.md 5)


def _of_trips(days: int) -> list[Metric]:
    def per_game(name: str, title: str, unit: str, meaning: str) -> Metric:
        meaning = f"{meaning}, per game with the trip"
        return Metric(name, "items", col(name), title, unit, meaning, per_item=True)

    return [
        Metric(
            "dealt",
            "items",
            pl.repeat(1, pl.len()),
            "Dealt",
            "share",
            "games with the trip on the board",
            share=True,
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
        per_game("tears", "Tears", "tears", "tears that it cost its visitors"),
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


# --- histograms and telling games


def _histograms() -> list[Histogram]:
    games = ("turns", "Turns"), ("decisions", "Decisions")
    seats = ("tears_taken", "Tears taken"), ("tears_held", "Tears held"), ("launches", "Launches")
    return [
        Histogram("margin", "games", col("margin"), "Margin", where=col("survivors") >= 2),
        *(Histogram(name, "games", col(name), title) for name, title in games),
        Histogram("score", "seats", col("score"), "Score", by_place=True),
        *(Histogram(name, "seats", col(name), title) for name, title in seats),
    ]


def _telling(players: int, days: int) -> list[Telling]:
    seats = range(players)
    deficits = []
    for day in range(1, days):
        best = pl.max_horizontal(_in_play(players, day))
        deficits += [
            pl.when(col(f"win_share_at{o}") > 0).then(best - col(f"score_after_day{day}_at{o}"))
            for o in seats
        ]
    comeback = []
    if deficits:  # with a single day there is no earlier one
        comeback.append(
            Telling(
                "comeback",
                pl.max_horizontal(deficits),
                True,
                "Biggest comeback: points a winner was behind at the end of an earlier day",
                where=col("winners") >= 1,
            )
        )
    return [
        Telling(
            "closest",
            col("margin"),
            False,
            "Closest: points of margin",
            where=col("survivors") >= 2,
        ),
        *comeback,
        Telling(
            "lead_changes",
            col("lead_changes_turn"),
            True,
            "Most open: changes of the lead, looked at after each turn",
        ),
        Telling(
            "most_tears",
            pl.sum_horizontal([col(f"tears_taken_at{o}") for o in seats]),
            True,
            "Most tears, of all players together",
        ),
        Telling("longest", col("turns"), True, "Longest: turns"),
    ]
