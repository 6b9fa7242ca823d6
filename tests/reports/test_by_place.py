"""What reports say by place in the turn order: tears, ads, eliminations, and what differs at all."""

from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes

from loopsim.numbers import say
from loopsim.reports.kit import figures
from loopsim.reports.questions import (
    by_place,
    crowded_out,
    deciding_tears,
    eliminations,
    places,
    tears_by_cause,
    tears_by_place,
)
from loopsim.results import Result
from loopsim.stats import Estimate
from tests.reports.names import row
from tests.reports.test_figures import bars, intervals, labels
from tests.reports.test_questions import number, of_json

SPACE = "\N{NO-BREAK SPACE}"
PLACES = ["1st", "2nd", "3rd", "4th"]


class Nothing:
    """Estimates of games in which nothing of what is asked for happens."""

    games = 1000

    def of(self, name: str) -> Estimate:
        return Estimate(0.0, 0.0, 0.0, 0.0037, 1000)


def around(value: float, half: float) -> Estimate:
    return Estimate(value, half / 1.96, value - half, value + half, 1000)


def texts(question: Any, result: Result) -> list[str]:
    frame = question.compute(result.estimates)
    return [finding.text for finding in question.find(frame, result.estimates)]


def seats_at(run: Result, place: int) -> pl.DataFrame:
    return run.seats.filter(pl.col("place") == place).collect()


# --- what differs by place


def test_places_are_apart_only_if_widened_intervals_do_not_overlap() -> None:
    # six pairs of four places: 0.05 / 6 two-sided is 2.638 standard errors
    half = 1.96
    reach = 2 * 2.638 * half / 1.96
    apart = [around(10, half), around(10 + reach + 0.01, half), around(11, half), around(12, half)]
    assert places.apart(apart, 1000) == (1, 0)
    near = [*apart[:1], around(10 + reach - 0.01, half), *apart[2:]]
    assert places.apart(near, 1000) is None
    assert places.apart(apart, 1000, numbers=2) is None


def test_few_games_and_numbers_without_intervals_tell_no_places_apart() -> None:
    far = [around(1, 0.1), around(9, 0.1)]
    assert places.apart(far, 1000) == (1, 0)
    assert places.apart(far, 29) is None
    assert places.apart([replace(each, low=None, high=None) for each in far], 1000) is None
    assert places.apart(far[:1], 1000) is None


def test_equal_places_are_not_called_different_in_more_than_one_report_in_twenty() -> None:
    rng = np.random.default_rng(1)
    # of a game of four places that share a fixed sum, so that intervals lean against each other
    errors = rng.normal(size=(2000, 4))
    errors -= errors.mean(axis=1, keepdims=True)
    wrong = sum(
        places.apart([around(value, 1.96 * 0.866) for value in each], 1000) is not None
        for each in errors
    )
    assert wrong <= 0.05 * 2000


def test_places_are_named_by_number() -> None:
    assert [places.named(place) for place in range(6)] == [*PLACES, "5th", "6th"]


def test_a_difference_is_said_with_both_ends_and_else_called_not_resolved() -> None:
    clear = places.finding("the ads", [around(0.5, 0.01), around(0.2, 0.01)], 1000, "share")
    assert clear.resolved
    assert clear.text == (
        f"By place in the turn order the ads differ: more at the 1st place, 50.0{SPACE}% (49.0 to 51.0), "
        f"than at the 2nd, 20.0{SPACE}% (19.0 to 21.0)."
    )
    open_ = places.finding("the ads", [around(0.5, 0.3), around(0.2, 0.3)], 1000)
    assert (open_.text, open_.resolved) == (
        "Not resolved whether the ads differ by place in the turn order.",
        False,
    )


def test_numbers_by_place_are_those_of_the_json_and_are_told_apart_together(run: Result) -> None:
    frame, data = by_place.compute(run.estimates), run.json()["by_order"]
    assert frame["metric"].to_list() == [*by_place.METRICS]
    for metric in ("score", "waste", "eliminated"):
        for place in range(4):
            found = number(frame, f"place{place + 1}", metric=metric)
            assert found == of_json(data[place][metric])
    for shown in frame.iter_rows(named=True):
        of = places.of_places(run.estimates, shown["metric"])
        two = places.apart(of, 400, numbers=6)
        assert shown["differs"] == (by_place.DIFFERS if two else by_place.OPEN)


def test_what_differs_is_said_with_its_ends_and_the_rest_is_named(run: Result) -> None:
    frame = by_place.compute(run.estimates).head(2)
    clear = {"differs": "differs", "most": "4th", "least": "2nd"}
    frame = pl.concat(
        [
            frame.head(1).with_columns(pl.lit(value).alias(name) for name, value in clear.items()),
            frame.tail(1).with_columns(differs=pl.lit("not resolved")),
        ]
    )
    said, open_ = by_place.find(frame, run.estimates)
    ends = [say(run.estimates.of("score", "place", place), "points") for place in (3, 1)]
    assert said.text == f"Score: more at the 4th place, {ends[0]}, than at the 2nd, {ends[1]}."
    assert open_.text == "Not resolved whether these differ by place: tears taken."
    assert (said.resolved, open_.resolved) == (True, False)


def test_each_number_has_a_panel_that_says_whether_it_differs(run: Result, ax: Axes) -> None:
    frame = by_place.compute(run.estimates)
    marked = frame.with_columns(differs=pl.Series(["differs", *["not resolved"] * 5]))
    parts = by_place.panels(marked).frames
    assert [part["title"][0] for part in parts] == frame["title"].to_list()
    by_place.draw(parts[0], ax)
    assert (intervals(ax), labels(ax, "x")) == (4, PLACES)
    assert ax.get_title(loc="left") == "Score (points)\ndiffers"
    assert ax.containers[0][0].get_markerfacecolor() == figures.BLUE
    ax.clear()
    by_place.draw(parts[5], ax)
    assert ax.get_title(loc="left") == "Eliminated (%)\nnot resolved"
    assert ax.containers[0][0].get_markerfacecolor() == "white"
    assert ax.containers[0][0].get_color() == figures.GREY
    drawn = ax.containers[0][0].get_ydata()
    assert drawn == pytest.approx(100 * parts[5]["value"].to_numpy())


# --- tears


def test_tears_by_cause_day_and_place_are_those_of_the_seats(run: Result) -> None:
    frame = tears_by_place.compute(run.estimates)
    third = seats_at(run, 2)
    found = row(frame, day="Day 3", cause="room_empty")
    assert found["tears_place3"] == pytest.approx(third["tears_room_empty_day3"].mean())
    everything = row(frame, day="Day 3", cause="")
    assert everything["title"] == "All causes"
    assert everything["tears_place3"] == pytest.approx(
        sum(third[f"tears_{cause}_day3"].mean() for cause in tears_by_cause.CAUSES)
    )
    of_day = frame.filter(pl.col("day") == "Day 3", pl.col("cause") != "")
    assert of_day["tears_place3"].sum() == pytest.approx(everything["tears_place3"])
    assert frame["cause"][1] == "move_impossible"  # most of all comes first
    assert "ad_no_trip" not in frame["cause"]  # never seen


def test_tears_are_compared_by_place_in_all_and_by_day(
    run: Result, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "apart", lambda *of: places.Apart(3, 0))
    whole, *days = texts(tears_by_place, run)
    assert "the tears of a player differ" in whole
    assert [f"the tears of day {day} differ" in said for day, said in enumerate(days, 1)] == [
        True
    ] * 3
    of_day_2 = places.of_places(run.estimates, "tears_day2")
    assert (
        f"more at the 4th place, {say(of_day_2[3])}, than at the 1st, {say(of_day_2[0])}."
        in days[1]
    )


def test_days_on_which_tears_do_not_clearly_differ_by_place_are_said_together(
    run: Result, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "apart", lambda *of: None)
    whole, days = texts(tears_by_place, run)
    assert whole == "Not resolved whether the tears of a player differ by place in the turn order."
    assert days == "Not resolved whether the tears of day 1, day 2 and day 3 differ by place."


def test_the_map_of_tears_has_one_scale_and_writes_out_what_it_shows(run: Result, ax: Axes) -> None:
    frame = tears_by_place.compute(run.estimates)
    parts = tears_by_place.panels(frame).frames
    assert [part["day"][0] for part in parts] == ["Day 1", "Day 2", "Day 3"]
    most = max(frame[f"tears_place{place}"].max() for place in range(1, 5))
    assert {part["most"][0] for part in parts} == {most}
    tears_by_place.draw(parts[2], ax)
    (image,) = ax.images
    shown = np.column_stack([parts[2][f"tears_place{place}"] for place in range(1, 5)])
    assert np.asarray(image.get_array()) == pytest.approx(shown / most)
    assert labels(ax, "x") == PLACES
    assert ax.texts[0].get_text() == f"{shown[0, 0]:.2f}"
    assert len(ax.texts) == shown.size


def test_small_cells_are_not_written_as_none_and_small_causes_are_not_drawn(ax: Axes) -> None:
    frame = pl.DataFrame(
        {
            "day": ["Day 1"] * 3,
            "cause": ["", "effect", "voluntary"],
            "title": ["All causes", "By an effect", "Voluntary"],
            "tears_place1": [0.5, 0.02, 0.004],
            "tears_place2": [0.0, 0.004, 0.0],
        }
    )
    (part,) = tears_by_place.panels(frame).frames
    tears_by_place.draw(part, ax)
    assert labels(ax, "y") == ["All causes", "By an effect"]
    assert [text.get_text() for text in ax.texts] == ["0.50", "", "0.02", "<0.01"]


def test_chained_tears_are_said_beside_their_causes(run: Result) -> None:
    chain = say(run.estimates.of("chain"), "share")
    assert texts(tears_by_cause, run)[1] == (
        f"Of all tears {chain} are chained: the past self plays a card again that had already torn on an "
        "earlier day."
    )


def test_tears_that_decide_are_those_of_the_seats_by_cause_day_and_place(run: Result) -> None:
    frame = deciding_tears.compute(run.estimates)
    decided = run.seats.filter(pl.col("tear_decided") == 1).collect()
    whole = len(decided) / (4 * 400)
    assert whole > 0
    for by in (deciding_tears.CAUSE, deciding_tears.DAY):
        assert frame.filter(by=by)["share"].sum() == pytest.approx(whole)
    assert frame.filter(by=deciding_tears.PLACE)["share"].mean() == pytest.approx(whole)
    on_day_2 = (decided["last_tear_day"] == 2).sum() / 1600
    assert row(frame, of="Day 2")["share"] == pytest.approx(on_day_2)
    causes = frame.filter(by=deciding_tears.CAUSE)
    assert causes["share"].is_sorted(descending=True)
    assert causes["share"].min() > 0


def test_it_is_said_how_many_games_a_tear_decides_and_what_cannot_be_said(run: Result) -> None:
    frame = deciding_tears.compute(run.estimates)
    games = run.seats.group_by("game").agg(pl.col("tear_decided").max()).collect()["tear_decided"]
    share = run.estimates.of("tear_decided")
    assert share.value == pytest.approx(games.mean())
    first, *_ = deciding_tears.find(frame, run.estimates)
    assert first.text == (
        f"In {say(share, 'share')} of the games one tear decides by the account: with its points given back, "
        "and all else as it was, another player would have won or shared the win."
    )
    numbers = {"share": [0.2, 0.1], "share_low": [0.15, 0.08], "share_high": [0.25, 0.12]}
    clear = pl.DataFrame({"by": ["By day"] * 2, "of": ["Day 3", "Day 1"], **numbers})
    said = deciding_tears._most(clear, "By day", "on which day")
    assert said.text == (
        f"By day, most of these tears: Day 3, 20.0{SPACE}% (15.0 to 25.0) of the players; next Day 1, "
        f"10.0{SPACE}% (8.0 to 12.0)."
    )
    close = clear.with_columns(share_low=pl.Series([0.11, 0.08]))
    assert (
        deciding_tears._most(close, "By day", "on which day").text == "Not resolved on which day."
    )


def test_tears_that_decide_are_drawn_in_three_panels_of_one_scale(run: Result, ax: Axes) -> None:
    frame = deciding_tears.compute(run.estimates)
    parts = deciding_tears.panels(frame).frames
    assert [part["by"][0] for part in parts] == [
        "By cause",
        "By day",
        "By place in the turn order",
    ]
    ends = set()
    for part in parts:
        ax.clear()
        deciding_tears.draw(part, ax)
        assert (bars(ax), intervals(ax)) == ([part.height], part.height)
        assert ax.patches[0].get_width() == pytest.approx(100 * part["share"][0])
        ends.add(ax.get_xlim())
    ((least, most),) = ends
    assert (least, most) == (0, pytest.approx(104 * frame["share_high"].max()))


def test_eliminations_by_place_and_day_are_those_of_the_seats(run: Result) -> None:
    frame, data = eliminations.compute(run.estimates), run.json()
    assert frame["who"].to_list() == ["All players", *PLACES]
    everyone = data["per_seat"]["eliminated"]
    assert number(frame, "eliminated", who="All players") == of_json(everyone)
    second = row(frame, who="2nd")
    assert second["eliminated"] == pytest.approx(seats_at(run, 1)["eliminated"].mean())
    assert sum(second[f"eliminated_day{day}"] for day in (1, 2, 3)) == pytest.approx(
        second["eliminated"]
    )
    found = texts(eliminations, run)
    assert "Most eliminations fall on day 3" in found[1]
    leaders = say(run.estimates.of("eliminated_leader"), "share")
    assert found[3] == (
        f"In {leaders} of the games someone is eliminated who led alone before that turn."
    )


def test_eliminations_are_drawn_in_per_cent_in_parts_by_day(run: Result, ax: Axes) -> None:
    frame = eliminations.compute(run.estimates)
    eliminations.draw(frame, ax)
    assert (bars(ax), intervals(ax)) == ([5, 5, 5], 5)
    ends = [patch.get_x() + patch.get_width() for patch in ax.patches[10:]]
    assert ends == pytest.approx((100 * frame["eliminated"]).to_list())
    assert labels(ax, "y") == ["All players", *PLACES]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (tears_by_place, "No tear was taken in any game."),
        (
            deciding_tears,
            f"In no game did the cost of one tear decide who wins: 0.00{SPACE}% (0.00 to 0.37).",
        ),
        (eliminations, f"Nobody was eliminated: 0.00{SPACE}% (0.00 to 0.37) of the players."),
        (crowded_out, "No ad was placed in any game, so nobody was crowded out by one."),
    ],
)
def test_what_did_not_happen_is_said_and_nothing_made_of_it(
    question: Any, said: str, run: Result
) -> None:
    frame = question.compute(run.estimates)
    zero = frame.with_columns(pl.col(pl.Float64) * 0)
    if question is tears_by_place:
        zero = zero.filter(cause="")
    if question is eliminations:
        zero = zero.with_columns(eliminated_high=pl.lit(0.0037))
    assert [finding.text for finding in question.find(zero, Nothing())] == [said]
