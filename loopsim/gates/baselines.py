"""A baseline: the output of ``run --json``, read with care, as it may have been edited by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from loopsim.gates.leaves import INTERVAL, MEAN, SHARES, Number, Path, dotted, inside, leaves
from loopsim.gates.sources import AGAINST, Source, place
from loopsim.manifest import CALLED, RUN
from loopsim.numbers import counted, listed
from loopsim.results import Result
from loopsim.scenario import shelf
from loopsim.scenario.check import Line, validate
from loopsim.scenario.document import Document, Origin, Words
from loopsim.scenario.faults import fault, value_text
from loopsim.scenario.settings import plain

#: What a baseline is.
A_BASELINE = "the output of loopsim run --json"

#: No number of a game is larger.
MOST = 1e15
#: So far from its limits a number may be by rounding.
ROUNDED = 1e-9


class Found(NamedTuple):
    """A number of a baseline: mean and standard error."""

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
    course: Annotated[OfCourse | None, Field(description="a table")] = None

    def games_of(self, name: str) -> int:
        """The games that a number is of: those that were continued, or all."""
        return self.course.games if self.course and name.startswith("course.") else self.games


@dataclass(frozen=True)
class Baseline:
    """An earlier run: what was played, its numbers by name, those without an error, its items by key."""

    head: Head
    numbers: Mapping[str, Found]
    spreads: frozenset[str]
    items: Mapping[str, Any]


def baseline(source: Source, result: Result, known: Mapping[str, Number]) -> Baseline:
    """The output of ``run --json`` of the game, players and bots of a result with these numbers.

    Raises InputError for anything else, and for what is damaged where the result has a number.
    """
    data, label = _json(source)
    if not isinstance(data, dict) or "per_seat" not in data:
        raise fault(label, "", _called(data), A_BASELINE)
    document = Document(Origin(label))
    document.lay_over(data, document.main)
    head = validate(Head, document)
    ours = result.manifest
    for key in ("game", "players", "bots"):
        if getattr(head, key) != ours[key]:
            allowed = f"{value_text(ours[key])}, as in the run"
            raise document.fault((key,), getattr(head, key), allowed)
    items = dict(_items(document, result))
    found = dict(leaves(data))
    for number in known.values():
        _check_place(document, number, found)
    numbers, spreads = {}, set()
    for path, leaf in found.items():
        _check_leaf(document, path, leaf)
        name = dotted(path)
        if "mean" not in leaf:
            spreads.add(name)
            continue
        numbers[name] = Found(leaf["mean"], leaf["se"])
        if name in known:
            _check_mean(document, known[name], leaf, head.games_of(name))
    return Baseline(head, numbers, frozenset(spreads), items)


def _called(data: Any) -> str:
    """What something is that is no baseline."""
    if not isinstance(data, dict):
        return "something else"
    kind = data.get("kind", RUN if "resolved" in data else None)
    return (
        f"the manifest of {CALLED[RUN]}" if kind == RUN else CALLED.get(str(kind), "something else")
    )


def _items(document: Document, result: Result) -> Iterator[tuple[str, Any]]:
    """The items by key with their names, as far as a baseline has them."""
    table, seen = result.measures.items, set()
    items = document.data.get(table, [])
    if not isinstance(items, list):
        raise document.fault((table,), items, "a list of tables")
    for at, item in enumerate(items):
        if not isinstance(item, Mapping):
            raise document.fault((table, at), item, "a table")
        key, name = item.get("key"), item.get(result.measures.item)
        for what, text in (("key", key), (result.measures.item, name)):
            if not isinstance(text, str):
                raise document.fault((table, at, what), text, "text")
        if key in seen:
            raise document.fault((table, at, "key"), key, "each key once")
        seen.add(key)
        yield str(key), name


def _check_place(document: Document, number: Number, found: Mapping[Path, Any]) -> None:
    """Raise InputError if there is something else where a number of the run stands, or on the way to it.

    That there is nothing is no fault: an earlier version, or another deck, may not have it.
    """
    at, path = document.data, number.path
    for length, part in enumerate(path):
        within = None if path[:length] in found else inside(at)
        if within is None:
            shown = Words("a number") if path[:length] in found else at
            raise document.fault(path[:length], shown, "a table or list of numbers")
        if part not in within:
            if isinstance(at, list) and part.isdigit():  # of places; items have keys
                found_there = Words(counted(len(at), "number"))
                raise document.fault(path[:length], found_there, "one for each place")
            return
        at = within[part]
    if path not in found:
        keys = MEAN if number.spread is None else INTERVAL
        raise document.fault(path, at, f"a table of {listed(keys)}")


def _check_leaf(document: Document, path: Path, leaf: Mapping[str, Any]) -> None:
    """Raise InputError for what is no number; unknown ones are null."""
    keys = MEAN if "mean" in leaf else INTERVAL
    for key in keys:
        value, least = leaf.get(key), 0 if key == "se" else -MOST
        if key not in leaf or not (value is None or _is_number(value, least)):
            allowed = f"a finite number{', 0 or more' if key == 'se' else ''}, or null"
            raise document.fault((*path, key), value, allowed)
    if leaf[keys[0]] is None and any(leaf[key] is not None for key in keys[1:]):
        allowed = f"a finite number, as it has {listed(keys[1:])}"
        raise document.fault((*path, keys[0]), None, allowed)
    low, high = leaf.get("low"), leaf.get("high")
    if (low is None) != (high is None):
        end = "low" if low is None else "high"
        raise document.fault((*path, end), None, "a number, as it has the other end")
    if low is not None and not low <= leaf["value"] <= high:
        raise document.fault((*path, "value"), leaf["value"], f"{low} to {high}, its low and high")


def _check_mean(document: Document, number: Number, leaf: Mapping[str, Any], games: int) -> None:
    """Raise InputError for a mean that no games have.

    A mean over two games or more is always known, and a share is never more than the whole.
    """
    for key in MEAN:
        if leaf[key] is None and games > 1 and not number.ratio:
            raise document.fault((*number.path, key), None, "a finite number")
    if leaf["mean"] is None or number.unit not in SHARES:  # rules may have allowed more of others
        return
    mean, least, most = leaf["mean"], number.least, number.most
    if not least - ROUNDED <= mean <= most + ROUNDED:
        raise document.fault((*number.path, "mean"), mean, f"{least:.15g} to {most:.15g}")


def _is_number(value: Any, least: float) -> bool:
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    return plain and least <= value <= MOST


def _json(source: Source) -> tuple[Any, str]:
    """The data of a JSON file and how messages name it."""
    if isinstance(source, Mapping):
        return plain(source), AGAINST
    file = place(AGAINST, source)
    try:
        return json.loads(shelf.read_text(file), object_pairs_hook=_table), file.label
    except ValueError as wrong:
        raise fault(file.label, "", f"no JSON ({wrong})", A_BASELINE) from None
    except RecursionError:
        raise fault(file.label, "", "JSON that is nested too deep", A_BASELINE) from None


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A table of JSON. Raises ValueError for a key that stands there twice, of which one would be lost."""
    table: dict[str, Any] = {}
    for key, value in pairs:
        if key in table:
            raise ValueError(f"{value_text(key)} twice")
        table[key] = value
    return table
