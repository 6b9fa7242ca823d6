"""The cache of compiled code: whatever becomes of its files, the answers stay the same."""

import inspect
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from numba import int64

from loopsim.kernels import cache as kept_code
from loopsim.kernels import jit, meanwhile
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
    monkeypatch.setattr(meanwhile, "_processors", lambda: 1)
    return tmp_path


@pytest.fixture
def processors(cache: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Two of them; gives the names of the entries that are compiled in a second process."""
    elsewhere = []
    start = meanwhile._start
    monkeypatch.setattr(meanwhile, "_processors", lambda: 2)
    monkeypatch.setattr(meanwhile, "_start", lambda e: (elsewhere.append(e[1]), start(e))[1])
    return elsewhere


def answers() -> tuple[int, int]:
    """Of an entry, and of a function that is compiled apart, both handed to Numba anew."""
    doubled = jit.entry(twice)
    jit.apart("loopsim_test_square")(square)
    result = doubled(21)
    return result, jit._KEPT[-1](7)


def loaded() -> int:
    """How often the function compiled apart last came from the cache."""
    return sum(jit._KEPT[-1].stats.cache_hits.values())


def entry_loaded(entry: Callable[..., int]) -> int:
    """How often an entry came from the cache."""
    dispatcher = inspect.getclosurevars(entry).nonlocals["compiled"]
    return sum(dispatcher.stats.cache_hits.values())


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


def with_default(x: int, more: int | None = None) -> int:
    return x + 1


def test_an_entry_is_compiled_by_a_second_process_first_time(processors: list[str]) -> None:
    for function, answer in ((twice, 42), (with_default, 22)):
        jit.apart("loopsim_test_square")(square)
        first = jit.entry(function)
        assert first(21) == answer
        assert entry_loaded(first) == 1, "it was compiled here"
        shutil.rmtree(kept_code.FOLDER)  # else an entry is kept, and no process started
    assert processors == ["twice", "with_default"]
    assert answers() == (42, 49)
    assert answers() == (42, 49)
    assert processors == ["twice", "with_default", "twice"]


@pytest.mark.parametrize("python", [None, "", "no-such-program", "false"])
def test_without_a_second_process_all_is_compiled_here(
    cache: Path, processors: list[str], monkeypatch: pytest.MonkeyPatch, python: str | None
) -> None:
    monkeypatch.setattr(sys, "executable", python)
    assert answers() == (42, 49)
    assert processors == (["twice"] if python else [])
    kept = files(cache)
    assert answers() == (42, 49)
    assert files(cache) == kept


def test_the_second_process_runs_nothing_of_the_folder_it_is_started_in(
    tmp_path: Path, processors: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = Path(__file__).parents[1]
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "pickle.py").write_text("open('was-run', 'w')")
    monkeypatch.setattr(sys, "path", [str(here), *(part for part in sys.path if part)])
    monkeypatch.chdir(folder)
    jit.apart("loopsim_test_square")(square)
    doubled = jit.entry(twice)
    assert (doubled(21), entry_loaded(doubled)) == (42, 1)
    assert [path.name for path in folder.iterdir()] == ["pickle.py"]


def test_on_one_processor_no_process_is_started(
    processors: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meanwhile, "_processors", lambda: 1)
    assert answers() == (42, 49)
    assert processors == []


def test_an_entry_is_not_kept_before_what_it_calls(cache: Path, processors: list[str]) -> None:
    @meanwhile.compiled_elsewhere(twice, kept_code.ENTRIES, (int64,))
    def interrupted() -> None:
        time.sleep(3)  # longer than the other process takes
        assert files(cache) == {}
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert processors == ["twice"]
    assert files(cache) == {}
    assert not kept_code.compiled_before()


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
