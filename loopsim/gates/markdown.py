"""The summary of a gate in GitHub-flavoured Markdown, for the page of a pull request or of a run."""

from __future__ import annotations

import re
from collections.abc import Sequence

from loopsim.gates.bounds import LEVEL
from loopsim.gates.gating import Gate
from loopsim.gates.words import HEAD, heads, shown
from loopsim.numbers import counted

#: What Markdown and HTML may take for more than a character; GitHub makes mentions of "@name" and
#: issues of "#1" as well, and links of "www.".
_SPECIAL = re.compile(r"[^\w\s/.,()±≤≥→+\-\N{MINUS SIGN}]|(?<![^\W_])_|_(?![^\W_])|(?i:(?<=www)\.)")


def summary(gate: Gate) -> str:
    """A table of what fails and what is undecided, worst first; the rest folded; the verdict last."""
    rows = shown(gate)
    title = f"### Gate: {_plain(gate.scenario)}, {counted(gate.games, 'game')}"
    parts = [title]
    if rows.first:
        parts.append(_table(rows.first))
    if rows.undecided:
        parts.append(_folded(f"{len(rows.undecided)} more undecided", rows.undecided))
    if rows.passing:
        count = len(rows.passing)
        told = f"{count:,} {'passes' if count == 1 else 'pass'}"
        parts.append(_folded(told, rows.passing))
    parts += [_plain(note) for note in gate.notes]
    parts.append(f"All bounds together at a level of {LEVEL:.0%}.")
    outcome = "passed" if gate.passed else "not passed"
    parts.append(f"**Gate {outcome}**: {_plain(gate.verdict)}.")
    return "\n\n".join(parts) + "\n"


def _table(rows: Sequence[Sequence[str]]) -> str:
    columns = heads(rows)
    lines = [[HEAD[place] for place in columns], ["---"] * len(columns)]
    lines += [[_plain(row[place]) for place in columns] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _folded(title: str, rows: Sequence[Sequence[str]]) -> str:
    return f"<details>\n<summary>{title}</summary>\n\n{_table(rows)}\n\n</details>"


def _plain(text: str) -> str:
    """A text that is shown as it stands: what has a meaning becomes a character reference."""
    return _SPECIAL.sub(lambda found: f"&#{ord(found[0])};", " ".join(text.split()))
