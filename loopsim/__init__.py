"""loopsim: a high-throughput Monte Carlo balance analyser for board games.

>>> import loopsim
>>> result = loopsim.run("loop-inc/base", games=100_000, bots="planner", seed=1)
>>> result.seats.group_by("place").mean().collect()

Every command of the command line is a thin wrapper of a function here. Importing loopsim is cheap:
what needs Numba, polars or matplotlib is imported when it is used.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from loopsim.errors import InputError
    from loopsim.play import Interrupted, run
    from loopsim.results import Result

_HOMES = {
    "InputError": "loopsim.errors",
    "Interrupted": "loopsim.play",
    "Result": "loopsim.results",
    "run": "loopsim.play",
}

__all__ = ["InputError", "Interrupted", "Result", "run"]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOMES[name]), name)
