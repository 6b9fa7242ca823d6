"""Scenarios from files: names, `extends`, paths, `--set`, and bots."""

import json
import re
import tomllib

import pytest

from loopsim.scenario import from_resolved, load, settings, shipped
from loopsim.scenario.shelf import root, shipped_names

BASE = "loop-inc/base"


def test_the_shipped_scenarios_have_names_and_titles_and_load():
    assert (BASE, "Loop, Inc.: the base game") in shipped()
    assert not [name for name in shipped_names() if re.search("/(cards|bots|decks)/", name)]
    for name, title in shipped():
        assert load(name).name == name
        assert load(name).title == title != ""


SETUPS = {
    "loop-inc/futures": "futures",
    "loop-inc/more-anomalies": "more",
    "loop-inc/office": "office",
    "loop-inc/all": "futures,more,office",
}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("name", "expansions"), SETUPS.items())
def test_li_63_a_ready_set_up_is_base_with_its_expansions(name, expansions, players):
    ready, base = load(name, players=players), load(BASE, [f"expansions={expansions}"], players)
    assert ready.scenario_hash == base.scenario_hash != load(BASE, players=players).scenario_hash
    assert (ready.expansions, ready.bots, ready.report) == (
        base.expansions,
        base.bots,
        base.report,
    )


def test_base_states_every_rule_as_it_is_by_default(write):
    stated = tomllib.loads((root() / "loop-inc/base.toml").read_text(encoding="utf-8"))["rules"]
    assert stated == {
        "exchange_may_retake": True,
        "ad_on_own_visited": True,
        "trash_empty_tears": True,
        "office_rescores": True,
        "same_day_revisit": False,
        "ad_owner_keeps_place": True,
        "components_stay": True,
        "future_bonus_optional": True,
        "days": 3,
        "new_per_day": 3,
        "machines_by_day": [1, 2, 3],
        "tokens_per_type": 12,
        "ads_per_player": 3,
        "trip_capacity": 2,
        "tear_costs": [1, 3, 6],
        "waste_cost": 1,
        "ad_penalty": 3,
        "ad_bonus": 1,
        "office_points": [2, 1, 0],
    }
    silent = 'game = "loop-inc"\ndeck = "loop-inc/cards/trips.csv"\neffects = "loop-inc/cards/effects.toml"'
    write("silent.toml", silent)
    assert load("silent.toml").rules == load(BASE).rules
    assert load("silent.toml").bots == load(BASE).bots


@pytest.mark.parametrize("part", ["trips.csv", "effects.toml"])
def test_card_files_say_that_their_faces_are_a_reconstruction(part):
    assert "RECONSTRUCTION" in (root() / "loop-inc/cards" / part).read_text(encoding="utf-8")


def test_a_file_states_only_what_differs(write):
    write("my/variant.toml", 'extends = "loop-inc/base"\nplayers = 3\nrules.ad_penalty = 2\n')
    scenario, base = load("my/variant.toml"), load(BASE)
    assert scenario.name == "variant"
    assert scenario.title == scenario.name  # a title is of its own file
    assert scenario.source == "my/variant.toml"
    assert scenario.players == 3
    assert scenario.rules == base.rules.model_copy(update={"ad_penalty": 2})
    assert (scenario.trips, scenario.effects, scenario.bots) == (
        base.trips,
        base.effects,
        base.bots,
    )


def test_tables_merge_and_other_values_replace_through_three_files(write):
    write(
        "a.toml", 'extends = "loop-inc/base"\nexpansions = ["office", "more"]\nrules.piles.move = 3'
    )
    write("b/b.toml", 'extends = "../a.toml"\nexpansions = ["futures"]\nrules.piles.garage = 20')
    scenario = load("b/b.toml")
    assert scenario.expansions == ("futures",)
    assert scenario.piles["move"] == 3
    assert scenario.piles["garage"] == 20
    assert scenario.piles["shop"] == 9


def test_paths_are_relative_to_the_file_in_which_they_stand(write, folder):
    deck = (root() / "loop-inc/cards/trips.csv").read_bytes()
    write("one/decks/mine.csv", deck.replace(b",3,\n", b",7,\n"))
    write("one/parent.toml", 'extends = "loop-inc/base"\ndeck = "decks/mine.csv"\nbots = "bots"')
    write("one/bots/me.toml", 'family = "random"')
    write("two/child.toml", 'extends = "../one/parent.toml"')
    scenario = load(folder / "two/child.toml")
    assert scenario.trips[0].points == 7
    assert list(scenario.bots) == ["me"]


def test_a_path_of_the_command_line_is_relative_to_the_current_folder(write):
    deck = (root() / "loop-inc/cards/trips.csv").read_bytes()
    write("my.csv", deck.replace(b",3,\n", b",7,\n"))
    write("elsewhere/s.toml", 'extends = "loop-inc/base"')
    assert load("elsewhere/s.toml", ["deck=my.csv"]).trips[0].points == 7


def test_a_name_stated_in_a_file_is_its_name(write):
    write("x.toml", 'extends = "loop-inc/base"\nname = "My own"')
    write("y.toml", 'extends = "x.toml"')
    assert load("x.toml").name == "My own"
    assert load("y.toml").name == "y"


@pytest.mark.parametrize("stem", ["n" * 80, "n" * 81, "n" * 200, "\u00e9" * 100])
def test_a_scenario_named_after_a_file_takes_at_most_80_characters(stem, write):
    write(f"{stem}.toml", 'extends = "loop-inc/base"')
    scenario = load(f"{stem}.toml")
    assert scenario.name == stem[:80]
    assert from_resolved(scenario.resolved()) == scenario


def test_files_with_a_byte_order_mark_and_windows_line_ends_load(write):
    write("x.toml", '\ufeffextends = "loop-inc/base"\r\nplayers = 2\r\n')
    assert load("x.toml").players == 2


VALUES = {
    "rules.ad_penalty=2": {"rules": {"ad_penalty": 2}},
    "rules.ad_penalty = 2 ": {"rules": {"ad_penalty": 2}},
    "expansions=futures": {"expansions": "futures"},
    "expansions=futures,office": {"expansions": ["futures", "office"]},
    "expansions=futures, office,": {"expansions": ["futures", "office"]},
    "expansions=[futures, office]": {"expansions": ["futures", "office"]},
    "expansions=[futures]": {"expansions": ["futures"]},
    'expansions=["futures","office"]': {"expansions": ["futures", "office"]},
    "expansions=": {"expansions": ""},
    "expansions=[]": {"expansions": []},
    "expansions=[ ]": {"expansions": []},
    "rules.tear_costs=1,3,6": {"rules": {"tear_costs": [1, 3, 6]}},
    "rules.tear_costs=[1,3,6]": {"rules": {"tear_costs": [1, 3, 6]}},
    "rules.components_stay=false": {"rules": {"components_stay": False}},
    "rules.piles={move = 3, trash = 2}": {"rules": {"piles": {"move": 3, "trash": 2}}},
    "deck=my deck.csv": {"deck": "my deck.csv"},
    'deck="a,b.csv"': {"deck": "a,b.csv"},
    "deck=../x/y-1.csv": {"deck": "../x/y-1.csv"},
    "trips.AD4.1.points=6": {"trips": {"AD4": {"1": {"points": 6}}}},
    'trips."Card 4.5".1.points=6': {"trips": {"Card 4.5": {"1": {"points": 6}}}},
    "trips.Día.1.points=6": {"trips": {"Día": {"1": {"points": 6}}}},
    "trips.AD4.1.trip='6'": {"trips": {"AD4": {"1": {"trip": "6"}}}},
    "title=It's mine": {"title": "It's mine"},
    "title=Número 1 # it is": {"title": "Número 1 # it is"},
}


@pytest.mark.parametrize(("setting", "table"), VALUES.items())
def test_a_setting_is_toml_with_fewer_quotes(setting, table):
    assert settings.parse(setting) == table


def test_later_settings_win_over_earlier_ones_and_over_files(write):
    write("x.toml", 'extends = "loop-inc/base"\nrules.ad_penalty = 5')
    assert load("x.toml", ["rules.ad_penalty=2", "rules.ad_penalty=4"]).rules.ad_penalty == 4
    assert load("x.toml", ["players=2"], players=3).players == 3


def test_settings_may_be_a_mapping_with_values_of_python_or_a_single_text():
    texts = ["rules.ad_penalty=2", "expansions=futures,office", "trips.AD4.1.points=6"]
    values = {
        "rules.ad_penalty": 2,
        "expansions": ("futures", "office"),
        "trips": {"AD4": {1: {"points": 6}}},
    }
    same = load(BASE, texts)
    assert load(BASE, values).resolved() == same.resolved() != load(BASE).resolved()
    assert load(BASE, values, players=2) == load(BASE, texts, players=2)
    assert load(BASE, texts[0]).rules.ad_penalty == 2
    assert load(BASE, {}).resolved() == load(BASE).resolved()


def test_a_list_of_one_and_of_none_need_no_brackets():
    scenario = load(BASE, ["rules.tear_costs=2", "expansions=office", "rules.office_points="])
    assert scenario.rules.tear_costs == (2,)
    assert scenario.rules.office_points == ()
    assert scenario.expansions == ("office",)
    assert load(BASE, ["expansions="]).expansions == ()


def test_cards_and_effects_are_changed_by_their_keys():
    scenario = load(
        BASE,
        [
            "trips.F1.2.points=9",
            "trips.F1.2.bonus=",
            "trips.F1.2.trip=Race",
            "anomaly.eraser.steps={do='points',k=-2,optional=true}",
            "anomaly.mine={set='base',steps=[{do='take',room='any'}]}",
        ],
    )
    trip = next(trip for trip in scenario.trips if trip.trip == "Race")
    assert (trip.card, trip.year, trip.points, trip.bonus) == ("F1", 2140, 9, "")
    assert [(s.do, s.k, s.optional) for s in scenario.effects.anomaly["eraser"].steps] == [
        ("points", -2, True)
    ]
    assert scenario.effects.anomaly["eraser"].set == "more"
    assert list(scenario.anomalies)[-1] == "mine"


def test_bots_are_named_by_their_files(write):
    write("bots/a.toml", 'family = "random"')
    write("bots/b.toml", 'family = "weighted"\n[weights]')
    write("c.toml", 'family = "random"\ntitle = "C"')
    scenario = load(BASE, ["bots=bots,c.toml,loop-inc/bots/planner.toml"])
    assert list(scenario.bots) == ["a", "b", "c", "planner"]
    assert scenario.bot("c").title == "C"


def test_the_base_bots_are_those_of_the_issue():
    assert {"random", "greedy", "planner"} <= load(BASE).bots.keys()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("expansions", ["", "futures", "more,office", "futures,more,office"])
def test_a_resolved_scenario_needs_no_file_and_is_the_same(players, expansions):
    scenario = load(
        BASE, [f"expansions={expansions}", "trips.AD4.1.points=6", "rules.trip_cards.AD=5"], players
    )
    resolved = json.loads(json.dumps(scenario.resolved()))
    again = from_resolved(resolved)
    assert again == scenario
    assert again.scenario_hash == scenario.scenario_hash
    assert again.rules_in_force() == scenario.rules_in_force()
    assert again.resolved() == resolved
    assert again.with_players(2) == scenario.with_players(2)


def test_with_players_is_loading_for_so_many():
    for players in (2, 3, 4):
        assert load(BASE).with_players(players) == load(BASE, players=players)
