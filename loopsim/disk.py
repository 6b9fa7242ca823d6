"""Writing files: whole or not at all, and a disk that does not take one is one clear line."""

import json
import os
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl

from loopsim.errors import InputError


def temporary(path: Path) -> Path:
    """Where a file is written before it is put in its place; a kill may leave it there."""
    return path.with_name(f"{path.name}.part")


def write(path: Path, content: bytes) -> None:
    """Put a file in its place, with the folders on the way; what was there is replaced.

    The content goes to a temporary name first, so that nobody sees half of it and a full disk
    keeps nothing of it. Raises InputError if it cannot be written.
    """
    part = temporary(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(content)
        os.replace(part, path)
    except OSError as wrong:
        raise InputError(f"{path}: cannot be written: {wrong.strerror}") from None
    finally:
        with suppress(OSError):
            part.unlink()


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
