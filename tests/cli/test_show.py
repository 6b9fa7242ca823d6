"""scenarios, show and validate."""

from pathlib import Path

import pytest

import loopsim as api
from loopsim.games.loop_inc.words import steps
from loopsim.kernels.loop_inc.names import STEPS
from loopsim.scenario.toml import toml_text
from tests.cli.program import BASE, Loopsim, table

TITLE = "Loop, Inc.: the base game"


def test_scenarios_lists_what_comes_along(loopsim: Loopsim) -> None:
    listed = [line.split(maxsplit=1) for line in loopsim("scenarios").lines()]
    assert [BASE, TITLE] in listed
    assert listed == [[row["scenario"], row["title"]] for row in api.scenarios().json()]


def test_scenarios_as_json_are_those_of_the_function(loopsim: Loopsim) -> None:
    listed = loopsim("scenarios", "--json").json()
    assert {"scenario": BASE, "title": TITLE} in listed
    assert listed == api.scenarios().json() == api.scenarios().frame.to_dicts()


def test_every_listed_scenario_can_be_shown_and_is_sound(loopsim: Loopsim) -> None:
    names = [row["scenario"] for row in api.scenarios().rows]
    for name in names:
        assert loopsim("show", name, "--json").json()["scenario"] == name
    assert len(loopsim("validate", *names).lines()) == len(names)


def test_show_as_json_has_rules_trips_effects_bots_and_hashes(loopsim: Loopsim) -> None:
    shown = loopsim("show", BASE, "--json").json()
    assert shown == api.show(BASE).json()
    assert [*shown] == [
        "game",
        "scenario",
        "title",
        "notes",
        "players",
        "expansions",
        "deck",
        "scenario_hash",
        "rules",
        "cards",
        "trips",
        "effects",
        "bots",
    ]
    assert (shown["scenario"], shown["title"], shown["players"]) == (BASE, TITLE, 4)
    assert (len(shown["trips"]), len(shown["effects"])) == (32, 8)
    assert {"random", "greedy", "planner"} <= {bot["bot"] for bot in shown["bots"]}
    assert len(shown["scenario_hash"]) == 16


def test_show_applies_players_and_settings(loopsim: Loopsim) -> None:
    changes = ("--players", "3", "--set", "rules.ad_penalty=2", "--set", "expansions=office")
    shown = loopsim("show", BASE, *changes, "--json").json()
    plain = api.show(BASE, players=3).json()
    differ = {key for key in plain["rules"] if shown["rules"][key] != plain["rules"][key]}
    assert differ == {"ad_penalty", "expansions"}
    assert (shown["players"], shown["expansions"]) == (3, ["office"])
    assert shown["rules"]["ad_penalty"] == 2
    assert shown["scenario_hash"] != plain["scenario_hash"]
    assert shown == api.show(BASE, players=3, set=changes[3::2]).json()


def test_show_prints_what_the_json_says(loopsim: Loopsim) -> None:
    changes = ("--players", "2", "--set", "expansions=futures,more,office")
    shown = loopsim("show", BASE, *changes, "--json").json()
    lines = loopsim("show", BASE, *changes).lines()
    assert lines[:6] == [
        f"{BASE}: {TITLE}",
        f"scenario_hash {shown['scenario_hash']}",
        "",
        "players = 2",
        'expansions = ["futures", "more", "office"]',
        'deck = "loop-inc/cards/trips.csv"',
    ]
    for name in ("trips", "effects", "bots"):
        columns, printed = table(lines, name.capitalize())
        assert columns == [*shown[name][0]]
        assert printed == [
            [str(value) for value in row.values() if value != ""] for row in shown[name]
        ]


def test_show_says_from_which_prior_and_seed_the_deck_is_drawn(
    loopsim: Loopsim, tmp_path: Path
) -> None:
    change = ("--set", "deck.seed=3")
    shown = loopsim("show", BASE, *change, "--json").json()
    assert shown["deck"] == {"prior": "loop-inc/decks/prior.toml", "seed": 3}
    assert {trip["trip"][:10] for trip in shown["trips"]} == {"Drawn trip"}
    lines = loopsim("show", BASE, *change).lines()
    stated = 'deck = { prior = "loop-inc/decks/prior.toml", seed = 3 }'
    assert stated in lines
    copied = tmp_path / "copied.toml"
    copied.write_text(f'extends = "loop-inc/base"\n{stated}\n')
    again = loopsim("show", copied, "--json").json()
    assert again["scenario_hash"] == shown["scenario_hash"]


def test_a_scenario_without_a_title_is_shown_by_its_name(loopsim: Loopsim, tmp_path: Path) -> None:
    path = tmp_path / "nt.toml"
    path.write_text('extends = "loop-inc/base"\nrules.ad_penalty = 2\n')
    assert loopsim("show", str(path)).lines()[0] == "nt"
    assert loopsim("show", str(path), "--json").json()["title"] == "nt"


def test_show_prints_every_rule_in_force_so_that_a_scenario_can_state_it(
    loopsim: Loopsim, tmp_path: Path
) -> None:
    changes = ("--set", "rules.piles.move=9", "--set", "rules.trip_cards.AD=3")
    changes += ("--set", "rules.anomaly_cards=8", "--set", "rules.tear_costs=[2,4]")
    rules = loopsim("show", BASE, *changes, "--json").json()["rules"]
    lines = loopsim("show", BASE, *changes).lines()
    stated = [line for line in lines if line.startswith("rules.")]
    keys = [line.split(" = ")[0].removeprefix("rules.") for line in stated]
    assert {*keys} == {key for key in rules if key != "expansions"}
    assert len(keys) == len({*keys})
    assert "rules.tear_costs = [2, 4]" in stated
    topics = [line for line in lines if line.startswith("#")]
    assert (topics[0], topics[-1]) == ("# The days", "# Numbers of cards")
    copied = tmp_path / "copied.toml"
    copied.write_text("\n".join(['extends = "loop-inc/base"', *stated]))
    assert loopsim("show", copied, "--json").json()["rules"] == rules


@pytest.mark.parametrize("expansions", ["[]", "futures,more,office"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_show_prints_what_follows_from_the_players_so_that_a_scenario_can_state_it(
    loopsim: Loopsim, tmp_path: Path, players: int, expansions: str
) -> None:
    asked = ("show", BASE, "--players", str(players), "--set", f"expansions={expansions}")
    shown = loopsim(*asked, "--json").json()
    lines = loopsim(*asked).lines()
    stated = [line for line in lines if line.startswith(("rules.", "players", "expansions"))]
    copied = tmp_path / "copied.toml"
    copied.write_text("\n".join(['extends = "loop-inc/base"', *stated]))
    assert loopsim("show", copied, "--json").json()["scenario_hash"] == shown["scenario_hash"]
    assert all(
        f"rules.{key} = {toml_text(value)}" in lines for key, value in shown["cards"].items()
    )


def test_show_of_three_says_what_is_dealt_to_them(loopsim: Loopsim) -> None:
    """LI-02 to LI-05 for three."""
    lines = loopsim("show", BASE, "--players", "3").lines()
    assert lines[lines.index("# Numbers of cards") :][1:4] == [
        "rules.trip_cards = { AD = 3, BC = 3 }",
        (
            "rules.piles = { garage = 7, shop = 7, armory = 4, trash = 4, exchange = 4, "
            "advertise = 4, move = 4 }"
        ),
        "rules.anomaly_cards = 8",
    ]
    assert "rules.stock_per_type = 3" in lines


def test_show_says_what_effects_do_under_the_keys_that_change_them(loopsim: Loopsim) -> None:
    change = "anomaly.remodel.steps=[{do='take',room='shop'},{do='points',k=2,optional=true}]"
    rows = api.show(BASE, set=[change, "expansions=futures"]).table("effects").rows
    effects = {row["effect"]: row["steps"] for row in rows}
    assert (
        effects["anomaly.remodel"] == "take a component from the shop, then you may score 2 points"
    )
    assert effects["future.lunar_hotel"] == "discard a tear"
    trip = api.show(BASE, set=["trips.AD4.2.points=8"]).table("trips").rows[7]
    assert (trip["key"], trip["trip"], trip["points"]) == ("AD4.2", "Sail with the Vikings", 8)


def test_every_step_has_words() -> None:
    for do in (step for step in STEPS if step != "office"):
        assert steps([{"do": do}])


def test_show_of_a_game_without_effects_says_so(loopsim: Loopsim) -> None:
    changes = ("--set", "rules.anomaly_cards=0", "--set", "rules.anomalies_per_day=0")
    assert "Effects: none" in loopsim("show", BASE, *changes).lines()


def test_validate_says_of_each_file_that_it_is_sound(loopsim: Loopsim, tmp_path: Path) -> None:
    files = [tmp_path / "two.toml", tmp_path / "three.toml"]
    for players, file in zip((2, 3), files, strict=True):
        file.write_text(f'extends = "loop-inc/base"\nplayers = {players}\n')
    hashes = [api.show(file).json()["scenario_hash"] for file in files]
    assert loopsim("validate", *files).lines() == [
        f"{files[0]}: ok, 2 players, scenario {hashes[0]}",
        f"{files[1]}: ok, 3 players, scenario {hashes[1]}",
    ]
    assert api.validate(files).json() == [
        {"file": str(file), "players": players, "scenario_hash": digest}
        for file, players, digest in zip(files, (2, 3), hashes, strict=True)
    ]


def test_validate_function_takes_one_file_or_several() -> None:
    row = {"file": BASE, "players": 4, "scenario_hash": api.show(BASE).json()["scenario_hash"]}
    assert api.validate(BASE).rows == api.validate([BASE]).rows == [row]
    assert api.validate(Path(BASE)).rows == [row]


def test_validate_tells_the_first_fault_with_file_key_found_and_allowed(
    loopsim: Loopsim, tmp_path: Path
) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text('extends = "loop-inc/base"\n')
    bad.write_text('extends = "loop-inc/base"\nplayers = 5\n')
    fault = loopsim("validate", good, bad).fault()
    assert fault == f"{bad}: players: found 5; allowed: a whole number, 2 to 4"


def test_validate_needs_a_file(loopsim: Loopsim) -> None:
    assert "FILE" in loopsim("validate").fault()


FAULTS = [
    (["nosuch"], 'scenario: found "nosuch"; allowed: '),
    (["loop-inc/bas"], 'scenario: found "loop-inc/bas"; allowed: '),
    (["missing.toml"], "missing.toml: found no such file; allowed: "),
    ([BASE, "--set", "rules.ad_penaltyy=2"], "--set rules.ad_penaltyy: found an unknown key; "),
    ([BASE, "--set", "rules.ad_penalty"], '--set: found "rules.ad_penalty"; allowed: key=value'),
    ([BASE, "--set", "rules.ad_penalty=two"], '--set rules.ad_penalty: found "two"; allowed: '),
]
PLAYERS = [
    ([BASE, "--players", "5"], "--players: found 5; allowed: a whole number, 2 to 4"),
    ([BASE, "--players", "two"], '--players: found "two"; allowed: a whole number; '),
]


@pytest.mark.parametrize(
    ("command", "arguments", "start"),
    [
        *((command, *fault) for command in ("show", "run", "trace", "bench") for fault in FAULTS),
        *((command, *fault) for command in ("show", "run", "trace") for fault in PLAYERS),
        *((command, ["."], ".: found a folder; allowed: ") for command in ("show", "run", "bench")),
    ],
)
def test_bad_scenario_or_setting_is_one_line(
    loopsim: Loopsim,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    arguments: list[str],
    start: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert loopsim(command, *arguments).fault().startswith(start)
    assert [*tmp_path.iterdir()] == []
