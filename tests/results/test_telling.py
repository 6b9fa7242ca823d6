"""The texts of telling games: what a run keeps of them, in memory and in its folder."""

import json
import signal
from pathlib import Path
from typing import Any

import pytest

import loopsim as api
from loopsim import simulate, telling
from loopsim.claim import claimed
from loopsim.errors import InputError
from loopsim.games.loop_inc import game
from loopsim.results import Result
from loopsim.telling import Told

NAMES = ["closest", "comeback", "lead_changes", "longest", "most_tears", "typical"]
SETUP: dict[str, Any] = {
    "players": 3,
    "bots": ["random", "greedy", "random"],
    "seed": 5,
    "set": {"rules.ad_penalty": 2},
    "rotate": False,
}
GAMES = 60


def play(**more: Any) -> Result:
    return api.run(**(SETUP | {"games": GAMES} | more))


@pytest.fixture(scope="module")
def run() -> Result:
    return play()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the same run: not to be changed."""
    folder = tmp_path_factory.mktemp("telling") / "run"
    play(out=folder, keep="summary")
    return folder


@pytest.fixture
def copy(folder: Path, tmp_path: Path) -> Path:
    Result.read(folder).write(tmp_path / "copy")
    return tmp_path / "copy"


def test_a_run_in_memory_has_the_text_of_each_telling_game_and_of_the_typical_one(
    run: Result,
) -> None:
    texts = run.telling_texts
    assert [*texts] == NAMES
    assert len({told.game for told in texts.values()}) > 3
    for name, of in run.estimates.telling().items():
        assert texts[name].game == of["game"]
    for told in texts.values():
        assert told.text == api.trace(game=told.game, **SETUP).text()


def test_json_names_the_typical_game_beside_the_telling_ones(run: Result) -> None:
    assert run.json()["telling_games"] == {
        **run.estimates.telling(),
        "typical": {"game": run.telling_texts["typical"].game},
    }


def test_texts_are_kept_in_the_folder_and_read_and_copied(
    run: Result, folder: Path, copy: Path
) -> None:
    kept = json.loads((folder / "telling.json").read_text(encoding="utf-8"))
    assert kept == {
        name: {"game": told.game, "text": told.text} for name, told in run.telling_texts.items()
    }
    assert Result.read(folder).telling_texts == run.telling_texts
    assert Result.read(copy).telling_texts == run.telling_texts
    assert (copy / "telling.json").read_bytes() == (folder / "telling.json").read_bytes()


@pytest.mark.parametrize("threads", [1, 2])
def test_chunks_and_threads_change_no_byte(
    threads: int, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game, "QUICK_GAMES", 7)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    play(out=tmp_path, threads=threads)
    assert (tmp_path / "telling.json").read_bytes() == (folder / "telling.json").read_bytes()


def test_the_typical_game_is_sought_in_the_first_part_alone(
    monkeypatch: pytest.MonkeyPatch, run: Result
) -> None:
    assert simulate.GAMES_PER_PART == 65_536  # the games that metrics.md names
    few = play(games=20).telling_texts
    assert few["typical"] != run.telling_texts["typical"]
    monkeypatch.setattr(game, "QUICK_GAMES", 10)
    monkeypatch.setattr(simulate, "GAMES_PER_PART", 20)
    in_parts = play().telling_texts
    assert in_parts == {**run.telling_texts, "typical": few["typical"]}


def test_an_interrupted_run_tells_of_its_complete_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game, "QUICK_GAMES", 20)
    finished = 0

    def on_games(games: int) -> None:
        nonlocal finished
        finished += games
        if finished == 40:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(api.Interrupted) as stopped:
        play(games=1000, on_games=on_games, out=tmp_path)
    texts = stopped.value.result.telling_texts
    assert stopped.value.result.manifest["games"] == 40
    assert [*texts] == NAMES
    assert texts == play(games=40).telling_texts == Result.read(tmp_path).telling_texts


def test_a_game_of_several_names_is_traced_once(monkeypatch: pytest.MonkeyPatch) -> None:
    trace, traced = game.Table.trace, []

    def counted(table: game.Table, seed: int, which: int) -> game.Trace:
        traced.append(which)
        return trace(table, seed, which)

    monkeypatch.setattr(game.Table, "trace", counted)
    texts = play(games=1).telling_texts
    assert traced == [0]
    assert [*texts] == NAMES
    assert len({*texts.values()}) == 1


def test_a_game_that_cannot_be_traced_is_left_out(
    run: Result, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    trace, bad = game.Table.trace, run.telling_texts["typical"].game

    def badly(table: game.Table, seed: int, which: int) -> game.Trace:
        if which == bad:
            raise RuntimeError("log_full")
        return trace(table, seed, which)

    monkeypatch.setattr(game.Table, "trace", badly)
    others = {name: told for name, told in run.telling_texts.items() if told.game != bad}
    assert "typical" not in others
    found = play(out=tmp_path)
    assert found.telling_texts == others == Result.read(tmp_path).telling_texts
    assert found.json()["telling_games"] == run.estimates.telling()


def test_a_folder_of_an_older_version_has_no_texts_and_all_the_rest(
    run: Result, copy: Path, tmp_path: Path
) -> None:
    (copy / "telling.json").unlink()
    read = Result.read(copy)
    assert read.telling_texts == {}
    assert read.json()["telling_games"] == run.estimates.telling()
    read.write(tmp_path / "again")
    assert not (tmp_path / "again" / "telling.json").exists()
    assert Result.read(tmp_path / "again").telling_texts == {}


def test_a_text_with_a_name_that_is_no_unicode_is_read_as_it_was_written(
    run: Result, tmp_path: Path
) -> None:
    texts = {"typical": Told(3, 'bot \udcff "quoted" 🦕\n</script>')}
    manifest = {key: value for key, value in run.manifest.items() if key != "setting"}
    Result(manifest, run.summary, run.setting, run.measures, telling_texts=texts).write(tmp_path)
    assert Result.read(tmp_path).telling_texts == texts


def test_texts_of_a_run_that_could_not_be_finished_are_taken_away(
    run: Result, tmp_path: Path
) -> None:
    with claimed(tmp_path, "run") as folder:
        telling.write(folder, run.telling_texts)
        assert (tmp_path / "telling.json").exists()
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "Expecting property name enclosed in double quotes"),
        ("\x00", "Expecting value"),
        ("[" * 100_000, "nested too deep"),
        ("[]", "Input should be a valid dictionary"),
        ('{"typical": 7}', "typical: Input should be a dictionary or an instance of Told"),
        ('{"typical": {"text": ""}}', "typical.game: Field required"),
        ('{"typical": {"game": 1}}', "typical.text: Field required"),
        ('{"typical": {"game": 1, "text": 7}}', "typical.text: Input should be an instance of str"),
        ('{"typical": {"game": "1", "text": ""}}', "typical.game: Input should be a valid integer"),
        ('{"typical": {"game": -1, "text": ""}}', "typical.game: Input should be greater than"),
        ('{"typical": {"game": 60, "text": ""}}', "typical: game 60 of 60 games"),
    ],
)
def test_damaged_texts_are_one_clear_line(content: str, said: str, copy: Path) -> None:
    (copy / "telling.json").write_text(content)
    with pytest.raises(InputError) as fault:
        Result.read(copy)
    before = f"{copy}: not a finished run of this version: telling.json: {said}"
    assert str(fault.value).startswith(before)
    assert "\n" not in str(fault.value)


def test_texts_that_cannot_be_read_are_one_clear_line(copy: Path) -> None:
    (copy / "telling.json").unlink()
    (copy / "telling.json").mkdir()
    with pytest.raises(InputError) as fault:
        Result.read(copy)
    assert str(fault.value) == f"{copy / 'telling.json'}: cannot be read: Is a directory"
