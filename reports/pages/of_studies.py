"""The report of several studies without a run: each in the chapter of a balance report where it belongs."""

from __future__ import annotations

from collections.abc import Sequence

from loopsim.errors import InputError
from loopsim.reports.findings.front import judgements_of_studies
from loopsim.reports.kinds import title_of
from loopsim.reports.kit.chapters import Chapter
from loopsim.reports.output.page import Report
from loopsim.reports.pages.missing import missing
from loopsim.reports.pages.of_study import asked_in, sources_of_studies
from loopsim.reports.pages.sections import SECTIONS
from loopsim.reports.studies import about_study
from loopsim.studies.study import Study


def of_studies(studies: Sequence[Study]) -> Report:
    """What the page of several studies is made of; what is missing is played of the set-up of the first.

    Raises InputError for studies of different games.
    """
    games = sorted({study.manifest["game"] for study in studies})
    if len(games) > 1:
        raise InputError(
            f"report: found studies of {' and '.join(games)}; allowed: those of one game"
        )
    sources = sources_of_studies(studies)
    first = studies[0].manifest
    chapters = [
        Chapter(
            section.name,
            section.title,
            asked_in(section.name, sources),
            missing=missing(section.name, sources, first),
        )
        for section in SECTIONS
    ]
    titles = dict.fromkeys(study.manifest["arms"][0]["title"] for study in studies)
    return Report(
        chapters=[chapter for chapter in chapters if chapter.askings or chapter.missing],
        template="studies.html",
        kind="Balance report",
        title=" · ".join(titles),
        basis="; ".join(title_of(study) for study in studies),
        warnings=[],
        manifests=[study.manifest for study in studies],
        judgements=judgements_of_studies(sources, chapters),
        words={"studies": [(title_of(study), about_study.head(study)) for study in studies]},
    )
