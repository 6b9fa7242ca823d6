"""TOML documents laid over each other, each value remembering the file in which it stands."""

import copy
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from loopsim.errors import InputError
from loopsim.scenario import shelf
from loopsim.scenario.faults import Key, fault, key_text, shortened, value_text

#: Tables and lists inside each other; no key that means anything has as many parts.
MOST_NESTED = 50


class Origin(NamedTuple):
    """Where a value was stated: the name shown to the user, its layer, the home of its paths."""

    label: str
    rank: int = 0
    home: shelf.Place = shelf.HERE


#: The key of a text that gives the reason for the other values of its table.
REASON = "why"


@dataclass(slots=True)
class Document:
    """Nested tables in layers: later layers win, tables merge, every other value replaces.

    The reason for some values (`REASON`) falls with them: a layer that changes one of them gives its own
    reason or has none.
    """

    main: Origin
    data: dict[str, Any] = field(default_factory=dict)
    _origins: dict[Key, Origin] = field(default_factory=dict)

    def lay_over(self, layer: Mapping[str, Any], origin: Origin) -> None:
        """Merge a layer into the document; its values now come from `origin`.

        Raises InputError if it is nested deeper than any scenario.
        """
        _check_nesting(layer, origin)
        self._merge(self.data, layer, (), lambda _: origin)

    def lay_over_part(self, other: "Document", table: str) -> None:
        """Merge one table of another document, its values keeping their origins."""
        if table in other.data:
            self._merge(self.data, {table: other.data[table]}, (), other.origin)

    def origin(self, key: Key) -> Origin:
        """Where the value of a key was stated, or the table nearest to it."""
        for length in range(len(key), 0, -1):
            if key[:length] in self._origins:
                return self._origins[key[:length]]
        return self.main

    def fault(self, key: Key, found: Any, allowed: str) -> InputError:
        """The error for the value of one key; `found` may be a value, or `Words`."""
        text = found.text if isinstance(found, Words) else value_text(found)
        return fault(self.origin(key).label, key_text(key), text, allowed)

    def latest(self, keys: Iterable[Key]) -> Key:
        """Of keys that contradict each other the one stated last, as it is the one to change."""
        return max(keys, key=lambda key: self._origins[key].rank if key in self._origins else -1)

    def copy(self) -> "Document":
        """A document of its own."""
        return Document(self.main, copy.deepcopy(self.data), dict(self._origins))

    def latest_rank(self) -> int:
        """The rank of the last layer."""
        return max((origin.rank for origin in self._origins.values()), default=0)

    def place(self, key: Key, text: str, otherwise: str = "") -> shelf.Place:
        """The file or folder that a value names, relative to the file in which it stands.

        What is not found there is looked for among the shipped scenarios.
        Raises InputError if there is neither; `otherwise` says what else is allowed.
        """
        home = self.origin(key).home
        place = home.beside(text)
        if place.exists():
            return place
        shipped = shelf.shipped_file(text)
        if shipped is not None:
            return shipped
        near = home.hint(text)
        raise self.fault(
            key,
            Words(f'"{text}", {place.absence()}'),
            f"a path as seen from {home.folder_text()}{near}{otherwise}",
        )

    def file(self, key: Key, text: str, otherwise: str = "") -> shelf.Place:
        """`place` of a file. Raises InputError for a folder, too."""
        place = self.place(key, text, otherwise)
        if place.path.is_dir():
            raise self.fault(key, Words(f'"{text}", a folder'), f"a file{otherwise}")
        return place

    def _merge(self, into: dict[str, Any], layer: Mapping[str, Any], at: Key, origin: Any) -> None:
        if self._loses_reason(into, layer, at, origin):
            del into[REASON]
        for name, value in layer.items():
            key = (*at, name)
            self._origins[key] = origin(key)
            if isinstance(value, Mapping):
                if not isinstance(into.get(name), dict):
                    into[name] = {}
                self._merge(into[name], value, key, origin)
            else:
                into[name] = value

    def _loses_reason(
        self, into: Mapping[str, Any], layer: Mapping[str, Any], at: Key, origin: Any
    ) -> bool:
        """Whether a layer gives a table other values than its reason is for.

        Layers of one name, as settings are, state what they do together: there the order means nothing.
        """
        if not isinstance(into.get(REASON), str):
            return False
        stated_by = self.origin((*at, REASON)).label
        return any(
            into.get(name) != value and origin((*at, name)).label != stated_by
            for name, value in layer.items()
        )


class Words(NamedTuple):
    """What was found, said in words rather than shown as a value."""

    text: str


def _check_nesting(layer: Mapping[str, Any], origin: Origin) -> None:
    """Raise InputError for tables and lists nested too deep; what comes later is recursive."""
    level: list[tuple[str, Any]] = [(name, value) for name, value in layer.items()]
    for _ in range(MOST_NESTED):
        level = [(name, inner) for name, value in level for inner in _inside(value)]
        if not level:
            return
    raise fault(
        origin.label,
        shortened(key_text((level[0][0],))),
        f"tables or lists nested more than {MOST_NESTED} deep",
        f"keys of up to {MOST_NESTED} parts",
    )


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, list | tuple) else ()


def read_toml(place: shelf.Place) -> dict[str, Any]:
    """The tables of a TOML file (a byte order mark is accepted).

    Raises InputError if it cannot be read, is not UTF-8 or not TOML (with line and column).
    """
    return parse_toml(shelf.read_text(place), place.label)


def parse_toml(text: str, label: str) -> dict[str, Any]:
    """The tables of the text of a TOML file. Raises InputError with line and column."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise fault(label, "not TOML", str(error), "TOML, see toml.io") from None
    except (ValueError, RecursionError) as error:
        raise fault(label, "not TOML", str(error), "TOML of sensible size") from None


def load_layers(place: shelf.Place) -> Document:
    """A scenario file over the files that it extends, the oldest first.

    `name`, `title` and `notes` belong to their own file and are not handed on.
    """
    chain = _chain(place)
    document = Document(Origin(place.label, len(chain), place.parent()))
    for rank, (file, layer) in enumerate(reversed(chain), start=1):
        own = file == place
        layer = {k: v for k, v in layer.items() if own or k not in ("name", "title", "notes")}
        document.lay_over(layer, Origin(file.label, rank, file.parent()))
    return document


def extended(place: shelf.Place) -> shelf.Place | None:
    """The scenario file that a scenario file extends; None if it extends none."""
    _, *others = _chain(place)
    return others[0][0] if others else None


def _chain(place: shelf.Place) -> list[tuple[shelf.Place, dict[str, Any]]]:
    """The file, the file it extends, and so on; `extends` itself taken out."""
    chain: list[tuple[shelf.Place, dict[str, Any]]] = []
    seen: list[Path] = []
    while True:
        seen.append(place.path.resolve())
        layer = read_toml(place)
        parent = layer.pop("extends", None)
        chain.append((place, layer))
        if parent is None:
            return chain
        alone = Document(Origin(place.label, 0, place.parent()))
        if not isinstance(parent, str):
            raise alone.fault(("extends",), parent, "the path or name of one scenario")
        named = shelf.shipped_scenario(parent)
        if named is None:
            named = alone.file(("extends",), parent, f", or {shelf.shipped_text(parent)}")
        place = named
        if place.path.resolve() in seen:
            raise alone.fault(
                ("extends",),
                Words(f'"{parent}", a circle'),
                "a scenario that does not lead back here",
            )
