"""What lies in a folder: a run or a study."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from loopsim.manifest import RUN, check_kind, kind_of
from loopsim.results import Result
from loopsim.studies.study import Kind, Study


def read(folder: Path) -> Result | Study:
    """The run or the study that was written to a folder. Raises InputError if there is neither."""
    check_kind(folder, (RUN, *get_args(Kind)), "the folder of a run or a study")
    # what cannot be read is said by who reads it in full
    return Result.read(folder) if kind_of(folder) in (RUN, None) else Study.read(folder)
