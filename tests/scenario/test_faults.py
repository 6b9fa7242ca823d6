"""Every fault of a scenario is one line: file, key, found, allowed."""

import pytest

from loopsim.errors import InputError
from loopsim.scenario import from_resolved, load

BASE = "loop-inc/base"


def message(call, *args, **kwargs) -> str:
    """The message of the InputError that a call must raise: one line."""
    with pytest.raises(InputError) as caught:
        call(*args, **kwargs)
    text = str(caught.value)
    assert "\n" not in text
    return text


SETTINGS = {
    "unknown key": (
        "rules.ad_penaltyy=2",
        ["rules.ad_penaltyy", "unknown key", "ad_penalty (did you"],
    ),
    "known key without its table": (
        "ad_penalty=2",
        ["--set ad_penalty: found an unknown key; allowed: rules.ad_penalty (did you mean this?)"],
    ),
    "short key without its table": ("days=2", ["days", "rules.days (did you mean this?), game"]),
    "key like the name of a table": ("piles={}", ["piles", "rules.piles (did you mean this?)"]),
    "unknown key at the top": ("extend=x", ["extend", "unknown key", "extends (did you mean"]),
    "expansions are not under rules": (
        "rules.expansions=office",
        ["rules.expansions", "unknown key"],
    ),
    "text for a number": ('rules.ad_penalty="3"', ["rules.ad_penalty", 'found "3"', "0 to 50"]),
    "truth for a number": ("rules.ad_penalty=true", ["rules.ad_penalty", "true", "a whole number"]),
    "fraction": ("rules.ad_penalty=2.5", ["rules.ad_penalty", "2.5", "a whole number"]),
    "negative penalty": ("rules.ad_penalty=-3", ["rules.ad_penalty", "-3", "0 to 50"]),
    "nan": ("rules.waste_cost=nan", ["rules.waste_cost", "nan", "a whole number"]),
    "infinite": ("rules.waste_cost=inf", ["rules.waste_cost", "inf", "a whole number"]),
    "word for a switch": ("rules.components_stay=no", ["components_stay", '"no"', "true or false"]),
    "number for a switch": ("rules.components_stay=1", ["components_stay", "1", "true or false"]),
    "value for a table": ("rules=3", ["rules", "found 3", "a table of"]),
    "table for a value": ("players.x=3", ["players", '{"x": 3}', "2 to 4"]),
    "five players": ("players=5", ["players", "found 5", "2 to 4"]),
    "one player": ("players=1", ["players", "found 1", "2 to 4"]),
    "unknown game": ("game=loop_inc", ["game", '"loop_inc"', "loop-inc"]),
    "unknown expansion": (
        "expansions=future",
        ["expansions, item 1", '"future"', "futures (did you"],
    ),
    "expansion twice": ("expansions=office,office", ["expansions", "each expansion once"]),
    "no days": ("rules.days=0", ["rules.days", "found 0", "1 to 4"]),
    "too many days": ("rules.days=5", ["rules.days", "found 5", "1 to 4"]),
    "machines of other days": (
        "rules.days=2",
        ["rules.days", "[1, 2, 3] with days = 2", "each day"],
    ),
    "fourth machine": ("rules.machines_by_day=1,2,4", ["machines_by_day, item 3", "4", "0 to 3"]),
    "machine put away": (
        "rules.machines_by_day=2,1,3",
        ["machines_by_day", "[2, 1, 3]", "stays in use"],
    ),
    "new cards": ("rules.new_per_day=7", ["rules.new_per_day", "found 7", "1 to 6"]),
    "cards run out": ("rules.new_per_day=6", ["rules.new_per_day", "43 cards", "at least 48"]),
    "no piles": (
        "rules.piles={garage=0,shop=0,armory=0,trash=0,exchange=0,advertise=0,move=3}",
        ["rules.piles", "3 cards in the piles", "12 cards are taken by day 1"],
    ),
    "negative stock": ("rules.stock_per_type=-1", ["rules.stock_per_type", "-1", "0 to 31"]),
    "stock above tokens": (
        "rules.stock_per_type=13",
        ["stock_per_type = 13", "tokens_per_type = 12"],
    ),
    "tokens below stock": (
        "rules.tokens_per_type=3",
        ["rules.tokens_per_type", "stock_per_type = 4"],
    ),
    "tokens beyond the record": ("rules.tokens_per_type=32", ["tokens_per_type", "32", "1 to 31"]),
    "falling costs": ("rules.tear_costs=3,2,1", ["rules.tear_costs", "[3, 2, 1]", "totals"]),
    "cost beyond the column": ("rules.tear_costs=1,501", ["tear_costs, item 2", "501", "0 to 500"]),
    "16 costs": (f"rules.tear_costs={[1] * 16}", ["rules.tear_costs", "[1, 1", "up to 15"]),
    "9 office points": (f"rules.office_points={[1] * 9}", ["rules.office_points", "up to 8"]),
    "no capacity": ("rules.trip_capacity=0", ["rules.trip_capacity", "found 0", "1 to 4"]),
    "ads beyond the board": ("rules.ads_per_player=21", ["ads_per_player", "21", "0 to 20"]),
    "deck too small": ("rules.trip_cards.BC=9", ["rules.trip_cards.BC", "8 BC cards", "up to 8"]),
    "unknown era": (
        "rules.trip_cards.CE=1",
        ["rules.trip_cards.CE", "unknown key", "BC", "FUTURE"],
    ),
    "board too small": (
        "rules.trip_cards={AD=6,BC=5}",
        ["rules.trip_cards", "22 trips", "2 to 20"],
    ),
    "no trips": ("rules.trip_cards={AD=0,BC=0}", ["rules.trip_cards", "0 trips", "2 to 20"]),
    "futures not in play": (
        "rules.trip_cards.FUTURE=1",
        ["rules.trip_cards.FUTURE", "without", "0, or"],
    ),
    "unknown pile": (
        "rules.piles.garages=3",
        ["rules.piles.garages", "unknown", "garage (did you"],
    ),
    "negative pile": ("rules.piles.garage=-3", ["rules.piles.garage", "-3", "0 to 99"]),
    "few anomalies": ("rules.anomaly_cards=9", ["rules.anomaly_cards", "8 anomalies", "0 to 8"]),
    "unknown card": ("trips.AD44.1.points=6", ["trips.AD44", '"AD44"', "AD4 (did you mean"]),
    "third trip": ("trips.AD4.3.points=6", ["trips.AD4.3", 'the key "3"', "1, 2"]),
    "unknown column": (
        "trips.AD4.1.pionts=6",
        ["trips.AD4.1.pionts", "unknown", "points (did you"],
    ),
    "points too high": ("trips.AD4.1.points=501", ["trips.AD4.1.points", "501", "0 to 500"]),
    "need too high": ("trips.AD4.1.wheel=32", ["trips.AD4.1.wheel", "32", "0 to 31"]),
    "free trip": ("trips.AD2.1.wheel=0", ["trips.AD2.1", "found 0", "at least one component"]),
    "unknown bonus": ("trips.F1.1.bonus=lunar", ["trips.F1.1.bonus", '"lunar"', "table future"]),
    "unknown effect": (
        "anomaly.eraserr.name=x",
        ["anomaly.eraserr", "unknown effect", "eraser (did you"],
    ),
    "unknown set": ("anomaly.eraser.set=moore", ["anomaly.eraser.set", '"moore"', "more (did you"]),
    "no set": ("anomaly.new.steps=[{do='move'}]", ["anomaly.new.set", "nothing", "base, more"]),
    "bad effect key": ('anomaly."a b".steps=[{do="move"}]', ['anomaly."a b"', "letters, digits"]),
    "effect in both": (
        "future.eraser.steps=[{do='move'}]",
        ["future.eraser", "both tables", "one table"],
    ),
    "no effect": ("anomaly.eraser=3", ["anomaly.eraser", "found 3", "a table"]),
    "unknown step": ("anomaly.eraser.steps=[{do='tke'}]", ["item 1, do", '"tke"', "take (did you"]),
    "office is no step": ("anomaly.eraser.steps=[{do='office'}]", ["item 1, do", '"office"']),
    "no room": ("anomaly.eraser.steps=[{do='take'}]", ["item 1, room", "nothing", "garage"]),
    "room too many": (
        "anomaly.eraser.steps=[{do='take_box',room='any'}]",
        ["item 1, room", '"any"', "no room with the step take_box"],
    ),
    "unknown room": (
        "anomaly.eraser.steps=[{do='take',room='attic'}]",
        ["room", '"attic"', "garage"],
    ),
    "no k": ("anomaly.eraser.steps=[{do='points'}]", ["item 1, k", "nothing", "a number"]),
    "k too many": ("anomaly.eraser.steps=[{do='move'},{do='move',k=1}]", ["item 2, k", "found 1"]),
    "k beyond the column": ("anomaly.eraser.steps=[{do='points',k=10}]", ["k", "10", "-9 to 9"]),
    "four steps": (
        f"anomaly.eraser.steps={[{}] * 4}".replace("{}", "{do='move'}"),
        ["1 to 3 steps"],
    ),
    "no steps": ("anomaly.eraser.steps=[]", ["anomaly.eraser.steps", "[]", "1 to 3 steps"]),
    "threshold of nothing that is judged": (
        "report.thresholds.eliminate={fine=[0,1],fix=[0,1]}",
        ["report.thresholds.eliminate", "eliminated (did you mean this?)", "forced_turns"],
    ),
    "endless zone": (
        "report.thresholds.eliminated={fine=[0,1],fix=[0,inf]}",
        ["report.thresholds.eliminated.fix, item 2", "inf", "a finite number"],
    ),
    "zones": (
        "report.thresholds.eliminated={fine=[0,2],fix=[0,1]}",
        ["thresholds.eliminated.fix", "around the zone"],
    ),
    "zone upside down": (
        "report.thresholds.eliminated={fine=[2,0],fix=[0,9]}",
        ["eliminated.fine", "lower number first"],
    ),
    "missing deck": ("deck=no.csv", ["deck", '"no.csv", no such file', "the current folder"]),
    "deck in a strange way": ("deck=a\0b", ["deck", "no such file"]),
    "deck with an endless name": (f"deck={'a' * 300}", ["deck", "no such file"]),
    "missing bots": ("bots=robots", ["bots", '"robots", no such file']),
    "missing effects": ("effects=no.toml,no.toml", ["effects", '"no.toml", no such file']),
    "bots twice": (
        "bots=loop-inc/bots,loop-inc/bots",
        ["bots", 'a second bot "advertiser"', "once"],
    ),
    "extends": ("extends=other", ["extends", "other", "in a file only"]),
    "no value": ("rules.ad_penalty", ['"rules.ad_penalty"', "key=value"]),
    "no key": ("=3", ['the key ""', "rules.ad_penalty"]),
    "empty part": ("rules..ad_penalty=3", ['"rules..ad_penalty"', "joined by dots"]),
    "broken value": ("rules.piles={garage=", ["rules.piles", "{garage=", "TOML"]),
    "new line": ("rules.ad_penalty=3\nplayers=2", ["rules.ad_penalty", "TOML"]),
}


@pytest.mark.parametrize(("setting", "parts"), SETTINGS.values(), ids=SETTINGS)
def test_a_faulty_setting_is_one_line_with_key_found_and_allowed(setting, parts, folder):
    text = message(load, BASE, [setting])
    assert text.startswith("--set")
    assert "found " in text
    assert "; allowed: " in text
    for part in parts:
        assert part in text


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"rules.ad_penalty": -2}, "rules.ad_penalty: found -2; allowed: a whole number, 0 to 50"),
        ({"rules.ad_penalty": "2"}, 'rules.ad_penalty: found "2"; allowed: a whole number'),
        ({"rules": {"ad_penalti": 2}}, "rules.ad_penalti: found an unknown key; allowed: ad_penal"),
        ({"trips.AD4": {3: {"points": 6}}}, 'trips.AD4.3: found the key "3"; allowed: 1, 2'),
        ({"extends": ["a"]}, 'extends: found ["a"]; allowed: extends in a file only'),
        ({1: 2}, "1: found an unknown key; allowed: game"),
        ({"": 2}, 'found the key ""; allowed: names joined by dots'),
        ({"rules.ad_penalty": None}, "rules.ad_penalty: found nothing; allowed: a whole number"),
    ],
)
def test_a_faulty_mapping_of_settings_is_one_line(values, said):
    assert message(load, BASE, values).replace("--set: ", "--set ").startswith(f"--set {said}")


def test_the_file_in_which_a_bad_key_stands_is_named_also_through_extends(write):
    write(
        "old/parent.toml", 'extends = "loop-inc/base"\nrules.ad_penalty = -1\nrules.ad_bonus = -1\n'
    )
    write("child.toml", 'extends = "old/parent.toml"\nrules.ad_bonus = 2\n')
    assert message(load, "child.toml") == (
        "old/parent.toml: rules.ad_penalty: found -1; allowed: a whole number, 0 to 50"
    )
    assert message(load, "child.toml", ["rules.ad_penalty=x"]).startswith("--set rules.ad_penalty:")


def test_of_keys_that_contradict_each_other_the_last_stated_is_named(write):
    write("child.toml", 'extends = "loop-inc/base"\nrules.days = 2\n')
    assert message(load, "child.toml").startswith("child.toml: rules.days: found machines_by_day")
    text = message(load, "child.toml", ["rules.machines_by_day=1"])
    assert text.startswith("--set rules.machines_by_day: found machines_by_day = [1] with days = 2")


def test_players_given_apart_are_named_as_such():
    assert message(load, BASE, players=7) == "--players: found 7; allowed: a whole number, 2 to 4"
    assert message(load(BASE).with_players, 1).startswith("--players: found 1;")
    few = load(BASE, ["rules.tokens_per_type=3", "players=3"])
    assert message(few.with_players, 4).startswith(
        "--players: found stock_per_type = 4 with tokens"
    )


FILES = {
    "no TOML": ("a.toml", "players = = 3", ["a.toml: not TOML", "line 1, column 11"]),
    "key twice": ("a.toml", "players = 3\nplayers = 4\n", ["a.toml", "not TOML", "line 2"]),
    "deep nesting": ("a.toml", "x = " + "[" * 5000, ["a.toml", "not TOML"]),
    "endless number": ("a.toml", "players = " + "9" * 5000, ["a.toml", "not TOML"]),
    "huge number": (
        "a.toml",
        'extends = "loop-inc/base"\nplayers = ' + "9" * 50,
        ["a.toml: players"],
    ),
    "not UTF-8": ("a.toml", 'title = "Día"'.encode("latin-1"), ["a.toml", "not UTF-8", "save"]),
    "empty": ("a.toml", "", ["a.toml: game", "nothing", "loop-inc"]),
    "no game": ("a.toml", "players = 3", ["a.toml: game", "nothing", "loop-inc"]),
    "other game": ("a.toml", "game = 3", ["a.toml: game", "found 3", "loop-inc"]),
    "no deck": ("a.toml", 'game = "loop-inc"', ["a.toml: deck", "nothing", "a CSV file"]),
    "mistyped before missing": (
        "a.toml",
        'game = "loop-inc"\nextend = "loop-inc/base"',
        ["a.toml: extend:", "unknown key", "extends (did you mean this?)"],
    ),
    "extends itself": ("a.toml", 'extends = "a.toml"', ["a.toml: extends", "a circle"]),
    "extends nothing": (
        "a.toml",
        'extends = "b.toml"',
        ["a.toml: extends", '"b.toml", no such file'],
    ),
    "extends a near name": ("a.toml", 'extends = "aa.toml"', ["did you mean a.toml?"]),
    "extends two": (
        "a.toml",
        'extends = ["b", "c"]',
        ["a.toml: extends", '["b", "c"]', "one scenario"],
    ),
    "extends a misspelt name": (
        "a.toml",
        'extends = "loop-inc/bse"',
        [
            'a.toml: extends: found "loop-inc/bse", no such file; allowed: a path as seen from',
            "the current folder, or a shipped scenario: loop-inc/base (did you mean this?)",
        ],
    ),
    "extends a short name": ("a.toml", 'extends = "base"', ["loop-inc/base (did you mean this?)"]),
    "extends nothing like it": (
        "a.toml",
        'extends = "chess"',
        ["scenario: loop-inc/all, loop-inc/base, loop-inc/futures"],
    ),
    "extends a misspelt file": (
        "a.toml",
        'extends = "b.toml"',
        ["current folder (did you mean a.toml?), or a shipped scenario: loop-inc/all, "],
    ),
    **{
        f"{key} is {what}": (
            "a.toml",
            f'{key} = "{text}"\n' + ('extends = "loop-inc/base"' if key != "extends" else ""),
            [f'a.toml: {key}: found "{text}", a folder; allowed: a file'],
        )
        for key in ("extends", "deck")
        for text, what in (("", "empty"), (".", "a folder"))
    },
    "text of several lines": (
        "a.toml",
        'extends = "loop-inc/base"\nexpansions = """a\nb"""',
        ["a.toml: expansions, item 1", '"a\\nb"'],
    ),
    "date": (
        "a.toml",
        'extends = "loop-inc/base"\nplayers = 2020-01-01',
        ["players", "2020-01-01"],
    ),
}


@pytest.mark.parametrize(("name", "text", "parts"), FILES.values(), ids=FILES)
def test_a_faulty_file_is_one_line(name, text, parts, write):
    write(name, text)
    found = message(load, name)
    for part in parts:
        assert part in found


def test_circles_of_three_are_found(write):
    write("a.toml", 'extends = "sub/b.toml"')
    write("sub/b.toml", 'extends = "c.toml"')
    write("sub/c.toml", 'extends = "../a.toml"')
    assert message(load, "a.toml").startswith('sub/c.toml: extends: found "../a.toml", a circle')


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("loop-inc/bas", ['scenario: found "loop-inc/bas"', "loop-inc/base (did you mean"]),
        ("base", ['"base"', "loop-inc/base (did you mean this?)"]),
        ("chess", ['"chess"', "a path to a .toml file", "loop-inc/base"]),
        ("chess.toml", ["chess.toml: found no such file"]),
        (".", ["found a folder; allowed: a file"]),
        ("", ["found a folder; allowed: a file"]),
    ],
)
def test_an_unknown_scenario_is_one_line_with_the_known_names(name, parts, folder):
    text = message(load, name)
    for part in parts:
        assert part in text


EFFECTS = {
    "empty file": ("", ["fx.toml", "no effects", "[anomaly"]),
    "unknown table": (
        "[anomalies.x]\nsteps = []",
        ["fx.toml: anomalies", "unknown", "anomaly (did you"],
    ),
    "no table": ("anomaly = 3", ["fx.toml: anomaly", "found 3", "a table"]),
    "unknown key": (
        "[future.x]\nstep = []",
        ["fx.toml: future.x.step", "unknown", "steps (did you"],
    ),
    "in both tables": (
        "anomaly.x = {set='base', steps=[{do='move'}]}\nfuture.x = {steps=[{do='move'}]}",
        ["x", "both tables"],
    ),
}


@pytest.mark.parametrize(("text", "parts"), EFFECTS.values(), ids=EFFECTS)
def test_a_faulty_effects_file_is_named(text, parts, write):
    write("fx.toml", text)
    found = message(load, BASE, ["effects=fx.toml"])
    for part in parts:
        assert part in found


def test_an_effect_may_stand_in_one_of_two_files_only(write):
    write("fx.toml", "[anomaly.eraser]\nset = 'base'\nsteps = [{do = 'move'}]")
    found = message(load, BASE, ["effects=loop-inc/cards/effects.toml,fx.toml"])
    assert found.startswith(
        "fx.toml: anomaly.eraser: found a second effect of this key (the first in "
    )


def test_too_many_effects_are_refused_with_the_limit(write):
    def anomalies(count):
        return "".join(
            f"anomaly.a{i} = {{set='base', steps=[{{do='move'}}]}}\n" for i in range(count)
        )

    write("fx.toml", anomalies(56))
    settings = ["effects=fx.toml,loop-inc/cards/effects.toml"]
    assert "64 anomalies and bonuses in play; allowed: up to 56" in message(load, BASE, settings)
    bonus = "future.z = {steps=[{do='move'}]}\n"
    futures = "".join(f"future.{key} = {{steps=[{{do='move'}}]}}\n" for key in BONUSES)
    write("fx.toml", anomalies(56) + futures + bonus)
    assert "56 anomalies to shuffle; allowed: up to 55" in message(load, BASE, ["effects=fx.toml"])
    write("fx.toml", anomalies(55) + futures + bonus)
    assert len(load(BASE, ["effects=fx.toml"]).anomalies) == 55


BONUSES = (
    *("lunar_hotel", "hover_cup", "robot_bazaar", "mars_colony", "cloud_whales", "last_sunset"),
    *("tomorrows_paper", "time_police", "generation_ship", "meet_yourself"),
)

BOTS = {
    "no family": ("", ["b.toml: family", "nothing", "random, weighted"]),
    "unknown family": ("family = 'wieghted'", ["b.toml: family", "weighted (did you"]),
    "script is no bot": ("family = 'script'", ["b.toml: family", '"script"']),
    "weights of random": (
        "family = 'random'\nweights = {points = 1}",
        ["b.toml: weights", "no weights: only weighted bots have it"],
    ),
    "noise of random": (
        "family = 'random'\ntemperature = 5",
        ["b.toml: temperature: found 5; allowed: no temperature: only weighted bots have it"],
    ),
    "playouts of weighted": (
        "family = 'weighted'\nplayouts = 5",
        ["b.toml: playouts: found 5", "only look-ahead bots"],
    ),
    "no persona": (
        "family = 'look-ahead'",
        ["b.toml: persona: found nothing; allowed: the name of a weighted bot"],
    ),
    "weights of look-ahead": (
        "family = 'look-ahead'\npersona = 'planner'\nweights.points = 100",
        ["b.toml: weights: found", "no weights: only weighted bots have it"],
    ),
    "negative temperature": (
        "family = 'weighted'\ntemperature = -1",
        ["b.toml: temperature: found -1", "a whole number, 0 to 1000000"],
    ),
    "too much skill": (
        "family = 'weighted'\nskill = 101",
        ["b.toml: skill: found 101", "0 to 100"],
    ),
    "no playouts": (
        "family = 'look-ahead'\npersona = 'x'\nplayouts = 0",
        ["b.toml: playouts: found 0", "1 to 100000"],
    ),
    "unknown feature": ("family = 'weighted'\nweights.x_y_z = 1", ["weights.x_y_z", "of features"]),
    "key of the bot below the weights": (
        "family = 'weighted'\n[weights]\nad = 3\ntemperature = 50",
        [
            "b.toml: weights.temperature: found 50; allowed: temperature above [weights], as all ",
            " keys below it are weights of features",
        ],
    ),
    "key of the bot below the tastes": (
        "family = 'weighted'\n[tastes]\nskill = 'low'",
        [
            'tastes.skill: found "low"; allowed: skill above [tastes], as all keys below it are tastes'
        ],
    ),
    "mistyped key of the bot below the weights": (
        "family = 'weighted'\n[weights]\ntemprature = 50",
        [
            "weights.temprature: found 50; allowed: weights of features ",
            "(did you mean temperature? It stands above [weights])",
        ],
    ),
    "mistyped feature": (
        "family = 'weighted'\n[weights]\nlater_garag = 50",
        ["weights of features (did you mean later_garage?)"],
    ),
    "weight above the weights": (
        "ad = 3\nfamily = 'weighted'",
        ["b.toml: ad: found 3; allowed: ad in the table [weights]"],
    ),
    "weight among the tastes": (
        "family = 'weighted'\ntastes.ad = 3",
        ["b.toml: tastes.ad: found 3; allowed: ad in the table [weights]"],
    ),
    "taste among the weights": (
        "family = 'weighted'\nweights.advertise = 3",
        ["b.toml: weights.advertise: found 3; allowed: advertise in the table [tastes]"],
    ),
    "taste of a trip among the weights": (
        "family = 'weighted'\n[weights]\n'AD4.1' = 3",
        ['weights."AD4.1": found 3; allowed: "AD4.1" in the table [tastes]'],
    ),
    "taste above the tastes": (
        "'anomaly:remodel' = 3\nfamily = 'weighted'",
        ['"anomaly:remodel": found 3; allowed: "anomaly:remodel" in the table [tastes]'],
    ),
    "trip without quotes": (
        "family = 'weighted'\n[tastes]\nAD4.1 = 3",
        ['b.toml: tastes.AD4: found {"1": 3}; allowed: "AD4.1" in quotes'],
    ),
    "trips without quotes": (
        "family = 'weighted'\n[tastes]\nAD4.1 = 3\nAD4.2 = 5",
        ['b.toml: tastes.AD4: found {"1": 3, "2": 5}; allowed: "AD4.1" in quotes'],
    ),
    "trip without quotes nor table": (
        "AD4.2 = 3\nfamily = 'weighted'",
        ['b.toml: AD4: found {"2": 3}; allowed: "AD4.2" in quotes, in the table [tastes]'],
    ),
    "mistyped table": (
        "family = 'weighted'\n[taste]\nadvertise = 3",
        ["b.toml: taste: found an unknown key; allowed: tastes (did you mean this?), title"],
    ),
    "fraction": (
        "family = 'weighted'\nweights.points = 1.5",
        ["weights.points", "1.5", "a whole number"],
    ),
}


@pytest.mark.parametrize(("text", "parts"), BOTS.values(), ids=BOTS)
def test_a_faulty_bot_is_named_by_its_file(text, parts, write):
    write("b.toml", text)
    found = message(load, BASE, ["bots=b.toml"])
    for part in parts:
        assert part in found


@pytest.mark.parametrize("persona", ["plannr", "random", "look-ahead", "b"])
def test_the_persona_of_a_look_ahead_bot_is_a_weighted_bot_of_the_scenario(persona, write):
    write("b.toml", f"family = 'look-ahead'\npersona = '{persona}'")
    found = message(load, BASE, ["bots=loop-inc/bots,b.toml"])
    assert found.startswith(f'b.toml: persona: found "{persona}"; allowed: ')
    names, _, file = found.partition("allowed: ")[2].partition("; ")
    assert file == "or the path of its .toml file"
    allowed = names.replace(" (did you mean this?)", "").split(", ")
    bots = load(BASE).bots
    assert sorted(allowed) == sorted(name for name in bots if bots[name].family == "weighted")


def test_a_folder_without_bots_and_a_bot_with_a_comma_are_refused(write):
    write("none/readme.txt", "")
    assert 'no .toml file in "none"' in message(load, BASE, ["bots=none"])
    write("some/a,b.toml", "family = 'random'")
    assert message(load, BASE, ["bots=some"]).startswith("some/a,b.toml: found the bot name")


def test_an_unknown_bot_is_refused_with_the_known_names():
    text = message(load(BASE).bots_hash, ["plannr"])
    assert text.startswith('--bots: found "plannr"; allowed: planner (did you mean this?), ')


def test_a_faulty_resolved_scenario_is_one_line():
    good = load(BASE).resolved()
    assert message(from_resolved, good | {"players": 9}).startswith("resolved scenario: players:")
    assert message(from_resolved, {}).startswith("resolved scenario: game: found nothing")
    lone = good | {"trips": good["trips"][1:]}
    assert "1 trips of AD1" in message(from_resolved, lone)
    without = good | {"effects": good["effects"] | {"future": {}}}
    assert 'trips: found "lunar_hotel"' in message(from_resolved, without)
    twin = good | {"trips": [good["trips"][0], good["trips"][0], *good["trips"][2:]]}
    assert "of AD1 twice; allowed: each trip once" in message(from_resolved, twin)
    for key in ("anomaly.mine", "remodel", "copy.x", ""):
        strange = good | {"deck": good["deck"] | {"own": [key]}}
        said = f'resolved scenario: deck.own: found "{key}"; allowed: keys of its effects'
        assert message(from_resolved, strange).startswith(said)
    without_seed = good | {"deck": {"prior": "loop-inc/decks/prior.toml"}}
    assert "deck.seed: found nothing" in message(from_resolved, without_seed)
    turned = good["trips"][1] | {"era": "BC"}
    two_backs = good | {"trips": [good["trips"][0], turned, *good["trips"][2:]]}
    assert "trips: found AD and BC on AD1; allowed: one era" in message(from_resolved, two_backs)


HUGE = "0x" + "f" * 5000
HUGE_AT = (
    *("players", "name", "game", "title", "expansions", "deck", "effects", "bots", "rules"),
    *("rules.ad_penalty", "rules.tear_costs", "rules.components_stay", "rules.piles.move"),
    *("trips", "trips.AD4.1.year", "trips.AD4.1.trip", "anomaly.eraser.set", "anomaly.eraser"),
    *("report.thresholds.eliminated.fine", "nothing"),
)


@pytest.mark.parametrize("value", [HUGE, f"[{HUGE}, {HUGE}]", f"{{x = {HUGE}}}"])
@pytest.mark.parametrize("key", HUGE_AT)
def test_a_number_of_thousands_of_digits_is_one_short_line(key, value, write):
    found = message(load, BASE, [f"{key}={value}"])
    assert found.startswith("--set ")
    assert len(found) < 500
    write("a.toml", f'{key} = {value}\nextends = "loop-inc/base"\n')
    found = message(load, "a.toml")
    assert found.startswith("a.toml: ")
    assert len(found) < 500


def test_a_huge_number_is_shown_as_far_as_it_fits():
    found = message(load, BASE, [f"players={HUGE}"])
    assert found == f"--set players: found 0x{'f' * 67}…; allowed: a whole number, 2 to 4"


def test_a_huge_number_in_a_file_of_effects_or_bots_is_one_line(write):
    write("b.toml", f"family = 'weighted'\nweights.points = {HUGE}\n")
    write("extends.toml", f"extends = {HUGE}")
    assert message(load, BASE, ["bots=b.toml"]).startswith("b.toml: weights.points: found 0xff")
    assert message(load, BASE, ["effects=b.toml"]).startswith("b.toml: family: found")
    assert message(load, "extends.toml").startswith("extends.toml: extends: found 0xff")


DEEP = ".".join(["a"] * 3000)
DEEP_FILES = {
    "key": f"{DEEP} = 1",
    "key in a table": f"rules.{DEEP} = 1",
    "head": f"[{DEEP}]",
    "head of a list": f"[[{DEEP}]]",
    "key in an inline table": f"rules = {{{DEEP} = 1}}",
    "key in a list": f"deck = [{{{DEEP} = 1}}]",
    "effect": f"anomaly.{DEEP} = 1",
    "parent": f"extends.{DEEP} = 1",
    "lists": f"title = {'[' * 60}{']' * 60}",
}


@pytest.mark.parametrize("text", DEEP_FILES.values(), ids=DEEP_FILES)
def test_keys_of_thousands_of_parts_in_a_file_are_one_short_line(text, write):
    head = "" if "extends" in text else 'extends = "loop-inc/base"\n'
    write("a.toml", f"{head}{text}\n")
    found = message(load, "a.toml")
    assert found.startswith("a.toml: ")
    assert len(found) < 300
    write("b.toml", text)
    for files in ("bots", "effects"):
        found = message(load, BASE, [f"{files}=b.toml"])
        assert found.startswith("b.toml: ")
        assert len(found) < 300


DEEP_SETTINGS = {
    "key": f"{DEEP}=1",
    "quoted key": f'"a b".{DEEP}=1',
    "key of dots": f"{'.' * 3000}=1",
    "no value": DEEP,
    "value": f"rules={{{DEEP}=1}}",
    "lists": f"rules.tear_costs={'[' * 60}{']' * 60}",
    "more lists": f"rules.tear_costs={'[' * 5000}{']' * 5000}",
}


@pytest.mark.parametrize("setting", DEEP_SETTINGS.values(), ids=DEEP_SETTINGS)
def test_settings_of_thousands_of_parts_are_one_short_line(setting):
    found = message(load, BASE, [setting])
    assert found.startswith("--set")
    assert len(found) < 300


@pytest.mark.parametrize("which", ["1", "2"])
def test_a_change_may_not_give_both_trips_of_a_card_one_name(which, write):
    names = [trip.trip for trip in load(BASE).trips if trip.card == "AD4"]
    other = names[2 - int(which)]
    assert message(load, BASE, [f"trips.AD4.{which}.trip={other!r}"]) == (
        f'--set trips.AD4.{which}.trip: found "{other}" of AD4 twice; allowed: each trip once'
    )
    write("a.toml", 'extends = "loop-inc/base"\ntrips.AD4.1.trip = "X"\n')
    assert message(load, "a.toml", ["trips.AD4.2.trip=X"]).startswith("--set trips.AD4.2.trip:")
    swapped = load(BASE, [f"trips.AD4.1.trip={names[1]!r}", f"trips.AD4.2.trip={names[0]!r}"])
    assert [trip.trip for trip in swapped.trips if trip.card == "AD4"] == names[::-1]


def test_a_link_in_a_loop_or_to_nothing_is_called_so(folder):
    for name in ("loop.toml", "loop"):
        (folder / name).symlink_to(name)
    loop = "found a link that leads back to itself, a loop; allowed: an existing scenario file"
    assert message(load, "loop.toml") == f"loop.toml: {loop}"
    assert message(load, "loop") == f"loop: {loop}"
    assert message(load, "loop/a.toml") == f"loop/a.toml: {loop}"
    for key in ("deck", "effects", "bots"):
        assert message(load, BASE, [f"{key}=loop.toml"]) == (
            f'--set {key}: found "loop.toml", a link that leads back to itself, a loop;'
            " allowed: a path as seen from the current folder"
        )
    (folder / "bots").mkdir()
    (folder / "bots" / "b.toml").symlink_to("b.toml")
    assert "b.toml: found a link that leads back" in message(load, BASE, ["bots=bots"])
    (folder / "gone.toml").symlink_to("nowhere")
    assert message(load, "gone.toml").startswith(
        "gone.toml: found a link to a file that is not there; allowed: an existing scenario file"
    )


def test_the_heaviest_weight_times_a_plan_fits_into_64_bits(write):
    write("b.toml", "family = 'weighted'\nweights.points = -1000000\n")
    assert load(BASE, ["bots=b.toml"]).bot("b").weights == {"points": -(10**6)}
    write("b.toml", "family = 'weighted'\nweights.points = 1000001\n")
    assert message(load, BASE, ["bots=b.toml"]).endswith("a whole number, -1000000 to 1000000")
