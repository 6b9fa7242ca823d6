"""RESULTS.md: one section a proof, each a table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from tests.proofs import Line, Proof

PATH = Path(__file__).parent / "RESULTS.md"

HEAD = """# Proofs

What `make proofs` found on its last run. Seconds are those of the whole section, on the machine at hand.
"""


def section(proof: Proof, lines: Sequence[Line], seconds: float) -> str:
    """A proof as a section."""
    rows = [
        f"| {line.what} | {line.asked} | {line.measured} | {line.games:,} |"
        f" {'holds' if line.holds else '**does not hold**'} |"
        for line in lines
    ]
    return "\n".join(
        [
            f"## {proof.name}: {proof.title}",
            "",
            f"{seconds:.0f} s.",
            "",
            "| what | asked | measured | games | verdict |",
            "|---|---|---|---:|---|",
            *rows,
            "",
        ]
    )


def put(name: str, text: str, order: Sequence[str], path: Path = PATH) -> None:
    """Replace the section of a proof, keeping the others; sections of no proof go."""
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    sections = {
        re.match(r"## ([\w-]+):", part).group(1): part  # type: ignore[union-attr]
        for part in re.split(r"(?m)^(?=## )", old)[1:]
    }
    sections[name] = text
    kept = [sections[each].rstrip("\n") for each in order if each in sections]
    path.write_text("\n\n".join([HEAD.rstrip("\n"), *kept]) + "\n", encoding="utf-8")
