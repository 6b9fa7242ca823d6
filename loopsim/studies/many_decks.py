"""One set-up over many drawn decks: every number, and how much it depends on the deck."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

import polars as pl

from loopsim.errors import InputError
from loopsim.scenario.settings import Settings
from loopsim.studies.compared import DETAILS, METRICS
from loopsim.studies.effects import OF_LEVEL, OF_NUMBER, frame, levels_over_decks
from loopsim.studies.families import FEWEST
from loopsim.studies.joint import nothing
from loopsim.studies.paired import MOST_DECKS, Plan, study
from loopsim.studies.setups import named, seated
from loopsim.studies.study import Study


def over_decks(
    scenario: str | os.PathLike[str] = "loop-inc/base",
    *,
    decks: int = 40,
    games: int = 100_000,
    players: int | None = None,
    bots: str | Sequence[str] = "planner",
    seed: int = 1,
    threads: int | None = None,
    set: Settings = (),
    out: str | os.PathLike[str] | None = None,
    rotate: bool = True,
    on_compile: Callable[[], None] | None = None,
    on_games: Callable[[int], None] | None = None,
    on_total: Callable[[int], None] | None = None,
) -> Study:
    """Play a scenario over many decks drawn from its prior: ``loopsim run --decks``.

    >>> study = loopsim.over_decks("loop-inc/base", decks=40, games=100_000)
    >>> study.table("metrics").filter(metric="score")

    Parameters
    ----------
    decks
        20 to 1000; the games are split evenly over them.
    players, bots, seed, threads, set, out, rotate, on_compile, on_games, on_total
        As in `loopsim.compare`.

    Returns
    -------
    Study
        Tables "metrics" and "details": every number as the mean over decks; `se` and the interval hold
        both what chance and what the deck does; `between_decks` is the standard deviation between
        decks, chance taken off; `least`, `most` are those of single decks.

    Raises
    ------
    InputError
        One line: what was given cannot be used.
    Interrupted
        On Ctrl-C, with the study of what is complete as `result`.
    """
    setups, names = seated(named([scenario], set, players), bots)
    plan = Plan.checked(
        games=games, seed=seed, threads=threads, decks=decks, bots=names, rotate=rotate
    )
    if plan.decks == 1:
        raise InputError(f"--decks 1: allowed are {FEWEST} to {MOST_DECKS}; one deck is a run")
    between = dict.fromkeys(("between_decks", "least", "most"), pl.Float64)
    return study(
        "decks",
        plan,
        [(setups, nothing(1))],
        lambda played: {
            kind: frame(levels_over_decks(played[0], kind), OF_NUMBER, OF_LEVEL, between)
            for kind in (METRICS, DETAILS)
        },
        out=out,
        on_total=on_total,
        on_compile=on_compile,
        on_games=on_games,
    )
