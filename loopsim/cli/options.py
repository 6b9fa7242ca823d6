"""Options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

Scenario = Annotated[
    str,
    typer.Argument(help="Name of a shipped scenario (see `loopsim scenarios`) or a TOML file."),
]
Players = Annotated[
    int | None, typer.Option(help="Number of players; default: what the scenario says.")
]
Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Change the scenario; repeatable. E.g. rules.ad_penalty=2, "
        "expansions=futures,office, trips.AD4.1.points=6.",
    ),
]
NoRotate = Annotated[
    bool,
    typer.Option(
        "--no-rotate",
        help="Seat the bots as typed instead of giving each name every place equally often.",
    ),
]
Bots = Annotated[
    str | None,
    typer.Option(
        help="One bot for all seats, or one for each, names or files: planner,greedy,greedy,my-bot.toml. "
        "[default: planner]",
    ),
]
Seed = Annotated[int, typer.Option(help="The same seed plays the same games.")]
Threads = Annotated[
    int | None, typer.Option(help="At most, and by default, all cores. Never changes the results.")
]
Decks = Annotated[
    int,
    typer.Option(
        help="Split the games over so many decks, 20 to 1000, drawn from the prior of the scenario."
    ),
]
Population = Annotated[
    str | None,
    typer.Option(
        metavar="NAME|FILE",
        help="In place of --bots: play with each bot of a population in turn, and say what each of them says "
        "and how much that differs.",
    ),
]
StudyFolder = Annotated[
    Path | None, typer.Option("--out", help="A new folder for the tables, as Parquet and JSON.")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no tables.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of tables.")]


def numbers(option: str, text: str) -> list[int]:
    """The whole numbers of a comma-separated list. Raises InputError."""
    from loopsim.errors import InputError

    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise InputError(f"{option} {text}: allowed are whole numbers, e.g. 2,4") from None
