"""The kinds of studies, and what the page of each is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from loopsim.numbers import listed
from loopsim.reports.kit.forest import SETUPS
from loopsim.reports.kit.question import Question, Section
from loopsim.reports.pages import how_to_read
from loopsim.reports.studies import (
    about_study,
    answers,
    bot_distances,
    bot_relations,
    bot_standings,
    by_bot,
    curves,
    everything,
    factor_effects,
    fair_prices,
    family_levels,
    found_bots,
    grid,
    item_values,
    mechanisms,
    skill_ladder,
    sweep_maps,
    verdict_counts,
    win_matrix,
)
from loopsim.reports.studies.differences import question
from loopsim.reports.studies.tables_of_study import compared, family_of, kind_of, stated
from loopsim.reports.studies.topics import THEMES, of_topic
from loopsim.studies.families import BOTS, DECKS
from loopsim.studies.study import Study

#: With more set-ups than this a title counts them.
MOST_IN_TITLE = 3


@dataclass(frozen=True)
class Kind:
    """What a page says of one kind of study.

    `chapter`: where it belongs in a balance report. `reading`: paragraphs on how to read its numbers; `reading_family`: by kind of family those beside.
    """

    name: str
    title: Callable[[Study], str]
    sections: Callable[[Study], Sequence[Section[Study]]]
    warnings: Callable[[Study], Sequence[str]]
    chapter: Callable[[Study], str]
    reading: tuple[str, ...]
    reading_family: Mapping[str, tuple[str, ...]] = field(
        default_factory=lambda: {
            DECKS.name: (how_to_read.DECKS, how_to_read.NO_TRIPS),
            BOTS.name: (how_to_read.BOTS,),
        }
    )


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
        *_by_bot(study),
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


def _nothing(study: Study) -> list[str]:
    """Nothing must be known before."""
    return []


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
        *_by_bot(study),
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
    sections += _by_bot(study)
    return [*sections, Section("everything", "All numbers", of_tables)]


def _one(study: Study) -> str:
    """The one scenario."""
    return str(study.manifest["arms"][0]["title"])


def _over_family(study: Study) -> list[Section[Study]]:
    """The main numbers, then everything."""
    kind = family_of(study)
    return [
        Section("levels", "Main numbers", (family_levels.question(kind),)),
        *_by_bot(study),
        Section("everything", "All numbers", tuple(family_levels.everything(kind))),
    ]


def _by_bot(study: Study) -> list[Section[Study]]:
    """What each bot of a population says by itself; nothing where there is none."""
    if kind_of(study) is not BOTS:
        return []
    return [Section("by-bot", "Each bot by itself", (by_bot.question(study),), by_bot.INTRO)]


def _value(study: Study) -> str:
    """The scenario and what is valued."""
    return f"{_one(study)}: what its {stated(study, 'items')} are worth"


def _values(study: Study) -> list[Section[Study]]:
    """Prices of what has points, then what items are worth."""
    prices = item_values.questions(study, [item_values.MISPRICING])
    if not fair_prices.compute(study).is_empty():
        prices = [Question.of(fair_prices)]  # which says it in printed points
    sections = [Section("prices", "Prices", tuple(prices))] if prices else []
    worth = tuple(item_values.questions(study))
    worths = Section("worth", "Worth", worth, how_to_read.CAUSAL)
    return [*sections, *_by_bot(study), worths]


def _restricted(study: Study) -> str:
    """The scenario and what is asked of it."""
    return f"{_one(study)}: what its mechanisms are worth"


def _mechanisms(study: Study) -> list[Section[Study]]:
    """The one question, and what each bot of a population says of it."""
    worth = Section("worth", "Worth", (Question.of(mechanisms),), how_to_read.CAUSAL)
    return [worth, *_by_bot(study)]


def _bots(study: Study) -> str:
    """The scenario and that bots play."""
    return f"{_one(study)}: {len(study.manifest['bots'])} bots against each other"


def _arena(study: Study) -> list[Section[Study]]:
    """Who beats whom, how bots stand, and what follows."""
    return [
        Section("pairs", "Pairs", (Question.of(win_matrix),)),
        Section("standings", "Standings", (Question.of(bot_standings),)),
        Section("relations", "Dominated bots and circles", bot_relations.questions()),
    ]


def _different(study: Study) -> str:
    """The scenario and what is asked of its bots."""
    return f"{_one(study)}: how differently its bots decide"


def _distances(study: Study) -> list[Section[Study]]:
    """The one question."""
    return [Section("distances", "Distances", (Question.of(bot_distances),))]


def _ladder(study: Study) -> str:
    """The scenario and its ladder."""
    bots = study.manifest["bots"]
    return f"{_one(study)}: how much skill decides, from {bots[0]} to {bots[-1]}"


def _skill(study: Study) -> list[Section[Study]]:
    """The steps."""
    return [Section("steps", "Skill", (Question.of(skill_ladder),))]


def _tuned(study: Study) -> str:
    """The scenario and the bot."""
    return f"{_one(study)}: a bot tuned against {listed(study.manifest['bots'])}"


def _tuning(study: Study) -> list[Section[Study]]:
    """Strength and weights."""
    strength, sheet = found_bots.of_tuning()
    return [
        Section("strength", "Strength", (strength,)),
        Section("weights", "Weights", (sheet,)),
    ]


def _hunted(study: Study) -> str:
    """The scenario and what is asked."""
    return f"{_one(study)}: is there an exploit?"


def _hunt(study: Study) -> list[Section[Study]]:
    """Whether there is one, by what, and its weights."""
    strength, members, things, habits, sheet = found_bots.of_hunt()
    return [
        Section("strength", "Strength", (strength, members)),
        Section("otherwise", "What it does otherwise", (things, habits)),
        Section("weights", "Weights", (sheet,)),
    ]


def _in(chapter: str) -> Callable[[Study], str]:
    """Always in this chapter."""
    return lambda study: chapter


def _chapter_of_value(study: Study) -> str:
    """Trips among trips, all else among the actions."""
    return "trips" if stated(study, "items") == "trips" else "actions"


#: Where a sweep belongs, by what its first key begins with.
OF_KEYS = {"rules.ad": "advertising", "rules.tear": "tears", "trips.": "trips"}


def _chapter_of_sweep(study: Study) -> str:
    """By what is varied."""
    key = grid.keys(study)[0]
    return next((of for start, of in OF_KEYS.items() if key.startswith(start)), "expansions")


def chapter_of(study: Study) -> str:
    """The chapter of a balance report into which a study belongs."""
    return KINDS[study.kind].chapter(study)


def title_of(study: Study) -> str:
    """What a study is called: "Sweep: …"."""
    kind = KINDS[study.kind]
    return f"{kind.name}: {kind.title(study)}"


KINDS: Mapping[str, Kind] = {
    "compare": Kind(
        "Comparison",
        _comparison,
        _comparisons,
        _of_pairs,
        _in("expansions"),
        (how_to_read.UNIT, how_to_read.PAIRING, how_to_read.VERDICTS, how_to_read.TESTS),
    ),
    "factorial": Kind(
        "Factorial",
        _factorial,
        _factorials,
        _nothing,
        _in("expansions"),
        (how_to_read.UNIT, how_to_read.PAIRING, how_to_read.VERDICTS, how_to_read.TESTS),
    ),
    "sweep": Kind(
        "Sweep",
        _sweep,
        _sweeps,
        _nothing,
        _chapter_of_sweep,
        (how_to_read.UNIT, how_to_read.PAIRING, how_to_read.VERDICTS, how_to_read.TESTS),
    ),
    "decks": Kind(
        "Run over decks", _one, _over_family, _nothing, _in("holds"), (how_to_read.UNIT,)
    ),
    "bots": Kind("Run over bots", _one, _over_family, _nothing, _in("holds"), (how_to_read.UNIT,)),
    "value": Kind(
        "Value",
        _value,
        _values,
        _nothing,
        _chapter_of_value,
        (how_to_read.UNIT, how_to_read.CAUSAL, how_to_read.PRICES),
        # its trips are pooled by era and components
        {DECKS.name: (how_to_read.DECKS,), BOTS.name: (how_to_read.BOTS,)},
    ),
    "restrict": Kind(
        "Restricted play",
        _restricted,
        _mechanisms,
        _nothing,
        _in("actions"),
        (how_to_read.UNIT, how_to_read.CAUSAL, how_to_read.FINDINGS, how_to_read.TESTS),
        # no trips in it
        {DECKS.name: (how_to_read.DECKS,), BOTS.name: (how_to_read.BOTS,)},
    ),
    "arena": Kind(
        "Arena", _bots, _arena, _nothing, _in("bots"), (how_to_read.UNIT, how_to_read.STRENGTH)
    ),
    "distance": Kind(
        "Distances", _different, _distances, _nothing, _in("bots"), (how_to_read.UNIT,)
    ),
    "tune": Kind("Tuning", _tuned, _tuning, _nothing, _in("bots"), (how_to_read.UNIT,)),
    "exploit": Kind(
        "Exploit hunt",
        _hunted,
        _hunt,
        _nothing,
        _in("bots"),
        (how_to_read.UNIT, how_to_read.CAUSAL),
    ),
    "skill": Kind("Skill ladder", _ladder, _skill, _nothing, _in("bots"), (how_to_read.UNIT,)),
}
