"""loopsim factorial: what each of several changes does, and whether two do more together."""

from functools import partial
from typing import Annotated

import typer

from loopsim.cli.options import (
    Bots,
    Decks,
    Json,
    NoRotate,
    Population,
    Quiet,
    Scenario,
    Seed,
    Set,
    StudyFolder,
    Threads,
    numbers,
)
from loopsim.cli.study import carried_out


def factorial(
    factors: Annotated[
        list[str],
        typer.Option(
            metavar="FACTORS",
            help="Expansions or switches, futures,office,rules.components_stay, or one key "
            "with its values, rules.ad_penalty=2,3; repeatable.",
        ),
    ],
    scenario: Scenario = "loop-inc/base",
    games: Annotated[int, typer.Option(help="How many games of each set-up.")] = 20_000,
    players: Annotated[
        str | None, typer.Option(help="Numbers of players, 2,3,4; default: what the scenario says.")
    ] = None,
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
    """Play all set-ups of some factors. What each does, and what two do together.

    Example: loopsim factorial loop-inc/base --factors futures,more,office
    """
    from loopsim.cli.differences import print_factorial
    from loopsim.studies.factors import factorial as play

    carried_out(
        partial(
            play,
            scenario,
            factors=factors,
            games=games,
            players=None if players is None else numbers("--players", players),
            bots=bots,
            seed=seed,
            threads=threads,
            set=set_ or (),
            decks=decks,
            population=population,
            rotate=not no_rotate,
        ),
        print_factorial,
        out=out,
        as_json=as_json,
        quiet=quiet,
    )
