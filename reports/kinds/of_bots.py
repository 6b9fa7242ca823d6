"""Pages of studies of bots: arenas, distances, ladders of skill, tuning, hunts for exploits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from loopsim.numbers import listed
from loopsim.reports.kinds import how_to_read
from loopsim.reports.kinds.kind import Kind, always, scenario
from loopsim.reports.kit.question import Finding, Question, Section
from loopsim.reports.studies import (
    bot_distances,
    bot_relations,
    bot_standings,
    found_bots,
    skill_ladder,
    win_matrix,
)
from loopsim.studies.study import Study


def _bots(study: Study) -> str:
    """The scenario and that bots play."""
    return f"{scenario(study)}: {len(study.manifest['bots'])} bots against each other"


def _arena(study: Study) -> list[Section[Study]]:
    """Who beats whom, how bots stand, and what follows, if anything does."""
    standings = replace(Question.of(bot_standings), find=_stand)
    relations = bot_relations.questions(study)
    sections = [
        Section("pairs", "Pairs", (Question.of(win_matrix),)),
        Section("standings", "Standings", (standings,)),
    ]
    if relations:
        sections.append(Section("relations", "Dominated bots and circles", relations))
    return sections


def _stand(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    """How bots stand, and which relations there are none of."""
    return [*bot_standings.find(frame, study), *bot_relations.none(study)]


def _different(study: Study) -> str:
    """The scenario and what is asked of its bots."""
    return f"{scenario(study)}: how differently its bots decide"


def _distances(study: Study) -> list[Section[Study]]:
    """The one question."""
    return [Section("distances", "Distances", (Question.of(bot_distances),))]


def _ladder(study: Study) -> str:
    """The scenario and its ladder."""
    bots = study.manifest["bots"]
    return f"{scenario(study)}: how much skill decides, from {bots[0]} to {bots[-1]}"


def _skill(study: Study) -> list[Section[Study]]:
    """The steps."""
    return [Section("steps", "Skill", (Question.of(skill_ladder),))]


def _tuned(study: Study) -> str:
    """The scenario and the bot."""
    return f"{scenario(study)}: a bot tuned against {listed(study.manifest['bots'])}"


def _tuning(study: Study) -> list[Section[Study]]:
    """Strength and weights."""
    strength, sheet = found_bots.of_tuning()
    return [
        Section("strength", "Strength", (strength,)),
        Section("weights", "Weights", (sheet,)),
    ]


def _hunted(study: Study) -> str:
    """The scenario and what is asked."""
    return f"{scenario(study)}: is there an exploit?"


def _hunt(study: Study) -> list[Section[Study]]:
    """Whether there is one, by what, and its weights."""
    strength, members, things, habits, sheet = found_bots.of_hunt()
    return [
        Section("strength", "Strength", (strength, members)),
        Section("otherwise", "What it does otherwise", (things, habits)),
        Section("weights", "Weights", (sheet,)),
    ]


ARENA = Kind(
    "Arena",
    title=_bots,
    sections=_arena,
    chapter=always("bots"),
    reading=(how_to_read.UNIT, how_to_read.STRENGTH),
)
DISTANCE = Kind("Distances", title=_different, sections=_distances, chapter=always("bots"))
TUNE = Kind("Tuning", title=_tuned, sections=_tuning, chapter=always("bots"))
EXPLOIT = Kind(
    "Exploit hunt",
    title=_hunted,
    sections=_hunt,
    chapter=always("bots"),
    reading=(how_to_read.UNIT, how_to_read.CAUSAL),
)
SKILL = Kind("Skill ladder", title=_ladder, sections=_skill, chapter=always("bots"))
