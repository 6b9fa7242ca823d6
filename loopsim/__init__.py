"""loopsim: a high-throughput Monte Carlo balance analyser for board games.

>>> import loopsim
>>> result = loopsim.run("loop-inc/base", games=100_000, bots="planner", seed=1)
>>> result.seats.group_by("place").mean().collect()

Every command of the command line is a thin wrapper of a function of its name and parameters here.
`Result.read` reads what a run has written; `loopsim.reports.write` writes the report of a result.
Importing loopsim is cheap: what needs Numba, polars or matplotlib is imported when it is used.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from loopsim import reports
    from loopsim.errors import InputError
    from loopsim.gates.gating import Gate, gate
    from loopsim.listing import Listing
    from loopsim.look import Shown, ShownBots, bots, scenarios, show, validate
    from loopsim.play import Interrupted, run
    from loopsim.replay import Replay, trace
    from loopsim.reports import report
    from loopsim.results import Result
    from loopsim.speed import bench
    from loopsim.studies.comparison import compare
    from loopsim.studies.factors import factorial
    from loopsim.studies.hunting import exploit
    from loopsim.studies.over_family import run_over
    from loopsim.studies.restriction import restrict
    from loopsim.studies.strength.arenas import arena
    from loopsim.studies.study import Study
    from loopsim.studies.sweeps import sweep
    from loopsim.studies.tuning import tune
    from loopsim.studies.valuation import value

_HOMES = {
    "Gate": "loopsim.gates.gating",
    "InputError": "loopsim.errors",
    "Interrupted": "loopsim.play",
    "Listing": "loopsim.listing",
    "Replay": "loopsim.replay",
    "Result": "loopsim.results",
    "Shown": "loopsim.look",
    "ShownBots": "loopsim.look",
    "Study": "loopsim.studies.study",
    "arena": "loopsim.studies.strength.arenas",
    "bench": "loopsim.speed",
    "bots": "loopsim.look",
    "compare": "loopsim.studies.comparison",
    "exploit": "loopsim.studies.hunting",
    "factorial": "loopsim.studies.factors",
    "gate": "loopsim.gates.gating",
    "report": "loopsim.reports",
    "restrict": "loopsim.studies.restriction",
    "run": "loopsim.play",
    "run_over": "loopsim.studies.over_family",
    "scenarios": "loopsim.look",
    "show": "loopsim.look",
    "sweep": "loopsim.studies.sweeps",
    "trace": "loopsim.replay",
    "tune": "loopsim.studies.tuning",
    "validate": "loopsim.look",
    "value": "loopsim.studies.valuation",
}

__all__ = [
    "Gate",
    "InputError",
    "Interrupted",
    "Listing",
    "Replay",
    "Result",
    "Shown",
    "ShownBots",
    "Study",
    "arena",
    "bench",
    "bots",
    "compare",
    "exploit",
    "factorial",
    "gate",
    "report",
    "reports",
    "restrict",
    "run",
    "run_over",
    "scenarios",
    "show",
    "sweep",
    "trace",
    "tune",
    "validate",
    "value",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    import importlib

    if name == "reports":  # a package rather than a name in one
        return importlib.import_module("loopsim.reports")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """The public names, for tab completion."""
    return sorted({*globals(), *__all__})
