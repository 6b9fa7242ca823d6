"""Studies on disk: written whole, read back equal, refused with one line; Ctrl-C keeps what is complete."""

import json
import math
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import loopsim
from loopsim import InputError, Interrupted, Study
from tests.full_disk import filling_disk, small_disk

BASE, OFFICE = "loop-inc/base", "loop-inc/office"

#: Of each kind a small one, and the tables that it has.
KINDS: dict[str, tuple[Callable[..., Study], list[str]]] = {
    "compare": (
        partial(loopsim.compare, [BASE, OFFICE]), ["metrics", "details", "items", "identical"]
    ),
    "factorial": (partial(loopsim.factorial, factors="office,more"), ["effects", "cells"]),
    "sweep": (
        partial(loopsim.sweep, vary="rules.ad_penalty=2,3"),
        ["curves", "effects", "worth", "answers"],
    ),
    "decks": (partial(loopsim.run_over, decks=20), ["metrics", "details"]),
    "bots": (
        lambda bots, **more: loopsim.run_over(population="basic", **more),
        ["metrics", "details", "metrics_by_bot", "details_by_bot"],
    ),
}  # fmt: skip


def made(kind: str, out: Path | None = None, games: int = 60) -> Study:
    """Few games, so that there are numbers that are none."""
    return KINDS[kind][0](games=games, bots="random", seed=3, threads=1, out=out)


@pytest.fixture(scope="module", params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def folder(kind: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study on disk: not to be changed."""
    folder = tmp_path_factory.mktemp("studies") / kind
    made(kind, folder)
    return folder


def files(folder: Path) -> list[str]:
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


def test_a_study_is_tables_and_a_manifest(kind: str, folder: Path) -> None:
    tables = KINDS[kind][1]
    expected = [f"tables/{name}.{end}" for name in tables for end in ("json", "parquet")]
    assert files(folder) == sorted(["manifest.json", *expected])


def test_a_study_is_read_as_it_was_written(kind: str, folder: Path) -> None:
    read, ours = Study.read(folder), made(kind)
    assert [*read.tables] == KINDS[kind][1]
    for name, frame in ours.tables.items():
        assert_frame_equal(read.table(name), frame, check_exact=True)
        assert json.loads((folder / "tables" / f"{name}.json").read_text()) == frame.to_dicts()
    clocks = {"wall_s": 0, "kernel_s": 0, "tables": 0}
    assert read.manifest | clocks == json.loads(json.dumps(ours.manifest)) | clocks
    assert (read.kind, read.folder) == (kind, folder)


def test_a_study_written_later_is_the_same(kind: str, folder: Path, tmp_path: Path) -> None:
    read = Study.read(folder)
    read.write(tmp_path / "again")
    assert files(tmp_path / "again") == files(folder)
    for name in files(folder):
        assert (tmp_path / "again" / name).read_bytes() == (folder / name).read_bytes(), name


def test_no_table_has_a_number_that_is_none(kind: str, folder: Path) -> None:
    for name, frame in Study.read(folder).tables.items():
        floats = frame.select(pl.col(pl.Float64))
        assert not any(floats[column].is_nan().any() for column in floats.columns), name
        assert not any(floats[column].is_infinite().any() for column in floats.columns), name
    text = json.dumps(Study.read(folder).json(), allow_nan=False)
    assert not any(isinstance(x, float) and math.isnan(x) for x in _leaves(json.loads(text)))


def _leaves(data: Any) -> list[Any]:
    if isinstance(data, dict):
        return [leaf for value in data.values() for leaf in _leaves(value)]
    return [leaf for value in data for leaf in _leaves(value)] if isinstance(data, list) else [data]


def test_the_manifest_says_how_the_study_was_made() -> None:
    study = loopsim.compare(
        BASE, vary="rules.ad_penalty=3,1", games=50, players=3, bots=["random", "greedy", "random"],
        seed=9, rotate=False, set=["rules.waste_cost=2"],
    )  # fmt: skip
    m = study.manifest
    expected = {
        "kind": "compare", "game": "loop-inc", "seed": 9, "games": 50, "games_asked": 50, "family": None,
        "bots": ["random", "greedy", "random"], "rotate": False, "paired": True, "faults": {},
    }  # fmt: skip
    assert {key: m[key] for key in expected} == expected
    assert [arm["label"] for arm in m["arms"]] == ["rules.ad_penalty=3", "rules.ad_penalty=1"]
    assert [arm["values"] for arm in m["arms"]] == [{"rules.ad_penalty": p} for p in (3, 1)]
    assert [arm["resolved"]["rules"]["ad_penalty"] for arm in m["arms"]] == [3, 1]
    assert {arm["resolved"]["rules"]["waste_cost"] for arm in m["arms"]} == {2}
    hashes = [
        loopsim.show(BASE, players=3, set=[f"rules.ad_penalty={p}", "rules.waste_cost=2"]).json()
        for p in (3, 1)
    ]
    assert [arm["scenario_hash"] for arm in m["arms"]] == [h["scenario_hash"] for h in hashes]


def test_a_study_without_a_folder_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert made("compare").folder is None
    assert [*tmp_path.iterdir()] == []


def test_a_folder_that_is_not_empty_is_refused_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    monkeypatch.setattr("loopsim.simulate.simulate", lambda *_, **__: pytest.fail("played"))
    with pytest.raises(InputError) as wrong:
        made("compare", tmp_path)
    expected = f"--out {tmp_path}: not empty; name a new folder, nothing is overwritten"
    assert str(wrong.value) == expected
    assert files(tmp_path) == ["mine.txt"]


@pytest.mark.parametrize("takes", [100, 5_000])
def test_a_disk_that_fills_up_is_one_line_and_leaves_nothing(tmp_path: Path, takes: int) -> None:
    """Neither the first table is written, nor all of them."""
    out = tmp_path / "study"
    with filling_disk() as fill, pytest.raises(InputError) as wrong:
        KINDS["sweep"][0](games=60, bots="random", out=out, on_games=lambda _: fill(takes))
    path, why = str(wrong.value).split(": ", 1)
    assert Path(path).parent == out / "tables"
    assert why == "cannot be written: File too large; the study is complete but not kept"
    assert files(out) == []


def test_a_disk_that_is_full_is_one_line_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("loopsim.simulate.simulate", lambda *_, **__: pytest.fail("played"))
    out = tmp_path / "study"
    with small_disk(out, 10_000), pytest.raises(InputError) as wrong:
        made("sweep", out)
    assert str(wrong.value) == f"--out {out}: cannot be written: No space left on device"
    assert files(out) == []


def damaged(folder: Path, name: str, content: bytes | None) -> None:
    made("sweep", folder)
    path = folder / name
    if content is None:
        path.unlink()
    else:
        path.write_bytes(content)


@pytest.mark.parametrize(
    ("name", "content", "fault"),
    [
        ("manifest.json", None, "{folder}: not a finished study, manifest.json is missing"),
        ("manifest.json", b"{", "manifest.json: Expecting property name"),
        ("manifest.json", b"[]", "manifest.json: "),
        ("manifest.json", b"\xff\xfe", "manifest.json: "),
        ("manifest.json", b"{}", "manifest.json: kind: Field required"),
        ("tables/curves.parquet", None, "{folder}/tables/curves.parquet: cannot be read: "),
        ("tables/curves.parquet", b"PAR1", "{folder}/tables/curves.parquet: cannot be read: "),
        ("tables/effects.parquet", b"", "{folder}/tables/effects.parquet: cannot be read: "),
    ],
)
def test_a_damaged_folder_is_one_line(
    tmp_path: Path, name: str, content: bytes | None, fault: str
) -> None:
    folder = tmp_path / "study"
    damaged(folder, name, content)
    with pytest.raises(InputError) as wrong:
        Study.read(folder)
    assert fault.format(folder=folder) in str(wrong.value)
    assert "\n" not in str(wrong.value)
    assert str(wrong.value).startswith(str(folder))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("kind", "nothing"),
        ("tables", ["../../etc/passwd"]),
        ("games", 0),
        ("seed", "1"),
        ("arms", []),
    ],
)
def test_a_manifest_that_says_what_cannot_be_is_one_line(
    tmp_path: Path, key: str, value: Any
) -> None:
    folder = tmp_path / "study"
    made("sweep", folder)
    path = folder / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {key: value}))
    with pytest.raises(InputError, match=rf"manifest.json: {key}") as wrong:
        Study.read(folder)
    assert "\n" not in str(wrong.value)


def test_a_run_is_no_study_and_a_study_no_run(tmp_path: Path) -> None:
    loopsim.run(games=20, bots="random", out=tmp_path / "run")
    made("sweep", tmp_path / "study")
    with pytest.raises(InputError, match="found a run; allowed: the folder of a study"):
        Study.read(tmp_path / "run")
    with pytest.raises(InputError, match="found a sweep; allowed: the folder of a run"):
        loopsim.Result.read(tmp_path / "study")


def test_a_table_that_there_is_not_is_one_line() -> None:
    with pytest.raises(
        InputError, match=r"^no table 'trips'; there are curves, effects, worth, answers$"
    ):
        made("sweep").table("trips")


# --- Ctrl-C


def ctrl_c_after(games: int) -> Callable[[int], None]:
    """What `on_games` does: it counts, and then sends the signal once."""
    finished = 0

    def on_games(more: int) -> None:
        nonlocal finished
        before, finished = finished, finished + more
        if before < games <= finished:
            signal.raise_signal(signal.SIGINT)

    return on_games


def test_ctrl_c_keeps_the_games_complete_in_all_setups(tmp_path: Path) -> None:
    """Two of nine chunks were played in both: the study of them is that of as many games."""
    ask = partial(loopsim.compare, [BASE, OFFICE], bots="random", seed=3, threads=1)
    with pytest.raises(Interrupted) as stopped:
        ask(games=9_000, on_games=ctrl_c_after(4_000), out=tmp_path / "study")
    kept = stopped.value.result
    assert stopped.value.by == signal.SIGINT
    assert (kept.manifest["games"], kept.manifest["games_asked"]) == (2_000, 9_000)
    fresh = ask(games=2_000)
    for name, frame in fresh.tables.items():
        assert_frame_equal(kept.table(name), frame, check_exact=True)
        assert_frame_equal(Study.read(tmp_path / "study").table(name), frame, check_exact=True)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_of_a_factorial_keeps_the_numbers_of_players_that_are_complete() -> None:
    with pytest.raises(Interrupted) as stopped:
        loopsim.factorial(
            factors="office", players=[2, 3], games=2_000, bots="random", threads=1,
            on_games=ctrl_c_after(6_000),
        )  # fmt: skip
    kept = stopped.value.result
    assert kept.table("effects")["players"].unique(maintain_order=True).to_list() == [2, 3]
    assert kept.manifest["games"] == 1_000  # of the second


def test_ctrl_c_before_two_unpaired_setups_are_complete_keeps_nothing(tmp_path: Path) -> None:
    with pytest.raises(Interrupted) as stopped:
        loopsim.compare(
            BASE, vary="players=2,3", games=3_000, bots="random", threads=1,
            on_games=ctrl_c_after(4_000), out=tmp_path / "study",
        )  # fmt: skip
    assert stopped.value.result is None
    assert files(tmp_path / "study") == []


def test_ctrl_c_over_decks_keeps_whole_decks_if_they_are_enough() -> None:
    """At least twenty; the signal comes with the last game of a deck."""
    ask = partial(loopsim.run_over, decks=22, games=220, bots="random", threads=1)
    with pytest.raises(Interrupted) as stopped:
        ask(on_games=ctrl_c_after(10 * 20))
    assert stopped.value.result.manifest["games"] == 200
    with pytest.raises(Interrupted) as stopped:
        ask(on_games=ctrl_c_after(10 * 19))
    assert stopped.value.result is None
