"""loopsim value: what trips, anomalies and actions are worth."""

from enum import StrEnum
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
    """Say what trips, anomalies and actions are worth. The same games are played without each.

    Example: loopsim value loop-inc/base --items trips --games 20000
    """
    from loopsim.cli.worth import print_values
    from loopsim.studies.valuation import value as play

    carried_out(
        partial(
            play,
            scenario,
            items=items.value,
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
        print_values,
        out=out,
        as_json=as_json,
        quiet=quiet,
    )
