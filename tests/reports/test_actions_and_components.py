"""Actions and components: what the questions compute, say and draw."""

from dataclasses import replace
from typing import Any

import polars as pl
import pytest
from matplotlib.axes import Axes

from loopsim.estimates import Estimates
from loopsim.reports.questions import (
    choices,
    components_taken,
    new_cards,
    past_cards,
    scarcity,
    waste,
)
from loopsim.results import Result
from tests.reports.names import row
from tests.reports.test_figures import bars, intervals, labels, levels
from tests.reports.test_questions import number, of_json

TYPES = ["Armor", "Camera", "Net", "Propeller", "Wheel"]


def with_rules(result: Result, days: int = 3, **rules: Any) -> Estimates:
    """The estimates of a run, as if its game had other rules."""
    setting = replace(result.setting, days=days, rules={**result.setting.rules, **rules})
    return Estimates(result.summary, result.measures, setting)


def frame_with(name: str, *estimates: tuple[float, float, float]) -> dict[str, list[float]]:
    """The three columns of some estimates: value, low, high."""
    ends = (name, f"{name}_low", f"{name}_high")
    return {end: [float(of[place]) for of in estimates] for place, end in enumerate(ends)}


# --- new cards


def test_take_rates_are_those_of_the_json_and_add_up_on_each_day(run: Result) -> None:
    frame, data = new_cards.compute(run.estimates), run.json()
    assert frame["take_rate"].is_sorted(descending=True)
    for kind in ("garage", "anomaly"):
        assert number(frame, "take_rate", kind=kind) == of_json(data["take_rate"][kind])
        of_day = data["take_rate_by_day"][f"{kind}_day2"]
        assert number(frame, "take_rate_day2", kind=kind) == of_json(of_day)
    for name in ("take_rate", "take_rate_day1", "take_rate_day2", "take_rate_day3"):
        assert frame[name].sum() == pytest.approx(1)
    assert (frame["of_equal"] / frame["take_rate"]).to_list() == pytest.approx([8] * 8)
    assert number(frame, "of_equal", kind="move") == of_json(data["take_rate"]["move"], 8)


def test_office_stands_in_place_of_trash_only_with_that_expansion(
    run: Result, awkward: Result
) -> None:
    assert new_cards.sources(run.estimates)["trash"] == "Trash"
    assert new_cards.sources(awkward.estimates)["trash"] == "Office"
    assert "Office" in past_cards.compute(awkward.estimates)["title"]


@pytest.mark.parametrize(
    ("rules", "absent"),
    [
        ({"piles": {"move": 0, "garage": 9}}, {"move"}),
        ({"piles": {"office": 0}, "expansions": ["office"]}, {"trash"}),
        ({"piles": {"trash": 0}}, {"trash"}),
        ({"anomalies_per_day": 0}, {"anomaly"}),
        ({"days": 1}, {"anomaly"}),
        ({}, set()),
    ],
)
def test_a_source_that_is_not_in_the_game_is_no_dead_card(
    rules: dict[str, Any], absent: set[str], run: Result
) -> None:
    known = new_cards.sources(with_rules(run, **rules))
    assert {*new_cards.TITLES} - {*known} == absent


def test_most_and_least_taken_are_named_with_what_changes_most_over_the_days() -> None:
    frame = pl.DataFrame(
        {
            "kind": ["anomaly", "shop", "move"],
            "title": ["Anomaly", "Shop", "Move"],
            "equal_share": [1 / 3] * 3,
            **frame_with("take_rate", (0.5, 0.49, 0.51), (0.4, 0.39, 0.41), (0.1, 0.09, 0.11)),
            **frame_with("take_rate_day1", (0, 0, 0), (0.8, 0.79, 0.81), (0.2, 0.18, 0.22)),
            **frame_with("take_rate_day2", (0.9, 0.8, 1.0), (0.1, 0.09, 0.11), (0.3, 0.28, 0.32)),
        }
    )
    most, changed = new_cards.find(frame, None)  # type: ignore[arg-type]
    assert most.text == (
        "More of the new cards come from Anomaly, 50.0\N{NO-BREAK SPACE}% (49.0 to 51.0), than from Move, "
        "10.0\N{NO-BREAK SPACE}% (9.0 to 11.0). An equal share would be 33.3\N{NO-BREAK SPACE}%."
    )
    assert changed.text == (
        "Over the days Shop falls from 80.0\N{NO-BREAK SPACE}% (79.0 to 81.0) of the new "
        "cards on day 1 to 10.0\N{NO-BREAK SPACE}% (9.0 to 11.0) on day 2."
    )
    alike = frame.filter(kind="anomaly")
    assert [found.resolved for found in new_cards.find(alike, None)] == [False, False]  # type: ignore[arg-type]


def test_new_cards_draw_all_days_as_bars_and_each_day_as_marks(run: Result, ax: Axes) -> None:
    frame = new_cards.compute(run.estimates)
    new_cards.draw(frame, ax)
    assert bars(ax) == [8]
    seen = sum(frame[f"take_rate_day{day}_low"].is_not_null().sum() for day in (1, 2, 3))
    assert intervals(ax) == seen
    shapes = {c[0].get_marker() for c in ax.containers if c.get_label().startswith("Day")}
    assert len(shapes) == 3
    assert labels(ax, "y") == frame["title"].to_list()
    assert 12.5 in [line.get_xdata()[0] for line in ax.lines]
    assert ax.get_xlim()[0] < 0


# --- past cards


def test_past_cards_are_those_of_the_facts(run: Result) -> None:
    frame, seats = past_cards.compute(run.estimates), run.seats.collect()
    assert frame["title"][-1] == "All"
    assert frame["past"][:-1].is_sorted(descending=True)
    assert frame["past"][:-1].sum() == pytest.approx(frame["past"][-1])
    past, torn = seats["past_armory"].sum(), seats["past_torn_armory"].sum()
    found = row(frame, title="Armory")
    assert found["past"] == pytest.approx(past / 1600)
    assert found["past_torn"] == pytest.approx(torn / past)
    everything = row(frame, title="All")
    assert everything["past_torn"] == pytest.approx(
        seats["past_torn"].sum() / seats["past_cards"].sum()
    )


def test_the_card_that_tears_most_when_repeated_is_named_and_the_chain_told(run: Result) -> None:
    frame = past_cards.compute(run.estimates)
    total, worst, chain = past_cards.find(frame, run.estimates)
    assert total.text.startswith("A player repeats 7.")
    ranked = frame.filter(~pl.col("total")).sort("past_torn", descending=True, nulls_last=True)
    assert worst.text.startswith(f"Most often {ranked['title'][0]} costs a tear when it is")
    of_chain = 100 * run.json()["per_seat"]["chain"]["mean"]
    assert chain.text.startswith(f"{of_chain:.1f}")
    level = frame.with_columns(pl.lit(0.5).alias("past_torn_high"))
    assert not past_cards.find(level, run.estimates)[1].resolved


def test_past_cards_draw_what_tears_as_a_hatched_part(run: Result, ax: Axes) -> None:
    frame = past_cards.compute(run.estimates)
    past_cards.draw(frame, ax)
    assert (bars(ax), intervals(ax)) == ([8, 8], 8)
    torn, again = ax.patches[:8], ax.patches[8:]
    assert {patch.get_hatch() for patch in torn} != {patch.get_hatch() for patch in again}
    ends = [patch.get_x() + patch.get_width() for patch in again]
    assert ends == pytest.approx(frame["past"][:-1].to_list())
    parts = [patch.get_width() for patch in torn]
    assert parts == pytest.approx((frame["past"] * frame["past_torn"])[:-1].to_list())
    share = 100 * frame["past_torn"][0]
    assert ax.texts[0].get_text() == f"{share:.1f}\N{NO-BREAK SPACE}%"


def test_a_game_without_past_cards_says_so_and_is_drawn(ax: Axes) -> None:
    nobody = {"title": ["Garage", "All"], "total": [False, True]}
    frame = pl.DataFrame({**nobody, **frame_with("past", (0, 0, 0.01), (0, 0, 0.01))}).with_columns(
        pl.lit(None, pl.Float64).alias(name)
        for name in ("past_torn", "past_torn_low", "past_torn_high")
    )
    (finding,) = past_cards.find(frame, None)  # type: ignore[arg-type]
    assert finding.text == "No past card was played in any game."
    past_cards.draw(frame, ax)
    assert not ax.texts


# --- choices


def test_decisions_are_told_by_game_and_by_turn(run: Result) -> None:
    (finding,) = choices.find(choices.compute(run.estimates), run.estimates)
    a_turn = run.json()["per_game"]["decisions_a_turn"]["mean"]
    assert f" {a_turn:.2f} (" in finding.text
    assert " a turn, and " in finding.text


# --- components


def test_scarcity_is_that_of_the_json_the_scarcest_first(run: Result) -> None:
    frame, data = scarcity.compute(run.estimates), run.json()
    assert sorted(frame["title"]) == TYPES
    assert frame["out"].is_sorted(descending=True)
    for kind in ("wheel", "armor"):
        assert number(frame, "out", type=kind) == of_json(data["out_of_stock"][kind])
        of_day = data["out_of_stock"][f"{kind}_day3"]
        assert number(frame, "out_day3", type=kind) == of_json(of_day)


def test_what_runs_out_most_on_the_last_day_is_named_if_that_is_known() -> None:
    frame = pl.DataFrame(
        {
            "title": ["Armor", "Net"],
            **frame_with("out", (0.4, 0.39, 0.41), (0.3, 0.29, 0.31)),
            **frame_with("out_day1", (0.5, 0.49, 0.51), (0.1, 0.09, 0.11)),
            **frame_with("out_day2", (0.3, 0.29, 0.31), (0.6, 0.59, 0.61)),
        }
    )
    (finding,) = scarcity.find(frame, None)  # type: ignore[arg-type]
    assert finding.text == (
        "Net runs out most: 60.0\N{NO-BREAK SPACE}% (59.0 to 61.0) of the turns of day 2 begin with none on "
        "the board, against 10.0\N{NO-BREAK SPACE}% (9.0 to 11.0) on day 1. Next is armor: "
        "30.0\N{NO-BREAK SPACE}% (29.0 to 31.0) on day 2."
    )
    open_ = frame.with_columns(pl.lit(0.2).alias("out_day2_low"))
    (finding,) = scarcity.find(open_, None)  # type: ignore[arg-type]
    assert not finding.resolved
    assert finding.text.startswith("Not resolved which component runs out most on day 2: net, ")
    nothing = frame.with_columns(pl.lit(0.0).alias("out"))
    (finding,) = scarcity.find(nothing, None)  # type: ignore[arg-type]
    assert finding.text == "No type of component ran out in any game."


def test_scarcity_draws_a_mark_a_day_and_type(run: Result, ax: Axes) -> None:
    frame = scarcity.compute(run.estimates)
    scarcity.draw(frame, ax)
    marks = [c[0] for c in ax.containers]
    assert [len(mark.get_xdata()) for mark in marks] == [5, 5, 5]
    assert list(marks[1].get_xdata()) == pytest.approx((100 * frame["out_day2"]).to_list())
    assert labels(ax, "y") == frame["title"].to_list()


def test_components_taken_stand_beside_what_trips_ask_for(run: Result) -> None:
    frame, seats = components_taken.compute(run.estimates), run.seats.collect()
    assert sorted(frame["title"]) == TYPES
    assert row(frame, type="net")["taken"] == pytest.approx(seats["taken_net"].mean())
    asked = sum(item["requires"].get("net", 0) for item in run.setting.items)
    assert row(frame, type="net")["printed"] == asked > 0
    assert frame["as_printed"].sum() == pytest.approx(frame["taken"].sum())
    shares = (frame["as_printed"] / frame["printed"]).to_list()
    assert shares == pytest.approx([shares[0]] * 5)


def test_the_component_furthest_from_what_trips_ask_for_is_named() -> None:
    frame = pl.DataFrame(
        {
            "title": ["Armor", "Net"],
            **frame_with("taken", (3, 2.9, 3.1), (1, 0.95, 1.05)),
            "printed": [2, 2],
            "as_printed": [2.8, 1.5],
        }
    )
    most, beside = components_taken.find(frame, None)  # type: ignore[arg-type]
    assert most.text == (
        "A player takes armor more often, 3.00 (2.90 to 3.10) a game, than net, "
        "1.00 (0.95 to 1.05)."
    )
    assert beside.text == (
        "Net is furthest from the proportion in which the trips of the deck ask for components: it is taken "
        "less often, 1.00 (0.95 to 1.05) times against 1.50."
    )
    as_asked = frame.with_columns(pl.col("taken").alias("as_printed"))
    (_, open_) = components_taken.find(as_asked, None)  # type: ignore[arg-type]
    assert not open_.resolved


def test_components_draw_a_bar_and_a_diamond_a_type(run: Result, ax: Axes) -> None:
    frame = components_taken.compute(run.estimates)
    components_taken.draw(frame, ax)
    assert (bars(ax), intervals(ax)) == ([5], 5)
    diamonds = [line for line in ax.lines if line.get_marker() == "D"]
    assert list(diamonds[0].get_xdata()) == pytest.approx(frame["as_printed"].to_list())


def test_waste_is_that_of_the_json_by_place_and_adds_up_over_the_days(run: Result) -> None:
    frame, data = waste.compute(run.estimates), run.json()
    assert frame["who"].to_list() == ["1st", "2nd", "3rd", "4th", "All"]
    for metric in ("waste_made", "waste_made_day2", "waste"):
        assert number(frame, metric, who="All") == of_json(data["per_seat"][metric])
        assert number(frame, metric, who="3rd") == of_json(data["by_order"][2][metric])
    days = frame["waste_made_day1"] + frame["waste_made_day2"] + frame["waste_made_day3"]
    assert days.to_list() == pytest.approx(frame["waste_made"].to_list())


def test_waste_says_what_it_costs_on_which_day_and_for_whom() -> None:
    frame = pl.DataFrame(
        {
            "who": ["1st", "2nd", "All"],
            **frame_with("waste_made", (1, 0.9, 1.1), (2, 1.9, 2.1), (1.5, 1.45, 1.55)),
            **frame_with("waste_made_day1", (0.5, 0.4, 0.6), (0.5, 0.4, 0.6), (0.5, 0.45, 0.55)),
            **frame_with("waste_made_day2", (0.5, 0.4, 0.6), (1.5, 1.4, 1.6), (1.0, 0.95, 1.05)),
            **frame_with("waste", (1, 0.9, 1.1), (1, 0.9, 1.1), (1, 0.95, 1.05)),
        }
    )
    setting = type("S", (), {"rules": {"waste_cost": 2}})
    estimates: Any = type("Twice", (), {"setting": setting, "games": 1000})
    made, places = waste.find(frame, estimates)
    assert made.text == (
        "A player makes 1.50 (1.45 to 1.55) waste tokens in a game, most of it on day 2: "
        "1.00 (0.95 to 1.05). What is held at the end costs 2.00\N{NO-BREAK SPACE}points (1.90 to 2.10)."
    )
    assert places.text == (
        "By place in the turn order the waste tokens that a player makes differ: more at the 2nd place, "
        "2.00 (1.90 to 2.10), than at the 1st, 1.00 (0.90 to 1.10)."
    )
    alike = frame.with_columns(
        pl.lit(3.0).alias("waste_made_high"), pl.lit(1.2).alias("waste_made_day1_high")
    )
    made, places = waste.find(alike, estimates)
    assert "most of it" not in made.text
    assert not places.resolved


def test_waste_draws_the_places_and_all_in_parts_by_day(run: Result, ax: Axes) -> None:
    frame = waste.compute(run.estimates)
    waste.draw(frame, ax)
    assert (bars(ax), intervals(ax)) == ([5, 5, 5], 5)
    assert labels(ax, "y") == frame["who"].to_list()
    assert levels(ax) == [3.5]
