"""How many numbers differ, and how many games?"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import polars as pl

from loopsim.numbers import SPACE, fixed
from loopsim.reports.kit.question import Column, Finding, number, text
from loopsim.reports.kit.sentences import without, would_settle
from loopsim.reports.studies import contrasts
from loopsim.reports.studies.tables_of_study import TITLES, compared, kind_of, table
from loopsim.studies.compared import METRICS
from loopsim.studies.differences import (
    HIGHER,
    IDENTICAL,
    LOWER,
    NO_MATTER,
    NOT_RESOLVED,
    REAL_BUT_SMALL,
)
from loopsim.studies.effects import Row
from loopsim.studies.study import Study

TITLE = "All numbers by verdict"
WIDE = True
NOTES = (
    "Numbers of one game go together: forty that are higher are not forty independent discoveries."
)

#: The columns of the counts, and the verdict that each counts.
COUNTED = {
    "higher": HIGHER,
    "lower": LOWER,
    "small": REAL_BUT_SMALL,
    "no_matter": NO_MATTER,
    "identical": IDENTICAL,
    "not_resolved": NOT_RESOLVED,
}
#: Of these over a family those that hang on the member are counted apart.
HANGS = "hangs"
#: At the head of a page these findings stand after those of single numbers.
DIFFER, SAME, OPEN = -1, -2, -4

SAME_GAMES = {"setup": pl.String, "against": pl.String, "identical": pl.Float64}


def compute(study: Study) -> pl.DataFrame:
    """One row a set-up and table: setup, table, numbers, `COUNTED`, least and most more games.

    Over a family also `HANGS`.
    """
    kind = kind_of(study)
    hangs = pl.lit(False) if kind is None else pl.col("hanging") != ""
    apart = [] if kind is None else [hangs.sum().alias(HANGS)]
    counts = [
        contrasts.agreed(compared(study, name), kind)
        .group_by("setup", maintain_order=True)
        .agg(
            pl.lit(title).alias("table"),
            pl.len().alias("numbers"),
            *((~hangs & (pl.col("verdict") == said)).sum().alias(n) for n, said in COUNTED.items()),
            *apart,
            pl.col("more_games").min().alias("least"),
            pl.col("more_games").max().alias("most"),
        )
        for name, title in TITLES.items()
    ]
    same = table(study, "identical", SAME_GAMES).select(
        "setup", pl.col("identical").alias("same_games")
    )
    return pl.concat(counts).join(same, on="setup", how="left", maintain_order="left")


def find(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    """How many numbers of the game differ, which do not, how many are open, set-up by set-up."""
    main = frame.filter(pl.col("table") == TITLES[METRICS]).to_dicts()
    if not main:
        return [Finding("No number was compared.", False)]
    differ = _each(main, lambda row: f"{row['higher'] + row['lower']} of {row['numbers']}")
    said = f"{TITLES[METRICS]} that differ, and not surely by too little to matter: {differ}."
    found = [Finding(said, weight=DIFFER)]
    if (kind := kind_of(study)) is not None and any(row[HANGS] for row in main):
        count = _each(main, lambda row: str(row[HANGS]))
        said = f"{TITLES[METRICS]} that hang on the {kind.name}: {count}."
        found.append(Finding(said, weight=DIFFER))
    same = without(contrasts.shown(compared(study, METRICS), kind_of(study)).to_dicts())
    if same:
        found.append(Finding(f"{'. '.join(same)}.", weight=SAME))
    return [*found, *_open(main), *_same_games(main)]


def _open(main: Sequence[Row]) -> list[Finding]:
    if not any(row["not_resolved"] for row in main):
        return []
    count = _each(main, lambda row: str(row["not_resolved"]))
    games = [row[end] for row in main for end in ("least", "most") if row[end] is not None]
    said = f"{TITLES[METRICS]} that are {NOT_RESOLVED}: {count}.{would_settle(games)}"
    return [Finding(said, False, OPEN)]


def _same_games(main: Sequence[Row]) -> list[Finding]:
    if any(row["same_games"] is None for row in main):
        return []
    shares = _each(main, lambda row: f"{fixed(100 * row['same_games'], 1)}{SPACE}%")
    return [Finding(f"Games that take the same course: {shares}.")]


def _each(main: Sequence[Row], said: Callable[[Row], str]) -> str:
    """Something of each set-up."""
    return "; ".join(f"{said(row)} in {row['setup']}" for row in main)


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Set-up, table, counts."""
    titles = {"small": "Real but small", "no_matter": "No difference that matters"}
    apart = [number(HANGS, "Hangs on the member")] if HANGS in frame.columns else []
    return [
        text("setup", "Set-up"),
        text("table", "Table"),
        number("numbers", "Numbers"),
        *(number(n, titles.get(n, said.capitalize())) for n, said in COUNTED.items()),
        *apart,
    ]
