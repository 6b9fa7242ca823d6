"""A way to run loopsim, and one run on disk that several tests read."""

from pathlib import Path

import pytest

import loopsim as api
from loopsim import Result
from tests.cli.program import BASE, Loopsim

#: Three different bots, so that seats and orders matter; enough games for every bot in every place.
GAMES = 240
BOTS = "random,random,greedy,planner"


@pytest.fixture(scope="session")
def compiled() -> None:
    """The kernel is compiled: no command has to announce it."""
    api.run(BASE, games=1, bots="random", keep="summary")


@pytest.fixture
def loopsim(
    compiled: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Loopsim:
    """The program, in this process."""
    return Loopsim(monkeypatch, capsys)


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run with facts: not to be changed."""
    folder = tmp_path_factory.mktemp("runs") / "run"
    api.run(BASE, games=GAMES, bots=BOTS.split(","), seed=7, threads=1, out=folder)
    return folder


@pytest.fixture(scope="session")
def result(run_folder: Path) -> Result:
    """The result of `run_folder`."""
    return Result.read(run_folder)
