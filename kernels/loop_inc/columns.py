"""The facts of a game, declared once: the kernel's rows, the Parquet files and every table derive from it.

A column with axes is an array in the kernel's row and one Parquet column for each cell, named by
joining the parts: ``tears`` over (cause, day) gives ``tears_room_empty_day1`` and so on. Column
names follow metrics.md; win shares are in 60ths, so that 1/k is exact up to six winners.
"""

from typing import NamedTuple

import numpy as np

from loopsim.kernels.loop_inc.names import CAUSES, NEW_KINDS, TYPES

MOST_DAYS = 4
WIN_SHARE_UNIT = 60

#: axis -> the labels of its cells.
AXES = {
    "day": tuple(f"day{day}" for day in range(1, MOST_DAYS + 1)),
    "cause": CAUSES,
    "kind": NEW_KINDS,
    "type": TYPES,
}


class Column(NamedTuple):
    """One fact: its name, level ("games", "seats" or "trips"), NumPy type, axes, unit, meaning."""

    name: str
    level: str
    dtype: str
    axes: tuple[str, ...]
    unit: str
    meaning: str

    def cells(self, days: int) -> list[tuple[str, tuple[int, ...]]]:
        """The Parquet columns that this one becomes: (name, index into the row's array)."""
        cells: list[tuple[str, tuple[int, ...]]] = [(self.name, ())]
        for axis in self.axes:
            labels = AXES[axis][:days] if axis == "day" else AXES[axis]
            cells = [
                (f"{name}_{label}", (*index, i))
                for name, index in cells
                for i, label in enumerate(labels)
            ]
        return cells


# fmt: off
COLUMNS = tuple(
    Column(name, level, dtype, tuple(axes.split()), unit, meaning)
    for level, name, dtype, axes, unit, meaning in [
        # --- one row a game
        ("games", "game", "i8", "", "index", "game index in the run: 0, 1, 2 …"),
        ("games", "outcome", "u1", "", "code", "0 = played to the end; else a fault (names.OUTCOMES)"),
        ("games", "first", "u1", "", "seat", "seat of the first player of day 1"),  # LI-07
        ("games", "turns", "u2", "day", "turns", "cards played by all seats, by day"),
        ("games", "decisions", "u2", "", "nodes", "nodes with two options or more"),
        ("games", "forced", "u2", "", "nodes", "nodes with exactly one option"),
        ("games", "forced_turns", "u2", "", "turns", "turns without a decision"),
        ("games", "survivors", "u1", "", "seats", "seats not eliminated"),
        ("games", "winners", "u1", "", "seats", "seats that win or share the win"),  # LI-55
        ("games", "margin", "i2", "", "points", "best less second-best score of survivors; 0 if < 2"),
        ("games", "lead_changes", "u1", "", "changes", "changes of the holder, looked at after each day"),
        ("games", "lead_changes_turn", "u1", "", "changes", "the same, looked at after each turn"),
        ("games", "lead_alone", "i1", "day", "place", "place of the seat leading alone after the day; -1 none"),
        ("games", "out_of_stock", "u1", "type day", "turns", "turns that begin with none of the type on the board"),
        # --- one row a seat, in the turn order of day 1
        ("seats", "game", "i8", "", "index", "game index in the run"),
        ("seats", "place", "u1", "", "place", "0 = first player of day 1, then clockwise"),
        ("seats", "seat", "u1", "", "seat", "clockwise position at the table"),
        ("seats", "bot", "u1", "", "index", "which of the run's bots (names in the manifest)"),
        ("seats", "rank", "u1", "", "rank", "1 = best; shared ranks leave a gap"),  # LI-51, LI-55
        ("seats", "win_share", "u1", "", "60ths", "60/k for each of k winners, else 0"),
        ("seats", "score", "i2", "", "points", "final score"),  # LI-55
        ("seats", "trip_points", "i2", "", "points", "points of trips"),  # LI-45
        ("seats", "office_points", "i2", "", "points", "Office cards at day ends"),  # LI-26
        ("seats", "effect_points", "i2", "", "points", "steps `points k`"),  # LI-54b
        ("seats", "penalty", "i2", "", "points", "tears, waste and failed ads; positive"),
        ("seats", "eliminated", "u1", "", "0/1", "one tear more than can be held"),  # LI-50
        ("seats", "eliminated_day", "u1", "", "day", "day of elimination; 0 = survived"),
        ("seats", "led_when_out", "u1", "", "0/1", "eliminated in a turn before which it led alone"),
        ("seats", "turns", "u1", "", "turns", "cards played"),
        ("seats", "turns_behind", "u2", "", "turns", "turns of anyone after which this seat did not lead"),
        ("seats", "decisions", "u2", "", "nodes", "nodes with two options or more"),
        ("seats", "forced", "u2", "", "nodes", "nodes with exactly one option"),
        ("seats", "tears", "u1", "cause day", "tears", "tears taken, by cause and day"),  # LI-50a
        ("seats", "chain_tears", "u1", "", "tears", "tears from a card that tore on an earlier day"),
        ("seats", "tears_discarded", "u1", "", "tears", "tears given back (step `discard_tear`)"),
        ("seats", "last_tear_cause", "u1", "", "code", "1 + cause of the last tear taken; 0 = none"),
        ("seats", "last_tear_day", "u1", "", "day", "day of the last tear taken; 0 = none"),
        ("seats", "tear_decided", "u1", "", "0/1", "without the cost of its last tear it would win or share, and does not"),
        ("seats", "taken", "u1", "type", "tokens", "components put into machines from the board or the box, by type"),  # LI-20, LI-21
        ("seats", "waste_made", "u2", "day", "tokens", "waste tokens from launches, by day"),  # LI-45
        ("seats", "waste_discarded", "u2", "", "tokens", "waste tokens discarded, by Office and `discard_waste`"),  # LI-26
        ("seats", "launches", "u1", "day", "launches", "launches, by day"),
        ("seats", "second", "u1", "", "launches", "launches that cost a tear"),  # LI-42
        ("seats", "second_to_ad", "u1", "", "launches", "launches that cost a tear for a rival's ad alone"),  # LI-42
        ("seats", "shut_out", "u1", "", "turns", "turns at whose launch a rival's ad kept it from a trip"),  # LI-41
        ("seats", "ads_placed", "u1", "day", "ads", "ads put on trips, by day"),  # LI-23
        ("seats", "met_ads", "u1", "day", "ads", "ads met, by day"),  # LI-43
        ("seats", "failed_ads", "u1", "day", "ads", "ads not met, by day"),  # LI-52
        ("seats", "ads_lifted", "u1", "", "ads", "ads lifted by elimination"),  # LI-51b
        ("seats", "score_after", "i2", "day", "points", "current score after the day; 0 = not reached"),  # LI-54
        ("seats", "new", "u1", "kind day", "cards", "cards taken new, by kind and day; `trash` is Office with that expansion"),
        ("seats", "past", "u1", "kind", "cards", "past cards played, by kind"),  # LI-12
        ("seats", "past_torn", "u1", "kind", "cards", "past cards played that cost a tear, by kind"),  # LI-13
        # --- one row a trip on the board
        ("trips", "game", "i8", "", "index", "game index in the run"),
        ("trips", "trip", "u1", "", "index", "which trip of the deck (names in the manifest)"),
        ("trips", "visits", "u1", "day", "visits", "launches onto the trip, by day"),
        ("trips", "second", "u1", "", "visits", "visits that cost a tear"),  # LI-42
        ("trips", "ads", "u1", "", "ads", "ads put on it"),
        ("trips", "visitors", "u1", "", "seats", "different seats that visited"),
        ("trips", "lift", "i2", "", "60ths", "win shares of its visitors, each less 1/n, summed"),
    ]
)
# fmt: on


def row_dtype(level: str, *more: tuple[str, str]) -> np.dtype:
    """The kernel's row of one level, with some more fields that are no facts."""
    facts = [
        (column.name, column.dtype, tuple(len(AXES[axis]) for axis in column.axes))
        for column in COLUMNS
        if column.level == level
    ]
    return np.dtype([*facts, *more], align=True)
