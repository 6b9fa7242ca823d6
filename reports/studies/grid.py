"""Where the set-ups of a sweep stand: the keys that were varied, and the places of their values."""

from __future__ import annotations

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from numpy.typing import NDArray

from loopsim.reports.kit import figures
from loopsim.reports.studies.tables_of_study import stated
from loopsim.studies.study import Study


def keys(study: Study) -> list[str]:
    """The keys that were varied, one or two."""
    return [str(varied["key"]) for varied in stated(study, "varied")]


def places(frame: pl.DataFrame, axis: str) -> NDArray[np.float64]:
    """Where the values of a key stand on an axis: by themselves if numbers, else one after another."""
    if frame[axis].is_null().any():
        order = frame[f"{axis}_text"].unique(maintain_order=True)
        where = {value: place for place, value in enumerate(order)}
        return np.array([where[value] for value in frame[f"{axis}_text"]], float)
    return figures.values(frame, axis)


def name_values(ax: Axes, frame: pl.DataFrame) -> None:
    """Write values that are no numbers at the axis."""
    if frame["x"].is_null().any():
        names = frame["x_text"].unique(maintain_order=True).to_list()
        ax.set_xticks(range(len(names)), [figures.short(name, 14) for name in names])
