"""The diary of a search: what it keeps, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from loopsim.errors import InputError
from loopsim.search.diary import Diary

COMMAND = {"--seed": 1, "--population": ["planner", "greedy"]}


def never() -> list[int]:
    raise AssertionError("asked although the diary knows")


def test_what_was_told_is_not_asked_again(tmp_path: Path) -> None:
    first = Diary(tmp_path / "search", COMMAND)
    assert first.told("rounds", {"n": 1}, lambda: [3, 4]) == [3, 4]
    assert first.told("rounds", {"n": 2}, lambda: [5]) == [5]
    assert first.told("finals", [1.5], lambda: [6]) == [6]
    again = Diary(tmp_path / "search", COMMAND)
    assert again.told("finals", [1.5], never) == [6]
    assert again.told("rounds", {"n": 1}, never) == [3, 4]
    assert again.told("rounds", {"n": 2}, never) == [5]
    assert again.told("rounds", {"n": 3}, lambda: [7]) == [7]
    lines = (tmp_path / "search" / "rounds.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == [
        {"asked": {"n": 1}, "told": [3, 4]},
        {"asked": {"n": 2}, "told": [5]},
        {"asked": {"n": 3}, "told": [7]},
    ]


def test_a_diary_without_a_folder_keeps_nothing(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert Diary(None, COMMAND).told("rounds", 1, lambda: [2]) == [2]
    assert [*tmp_path.iterdir()] == []


def test_an_answer_that_was_interrupted_is_asked_for_again(tmp_path: Path) -> None:
    def interrupted() -> list[int]:
        raise KeyboardInterrupt

    diary = Diary(tmp_path, COMMAND)
    with pytest.raises(KeyboardInterrupt):
        diary.told("rounds", 1, interrupted)
    assert [path.name for path in tmp_path.iterdir()] == ["search.json"]
    assert Diary(tmp_path, COMMAND).told("rounds", 1, lambda: [2]) == [2]


def fault(folder: Path, command: dict[str, object]) -> str:
    with pytest.raises(InputError) as told:
        Diary(folder, command).told("rounds", 1, never)
    return str(told.value)


def test_the_folder_of_another_command_is_refused_by_what_differs(tmp_path: Path) -> None:
    Diary(tmp_path, COMMAND)
    assert fault(tmp_path, COMMAND | {"--seed": 2}) == (
        f"--out {tmp_path}: has a search with --seed 1, not 2; name a new folder, or give the same "
        "command to go on"
    )
    assert "--size nothing, not 4" in fault(tmp_path, COMMAND | {"--size": 4})


@pytest.mark.parametrize("name", ["version", "kernels_hash"])
@pytest.mark.parametrize(("before", "found"), [({}, "nothing"), ({"{}": "old"}, '"old"')])
def test_a_search_does_not_go_on_when_the_code_that_plays_has_changed(
    tmp_path: Path, name: str, before: dict[str, str], found: str
) -> None:
    Diary(tmp_path, COMMAND | {key.format(name): value for key, value in before.items()})
    assert fault(tmp_path, COMMAND | {name: "new"}) == (
        f'--out {tmp_path}: has a search with {name} {found}, not "new"; the code that plays has '
        "changed, name a new folder"
    )


def test_a_folder_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    expected = f"--out {tmp_path}: not empty, and not of a search; name a new folder"
    assert fault(tmp_path, COMMAND) == expected
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_file_in_place_of_the_folder_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert fault(tmp_path / "file", COMMAND).startswith(
        f"--out {tmp_path / 'file'}: cannot be used"
    )


@pytest.mark.parametrize("line", ["", "[]", '{"asked": 1}', '{"asked": 1, "told": "x"}', "{"])
def test_a_damaged_line_is_named(tmp_path: Path, line: str) -> None:
    Diary(tmp_path, COMMAND)
    (tmp_path / "rounds.jsonl").write_text(f"{line}\n")
    assert fault(tmp_path, COMMAND) == (
        f"{tmp_path / 'rounds.jsonl'}, line 1: not a line of a search"
    )


def test_another_question_than_the_one_kept_is_refused(tmp_path: Path) -> None:
    Diary(tmp_path, COMMAND).told("rounds", 2, lambda: [3])
    expected = f"{tmp_path / 'rounds.jsonl'}, line 1: not what this search asks; name a new folder"
    assert fault(tmp_path, COMMAND) == expected


@pytest.mark.parametrize("text", ["[]", "{", "\x00"])
def test_a_damaged_command_is_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "search.json").write_text(text)
    assert str(tmp_path) in fault(tmp_path, COMMAND)
