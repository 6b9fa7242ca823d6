"""One set-up over many drawn decks or several bots: every number, and how much it depends on them."""

from __future__ import annotations

import os
from collections.abc import Callable

import polars as pl

from loopsim.errors import InputError
from loopsim.scenario.given import Texts
from loopsim.scenario.settings import Settings
from loopsim.studies.compared import DETAILS, METRICS
from loopsim.studies.effects import BETWEEN, OF_LEVEL, OF_NUMBER, frame, levels
from loopsim.studies.families import DECKS
from loopsim.studies.joint import nothing
from loopsim.studies.making import study
from loopsim.studies.paired import Played
from loopsim.studies.plan import MOST_DECKS, Plan
from loopsim.studies.setups import named, seated
from loopsim.studies.study import Study


def run_over(
    scenario: str | os.PathLike[str] = "loop-inc/base",
    *,
    decks: int = 1,
    population: str | os.PathLike[str] | None = None,
    games: int = 100_000,
    players: int | None = None,
    bots: Texts | None = None,
    seed: int = 1,
    threads: int | None = None,
    set: Settings = (),
    out: str | os.PathLike[str] | None = None,
    rotate: bool = True,
    on_compile: Callable[[], None] | None = None,
    on_games: Callable[[int], None] | None = None,
    on_total: Callable[[int], None] | None = None,
) -> Study:
    """Play a scenario over drawn decks, or over bots: ``loopsim run --decks``, ``run --population``.

    >>> study = loopsim.run_over("loop-inc/base", decks=40, games=100_000)
    >>> study.table("metrics").filter(metric="score")
    >>> study = loopsim.run_over("loop-inc/base", population="basic", games=100_000)
    >>> study.table("metrics_by_bot").filter(metric="score").select("bot", "value", "low", "high")

    Parameters
    ----------
    decks
        20 to 1000 decks drawn from the prior of the scenario; the games are split evenly over them.
    population
        In place of decks and bots: the name of a population that comes along, or the path of its file,
        a list ``bots = ["planner", "my-bot.toml"]``. Each bot has all seats in its share of the games;
        mixed tables are as in `loopsim.compare`.
    players, bots, seed, threads, set, out, rotate, on_compile, on_games, on_total
        As in `loopsim.compare`.

    Returns
    -------
    Study
        Tables "metrics" and "details": every number as the mean over decks or bots. `se` and the interval
        (that of Student's law for fewer than 20) hold both what chance and what these do; `between` is
        the standard deviation between them, chance taken off; `least`, `most` are those of single ones.
        Of a population also "metrics_by_bot" and "details_by_bot": what each bot has. (metrics.md 12)

    Raises
    ------
    InputError
        One line: what was given cannot be used.
    Interrupted
        On Ctrl-C, with the study of what is complete as `result`.
    """
    setups, cast = seated(named([scenario], set, players), bots, population)
    plan = Plan.checked(
        games=games, seed=seed, threads=threads, decks=decks, bots=cast, rotate=rotate
    )
    if plan.kind is None:
        raise InputError(
            f"--decks 1: allowed are {DECKS.fewest} to {MOST_DECKS}; one deck is a run"
        )
    return study(
        f"{plan.kind.name}s",
        plan,
        [(setups, nothing(1))],
        lambda played: _tables(played[0]),
        out=out,
        on_total=on_total,
        on_compile=on_compile,
        on_games=on_games,
    )


def _tables(played: Played) -> dict[str, pl.DataFrame]:
    between = [] if played.plan.kind is None else [BETWEEN]
    return {
        kind: frame(levels(played, 0, kind), OF_NUMBER, OF_LEVEL, *between)
        for kind in (METRICS, DETAILS)
    }
