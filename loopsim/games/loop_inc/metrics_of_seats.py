"""The numbers of a seat: scores, tears, launches, ads, cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from loopsim.games.loop_inc.derived import by_day, col
from loopsim.kernels.loop_inc.columns import WIN_SHARE_UNIT
from loopsim.kernels.loop_inc.names import CAUSES, NEW_KINDS, TYPES
from loopsim.measures import Metric


def of_seats(days: int, rules: Mapping[str, Any]) -> list[Metric]:
    """The metrics of a seat; `rules`: those in force."""
    return [
        *_of_scores(rules["waste_cost"], rules["ad_penalty"]),
        *_of_tears(days, len(rules["tear_costs"]) + 1),
        *_of_launches(days),
        *_of_ads(days, rules["ad_bonus"], rules["ad_penalty"]),
        *_of_cards(days),
        *_of_past_cards(),
        *_of_components(days),
    ]


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
            same_as="second_visits" if cause == "second_visitor" else "",  # LI-42
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
            by_place=True,
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
            same_as="eliminated" if tears == too_many else "",
        )
        for tears in range(too_many + 1)
    ]
    metrics += _of_tears_that_decide(days)
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


def _of_tears_that_decide(days: int) -> list[Metric]:
    """Of the seats that one tear cost the win, in all, and by what that tear was (metrics.md 13)."""
    decided = col("tear_decided") == 1
    what = "seats without the win that would win or share but for the cost of their last tear"
    return [
        _seat("tear_decided_seat", "Win missed by a tear", "share", what, y=decided, share=True),
        *(
            _seat(
                f"tear_decided_{cause}",
                f"Win missed by a tear: {cause.replace('_', ' ')}",
                "share",
                f"{what}, of cause {cause}",
                y=decided & (col("last_tear_cause") == code),
                share=True,
                family="tear_decided_by_cause",
                label=cause,
            )
            for code, cause in enumerate(CAUSES, 1)
        ),
        *(
            _seat(
                f"tear_decided_day{day}",
                f"Win missed by a tear on day {day}",
                "share",
                f"{what}, taken on day {day}",
                y=decided & (col("last_tear_day") == day),
                share=True,
                family="tear_decided_by_day",
                label=f"day{day}",
                detail=True,
            )
            for day in range(1, days + 1)
        ),
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
        _seat(
            "second_to_ad",
            "Second to an ad",
            "launches",
            "launches that cost a tear for a rival's ad alone: no rival had visited that day",
        ),
        _seat(
            "shut_out",
            "Turns shut out by an ad",
            "turns",
            "turns at whose launch a rival's ad took the last place of a trip that a machine was ready for",
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
    for day in by_day("", days):
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


def _of_cards(days: int) -> list[Metric]:
    metrics = [
        _seat(
            f"take_rate_{kind}",
            f"New cards: {_words(kind)}",
            "share",
            f"new cards of the kind {kind} / new cards",
            y=col(f"new_{kind}"),
            x=col("new_cards"),
            family="take_rate",
            label=kind,
        )
        for kind in NEW_KINDS
    ]
    return metrics + [
        _seat(
            f"take_rate_{kind}_day{day}",
            f"New cards on day {day}: {_words(kind)}",
            "share",
            f"new cards of the kind {kind} on day {day} / new cards on day {day}",
            y=col(f"new_{kind}_day{day}"),
            x=col(f"new_cards_day{day}"),
            family="take_rate_by_day",
            label=f"{kind}_day{day}",
            detail=True,
        )
        for kind in NEW_KINDS
        for day in range(1, days + 1)
    ]


def _of_past_cards() -> list[Metric]:
    """What the past self makes a seat repeat (LI-12), and what comes of it (LI-13)."""
    what = "past cards whose action cost a tear when played again / past cards"
    metrics = [
        _seat("past_cards", "Past cards", "cards", "past cards played"),
        _seat("past_torn", "Past cards that tear", "share", what, x=col("past_cards")),
    ]
    for kind in NEW_KINDS:
        metrics += [
            _seat(
                f"past_{kind}",
                f"Past cards: {_words(kind)}",
                "cards",
                f"past cards played of the kind {kind}",
                family="past_cards",
                label=kind,
                detail=True,
            ),
            _seat(
                f"past_torn_{kind}",
                f"Past cards that tear: {_words(kind)}",
                "share",
                f"{what}, of the kind {kind}",
                x=col(f"past_{kind}"),
                family="past_torn",
                label=kind,
                detail=True,
            ),
        ]
    return metrics


def _of_components(days: int) -> list[Metric]:
    return [
        _seat("waste_made", "Waste made", "tokens", "waste tokens from launches"),
        *(
            _seat(
                f"waste_made_day{day}",
                f"Waste made on day {day}",
                "tokens",
                f"waste tokens from launches on day {day}",
            )
            for day in range(1, days + 1)
        ),
        *(
            _seat(
                f"taken_{kind}",
                f"Components taken: {kind}",
                "tokens",
                f"components of the type {kind} put into machines from the board or the box",
                family="components_taken",
                label=kind,
                detail=True,
            )
            for kind in TYPES
        ),
    ]


def _words(kind: str) -> str:
    """The kind of a card as titles have it."""
    return "trash or Office" if kind == "trash" else kind
