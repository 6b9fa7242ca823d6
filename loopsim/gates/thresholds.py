"""A file of thresholds: what numbers may be, and what differences from a baseline do not matter."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from loopsim.gates.leaves import SHARES, Number, Same
from loopsim.gates.sources import THRESHOLDS, Source, place
from loopsim.scenario import shelf
from loopsim.scenario.check import Strictly, refuse, validate
from loopsim.scenario.document import Document, Origin, Words, parse_toml
from loopsim.scenario.faults import closest, one_of
from loopsim.scenario.settings import plain

Finite = Annotated[float, Field(allow_inf_nan=False, description="a finite number")]
Tolerance = Annotated[
    float, Field(ge=0, allow_inf_nan=False, description="a finite number, 0 or more")
]


class Bound(Strictly):
    """What a number may be: from `min` to `max`, one of which may be left out."""

    min: Finite = -math.inf
    max: Finite = math.inf

    @model_validator(mode="after")
    def _bounds_something(self) -> Self:
        if not self.model_fields_set:
            raise refuse((), Words("an empty table"), "min, max, or both")
        if self.min > self.max:
            raise refuse(("min",), _shown(self.min), f"up to max, which is {_shown(self.max).text}")
        return self


class Thresholds(Strictly):
    """The tables of a file of thresholds."""

    bounds: Annotated[dict[str, Bound], Field(description="a table of names of numbers")] = Field(
        default_factory=dict
    )
    tolerance: Annotated[
        dict[str, Tolerance], Field(description="a table of names of numbers, or units")
    ] = Field(default_factory=dict)


def thresholds(source: Source, known: Mapping[str, Number]) -> Thresholds:
    """The thresholds of a file, all of numbers that a run has.

    Names may be written as one, in quotes, or as tables in tables. Raises InputError for what is no
    such file, for names of nothing, and for what could never do anything.
    """
    document = _document(source)
    units = sorted({number.unit for number in known.values() if number.unit})
    for table, more in (("bounds", []), ("tolerance", units)):
        given = document.data.get(table)
        if isinstance(given, dict):
            document.data[table] = _by_name(document, table, [*known], more)
    read = validate(Thresholds, document)
    if not read.bounds and not read.tolerance:
        raise document.fault((), Words("no bounds"), "a table [bounds] of some")
    for name, bound in read.bounds.items():
        for end in sorted(bound.model_fields_set):
            _check_share(document, ("bounds", name, end), getattr(bound, end), known[name].unit)
    _check_tolerances(document, read.tolerance, known)
    return read


def _check_tolerances(
    document: Document, tolerances: Mapping[str, float], known: Mapping[str, Number]
) -> None:
    """Raise InputError for a tolerance of what is not compared, and for two of one number."""
    stated: dict[Same, tuple[str, float]] = {}
    for name, most in tolerances.items():
        at, number = ("tolerance", name), known.get(name)
        _check_share(document, at, most, number.unit if number else name)
        if number is None:
            continue
        if number.spread is not None:
            found = Words("a spread or quantile, which is not compared")
            raise document.fault(at, found, "numbers with a standard error, and units")
        other, theirs = stated.setdefault(number.same, (name, most))
        if theirs != most:
            allowed = f"{_shown(theirs).text}, as of {other}, which is the same number"
            raise document.fault(at, _shown(most), allowed)


def _check_share(document: Document, at: tuple[str, ...], most: float, unit: str) -> None:
    """Raise InputError for a limit that no share can be beyond: it is meant in per cent."""
    if unit in SHARES and most > 1:
        raise document.fault(at, _shown(most), f"up to 1, as it is a {unit} (5 % is 0.05)")


def _by_name(
    document: Document, table: str, names: Sequence[str], units: Sequence[str]
) -> dict[str, Any]:
    """A table with dotted names for keys. Raises InputError for a name of nothing, or written twice."""
    found: dict[str, Any] = {}
    for name, value in _flat(document.data[table], names, of_bounds=table == "bounds"):
        if name in found:
            raise document.fault((table, name), Words("the name twice"), "each name once")
        if name not in names and name not in units:
            raise document.fault(
                (table, name), Words("an unknown name"), _meant(name, names, units)
            )
        found[name] = value
    return found


def _flat(
    table: Mapping[str, Any], names: Sequence[str], *, of_bounds: bool, before: str = ""
) -> Iterator[tuple[str, Any]]:
    """Tables in tables are parts of names (``per_seat.score = 1``), but for those that are bounds."""
    for key, value in table.items():
        name = f"{before}.{key}" if before else key
        if _goes_on(value, name, names) if of_bounds else isinstance(value, Mapping) and value:
            yield from _flat(value, names, of_bounds=of_bounds, before=name)
        else:
            yield name, value


def _goes_on(value: Any, name: str, names: Sequence[str]) -> bool:
    """Whether a table of bounds holds further parts of a name, rather than being a bound."""
    if not isinstance(value, Mapping) or value.keys() <= Bound.model_fields.keys():
        return False
    tables = all(isinstance(each, Mapping) for each in value.values())
    return tables or any(each.startswith(f"{name}.") for each in names)


def _meant(name: str, names: Sequence[str], units: Sequence[str]) -> str:
    """What is allowed in place of a name that is none."""
    longer = next((each for each in names if each.startswith(f"{name}.")), None)
    if longer is not None:
        return f"one of its numbers, such as {longer}"
    near = closest(name, [*names, *units])
    if near is not None:
        return f"{near} (did you mean this?)"
    more = f", or a unit ({one_of(units)})" if units else ""
    return (
        f"the dotted name of a number that the run has in run --json, such as per_seat.score{more}"
    )


def _shown(value: float) -> Words:
    """A number as it was written: 2, not 2.0."""
    return Words(f"{value:.15g}")


def _document(source: Source) -> Document:
    if isinstance(source, Mapping):
        document = Document(Origin(THRESHOLDS))
        document.lay_over(plain(source), document.main)
        return document
    file = place(THRESHOLDS, source)
    document = Document(Origin(file.label))
    document.lay_over(parse_toml(shelf.read_text(file), file.label), document.main)
    return document
