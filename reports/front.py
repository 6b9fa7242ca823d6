"""The front page: what was found against the limits of the scenario, the most important first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from loopsim.manifest import RUN
from loopsim.reports import limits_of_runs, limits_of_studies
from loopsim.reports.chapters import Asking, Chapter, Source
from loopsim.reports.limits import VERDICTS, Limit, told

LIMITS: Mapping[str, Limit] = {**limits_of_runs.LIMITS, **limits_of_studies.LIMITS}


@dataclass(frozen=True)
class Judgement:
    """A finding of the front page: what, how much, the verdict, where the figure is, what it holds for.

    `zones`, `why`: the limit in words, and its reason as the scenario gives it. `shown`: the name and the
    title of the question whose figure is behind it; None: it is not on the page.
    """

    title: str
    text: str
    verdict: str
    zones: str
    why: str
    shown: tuple[str, str] | None
    assumed: str
    distance: float


def judgements(
    sources: Sequence[Source], thresholds: Mapping[str, Any], chapters: Sequence[Chapter]
) -> list[Judgement]:
    """What each source tells of each threshold: the worst first, then by how far it is from fine."""
    found = [
        judgement
        for name, zones in thresholds.items()
        for source in sources
        if (judgement := _judged(LIMITS[name], zones, source, chapters)) is not None
    ]
    return sorted(found, key=lambda each: (VERDICTS.index(each.verdict), -each.distance))


def kind_of(manifest: Mapping[str, Any]) -> str:
    """What a source is: a run, or a kind of study."""
    return str(manifest.get("kind", RUN))


def _judged(
    limit: Limit, zones: Mapping[str, Any], source: Source, chapters: Sequence[Chapter]
) -> Judgement | None:
    """What a source tells of one threshold; None if it tells nothing."""
    if kind_of(source.manifest) not in limit.kinds:
        return None
    numbers = limit.numbers(source.asked)
    if not numbers:
        return None
    found = told(numbers, zones)
    return Judgement(
        limit.title,
        limit.says(found, limit.unit, source.asked),
        found[0].verdict,
        limit.zones(zones["fine"], zones["fix"]),
        zones.get("why", ""),  # a run of an earlier version gives none
        _shown(limit, source, chapters),
        source.assumed,
        found[0].distance,
    )


def _shown(limit: Limit, source: Source, chapters: Sequence[Chapter]) -> tuple[str, str] | None:
    """Where on the page the figure of a limit is."""
    asked: Sequence[Asking] = [asking for chapter in chapters for asking in chapter.askings]
    for asking in asked:
        if asking.source is source and asking.question.name == limit.question:
            return asking.name, asking.question.title
    return None
