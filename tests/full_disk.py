"""A disk that takes no more, without a disk of one's own."""

import errno
import os
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock


@contextmanager
def filling_disk(takes: int | None = None) -> Iterator[Callable[[int], None]]:
    """Within the block no file takes more than so many bytes, or from the call of what it gives on.

    Not until the end of the test: what pytest prints may go to a file, too.
    """
    before = resource.getrlimit(resource.RLIMIT_FSIZE)

    def fill(takes: int) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (takes, before[1]))

    try:
        if takes is not None:
            fill(takes)
        yield fill
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def small_disk(root: Path, room: int) -> Iterator[None]:
    """Within the block a folder is a disk of so many bytes in all."""
    write = Path.write_bytes

    def write_if_it_fits(path: Path, content: bytes) -> int:
        if used(root) + len(content) > room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(path, content)

    with mock.patch.object(Path, "write_bytes", write_if_it_fits):
        yield


def used(folder: Path) -> int:
    """Bytes of all files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
