"""Heat maps: a grid of numbers, by colour and written out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Colormap, LinearSegmentedColormap, Normalize
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from loopsim.reports.kit import figures

#: From what is less by white to what is more; and from little to much, light to dark.
EITHER_WAY = LinearSegmentedColormap.from_list(
    "either way", [figures.RED, "#F6C9AE", "white", "#A6D5F0", figures.BLUE]
)
LITTLE_TO_MUCH = LinearSegmentedColormap.from_list(
    "little to much", ["#F2F8FC", "#A6D5F0", "#56A3D0", figures.BLUE, "#00304D"]
)
#: On colours darker than this (luminance) letters are white.
DARK = 0.45
HATCH = "////"
#: Where there is no number.
NONE = "#B4BAC1"
#: Longest name of a row or column.
MOST_LETTERS = 36


class Grid(NamedTuple):
    """A heat map: `colours` between 0 and 1, NaN for none; `texts`; which cells are `hatched`."""

    rows: Sequence[str]
    columns: Sequence[str]
    colours: NDArray[np.float64]
    texts: Sequence[Sequence[str]]
    hatched: NDArray[np.bool_]


def draw(ax: Axes, grid: Grid, colours: Colormap) -> None:
    """The grid, the first row on top."""
    shown = np.ma.masked_invalid(grid.colours)
    ax.imshow(shown, cmap=colours.with_extremes(bad=NONE), norm=Normalize(0, 1), aspect="auto")
    for (row, column), hatched in np.ndenumerate(grid.hatched):
        colour = float(grid.colours[row, column])
        if hatched:
            ax.add_patch(
                Rectangle(
                    (column - 0.5, row - 0.5),
                    1,
                    1,
                    facecolor="white",
                    edgecolor="#C8CCD0",
                    hatch=HATCH,
                    linewidth=0,
                )
            )
        ax.text(
            column,
            row,
            grid.texts[row][column],
            ha="center",
            va="center",
            fontsize=8.5,
            color="white" if _is_dark(colour, colours) and not hatched else figures.INK,
        )
    _frame(ax, grid)


def _is_dark(colour: float, colours: Colormap) -> bool:
    if np.isnan(colour):
        return False
    red, green, blue, _ = colours(colour)
    return bool(0.299 * red + 0.587 * green + 0.114 * blue < DARK)


def _frame(ax: Axes, grid: Grid) -> None:
    """Names at the sides, white lines between the cells."""
    ax.set_xticks(
        range(len(grid.columns)), [figures.short(name, MOST_LETTERS) for name in grid.columns]
    )
    ax.set_yticks(range(len(grid.rows)), [figures.short(name, MOST_LETTERS) for name in grid.rows])
    ax.grid(False)
    ax.set_axisbelow(False)
    ax.set_xticks(np.arange(0.5, len(grid.columns) - 1), minor=True)
    ax.set_yticks(np.arange(0.5, len(grid.rows) - 1), minor=True)
    ax.grid(which="minor", color="white", linewidth=2)
    ax.tick_params(which="minor", length=0)
    for spine in ax.spines.values():
        spine.set_visible(False)
