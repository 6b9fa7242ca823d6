"""The files of a report on the disk: where they may go, and what of an earlier report makes way for them.

Beside a page lies a folder with its figures and tables and a record of them. What the record names and is as
it was written belongs to a report, and goes when the next one takes its place; anything else is somebody's
own, and is neither removed nor replaced.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from errno import ENAMETOOLONG
from hashlib import sha256
from pathlib import Path

from loopsim import disk
from loopsim.errors import InputError
from loopsim.numbers import listed
from loopsim.reports.output.formats import no_file

#: What every page has in its head: only files that have it are replaced.
MARK = b'<meta name="generator" content="loopsim">'
#: Bytes of a file that are looked at for it.
HEAD = 2**10
#: What a printed page ends in, after its end, where readers of PDF look for nothing.
PDF_MARK = b"%loopsim\n"

#: What the record of a folder is called.
RECORD = "written.json"
#: So much of a name that is too long is shown.
SHOWN = 40


@dataclass(frozen=True)
class Record:
    """What was written to a folder: the pages that it belongs to, and the SHA-256 of its files."""

    pages: Sequence[str] = ()
    files: Mapping[str, str] = field(default_factory=dict)


def check_places(pages: Sequence[Path], folder: Path) -> None:
    """Raise InputError for places in which no report can be, or something that is none."""
    for place in (*map(disk.temporary, pages), folder):
        _check_length(place)
    for page in pages:
        if os.path.isdir(page):  # unlike pathlib no error where it may not look
            raise no_file(page)
        if os.path.lexists(page) and not _is_report(page):
            raise InputError(
                f"--out: found {page}, which is no report; only a report is replaced, name a new file"
            )
    if os.path.lexists(folder) and (folder.is_symlink() or not folder.is_dir()):
        raise InputError(
            f"--out: found {folder}, a link or a file where figures and tables go; allowed: a folder, "
            "or a name without one"
        )


def write(pages: Mapping[Path, bytes], folder: Path, files: Mapping[str, bytes]) -> None:
    """Put a report in its place: its files in the folder, their record, and its pages.

    Of an earlier report goes what is still as it was written. Raises InputError, before anything is changed,
    if a file that is no report's would be replaced, or if the folder belongs to another page as well that
    shows other files.
    """
    record, names = _record(folder), [page.name for page in pages]
    sums = {name: sha256(content).hexdigest() for name, content in files.items()}
    others = [
        name for name in record.pages if name not in names and _is_report(folder.parent / name)
    ]
    if others and record.files != sums:
        raise InputError(
            f"--out: found {folder}, the figures and tables of {listed(others)}, another report; name another "
            "file, or write that one again as well (--format takes several)"
        )
    earlier = _as_written(folder, record)
    for name, known in sums.items():
        path = folder / name
        if path not in earlier and os.path.lexists(path) and _sum(path) != known:
            raise InputError(
                f"--out: found {path}, which is not as a report wrote it; only what a report wrote is replaced, "
                "name another file or move that one"
            )
    for path in earlier:
        with suppress(OSError):  # where files cannot be removed none can be written, which is said
            path.unlink()
    # before the files, so that a report that is cut short is known for one
    disk.write_json(folder / RECORD, asdict(Record([*others, *names], sums)))
    for name, content in files.items():
        disk.write(folder / name, content)
    for page, content in pages.items():
        disk.write(page, content)


def _check_length(path: Path) -> None:
    """Raise InputError for a name that is too long for the disk."""
    try:
        path.lstat()
    except OSError as wrong:
        if wrong.errno == ENAMETOOLONG:
            raise InputError(
                f"--out: found {str(path)[:SHOWN]}…, too long a path or name for the disk; allowed: a shorter one"
            ) from None


def _is_report(path: Path) -> bool:
    """Whether a file is a page that was written before."""
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            if MARK in file.read(HEAD):
                return True
            file.seek(-min(len(PDF_MARK), path.stat().st_size), os.SEEK_END)
            return file.read() == PDF_MARK
    except OSError:
        return False


def _record(folder: Path) -> Record:
    """What was written to a folder before, if anything. Raises InputError for a file of that name that is no record."""
    path = folder / RECORD
    if not os.path.lexists(path):
        return Record()
    try:
        read = json.loads(path.read_bytes())
        files = {str(name): str(known) for name, known in read["files"].items()}
        return Record([str(page) for page in read["pages"]], files)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        pass
    raise InputError(
        f"--out: found {path}, which is no record of a report; name another file or move that one"
    )


def _as_written(folder: Path, record: Record) -> list[Path]:
    """The files of a folder that are still as a report wrote them."""
    if not record.files:
        return []
    return [path for path in folder.iterdir() if record.files.get(path.name) == _sum(path)]


def _sum(path: Path) -> str:
    """The SHA-256 of a file; of what is none, or cannot be read, nothing that any file has."""
    if path.is_symlink() or not path.is_file():
        return ""
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""
