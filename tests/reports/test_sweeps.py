"""What sweeps say: curves and maps of the main numbers, the break-even of ads, fair prices of trips."""

from typing import Any

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes

from loopsim.reports.studies import answers, curves, sweep_maps
from loopsim.studies.answers import OF_ANSWER, OF_WORTH
from loopsim.studies.differences import NO_MATTER, NOT_RESOLVED
from loopsim.studies.effects import OF_LEVEL, OF_NUMBER
from loopsim.studies.study import Study
from loopsim.studies.sweeps import OF_POINT
from tests.reports.names import AWKWARD_TRIP
from tests.reports.parsed import as_html
from tests.reports.studies import OVER_2_BOTS, PLACE, SCORE, TEARS, effect, pairs, study, table

SPACE = "\N{NO-BREAK SPACE}"
PENALTY = {"key": "rules.ad_penalty", "values": [0, 1, 2]}
BONUS = {"key": "rules.ad_bonus", "values": [0, 1]}
WORDS = {"key": "expansions", "values": [[], ["office"]]}

LEVEL = {**SCORE, "value": 10.0, "se": 0.1, "low": 9.8, "high": 10.2}


def at(x: Any, y: Any = "", **more: Any) -> dict[str, Any]:
    """A level at a point."""
    numbers = {
        axis: float(value) if isinstance(value, int) else None
        for axis, value in (("x", x), ("y", y))
    }
    return {**LEVEL, "setup": f"{x}, {y}", "x_text": str(x), "y_text": str(y), **numbers, **more}


def sweep(*rows: dict[str, Any], varied: Any = (PENALTY,), **tables: pl.DataFrame) -> Study:
    """A sweep with these levels."""
    levels = table(rows, OF_POINT, OF_NUMBER, OF_LEVEL)
    return study("sweep", {"curves": levels, **tables}, varied=[*varied])


def test_curves_are_of_the_main_numbers_at_each_value() -> None:
    frame = curves.compute(sweep(at(0), at(1), at(0, metric="margin"), at(1, **TEARS)))
    assert frame.select("metric", "x", "value", "value_low", "x_key").rows() == [
        ("score", 0.0, 10.0, 9.8, "rules.ad_penalty"),
        ("score", 1.0, 10.0, 9.8, "rules.ad_penalty"),
        ("tears_taken", 1.0, 10.0, 9.8, "rules.ad_penalty"),
    ]
    assert [column.title for column in curves.columns(frame)] == [
        "Number",
        "Unit",
        "rules.ad_penalty",
        "Mean",
    ]


def test_a_curve_has_its_band_over_its_values(ax: Axes) -> None:
    frame = curves.compute(sweep(at(0), at(4, value=12.0, low=11.0, high=13.0)))
    curves.draw(frame, ax)
    (line,) = ax.lines
    assert line.get_xydata().tolist() == [[0, 10], [4, 12]]
    corners = ax.collections[0].get_paths()[0].vertices.tolist()
    for corner in ([0, 9.8], [0, 10.2], [4, 11], [4, 13]):
        assert corner in corners
    assert (ax.get_title(loc="left"), ax.get_xlabel(), ax.get_ylabel()) == (
        "Score",
        "rules.ad_penalty",
        "points",
    )


def test_shares_are_drawn_in_per_cent(ax: Axes) -> None:
    level = {**PLACE, "value": 0.25, "low": 0.24, "high": 0.26}
    curves.draw(curves.compute(sweep(at(0, **level), at(1, **level))), ax)
    assert ax.lines[0].get_ydata().tolist() == [25, 25]
    band = ax.collections[0].get_paths()[0].vertices
    assert (band[:, 1].min(), band[:, 1].max()) == (24, 26)
    assert ax.get_ylabel() == "%"


def test_values_that_are_no_numbers_stand_one_after_another(ax: Axes) -> None:
    frame = curves.compute(sweep(at("[]"), at("[office]"), varied=(WORDS,)))
    curves.draw(frame, ax)
    assert ax.lines[0].get_xdata().tolist() == [0, 1]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["[]", "[office]"]


def test_each_number_that_moves_is_said_where_it_is_furthest_and_the_rest_by_name() -> None:
    rows = [
        effect(setup="p=1", against="p=0", effect_size=0.3),
        effect(setup="p=2", against="p=0", effect_size=-0.8),
        effect(TEARS, setup="p=1", against="p=0", verdict=NO_MATTER),
        effect(TEARS, setup="p=2", against="p=0", verdict=NO_MATTER),
    ]
    asked = sweep(at(0), effects=pairs(*rows))
    moves, still = curves.find(curves.compute(asked), asked)
    assert moves.text == (
        f"“Score” changes most from p=0 to p=2: higher by 2.00{SPACE}points (1.80 to 2.20), from "
        f"10.0{SPACE}points (9.5 to 10.5) to 12.0{SPACE}points (11.5 to 12.5)."
    )
    assert moves.weight == pytest.approx(0.8)
    assert still.text == ("Not resolved, or too small to matter, at all values: “Tears taken”.")


def test_a_number_that_hangs_on_the_bot_is_said_so_with_the_value_at_which_it_does() -> None:
    disagree = {"above": 2, "below": 3, "unresolved": 4, "robustness": "bot-dependent"}
    unsure = {"verdict": NOT_RESOLVED, "low": -3.0, "high": 7.0, **disagree}
    rows = [effect(setup=f"p={n}", against="p=0", **unsure) for n in (1, 2)]
    frame = pairs(*rows)
    asked = sweep(at(0), at(1), effects=frame)
    asked.manifest["family"] = OVER_2_BOTS
    (only,) = curves.find(curves.compute(asked), asked)
    hangs = "“Score” (lower on 3, higher on 2 of 9) in"
    assert only.text == f"Hangs on the bot: {hangs} p=1; {hangs} p=2."


def test_a_map_has_the_first_key_across_and_the_second_down(ax: Axes) -> None:
    rows = [
        at(x, y, value=10.0 * x + y, low=10.0 * x + y, high=10.0 * x + y)
        for x in (0, 1)
        for y in (5, 6, 7)
    ]
    frame = sweep_maps.compute(sweep(*rows, varied=(PENALTY, BONUS)))
    sweep_maps.draw(frame, ax)
    assert [text.get_text() for text in ax.texts] == ["5.0", "15.0", "6.0", "16.0", "7.0", "17.0"]
    values = np.asarray(ax.images[0].get_array())
    assert values.tolist() == pytest.approx(np.array([[0, 10], [1, 11], [2, 12]]) / 12)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["5", "6", "7"]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("rules.ad_penalty", "rules.ad_bonus")


def test_a_map_that_varies_by_no_more_than_its_errors_stays_pale(ax: Axes) -> None:
    rows = [at(x, 0, value=x / 10, low=x / 10 - 1, high=x / 10 + 1) for x in (0, 1)]
    sweep_maps.draw(sweep_maps.compute(sweep(*rows, varied=(PENALTY, BONUS))), ax)
    assert np.asarray(ax.images[0].get_array()).max() == pytest.approx(0.1 / 5)


def test_cells_that_were_not_played_or_have_no_number_stay_empty(ax: Axes) -> None:
    rows = [at(0, 0), at(1, 1), at(0, 1, value=None, low=None, high=None)]
    sweep_maps.draw(sweep_maps.compute(sweep(*rows, varied=(PENALTY, BONUS))), ax)
    assert [text.get_text() for text in ax.texts] == ["10.0", "", "", "10.0"]


# --- answers

AD = {"of": "ad_value", "unit": "points", "item": "advertise"}
ANSWER = {
    "key": "rules.ad_penalty",
    **AD,
    "stated": 3.0,
    "estimate": 2.4,
    "low": 2.1,
    "high": 2.8,
    "note": "",
}


def worths(*found: dict[str, Any]) -> Study:
    """A sweep in which ads are worth 2 less for each point of penalty."""
    values = [
        {**AD, "unit": unit, "x": float(x), "x_text": str(x), "value": v}
        | {"low": v - 0.5, "high": v + 0.5}
        for unit in ("points", "win share")
        for x, v in ((0, 3.0), (1, 1.0), (2, -1.0))
    ]
    return sweep(answers=table(found, OF_ANSWER), worth=table(values, OF_WORTH))


def test_the_break_even_is_the_first_thing_said() -> None:
    asked = worths(ANSWER)
    (only,) = answers.find(answers.compute(asked), asked)
    assert only.text == (
        "The break-even of rules.ad_penalty in points is 2.40 (2.10 to 2.80): there an ad brings its owner "
        "nothing; the scenario has 3."
    )
    assert only.resolved
    assert only.weight is not None
    assert only.weight > 100


def test_no_break_even_is_an_answer() -> None:
    none = {**ANSWER, "unit": "win share", "estimate": None, "low": None, "high": None}
    none["note"] = "none in [0, 6], the band holds 0 from 4 on"
    asked = worths(none)
    (only,) = answers.find(answers.compute(asked), asked)
    assert only.resolved
    assert only.text == (
        "The break-even of rules.ad_penalty in win share: none in [0, 6], the band holds 0 from 4 on."
    )


@pytest.mark.parametrize(("less", "side"), [(-9.0, "above"), (9.0, "below")])
def test_without_a_break_even_it_is_said_on_which_side_of_zero_all_lies(
    less: float, side: str
) -> None:
    none = {**ANSWER, "estimate": None, "low": None, "high": None, "note": "none in [0, 2]"}
    asked = worths(none)
    frame = answers.compute(asked).with_columns(pl.col("^value.*$") - less)
    (only,) = answers.find(frame, asked)
    assert only.text == (
        "The break-even of rules.ad_penalty in points: none in [0, 2]. What an ad brings its owner, in "
        f"points: {side} zero at every value that was tried."
    )
    assert frame["measured"].to_list() == ["What an ad brings its owner, in points"] * 3


def test_the_fair_price_of_a_trip_is_where_its_mispricing_is_zero() -> None:
    trip = {**ANSWER, "of": "mispricing", "item": "AD4.1", "key": "trips.AD4.1.points"}
    asked = worths(trip)
    (only,) = answers.find(answers.compute(asked), asked)
    assert only.text == (
        "The fair price of AD4.1 is 2.40 (2.10 to 2.80): there a visit brings the mean of all trips; the "
        "scenario prints 3."
    )


def test_the_break_even_of_a_forced_ad_says_that_it_is_forced() -> None:
    asked = worths({**ANSWER, "of": "ad_forced", "stated": None, "note": "it may go on"})
    (only,) = answers.find(answers.compute(asked), asked)
    assert only.text == (
        "The break-even of rules.ad_penalty in points, of an ad that has to be placed, is 2.40 (2.10 to "
        "2.80): there it brings its owner nothing (it may go on)."
    )


def test_worth_in_win_shares_is_in_percentage_points_in_the_figure_and_in_the_table(
    ax: Axes,
) -> None:
    frame = answers.compute(worths({**ANSWER, "unit": "win share"}))
    answers.draw(frame, ax)
    assert [[0, 300], [1, 100], [2, -100]] in [line.get_xydata().tolist() for line in ax.lines]
    assert ax.get_ylabel() == "Worth (% points)"
    html = as_html(frame, answers.columns(frame))
    assert f"+300{SPACE}% points" in html


def test_a_title_of_a_panel_is_a_sentence_in_lines_and_never_cut(ax: Axes) -> None:
    rows = [
        {"of": "mispricing", "unit": "points", "item": AWKWARD_TRIP * 2, "x": 1.0, "x_text": "1"}
    ]
    found = table([{**rows[0], "key": "k", "note": ""}], OF_ANSWER)
    frame = answers.compute(sweep(answers=found, worth=table(rows, OF_WORTH)))
    answers.draw(frame, ax)
    title = ax.get_title(loc="left")
    assert title.replace("\n", " ").split() == (
        f"What a visit to {AWKWARD_TRIP * 2} brings beyond the mean of all trips, in points".split()
    )
    assert max(map(len, title.split("\n"))) <= answers.LETTERS


def test_worth_is_drawn_where_it_crosses_zero(ax: Axes) -> None:
    frame = answers.compute(worths(ANSWER))
    assert frame["unit"].unique().to_list() == ["points"]
    answers.draw(frame, ax)
    lines = [line.get_xydata().tolist() for line in ax.lines]
    assert [[0, 3], [1, 1], [2, -1]] in lines
    assert [line.get_xdata() for line in ax.lines if list(line.get_xdata()) == [2.4, 2.4]]
    assert [line for line in ax.lines if list(line.get_ydata()) == [0, 0]]
    (span,) = ax.patches
    assert (span.get_x(), span.get_width()) == pytest.approx((2.1, 0.7))


def test_each_measure_of_worth_has_a_panel() -> None:
    frame = answers.compute(worths(ANSWER, {**ANSWER, "unit": "win share"}))
    assert [part["unit"][0] for part in answers.panels(frame).frames] == ["points", "win share"]
    assert answers.size(frame)[1] == pytest.approx(2 * answers.HEIGHT)


def test_main_numbers_of_a_real_sweep_are_drawn_and_said(swept: Study, ax: Axes) -> None:
    frame = curves.compute(swept)
    assert curves.find(frame, swept)
    for part in curves.panels(frame).frames:
        ax.clear()
        curves.draw(part, ax)
        assert part.height == 3
