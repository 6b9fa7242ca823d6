"""What is each mechanism worth to who may use it, and which are worth nothing?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import polars as pl
from matplotlib.axes import Axes

from loopsim.numbers import PERCENT, of_row, say
from loopsim.reports.kit import forest
from loopsim.reports.kit.forest import panels, size
from loopsim.reports.kit.question import Column, Finding, percent, text
from loopsim.reports.kit.sentences import hang, holds, names, still_open, verdict, would_settle
from loopsim.reports.studies import contrasts
from loopsim.reports.studies.tables_of_study import kind_of, over_family, table
from loopsim.studies.differences import (
    HIGHER,
    IDENTICAL,
    LOWER,
    NO_MATTER,
    NOT_RESOLVED,
    REAL_BUT_SMALL,
)
from loopsim.studies.effects import Row
from loopsim.studies.families import Kind
from loopsim.studies.restricted import FINDINGS, OF_MECHANISM
from loopsim.studies.study import Study

__all__ = ["columns", "compute", "draw", "find", "panels", "size"]

TITLE = "What mechanisms are worth"
ALT = (
    "Forest plot: for each mechanism the win share of a seat that may use it less that of the same seat "
    "if it may not, as a mark with its interval, and as a grey zone what is too small to matter. Triangles "
    "to the right are worth it, to the left they cost their user."
)
NOTES = (
    "Worth, score and tears: open less forbidden, of the same seat in the same games; the others may use "
    "it, and the thing stays on the table. Each seat of the table is that seat equally often, so that of "
    "different bots at one table all numbers are means over their seats. Uses: of the seat, each game. What a use brings: the change by "
    "the uses. Where few games differ the interval is a bound, either way."
)
WIDE = True
#: What is said of mechanisms by verdict, the most telling first: a mechanism worth nothing is a finding.
SAID = {
    NO_MATTER: "Worth nothing that matters to who may use it",
    LOWER: "Costs who may use it",
    HIGHER: "Worth it to who may use it",
    REAL_BUT_SMALL: "Real, but too small to matter",
    IDENTICAL: "No game differs if one player may not use it",
}
#: At the head of the page what is open stands last.
OPEN = -1


def compute(study: Study) -> pl.DataFrame:
    """One row a mechanism, that worth most first, as `contrasts.shown` lays down differences.

    `said`: what is found; beside it the other numbers, each with its interval.
    """
    rows = table(study, "mechanisms", OF_MECHANISM, *over_family(study))
    return shown(rows, kind_of(study))


def shown(rows: pl.DataFrame, kind: Kind | None) -> pl.DataFrame:
    """Rows of mechanisms, over a family of a kind or of one bot, laid down as `compute` says."""
    compared = rows.rename({"mechanism": "item", "worth": "difference"}).with_columns(
        pl.lit("").alias("setup"),
        pl.lit("mechanism_worth").alias("metric"),
        pl.lit("mechanism").alias("group"),
        pl.int_range(pl.len()).alias("index"),
        pl.lit("Worth").alias("title"),
        pl.lit("win share").alias("unit"),
    )
    found = pl.struct(pl.col("finding").alias("verdict"), "^more_(games|members)$", "^hanging$")
    words = pl.col("item").str.replace_all("_", " ").str.replace_all("+", " and ", literal=True)
    return contrasts.shown(compared, kind).with_columns(
        words.alias("name"),
        # a mechanism is worth nothing only as far as the bound allows, also where no game differs
        pl.coalesce(-pl.col("bound"), "difference_low").alias("difference_low"),
        pl.coalesce("bound", "difference_high").alias("difference_high"),
        found.map_elements(partial(verdict, kind=kind), pl.String).alias("said"),
    )


def is_drawn(frame: pl.DataFrame) -> bool:
    """Only what has a worth."""
    return frame["difference"].is_not_null().any()


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """The forest of the worths; marks are called by what is found."""
    forest.draw(frame, ax)
    ax.set_xlabel(f"Worth ({PERCENT[frame['difference_unit'][0]]})")
    for legend in ax.figure.legends:
        for label in legend.get_texts():
            label.set_text(FINDINGS.get(label.get_text(), label.get_text()))
    return ax


def find(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    """What is worth nothing that matters, what costs its user, what is worth it; what is open."""
    by_finding: dict[str, list[Row]] = {}
    for row in frame.iter_rows(named=True):
        by_finding.setdefault(row["finding"], []).append({**row, "item": ""})
    found = [
        Finding(f"{said}: {'; '.join(map(_worth, rows))}.", weight=len(SAID) - place)
        for place, (kind, said) in enumerate(SAID.items())
        if (rows := by_finding.get(FINDINGS[kind]))
    ]
    unresolved = by_finding.get(FINDINGS[NOT_RESOLVED], [])
    found += [Finding(words, False, 0) for words in hang(unresolved)]
    if open_ := still_open(unresolved):
        games = [row["more_games"] for row in open_ if row["more_games"] is not None]
        said = f"{NOT_RESOLVED.capitalize()}: {names(open_)}.{would_settle(games)}"
        found.append(Finding(said, False, OPEN))
    return found


def _worth(row: Row) -> str:
    """A mechanism with its worth."""
    of = say(of_row(row, "difference"), row["difference_unit"], sign=True)
    return f"“{row['name']}”, {of}{holds(row)}"


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Mechanism, worth, what is found; the other numbers."""
    return [
        text("name", "Mechanism"),
        Column("difference", "Worth", unit_from="difference_unit", sign=True),
        text("said", "Finding"),
        *contrasts.columns_of_family(frame),
        Column("q", "q", kind="p"),
        Column("score", "Score", "points", sign=True),
        Column("tears", "Tears", "tears", sign=True),
        Column("uses", "Uses", "each game"),
        Column("score_per_use", "A use", "points", sign=True),
        percent("win_share_per_use", "A use", sign=True),
    ]
