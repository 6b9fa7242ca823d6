"""run --out: what lies in the folder, what it is good for, and what is refused."""

import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest

import loopsim as api
from loopsim.claim import claimed
from loopsim.errors import InputError
from loopsim.results import Result
from tests.cli.conftest import BOTS, GAMES
from tests.cli.program import BASE, Loopsim

SUMMARY = ["blocks", "histograms", "products", "sums", "telling"]


def files(folder: Path) -> list[str]:
    return sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    )


def contents(folder: Path, *parts: str) -> dict[str, bytes]:
    """The bytes of the files in some parts of a run."""
    return {name: (folder / name).read_bytes() for name in files(folder) if name.startswith(parts)}


def test_folder_has_manifest_schema_summary_and_facts(run_folder: Path) -> None:
    assert files(run_folder) == [
        "games/000000000000.parquet",
        "manifest.json",
        "schema.json",
        "seats/000000000000.parquet",
        *(f"summary/{name}.parquet" for name in SUMMARY),
        "telling.json",
        "trips/000000000000.parquet",
    ]


def test_manifest_says_how_the_run_was_made(
    loopsim: Loopsim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    arguments = (
        "run",
        BASE,
        "--games",
        "30",
        "--players",
        "3",
        "--bots",
        "random,greedy,random",
        "--seed",
        "9",
        "--threads",
        "2",
        "--set",
        "rules.ad_penalty=2",
        "--no-rotate",
        "--quiet",
        "--out",
        str(tmp_path / "run"),
    )
    loopsim(*arguments).text()
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    shown = api.show(BASE, players=3, set=["rules.ad_penalty=2"]).json()
    expected = {
        "game": "loop-inc",
        "scenario": BASE,
        "title": shown["title"],
        "scenario_hash": shown["scenario_hash"],
        "seed": 9,
        "games": 30,
        "games_asked": 30,
        "players": 3,
        "bots": ["random", "greedy", "random"],
        "rotate": False,
        "threads": 2,
        "faults": {},
        "keep": "facts",
        "win_probability": None,
        "command": ["loopsim", *arguments],
    }
    assert {key: manifest[key] for key in expected} == expected
    assert manifest["resolved"]["rules"]["ad_penalty"] == 2
    assert {"python", "numba", "numpy", "polars", "loopsim-boardgames"} == {*manifest["versions"]}
    assert {*manifest["timings"]} == {"compile_s", "summary_s", "write_s", "course_s"}


def test_facts_on_disk_have_a_row_a_game_seat_and_trip(run_folder: Path, result: Result) -> None:
    frames = {
        level: pl.read_parquet(run_folder / level / "000000000000.parquet")
        for level in ("games", "seats", "trips")
    }
    assert {level: frame.height for level, frame in frames.items()} == {
        "games": GAMES,
        "seats": 4 * GAMES,
        "trips": 14 * GAMES,
    }
    assert frames["games"]["game"].to_list() == list(range(GAMES))
    assert frames["games"].schema["game"] == pl.Int64
    assert frames["seats"].schema["tears_voluntary_day1"] == pl.UInt8
    schema = pl.DataFrame(json.loads((run_folder / "schema.json").read_text()))
    for level, frame in frames.items():
        stored = schema.filter((pl.col("level") == level) & pl.col("stored"))
        assert stored["column"].to_list() == frame.columns
        assert stored["meaning"].str.len_chars().min() > 0
    score = frames["seats"]["score"].mean()
    assert score == pytest.approx(result.estimates.of("score").value)


def test_folder_is_read_as_the_result_that_was_returned(run_folder: Path, result: Result) -> None:
    again = api.run(BASE, games=GAMES, bots=BOTS.split(","), seed=7, threads=1)
    assert result.summary.equals(again.summary)
    for level in ("games", "seats", "trips"):
        assert result.table(level).collect().equals(again.table(level).collect())


def test_keep_summary_leaves_no_facts(loopsim: Loopsim, tmp_path: Path) -> None:
    out = tmp_path / "run"
    arguments = ("run", "--games", "30", "--bots", "random", "--quiet", "--out", out)
    loopsim(*arguments, "--keep", "summary").text()
    assert files(out) == [
        "manifest.json",
        "schema.json",
        *(f"summary/{x}.parquet" for x in SUMMARY),
        "telling.json",
    ]
    kept = Result.read(out)
    assert kept.estimates.of("score").n == 30
    with pytest.raises(api.InputError, match="no facts in this run"):
        kept.games  # noqa: B018


def test_same_seed_gives_the_same_bytes_for_any_threads(tmp_path: Path) -> None:
    """More games than two parts of facts and many chunks, so that threads really share them."""
    games, runs = 70_000, {}
    for threads in (1, 2):
        folder = tmp_path / str(threads)
        api.run(BASE, games=games, bots="random", seed=3, threads=threads, out=folder)
        runs[threads] = contents(folder, "games", "seats", "trips", "summary", "telling", "schema")
    assert runs[1] == runs[2]
    assert {name.split("/")[1] for name in runs[1] if name.startswith("games")} == {
        "000000000000.parquet",
        "000000065536.parquet",
    }


def test_more_threads_than_cores_are_not_used_and_not_claimed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    for asked, used in ((1, 1), (3, 3), (999, 3), (None, 3)):
        result = api.run(BASE, games=5, bots="random", threads=asked, keep="summary")
        assert result.manifest["threads"] == used


def test_another_seed_gives_other_games(run_folder: Path, tmp_path: Path) -> None:
    api.run(BASE, games=GAMES, bots=BOTS.split(","), seed=8, out=tmp_path / "run")
    assert contents(run_folder, "games") != contents(tmp_path / "run", "games")


@pytest.mark.parametrize("file", ["manifest.json", "notes.txt", ".hidden"])
def test_folder_that_is_not_empty_is_refused(loopsim: Loopsim, tmp_path: Path, file: str) -> None:
    (tmp_path / file).write_text("mine")
    fault = loopsim("run", "--games", "5", "--out", tmp_path).fault()
    assert fault == f"--out {tmp_path}: not empty; name a new folder, nothing is overwritten"
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {file: "mine"}


def test_empty_folder_and_folders_on_the_way_are_fine(loopsim: Loopsim, tmp_path: Path) -> None:
    arguments = ("run", "--games", "5", "--bots", "random", "--quiet", "--out")
    loopsim(*arguments, tmp_path).text()
    loopsim(*arguments, tmp_path / "a" / "b").text()
    assert Result.read(tmp_path / "a" / "b").manifest["games"] == 5


@pytest.mark.parametrize("out", ["file", "file/run", "x" * 300])
def test_out_that_cannot_be_a_folder_is_one_line(
    loopsim: Loopsim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, out: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("mine")
    fault = loopsim("run", "--games", "5", "--out", out).fault()
    assert fault.startswith(f"--out {out}: cannot be written: ")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.fixture
def guarded_folder() -> Iterator[Path]:
    """A folder in which this process may not write, not even as root."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "guarded"
        folder.mkdir()
        folder.chmod(0o555)
        Path(name).chmod(0o755)
        was_root = os.geteuid() == 0
        if was_root:
            os.seteuid(65534)
        yield folder
        if was_root:
            os.seteuid(0)


def test_folder_without_permission_is_one_line_before_any_game(
    loopsim: Loopsim, guarded_folder: Path
) -> None:
    for out in (guarded_folder, guarded_folder / "run"):
        fault = loopsim("run", "--games", "5", "--bots", "random", "--out", out).fault()
        assert fault == f"--out {out}: cannot be written: Permission denied"


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--games", "0", "--games 0: allowed are 1 to 10^12"),
        ("--games", "-3", "--games -3: allowed are 1 to 10^12"),
        ("--games", "1000000000001", "--games 1000000000001: allowed are 1 to 10^12"),
        ("--seed", "-1", "--seed -1: allowed are 0 to 2^63 - 1"),
        ("--seed", str(2**63), f"--seed {2**63}: allowed are 0 to 2^63 - 1"),
        ("--threads", "0", "--threads 0: at least 1"),
        ("--threads", "-2", "--threads -2: at least 1"),
    ],
)
def test_number_out_of_range_is_one_line(
    loopsim: Loopsim, option: str, value: str, said: str
) -> None:
    assert loopsim("run", "--bots", "random", option, value).fault() == said


@pytest.mark.parametrize("value", ["x", "1.5", "1e3", ""])
@pytest.mark.parametrize("option", ["--games", "--seed", "--threads", "--players"])
def test_number_that_is_none_is_one_line(loopsim: Loopsim, option: str, value: str) -> None:
    assert loopsim("run", option, value).fault() == (
        f'{option}: found "{value}"; allowed: a whole number; see loopsim run --help'
    )


def test_number_of_too_many_digits_is_one_short_line(loopsim: Loopsim) -> None:
    fault = loopsim("run", "--games", "9" * 5000).fault()
    assert fault.startswith('--games: found "999')
    assert fault.endswith("…; allowed: a whole number of fewer digits; see loopsim run --help")
    assert len(fault) < 200


def test_keep_is_facts_or_summary(loopsim: Loopsim) -> None:
    assert loopsim("run", "--keep", "all").fault() == (
        "--keep: 'all' is not one of 'facts', 'summary'; see loopsim run --help"
    )
    with pytest.raises(api.InputError, match="--keep all: allowed are facts, summary"):
        api.run(BASE, games=1, bots="random", keep="all")


def test_largest_seed_is_played(loopsim: Loopsim) -> None:
    arguments = ("run", "--games", "5", "--bots", "random", "--json", "--seed")
    assert loopsim(*arguments, str(2**63 - 1)).json()["seed"] == 2**63 - 1


def test_two_runs_at_once_cannot_share_a_folder(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    with claimed(shared, "first") as folder:
        assert folder == shared
        with pytest.raises(InputError, match=r"^second: not empty"), claimed(shared, "second"):
            pass
    assert files(shared) == []
