"""loopsim run: play many games."""

import json
import sys
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from loopsim.cli import STOPPED_BY, ignore_signals
from loopsim.cli.options import (
    Bots,
    Decks,
    Json,
    NoRotate,
    Players,
    Population,
    Quiet,
    Scenario,
    Seed,
    Set,
    Threads,
)
from loopsim.cli.study import carried_out, warn_of_faults

if TYPE_CHECKING:
    from loopsim.results import Result


class Keep(StrEnum):
    """What a run writes beside its summary."""

    facts = "facts"
    summary = "summary"


def run(
    scenario: Scenario = "loop-inc/base",
    games: Annotated[int, typer.Option(help="How many games.")] = 100_000,
    players: Players = None,
    bots: Bots = None,
    seed: Seed = 1,
    threads: Threads = None,
    set_: Set = None,
    decks: Decks = 1,
    population: Population = None,
    out: Annotated[
        Path | None, typer.Option(help="A new folder for manifest, summary and facts.")
    ] = None,
    keep: Annotated[
        Keep, typer.Option(help="With --out: Parquet facts of every game, or the summary alone.")
    ] = Keep.facts,
    no_rotate: NoRotate = False,
    win_probability: Annotated[
        int,
        typer.Option(
            metavar="GAMES",
            help="Continue so many of the games 64 times after each turn, to see how likely each place is to "
            "win. 1000 games of four planners take three minutes of processor time.",
        ),
    ] = 0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play many games of a scenario and summarise them. Every number has its 95 % interval.

    Example: loopsim run loop-inc/base --games 20000 --bots planner --out my-run
    """
    if decks != 1 or population is not None:
        if win_probability:
            from loopsim.errors import InputError

            raise InputError("--win-probability: not together with --decks or --population")
        from loopsim.cli.over_family import print_over_family
        from loopsim.studies.over_family import run_over

        play_over = partial(
            run_over,
            scenario,
            decks=decks,
            population=population,
            games=games,
            players=players,
            bots=bots,
            seed=seed,
            threads=threads,
            set=set_ or (),
            rotate=not no_rotate,
        )
        carried_out(play_over, print_over_family, out=out, as_json=as_json, quiet=quiet)
        return
    from loopsim.cli.progress import Progress
    from loopsim.play import Interrupted
    from loopsim.play import run as play

    interrupted = None
    with Progress(games, shown=not quiet) as progress:
        try:
            result: Result | None = play(
                scenario,
                games=games,
                players=players,
                bots=bots,
                seed=seed,
                threads=threads,
                set=set_ or (),
                out=out,
                keep="summary" if out is None else keep.value,
                rotate=not no_rotate,
                win_probability=win_probability,
                on_compile=progress.compiling,
                on_games=progress.advance,
                on_course=progress.continuing,
            )
        except Interrupted as stopped:
            ignore_signals()
            interrupted, result = stopped, stopped.result
    try:
        if result is not None:
            _print(result, as_json, quiet)
            warn_of_faults(result.manifest)
    finally:  # even if Ctrl-C has also ended who reads; last, where it is seen under a long table
        if interrupted is not None:
            done = result.manifest["games"] if result else 0
            kept = f" and kept in {out}" if out and result else ""
            dropped = ", without win probabilities" if result and win_probability else ""
            told = f"interrupted; {done:,} of {games:,} games complete{kept}{dropped}"
            print(f"loopsim: {told}", file=sys.stderr)
    if interrupted is not None:
        raise typer.Exit(STOPPED_BY[interrupted.by])


def _print(result: "Result", as_json: bool, quiet: bool) -> None:
    if as_json:
        print(json.dumps(result.json(), ensure_ascii=False, allow_nan=False))
    elif not quiet:
        from loopsim.cli.overview import print_result

        print_result(result)
    sys.stdout.flush()
