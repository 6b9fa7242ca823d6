"""What numbers are called in words, and which of them stand for the game."""

import loopsim as api
from loopsim import Result
from loopsim.gates import leaves
from loopsim.gates.titles import Rank
from tests.cli.program import BASE


def test_numbers_have_titles_with_the_place_bot_or_trip_that_they_are_of(run: Result) -> None:
    known = leaves.of_run(run)
    trip = next(item["trip"] for item in run.setting.items if item["key"] == "AD4.1")
    expected = {
        "per_game.margin": "Margin",
        "per_seat.tears_taken": "Tears taken",
        "seats_by_tears.2": "Players with 2 tears",
        "by_order.0.tears_taken": "Tears taken, place 1",
        "by_order.1.seats_by_tears.2": "Players with 2 tears, place 2",
        "by_bot.greedy.score": "Score, greedy",
        "win_share_by_order.1": "Win share, place 2",
        "order_effect.0": "Win share less the mean, place 1",
        "order_spread": "Spread of win shares over the turn order",
        "quantiles.margin.q05": "Margin, 5 % quantile",
        "quantiles.score.1.q95": "Score, place 2, 95 % quantile",
        "trips.AD4.1.visits_day1": f"{trip}: visits on day 1",
        "trips.AD4.1.visit_lift": f"{trip}: lift of any visit",
        "trips.AD4.1.relative_lift": f"{trip}: win lift less that of any visit",
    }
    assert {name: known[name].title for name in expected} == expected
    assert all(number.title for number in known.values())


def test_the_course_of_games_has_titles_too() -> None:
    setup = {"games": 20, "players": 2, "bots": "random", "win_probability": 20}
    known = leaves.of_run(api.run(BASE, seed=1, **setup))
    assert known["course.drama"].title == "Drama"
    assert all(number.title for number in known.values())


def test_the_numbers_that_stand_for_the_game_are_those_of_all_seats_and_win_shares_by_place(
    run: Result,
) -> None:
    by_rank: dict[Rank, set[str]] = {rank: set() for rank in Rank}
    for number in leaves.of_run(run).values():
        by_rank[number.rank].add(number.name)
    main = by_rank[Rank.MAIN]
    of_seats = ["score", "tears_taken", "eliminated", "launches", "ads_placed", "met_share"]
    of_games = ["margin", "lead_changes", "decisions"]
    assert main == {
        *(f"per_seat.{name}" for name in of_seats),
        *(f"per_game.{name}" for name in of_games),
        *(f"{name}{place}" for name in ("win_share_by_order.",) for place in (0, 1)),
        *(f"by_order.{place}.win_share" for place in (0, 1)),
    }
    assert by_rank[Rank.DEALT] == {f"trips.{item['key']}.dealt" for item in run.setting.items}


def test_the_number_of_one_place_or_bot_names_that_of_all(run: Result) -> None:
    known = leaves.of_run(run)
    whole = {
        "by_order.0.score": "per_seat.score",
        "by_order.1.take_rate.anomaly": "take_rate.anomaly",
        "by_bot.greedy.score": "per_seat.score",
        "order_effect.1": "win_share_by_order.1",
        "win_share_by_order.1": "",
        "per_seat.score": "",
        "trips.AD4.1.visits": "",
    }
    assert {name: known[name].whole for name in whole} == whole
    assert {number.whole for number in known.values()} - {""} <= {*known}
