"""Pages of studies of what things are worth: trips and cards, mechanisms."""

from __future__ import annotations

from loopsim.reports.kinds import how_to_read
from loopsim.reports.kinds.kind import Kind, always, each_bot, scenario
from loopsim.reports.kit.question import Question, Section
from loopsim.reports.studies import fair_prices, item_values, mechanisms
from loopsim.reports.studies.tables_of_study import stated
from loopsim.studies.families import BOTS, DECKS
from loopsim.studies.study import Study

#: A value pools its trips by era and components; restricted play has no trips in it.
READING_FAMILY = {DECKS.name: (how_to_read.DECKS,), BOTS.name: (how_to_read.BOTS,)}


def _value(study: Study) -> str:
    """The scenario and what is valued."""
    return f"{scenario(study)}: what its {stated(study, 'items')} are worth"


def _values(study: Study) -> list[Section[Study]]:
    """Prices of what has points, then what items are worth."""
    prices = item_values.questions(study, [item_values.MISPRICING])
    if not fair_prices.compute(study).is_empty():
        prices = [Question.of(fair_prices)]  # which says it in printed points
    sections = [Section("prices", "Prices", tuple(prices))] if prices else []
    worth = tuple(item_values.questions(study))
    worths = Section("worth", "Worth", worth, how_to_read.CAUSAL)
    return [*sections, *each_bot(study), worths]


def _restricted(study: Study) -> str:
    """The scenario and what is asked of it."""
    return f"{scenario(study)}: what its mechanisms are worth"


def _mechanisms(study: Study) -> list[Section[Study]]:
    """The one question, and what each bot of a population says of it."""
    worth = Section("worth", "Worth", (Question.of(mechanisms),), how_to_read.CAUSAL)
    return [worth, *each_bot(study)]


def _chapter_of_value(study: Study) -> str:
    """Trips among trips, all else among the actions."""
    return "trips" if stated(study, "items") == "trips" else "actions"


VALUE = Kind(
    "Value",
    title=_value,
    sections=_values,
    chapter=_chapter_of_value,
    reading=(how_to_read.UNIT, how_to_read.CAUSAL, how_to_read.PRICES),
    reading_family=READING_FAMILY,
)
RESTRICT = Kind(
    "Restricted play",
    title=_restricted,
    sections=_mechanisms,
    chapter=always("actions"),
    reading=(how_to_read.UNIT, how_to_read.CAUSAL, how_to_read.FINDINGS, how_to_read.TESTS),
    reading_family=READING_FAMILY,
)
