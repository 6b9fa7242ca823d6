"""A heat map of bots by bots."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Colormap
from numpy.typing import NDArray

from loopsim.reports.kit import figures, heat

#: Inches of a cell, across and down, of a letter beside them, and of what else there is.
CELL, LETTER, FOOT = (0.72, 0.42), 0.1, 0.6
#: Longest name beside the map.
MOST_LETTERS = 20


def size(bots: Sequence[str]) -> tuple[float, float]:
    """A cell for each two bots, and room for names at both sides."""
    across, down = (FOOT + cell * len(bots) for cell in CELL)
    names = _inches_of_names(bots)
    return (across + names, down + (names if names > CELL[0] else LETTER))


def draw(
    ax: Axes,
    bots: Sequence[str],
    colours: NDArray[np.float64],
    texts: Sequence[str],
    hatched: NDArray[np.bool_],
    colour_map: Colormap,
) -> None:
    """The map; of K bots K² colours between 0 and 1, texts and whether cells are hatched, row by row."""
    shape = (len(bots), len(bots))
    names = [figures.short(bot, MOST_LETTERS) for bot in bots]
    lines = np.array(texts, object).reshape(shape).tolist()
    grid = heat.Grid(names, names, colours.reshape(shape), lines, hatched.reshape(shape))
    heat.draw(ax, grid, colour_map)
    ax.tick_params(axis="x", rotation=90 if _inches_of_names(bots) > CELL[0] else 0)


def _inches_of_names(bots: Sequence[str]) -> float:
    """How much room the longest name takes."""
    return LETTER * min(MOST_LETTERS, max(map(len, bots)))
