"""What a run notes of the scenario that its own changes: rules, trips, effects, another deck."""

from pathlib import Path
from typing import Any

import pytest

import loopsim
from loopsim.scenario import shelf
from tests.cli.program import BASE


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def extends(scenario: str, **options: Any) -> Any:
    """The entry of the manifest of a run."""
    return loopsim.run(scenario, games=1, bots="random", **options).manifest["extends"]


def file(name: str, text: str) -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


def change(key: str, before: Any, after: Any) -> dict[str, Any]:
    return {"key": key, "before": before, "after": after}


def test_a_shipped_scenario_as_it_is_changes_nothing() -> None:
    assert extends(BASE) is None


def test_settings_alone_are_changes_of_the_scenario_itself() -> None:
    settings = ["trips.AD4.1.points=6", "rules.ad_penalty=3", "title=Other"]
    assert extends(BASE, set=settings, players=3) == {
        "file": "loop-inc/base.toml",
        "changes": [change("players", 4, 3), change("trips.AD4.1.points", 5, 6)],
    }


def test_a_file_and_its_settings_are_changes_of_what_it_extends() -> None:
    file("mine.toml", 'extends = "loop-inc/base"\nrules.ad_penalty = 2\nrules.waste_cost = 2')
    mine = file("yours.toml", 'extends = "mine.toml"\nrules.piles.move = 9')
    assert extends(mine, set=["rules.ad_penalty=3"]) == {
        "file": "mine.toml",
        "changes": [change("rules.ad_penalty", 2, 3), change("rules.piles", None, {"move": 9})],
    }


def test_changed_new_and_missing_effects_are_listed() -> None:
    move, points = [{"do": "move"}], [{"do": "points", "k": 2}]
    settings = [
        "anomaly.remodel.steps=[{do='move'}]",
        "future.new.steps=[{do='points',k=2}]",
    ]
    assert extends(BASE, set=settings)["changes"] == [
        change(
            "anomaly.remodel.steps",
            [{"do": "exchange"}, {"do": "exchange", "optional": True}],
            move,
        ),
        change("future.new", None, {"steps": points}),
    ]


def test_another_deck_is_listed_trip_by_trip() -> None:
    deck = (shelf.root() / "loop-inc" / "cards" / "trips.csv").read_text(encoding="utf-8")
    other = deck.replace("1820,0,1,0,1,1,4", "1820,0,2,0,1,1,5").replace("\nAD8,", "\nAD9,")
    file("deck.csv", other)
    mine = file("mine.toml", 'extends = "loop-inc/base"\ndeck = "deck.csv"')
    changes = extends(mine)["changes"]
    assert changes[:2] == [
        change("trips.AD1.2.propeller", 1, 2),
        change("trips.AD1.2.points", 4, 5),
    ]
    assert [(each["key"], each["before"] is None) for each in changes[2:]] == [
        ("trips.AD8.1", False),
        ("trips.AD8.2", False),
        ("trips.AD9.1", True),
        ("trips.AD9.2", True),
    ]
    assert changes[4]["after"] == changes[2]["before"]
    assert changes[4]["after"]["trip"] == "Defend Constantinople"


def test_another_drawn_deck_is_one_change_beside_the_effects_of_ones_own() -> None:
    steps = [{"do": "points", "k": 2}]
    own = "anomaly.mine={set='base',steps=[{do='points',k=2}]}"
    deck = {"prior": "loop-inc/decks/prior.toml", "seed": 1}
    new = change("anomaly.mine", None, {"set": "base", "steps": steps})
    assert extends(BASE, set=["deck.seed=1", own])["changes"] == [
        change("deck", "loop-inc/cards/trips.csv", deck),
        new,
    ]
    file("mine.toml", 'extends = "loop-inc/base"\ndeck.seed = 1\n')
    yours = file("yours.toml", 'extends = "mine.toml"\n')
    assert extends(yours, set=[own])["changes"] == [new]
    assert extends(yours, set=["deck.seed=2"])["changes"] == [change("deck.seed", 1, 2)]


def test_what_cannot_be_played_by_itself_is_not_compared() -> None:
    file("half.toml", 'game = "loop-inc"\neffects = "loop-inc/cards/effects.toml"')
    mine = file("mine.toml", 'extends = "half.toml"\ndeck = "loop-inc/cards/trips.csv"')
    assert extends(mine) == {"file": "half.toml", "changes": None}
