"""The diary of a search: what it keeps, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from loopsim.errors import InputError
from loopsim.search.diary import Diary, Expected

COMMAND = {"--seed": 1, "--population": ["planner", "greedy"]}


ANY = Expected(lambda told: True, "anything")


def never() -> list[int]:
    raise AssertionError("asked although the diary knows")


def test_what_was_told_is_not_asked_again(tmp_path: Path) -> None:
    first = Diary(tmp_path / "search", COMMAND)
    assert first.told("rounds", {"n": 1}, lambda: [3, 4], ANY) == [3, 4]
    assert first.told("rounds", {"n": 2}, lambda: [5], ANY) == [5]
    assert first.told("finals", [1.5], lambda: [6], ANY) == [6]
    again = Diary(tmp_path / "search", COMMAND)
    assert again.told("finals", [1.5], never, ANY) == [6]
    assert again.told("rounds", {"n": 1}, never, ANY) == [3, 4]
    assert again.told("rounds", {"n": 2}, never, ANY) == [5]
    assert again.told("rounds", {"n": 3}, lambda: [7], ANY) == [7]
    lines = (tmp_path / "search" / "rounds.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == [
        {"asked": {"n": 1}, "told": [3, 4]},
        {"asked": {"n": 2}, "told": [5]},
        {"asked": {"n": 3}, "told": [7]},
    ]


def test_a_diary_without_a_folder_keeps_nothing(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert Diary(None, COMMAND).told("rounds", 1, lambda: [2], ANY) == [2]
    assert [*tmp_path.iterdir()] == []


def test_an_answer_that_was_interrupted_is_asked_for_again(tmp_path: Path) -> None:
    def interrupted() -> list[int]:
        raise KeyboardInterrupt

    diary = Diary(tmp_path, COMMAND)
    with pytest.raises(KeyboardInterrupt):
        diary.told("rounds", 1, interrupted, ANY)
    assert [path.name for path in tmp_path.iterdir()] == ["search.json"]
    assert Diary(tmp_path, COMMAND).told("rounds", 1, lambda: [2], ANY) == [2]


def fault(folder: Path, command: dict[str, object]) -> str:
    with pytest.raises(InputError) as told:
        Diary(folder, command).told("rounds", 1, never, ANY)
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


@pytest.mark.parametrize(
    "line",
    [
        *("", "[]", '{"asked": 1}', "{", "[" * 200_000),
        *(
            f'{{"asked": 1, "told": {told}}}'
            for told in (
                '"x"',
                "{}",
                "3",
                '["12"]',
                "[Infinity]",
                "[NaN]",
                "[true]",
                "[1.7]",
                "[-1]",
            )
        ),
        f'{{"asked": 1, "told": [{"9" * 5000}]}}',
    ],
)
def test_a_damaged_line_is_named(tmp_path: Path, line: str) -> None:
    Diary(tmp_path, COMMAND)
    (tmp_path / "rounds.jsonl").write_text(f"{line}\n")
    assert fault(tmp_path, COMMAND) == (
        f"{tmp_path / 'rounds.jsonl'}, line 1: not a line of a search; delete the line and what follows"
    )


def test_another_question_than_the_one_kept_is_refused(tmp_path: Path) -> None:
    Diary(tmp_path, COMMAND).told("rounds", 2, lambda: [3], ANY)
    expected = f"{tmp_path / 'rounds.jsonl'}, line 1: not what this search asks; name a new folder"
    assert fault(tmp_path, COMMAND) == expected


def test_an_answer_that_cannot_be_is_named(tmp_path: Path) -> None:
    two = Expected(lambda told: len(told) == 2 and max(told) < 10, "2 numbers below 10")
    for told in ([3], [3, 10**30], [1, 2, 3], []):
        folder = tmp_path / str(len(told))
        Diary(folder, COMMAND).told("rounds", 1, lambda told=told: told, ANY)
        for ask in (Diary.told, Diary.recalled):
            with pytest.raises(InputError) as fault:
                ask(Diary(folder, COMMAND), "rounds", 1, never, two)
            assert str(fault.value) == (
                f"{folder / 'rounds.jsonl'}, line 1: told: found {json.dumps(told)}; allowed: "
                "2 numbers below 10"
            )


def test_questions_of_some_chapters_come_in_any_order(tmp_path: Path) -> None:
    first = Diary(tmp_path, COMMAND)
    assert first.recalled("measured", {"a": 1, "b": 2}, lambda: [3], ANY) == [3]
    assert first.recalled("measured", 5, lambda: [4], ANY) == [4]
    again = Diary(tmp_path, COMMAND)
    assert again.recalled("measured", 5, never, ANY) == [4]
    assert again.recalled("measured", {"b": 2, "a": 1}, never, ANY) == [3]
    assert again.recalled("measured", 6, lambda: [5], ANY) == [5]
    again.close()
    assert len((tmp_path / "measured.jsonl").read_text().splitlines()) == 3


def test_a_line_that_is_not_asked_for_is_named_unless_a_longer_search_asked_it(
    tmp_path: Path,
) -> None:
    first = Diary(tmp_path, COMMAND)
    for number in (1, 2):
        first.told("rounds", number, lambda: [1], ANY)
    first.close()
    again = Diary(tmp_path, COMMAND)
    again.told("rounds", 1, never, ANY)
    again.close(longer=["rounds"])
    with pytest.raises(InputError) as fault:
        again.close()
    assert str(fault.value) == (
        f"{tmp_path / 'rounds.jsonl'}, line 2: more than this search asks; delete what follows line 1"
    )


def test_a_search_that_was_killed_while_it_began_begins_again(tmp_path: Path) -> None:
    (tmp_path / "search.json.part").write_text('{"--se')
    assert Diary(tmp_path, COMMAND).told("rounds", 1, lambda: [2], ANY) == [2]
    assert {path.name for path in tmp_path.iterdir()} == {"search.json", "rounds.jsonl"}


def test_what_hashes_stand_for_is_told_by_its_keys(tmp_path: Path) -> None:
    stated = {"rules.ad_penalty": 3, "title": "old", "bots.mine.weights.tear": 5}
    before = {"scenario_hash": "a", "bots_hash": "b", "stated": stated}
    Diary(tmp_path, before)
    same = before | {"stated": stated | {"title": "new"}}
    assert Diary(tmp_path, same).told("rounds", 1, lambda: [2], ANY) == [2]
    for name, key, found in (
        ("scenario_hash", "rules.ad_penalty", "3, not 2"),
        ("bots_hash", "bots.mine.weights.tear", "5, not 2"),
        ("bots_hash", "bots.mine.tastes.AD4.1", "nothing, not 2"),
    ):
        told = fault(tmp_path, before | {name: "x", "stated": stated | {key: 2}})
        assert f"has a search with {key} {found}; name a new folder" in told


@pytest.mark.parametrize("text", ["[]", "{", "\x00", "[" * 200_000])
def test_a_damaged_command_is_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "search.json").write_text(text)
    assert str(tmp_path) in fault(tmp_path, COMMAND)
