"""What valuations say: what items are worth, ranked, and the fair prices of those that have points."""

import re
from collections.abc import Sequence
from typing import Any

import polars as pl
import pytest
from matplotlib.axes import Axes

from loopsim.reports.studies import fair_prices, item_values
from loopsim.reports.studies.item_values import (
    BOUND,
    MISPRICING,
    OF_ITEM,
    OF_WORTH,
    OVER_FAMILY,
    WORTHS,
)
from loopsim.studies.effects import OF_LEVEL
from loopsim.studies.study import Study
from tests.reports.names import AWKWARD_TRIP
from tests.reports.studies import OVER_2_BOTS, OVER_40_DECKS, study, table

SPACE = "\N{NO-BREAK SPACE}"
USES, ACCESS, *_ = WORTHS
NOTE = {**BOUND, "note": pl.String}

#: (item, number, of, value, half the interval; None: no interval).
Worth = tuple[str, str, str, float | None, float | None]
TRIPS: Sequence[Worth] = (
    ("good", "value_per_use", "score", 2.0, 0.5),
    ("good", "value_per_use", "win_share", 0.05, 0.02),
    ("good", "access_value", "score", 0.1, 0.2),
    ("good", "point_effect", "score", 0.9, 0.2),
    ("good", "mispricing", "", 1.0, 0.5),
    ("good", "fair_price", "", 3.0, 0.5),
    ("bad", "value_per_use", "score", -1.0, 0.5),
    ("bad", "value_per_use", "win_share", -0.01, 0.02),
    ("bad", "point_effect", "score", -0.5, 0.2),
    ("bad", "mispricing", "", -2.0, 0.5),
    ("bad", "fair_price", "", 6.0, 0.5),
    ("rare", "value_per_use", "score", None, None),
    ("rare", "value_per_use", "win_share", None, None),
    ("rare", "point_effect", "score", None, None),
    ("rare", "mispricing", "", None, None),
    ("rare", "fair_price", "", None, None),
)


def value(rows: Sequence[Worth] = TRIPS, items: str = "trips") -> Study:
    names = dict.fromkeys(row[0] for row in rows)
    values = [
        {
            "item": item,
            "number": name,
            "of": of,
            "value": known,
            "low": None if half is None or known is None else known - half,
            "high": None if half is None or known is None else known + half,
            "note": "",
        }
        for item, name, of, known, half in rows
    ]
    points = {"points": pl.Int64 if items == "trips" else pl.Null}
    of_items = [{"item": n, "name": n.capitalize(), "points": 4} for n in names]
    if items != "trips":
        of_items = [{**item, "points": None} for item in of_items]
    frames = {
        "items": table(of_items, OF_ITEM, points),
        "values": table(values, OF_WORTH, OF_LEVEL, NOTE),
        "knockout": table([], OF_WORTH, OF_LEVEL, NOTE),
    }
    return study("value", frames, labels=["base"], items=items)


def test_items_are_ranked_by_what_a_use_brings_in_points() -> None:
    frame = item_values.compute(value(), worth=USES)
    shown = frame.select("name", "score", "score_low", "win_share", "win_share_high")
    assert shown.rows() == [
        ("Good", 2.0, 1.5, 0.05, pytest.approx(0.07)),
        ("Bad", -1.0, -1.5, -0.01, pytest.approx(0.01)),
        ("Rare", None, None, None, None),
    ]
    columns = [(c.title, c.unit) for c in item_values.columns(frame)]
    assert columns[2:] == [("Score", "points"), ("Win share", "% points")]


def test_the_best_and_the_worst_are_named_with_their_interval_and_the_rest_is_counted() -> None:
    frame = item_values.compute(value(), worth=USES)
    best, worst, open_ = item_values.find(frame, value(), worth=USES)
    assert best.text == (
        f"A use is worth most of these: “Good”, +2.00{SPACE}points (+1.50 to +2.50)."
    )
    assert worst.text == (
        f"A use costs the player most of these: “Bad”, −1.00{SPACE}points (−1.50 to −0.50)."
    )
    assert (open_.text, open_.resolved) == (
        "Whether a use brings or costs the player something is not resolved, or it is nothing: “Rare”.",
        False,
    )


def test_each_worth_says_what_of_it_is_not_resolved() -> None:
    asked = {worth.open for worth in (*WORTHS, MISPRICING)}
    assert len(asked) == len(WORTHS) + 1
    assert all(words.startswith("Whether ") for words in asked)


def test_of_many_items_that_are_not_resolved_some_are_named() -> None:
    rows = [(f"i{n}", "value_per_use", "score", 0.1 - n, 5.0) for n in range(5)]
    (open_,) = item_values.find(item_values.compute(value(rows), worth=USES), value(), worth=USES)
    assert open_.text.endswith("is not resolved, or it is nothing: “I0”, “I1”, “I2” and 2 more.")


def test_what_an_item_is_worth_hangs_on_the_bot_if_these_disagree() -> None:
    of = {"number": "value_per_use", "of": "score", "low": -1.0, "high": 2.0, "members": 3}
    disagree = {"above": 2, "below": 1, "unresolved": 0, "robustness": "bot-dependent"}
    agree = {"above": 3, "below": 0, "unresolved": 0, "robustness": "robust"}
    rows = [
        {**of, "item": "move", "value": 0.6, **disagree},
        {**of, "item": "shop", "value": 0.5, **agree},
    ]
    tables = {
        "items": table([{"item": key, "name": key.title()} for key in ("move", "shop")], OF_ITEM),
        "values": table(rows, OF_WORTH, OF_LEVEL, NOTE, OVER_FAMILY),
    }
    asked = study("value", tables, items="actions", family=OVER_2_BOTS)
    frame = item_values.compute(asked, worth=USES)
    of_use = "Whether a use brings or costs the player something"
    assert [finding.text for finding in item_values.find(frame, asked, worth=USES)] == [
        f"{of_use} hangs on the bot: “Move” higher on 2, lower on 1 of 3.",
        f"{of_use} is not resolved, or it is nothing: “Shop” on 3 of 3 bots (mean not resolved, no "
        + "bot disagrees).",
    ]


def test_only_some_are_named() -> None:
    rows = [(f"i{n}", "value_per_use", "score", 5.0 - n, 0.1) for n in range(5)]
    (best,) = item_values.find(item_values.compute(value(rows), worth=USES), value(), worth=USES)
    assert re.findall("“(I.)”", best.text) == ["I0", "I1", "I2"]


def test_the_worst_comes_first_among_those_that_cost() -> None:
    rows = [(f"i{n}", "value_per_use", "score", -1.0 - n, 0.1) for n in range(5)]
    (worst,) = item_values.find(item_values.compute(value(rows), worth=USES), value(), worth=USES)
    assert re.findall("“(I.)”", worst.text) == ["I4", "I3", "I2"]


def test_items_that_lack_a_worth_are_left_out_of_it() -> None:
    frame = item_values.compute(value(), worth=ACCESS)
    assert frame["name"].to_list() == ["Good"]
    assert [question.name for question in item_values.questions(value())] == [
        "uses",
        "access",
        "point_more",
    ]


def test_an_ad_is_among_the_actions_under_its_own_number() -> None:
    rows = [
        ("move", "value_per_use", "score", 1.0, 0.1),
        ("advertise", "ad_value", "score", 2.0, 0.1),
        ("advertise", "ad_forced", "score", -2.0, 0.1),
    ]
    asked = value(rows, items="actions")
    assert item_values.compute(asked, worth=USES)["item"].to_list() == ["advertise", "move"]
    assert [question.name for question in item_values.questions(asked)] == ["uses", "forced"]
    assert fair_prices.compute(asked).is_empty()


def test_what_items_change_is_drawn_side_by_side_with_names_on_the_left(ax: Axes) -> None:
    frame = item_values.compute(value(), worth=USES)
    first, second = item_values.panels(frame).frames
    item_values.draw(first, ax)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["Good", "Bad", "Rare"]
    assert (ax.get_title(loc="left"), ax.get_xlabel()) == ("Score", "points")
    drawn = [c[0].get_xydata().tolist() for c in ax.containers]
    assert [point for points in drawn for point in points][:2] == [[2.0, 0.0], [-1.0, 1.0]]
    ax.clear()
    item_values.draw(second, ax)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["", "", ""]
    assert ax.get_xlabel() == "% points"
    assert ax.containers[0][0].get_xydata()[0].tolist() == pytest.approx([5.0, 0.0])


def test_a_fair_price_is_told_only_where_a_point_more_is_resolved_to_bring_visitors_something() -> (
    None
):
    frame = fair_prices.compute(value())
    told = frame.select("key", "item", "points", "beyond", "point_more", "fair_price", "note")
    assert told.rows() == [
        ("good", "Good", 4, 1.0, 0.9, 3.0, ""),
        ("bad", "Bad", 4, -2.0, -0.5, None, "no price follows"),
        ("rare", "Rare", 4, None, None, None, "no price follows"),
    ]
    assert frame.select("fair_price_low", "fair_price_high").rows() == [
        (2.5, 3.5),
        (None, None),
        (None, None),
    ]
    assert [finding.resolved for finding in fair_prices.find(frame, value())] == [True, True]


#: Name, printed points, fair price with its interval, and what a point more brings, give or take 0.2.
Price = tuple[str, int, float | None, float | None, float | None, float]


def prices(*rows: Price, use: float = 0.0) -> Study:
    """A valuation of trips; `use`: what a visit to each brings beside what the player would have done."""
    items = [{"item": name, "name": name, "points": points} for name, points, *_ in rows]
    values = [
        {"item": name, **of}
        for name, points, price, low, high, more in rows
        for of in (
            {"number": "fair_price", "of": "", "value": price, "low": low, "high": high},
            {
                "number": "mispricing",
                "of": "",
                "value": None if price is None else points - price,
                "low": None if high is None else points - high,
                "high": None if low is None else points - low,
            },
            _of_score("point_effect", more),
            _of_score("surplus", use),
        )
    ]
    return study(
        "value",
        {
            "items": table(items, OF_ITEM, {"points": pl.Int64}),
            "values": table(values, OF_WORTH, OF_LEVEL, NOTE),
            "knockout": table([], OF_WORTH, OF_LEVEL, NOTE),
        },
        items="trips",
    )


def _of_score(name: str, value: float) -> dict[str, Any]:
    return {
        "number": name,
        "of": "score",
        "value": value,
        "low": value - 0.2,
        "high": value + 0.2,
    }


DEAR: Price = ("Dear", 5, 3.0, 2.5, 3.5, 0.9)
CHEAP: Price = ("Cheap", 4, 6.0, 5.5, 6.5, 0.9)
FAIR: Price = ("Fair", 4, 4.1, 3.8, 4.4, 0.9)
NEAR: Price = ("Near", 4, 3.9, 3.3, 4.5, 0.9)
UNKNOWN: Price = ("Unknown", 4, None, None, None, 0.9)
CROWDED: Price = ("Crowded", 9, 13.0, 11.5, 14.5, -2.0)
OPEN: Price = ("Open", 5, 5.1, 4.6, 5.6, 0.1)


def test_trips_that_print_too_much_or_too_little_are_named() -> None:
    asked = prices(FAIR, CHEAP, UNKNOWN, NEAR, DEAR)
    frame = fair_prices.compute(asked)
    assert frame["item"].to_list() == ["Dear", "Near", "Fair", "Cheap", "Unknown"]
    (said,) = fair_prices.find(frame, asked)
    assert said.resolved
    assert said.text == (
        "Of 5 trips with a fair price the printed points are clearly not fair, with the whole interval more "
        "than 0.5 away: 2; perhaps not fair, outside the interval: 0; fair, with the whole interval within "
        "0.5: 1; not resolved: 2. Too many points: “Dear” prints 5, 3.00 (2.50 to 3.50) would be fair. Too "
        "few points: “Cheap” prints 4, 6.00 (5.50 to 6.50) would be fair."
    )


def test_no_price_follows_where_a_point_more_costs_visitors_or_is_not_resolved() -> None:
    asked = prices(CROWDED, OPEN, FAIR)
    fair, none = fair_prices.find(fair_prices.compute(asked), asked)
    assert fair.text.startswith("Of 1 trip with a fair price ")
    assert "Crowded" not in fair.text
    assert none.text.replace(SPACE, " ") == (
        "Of 2 trips no price follows, since a point more costs their visitors something, or it is not "
        "resolved that it brings them anything. Off among these: a visit to “Crowded” brings 4.0 points "
        "(2.5 to 5.5) less than the mean of all trips, and a point more changes the score of its visitors by "
        "−2.00 points (−2.20 to −1.80)."
    )


def test_trips_that_cost_their_visitors_are_said_to_be_visited_too_eagerly() -> None:
    asked = prices(CROWDED, use=-3.0)
    (none,) = fair_prices.find(fair_prices.compute(asked), asked)
    _, _, eager = none.text.partition("These bots go too eagerly to ")
    assert eager == f"“Crowded”: they score more if they may not. {fair_prices.INSTEAD}."


@pytest.mark.parametrize(
    ("price", "half", "counts"),
    [
        (3.6, 0.3, (0, 0, 0, 1)),  # its points lie outside, but not far enough
        (3.6, 0.1, (0, 0, 1, 0)),  # so they do, and surely not far enough
        (3.4, 0.5, (0, 1, 0, 0)),
        (3.4, 0.05, (1, 0, 0, 0)),
        (4.4, 0.3, (0, 0, 0, 1)),
        (4.6, 0.55, (0, 1, 0, 0)),
        (4.7, 0.15, (1, 0, 0, 0)),
        (4.6, 0.65, (0, 0, 0, 1)),
        (4.0, 0.5, (0, 0, 1, 0)),
    ],
)
def test_points_are_not_fair_outside_the_interval_and_more_than_half_a_point_away(
    price: float, half: float, counts: tuple[int, int, int, int]
) -> None:
    asked = prices(("Trip", 4, price, price - half, price + half, 0.9))
    (said,) = fair_prices.find(fair_prices.compute(asked), asked)
    assert tuple(map(int, re.findall(r": (\d)[;.]", said.text))) == counts


def test_fair_prices_that_are_not_resolved_are_said() -> None:
    asked = prices(NEAR, UNKNOWN)
    (only,) = fair_prices.find(fair_prices.compute(asked), asked)
    assert only.text.endswith("not resolved: 2.")
    assert not only.resolved


def test_fair_prices_are_drawn_beside_what_is_printed(ax: Axes) -> None:
    fair_prices.draw(fair_prices.compute(prices(FAIR, CHEAP, UNKNOWN, DEAR)), ax)
    assert [label.get_text() for label in ax.get_yticklabels()] == [
        "Dear",
        "Fair",
        "Cheap",
        "Unknown",
    ]
    printed = ax.lines[-1]
    assert printed.get_xydata().tolist() == [[5, 0], [4, 1], [4, 2], [4, 3]]
    assert [text.get_text() for text in ax.figure.legends[0].get_texts()] == [
        "Printed points",
        "Fair price",
    ]


def test_names_that_could_break_a_figure_are_cut(ax: Axes) -> None:
    rows: list[Any] = [(AWKWARD_TRIP * 4, "value_per_use", "score", 1.0, 0.1)]
    frame = item_values.compute(value(rows), worth=USES)
    item_values.draw(item_values.panels(frame).frames[0], ax)
    (label,) = ax.get_yticklabels()
    assert len(label.get_text()) == 30


def test_a_bound_is_an_interval_either_way() -> None:
    row = {"item": "a", "number": "value_per_use", "of": "score", "value": 0.1, "bound": 0.4}
    asked = study(
        "value",
        {
            "items": table([{"item": "a", "name": "A"}], OF_ITEM),
            "values": table([row], OF_WORTH, OF_LEVEL, NOTE),
        },
        items="trips",
    )
    frame = item_values.compute(asked, worth=USES)
    assert frame.select("score", "score_low", "score_high").row(0) == (0.1, -0.4, 0.4)
    (open_,) = item_values.find(frame, asked, worth=USES)
    assert not open_.resolved


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("forced", "against its own judgement, so that this ad is worth less than"),
        ("point_more", "less than 0: more players go there and spoil it for each other"),
        ("knockout", "its sign is the opposite of that of access"),
    ],
)
def test_what_each_worth_means_is_said_under_its_table(name: str, said: str) -> None:
    (notes,) = (worth.notes for worth in WORTHS if worth.name == name)
    assert said in notes


def test_over_decks_items_have_no_points_and_findings_say_on_how_many_they_hold() -> None:
    on_decks = {"members": 40, "above": 2, "below": 30, "robustness": "mostly"}
    on_decks["unresolved"] = 8
    costs = {"value": -1.0, "low": -1.5, "high": -0.5, **on_decks}
    rows = [
        {"item": "BC, 4", "number": "mispricing", "of": "", **costs},
        {"item": "AD, 2", "number": "mispricing", "of": "", "value": 3.0, "members": 4},
    ]
    items = [{"item": key, "name": f"{key} components"} for key in ("BC, 4", "AD, 2")]
    asked = study(
        "value",
        {
            "items": table(items, OF_ITEM, {"points": pl.Int64}),
            "values": table(rows, OF_WORTH, OF_LEVEL, NOTE, OVER_FAMILY),
        },
        items="trips",
        family=OVER_40_DECKS,
    )
    frame = item_values.compute(asked, worth=MISPRICING)
    shown = frame.select("item", "mispricing", "held", "agreement")
    assert shown.rows() == [
        ("AD, 2", 3.0, None, None),
        ("BC, 4", -1.0, "30 of 40 decks, 8 open", "mostly"),
    ]
    worst, _ = item_values.find(frame, asked, worth=MISPRICING)
    assert worst.text == (
        f"A visit gives less than its cost on these: “BC, 4 components”, −1.00{SPACE}points (−1.50 to "
        "−0.50) on 30 of 40 decks, 8 open (mostly)."
    )
    assert [column.name for column in item_values.columns(frame)][-2:] == ["held", "agreement"]
    assert fair_prices.compute(asked).is_empty()
