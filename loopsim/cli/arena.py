"""loopsim arena: how strong bots are, and how much skill decides."""

from enum import StrEnum
from functools import partial
from typing import Annotated

import typer

from loopsim.cli.options import (
    Json,
    Players,
    Quiet,
    Scenario,
    Seed,
    Set,
    StudyFolder,
    Threads,
)
from loopsim.cli.study import carried_out


class Mode(StrEnum):
    """What the bots are asked."""

    arena = "arena"
    skill = "skill"
    distance = "distance"


def arena(
    scenario: Scenario = "loop-inc/base",
    bots: Annotated[
        str | None,
        typer.Option(
            help="2 to 20 bots: random,greedy,my-bot.toml; with --mode skill the weakest first."
        ),
    ] = None,
    population: Annotated[
        str | None, typer.Option(help="In place of bots: all of a population, its name or file.")
    ] = None,
    mode: Annotated[
        Mode,
        typer.Option(
            help="arena: each bot among others of each; skill: each among the bot before it; "
            "distance: how differently they decide."
        ),
    ] = Mode.arena,
    games: Annotated[
        int,
        typer.Option(
            help="How many games of each pair, and of mixed tables; decisions for distance."
        ),
    ] = 20_000,
    players: Players = None,
    seed: Seed = 1,
    threads: Threads = None,
    set_: Set = None,
    out: StudyFolder = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Let bots play against each other. Who beats whom, ratings, and how much skill decides.

    Example: loopsim arena loop-inc/base --bots random,greedy,planner
    """
    from loopsim.cli.strength import print_arena, print_distance, print_skill
    from loopsim.studies.strength.arenas import arena as play

    show = {Mode.arena: print_arena, Mode.skill: print_skill, Mode.distance: print_distance}
    carried_out(
        partial(
            play,
            scenario,
            bots=bots or (),
            population=population,
            mode=mode.value,
            games=games,
            players=players,
            seed=seed,
            threads=threads,
            set=set_ or (),
        ),
        show[mode],
        out=out,
        as_json=as_json,
        quiet=quiet,
    )
