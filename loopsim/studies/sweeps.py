"""Sweeps: how every number moves with one or two of the rules, and where an answer turns."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence

import polars as pl

from loopsim import games as registry
from loopsim.errors import InputError
from loopsim.scenario import load
from loopsim.scenario.given import Texts
from loopsim.scenario.settings import Settings
from loopsim.studies.answers import Answers, asked
from loopsim.studies.compared import DETAILS, ITEMS, METRICS
from loopsim.studies.effects import (
    OF_EFFECT,
    OF_LEVEL,
    OF_NUMBER,
    OF_PAIR,
    OVER_FAMILY,
    Row,
    against_first,
    frame,
    levels,
)
from loopsim.studies.joint import each_against_first
from loopsim.studies.making import study
from loopsim.studies.paired import Played
from loopsim.studies.plan import Plan
from loopsim.studies.setups import (
    Setup,
    Variation,
    Variations,
    checked,
    is_number,
    seated,
    shown,
    variations,
    varied,
)
from loopsim.studies.study import Study

OPTION = "--vary"

#: Where in the grid a row stands: numbers for axes, and the texts of values of any kind.
OF_POINT = {
    "setup": pl.String,
    "x": pl.Float64,
    "y": pl.Float64,
    "x_text": pl.String,
    "y_text": pl.String,
}


def sweep(
    scenario: str | os.PathLike[str] = "loop-inc/base",
    *,
    vary: Variations,
    games: int = 10_000,
    players: int | None = None,
    bots: Texts | None = None,
    seed: int = 1,
    threads: int | None = None,
    set: Settings = (),
    decks: int = 1,
    population: str | os.PathLike[str] | None = None,
    out: str | os.PathLike[str] | None = None,
    rotate: bool = True,
    on_compile: Callable[[], None] | None = None,
    on_games: Callable[[int], None] | None = None,
    on_total: Callable[[int], None] | None = None,
) -> Study:
    """Play one scenario at many values of one key or two, all on the same games.

    >>> study = loopsim.sweep(vary={"rules.ad_penalty": range(7)})
    >>> study.table("curves").filter(metric="ads_placed").select("x", "value", "low", "high")

    Parameters
    ----------
    vary
        One key or two with their values: {key: values}, or texts as on the command line
        (``rules.ad_penalty=0..6``, ``trips.AD4.1.points=3,5,7``); up to 64 set-ups in all.
    games
        Of each set-up.
    players, bots, seed, threads, set, decks, population, out, rotate, on_compile, on_games, on_total
        As in `loopsim.compare`.

    Returns
    -------
    Study
        Tables "curves" (every number at each value: `x`, `y` if they are numbers, `x_text`, `y_text`)
        and "effects" (each set-up against the first, as in `loopsim.compare`). Of a key that asks
        something also "worth" (what an ad, or a visit to the trip beyond the mean of all, is worth at
        each value: metrics.md 6) and "answers" (where that is 0: the break-even of a rule about ads,
        the fair price of a trip, or why there is none; `stated` is what the scenario has). Over decks or
        bots, and by bot, as in `loopsim.compare`.

    Raises
    ------
    InputError
        One line: what was given cannot be used.
    Interrupted
        On Ctrl-C, with the study of what is complete as `result`.
    """
    given = variations(vary, OPTION)
    if not 1 <= len(given) <= 2:
        raise InputError(f"{OPTION}: {len(given)} keys; allowed are one or two")
    made = checked(varied(scenario, given, set, players, OPTION), OPTION)
    setups, cast = seated(made, bots, population)
    plan = Plan.checked(
        games=games, seed=seed, threads=threads, decks=decks, bots=cast, rotate=rotate
    )
    question = asked(given, setups)
    answers = None
    if question is not None:
        unvaried = load(scenario, set, players)
        value = registry.get(unvaried.game).stated(unvaried, given[0].key)
        answers = Answers(question, plan, setups, value, on_games)
    return study(
        "sweep",
        plan,
        [(setups, each_against_first(len(setups)))],
        lambda played: _tables(played[0], given),
        out=out,
        on_total=on_total,
        on_compile=on_compile,
        on_games=on_games,
        afterwards=answers,
        varied=[{"key": variation.key, "values": list(variation.values)} for variation in given],
    )


def _tables(played: Played, given: Sequence[Variation]) -> dict[str, pl.DataFrame]:
    over = [] if played.plan.kind is None else [OVER_FAMILY]
    kinds = [METRICS, DETAILS, *([ITEMS] if played.plan.trips_have_identity else [])]
    curves = [row for kind in kinds for row in _curves(played, given, kind)]
    against = [row for kind in kinds for row in against_first(played, kind)]
    return {
        "curves": frame(curves, OF_POINT, OF_NUMBER, OF_LEVEL),
        "effects": frame(against, OF_PAIR, OF_NUMBER, OF_EFFECT, *over),
    }


def _curves(played: Played, given: Sequence[Variation], table: str) -> Iterator[Row]:
    for arm, setup in enumerate(played.setups):
        at = point(setup, given)
        for row in levels(played, arm, table):
            yield {**at, **row}


def point(setup: Setup, given: Sequence[Variation]) -> Row:
    """Where a set-up stands in the grid: columns `OF_POINT`."""
    values = [setup.values[variation.key] for variation in given]
    numbers = [float(v) if is_number(v) else None for v in values] + [None]
    texts = [shown(value) for value in values] + [""]
    return {
        "setup": setup.label,
        "x": numbers[0],
        "y": numbers[1],
        "x_text": texts[0],
        "y_text": texts[1],
    }
