"""Printing a page: which browser, how it is asked, and one clear line where it does not go well."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from loopsim import reports
from loopsim.errors import InputError
from loopsim.reports.output import pdf
from loopsim.reports.output.pdf import find_chromium, printed
from loopsim.results import Result

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="stand-ins are shell scripts")

WHOLE = "%PDF-1.4 a page %%EOF"
#: A browser that keeps how it was asked and prints something into the file that it is told.
PRINTS = """#!/bin/sh
printf '%s\\n' "$@" > "{asked}"
for each in "$@"; do case "$each" in
    --print-to-pdf=*) printf '{content}' > "${{each#--print-to-pdf=}}" ;;
    --user-data-dir=*) touch "${{each#--user-data-dir=}}/kept" ;;
esac; done
exit {code}
"""

Browser = Callable[..., Path]


HTML = b"<!doctype html>"


@pytest.fixture
def asked(tmp_path: Path) -> Path:
    """How the browser was asked, an argument a line."""
    return tmp_path / "asked"


@pytest.fixture
def browser(tmp_path: Path, asked: Path, monkeypatch: pytest.MonkeyPatch) -> Browser:
    """Puts a stand-in for a browser into a folder and has the environment name it."""

    def put(content: str = WHOLE.replace("%", "%%"), code: int = 0, script: str = PRINTS) -> Path:
        path = tmp_path / "bin" / "my browser"
        path.parent.mkdir(exist_ok=True)
        path.write_text(script.format(asked=asked, content=content, code=code))
        path.chmod(0o755)
        monkeypatch.setenv(pdf.VARIABLE, str(path))
        return path

    return put


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """A machine without a browser; the call installs one into a folder on the PATH."""
    folder = tmp_path / "path"
    folder.mkdir()
    monkeypatch.delenv(pdf.VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(pdf, "PLACES", ("${HERE}/Some Browser",))

    def install(name: str) -> Path:
        path = folder / name
        path.write_text("")
        path.chmod(0o755)
        return path

    return install


def test_the_browser_that_is_named_comes_before_those_on_the_path(bare, monkeypatch) -> None:
    installed = [bare(name) for name in pdf.NAMES]
    monkeypatch.setenv(pdf.VARIABLE, str(installed[-1]))
    assert find_chromium() == installed[-1]
    monkeypatch.delenv(pdf.VARIABLE)
    for path in installed:
        assert find_chromium() == path
        path.unlink()


def test_where_none_is_on_the_path_the_usual_places_are_asked(bare, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("HERE", str(tmp_path / "path"))
    installed = bare("Some Browser")
    assert find_chromium() == installed


def test_without_a_browser_the_error_says_what_to_do(bare) -> None:
    with pytest.raises(
        InputError, match=r"^a PDF is printed with .* install one .*LOOPSIM_CHROMIUM$"
    ):
        printed(HTML, Path("page.pdf"))


def test_a_browser_that_is_named_and_not_there_is_not_replaced_by_another(
    bare, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare("chromium")
    monkeypatch.setenv(pdf.VARIABLE, "/not/there")
    with pytest.raises(InputError, match=r"^LOOPSIM_CHROMIUM: found /not/there; allowed: the path"):
        printed(HTML, Path("page.pdf"))


def test_the_page_is_printed_whole_by_a_browser_with_a_profile_of_its_own_and_no_network(
    browser: Browser, asked: Path
) -> None:
    browser()
    assert printed(HTML, Path("page.pdf")) == WHOLE.encode()
    arguments = asked.read_text().splitlines()
    assert arguments[-1].startswith("file:///")
    assert {"--headless", "--host-resolver-rules=MAP * ~NOTFOUND", "--no-pdf-header-footer"} <= {
        *arguments
    }
    (profile,) = re.findall("^--user-data-dir=(.*)$", asked.read_text(), re.MULTILINE)
    assert not Path(profile).parent.exists()


@pytest.mark.parametrize("user", [0, 1000])
def test_only_root_goes_without_the_sandbox(
    user: int, browser: Browser, asked: Path, monkeypatch
) -> None:
    browser()
    monkeypatch.setattr("os.geteuid", lambda: user)
    printed(HTML, Path("page.pdf"))
    assert ("--no-sandbox" in asked.read_text().splitlines()) == (user == 0)


@pytest.mark.parametrize(
    ("stand_in", "said"),
    [
        ({"code": 7}, "ended with exit code 7"),
        ({"content": "%%PDF-1.4 half of"}, "printed nothing, or not all of it"),
        ({"script": "#!/bin/sh\n"}, "printed nothing, or not all of it"),
        ({"script": "#!/bin/sh\nexec sleep 60\n"}, "did not end within 0.5 seconds"),
        ({"script": "#!/not/there\n"}, "cannot be started (No such file or directory)"),
    ],
)
def test_a_browser_that_fails_is_one_clear_line(
    stand_in, said: str, browser: Browser, monkeypatch
) -> None:
    monkeypatch.setattr(pdf, "SECONDS", 0.5)
    path = browser(**stand_in)
    with pytest.raises(InputError) as caught:
        printed(HTML, Path("out/page.pdf"))
    assert str(caught.value) == (
        f"out/page.pdf: cannot be printed: {path} {said}; name another browser in LOOPSIM_CHROMIUM, or print "
        "the HTML file from a browser by hand"
    )


@pytest.mark.usefixtures("undrawn")
def test_a_report_as_pdf_is_known_for_one_and_replaced_and_no_other_is(
    browser: Browser, one_game: Result, tmp_path: Path
) -> None:
    browser()
    (made,) = reports.write(one_game, tmp_path / "r.html", format="pdf")
    assert made == tmp_path / "r.pdf"
    assert made.read_bytes() == WHOLE.encode() + b"%loopsim\n"
    assert reports.write(one_game, made, format="pdf") == [made]
    made.write_text(WHOLE)
    with pytest.raises(InputError, match=r"r.pdf, which is no report"):
        reports.write(one_game, made, format="html,pdf")
    assert made.read_text() == WHOLE
    assert not (tmp_path / "r.html").exists()
