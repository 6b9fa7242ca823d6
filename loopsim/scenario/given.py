"""Texts that are given in Python where a command line has them: read in one way by all functions."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from loopsim.scenario.faults import fault, value_text

Given = str | os.PathLike[str]
#: A name or path, or several of them.
Texts = Given | Iterable[Given]


def texts(option: str, given: Any, allowed: str) -> list[str]:
    """The texts of one or of several, paths as their text; a set, which has no order, in that of its texts.

    Raises InputError, which says what is `allowed`, for what is none.
    """
    found = [given] if isinstance(given, str | os.PathLike) else several(given)
    if found is None:
        raise fault(option, "", value_text(given), allowed)
    read: list[str] = []
    for each in found:
        text = os.fspath(each) if isinstance(each, str | os.PathLike) else each
        if not isinstance(text, str):
            raise fault(option, "", value_text(each), allowed)
        read.append(str(text))  # NumPy's are texts of another type
    return sorted(read) if isinstance(given, AbstractSet) else read


def names(option: str, given: Any, allowed: str) -> list[str]:
    """The names or paths of one text with commas, as on the command line, or of one path or several texts.

    In a list and in a path commas stay. Raises InputError as `texts` does.
    """
    if isinstance(given, str):
        return [name.strip() for name in given.split(",")]
    return texts(option, given, allowed)


def several(given: Any) -> list[Any] | None:
    """The members of what has several, in their order; None of what is one thing."""
    if isinstance(given, str | bytes | bytearray | Mapping) or not isinstance(given, Iterable):
        return None
    try:
        return list(given)
    except TypeError:  # an array of no dimension
        return None
