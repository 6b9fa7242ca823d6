"""The accounts of metrics.md 2: what must hold in every game and seat of any run."""

from collections.abc import Mapping
from typing import Any

import polars as pl

from loopsim.kernels.loop_inc.columns import WIN_SHARE_UNIT
from loopsim.kernels.loop_inc.names import CAUSES, NEW_KINDS, TYPES

Frame = pl.DataFrame | pl.LazyFrame


def check_accounts(games: Frame, seats: Frame, trips: Frame, rules: Mapping[str, Any]) -> None:
    """Raise AssertionError with the first games that break an account.

    The frames are those of a `Result`, derived columns included; `rules` has tear_costs,
    waste_cost, ad_bonus and ad_penalty.
    """
    games, seats, trips = (_wide_integers(frame) for frame in (games, seats, trips))
    days = sum(name.startswith("launches_day") for name in seats.columns)
    for name, holds in _of_seats(rules, days).items():
        _check(name, seats.filter(~holds))
    for name, holds in _of_trips().items():
        _check(name, trips.filter(~holds))
    table = games.join(_over_seats(seats, days), on="game", how="full", coalesce=True)
    table = table.join(_over_trips(trips, days), on="game", how="full", coalesce=True)
    _check(
        "every game has its seats and trips", table.filter(pl.any_horizontal(pl.all().is_null()))
    )
    for name, holds in _of_games(days).items():
        _check(name, table.filter(~holds))


def _wide_integers(frame: Frame) -> pl.DataFrame:
    """All columns as 64-bit integers, so that no difference wraps around."""
    return frame.lazy().with_columns(pl.all().cast(pl.Int64)).collect()


def _check(name: str, broken: pl.DataFrame) -> None:
    assert broken.is_empty(), (
        f"{name}: broken in {broken.height} rows, first\n{broken.row(0, named=True)}"
    )


def _of_seats(rules: Mapping[str, Any], days: int) -> dict[str, pl.Expr]:
    c = pl.col
    costs = [0, *rules["tear_costs"]]
    tear_cost = c("tears_held").map_elements(
        lambda held: costs[min(held, len(costs) - 1)], return_dtype=pl.Int64
    )

    def by_day(name: str) -> pl.Expr:
        return pl.sum_horizontal([f"{name}_day{day}" for day in range(1, days + 1)])

    listed = range(1, days + 1)
    cells = [f"tears_{cause}_day{day}" for cause in CAUSES for day in listed]
    return {
        "score = its parts": c("score")
        == c("trip_points")
        + rules["ad_bonus"] * by_day("met_ads")
        + c("office_points")
        + c("effect_points")
        - c("penalty"),
        "penalty = tears, waste and failed ads": c("penalty")
        == tear_cost
        + rules["waste_cost"] * c("waste")
        + rules["ad_penalty"] * by_day("failed_ads"),
        "tears_taken = tears by cause and day": c("tears_taken") == pl.sum_horizontal(cells),
        "tears_held = taken less discarded": (c("tears_held") >= 0)
        & (c("tears_held") == c("tears_taken") - c("tears_discarded")),
        "waste = made less discarded": (c("waste") >= 0)
        & (c("waste") == by_day("waste_made") - c("waste_discarded")),
        "ads placed = met + failed + lifted": by_day("ads_placed")
        == by_day("met_ads") + by_day("failed_ads") + c("ads_lifted"),
        "only the eliminated have lifted ads": (c("ads_lifted") == 0) | (c("eliminated") == 1),
        "launches = first + second": (by_day("launches") == c("first") + c("second"))
        & (c("first") >= 0),
        "second = tears of second visits": c("second")
        == pl.sum_horizontal([f"tears_second_visitor_day{day}" for day in range(1, days + 1)]),
        "chained tears are tears": c("chain_tears") <= c("tears_taken"),
        "eliminated = one tear too many": (c("eliminated") == 1) == (c("tears_held") >= len(costs)),
        "eliminated on a day, or not": (c("eliminated") == 1) == (c("eliminated_day") > 0),
        "new cards = their kinds": c("new_cards")
        == pl.sum_horizontal([f"new_{kind}_day{day}" for kind in NEW_KINDS for day in listed]),
        "turns = new cards and past ones": c("turns") == c("new_cards") + c("past_cards"),
        "past cards that tear are past cards": pl.all_horizontal(
            [c(f"past_torn_{kind}") <= c(f"past_{kind}") for kind in NEW_KINDS]
        ),
        "past cards that tear are tears": c("past_torn") <= c("tears_taken"),
        "a last tear if there is one": pl.all_horizontal(
            [
                (c("tears_taken") > 0) == (c(name) > 0)
                for name in ("last_tear_cause", "last_tear_day")
            ]
        ),
        "the last tear is one of its cause and day": pl.all_horizontal(
            [
                (c("last_tear_cause") != code)
                | (c("last_tear_day") != day)
                | (c(f"tears_{cause}_day{day}") > 0)
                for code, cause in enumerate(CAUSES, 1)
                for day in listed
            ]
        ),
        "a tear decides only for who holds one, survives and does not win": (c("tear_decided") == 0)
        | ((c("tears_held") > 0) & (c("eliminated") == 0) & (c("win_share") == 0)),
        "only the eliminated led when they went": c("led_when_out") <= c("eliminated"),
        "second to an ad is second": c("second_to_ad") <= c("second"),
        "turns shut out are turns": c("shut_out") <= c("turns"),
        "the eliminated win nothing": (c("eliminated") == 0) | (c("win_share") == 0),
        "every winner has rank 1": (c("win_share") == 0) | (c("rank") == 1),
    }


def _of_trips() -> dict[str, pl.Expr]:
    c = pl.col
    return {
        "visits = first + second": (c("visits") == c("first") + c("second")) & (c("first") >= 0),
        "visitors visit": (c("visitors") <= c("visits"))
        & ((c("visits") > 0) == (c("visitors") > 0)),
    }


def _over_seats(seats: pl.DataFrame, days: int) -> pl.DataFrame:
    """Sums over the seats of each game, under the name ``seats_<column>``."""
    names = ["turns", "decisions", "forced", "win_share", "second", "ads_placed", "eliminated"]
    names += [f"launches_day{day}" for day in range(1, days + 1)]
    return seats.group_by("game").agg(
        *(pl.col(name).sum().alias(f"seats_{name}") for name in names),
        (pl.col("win_share") > 0).sum().cast(pl.Int64).alias("seats_winning"),
        pl.len().cast(pl.Int64).alias("n"),
        (pl.col("place").sort() == pl.int_range(pl.len())).all().alias("seats_places"),
        (pl.col("seat").sort() == pl.int_range(pl.len())).all().alias("seats_seats"),
        pl.col("seat").filter(pl.col("place") == 0).first().alias("seats_first"),
    )


def _over_trips(trips: pl.DataFrame, days: int) -> pl.DataFrame:
    """Sums over the trips of each game, under the name ``trips_<column>``."""
    names = ["tears", "second", "ads", *(f"visits_day{day}" for day in range(1, days + 1))]
    return trips.group_by("game").agg(
        *(pl.col(name).sum().alias(f"trips_{name}") for name in names),
        (pl.col("trip").n_unique() == pl.len()).alias("trips_different"),
    )


def _of_games(days: int) -> dict[str, pl.Expr]:
    c = pl.col
    return {
        "played to the end": c("outcome") == 0,
        "places 0 … n-1": c("seats_places"),
        "seats 0 … n-1": c("seats_seats"),
        "place 0 is the first player": c("seats_first") == c("first"),
        "turns = those of the seats": c("turns") == c("seats_turns"),
        "decisions = those of the seats": c("decisions") == c("seats_decisions"),
        "forced = those of the seats": c("forced") == c("seats_forced"),
        "out of stock at turns of the day": pl.all_horizontal(
            [
                c(f"out_of_stock_{kind}_day{day}") <= c(f"turns_day{day}")
                for kind in TYPES
                for day in range(1, days + 1)
            ]
        ),
        "forced turns are turns": c("forced_turns") <= c("turns"),
        "survivors + eliminated = n": c("survivors") + c("seats_eliminated") == c("n"),
        "a winner unless all are out": (c("winners") > 0) == (c("survivors") > 0),
        "winners have a win share": c("winners") == c("seats_winning"),
        "win shares add up to 1": c("seats_win_share")
        == pl.when(c("winners") > 0).then(WIN_SHARE_UNIT).otherwise(0),
        "margin of two or more": (c("margin") >= 0) & ((c("survivors") >= 2) | (c("margin") == 0)),
        "a shared win has margin 0": (c("winners") < 2) | (c("margin") == 0),
        "tears of trips = second visits of seats": c("trips_tears") == c("seats_second"),
        "ads on trips = ads of seats": c("trips_ads") == c("seats_ads_placed"),
        "trips are dealt once": c("trips_different"),
        **{
            f"visits = launches on day {day}": c(f"trips_visits_day{day}")
            == c(f"seats_launches_day{day}")
            for day in range(1, days + 1)
        },
    }
