"""What the commands that make studies have in common."""

import re
from typing import Any

import pytest

from loopsim import Study
from tests.cli.program import Loopsim

#: What changes from run to run.
CLOCKS = ("wall_s", "kernel_s")


def without_clocks(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in CLOCKS}


def json_is_that_of(loopsim: Loopsim, arguments: tuple[str, ...], study: Study) -> None:
    """--json prints the object of the function, --quiet or not, and nothing on stderr."""
    for more in ((), ("--quiet",)):
        data = loopsim(*arguments, "--json", *more).json()
        assert without_clocks(data) == without_clocks(study.json())


def on_a_terminal(
    loopsim: Loopsim, monkeypatch: pytest.MonkeyPatch, columns: int, *arguments: str
) -> list[str]:
    """The lines of a command on a terminal of so many columns."""
    monkeypatch.setenv("FORCE_COLOR", "1")  # rich takes stdout for a terminal
    monkeypatch.setenv("COLUMNS", str(columns))
    done = loopsim(*arguments)
    assert done.code == 0
    return re.sub(r"\x1b\[[\d;]*m", "", done.out).splitlines()


def fits(lines: list[str], wide: list[str], columns: int) -> None:
    """No line is longer than the terminal, no word is lost or cut, no number parted from its interval."""
    assert max(map(len, lines)) <= columns
    words, whole = (
        {w for line in of for w in line.split() if "─" not in w} for of in (lines, wide)
    )
    assert words == whole
    number = r"[+−\d.]+ \[[^]]+\]"
    narrow, all_of_wide = (sorted(re.findall(number, "\n".join(of))) for of in (lines, wide))
    assert narrow == all_of_wide
