"""report: a run or a study as a page to read (what stands in it: tests/reports)."""

import shutil
from pathlib import Path

import pytest

import loopsim as api
from tests.cli.program import Loopsim

pytestmark = pytest.mark.usefixtures("undrawn")

DAMAGED = ["sums", "blocks", "products", "histograms", "telling"]


@pytest.fixture
def folder(run_folder: Path, tmp_path: Path) -> Path:
    """A run of its own, to be changed."""
    return Path(shutil.copytree(run_folder, tmp_path / "run"))


def test_report_is_written_into_the_run_and_its_path_is_printed(
    loopsim: Loopsim, folder: Path
) -> None:
    assert loopsim("report", folder).text() == f"{folder / 'report.html'}\n"
    html = (folder / "report.html").read_text(encoding="utf-8")
    assert html.lower().startswith("<!doctype html>")
    assert [*folder.rglob("*.png")]


def test_report_goes_where_out_says(loopsim: Loopsim, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "not" / "there yet" / "my report [1].html"
    before = sorted(folder.rglob("*"))
    assert loopsim("report", folder, "--out", out).text() == f"{out}\n"
    assert out.stat().st_size > 10_000
    assert sorted(folder.rglob("*")) == before


def test_report_of_the_function_is_that_of_the_command(loopsim: Loopsim, folder: Path) -> None:
    loopsim("report", folder)
    page, other = folder / "report.html", folder / "other.html"
    assert api.report(folder, out=other) == [other]
    assert other.read_bytes() == page.read_bytes()
    page.unlink()
    assert api.report(str(folder)) == [page]
    assert page.is_file()


def test_report_of_no_run_is_one_line(loopsim: Loopsim, tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "missing"):
        fault = loopsim("report", folder).fault()
        assert fault == f"{folder}: not a finished run, manifest.json is missing"
    assert "DIR" in loopsim("report").fault()


@pytest.mark.parametrize("name", DAMAGED)
@pytest.mark.parametrize("content", [b"", b"no parquet", b"PAR1" + bytes(100) + b"PAR1", None])
def test_damaged_or_missing_summary_is_one_line(
    loopsim: Loopsim, folder: Path, name: str, content: bytes | None
) -> None:
    file = folder / "summary" / f"{name}.parquet"
    if content is None:
        file.unlink()
        said = f"{folder}: not a finished run, a table of its summary is missing"
        assert loopsim("report", folder).fault() == said
        return
    file.write_bytes(content)
    said = f"{folder / 'summary'}: cannot be read: "
    assert loopsim("report", folder).fault().startswith(said)


def test_report_that_cannot_be_written_is_one_line(loopsim: Loopsim, folder: Path) -> None:
    out = folder / "manifest.json" / "report.html"
    assert str(out.parent) in loopsim("report", folder, "--out", out).fault()


@pytest.fixture(scope="module")
def study_folder(compiled: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a study: not to be changed."""
    folder = tmp_path_factory.mktemp("studies") / "study"
    api.compare(["loop-inc/base", "loop-inc/office"], games=40, bots="random", out=folder)
    return folder


def test_report_is_of_the_study_that_a_folder_holds(
    loopsim: Loopsim, study_folder: Path, tmp_path: Path
) -> None:
    out = tmp_path / "page.html"
    assert loopsim("report", study_folder, "--out", out).text() == f"{out}\n"
    html = out.read_text(encoding="utf-8")
    assert '<p class="kind">Comparison</p>' in html
    assert [*out.with_name("page-files").glob("*.png")]


@pytest.mark.parametrize("content", [b"no parquet", None])
def test_damaged_or_missing_table_of_a_study_is_one_line(
    loopsim: Loopsim, study_folder: Path, tmp_path: Path, content: bytes | None
) -> None:
    folder = Path(shutil.copytree(study_folder, tmp_path / "study"))
    file = folder / "tables" / "metrics.parquet"
    file.unlink() if content is None else file.write_bytes(content)
    assert loopsim("report", folder).fault().startswith(f"{file}: cannot be read: ")


def test_damaged_manifest_of_a_study_is_one_line(
    loopsim: Loopsim, study_folder: Path, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(study_folder, tmp_path / "study"))
    file = folder / "manifest.json"
    for content, said in (
        (
            '{"kind": "other"}',
            f"{folder}: not a finished run of this version: manifest.json: kind: ",
        ),
        ("[" * 100_000, f"{folder}: not a finished run"),
        ("[]", f"{folder}: not a finished run"),
    ):
        file.write_text(content)
        assert loopsim("report", folder).fault().startswith(said)
