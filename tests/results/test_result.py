"""Results: what notebooks and `run --json` get, in memory and from disk."""

import json
import re
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest

from loopsim.errors import InputError
from loopsim.measures import Setting
from loopsim.results import HEAD, Result
from loopsim.scenario import load
from loopsim.summary import TABLES, summarise
from tests.results import synthetic

TABLE = synthetic.setting(4, ["a", "b", "c", "d"])
MANIFEST: dict[str, Any] = {
    "game": "loop-inc",
    "scenario": "x",
    "title": "X",
    "scenario_hash": "1234",
    "bots_hash": "5678",
    "seed": 1,
    "games": 400,
    "games_asked": 400,
    "rotate": True,
    "threads": 2,
    "wall_s": 1.5,
    "kernel_s": 1,
    "games_per_s": 400.0,
    "timings": {},
    "faults": {},
    "keep": "facts",
    "win_probability": None,
    "command": ["loopsim", "run"],
    "versions": {"python": "3"},
    "extends": None,
    "resolved": load("loop-inc/base").resolved()
    | {"bots": {name: {"family": "random"} for name in "abcd"}},
}


def result(table: Setting = TABLE, *, games: int = 400, keep: bool = True) -> Result:
    measures = synthetic.measures_of(table)
    facts = synthetic.facts(games, table)
    return Result(
        MANIFEST | {"players": table.players, "bots": list(table.bots)},
        summarise(facts, measures, table),
        table,
        measures,
        facts if keep else None,
    )


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    return result().json()


def test_json_has_the_keys_of_the_command(data: dict[str, Any]) -> None:
    assert [*data][: len(HEAD)] == [*HEAD]
    per_game = "turns decisions forced lead_changes margin no_winner shared_win"
    assert {*per_game.split()} <= {*data["per_game"]}
    per_seat = (
        "score survivor_score trip_points met_ads office_points effect_points penalty tears_taken "
        "tears_held waste failed_ads ads_placed launches launches_day1 launches_day2 "
        "launches_day3 eliminated"
    )
    assert {*per_seat.split()} <= {*data["per_seat"]}
    assert [*data["tears_by_cause"]] == [
        "room_empty",
        "no_open_machine",
        "exchange_nothing",
        "move_impossible",
        "ad_none_left",
        "ad_no_trip",
        "trash_nothing",
        "second_visitor",
        "voluntary",
        "effect",
    ]
    assert len(data["win_share_by_order"]) == 4
    assert [*data["by_bot"]] == ["a", "b", "c", "d"]
    assert {"win_share", "score"} <= {*data["by_bot"]["b"]}
    trip = "card trip dealt visits first second ads tears win_lift visit_lift relative_lift"
    assert len(data["trips"]) == synthetic.DECK
    assert {*trip.split()} <= {*data["trips"][0]}


def test_json_gives_every_number_with_its_error(data: dict[str, Any]) -> None:
    numbers = [
        *data["per_game"].values(),
        *data["per_seat"].values(),
        *data["tears_by_cause"].values(),
        *data["win_share_by_order"],
        *data["order_effect"],
        data["by_bot"]["a"]["score"],
        data["trips"][0]["win_lift"],
        data["trips"][0]["visits"],
    ]
    assert all(number.keys() == {"mean", "se"} for number in numbers)
    assert data["per_seat"]["score"]["se"] > 0
    estimate = result().estimates.of("score")
    assert data["per_seat"]["score"] == {"mean": estimate.value, "se": estimate.se}


@pytest.mark.parametrize("games", [1, 2, 400])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_json_is_plain_json_without_nan(games: int, players: int) -> None:
    data = result(synthetic.setting(players), games=games).json()
    assert json.loads(json.dumps(data, allow_nan=False)) == data


def test_histograms_of_json_count_every_game(data: dict[str, Any]) -> None:
    assert sum(count for _, count in data["histograms"]["turns"]) == 400
    assert [sum(count for _, count in place) for place in data["histograms"]["score"]] == [400] * 4
    assert sum(count for _, count in data["histograms"]["tears_taken"]) == 1600
    assert {*data["quantiles"]} == {"margin", "turns", "decisions", "score"}


def test_facts_are_lazy_frames_with_derived_columns() -> None:
    of = result()
    assert of.games.collect().height == 400
    assert of.trips.select(pl.col("visits").sum()).collect().item() > 0
    seats = of.seats.collect()
    assert seats.height == 1600
    assert "tears_taken" in seats.columns


def test_result_without_facts_says_so() -> None:
    with pytest.raises(InputError, match="kept no facts"):
        _ = result(keep=False).seats


def test_unknown_table_says_which_there_are() -> None:
    with pytest.raises(InputError, match="games, seats, trips"):
        result().table("cards")


def test_to_pandas_gives_the_same_values() -> None:
    of = result()
    frames = of.to_pandas()
    assert [*frames] == ["games", "seats", "trips"]
    for level, frame in frames.items():
        assert isinstance(frame, pd.DataFrame)
        polars = of.table(level).collect()
        assert frame.to_dict("list") == polars.to_dict(as_series=False)


@pytest.mark.parametrize("keep", [True, False])
def test_result_is_read_as_it_was_written(keep: bool, tmp_path: Path) -> None:
    written = result(keep=keep)
    written.write(tmp_path / "run")
    read = Result.read(tmp_path / "run")
    assert read.manifest == written.manifest
    assert read.setting == written.setting
    assert read.summary.equals(written.summary)
    assert read.json() == written.json()
    if keep:
        for level in ("games", "seats", "trips"):
            assert read.table(level).collect().equals(written.table(level).collect())
    else:
        with pytest.raises(InputError, match="no facts in this run"):
            _ = read.games
    documented = json.loads((tmp_path / "run" / "schema.json").read_text(encoding="utf-8"))
    assert {"level", "column", "dtype", "unit", "meaning", "stored"} == {*documented[0]}


def contents(folder: Path) -> dict[str, bytes]:
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


@pytest.mark.parametrize("keep", [True, False])
def test_a_result_of_a_folder_is_copied_with_its_facts_and_stays_there(
    keep: bool, tmp_path: Path
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    result(keep=keep).write(first)
    read = Result.read(first)
    read.write(second)
    assert contents(second) == contents(first)
    assert read.folder == first


@pytest.mark.parametrize("lies_there", ["run", "notes.txt"])
def test_a_result_is_not_written_into_a_folder_that_holds_anything(
    lies_there: str, tmp_path: Path
) -> None:
    if lies_there == "run":
        result(games=399).write(tmp_path)
    else:
        (tmp_path / lies_there).write_text("mine")
    before = contents(tmp_path)
    with pytest.raises(InputError) as fault:
        result().write(tmp_path)
    assert str(fault.value) == (f"{tmp_path}: not empty; name a new folder, nothing is overwritten")
    assert contents(tmp_path) == before


def test_reading_what_is_no_run_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"manifest\.json is missing"):
        Result.read(tmp_path)


#: Where the manifest is changed, to what (None: taken away), and what is said of it.
DAMAGES: dict[str, tuple[list[str], Any, str]] = {
    **{f"no {key}": ([key], None, f"{key}: Field required") for key in (*MANIFEST, "setting")},
    "text for a seed": (["seed"], "1", "seed: Input should be a valid integer"),
    "text for seconds": (["wall_s"], "1", "wall_s: Input should be a valid number"),
    "no games": (["games"], 0, "games: Input should be greater than or equal to 1"),
    "one name for the list": (["bots"], "a", "bots: Input should be a valid list"),
    "other bots": (["bots"], ["a"], "setting.bots are others than bots"),
    "other players": (["players"], 3, "setting.players are others than players"),
    "short list of bots": (["setting", "bots"], ["a"], "setting: Value error, orders are not of 4"),
    "short order": (["setting", "orders"], [[0, 1]], "setting: Value error, orders are not of 4"),
    "no orders": (["setting", "orders"], [], "setting.orders: List should have at least 1 item"),
    "no rules": (["setting", "rules"], {}, "KeyError("),
    "no file": (["extends"], {"changes": []}, "extends.file: Field required"),
    "another game": (["game"], "chess", "KeyError('chess')"),
    "nothing resolved": (["resolved"], {}, "resolved scenario: game: found nothing"),
    "a bot unresolved": (["resolved", "bots", "d"], None, '--bots: found "d"; allowed: a, b, c'),
}


@pytest.mark.parametrize(("at", "value", "said"), DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_manifest_is_one_clear_line(
    at: list[str], value: Any, said: str, tmp_path: Path
) -> None:
    result(games=20, keep=False).write(tmp_path)
    path = tmp_path / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    *tables, key = at
    table = manifest
    for name in tables:
        table = table[name]
    if value is None:
        del table[key]
    else:
        table[key] = value
    path.write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(InputError) as fault:
        Result.read(tmp_path)
    before = f"{tmp_path}: not a finished run of this version: manifest.json: "
    assert str(fault.value).startswith(before)
    assert said in str(fault.value)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize("text", ["{", "7", "[" * 100_000, "\x00"])
def test_a_manifest_that_is_no_table_is_one_clear_line(text: str, tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(
        InputError, match=r"not a finished run of this version: manifest\.json: .+$"
    ):
        Result.read(tmp_path)


@pytest.mark.parametrize("name", TABLES)
def test_a_summary_with_other_columns_is_one_clear_line(name: str, tmp_path: Path) -> None:
    result(games=20).write(tmp_path)
    path = tmp_path / "summary" / f"{name}.parquet"
    table = pl.read_parquet(path)
    for other in (table.drop(table.columns[-1]), table.cast({table.columns[-1]: pl.Float64})):
        other.write_parquet(path)
        with pytest.raises(InputError) as fault:
            Result.read(tmp_path)
        assert str(fault.value) == (
            f"{tmp_path}: not a finished run of this version: summary: "
            f"the columns of {name}.parquet are not those of a summary"
        )


def test_reading_a_run_whose_manifest_is_of_other_games_is_one_clear_line(tmp_path: Path) -> None:
    result(games=399).write(tmp_path)
    with pytest.raises(InputError) as fault:
        Result.read(tmp_path)
    assert str(fault.value) == f"{tmp_path}: its summary is of 399 games, its manifest of 400"


@pytest.mark.parametrize(("level", "rows"), [("games", 399), ("seats", 1599), ("trips", 5599)])
def test_reading_a_run_whose_facts_are_of_other_games_is_one_clear_line(
    level: str, rows: int, tmp_path: Path
) -> None:
    result().write(tmp_path)
    path = tmp_path / level / "000000000000.parquet"
    pl.read_parquet(path).head(rows).write_parquet(path)
    with pytest.raises(InputError) as fault:
        Result.read(tmp_path)
    assert str(fault.value) == (
        f"{tmp_path}: its facts have {rows:,} rows of {level}, which are not those of the "
        "400 games of 4 that its manifest states"
    )


def test_reading_a_run_with_a_damaged_or_missing_file_of_facts_is_one_clear_line(
    tmp_path: Path,
) -> None:
    result().write(tmp_path)
    path = tmp_path / "trips" / "000000000000.parquet"
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(InputError, match=r"its facts cannot be read: [^\n]+$"):
        Result.read(tmp_path)
    path.unlink()
    with pytest.raises(InputError, match=r"its facts cannot be read: [^\n]+$"):
        Result.read(tmp_path)


def test_reading_a_run_whose_facts_were_deleted_gives_its_summary(tmp_path: Path) -> None:
    result().write(tmp_path)
    for level in ("games", "seats", "trips"):
        (tmp_path / level / "000000000000.parquet").unlink()
    assert Result.read(tmp_path).json() == result().json()


def test_reading_a_run_without_its_summary_says_so(tmp_path: Path) -> None:
    result(games=2).write(tmp_path)
    (tmp_path / "summary" / "sums.parquet").unlink()
    with pytest.raises(InputError, match="is missing"):
        Result.read(tmp_path)


def test_result_is_shown_by_what_was_played_and_where_it_is(tmp_path: Path) -> None:
    assert (
        repr(result()) == "<Result x: 400 games of 4 players, bots a, b, c, d, seed 1, in memory>"
    )
    of = result(keep=False)
    of.write(tmp_path)
    assert repr(of) == repr(Result.read(tmp_path))
    assert repr(of).endswith(f"seed 1, in {tmp_path}>")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("scroe",), 'metric: found "scroe"; allowed: score (did you mean this?)'),
        (("win_lift",), "win_lift: index: found nothing; allowed: the number of a trip, 0 to 31"),
        (("win_lift", "item", 32), "win_lift: index: found 32; allowed: the number of a trip"),
        (("win_lift", "bot", 0), 'win_lift: group: found "bot"; allowed: item'),
        (("score", "place"), "score: index: found nothing; allowed: the number of a place, 0 to 3"),
        (("score", "bot", -1), "score: index: found -1; allowed: the number of a bot, 0 to 3"),
        (("score", "seat", 1), "score: index: found 1; allowed: 0 or nothing"),
        (("score", "seats"), 'score: group: found "seats"; allowed: seat (did you'),
        (("take_rate_shop_day2", "place", 0), 'group: found "place"; allowed: seat'),
    ],
)
def test_a_number_that_there_is_not_is_one_clear_line(asked: tuple[Any, ...], said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        result(games=20).estimates.of(*asked)


def test_an_unlike_name_of_a_metric_is_answered_with_all_of_them() -> None:
    with pytest.raises(InputError, match=r"allowed: .*score.*win_lift"):
        result(games=20).estimates.of("zzz")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("items",), 'group: found "items"; allowed: item (did you mean this?), game, seat'),
        (("item", ["win_lfit"]), 'metric: found "win_lfit"; allowed: win_lift (did'),
        (("item", ["score"]), 'score: group: found "item"; allowed: seat, place, bot'),
    ],
)
def test_a_frame_that_there_is_not_is_one_clear_line(asked: tuple[Any, ...], said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        result(games=20).estimates.frame(*asked)
