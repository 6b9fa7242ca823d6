"""The folder of a run while it is written: for one run alone, with room kept for its end."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from loopsim.errors import InputError

#: The last file of a run: a folder without it is none.
MANIFEST = "manifest.json"
SCHEMA = "schema.json"
TELLING = "telling.json"

#: What a run, a study, a trace or a bench writes besides.
WRITTEN = (SCHEMA, TELLING, "*/*.parquet", "*/*.json", "*/*.jsonl")

#: Lies in the folder while the run is played.
CLAIM = "run.playing"
#: Bytes of it: room for what comes last, some 0.2 MB, on a disk that facts have filled.
ROOM = 2**20


@contextmanager
def claimed(folder: Path, label: str) -> Iterator[Path]:
    """A new or empty folder, for one run alone; InputError, beginning with `label`, for another.

    If no manifest is in it at the end, what was written could not be read: it is taken away.
    """
    claim = folder / CLAIM
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise InputError(f"{label}: not empty; name a new folder, nothing is overwritten")
        claim.open("x").close()  # of two runs at once only one may have it
    except (OSError, ValueError) as wrong:
        why = getattr(wrong, "strerror", None) or wrong
        raise InputError(f"{label}: cannot be written: {why}") from None
    try:
        try:
            claim.write_bytes(os.urandom(ROOM))  # random: some disks keep zeros in no room at all
        except OSError as wrong:
            raise InputError(f"{label}: cannot be written: {wrong.strerror}") from None
        yield folder
    finally:
        release(folder)
        if not (folder / MANIFEST).exists():
            _clear(folder)


def release(folder: Path) -> None:
    """Give up the room: the end of the run is to be written."""
    (folder / CLAIM).unlink(missing_ok=True)


def _clear(folder: Path) -> None:
    """Remove what a run writes and the folders that it leaves empty, and nothing else."""
    for file in [file for kind in WRITTEN for file in folder.glob(kind)]:
        file.unlink(missing_ok=True)
    for part in folder.glob("*"):
        with suppress(OSError):  # a file, or not empty
            part.rmdir()
