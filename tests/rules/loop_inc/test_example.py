"""The example of the decisions page: day 1 of a game of two with Office, line by line."""

import json
from pathlib import Path

from loopsim.games.loop_inc import trace
from tests.rules.loop_inc.table import Table

LINES = Path(__file__).parents[2] / "reference" / "loop_inc_example.jsonl"


def test_the_example_of_the_decisions_page_is_played_as_it_stands():
    setup, *expected = [json.loads(line) for line in LINES.read_text("utf-8").splitlines()]
    letters = dict(zip("ABCDEFGHIJ", setup["trips"], strict=True))
    table = Table(
        {
            letter: (
                trip["points"],
                " ".join(f"{kind} " * k for kind, k in trip["requires"].items()),
            )
            for letter, trip in letters.items()
        },
        first=1,
        expansions=["office"],
        anomalies={
            key: ", ".join(
                " ".join(str(step[part]) for part in ("do", "room") if part in step)
                + "?" * step.get("optional", False)
                for step in steps
            )
            for key, steps in setup["effects"].items()
        },
    )
    table.deck(*setup["anomaly_deck"])
    assert {k: v for k, v in table.scenario.rules_in_force().items() if k != "trip_cards"} == (
        setup["rules"]
    )
    table.play_day(
        *("garage", "wheel to I"),
        *("advertise", "H"),
        *("shop", "net to I", "none"),
        "office",
        *("garage", "wheel to I", "I to H"),
        "office",
    )
    played = list(trace.events(table._state, table._desk, 2, table.card_names))
    assert played == expected
    assert [asked for asked in table.asked if asked.startswith("launch")] == [
        *["launch: none"] * 2,
        "launch: none | I to H",
        "launch: none",
        "launch: none | I to H",
        "launch: none",
    ]
    assert table.s.first == 1
