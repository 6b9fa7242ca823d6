"""What reports say of ads by day and place in the turn order, and of who is crowded out by them."""

import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.container import BarContainer

from loopsim.numbers import say, scaled
from loopsim.reports.questions import ad_account, ads, crowded_out
from loopsim.results import Result
from tests.reports.names import AWKWARD_BOT, row
from tests.reports.test_by_place import PLACES, seats_at, texts
from tests.reports.test_figures import intervals, labels, levels
from tests.reports.test_questions import number, of_json


def test_ads_and_their_account_by_place_are_those_of_the_seats(run: Result) -> None:
    second = seats_at(run, 1)
    counts = row(ads.compute(run.estimates), when="Day 3", who="2nd")
    for name in ads.COUNTS:
        assert counts[name] == pytest.approx(second[f"{name}_day3"].mean())
    book = row(ad_account.compute(run.estimates), when="All days", who="2nd")["ad_book"]
    sums = {name: sum(second[f"{name}_day{day}"].sum() for day in (1, 2, 3)) for name in ads.COUNTS}
    by_hand = (sums["met_ads"] - 3 * sums["failed_ads"]) / sums["ads_placed"]
    assert book == pytest.approx(by_hand)


def test_ads_are_compared_by_place(run: Result) -> None:
    for question, what in (
        (ads, "the ads that a player places"),
        (ads, "the shares of ads that are met"),
        (ad_account, "the accounts of an ad"),
    ):
        assert any(f" {what} differ" in said for said in texts(question, run))


def test_ads_draw_a_panel_a_day_of_met_and_failed(run: Result, ax: Axes) -> None:
    frame = ads.compute(run.estimates)
    parts = ads.panels(frame).frames
    assert [part["when"][0] for part in parts] == ["Day 1", "Day 2", "Day 3"]
    ends = set()
    for part in parts:
        ax.clear()
        ads.draw(part, ax)
        met, failed = (each for each in ax.containers if isinstance(each, BarContainer))
        assert [bar.get_height() for bar in met] == pytest.approx(part["met_ads"].to_list())
        failing = part.filter(pl.col("failed_ads") > 0)["failed_ads"]
        assert [h for bar in failed if (h := bar.get_height()) > 0] == pytest.approx(
            failing.to_list()
        )
        assert all(bar.get_hatch() for bar in failed)
        assert (intervals(ax), labels(ax, "x")) == (4, PLACES)
        ends.add(ax.get_ylim())
    assert len(ends) == 1


def test_ad_accounts_draw_zero_and_all_days_in_one_scale(run: Result, ax: Axes) -> None:
    frame = ad_account.compute(run.estimates)
    parts = ad_account.panels(frame).frames
    assert [part["when"][0] for part in parts] == ["Day 1", "Day 2", "Day 3", "All days"]
    ends = set()
    for part in parts:
        ax.clear()
        ad_account.draw(part, ax)
        assert levels(ax) == [0]
        assert intervals(ax) == part["ad_book_low"].is_not_null().sum()
        ends.add(ax.get_ylim())
    assert len(ends) == 1
    assert intervals(ax) == 4


def test_who_is_crowded_out_is_that_of_the_seats_by_place_and_bot(
    run: Result, awkward: Result
) -> None:
    frame, data = crowded_out.compute(run.estimates), run.json()["per_seat"]
    assert frame["who"].to_list() == ["All players", *PLACES]
    for metric in crowded_out.METRICS:
        assert number(frame, metric, who="All players") == of_json(data[metric])
        assert row(frame, who="4th")[metric] == pytest.approx(seats_at(run, 3)[metric].mean())
    several = crowded_out.compute(awkward.estimates)
    assert several["who"].to_list()[4:] == [f"“{AWKWARD_BOT}”", "“plain”"]
    of_plain = awkward.json()["by_bot"]["plain"]["second_to_ad"]
    assert number(several, "second_to_ad", who="“plain”") == of_json(of_plain)


def test_it_is_said_how_often_ads_keep_off_and_how_many_tears_come_of_them(run: Result) -> None:
    of = run.estimates.of
    frame = crowded_out.compute(run.estimates).with_columns(
        shut_out=0.25, shut_out_low=0.2, shut_out_high=0.3
    )
    off, tears, *by_place = (each.text for each in crowded_out.find(frame, run.estimates))
    assert off == (
        "A rival's ad keeps a player from a trip in 25.0\N{NO-BREAK SPACE}turns (20.0 to 30.0) of 100 games."
    )
    tears_of_100, of_these = (
        scaled(of(metric), 100) for metric in ("tears_second_visitor", "second_to_ad")
    )
    assert tears == (
        f"Of the {say(tears_of_100, 'tears')} that a player takes in 100 games as second visitor, "
        f"{say(of_these)} come from a rival's ad alone."
    )
    assert ["the turns kept" in by_place[0], "the tears for an ad" in by_place[1]] == [True, True]


def test_who_was_never_crowded_out_is_not_compared_by_place(run: Result) -> None:
    never = crowded_out.compute(run.estimates).with_columns(pl.col(pl.Float64) * 0)
    assert [each.text for each in crowded_out.find(never, run.estimates)] == [
        "No rival's ad kept a player from a trip in any game.",
        "No tear was taken for a rival's ad alone in any game.",
    ]


def test_both_ways_of_being_crowded_out_have_a_panel(run: Result, ax: Axes) -> None:
    frame = crowded_out.compute(run.estimates)
    parts = crowded_out.panels(frame).frames
    for part, (metric, title) in zip(parts, crowded_out.METRICS.items(), strict=True):
        ax.clear()
        crowded_out.draw(part, ax)
        assert part["value"].to_list() == frame[metric].to_list()
        assert (intervals(ax), labels(ax, "y")[0]) == (5, "All players")
        assert ax.get_title(loc="left") == title
