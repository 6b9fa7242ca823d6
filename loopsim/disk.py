"""Writing files: whole or not at all, and a disk that does not take one is one clear line."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl

from loopsim.errors import InputError


def temporary(path: Path) -> Path:
    """Where a file is written before it is put in its place; a kill may leave it there."""
    return path.with_name(f"{path.name}.part")


@contextmanager
def placing(path: Path) -> Iterator[Path]:
    """Within the block, where to write a file that is put in its place at the end.

    The folders on the way are made, and what was there is replaced. If anything goes wrong nothing is
    put there, and nothing of it stays. Raises InputError if it cannot be written.
    """
    part = temporary(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)  # of an earlier kill
        yield part
        os.replace(part, path)
    except OSError as wrong:
        raise InputError(f"{path}: cannot be written: {wrong.strerror}") from None
    finally:
        with suppress(OSError):
            part.unlink()


def write(path: Path, content: bytes) -> None:
    """Put a file in its place, with the folders on the way; what was there is replaced.

    The content goes to a temporary name first, so that nobody sees half of it and a full disk
    keeps nothing of it. Raises InputError if it cannot be written.
    """
    with placing(path) as part:
        part.write_bytes(content)


def write_parquet(path: Path, frame: pl.DataFrame) -> None:
    """`write` a frame as Parquet; equal frames give equal bytes.

    Polars would write to the disk itself, but it tells a full one as a fault of the format.
    """
    content = BytesIO()
    frame.write_parquet(
        content, compression="zstd", statistics=False, row_group_size=max(1, frame.height)
    )
    write(path, content.getvalue())


def write_json(path: Path, data: Any) -> None:
    """`write` plain data as JSON."""
    text = json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    # what escapes is a file name that is no text; JSON reads it back
    write(path, text.encode("utf-8", errors="backslashreplace"))
