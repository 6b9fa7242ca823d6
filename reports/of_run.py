"""The balance report: a run, and the studies of the same game that are given with it."""

from __future__ import annotations

from collections.abc import Sequence

from loopsim.estimates import Estimates
from loopsim.numbers import counted
from loopsim.reports import about, about_study
from loopsim.reports.chapters import Asking, Chapter, Source
from loopsim.reports.front import judgements
from loopsim.reports.kinds import KINDS, chapter_of, title_of
from loopsim.reports.missing import missing
from loopsim.reports.of_course import source_of_course
from loopsim.reports.of_study import source_of_study
from loopsim.reports.page import Report
from loopsim.reports.question import Section
from loopsim.reports.sections import OF_COURSE, SECTIONS
from loopsim.results import Result
from loopsim.studies.study import Study

#: What a study has on a page of its own only: tables of everything.
APART = "everything"


def of_run(result: Result, studies: Sequence[Study] = ()) -> Report:
    """What the page of a run is made of, with the studies each in the chapter where it belongs."""
    m = result.manifest
    run = Source(
        asked=result.estimates,
        manifest=m,
        caption=about.caption(result),
        caption_without_intervals=about.caption(result, intervals=False),
        assumed=about.assumed(
            about.bots_in_seats(m), str(m["players"]), about.deck(m["resolved"]), m["games"]
        ),
    )
    others = [
        source_of_study(study, f"{study.kind}-{place}-") for place, study in enumerate(studies, 1)
    ]
    course = source_of_course(result)
    chapters = [_chapter(section, run, course, others) for section in SECTIONS]
    sources = [run, *([] if course is None else [course]), *others]
    return Report(
        chapters=[chapter for chapter in chapters if chapter.askings or chapter.missing],
        template="balance.html",
        kind="Balance report",
        title=m["title"],
        basis=(
            f"{counted(m['games'], 'game')} of {m['players']} players · bots: "
            f"{about.bots_in_seats(m)} · seed {m['seed']} · scenario {m['scenario_hash']}"
        ),
        warnings=_warnings(result, studies),
        manifests=[m, *(study.manifest for study in studies)],
        judgements=judgements(sources, m["resolved"]["report"]["thresholds"], chapters),
        brief=True,
        words={
            "head": about.head(result),
            "changes": about.changes(result),
            "bots": about.bots(result),
            "telling": about.telling_games(result),
            "kept": result.folder is not None,
            "folder": about.FOLDER,
            "studies": [(title_of(study), about_study.head(study)) for study in studies],
        },
    )


def _chapter(
    section: Section[Estimates], run: Source, course: Source | None, studies: Sequence[Source]
) -> Chapter:
    """A chapter: what the run and its win probabilities say, what studies add, and what is missing."""
    asked = [Asking(question, run) for question in section.questions]
    own = [run]
    if course is not None:
        asked += [Asking(question, course) for question in OF_COURSE.get(section.name, ())]
        own.append(course)
    for source in studies:
        if chapter_of(source.asked) == section.name:
            asked += [
                Asking(question, source)
                for part in KINDS[source.asked.kind].sections(source.asked)
                if part.name != APART
                for question in part.questions
            ]
    return Chapter(
        section.name,
        section.title,
        asked,
        section.intro,
        missing(section.name, [*own, *studies], run.manifest),
    )


def _warnings(result: Result, studies: Sequence[Study]) -> list[str]:
    """That some studies are of other set-ups than the run, or of another number of players."""
    here = result.manifest["scenario_hash"]
    return [
        f"“{title_of(study)}” was not played with the scenario of the run: what it says holds for its own."
        for study in studies
        if here not in {arm["scenario_hash"] for arm in study.manifest["arms"]}
    ]
