"""tune: the tables, JSON, Ctrl-C, what is refused."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

import loopsim as api
from loopsim import Study
from loopsim.cli.progress import Progress
from loopsim.cli.search import share
from tests.cli.program import BASE, Loopsim, table
from tests.cli.studies import json_is_that_of, on_a_terminal

ASKED = (
    "tune", BASE, "--population", "planner,greedy", "--against", "random", "--only", "tear,past", "--generations", "2",
    "--size", "4", "--games", "20", "--fresh", "60", "--seed", "3",
)  # fmt: skip


@pytest.fixture(scope="module")
def study() -> Study:
    return api.tune(
        BASE,
        population=["planner", "greedy"],
        against="random",
        only=["tear", "past"],
        generations=2,
        size=4,
        games=20,
        fresh=60,
        seed=3,
    )


def test_json_is_that_of_the_function(loopsim: Loopsim, study: Study) -> None:
    json_is_that_of(loopsim, ASKED, study)
    shown = study.json()
    assert shown["bot"]["weights"]["points"] == 100
    assert shown["bots"] == ["planner", "greedy"]


def test_the_tables_have_the_strength_against_each_field_and_every_weight(
    loopsim: Loopsim, study: Study
) -> None:
    lines = loopsim(*ASKED).lines()
    (title,) = (line.rstrip() for line in lines if line.startswith("Win share"))
    head, strength = table(lines, title)
    assert head == ["against", "tuned", "planner", "difference", "equal share"]
    expected = [
        [
            row["against"],
            share(row, "win_share"),
            share(row, "before"),
            share(row, "difference", sign=True),
            row["verdict"],
            "25.0",
        ]
        for row in study.table("strength").to_dicts()
    ]
    assert strength == expected
    fields = ["population", "not trained on", "planner", "greedy"]
    assert [row[0] for row in strength] == fields
    head, weights = table(lines, "Weights, hundredths of a point")
    assert head == ["feature", "before", "after", "what it is"]
    assert [row[0] for row in weights] == study.table("weights")["feature"].to_list()
    changed = {row[0] for row in weights if row[1] != row[2]}
    assert changed <= {"tear", "past"}


def test_the_folder_has_the_bot_and_a_study_that_can_be_read(
    loopsim: Loopsim, tmp_path: Path, study: Study
) -> None:
    done = loopsim(*ASKED, "--out", tmp_path / "tuned")
    assert done.code == 0
    assert done.out.splitlines()[-1] == f"The bot is kept in {tmp_path / 'tuned' / 'tuned.toml'}."
    read = Study.read(tmp_path / "tuned")
    assert read.tables.keys() == study.tables.keys()
    assert all(read.table(name).equals(study.table(name)) for name in study.tables)
    assert (tmp_path / "tuned" / "tuned.toml").read_text() == study.manifest["bot_file"]


@pytest.mark.parametrize("out", [True, False])
def test_ctrl_c_says_what_is_kept(
    loopsim: Loopsim, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, out: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    advance = Progress.advance
    monkeypatch.setattr(Progress, "advance", lambda *_: signal.raise_signal(signal.SIGINT))
    more = ("--out", "tuned") if out else ()
    done = loopsim(*ASKED, *more)
    kept = (
        "the search is kept in tuned; the same command goes on"
        if out
        else "nothing is kept; with --out a search can go on later"
    )
    assert (done.code, done.out, done.err) == (3, "", f"loopsim: interrupted; {kept}\n")
    if out:
        monkeypatch.setattr(Progress, "advance", advance)
        assert json.loads(loopsim(*ASKED, *more, "--json").out)["kind"] == "tune"


def test_progress_hears_of_all_games() -> None:
    heard: list[int] = []
    totals: list[int] = []
    again = api.tune(
        BASE, population="planner", against="greedy", only=["tear", "past"], generations=2, size=4, games=20,
        fresh=60, on_games=heard.append, on_total=totals.append,
    )  # fmt: skip
    assert again.manifest["played"] == sum(heard)
    assert sum(heard) <= totals[0] < sum(heard) + 7 * 400


def test_on_a_narrow_terminal_no_line_is_too_long(
    loopsim: Loopsim, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = on_a_terminal(loopsim, monkeypatch, 90, *ASKED)
    assert max(map(len, lines)) <= 90


def test_a_fault_is_one_line(loopsim: Loopsim, tmp_path: Path) -> None:
    told = loopsim(*ASKED[:2], "--population", "plannner").fault()
    assert told.startswith(
        '--population: found "plannner"; allowed: bots or a population: planner (did you mean this?), '
    )
    assert loopsim("tune", BASE).fault().startswith("Missing option '--population'")
    (tmp_path / "x").write_text("")
    assert "not empty, and not of a search" in loopsim(*ASKED, "--out", tmp_path).fault()
