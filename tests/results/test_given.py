"""What Python gives to a run: NumPy's numbers are as good as its own, all else is one line at once."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import loopsim
from loopsim import InputError, Study


def test_numbers_of_numpy_play_the_same_games() -> None:
    changes = {"rules.ad_penalty": 2, "rules.components_stay": False, "rules.tear_costs": [1, 2, 3]}
    own = loopsim.run(
        games=20, seed=3, threads=1, players=3, bots="random", set=changes, rotate=True
    )
    theirs = loopsim.run(
        games=np.int64(20),
        seed=np.int32(3),
        threads=np.int8(1),
        players=np.int64(3),
        bots=np.array(["random"]),
        set={
            "rules.ad_penalty": np.int64(2),
            "rules.components_stay": np.bool_(False),
            "rules.tear_costs": [np.int64(1), *np.array([2, 3])],
        },
        rotate=np.bool_(True),
    )
    assert theirs.summary.equals(own.summary)
    measured = ("wall_s", "kernel_s", "games_per_s", "timings")
    manifests = [
        {key: value for key, value in result.manifest.items() if key not in measured}
        for result in (own, theirs)
    ]
    assert json.loads(json.dumps(manifests[1])) == json.loads(json.dumps(manifests[0]))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"seed": 1.5}, "--seed: found 1.5; allowed: a whole number"),
        ({"seed": None}, "--seed: found nothing; allowed: a whole number"),
        ({"games": True}, "--games: found true; allowed: a whole number"),
        ({"games": "20"}, '--games: found "20"; allowed: a whole number'),
        ({"games": np.array([1, 2])}, '--games: found "[1 2]"; allowed: a whole number'),
        ({"threads": 1.5}, "--threads: found 1.5; allowed: a whole number"),
        ({"players": 2.0}, "--players: found 2.0; allowed: a whole number, 2 to 4"),
        ({"players": True}, "--players: found true; allowed: a whole number, 2 to 4"),
        ({"bots": 3}, "--bots: found 3; allowed: names of bots, or paths of .toml files"),
        ({"bots": [1, 2]}, "--bots: found 1; allowed: names of bots, or paths of .toml files"),
        ({"bots": b"random"}, "--bots: found \"b'random'\"; allowed: names of bots, or paths"),
        ({"bots": {"random": 1}}, '--bots: found {"random": 1}; allowed: names of bots, or paths'),
        ({"bots": np.array("random")}, '--bots: found "random"; allowed: names of bots, or paths'),
        ({"set": None}, "--set: found nothing; allowed: texts key=value, or a mapping"),
        ({"set": [3]}, "--set: found 3; allowed: key=value"),
    ],
)
def test_what_is_no_number_no_name_and_no_change_is_one_line(
    given: dict[str, Any], said: str
) -> None:
    with pytest.raises(InputError) as fault:
        loopsim.run(**{"games": 5, "bots": "random"} | given)
    assert str(fault.value).startswith(said)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "lover.toml"
    path.write_text('family = "weighted"\nweights = { ad = 300, points = 50 }\n')
    return path


def test_bots_are_names_and_paths_in_whatever_holds_them(file: Path) -> None:
    same = {"games": 20, "players": 2, "keep": "summary"}
    alone, beside = [str(file)], [str(file), "random"]
    for bots, given in (
        (alone, [file, [file], (file,), iter([file]), {file}, np.array([str(file)])]),
        (beside, [[file, "random"], iter([file, "random"]), np.array(beside), {file, "random"}]),
    ):
        own = loopsim.run(bots=bots, **same)
        for each in given:
            assert loopsim.run(bots=each, **same).summary.equals(own.summary)


@pytest.mark.parametrize(
    ("ask", "texts"),
    [
        (partial(loopsim.restrict, players=2), {"forbid": ["advertise", "move"]}),
        (partial(loopsim.sweep, players=2), {"vary": ["rules.ad_penalty=2,3"]}),
        (partial(loopsim.factorial, players=2), {"factors": ["more", "office"]}),
        (loopsim.compare, {"scenarios": ["loop-inc/base", "loop-inc/office"]}),
        (partial(loopsim.compare, "loop-inc/base"), {"rekey": ["anomalies"]}),
    ],
)
def test_lists_of_texts_are_read_from_whatever_holds_them(
    ask: Callable[..., Study], texts: dict[str, list[str]]
) -> None:
    ((name, listed),) = texts.items()
    few = {"games": 40, "bots": "random"}
    own = ask(**few, **texts).tables
    for given in (tuple(listed), iter(listed), np.array(listed)):
        theirs = ask(**few, **{name: given}).tables
        assert all(theirs[table].equals(frame) for table, frame in own.items())


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (
            partial(loopsim.restrict, forbid=b"advertise"),
            "--forbid: found \"b'advertise'\"; allowed: ",
        ),
        (
            partial(loopsim.restrict, forbid=[3]),
            "--forbid: found 3; allowed: texts, as in advertise,",
        ),
        (partial(loopsim.restrict, bots=b"planner"), "--bots: found \"b'planner'\"; allowed: "),
        (partial(loopsim.compare, "loop-inc/base", rekey=3), "--rekey: found 3; allowed: names of"),
        (partial(loopsim.compare, b"loop-inc/base"), "b'loop-inc/base'"),
        (partial(loopsim.sweep, vary=b"x=1,2"), "--vary: found \"b'x=1,2'\"; allowed: texts key="),
        (
            partial(loopsim.arena, bots=np.array(["a"]), population="basic"),
            "--population: not together with --bots",
        ),
        (
            partial(loopsim.value, population=["a"]),
            '--population: found ["a"]; allowed: a name or a path',
        ),
        (partial(loopsim.factorial, factors=3), "--factors: found 3; allowed: names, texts key="),
    ],
)
def test_what_holds_no_texts_is_one_line(ask: Callable[..., Study], said: str) -> None:
    with pytest.raises(InputError) as fault:
        ask(games=5)
    assert said in str(fault.value)


def test_a_set_is_read_in_the_order_of_its_texts() -> None:
    few = {"games": 40, "players": 2, "bots": "random"}
    mechanisms = {"move", "advertise", "exchange", "trash"}
    study = loopsim.restrict(forbid=mechanisms, **few)
    assert study.manifest["forbidden"] == sorted(mechanisms)


def test_a_population_where_bots_are_wanted_is_told_what_it_is_and_the_other_way_round(
    file: Path,
) -> None:
    group = file.with_name("group.toml")
    group.write_text('bots = ["random", "greedy"]\n')
    for ask, found, allowed in (
        (partial(loopsim.run, bots="personas"), '--bots: found "personas", a population', "bots;"),
        (partial(loopsim.run, bots=group), f'--bots: found "{group}", a population', "bots;"),
        (partial(loopsim.value, population="planner"), '--population: found "planner", a bot', "a"),
        (partial(loopsim.value, population=file), f'--population: found "{file}", a bot', "a"),
    ):
        with pytest.raises(InputError) as fault:
            ask(games=5)
        assert str(fault.value).startswith(f"{found}; allowed: {allowed}")


@pytest.mark.parametrize("ask", [loopsim.trace, loopsim.bench, loopsim.bots])
def test_where_no_population_can_be_given_none_is_told_of(ask: Callable[..., object]) -> None:
    with pytest.raises(InputError) as fault:
        ask(bots="personas")
    assert str(fault.value) == '--bots: found "personas", a population; allowed: bots'
