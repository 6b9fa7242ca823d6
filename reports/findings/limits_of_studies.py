"""What studies tell of the thresholds of a scenario (metrics.md 12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import inf

import polars as pl

from loopsim.numbers import counted, fixed, say, scaled
from loopsim.reports.findings.limits import (
    FINE,
    FIX,
    MOST_NAMED,
    OF_SEVERAL,
    OPEN,
    VERDICTS,
    Held,
    Limit,
    Told,
    of_several,
)
from loopsim.reports.studies import answers as answers_of_sweep
from loopsim.reports.studies import fair_prices
from loopsim.reports.studies.tables_of_study import table
from loopsim.stats import Estimate
from loopsim.studies import answers
from loopsim.studies.crossing import not_resolved
from loopsim.studies.effects import Row
from loopsim.studies.families import DECKS
from loopsim.studies.strength.ladder import OF_SKILL
from loopsim.studies.strength.standings import OF_STANDING
from loopsim.studies.study import Study

PENALTY = "rules.ad_penalty"
#: What an ad does that is worth so much, by the side of zero.
BRINGS = {"above": "brings", "below": "costs"}


def _estimate(row: Row, name: str) -> Estimate:
    """The estimate of a row: `name`, `name`_low, `name`_high."""
    return Estimate(row[name], None, row[f"{name}_low"], row[f"{name}_high"], 0)


def _mispricing(study: Study) -> Sequence[Held]:
    """Of each trip, by its key; trips of many decks have no identity."""
    if study.family is not None and study.family.kind is DECKS:
        return []
    rows = fair_prices.compute(study).iter_rows(named=True)
    return [Held(_estimate(row, "beyond"), row["key"]) for row in rows]


def _of_prices(found: Sequence[Told], unit: str, study: Study) -> str:
    """The worst by name: how many points too many or too few they print, or that no price follows."""
    rows = {row["key"]: row for row in fair_prices.compute(study).iter_rows(named=True)}
    counts = Counter(told.verdict for told in found)
    worst = found[0].verdict
    named = [rows[told.held.name] for told in found if told.verdict == worst][:MOST_NAMED]
    more = counts[worst] - len(named)
    after = [f"and {more} more"] if more else []
    said = [f"{counted(len(found), 'trip')}, by what a visit brings beyond the mean of all trips."]
    for verdict in VERDICTS:
        if verdict == worst != FINE:
            said.append(f"{OF_SEVERAL[verdict]}: {'; '.join([*map(_price, named), *after])}.")
        elif counts[verdict]:
            said.append(f"{OF_SEVERAL[verdict]}: {counts[verdict]}.")
    if worst != FINE and not all(row["is_priced"] for row in named):
        said.append(f"{fair_prices.INSTEAD}.")
    return " ".join(said)


def _price(row: Row) -> str:
    """What is wrong with the price of a trip, in words."""
    if row["beyond"] is None:
        return f"“{row['item']}” not seen"
    if not row["is_priced"]:
        return f"{fair_prices.visit(row)}, so that {fair_prices.NO_PRICE}"
    beyond = _estimate(row, "beyond")
    side = "few" if row["beyond"] < 0 else "many"
    off = say(scaled(beyond, -1 if row["beyond"] < 0 else 1))
    return f"“{row['item']}” prints {off} points too {side}"


def _penalty(study: Study) -> Sequence[Held]:
    """The printed penalty less the break-even, in points: by all penalties at which an ad may be worth nothing.

    Where these reach an end of what was tried they may go on beyond it.
    """
    found = table(study, "answers", answers.OF_ANSWER).filter(key=PENALTY, unit="points")
    return [
        Held(_less(row["stated"], row["estimate"], *_nothing(_curve(study, row["of"]))))
        for row in found.iter_rows(named=True)
        if row["stated"] is not None
    ]


def _less(stated: float, value: float | None, low: float | None, high: float | None) -> Estimate:
    """A number less one that lies somewhere."""
    less, least, most = (None if end is None else stated - end for end in (value, high, low))
    return Estimate(less, None, least, most, 0)


def _curve(study: Study, of: str) -> pl.DataFrame:
    """What an ad is worth in points at each penalty, in their order; none without an interval."""
    worth = table(study, "worth", answers.OF_WORTH).filter(of=of, unit="points")
    return worth.drop_nulls("low").sort("x")


def _nothing(curve: pl.DataFrame) -> tuple[float | None, float | None]:
    """Between which penalties an ad may be worth nothing."""
    if curve.is_empty():
        return None, None
    x, low, high = (curve[name].to_list() for name in ("x", "low", "high"))
    middle = [(a + b) / 2 for a, b in zip(low, high, strict=True)]
    half = [(b - a) / 2 for a, b in zip(low, high, strict=True)]
    within = not_resolved(x, middle, half, 1)
    if not within:
        return (x[-1], inf) if low[0] > 0 else (-inf, x[0])
    least, most = min(within), max(within)
    return (-inf if least == x[0] else least), (inf if most == x[-1] else most)


def _of_penalty(found: Sequence[Told], unit: str, study: Study) -> str:
    """Of what the limit is, what was found, and what follows for the printed penalty."""
    (row,) = (
        table(study, "answers", answers.OF_ANSWER).filter(key=PENALTY, unit="points").to_dicts()
    )
    held, verdict, _ = found[0]
    what = "less the break-even one, at which an ad brings its owner nothing in points"
    said = [
        f"Held against the limit: the printed penalty of a failed ad, {row['stated']:g}, {what}"
    ]
    if held.estimate.value is None:
        said += [_tried(_curve(study, row["of"])), _apart(held.estimate)]
    elif {-inf, inf} & {held.estimate.low, held.estimate.high}:
        less = f"{fixed(held.estimate.value, 1, True)} points"
        said[0] += f": {less}, by an interval that goes on beyond what was tried"
    else:
        said[0] += f": {say(held.estimate, 'points', sign=True)}"
    said += [_follows(held.estimate, verdict), _in_win_share(study, row["of"])]
    return " ".join(f"{sentence}." for sentence in said if sentence)


def _tried(curve: pl.DataFrame) -> str:
    """What an ad is worth at the penalties that were tried, none of which is found to be the break-even."""
    if curve.is_empty():
        return "The break-even is not known: too few games"
    closest = curve.sort(pl.col("value").abs(), maintain_order=True).row(0, named=True)
    worth = say(
        _estimate(closest | {"value_low": closest["low"], "value_high": closest["high"]}, "value"),
        "points",
        sign=True,
    )
    tried = f"{curve['x'][0]:g} to {curve['x'][-1]:g}"
    side = answers_of_sweep.side(curve["low"], curve["high"])
    what = (
        f"An ad {BRINGS[side]} its owner points at every penalty that was tried, {tried}"
        if side
        else f"Of the penalties that were tried, {tried}, it is not resolved which is the break-even"
    )
    return f"{what}; closest to nothing, at {closest['x']:g}: {worth}"


def _apart(less: Estimate) -> str:
    """How far the printed penalty may lie from a break-even that was not found."""
    if less.low is None or less.high is None or {less.low, less.high} == {-inf, inf}:
        return ""
    if less.low == -inf:
        least, side, other = less.high, "above", "below"
    elif less.high == inf:
        least, side, other = -less.low, "below", "above"
    else:
        ends = (fixed(end, 1, True) for end in (less.low, less.high))
        return f"So the two are {' to '.join(ends)} points apart"
    off = fixed(abs(least), 1)
    if least > 0:
        return f"So the printed one is at most {off} points {side} the break-even, or {other} it by any number"
    return f"So the printed one is {off} points or more {other} the break-even"


def _follows(less: Estimate, verdict: str) -> str:
    """What that means for the printed penalty."""
    if verdict == FINE:
        return "The printed penalty is fine"
    ends = [end for end in (less.low, less.high) if end not in (None, -inf, inf)]
    if verdict == OPEN or not ends:
        return "Whether the printed penalty is too high or too low is not resolved"
    side = "high" if sum(ends) > 0 else "low"
    return f"The printed penalty is {'' if verdict == FIX else 'perhaps '}too {side}"


def _in_win_share(study: Study, of: str) -> str:
    """What the same games say by win share, which is another number and is held against no limit."""
    worth = table(study, "worth", answers.OF_WORTH).filter(of=of, unit="win share")
    side = answers_of_sweep.side(worth["low"], worth["high"])
    return (
        f"In win share an ad {BRINGS[side]} its owner something at every penalty that was tried"
        if side
        else ""
    )


def _advantage(study: Study) -> Sequence[Held]:
    """Of each bot of a population at tables at which every seat was drawn from all of them.

    Bots that are named one by one may be levels of skill: of these one should win more.
    """
    if study.manifest.get("population") is None:
        return []
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
        _of_prices,
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
