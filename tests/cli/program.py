"""Running loopsim: in this process (fast) or as a program of its own."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from loopsim.cli import STOPPED_BY, main

PROGRAM = (sys.executable, "-m", "loopsim")

BASE = "loop-inc/base"


@dataclass(frozen=True)
class Outcome:
    """What a command left behind."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        """stdout as one JSON object, of a command that went well and said nothing else."""
        assert (self.code, self.err) == (0, "")
        return json.loads(self.out)

    def text(self) -> str:
        """stdout of a command that went well and said nothing else."""
        assert (self.code, self.err) == (0, "")
        return self.out

    def lines(self) -> list[str]:
        """The lines of `text`."""
        return self.text().splitlines()

    def fault(self) -> str:
        """The one line of a command that could not use what it was given."""
        assert (self.code, self.out) == (2, "")
        assert self.err.startswith("loopsim: ")
        assert self.err.endswith("\n")
        assert self.err.count("\n") == 1
        return self.err.removeprefix("loopsim: ").removesuffix("\n")


class Loopsim:
    """Runs the entry point in this process: `loopsim("run", "--games", "10")`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys
        monkeypatch.delenv("FORCE_COLOR", raising=False)

    def __call__(self, *arguments: str | Path) -> Outcome:
        self._monkeypatch.setattr(sys, "argv", ["loopsim", *map(str, arguments)])
        self._capsys.readouterr()
        before = {number: signal.getsignal(number) for number in STOPPED_BY}
        with pytest.raises(SystemExit) as left:
            main()
        for number, handler in before.items():
            signal.signal(number, handler)
        assert isinstance(left.value.code, int)
        return Outcome(left.value.code, *self._capsys.readouterr())


def program(*arguments: str | Path, **options: Any) -> Outcome:
    """Run loopsim as a program of its own."""
    done = subprocess.run(
        [*PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False, **options
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


def rows(lines: Sequence[str]) -> list[list[str]]:
    """The cells of a printed table, from its lines between the ruler and the blank line."""
    return [re.split(r"\s{2,}", line.strip()) for line in lines]


def table(lines: Sequence[str], title: str) -> tuple[list[str], list[list[str]]]:
    """Head and cells of the printed table of a title; rows end at the next blank line."""
    start = next(i for i, line in enumerate(lines) if line.rstrip() == title)
    ruler = next(i for i in range(start, len(lines)) if lines[i].startswith(" ──"))
    end = next((i for i in range(ruler, len(lines)) if not lines[i].strip()), len(lines))
    return rows([lines[ruler - 1]])[0], rows(lines[ruler + 1 : end])


def environment(**changes: str) -> dict[str, str]:
    """The environment of a program with some changes."""
    return {**os.environ, **changes}
