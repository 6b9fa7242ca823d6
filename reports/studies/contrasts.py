"""Rows of the tables of a study that set arms against each other, as reports show and say them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import polars as pl

from loopsim.numbers import LIFTS, PERCENT, SHARE_DIFFERENCE, WORDS
from loopsim.reports.kit.question import Column, number, text
from loopsim.reports.kit.sentences import verdict
from loopsim.studies.agreement import Agreement, agreement
from loopsim.studies.differences import HIGHER, IDENTICAL, LOWER
from loopsim.studies.effects import Row
from loopsim.studies.families import Kind

#: What `agreed` adds.
AGREED = ("held", "agreement", "hanging", "split")


def shown(frame: pl.DataFrame, kind: Kind | None = None) -> pl.DataFrame:
    """The rows of a table with columns `loopsim.studies.effects.OF_EFFECT`, made ready to be shown.

    `kind`: of the family that they are over, if they are over one.

    Added: name (of the number), measured_in and difference_unit, difference_low and difference_high
    (where there is no interval but a bound: that, either way; where no game differs none), said (the verdict with the games or members
    that would resolve it, or that it hangs on the member) and over a family what `agreed` adds.
    """
    is_share = pl.col("unit").is_in([*PERCENT])
    frame = described(agreed(frame, kind))
    same = pl.when(pl.col("verdict") == IDENTICAL).then("difference")
    frame = frame.rename({"low": "difference_low", "high": "difference_high"}).with_columns(
        pl.when(is_share).then(pl.lit(SHARE_DIFFERENCE)).otherwise("unit").alias("difference_unit"),
        same.otherwise(pl.coalesce("difference_low", -pl.col("bound"))).alias("difference_low"),
        same.otherwise(pl.coalesce("difference_high", "bound")).alias("difference_high"),
        pl.struct("verdict", "^more_(games|members)$", "^hanging$")
        .map_elements(partial(verdict, kind=kind), pl.String)
        .alias("said"),
    )
    return frame


def described(frame: pl.DataFrame) -> pl.DataFrame:
    """Rows of numbers with the unit in words, the name of each number, and measured_in for people."""
    is_lift = pl.col("metric").str.ends_with(LIFTS)
    return frame.with_columns(
        pl.when(is_lift)
        .then(pl.lit(SHARE_DIFFERENCE))
        .otherwise(pl.col("unit").replace(WORDS))
        .alias("unit")
    ).with_columns(
        pl.when(pl.col("item") != "").then("item").otherwise("title").alias("name"),
        pl.col("unit").replace(PERCENT).alias("measured_in"),
    )


def agreed(frame: pl.DataFrame, kind: Kind | None, of: str = "difference") -> pl.DataFrame:
    """Rows over a family of a kind with what its members say of the sign of the mean `of`, in words.

    Added: held ("38 of 40 decks, 2 open") and agreement ("robust"), both null if nothing is known of
    members; hanging ("hangs on the deck: lower on 21, higher on 15 of 40"), "" if it does not; split (the
    sides), "" if no two members say opposite things. Rows over no family are left as they are.
    """
    if kind is None:
        return frame
    found = [agreement(row, kind, of) for row in frame.iter_rows(named=True)]
    words = zip(*(_words(each) for each in found), strict=True) if found else ([],) * len(AGREED)
    return frame.with_columns(
        pl.Series(name, told, pl.String) for name, told in zip(AGREED, words, strict=True)
    )


def _words(of: Agreement | None) -> tuple[str | None, str | None, str, str]:
    """The words of `AGREED`."""
    return (None, None, "", "") if of is None else (_held(of), of.words, of.hanging, of.split)


def _held(of: Agreement) -> str:
    """On how many of so many members the sign of a mean is resolved."""
    same, _, open_ = of.with_sign
    on = f"{same} of {of.members} {of.kind.name}s"
    return f"{on}, {open_} open" if open_ else on


def columns_of_family(frame: pl.DataFrame) -> list[Column]:
    """What is shown of a difference over a family; nothing if it is over none."""
    if "held" not in frame.columns:
        return []
    return [text("held", "Holds on"), text("agreement", "Robustness")]


def columns_of_tests() -> list[Column]:
    """What is known of a difference beside its interval and its verdict."""
    return [
        number("effect_size", "Effect size", "SD of a game", decimals=2, sign=True),
        Column("p", "p", kind="p"),
        Column("q", "q", kind="p"),
        number("variance_ratio", "Variance ratio", decimals=2),
        number("differing", "Games that differ", "games"),
        Column(
            "smallest",
            "Smallest of interest",
            kind="number",
            decimals=3,
            unit_from="difference_unit",
        ),
    ]


def strongest_first(rows: Sequence[Row]) -> list[Row]:
    """By effect size; those that have none, since nothing varied before, go last."""
    return sorted(rows, key=lambda row: -weight(row))


def weight(row: Row) -> float:
    """How much a difference weighs beside others: its effect size."""
    return abs(float(row["effect_size"] or 0))


def is_real(row: Row) -> bool:
    """Whether it differs by more than what does not matter."""
    return row["verdict"] in (HIGHER, LOWER)
