"""loopsim value: what trips, anomalies and actions are worth."""

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from loopsim.cli import STOPPED_BY, ignore_signals
from loopsim.cli.options import Json, NoRotate, Players, Scenario, Set, names

if TYPE_CHECKING:
    from loopsim.study import Study


class Items(StrEnum):
    """What is valued."""

    trips = "trips"
    anomalies = "anomalies"
    actions = "actions"


def value(
    scenario: Scenario = "loop-inc/base",
    items: Annotated[Items, typer.Option(help="What is valued.")] = Items.trips,
    games: Annotated[
        int, typer.Option(help="How many games; each is played again without each item in it.")
    ] = 20_000,
    players: Players = None,
    bots: Annotated[
        str,
        typer.Option(help="One bot for all seats, or one for each: planner,greedy,greedy,random."),
    ] = "planner",
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    threads: Annotated[
        int | None,
        typer.Option(help="At most, and by default, all cores. Never changes the results."),
    ] = None,
    set_: Set = None,
    out: Annotated[
        Path | None, typer.Option(help="A new folder for the tables, as Parquet and JSON.")
    ] = None,
    no_rotate: NoRotate = False,
    as_json: Json = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no tables.")] = False,
) -> None:
    """Say what trips, anomalies and actions are worth.

    Example: loopsim value loop-inc/base --items trips --games 20000
    """
    from loopsim.cli.progress import Progress
    from loopsim.play import Interrupted
    from loopsim.valuation import value as play

    interrupted = None
    with Progress(games, shown=not quiet) as progress:
        try:
            study: Study | None = play(
                scenario,
                items=items.value,
                games=games,
                players=players,
                bots=names(bots),
                seed=seed,
                threads=threads,
                set=set_ or (),
                out=out,
                rotate=not no_rotate,
                on_compile=progress.compiling,
                on_games=progress.advance,
            )
        except Interrupted as stopped:
            ignore_signals()
            interrupted, study = stopped, stopped.result
    try:
        if study is not None:
            _print(study, as_json, quiet)
    finally:  # even if Ctrl-C has also ended who reads; last, where it is seen under a long table
        if interrupted is not None:
            done = study.manifest["games"] if study else 0
            kept = f" and kept in {out}" if out and study else ""
            told = f"interrupted; {done:,} of {games:,} games complete{kept}"
            print(f"loopsim: {told}", file=sys.stderr)
    if interrupted is not None:
        raise typer.Exit(STOPPED_BY[interrupted.by])


def _print(study: "Study", as_json: bool, quiet: bool) -> None:
    if as_json:
        print(json.dumps(study.json(), ensure_ascii=False, allow_nan=False))
    elif not quiet:
        from loopsim.cli.worth import print_values

        print_values(study)
    sys.stdout.flush()
    for fault, count in study.manifest["faults"].items():
        print(f"loopsim: warning: {count:,} games ended with {fault!r}", file=sys.stderr)
