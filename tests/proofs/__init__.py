"""The long proofs: what issue and design ask of the whole, measured; `python -m tests.proofs`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """One thing that was asked and what was found. `games` = how many it took; 0 if none."""

    what: str
    asked: str
    measured: str
    games: int
    holds: bool


@dataclass(frozen=True)
class Proof:
    """A group of lines that are found together."""

    name: str
    title: str
    find: Callable[[], list[Line]]


def attempt(what: str, asked: str, games: int, check: Callable[[], str]) -> Line:
    """A line from a check that says what it measured, or raises AssertionError."""
    try:
        return Line(what, asked, check(), games, True)
    except AssertionError as broken:
        words = str(broken).strip().splitlines() or ["assertion failed"]
        return Line(what, asked, " / ".join(words[:3])[:600], games, False)
