"""How long, how free and how open is a game?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from loopsim.estimates import Estimates
from loopsim.numbers import columns as three
from loopsim.numbers import frame_of, of_row, resolved, say
from loopsim.reports.kit.question import Column, Finding, text

TITLE = "The game in numbers"
WIDE = True

METRICS = (
    "turns",
    "decisions",
    "forced",
    "forced_turns",
    "lead_changes",
    "lead_changes_turn",
    "trailing",
    "margin",
    "no_winner",
    "shared_win",
)


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row a metric of games: metric, title, value (with interval), unit, meaning."""
    days = estimates.setting.days
    names = [*METRICS, *(f"comeback_day{day}" for day in range(1, days))]
    declared = [estimates.measures.metric(name) for name in names]
    return frame_of(
        {
            "metric": names,
            "title": [metric.title for metric in declared],
            **three("value", [estimates.of(name) for name in names]),
            "unit": [metric.unit for metric in declared],
            "meaning": [metric.meaning for metric in declared],
        }
    )


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """Length and freedom; the lead; games without a winner."""
    of = {row["metric"]: of_row(row, "value") for row in frame.iter_rows(named=True)}
    findings = [
        Finding(
            f"A game takes {say(of['turns'], 'turns')} and "
            f"{say(of['decisions'], 'decisions')}; "
            f"{say(of['forced_turns'], 'share')} of the turns leave nothing to decide.",
            resolved(of["turns"], of["forced_turns"]),
        ),
        Finding(
            f"Looked at after each day, the lead changes {say(of['lead_changes'])} times a "
            f"game; looked at after each turn, {say(of['lead_changes_turn'])} times.",
            resolved(of["lead_changes"], of["lead_changes_turn"]),
        ),
    ]
    if of["no_winner"].value:
        findings.append(
            Finding(
                f"{say(of['no_winner'], 'share')} of the games end without a winner.",
                resolved(of["no_winner"]),
            )
        )
    return findings


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Metric, value, what it means."""
    return [
        text("title", ""),
        Column("value", "Mean", "each in its unit", unit_from="unit"),
        text("meaning", "What it is"),
    ]
