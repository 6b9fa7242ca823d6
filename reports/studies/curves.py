"""How do the main numbers move with what is varied?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes

from loopsim.numbers import PERCENT
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import NOT_RESOLVED, Column, Finding, Panels, text
from loopsim.reports.kit.sentences import by_how_much, hang, holds, level, named, names, number_of
from loopsim.reports.studies import contrasts, grid
from loopsim.reports.studies.contrasts import is_real, weight
from loopsim.reports.studies.tables_of_study import kind_of, over_family, table
from loopsim.reports.studies.topics import main_only
from loopsim.studies.effects import OF_EFFECT, OF_LEVEL, OF_NUMBER, OF_PAIR, Row
from loopsim.studies.study import Study
from loopsim.studies.sweeps import OF_POINT

TITLE = "The main numbers, value by value"
ALT = (
    "Small figures, one a number: the number at each value of what is varied, with the band of its 95 % "
    "intervals."
)
NOTES = (
    "All values are played on the same games, so that they differ by less than their bands suggest."
)
WIDE = True
FOLDED = True

ACROSS = 2
WIDTH, HEIGHT = 7.2, 1.9


def compute(study: Study) -> pl.DataFrame:
    """One row a main number and set-up: where it stands, the number, value (with interval)."""
    curves = table(study, "curves", OF_POINT, OF_NUMBER, OF_LEVEL)
    frame = contrasts.described(main_only(curves, study))
    key_x, key_y = [*grid.keys(study), ""][:2]
    return frame.rename({"low": "value_low", "high": "value_high"}).with_columns(
        pl.lit(key_x).alias("x_key"), pl.lit(key_y).alias("y_key")
    )


def find(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    """Of each main number that moves, at which value it is furthest from what it is at the first."""
    against = table(study, "effects", OF_PAIR, OF_NUMBER, OF_EFFECT, *over_family(study))
    rows = contrasts.shown(main_only(against, study), kind_of(study)).to_dicts()
    furthest: dict[tuple[str, str, int], Row] = {}
    for row in contrasts.strongest_first([row for row in rows if is_real(row)]):
        furthest.setdefault(number_of(row), row)
    found = [
        Finding(
            f"{named(row)} changes most from {row['against']} to {row['setup']}: {by_how_much(row)}"
            f"{holds(row)}, from {level(row, 'a')} to {level(row, 'b')}.",
            weight=weight(row),
        )
        for row in furthest.values()
    ]
    found += [Finding(said, False) for said in hang(rows, lambda row: str(row["setup"]))]
    hanging = {number_of(row) for row in rows if row.get("hanging")}
    still = [row for row in rows if number_of(row) not in {*furthest, *hanging}]
    if still:
        which = names(list({number_of(row): row for row in still}.values()))
        found.append(
            Finding(f"{NOT_RESOLVED}, or too small to matter, at all values: {which}.", False)
        )
    return found


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Number, unit, what is varied, value."""
    return [
        text("name", "Number"),
        text("measured_in", "Unit"),
        text("x_text", _key(frame, "x_key")),
        *([text("y_text", _key(frame, "y_key"))] if _key(frame, "y_key") else []),
        Column("value", "Mean", unit_from="unit", bare=True),
    ]


def is_drawn(frame: pl.DataFrame) -> bool:
    """Whether there is a number."""
    return not frame.is_empty()


def panels(frame: pl.DataFrame) -> Panels:
    """One panel a number."""
    parts = frame.partition_by("metric", "group", "index", maintain_order=True)
    return Panels(parts, across=ACROSS)


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """So many rows of panels."""
    return (WIDTH, HEIGHT * -(-len(panels(frame).frames) // ACROSS))


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """The curve of one number with its band."""
    unit = frame["unit"][0]
    curve(ax, frame, 100 if unit in PERCENT else 1)
    ax.set_title(figures.short(frame["name"][0]), loc="left", fontweight="bold")
    ax.set_ylabel(PERCENT.get(unit, unit))
    ax.set_xlabel(figures.short(frame["x_key"][0]))
    return ax


def curve(ax: Axes, frame: pl.DataFrame, scale: float = 1, colour: str = figures.BLUE) -> None:
    """The values of a frame over its points x, joined, with the band of their intervals."""
    at, value = grid.places(frame, "x"), figures.values(frame, "value", scale)
    low, high = (figures.values(frame, f"value_{end}", scale) for end in ("low", "high"))
    ax.fill_between(at, low, high, color=colour, alpha=0.22, linewidth=0)
    ax.plot(at, value, marker="o", markersize=4, color=colour)
    grid.name_values(ax, frame)
    ax.grid(axis="x")


def _key(frame: pl.DataFrame, name: str) -> str:
    return str(frame[name][0]) if frame.height else ""
