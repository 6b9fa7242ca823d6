"""restrict: the table of mechanisms, JSON, what is refused."""

from pathlib import Path

import pytest

import loopsim as api
from loopsim import Study
from loopsim.numbers import rounded
from loopsim.stats import Estimate
from tests.cli.program import BASE, Loopsim, table
from tests.cli.studies import fits, json_is_that_of, on_a_terminal

FORBIDDEN = "advertise,exchange,second_visit,move+trash"
ASKED = ("restrict", BASE, "--forbid", FORBIDDEN, "--games", "600", "--bots", "greedy")


@pytest.fixture(scope="module")
def study() -> Study:
    return api.restrict(BASE, forbid=FORBIDDEN, games=600, bots="greedy")


def test_json_is_that_of_the_function(loopsim: Loopsim, study: Study) -> None:
    json_is_that_of(loopsim, ASKED, study)


def test_the_table_has_each_mechanism_with_its_worth_and_what_is_found(
    loopsim: Loopsim, study: Study
) -> None:
    head, printed = table(loopsim(*ASKED).lines(), "What mechanisms are worth")
    assert head == ["mechanism", "worth (% points)", "finding", "q", "score (points)", "tears",
                    "uses", "a use (points)", "a use (% points)"]  # fmt: skip
    rows = study.table("mechanisms").to_dicts()
    assert [cells[0] for cells in printed] == [row["mechanism"] for row in rows]
    for cells, row in zip(printed, rows, strict=True):
        of = Estimate(row["worth"], None, row["low"], row["high"], 600)
        worth, low, high = rounded(of, 100, sign=True)
        assert cells[1] == (f"{worth} [{low}, {high}]" if low else worth)
        assert cells[2].startswith(row["finding"])
        assert ("more games" in cells[2]) == (row["more_games"] is not None)
        assert cells[3].startswith("<") or float(cells[3]) == pytest.approx(row["q"], abs=0.0005)


def test_it_is_said_that_worth_is_the_mean_over_the_seats(loopsim: Loopsim) -> None:
    told = " ".join(loopsim(*ASKED).text().split())
    assert "over all seats of the table: of different bots the mean over their seats" in told


def test_what_is_worth_nothing_is_named_below_the_table(loopsim: Loopsim) -> None:
    lenient = ("--set", 'report.smallest."win share"=0.9')
    lines = loopsim(*ASKED[:-2], "--bots", "random", *lenient).lines()
    (said,) = [line for line in lines if line.startswith("worth nothing that matters: ")]
    assert "exchange" in said
    none = loopsim("restrict", "--forbid", "garage", "--games", "300", "--bots", "random").text()
    assert "\nworth nothing" not in none


def test_over_decks_the_table_says_on_how_many_it_holds(loopsim: Loopsim) -> None:
    asked = ("restrict", "--forbid", "advertise", "--games", "1200", "--bots", "random")
    lines = loopsim(*asked, "--decks", "20").lines()
    head, ((_, _, finding, holds, over, *_),) = table(lines, "What mechanisms are worth")
    assert head[3:5] == ["holds on decks", "over decks"]
    assert (finding, over) == ("costs its user", "robust, no deck disagrees")
    assert " of 20" in holds


def test_the_table_fits_a_terminal(loopsim: Loopsim, monkeypatch: pytest.MonkeyPatch) -> None:
    wide = loopsim(*ASKED).lines()
    fits(on_a_terminal(loopsim, monkeypatch, 80, *ASKED), wide, 80)


def test_a_study_that_is_kept_has_a_page(loopsim: Loopsim, tmp_path: Path) -> None:
    loopsim(*ASKED, "--quiet", "--out", tmp_path / "study").text()
    loopsim("report", tmp_path / "study")
    page = (tmp_path / "study" / "report.html").read_text(encoding="utf-8")
    assert "What mechanisms are worth" in page
    assert "move and trash" not in page  # in the order of the piles
    assert "trash and move" in page


def test_an_unknown_mechanism_is_one_line(loopsim: Loopsim) -> None:
    fault = loopsim("restrict", "--forbid", "second_visits").fault()
    assert fault.startswith('--forbid: found "second_visits"; allowed: second_visit (did you mean')
