"""Which bots should nobody play, and which beat each other in a cycle?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from loopsim.numbers import counted, listed
from loopsim.reports.question import Column, Finding, Question, number, text
from loopsim.reports.tables_of_study import table
from loopsim.studies.strength.standings import OF_CYCLE, OF_DOMINATED
from loopsim.studies.study import Study


def questions() -> tuple[Question[Study], ...]:
    """Who is dominated, and cycles."""
    return (
        Question(
            name="dominated",
            title="Dominated bots",
            compute=lambda study: table(study, "dominated", OF_DOMINATED),
            find=_dominated,
            columns=_columns_of_dominated,
            notes=(
                "Dominated: another bot wins at least as much in every field, and for certain more in some."
            ),
        ),
        Question(
            name="cycles",
            title="Cycles",
            compute=lambda study: table(study, "cycles", OF_CYCLE),
            find=_cycles,
            columns=_columns_of_cycles,
            notes=(
                "A cycle: each of its bots beats each other one, if not itself then by way of others, so that "
                "none of them is best. The one less one of the many, at the same tables; these intervals hold "
                "for all pairs at once."
            ),
        ),
    )


def _dominated(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    if frame.is_empty():
        return [Finding("No bot is dominated by another.")]
    bots = listed(f"“{bot}”" for bot in frame["bot"].unique(maintain_order=True))
    return [Finding(f"Dominated, so that another bot is never a worse choice: {bots}.")]


def _columns_of_dominated(frame: pl.DataFrame) -> Sequence[Column]:
    return [
        text("bot", "Bot"),
        text("by", "Dominated by"),
        number("resolved", "Fields for certain"),
        number("fields", "of"),
    ]


def _cycles(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    if frame.is_empty():
        return [Finding("No bots beat each other in a cycle.")]
    found = frame.partition_by("cycle", maintain_order=True)
    said = (listed(f"“{bot}”" for bot in of["bot"].unique(maintain_order=True)) for of in found)
    return [Finding(f"{counted(len(found), 'cycle')}: {'; '.join(said)}.", weight=1)]


def _columns_of_cycles(frame: pl.DataFrame) -> Sequence[Column]:
    return [
        number("cycle", "Cycle"),
        text("bot", "Bot"),
        text("beats", "Beats"),
        Column("delta", "By", "% points", scale=100, sign=True),
    ]
