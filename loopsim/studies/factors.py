"""Factorials: what each of several changes does, and whether two of them do more together."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from loopsim import games as registry
from loopsim.errors import InputError
from loopsim.scenario import load
from loopsim.scenario.faults import fault, one_of, shortened
from loopsim.scenario.given import Texts, names, several, texts
from loopsim.scenario.settings import Settings
from loopsim.studies import sentences
from loopsim.studies.compared import DETAILS, METRICS
from loopsim.studies.effects import (
    OF_EFFECT,
    OF_LEVEL,
    OF_NUMBER,
    OVER_FAMILY,
    Row,
    effects,
    frame,
    judged_rows,
    levels,
    means,
)
from loopsim.studies.joint import Contrasts
from loopsim.studies.making import study
from loopsim.studies.paired import Played
from loopsim.studies.plan import Plan
from loopsim.studies.setups import (
    Setup,
    Variation,
    blamed,
    check_count,
    checked,
    combined,
    seated,
    shown,
    variations,
)
from loopsim.studies.study import Study

OPTION = "--factors"

#: What is varied: names of expansions or switches, texts ``key=v1,v2``, or {key: values}.
Factors = Texts | Mapping[str, Sequence[Any]]


@dataclass(frozen=True)
class Contrast:
    """A main effect or an interaction: its name, the changes it is of, and its coefficients by arm."""

    name: str
    factors: tuple[str, ...]
    coefficients: NDArray[np.float64]


def factorial(
    scenario: str | os.PathLike[str] = "loop-inc/base",
    *,
    factors: Factors,
    games: int = 20_000,
    players: int | Iterable[int] | None = None,
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
    """Play all set-ups of some factors on the same games: main effects and pairwise interactions.

    >>> study = loopsim.factorial(factors=["futures", "office"], players=[2, 3, 4])
    >>> study.table("effects").filter(pl.col("sentence") != "")

    The main effect of a factor is what it does on average over the settings of the others; the
    interaction of two is by how much more (or less) one does when the other is there. Of a factor with
    several values each is set against the first. (metrics.md 8)

    Parameters
    ----------
    factors
        Names of expansions (there or not) and of switches ("rules.components_stay": false, true), texts
        ``key=v1,v2`` as for `loopsim.compare`, or {key: values}.
    games
        Of each set-up.
    players
        A number of players or several: each has a factorial of its own.
    bots, seed, threads, set, decks, population, out, rotate, on_compile, on_games, on_total
        As in `loopsim.compare`.

    Returns
    -------
    Study
        Table "effects": for each number of `players`, `effect` ("futures", "futures × office"; `order`
        1 or 2) and metric the contrast as in `loopsim.compare`, q over all effects of the metric,
        for main effects the number without (`a`) and with it (`b`), and a `sentence` if it is real
        and matters. Table "cells": every metric of every set-up. Over decks or bots, and by bot, as in
        `loopsim.compare`.

    Raises
    ------
    InputError
        One line: what was given cannot be used.
    Interrupted
        On Ctrl-C, with the study of what is complete as `result`.
    """
    chosen = load(scenario, set)
    read = _factors(factors, chosen)
    found = several(players)
    numbers: list[Any] = [players] if found is None else found  # what is none `load` refuses
    if not numbers or any(numbers.count(n) > 1 for n in numbers):
        told = "a number twice" if numbers else "no number"
        raise fault("--players", "", told, "numbers of players, each once, or nothing")
    contrasts = list(_contrasts(read))
    counted = np.array([np.sign(contrast.coefficients) for contrast in contrasts], np.int64)
    made = [
        seated(checked(_setups(scenario, read, chosen, set, n), OPTION), bots, population)
        for n in numbers
    ]
    groups: list[tuple[Sequence[Setup], Contrasts]] = [(setups, counted) for setups, _ in made]
    _, cast = made[0]
    plan = Plan.checked(
        games=games, seed=seed, threads=threads, decks=decks, bots=cast, rotate=rotate
    )
    return study(
        "factorial",
        plan,
        groups,
        lambda played: _tables(played, contrasts),
        out=out,
        on_total=on_total,
        on_compile=on_compile,
        on_games=on_games,
        factors=[{"key": factor.key, "values": list(factor.values)} for factor in read],
    )


# --- the design


def _factors(given: Factors, scenario: Any) -> list[Variation]:
    """The factors with their values, absent or false first. Raises InputError."""
    members = {m: key for key, of in _members(scenario).items() for m in of}
    read = (
        variations(given, OPTION)
        if isinstance(given, Mapping)
        else _named(given, members, scenario)
    )
    if not read:
        raise fault(OPTION, "", "no factor", "one or more")
    keys = [factor.key for factor in read]
    for factor in read:
        if keys.count(factor.key) > 1:
            raise fault(OPTION, factor.key, "the factor twice", "each factor once")
        if factor.key == "players":  # they share no games
            raise fault(OPTION, "players", "a factor", "--players 2,3: a factorial for each")
        table = members.get(factor.key)
        if table in keys:
            raise fault(OPTION, factor.key, f"{table} beside it", f"{factor.key} or {table}")
        if table is not None and not all(isinstance(value, bool) for value in factor.values):
            values = ",".join(shown(value) for value in factor.values)
            raise fault(OPTION, factor.key, shortened(values), "true and false")
    check_count(read, OPTION)
    return read


def _named(given: Texts, members: Mapping[str, str], scenario: Any) -> list[Variation]:
    """The factors of texts: names of members of lists and of switches, or ``key=v1,v2``."""
    stated: list[str] = []
    for text in texts(OPTION, given, "names, texts key=values, or a mapping"):
        stated += [text] if "=" in text else names(OPTION, text, "")
    read: list[Variation] = []
    switches = [
        f"rules.{rule}" for rule, value in scenario.rules_in_force().items() if value in (True, False)
        and isinstance(value, bool)
    ]  # fmt: skip
    for text in stated:
        if "=" in text:
            read += variations([text], OPTION)
        elif text in members or text in switches:
            read.append(Variation(text, (False, True)))
        else:
            allowed = f"{one_of([*members, *switches], text)}; or key=v1,v2"
            raise fault(OPTION, "", f'"{shortened(text)}"', allowed)
    return read


def _members(scenario: Any) -> Mapping[str, Sequence[str]]:
    """Lists of the scenario whose members can be factors by their bare names: key -> members."""
    members: Mapping[str, Sequence[str]] = registry.get(scenario.game).MEMBERS
    return members


def _setups(
    scenario: str | os.PathLike[str],
    factors: Sequence[Variation],
    chosen: Any,
    set: Settings,
    players: int | None,
) -> list[Setup]:
    """All combinations, those of the last factor changing fastest."""
    members = {m: key for key, of in _members(chosen).items() for m in of}
    made = []
    for values in itertools.product(*(factor.values for factor in factors)):
        given = dict(zip((factor.key for factor in factors), values, strict=True))
        settings: dict[str, Any] = {}
        for key, value in given.items():
            if key not in members:
                settings[key] = value
                continue
            table = members[key]
            present = settings.setdefault(table, [*getattr(chosen, table)])
            settings[table] = [m for m in present if m != key] + [key] * bool(value)
        label = ", ".join(_setting(key, value, members) for key, value in given.items())
        try:
            made.append(Setup(label, load(scenario, combined(set, settings), players), given))
        except InputError as wrong:
            raise blamed(wrong, given, OPTION) from None
    return made


def _setting(key: str, value: Any, members: Mapping[str, str]) -> str:
    if key in members:
        return key if value else f"no {key}"
    return f"{key}={shown(value)}"


def _contrasts(factors: Sequence[Variation]) -> Iterator[Contrast]:
    """All main effects, then all interactions of two (metrics.md 8)."""
    sizes = [len(factor.values) for factor in factors]
    cells = np.array([*np.ndindex(*sizes)])  # (arms, factors): the place of each value
    of_one = [
        (f, place, _name(factor, place))
        for f, factor in enumerate(factors)
        for place in range(1, sizes[f])
    ]
    for f, place, name in of_one:
        rest = len(cells) / sizes[f]
        yield Contrast(name, (name,), _signs(cells[:, f], place) / rest)
    for (f, place, name), (g, other, second) in itertools.combinations(of_one, 2):
        if f != g:
            rest = len(cells) / (sizes[f] * sizes[g])
            signs = _signs(cells[:, f], place) * _signs(cells[:, g], other)
            yield Contrast(f"{name} × {second}", (name, second), signs / rest)


def _signs(places: NDArray[np.int64], place: int) -> NDArray[np.float64]:
    """+1 where a factor has the value, -1 where it has its first, else 0."""
    signs: NDArray[np.float64] = (places == place) * 1.0 - (places == 0) * 1.0
    return signs


def _name(factor: Variation, place: int) -> str:
    if factor.values[place] is True:
        return factor.key
    return factor.text(factor.values[place])


# --- tables


def _tables(played: Sequence[Played], contrasts: Sequence[Contrast]) -> dict[str, pl.DataFrame]:
    over = [] if played[0].plan.kind is None else [OVER_FAMILY]
    of_effect = {
        "players": pl.Int64,
        "effect": pl.String,
        "order": pl.Int64,
        "sentence": pl.String,
        "a": pl.Float64,
        "b": pl.Float64,
    }
    of_cell = {"players": pl.Int64, "setup": pl.String}
    return {
        "effects": frame(
            [row for of_players in played for row in _effects(of_players, contrasts)],
            of_effect,
            OF_NUMBER,
            OF_EFFECT,
            *over,
        ),
        "cells": frame(
            [row for of_players in played for row in _cells(of_players)],
            of_cell,
            OF_NUMBER,
            OF_LEVEL,
        ),
    }


def _cells(played: Played) -> Iterator[Row]:
    for arm, setup in enumerate(played.setups):
        of_cell = {"players": setup.scenario.players, "setup": setup.label}
        for table in (METRICS, DETAILS):
            for row in levels(played, arm, table):
                yield {**of_cell, **row}


def _effects(played: Played, contrasts: Sequence[Contrast]) -> Iterator[Row]:
    """The effects of all contrasts by metric, with q-values over the effects of each metric."""
    players = played.setups[0].scenario.players
    for table in (METRICS, DETAILS):
        found = effects(played, [c.coefficients.tolist() for c in contrasts], table)
        ends = [_without_and_with(played, contrast, table) for contrast in contrasts]
        for metric in range(len(found[0])):
            of_metric = [of_contrast[metric] for of_contrast in found]
            rows = judged_rows(of_metric, played.plan.kind, len(played.shares))
            for contrast, row, of_ends in zip(contrasts, rows, ends, strict=True):
                a, b = of_ends[metric]
                told = sentences.of_effect(row, contrast.factors, players, played.plan.kind)
                yield {
                    "players": players,
                    "effect": contrast.name,
                    "order": len(contrast.factors),
                    "sentence": told,
                    "a": a,
                    "b": b,
                    **row,
                }


def _without_and_with(
    played: Played, contrast: Contrast, table: str
) -> list[tuple[float | None, float | None]]:
    """For a main effect the means of the arms without and with it; nothing for an interaction."""
    c = contrast.coefficients
    without = means(played, np.maximum(-c, 0).tolist(), table)
    if len(contrast.factors) > 1:
        return [(None, None)] * len(without)
    with_it = means(played, np.maximum(c, 0).tolist(), table)
    return [*zip(without, with_it, strict=True)]
