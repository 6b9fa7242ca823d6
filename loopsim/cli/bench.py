"""loopsim bench: how fast games are played here."""

import json
from typing import Annotated

import typer

from loopsim.cli.options import Json, Scenario, Set, StudyFolder, numbers


def bench(
    scenario: Scenario = "loop-inc/base",
    bots: Annotated[str, typer.Option(help="The bots, each at a table of its own.")] = (
        "random,greedy,planner"
    ),
    players: Annotated[str, typer.Option(help="Numbers of players.")] = "2,3,4",
    threads: Annotated[
        str | None, typer.Option(help="Numbers of threads; default: one and all cores.")
    ] = None,
    seconds: Annotated[float, typer.Option(help="Seconds a round.")] = 1.0,
    rounds: Annotated[int, typer.Option(help="Rounds; the median is given.")] = 3,
    set_: Set = None,
    out: StudyFolder = None,
    as_json: Json = False,
) -> None:
    """Measure games/s and decisions/s. By bot, players and threads, all facts recorded.

    Example: loopsim bench --bots random --players 4
    """
    from loopsim.cli.progress import Progress
    from loopsim.cli.tables import print_rows
    from loopsim.speed import bench as measure

    rows = measure(
        scenario,
        bots=bots,
        players=numbers("--players", players),
        threads=None if threads is None else numbers("--threads", threads),
        seconds=seconds,
        rounds=rounds,
        set=set_ or (),
        out=out,
        on_compile=Progress(0).compiling,
    ).json()
    if as_json:
        print(json.dumps(rows))
    else:
        print_rows("Speed (median of the rounds; the warm-up is not counted)", rows)
