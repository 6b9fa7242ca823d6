"""The report of a study."""

from __future__ import annotations

from loopsim.numbers import SPACE
from loopsim.reports import about_study
from loopsim.reports.about import bots_in_seats
from loopsim.reports.chapters import Source, chapters_of
from loopsim.reports.front import judgements
from loopsim.reports.kinds import KINDS
from loopsim.reports.page import Report
from loopsim.reports.tables_of_study import kind_of
from loopsim.studies.study import Study


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
