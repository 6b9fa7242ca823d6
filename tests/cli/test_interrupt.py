"""Ctrl-C, and readers that have seen enough."""

import json
import re
import signal
import subprocess
import time
from pathlib import Path

import polars as pl
import pytest

import loopsim as api
from loopsim import Result
from tests.cli.program import BASE, PROGRAM

PATIENCE = 60.0


def start(*arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def wait_for(path: Path, process: "subprocess.Popen[str]") -> None:
    """Until a file is there."""
    until = time.monotonic() + PATIENCE
    while not path.exists():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until, f"{path.name} did not come"
        time.sleep(0.01)


@pytest.fixture(params=[1, 5], ids=["one Ctrl-C", "five Ctrl-C"])
def interrupted(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[int, str, str, Path]:
    """A long run that is stopped when its first part is on disk: code, stdout, stderr, folder."""
    out = tmp_path / "run"
    process = start(
        "run", BASE, "--games", "50000000", "--bots", "random", "--seed", "5", "--json",
        "--threads", "2", "--out", str(out),
    )  # fmt: skip
    wait_for(out / "games" / "000000000000.parquet", process)
    for _ in range(request.param):
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        time.sleep(0.05)
    shown, said = process.communicate(timeout=PATIENCE)
    return process.returncode, shown, said, out


def test_ctrl_c_keeps_whole_games_and_says_how_many(
    interrupted: tuple[int, str, str, Path],
) -> None:
    code, shown, said, out = interrupted
    assert code == 3
    told = re.fullmatch(
        r"loopsim: interrupted; ([\d,]+) of 50,000,000 games complete and kept in (.+)\n", said
    )
    assert told is not None, said
    games = int(told[1].replace(",", ""))
    assert told[2] == str(out)
    assert json.loads(shown)["games"] == games

    kept = Result.read(out)
    assert (kept.manifest["games"], kept.manifest["games_asked"]) == (games, 50_000_000)
    assert kept.games.collect()["game"].to_list() == list(range(games))
    whole = pl.int_range(0, games, eager=True)
    for level, rows in (("seats", 4), ("trips", 14)):
        counts = kept.table(level).group_by("game").len().sort("game").collect()
        assert counts["game"].equals(whole.alias("game"))
        assert set(counts["len"]) == {rows}

    fresh = api.run(BASE, games=games, bots="random", seed=5, keep="summary")
    assert kept.summary.equals(fresh.summary)
    assert not [*out.rglob("*.part")]


def test_ctrl_c_of_the_function_carries_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    finished = 0

    def on_games(games: int) -> None:
        nonlocal finished
        finished += games
        if finished == 3000:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(api.Interrupted) as stopped:
        api.run(BASE, games=10_000, bots="random", threads=2, keep="summary", on_games=on_games)
    assert stopped.value.result is not None
    assert stopped.value.result.manifest["games"] == 3000
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_before_any_game_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from loopsim import play
    from tests.cli.program import Loopsim

    def interrupt(*_: object) -> float:
        raise KeyboardInterrupt

    monkeypatch.setattr(play, "warm_up", interrupt)
    done = Loopsim(monkeypatch, capsys)("run", "--games", "5", "--out", str(tmp_path / "run"))
    assert (done.code, done.out, done.err) == (3, "", "loopsim: interrupted\n")
    assert [*(tmp_path / "run").iterdir()] == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["trace", "--bots", "random", "--games", "100000"],
        ["trace", "--bots", "random", "--games", "100000", "--text"],
        ["show"],
    ],
)
def test_reader_that_stops_reading_is_no_fault(arguments: list[str]) -> None:
    """As `loopsim … | head -1` does."""
    process = start(*arguments)
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline() != ""
    process.stdout.close()
    assert process.wait(timeout=PATIENCE) == 0
    assert process.stderr.read() == ""
    process.stderr.close()


def test_stdout_that_is_full_is_one_line() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("needs the device /dev/full of Linux")
    with full.open("w") as device:
        done = subprocess.run(
            [*PROGRAM, "show", "--json"],
            stdout=device,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (2, "loopsim: [Errno 28] No space left on device\n")
