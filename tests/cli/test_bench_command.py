"""bench: that it measures what is asked for; how fast is measured by `make bench`."""

import json
from pathlib import Path

import polars as pl
import pytest

import loopsim as api
from tests.cli.program import Loopsim, table

QUICK = ("bench", "--seconds", "0.01", "--rounds", "1")


def test_bench_has_a_row_for_each_bot_players_and_threads(loopsim: Loopsim) -> None:
    asked = ("--bots", "random,greedy", "--players", "2,4", "--threads", "1,2")
    speeds = loopsim(*QUICK, *asked, "--json").json()
    assert [(row["bot"], row["players"], row["threads"]) for row in speeds] == [
        (bot, players, threads)
        for bot in ("random", "greedy")
        for players in (2, 4)
        for threads in (1, 2)
    ]
    for row in speeds:
        assert [*row][3:] == ["games_per_s", "fastest", "decisions_per_s", "games"]
        assert 0 < row["games_per_s"] <= row["fastest"]
        assert row["decisions_per_s"] > row["games_per_s"]
        assert row["games"] >= row["threads"]


def test_bench_prints_the_rows_as_a_table(loopsim: Loopsim) -> None:
    lines = loopsim(*QUICK, "--bots", "random", "--players", "3", "--threads", "1").lines()
    head, rows = table(lines, lines[0].rstrip())
    assert head[:3] == ["bot", "players", "threads"]
    assert [row[:3] for row in rows] == [["random", "3", "1"]]


def test_bench_keeps_its_rows_in_a_folder(loopsim: Loopsim, tmp_path: Path) -> None:
    asked = (*QUICK, "--bots", "random", "--players", "2,3", "--threads", "1", "--json")
    folder = tmp_path / "speed"
    speeds = loopsim(*asked, "--out", folder).json()
    assert json.loads((folder / "tables/speed.json").read_text("utf-8")) == speeds
    assert pl.read_parquet(folder / "tables/speed.parquet").to_dicts() == speeds
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert [manifest[key] for key in ("kind", "seconds", "rounds")] == ["bench", 0.01, 1]
    fault = loopsim(*asked, "--out", folder).fault()
    assert fault == f"--out {folder}: not empty; name a new folder, nothing is overwritten"


def test_a_bench_that_cannot_be_leaves_no_folder_with_rows(
    loopsim: Loopsim, tmp_path: Path
) -> None:
    loopsim(*QUICK, "--bots", "nobody", "--out", tmp_path).fault()
    assert [*tmp_path.iterdir()] == []


def test_bench_function_gives_rows_and_a_frame() -> None:
    speeds = api.bench(bots="random", players=[2], threads=[1], seconds=0.01, rounds=2)
    assert speeds.frame.to_dicts() == speeds.json()
    assert json.loads(json.dumps(speeds.json())) == speeds.json()
    assert speeds.frame["bot"].to_list() == ["random"]


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--threads", "0", "--threads 0: at least 1"),
        ("--threads", "1,x", "--threads 1,x: allowed are whole numbers, e.g. 2,4"),
        ("--players", "two", "--players two: allowed are whole numbers, e.g. 2,4"),
        ("--players", "5", "--players: found 5; allowed: a whole number, 2 to 4"),
        ("--seconds", "0", "--seconds 0: more than 0"),
        (
            "--seconds",
            "x",
            '--seconds: found "x"; allowed: a number; see loopsim bench --help',
        ),
        ("--seconds", "nan", "--seconds nan: more than 0"),
        ("--seconds", "inf", "--seconds inf: more than 0"),
        ("--rounds", "0", "--rounds 0: at least 1"),
    ],
)
def test_bad_option_is_one_line(loopsim: Loopsim, option: str, value: str, said: str) -> None:
    assert loopsim(*QUICK, "--bots", "random", option, value).fault() == said
