"""Bots from files of their own, and populations of bots."""

import json
import re

import pytest

import loopsim
from loopsim.errors import InputError
from loopsim.games.loop_inc import tables
from loopsim.population import population, with_bots
from loopsim.scenario import from_resolved, load
from loopsim.scenario.shelf import shipped_names

BASE = "loop-inc/base"
LOVER = 'title = "Ad lover"\nfamily = "weighted"\nweights = { ad = 300 }\n'
HATER = 'family = "weighted"\nweights = { ad = -300 }\n'


def fault(text: str) -> str:
    with pytest.raises(InputError) as wrong:
        population(load(BASE), text)
    return str(wrong.value)


def test_the_shipped_populations_are_parts_and_no_scenarios() -> None:
    assert not [name for name in shipped_names() if "populations" in name]
    basic = population(load(BASE), "basic")
    assert (basic.name, basic.title, basic.bots) == (
        "basic",
        "Greedy and planner",
        ("greedy", "planner"),
    )
    assert basic.notes
    assert basic.scenario == load(BASE)
    assert population(load(BASE), "loop-inc/populations/basic.toml") == basic


def test_a_population_has_bots_of_the_scenario_and_of_files_beside_it(write) -> None:
    write("mine/bots/lover.toml", LOVER)
    write("mine/pop.toml", 'notes = "So."\nbots = ["bots/lover.toml", "planner", "random"]\n')
    found = population(load(BASE), "mine/pop.toml")
    assert (found.name, found.title, found.notes) == ("pop", "pop", "So.")
    assert found.bots == ("lover", "planner", "random")
    assert found.scenario.bots["lover"].weights == {"ad": 300}
    assert found.scenario.bots["planner"] == load(BASE).bots["planner"]
    assert found.scenario.scenario_hash == load(BASE).scenario_hash
    assert from_resolved(found.scenario.resolved()).bots == found.scenario.bots


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('bots = ["planner", "plannr"]', 'bots, item 2: found "plannr"; allowed: planner (did you'),
        ('bots = ["planner"]', 'bots: found ["planner"]; allowed: 2 to 100 bots'),
        ('bots = "planner"', 'bots: found "planner"; allowed: 2 to 100 bots'),
        ("", "bots: found nothing; allowed: 2 to 100 bots"),
        ('bots = ["planner", 3]', "bots, item 2: found 3; allowed: "),
        ('bots = ["planner", "greedy", "planner"]', 'bots, item 3: found "planner" twice;'),
        ('bots = ["hater.toml", "hater.toml"]', 'bots, item 2: found "hater" twice;'),
        ('bots = ["planner", "no.toml"]', 'bots, item 2: found "no.toml", no such file;'),
        ('bots = ["planner", "greedy"]\nsize = 3', "size: found an unknown key;"),
        ('bots = ["planner", "greedy"]\ntitle = "a\\nb"', "title: found"),
        ("bots = [", "not TOML: found "),
    ],
)
def test_a_fault_of_a_population_names_file_and_key(write, text: str, told: str) -> None:
    write("hater.toml", HATER)
    write("pop.toml", text)
    assert fault("pop.toml").startswith(f"pop.toml: {told}")


def test_a_fault_of_the_bot_of_a_population_names_the_file_of_the_bot(write) -> None:
    write("bot.toml", 'family = "weighted"\nweights = { adds = 300 }\n')
    write("pop.toml", 'bots = ["planner", "bot.toml"]')
    assert fault("pop.toml").startswith("bot.toml: weights.adds: found 300; ")
    write("other/planner.toml", HATER)
    write("pop.toml", 'bots = ["greedy", "other/planner.toml"]')
    assert fault("pop.toml") == (
        'other/planner.toml: found a second bot "planner"; '
        "allowed: a file called otherwise than the bots there are"
    )


def test_an_unknown_population_is_told_with_those_there_are(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    known = "(did you mean this?)"
    assert fault("basics").startswith(f'--population: found "basics"; allowed: basic {known}')
    assert fault("basics").endswith("; or the path of a .toml file")
    assert fault("no.toml").startswith('--population: found "no.toml", no such file; allowed: ')
    assert fault("").startswith('--population: found ""; allowed: basic')
    with pytest.raises(InputError, match=re.escape("--population: found 3; allowed: a name or a")):
        population(load(BASE), 3)  # type: ignore[arg-type]


def test_a_bot_that_looks_ahead_may_have_its_persona_beside_it(write) -> None:
    write("far.toml", 'family = "look-ahead"\npersona = "lover"\n')
    write("lover.toml", LOVER)
    write("pop.toml", 'bots = ["far.toml", "lover.toml"]')
    found = population(load(BASE), "pop.toml")
    assert found.bots == ("far", "lover")
    assert found.scenario.bots["far"].persona == "lover"
    write("alone.toml", 'bots = ["far.toml", "planner"]')
    assert fault("alone.toml").startswith('far.toml: persona: found "lover"; allowed: ')


# --- personas of files


def test_a_persona_may_be_a_file_as_seen_from_the_bot_that_names_it(write) -> None:
    name = "lover-" + "r" * 200
    write("tuned/lover.toml", LOVER)
    write(f"tuned/{name}.toml", LOVER)
    write("mine/far.toml", 'family = "look-ahead"\npersona = "../tuned/lover.toml"\n')
    write("mine/long.toml", f'family = "look-ahead"\npersona = "../tuned/{name}.toml"\n')
    write("mine/deep/pop.toml", 'bots = ["planner", "../far.toml"]')
    in_seats, names = with_bots(load(BASE), ["mine/far.toml", "mine/long.toml", "planner"])
    assert names == ["far", "long", "planner"]
    assert (in_seats.bot("far").persona, in_seats.bot("long").persona) == ("lover", name)
    assert in_seats.bot("lover").weights == {"ad": 300}
    of_scenario = load(BASE, ["bots=loop-inc/bots,mine"])
    asked = population(load(BASE), "mine/deep/pop.toml")
    assert asked.bots == ("planner", "far")
    for scenario in (of_scenario, asked.scenario, from_resolved(in_seats.resolved())):
        assert scenario.bot("far") == in_seats.bot("far")
        assert scenario.bots_hash(["far"]) == in_seats.bots_hash(["far"])
        far, lover = tables.bots(scenario, ["far", "lover"]).weight.tolist()
        assert far == lover


def test_a_persona_of_a_file_counts_as_if_it_were_named(write) -> None:
    write("far.toml", 'family = "look-ahead"\npersona = "lover.toml"\n')
    write("lover.toml", LOVER)
    by_file, _ = with_bots(load(BASE), ["far.toml"])
    write("far.toml", 'family = "look-ahead"\npersona = "lover"\n')
    by_name, _ = with_bots(load(BASE), ["far.toml", "lover.toml"])
    assert by_file.bots == by_name.bots
    write("lover.toml", HATER)
    other, _ = with_bots(load(BASE), ["far.toml", "lover.toml"])
    assert other.bots_hash(["far"]) != by_file.bots_hash(["far"]) == by_name.bots_hash(["far"])


@pytest.mark.parametrize(
    ("persona", "told"),
    [
        ("far.toml", 'far.toml: persona: found "far.toml", a look-ahead bot; allowed: the name of'),
        ("dice.toml", 'far.toml: persona: found "dice.toml", a random bot; allowed: the name of'),
        ("no.toml", 'far.toml: persona: found "no.toml", no such file; allowed: a path as seen'),
        ("odd.toml", "odd.toml: skill: found 101; allowed: a whole number, 0 to 100"),
        (
            "my/planner.toml",
            'my/planner.toml: found a second bot "planner"; allowed: a file called',
        ),
    ],
)
def test_a_persona_of_a_file_that_cannot_be_used_is_one_line(
    write, persona: str, told: str
) -> None:
    write("far.toml", f'family = "look-ahead"\npersona = "{persona}"\n')
    write("dice.toml", 'family = "random"')
    write("odd.toml", 'family = "weighted"\nskill = 101')
    write("my/planner.toml", LOVER)
    for use in (
        lambda: with_bots(load(BASE), "far.toml"),
        lambda: load(BASE, ["bots=loop-inc/bots,far.toml"]),
    ):
        with pytest.raises(InputError) as wrong:
            use()
        assert str(wrong.value).startswith(told)


# --- bots of files


def test_a_bot_file_stands_wherever_a_name_may(write) -> None:
    write("bots/lover.toml", LOVER)
    seats = ["bots/lover.toml", "greedy", "greedy", "random"]
    result = loopsim.run(BASE, games=24, bots=seats, out="run")
    assert result.manifest["bots"] == ["lover", "greedy", "greedy", "random"]
    assert result.setting.bots == ("lover", "greedy", "random")
    again = loopsim.Result.read("run")
    assert again.manifest["resolved"]["bots"]["lover"]["weights"] == {"ad": 300}
    assert again.manifest["extends"] is None
    same = loopsim.run(BASE, games=24, set={"bots": ["loop-inc/bots", "bots"]}, bots=[
        "lover", "greedy", "greedy", "random"])  # fmt: skip
    assert same.estimates.of("score") == result.estimates.of("score")
    assert same.manifest["bots_hash"] == result.manifest["bots_hash"]
    of_run = loopsim.trace("run", game=3).json()
    assert loopsim.trace(BASE, game=3, bots=seats).json() == of_run
    study = loopsim.compare([BASE, "loop-inc/office"], games=20, bots="bots/lover.toml")
    assert study.manifest["bots"] == ["lover"]
    assert all("lover" in arm["resolved"]["bots"] for arm in study.manifest["arms"])
    json.dumps(study.json(), allow_nan=False)
    speed = loopsim.bench(
        BASE, bots="bots/lover.toml", players=[2], threads=[1], seconds=0.01, rounds=1
    )
    assert speed.rows[0]["bot"] == "lover"


def test_a_bot_file_that_cannot_be_used_is_one_line(write) -> None:
    write("a/planner.toml", HATER)
    write("b/hater.toml", HATER)
    write("c/hater.toml", LOVER)
    for bots, told in (
        ("no.toml", '--bots: found "no.toml", no such file; allowed: a path as seen from '),
        ("a/planner.toml", 'a/planner.toml: found a second bot "planner"; allowed: a file called'),
        (["b/hater.toml", "c/hater.toml"], 'c/hater.toml: found a second bot "hater"; allowed: '),
    ):
        with pytest.raises(InputError) as wrong:
            with_bots(load(BASE), bots)
        assert str(wrong.value).startswith(told)


def test_the_end_of_the_file_of_a_bot_may_be_written_large(write) -> None:
    write("bots/LOVER.TOML", LOVER)
    write("pop.TOML", 'bots = ["planner", "bots/LOVER.TOML"]')
    scenario, names = with_bots(load(BASE), ["bots/LOVER.TOML", "planner"])
    assert names == ["LOVER", "planner"]
    assert scenario.bot("LOVER").weights == {"ad": 300}
    assert population(load(BASE), "pop.TOML").bots == ("planner", "LOVER")
    assert [*load(BASE, ["bots=bots"]).bots] == ["LOVER"]


def test_a_bot_file_named_without_its_end_is_meant(write) -> None:
    write("bots/lover.toml", LOVER)
    write("bots/pop.toml", 'bots = ["planner", "lover"]')
    with pytest.raises(InputError) as wrong:
        with_bots(load(BASE), ["bots/lover", "planner"])
    told = str(wrong.value)
    assert told.startswith('--bots: found "bots/lover"; allowed: advertiser, ')
    assert told.endswith("; or the path of a .toml file (did you mean bots/lover.toml?)")
    assert fault("bots/pop.toml").startswith('bots/pop.toml: bots, item 2: found "lover"; allowed')
    assert fault("bots/pop.toml").endswith(" (did you mean lover.toml?)")
    assert fault("bots/pop").startswith('--population: found "bots/pop"; allowed: basic, ')
    assert fault("bots/pop").endswith("; or the path of a .toml file (did you mean bots/pop.toml?)")
    with pytest.raises(InputError, match=r"planner .did you mean this.*path of a .toml file$"):
        loopsim.run(BASE, games=1, bots="plannr")


def test_a_file_may_say_again_what_the_scenario_has() -> None:
    scenario, names = with_bots(load(BASE), ["loop-inc/bots/planner.toml", "planner"])
    assert (scenario, names) == (load(BASE), ["planner", "planner"])
