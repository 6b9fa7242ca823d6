"""Which bots should nobody play, and which beat each other?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import polars as pl

from loopsim.numbers import SPACE, counted, listed
from loopsim.reports.kit.question import Column, Finding, Question, number, text
from loopsim.reports.studies.tables_of_study import table
from loopsim.studies.strength.drawn_deltas import too_few
from loopsim.studies.strength.standings import OF_CYCLE, OF_DOMINATED
from loopsim.studies.study import Study

#: What one bot does that dominates another, with what stands in brackets.
MORE = f"at least as much in every field (in brackets: more in so many, by the 95{SPACE}% interval)"


#: What is said where there is neither.
NONE_IN_A_CIRCLE = (
    "There is no circle of bots each of which beats the next, and no two of which each does well alone among "
    "several of the other."
)


def questions(study: Study) -> tuple[Question[Study], ...]:
    """Who is dominated, and cycles: what there is of these."""
    return tuple(asked for asked in _both() if not asked.compute(study).is_empty())


def none(study: Study) -> list[Finding]:
    """What is said of those that there are none of, for which there is no table."""
    return [
        finding
        for asked in _both()
        if (frame := asked.compute(study)).is_empty()
        for finding in asked.find(frame, study)
    ]


def _both() -> tuple[Question[Study], ...]:
    return (
        Question(
            name="dominated",
            title="Dominated bots",
            compute=lambda study: table(study, "dominated", OF_DOMINATED),
            find=_dominated,
            columns=_columns_of_dominated,
            notes=(
                "Dominated: another bot wins at least as much in every field as measured, in at least one of "
                "them more by its 95 % interval, and in none less. Where that is so in half of the fields or "
                "fewer, the order in the others may still be the other way round: more games would tell."
            ),
        ),
        Question(
            name="cycles",
            title="Bots that beat each other",
            compute=_of_cycles,
            find=_cycles,
            columns=_columns_of_cycles,
            notes=(
                "A bot beats another if it wins more than an equal share where it sits alone among several of "
                "the other. A circle: three or more, of which each is beaten by another and does not beat it "
                "back, so that none of them is best. Odd one out: two that both do well alone among several of "
                "the other, so that who is rare has it easier; which of them is better that leaves open. By: "
                "what the one wins more than one of the many, at the same tables; these intervals hold for all "
                "pairs at once."
            ),
        ),
    )


def _dominated(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    if few := too_few("who is dominated", study.manifest["games"]):
        return [Finding(few, False)]
    if frame.is_empty():
        return [Finding("No bot is dominated by another.", weight=0)]
    clearest = frame.sort("resolved", descending=True, maintain_order=True).unique(
        "bot", keep="first", maintain_order=True
    )
    clear = 2 * pl.col("resolved") > pl.col("fields")
    found = []
    if len(many := clearest.filter(clear)):
        found.append(Finding(f"Dominated, for another bot wins {MORE}: {_by(many)}."))
    if len(others := clearest.filter(~clear)):
        said = f"Perhaps dominated, as far as these games tell: another bot wins {MORE}: {_by(others)}."
        found.append(Finding(said, False))
    return found


def _by(frame: pl.DataFrame) -> str:
    """Each bot with the one that dominates it most clearly, and where that is resolved."""
    return listed(
        f"“{row['bot']}” by “{row['by']}” ({row['resolved']} of {row['fields']})"
        for row in frame.iter_rows(named=True)
    )


def _columns_of_dominated(frame: pl.DataFrame) -> Sequence[Column]:
    return [
        text("bot", "Bot"),
        text("by", "Dominated by"),
        number("resolved", "Fields in which that is resolved"),
        number("fields", "of"),
    ]


def _of_cycles(study: Study) -> pl.DataFrame:
    """One row a pair, as the study has it, with `how` for people."""
    how = pl.when("mutual").then(pl.lit("odd one out")).otherwise(pl.lit("one way"))
    return table(study, "cycles", OF_CYCLE).with_columns(how.alias("how"))


def _cycles(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    if few := too_few("whether bots beat each other in a circle", study.manifest["games"]):
        return [Finding(few, False)]
    if frame.is_empty():
        return [Finding(NONE_IN_A_CIRCLE, weight=0)]
    return [
        *_circles(frame.filter("circle")),
        *_odd_ones(frame.filter(pl.col("mutual"))),
    ]


def _circles(frame: pl.DataFrame) -> Iterator[Finding]:
    """The bots of each cycle in which some beat each other one way round."""
    found = frame.partition_by("cycle", maintain_order=True)
    if found:
        said = "; ".join(map(_pairs, (of.filter(~pl.col("mutual")) for of in found)))
        text = f"{counted(len(found), 'circle')}, so that none of its bots is best: {said}."
        yield Finding(text, weight=1)


def _pairs(frame: pl.DataFrame) -> str:
    return listed(f"“{bot}” beats “{other}”" for bot, other in frame["bot", "beats"].iter_rows())


def _odd_ones(frame: pl.DataFrame) -> Iterator[Finding]:
    """Each two bots that beat each other."""
    either_way = frame.with_columns(pl.concat_list("bot", "beats").list.sort().alias("pair"))
    pairs = either_way.unique("pair", keep="first", maintain_order=True)
    if len(pairs):
        said = "; ".join(
            f"“{bot}” and “{other}”" for bot, other in pairs["bot", "beats"].iter_rows()
        )
        yield Finding(
            f"Odd one out, each of two wins more than an equal share alone among several of the other: {said}."
        )


def _columns_of_cycles(frame: pl.DataFrame) -> Sequence[Column]:
    return [
        number("cycle", "Cycle"),
        text("bot", "Bot"),
        text("beats", "Beats"),
        text("how", "How"),
        Column("delta", "By", "% points", scale=100, sign=True),
    ]
