"""The page: questions answered, one HTML file, figures and tables beside it."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from loopsim import disk
from loopsim.errors import InputError
from loopsim.reports.findings.front import Judgement
from loopsim.reports.kit import about, figures, markdown
from loopsim.reports.kit.chapters import Asking, Chapter
from loopsim.reports.kit.question import Finding, Question
from loopsim.reports.output import pdf, tables
from loopsim.reports.output.formats import HTML, MARKDOWN, PDF, files_of

#: With more changes of a scenario than this, the list of them is folded.
MOST_OPEN = 20

#: So many findings stand open on a front page.
MOST_FINDINGS = 10

TEMPLATES = Path(__file__).with_name("templates")

#: What every page has in its head: only files that have it are replaced.
MARK = b'<meta name="generator" content="loopsim">'
#: Bytes of a file that are looked at for it.
HEAD = 2**10
#: What a printed page ends in, after its end, where readers of PDF look for nothing.
PDF_MARK = b"%loopsim\n"


@dataclass(frozen=True)
class Report:
    """What a page is made of: its chapters, and the words around them.

    `template`: the file that lays it out, with `words`, its own names beside those of every page.
    `kind`, `title`, `basis`: the head. `judgements`: what stands on the front page; `brief`: nothing else does, other findings are folded. `warnings`: what must
    be known before any number. `manifests`: of all that is shown.
    """

    chapters: Sequence[Chapter]
    template: str
    kind: str
    title: str
    basis: str
    warnings: Sequence[str]
    manifests: Sequence[Mapping[str, Any]]
    words: Mapping[str, Any]
    judgements: Sequence[Judgement] = ()
    brief: bool = False


@dataclass(frozen=True)
class Answer:
    """A question answered."""

    asking: Asking
    findings: Sequence[Finding]
    table: Markup
    markdown: str
    csv: bytes
    png: bytes | None

    @property
    def name(self) -> str:
        """What its figure and its table are called."""
        return self.asking.name

    @property
    def question(self) -> Question[Any]:
        """What was asked."""
        return self.asking.question

    @property
    def caption(self) -> str:
        """What the figure rests on, or the table if there is none."""
        source = self.asking.source
        if self.png is None or self.question.intervals:
            return source.caption
        return source.caption_without_intervals

    @property
    def unfolded(self) -> list[Finding]:
        """The findings that stand open on the page."""
        return [finding for finding in self.findings if not finding.folded]

    @property
    def folded(self) -> list[Finding]:
        """The others."""
        return [finding for finding in self.findings if finding.folded]

    @property
    def alt(self) -> str:
        """What the figure shows and says."""
        return " ".join([self.question.alt, *(finding.text for finding in self.unfolded)])

    @property
    def png_uri(self) -> str:
        """The figure as an address that holds it."""
        return _uri("image/png", self.png or b"")

    @property
    def csv_uri(self) -> str:
        """The table as an address that holds it."""
        return _uri("text/csv;charset=utf-8", self.csv)


class Standing(NamedTuple):
    """A finding at the head of a page, and the chapter that it comes from."""

    chapter: Chapter
    finding: Finding


def write_page(report: Report, path: Path, formats: Sequence[str] = (HTML,)) -> list[Path]:
    """Write the file of each format and the folder beside them; see `loopsim.reports.write`."""
    files = files_of(path, formats)
    for file in files.values():
        _check_place(file)
    chapters = [
        (chapter, [answer(asking) for asking in chapter.askings]) for chapter in report.chapters
    ]
    folder = path.with_name(f"{path.stem}-files")
    for _, answers in chapters:
        for made in answers:
            disk.write(folder / f"{made.name}.csv", made.csv)
            if made.png is not None:
                disk.write(folder / f"{made.name}.png", made.png)
    html = _render(report, chapters, report.template)
    if HTML in files:
        disk.write(files[HTML], html)
    if MARKDOWN in files:
        disk.write(files[MARKDOWN], _render(report, chapters, "page.md", files=folder.name))
    if PDF in files:
        disk.write(files[PDF], pdf.printed(html, files[PDF]) + PDF_MARK)
    return [*files.values()]


def _check_place(path: Path) -> None:
    """Raise InputError for a place in which no report can be, or something that is none."""
    if path.name in ("", "..") or path.is_dir():
        raise InputError(
            f"--out: found {path}, a folder; allowed: the name of a file, such as report.html"
        )
    if os.path.lexists(path) and not _is_report(path):
        raise InputError(
            f"--out: found {path}, which is no report; only a report is replaced, name a new file"
        )


def answer(asking: Asking) -> Answer:
    """Compute, draw and describe one question."""
    question, asked = asking.question, asking.source.asked
    frame = question.compute(asked)
    png = None
    if question.draw is not None and question.is_drawn(frame):
        png = figures.picture(question.draw, question.panels(frame), question.size(frame))
    layout = tables.layout(frame, question.columns(frame), turned=question.turned)
    return Answer(
        asking,
        question.find(frame, asked),
        tables.as_html(asking.name, layout, wide=question.wide),
        tables.as_markdown(layout),
        tables.as_csv(frame),
        png,
    )


def _is_report(path: Path) -> bool:
    """Whether a file is a page that was written before."""
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            if MARK in file.read(HEAD):
                return True
            file.seek(-min(len(PDF_MARK), path.stat().st_size), os.SEEK_END)
            return file.read() == PDF_MARK
    except OSError:
        return False


def _render(
    report: Report,
    chapters: Sequence[tuple[Chapter, Sequence[Answer]]],
    template: str,
    **more: Any,
) -> bytes:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=template.endswith(".html"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["md"] = markdown.escaped
    text = environment.get_template(template).render(
        report=report,
        css=Markup((TEMPLATES / "report.css").read_text(encoding="utf-8")),
        faces=about.faces(report.manifests),
        most_open=MOST_OPEN,
        most_findings=MOST_FINDINGS,
        standing_out=(_first_of_each if report.brief else _standing_out)(chapters),
        chapters=chapters,
        versions=about.versions(report.manifests),
        **report.words,
        **more,
    )
    # a folder or file whose name is no text is shown with escapes
    return text.encode(errors="backslashreplace")


def _standing_out(chapters: Sequence[tuple[Chapter, Sequence[Answer]]]) -> list[Standing]:
    """The first finding of each question and those that have a weight, the heaviest first."""
    standing = [
        Standing(chapter, finding)
        for chapter, answers in chapters
        for made in answers
        for place, finding in enumerate(made.unfolded)
        if place == 0 or finding.weight is not None
    ]
    return sorted(standing, key=lambda each: -(each.finding.weight or 0))


def _first_of_each(chapters: Sequence[tuple[Chapter, Sequence[Answer]]]) -> list[Standing]:
    """The first finding of each question, in their order."""
    return [
        Standing(chapter, made.unfolded[0])
        for chapter, answers in chapters
        for made in answers
        if made.unfolded
    ]


def _uri(kind: str, content: bytes) -> str:
    return f"data:{kind};base64,{b64encode(content).decode('ascii')}"
