"""Runs that gates judge, and the program."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import loopsim as api
from loopsim import Result
from tests.cli.program import BASE, Loopsim

GAMES = 400
#: Of the run of the tests: one bound that holds for sure, one that is broken, one that is neither.
PASSES, FAILS = '"per_seat.tears_taken" = { min = 0.1 }', '"order_spread" = { min = 0.9 }'
UNDECIDED = '"per_seat.eliminated" = { max = %s }'
SETUP = {"games": GAMES, "bots": "random,greedy", "players": 2, "keep": "summary"}


@pytest.fixture
def loopsim(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Loopsim:
    """The program, in this process."""
    return Loopsim(monkeypatch, capsys)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run: not to be changed."""
    place = tmp_path_factory.mktemp("gate") / "run"
    api.run(BASE, seed=1, out=place, **SETUP)
    return place


@pytest.fixture(scope="session")
def run(folder: Path) -> Result:
    """The run of `folder`."""
    return Result.read(folder)


@pytest.fixture(scope="session")
def earlier() -> dict[str, Any]:
    """The JSON of a run of the same on other games."""
    return api.run(BASE, seed=2, **SETUP).json()


Change = Callable[[dict[str, Any]], object]


@pytest.fixture
def baseline(earlier: dict[str, Any], tmp_path: Path) -> Callable[[Change], Path]:
    """Writes the earlier run, changed, as a file."""

    def written(change: Change) -> Path:
        data = copy.deepcopy(earlier)
        change(data)
        path = tmp_path / "baseline.json"
        path.write_text(json.dumps(data), encoding="utf-8")
        return path

    return written


@pytest.fixture
def bounds(tmp_path: Path) -> Callable[[str], Path]:
    """Writes a file of bounds."""

    def written(text: str) -> Path:
        path = tmp_path / "bounds.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return written


@pytest.fixture
def undecided(run: Result) -> str:
    """A bound that the run is too small for."""
    eliminated = run.json()["per_seat"]["eliminated"]
    return UNDECIDED % (eliminated["mean"] + 0.5 * eliminated["se"])
