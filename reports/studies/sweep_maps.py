"""How do the main numbers move with both keys that are varied?"""

from __future__ import annotations

from math import isnan
from statistics import median
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from numpy.typing import NDArray

from loopsim.numbers import PERCENT, decimals_for, fixed
from loopsim.reports.kit import figures, heat
from loopsim.reports.kit.question import Panels
from loopsim.reports.studies import curves

TITLE = "The main numbers over both keys"
ALT = (
    "Heat maps, one a number: the first key from left to right, the second from top to bottom; the darker a "
    "cell, the larger the number, which is written in it."
)
NOTES = (
    "Colours go from the least to the most of a map, and do not compare maps; a map that varies by little "
    "more than its errors stays pale. Grey: no number."
)
#: Colours are full from so many intervals between the least and the most on.
FULL = 2.5
INTERVALS = False
WIDE = True
FOLDED = True

WIDTH, ROW, FOOT = 7.2, 0.36, 0.95
#: With more values of the first key than this, maps stand under each other.
MOST_ABREAST = 5

#: The same numbers as curves have, and what is said of them.
compute, find, columns, is_drawn = curves.compute, curves.find, curves.columns, curves.is_drawn


def panels(frame: pl.DataFrame) -> Panels:
    """One panel a number."""
    return Panels(curves.panels(frame).frames, across=_across(frame))


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """So many rows of maps, each as high as the second key has values."""
    down = -(-len(panels(frame).frames) // _across(frame))
    return (WIDTH, down * (FOOT + ROW * frame["y_text"].n_unique()))


def _across(frame: pl.DataFrame) -> int:
    return 2 if frame["x_text"].n_unique() <= MOST_ABREAST else 1


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """The map of one number."""
    unit = frame["unit"][0]
    scale = 100 if unit in PERCENT else 1
    across, down = (
        frame[name].unique(maintain_order=True).to_list() for name in ("x_text", "y_text")
    )
    of = {(row["y_text"], row["x_text"]): row for row in frame.iter_rows(named=True)}
    cells = [[of.get((y, x)) for x in across] for y in down]
    values = np.array([[_value(cell) for cell in line] for line in cells], float)
    wide = (figures.values(frame, "value_high") - figures.values(frame, "value_low")).tolist()
    interval = median([width for width in wide if not isnan(width)] or [0])
    decimals = max(0, decimals_for(0, scale * interval) - 1)
    texts = [["" if np.isnan(x) else fixed(scale * x, decimals) for x in line] for line in values]
    nothing = np.zeros(values.shape, bool)
    heat.draw(
        ax, heat.Grid(down, across, _spread(values, interval), texts, nothing), heat.LITTLE_TO_MUCH
    )
    ax.set_title(
        f"{figures.short(frame['name'][0])} ({PERCENT.get(unit, unit)})",
        loc="left",
        fontweight="bold",
    )
    ax.set_xlabel(figures.short(frame["x_key"][0]))
    ax.set_ylabel(figures.short(frame["y_key"][0], 8 + 4 * len(down)))
    return ax


def _value(cell: dict[str, Any] | None) -> Any:
    return np.nan if cell is None or cell["value"] is None else cell["value"]


def _spread(values: NDArray[np.float64], interval: float) -> NDArray[np.float64]:
    """From the least, 0, to the most, 1 at the most; `interval`: the usual width of one."""
    if np.isnan(values).all():
        return values
    least, most = np.nanmin(values), np.nanmax(values)
    full = max(most - least, FULL * interval)
    spread: NDArray[np.float64] = (values - least) / (full if full > 0 else 1)
    return spread
