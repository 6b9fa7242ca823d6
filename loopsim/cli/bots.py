"""loopsim bots: who can play, and how a bot sees the game."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from loopsim.cli.options import Json, Scenario, Set

if TYPE_CHECKING:
    from loopsim.look import ShownBots

#: The head of the column that says what a feature or thing is; no bot can be called so.
MEANING = "what it is"
#: A point of the game, as weights and tastes have it.
A_POINT = 100
#: What of a bot is not told in one line with its other keys.
APART = ("bot", "title", "notes", "weights", "tastes", "bots_hash")


def bots(
    scenario: Scenario = "loop-inc/base",
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|FILE,...", help="Show what these bots weigh: planner,my-bot.toml."
        ),
    ] = None,
    set_: Set = None,
    as_json: Json = False,
) -> None:
    """List the bots of a scenario, or show what some of them weigh.

    Example: loopsim bots loop-inc/base --bots planner,advertiser
    """
    from loopsim.look import bots as look

    shown = look(scenario, bots=bots, set=set_ or ())
    if as_json:
        print(json.dumps(shown.json(), ensure_ascii=False))
    elif bots is None:
        _print_list(shown)
    else:
        _print_weights(shown)


def _print_list(shown: "ShownBots") -> None:
    """All bots and populations, a line each."""
    from loopsim.cli.tables import print_rows, print_text

    listed = ("bot", "family", "title", "notes")
    print_rows("Bots", [{key: row[key] for key in listed} for row in shown.table("bots").rows])
    print_rows(
        "Populations",
        [{**row, "bots": ", ".join(row["bots"])} for row in shown.table("populations").rows],
    )
    print_text(f"loopsim bots {shown.scenario} --bots NAME,NAME shows what bots weigh.")


def _print_weights(shown: "ShownBots") -> None:
    """Some bots: each by itself, then what they weigh side by side."""
    from loopsim.cli.tables import print_table, print_text
    from loopsim.scenario.toml import toml_text

    rows = shown.table("bots").rows
    for row in rows:
        name, title = row["bot"], row["title"]
        print_text(name if title == name else f"{name}: {title}")
        if row["notes"]:
            print_text(row["notes"])
        stated = {
            key: value for key, value in row.items() if key not in APART and value is not None
        }
        print_text(", ".join(f"{key} = {toml_text(value)}" for key, value in stated.items()))
        print(f"bots_hash {row['bots_hash']}\n")
    see = [row for row in rows if row["weights"] or row["tastes"]]
    head = ("", *(row["bot"] for row in see), MEANING)
    if see:
        lines = _side_by_side(see, "weights", shown.table("features").rows)
        print_table(
            "Weights",
            head,
            lines,
            [MEANING],
            f"a weight of {A_POINT} makes a feature worth a point of the game",
        )
    if any(row["tastes"] for row in see):
        lines = _side_by_side(see, "tastes", shown.table("things").rows)
        some = [line for line in lines if {*line[1:-1]} != {"0"}]
        print_table("Tastes", head, some, [MEANING], f"a taste of {A_POINT} is a point of the game")
    things = ", ".join(row["name"] for row in shown.table("things").rows)
    print_text(f"There may be tastes for {things}.")


def _side_by_side(
    bots: Sequence[dict[str, Any]], key: str, things: Sequence[dict[str, str]]
) -> list[list[str]]:
    """A line a thing, a column a bot; those that are not in play last."""
    meanings = {row["name"]: row["meaning"] for row in things}
    return [
        [name, *(f"{bot[key].get(name, 0):,}" for bot in bots), meanings.get(name, "not in play")]
        for name in dict.fromkeys([*meanings, *(name for bot in bots for name in bot[key])])
    ]
