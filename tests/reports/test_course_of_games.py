"""Win probabilities on the page: when the winner is decided, drama, decisive turns, calibration."""

from typing import Any

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes

from loopsim.course import Course
from loopsim.reports.findings.limits import FINE, OPEN
from loopsim.reports.kit import figures
from loopsim.reports.pages.missing import missing
from loopsim.reports.pages.of_run import of_run
from loopsim.reports.pages.sections import OF_COURSE
from loopsim.reports.questions import calibration, decided, decisive_turns, drama
from loopsim.results import Result
from loopsim.stats import Estimate
from tests.reports.courses import by_hand, walks
from tests.reports.names import row
from tests.reports.test_figures import bars, intervals, labels

QUESTIONS = [question for of in OF_COURSE.values() for question in of]


@pytest.fixture(scope="module")
def walked() -> Course:
    """400 games whose win probabilities are right."""
    return walks(400, seed=1)


@pytest.fixture(scope="module")
def three() -> Course:
    """Three games of four turns; the first place wins two of them."""
    return by_hand(
        [0.5, 0.25, 0.75, 1, 1],  # behind at turn 1; half a step down, half up: the first of two
        [0.5, 0.5, 0.5, 0.25, 1],
        [0.25, 0.5, 0.5, 0.125, 0],
        days=[1, 1, 2, 2],
        movers=[0, 1, 0, 1],
    )


def with_course(run: Result, course: Course | None) -> Result:
    """The run as if games of it had been continued."""
    return Result(run.manifest, run.summary, run.setting, run.measures, course=course)


# --- when the winner is decided


def test_the_curves_are_quantiles_over_games(three: Course) -> None:
    frame = decided.compute(three)
    assert frame["at"].to_list() == pytest.approx([step / 20 for step in range(21)])
    half = row(frame, at=0.5)  # after turn 2 of 4 the winners had 0.75, 0.5 and 0.5
    assert (half["winner_q05"], half["winner_q50"], half["winner_q95"]) == (0.5, 0.5, 0.75)
    quarter = row(frame, at=0.25)  # 0.25, 0.5 and 0.5; the leaders 0.75, 0.5 and 0.5
    assert (quarter["winner_q25"], quarter["leader_q50"], quarter["leader_q95"]) == (
        0.25,
        0.5,
        0.75,
    )
    assert frame["winner_q05"][-1] == 1
    assert frame["decided_at"].unique().to_list() == [0.5]  # after turns 2, 4 and 0 of 4


def test_half_of_the_games_are_decided_at_the_median(walked: Course) -> None:
    first, nearly = decided.find(decided.compute(walked), walked)
    median = 100 * walked.decided_at_median.value
    assert first.text.startswith(
        "In half of the games that someone wins the later winner is the likeliest for good once "
    )
    assert f"{median:.1f}"[:4] in first.text
    assert f"{100 * walked.decided_90.value:.1f}"[:4] in nearly.text
    assert first.resolved
    assert nearly.resolved


def test_few_games_do_not_tell_when_they_are_decided(three: Course) -> None:
    (finding,) = decided.find(decided.compute(three), three)
    assert finding.text == "Not resolved when the winner is decided: too few games."


def test_decided_draws_two_bands_two_medians_and_where_half_is_decided(
    walked: Course, ax: Axes
) -> None:
    frame = decided.compute(walked)
    decided.draw(frame, ax)
    assert len(ax.collections) == 2
    winner, leader, line = ax.lines
    assert list(winner.get_ydata()) == pytest.approx((100 * frame["winner_q50"]).to_list())
    assert list(leader.get_ydata()) == pytest.approx((100 * frame["leader_q50"]).to_list())
    assert leader.get_linestyle() != winner.get_linestyle()
    assert line.get_xdata()[0] == pytest.approx(100 * frame["decided_at"][0])
    for band, (low, high) in zip(ax.collections, (("05", "95"), ("25", "75")), strict=True):
        edges = {tuple(edge) for edge in band.get_paths()[0].vertices.round(6)}
        for end in (low, high):
            curve = zip(frame["at"] * 100, frame[f"winner_q{end}"] * 100, strict=True)
            assert {(round(x, 6), round(y, 6)) for x, y in curve} <= edges
    legend = [text.get_text() for text in ax.figure.legends[0].get_texts()]
    assert legend == ["Winner: 9 in 10", "half", "median", "Leader: median"]


# --- drama


def test_drama_and_the_others_are_those_of_the_course(walked: Course) -> None:
    frame, data = drama.compute(walked), walked.json()
    for name in ("drama", "uncertainty", "decided_at", "decided_90"):
        assert row(frame, name=name)["value"] == data[name]["mean"]
    (finding,) = drama.find(frame, walked)
    assert f"{100 * data['drama']['mean']:.1f}"[:3] in finding.text


def test_drama_of_one_game_by_hand() -> None:
    course = by_hand([0.5, 0.25, 0.75, 1], days=[1, 1, 1], movers=[0, 1, 0])
    frame = drama.compute(course)
    assert row(frame, name="drama")["value"] == pytest.approx(0.5 / 4)  # 0.75 − 0.25 at one of four
    assert row(frame, name="decided_at")["value"] == pytest.approx(2 / 3)


# --- decisive turns


def test_decisive_turns_are_counted_by_day_with_who_moved(three: Course) -> None:
    # the largest changes: turn 2 of the first game, +0.5, by the second place, which loses; turn 4 of the
    # second, +0.75, by the second place; turn 3 of the third, +0.375, by the first place, which loses
    frame = decisive_turns.compute(three)
    assert frame["when"].to_list() == ["Day 1", "Day 2"]
    assert frame["games"].to_list() == [1, 2]
    assert frame["share"].to_list() == pytest.approx([1 / 3, 2 / 3])
    assert frame["swing"].to_list() == pytest.approx([0.5, (0.75 + 0.375) / 2])
    assert frame["up"].to_list() == [1, 1]
    assert frame["own"].to_list() == [0, 0]


def test_a_fall_is_no_gain_and_an_own_move_is_counted() -> None:
    course = by_hand([0.875, 0.125, 0.75, 1], days=[1, 2, 3], movers=[0, 0, 1])
    frame = decisive_turns.compute(course)
    first = row(frame, when="Day 1")
    assert (first["games"], first["up"], first["own"]) == (1, 0, 1)
    assert first["swing"] == pytest.approx(0.75)
    assert row(frame, when="Day 2")["up"] is None


def test_the_largest_swing_is_named_to_be_looked_at(walked: Course) -> None:
    *_, largest = decisive_turns.find(decisive_turns.compute(walked), walked)
    turns = walked.decisive()
    swings = np.abs((turns["after"] - turns["before"]).to_numpy())
    game = turns["game"][int(swings.argmax())]
    assert largest.text.startswith(f"The largest swing is in game {game}: at turn ")


def test_the_day_of_most_decisive_turns_is_named_if_it_is_known(walked: Course) -> None:
    frame = decisive_turns.compute(walked)
    apart = frame.with_columns(share_low=frame["share"] - 0.001, share_high=frame["share"] + 0.001)
    most, *_ = decisive_turns.find(apart, walked)
    ranked = frame.sort("share", descending=True)["when"].to_list()
    assert most.text.startswith(f"Most games have their decisive turn on {ranked[0].lower()}: ")
    together = frame.with_columns(share_low=frame["share"] - 1, share_high=frame["share"] + 1)
    assert not decisive_turns.find(together, walked)[0].resolved


def test_decisive_turns_draw_a_bar_a_day(walked: Course, ax: Axes) -> None:
    decisive_turns.draw(decisive_turns.compute(walked), ax)
    assert (bars(ax), intervals(ax)) == ([3], 3)
    assert labels(ax, "x") == ["Day 1", "Day 2", "Day 3"]
    assert sum(patch.get_height() for patch in ax.patches) == pytest.approx(100)


# --- calibration


@pytest.mark.parametrize(
    ("games", "power", "said"),
    [
        (4000, 1, "Win probabilities can be taken at their word: "),
        (4000, 2, "Win probabilities are not to be taken at their word: "),
        (60, 1, "Not resolved whether win probabilities hold: "),
    ],
)
def test_win_probabilities_that_are_off_are_told_from_those_that_hold(
    games: int, power: float, said: str
) -> None:
    course = walks(games, seed=2, power=power)
    finding, *_ = calibration.find(calibration.compute(course), course)
    assert finding.text.startswith(said)
    assert finding.resolved == (not said.startswith("Not resolved"))


@pytest.mark.parametrize(
    ("error", "slope", "said"),
    [
        ((-0.001, 0.009), (0.9, 1.1), "Win probabilities can be taken at their word: "),
        ((0.011, 0.019), (0.9, 1.1), "Win probabilities are not to be taken at their word: "),
        ((-0.001, 0.009), (0.8, 0.9), "Win probabilities are not to be taken at their word: "),
        ((0.001, 0.019), (0.9, 1.1), "Not resolved whether win probabilities hold: "),
    ],
)
def test_calibration_is_judged_by_its_error_and_its_slope(
    error: tuple[float, float], slope: tuple[float, float], said: str
) -> None:
    class Judged:
        calibration_error = Estimate(sum(error) / 2, None, *error, 1000)

        def bias(self) -> pl.DataFrame:
            return pl.DataFrame(schema={"bias_low": pl.Float64})

    course: Any = Judged()
    course.slope = Estimate(sum(slope) / 2, None, *slope, 1000)
    (finding,) = calibration.find(pl.DataFrame(), course)  # and nothing by day and place
    assert finding.text.startswith(said)


@pytest.mark.parametrize(
    ("off", "said"),
    [
        (
            0.02,
            "On no day and at no place in the turn order is clearly more or less won than was said; the largest ",
        ),
        (-0.04, "More, or less, is won than was said on day 2, the 1st place, −4.0"),
    ],
)
def test_what_is_missed_on_a_day_at_a_place_is_said_at_the_level_of_all(
    off: float, said: str, walked: Course
) -> None:
    rows = [
        (1, 0, 0.001),
        (1, 1, -0.001),
        (2, 0, off),
        (2, 1, 0.0),
    ]  # 2.5 standard errors are too few
    frame = pl.DataFrame(
        [(*row, row[2] - 0.0196, row[2] + 0.0196) for row in rows],
        schema=["day", "place", "bias", "bias_low", "bias_high"],
        orient="row",
    )

    class Biased:
        calibration_error, slope = walked.calibration_error, walked.slope

        def bias(self) -> pl.DataFrame:
            return frame

    course: Any = Biased()
    _, found = calibration.find(pl.DataFrame(), course)
    assert found.text.startswith(said)


def test_calibration_draws_a_point_a_class_and_the_diagonal(walked: Course, ax: Axes) -> None:
    frame = calibration.compute(walked)
    calibration.draw(frame, ax)
    assert intervals(ax) == frame["won_low"].is_not_null().sum() > 10
    (diagonal,) = [line for line in ax.lines if line.get_linestyle() == "--"]
    assert list(diagonal.get_xdata()) == list(diagonal.get_ydata()) == [0, 100]
    places = np.concatenate([c[0].get_xdata() for c in ax.containers])
    assert sorted(places) == pytest.approx(sorted(100 * frame["said"]))
    assert ax.get_aspect() == 1


# --- on the page


def test_a_run_that_has_win_probabilities_shows_them_in_its_own_chapter(
    run: Result, walked: Course
) -> None:
    report = of_run(with_course(run, walked))
    (shape,) = [chapter for chapter in report.chapters if chapter.name == "shape"]
    names = [asking.name for asking in shape.askings]
    assert names[-4:] == ["decided", "drama", "decisive_turns", "calibration"]
    assert not shape.missing
    caption = shape.askings[-1].source.caption
    assert caption.startswith(
        "n = 400 games of 400 games, each continued 64 times after every turn; intervals 95 %, "
    )


def test_without_them_the_command_is_named_that_plays_them(run: Result) -> None:
    report = of_run(with_course(run, None))
    (shape,) = [chapter for chapter in report.chapters if chapter.name == "shape"]
    assert {asking.source.manifest["scenario"] for asking in shape.askings} == {"loop-inc/base"}
    assert [asking.name for asking in shape.askings] == ["shape", "margin"]
    (wanted,) = shape.missing
    assert wanted.what == "When the winner is decided, and how dramatic the game is"
    assert wanted.command.startswith("loopsim run loop-inc/base ")
    assert "--win-probability 1000 " in wanted.command


def test_no_command_is_named_that_bots_which_look_ahead_would_refuse(run: Result) -> None:
    result = with_course(run, None)
    bots = {"random": {**run.manifest["resolved"]["bots"]["random"], "family": "look-ahead"}}
    result.manifest["resolved"] = {**run.manifest["resolved"], "bots": bots}
    assert not missing("shape", [], result.manifest)
    assert missing("shape", [], run.manifest)


@pytest.mark.parametrize(
    ("fine", "fix", "verdict"), [([0.2, 0.9], [0.1, 1.0], FINE), ([0.0, 0.43], [0.0, 0.45], OPEN)]
)
def test_when_the_winner_is_decided_is_judged_by_the_median(
    fine: list[float], fix: list[float], verdict: str, run: Result, walked: Course
) -> None:
    result = with_course(run, walked)
    thresholds = {"decided_at": {"fine": fine, "fix": fix}}
    resolved = {**run.manifest["resolved"], "report": {"thresholds": thresholds}}
    result.manifest["resolved"] = resolved
    (judgement,) = of_run(result).judgements
    assert judgement.verdict == verdict
    assert judgement.shown == ("decided", "When the winner is decided")
    assert judgement.text == (
        "In half of the games that someone wins the later winner is the likeliest for good once "
        "47.6\N{NO-BREAK SPACE}% (38.1 to 52.4) of the turns are played."
    )


def test_without_win_probabilities_nothing_is_said_of_when_the_winner_is_decided(
    run: Result,
) -> None:
    titles = [judgement.title for judgement in of_run(run).judgements]
    assert "Dead cards" in titles
    assert "When the winner is decided" not in titles


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.name)
def test_one_game_that_was_continued_resolves_nothing_and_breaks_nothing(question: Any) -> None:
    course = by_hand([0.5, 0.25, 0.75, 1], days=[1, 1, 1], movers=[0, 1, 0])
    frame = question.compute(course)
    findings = question.find(frame, course)
    assert findings
    assert not any(finding.resolved for finding in findings)
    assert {column.name for column in question.columns(frame)} <= {*frame.columns}
    if question.draw is not None:
        png = figures.picture(question.draw, question.panels(frame), question.size(frame))
        assert png.startswith(b"\x89PNG")
