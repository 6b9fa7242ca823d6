"""A designer's own cards, an anomaly and the bonus of a future trip: data, no code."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import loopsim
from tests.cli.program import Loopsim

GAMES = 300
ANOMALY = [
    {"do": "points", "k": 2},
    {"do": "take_box", "optional": True},
    {"do": "discard_waste", "optional": True},
]
BONUS = [{"do": "points", "k": 4}, {"do": "take", "room": "any"}, {"do": "launch_again"}]
TEXT = """
extends = "loop-inc/base"
expansions = ["futures"]
rules.trip_cards = { AD = 3, BC = 2, FUTURE = 5 }

[anomaly.time_bank]
name = "Time bank"
set = "base"
steps = [
    { do = "points", k = 2 },
    { do = "take_box", optional = true },
    { do = "discard_waste", optional = true },
]

[future.grand_opening]
name = "Grand opening"
steps = [{ do = "points", k = 4 }, { do = "take", room = "any" }, { do = "launch_again" }]

[trips.F4.1]
bonus = "grand_opening"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The scenario of a designer."""
    path = tmp_path / "mine.toml"
    path.write_text(TEXT, encoding="utf-8")
    return path


def after(events: list[dict[str, Any]], at: int) -> list[dict[str, Any]]:
    """What the seat of an event does from there to its next launch, or to the next card."""
    done = []
    for event in events[at + 1 :]:
        if event["event"] in ("play", "launch", "day_end"):
            break
        done.append(event)
    return done


def carried_out(file: Path, found: Callable[[dict[str, Any], dict[str, Any]], bool]) -> list[Any]:
    """For each event that is the card: what follows, over all games."""
    return [
        after(trace.events, at)
        for trace in loopsim.trace(file, games=GAMES)
        for at, event in enumerate(trace.events)
        if found(trace.events[0], event)
    ]


def test_the_cards_are_shown(loopsim: Loopsim, file: Path) -> None:
    shown = loopsim("show", file, "--json").json()
    effects = {row["effect"]: row["steps"] for row in shown["effects"]}
    assert effects["anomaly.time_bank"] == (
        "score 2 points, then you may take any component from the box, "
        "then you may discard a waste token"
    )
    assert effects["future.grand_opening"] == (
        "score 4 points, then take a component from any room, then launch once more this turn"
    )
    trips = {row["key"]: row for row in shown["trips"]}
    assert trips["F4.1"]["bonus"] == "grand_opening"


def test_games_with_the_cards_are_played_and_score_by_them(file: Path) -> None:
    plain = loopsim.run("loop-inc/futures", games=GAMES).estimates.of("effect_points")
    own = loopsim.run(file, games=GAMES)
    assert own.manifest["faults"] == {}
    assert plain.value == 0
    assert own.estimates.of("effect_points").value > 0.2


def test_the_anomaly_is_carried_out_step_by_step(file: Path) -> None:
    done = carried_out(file, lambda _, event: event.get("card") == "anomaly:time_bank")
    assert len(done) > 50
    assert all(
        events[0]["event"] == "points" and (events[0]["k"], events[0]["why"]) == (2, "effect")
        for events in done
    )
    took = [
        events
        for events in done
        if any(event["event"] == "take" and event["from"] == "box" for event in events[1:])
    ]
    assert len(took) > len(done) / 2


def test_the_bonus_is_carried_out_by_whoever_launches_onto_its_trip(file: Path) -> None:
    done = carried_out(
        file,
        lambda setup, event: (
            event["event"] == "launch" and setup["trips"][event["trip"]]["bonus"] == "grand_opening"
        ),
    )
    assert len(done) > 20
    scored = [
        events for events in done if any(e["event"] == "points" and e["k"] == 4 for e in events)
    ]
    assert len(scored) > 0.9 * len(done)
    assert any(event["event"] == "take" for events in scored for event in events)


def test_the_trace_states_the_steps(file: Path) -> None:
    stated = [trace.events[0]["effects"] for trace in loopsim.trace(file, games=20)]
    assert all(effects["time_bank"] == ANOMALY for effects in stated)
    assert BONUS in [effects.get("grand_opening") for effects in stated]
