"""The page: sections filled from a run, one HTML file, figures and tables beside it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from loopsim import disk
from loopsim.errors import InputError
from loopsim.estimates import Estimates
from loopsim.reports import about, figures, tables
from loopsim.reports.question import Finding, Question, Section
from loopsim.reports.sections import SECTIONS
from loopsim.reports.verdicts import verdicts
from loopsim.results import Result

#: With more differences from the scenario extended than this, the list of them is folded.
MOST_OPEN = 20

TEMPLATES = Path(__file__).with_name("templates")


@dataclass(frozen=True)
class Answer:
    """A question answered for one run."""

    question: Question
    findings: Sequence[Finding]
    table: Markup
    csv: bytes
    png: bytes | None

    @property
    def alt(self) -> str:
        """What the figure shows and says."""
        return " ".join([self.question.alt, *(finding.text for finding in self.findings)])

    @property
    def png_uri(self) -> str:
        """The figure as an address that holds it."""
        return _uri("image/png", self.png or b"")

    @property
    def csv_uri(self) -> str:
        """The table as an address that holds it."""
        return _uri("text/csv;charset=utf-8", self.csv)


def write_page(result: Result, path: Path) -> Path:
    """Write the HTML file and the folder beside it; see `loopsim.reports.write`."""
    if path.name in ("", "..") or path.is_dir():
        raise InputError(
            f"--out: found {path}, a folder; allowed: the name of a file, such as report.html"
        )
    sections = [
        (section, [answer(question, result.estimates) for question in section.questions])
        for section in SECTIONS
    ]
    html = _render(result, sections)
    folder = path.with_name(f"{path.stem}-files")
    for _, answers in sections:
        for made in answers:
            disk.write(folder / f"{made.question.name}.csv", made.csv)
            if made.png is not None:
                disk.write(folder / f"{made.question.name}.png", made.png)
    # a folder or file whose name is no text is shown with escapes
    disk.write(path, html.encode(errors="backslashreplace"))
    return path


def answer(question: Question, estimates: Estimates) -> Answer:
    """Compute, draw and describe one question."""
    frame = question.compute(estimates)
    png = None
    if question.draw is not None and question.is_drawn(frame):
        png = figures.picture(question.draw, frame, question.size(frame))
    return Answer(
        question,
        question.find(frame, estimates),
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


def _render(result: Result, sections: Sequence[tuple[Section, Sequence[Answer]]]) -> str:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("report.html").render(
        manifest=result.manifest,
        css=Markup((TEMPLATES / "report.css").read_text(encoding="utf-8")),
        reconstruction=about.RECONSTRUCTION,
        head=about.head(result),
        changes=about.changes(result),
        most_open=MOST_OPEN,
        bots=about.bots(result),
        bots_in_seats=about.bots_in_seats(result),
        caption=about.caption(result),
        caption_without_intervals=about.caption(result, intervals=False),
        standing_out=[(section, _first(answers)) for section, answers in sections],
        verdicts=verdicts(result),
        sections=sections,
        telling=about.telling_games(result),
        kept=result.folder is not None,
        folder=about.FOLDER,
        versions=about.versions(result),
    )


def _first(answers: Sequence[Answer]) -> list[Finding]:
    """The first finding of each question of a section."""
    return [made.findings[0] for made in answers if made.findings]


def _uri(kind: str, content: bytes) -> str:
    return f"data:{kind};base64,{b64encode(content).decode('ascii')}"
