"""Forest plots: differences with their intervals, one row a number, one panel a unit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from loopsim.numbers import PERCENT
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import Panels
from loopsim.studies.differences import (
    HIGHER,
    IDENTICAL,
    LOWER,
    NO_MATTER,
    NOT_RESOLVED,
    REAL_BUT_SMALL,
)

#: The marks and colours of the verdicts. With several set-ups colours tell these apart instead.
VERDICTS: Mapping[str, tuple[str, str]] = {
    HIGHER: (">", figures.BLUE),
    LOWER: ("<", figures.RED),
    REAL_BUT_SMALL: ("D", figures.GREEN),
    NO_MATTER: ("o", figures.GREY),
    IDENTICAL: ("X", figures.GREY),
    NOT_RESOLVED: ("o", figures.ORANGE),
}
#: Colours of set-ups; more than these cannot be told apart.
SETUPS = (
    figures.BLUE,
    figures.RED,
    figures.GREEN,
    figures.PURPLE,
    figures.ORANGE,
    figures.SKY,
)
#: Inches of a row, of each set-up in it, of the foot of a panel and of the legend.
ROW, SETUP, FOOT, LEGEND = 0.13, 0.13, 0.6, 0.85
WIDTH = 6.4
LEGEND_COLUMNS = 3


def is_drawn(frame: pl.DataFrame) -> bool:
    """Only what can be told apart is drawn."""
    return 0 < frame["setup"].n_unique() <= len(SETUPS)


def panels(frame: pl.DataFrame) -> Panels:
    """One panel a unit, each as high as it has rows."""
    parts = frame.partition_by("difference_unit", maintain_order=True)
    return Panels(parts, [_height(part) for part in parts])


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """As high as the panels, with the legend above them."""
    return (WIDTH, sum(panels(frame).heights) + LEGEND)


def _height(frame: pl.DataFrame) -> float:
    setups = frame["setup"].n_unique()
    return FOOT + frame.height / setups * (ROW + SETUP * setups)


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """The differences of one unit; with several set-ups these lie under each other in a row."""
    unit = frame["difference_unit"][0]
    scale = 100 if unit in PERCENT else 1
    numbers = frame.unique(["metric", "group", "index"], maintain_order=True)
    setups = frame["setup"].unique(maintain_order=True).to_list()
    at = figures.rows(numbers)
    zone = figures.values(numbers, "smallest", scale)
    ax.barh(at, 2 * zone, 1.0, -zone, color=figures.ZONE, zorder=0.4)
    ax.axvline(0, color=figures.GREY, linewidth=1, zorder=0.6)
    step = SETUP / (ROW + SETUP * len(setups))
    for which, setup in enumerate(setups):
        of_setup = frame.filter(pl.col("setup") == setup)
        places = at + step * (which - (len(setups) - 1) / 2)
        for verdict in VERDICTS:
            chosen = (of_setup["verdict"] == verdict).to_numpy()
            mark = _mark(verdict, SETUPS[which] if len(setups) > 1 else "")
            _differences(ax, places[chosen], of_setup.filter(chosen), scale, mark)
    figures.rows_of(ax, numbers["name"].to_list())
    ax.set_xlabel(f"Difference ({PERCENT.get(unit, unit)})")
    _legend(ax, setups)
    return ax


class _Mark(NamedTuple):
    """How a difference is drawn."""

    shape: str
    colour: str
    face: str


def _mark(verdict: str, colour: str) -> _Mark:
    """The mark of a verdict; in the colour of a set-up, if it is given."""
    shape, usual = VERDICTS[verdict]
    colour = colour or usual
    return _Mark(shape, colour, "white" if verdict == NOT_RESOLVED else colour)


def _differences(
    ax: Axes, at: figures.Places, frame: pl.DataFrame, scale: float, mark: _Mark
) -> None:
    """Marks with intervals; a bound in place of an interval is dotted."""
    value = figures.values(frame, "difference", scale)
    reach = figures.reach(frame, "difference", scale)
    bound = frame["bound"].is_not_null().to_numpy()
    at = np.asarray(at)
    styles: tuple[Literal["-", ":"], ...] = ("-", ":")
    for chosen, style in zip((~bound, bound), styles, strict=True):
        if not chosen.any():
            continue
        drawn = ax.errorbar(
            value[chosen],
            at[chosen],
            xerr=reach[:, chosen],
            fmt=mark.shape,
            color=mark.colour,
            markerfacecolor=mark.face,
            markersize=5.5,
            capsize=0,
        )
        for line in drawn.lines[2]:
            line.set_linestyle(style)


def _legend(ax: Axes, setups: list[str]) -> None:
    """One legend for all panels: set-ups by colour, verdicts by mark, the zone."""
    if ax.figure.legends:
        return
    handles: list[Any] = []
    if len(setups) > 1:
        names = figures.told_apart(setups)
        handles += [
            Line2D([], [], color=colour, linewidth=3, label=name)
            for name, colour in zip(names, SETUPS, strict=False)
        ]
    handles += [*_verdicts("" if len(setups) == 1 else figures.INK)]
    handles.append(Patch(color=figures.ZONE, label="too small to matter"))
    ax.figure.legend(
        handles=handles, loc="outside upper left", ncols=LEGEND_COLUMNS, columnspacing=1.2
    )


def _verdicts(colour: str) -> Iterator[Line2D]:
    for verdict in VERDICTS:
        shape, colour_of, face = _mark(verdict, colour)
        yield Line2D(
            [], [], linestyle="", marker=shape, color=colour_of, markerfacecolor=face, label=verdict
        )
