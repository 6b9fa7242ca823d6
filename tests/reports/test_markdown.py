"""The page as Markdown: no name is taken for markup, tables and figures are there."""

import re
from pathlib import Path

import pytest

from loopsim import reports
from loopsim.errors import InputError
from loopsim.reports.kit.markdown import escaped
from loopsim.reports.output.formats import files_of, formats_of
from loopsim.results import Result
from tests.reports.names import AWKWARD_BOT


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain words, 3.5 (2 to 4)", "plain words, 3.5 (2 to 4)"),
        ("a|b", r"a\|b"),
        ("<script>1</script>", r"\<script\>1\</script\>"),
        ("*x* _y_ `z`", r"\*x\* \_y\_ \`z\`"),
        ("[a](http://x)", r"\[a](http://x)"),
        ("1.0 [0.5, 1.5]", "1.0 [0.5, 1.5]"),
        ("# no heading", r"\# no heading"),
        ("- no list", r"\- no list"),
        ("1. no list", r"\1. no list"),
        ("two\nlines", "two lines"),
        ("&amp; @all", r"\&amp; \@all"),
    ],
)
def test_a_text_is_shown_letter_by_letter(text: str, shown: str) -> None:
    assert escaped(text) == shown


def test_the_page_has_the_findings_the_tables_and_the_figures(
    awkward: Result, tmp_path: Path
) -> None:
    html, md = reports.write(awkward, tmp_path / "a b.html", format="html,md")
    text = md.read_text(encoding="utf-8")
    assert (html.name, md.name) == ("a b.html", "a b.md")
    outside = re.sub(r"~~~~~~.*?~~~~~~", "", text, flags=re.DOTALL)  # games are code
    assert "<script" not in outside.replace(r"\<script", "")
    assert escaped(AWKWARD_BOT) in text
    figures = re.findall(r"!\[[^\]]*\]\(<([^>]*)>\)", text)
    assert figures
    for figure in figures:
        assert (tmp_path / figure.replace("%20", " ")).is_file()
    linked = re.findall(r"\]\(#([^)]*)\)", text)
    assert linked == re.findall(r'<a id="([^"]*)"></a>\n\n## ', text) != []
    tables = [lines for lines in text.split("\n\n") if lines.startswith("|")]
    assert len(tables) == len([*(tmp_path / "a b-files").glob("*.csv")])
    for table in tables:
        cells = {len(re.findall(r"(?<!\\)\|", line)) for line in table.strip().splitlines()}
        assert len(cells) == 1
    assert not re.search(r"\n{4,}", text)


@pytest.mark.parametrize(
    ("path", "formats", "names"),
    [
        ("r.html", ["html"], ["r.html"]),
        ("r.htm", ["html", "md"], ["r.htm", "r.md"]),
        ("r.html", ["md"], ["r.md"]),
        ("r.x", ["html"], ["r.x"]),
        ("r.x", ["html", "pdf"], ["r.x.html", "r.x.pdf"]),
        ("r.md", ["html", "md", "pdf"], ["r.html", "r.md", "r.pdf"]),
        ("r.markdown", ["md"], ["r.markdown"]),
    ],
)
def test_files_are_called_by_their_formats(path: str, formats: list[str], names: list[str]) -> None:
    assert [file.name for file in files_of(Path(path), formats).values()] == names


def test_formats_are_named_once_and_others_refused() -> None:
    assert formats_of("md, html,md", Path("r.pdf")) == ["md", "html"]
    assert formats_of(["pdf"], Path("r")) == ["pdf"]
    for name, format in (("a.md", "md"), ("a.PDF", "pdf"), ("a", "html"), ("a.markdown", "md")):
        assert formats_of(None, Path(name)) == [format]
    with pytest.raises(InputError, match=r'^--format: found "doc"; allowed: .*html, md'):
        formats_of("doc", Path("r"))
    with pytest.raises(InputError, match="--format: found nothing"):
        formats_of([], Path("r"))


def test_an_own_text_is_not_replaced_by_markdown(awkward: Result, tmp_path: Path) -> None:
    mine = tmp_path / "r.md"
    mine.write_text("# My notes\n")
    with pytest.raises(InputError, match="which is no report"):
        reports.write(awkward, tmp_path / "r.html", format="html,md")
    assert [*tmp_path.iterdir()] == [mine]
