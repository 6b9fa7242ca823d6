"""Columns that are calculated from those of the facts, and how to calculate with facts."""

from __future__ import annotations

import polars as pl

from loopsim.kernels.loop_inc.names import CAUSES, NEW_KINDS, TYPES
from loopsim.measures import Derived


def col(name: str) -> pl.Expr:
    """A fact, wide enough to calculate with."""
    return pl.col(name).cast(pl.Int32)


def total(names: list[str]) -> pl.Expr:
    """The sum of facts whose sum still fits their small type (tears, cards, launches of one seat)."""
    return pl.sum_horizontal(names)


def by_day(name: str, days: int) -> list[str]:
    """The names of a fact of each day."""
    return [f"{name}_day{day}" for day in range(1, days + 1)]


def derived_of_games(days: int) -> list[Derived]:
    """Turns of all days."""
    return [
        Derived(
            "turns", "games", total(by_day("turns", days)), "turns", "cards played by all seats"
        ),
        *(
            Derived(
                f"out_of_stock_{kind}",
                "games",
                total(by_day(f"out_of_stock_{kind}", days)),
                "turns",
                f"turns that begin with no {kind} on the board, all days",
            )
            for kind in TYPES
        ),
    ]


def derived_of_seats(days: int) -> list[Derived]:
    """Sums over days and causes, and what is left at the end."""

    def derived(name: str, value: pl.Expr, unit: str, meaning: str) -> Derived:
        return Derived(name, "seats", value, unit, meaning)

    columns = [
        derived(
            f"tears_{cause}",
            total(by_day(f"tears_{cause}", days)),
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
    columns += [
        derived(
            f"new_{kind}",
            total(by_day(f"new_{kind}", days)),
            "cards",
            f"cards taken new of the kind {kind}, all days",
        )
        for kind in NEW_KINDS
    ]
    columns += [
        derived(
            f"new_cards_day{day}",
            total([f"new_{kind}_day{day}" for kind in NEW_KINDS]),
            "cards",
            f"cards taken new on day {day}",
        )
        for day in range(1, days + 1)
    ]
    sums = [
        ("tears_taken", "tears", "tears", "tears taken"),
        ("waste_made", "waste_made", "tokens", "waste tokens from launches"),
        ("launches", "launches", "launches", "launches"),
        ("ads_placed", "ads_placed", "ads", "ads put on trips"),
        ("met_ads", "met_ads", "ads", "ads met"),
        ("failed_ads", "failed_ads", "ads", "ads not met"),
    ]
    columns += [
        derived(name, total(by_day(part, days)), unit, f"{meaning}, all days")
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
        derived(
            "past_cards",
            total([f"past_{kind}" for kind in NEW_KINDS]),
            "cards",
            "past cards played",
        ),
        derived(
            "past_torn",
            total([f"past_torn_{kind}" for kind in NEW_KINDS]),
            "cards",
            "past cards played that cost a tear",
        ),
    ]


def derived_of_trips(days: int) -> list[Derived]:
    """Visits of all days, and what they cost."""
    return [
        Derived("visits", "trips", total(by_day("visits", days)), "visits", "visits, all days"),
        Derived("first", "trips", col("visits") - col("second"), "visits", "visits without a tear"),
        Derived("tears", "trips", col("second"), "tears", "tears that the trip cost its visitors"),
    ]
