"""What each question computes, against the JSON of the run, its facts, or numbers by hand."""

from dataclasses import replace
from typing import Any

import polars as pl
import pytest

from loopsim import stats
from loopsim.estimates import Estimates
from loopsim.reports.pages.sections import SECTIONS
from loopsim.reports.questions import (
    ad_account,
    ads,
    bots,
    margin,
    scores,
    shape,
    tears_by_cause,
    tears_per_player,
    trip_lift,
    trip_map,
    trip_visits,
    trips,
    turn_order,
)
from loopsim.results import Result
from loopsim.stats import Estimate
from tests.reports.names import AWKWARD_BOT, row

ALL = [question for section in SECTIONS for question in section.questions]


def number(frame: pl.DataFrame, name: str, **where: object) -> tuple[Any, float]:
    """Value and standard error as the JSON has them, read back from the interval."""
    found = row(frame, **where)
    value = found[name]
    half = max(found[f"{name}_high"] - value, value - found[f"{name}_low"])  # one may be cut at 0
    return value, half / 1.96


def of_json(data: dict[str, Any], factor: float = 1) -> tuple[Any, Any]:
    return pytest.approx(factor * data["mean"]), pytest.approx(abs(factor) * data["se"])


def test_shape_is_the_game_in_numbers(run: Result) -> None:
    frame, data = shape.compute(run.estimates), run.json()["per_game"]
    for metric in ("turns", "decisions", "lead_changes", "margin", "comeback_day2"):
        assert number(frame, "value", metric=metric) == of_json(data[metric])
    assert "of the games end without a winner" not in shape.find(frame, run.estimates)[0].text


def test_margin_counts_every_game_with_two_survivors(run: Result) -> None:
    frame = margin.compute(run.estimates)
    facts = run.games.filter(pl.col("survivors") >= 2).collect()["margin"]
    assert frame["games"].sum() == len(facts)
    assert row(frame, margin="0")["games"] == (facts == 0).sum()
    assert row(frame, margin="5")["share"] == pytest.approx((facts == 5).mean())
    assert row(frame, margin="16 or more")["games"] == (facts >= 16).sum() > 0


@pytest.mark.parametrize(
    ("margins", "said"),
    [
        ({1: 99, 4: 1}, "the winner is ahead by 1 point or more (the median);"),
        (
            {1: 50, 4: 50},
            "ahead by 1 point or more (the median; 95\N{NO-BREAK SPACE}% interval 1 to 4);",
        ),
    ],
)
def test_the_median_margin_is_true_of_at_least_half_of_the_games(
    margins: dict[int, int], said: str
) -> None:
    class Margins:
        def histogram(self, name: str) -> dict[int, int]:
            return margins

        def quantile(self, name: str, q: float) -> Estimate:
            return stats.quantile(margins, q)

    estimates: Any = Margins()
    (finding,) = margin.find(margin.compute(estimates), estimates)
    assert finding.text.startswith("In at least half of the games")
    assert said in finding.text


def test_score_parts_add_up_to_the_score(run: Result, awkward: Result) -> None:
    for result in (run, awkward):
        frame = scores.compute(result.estimates)
        parts = frame.filter(kind="part")["points"].sum()
        assert parts == pytest.approx(row(frame, part="score")["points"])


def test_scores_are_in_points_with_costs_negative(awkward: Result) -> None:
    frame, data = scores.compute(awkward.estimates), awkward.json()["per_seat"]
    for part, factor in (("met_ads", 1), ("waste", -1), ("failed_ads", -2), ("survivor_score", 1)):
        assert number(frame, "points", part=part) == of_json(data[part], factor)
    assert row(frame, part="office_points")["points"] > 0


def test_what_brings_and_costs_most_is_said_as_far_as_intervals_tell(run: Result) -> None:
    frame = scores.compute(run.estimates).filter(part="tears", kind="part")
    rows = [("a", 9.0, 0.5), ("b", 8.0, 0.2), ("c", -1.0, 0.1), ("d", -3.0, 0.5)]
    made = pl.concat(
        frame.with_columns(
            *(pl.lit(title).alias(name) for name in ("part", "title")),
            points=pl.lit(at),
            points_low=pl.lit(at - half),
            points_high=pl.lit(at + half),
        )
        for title, at, half in rows
    )
    totals = scores.compute(run.estimates).filter(kind="total")
    said = scores.find(pl.concat([made, totals]), run.estimates)[1].text
    assert said.replace("\N{NO-BREAK SPACE}", " ") == (
        "Most is gained by a, +9.00 points (+8.50 to +9.50) a player and most lost by d, "
        "−3.00 points (−3.50 to −2.50) a player."
    )
    near = made.with_columns(points_high=pl.col("points") + 4)
    assert len(scores.find(pl.concat([near, totals]), run.estimates)) == 1


def test_a_part_that_brings_nobody_points_is_no_row(run: Result) -> None:
    assert scores.compute(run.estimates)["part"].to_list() == [
        *("trip_points", "met_ads", "tears", "waste", "failed_ads"),
        *("score", "survivor_score"),
    ]


def test_tear_cost_is_what_the_tears_held_cost(run: Result) -> None:
    cost = {0: 0, 1: 1, 2: 3, 3: 6, 4: 6}
    held = run.seats.collect()["tears_held"].cast(pl.Int64).replace_strict(cost)
    found = row(scores.compute(run.estimates), part="tears")
    assert found["points"] == pytest.approx(-held.mean())
    by_game = held.reshape((400, 4)).arr.sum() / 4
    assert found["points_high"] - found["points_low"] >= 2 * 1.96 * by_game.std() / 20


def test_trip_keys_are_those_of_the_command_line(run: Result) -> None:
    printed = trips.printed(run.setting)
    antarctica = row(printed, trip="Discover Antarctica")
    assert (antarctica["key"], antarctica["points"], antarctica["components"]) == ("AD1.2", 4, 3)
    assert antarctica["points_per_component"] == pytest.approx(4 / 3)


def test_duplicates_are_components_of_a_type_already_required(run: Result) -> None:
    printed = trips.printed(run.setting)
    assert row(printed, trip="Ride the first railway")["duplicates"] == 1
    assert row(printed, trip="Dive to Atlantis")["duplicates"] == 1
    assert row(printed, trip="Discover Antarctica")["duplicates"] == 0


def test_price_residual_is_the_rest_of_a_least_squares_fit() -> None:
    # era A: points = 1 + 2·components − duplicates, and one trip of four alike is 4 above that
    costs = [(1, 0), (2, 0), (3, 0), (2, 1), (3, 1), (3, 2), *[(4, 0)] * 4]
    points = [1 + 2 * components - duplicates for components, duplicates in costs]
    points[-1] += 4
    frame = pl.DataFrame(
        {
            "era": ["A"] * len(costs) + ["B"],
            "components": [c for c, _ in costs] + [2],
            "duplicates": [d for _, d in costs] + [0],
            "points": [*points, 9],
        }
    )
    *residuals, alone = trips.price_residuals(frame)
    assert sum(residuals) == pytest.approx(0)
    assert sum(r * c for r, (c, _) in zip(residuals, costs, strict=True)) == pytest.approx(0)
    assert residuals[-1] - residuals[-2] == pytest.approx(4)
    assert alone is None


def test_an_era_whose_points_follow_from_its_components_has_no_residuals() -> None:
    frame = pl.DataFrame(
        {
            "era": ["A"] * 6 + ["B"] * 6,
            "components": [2, 3, 4, 2, 3, 4] * 2,
            "duplicates": [0] * 12,
            "points": [5, 7, 9, 5, 7, 9, 5, 7, 9, 5, 7, 10],
        }
    )
    residuals = trips.price_residuals(frame)
    assert residuals[:6] == [None] * 6
    assert all(residual is not None for residual in residuals[6:])


def test_findings_on_cost_say_what_they_mean_and_leave_out_exact_eras(run: Result) -> None:
    frame = trip_map.compute(run.estimates)
    assert frame.filter(era="BC")["price_residual"].null_count() == 16
    spread, off, exact = (each.text for each in trip_map.find(frame, run.estimates))
    assert spread == (
        "By the cards alone, a component brings between 1.00 points (Ride the first railway "
        "(AD2.1) and Cheer at the first World Cup (AD7.2)) and 1.80 points (Meet the dinosaurs (BC1.1) "
        "and Dive to Atlantis (BC7.1))."
    )
    many = frame.filter(points_per_component=7 / 4)
    assert "and 5 more)" in trip_map.find(many, run.estimates)[0].text
    assert "(BC" not in off
    assert off.startswith(
        "Trips that give more or fewer points than is usual in their era for the components that "
        "they need: more: Joust at Camelot (AD4.1) +"
    )
    assert "; fewer: Cheer at the first World Cup (AD7.2) −" in off
    assert exact == (
        "The points of BC trips follow from their components exactly, so none of them stands out "
        "by its cost."
    )
    few = frame.filter(era="BC").head(3)
    assert len(trip_map.find(few, run.estimates)) == 1
    usual = frame.filter(pl.col("price_residual").abs() < 0.5)
    assert trip_map.find(usual, run.estimates)[1].text.startswith("No trip gives 0.5 points more")


def test_visits_are_not_taken_for_a_price(run: Result) -> None:
    sought, shunned = trip_visits.find(trip_visits.compute(run.estimates), run.estimates)
    assert sought.text.startswith(
        "Sought by these bots, with more than 1.5 times the visits of the mean trip of the era: "
    )
    assert "Hear Mozart at the opera (AD5.1), " in sought.text
    assert shunned.text.startswith("Shunned by these bots, with less than two thirds of the visits")
    for finding in (sought, shunned):
        assert finding.text.endswith("Worth a test of the price; visits alone do not judge it.")
        assert "priced" not in finding.text + trip_visits.NOTES


def test_visits_are_those_of_the_json(run: Result) -> None:
    frame = trip_visits.compute(run.estimates)
    shown = {item["trip"]: item for item in run.json()["trips"]}
    assert frame.height == len(shown)
    for name in ("Hear Mozart at the opera", "Sail with the Vikings"):
        for metric in ("visits", "visits_day3", "second", "ads"):
            assert number(frame, metric, trip=name) == of_json(shown[name][metric])
    by_day = frame["visits_day1"] + frame["visits_day2"] + frame["visits_day3"]
    assert by_day.to_list() == pytest.approx(frame["visits"].to_list())


def test_visits_of_an_era_are_one_on_average_and_what_is_clearly_off_is_called_so(
    run: Result,
) -> None:
    frame = trip_visits.compute(run.estimates)
    assert frame.group_by("era").agg(pl.col("of_era").mean())["of_era"].to_list() == pytest.approx(
        [1.0, 1.0]
    )
    for found in frame.iter_rows(named=True):
        expected = (
            "sought"
            if found["of_era_low"] > 1.5
            else "shunned"
            if found["of_era_high"] < 2 / 3
            else ""
        )
        assert found["call"] == expected
    assert row(frame, trip="Hear Mozart at the opera")["call"] == "sought"


def test_win_lift_stands_beside_the_lift_of_any_visit(run: Result) -> None:
    frame = trip_lift.compute(run.estimates)
    shown = {item["trip"]: item for item in run.json()["trips"]}
    name = "Hear Mozart at the opera"
    for metric in ("win_lift", "visit_lift", "relative_lift"):
        assert number(frame, metric, trip=name) == of_json(shown[name][metric])
    titles = [column.name for column in trip_lift.columns(frame)]
    at = titles.index("win_lift")
    assert titles[at : at + 3] == ["win_lift", "visit_lift", "relative_lift"]
    words = " ".join(f.text for f in trip_lift.find(frame, run.estimates)) + trip_lift.NOTES
    assert "correlation" in words


def test_trips_are_clear_only_at_the_level_of_all_of_them(run: Result) -> None:
    frame = trip_lift.compute(run.estimates)
    z = 3.1593  # two-sided 0.05 / 32
    for found in frame.filter(pl.col("relative_lift_low").is_not_null()).iter_rows(named=True):
        half = (found["relative_lift_high"] - found["relative_lift"]) / 1.96 * z
        clear = abs(found["relative_lift"]) > half
        assert abs(found["clear"]) == clear


def test_map_leaves_out_trips_never_on_the_board(one_game: Result) -> None:
    frame = trip_map.compute(one_game.estimates)
    assert frame.height == 14
    assert frame["visits"].null_count() == 0


def test_ads_are_those_of_the_json_by_day(run: Result) -> None:
    frame, data = ads.compute(run.estimates), run.json()["per_seat"]
    everyone = frame.filter(who="All players")
    assert everyone["when"].to_list() == ["Day 1", "Day 2", "Day 3", "All days"]
    assert number(everyone, "ads_placed", when="All days") == of_json(data["ads_placed"])
    assert number(everyone, "failed_ads", when="Day 2") == of_json(data["failed_ads_day2"])


def test_ad_account_names_the_share_to_be_met(run: Result, awkward: Result) -> None:
    frame, data = ad_account.compute(run.estimates), run.json()
    of_all = frame.filter(who="All players")
    assert number(of_all, "ad_book", when="Day 3") == of_json(data["ad_book_by_day"]["day3"])
    assert number(of_all, "ad_book", when="All days") == of_json(data["per_seat"]["ad_book"])
    assert "75\N{NO-BREAK SPACE}% of the ads" in ad_account.find(frame, run.estimates)[0].text
    other = ad_account.find(ad_account.compute(awkward.estimates), awkward.estimates)
    assert "67\N{NO-BREAK SPACE}% of the ads" in other[0].text


@pytest.mark.parametrize(
    ("bonus", "penalty", "said"),
    [
        (1, 0, "With no penalty an ad cannot lose."),
        (0, 3, "With no bonus an ad cannot gain."),
        (0, 0, "Ads neither bring nor cost points, so the account of an ad is zero."),
    ],
)
def test_ad_account_names_no_share_to_be_met_where_all_or_none_would_do(
    bonus: int, penalty: int, said: str, run: Result
) -> None:
    setting = replace(run.setting, rules={"ad_bonus": bonus, "ad_penalty": penalty})
    estimates = Estimates(run.summary, run.measures, setting)
    finding, *_ = ad_account.find(ad_account.compute(run.estimates), estimates)
    assert finding.text.endswith(said)
    assert "would have to be met" not in finding.text


def test_causes_come_most_frequent_first_and_add_up(run: Result) -> None:
    frame, data = tears_by_cause.compute(run.estimates), run.json()
    assert frame["cause"][0] == "move_impossible"
    assert frame["cause"][-1] == "ad_no_trip"
    assert frame["tears"].is_sorted(descending=True)
    assert frame["tears"].sum() == pytest.approx(data["per_seat"]["tears_taken"]["mean"])
    cause = data["tears_by_cause_and_day"]["room_empty_day3"]
    assert number(frame, "tears_day3", cause="room_empty") == of_json(cause)
    assert "“Move impossible”" in tears_by_cause.find(frame, run.estimates)[0].text


def test_shares_of_players_by_tears_held_add_up_to_all_and_end_with_the_eliminated(
    run: Result,
) -> None:
    frame = tears_per_player.compute(run.estimates)
    assert frame["tears"].to_list() == ["0", "1", "2", "3", "4"]
    assert frame["share"].sum() == pytest.approx(1)
    held = run.seats.collect()["tears_held"]
    assert frame["share"].to_list() == pytest.approx([(held == n).mean() for n in range(5)])
    out = run.json()["per_seat"]["eliminated"]["mean"]
    assert row(frame, tears="4")["share"] == pytest.approx(out)


def test_turn_order_has_win_shares_by_place_and_the_equal_share(run: Result) -> None:
    frame, data = turn_order.compute(run.estimates), run.json()
    assert frame["win_share"].to_list() == pytest.approx(
        [share["mean"] for share in data["win_share_by_order"]]
    )
    no_winner = data["per_game"]["no_winner"]["mean"]
    assert frame["equal_share"].to_list() == pytest.approx([(1 - no_winner) / 4] * 4)
    finding = turn_order.find(frame, run.estimates)[0]
    assert not finding.resolved
    assert finding.text.startswith("Not resolved")
    high = 100 * data["order_spread"]["high"]
    assert f"at most {high:.1f} percentage points" in finding.text


def test_turn_order_that_matters_is_said_with_its_spread() -> None:
    frame = pl.DataFrame({"place": ["1st", "2nd"], "win_share": [0.6, 0.4]})
    finding = turn_order.find(frame, Decided())[0]  # type: ignore[arg-type]
    assert finding.resolved
    assert "matters (p < 0.001)" in finding.text
    assert "between 15.0 and 25.0 percentage points" in finding.text
    assert "the 1st place wins most and the 2nd least" in finding.text


class Decided:
    """Estimates of a run in which the place matters."""

    def of(self, name: str) -> Any:
        assert name == "no_winner"
        return Estimate(0.0, None, 0.0, 0.004, 1000)

    def order_test(self) -> Any:
        return stats.Test(99.0, 1, 1e-9)

    def order_spread(self) -> Any:
        return Estimate(0.2, None, 0.15, 0.25, 1000)


def test_bots_are_compared_if_there_are_several(awkward: Result) -> None:
    frame, data = bots.compute(awkward.estimates), awkward.json()["by_bot"]
    assert frame["bot"].to_list() == [AWKWARD_BOT, "plain"]
    assert frame["seats"].to_list() == [1, 2]
    for metric in ("win_share", "score", "launches"):
        assert number(frame, metric, bot="plain") == of_json(data["plain"][metric])
    assert bots.is_drawn(frame)


def test_one_bot_is_said_and_not_drawn(run: Result) -> None:
    frame = bots.compute(run.estimates)
    assert not bots.is_drawn(frame)
    assert "one bot, random" in bots.find(frame, run.estimates)[0].text


def test_a_bot_above_an_equal_share_is_named() -> None:
    frame = pl.DataFrame(
        {
            "bot": ["a", "b", "c"],
            "win_share": [0.5, 0.2, 0.3],
            "win_share_low": [0.45, 0.15, 0.2],
            "win_share_high": [0.55, 0.25, 0.4],
            "equal_share": [1 / 3] * 3,
        }
    )
    more, less, open_ = bots.find(frame, None)  # type: ignore[arg-type]
    assert more.text.startswith("Seats of a, 50.0\N{NO-BREAK SPACE}% (45.0 to 55.0), win more")
    assert less.text.startswith("Seats of b, 20.0\N{NO-BREAK SPACE}% (15.0 to 25.0), win less")
    assert (open_.text, open_.resolved) == (
        "Not resolved whether c differs from an equal share.",
        False,
    )


@pytest.mark.parametrize("question", ALL, ids=lambda question: question.name)
def test_one_game_resolves_nothing_and_breaks_nothing(question: Any, one_game: Result) -> None:
    estimates: Estimates = one_game.estimates
    frame = question.compute(estimates)
    findings = question.find(frame, estimates)
    assert findings
    assert {column.name for column in question.columns(frame)} <= {*frame.columns}
    by_play = {"trip_map", "bots", "margin"}  # the cards alone; one bot; an exact median
    if question.name not in by_play:
        assert not any(finding.resolved for finding in findings)
