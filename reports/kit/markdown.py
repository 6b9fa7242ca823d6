"""Text that Markdown, as GitHub reads it, shows as it stands."""

from __future__ import annotations

import re

from markupsafe import Markup

#: What begins something: emphasis, code, links, tags, cells; a bracket only before another.
SPECIAL = re.compile(r"([\\`*_<>|~&@]|\[(?=[^\]]*\]\s*[\[(:]))")
#: What begins a heading, a list or a quotation at the start of a line.
AT_START = re.compile(r"^(#|[+=-](?=\s|$)|\d+(?=[.)]\s))")


def escaped(text: object) -> str:
    """A text in one line that is shown letter by letter."""
    line = " ".join(
        Markup(text).unescape().split() if isinstance(text, Markup) else str(text).split()
    )
    return AT_START.sub(r"\\\1", SPECIAL.sub(r"\\\1", line))
