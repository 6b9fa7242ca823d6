"""All that is known of every number of a table of contrasts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import polars as pl

from loopsim.reports.kit.question import Column, Finding, Question, text
from loopsim.reports.studies import contrasts
from loopsim.reports.studies.tables_of_study import TITLES, compared, kind_of
from loopsim.studies.study import Study

#: The tables of a comparison, and that of a sweep, each value against the first.
COMPARISON = TITLES
SWEEP = {"effects": "Each value against the first"}


def questions(titles: Mapping[str, str]) -> list[Question[Study]]:
    """One question for each table."""
    return [
        Question(
            name=f"all_{name}",
            title=title,
            compute=partial(compute, name=name),
            find=find,
            columns=columns,
            wide=True,
            folded=True,
        )
        for name, title in titles.items()
    ]


def compute(study: Study, *, name: str) -> pl.DataFrame:
    """One row a number and set-up, as `contrasts.shown` lays it down."""
    return contrasts.shown(compared(study, name), kind_of(study))


def find(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    """Nothing that the topics do not say."""
    return []


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """All but the levels, which the topics show."""
    return [
        text("name", "Number"),
        text("title", "What it is"),
        text("setup", "Set-up"),
        text("measured_in", "Unit"),
        Column("difference", "Difference", unit_from="difference_unit", sign=True),
        *contrasts.columns_of_tests(),
        text("said", "Verdict"),
        *contrasts.columns_of_family(frame),
    ]
