"""Games of a run that are continued after each turn: what comes of them, where it is kept, what is refused."""

from __future__ import annotations

import json
import re
import shutil
import signal
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import loopsim as api
from loopsim import games as registry
from loopsim.cli.course import _cell
from loopsim.cli.progress import Progress
from loopsim.continued import Continued, course_of
from loopsim.course import Course
from loopsim.errors import InputError
from loopsim.results import Result
from loopsim.scenario import load
from loopsim.stats import Estimate
from tests.cli.program import BASE, Loopsim, table

QUICK = "allowed: bots that decide at once"
GAMES, CONTINUED = 80, 40
SET_UP: dict[str, Any] = {"players": 2, "bots": ["planner", "champion"], "seed": 3}
#: What the manifest of the run says of it.
TOLD = {"games": CONTINUED, "playouts": 64}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run on disk: not to be changed."""
    out = tmp_path_factory.mktemp("runs") / "run"
    api.run(BASE, games=GAMES, win_probability=CONTINUED, threads=2, out=out, **SET_UP)
    return out


@pytest.fixture(scope="module")
def result(folder: Path) -> Result:
    return Result.read(folder)


@pytest.fixture(scope="module")
def course(result: Result) -> Course:
    assert result.course is not None
    return result.course


@pytest.fixture
def loopsim(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Loopsim:
    """The program, in this process, when all is compiled."""
    return Loopsim(monkeypatch, capsys)


def continue_anew(games: int, *, threads: int = 1, **more: Any) -> Course:
    """The first games of the run once more."""
    scenario = load(BASE, (), SET_UP["players"])
    table = registry.get(scenario.game).Table(scenario, SET_UP["bots"], **more)
    found = course_of(table, seed=SET_UP["seed"], games=games, threads=threads)
    assert found is not None
    return found


# --- what comes of them


def test_the_games_of_the_run_are_those_without_it(result: Result) -> None:
    without = api.run(BASE, games=GAMES, **SET_UP)
    assert result.summary.equals(without.summary)
    for level in ("games", "seats", "trips"):
        assert result.table(level).collect().equals(without.table(level).collect())
    assert (without.course, without.manifest["win_probability"]) == (None, None)
    assert "course" not in without.json()


def test_a_course_is_of_the_first_games_and_ends_as_they_did(
    result: Result, course: Course
) -> None:
    facts = result.seats.filter(pl.col("game") < CONTINUED).collect()
    at_end = course.frame.filter(pl.col("turn") == pl.col("turns"))
    assert at_end.select("game", "place", "win_share").equals(
        facts.select("game", "place", "win_share")
    )
    turns = result.games.filter(pl.col("game") < CONTINUED).collect()["turns"]
    assert course.frame.filter(turn=0, place=0)["turns"].equals(turns.cast(pl.UInt16))
    assert result.manifest["win_probability"] == TOLD == course.told()


def test_who_moves_is_told_by_place_and_day(result: Result, course: Course) -> None:
    """Day 1 goes round three times; over the game everybody plays as many cards as the facts say."""
    one = course.frame.filter(game=0, place=0)
    assert one["mover"].to_list()[:7] == [-1, 0, 1, 0, 1, 0, 1]
    assert one["day"].to_list()[:8] == [1] * 7 + [2]
    played = course.frame.filter(pl.col("place") == pl.col("mover")).group_by("game", "place").len()
    facts = result.seats.filter(pl.col("game") < CONTINUED).collect()
    joined = facts.with_columns(pl.col("place").cast(pl.UInt8)).join(played, ["game", "place"])
    assert joined.height == 2 * CONTINUED
    assert (joined["turns"] == joined["len"]).all()


def test_win_probabilities_add_up_to_that_of_a_winner() -> None:
    """Where all bots play at random, one game of two in ten or so ends without a winner."""
    scenario = load(BASE, (), 2)
    table = registry.get(scenario.game).Table(scenario, ["random"])
    course = course_of(table, seed=1, games=60, threads=2)
    assert course is not None
    played = api.run(BASE, players=2, bots="random", games=20_000, keep="summary")
    sums = course.frame.filter(turn=0).select(pl.col("half_a") + pl.col("half_b")).sum().item()
    nobody = 1 - sums / (60 * 64 * 60)
    expected = played.estimates.of("no_winner")
    assert expected.value is not None
    assert expected.value > 0.05
    assert nobody == pytest.approx(expected.value, abs=3 * (expected.value / (64 * 60)) ** 0.5)


def test_they_are_calibrated(course: Course) -> None:
    error, slope = course.calibration_error, course.slope
    assert error.value - 2 * error.se < 0.01
    assert slope.low < 1 < slope.high
    assert slope.se < 0.1
    bias = course.bias()
    assert bias.height == 3 * 2
    for row in bias.iter_rows(named=True):
        assert row["bias_low"] < 0 < row["bias_high"]


def test_the_same_for_any_number_of_threads_chunks_and_games(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = course.frame.filter(pl.col("game") < 5)
    assert continue_anew(5).frame.equals(few)
    monkeypatch.setattr(Continued, "games_per_chunk", 3)
    monkeypatch.setattr("loopsim.continued.GAMES_PER_PART", 3)
    assert continue_anew(5, threads=2).frame.equals(few)


def test_the_order_of_the_deck_does_not_show_before_a_card_is_opened(course: Course) -> None:
    shuffled = continue_anew(5, rekey=["anomalies"]).frame
    as_it_is = course.frame.filter(pl.col("game") < 5)
    columns = ["game", "turn", "day", "place", "mover", "half_a", "half_b"]
    first = pl.col("day") == 1
    assert shuffled.filter(first).select(columns).equals(as_it_is.filter(first).select(columns))
    assert not shuffled.filter(~first).equals(as_it_is.filter(~first))


@pytest.mark.parametrize("scenario", ["loop-inc/base", "loop-inc/all"])
@pytest.mark.parametrize("days", [3, 4])
def test_there_is_room_for_the_turns_of_the_longest_game(scenario: str, days: int) -> None:
    rules = [f"rules.days={days}", f"rules.machines_by_day={[1, 2, 3, 3][:days]}"]
    chosen = load(scenario, [*rules, "rules.piles.move=40", f"rules.tear_costs={[1] * 15}"], 4)
    table = registry.get(chosen.game).Table(chosen, ["planner"])
    rows = table.blank_rows(100)
    table.play(1, 0, rows)
    turns = rows["games"]["turns"].sum(axis=1)
    assert turns.max() == table.most_turns()
    found = table.continued(1, [0], 2)
    assert found["turns"][0] == turns[0]
    assert (found["shares"][0, found["turns"][0]] == rows["seats"]["win_share"][0]).all()


# --- where it is kept


def test_the_folder_has_it_also_without_facts(tmp_path: Path, course: Course) -> None:
    out = tmp_path / "run"
    made = api.run(BASE, games=5, win_probability=5, out=out, keep="summary", **SET_UP)
    assert made.course is not None
    few = course.frame.filter(pl.col("game") < 5)
    made.write(tmp_path / "copy")
    for place in (out, tmp_path / "copy"):
        kept = Result.read(place).course
        assert kept is not None
        assert kept.frame.equals(few)
        assert pl.read_parquet(place / "course" / "turns.parquet").equals(few)


def test_json_has_an_object_of_it(result: Result, course: Course) -> None:
    told = result.json()["course"]
    json.dumps(told, allow_nan=False)
    assert {key: told[key] for key in TOLD} == TOLD
    for name in ("drama", "uncertainty", "decided_at", "decided_90", "calibration_error", "slope"):
        estimate = getattr(course, name)
        assert told[name] == {"mean": estimate.value, "se": estimate.se}
    median = course.decided_at_median
    assert told["decided_at_median"] == {
        "value": median.value,
        "low": median.low,
        "high": median.high,
    }
    bias = course.bias()
    assert [(row["day"], row["place"], row["mean"]) for row in told["bias"]] == [
        *bias.select("day", "place", "bias").iter_rows()
    ]


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (
            lambda path: path.unlink(),
            "{folder}: not a finished run of this version: {file} is missing",
        ),
        (lambda path: path.write_bytes(b"x" * 99), "{folder}/{file}: cannot be read: "),
        (
            lambda path: path.write_bytes(path.read_bytes()[:-99]),
            "{folder}/{file}: cannot be read: ",
        ),
        (
            lambda path: pl.read_parquet(path).head(7).write_parquet(path),
            "{folder}: not a finished run of this version: {file}: its rows are not those",
        ),
        (
            lambda path: pl.read_parquet(path).filter(pl.col("game") < 5).write_parquet(path),
            "{folder}: its {file} is of 5 games, its manifest tells of 40",
        ),
    ],
)
def test_a_damaged_course_is_one_line(folder: Path, tmp_path: Path, damage: Any, said: str) -> None:
    copied = tmp_path / "run"
    shutil.copytree(folder, copied)
    damage(copied / "course" / "turns.parquet")
    with pytest.raises(InputError) as fault:
        Result.read(copied)
    assert str(fault.value).startswith(said.format(folder=copied, file="course/turns.parquet"))
    assert "\n" not in str(fault.value)


# --- what is refused


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"win_probability": 21}, "found 21; allowed: 0 to 20, for so many games are played"),
        ({"win_probability": -1}, "found -1; allowed: 0 to 20, for so many games are played"),
        ({"win_probability": 1.5}, "found 1.5; allowed: a whole number"),
        (
            {"win_probability": 20, "bots": ["look-ahead", "planner", "planner"]},
            f'found 20 with "look-ahead", which would take about 0.737 hours to continue; {QUICK}',
        ),
    ],
)
def test_what_cannot_be_continued_is_one_line_before_any_game(
    given: dict[str, Any], said: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError) as fault:
        api.run(BASE, games=20, out=tmp_path / "run", **{"players": 3, "bots": "random"} | given)
    assert str(fault.value) == f"--win-probability: {said}"
    assert not (tmp_path / "run").exists()


def test_not_over_decks_or_a_population(loopsim: Loopsim) -> None:
    for family in (("--decks", "20"), ("--population", "basic")):
        fault = loopsim("run", "--win-probability", "10", *family).fault()
        assert fault == "--win-probability: not together with --decks or --population"


# --- the command


def test_the_command_shows_a_table_and_its_object(loopsim: Loopsim) -> None:
    asked = (
        "run", "--games", "80", "--players", "2", "--bots", "planner,champion", "--seed", "3",
        "--win-probability", "3",
    )  # fmt: skip
    few = continue_anew(3)
    told = loopsim(*asked, "--json").json()
    assert told["course"] == few.json()
    lines = loopsim(*asked).lines()
    _, rows = table(lines, "Course of 3 games, each continued 64 times after each turn")
    assert len(rows) == 7


def test_a_median_that_is_the_same_all_over_its_interval_is_not_said_to_be_so_in_every_game() -> (
    None
):
    assert _cell(Estimate(0.0, None, 0.0, 0.0, 500), True) == "0 [0, 0]"
    assert _cell(Estimate(0.25, 0.0, 0.25, 0.25, 500), True) == "25 (in every game)"


def interrupt_the_course(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let a signal come when the first games have been continued; gives what happens."""
    happens: list[str] = []
    continuing, advance = Progress.continuing, Progress.advance

    def began(progress: Progress, games: int) -> None:
        happens.append(f"{games} to continue")
        continuing(progress, games)

    def advanced(progress: Progress, games: int) -> None:
        advance(progress, games)
        if happens:
            happens.append(f"{games} continued")
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Progress, "continuing", began)
    monkeypatch.setattr(Progress, "advance", advanced)
    return happens


def test_ctrl_c_keeps_the_run_and_drops_the_course_and_says_so(
    loopsim: Loopsim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    happens = interrupt_the_course(monkeypatch)
    out = tmp_path / "run"
    done = loopsim(
        "run", "--games", "80", "--players", "2", "--bots", "planner,champion", "--seed", "3",
        "--win-probability", "60", "--threads", "1", "--json", "--out", out,
    )  # fmt: skip
    assert done.code == 3
    assert done.err == (
        f"loopsim: interrupted; 80 of 80 games complete and kept in {out}, without win probabilities\n"
    )
    assert happens[:2] == ["60 to continue", "2 continued"]
    assert len(happens) < 9
    told = json.loads(done.out)
    assert told["games"] == 80
    assert "course" not in told
    kept = Result.read(out)
    assert (kept.course, kept.manifest["win_probability"]) == (None, None)
    assert not (out / "course").exists()


def test_progress_counts_the_games_that_are_continued_anew() -> None:
    now = 0.0
    progress = Progress(100, shown=False, clock=lambda: now)
    progress.advance(100)
    progress.continuing(10)
    assert progress.rate() == ""
    for _ in range(2):
        progress.advance(4)
        now += 2
    assert progress.rate() == "1 games/s, 0:00:02 left"
    shown = progress._bar.tasks[0]
    assert (shown.completed, shown.total, shown.description) == (8, 10, "games continued")


def test_only_what_is_asked_for_is_compiled() -> None:
    assert re.fullmatch(r"[a-z-]+", Continued(_table()).compiled_as)
    assert Continued(_table()).compiled_as != _table().compiled_as


def _table() -> Any:
    scenario = load(BASE, (), 2)
    return registry.get(scenario.game).Table(scenario, ["random"])
