"""`--set key=value`: the keys of a scenario file, the values in TOML with fewer quotes.

In Python a mapping of keys to values does as well.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from loopsim.scenario.document import MOST_NESTED
from loopsim.scenario.faults import fault, shortened, value_text

OPTION = "--set"

#: Changes to a scenario: texts ``key=value``, or {key: value}.
Settings = Sequence[str] | Mapping[str, Any]

_BARE_WORD = re.compile(r"""([^\[{"'\n\r][^\n\r]*)?""")


def tables(changes: Settings) -> Iterator[dict[str, Any]]:
    """The nested table of each change, in their order. Raises InputError."""
    if isinstance(changes, Mapping):
        return (_nested(_parse_key(str(key)), plain(value)) for key, value in changes.items())
    if not isinstance(changes, Sequence):
        raise fault(OPTION, "", value_text(changes), "texts key=value, or a mapping")
    return (parse(setting) for setting in ([changes] if isinstance(changes, str) else changes))


def parse(setting: str) -> dict[str, Any]:
    """The nested table of one setting: ``rules.ad_penalty=2`` is {"rules": {"ad_penalty": 2}}.

    A value is TOML; bare words need no quotes, a list no brackets. Nothing after `=` is the empty
    text, which is an empty list where a list is wanted. Raises InputError.
    """
    if not isinstance(setting, str):
        raise fault(OPTION, "", value_text(setting), "key=value")
    key, equals, value = setting.partition("=")
    if not equals:
        raise fault(OPTION, "", f'"{shortened(setting)}"', "key=value")
    return _nested(_parse_key(key.strip()), parse_value(key.strip(), value.strip()))


def plain(value: Any) -> Any:
    """A value of Python as TOML has it: texts for keys ({1: …} is trip "1" of a card), no NumPy."""
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    return value.tolist() if hasattr(value, "tolist") else value


def _nested(parts: list[str], value: Any) -> dict[str, Any]:
    """A value inside the tables of its key."""
    if parts == ["extends"]:
        raise fault(OPTION, "extends", value_text(value), "extends in a file only")
    for part in reversed(parts[1:]):
        value = {part: value}
    return {parts[0]: value}


def _parse_key(key: str) -> list[str]:
    """The parts of a dotted key; parts with dots in them are quoted as in TOML."""
    parts = key.split(".")
    if '"' in key or "'" in key:
        parts = _parts_of(_toml(f"{key} = 0"))
    if not all(parts) or not parts:
        found = f'the key "{shortened(key)}"'
        raise fault(OPTION, "", found, "names joined by dots, as in rules.ad_penalty")
    if len(parts) > MOST_NESTED:
        found = f'the key "{shortened(key)}" of {len(parts)} parts'
        raise fault(OPTION, "", found, f"keys of up to {MOST_NESTED} parts")
    return parts


def _parts_of(table: dict[str, Any] | None) -> list[str]:
    parts: list[str] = []
    while isinstance(table, dict) and len(table) == 1:
        part, table = next(iter(table.items()))
        parts.append(part)
    return parts


def parse_value(key: str, text: str, option: str = OPTION) -> Any:
    """The value of a setting on its own. Raises InputError, which blames the option."""
    found = _toml(f"value = {text}")
    if found is not None and found.keys() == {"value"}:
        return found["value"]
    inside = text[1:-1] if text.startswith("[") and text.endswith("]") else text
    if "," in inside and not re.search(r"[\[\]{}]", inside):
        items = [item.strip() for item in inside.rstrip(", ").split(",")]
        return [parse_value(key, item, option) for item in items if item]
    if inside != text and not inside.startswith("["):
        return [parse_value(key, inside.strip(), option)] if inside.strip() else []
    if _BARE_WORD.fullmatch(text):
        return text
    allowed = "a value in TOML, a bare word, or words separated by commas"
    raise fault(option, key, shortened(text), allowed)


def _toml(text: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        return None
