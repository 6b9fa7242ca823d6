"""The page: questions answered, one HTML file, figures and tables beside it."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from loopsim.numbers import listed
from loopsim.reports.findings.front import Judgement
from loopsim.reports.findings.limits import FINE, FIX, OPEN, WATCH
from loopsim.reports.kit import about, figures, markdown
from loopsim.reports.kit.chapters import Asking, Chapter
from loopsim.reports.kit.question import Finding, Question
from loopsim.reports.output import filters, pdf, tables, written
from loopsim.reports.output.formats import HTML, MARKDOWN, files_of, folder_of

#: With more changes of a scenario than this, the list of them is folded.
MOST_OPEN = 20

#: So many findings stand open on a front page.
MOST_FINDINGS = 10

#: Figures of more inches across are not shrunk to the width of a phone.
LARGE = 6.0

TEMPLATES = Path(__file__).with_name("templates")


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

    @property
    def tally(self) -> str:
        """How many of the limits are found to be what: "2 to fix, 1 to watch and 4 fine"."""
        count = Counter(each.verdict for each in self.judgements)
        words = {FIX: "to fix", WATCH: "to watch", OPEN: "not resolved", FINE: "fine"}
        return listed(
            f"{count[verdict]} {said}" for verdict, said in words.items() if count[verdict]
        )


@dataclass(frozen=True)
class Answer:
    """A question answered; `large`: on a phone the labels of the figure would be too small to read."""

    asking: Asking
    findings: Sequence[Finding]
    table: Markup
    markdown: str
    csv: bytes
    png: bytes | None
    large: bool

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
    places = files_of(path, formats)
    folder = folder_of(path)
    written.check_places([*places.values()], folder)
    chapters = [
        (chapter, [answer(asking) for asking in chapter.askings]) for chapter in report.chapters
    ]
    files = {}
    for made in (made for _, answers in chapters for made in answers):
        files[f"{made.name}.csv"] = made.csv
        if made.png is not None:
            files[f"{made.name}.png"] = made.png
    html = _render(report, chapters, report.template)
    pages = {}
    for form, place in places.items():
        if form == HTML:
            pages[place] = html
        elif form == MARKDOWN:
            pages[place] = _render(report, chapters, "page.md", files=folder.name)
        else:
            pages[place] = pdf.printed(html, place) + written.PDF_MARK
    written.write(pages, folder, files)
    return [*pages]


def answer(asking: Asking) -> Answer:
    """Compute, draw and describe one question."""
    question, asked = asking.question, asking.source.asked
    frame = question.compute(asked)
    png, large = None, False
    if question.draw is not None and question.is_drawn(frame):
        size = question.size(frame)
        large = size[0] > LARGE
        png = figures.picture(question.draw, question.panels(frame), size)
    layout = tables.layout(frame, question.columns(frame), turned=question.turned)
    return Answer(
        asking,
        question.find(frame, asked),
        tables.as_html(asking.name, layout, wide=question.wide),
        tables.as_markdown(layout),
        tables.as_csv(frame),
        png,
        large,
    )


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
    environment.filters["css"] = filters.as_css
    environment.filters["words"] = filters.in_words
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
