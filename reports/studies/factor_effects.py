"""What does each factor do, and do two of them do more together?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from loopsim.numbers import PERCENT, decimals_for, fixed
from loopsim.reports.kit import figures, heat
from loopsim.reports.kit.question import Column, Finding, Panels, Question, number, text
from loopsim.reports.kit.sentences import hang, number_of
from loopsim.reports.studies import contrasts
from loopsim.reports.studies.contrasts import weight
from loopsim.reports.studies.tables_of_study import kind_of, over_family, table
from loopsim.reports.studies.topics import main_only
from loopsim.studies.differences import IDENTICAL, NO_MATTER, NOT_RESOLVED
from loopsim.studies.effects import OF_EFFECT, OF_NUMBER, Row
from loopsim.studies.study import Study

MAIN_EFFECTS, INTERACTIONS = 1, 2

#: Name, title and what is drawn of each order.
ORDERS = {
    MAIN_EFFECTS: (
        "main_effects",
        "What each factor does",
        "the effect of a factor, on average over the settings of the others",
    ),
    INTERACTIONS: (
        "interactions",
        "What two factors do together beyond what each does alone",
        "by how much more, or less, one factor does when the other is there",
    ),
}
ALT = (
    "Heat map: main numbers as rows, effects as columns, for each number of players. A cell says {}. "
    "Blue is more, red is less, the darker the larger the effect size; hatched cells are not resolved, "
    "white ones too small to matter, grey ones do not exist."
)
NOTES = (
    "Written: the effect in the unit of its column. Colour: the effect size, full at {} standard deviations "
    "of a game. Hatched: not resolved; white: too small to matter; grey: no such number (place 4 "
    "of 3 players)."
)
#: The effect size at which colours are full.
FULL = 1.0
#: Sentences that stand open under the heading, and of these at the head of the page.
MOST_OPEN, MOST_LEADING = 12, 4

OF_FACTORS = {
    "players": pl.Int64,
    "effect": pl.String,
    "order": pl.Int64,
    "sentence": pl.String,
    "a": pl.Float64,
    "b": pl.Float64,
}

WIDTH, ROW, FOOT = 7.2, 0.27, 1.1
#: Columns of a panel, letters above all of them, and letters of a number beside its unit.
MOST_COLUMNS, LETTERS, NAME_LETTERS = 9, 72, 22


def question(order: int) -> Question[Study]:
    """The question of main effects or of interactions."""
    name, title, what = ORDERS[order]
    return Question(
        name=name,
        title=title,
        compute=partial(compute, order=order),
        find=find,
        columns=columns,
        draw=draw,
        is_drawn=lambda frame: not frame.is_empty(),
        panels=panels,
        size=size,
        alt=ALT.format(what),
        notes=NOTES.format(fixed(FULL, 0)),
        intervals=False,
        wide=True,
        folded=True,
    )


def effects(study: Study) -> pl.DataFrame:
    """All effects of a factorial, as `contrasts.shown` lays them down."""
    return contrasts.shown(
        table(study, "effects", OF_FACTORS, OF_NUMBER, OF_EFFECT, *over_family(study)),
        kind_of(study),
    )


def compute(study: Study, *, order: int) -> pl.DataFrame:
    """One row a number of players, effect of this order, and main number."""
    return main_only(effects(study), study).filter(order=order)


def find(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    """The sentences of all effects that are real, the largest first."""
    said = _told(frame)
    hanging = [Finding(words, False, 0) for words in hang(frame.to_dicts(), _where)]
    if not said:
        nothing = "No effect that is real and matters was found in the main numbers."
        return [Finding(nothing, False), *hanging]
    told = [
        Finding(
            row["sentence"],
            weight=weight(row) if place < MOST_LEADING else None,
            folded=place >= MOST_OPEN,
        )
        for place, row in enumerate(said)
    ]
    return [*told, *hanging]


def _where(row: Row) -> str:
    """Of what an effect is."""
    return f"{row['effect']}, {row['players']} players"


def find_others(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    """The sentences of the effects on numbers that are no main ones, the largest first."""
    of_number = ["metric", "group", "index"]
    others = frame.join(main_only(frame, study), on=of_number, how="anti")
    return [Finding(row["sentence"], folded=True) for row in _told(others)]


def _told(frame: pl.DataFrame) -> list[Row]:
    """The rows that have a sentence, the largest effect first."""
    return contrasts.strongest_first([row for row in frame.to_dicts() if row["sentence"]])


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Players, effect, number, levels of main effects, the effect, verdict."""
    ends = [
        Column(end, title, kind="number", decimals=3, unit_from="unit")
        for end, title in (("a", "Without"), ("b", "With"))
        if frame[end].is_not_null().any()
    ]
    return [
        text("effect", "Effect"),
        number("players", "Players"),
        text("name", "Number"),
        text("measured_in", "Unit"),
        *ends,
        Column("difference", "Effect", unit_from="difference_unit", sign=True),
        text("said", "Verdict"),
        *contrasts.columns_of_family(frame),
    ]


def panels(frame: pl.DataFrame) -> Panels:
    """As many effects beside each other as there is room for, each for all numbers of players."""
    effects = frame["effect"].unique(maintain_order=True).to_list()
    abreast = max(1, MOST_COLUMNS // max(1, frame["players"].n_unique()))
    parts = [
        frame.filter(pl.col("effect").is_in(effects[first : first + abreast]))
        for first in range(0, len(effects), abreast)
    ]
    return Panels(parts)


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """As high as there are numbers, for each panel."""
    numbers = frame.select("metric", "group", "index").n_unique()
    return (WIDTH, len(panels(frame).frames) * (FOOT + ROW * numbers))


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """Numbers as rows; effects as columns, side by side for each number of players."""
    players = sorted(frame["players"].unique())
    effects = frame["effect"].unique(maintain_order=True).to_list()
    columns = [(effect, n) for effect in effects for n in players]
    numbers = {number_of(row): row for row in frame.iter_rows(named=True)}
    cells = {
        (number_of(row), (row["effect"], row["players"])): row
        for row in frame.iter_rows(named=True)
    }
    grid = [[cells.get((number, column)) for column in columns] for number in numbers]
    heat.draw(
        ax,
        heat.Grid(
            [_head(row) for row in numbers.values()],
            [str(n) for _, n in columns],
            np.array([[_colour(cell) for cell in line] for line in grid], float),
            [[_text(cell) for cell in line] for line in grid],
            np.array([[_is_open(cell) for cell in line] for line in grid]),
        ),
        heat.EITHER_WAY,
    )
    for place, effect in enumerate(effects):
        _name_group(ax, effect, place * len(players), len(players), LETTERS // len(effects))
    ax.set_xlabel("Players")
    return ax


def _name_group(ax: Axes, effect: str, first: int, columns: int, letters: int) -> None:
    """The name of an effect above its columns, as long as there is room, and a gap before them."""
    name = "\n".join(
        figures.short(part, letters) for part in effect.replace(" × ", " ×\n").split("\n")
    )
    middle = first + (columns - 1) / 2
    ax.text(middle, -0.62, name, ha="center", va="bottom", fontsize=9, fontweight="bold")
    if first:
        ax.axvline(first - 0.5, color="white", linewidth=8)


def _head(row: Row) -> str:
    unit = row["difference_unit"]
    return f"{figures.short(row['name'], NAME_LETTERS)} ({PERCENT.get(unit, unit)})"


def _is_open(cell: Row | None) -> bool:
    return cell is not None and cell["verdict"] == NOT_RESOLVED


def _colour(cell: Row | None) -> float:
    """The effect size, from −`FULL` to +`FULL`, as 0 to 1; white for what does not matter."""
    if cell is None:
        return np.nan
    if cell["verdict"] in (NO_MATTER, IDENTICAL) or cell["difference"] is None:
        return 0.5
    if cell["effect_size"] is None:  # nothing varied before
        return float(cell["difference"] > 0)
    return float(np.clip(0.5 + cell["effect_size"] / FULL / 2, 0, 1))


def _text(cell: Row | None) -> str:
    if cell is None or cell["difference"] is None or _is_open(cell):
        return ""
    scale = 100 if cell["difference_unit"] in PERCENT else 1
    value = scale * cell["difference"]
    low, high = (
        None if cell[end] is None else scale * cell[end]
        for end in ("difference_low", "difference_high")
    )
    decimals = max(0, decimals_for(low, high) - 1)
    if 0.5 <= abs(value) * 10**decimals < 10:  # a single digit: one more
        decimals += 1
    return fixed(value, decimals, sign=True)


def everything() -> Question[Study]:
    """All effects in all numbers."""
    return Question(
        name="all_effects",
        title="All effects",
        compute=effects,
        find=find_others,
        columns=lambda frame: [
            *columns(frame)[:-1],
            *contrasts.columns_of_tests(),
            *columns(frame)[-1:],
        ],
        wide=True,
        folded=True,
    )
