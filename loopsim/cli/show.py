"""loopsim scenarios, show, validate: what can be played, and what it is when resolved."""

import json
from pathlib import Path
from typing import Annotated

import typer

from loopsim.cli.options import Json, Players, Scenario, Set


def scenarios(as_json: Json = False) -> None:
    """List the scenarios that come along."""
    from loopsim.scenario import shipped

    known = shipped()
    if as_json:
        print(json.dumps([{"scenario": name, "title": title} for name, title in known]))
        return
    width = max(len(name) for name, _ in known)
    for name, title in known:
        print(f"{name:<{width}}  {title}")


def show(
    scenario: Scenario = "loop-inc/base",
    players: Players = None,
    set_: Set = None,
    as_json: Json = False,
) -> None:
    """Print a scenario as it is played: rules, trips, effects, bots and hashes.

    Example: loopsim show loop-inc/base --players 3 --set expansions=office
    """
    from loopsim import games
    from loopsim.scenario import load

    chosen = load(scenario, set_ or (), players)
    shown = games.get(chosen.game).shown(chosen)
    if as_json:
        print(json.dumps(shown, ensure_ascii=False))
        return
    from loopsim.cli.tables import print_rows

    print(f"{shown['scenario']}: {shown['title']}")
    for key in ("players", "scenario_hash", "expansions"):
        value = shown[key]
        print(f"  {key} = {json.dumps(value, ensure_ascii=False)}")
    print("\nRules in force")
    for key, value in shown["rules"].items():
        print(f"  {key} = {json.dumps(value, ensure_ascii=False)}")
    print()
    for table in ("trips", "effects", "bots"):
        print_rows(table.capitalize(), shown[table])


def validate(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Scenario files.")],
) -> None:
    """Check scenario files; the first fault is told in one line and ends with exit code 2.

    Example: loopsim validate my/variant.toml
    """
    from loopsim.scenario import load

    for file in files:
        chosen = load(file)
        print(f"{file}: ok, {chosen.players} players, scenario {chosen.scenario_hash}")
