"""The page: questions answered, one HTML file, figures and tables beside it."""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from loopsim import disk
from loopsim.errors import InputError
from loopsim.reports import about, figures, tables
from loopsim.reports.question import Asked, Finding, Question, Section

#: With more changes of a scenario than this, the list of them is folded.
MOST_OPEN = 20

TEMPLATES = Path(__file__).with_name("templates")

#: What every page has in its head: only files that have it are replaced.
MARK = b'<meta name="generator" content="loopsim">'
#: Bytes of a file that are looked at for it.
HEAD = 2**10


@dataclass(frozen=True)
class Report(Generic[Asked]):
    """What a page is made of: what it asks, of what, and the words around that.

    `template`: the file that lays it out, with `words`, its own names beside those of every page.
    `kind`, `title`, `basis`: the head. `caption`: what all figures and tables rest on, also without
    what it says of intervals. `warnings`: what must be known before any number.
    """

    asked: Asked
    sections: Sequence[Section[Asked]]
    template: str
    kind: str
    title: str
    basis: str
    caption: str
    caption_without_intervals: str
    warnings: Sequence[str]
    manifest: Mapping[str, Any]
    words: Mapping[str, Any]


@dataclass(frozen=True)
class Answer:
    """A question answered."""

    question: Question[Any]
    findings: Sequence[Finding]
    table: Markup
    csv: bytes
    png: bytes | None

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
    """A finding at the head of a page, and the section that it comes from."""

    section: Section[Any]
    finding: Finding


def write_page(report: Report[Asked], path: Path) -> Path:
    """Write the HTML file and the folder beside it; see `loopsim.reports.write`."""
    if path.name in ("", "..") or path.is_dir():
        raise InputError(
            f"--out: found {path}, a folder; allowed: the name of a file, such as report.html"
        )
    if os.path.lexists(path) and not _is_report(path):
        raise InputError(
            f"--out: found {path}, which is no report; only a report is replaced, name a new file"
        )
    sections = [
        (section, [answer(question, report.asked) for question in section.questions])
        for section in report.sections
    ]
    html = _render(report, sections)
    folder = path.with_name(f"{path.stem}-files")
    for _, answers in sections:
        for made in answers:
            disk.write(folder / f"{made.question.name}.csv", made.csv)
            if made.png is not None:
                disk.write(folder / f"{made.question.name}.png", made.png)
    # a folder or file whose name is no text is shown with escapes
    disk.write(path, html.encode(errors="backslashreplace"))
    return path


def answer(question: Question[Asked], asked: Asked) -> Answer:
    """Compute, draw and describe one question."""
    frame = question.compute(asked)
    png = None
    if question.draw is not None and question.is_drawn(frame):
        png = figures.picture(question.draw, question.panels(frame), question.size(frame))
    return Answer(
        question,
        question.find(frame, asked),
        tables.as_html(
            question.name,
            frame,
            question.columns(frame),
            wide=question.wide,
            turned=question.turned,
        ),
        tables.as_csv(frame),
        png,
    )


def _is_report(path: Path) -> bool:
    """Whether a file is a page that was written before."""
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            return MARK in file.read(HEAD)
    except OSError:
        return False


def _render(report: Report[Any], sections: Sequence[tuple[Section[Any], Sequence[Answer]]]) -> str:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(report.template).render(
        report=report,
        css=Markup((TEMPLATES / "report.css").read_text(encoding="utf-8")),
        faces=about.faces(report.manifest),
        most_open=MOST_OPEN,
        standing_out=_standing_out(sections),
        sections=sections,
        versions=about.versions(report.manifest),
        **report.words,
    )


def _standing_out(
    sections: Sequence[tuple[Section[Any], Sequence[Answer]]],
) -> list[Standing]:
    """The first finding of each question and those that have a weight, the heaviest first."""
    standing = [
        Standing(section, finding)
        for section, answers in sections
        for made in answers
        for place, finding in enumerate(made.unfolded)
        if place == 0 or finding.weight is not None
    ]
    return sorted(standing, key=lambda each: -(each.finding.weight or 0))


def _uri(kind: str, content: bytes) -> str:
    return f"data:{kind};base64,{b64encode(content).decode('ascii')}"
