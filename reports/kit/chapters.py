"""What a page is made of: chapters, in which questions are put to runs and studies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from loopsim.reports.kit.question import Question, Section

#: The kind of a source that is the win probabilities of a run; no folder holds it alone.
COURSE = "course"


@dataclass(frozen=True)
class Source:
    """A run or a study that a page shows.

    `asked`: what its questions are asked of. `key`: what the names of its figures and tables begin with,
    "" if it has a page to itself. `caption`: what they rest on, also without what it says of intervals.
    `assumed`: for whom its findings hold, in short.
    """

    asked: Any
    manifest: Mapping[str, Any]
    caption: str
    caption_without_intervals: str
    assumed: str = ""
    key: str = ""

    def name(self, question: Question[Any]) -> str:
        """What the figure and the table of a question are called on the page."""
        return f"{self.key}{question.name}"


@dataclass(frozen=True)
class Asking:
    """A question put to a source."""

    question: Question[Any]
    source: Source

    @property
    def name(self) -> str:
        """What its figure and its table are called on the page."""
        return self.source.name(self.question)


@dataclass(frozen=True)
class Missing:
    """What would belong here but was not played, and the command that plays it."""

    what: str
    command: str


@dataclass(frozen=True)
class Chapter:
    """Questions under one heading; `intro` says what the chapter is about and what it is not."""

    name: str
    title: str
    askings: Sequence[Asking]
    intro: str = ""
    missing: Sequence[Missing] = ()


def chapters_of(sections: Sequence[Section[Any]], source: Source) -> list[Chapter]:
    """The sections of one source, as the chapters of its page."""
    return [
        Chapter(
            section.name,
            section.title,
            [Asking(question, source) for question in section.questions],
            section.intro,
        )
        for section in sections
    ]
