"""What is said of games in which nothing happens: no launch, no winner."""

import pytest

import loopsim
from loopsim.reports.findings.limits import OPEN
from loopsim.reports.pages.of_run import of_run
from loopsim.reports.questions import trip_lift, trip_visits, turn_order
from loopsim.results import Result
from tests.reports.parsed import write_page

NO_MACHINE = {"rules.machines_by_day": [0, 0, 0]}


@pytest.fixture(scope="module")
def nobody() -> Result:
    """A run in which nobody can launch and all are eliminated."""
    result = loopsim.run(games=200, bots="random", set=NO_MACHINE)
    assert result.estimates.of("no_winner").value == 1
    return result


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (trip_visits, "No trip was visited in any game."),
        (trip_lift, "No game had a winner, so that no visit went with winning."),
        (turn_order, "No game had a winner, so that no place could win more than another."),
    ],
)
def test_what_nobody_did_is_said_and_nothing_made_of_it(nobody, question, said) -> None:
    frame = question.compute(nobody.estimates)
    assert [finding.text for finding in question.find(frame, nobody.estimates)] == [said]


def test_trips_that_nobody_visits_are_neither_sought_nor_shunned(nobody: Result) -> None:
    frame = trip_visits.compute(nobody.estimates)
    assert frame["of_era"].null_count() == frame.height
    assert set(frame["call"]) == {""}


def test_without_a_winner_the_turn_order_has_no_verdict(nobody: Result) -> None:
    (order,) = (each for each in of_run(nobody).judgements if each.title == "Turn order")
    assert order.verdict == OPEN


@pytest.mark.usefixtures("undrawn")
def test_the_report_of_it_is_written(nobody: Result, tmp_path) -> None:
    page = write_page(nobody, tmp_path / "page.html")
    assert "No trip was visited" in page.read_text(encoding="utf-8")
