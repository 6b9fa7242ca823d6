"""loopsim tune: the weights of a bot searched for those that win most."""

from functools import partial
from typing import Annotated

import typer

from loopsim.cli.options import Json, Players, Quiet, Scenario, Seed, Set, Threads
from loopsim.cli.search import Fresh, Games, Generations, Population, SearchFolder, Size
from loopsim.cli.study import carried_out


def tune(
    population: Population,
    scenario: Scenario = "loop-inc/base",
    bot: Annotated[str, typer.Option(help="The bot to begin with, by name or file.")] = "planner",
    against: Annotated[
        str | None,
        typer.Option(
            metavar="BOTS|POPULATION",
            help="Measure it against these too, given likewise; default: the other bots.",
        ),
    ] = None,
    only: Annotated[
        str, typer.Option(metavar="FEATURES", help="Search the weights of these features alone.")
    ] = "",
    fix: Annotated[
        str, typer.Option(metavar="FEATURES", help="Leave the weights of these as they are.")
    ] = "",
    generations: Generations = 200,
    size: Size = 32,
    games: Games = 500,
    fresh: Fresh = 20_000,
    players: Players = None,
    seed: Seed = 1,
    threads: Threads = None,
    set_: Set = None,
    out: SearchFolder = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Search the weights of a bot for those that win most. Then measure them on fresh games.

    Example: loopsim tune loop-inc/base --bot planner --population planner,greedy --out my-tuning
    """
    from loopsim.cli.search import print_tuning
    from loopsim.studies.tuning import tune as play

    carried_out(
        partial(
            play,
            scenario,
            bot=bot,
            population=population,
            against=against,
            only=only or (),
            fix=fix or (),
            generations=generations,
            size=size,
            games=games,
            fresh=fresh,
            players=players,
            seed=seed,
            threads=threads,
            set=set_ or (),
        ),
        print_tuning,
        out=out,
        as_json=as_json,
        quiet=quiet,
    )
