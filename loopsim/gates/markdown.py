"""The summary of a gate in GitHub-flavoured Markdown, for the page of a pull request or of a run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from loopsim.gates.bounds import LEVEL
from loopsim.gates.gating import Gate
from loopsim.gates.undecided import told
from loopsim.gates.words import HEAD, SHOWN, Texts, heads, shown, titles
from loopsim.numbers import counted

#: What Markdown and HTML may take for more than a character; GitHub makes mentions of "@name" and
#: issues of "#1" as well, links of "www." and of "http:", and pictures of ":name:"; a colon before a blank
#: is none of these.
_SPECIAL = re.compile(
    r"[^\w\s/.,:;%()±≤≥→+\-\N{MINUS SIGN}]|:(?!\s|$)|(?<![^\W_])_|_(?![^\W_])|(?i:(?<=www)\.)"
)


def summary(gate: Gate) -> str:
    """The verdict, the bounds of the file and the worst of what differs from the baseline; the rest folded."""
    rows = shown(gate)
    parts = [
        f"### Gate: {_plain(gate.scenario)}, {counted(gate.games, 'game')}",
        f"**{gate.outcome}**: {_plain(gate.verdict)}.",
    ]
    of_bounds, of_baseline = titles(rows)
    parts += _begun(of_bounds, rows.bounds)
    parts += _begun(of_baseline, rows.failing)
    if rows.undecided:
        parts.append(_plain(told(gate.undecided)))
        parts.append(_folded(f"{len(rows.undecided):,} undecided", rows.undecided))
    if rows.passing:
        parts.append(_folded(f"{len(rows.passing):,} as in the baseline", rows.passing))
    parts += [_plain(note) for note in gate.notes]
    parts.append(f"All bounds together at a level of {LEVEL:.0%}.")
    return "\n\n".join(parts) + "\n"


def _begun(title: str, rows: Sequence[Texts]) -> Iterator[str]:
    """A table with a title, folded after its first rows."""
    if rows:
        yield f"**{title}**"
        yield _table(rows[:SHOWN])
    if rows[SHOWN:]:
        yield _folded(f"{len(rows) - SHOWN:,} more", rows[SHOWN:])


def _table(rows: Sequence[Texts]) -> str:
    columns = heads(rows)
    lines = [[HEAD[place] for place in columns], ["---"] * len(columns)]
    lines += [[_plain(row[place]) for place in columns] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _folded(title: str, rows: Sequence[Texts]) -> str:
    return f"<details>\n<summary>{title}</summary>\n\n{_table(rows)}\n\n</details>"


def _plain(text: str) -> str:
    """A text that is shown as it stands: what has a meaning becomes a character reference."""
    return _SPECIAL.sub(lambda found: f"&#{ord(found[0])};", " ".join(text.split()))
