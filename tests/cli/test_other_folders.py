"""Folders of something else than was asked for: one line says what they are, and what is allowed."""

from pathlib import Path

import pytest

import loopsim as api
from loopsim import InputError, Result, Study
from tests.cli.conftest import Loopsim
from tests.cli.program import BASE


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("made")
    few = {"games": 4, "players": 2}
    api.arena(BASE, bots="random,greedy", out=place / "arena", **few)
    api.trace(BASE, bots="random", out=place / "trace")
    api.run(BASE, bots="random", out=place / "run", **few)
    api.tune(
        population="greedy",
        against="random",
        generations=1,
        size=4,
        fresh=10,
        out=place / "tuning",
        **few,
    )
    (place / "search").mkdir()
    (place / "search" / "search.json").write_text("{}")
    return place


@pytest.mark.parametrize(
    ("command", "folder", "said"),
    [
        ("trace", "arena", "found an arena; allowed: the folder of a run"),
        ("trace", "tuning", "found a tuning; allowed: the folder of a run"),
        ("trace", "trace", "found traced games; allowed: the folder of a run"),
        ("trace", "search", "found a search that is not finished; allowed: the folder of a run"),
        ("report", "trace", "found traced games; allowed: the folder of a run or a study"),
        (
            "report",
            "search",
            "found a search that is not finished; allowed: the folder of a run or a study",
        ),
    ],
)
def test_a_command_says_what_a_folder_is_of(
    loopsim: Loopsim, folders: Path, command: str, folder: str, said: str
) -> None:
    more = ("--seed", "3") if command == "trace" and folder != "search" else ()
    assert loopsim(command, folders / folder, *more).fault() == f"{folders / folder}: {said}"


def test_a_result_is_read_of_a_run_and_a_study_of_a_study(folders: Path) -> None:
    for read, folder, said in (
        (Result.read, "arena", "found an arena; allowed: the folder of a run"),
        (Study.read, "run", "found a run; allowed: the folder of a study"),
        (Study.read, "trace", "found traced games; allowed: the folder of a study"),
    ):
        with pytest.raises(InputError) as fault:
            read(folders / folder)
        assert str(fault.value) == f"{folders / folder}: {said}"
