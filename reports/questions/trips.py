"""What several questions about trips share: their names and printed numbers."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import polars as pl

from loopsim.estimates import Estimates
from loopsim.measures import Setting
from loopsim.numbers import frame_of


def printed(setting: Setting) -> pl.DataFrame:
    """One row a trip of the deck: index, key, trip, era, components, duplicates, points and prices.

    key: as in ``--set trips.AD4.1.points=6`` (the first trip of card AD4). duplicates: components
    of a type that the trip already requires. points_per_component and price_residual: see
    `price_residuals`.
    """
    seen: Counter[str] = Counter()
    rows: list[dict[str, Any]] = []
    for index, item in enumerate(setting.items):
        seen[item["card"]] += 1
        rows.append(
            {
                "index": index,
                "key": f"{item['card']}.{seen[item['card']]}",
                "trip": item["trip"],
                "era": item["era"],
                "components": item["components"],
                "duplicates": item["components"] - len(item["requires"]),
                "points": item["points"],
            }
        )
    frame = frame_of({name: [row[name] for row in rows] for name in rows[0]})
    return frame.with_columns(
        (pl.col("points") / pl.col("components")).alias("points_per_component"),
        pl.Series("price_residual", price_residuals(frame), pl.Float64),
    )


def price_residuals(frame: pl.DataFrame) -> list[float | None]:
    """Points less a + b·components + c·duplicates, least squares over the trips of the era.

    None where an era has no more trips than the fit has parameters (metrics.md 5), or where the
    points of all its trips follow from the fit: there every residual is 0, whatever the trips.
    """
    residuals: list[float | None] = [None] * frame.height
    for era in frame["era"].unique():
        of_era = frame.with_row_index("row").filter(pl.col("era") == era)
        known = np.column_stack(
            [
                np.ones(of_era.height),
                of_era["components"].to_numpy(),
                of_era["duplicates"].to_numpy(),
            ]
        )
        points = of_era["points"].to_numpy().astype(float)
        fit, _, rank, _ = np.linalg.lstsq(known, points)
        rest = points - known @ fit
        if of_era.height > rank and not np.allclose(rest, 0):
            for row, residual in zip(of_era["row"], rest, strict=True):
                residuals[row] = float(residual)
    return residuals


def label(row: dict[str, Any]) -> str:
    """A trip in a sentence: its name and key."""
    return f"{row['trip']} ({row['key']})"


def dealt_items(estimates: Estimates) -> pl.DataFrame:
    """`printed` of the trips that were on the board in at least one game."""
    frame = printed(estimates.setting)
    seen = [bool(estimates.of("dealt", "item", index).value) for index in frame["index"]]
    return frame.filter(pl.Series(seen))
