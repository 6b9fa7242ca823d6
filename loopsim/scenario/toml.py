"""Values as TOML: what a designer can copy into a scenario or behind ``--set key=``."""

import json
from collections.abc import Mapping
from typing import Any


def toml_text(value: Any) -> str:
    """A value on one line of TOML. Numbers, texts, true and false, lists and tables of them."""
    if isinstance(value, Mapping):
        inside = ", ".join(f"{key} = {toml_text(part)}" for key, part in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_text, value))}]"
    return json.dumps(value, ensure_ascii=False)
