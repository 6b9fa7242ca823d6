"""Figures: from axes to PNG, and the marks that several questions share."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, Literal

import matplotlib
import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from numpy.typing import NDArray

from loopsim.reports.kit.question import Panels

STYLE = Path(__file__).with_name("style.mplstyle")
DOTS_PER_INCH = 200

# Okabe and Ito's palette, told apart by people who do not see all colours.
BLUE, ORANGE, GREEN, RED = "#0072B2", "#E69F00", "#009E73", "#D55E00"
SKY, PURPLE, INK, GREY = "#56B4E9", "#CC79A7", "#1b1b1b", "#767676"
#: Days 1, 2, 3, 4: from light to dark, so that they also differ in print without colours.
DAYS = ("#A6D5F0", "#56A3D0", "#0072B2", "#00304D")
#: Their marks, where days stand side by side.
MARKS_OF_DAYS = ("o", "s", "^", "D")

#: Where nothing matters, or something may lie.
ZONE = "#E4E7EB"

#: Where marks stand on an axis.
Places = Sequence[float] | NDArray[Any]

#: Longest label on an axis.
MOST_LETTERS = 30


def picture(
    draw: Callable[[pl.DataFrame, Axes], Axes], panels: Panels, size: tuple[float, float]
) -> bytes:
    """What `draw` makes of each panel, as PNG; `size` in inches. Equal frames give equal bytes."""
    with matplotlib.rc_context(fname=STYLE), warnings.catch_warnings():
        # A name may have letters that the font lacks; they become boxes, the table shows them.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure = Figure(figsize=size, layout="constrained")
        FigureCanvasAgg(figure)
        down = -(-len(panels.frames) // panels.across)
        grid = figure.add_gridspec(down, panels.across, height_ratios=panels.heights or None)
        for place, frame in enumerate(panels.frames):
            draw(frame, figure.add_subplot(grid[divmod(place, panels.across)]))
        if panels.shared:
            _share(figure.axes, panels.shared)
        png = BytesIO()
        figure.savefig(png, format="png", dpi=DOTS_PER_INCH, metadata={"Software": None})
    return png.getvalue()


def _share(axes: Sequence[Axes], which: Literal["x", "y"]) -> None:
    """Let an axis run over the same numbers everywhere: over all that any of them shows."""
    ends = [ax.get_xlim() if which == "x" else ax.get_ylim() for ax in axes]
    low, high = min(low for low, _ in ends), max(high for _, high in ends)
    for ax in axes:
        ax.set(**{f"{which}lim": (low, high)})


def values(frame: pl.DataFrame, name: str, scale: float = 1) -> NDArray[np.float64]:
    """A column times `scale`; NaN where there is no number."""
    return frame[name].cast(pl.Float64).fill_null(np.nan).to_numpy() * scale


def reach(frame: pl.DataFrame, name: str, scale: float = 1) -> NDArray[np.float64]:
    """How far the interval of each value reaches down and up, (2, rows); NaN: no interval."""
    value = values(frame, name, scale)
    low, high = (values(frame, f"{name}_{end}", scale) for end in ("low", "high"))
    return np.maximum([value - low, high - value], 0)


def bars(
    ax: Axes,
    at: Places,
    frame: pl.DataFrame,
    name: str,
    *,
    scale: float = 1,
    colour: str | Sequence[str] = BLUE,
    width: float = 0.65,
    label: str = "",
) -> None:
    """Bars with intervals at these places."""
    heights = np.nan_to_num(values(frame, name, scale))
    ax.bar(at, heights, width, color=colour, label=label or None)
    ax.errorbar(at, heights, reach(frame, name, scale), fmt="none", ecolor=INK)


def points(
    ax: Axes,
    at: Places,
    frame: pl.DataFrame,
    name: str,
    *,
    scale: float = 1,
    lying: bool = False,
    label: str = "",
    colour: str = BLUE,
    hollow: bool = False,
) -> None:
    """Points with intervals at these places; hollow ones where there are too few games for one, or all."""
    value, error, place = values(frame, name, scale), reach(frame, name, scale), np.asarray(at)
    known = ~np.isnan(error[0])
    for chosen, face in ((known, "white" if hollow else colour), (~known, "white")):
        if not chosen.any():
            continue  # an empty line without a clip would lie in the corner of the figure
        x, y = (value, place) if lying else (place, value)
        ax.errorbar(
            x[chosen],
            y[chosen],
            xerr=error[:, chosen] if lying else None,
            yerr=None if lying else error[:, chosen],
            fmt="o",
            color=colour,
            markerfacecolor=face,
            clip_on=False,  # a point at the end of its axis is a whole one
            label=label or None,
        )
        label = ""


def rows(frame: pl.DataFrame) -> NDArray[np.int64]:
    """The places of the rows: 0, 1, …"""
    return np.arange(frame.height)


def days_of(frame: pl.DataFrame, name: str) -> list[str]:
    """The columns `name`_day1, `name`_day2, …"""
    prefix = f"{name}_day"
    return [
        column
        for column in frame.columns
        if column.startswith(prefix) and column.removeprefix(prefix).isdigit()
    ]


def stacked_by_day(
    ax: Axes, frame: pl.DataFrame, name: str, labels: Sequence[str], *, scale: float = 1
) -> None:
    """One lying bar a row, first row on top: `name` in parts by day, with the interval of it all."""
    at, left = rows(frame), np.zeros(frame.height)
    for day, column in enumerate(days_of(frame, name)):
        part = np.nan_to_num(values(frame, column, scale))
        ax.barh(at, part, 0.72, left, color=DAYS[day], label=f"Day {day + 1}")
        left += part
    whole, error = values(frame, name, scale), reach(frame, name, scale)
    ax.errorbar(whole, at, xerr=error, fmt="none", ecolor=INK)
    rows_of(ax, labels)
    ax.set_xlim(left=0)
    legend_above(ax)


def points_by_day(
    ax: Axes, frame: pl.DataFrame, name: str, labels: Sequence[str], scale: float = 1
) -> None:
    """A row of marks for each row, first row on top: `name` on each day, with its interval.

    A line joins the least and the most of the days, so that it is seen how far they are apart.
    """
    days = days_of(frame, name)
    of_days = [np.nan_to_num(values(frame, column, scale)) for column in days]
    ax.hlines(
        rows(frame), np.min(of_days, axis=0), np.max(of_days, axis=0), color=GREY, linewidth=1
    )
    for day, column in enumerate(days):
        ax.errorbar(
            values(frame, column, scale),
            rows(frame) + 0.18 * (day - (len(days) - 1) / 2),
            xerr=reach(frame, column, scale),
            fmt=MARKS_OF_DAYS[day],
            color=DAYS[day],
            ecolor=INK,
            elinewidth=1,
            markeredgecolor=INK,
            markeredgewidth=0.7,
            label=f"Day {day + 1}",
        )
    rows_of(ax, labels)
    ax.set_xlim(left=-0.02 * ax.get_xlim()[1])  # marks at 0 stand clear of the labels


def legend_above(ax: Axes) -> None:
    """The legend in one line above the axes, where it hides nothing; one for all panels of a figure."""
    if ax.figure.legends:
        return
    handles, labels = ax.get_legend_handles_labels()
    ax.figure.legend(handles, labels, loc="outside upper left", ncols=max(1, len(labels)))


def rows_of(ax: Axes, labels: Sequence[str]) -> None:
    """Name the rows of lying bars or points, the first on top."""
    ax.set_yticks(range(len(labels)), [short(label) for label in labels])
    ax.set_ylim(len(labels) - 0.4, -0.6)
    ax.grid(axis="x")
    ax.grid(False, axis="y")


def part_eras(ax: Axes, eras: Sequence[str]) -> None:
    """A line between rows of different eras, and the names of the eras beside them."""
    starts = [row for row, era in enumerate(eras) if row == 0 or era != eras[row - 1]]
    for row in starts:
        if row:
            ax.axhline(row - 0.5, color=GREY, linewidth=0.8)
        ax.annotate(
            short(eras[row], 10),
            (1.01, row),
            xycoords=("axes fraction", "data"),
            ha="left",
            va="center",
            color=GREY,
            fontweight="bold",
        )


def short(label: str, letters: int = MOST_LETTERS) -> str:
    """A name that fits beside an axis."""
    label = " ".join(label.split())
    return label if len(label) <= letters else f"{label[: letters - 1].rstrip()}…"


def told_apart(names: Sequence[str]) -> list[str]:
    """Names that fit a legend; if cut they would be the same, they are counted."""
    cut = [short(name) for name in names]
    if len({*cut}) == len(cut):
        return cut
    return [short(f"{place}: {name}") for place, name in enumerate(names, 1)]
