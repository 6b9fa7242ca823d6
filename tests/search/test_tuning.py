"""Tuning: what is searched, that it can be resumed, and that what it finds is measured apart."""

from __future__ import annotations

import json
import shutil
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import loopsim
from loopsim import Study, contests
from loopsim.games.loop_inc import weights
from loopsim.kernels import cache
from loopsim.scenario import load
from loopsim.search import asked, tryouts
from loopsim.studies.searched import bot_file
from loopsim.studies.tuning import UNSEEN

SMALL: dict[str, Any] = {
    "population": ["planner", "greedy"],
    "against": ["random"],
    "generations": 3,
    "size": 4,
    "games": 20,
    "fresh": 60,
    "seed": 5,
    "threads": 2,
}


WHERE_AND_WHEN = ("wall_s", "kernel_s", "threads", "command", "file")


def kept(folder: Path) -> dict[str, bytes]:
    """Every file of a folder; of the manifest what does not tell how long it took, and where."""
    files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.*")}
    files["the bot"] = files.pop(f"{folder.name}.toml")
    of = json.loads(files.pop("manifest.json"))
    of = {name: of[name] for name in of if name not in WHERE_AND_WHEN}
    return files | {"manifest": json.dumps(of).encode()}


def tuned(folder: Path, **more: Any) -> dict[str, bytes]:
    loopsim.tune(**SMALL | {"out": folder} | more)
    return kept(folder)


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tuned")
    loopsim.tune(**SMALL, out=folder)
    return folder


def test_the_number_of_threads_changes_nothing(uninterrupted: Path, tmp_path: Path) -> None:
    assert tuned(tmp_path / "one", threads=1) == kept(uninterrupted)


@pytest.mark.parametrize("after", [1, 3, 4], ids=["a generation", "the last one", "the finals"])
def test_a_search_that_was_stopped_goes_on_to_the_same_bytes(
    uninterrupted: Path, tmp_path: Path, after: int
) -> None:
    heard: list[int] = []

    def stop(games: int) -> None:
        heard.append(games)
        if len(heard) == after:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(loopsim.Interrupted) as stopped:
        loopsim.tune(**SMALL, out=tmp_path, on_games=stop)
    assert stopped.value.result is None
    assert stopped.value.complete == (f"the search is kept in {tmp_path}; the same command goes on")
    lines = (tmp_path / "generations.jsonl").read_text().splitlines()
    assert len(lines) == min(after, 3)
    assert not (tmp_path / f"{tmp_path.name}.toml").exists()
    assert tuned(tmp_path) == kept(uninterrupted)


def test_a_search_goes_on_for_more_generations(uninterrupted: Path, tmp_path: Path) -> None:
    tuned(tmp_path, generations=2)
    longer = tuned(tmp_path)
    del longer["finals-2.jsonl"]
    assert longer == kept(uninterrupted)


def test_the_folder_of_another_search_is_one_line(uninterrupted: Path) -> None:
    for more, found in (
        ({"seed": 6}, "--seed 5, not 6"),
        ({"games": 21}, "--games 20, not 21"),
        ({"only": ["tear"]}, r'--only \[\], not \["tear"\]'),
        ({"set": {"rules.ad_penalty": 2}}, "rules.ad_penalty 3, not 2"),
        ({"set": {"trips.AD4.1.points": 1}}, "trips.AD4.1.points 5, not 1"),
        ({"players": 3}, "players 4, not 3"),
        ({"population": ["greedy"]}, r'--population \["planner", "greedy"\], not \["greedy"\]'),
    ):
        with pytest.raises(loopsim.InputError, match=f"has a search with {found}"):
            loopsim.tune(**SMALL | {"out": uninterrupted} | more)


@pytest.mark.parametrize("changed", ["a kernel", "the package"])
def test_a_search_is_not_mixed_with_one_of_other_code(
    uninterrupted: Path, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    if changed == "a kernel":
        sources = cache._sources() + b"# another rule"
        monkeypatch.setattr(cache, "_sources", lambda: sources)
    else:
        monkeypatch.setattr(asked, "version", lambda package: "0.0.1")
    before = kept(uninterrupted)
    with pytest.raises(loopsim.InputError, match="the code that plays has changed, name a new fol"):
        loopsim.tune(**SMALL, out=uninterrupted)
    assert kept(uninterrupted) == before


def mine(folder: Path, **more: Any) -> str:
    """The file of a bot, a planner with `more`."""
    scenario = load("loop-inc/base")
    bot = scenario.bot("planner").model_copy(update=more)
    (folder / "mine.toml").write_text(weights.file_text(scenario, bot))
    return str(folder / "mine.toml")


@pytest.mark.parametrize("option", ["bot", "population", "against"])
def test_a_bot_that_has_changed_since_is_named_by_what_changed(tmp_path: Path, option: str) -> None:
    """But bots that it is only measured against are no part of the search."""
    asked = SMALL | {"generations": 1, "out": tmp_path / "search", option: mine(tmp_path)}
    before = loopsim.tune(**asked)
    for change, told in (
        ({"weights": {"points": 100, "tear": -1}}, "bots.mine.weights"),
        ({"tastes": {"AD1.1": 400}}, "bots.mine.tastes.AD1.1 nothing, not 400"),
        ({"skill": 50}, "bots.mine.skill 100, not 50"),
        ({"temperature": 50}, "bots.mine.temperature 0, not 50"),
    ):
        mine(tmp_path, **change)
        if option == "against":
            assert row(loopsim.tune(**asked), UNSEEN) != row(before, UNSEEN)
        else:
            with pytest.raises(loopsim.InputError, match=f"has a search with {told}"):
                loopsim.tune(**asked)
    mine(tmp_path, notes="The same again.")
    assert row(loopsim.tune(**asked), "population") == row(before, "population")


def test_a_bot_file_may_be_named_by_another_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine(tmp_path)
    monkeypatch.chdir(tmp_path)
    once = SMALL | {"generations": 1, "out": "search"}
    first = loopsim.tune(**once, bot="mine.toml")
    again = loopsim.tune(**once, bot="./../" + tmp_path.name + "/mine.toml")
    assert again.table("strength").equals(first.table("strength"))


# --- what is kept


def test_a_finished_search_plays_nothing_again(
    uninterrupted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(uninterrupted, tmp_path, dirs_exist_ok=True)
    monkeypatch.setattr(contests, "play", never)
    assert (
        loopsim.tune(**SMALL, out=tmp_path).json()["strength"]
        == (Study.read(uninterrupted).json()["strength"])
    )
    with pytest.raises(AssertionError):
        loopsim.tune(**SMALL | {"fresh": 61, "out": tmp_path})
    with pytest.raises(AssertionError):
        loopsim.tune(**SMALL | {"against": "champion", "out": tmp_path})


def never(*of: Any, **more: Any) -> Any:
    raise AssertionError("played")


def test_what_was_measured_before_a_stop_is_not_measured_again(
    uninterrupted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play, played = contests.play, []

    def stopping(tables: Sequence[Any], **more: Any) -> list[contests.Contest]:
        if len(played) == 6:  # three generations, the finals, two fields
            more["stop"].set()
        played.append(tables)
        return play(tables, **more)

    monkeypatch.setattr(contests, "play", stopping)
    with pytest.raises(loopsim.Interrupted):
        loopsim.tune(**SMALL, out=tmp_path)
    monkeypatch.setattr(contests, "play", play)
    assert len((tmp_path / "measured.jsonl").read_text().splitlines()) == 2
    assert tuned(tmp_path) == kept(uninterrupted)


#: By chapter and place in the answer, an answer that cannot be, or of another length.
IMPOSSIBLE = [
    ("generations", 0, 20 * 60 + 1),
    ("finals-3", 0, 10**30),
    ("generations", -1, 20 * 4 + 1),
    ("generations", None, 0),
    ("measured", 0, 61),
    ("measured", 1, 61),
    ("measured", 2, 2),
    ("measured", None, 0),
]


@pytest.mark.parametrize(("chapter", "place", "number"), IMPOSSIBLE)
def test_an_answer_that_cannot_be_is_one_line_that_names_it(
    uninterrupted: Path, tmp_path: Path, chapter: str, place: int | None, number: int
) -> None:
    shutil.copytree(uninterrupted, tmp_path, dirs_exist_ok=True)
    file = tmp_path / f"{chapter}.jsonl"
    first, *others = file.read_text().splitlines()
    line = json.loads(first)
    if place is None:
        line["told"].append(number)
    else:
        line["told"][place] = number
    file.write_text("\n".join([json.dumps(line), *others]))
    with pytest.raises(loopsim.InputError) as fault:
        loopsim.tune(**SMALL, out=tmp_path)
    assert str(fault.value).startswith(f"{file}, line 1: told: found [")
    assert "; allowed: " in str(fault.value)


def test_a_line_beyond_the_last_is_named(uninterrupted: Path, tmp_path: Path) -> None:
    shutil.copytree(uninterrupted, tmp_path, dirs_exist_ok=True)
    file = tmp_path / "finals-3.jsonl"
    file.write_text(2 * file.read_text())
    with pytest.raises(loopsim.InputError, match="line 2: more than this search asks; delete what"):
        loopsim.tune(**SMALL, out=tmp_path)


# --- whose games are whose


def test_no_game_is_played_for_two_purposes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor do the candidates of a generation play others than each other."""
    played: list[tuple[int, range]] = []
    play = contests.play

    def noting(tables: Sequence[Any], **more: Any) -> list[contests.Contest]:
        played.append((len(tables), more["games"]))
        return play(tables, **more)

    monkeypatch.setattr(contests, "play", noting)
    study = loopsim.tune(**SMALL)
    measured = study.table("strength").height
    rounds, (finalists, finals), last = played[:3], played[3], played[4:]
    assert [count for count, _ in rounds] == [4, 4, 4]
    assert [list(games) for _, games in rounds] == [[*range(i, i + 20)] for i in (0, 20, 40)]
    assert finalists > 2
    assert len(finals) == 400
    assert len(last) == measured
    assert {(count, games) for count, games in last} == {(2, last[0][1])}
    assert len(last[0][1]) == 60
    indexes = [i for games in (*(games for _, games in rounds), finals, last[0][1]) for i in games]
    assert len({*indexes}) == len(indexes)


# --- what is found


def badly_weighted(folder: Path, **wrong: int) -> list[str]:
    """The bots of a scenario with one more, `bad`: a planner with some weights set wrong."""
    scenario = load("loop-inc/base")
    bad = weights.changed(scenario.bot("planner"), wrong)
    (folder / "bad.toml").write_text(weights.file_text(scenario, bad))
    return ["loop-inc/bots", str(folder / "bad.toml")]


def row(study: Study, against: str) -> dict[str, Any]:
    (found,) = study.table("strength").filter(against=against).to_dicts()
    return found


@pytest.mark.parametrize("wrong", [{"tear": 100}, {"excess": 300}], ids=["tear", "excess"])
def test_a_badly_weighted_planner_is_improved_and_that_is_resolved(
    tmp_path: Path, wrong: dict[str, int]
) -> None:
    study = loopsim.tune(
        bot="bad",
        population="planner",
        against=["greedy"],
        only=[*wrong],
        generations=4,
        size=8,
        games=60,
        fresh=1000,
        seed=2,
        set={"bots": badly_weighted(tmp_path, **wrong)},
    )
    for field in ("population", "not trained on"):
        found = row(study, field)
        assert found["verdict"] == "better"
        assert found["difference_low"] > 0.02
        assert found["difference"] == pytest.approx(found["win_share"] - found["before"])
    changed = study.table("weights").filter(
        study.table("weights")["before"] != study.table("weights")["after"]
    )
    assert changed["feature"].to_list() == [*wrong]


def test_the_file_of_the_bot_plays_as_it_was_measured(uninterrupted: Path) -> None:
    found = Study.read(uninterrupted)
    file, name = str(uninterrupted / f"{uninterrupted.name}.toml"), uninterrupted.name
    scenario = load("loop-inc/base", {"bots": ["loop-inc/bots", file]})
    tuned_bot, planner = scenario.bot(name), scenario.bot("planner")
    assert tuned_bot.weights == found.manifest["bot"]["weights"]
    assert "loopsim tune loop-inc/base --bot planner" in tuned_bot.notes
    assert "--seed 5" in tuned_bot.notes
    games = range(tryouts.FRESH, tryouts.FRESH + 60)
    for column, bot in (("win_share", name), ("before", "planner")):
        for against, field in (("population", ["planner", "greedy"]), ("greedy", ["greedy"])):
            table = contests.against(scenario, bot, field)
            (contest,) = contests.play([table], seed=5, games=games, threads=1)
            assert row(found, against)[column] == contest.win_share.value
            assert row(found, against)["equal_share"] == pytest.approx(contest.equal_share)
    after = dict(zip(*found.table("weights")["feature", "after"], strict=True))
    assert {name: weight for name, weight in after.items() if weight} == tuned_bot.weights
    assert planner.weights["points"] == tuned_bot.weights["points"] == 100


def test_a_start_that_no_finalist_beats_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """All candidates win nothing: so does whoever the search began with, the first of equals."""
    play = contests.play

    def nothing(tables: Sequence[Any], **more: Any) -> list[contests.Contest]:
        found = play(tables, **more)
        for of in found:
            of.share[:] = 0
        return found

    monkeypatch.setattr(contests, "play", nothing)
    study = loopsim.tune(**SMALL)
    assert study.manifest["bot"]["weights"] == load("loop-inc/base").bot("planner").weights
    assert row(study, "population")["verdict"] == "the same"


@pytest.mark.parametrize("hunting", [False, True])
def test_a_bot_without_weights_can_be_tuned_and_exploited(tmp_path: Path, hunting: bool) -> None:
    """Nothing is worth anything to it, nor to what comes of it here: a feature that is never there."""
    (tmp_path / "none.toml").write_text('family = "weighted"\ntemperature = 0\n')
    few = {"generations": 1, "size": 4, "games": 2, "fresh": 30, "players": 2}
    none = str(tmp_path / "none.toml")
    if hunting:
        found = loopsim.exploit(population=none, **few)
    else:
        found = loopsim.tune(
            bot=none, population="random", against="random", only="later_office", **few
        )
    (tmp_path / "again.toml").write_text(found.manifest["bot_file"])
    again = load("loop-inc/base", {"bots": [str(tmp_path / "again.toml")]}).bot("again")
    assert dict(again.weights) == found.manifest["bot"].get("weights", {})
    loopsim.reports.write(found, tmp_path / "page.html")


# --- input


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"bot": "random"}, r'--bot: found "random"; allowed: bots with weights: '),
        ({"bot": "plannr"}, r"planner \(did you mean this\?\)"),
        ({"population": "nobody"}, r'--population: found "nobody"; allowed: '),
        ({"population": ["greedy", "greedy"]}, r'--population: found "greedy" twice'),
        ({"against": "nobody"}, r'--against: found "nobody"; allowed: '),
        ({"only": ["teer"]}, r'--only: found "teer"; allowed: features: tear \(did you mean this'),
        ({"only": ["points"]}, r'--only: found "points"; allowed: features: '),
        (
            {"only": ["tear"], "fix": ["tear"]},
            r'--fix: found "tear", which --only has too; allowed: it',
        ),
        ({"size": 3}, r"--size: found 3; allowed: 4 to 1,000"),
        ({"size": "x"}, r'--size: found "x"; allowed: a whole number'),
        ({"generations": 0}, r"--generations: found 0; allowed: 1 to 100,000"),
        ({"games": 0}, r"--games 0: allowed are 1 to 10\^12"),
        ({"games": 10**12}, r"--games: found 1000000000000; allowed: up to 10\^12 in all 3 gen"),
        ({"fresh": 1}, r"--fresh: found 1; allowed: 2 to "),
        ({"seed": -1}, r"--seed -1"),
        ({"threads": 0}, r"--threads 0"),
        ({"bot": 3}, r"--bot: found 3; allowed: names or paths"),
        ({"bot": ["planner"]}, r'--bot: found \["planner"\]; allowed: one name or path'),
        ({"bot": "planner,greedy"}, r'--bot: found "planner,greedy"; allowed: one name or path'),
        ({"population": None}, r"--population: found nothing; allowed: names or paths"),
        ({"population": []}, r"--population: found nothing; allowed: one name or more"),
        ({"population": [3]}, r"--population: found 3; allowed: names or paths"),
        ({"population": b"planner"}, r"--population: found "),
        ({"against": []}, r"--against: found nothing; allowed: one name or more"),
        ({"against": 3}, r"--against: found 3; allowed: names or paths"),
        ({"only": 3}, r"--only: found 3; allowed: names of features"),
        ({"only": [3]}, r"--only: found 3; allowed: names of features"),
        ({"only": ""}, r'--only: found ""; allowed: features'),
        ({"fix": {"tear": 1, 2: 3}}, r"--fix: found .*; allowed: names of features"),
        ({"out": 3}, r"--out: found 3; allowed: a path"),
        ({"seed": 1.5}, r"--seed: found 1.5; allowed: a whole number"),
        ({"games": True}, r"--games: found true; allowed: a whole number"),
    ],
)
def test_input_that_cannot_be_used_is_one_line(more: dict[str, Any], told: str) -> None:
    with pytest.raises(loopsim.InputError, match=told) as fault:
        loopsim.tune(**SMALL | more)
    assert "\n" not in str(fault.value)


def test_python_may_give_numbers_names_and_paths_as_it_has_them(tmp_path: Path) -> None:
    """Those of NumPy, paths, generators, texts with commas: all as on the command line."""
    file = mine(tmp_path)
    once = SMALL | {"generations": 1, "fresh": 30}
    plain = loopsim.tune(
        **once | {"bot": file, "population": ["planner", file]}, only=["ad", "tear"], fix=[],
        set={"rules.ad_penalty": 2}, out=tmp_path / "a",
    )  # fmt: skip
    numbers = {name: np.int32(once[name]) for name in ("generations", "size", "games", "fresh")}
    other = loopsim.tune(
        **once | numbers | {"seed": np.int64(once["seed"]), "threads": np.int64(1)}
        | {"bot": Path(file), "population": (each for each in ("planner", Path(file)))},
        only="ad,tear", fix=None, set={"rules.ad_penalty": np.int64(2)}, out=tmp_path / "b",
    )  # fmt: skip
    assert other.manifest["search"] == plain.manifest["search"]
    for name, table in plain.tables.items():
        assert other.table(name).equals(table)
    assert (tmp_path / "a" / "search.json").read_bytes() == (
        tmp_path / "b" / "search.json"
    ).read_bytes()


def test_the_bots_of_two_searches_can_meet(uninterrupted: Path, tmp_path: Path) -> None:
    other = tmp_path / "second"
    tuned(other, generations=1)
    files = [str(folder / f"{folder.name}.toml") for folder in (uninterrupted, other)]
    result = loopsim.run(games=20, bots=[*files, "greedy"], players=3)
    assert result.setting.bots == (uninterrupted.name, "second", "greedy")


@pytest.mark.parametrize(
    ("folder", "file"),
    [
        ("my-tuning", "my-tuning"),
        ("a b", "bot"),
        ("a,b", "bot"),
        ("ü.1", "ü.1"),
        ("planner", "bot"),
    ],
)
def test_the_bot_is_called_as_its_folder_if_a_bot_can_be(folder: str, file: str) -> None:
    assert bot_file(Path("x") / folder, ["planner", "greedy"]) == f"{file}.toml"
    assert bot_file(None, []) == "bot.toml"


def test_it_is_measured_against_all_other_bots_that_do_not_look_ahead() -> None:
    names = ("champion", "greedy", "look-ahead", "planner", "random")
    bots = [f"loop-inc/bots/{name}.toml" for name in names]
    more = {"against": None, "population": "planner", "fresh": 10, "set": {"bots": bots}}
    study = loopsim.tune(**SMALL | more)
    fields = ["population", "not trained on", "champion", "greedy", "random"]
    assert study.table("strength")["against"].to_list() == fields


# --- who plays


def test_bots_and_populations_may_be_files(tmp_path: Path) -> None:
    badly_weighted(tmp_path, tear=100)
    bad = str(tmp_path / "bad.toml")
    (tmp_path / "mine.toml").write_text('bots = ["planner", "bad.toml"]\n')
    by_name = loopsim.tune(
        **SMALL | {"set": {"bots": ["loop-inc/bots", bad]}, "population": "planner,bad"}
    )
    for population in (f"planner,{bad}", ["planner", bad], str(tmp_path / "mine.toml")):
        found = loopsim.tune(**SMALL | {"population": population})
        assert found.manifest["bots"] == ["planner", "bad"]
        assert found.table("strength").equals(by_name.table("strength"))
    from_file = loopsim.tune(**SMALL | {"bot": bad, "against": bad})
    assert from_file.manifest["bot_before"] == "bad"
    assert from_file.table("strength")["against"][1] == "not trained on"


FILE = "; or the path of a .toml file"
ALONE = "allowed: bots, or one population alone"


@pytest.mark.parametrize(
    ("given", "begins", "ends"),
    [
        (
            {"population": "nobody"},
            '--population: found "nobody"; allowed: bots or a population: ',
            FILE,
        ),
        ({"against": "nobody"}, '--against: found "nobody"; allowed: bots or a population: ', FILE),
        (
            {"population": "nobody.toml"},
            '--population: found "nobody.toml", no such file; allowed: a path',
            "",
        ),
        (
            {"population": "planner,nobody.toml"},
            '--population: found "nobody.toml", no such file; allowed: a path',
            "",
        ),
        (
            {"against": ["planner", "nobody.toml"]},
            '--against: found "nobody.toml", no such file; allowed: a path',
            "",
        ),
        ({"bot": "nobody.toml"}, '--bot: found "nobody.toml", no such file; allowed: a path', ""),
        ({"population": "nobody,greedy"}, '--population: found "nobody"; allowed: ', FILE),
        ({"against": "random,nobody"}, '--against: found "nobody"; allowed: ', FILE),
        ({"bot": "nobody"}, '--bot: found "nobody"; allowed: bots with weights: ', FILE),
        (
            {"population": "personas,greedy"},
            f'--population: found "personas", a population; {ALONE}',
            "alone",
        ),
        (
            {"against": "greedy,personas"},
            f'--against: found "personas", a population; {ALONE}',
            "alone",
        ),
        (
            {"bot": "personas"},
            '--bot: found "personas", a population; allowed: one bot, by name or file',
            "",
        ),
    ],
)
def test_who_cannot_play_is_told_at_its_option_with_all_that_is_allowed_there(
    given: dict[str, Any], begins: str, ends: str
) -> None:
    searches = [loopsim.tune, *([loopsim.exploit] if [*given] == ["population"] else [])]
    for search in searches:
        more = SMALL if search is loopsim.tune else {"games": 5, "generations": 1, "size": 4}
        with pytest.raises(loopsim.InputError) as told:
            search(**more | given)
        assert str(told.value).startswith(begins)
        assert str(told.value).endswith(ends)


def test_the_name_of_a_file_without_its_end_is_told_at_its_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    badly_weighted(tmp_path, tear=100)
    (tmp_path / "group.toml").write_text('bots = ["planner", "bad.toml"]\n')
    monkeypatch.chdir(tmp_path)
    for option, text in (
        ("bot", "bad"),
        ("population", "planner,bad"),
        ("population", "bad"),
        ("population", "group"),
        ("against", "planner,bad"),
        ("against", "group"),
    ):
        with pytest.raises(loopsim.InputError) as told:
            loopsim.tune(**SMALL | {option: text})
        name = text.split(",")[-1]
        assert str(told.value).startswith(f'--{option}: found "{name}"; allowed: ')
        assert str(told.value).endswith(f"{FILE} (did you mean {name}.toml?)")
