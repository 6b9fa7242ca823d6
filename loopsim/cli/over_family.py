"""One set-up over many decks or several bots on the screen."""

from __future__ import annotations

import polars as pl

from loopsim.cli.shown import (
    MIXED_TABLES,
    Row,
    counts_most,
    named,
    played,
    side_by_side,
    with_interval,
)
from loopsim.cli.tables import print_table, print_text
from loopsim.numbers import decimals_for, fixed, read_in
from loopsim.studies.study import Study


def print_over_family(study: Study) -> None:
    """Every number as the mean over the members, how these differ, and what each bot has."""
    assert study.family is not None
    kind = study.family.kind.name
    print_text(played(study, "number"))
    rows = study.table("metrics").filter(pl.col("se") > 0).to_dicts()
    print_table(
        f"Mean over {study.family.all}; the interval holds what chance and what the {kind} does",
        ("", "mean", f"between {study.family.all}", "least", "most"),
        [
            (
                named(row),
                with_interval(row),
                *(_plain(row, name) for name in ("between", "least", "most")),
            )
            for row in rows
        ],
    )
    if "metrics_by_bot" in study.tables:
        of_bots = study.table("metrics_by_bot").filter(counts_most(study)).to_dicts()
        side_by_side(
            "Each bot by itself", of_bots, lambda row: str(row["bot"]), with_interval, MIXED_TABLES
        )


def _plain(row: Row, name: str) -> str:
    scale, _ = read_in(row["unit"])
    return fixed(scale * row[name], decimals_for(scale * row["low"], scale * row["high"]))
