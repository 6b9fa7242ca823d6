"""Pages of studies that set set-ups against each other: comparisons, factorials, sweeps."""

from __future__ import annotations

from loopsim.numbers import listed
from loopsim.reports.kinds import how_to_read
from loopsim.reports.kinds.kind import Kind, always, each_bot
from loopsim.reports.kit.forest import SETUPS
from loopsim.reports.kit.question import Question, Section
from loopsim.reports.studies import (
    about_study,
    answers,
    by_bot,
    curves,
    everything,
    factor_effects,
    grid,
    sweep_maps,
    verdict_counts,
)
from loopsim.reports.studies.differences import question
from loopsim.reports.studies.tables_of_study import compared, kind_of, stated
from loopsim.reports.studies.topics import THEMES, of_topic
from loopsim.studies.families import BOTS
from loopsim.studies.study import Study

#: With more set-ups than this a title counts them.
MOST_IN_TITLE = 3

READING = (how_to_read.UNIT, how_to_read.PAIRING, how_to_read.VERDICTS, how_to_read.TESTS)


def _comparison(study: Study) -> str:
    """The set-ups by their titles; by their labels where titles are the same."""
    arms = study.manifest["arms"]
    titles = [arm["title"] for arm in arms]
    of = f"{titles[0]}: " if len({*titles}) == 1 else ""
    apart = len({*titles}) == len(titles)
    first, *others = titles if apart else [arm["label"] for arm in arms]
    which = listed(others) if len(others) <= MOST_IN_TITLE else f"{len(others)} set-ups"
    return f"{of}{which} against {first}"


def _comparisons(study: Study) -> list[Section[Study]]:
    """Topics that have numbers, then everything."""
    sections = [Section("verdicts", "At a glance", (Question.of(verdict_counts),))]
    for theme in THEMES:
        asked = [
            question(topic)
            for topic in theme.topics
            if not of_topic(compared(study, topic.table), topic).is_empty()
        ]
        if asked:
            sections.append(Section(theme.name, theme.title, tuple(asked), theme.intro))
    return [
        *sections,
        *each_bot(study),
        Section("everything", "All numbers", tuple(everything.questions(everything.COMPARISON))),
    ]


def _of_pairs(study: Study) -> list[str]:
    """What must be known before the differences between set-ups are read."""
    said = []
    if not about_study.is_paired(study.manifest):
        said.append(
            "These set-ups share no games, since they are of other numbers of players: their differences "
            "are those of separate runs, with wider intervals."
        )
    return [*said, *too_many(study)]


def too_many(study: Study) -> list[str]:
    """That there are too many set-ups for figures, if there are."""
    said = []
    if len(study.manifest["arms"]) - 1 > len(SETUPS):
        said.append(
            f"With more than {len(SETUPS)} set-ups beside the first, marks could not be told apart: "
            "there are tables in place of figures. Fewer set-ups, or a sweep, are drawn."
        )
    return said


def _factorial(study: Study) -> str:
    """The scenario and its factors."""
    factors = listed(str(factor["key"]) for factor in stated(study, "factors"))
    return f"{study.manifest['arms'][0]['title']}: {factors}"


def _factorials(study: Study) -> list[Section[Study]]:
    """Main effects, interactions if there are several factors, then everything."""
    orders = (factor_effects.MAIN_EFFECTS, factor_effects.INTERACTIONS)
    of_order = {order: factor_effects.question(order) for order in orders}
    sections = [
        Section(
            "main-effects",
            "Main effects",
            (of_order[factor_effects.MAIN_EFFECTS],),
            "What a factor does on average over the settings of the others, on the same games.",
        )
    ]
    if len(stated(study, "factors")) > 1:
        sections.append(
            Section(
                "interactions",
                "Interactions",
                (of_order[factor_effects.INTERACTIONS],),
                "By how much more, or less, one factor does when the other is there. None: two factors "
                "do together what each does alone.",
            )
        )
    return [
        *sections,
        *each_bot(study),
        Section("everything", "All numbers", (factor_effects.everything(),)),
    ]


def _sweep(study: Study) -> str:
    """The scenario and what is varied."""
    return f"{study.manifest['arms'][0]['title']}: {listed(grid.keys(study))}"


def _sweeps(study: Study) -> list[Section[Study]]:
    """Answers that were asked for, the main numbers, then everything."""
    asked = not answers.compute(study).is_empty()
    told = [Question.of(answers)]
    if kind_of(study) is BOTS:
        told.append(by_bot.question_of_answers())
    sections = [Section("answers", "Answers", tuple(told))] if asked else []
    main = sweep_maps if len(grid.keys(study)) > 1 else curves
    sections.append(Section("curves", "Main numbers", (Question.of(main),)))
    of_tables = tuple(everything.questions(everything.SWEEP))
    sections += each_bot(study)
    return [*sections, Section("everything", "All numbers", of_tables)]


#: Where a sweep belongs, by what its first key begins with.
OF_KEYS = {"rules.ad": "advertising", "rules.tear": "tears", "trips.": "trips"}


def _chapter_of_sweep(study: Study) -> str:
    """By what is varied."""
    key = grid.keys(study)[0]
    return next((of for start, of in OF_KEYS.items() if key.startswith(start)), "expansions")


COMPARE = Kind(
    "Comparison",
    title=_comparison,
    sections=_comparisons,
    chapter=always("expansions"),
    reading=READING,
    warnings=_of_pairs,
)
FACTORIAL = Kind(
    "Factorial",
    title=_factorial,
    sections=_factorials,
    chapter=always("expansions"),
    reading=READING,
)
SWEEP = Kind("Sweep", title=_sweep, sections=_sweeps, chapter=_chapter_of_sweep, reading=READING)
