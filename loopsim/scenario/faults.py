"""One wording for every fault of a scenario: file, key, what was found, what is allowed."""

import difflib
import json
import operator
import re
from collections.abc import Iterable, Sequence
from typing import Any

from loopsim.errors import InputError

#: A key as a path: names of tables, and places in lists (0-based).
Key = tuple[str | int, ...]

_LONGEST_FOUND = 70
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def fault(where: str, what: str, found: str, allowed: str) -> InputError:
    """The error for one fault: ``where: what: found …; allowed: …``, on one line."""
    between = " " if where.startswith("--") else ": "
    named = not what or where == f"--{what}"
    subject = where if named else f"{where}{between}{what}"
    return InputError(" ".join(f"{subject}: found {found}; allowed: {allowed}".split()))


def key_text(key: Key) -> str:
    """A key as a designer writes it: ``rules.ad_penalty``, ``rules.tear_costs, item 2``."""
    text = ""
    for part in key:
        if isinstance(part, int):
            text += f", item {part + 1}"
        else:
            name = part if _BARE.fullmatch(part) else json.dumps(part, ensure_ascii=False)
            text += (", " if ", item " in text else "." if text else "") + name
    return text


def value_text(value: Any) -> str:
    """A value as TOML would show it, shortened."""
    if value is None:
        return "nothing"
    if isinstance(value, float):
        return str(value)  # nan and inf as TOML has them
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, RecursionError):  # more digits than Python writes, or nested very deep
        text = hex(value) if isinstance(value, int) else "a value too large to show"
    return shortened(text)


def whole_number(option: str, value: Any) -> int:
    """A whole number that was given in Python, NumPy's too. Raises InputError for any other value."""
    try:
        if isinstance(value, bool):
            raise TypeError
        return operator.index(value)
    except TypeError:
        raise fault(option, "", value_text(value), "a whole number") from None


def shortened(text: str) -> str:
    """The beginning of a text that is too long for a message, or all of it."""
    return text if len(text) <= _LONGEST_FOUND else text[: _LONGEST_FOUND - 1] + "…"


def one_of(names: Iterable[str], wrong: str | None = None) -> str:
    """The allowed names as text; first, if there is one, that which a wrong name was meant to be."""
    known = list(names)
    near = closest(wrong, known) if wrong is not None else None
    if near is not None:
        known.remove(near)
        known.insert(0, f"{near} (did you mean this?)")
    return ", ".join(known) or "none"


def closest(wrong: str, known: Sequence[str]) -> str | None:
    """The known name most like a wrong one, or None."""
    by_lower = {name.lower(): name for name in known}
    near = difflib.get_close_matches(wrong.lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[near[0]] if near else None
