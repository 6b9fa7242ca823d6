"""Scenarios: what is played, as data. `load` reads one, `shipped` lists those that come along.

A scenario is a TOML file that may extend another (tables merge, other values replace); paths in a file
are relative to it. Settings of the command line are a last layer over the files.
"""

import os
import tomllib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from loopsim import games
from loopsim.errors import InputError
from loopsim.scenario import settings, shelf
from loopsim.scenario.check import LONGEST_NAME
from loopsim.scenario.document import Document, Origin, Words, extended, load_layers
from loopsim.scenario.faults import fault, one_of, value_text
from loopsim.scenario.settings import Settings

if TYPE_CHECKING:
    from loopsim.games.loop_inc.scenario import Scenario

_RANK_OF_SETTINGS = 1000


def load(
    name: str | os.PathLike[str], overrides: Settings = (), players: int | None = None
) -> "Scenario":
    """Read a scenario by its shipped name or path, with overrides and a number of players.

    Raises InputError, one line, for the first fault.
    """
    if not isinstance(name, str | os.PathLike):
        raise fault("scenario", "", value_text(name), "a name or a path")
    place = shelf.find(name)
    document = load_layers(place)
    shipped_as = os.fspath(name) in shelf.shipped_names()
    document.data.setdefault("name", os.fspath(name) if shipped_as else _name_of(place))
    rank = _RANK_OF_SETTINGS
    for rank, layer in enumerate(settings.tables(overrides), start=_RANK_OF_SETTINGS):
        document.lay_over(layer, Origin(settings.OPTION, rank))
    if players is not None:
        document.lay_over({"players": settings.plain(players)}, Origin("--players", rank + 1))
    return _build(document)


def extended_by(
    name: str | os.PathLike[str], overrides: Settings = (), players: int | None = None
) -> tuple[str, "Scenario | None"] | None:
    """What a scenario, as `load` reads it, is a change of: the file and its scenario.

    That is the file which its own extends, else its own without the settings; None if it changes
    nothing. No scenario: the file cannot be played by itself.
    """
    own = shelf.find(name)
    place = extended(own) or own
    if place == own and not overrides and players is None:
        return None
    document = load_layers(place)
    document.data.setdefault("name", _name_of(place))
    try:
        return place.label, _build(document)
    except InputError:
        return place.label, None


def from_resolved(resolved: Mapping[str, Any]) -> "Scenario":
    """The scenario of a `Scenario.resolved()`, needing no file. Raises InputError."""
    document = Document(Origin("resolved scenario"))
    document.lay_over(resolved, document.main)
    scenario: Scenario = _game_module(document).from_document_resolved(document)
    return scenario


def shipped() -> list[tuple[str, str]]:
    """The shipped scenarios: (name, title), sorted by name."""
    scenarios = []
    for name in shelf.shipped_names():
        text = shelf.read_text(shelf.Place(shelf.root() / f"{name}.toml", f"{name}.toml"))
        scenarios.append((name, str(tomllib.loads(text).get("title", ""))))
    return scenarios


def _name_of(place: shelf.Place) -> str:
    return place.path.stem[:LONGEST_NAME]


def _build(document: Document) -> "Scenario":
    scenario: Scenario = _game_module(document).from_document(document)
    return scenario


def _game_module(document: Document) -> Any:
    if "game" not in document.data:
        raise document.fault(("game",), Words("nothing"), one_of(games.names()))
    game = document.data["game"]
    if not isinstance(game, str) or game not in games.names():
        wrong = game if isinstance(game, str) else None
        raise document.fault(("game",), game, one_of(games.names(), wrong))
    return games.scenario_module(game)
