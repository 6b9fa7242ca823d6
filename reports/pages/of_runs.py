"""The report of several runs: a comparison of them all with the first, and each beside the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from loopsim.reports.findings.front import judgements_of_runs, judgements_of_studies, worst_first
from loopsim.reports.kinds import KINDS, title_of
from loopsim.reports.kinds.comparisons import too_many
from loopsim.reports.kinds.how_to_read import TESTS, UNPAIRED, VERDICTS
from loopsim.reports.kit import about
from loopsim.reports.kit.chapters import Asking, Chapter, Missing, Source
from loopsim.reports.kit.question import Question, Section
from loopsim.reports.output.page import Report
from loopsim.reports.pages import about_runs
from loopsim.reports.pages.of_course import source_of_course
from loopsim.reports.pages.of_run import source_of_run
from loopsim.reports.pages.of_study import asked_in, elsewhere, sources_of_studies
from loopsim.reports.pages.sections import SECTIONS
from loopsim.reports.questions import (
    beside,
    catching_up,
    choices,
    courses,
    decided,
    eliminations,
    new_cards,
    score_spread,
    tears_by_cause,
    turn_order,
)
from loopsim.reports.questions.beside import Runs
from loopsim.reports.studies import about_study, levels_of_runs
from loopsim.results import Result
from loopsim.studies.of_runs import of_runs as compared
from loopsim.studies.study import Study

#: What the names of files begin with that show runs side by side.
KEY = "runs-"

#: By section of a comparison what sets the numbers of the runs themselves side by side: of the comparison …
LEVELS: Mapping[str, Sequence[Question[Study]]] = {
    "verdicts": (levels_of_runs.HEADLINE,),
    "trips": (levels_of_runs.VISITS,),
}
#: … and of the runs.
BESIDE: Mapping[str, Sequence[Question[Runs]]] = {
    "scores": (Question.of(score_spread),),
    "turn-order": (
        beside.question(Question.of(turn_order), "place", across=2, shared="y"),
        beside.question(Question.of(catching_up), "day", across=2, shared="y"),
    ),
    "tears": (
        beside.question(Question.of(tears_by_cause), "cause"),
        beside.question(Question.of(eliminations), "who"),
    ),
    "course": (beside.question(Question.of(choices), "decisions"),),
    "cards": (beside.question(Question.of(new_cards), "kind"),),
}
#: … and of their win probabilities, if any run has them.
OF_COURSES: Mapping[str, Sequence[Question[Runs]]] = {
    "course": (
        beside.question(Question.of(decided), "at", asks=Runs.courses, across=2, shared="y"),
        Question.of(courses),
    )
}

#: Questions by section, and what asks them.
Levels = list[tuple[Mapping[str, Sequence[Question[Any]]], Source]]


def of_runs(results: Sequence[Result], studies: Sequence[Study] = ()) -> Report:
    """What the page of several runs is made of, with the studies each in the chapter where it belongs.

    Raises InputError for runs that cannot be compared.
    """
    study = compared(results)
    names = [arm["label"] for arm in study.manifest["arms"]]
    runs = Runs(dict(zip(names, results, strict=True)))
    manifests = [result.manifest for result in results]
    differences, side_by_side = _source(runs, study, study.manifest), _source(runs, runs, {}, KEY)
    of_courses = _source_of_courses(runs)
    levels: Levels = [(LEVELS, differences), (BESIDE, side_by_side)]
    if runs.courses():
        levels.append((OF_COURSES, of_courses))
    others = sources_of_studies(studies)
    chapters = _chapters(study, differences, levels, others, manifests)
    judged = [
        *judgements_of_runs(_each(runs, source_of_run), side_by_side, chapters),
        *judgements_of_runs(_each(runs, source_of_course), of_courses, chapters),
        *judgements_of_studies(others, chapters),
    ]
    return Report(
        chapters=chapters,
        template="runs.html",
        kind="Comparison of runs",
        title=KINDS["compare"].title(study),
        basis=f"{about_runs.basis(runs)} · {about_runs.who(runs)}",
        warnings=[
            *about_runs.warnings(runs),
            *too_many(study),
            *elsewhere(manifests, studies),
        ],
        manifests=[*manifests, *(each.manifest for each in studies)],
        judgements=worst_first(judged),
        words={
            "runs": about_runs.rows(runs),
            "telling": [about.telling(result, name) for name, result in runs.by_name.items()],
            "folder": about.FOLDER,
            "bots": [*about_runs.faults(runs), *about_runs.bots(runs)],
            "arms": about_study.arms(study),
            "studies": [(title_of(each), about_study.head(each)) for each in studies],
            "reading": [UNPAIRED, VERDICTS, TESTS],
        },
    )


def _each(runs: Runs, source_of: Callable[[Result], Source | None]) -> dict[str, Source]:
    """What asks each run by itself, of the runs that can be asked."""
    sources = {name: source_of(result) for name, result in runs.by_name.items()}
    return {name: source for name, source in sources.items() if source is not None}


def _source(runs: Runs, asked: Any, manifest: Mapping[str, Any], key: str = "") -> Source:
    """What asks all runs, either for their differences or side by side."""
    return Source(
        asked=asked,
        manifest=manifest,
        caption=about_runs.caption(runs),
        caption_without_intervals=about_runs.caption(runs, intervals=False),
        key=key,
    )


def _source_of_courses(runs: Runs) -> Source:
    """What asks the win probabilities of all runs that have them."""
    return Source(
        asked=runs,
        manifest={},
        caption=about_runs.caption_of_courses(runs),
        caption_without_intervals=about_runs.caption_of_courses(runs, intervals=False),
        key=KEY,
    )


def _chapters(
    study: Study,
    differences: Source,
    levels: Levels,
    others: Sequence[Source],
    manifests: Sequence[Mapping[str, Any]],
) -> list[Chapter]:
    """The sections of a comparison, with runs side by side and with what studies add; then the studies' own."""
    *sections, everything = KINDS["compare"].sections(study)
    chapters = [_chapter(section, differences, levels, others) for section in sections]
    command = about_runs.pairing(manifests)
    if command:
        what = "The same differences on shared games, with narrower intervals"
        first = chapters[0]
        chapters[0] = Chapter(
            first.name, first.title, first.askings, missing=[Missing(what, command)]
        )
    named = {section.name for section in sections}
    more = [
        Chapter(section.name, section.title, asked)
        for section in SECTIONS
        if section.name not in named and (asked := asked_in(section.name, others))
    ]
    return [*chapters, *more, _chapter(everything, differences, levels, ())]


def _chapter(
    section: Section[Study], differences: Source, levels: Levels, others: Sequence[Source]
) -> Chapter:
    """A section of a comparison: the runs side by side, their differences, what studies add."""
    return Chapter(
        section.name,
        section.title,
        [
            *(Asking(q, source) for asked, source in levels for q in asked.get(section.name, ())),
            *(Asking(question, differences) for question in section.questions),
            *asked_in(section.name, others),
        ],
        section.intro,
    )
