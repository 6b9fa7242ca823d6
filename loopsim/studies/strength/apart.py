"""How differently bots decide, as a table (metrics.md 10)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import polars as pl

from loopsim.distances import DIFFERENT
from loopsim.stats import Estimate
from loopsim.studies.effects import Row, Schema, frame
from loopsim.studies.strength.matches import columns

#: How far two bots are apart; `different`: by 0.10 or more as measured, whatever the interval says.
OF_DISTANCE: Schema = {
    "bot": pl.String,
    "other": pl.String,
    **dict.fromkeys(("distance", "distance_se", "distance_low", "distance_high"), pl.Float64),
    "different": pl.Boolean,
}


def tables(bots: Sequence[str], found: Sequence[Sequence[Estimate]]) -> dict[str, pl.DataFrame]:
    """The table of the distances of each pair of bots, `found` for all of them."""
    pairs = combinations(range(len(bots)), 2)
    return {"distance": frame([_row(bots[i], bots[j], found[i][j]) for i, j in pairs], OF_DISTANCE)}


def unresolved(distances: pl.DataFrame) -> pl.Series:
    """Of which distances the interval lies on both sides of 0.10, or is missing."""
    within = (pl.col("distance_low") < DIFFERENT) & (pl.col("distance_high") >= DIFFERENT)
    return distances.select(within.fill_null(True)).to_series()


def _row(bot: str, other: str, distance: Estimate) -> Row:
    return {
        "bot": bot,
        "other": other,
        **columns("distance", distance),
        "different": distance.value is not None and distance.value >= DIFFERENT,
    }
