"""Comparisons: what a set-up has otherwise than another, game by game, and how sure that is."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace

import polars as pl

from loopsim.errors import InputError
from loopsim.scenario.given import Texts, names
from loopsim.scenario.settings import Settings
from loopsim.studies.compared import DETAILS, ITEMS, METRICS
from loopsim.studies.effects import (
    OF_EFFECT,
    OF_NUMBER,
    OF_PAIR,
    OVER_FAMILY,
    against_first,
    alike,
    frame,
)
from loopsim.studies.joint import each_against_first
from loopsim.studies.making import study
from loopsim.studies.paired import Played
from loopsim.studies.plan import Plan
from loopsim.studies.setups import (
    Setup,
    Variations,
    checked,
    named,
    seated,
    variations,
    varied,
)
from loopsim.studies.study import Study


def compare(
    scenarios: Texts,
    *,
    vary: Variations = (),
    games: int = 20_000,
    players: int | None = None,
    bots: Texts | None = None,
    seed: int = 1,
    threads: int | None = None,
    set: Settings = (),
    decks: int = 1,
    population: str | os.PathLike[str] | None = None,
    rekey: Texts = (),
    out: str | os.PathLike[str] | None = None,
    rotate: bool = True,
    on_compile: Callable[[], None] | None = None,
    on_games: Callable[[int], None] | None = None,
    on_total: Callable[[int], None] | None = None,
) -> Study:
    """Compare set-ups on the same games: every number with its difference, interval and verdict.

    >>> study = loopsim.compare(["loop-inc/base", "loop-inc/office"])
    >>> study = loopsim.compare("loop-inc/base", vary={"rules.ad_penalty": [3, 2]})
    >>> study.table("metrics").filter(pl.col("verdict").is_in(["higher", "lower"]))

    Games of one index share every draw that means the same in all set-ups: the order of the cards that
    they have in common, the first player, the lots of each seat at each turn. So most of what chance
    does is the same for all and drops out of the differences. Set-ups of other numbers of players
    share nothing: they are compared as separate runs.

    Parameters
    ----------
    scenarios
        Names or paths, one text with commas or several; the first is the one that the others are compared with. With `vary` just one.
    vary
        What is varied in the one scenario: {key: values}, or texts as on the command line
        (``rules.ad_penalty=2,3``, ``players=2..4``); the first values are those compared with.
    games
        Of each set-up.
    decks
        1: the deck of each scenario. 20 to 1000: so many decks drawn from its prior, the same in all
        set-ups, each with its share of the games; trips have no identity then, and no table.
    population
        In place of `bots`: the name of a population that comes along, or the path of its file. Each of its
        bots has all seats in its share of the games, the same in all set-ups. Apart from that, as many
        games as a bot has are played at mixed tables, with each seat drawn by lot from the bots.
    rekey
        Purposes ("anomalies") that are keyed anew in a second copy of the one scenario: the same law,
        other games. What such a comparison finds is what chance alone makes of it.
    on_total
        Called with the number of games that will be played in all.
    players, bots, seed, threads, set, out, rotate, on_compile, on_games
        As in `loopsim.run`.

    Returns
    -------
    Study
        Tables: "metrics" (games, all seats, win share by place), "details" (tears by cause and day),
        "items" (trips) and "identical" (share of games with the same course). A row is a number of
        one set-up (`setup`, its value `b`) against the first (`against`, `a`): `difference` = b - a
        with its 95 % interval; where fewer than 30 games differ a `bound` instead; `effect_size` in
        standard deviations of a game; p, and q within the table and set-up (Benjamini-Hochberg);
        `variance_ratio`: how many times the games unpaired runs would have needed; `verdict` by the
        `smallest` difference of interest. Over decks or bots also how these differ (metrics.md 12): the
        standard deviation `between` them, the `sign_share` of those that have the sign of the mean, how
        many are resolved `above` and `below`, and the `robustness` of the difference. Of a population
        each table comes once more by bot ("metrics_by_bot" …), with what each bot says alone and, under
        the name "mixed tables", what these say.

    Raises
    ------
    InputError
        One line: what was given cannot be used.
    Interrupted
        On Ctrl-C, with the study of what is complete as `result`.
    """
    anew = list(dict.fromkeys(names("--rekey", rekey, "names of purposes")))
    setups, cast = seated(_setups(scenarios, vary, set, players, anew), bots, population)
    plan = Plan.checked(
        games=games, seed=seed, threads=threads, decks=decks, bots=cast, rotate=rotate
    )
    return study(
        "compare",
        plan,
        [(setups, each_against_first(len(setups)))],
        lambda played: tables(played[0]),
        out=out,
        on_total=on_total,
        on_compile=on_compile,
        on_games=on_games,
    )


def _setups(
    scenarios: Texts,
    vary: Variations,
    set: Settings,
    players: int | None,
    rekey: Sequence[str],
) -> list[Setup]:
    given = names("scenarios", scenarios, "names or paths of scenarios")
    if not given:
        raise InputError("compare: no scenario; name two, or one with --vary key=v1,v2")
    if (vary or rekey) and len(given) > 1:
        option = "--vary" if vary else "--rekey"
        raise InputError(f"{option}: with one scenario, not with {len(given)}")
    if vary and rekey:
        raise InputError("--rekey: not together with --vary")
    if vary:
        read = variations(vary, "--vary")
        return checked(varied(given[0], read, set, players, "--vary"), "--vary")
    setups = named(given, set, players)
    if rekey:
        anew = f"{setups[0].label}, {' and '.join(rekey)} keyed anew"
        setups.append(replace(setups[0], label=anew, rekey=tuple(rekey)))
    elif len(setups) == 1:
        raise InputError("compare: one scenario; name two, or vary it with --vary key=v1,v2")
    return checked(setups, "compare")


def tables(played: Played) -> dict[str, pl.DataFrame]:
    """The tables of a comparison of set-ups that were played, those of `compare`."""
    over = [] if played.plan.kind is None else [OVER_FAMILY]
    kinds = [METRICS, DETAILS, *([ITEMS] if played.plan.trips_have_identity else [])]
    found = {
        kind: frame(against_first(played, kind), OF_PAIR, OF_NUMBER, OF_EFFECT, *over)
        for kind in kinds
    }
    first, *others = (setup.label for setup in played.setups)
    same = [
        {"setup": label, "against": first, "identical": alike(played, which)}
        for which, label in enumerate(others)
    ]
    schema = {"setup": pl.String, "against": pl.String, "identical": pl.Float64}
    return {**found, "identical": frame(same, schema)}
