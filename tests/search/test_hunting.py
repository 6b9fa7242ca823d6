"""Exploits: the verdict, what the study says, and that the hunt can be resumed."""

from __future__ import annotations

import json
import shlex
import signal
from pathlib import Path
from typing import Any

import pytest

import loopsim
from loopsim import Study, contests
from loopsim.replay import as_text
from loopsim.scenario import load
from loopsim.search import hunt
from loopsim.search.tryouts import FRESH
from loopsim.stats import Estimate
from loopsim.studies.hunting import judged
from tests.search.test_tuning import kept

SMALL: dict[str, Any] = {
    "population": ["greedy", "planner"],
    "generations": 2,
    "size": 4,
    "games": 10,
    "fresh": 80,
    "players": 3,
    "seed": 5,
    "threads": 2,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hunt")
    loopsim.exploit(**SMALL, out=folder)
    return folder


@pytest.fixture(scope="module")
def study(folder: Path) -> Study:
    return Study.read(folder)


def about(value: float, half: float) -> Estimate:
    return Estimate(value, half / 1.96, value - half, value + half, 100)


UNKNOWN = Estimate(0.6, None, None, None, 9, "too few")
SAME = Estimate(0.0, 0.0, 0.0, 0.0, 100)


@pytest.mark.parametrize(
    ("advantage", "ahead", "expected"),
    [
        (about(0.2, 0.14), {"a": about(0.2, 0.14), "b": about(0.3, 0.1)}, ("a", "exploited")),
        (about(0.2, 0.151), {"a": about(0.3, 0.1)}, ("a", "no exploit found")),
        (UNKNOWN, {"a": about(0.3, 0.1)}, ("a", "no exploit found")),
        (about(0.2, 0.1), {"a": SAME, "b": about(0.4, 0.1)}, ("a", "no better than a member")),
        (about(0.2, 0.1), {"a": about(0.4, 0.1), "b": about(0.1, 0.2)},
         ("b", "no better than a member")),
        (about(0.2, 0.1), {"a": about(0.4, 0.1), "b": UNKNOWN}, ("b", "no better than a member")),
        (about(0.2, 0.1), {"a": about(0.4, 0.1), "b": about(0.1, 0.06)},
         ("b", "not much better than a member")),
    ],
)  # fmt: skip
def test_an_exploit_is_a_twentieth_above_the_equal_share_and_above_each_member_for_sure(
    advantage: Estimate, ahead: dict[str, Estimate], expected: tuple[str, str]
) -> None:
    assert judged(advantage, ahead) == expected


def test_the_verdict_is_of_the_whole_population_on_the_fresh_games(
    folder: Path, study: Study
) -> None:
    file, bot = str(folder / f"{folder.name}.toml"), folder.name
    scenario = load("loop-inc/base", {"bots": ["loop-inc/bots", file]}, 3)
    games = range(FRESH, FRESH + 80)
    fields = {"population": ["greedy", "planner"], "greedy": ["greedy"], "planner": ["planner"]}
    rows = study.table("strength").to_dicts()
    assert [row["against"] for row in rows] == [*fields]
    for row in rows:
        table = contests.against(scenario, bot, fields[row["against"]])
        (contest,) = contests.play([table], seed=5, games=games, threads=1)
        assert row["win_share"] == contest.win_share.value
        assert row["exploit"] == contest.advantage.value
        if row["against"] != "population":
            (_, of_row) = judged(contest.advantage, {"itself": contest.advantage})
            assert row["verdict"] == of_row
    assert study.manifest["verdict"] == rows[0]["verdict"]
    table = contests.against(scenario, bot, fields["population"])
    (whole,) = contests.play([table], seed=5, games=games, threads=1)
    ahead = {}
    for row in study.table("members").to_dicts():
        table = contests.against(scenario, row["member"], fields["population"])
        (contest,) = contests.play([table], seed=5, games=games, threads=1)
        assert row["win_share"] == contest.win_share.value
        assert row["behind"] == pytest.approx(rows[0]["win_share"] - row["win_share"])
        ahead[row["member"]] = whole.better_than(contest)
        assert row["behind_low"] == pytest.approx(ahead[row["member"]].low)
    expected = judged(whole.advantage, ahead)
    assert (study.manifest["closest"], study.manifest["verdict"]) == expected


def test_the_sample_game_was_won_and_its_command_plays_it(folder: Path, study: Study) -> None:
    sample = study.manifest["sample"]
    assert (folder / "game.txt").read_text() == sample["text"]
    assert "exploiter" in sample["text"]
    words = shlex.split(sample["command"])
    assert words[:5] == ["loopsim", "trace", "loop-inc/base", "--players", "3"]
    options = dict(zip(words[3::2], words[4::2], strict=False))
    assert int(options["--game"]) == sample["game"] >= FRESH
    file, name = str(folder / f"{folder.name}.toml"), folder.name
    bots = options["--bots"].split(",")
    assert bots.count(file) == 1
    (trace,) = loopsim.trace(
        "loop-inc/base", players=3, seed=5, game=sample["game"], rotate=False,
        bots=[name if bot == file else bot for bot in bots],
        set={"bots": ["loop-inc/bots", file]},
    )  # fmt: skip
    trace.events[0]["bots"] = [
        "exploiter" if bot == name else bot for bot in trace.events[0]["bots"]
    ]
    assert f"{as_text(trace.events)}\n" == sample["text"]
    end = trace.events[-1]
    seat = bots.index(file)
    assert end["ranks"][seat] == 1


def test_every_start_is_listed_and_all_but_one_are_given_up(study: Study) -> None:
    starts = study.table("starts").to_dicts()
    names = ["greedy", "planner", "random 1", "random 2", "random 3", "random 4"]
    assert [row["start"] for row in starts[:6]] == names
    assert all(" that " in row["start"] for row in starts[6:])
    rounds = [*hunt.rounds(len(starts), SMALL["generations"])]
    stay = [
        sum(row["given_up"] is None or row["given_up"] > number for row in starts)
        for number in range(1, len(rounds) + 1)
    ]
    assert stay == [*(count for count, _ in rounds[1:]), 1]
    (last,) = (row["start"] for row in starts if row["given_up"] is None)
    assert last == study.manifest["start"]


def test_the_sheet_has_the_weights_of_the_bot_and_of_the_nearest_member(study: Study) -> None:
    sheet = study.table("sheet").to_dicts()
    (nearest,) = {row["nearest"] for row in sheet}
    near = load("loop-inc/base").bot(nearest).weights
    bot = study.manifest["bot"]
    found = bot["weights"] | bot.get("tastes", {})
    assert {row["feature"]: row["weight"] for row in sheet if row["weight"]} == found
    assert {row["feature"]: row["of_nearest"] for row in sheet if row["of_nearest"]} == near
    assert all(row["meaning"] for row in sheet)


def test_the_number_of_threads_changes_nothing(folder: Path, tmp_path: Path) -> None:
    loopsim.exploit(**SMALL | {"threads": 1}, out=tmp_path)
    one, two = kept(tmp_path), kept(folder)
    for files in (one, two):
        of = json.loads(files.pop("manifest"))
        del of["sample"]  # its command names the folder
        files["manifest"] = json.dumps(of).encode()
    assert one == two


def told_of(folder: Path) -> list[str]:
    """The lines of the diary of a hunt, one for each time that games were played; observing has none."""
    return [line for file in folder.glob("*.jsonl") for line in file.read_text().splitlines()]


@pytest.mark.parametrize("after", [1, 9, 14, 16, 18, -1])
def test_a_hunt_that_was_stopped_goes_on_to_the_same_bytes(
    folder: Path, tmp_path: Path, after: int
) -> None:
    """Among them while the last measurements are made (-1: at the last of all)."""
    heard: list[int] = []

    def stop(games: int) -> None:
        heard.append(games)
        if len(heard) == (after if after > 0 else whole):
            signal.raise_signal(signal.SIGINT)

    whole = len(told_of(folder))
    with pytest.raises(loopsim.Interrupted):
        loopsim.exploit(**SMALL, out=tmp_path, on_games=stop)
    loopsim.exploit(**SMALL, out=tmp_path)
    ours, theirs = kept(tmp_path), kept(folder)
    del ours["manifest"], theirs["manifest"]
    assert ours == theirs


def test_a_hunt_of_other_length_is_another_search(folder: Path) -> None:
    with pytest.raises(loopsim.InputError, match="has a search with --generations 2, not 3"):
        loopsim.exploit(**SMALL | {"generations": 3, "out": folder})
    with pytest.raises(loopsim.InputError, match="has a search with"):
        loopsim.tune(**SMALL | {"out": folder})


def test_all_games_are_announced(study: Study) -> None:
    heard: list[int] = []
    totals: list[int] = []
    again = loopsim.exploit(**SMALL, on_games=heard.append, on_total=totals.append)
    assert again.manifest["played"] == study.manifest["played"] == sum(heard)
    assert 0.7 * totals[0] < sum(heard) <= totals[0]


# --- a planted broken card

#: It gives nine points whenever it is played, but its first step takes nine: planners value what a card
#: will do on later days by its first step, so they leave it to others.
PLANTED = {
    "anomaly.loan": {
        "set": "base",
        "steps": [{"do": "points", "k": k} for k in (-9, 9, 9)],
    }
}
QUICK: dict[str, Any] = {
    "population": "planner",
    "players": 2,
    "generations": 1,
    "size": 4,
    "games": 160,
    "fresh": 1500,
}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_planted_broken_card_is_exposed(seed: int) -> None:
    study = loopsim.exploit(**QUICK, seed=seed, set=PLANTED)
    assert study.manifest["verdict"] == "exploited"
    assert study.manifest["suspect"] == "anomaly:loan"
    (row,) = study.table("things").filter(thing="anomaly:loan").to_dicts()
    assert row["lift"] > 3
    assert row["worth_low"] > 0.3
    sheet = {row["feature"]: row["weight"] for row in study.table("sheet").to_dicts()}
    assert sheet["anomaly:loan"] > 0


def test_a_member_that_beats_the_weaker_ones_is_no_exploit_and_no_card_is_blamed() -> None:
    study = loopsim.exploit(**QUICK | {"population": ["planner", "greedy"]}, seed=1)
    strength = study.table("strength").row(0, named=True)
    assert strength["exploit_low"] > 0.15
    assert strength["verdict"] == study.manifest["verdict"] == "no better than a member"
    assert study.manifest["closest"] == "planner"
    assert study.manifest["suspect"] is None
    worth = study.table("things")["worth_low"].drop_nulls()
    assert (worth > 0).any()  # one of which would be blamed, another one with each seed


def test_a_bot_that_wins_by_many_things_wins_by_none() -> None:
    """A planner among greedy bots uses most trips more often, and each is worth something to it."""
    bots = {"population": "greedy", "fresh": 6000, "players": 2}
    study = loopsim.exploit(**QUICK | bots, seed=1)
    assert study.manifest["verdict"] == "exploited"
    assert study.manifest["suspect"] is None


def test_without_it_the_same_hunt_finds_nothing() -> None:
    study = loopsim.exploit(**QUICK, seed=1)
    assert study.manifest["verdict"] == "no exploit found"
