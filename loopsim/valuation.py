"""What trips, anomalies and actions are worth: the same games with and without them (metrics.md 6)."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

import polars as pl

from loopsim import closed, simulate
from loopsim import games as registry
from loopsim.claim import claimed
from loopsim.play import Interrupted, check_games, check_seed, check_threads, versions, warm_up
from loopsim.scenario import load
from loopsim.scenario.faults import fault, one_of, value_text
from loopsim.scenario.settings import Settings
from loopsim.seating import named
from loopsim.study import Study
from loopsim.worth import Number, knockouts, numbers

if TYPE_CHECKING:
    from loopsim.games.loop_inc.scenario import Scenario

Kind = Literal["trips", "anomalies", "actions"]

#: Columns of an estimate: `differing` games are not the same with and without the item.
_ESTIMATE = {
    "value": pl.Float64,
    "se": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "note": pl.String,
    "games": pl.Int64,
    "differing": pl.Int64,
}


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
    out: str | os.PathLike[str] | None = None,
    rotate: bool = True,
    on_compile: Callable[[], None] | None = None,
    on_games: Callable[[int], None] | None = None,
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
    scenario, players, bots, seed, threads, set, rotate, on_compile
        As in `loopsim.run`.
    out
        A new or empty folder for the tables; default: nothing is written.
    on_games
        Called with the number of games that have been played with all items.

    Returns
    -------
    Study
        Tables "items" (what they are, best first: by mispricing, or by the value of a use in points),
        "values" (the numbers of metrics.md 6: `number`, `of` which outcome, `value` with its standard
        error and 95 % interval) and "knockout" (closed to all seats less open, by metric). Scores are
        in points, uses, tears and launches a game.

    Raises
    ------
    InputError
        One line: what was given cannot be used.
    Interrupted
        On Ctrl-C, with the study of the games complete as `result`.
    """
    games, seed, names = check_games(games), check_seed(seed), named(bots)
    cores = os.cpu_count() or 1
    threads = cores if threads is None else min(check_threads(threads), cores)
    if items not in get_args(Kind):
        wrong = items if isinstance(items, str) else None
        raise fault("--items", "", value_text(items), one_of(get_args(Kind), wrong))
    chosen = load(scenario, set, players)
    worth = registry.get(chosen.game).items
    trials = closed.Trials(chosen, worth.of_kind(chosen, items), names, bool(rotate))
    with nullcontext() if out is None else claimed(Path(out), f"--out {Path(out)}") as folder:
        warm_up(trials.open, on_compile)
        start, clock = time.perf_counter(), simulate.Clock()
        with simulate.stopping() as stop:
            played = closed.play(
                trials,
                seed=seed,
                games=range(games),
                threads=threads,
                clock=clock,
                stop=stop,
                on_games=on_games,
            )
            if played is None:
                raise Interrupted(None, stop.by)
            manifest = {
                "kind": "value",
                "game": chosen.game,
                "items": items,
                "arms": [_arm(chosen)],
                "seed": seed,
                "games": played.games,
                "games_asked": games,
                "decks": 1,
                "bots": names,
                "rotate": bool(rotate),
                "threads": threads,
                "wall_s": time.perf_counter() - start,
                "kernel_s": clock.kernel_s / threads,
                "faults": {
                    trials.open.outcomes[code]: n for code, n in sorted(played.faults.items())
                },
                "command": sys.argv,
                "versions": versions(),
            }
            study = Study(manifest, tables(trials, played))
            if folder is not None:
                study.finish(folder)
        if played.games < games:
            raise Interrupted(study, stop.by)
        return study


def tables(trials: closed.Trials, played: closed.Played) -> dict[str, pl.DataFrame]:
    """The tables of a study, items from the best to the worst."""
    found = numbers(played, trials.items, trials.outcomes)
    ranked = sorted(range(len(found)), key=lambda place: _rank(found[place]))
    listed = [
        {"item": item.key, "name": item.name, "points": item.points, **item.facts}
        for item in (trials.items[place] for place in ranked)
    ]
    keys = {"item": pl.String, "number": pl.String, "of": pl.String}
    values = (
        {"item": trials.items[place].key, **_row(number)}
        for place in ranked
        for number in found[place]
    )
    knocked_out = (
        {"item": trials.items[place].key, **_row(number)}
        for place in ranked
        for number in knockouts(played.items[place])
    )
    return {
        "items": pl.DataFrame(listed, infer_schema_length=None),
        "values": _frame(values, keys),
        "knockout": _frame(knocked_out, keys),
    }


def _rank(found: Sequence[Number]) -> float:
    """Smallest first: by mispricing, else by the value of a use in points; unknown ones last."""
    order = ("mispricing", "ad_value", "value_per_use")
    first = min((n for n in found if n.name in order), key=lambda n: order.index(n.name))
    return float("inf") if first.estimate.value is None else -first.estimate.value


def _row(number: Number) -> dict[str, Any]:
    of = number.estimate
    return {
        "number": number.name,
        "of": number.of,
        "value": of.value,
        "se": of.se,
        "low": of.low,
        "high": of.high,
        "note": of.note,
        "games": of.n,
        "differing": number.differing,
    }


def _frame(rows: Iterable[dict[str, Any]], keys: dict[str, Any]) -> pl.DataFrame:
    return pl.DataFrame(list(rows), {**keys, **_ESTIMATE})


def _arm(scenario: Scenario) -> dict[str, Any]:
    return {
        "label": scenario.name,
        "scenario": scenario.name,
        "title": scenario.title,
        "scenario_hash": scenario.scenario_hash,
        "players": scenario.players,
        "values": {},
        "resolved": scenario.resolved(),
    }
