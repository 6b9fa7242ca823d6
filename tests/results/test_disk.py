"""A disk that takes no more: what is complete stays, the rest is one line and leaves nothing behind."""

from contextlib import ExitStack
from pathlib import Path

import polars as pl
import pytest

import loopsim as api
from loopsim import disk
from loopsim.errors import InputError
from loopsim.facts import write_part
from loopsim.simulate import GAMES_PER_PART
from tests.full_disk import filling_disk, small_disk
from tests.results import synthetic

#: Two parts of facts.
GAMES = GAMES_PER_PART + 20_000


def kept_of(games: int) -> str:
    return f"{games:,} of {GAMES:,} games complete and kept"


def files(folder: Path) -> list[str]:
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


def test_a_file_is_written_with_its_folders_and_replaced(tmp_path: Path) -> None:
    for content in (b"one", b"two"):
        disk.write(tmp_path / "a" / "b.html", content)
        assert (tmp_path / "a" / "b.html").read_bytes() == content
    assert files(tmp_path) == ["a/b.html"]


def test_a_file_that_does_not_fit_is_one_line_and_what_was_there_stays(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    disk.write(path, b"old")
    with filling_disk(1000), pytest.raises(InputError) as fault:
        disk.write(path, b"x" * 5000)
    assert str(fault.value) == f"{path}: cannot be written: File too large"
    assert files(tmp_path) == ["page.html"]
    assert path.read_bytes() == b"old"


def test_a_part_of_facts_that_does_not_fit_leaves_nothing(tmp_path: Path) -> None:
    """The file of seats fits, that of trips does not."""
    facts = synthetic.facts(300, synthetic.setting(4))
    facts["seats"] = facts["seats"].head(1).select("game")
    too_large = r"trips.*: cannot be written: File too large"
    with filling_disk(2000), pytest.raises(InputError, match=too_large):
        write_part(tmp_path, facts)
    assert files(tmp_path) == []


def test_a_run_keeps_the_parts_that_the_disk_took_and_says_how_much(tmp_path: Path) -> None:
    """The second part does not fit any more; the manifest and the summary, much smaller, do."""
    played = 0

    def on_games(games: int) -> None:
        nonlocal played
        played += games
        if played > GAMES_PER_PART:  # the first part is on the disk
            fill(100_000)

    out = tmp_path / "run"
    with filling_disk() as fill, pytest.raises(InputError) as fault:
        api.run(games=GAMES, bots="random", out=out, on_games=on_games)
    assert str(fault.value) == (
        f"{out / 'seats' / '000000065536.parquet'}: cannot be written: File too large; "
        + kept_of(GAMES_PER_PART)
    )
    assert [name for name in files(out) if not name.startswith("summary/")] == [
        "games/000000000000.parquet",
        "manifest.json",
        "schema.json",
        "seats/000000000000.parquet",
        "telling.json",
        "trips/000000000000.parquet",
    ]
    kept = api.Result.read(out)
    assert kept.manifest["games"] == kept.estimates.games == GAMES_PER_PART
    assert kept.games.select(pl.len()).collect().item() == GAMES_PER_PART


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> list[int]:
    """Bytes of the two parts of facts of a run."""
    whole = tmp_path_factory.mktemp("whole")
    api.run(games=GAMES, bots="random", out=whole)
    return [
        sum(path.stat().st_size for path in whole.glob(f"*/{first:012d}.parquet"))
        for first in (0, GAMES_PER_PART)
    ]


def test_facts_do_not_take_the_room_that_manifest_and_summary_need(
    parts: list[int], tmp_path: Path
) -> None:
    """Both parts would fit, but nothing after them."""
    out = tmp_path / "run"
    with small_disk(tmp_path, sum(parts) + 10_000), pytest.raises(InputError) as fault:
        api.run(games=GAMES, bots="random", out=out)
    assert str(fault.value).endswith(
        f".parquet: cannot be written: No space left on device; {kept_of(GAMES_PER_PART)}"
    )
    kept = api.Result.read(out)
    assert kept.manifest["games"] == kept.estimates.games == GAMES_PER_PART
    assert kept.games.select(pl.len()).collect().item() == GAMES_PER_PART


def test_a_run_whose_first_part_does_not_fit_keeps_nothing_and_its_folder_can_be_used_again(
    parts: list[int], tmp_path: Path
) -> None:
    out = tmp_path / "run"
    with small_disk(tmp_path, parts[0] + 50_000), pytest.raises(InputError) as fault:
        api.run(games=GAMES, bots="random", out=out)
    assert str(fault.value).endswith(
        ".parquet: cannot be written: No space left on device; nothing is kept"
    )
    assert [*out.iterdir()] == []
    assert api.run(games=5, bots="random", out=out).folder == out


def test_a_run_whose_end_cannot_be_written_keeps_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where somebody else has taken the room that was kept for it."""
    out = tmp_path / "run"
    monkeypatch.setattr("loopsim.results.release", lambda _: filling.enter_context(filling_disk(9)))
    with ExitStack() as filling, pytest.raises(InputError, match=r"; nothing is kept$"):
        api.run(games=5, bots="random", out=out)
    assert [*out.iterdir()] == []


def test_a_run_for_which_there_is_no_room_from_the_start_is_one_line(tmp_path: Path) -> None:
    out = tmp_path / "run"
    with filling_disk(1000), pytest.raises(InputError) as fault:
        api.run(games=500, bots="random", out=out)
    assert str(fault.value) == f"--out {out}: cannot be written: File too large"
    assert [*out.iterdir()] == []
