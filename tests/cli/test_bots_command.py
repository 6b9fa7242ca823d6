"""bots: who can play a scenario, and what a bot weighs."""

from pathlib import Path

import pytest

import loopsim as api
from loopsim.kernels.loop_inc.features import FEATURES
from loopsim.scenario import load
from tests.cli.program import BASE, Loopsim, table

MEANINGS = {feature.name: feature.meaning for feature in FEATURES}


@pytest.fixture
def lover(tmp_path: Path) -> Path:
    """A bot of its own file."""
    file = tmp_path / "lover.toml"
    file.write_text(
        'title = "Ad lover"\nfamily = "weighted"\nskill = 90\n'
        '[weights]\nad = 1300\n[tastes]\nadvertise = 70\n"anomaly:eraser" = -20\n"AD4.1" = 0\n'
    )
    return file


def test_bots_of_a_scenario_are_listed_with_what_their_files_say_of_them(loopsim: Loopsim) -> None:
    lines = loopsim("bots").lines()
    head, rows = table(lines, "Bots")
    assert head == ["bot", "family", "title", "notes"]
    bots = load(BASE).bots
    assert [row[0] for row in rows] == list(bots)
    assert ["denier", "weighted", "Denier", bots["denier"].notes] in rows
    assert all(
        row[1:] == [bots[row[0]].family, bots[row[0]].title, bots[row[0]].notes] for row in rows
    )
    head, rows = table(lines, "Populations")
    assert head == ["population", "title", "notes", "bots"]
    assert [(row[0], row[3]) for row in rows if row[0] == "basic"] == [("basic", "greedy, planner")]
    assert lines[-1] == "loopsim bots loop-inc/base --bots NAME,NAME shows what bots weigh."


def test_bots_side_by_side_show_all_features_and_what_they_are(
    loopsim: Loopsim, lover: Path
) -> None:
    lines = loopsim("bots", "--bots", f"{lover},planner,look-ahead,random,planner").lines()
    assert lines[:3] == [
        "lover: Ad lover",
        'family = "weighted", temperature = 0, skill = 90',
        f"bots_hash {api.bots(bots=[str(lover)]).table('bots').rows[0]['bots_hash']}",
    ]
    stated = 'family = "look-ahead", persona = "champion", playouts = 64, breadth = 8, margin = 60'
    assert stated in lines
    assert lines.count("planner: Planner") == 1
    head, rows = table(lines, "Weights")
    assert head == ["lover", "planner", "look-ahead", "what it is"]
    bots = load(BASE).bots
    assert rows == [
        [
            name,
            f"{1300 if name == 'ad' else 0:,}",
            f"{bots['planner'].weights.get(name, 0):,}",
            f"{bots['champion'].weights.get(name, 0):,}",
            meaning,
        ]
        for name, meaning in MEANINGS.items()
    ]
    assert table(lines, "Tastes")[1] == [
        ["advertise", "70", "0", "0", "a new advertise, besides"],
        ["anomaly:eraser", "-20", "0", "0", "not in play"],
    ]
    assert lines[-1].startswith("There may be tastes for garage, shop, ")
    assert lines[-1].endswith(", BC8.2.")
    assert "anomaly:remodel, " in lines[-1]


def test_bots_that_weigh_nothing_have_no_tables(loopsim: Loopsim) -> None:
    text = loopsim("bots", "--bots", "random").text()
    assert text.startswith("random: Random\n")
    assert "Weights" not in text
    assert "Tastes" not in text
    assert "Tastes" not in loopsim("bots", "--bots", "planner").text()


def test_bots_as_json_are_those_of_the_function(loopsim: Loopsim, lover: Path) -> None:
    asked = [str(lover), "look-ahead"]
    shown = loopsim("bots", "loop-inc/all", "--bots", ",".join(asked), "--json").json()
    assert shown == api.bots("loop-inc/all", bots=asked).json()
    assert [*shown] == ["game", "scenario", "bots", "features", "things", "populations"]
    mine, far = shown["bots"]
    assert mine == {
        "bot": "lover",
        "title": "Ad lover",
        "family": "weighted",
        "notes": "",
        "temperature": 0,
        "skill": 90,
        "persona": None,
        "playouts": None,
        "breadth": None,
        "margin": None,
        "weights": {"ad": 1300},
        "tastes": {"advertise": 70, "anomaly:eraser": -20},
        "bots_hash": mine["bots_hash"],
    }
    champion = load(BASE).bot("champion")
    assert far["weights"] == {name: w for name in MEANINGS if (w := champion.weights.get(name))}
    assert (far["persona"], far["skill"], far["breadth"]) == ("champion", None, 8)
    assert {row["name"]: row["meaning"] for row in shown["features"]} == MEANINGS
    things = {row["name"]: row["meaning"] for row in shown["things"]}
    assert things["F1.1"] == "a launch to Visit the lunar hotel, besides"
    assert "office" in things
    assert "trash" not in things
    assert api.bots().json() == loopsim("bots", "--json").json()
    assert [row["bot"] for row in api.bots().json()["bots"]] == list(load(BASE).bots)


def test_populations_are_those_whose_bots_the_scenario_has(loopsim: Loopsim, lover: Path) -> None:
    personas = {row["population"]: row for row in api.bots().table("populations").rows}["personas"]
    assert len(personas["bots"]) == 9
    assert personas["notes"].startswith("Nine lines of play")
    alone = loopsim("bots", "--set", f"bots={lover}", "--json").json()
    assert ([row["bot"] for row in alone["bots"]], alone["populations"]) == (["lover"], [])
    assert "Populations: none" in loopsim("bots", "--set", f"bots={lover}").lines()


def test_bots_that_cannot_be_shown_are_one_line(loopsim: Loopsim, tmp_path: Path) -> None:
    odd = tmp_path / "odd.toml"
    odd.write_text('family = "weighted"\n[weights]\nadd = 3\n')
    for asked, told in (
        ("plannr", '--bots: found "plannr"; allowed: planner (did you mean this?), '),
        ("no.toml", '--bots: found "no.toml", no such file; allowed: '),
        (str(odd), f"{odd}: weights.add: found 3; allowed: weights of features (did you mean ad?)"),
    ):
        assert loopsim("bots", "--bots", asked).fault().startswith(told)


def test_a_look_at_bots_says_what_it_is() -> None:
    shown = api.bots(bots=["planner", "greedy"])
    assert repr(shown) == "<ShownBots of loop-inc/base: planner, greedy>"
    assert shown.table("features").frame.columns == ["name", "meaning"]
