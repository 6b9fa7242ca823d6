"""Where a gate takes from what it judges by: a file, or in Python what the file would hold."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from loopsim.scenario import shelf
from loopsim.scenario.faults import fault, value_text

AGAINST, THRESHOLDS = "--against", "--thresholds"

#: A path, or in Python what the file would hold.
Source = str | os.PathLike[str] | Mapping[str, Any]


def place(option: str, source: Any) -> shelf.Place:
    """The file that an option names. Raises InputError for what is no path."""
    if not isinstance(source, str | os.PathLike):
        raise fault(option, "", value_text(source), "the path of a file, or what it holds")
    return shelf.HERE.beside(os.fspath(source))
