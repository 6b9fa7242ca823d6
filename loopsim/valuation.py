"""What trips, anomalies and actions are worth: the same games with and without them (metrics.md 6)."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import reduce
from operator import add
from pathlib import Path
from statistics import mean
from typing import Any, Literal, get_args

import polars as pl

from loopsim import closed, simulate
from loopsim import games as registry
from loopsim.claim import claimed
from loopsim.effects import frame
from loopsim.families import FEWEST, Family, family
from loopsim.paired import Plan
from loopsim.play import Interrupted, versions, warm_up
from loopsim.scenario.faults import fault, one_of, value_text
from loopsim.scenario.settings import Settings
from loopsim.setups import Setup, named
from loopsim.stats import FEW, Z95
from loopsim.study import Study
from loopsim.worth import Number, numbers

Kind = Literal["trips", "anomalies", "actions"]
Row = dict[str, Any]

#: Which number a row is about, and what it is. `differing` games change without the item.
_COLUMNS = {
    "item": pl.String,
    "number": pl.String,
    "of": pl.String,
    "value": pl.Float64,
    "se": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "note": pl.String,
    "games": pl.Int64,
    "differing": pl.Int64,
}
#: The same over decks: `decks` have the number with its error.
_OVER_DECKS = {
    "decks": pl.Int64,
    "between_decks": pl.Float64,
    "sign_share": pl.Float64,
    "decks_above": pl.Int64,
    "decks_below": pl.Int64,
    "decks_unresolved": pl.Int64,
    "robustness": pl.String,
}
#: Why a number has no interval: of so few it is not known how decks differ.
TOO_FEW_DECKS = "too few decks"
#: What items are ranked by, the first that they have.
_RANKED_BY = ("mispricing", "ad_value", "value_per_use")


def value(
    scenario: str | os.PathLike[str] = "loop-inc/base",
    *,
    items: Kind = "trips",
    games: int = 20_000,
    players: int | None = None,
    bots: str | Sequence[str] = "planner",
    seed: int = 1,
    threads: int | None = None,
    set: Settings = (),
    decks: int = 1,
    out: str | os.PathLike[str] | None = None,
    rotate: bool = True,
    on_compile: Callable[[], None] | None = None,
    on_games: Callable[[int], None] | None = None,
    on_total: Callable[[int], None] | None = None,
) -> Study:
    """Play games with each item closed to one seat, to all, or changed, and say what it is worth.

    >>> study = loopsim.value("loop-inc/base", items="trips", games=20_000)
    >>> study.table("values").filter(number="mispricing").sort("value")

    Parameters
    ----------
    items
        "trips", "anomalies" or "actions".
    games
        How many are played as they are. Each is played again for every item that is dealt in it: with
        the item closed to the focal seat, closed to all seats and, of a trip, worth a point more.
    decks
        Split the games over so many drawn decks, in which trips are told apart by era and number of
        components alone; 1: the deck of the scenario.
    scenario, players, bots, seed, threads, set, rotate, on_compile
        As in `loopsim.run`.
    out
        A new or empty folder for the tables; default: nothing is written.
    on_games, on_total
        Called with the number of games that have been played with all items; with that of all to come.

    Returns
    -------
    Study
        Tables "items" (what they are, best first: by mispricing, or by the value of a use in points),
        "values" (the numbers of metrics.md 6: `number`, `of` which outcome, `value` with its standard
        error and 95 % interval) and "knockout" (closed to all seats less open, by metric). Scores are
        in points, uses, tears and launches a game. Over decks `value` is the mean of the decks.

    Raises
    ------
    InputError
        One line: what was given cannot be used.
    Interrupted
        On Ctrl-C, with the study of what is complete as `result`: games, or decks of several.
    """
    plan = Plan.checked(
        games=games, seed=seed, threads=threads, decks=decks, bots=bots, rotate=rotate
    )
    if items not in get_args(Kind):
        wrong = items if isinstance(items, str) else None
        raise fault("--items", "", value_text(items), one_of(get_args(Kind), wrong))
    (setup,) = named([scenario], set, players)
    valued = [_trials(plan, plan.on_deck(setup, deck), items) for deck in range(plan.decks)]
    if on_total is not None:
        on_total(plan.games)
    with nullcontext() if out is None else claimed(Path(out), f"--out {Path(out)}") as folder:
        warm_up(valued[0].open, on_compile)
        start, clock = time.perf_counter(), simulate.Clock()
        found, by = _play(plan, valued, clock, on_games)
        if len(found) < (FEWEST if plan.decks > 1 else 1):
            assert by is not None
            raise Interrupted(None, by)
        kernel_s = clock.kernel_s / plan.threads
        spent = {"wall_s": time.perf_counter() - start, "kernel_s": kernel_s}
        study = Study(_manifest(plan, setup, items, found) | spent, tables(found))
        if folder is not None:
            study.finish(folder)
    if by is not None:
        raise Interrupted(study, by)
    return study


@dataclass(frozen=True)
class OfDeck:
    """What came of the games of a deck."""

    trials: closed.Trials
    played: closed.Played


def _trials(plan: Plan, setup: Setup, kind: str) -> closed.Trials:
    scenario = setup.scenario
    worth = registry.get(scenario.game).items
    groups = worth.of_kind(scenario, kind, anonymous=plan.decks > 1)
    return closed.Trials(scenario, groups, plan.bots, plan.rotate)


def _play(
    plan: Plan,
    valued: Sequence[closed.Trials],
    clock: simulate.Clock,
    on_games: Callable[[int], None] | None,
) -> tuple[list[OfDeck], signal.Signals | None]:
    """The games of each deck; after Ctrl-C the games, or of several decks the decks, complete."""
    found: list[OfDeck] = []
    with simulate.stopping() as stop:
        for deck, trials in enumerate(valued):
            games = plan.games_of(deck)
            played = closed.play(
                trials,
                seed=plan.seed,
                games=games,
                threads=plan.threads,
                clock=clock,
                stop=stop,
                on_games=on_games,
            )
            if played is None or (plan.decks > 1 and played.games < len(games)):
                return found, stop.by
            found.append(OfDeck(trials, played))
            if played.games < len(games):
                return found, stop.by
    return found, None


def _manifest(plan: Plan, setup: Setup, kind: str, found: Sequence[OfDeck]) -> Row:
    """The manifest of the study (`loopsim.study.StudyManifest`), but for times and tables."""
    table = found[0].trials.open
    faults = reduce(add, (of.played.faults for of in found), Counter[int]())
    scenario = setup.scenario
    return {
        "kind": "value",
        "game": scenario.game,
        "items": kind,
        "arms": [
            {
                "label": setup.label,
                "scenario": scenario.name,
                "title": scenario.title,
                "scenario_hash": scenario.scenario_hash,
                "players": scenario.players,
                "values": {},
                "resolved": scenario.resolved(),
            }
        ],
        "headline": list(_RANKED_BY),
        "seed": plan.seed,
        "games": sum(of.played.games for of in found),
        "games_asked": plan.games,
        "decks": plan.decks,
        "bots": list(plan.bots),
        "rotate": plan.rotate,
        "threads": plan.threads,
        "faults": {table.outcomes[code]: n for code, n in sorted(faults.items())},
        "command": sys.argv,
        "versions": versions(),
    }


# --- tables


def tables(found: Sequence[OfDeck]) -> dict[str, pl.DataFrame]:
    """The tables of a study, items from the best to the worst."""
    rows: dict[str, list[Row]] = {}
    groups: dict[str, Any] = {}
    for key, group, of_decks in _by_group(found):
        groups[key] = group
        rows[key] = [
            {"item": key, **_row(listed, over_decks=len(found) > 1)} for listed in of_decks
        ]
    ranked = sorted(rows, key=lambda key: _rank(rows[key]))
    listed = [
        {"item": key, "name": groups[key].name, "points": groups[key].points, **groups[key].facts}
        for key in ranked
    ]
    over_decks = [_OVER_DECKS] if len(found) > 1 else []
    values = frame([row for key in ranked for row in rows[key]], _COLUMNS, *over_decks)
    knockout = pl.col("number") == "knockout"
    return {
        "items": pl.DataFrame(
            listed, infer_schema_length=None, schema_overrides={"points": pl.Int64}
        ),
        "values": values.filter(~knockout),
        "knockout": values.filter(knockout),
    }


def _by_group(found: Sequence[OfDeck]) -> Iterator[tuple[str, Any, list[list[Number]]]]:
    """Each group that any deck has: its key, itself, and each of its numbers by deck."""
    groups: dict[str, Any] = {}
    by_deck: dict[str, dict[tuple[str, str], list[Number]]] = {}
    for of in found:
        trials = of.trials
        listed = numbers(of.played, trials.groups, trials.outcomes)
        for group, of_group in zip(trials.groups, listed, strict=True):
            groups.setdefault(group.key, group)
            for number in of_group:
                of_key = by_deck.setdefault(group.key, {})
                of_key.setdefault((number.name, number.of), []).append(number)
    for key, group in groups.items():
        yield key, group, list(by_deck[key].values())


def _rank(rows: Sequence[Row]) -> float:
    """Smallest first; what is not known comes last."""
    by_number = {row["number"]: row["value"] for row in reversed(rows)}
    value = next(by_number[name] for name in _RANKED_BY if name in by_number)
    return float("inf") if value is None else -value


def _row(of_decks: Sequence[Number], *, over_decks: bool) -> Row:
    """A number, of one deck or over several."""
    first = of_decks[0]
    row: Row = {
        "number": first.name,
        "of": first.of,
        "games": sum(number.estimate.n for number in of_decks),
        "differing": None
        if first.differing is None
        else sum(number.differing or 0 for number in of_decks),
    }
    if over_decks:
        return row | _over_decks(of_decks)
    of = first.shown
    return row | {
        "value": of.value,
        "se": of.se,
        "low": of.low,
        "high": of.high,
        "note": of.note,
    }


def _over_decks(of_decks: Sequence[Number]) -> Row:
    """The mean over the decks that have the number with its error; too few of these: no interval."""
    usable = [number for number in of_decks if number.estimate.se is not None]
    estimates = [number.estimate for number in usable]
    values = [estimate.value for estimate in estimates if estimate.value is not None]
    if len(values) < FEWEST:
        known = [n.estimate.value for n in of_decks if n.estimate.value is not None]
        return {
            "value": mean(known) if known else None,
            "note": TOO_FEW_DECKS,
            "decks": len(values),
        }
    resolved = [number.differing is None or number.differing >= FEW for number in usable]
    of = family(values, [estimate.se or 0.0 for estimate in estimates], resolved)
    return {
        "value": of.mean,
        "se": of.se,
        "low": of.mean - Z95 * of.se,
        "high": of.mean + Z95 * of.se,
        "note": "",
        "decks": len(values),
        **_of_family(of),
    }


def _of_family(of: Family) -> Row:
    return {
        "between_decks": of.between,
        "sign_share": of.sign_share,
        "decks_above": of.above,
        "decks_below": of.below,
        "decks_unresolved": of.unresolved,
        "robustness": of.robustness,
    }
