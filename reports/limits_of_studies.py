"""What studies tell of the thresholds of a scenario (metrics.md 12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf

import polars as pl

from loopsim.numbers import say
from loopsim.reports.item_values import OF_ITEM, OF_WORTH
from loopsim.reports.limits import Held, Limit, Told, of_several
from loopsim.reports.tables_of_study import table
from loopsim.stats import Estimate
from loopsim.studies import answers
from loopsim.studies.effects import OF_LEVEL, Row
from loopsim.studies.families import DECKS
from loopsim.studies.strength.ladder import OF_SKILL
from loopsim.studies.strength.standings import OF_STANDING
from loopsim.studies.study import Study

PENALTY = "rules.ad_penalty"


def _estimate(row: Row, name: str) -> Estimate:
    """The estimate of a row: `name`, `name`_low, `name`_high."""
    return Estimate(row[name], None, row[f"{name}_low"], row[f"{name}_high"], 0)


def _mispricing(study: Study) -> Sequence[Held]:
    """Of each trip; trips of many decks have no identity."""
    if study.family is not None and study.family.kind is DECKS:
        return []
    names = dict(table(study, "items", OF_ITEM).select("item", "name").iter_rows())
    rows = table(study, "values", OF_WORTH, OF_LEVEL).filter(number="mispricing")
    return [
        Held(
            Estimate(row["value"], row["se"], row["low"], row["high"], 0), f"“{names[row['item']]}”"
        )
        for row in rows.iter_rows(named=True)
    ]


def _penalty(study: Study) -> Sequence[Held]:
    """The printed penalty less the break-even, in points; beyond the grid where no ad ever turns."""
    found = table(study, "answers", answers.OF_ANSWER).filter(key=PENALTY, unit="points")
    worth = table(study, "worth", answers.OF_WORTH).filter(unit="points")
    held = []
    for row in found.iter_rows(named=True):
        if row["stated"] is None:
            continue
        low, high = row["low"], row["high"]
        if row["estimate"] is None:
            low, high = _beyond(worth.filter(of=row["of"]))
        value = row["estimate"]
        less = [None if end is None else row["stated"] - end for end in (value, high, low)]
        held.append(Held(Estimate(less[0], None, less[1], less[2], 0)))
    return held


def _beyond(worth: pl.DataFrame) -> tuple[float | None, float | None]:
    """Between what lies the value at which a curve is 0 that does not cross it on the grid."""
    least, most = worth["x"].min(), worth["x"].max()
    if (worth["low"] > 0).all():
        return float(most), inf  # type: ignore[arg-type]
    if (worth["high"] < 0).all():
        return -inf, float(least)  # type: ignore[arg-type]
    return None, None


def _of_penalty(found: Sequence[Told], unit: str, study: Study) -> str:
    estimate = found[0].held.estimate
    if estimate.value is not None:
        less = say(estimate, "points", sign=True)
        return (
            f"Penalty of a failed ad, less the one at which an ad brings its owner nothing: {less}."
        )
    if estimate.low == -inf:
        return "An ad brings its owner points at every penalty that was tried, the highest too."
    if estimate.high == inf:
        return "An ad costs its owner points at every penalty that was tried, the lowest too."
    return "At which penalty an ad brings its owner nothing is not known."


def _advantage(study: Study) -> Sequence[Held]:
    """Of each bot at tables at which every seat was drawn from all of them."""
    return [
        Held(_estimate(row, "advantage"), f"“{row['bot']}”")
        for row in table(study, "standings", OF_STANDING).iter_rows(named=True)
        if row["advantage"] is not None
    ]


def _skill(study: Study) -> Sequence[Held]:
    rows = table(study, "skill", OF_SKILL).iter_rows(named=True)
    return [Held(_estimate(row, "skill_share")) for row in rows]


def _of_skill(found: Sequence[Told], unit: str, study: Study) -> str:
    row = table(study, "skill", OF_SKILL).row(0, named=True)
    return (
        f"Between “{row['bottom']}” and “{row['top']}” skill decides "
        f"{say(found[0].held.estimate, 'share')} of what can be won."
    )


LIMITS: Mapping[str, Limit] = {
    "mispricing": Limit(
        "Prices of trips",
        ("value",),
        "fair_prices",
        _mispricing,
        of_several("trip", "trips", "by the points that a visit gives beyond its cost"),
        unit="points",
    ),
    "penalty_off": Limit(
        "Penalty of ads",
        ("sweep",),
        "answers",
        _penalty,
        _of_penalty,
        unit="points",
    ),
    "persona": Limit(
        "Lines of play",
        ("arena",),
        "bot_standings",
        _advantage,
        of_several("bot", "bots", "by what each wins beyond an equal share among all of them"),
        unit="lift",
        least=-1,
        most=1,
    ),
    "skill_share": Limit(
        "Skill",
        ("skill",),
        "skill_ladder",
        _skill,
        _of_skill,
        unit="share",
        least=0,
        most=1,
    ),
}
