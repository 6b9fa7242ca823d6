"""What a gate is given: a file of bounds, and the output of ``run --json`` as a baseline."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from loopsim.gates.leaves import Number, dotted, leaves
from loopsim.manifest import CALLED
from loopsim.results import Result
from loopsim.scenario import shelf
from loopsim.scenario.check import Line, Strictly, refuse, validate
from loopsim.scenario.document import Document, Origin, Words, parse_toml
from loopsim.scenario.faults import closest, fault, one_of, value_text

AGAINST, THRESHOLDS = "--against", "--thresholds"
#: What a baseline is.
A_BASELINE = "the output of loopsim run --json"

#: A path, or in Python what the file would hold.
Source = str | os.PathLike[str] | Mapping[str, Any]

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
            raise refuse(("min",), self.min, f"at most max, {value_text(self.max)}")
        return self


class Thresholds(Strictly):
    """The tables of a file of bounds."""

    bounds: Annotated[dict[str, Bound], Field(description="a table of names of numbers")] = Field(
        default_factory=dict
    )
    tolerance: Annotated[
        dict[str, Tolerance], Field(description="a table of names of numbers, or units")
    ] = Field(default_factory=dict)


#: No number of a game is larger.
MOST = 1e15


class Found(NamedTuple):
    """A number of a baseline."""

    mean: float | None
    se: float | None


class OfCourse(BaseModel):
    """How many games were continued."""

    model_config = ConfigDict(strict=True, extra="allow")

    games: Annotated[int, Field(ge=1, description="a whole number, 1 or more")]


class Head(BaseModel):
    """The keys of ``run --json`` that tell what was played, and those that hold most numbers."""

    model_config = ConfigDict(strict=True, extra="allow")

    game: Line
    scenario: Line
    scenario_hash: Line
    bots_hash: Line
    seed: Annotated[int, Field(ge=0, description="a whole number, 0 or more")]
    games: Annotated[int, Field(ge=1, description="a whole number, 1 or more")]
    players: Annotated[int, Field(ge=1, description="a whole number, 1 or more")]
    bots: Annotated[list[Line], Field(description="a list of names")]
    per_game: Annotated[dict[str, Any], Field(description="a table of numbers")]
    per_seat: Annotated[dict[str, Any], Field(description="a table of numbers")]
    course: OfCourse | None = None

    def games_of(self, name: str) -> int:
        """The games that a number is of: those that were continued, or all."""
        return self.course.games if self.course and name.startswith("course.") else self.games


@dataclass(frozen=True)
class Baseline:
    """An earlier run: what was played and its numbers by name, the names of its items by key."""

    head: Head
    numbers: Mapping[str, Found]
    items: Mapping[str, Any]


def thresholds(source: Source, known: Mapping[str, Number]) -> Thresholds:
    """The bounds of a file, all of numbers that a run has.

    Names may be written as one, in quotes, or as tables in tables. Raises InputError for what is no
    such file, and for names of nothing.
    """
    document = _document(source)
    for table in ("bounds", "tolerance"):
        given = document.data.get(table)
        if isinstance(given, dict):
            document.data[table] = dict(_flat(given, of_bounds=table == "bounds"))
    read = validate(Thresholds, document)
    units = {number.unit for number in known.values() if number.unit}
    for table, names, more in (
        ("bounds", read.bounds, ()),
        ("tolerance", read.tolerance, units),
    ):
        for name in names:
            if name not in known and name not in more:
                raise document.fault(
                    (table, name), Words("an unknown name"), _meant(name, known, more)
                )
    if not read.bounds and not read.tolerance:
        raise document.fault((), Words("no bounds"), "a table [bounds] of some")
    return read


def baseline(source: Source, result: Result) -> Baseline:
    """The output of ``run --json`` of the game, players and bots of a result.

    Raises InputError for anything else.
    """
    data, label = _json(source)
    if isinstance(data, dict) and data.get("kind") in CALLED:
        raise fault(label, "", CALLED[data["kind"]], A_BASELINE)
    document = Document(Origin(label))
    if not isinstance(data, dict) or "per_seat" not in data:
        raise fault(label, "", "something else", A_BASELINE)
    document.lay_over(data, document.main)
    head = validate(Head, document)
    ours = result.manifest
    for key in ("game", "players"):
        if getattr(head, key) != ours[key]:
            raise document.fault(
                (key,), getattr(head, key), f"{value_text(ours[key])}, as in the run"
            )
    if head.bots != ours["bots"]:
        raise document.fault(("bots",), head.bots, f"{value_text(ours['bots'])}, as in the run")
    numbers = {
        dotted(path): _number(document, path, leaf) for path, leaf in leaves(data) if "mean" in leaf
    }
    items = data.get(result.measures.items)
    named = {
        str(item["key"]): item.get(result.measures.item)
        for item in (items if isinstance(items, list) else [])
        if isinstance(item, dict) and "key" in item
    }
    return Baseline(head, numbers, named)


def _flat(
    table: Mapping[str, Any], *, of_bounds: bool, before: str = ""
) -> Iterator[tuple[str, Any]]:
    """Tables in tables are parts of names (``per_seat.score = 1``), but for those that are bounds."""
    for key, value in table.items():
        name = f"{before}.{key}" if before else key
        inside = value.values() if isinstance(value, Mapping) else ()
        if inside and (not of_bounds or all(isinstance(each, Mapping) for each in inside)):
            yield from _flat(value, of_bounds=of_bounds, before=name)
        else:
            yield name, value


def _meant(name: str, known: Collection[str], more: Collection[str]) -> str:
    """What is allowed in place of a name that is none."""
    near = closest(name, [*known, *more])
    if near is not None:
        return f"{near} (did you mean this?)"
    units = f", or a unit ({one_of(sorted(more))})" if more else ""
    return f"the dotted name of a number of run --json, such as per_seat.score{units}"


def _number(document: Document, path: tuple[str, ...], leaf: Mapping[str, Any]) -> Found:
    """A number of a baseline. Raises InputError if it is damaged."""
    for key, least in (("mean", -MOST), ("se", 0)):
        value = leaf.get(key, math.nan)
        plain = isinstance(value, int | float) and not isinstance(value, bool)
        if value is not None and not (plain and least <= value <= MOST):
            found = value if key in leaf else Words("nothing")
            allowed = "a finite number" if key == "mean" else "a finite number, 0 or more"
            raise document.fault((*path, key), found, f"{allowed}, or null")
    return Found(leaf["mean"], leaf["se"])


def _document(source: Source) -> Document:
    if isinstance(source, Mapping):
        document = Document(Origin(THRESHOLDS))
        document.lay_over(source, document.main)
        return document
    place = _place(THRESHOLDS, source)
    document = Document(Origin(place.label))
    document.lay_over(parse_toml(shelf.read_text(place), place.label), document.main)
    return document


def _json(source: Source) -> tuple[Any, str]:
    """The data of a JSON file and how messages name it."""
    if isinstance(source, Mapping):
        return dict(source), AGAINST
    place = _place(AGAINST, source)
    try:
        return json.loads(shelf.read_text(place)), place.label
    except ValueError as wrong:
        raise fault(place.label, "", f"no JSON ({wrong})", A_BASELINE) from None
    except RecursionError:
        raise fault(place.label, "", "JSON that is nested too deep", A_BASELINE) from None


def _place(option: str, source: Any) -> shelf.Place:
    if not isinstance(source, str | os.PathLike):
        raise fault(option, "", value_text(source), "the path of a file")
    return shelf.HERE.beside(os.fspath(source))
