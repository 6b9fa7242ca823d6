"""The report of a study."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from loopsim.numbers import SPACE
from loopsim.reports.findings.front import judgements
from loopsim.reports.kinds import KINDS, chapter_of, title_of
from loopsim.reports.kit.about import bots_in_seats
from loopsim.reports.kit.chapters import Asking, Source, chapters_of
from loopsim.reports.output.page import Report
from loopsim.reports.studies import about_study
from loopsim.reports.studies.tables_of_study import kind_of
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
    """Which studies were not played with the scenario of any of some runs, or one; by their manifests."""
    here = {run["scenario_hash"] for run in runs}
    of = "the run" if len(runs) == 1 else "any run"
    return [
        f"“{title_of(study)}” was not played with the scenario of {of}: what it says holds for its own."
        for study in studies
        if not here & {arm["scenario_hash"] for arm in study.manifest["arms"]}
    ]
