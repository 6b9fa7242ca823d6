"""The balance report: a run, and the studies of the same game that are given with it."""

from __future__ import annotations

from collections.abc import Sequence

from loopsim.estimates import Estimates
from loopsim.numbers import counted
from loopsim.reports.findings.front import judgements, thresholds_of
from loopsim.reports.kinds import title_of
from loopsim.reports.kit import about
from loopsim.reports.kit.chapters import Asking, Chapter, Source
from loopsim.reports.kit.question import Section
from loopsim.reports.output.page import Report
from loopsim.reports.pages.missing import missing
from loopsim.reports.pages.of_course import source_of_course
from loopsim.reports.pages.of_study import asked_in, elsewhere, sources_of_studies
from loopsim.reports.pages.sections import OF_COURSE, SECTIONS
from loopsim.reports.studies import about_study
from loopsim.results import Result
from loopsim.studies.study import Study


def of_run(result: Result, studies: Sequence[Study] = ()) -> Report:
    """What the page of a run is made of, with the studies each in the chapter where it belongs."""
    m, others = result.manifest, sources_of_studies(studies)
    run, of_course = source_of_run(result), source_of_course(result)
    course = [] if of_course is None else [of_course]
    chapters = [_chapter(section, run, course, others) for section in SECTIONS]
    return Report(
        chapters=[chapter for chapter in chapters if chapter.askings or chapter.missing],
        template="balance.html",
        kind="Balance report",
        title=m["title"],
        basis=(
            f"{counted(m['games'], 'game')} of {m['players']} players · bots: "
            f"{about.bots_in_seats(m)} · seed {m['seed']} · scenario {m['scenario_hash']}"
        ),
        warnings=elsewhere([m], studies),
        manifests=[m, *(study.manifest for study in studies)],
        judgements=judgements([run, *course, *others], thresholds_of(m), chapters),
        brief=True,
        words={
            "head": about.head(result),
            "changes": about.changes(result),
            "bots": about.bots(result),
            "telling": [about.telling(result)],
            "folder": about.FOLDER,
            "studies": [(title_of(study), about_study.head(study)) for study in studies],
        },
    )


def source_of_run(result: Result) -> Source:
    """A run as a page asks it."""
    m = result.manifest
    return Source(
        asked=result.estimates,
        manifest=m,
        caption=about.caption(result),
        caption_without_intervals=about.caption(result, intervals=False),
        assumed=about.assumed(
            about.bots_in_seats(m), str(m["players"]), about.deck(m["resolved"]), m["games"]
        ),
    )


def _chapter(
    section: Section[Estimates],
    run: Source,
    course: Sequence[Source],
    studies: Sequence[Source],
) -> Chapter:
    """A chapter: what the run and its win probabilities say, what studies add, and what is missing."""
    return Chapter(
        section.name,
        section.title,
        [
            *(Asking(question, run) for question in section.questions),
            *(Asking(q, source) for source in course for q in OF_COURSE.get(section.name, ())),
            *asked_in(section.name, studies),
        ],
        section.intro,
        missing(section.name, [run, *course, *studies], run.manifest),
    )
