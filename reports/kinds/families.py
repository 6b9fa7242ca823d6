"""Pages of runs over a family of decks or bots."""

from __future__ import annotations

from loopsim.reports.kinds.kind import Kind, always, each_bot, scenario
from loopsim.reports.kit.question import Section
from loopsim.reports.studies import family_levels
from loopsim.reports.studies.tables_of_study import family_of
from loopsim.studies.study import Study


def _over_family(study: Study) -> list[Section[Study]]:
    """The main numbers, then everything."""
    kind = family_of(study)
    return [
        Section("levels", "Main numbers", (family_levels.question(kind),)),
        *each_bot(study),
        Section("everything", "All numbers", tuple(family_levels.everything(kind))),
    ]


OVER_DECKS = Kind("Run over decks", title=scenario, sections=_over_family, chapter=always("holds"))
OVER_BOTS = Kind("Run over bots", title=scenario, sections=_over_family, chapter=always("holds"))
