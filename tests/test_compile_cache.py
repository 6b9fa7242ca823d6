"""The cache of compiled code: whatever becomes of its files, the answers stay the same."""

import shutil
from pathlib import Path

import pytest

from loopsim.kernels import cache as kept_code
from loopsim.kernels import jit
from tests.full_disk import filling_disk

pytestmark = pytest.mark.skipif(not kept_code.COMPILED, reason="nothing is compiled")


def twice(x: int) -> int:
    return 2 * x


def square(x: int) -> int:
    return x * x


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, and no function that waits to be compiled."""
    monkeypatch.setattr(kept_code, "FOLDER", tmp_path)
    monkeypatch.setattr(jit, "_TO_COMPILE", [])
    monkeypatch.setattr(jit, "_KEPT", [])
    return tmp_path


def answers() -> tuple[int, int]:
    """Of an entry, and of a function that is compiled apart, both handed to Numba anew."""
    doubled = jit.entry(twice)
    jit.apart("loopsim_test_square")(square)
    result = doubled(21)
    return result, jit._KEPT[-1](7)


def loaded() -> int:
    """How often the function compiled apart last came from the cache."""
    return sum(jit._KEPT[-1].stats.cache_hits.values())


def files(cache: Path) -> dict[str, bytes]:
    return {
        path.relative_to(cache).as_posix(): path.read_bytes()
        for path in cache.rglob("*")
        if path.is_file()
    }


def damaged(content: bytes) -> list[bytes]:
    """At its end, altogether, and in its middle."""
    size, at = len(content), len(content) // 5
    return [
        *(content[:keep] for keep in (0, 5, size // 2, size - 1)),
        b"\x80garbage" * 99,
        content[:at] + bytes(min(512, size - at)) + content[at + 512 :],
    ]


def test_what_was_compiled_is_kept_and_loaded(cache: Path) -> None:
    assert answers() == (42, 49)
    kept = files(cache)
    assert sorted(name.rsplit(".", 1)[1] for name in kept) == ["nbc", "nbc", "nbi", "nbi"]
    assert answers() == (42, 49)
    assert loaded() == 1
    assert files(cache) == kept


@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
def test_damaged_files_are_compiled_and_written_anew(cache: Path, suffix: str) -> None:
    answers()
    paths = [*cache.rglob(f"*.{suffix}")]
    assert len(paths) == 2
    for i in range(len(damaged(b""))):
        for path in paths:
            path.write_bytes(damaged(path.read_bytes())[i])
        assert answers() == (42, 49)
        assert loaded() == 0
        assert answers() == (42, 49)
        assert loaded() == 1


def test_a_full_disk_keeps_nothing(cache: Path) -> None:
    with filling_disk(10):
        assert answers() == (42, 49)
    assert files(cache) == {}


def test_folders_that_cannot_be_made_keep_nothing_here_or_elsewhere(cache: Path) -> None:
    for part in (kept_code.ENTRIES, kept_code.APART):
        (cache / part).write_text("in the way")
    assert answers() == (42, 49)
    assert not [*Path(__file__).parent.rglob("*.nb?")]


def test_damage_on_a_full_disk_is_passed_over(cache: Path) -> None:
    answers()
    for path in cache.rglob("*.nbi"):
        path.write_bytes(b"")
    before = files(cache)
    with filling_disk(10):
        assert answers() == (42, 49)
    assert files(cache) == before


def test_the_folder_depends_on_every_source_and_on_where_they_lie(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numba finds nothing that another folder kept, so this one must not count as compiled."""
    monkeypatch.setenv("LOOPSIM_CACHE_DIR", str(tmp_path / "cache"))

    def folder(kernels: str) -> Path | None:
        monkeypatch.setattr(kept_code, "KERNELS", tmp_path / kernels)
        return kept_code._folder()

    (tmp_path / "a" / "game").mkdir(parents=True)
    (tmp_path / "a" / "game" / "rules.py").write_text("tears = 2")
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    first = folder("a")
    assert first == folder("a")
    assert first != folder("b")
    (tmp_path / "a" / "game" / "rules.py").write_text("tears = 3")
    assert first != folder("a")


def test_the_hash_of_the_kernels_is_that_of_all_their_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(kept_code.KERNELS, tmp_path / "elsewhere")
    here = kept_code.sources_hash()
    monkeypatch.setattr(kept_code, "KERNELS", tmp_path / "elsewhere")
    assert kept_code.sources_hash() == here
    with (tmp_path / "elsewhere" / "loop_inc" / "ahead.py").open("a") as source:
        source.write("# another thought\n")
    assert kept_code.sources_hash() != here
