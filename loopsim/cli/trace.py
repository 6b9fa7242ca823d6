"""loopsim trace: one game, event by event."""

from pathlib import Path
from typing import Annotated

import typer

from loopsim.cli.options import NoRotate, Players, Set


def trace(
    target: Annotated[
        str,
        typer.Argument(
            metavar="SCENARIO|DIR", help="A scenario, or the folder of a run to replay."
        ),
    ] = "loop-inc/base",
    players: Players = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the run; default 1.")] = None,
    game: Annotated[int, typer.Option(help="Index of the game in the run.")] = 0,
    games: Annotated[int, typer.Option(help="How many games, from that one on.")] = 1,
    bots: Annotated[
        str | None, typer.Option(help="One bot for all seats, or one for each; default planner.")
    ] = None,
    set_: Set = None,
    no_rotate: NoRotate = False,
    out: Annotated[
        Path | None, typer.Option(help="A new folder for the games, each as JSON Lines.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json/--text", help="JSON Lines, or text with the board.")
    ] = True,
) -> None:
    """Print one game, event by event. As JSON Lines, or as text with the board.

    Example: loopsim trace loop-inc/base --seed 1 --game 7 --text
    """
    from loopsim.cli.progress import Progress
    from loopsim.replay import as_lines, as_text
    from loopsim.replay import trace as replay

    traces = replay(
        target,
        players=players,
        seed=seed,
        game=game,
        games=games,
        bots=bots,
        set=set_ or (),
        rotate=not no_rotate,
        out=out,
        on_compile=Progress(games).compiling,
    )
    for one in traces:
        if as_json:
            for line in as_lines(one.events):
                print(line)
        else:
            print(as_text(one.events), end="\n\n")
