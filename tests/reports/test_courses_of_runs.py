"""Win probabilities of several runs beside each other, and the games of each that are worth looking at."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from loopsim import reports
from loopsim.course import Course
from loopsim.reports.kit import about, figures
from loopsim.reports.pages.of_runs import OF_COURSES, of_runs
from loopsim.reports.questions import courses
from loopsim.reports.questions.beside import Runs
from loopsim.results import Result
from loopsim.stats import Z95
from tests.reports.courses import by_hand, walks
from tests.reports.parsed import Page, headings

QUESTIONS = OF_COURSES["course"]
NAMES = ["runs-decided", "runs-courses"]


def with_course(run: Result, course: Course | None) -> Result:
    """The run as if games of it had been continued."""
    return Result(
        run.manifest,
        run.summary,
        run.setting,
        run.measures,
        telling_texts=run.telling_texts,
        course=course,
    )


@pytest.fixture(scope="module")
def runs(run: Result) -> Runs:
    """Two runs of which the games were continued, the second with playouts that flatter, and one without."""
    return Runs(
        {
            "fair": with_course(run, walks(400, seed=1)),
            "none": with_course(run, None),
            "bold": with_course(run, walks(300, seed=2, power=3)),
        }
    )


def asked(runs: Runs) -> list[str]:
    """The questions of the chapter on the course of games."""
    report = of_runs([*runs.by_name.values()])
    (chapter,) = [each for each in report.chapters if each.name == "course"]
    return [asking.name for asking in chapter.askings]


def test_runs_with_win_probabilities_show_them_side_by_side(runs: Runs, run: Result) -> None:
    assert [name for name in asked(runs) if name in NAMES] == NAMES
    without = Runs({name: with_course(run, None) for name in ("a", "b")})
    assert not {*asked(without)} & {*NAMES}


def test_the_captions_tell_the_games_that_were_continued_and_the_limit_is_judged(
    runs: Runs,
) -> None:
    report = of_runs([*runs.by_name.values()])
    (caption,) = {
        asking.source.caption
        for chapter in report.chapters
        for asking in chapter.askings
        if asking.name in NAMES
    }
    assert caption.startswith(
        "n = 400 games, each continued 64 times after every turn; 300 games, each continued 64 times after every "
        "turn; not paired; intervals 95 %, "
    )
    (judged,) = [each for each in report.judgements if each.title == "When the winner is decided"]
    assert judged.shown == ("runs-decided", "When the winner is decided: run by run")
    assert " The other: " in judged.text


def test_each_number_of_each_run_stands_with_its_difference_to_the_first(runs: Runs) -> None:
    frame = courses.compute(runs)
    assert frame["run"].to_list() == ["fair", "bold"] * 5
    fair, bold = runs.courses().values()
    for place, name in enumerate(
        ("drama", "uncertainty", "decided_at", "decided_90", "calibration_error")
    ):
        a, b = getattr(fair, name), getattr(bold, name)
        first, other = frame[2 * place : 2 * place + 2].to_dicts()
        assert (first["value"], first["value_low"], first["value_high"]) == (a.value, a.low, a.high)
        assert first["difference"] is None
        assert other["value"] == b.value
        assert other["difference"] == pytest.approx(b.value - a.value)
        reach = Z95 * (a.se**2 + b.se**2) ** 0.5
        assert other["difference_low"] == pytest.approx(b.value - a.value - reach)
        assert other["difference_high"] == pytest.approx(b.value - a.value + reach)


def test_what_differs_is_said_and_what_is_open_too(runs: Runs) -> None:
    found = courses.find(courses.compute(runs), runs)
    said = {finding.text.partition(":")[0]: finding for finding in found}
    assert re.fullmatch(
        r"Calibration error: higher in bold than in fair, \+[\d.]+\s% points \(\+.* to \+.*\)\.",
        said["Calibration error"].text,
    )
    assert [finding.resolved for finding in found] == [
        not finding.text.startswith("Not resolved whether these differ from fair: ")
        for finding in found
    ]
    same = Runs({name: with_course(runs.by_name["fair"], walks(400, seed=1)) for name in "abc"})
    (nothing,) = courses.find(courses.compute(same), same)
    assert not nothing.resolved
    assert nothing.text.endswith("“Calibration error” of c.")


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.name)
def test_few_games_and_a_single_run_break_nothing(question: Any, run: Result) -> None:
    few = with_course(run, by_hand([0.5, 0.25, 0.75, 1], days=[1, 1, 1], movers=[0, 1, 0]))
    for runs in (Runs({"few": few}), Runs({"few": few, "many": with_course(run, walks(60, 1))})):
        frame = question.compute(runs)
        findings = question.find(frame, runs)
        assert findings
        assert not findings[0].resolved
        assert {column.name for column in question.columns(frame)} <= {*frame.columns}
        png = figures.picture(question.draw, question.panels(frame), question.size(frame))
        assert png.startswith(b"\x89PNG")


# --- games to look at


@pytest.mark.usefixtures("undrawn")
def test_of_each_run_the_games_worth_looking_at_are_named_with_their_texts(
    run: Result, tmp_path: Path
) -> None:
    kept = with_course(run, None)
    kept.write(tmp_path / "kept run")
    read = Result.read(tmp_path / "kept run")
    html, markdown = reports.write([run, read], tmp_path / "page.html", format="html,md")
    page = Page(html.read_text(encoding="utf-8"))
    found = headings(page)
    assert all(after <= before + 1 for before, after in pairwise(found))
    text = page.text()
    assert text.count("This run was kept in no folder; play it again with") == 1
    moves = [each.text for each in about.telling_games(run)]
    assert [data for tag, data in page.texts if tag == "pre"] == [*moves, *moves]
    titles = [data for tag, data in page.texts if tag == "h3"]
    assert [title for title in titles if title.startswith("run ")] == ["run 1", "run 2"]
    for each in [*about.telling_games(run), *about.telling_games(read)]:
        assert each.replay in text
        assert f"`{each.replay}`" in markdown.read_text(encoding="utf-8")
    assert about.telling_games(run)[0].replay != about.telling_games(read)[0].replay
