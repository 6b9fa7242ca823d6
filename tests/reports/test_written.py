"""The files of a report on the disk: an earlier report makes way for it, and nothing that is somebody's own."""

from pathlib import Path

import pytest

from loopsim import reports
from loopsim.errors import InputError
from loopsim.reports.output import written
from loopsim.results import Result
from loopsim.studies.study import Study

LARGE = {"a.csv": b"a", "a.png": b"A", "b.csv": b"b"}
SMALL = {"a.csv": b"other", "c.csv": b"c"}


def put(page: Path, files: dict[str, bytes], text: str = "") -> None:
    """Write a report that is nothing but its mark, a text and its files."""
    folder = page.with_name("page-files")
    written.check_places([page], folder)
    written.write({page: written.MARK + text.encode()}, folder, files)


def content(folder: Path) -> dict[str, bytes]:
    """The files of a folder, without the record of them."""
    return {
        path.name: path.read_bytes() for path in folder.iterdir() if path.name != written.RECORD
    }


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """Where a report is written in these tests."""
    return tmp_path / "page.html"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder that belongs to it."""
    return tmp_path / "page-files"


def test_of_an_earlier_report_nothing_is_left_and_all_else_is(page: Path, folder: Path) -> None:
    put(page, LARGE)
    assert content(folder) == LARGE
    (folder / "notes.txt").write_bytes(b"mine")
    (folder / "b.csv").write_bytes(b"mine too, for I changed it")
    put(page, SMALL)
    assert content(folder) == {
        **SMALL,
        "notes.txt": b"mine",
        "b.csv": b"mine too, for I changed it",
    }


@pytest.mark.parametrize("earlier", [True, False])
def test_what_no_report_wrote_is_named_and_nothing_is_changed(
    earlier: bool, page: Path, folder: Path
) -> None:
    folder.mkdir()
    if earlier:
        put(page, LARGE)
    (folder / "c.csv").write_bytes(b"mine")
    before = content(folder)
    with pytest.raises(
        InputError, match=r"^--out: found .*c\.csv, which is not as a report wrote it; "
    ):
        put(page, SMALL)
    assert content(folder) == before
    assert page.exists() == earlier


def test_a_file_that_is_already_as_it_would_be_written_is_in_nobodys_way(
    page: Path, folder: Path
) -> None:
    folder.mkdir()
    (folder / "c.csv").write_bytes(SMALL["c.csv"])
    put(page, SMALL)
    assert content(folder) == SMALL


def test_a_report_that_was_cut_short_is_written_again(
    page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(page, LARGE)
    write = written.disk.write

    def full(path: Path, content: bytes) -> None:
        if path.name == "c.csv":
            raise InputError("the disk is full")
        write(path, content)

    monkeypatch.setattr("loopsim.disk.write", full)
    with pytest.raises(InputError, match="full"):
        put(page, SMALL)
    monkeypatch.undo()
    put(page, {"a.csv": b"third"})
    assert content(folder) == {"a.csv": b"third"}


@pytest.mark.parametrize("made", ["link", "link to nowhere", "file"])
def test_a_folder_that_is_none_is_not_written_through(
    made: str, page: Path, folder: Path, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    if made == "file":
        folder.write_bytes(b"mine")
    else:
        folder.symlink_to(elsewhere)
    if made == "link":
        elsewhere.mkdir()
    with pytest.raises(InputError, match=r"^--out: found .*page-files, a link or a file where "):
        put(page, SMALL)
    assert not page.exists()
    assert not elsewhere.exists() or not [*elsewhere.iterdir()]


def test_a_link_in_the_folder_is_not_replaced(page: Path, folder: Path, tmp_path: Path) -> None:
    put(page, LARGE)
    (tmp_path / "mine").write_bytes(LARGE["a.csv"])
    (folder / "a.csv").unlink()
    (folder / "a.csv").symlink_to(tmp_path / "mine")
    with pytest.raises(InputError, match=r"found .*a\.csv, which is not as a report wrote it"):
        put(page, SMALL)
    assert (tmp_path / "mine").read_bytes() == LARGE["a.csv"]


def test_pages_share_a_folder_as_long_as_they_show_the_same(page: Path, folder: Path) -> None:
    other = page.with_suffix(".md")
    put(page, LARGE)
    put(other, LARGE)
    for one, also in ((page, other), (other, page)):
        said = f"page-files, the figures and tables of {also.name}, another report; name another"
        with pytest.raises(InputError, match=said):
            put(one, SMALL)
    assert content(folder) == LARGE
    other.unlink()
    put(page, SMALL)
    assert content(folder) == SMALL


@pytest.mark.parametrize("content", [b"", b"[]", b'{"pages": 1, "files": {}}', b"[" * 10**5])
def test_a_file_in_place_of_the_record_is_not_replaced(
    content: bytes, page: Path, folder: Path
) -> None:
    folder.mkdir()
    (folder / written.RECORD).write_bytes(content)
    with pytest.raises(InputError, match=r"written\.json, which is no record of a report; name"):
        put(page, SMALL)
    assert [path.name for path in folder.iterdir()] == [written.RECORD]


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("page.html", "page-files"),
        ("page", "page-files"),
        ("page.tar.gz", "page.tar.gz-files"),
        ("page.2", "page.2-files"),
    ],
)
@pytest.mark.usefixtures("undrawn")
def test_the_folder_is_called_as_the_report_is(
    name: str, folder: str, one_game: Result, tmp_path: Path
) -> None:
    assert reports.write(one_game, tmp_path / name) == [tmp_path / name]
    assert {path.name for path in tmp_path.iterdir()} == {name, folder}


@pytest.mark.usefixtures("undrawn")
def test_two_reports_of_other_names_do_not_share_a_folder(
    one_game: Result, comparison: Study, tmp_path: Path
) -> None:
    reports.write(one_game, tmp_path / "page.html")
    before = content(tmp_path / "page-files")
    with pytest.raises(InputError, match=r"the figures and tables of page\.html, another report"):
        reports.write(comparison, tmp_path / "page")
    assert content(tmp_path / "page-files") == before
    assert not (tmp_path / "page").exists()


@pytest.mark.parametrize("name", ["n" * 300 + ".html", "n" * 251 + ".html", "n" * 250 + ".md"])
def test_a_name_that_is_too_long_is_one_clear_line(
    name: str, one_game: Result, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=r"^--out: found .{40}…, too long a path or name for the"):
        reports.write(one_game, tmp_path / name)
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("place", ["/", "..", ""])
def test_a_folder_is_no_file_whatever_the_formats(place: str, one_game: Result) -> None:
    with pytest.raises(InputError, match=r"^--out: found .*, a folder; allowed: the name of a"):
        reports.write(one_game, place, format="html,md")
