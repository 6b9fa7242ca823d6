"""The kinds of studies, and what the page of each is made of."""

from __future__ import annotations

from collections.abc import Mapping

from loopsim.reports.kinds.comparisons import COMPARE, FACTORIAL, SWEEP
from loopsim.reports.kinds.families import OVER_BOTS, OVER_DECKS
from loopsim.reports.kinds.kind import Kind
from loopsim.reports.kinds.of_bots import ARENA, DISTANCE, EXPLOIT, SKILL, TUNE
from loopsim.reports.kinds.worths import RESTRICT, VALUE
from loopsim.studies.study import Study

#: By what `Study.kind` says.
KINDS: Mapping[str, Kind] = {
    "compare": COMPARE,
    "factorial": FACTORIAL,
    "sweep": SWEEP,
    "decks": OVER_DECKS,
    "bots": OVER_BOTS,
    "value": VALUE,
    "restrict": RESTRICT,
    "arena": ARENA,
    "distance": DISTANCE,
    "tune": TUNE,
    "exploit": EXPLOIT,
    "skill": SKILL,
}


def chapter_of(study: Study) -> str:
    """The chapter of a balance report into which a study belongs."""
    return KINDS[study.kind].chapter(study)


def title_of(study: Study) -> str:
    """What a study is called: "Sweep: …"."""
    kind = KINDS[study.kind]
    return f"{kind.name}: {kind.title(study)}"
