"""loopsim compare: what a set-up has otherwise than another."""

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
    Seed,
    Set,
    StudyFolder,
    Threads,
)
from loopsim.cli.study import carried_out


def compare(
    scenarios: Annotated[
        list[str],
        typer.Argument(help="Two scenarios or more, names or files; or one with --vary."),
    ],
    vary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY=VALUES",
            help="Vary the one scenario: rules.ad_penalty=3,2 or =0..6 or =0..6:2, "
            "expansions=[],[office]; repeatable, for all combinations.",
        ),
    ] = None,
    games: Annotated[int, typer.Option(help="How many games of each set-up.")] = 20_000,
    players: Players = None,
    bots: Bots = None,
    seed: Seed = 1,
    threads: Threads = None,
    set_: Set = None,
    decks: Decks = 1,
    population: Population = None,
    rekey: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PURPOSE",
            help="Compare the one scenario with itself, this (anomalies) shuffled anew: "
            "what chance alone looks like.",
        ),
    ] = None,
    out: StudyFolder = None,
    no_rotate: NoRotate = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compare set-ups game by game. Every difference with its interval and verdict.

    Example: loopsim compare loop-inc/base loop-inc/office --games 20000
    """
    from loopsim.cli.differences import print_comparison
    from loopsim.studies.comparison import compare as play

    carried_out(
        partial(
            play,
            scenarios,
            vary=vary or (),
            games=games,
            players=players,
            bots=bots,
            seed=seed,
            threads=threads,
            set=set_ or (),
            decks=decks,
            population=population,
            rekey=",".join(rekey) if rekey else (),
            rotate=not no_rotate,
        ),
        print_comparison,
        out=out,
        as_json=as_json,
        quiet=quiet,
    )
