"""The games that loopsim knows.

A game is a package here. Its module `game` turns a scenario into a `Table` that plays chunks of
games and traces single ones, and says what is measured; its module `scenario` builds and checks
scenarios. Both are imported only when a game is played.
"""

import importlib
from types import ModuleType

_PACKAGES = {"loop-inc": "loopsim.games.loop_inc"}


def names() -> list[str]:
    """The names by which scenarios call the games."""
    return list(_PACKAGES)


def get(name: str) -> ModuleType:
    """The module that plays a game. KeyError for a name that is none."""
    return importlib.import_module(f"{_PACKAGES[name]}.game")


def scenario_module(name: str) -> ModuleType:
    """The module that builds the scenarios of a game. KeyError for a name that is none."""
    return importlib.import_module(f"{_PACKAGES[name]}.scenario")
