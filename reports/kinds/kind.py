"""What a page says of one kind of study."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from loopsim.reports.kinds import how_to_read
from loopsim.reports.kit.question import Section
from loopsim.reports.studies import by_bot
from loopsim.reports.studies.tables_of_study import kind_of
from loopsim.studies.families import BOTS, DECKS
from loopsim.studies.study import Study


def nothing(study: Study) -> list[str]:
    """Nothing must be known before the numbers are read."""
    return []


@dataclass(frozen=True)
class Kind:
    """What a page says of one kind of study.

    `title`: of the study, after the name of its kind. `chapter`: where it belongs in a balance report.
    `warnings`: what must be known before its numbers are read. `reading`: paragraphs on how to read them;
    `reading_family`: by kind of family those beside.
    """

    name: str
    title: Callable[[Study], str]
    sections: Callable[[Study], Sequence[Section[Study]]]
    chapter: Callable[[Study], str]
    reading: tuple[str, ...] = (how_to_read.UNIT,)
    reading_family: Mapping[str, tuple[str, ...]] = field(
        default_factory=lambda: {
            DECKS.name: (how_to_read.DECKS, how_to_read.NO_TRIPS),
            BOTS.name: (how_to_read.BOTS,),
        }
    )
    warnings: Callable[[Study], Sequence[str]] = nothing


def always(chapter: str) -> Callable[[Study], str]:
    """Always in this chapter."""
    return lambda study: chapter


def scenario(study: Study) -> str:
    """The title of the one scenario."""
    return str(study.manifest["arms"][0]["title"])


def each_bot(study: Study) -> list[Section[Study]]:
    """What each bot of a population says by itself; nothing where there is none."""
    if kind_of(study) is not BOTS:
        return []
    return [Section("by-bot", "Each bot by itself", (by_bot.question(study),), by_bot.INTRO)]
