"""The front page: what was found against the limits of the scenario, the most important first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from loopsim.manifest import RUN
from loopsim.numbers import listed, say
from loopsim.reports.findings import limits_of_runs, limits_of_studies
from loopsim.reports.findings.limits import VERDICTS, Limit, Told, told
from loopsim.reports.kit.chapters import Asking, Chapter, Source
from loopsim.reports.studies import about_study

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


class _Side(NamedTuple):
    """What a source tells of a threshold, the worst first; `name`: what it is called, "" if it is alone."""

    name: str
    source: Source
    zones: Mapping[str, Any]
    found: Sequence[Told]


def judgements(
    sources: Sequence[Source], thresholds: Mapping[str, Any], chapters: Sequence[Chapter]
) -> list[Judgement]:
    """What each source tells of each threshold: the worst first, then by how far it is from fine."""
    sides = [
        (LIMITS[name], side)
        for name in thresholds
        for source in sources
        if (side := _side("", source, name, thresholds)) is not None
    ]
    return worst_first(_judged(limit, [side], side.source, chapters) for limit, side in sides)


def judgements_of_runs(
    runs: Mapping[str, Source], beside: Source, chapters: Sequence[Chapter]
) -> list[Judgement]:
    """What runs tell of each threshold, each by its own zones: one finding a threshold, the worst first.

    `beside`: whose questions set the runs side by side.
    """
    found = []
    for name, limit in LIMITS.items():
        sides = [
            side
            for run, source in runs.items()
            if (side := _side(run, source, name, thresholds_of(source.manifest))) is not None
        ]
        if sides:
            found.append(_judged(limit, sides, beside, chapters))
    return worst_first(found)


def judgements_of_studies(
    studies: Sequence[Source], chapters: Sequence[Chapter]
) -> list[Judgement]:
    """What studies tell, each of the thresholds of its own set-up."""
    return worst_first(
        judgement
        for source in studies
        for judgement in judgements([source], about_study.thresholds(source.asked), chapters)
    )


def worst_first(found: Iterable[Judgement]) -> list[Judgement]:
    """Findings in the order in which a designer has to care."""
    return sorted(found, key=lambda each: (VERDICTS.index(each.verdict), -each.distance))


def thresholds_of(run: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a run is judged by, by its manifest."""
    found: Mapping[str, Any] = run["resolved"]["report"].get("thresholds", {})
    return found


def kind_of(manifest: Mapping[str, Any]) -> str:
    """What a source is: a run, or a kind of study."""
    return str(manifest.get("kind", RUN))


def _side(name: str, source: Source, threshold: str, thresholds: Mapping[str, Any]) -> _Side | None:
    """What a source tells of one threshold; None if it tells nothing."""
    limit = LIMITS[threshold]
    if threshold not in thresholds or kind_of(source.manifest) not in limit.kinds:
        return None
    numbers = limit.numbers(source.asked)
    zones = thresholds[threshold]
    return _Side(name, source, zones, told(numbers, zones)) if numbers else None


def _judged(
    limit: Limit, sides: Sequence[_Side], behind: Source, chapters: Sequence[Chapter]
) -> Judgement:
    """What sources tell of one threshold; `behind`: whose figure it is."""
    sides = sorted(sides, key=lambda s: (VERDICTS.index(s.found[0].verdict), -s.found[0].distance))
    worst = sides[0].found[0]
    return Judgement(
        limit.title,
        _said(limit, sides),
        worst.verdict,
        _each(sides, lambda side: limit.zones(side.zones["fine"], side.zones["fix"])),
        _each(sides, lambda side: side.zones.get("why", "")),  # an earlier version gives none
        _shown(limit, behind, chapters),
        _each(sides, lambda side: side.source.assumed),
        worst.distance,
    )


def _said(limit: Limit, sides: Sequence[_Side]) -> str:
    """The worst of some sides in a sentence, of the others the number that is worst and its verdict."""
    worst, *others = sides
    sentence = limit.says(worst.found, limit.unit, worst.source.asked)
    if not worst.name:
        return sentence
    said = f"{worst.name}: {sentence}"
    if not others:
        return said
    also = "; ".join(_number(limit, side) for side in others)
    return f"{said} The {'other' if len(others) == 1 else 'others'}: {also}."


def _number(limit: Limit, side: _Side) -> str:
    """The number of a side that is worst."""
    held, verdict, _ = side.found[0]
    of = f"{held.name} " if held.name else ""
    return f"{side.name} {of}{say(held.estimate, limit.unit)}, {verdict}"


def _each(sides: Sequence[_Side], said: Callable[[_Side], str]) -> str:
    """Something that is said of all sides; of each by its name where they say other things."""
    told_by: dict[str, list[str]] = {}
    for side in sides:
        if words := said(side):
            told_by.setdefault(words, []).append(side.name)
    if len(told_by) <= 1:
        return "".join(told_by)
    return "; ".join(f"{listed(names)}: {words}" for words, names in told_by.items())


def _shown(limit: Limit, source: Source, chapters: Sequence[Chapter]) -> tuple[str, str] | None:
    """Where on the page the figure of a limit is."""
    asked: Sequence[Asking] = [asking for chapter in chapters for asking in chapter.askings]
    for asking in asked:
        if asking.source is source and asking.question.name == limit.question:
            return asking.name, asking.question.title
    return None
