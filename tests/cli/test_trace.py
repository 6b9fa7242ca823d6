"""trace: single games as JSON Lines and text, of a scenario and of a run."""

import json
import re
import shutil
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import loopsim as api
from loopsim import Result
from loopsim.claim import ROOM
from loopsim.cli.progress import FIRST_COMPILE
from loopsim.games.loop_inc.parts import parts
from loopsim.games.loop_inc.words import count
from loopsim.replay import as_text
from tests.cli.conftest import BOTS, GAMES
from tests.cli.program import BASE, Loopsim, Outcome
from tests.full_disk import small_disk

#: decisions-loop-inc.md: the fields of every event, in order.
FIELDS = {
    "setup": "game scenario seed index players bots rules trips piles board box anomaly_deck "
    "effects first",
    "day_start": "day first",
    "play": "seat source card options",
    "take": "seat component machine from",
    "exchange": "seat machine out in",
    "move": "seat from to component",
    "advertise": "seat trip",
    "trash": "seat machine component",
    "waste_discarded": "seat",
    "tear_discarded": "seat",
    "ad_regained": "seat",
    "points": "seat k why",
    "hand": "seat change",
    "tear": "seat cause total",
    "launch": "seat machine trip points second waste met_ad",
    "eliminated": "seat",
    "day_end": "day failed_ads office anomalies refill scores",
    "game_end": "scores penalties ranks win_share",
}

OF_SCENARIO = ("trace", BASE, "--bots", BOTS, "--seed", "7")


def games(done: Outcome) -> list[list[dict[str, Any]]]:
    """The events of each game in JSON Lines."""
    traces: list[list[dict[str, Any]]] = []
    for line in done.lines():
        event = json.loads(line)
        if event["event"] == "setup":
            traces.append([])
        traces[-1].append(event)
    return traces


def test_trace_is_one_event_a_line_from_setup_to_game_end(loopsim: Loopsim) -> None:
    done = loopsim("trace", "--bots", "random", "--games", "40", "--json")
    seen = set()
    for trace in games(done):
        names = [event["event"] for event in trace]
        assert (names[0], names[-1]) == ("setup", "game_end")
        assert (names.count("setup"), names.count("game_end")) == (1, 1)
        for event in trace:
            assert [*event] == ["event", *FIELDS[event["event"]].split()]
        seen |= {*names}
    assert {"play", "take", "tear", "launch", "advertise", "eliminated", "exchange"} <= seen


def test_setup_says_what_is_played(loopsim: Loopsim) -> None:
    (trace,) = games(loopsim(*OF_SCENARIO, "--game", "5", "--players", "4"))
    setup = trace[0]
    expected = {"game": "loop-inc", "scenario": BASE, "seed": 7, "index": 5, "players": 4}
    assert {key: setup[key] for key in expected} == expected
    assert sorted(setup["bots"]) == sorted(BOTS.split(","))
    assert setup["rules"] == api.show(BASE).json()["rules"]
    assert len(setup["trips"]) == 14


def test_default_is_json_lines_of_the_planner_and_the_first_game_of_seed_1(
    loopsim: Loopsim,
) -> None:
    asked = ("--bots", "planner", "--seed", "1", "--game", "0", "--games", "1", "--json")
    assert loopsim("trace").text() == loopsim("trace", BASE, *asked).text()


def test_games_asks_for_so_many_games_from_that_one_on(loopsim: Loopsim) -> None:
    three = games(loopsim(*OF_SCENARIO, "--game", "4", "--games", "3"))
    assert [trace[0]["index"] for trace in three] == [4, 5, 6]
    assert three[1] == games(loopsim(*OF_SCENARIO, "--game", "5"))[0]


def test_out_keeps_each_game_as_it_is_printed(loopsim: Loopsim, tmp_path: Path) -> None:
    asked = (*OF_SCENARIO, "--game", "4", "--games", "2")
    folder = tmp_path / "games"
    printed = loopsim(*asked, "--out", folder).text()
    assert sorted(str(file.relative_to(folder)) for file in folder.rglob("*.*")) == [
        "games/4.jsonl",
        "games/5.jsonl",
        "manifest.json",
    ]
    kept = [(folder / "games" / f"{game}.jsonl").read_text("utf-8") for game in (4, 5)]
    assert "".join(kept) == printed == loopsim(*asked).text()
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    told = {key: manifest[key] for key in ("kind", "scenario", "seed", "game", "games", "players")}
    assert told == {
        "kind": "trace",
        "scenario": BASE,
        "seed": 7,
        "game": 4,
        "games": 2,
        "players": 4,
    }
    fault = loopsim(*asked, "--out", folder).fault()
    assert fault == f"--out {folder}: not empty; name a new folder, nothing is overwritten"
    api.trace(BASE, bots=BOTS.split(","), seed=7, game=4, games=2).write(tmp_path / "again")
    assert (tmp_path / "again/games/5.jsonl").read_text("utf-8") == kept[1]


def test_games_that_the_disk_does_not_take_leave_nothing_behind(
    loopsim: Loopsim, tmp_path: Path
) -> None:
    folder = tmp_path / "games"
    with small_disk(folder, ROOM + 50_000):
        fault = loopsim(*OF_SCENARIO, "--games", "9", "--out", folder).fault()
    assert re.fullmatch(
        rf"{folder}/games/\d\.jsonl: cannot be written: No space left on device", fault
    )
    assert [*folder.iterdir()] == []


def test_a_run_is_replayed_into_a_folder_of_its_own(
    loopsim: Loopsim, run_folder: Path, tmp_path: Path
) -> None:
    printed = loopsim("trace", run_folder, "--game", "3", "--out", tmp_path, "--text").text()
    (events,) = api.trace(run_folder, game=3).json()
    kept = (tmp_path / "games/3.jsonl").read_text("utf-8")
    assert [json.loads(line) for line in kept.splitlines()] == events
    assert as_text(events) + "\n\n" == printed


def test_players_and_settings_are_played(loopsim: Loopsim) -> None:
    changes = ("--players", "2", "--set", "rules.tear_costs=[2,4,8]", "--set", "expansions=office")
    (trace,) = games(loopsim("trace", "--bots", "random", *changes))
    assert trace[0]["players"] == 2
    assert trace[0]["rules"]["tear_costs"] == [2, 4, 8]
    assert "office" in trace[0]["piles"]
    assert len(trace[-1]["scores"]) == 2


def test_text_tells_the_game_with_the_board(loopsim: Loopsim) -> None:
    lines = loopsim(*OF_SCENARIO, "--game", "3", "--text").lines()
    (trace,) = games(loopsim(*OF_SCENARIO, "--game", "3"))
    assert lines[0] == f"Loop, Inc. — {BASE}, 4 players, seed 7, game 3"
    days = [event["day"] for event in trace if event["event"] == "day_start"]
    assert [int(line[4]) for line in lines if line.startswith("Day ")] == days
    plays = [event for event in trace if event["event"] == "play"]
    turns = [line for line in lines if re.match(r"  seat \d \(\w+\): (new|past) ", line)]
    assert [int(line[7]) for line in turns] == [play["seat"] for play in plays]
    assert "  board: 4 wheel, 4 propeller, 4 net, 4 camera, 4 armor" in lines
    end = lines.index("Game end")
    for seat, score in enumerate(trace[-1]["scores"]):
        told = f"seat {seat} ({trace[0]['bots'][seat]}): {score} point"
        assert sum(told in line for line in lines[end:]) == 1


def test_text_marks_the_eliminated_and_counts_in_words(loopsim: Loopsim) -> None:
    asked = ("trace", BASE, "--bots", "random", "--set", "expansions=futures", "--games", "12")
    texts = loopsim(*asked, "--text").text().split("\n\nLoop, Inc.")
    told = 0
    for text, trace in zip(texts, games(loopsim(*asked)), strict=True):
        out = {event["seat"] for event in trace if event["event"] == "eliminated"}
        ranking = [line for line in text.splitlines() if re.match(r"  \d\. seat ", line)]
        marked = {int(line[10]) for line in ranking if line.endswith("  ELIMINATED")}
        assert (marked, len(ranking)) == (out, 4)
        told += len(out)
    assert told
    whole = "\n".join(texts)
    assert not re.search(r"(?<![\d-])1 (tears|ads|points)|[02-9] (tear|ad|point)\b", whole)
    assert re.search(r"\b1 tear, \d waste, [023] ads left", whole)
    assert ", bonus: discard a tear" in whole


@pytest.mark.parametrize(
    "changes",
    [
        [],
        ["expansions=futures,more,office"],
        ["rules.waste_cost=2", "rules.ad_bonus=3", "rules.ad_penalty=1", "rules.tear_costs=[2,5]"],
    ],
)
def test_parts_of_a_score_add_up_to_it_and_its_costs_to_the_penalty(changes: list[str]) -> None:
    seen = Counter[str]()
    for events in api.trace(BASE, bots=BOTS.split(","), games=60, set=changes).json():
        of_seats, end = parts(events), events[-1]
        assert [sum(each.values()) for each in of_seats] == end["scores"]
        costs = [each["tears"] + each["waste"] + each["failed ads"] for each in of_seats]
        assert [-cost for cost in costs] == end["penalties"]
        for each in of_seats:
            seen.update(part for part, points in each.items() if points)
    assert {"trips", "met ads", "tears", "waste", "failed ads"} <= {*seen}
    assert not any("expansions" in change for change in changes) or {"office", "effects"} <= {*seen}


def test_text_ends_with_the_parts_of_each_score(loopsim: Loopsim) -> None:
    lines = loopsim(*OF_SCENARIO, "--game", "3", "--text").lines()
    (trace,) = games(loopsim(*OF_SCENARIO, "--game", "3"))
    for seat, of in enumerate(parts(trace)):
        (at,) = (i for i, line in enumerate(lines) if re.match(rf"  \d\. seat {seat} ", line))
        assert lines[at + 1] == (
            f"     trips {of['trips']}, met ads {of['met ads']}, office {of['office']}, effects "
            f"{of['effects']}, tears {of['tears']}, waste {of['waste']}, "
            f"failed ads {of['failed ads']}"
        )


def test_text_says_of_a_tie_that_the_smaller_penalty_decides() -> None:
    """Of two survivors; three with one score are rare, and left out here."""
    told = 0
    for trace in api.trace(BASE, bots="greedy", games=200):
        bots, end = trace.events[0]["bots"], trace.events[-1]
        scores, ranks = end["scores"], end["ranks"]
        out = {event["seat"] for event in trace.events if event["event"] == "eliminated"}
        pairs = [
            f"  seat {a} ({bots[a]}) and seat {b} ({bots[b]}) have "
            f"{count(scores[a], 'point')} each: the smaller penalty decides"
            for a, b in permutations({*range(4)} - out, 2)
            if scores[a] == scores[b] and ranks[a] < ranks[b]
        ]
        if len(pairs) < 2:
            lines = as_text(trace.events).splitlines()
            assert [line for line in lines if "decides" in line] == pairs
            told += len(pairs)
    assert told > 5


def test_texts_of_games_are_parted_by_a_blank_line(loopsim: Loopsim) -> None:
    text = loopsim(*OF_SCENARIO, "--games", "2", "--text").text()
    single = [loopsim(*OF_SCENARIO, "--game", str(k), "--text").text() for k in (0, 1)]
    assert text == "".join(single)
    assert api.trace(BASE, bots=BOTS.split(","), seed=7, games=2).text() + "\n\n" == text
    assert all(part.endswith("\n\n") for part in single)


@pytest.mark.parametrize("game", [0, 1, 100, GAMES - 1])
def test_replay_of_a_run_is_the_trace_of_its_scenario(
    loopsim: Loopsim, run_folder: Path, game: int
) -> None:
    replay = loopsim("trace", run_folder, "--game", str(game)).text()
    assert replay == loopsim(*OF_SCENARIO, "--game", str(game)).text()


def test_replay_agrees_with_the_rows_of_the_facts(
    loopsim: Loopsim, run_folder: Path, result: Result
) -> None:
    """Written from the columns' meanings: what the events of games 0 to 59 add up to."""
    traces = games(loopsim("trace", run_folder, "--game", "0", "--games", "60"))
    seats = result.seats.filter(pl.col("game") < 60).sort("game", "seat").collect()
    rows = result.games.filter(pl.col("game") < 60).sort("game").collect()
    for trace, row in zip(traces, rows.iter_rows(named=True), strict=True):
        setup, end = trace[0], trace[-1]
        mine = seats.filter(pl.col("game") == row["game"])
        assert (setup["index"], setup["first"]) == (row["game"], row["first"])
        assert sum(event["event"] == "play" for event in trace) == row["turns"]
        assert mine["score"].to_list() == end["scores"]
        assert mine["penalty"].to_list() == end["penalties"]
        assert mine["rank"].to_list() == end["ranks"]
        assert (mine["win_share"] / 60).to_list() == pytest.approx(end["win_share"])
        assert [result.setting.bots[bot] for bot in mine["bot"]] == setup["bots"]
        tears = [0] * 4
        launches = [0] * 4
        for event in trace:
            if event["event"] == "tear":
                tears[event["seat"]] += 1
            elif event["event"] == "launch":
                launches[event["seat"]] += 1
        assert (
            mine.select(pl.sum_horizontal(pl.col("^tears_.*_day.$").cast(int)))
            .to_series()
            .to_list()
            == tears
        )
        assert (
            mine.select(pl.sum_horizontal(pl.col("^launches_day.$").cast(int)))
            .to_series()
            .to_list()
            == launches
        )


def test_replay_needs_no_file_of_the_scenario(loopsim: Loopsim, tmp_path: Path) -> None:
    variant = tmp_path / "mine.toml"
    variant.write_text('extends = "loop-inc/base"\nplayers = 3\nrules.ad_penalty = 1\n')
    out = tmp_path / "run"
    asked = ("--bots", "random", "--seed", "4")
    loopsim("run", variant, "--games", "10", *asked, "--quiet", "--out", out).text()
    before = loopsim("trace", variant, *asked, "--game", "9").text()
    variant.unlink()
    assert loopsim("trace", out, "--game", "9").text() == before


def test_replay_of_seats_as_typed(loopsim: Loopsim, tmp_path: Path) -> None:
    asked = ("--bots", "random,greedy,random,planner", "--no-rotate")
    loopsim("run", "--games", "10", *asked, "--quiet", "--out", tmp_path / "run").text()
    replay = loopsim("trace", tmp_path / "run", "--game", "8").text()
    assert replay == loopsim("trace", *asked, "--game", "8").text()


@pytest.mark.parametrize(
    "given",
    [
        ["--players", "3"],
        ["--seed", "1"],
        ["--bots", "random"],
        ["--set", "players=3"],
        ["--no-rotate"],
        ["--players", "3", "--seed", "1", "--bots", "random", "--set", "players=3", "--no-rotate"],
    ],
)
def test_run_is_replayed_as_it_was_played(
    loopsim: Loopsim, run_folder: Path, given: list[str]
) -> None:
    options = " ".join(option for option in given if option.startswith("--"))
    assert loopsim("trace", run_folder, *given).fault() == (
        f"{options}: not with the run {run_folder}, whose games are replayed as they were played"
    )


@pytest.mark.parametrize(
    ("game", "count"), [(GAMES, 1), (GAMES - 1, 2), (0, GAMES + 1), (10**15, 1)]
)
def test_game_that_the_run_does_not_have_is_one_line(
    loopsim: Loopsim, run_folder: Path, game: int, count: int
) -> None:
    asked = ("--game", str(game), "--games", str(count))
    assert loopsim("trace", run_folder, *asked).fault() == (
        f"--game {game} --games {count}: the run {run_folder} has games 0 to {GAMES - 1}"
    )


@pytest.mark.parametrize(("game", "count"), [(-1, 1), (0, 0), (0, -1), (2**63, 1), (2**63 - 1, 2)])
def test_game_out_of_range_is_one_line(loopsim: Loopsim, game: int, count: int) -> None:
    fault = loopsim("trace", BASE, "--game", str(game), "--games", str(count)).fault()
    assert fault == (f"--game {game} --games {count}: allowed are --game 0 … and --games 1 …")


def test_last_game_of_the_largest_seed_is_traced(loopsim: Loopsim) -> None:
    asked = ("--seed", str(2**63 - 1), "--game", str(2**63 - 1), "--bots", "random")
    (trace,) = games(loopsim("trace", BASE, *asked))
    assert (trace[0]["seed"], trace[0]["index"]) == (2**63 - 1, 2**63 - 1)


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_bad_seed_is_one_line(loopsim: Loopsim, seed: int) -> None:
    fault = loopsim("trace", BASE, "--seed", str(seed)).fault()
    assert fault == f"--seed {seed}: allowed are 0 to 2^63 - 1"


def test_folder_that_is_no_run_is_one_line(loopsim: Loopsim, tmp_path: Path) -> None:
    fault = loopsim("trace", tmp_path).fault()
    assert fault == f"{tmp_path}: not a finished run, manifest.json is missing"


@pytest.mark.parametrize("text", ["", "{", "[]", "7", "{}", '{"games": 5}', '"text"', "\x00", None])
@pytest.mark.parametrize("command", ["trace", "report"])
def test_damaged_manifest_is_one_line(
    loopsim: Loopsim, run_folder: Path, tmp_path: Path, command: str, text: str | None
) -> None:
    folder = tmp_path / "run"
    shutil.copytree(run_folder, folder)
    manifest = folder / "manifest.json"
    manifest.write_bytes(b"\xff\xfe" if text is None else text.encode())
    said = f"{folder}: not a finished run of this version: manifest.json: "
    assert loopsim(command, folder).fault().startswith(said)


@pytest.mark.parametrize(
    ("key", "value"),
    [("resolved", {}), ("resolved", None), ("bots", ["nobody"]), ("bots", 5), ("games", "many")],
)
def test_manifest_with_a_wrong_entry_is_one_line(
    loopsim: Loopsim, run_folder: Path, tmp_path: Path, key: str, value: Any
) -> None:
    folder = tmp_path / "run"
    shutil.copytree(run_folder, folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps({**manifest, key: value}))
    loopsim("trace", folder).fault()


def test_first_compile_is_announced_on_stderr_alone(
    loopsim: Loopsim, run_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = [loopsim("trace", target).text() for target in (BASE, run_folder)]
    monkeypatch.setattr("loopsim.kernels.cache.compiled_before", lambda part: False)
    for target, text in zip((BASE, run_folder), known, strict=True):
        done = loopsim("trace", target)
        assert (done.code, done.out) == (0, text)
        assert done.err == f"loopsim: {FIRST_COMPILE}\n"


def test_function_gives_events_choices_and_plain_data(loopsim: Loopsim) -> None:
    replay = api.trace(BASE, bots=BOTS.split(","), seed=7, game=2, games=3)
    assert len(replay) == 3
    assert replay.json() == games(loopsim(*OF_SCENARIO, "--game", "2", "--games", "3"))
    assert [trace.events for trace in replay] == replay.json()
    choices = replay.choices
    assert choices.columns == ["game", "node", "seat", "options", "index"]
    assert choices["game"].unique().sort().to_list() == [2, 3, 4]
    assert (choices["index"] < choices["options"]).all()
    taken = choices.filter((pl.col("game") == 2) & (pl.col("node") == "source"))[
        "options"
    ].to_list()
    assert taken == [event["options"] for event in replay.json()[0] if event["event"] == "play"]
