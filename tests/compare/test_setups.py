"""What is varied: how it is read, what the set-ups are called, and what is refused."""

from typing import Any

import numpy as np
import pytest

import loopsim
from loopsim import InputError
from loopsim.studies.setups import Variation, variations, varied

BASE = "loop-inc/base"


def read(*texts: str) -> dict[str, list[Any]]:
    return {of.key: [*of.values] for of in variations(texts, "--vary")}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("3,2", [3, 2]),
        (" 3 , 2 ", [3, 2]),
        ("0..6", [0, 1, 2, 3, 4, 5, 6]),
        ("0..10:2", [0, 2, 4, 6, 8, 10]),
        ("0..7:3", [0, 3, 6]),
        ("-2..2", [-2, -1, 0, 1, 2]),
        ("-4..-2", [-4, -3, -2]),
        ("0..1:0.25", [0, 0.25, 0.5, 0.75, 1]),
        ("0.1..0.3:.1", [0.1, 0.2, 0.3]),  # exactly, not 0.30000000000000004
        ("1.5..3", [1.5, 2.5]),
        ("1,2,5..7", [1, 2, 5, 6, 7]),
        ("true,false", [True, False]),
        ("[],[office]", [[], ["office"]]),
        ("[1,3,6],[2,4,6]", [[1, 3, 6], [2, 4, 6]]),
        ("[office,more],[]", [["office", "more"], []]),
        ("[[1,2],[3]],[[4]]", [[[1, 2], [3]], [[4]]]),
        ("office,more", ["office", "more"]),
        (",office", ["", "office"]),  # nothing is an empty list where a list is wanted
        ('"a, b",c', ["a, b", "c"]),
        ("'x','y, [z'", ["x", "y, [z"]),
        ("{a = 1},{a = 2, b = 3}", [{"a": 1}, {"a": 2, "b": 3}]),
        ('"1..3",4', ["1..3", 4]),
        ("1e2,2", [100.0, 2]),
    ],
)
def test_values_are_read(text: str, values: list[Any]) -> None:
    found = read(f"some.key={text}")["some.key"]
    assert found == values
    assert [type(value) for value in found] == [type(value) for value in values]


def test_keys_are_read_in_their_order() -> None:
    assert read("b=1,2", 'trips."AD4.1".x = 3..4', "a=x,y") == {
        "b": [1, 2], 'trips."AD4.1".x': [3, 4], "a": ["x", "y"]
    }  # fmt: skip
    assert variations("a=1,2", "--vary") == [Variation("a", (1, 2))]


def test_a_mapping_gives_values_as_they_are() -> None:
    given = {"a": range(3), "b": [[], ["office"]], "c": np.arange(2), "d": (x for x in "xy")}
    found = {of.key: of.values for of in variations(given, "--vary")}
    assert found == {"a": (0, 1, 2), "b": ([], ["office"]), "c": (0, 1), "d": ("x", "y")}
    assert [type(value) for value in found["c"]] == [int, int]  # a manifest takes no NumPy


RISES = "a range that rises, as in 0..6 or 0..10:2"
TWO = "two or more, as in rules.ad_penalty=2,3 or rules.ad_penalty=0..6"
VALUE = "a value in TOML, a bare word, or words separated by commas"
TEXTS = "texts key=values, or a mapping"


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ("k", '--vary: found "k"; allowed: key=v1,v2 or key=a..b or key=a..b:step'),
        ("=1,2", '--vary: found "=1,2"; allowed: key=v1,v2 or key=a..b or key=a..b:step'),
        ("k=1", f"--vary k: found one value; allowed: {TWO}"),
        ("k=", f"--vary k: found one value; allowed: {TWO}"),
        ({"k": []}, f"--vary k: found no value; allowed: {TWO}"),
        ("k=1,2,1", "--vary k: found 1 twice; allowed: each value once"),
        ("k=0..3,2", "--vary k: found 2 twice; allowed: each value once"),
        ("k=[1],[1]", "--vary k: found [1] twice; allowed: each value once"),
        ("k=3..1", f'--vary k: found "3..1"; allowed: {RISES}'),
        ("k=0..4:0", f'--vary k: found "0..4:0"; allowed: {RISES}'),
        ("k=0..4:-1", f'--vary k: found "0..4:-1"; allowed: {RISES}'),
        ("k=0..1000", "--vary k: found \"0..1000\"; allowed: up to 1000 values"),
        ("k=0..999,-1", "--vary k: found 1001 values; allowed: up to 1000"),
        ("k=0..1:0.0001", "--vary k: found \"0..1:0.0001\"; allowed: up to 1000 values"),
        ("k=[1,2", f"--vary k: found [1,2; allowed: {VALUE}"),
        (["k=1,2", "k=3,4"], "--vary k: found the key twice; allowed: each key once"),
        ({"k": 3}, "--vary k: found 3; allowed: a list of values"),
        ({"k": None}, "--vary k: found nothing; allowed: a list of values"),
        ({"k": "3,2"}, '--vary k: found "3,2"; allowed: a list of values'),
        (5, f"--vary: found 5; allowed: {TEXTS}"),
        ([5], f"--vary: found 5; allowed: {TEXTS}"),
    ],
)  # fmt: skip
def test_what_cannot_be_varied_is_one_line(given: Any, fault: str) -> None:
    with pytest.raises(InputError) as wrong:
        variations(given, "--vary")
    assert str(wrong.value) == fault


@pytest.mark.parametrize("set", [(), ["rules.ad_bonus=2"], {"rules.ad_bonus": 2}])
def test_setups_are_all_combinations_the_last_key_fastest(set: Any) -> None:
    given = variations(["rules.ad_penalty=3,2", 'expansions=[],[office],["more"]'], "--vary")
    made = varied(BASE, given, set, 3, "--vary")
    assert [setup.label for setup in made] == [
        f"rules.ad_penalty={p}, expansions={e}"
        for p in (3, 2)
        for e in ("[]", "[office]", "[more]")
    ]
    for setup, (p, e) in zip(
        made, ((p, e) for p in (3, 2) for e in ([], ["office"], ["more"])), strict=True
    ):
        assert setup.values == {"rules.ad_penalty": p, "expansions": e}
        rules = setup.scenario.rules_in_force()
        assert (rules["ad_penalty"], rules["expansions"]) == (p, e)
        assert rules["ad_bonus"] == (2 if set else 1)
        assert setup.scenario.players == 3


@pytest.mark.parametrize("set", [["rules.ad_bonus=2"], {"rules.ad_bonus": 2}])
def test_a_value_of_any_kind_arrives_as_it_was_given(set: Any) -> None:
    """Texts with commas, quotes and words that look like other values; tables."""
    titles = ["a, b", 'says "no"', "true", "[1]", "7"]
    made = varied(BASE, [Variation("title", tuple(titles))], set, None, "--vary")
    assert [setup.scenario.title for setup in made] == titles
    trips = [{"points": 6}, {"points": 9}]
    made = varied(BASE, [Variation("trips.AD4.1", tuple(trips))], set, None, "--vary")
    cards = [setup.scenario.resolved()["trips"] for setup in made]
    assert cards[0] != cards[1]


def test_a_variation_wins_over_a_setting_of_the_same_key() -> None:
    for set in (["rules.ad_penalty=5"], {"rules.ad_penalty": 5}):
        made = varied(BASE, [Variation("rules.ad_penalty", (3, 2))], set, None, "--vary")
        penalties = [setup.scenario.rules_in_force()["ad_penalty"] for setup in made]
        assert penalties == [3, 2]


EXPANSIONS = "office (did you mean this?), futures, more"
DECKS = (
    "1 (the deck of the scenario) or 20 to 1000 drawn ones; fewer say nothing of the spread "
    "between decks"
)
COMPARE, FACTORIAL, SWEEP = loopsim.compare, loopsim.factorial, loopsim.sweep


@pytest.mark.parametrize(
    ("study", "given", "fault"),
    [
        (COMPARE, {"scenarios": []}, "compare: no scenario; name two, or one with --vary key=v1,v2"),
        (COMPARE, {"scenarios": BASE},
         "compare: one scenario; name two, or vary it with --vary key=v1,v2"),
        (COMPARE, {"scenarios": [BASE, BASE]},
         f'compare: "{BASE}" stands twice; each set-up once'),
        (COMPARE, {"scenarios": [BASE, "loop-inc/office"], "vary": "k=1,2"},
         "--vary: with one scenario, not with 2"),
        (COMPARE, {"scenarios": [BASE, "loop-inc/office"], "rekey": "anomalies"},
         "--rekey: with one scenario, not with 2"),
        (COMPARE, {"scenarios": BASE, "rekey": "trips", "vary": "k=1,2"},
         "--rekey: not together with --vary"),
        (COMPARE, {"scenarios": BASE, "vary": "rules.ad_penalty=3,x"},
         '--vary rules.ad_penalty: found "x"; allowed: a whole number, 0 to 50'),
        (COMPARE, {"scenarios": BASE, "vary": "expansions=[],[offic]"},
         f'--vary expansions, item 1: found "offic"; allowed: {EXPANSIONS}'),
        (COMPARE, {"scenarios": BASE, "vary": "rules.ad_penalty=3,2", "set": "rules.waste_cost=x"},
         '--set rules.waste_cost: found "x"; allowed: a whole number, 0 to 20'),
        (COMPARE, {"scenarios": BASE, "vary": ["rules.ad_penalty=0..50", "rules.waste_cost=0..50"]},
         "--vary: found 2601 set-ups; allowed: up to 64"),
        (COMPARE, {"scenarios": [BASE, "loop-inc/all"], "decks": 19},
         f"--decks 19: allowed are {DECKS}"),
        (COMPARE, {"scenarios": [BASE, "loop-inc/all"], "decks": 30, "games": 59},
         "--games 59: at least two for each of 30 decks"),
        (COMPARE, {"scenarios": BASE, "vary": "players=2,3", "players": 4},
         "--vary players: found --players 4 beside it; allowed: one of the two"),
        (COMPARE, {"scenarios": [BASE, "loop-inc/all"], "games": 1}, "--games 1: at least two"),
        (FACTORIAL, {"factors": ["office", "players=2,3"]},
         "--factors players: found a factor; allowed: --players 2,3: a factorial for each"),
        (SWEEP, {"vary": []}, "--vary: 0 keys; allowed are one or two"),
        (SWEEP, {"vary": ["a=1,2", "b=1,2", "c=1,2"]}, "--vary: 3 keys; allowed are one or two"),
        (SWEEP, {"vary": "rules.ad_penalty=0..999"}, "--vary: found 1000 set-ups; allowed: up to 64"),
        (FACTORIAL, {"factors": []}, "--factors: found no factor; allowed: one or more"),
        (FACTORIAL, {"factors": {}}, "--factors: found no factor; allowed: one or more"),
        (FACTORIAL, {"factors": "office,office"},
         "--factors office: found the factor twice; allowed: each factor once"),
        (FACTORIAL, {"factors": ["office", "expansions=[],[more]"]},
         "--factors office: found expansions beside it; allowed: office or expansions"),
        (FACTORIAL, {"factors": "office=few,many"},
         "--factors office: found few,many; allowed: true and false"),
        (FACTORIAL, {"factors": "rules.ad_penalty=3"},
         f"--factors rules.ad_penalty: found one value; allowed: {TWO}"),
        (FACTORIAL, {"factors": "rules.ad_penalty=3,x"},
         '--factors rules.ad_penalty: found "x"; allowed: a whole number, 0 to 50'),
        (FACTORIAL, {"factors": {"a": range(20), "b": range(20)}},
         "--factors: found 400 set-ups; allowed: up to 64"),
        (FACTORIAL, {"factors": 5},
         "--factors: found 5; allowed: names, texts key=values, or a mapping"),
        (FACTORIAL, {"factors": "office", "players": []},
         "--players: found no number; allowed: numbers of players, each once, or nothing"),
        (FACTORIAL, {"factors": "office", "players": [2, 2]},
         "--players: found a number twice; allowed: numbers of players, each once, or nothing"),
        (FACTORIAL, {"factors": "office", "players": [2, 9]},
         "--players: found 9; allowed: a whole number, 2 to 4"),
        (loopsim.run_over, {"decks": 1}, "--decks 1: allowed are 20 to 1000; one deck is a run"),
    ],
)  # fmt: skip
def test_a_study_that_cannot_be_is_one_line(study: Any, given: dict[str, Any], fault: str) -> None:
    with pytest.raises(InputError) as wrong:
        study(**{"games": 100, "bots": "random", **given})
    assert str(wrong.value) == fault


@pytest.mark.parametrize("wrong", ["offce", "components_stay", ""])
def test_a_factor_that_there_is_not_is_one_line_with_those_that_there_are(wrong: str) -> None:
    with pytest.raises(
        InputError, match=r"^--factors: found \".*\"; allowed: .*office.*key=v1,v2$"
    ):
        loopsim.factorial(factors=f"more,{wrong}", games=100, bots="random")
