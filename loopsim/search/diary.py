"""What a search has asked and been told, kept in a folder: the same command goes on where it stopped.

A search is a function of its command and of the answers, so to resume is to run it again and to answer
from the diary as long as that has answers. `search.json` says which command it is of; each chapter is a
file of JSON lines, which is put in its place whole (`loopsim.disk`), so that no line is ever half.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from loopsim import disk
from loopsim.errors import InputError
from loopsim.scenario.faults import fault, value_text

COMMAND = "search.json"
ENDING = ".jsonl"
#: What says which code plays: a search cannot go on under another, which would mix two games.
VERSION, KERNELS = "version", "kernels_hash"
#: Hashes of what is played and of who plays.
SCENARIO, BOTS = "scenario_hash", "bots_hash"
#: Of a command the single values, by key, that its hashes stand for: they tell what differs. Those of bots
#: begin with `OF_BOTS`.
STATED, OF_BOTS = "stated", "bots."

Told = list[int]


class Expected(NamedTuple):
    """Which answers there can be, as a test and in words."""

    test: Callable[[Told], bool]
    words: str


class Diary:
    """The diary of one search, in a folder or in memory only."""

    def __init__(self, folder: Path | None, command: Mapping[str, Any]) -> None:
        """Begin it, or go on with that of the folder. Raises InputError for that of another command.

        `command`: by option, or whatever users know it by, all that answers depend on; plain data.
        """
        self._folder = folder
        self._lines: dict[str, list[str]] = {}
        self._read: dict[str, int] = {}
        if folder is not None:
            _open(folder, json.loads(json.dumps(command)))

    def told(self, chapter: str, asked: Any, find: Callable[[], Told], expected: Expected) -> Told:
        """What came of the next question of a chapter: as kept, or else found now and kept.

        `asked` is plain data. Raises InputError if the diary has another question there or an answer
        that cannot be, or if the disk does not take it; what `find` raises keeps nothing.
        """
        place = self._read.get(chapter, 0)
        if place < len(self._chapter(chapter)):
            question, told = self._line(chapter, place)
            if question != _text(asked):
                where = self._where(chapter, place)
                raise InputError(f"{where}: not what this search asks; name a new folder")
            self._check(chapter, place, told, expected)
        else:
            told = self._found(chapter, asked, find)
        self._read[chapter] = place + 1
        return told

    def recalled(
        self, chapter: str, asked: Any, find: Callable[[], Told], expected: Expected
    ) -> Told:
        """`told`, of a chapter whose questions come in any order, and that other commands add to."""
        for place in range(len(self._chapter(chapter))):
            question, told = self._line(chapter, place)
            if question == _text(asked):
                self._check(chapter, place, told, expected)
                return told
        return self._found(chapter, asked, find)

    def close(self, longer: Collection[str] = ()) -> None:
        """The search asks no more: InputError for a line that it has not asked for.

        `longer`: chapters that may have more lines, of a search for more generations.
        """
        for chapter, read in self._read.items():
            if chapter not in longer and read < len(self._lines[chapter]):
                where = self._where(chapter, read)
                raise InputError(
                    f"{where}: more than this search asks; delete what follows line {read}"
                )

    def _found(self, chapter: str, asked: Any, find: Callable[[], Told]) -> Told:
        told, lines = find(), self._lines[chapter]
        lines.append(json.dumps({"asked": asked, "told": told}))
        if self._folder is not None:
            text = "".join(f"{line}\n" for line in lines)
            disk.write(self._folder / f"{chapter}{ENDING}", text.encode())
        return told

    def _chapter(self, chapter: str) -> list[str]:
        if chapter not in self._lines:
            self._lines[chapter] = []
            if self._folder is not None:
                file = self._folder / f"{chapter}{ENDING}"
                try:
                    self._lines[chapter] = file.read_text(encoding="utf-8").splitlines()
                except FileNotFoundError:
                    pass
                except (OSError, ValueError) as wrong:
                    raise InputError(f"{file}: cannot be read: {wrong}") from None
        return self._lines[chapter]

    def _line(self, chapter: str, place: int) -> tuple[str, Told]:
        """A question, and an answer of whole numbers from 0."""
        try:
            line = json.loads(self._lines[chapter][place])
            question, told = _text(line["asked"]), line["told"]
            # nothing that only counts as a number, and none that only Python writes as such
            if type(told) is not list or any(type(n) is not int or n < 0 for n in told):
                raise ValueError
        except (ValueError, TypeError, KeyError, RecursionError):
            where = self._where(chapter, place)
            raise InputError(
                f"{where}: not a line of a search; delete the line and what follows"
            ) from None
        return question, told

    def _check(self, chapter: str, place: int, told: Told, expected: Expected) -> None:
        if not expected.test(told):
            raise fault(self._where(chapter, place), "told", value_text(told), expected.words)

    def _where(self, chapter: str, place: int) -> str:
        assert self._folder is not None
        return f"{self._folder / (chapter + ENDING)}, line {place + 1}"


def _text(data: Any) -> str:
    """Plain data as one text, whatever the order of its keys."""
    return json.dumps(data, sort_keys=True)


def _open(folder: Path, command: Mapping[str, Any]) -> None:
    """Make the folder that of a command, unless it is. Raises InputError if it is of something else."""
    label, file = f"--out {folder}", folder / COMMAND
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            if any(path != disk.temporary(file) for path in folder.iterdir()):
                raise InputError(f"{label}: not empty, and not of a search; name a new folder")
            disk.write_json(file, command)
            return
        before = json.loads(file.read_text(encoding="utf-8"))
    except RecursionError:
        raise InputError(f"{file}: not of a search; name a new folder") from None
    except (OSError, ValueError) as wrong:
        why = getattr(wrong, "strerror", None) or wrong
        raise InputError(f"{label}: cannot be used: {why}") from None
    if not isinstance(before, dict):
        raise InputError(f"{file}: not of a search; name a new folder")
    for name, value in command.items():
        if name != STATED and _text(before.get(name)) != _text(value):
            raise InputError(f"{label}: has a search with {_difference(name, before, command)}")


def _difference(name: str, before: Mapping[str, Any], command: Mapping[str, Any]) -> str:
    """What a search has otherwise than a command, where they differ in a name, and what to do."""
    way_out = "name a new folder, or give the same command to go on"
    if name in (VERSION, KERNELS):
        way_out = "the code that plays has changed, name a new folder"
    was, now = before.get(name), command[name]
    old, new = before.get(STATED), command.get(STATED, {})
    if name in (SCENARIO, BOTS) and isinstance(old, dict):
        for key in {**old, **new}:
            if key.startswith(OF_BOTS) == (name == BOTS) and old.get(key) != new.get(key):
                name, was, now = key, old.get(key), new.get(key)
                break
    return f"{name} {value_text(was)}, not {value_text(now)}; {way_out}"
