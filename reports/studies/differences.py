"""What is different in the numbers of a topic, and what is not?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import polars as pl

from loopsim.reports.kit import forest
from loopsim.reports.kit.figures import short
from loopsim.reports.kit.question import Column, Finding, Question, text
from loopsim.reports.kit.sentences import (
    by_how_much,
    hang,
    holds,
    level,
    named,
    names,
    number_of,
    still_open,
    without,
    would_settle,
)
from loopsim.reports.studies import contrasts
from loopsim.reports.studies.contrasts import is_real, weight
from loopsim.reports.studies.tables_of_study import compared, kind_of, stated
from loopsim.reports.studies.topics import Topic, main_only, of_topic
from loopsim.studies.differences import HIGHER, LOWER, NOT_RESOLVED
from loopsim.studies.effects import Row
from loopsim.studies.study import Study

#: At the head of a page what is open in a topic stands after what is known; what is known to hang on the
#: deck, or on the bot, is no less known.
HANGING, OPEN = 0, -3
#: Numbers that stand for the game stand before all others, which weigh by their effect size.
MAIN = 1000

ALT = (
    "Forest plot: for each number the difference to the first set-up as a mark with its interval, and "
    "as a grey zone the differences too small to matter. The mark tells the verdict: triangles to the "
    "right are higher, to the left lower."
)


def question(topic: Topic) -> Question[Study]:
    """The question of a topic."""
    return Question(
        name=topic.name,
        title=topic.title,
        compute=partial(compute, topic=topic),
        find=find,
        columns=columns,
        draw=forest.draw,
        is_drawn=forest.is_drawn,
        panels=forest.panels,
        size=forest.size,
        alt=ALT,
        notes=topic.notes,
        wide=True,
    )


def compute(study: Study, *, topic: Topic) -> pl.DataFrame:
    """One row a number of the topic and set-up, as `contrasts.shown` lays it down."""
    return contrasts.shown(of_topic(compared(study, topic.table), topic), kind_of(study))


def find(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    """The main numbers that differ, or the largest difference; the others; what hangs; what is of no matter or open."""
    rows = frame.to_dicts()
    several = _several(frame)
    real = contrasts.strongest_first([row for row in rows if is_real(row)])
    leading = _main_first(frame, real, study) or [(row, weight(row)) for row in real[:1]]
    numbers = [number_of(row) for row, _ in leading]
    found = []
    for number, (_, heavy) in zip(numbers, leading, strict=True):
        most = [row for row in rows if is_real(row) and number_of(row) == number]
        found.append(Finding(_largest(most, several), weight=heavy))
    setups = frame["setup"].unique(maintain_order=True).to_list()
    found += _others([row for row in real if number_of(row) not in numbers], setups)
    found += [Finding(words, False, HANGING) for words in hang(rows, _where(several))]
    found += [Finding(f"{words}.") for words in without(rows)]
    return [*found, *_open(rows, None if found else OPEN)]


def _main_first(frame: pl.DataFrame, real: Sequence[Row], study: Study) -> list[tuple[Row, float]]:
    """Of each main number of a frame the strongest row of some, and what it weighs at the head of a page.

    The numbers that stand for the game come before all others, in the order in which the game has them.
    """
    main = main_only(frame, study)
    numbers = set(main.select("metric", "group", "index").iter_rows())
    order = stated(study, "headline")
    strongest: dict[str, Row] = {}
    for row in real:
        if number_of(row) in numbers:
            strongest.setdefault(row["metric"], row)
    return [
        (strongest[metric], MAIN - place)
        for place, metric in enumerate(order)
        if metric in strongest
    ]


def _where(several: bool) -> Callable[[Row], str]:
    """Names the set-up of a row, if there are several."""
    return lambda row: str(row["setup"]) if several else ""


def _largest(most: Sequence[Row], several: bool) -> str:
    """One number in the set-ups where it differs."""
    first = most[0]
    if not several:
        against = f"{level(first, 'b')} against {level(first, 'a')}"
        return f"{named(first)} is {by_how_much(first)}{holds(first)}: {against}."
    where = "; ".join(f"{by_how_much(row)}{holds(row)} in {row['setup']}" for row in most)
    return f"{named(first)}, {level(first, 'a')} in {first['against']}, is {where}."


def _others(real: Sequence[Row], setups: Sequence[str]) -> list[Finding]:
    """The other numbers that differ, by set-up."""
    found = []
    for setup in setups:
        of = [row for row in real if row["setup"] == setup]
        if not of:
            continue
        sides = [
            f"{side}: {names([row for row in of if row['verdict'] == side])}"
            for side in (HIGHER, LOWER)
            if any(row["verdict"] == side for row in of)
        ]
        where = f"In {setup} also" if len(setups) > 1 else "Also"
        found.append(Finding(f"{where} {'; '.join(sides)}."))
    return found


def _open(rows: Sequence[Row], weight: float | None) -> list[Finding]:
    """The numbers that are not resolved, the nearest to it first."""
    of = still_open(rows)
    if not of:
        return []
    nearest = sorted(of, key=lambda row: (row["more_games"] is None, row["more_games"]))
    which = names(list({number_of(row): row for row in nearest}.values()))
    games = [row["more_games"] for row in nearest if row["more_games"] is not None]
    said = f"{NOT_RESOLVED.capitalize()}: {which}.{would_settle(games)}"
    return [Finding(said, False, weight)]


def _several(frame: pl.DataFrame) -> bool:
    return frame["setup"].n_unique() > 1


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Number, unit, both levels, difference, verdict."""
    return [
        text("name", "Number"),
        text("measured_in", "Unit"),
        *([text("setup", "Set-up")] if _several(frame) else []),
        Column("a", _head(frame, "against"), unit_from="unit", bare=True),
        Column("b", _head(frame, "setup"), unit_from="unit", bare=True),
        Column("difference", "Difference", unit_from="difference_unit", sign=True),
        text("said", "Verdict"),
        *contrasts.columns_of_family(frame),
    ]


def _head(frame: pl.DataFrame, arm: str) -> str:
    """What heads the level of an arm: its name, or if the rows have several what it is."""
    labels = frame[arm].unique()
    return short(labels[0]) if len(labels) == 1 else "In the set-up"
