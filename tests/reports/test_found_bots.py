"""What pages say of bots that a search has found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import loopsim
from loopsim.reports.studies import found_bots
from loopsim.studies.hunting import OF_MEMBER, OF_STRENGTH, OF_THING
from loopsim.studies.study import Study
from loopsim.studies.tuning import OF_GAIN
from tests.reports.parsed import write_page
from tests.reports.studies import study, table

SPACE = "\N{NO-BREAK SPACE}"


def ends(name: str, value: float, half: float) -> dict[str, float]:
    return {name: value, f"{name}_low": value - half, f"{name}_high": value + half}


def said(of: Study, questions: Any, name: str) -> list[tuple[str, bool]]:
    (question,) = (question for question in questions if question.name == name)
    return [(f.text, f.resolved) for f in question.find(question.compute(of), of)]


@pytest.mark.parametrize(
    ("difference", "verdict", "text"),
    [
        (0.1, "better", (f"The tuned bot wins 35.0{SPACE}% (34.0 to 36.0) against the population, greedy, with which "
         f"the search began, 25.0{SPACE}% (24.0 to 26.0): +10.0{SPACE}% points (+9.0 to +11.0). "
         f"An equal share is 24.9{SPACE}%.")),
        (0.0, "the same", "No finalist won more than the bot that the search began with."),
    ],
)  # fmt: skip
def test_tuning_says_what_it_has_brought(difference: float, verdict: str, text: str) -> None:
    row = {
        "against": "population",
        **ends("win_share", 0.25 + difference, 0.01),
        **ends("before", 0.25, 0.01),
        **ends("difference", difference, 0.01),
        "equal_share": 0.249,
        "verdict": verdict,
    }
    of = study("tune", {"strength": table([row], OF_GAIN)}, ["base"], bot_before="greedy")
    assert said(of, found_bots.of_tuning(), "strength") == [(text, True)]


@pytest.mark.parametrize(
    ("verdict", "text"),
    [
        ("exploited", "Exploited, by more than 5 % points for sure"),
        ("no exploit found", "No exploit found, of more than 5 % points for sure"),
        ("no better than a member", "No better than planner, a member of the population"),
        ("not much better than a member",
         "Better than planner, a member of the population, but not by 5 % points for sure"),
    ],
)  # fmt: skip
def test_a_hunt_says_whether_there_is_an_exploit(verdict: str, text: str) -> None:
    strength = {"against": "population", **ends("win_share", 0.45, 0.01), "verdict": verdict}
    members = [
        {"member": name, **ends("win_share", 0.3, 0.01), **ends("behind", behind, 0.01)}
        for name, behind in (("greedy", 0.3), ("planner", 0.15))
    ]
    tables = {
        "strength": table([{**strength, **ends("exploit", 0.2, 0.01)}], OF_STRENGTH),
        "members": table(members, OF_MEMBER),
    }
    of = study("exploit", tables, ["base"], closest="planner")
    assert said(of, found_bots.of_hunt(), "strength") == [
        ((f"{text}: the best bot found wins +20.0{SPACE}% points (+19.0 to +21.0) beyond an equal share, "
         f"and +15.0{SPACE}% points (+14.0 to +16.0) more than planner in its place."), True)
    ]  # fmt: skip


def test_a_hunt_says_of_what_an_exploit_comes() -> None:
    thing = {"thing": "anomaly:loan", "name": "Loan", **ends("worth", 0.3, 0.02)}
    tables = {"things": table([thing, {"thing": "AD1.1", "name": "x"}], OF_THING)}
    of = study("exploit", tables, ["base"], suspect="anomaly:loan")
    assert said(of, found_bots.of_hunt(), "things") == [
        (("The exploit comes of using “Loan” (anomaly:loan) more often than the field does: closed to "
         f"the exploiter, it costs that 30.0{SPACE}% points (28.0 to 32.0)."), True)
    ]  # fmt: skip
    nothing = study("exploit", tables, ["base"], suspect=None)
    assert said(nothing, found_bots.of_hunt(), "things") == []


def test_a_page_is_written_of_a_tuning_and_of_a_hunt(tmp_path: Path) -> None:
    few = {"population": "planner", "generations": 1, "size": 4, "games": 10, "fresh": 60}
    for name, made in (
        ("tune", loopsim.tune(**few, against="greedy")),
        ("hunt", loopsim.exploit(**few, players=2)),
    ):
        page = write_page(made, tmp_path / f"{name}.html").read_text()
        for shown in made.manifest["bot"]["weights"]:
            assert f">{shown}<" in page
        assert "the others drawn from planner" in page
        assert f"<dd>{made.manifest['searched']:,}</dd>" in page
        assert "n = 60 games of each measurement, of 4 players" in page or name == "hunt"
    assert "Before: planner" in (tmp_path / "tune.html").read_text()
