"""What a report shows of a study, checked: it must be there."""

from __future__ import annotations

from typing import Any

import polars as pl

from loopsim.errors import InputError
from loopsim.studies.compared import DETAILS, ITEMS, METRICS
from loopsim.studies.effects import OF_EFFECT, OF_NUMBER, OF_PAIR, OVER_FAMILY, Schema
from loopsim.studies.families import Kind
from loopsim.studies.study import Study

#: What the tables of numbers are called.
TITLES = {METRICS: "Numbers of the game", DETAILS: "Tears by cause and day", ITEMS: "Trips"}


def compared(study: Study, name: str) -> pl.DataFrame:
    """A table of a comparison; empty if the study has none of this name."""
    return table(study, name, OF_PAIR, OF_NUMBER, OF_EFFECT, *over_family(study))


def over_family(study: Study) -> list[Schema]:
    """The columns that a study over a family has beside."""
    return [] if study.family is None else [OVER_FAMILY]


def family_of(study: Study) -> Kind:
    """What the members are of a study that must be over a family. Raises InputError if it is over none."""
    kind = kind_of(study)
    if kind is None:
        raise unusable(study, "manifest: family is missing")
    return kind


def kind_of(study: Study) -> Kind | None:
    """What the members of the family are that a study is over; None: there is none."""
    return None if study.family is None else study.family.kind


def table(study: Study, name: str, *schemas: Schema) -> pl.DataFrame:
    """A table with the columns of some schemas; empty if the study has none of this name.

    Raises InputError if it lacks one of them, or has it as something else.
    """
    schema = {column: kind for part in schemas for column, kind in part.items()}
    frame = study.tables.get(name, pl.DataFrame(schema=schema))
    for column, kind in schema.items():
        found = frame.schema.get(column)
        if found != kind:
            what = "is missing" if found is None else f"is {found}, not {kind}"
            raise unusable(study, f"table {name}: column {column} {what}")
    return frame


def stated(study: Study, key: str) -> Any:
    """What the manifest of a kind of study has beside those of all. Raises InputError."""
    if key not in study.manifest:
        raise unusable(study, f"manifest: {key} is missing")
    return study.manifest[key]


def unusable(study: Study, why: str) -> InputError:
    """The error for a study that was damaged, or that another version has made."""
    where = study.folder or f"study {study.kind}"
    return InputError(f"{where}: not a finished study of this version: {why}")
