"""What a search has asked and been told, kept in a folder: the same command goes on where it stopped.

A search is a function of its command and of the answers, so to resume is to run it again and to answer
from the diary as long as that has answers. `search.json` says which command it is of; each chapter is a
file of JSON lines, which is put in its place whole (`loopsim.disk`), so that no line is ever half.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from loopsim import disk
from loopsim.errors import InputError
from loopsim.scenario.faults import value_text

COMMAND = "search.json"
ENDING = ".jsonl"
#: What says which code plays: a search cannot go on under another, which would mix two games.
VERSION, KERNELS = "version", "kernels_hash"


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

    def told(self, chapter: str, asked: Any, find: Callable[[], list[int]]) -> list[int]:
        """What came of the next question of a chapter: as kept, or else found now and kept.

        `asked` is plain data. Raises InputError if the diary has another question there, or if the disk
        does not take it; what `find` raises keeps nothing.
        """
        lines = self._chapter(chapter)
        place = self._read.get(chapter, 0)
        if place < len(lines):
            told = self._answer(chapter, place, asked)
        else:
            told = find()
            lines.append(json.dumps({"asked": asked, "told": told}))
            if self._folder is not None:
                text = "".join(f"{line}\n" for line in lines)
                disk.write(self._folder / f"{chapter}{ENDING}", text.encode())
        self._read[chapter] = place + 1
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

    def _answer(self, chapter: str, place: int, asked: Any) -> list[int]:
        assert self._folder is not None
        where = f"{self._folder / (chapter + ENDING)}, line {place + 1}"
        try:
            line = json.loads(self._lines[chapter][place])
            same = line["asked"] == json.loads(json.dumps(asked))
            told = [int(worth) for worth in line["told"]]
        except (ValueError, TypeError, KeyError):
            raise InputError(f"{where}: not a line of a search") from None
        if not same:
            raise InputError(f"{where}: not what this search asks; name a new folder")
        return told


def _open(folder: Path, command: Mapping[str, Any]) -> None:
    """Make the folder that of a command, unless it is. Raises InputError if it is of something else."""
    label, file = f"--out {folder}", folder / COMMAND
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            if any(folder.iterdir()):
                raise InputError(f"{label}: not empty, and not of a search; name a new folder")
            disk.write_json(file, command)
            return
        before = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as wrong:
        why = getattr(wrong, "strerror", None) or wrong
        raise InputError(f"{label}: cannot be used: {why}") from None
    if not isinstance(before, dict):
        raise InputError(f"{file}: not of a search; name a new folder")
    for name, value in command.items():
        if before.get(name) != value:
            way_out = (
                "the code that plays has changed, name a new folder"
                if name in (VERSION, KERNELS)
                else "name a new folder, or give the same command to go on"
            )
            raise InputError(
                f"{label}: has a search with {name} {value_text(before.get(name))}, "
                f"not {value_text(value)}; {way_out}"
            )
