"""The report of a study."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from loopsim.errors import InputError
from loopsim.numbers import SPACE
from loopsim.reports.findings.front import judgements
from loopsim.reports.kinds import KINDS, chapter_of, title_of
from loopsim.reports.kit.about import bots_in_seats
from loopsim.reports.kit.chapters import Asking, Source, chapters_of
from loopsim.reports.output.page import Report
from loopsim.reports.studies import about_study
from loopsim.reports.studies.tables_of_study import kind_of
from loopsim.scenario import from_resolved
from loopsim.studies.study import Study

#: What a study has on a page of its own only: tables of everything.
APART = "everything"


def of_study(study: Study) -> Report:
    """What the page of a study is made of. Raises InputError if its tables lack what it shows."""
    m = study.manifest
    kind = KINDS[study.kind]
    family = kind_of(study)
    source = source_of_study(study)
    chapters = chapters_of(kind.sections(study), source)
    return Report(
        chapters=chapters,
        template="study.html",
        kind=kind.name,
        title=kind.title(study),
        basis=(f"{about_study.basis(study)} · bots: {bots_in_seats(m)} · seed{SPACE}{m['seed']}"),
        warnings=kind.warnings(study),
        manifests=[m],
        judgements=judgements([source], about_study.thresholds(study), chapters),
        words={
            "head": about_study.head(study),
            "arms": about_study.arms(study),
            "bots": about_study.bots(study),
            "family": "" if family is None else family.name,
            "reading": [*kind.reading, *(kind.reading_family[family.name] if family else ())],
        },
    )


def source_of_study(study: Study, key: str = "") -> Source:
    """A study as a page asks it; `key`: what the names of its files begin with there."""
    return Source(
        asked=study,
        manifest=study.manifest,
        caption=about_study.caption(study),
        caption_without_intervals=about_study.caption(study, intervals=False),
        assumed=about_study.assumed(study),
        key=key,
    )


def sources_of_studies(studies: Sequence[Study]) -> list[Source]:
    """Studies as a page asks them that shows several things; their files are told apart."""
    return [
        source_of_study(study, f"{study.kind}-{place}-") for place, study in enumerate(studies, 1)
    ]


def asked_in(chapter: str, studies: Sequence[Source]) -> list[Asking]:
    """What the studies that belong into a chapter of a balance report say there."""
    return [
        Asking(question, source)
        for source in studies
        if chapter_of(source.asked) == chapter
        for part in KINDS[source.asked.kind].sections(source.asked)
        if part.name != APART
        for question in part.questions
    ]


def elsewhere(runs: Sequence[Mapping[str, Any]], studies: Sequence[Study]) -> list[str]:
    """Which studies were played otherwise than all of some runs, or one, and in what; by their manifests."""
    of = "the run" if len(runs) == 1 else "any run"
    said = []
    for study in studies:
        alike = [run for run in runs if _is_of_scenario(study, run)]
        if not alike:
            what = f"with the scenario of {of}"
        elif not any(_has_bots(study, run) for run in alike):
            what = f"by the bots of {of}"
        else:
            continue
        said.append(f"“{title_of(study)}” was not played {what}: what it says holds for its own.")
    return said


def _is_of_scenario(study: Study, run: Mapping[str, Any]) -> bool:
    """Whether a set-up of a study is that of a run, of as many players, but for what else is varied in it."""
    arms = study.manifest["arms"]
    here = run["scenario_hash"]
    if any(arm["scenario_hash"] == here for arm in arms):
        return True
    arms = [arm for arm in arms if arm["players"] == run["players"] and arm["values"]]
    if not arms:
        return False
    as_run = _as_varied([arm["resolved"] for arm in arms], run["resolved"])
    try:
        return bool(from_resolved(as_run).scenario_hash == here)
    except InputError:  # what is varied does not fit the run, so it is of another scenario
        return False


def _as_varied(arms: Sequence[Any], run: Any) -> Any:
    """What all set-ups have; what they have not in common, as the run has it."""
    first = arms[0]
    if all(arm == first for arm in arms):
        return first
    if all(isinstance(each, Mapping) for each in (run, *arms)):
        return {
            key: _as_varied([arm.get(key) for arm in arms], value)
            for key, value in run.items()
            if key in first
        }
    if all(isinstance(each, list) and len(each) == len(first) for each in (run, *arms)):
        return [
            _as_varied(parts, of_run)
            for parts, of_run in zip(zip(*arms, strict=True), run, strict=True)
        ]
    return run


def _has_bots(study: Study, run: Mapping[str, Any]) -> bool:
    """Whether all bots of a run play in a study, as they do there; others may too."""
    known, here = study.manifest["arms"][0]["resolved"]["bots"], run["resolved"]["bots"]
    return all(bot in study.manifest["bots"] and known[bot] == here[bot] for bot in run["bots"])
