"""Options that several commands share."""

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
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of tables.")]


def names(text: str) -> list[str]:
    """The names of a comma-separated list."""
    return [name.strip() for name in text.split(",")]
