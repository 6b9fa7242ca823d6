"""What lies in a folder: a run or a study."""

from __future__ import annotations

import json
from pathlib import Path

from loopsim.claim import MANIFEST
from loopsim.results import Result
from loopsim.studies.study import Study


def read(folder: Path) -> Result | Study:
    """The run or the study that was written to a folder. Raises InputError if there is neither."""
    return Study.read(folder) if _is_study(folder) else Result.read(folder)


def _is_study(folder: Path) -> bool:
    """Whether the manifest names a kind; what cannot be read is said by who reads it in full."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(manifest, dict) and "kind" in manifest
