"""Ctrl-C, SIGTERM, and readers that have seen enough."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

import loopsim as api
from loopsim import Result, play
from loopsim.cli.progress import Progress
from loopsim.simulate import stopping
from tests.cli.program import BASE, PROGRAM, Loopsim, environment, program

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


@pytest.fixture(
    params=[(signal.SIGINT, 1, 3), (signal.SIGINT, 5, 3), (signal.SIGTERM, 2, 143)],
    ids=["one Ctrl-C", "five Ctrl-C", "two SIGTERM"],
)
def interrupted(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str, Path]:
    """A long run that is stopped when its first part is on disk: stdout, stderr, folder."""
    number, times, code = request.param
    out = tmp_path / "run"
    process = start(
        "run", BASE, "--games", "50000000", "--bots", "random", "--seed", "5", "--json",
        "--threads", "2", "--out", str(out),
    )  # fmt: skip
    wait_for(out / "games" / "000000000000.parquet", process)
    for _ in range(times):
        if process.poll() is None:
            process.send_signal(number)
        time.sleep(0.05)
    shown, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == code
    return shown, said, out


def test_a_signal_keeps_whole_games_and_says_how_many(
    interrupted: tuple[str, str, Path],
) -> None:
    shown, said, out = interrupted
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
    assert stopped.value.by == signal.SIGINT
    assert stopped.value.result.manifest["games"] == 3000
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_sigterm_of_the_function_is_the_business_of_the_program() -> None:
    """A program that has not said what SIGTERM does is ended by it, as ever."""
    with stopping() as stop:
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
        assert signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    assert not stop.is_set()


@pytest.mark.parametrize(
    ("options", "shown", "kept"),
    [
        ([], "table", ""),
        (["--json"], "json", ""),
        (["--quiet"], "", ""),
        (["--out", "run"], "table", " and kept in run"),
        (["--out", "run", "--json", "--quiet"], "json", " and kept in run"),
        (["--out", "run", "--quiet"], "", " and kept in run"),
    ],
)
def test_ctrl_c_shows_what_was_asked_for_and_ends_with_one_line(
    loopsim: Loopsim,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    options: list[str],
    shown: str,
    kept: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Progress, "advance", lambda *_: signal.raise_signal(signal.SIGINT))
    done = loopsim("run", "--games", "9000", "--bots", "random", *options)
    assert done.code == 3
    assert done.err == f"loopsim: interrupted; 1,000 of 9,000 games complete{kept}\n"
    if shown == "json":
        assert json.loads(done.out)["games"] == 1000
    elif shown == "table":
        assert done.out.startswith(f"{BASE}: 1,000 games of 4, bots random")
    else:
        assert done.out == ""
    assert [path.name for path in tmp_path.iterdir()] == (["run"] if kept else [])


#: Sends a signal while the command is imported, in code that Python was given as text.
IMPORTING = """
import sys
class Importing:
    def find_spec(self, name, *_):
        if name == "loopsim.cli.app":
            exec("import signal; signal.raise_signal(signal.{})")
sys.meta_path.insert(0, Importing())
"""


@pytest.mark.parametrize(("name", "code"), [("SIGINT", 3), ("SIGTERM", 143)])
def test_a_signal_while_the_command_is_imported_is_one_line(
    name: str, code: int, tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(IMPORTING.format(name))
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    done = program("show", env=environment(PYTHONPATH=path))
    assert (done.code, done.out, done.err) == (code, "", "loopsim: interrupted\n")


#: Sends a signal from where its exception goes nowhere, and whoever called then finds fault.
SWALLOWED = """
import signal
import loopsim.scenario.shelf as shelf
from loopsim.errors import InputError
class Swallowing:
    def __del__(self):
        signal.raise_signal(signal.{})
def find(name):
    Swallowing()
    raise InputError("a false fault")
shelf.find = find
from loopsim.cli import main
main()
"""


@pytest.mark.parametrize(("name", "code"), [("SIGINT", 3), ("SIGTERM", 143)])
def test_a_signal_that_is_taken_for_a_fault_is_still_an_interruption(name: str, code: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SWALLOWED.format(name), "show"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (code, "", "loopsim: interrupted\n")


def test_ctrl_c_before_any_game_is_one_line(
    loopsim: Loopsim, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupt(*_: object) -> float:
        raise KeyboardInterrupt

    monkeypatch.setattr(play, "warm_up", interrupt)
    done = loopsim("run", "--games", "5", "--out", str(tmp_path / "run"))
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


def test_a_fault_that_stderr_does_not_take_has_its_exit_code() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("needs the device /dev/full of Linux")
    with full.open("w") as device:
        done = subprocess.run([*PROGRAM, "show", "nosuch"], stderr=device, check=False)
    assert done.returncode == 2
