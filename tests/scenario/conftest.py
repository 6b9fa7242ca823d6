"""A folder with a small game of its own, for tests that change files."""

from collections.abc import Callable
from pathlib import Path

import pytest

BASE = "loop-inc/base"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder as the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def write(folder: Path) -> Callable[[str, str | bytes], Path]:
    """Write a file of the folder, making the folders on the way."""

    def write(name: str, text: str | bytes) -> Path:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write
