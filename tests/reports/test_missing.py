"""What a balance report names that was not played, and what studies add to it."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from loopsim import reports
from loopsim.errors import InputError
from loopsim.reports.pages.missing import WANTED, setup
from loopsim.reports.pages.of_run import of_run
from loopsim.reports.pages.sections import SECTIONS
from loopsim.results import Result
from loopsim.scenario import load
from loopsim.studies.study import Study
from tests.reports.parsed import Page
from tests.reports.studies import study


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ([], ["loop-inc/base"]),
        (["loopsim", "run"], ["loop-inc/base"]),
        (["loopsim", "run", "my own.toml", "--games", "9", "--json"], ["my own.toml"]),
        (
            ["loopsim", "run", "--set", "rules.days=2", "x.toml", "--out", "o", "--seed=4"],
            ["x.toml", "--set", "rules.days=2", "--seed=4"],
        ),
        (
            ["loopsim", "run", "--no-rotate", "x", "--bots", "a,b", "--players", "2"],
            ["x", "--bots", "a,b", "--players", "2"],
        ),
    ],
)
def test_the_set_up_of_a_run_is_told_as_it_was_typed(
    command: Sequence[str], words: Sequence[str]
) -> None:
    assert setup({"command": command, "scenario": "loop-inc/base"}) == words


def test_a_run_alone_names_the_commands_of_all_that_is_missing(run: Result) -> None:
    named = [each for chapter in of_run(run).chapters for each in chapter.missing]
    assert len(named) == len(WANTED) - 1  # the run itself is there
    for each in named:
        program, command, scenario, *_ = shlex.split(each.command)
        assert (program, scenario) == ("loopsim", "loop-inc/base")
        assert command in ("value", "sweep", "factorial", "arena", "run")
    assert {wanted.chapter for wanted in WANTED} <= {section.name for section in SECTIONS}


@pytest.mark.usefixtures("undrawn")
def test_a_study_stands_in_its_chapter_and_is_missing_no_more(
    run: Result, swept: Study, factors: Study, tmp_path: Path
) -> None:
    (path,) = reports.write([run, swept, factors], tmp_path / "r.html")
    page = Page(path.read_text(encoding="utf-8"))
    text = page.text()
    assert "At which penalty an ad is worth nothing" not in text
    assert "What each expansion does" not in text
    assert "What a visit to each trip is worth" in text
    ids = [str(attributes["id"]) for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len({*ids})
    place = ids.index
    assert place("advertising") < place("question-sweep-1-answers") < place("tears")
    assert place("expansions") < place("question-factorial-2-main_effects") < place("bots")
    assert (path.with_name("r-files") / "sweep-1-answers.csv").is_file()
    captions = [data for tag, data in page.texts if tag == "figcaption"]
    assert any("n = 200 games" in caption for caption in captions)
    assert any("n = 400 games" in caption for caption in captions)
    # the sweep has the run's penalty among others, the factorial other numbers of players
    told = [
        words for words in page.text().split("“") if "was not played with the scenario" in words
    ]
    assert [words.split(":")[0] for words in told] == ["Factorial"]


def test_a_study_of_another_scenario_is_told_at_the_head(run: Result) -> None:
    other = study("value", {}, ["base"], items="trips")
    other.manifest["arms"][0]["scenario_hash"] = "another"
    (warning,) = of_run(run, [other]).warnings
    assert warning.endswith(
        "was not played with the scenario of the run: what it says holds for its own."
    )


def test_a_sweep_is_of_the_scenario_of_a_run_also_where_it_leaves_out_what_the_run_has(
    run: Result,
) -> None:
    def swept_over(key: str, values: list[Any], of: str = "loop-inc/base") -> Study:
        made = study("sweep", {}, [str(v) for v in values], bots=["random"], varied=[{"key": key}])
        for arm, value in zip(made.manifest["arms"], values, strict=True):
            scenario = load(of, {key: value})
            arm |= {"values": {key: value}, "resolved": scenario.resolved()}
            arm["scenario_hash"] = scenario.scenario_hash
        return made

    same = swept_over("rules.ad_penalty", [0, 2])
    trip = swept_over("trips.BC1.1.points", [11, 13])
    other = swept_over("rules.ad_penalty", [0, 2], "loop-inc/office")
    assert run.manifest["scenario_hash"] not in {a["scenario_hash"] for a in same.manifest["arms"]}
    assert of_run(run, [same, trip]).warnings == []
    (warning,) = of_run(run, [other]).warnings
    assert "was not played with the scenario of the run" in warning


def test_a_study_by_other_bots_than_those_of_the_run_is_told_at_the_head(run: Result) -> None:
    alone, several = (
        study("value", {}, ["base"], items="trips", bots=bots)
        for bots in (["planner"], ["planner", "random"])
    )
    for each in (alone, several):
        each.manifest["arms"][0]["scenario_hash"] = run.manifest["scenario_hash"]
    (warning,) = of_run(run, [alone, several]).warnings
    assert warning.endswith(
        "was not played by the bots of the run: what it says holds for its own."
    )


def test_nothing_to_report_is_one_clear_line() -> None:
    with pytest.raises(InputError, match="found no folder"):
        reports.report()
