"""loopsim restrict: what mechanisms are worth to who may use them."""

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


def restrict(
    scenario: Scenario = "loop-inc/base",
    forbid: Annotated[
        str | None,
        typer.Option(
            help="Mechanisms, each by itself, those joined by + together: advertise,exchange+move. "
            "Actions by their piles; anomalies; second_visit. Default: all."
        ),
    ] = None,
    games: Annotated[
        int, typer.Option(help="How many games; each is played again without each mechanism.")
    ] = 20_000,
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
    """Say what a mechanism is worth to who may use it.

    The same games are played with it forbidden to one seat.

    Example: loopsim restrict loop-inc/base --forbid advertise,second_visit
    """
    from loopsim.cli.mechanisms import print_mechanisms
    from loopsim.studies.restriction import restrict as play

    carried_out(
        partial(
            play,
            scenario,
            forbid=forbid or (),
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
        print_mechanisms,
        out=out,
        as_json=as_json,
        quiet=quiet,
    )
