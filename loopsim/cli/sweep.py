"""loopsim sweep: how every number moves with one or two of the rules."""

from functools import partial
from typing import Annotated

import typer

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
    StudyFolder,
    Threads,
)
from loopsim.cli.study import carried_out


def sweep(
    vary: Annotated[
        list[str],
        typer.Option(
            metavar="KEY=VALUES",
            help="One key or two: rules.ad_penalty=0..6, trips.AD4.1.points=3..7, "
            "rules.tear_costs=[1,3,6],[2,4,6].",
        ),
    ],
    scenario: Scenario = "loop-inc/base",
    games: Annotated[int, typer.Option(help="How many games of each set-up.")] = 10_000,
    players: Players = None,
    bots: Bots = None,
    seed: Seed = 1,
    threads: Threads = None,
    set_: Set = None,
    decks: Decks = 1,
    population: Population = None,
    out: StudyFolder = None,
    no_rotate: NoRotate = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play a scenario at many values of a key. All on the same games.

    Example: loopsim sweep loop-inc/base --vary rules.ad_penalty=0..6
    """
    from loopsim.cli.differences import print_sweep
    from loopsim.studies.sweeps import sweep as play

    carried_out(
        partial(
            play,
            scenario,
            vary=vary,
            games=games,
            players=players,
            bots=bots,
            seed=seed,
            threads=threads,
            set=set_ or (),
            decks=decks,
            population=population,
            rotate=not no_rotate,
        ),
        print_sweep,
        out=out,
        as_json=as_json,
        quiet=quiet,
    )
