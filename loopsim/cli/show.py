"""loopsim scenarios, show, validate: what can be played, and what it is when resolved."""

import json
from typing import Annotated

import typer

from loopsim.cli.options import Json, Players, Scenario, Set


def scenarios(as_json: Json = False) -> None:
    """List the scenarios that come along."""
    from loopsim.look import scenarios as shipped

    known = shipped().json()
    if as_json:
        print(json.dumps(known, ensure_ascii=False))
        return
    width = max(len(each["scenario"]) for each in known)
    for each in known:
        print(f"{each['scenario']:<{width}}  {each['title']}")


def show(
    scenario: Scenario = "loop-inc/base",
    players: Players = None,
    set_: Set = None,
    as_json: Json = False,
) -> None:
    """Print a scenario as it is played. Rules, trips, effects, bots and hashes.

    Example: loopsim show loop-inc/base --players 3 --set expansions=office
    """
    from loopsim.look import show as look

    chosen = look(scenario, players=players, set=set_ or ())
    shown = chosen.json()
    if as_json:
        print(json.dumps(shown, ensure_ascii=False))
        return
    from loopsim.cli.tables import print_rows
    from loopsim.scenario.toml import toml_text

    name, title = shown["scenario"], shown["title"]
    print(name if title == name else f"{name}: {title}")
    print(f"scenario_hash {shown['scenario_hash']}\n")
    for key in ("players", "expansions", "deck"):
        print(f"{key} = {toml_text(shown[key])}")
    for topic, rules in chosen.rules_by_topic.items():
        print(f"\n# {topic}")
        for key, value in rules.items():
            print(f"{key} = {toml_text(value)}")
    print()
    for table in ("trips", "effects", "bots"):
        print_rows(table.capitalize(), chosen.table(table).rows)


def validate(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Scenario files.")],
) -> None:
    """Check scenario files. The first fault is told in one line and ends with exit code 2.

    Example: loopsim validate my/variant.toml
    """
    from loopsim.look import validate as check

    for row in check(files).rows:
        print(f"{row['file']}: ok, {row['players']} players, scenario {row['scenario_hash']}")
