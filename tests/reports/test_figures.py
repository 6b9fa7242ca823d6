"""What the figures draw: how many marks, which labels, intervals, and lines to compare with."""

from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.container import BarContainer, ErrorbarContainer

from loopsim.reports.kit import figures
from loopsim.reports.kit.question import one_panel
from loopsim.reports.pages.sections import SECTIONS
from loopsim.reports.questions import (
    bots,
    margin,
    scores,
    tears_by_cause,
    tears_per_player,
    trip_lift,
    trip_map,
    trip_visits,
    turn_order,
)
from loopsim.results import Result
from tests.reports.names import AWKWARD_BOT, LONG_TRIP

DRAWN = [question for section in SECTIONS for question in section.questions if question.draw]


def intervals(ax: Axes) -> int:
    """The error bars on the axes that have a length."""
    count = 0
    for container in ax.containers:
        if isinstance(container, ErrorbarContainer):
            lines: LineCollection = container[2][0]
            segments = [segment for segment in lines.get_segments() if len(segment) == 2]
            count += sum(bool(np.isfinite(segment).all()) for segment in segments)
    return count


def bars(ax: Axes) -> list[int]:
    """The number of bars in each group."""
    return [len(c) for c in ax.containers if isinstance(c, BarContainer)]


def labels(ax: Axes, axis: str) -> list[str]:
    return [label.get_text() for label in getattr(ax, f"get_{axis}ticklabels")()]


def levels(ax: Axes) -> list[float]:
    """Heights of the lines across the axes."""
    return [
        float(line.get_ydata()[0])
        for line in ax.lines
        if list(line.get_xdata()) == [0, 1] and line.get_marker() == "None"
    ]


def test_scores_draw_a_bar_a_part_and_a_mark_a_total(run: Result, ax: Axes) -> None:
    scores.draw(scores.compute(run.estimates), ax)
    assert bars(ax) == [5]
    assert intervals(ax) == 7
    assert labels(ax, "y")[-2:] == ["Score, all players", "Score, survivors"]
    assert ax.get_xlabel() == "Mean points a player"


def test_margin_draws_per_cent(run: Result, ax: Axes) -> None:
    margin.draw(margin.compute(run.estimates), ax)
    assert (bars(ax), intervals(ax)) == ([17], 17)
    assert labels(ax, "x")[-2:] == ["15", "16+"]
    assert sum(patch.get_height() for patch in ax.patches) == pytest.approx(100)
    assert ax.get_ylabel() == "Games (%)"


def test_map_draws_each_trip_once_by_cost_and_points(run: Result, ax: Axes) -> None:
    frame = trip_map.compute(run.estimates)
    trip_map.draw(frame, ax)
    places = np.concatenate([marks.get_offsets() for marks in ax.collections])
    assert len(places) == frame.height == 32
    assert len({tuple(place) for place in places.round(6)}) == 32
    assert sorted(places[:, 1]) == sorted(frame["points"])
    assert np.abs(places[:, 0] - np.round(places[:, 0])).max() < 0.5
    sizes = np.concatenate([marks.get_sizes() for marks in ax.collections])
    most = frame["visits"].arg_max()
    assert sizes.max() == pytest.approx(sizes[most])
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("Cost (components)", "Points")


def test_map_gives_every_trip_its_key_and_marks_those_off_the_usual(run: Result, ax: Axes) -> None:
    frame = trip_map.compute(run.estimates)
    trip_map.draw(frame, ax)
    assert [text.get_text() for text in ax.texts] == frame["key"].to_list()
    bold = {text.get_text() for text in ax.texts if text.get_fontweight() == "bold"}
    assert bold == {"AD4.1", "AD7.2", "AD2.1"}
    figure = ax.figure
    figure.set_size_inches(trip_map.size(frame))
    figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in ax.texts]
    assert not any(a.overlaps(b) for a, b in combinations(boxes, 2))


def test_visits_draw_a_bar_a_trip_in_parts_by_day(run: Result, ax: Axes) -> None:
    frame = trip_visits.compute(run.estimates)
    trip_visits.draw(frame, ax)
    assert bars(ax) == [32, 32, 32]
    assert intervals(ax) == 32
    assert labels(ax, "y")[0] == frame["trip"][0]
    ends = [patch.get_x() + patch.get_width() for patch in ax.patches[64:]]
    assert ends == pytest.approx(frame["visits"].to_list())
    assert [text.get_text() for text in ax.texts] == ["AD", "BC"]


def test_lift_draws_the_lift_of_any_visit_beside_the_trips(run: Result, ax: Axes) -> None:
    frame = trip_lift.compute(run.estimates)
    trip_lift.draw(frame, ax)
    known = frame["win_lift_low"].is_not_null().sum()
    assert 0 < known < 32
    assert intervals(ax) == known
    pooled = 100 * frame["visit_lift"][0]
    assert pooled in [line.get_xdata()[0] for line in ax.lines]
    hollow = [c for c in ax.containers if c[0].get_markerfacecolor() == "white"]
    assert len(hollow[0][0].get_xdata()) == 32 - known


def test_causes_draw_a_bar_each(run: Result, ax: Axes) -> None:
    frame = tears_by_cause.compute(run.estimates)
    tears_by_cause.draw(frame, ax)
    assert bars(ax) == [10, 10, 10]
    assert labels(ax, "y") == frame["title"].to_list()


def test_tears_per_player_draw_all_players(run: Result, ax: Axes) -> None:
    tears_per_player.draw(tears_per_player.compute(run.estimates), ax)
    assert intervals(ax) == 5
    assert sum(patch.get_height() for patch in ax.patches) == pytest.approx(100)


def test_turn_order_draws_the_equal_share(run: Result, ax: Axes) -> None:
    frame = turn_order.compute(run.estimates)
    turn_order.draw(frame, ax)
    assert intervals(ax) == 4
    assert labels(ax, "x") == ["1st", "2nd", "3rd", "4th"]
    assert levels(ax) == pytest.approx([100 * frame["equal_share"][0]])


def test_bots_draw_the_equal_share(awkward: Result, ax: Axes) -> None:
    frame = bots.compute(awkward.estimates)
    bots.draw(frame, ax)
    assert intervals(ax) == 2
    assert labels(ax, "x") == [AWKWARD_BOT, "plain"]
    assert 0 <= ax.get_ylim()[0] < ax.get_ylim()[1] <= 100
    assert levels(ax) == pytest.approx([100 * frame["equal_share"][0]])


def test_the_axis_of_win_shares_ends_at_none_and_all(ax: Axes) -> None:
    frame = pl.DataFrame(
        {
            "win_share": [0.0, 1.0],
            "win_share_low": [0.0, 0.9],
            "win_share_high": [0.1, 1.0],
            "equal_share": [0.5, 0.5],
        }
    )
    turn_order.win_shares(frame, ax, ["never", "always"])
    assert ax.get_ylim() == (0, 100)


def test_long_names_are_cut_beside_an_axis() -> None:
    assert figures.short(LONG_TRIP) == "W" * 29 + "…"
    assert figures.short("two\n lines") == "two lines"


@pytest.mark.parametrize("question", DRAWN, ids=lambda question: question.name)
def test_one_game_is_drawn_without_intervals(question: Any, one_game: Result, ax: Axes) -> None:
    frame = question.compute(one_game.estimates)
    for part in question.panels(frame).frames:
        assert question.draw(part, ax) is ax
    # a share of one seat a game has Wilson's interval even of one game
    if question.name not in {"margin", "deciding_tears", "eliminations", "by_place"}:
        assert intervals(ax) == 0


def test_pictures_of_equal_frames_are_equal_bytes_and_awkward_names_do_not_warn(
    awkward: Result,
) -> None:
    frame = trip_visits.compute(awkward.estimates)
    first, second = (figures.picture(trip_visits.draw, one_panel(frame), (6, 9)) for _ in range(2))
    assert first == second
    assert first.startswith(b"\x89PNG")
