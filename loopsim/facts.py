"""Facts: the rows of the kernel as polars frames and as Parquet parts.

A part holds the facts of consecutive games in three files named by the first game:
``games/<first>.parquet``, ``seats/<first>.parquet`` and one for the items. The file of games is
written last: a part is complete if that one is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from loopsim import disk
from loopsim.errors import InputError
from loopsim.measures import Measures

Facts = dict[str, pl.DataFrame]
"""The three tables of facts of some games, by level; rows in the order of the games."""


def flatten(arrays: Mapping[str, NDArray[np.void]], measures: Measures, days: int) -> Facts:
    """The rows of the kernel as frames, one column a cell.

    `arrays`: by level the structured array of a chunk, of shape (games,) or (games, rows a game).
    """

    def cell(level: str, column: str, index: tuple[int, ...]) -> NDArray[np.integer]:
        values = arrays[level][column]
        for axis_index in reversed(index):  # the axes of a cell come last
            values = values[..., axis_index]
        return np.ascontiguousarray(values).reshape(-1)

    return {
        level: pl.DataFrame(
            {
                name: cell(level, column.name, index)
                for column in measures.columns
                if column.level == level
                for name, index in column.cells(days)
            }
        )
        for level in measures.levels()
    }


def join(parts: Iterable[Facts]) -> Facts:
    """The facts of several parts in one, in the order of the games."""
    ordered = sorted(parts, key=lambda part: part["games"].item(0, "game"))
    if not ordered:
        raise ValueError("no facts to join")
    return {
        level: pl.concat([part[level] for part in ordered], rechunk=True) for level in ordered[0]
    }


def write_part(folder: Path, facts: Facts) -> None:
    """Write the facts of consecutive games as one part of the run in `folder`, whole or not at all.

    Raises InputError if the disk does not take it.
    """
    name = f"{facts['games'].item(0, 'game'):012d}.parquet"
    written = []
    try:
        for level in sorted(facts, key=lambda level: level == "games"):  # games last
            disk.write_parquet(folder / level / name, facts[level])
            written.append(folder / level / name)
    except InputError:
        for path in written:
            path.unlink()
        raise


def copy_parts(source: Path, target: Path, measures: Measures) -> None:
    """Copy the facts of a run on disk, if it has any, to the folder of another.

    Raises InputError if they cannot be read, or the disk does not take them.
    """
    levels = sorted(measures.levels(), key=lambda level: level == "games")  # games last
    for part in _parts(source):
        for level in levels:
            path = source / level / part
            try:
                content = path.read_bytes()
            except OSError as wrong:
                raise InputError(f"{path}: cannot be read: {wrong.strerror}") from None
            disk.write(target / level / part, content)


def scan(folder: Path, measures: Measures) -> dict[str, pl.LazyFrame]:
    """The facts of a run on disk, complete parts only, without the derived columns.

    Raises InputError if there are none.
    """
    parts = _parts(folder)
    if not parts:
        raise InputError(f"{folder}: no facts in this run; run again with --keep facts")
    return {
        level: pl.scan_parquet([folder / level / part for part in parts], glob=False)
        for level in measures.levels()
    }


def check_games(folder: Path, measures: Measures, games: int, players: int) -> None:
    """Raise InputError if a run on disk has facts, but not those of so many games."""
    if not _parts(folder):
        return
    try:
        rows = {
            level: frame.select(pl.len()).collect().item()
            for level, frame in scan(folder, measures).items()
        }
    except (OSError, pl.exceptions.PolarsError) as wrong:
        raise InputError(f"{folder}: its facts cannot be read: {first_line(wrong)}") from None
    fits = {"games": rows["games"] == games, "seats": rows["seats"] == games * players}
    for level, found in rows.items():
        if not fits.get(level, found % games == 0):
            raise InputError(
                f"{folder}: its facts have {found:,} rows of {level}, which are not those of the "
                f"{games:,} games of {players} that its manifest states"
            )


def first_line(fault: Exception) -> str:
    """What polars says, without its query plan."""
    return str(fault).splitlines()[0]


def _parts(folder: Path) -> list[str]:
    """The names of the complete parts, in the order of the games."""
    return sorted(path.name for path in (folder / "games").glob("*.parquet"))


def schema(measures: Measures, days: int) -> pl.DataFrame:
    """What every column of the facts means: level, column, type, unit, meaning, stored or derived."""
    rows = [
        (column.level, name, str(np.dtype(column.dtype)), column.unit, column.meaning, True)
        for column in measures.columns
        for name, _ in column.cells(days)
    ]
    rows += [
        (column.level, column.name, "int32", column.unit, column.meaning, False)
        for column in measures.derived
    ]
    names = ("level", "column", "dtype", "unit", "meaning", "stored")
    return pl.DataFrame(rows, schema=list(names), orient="row")
