"""What every game must keep, whatever its rules. Each check raises AssertionError."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.stats import chisquare

from loopsim import simulate
from loopsim.facts import flatten
from loopsim.simulate import Rows
from loopsim.summary import merge, summarise

#: A digest of all that happened: no referee rebuilds it, and it tells games apart that are alike.
DIGEST = "events"
#: A sample correlation beyond so many of its standard errors is no chance (1 in 16,000 a number).
FAR = 4.0


def play(table: Any, seed: int, games: int, first: int = 0) -> Rows:
    """The facts of some games in one go."""
    rows: Rows = table.blank_rows(games)
    table.play(seed, first, rows)
    return rows


def played(table: Any, seed: int, games: int, **how: int) -> list[Rows]:
    """The parts of a run with so many threads, games a part and games a chunk."""
    return [
        {level: array.copy() for level, array in rows.items()}
        for (rows,) in simulate.simulate(
            [table], seed=seed, games=games, clock=simulate.Clock(), **how
        )
    ]


def glued(parts: Sequence[Rows]) -> Rows:
    """The facts of several parts in one."""
    return {level: np.concatenate([part[level] for part in parts]) for level in parts[0]}


def check_same(a: Rows, b: Rows, *, without: str = "") -> None:
    """The same facts, cell by cell; `without` one column."""
    assert a.keys() == b.keys()
    for level, rows in a.items():
        others = b[level]
        assert (rows.dtype, rows.shape) == (others.dtype, others.shape)
        for name in rows.dtype.names:
            if name == without:
                continue
            differ = np.argwhere(rows[name] != others[name])
            assert not len(differ), (
                f"{level}, {name} at {differ[0]}: {rows[name][tuple(differ[0])]}"
                f" for {others[name][tuple(differ[0])]}"
            )


def cells(rows: Rows, *, without: Sequence[str] = ()) -> NDArray[np.uint8]:
    """The bytes of every column in order, one line a game (of a row's padding nobody knows)."""
    columns = [
        np.ascontiguousarray(rows[level][name]).reshape(len(rows[level]), -1).view(np.uint8)
        for level in sorted(rows)
        for name in rows[level].dtype.names
        if name not in without
    ]
    return np.hstack(columns)


def digest(rows: Rows) -> str:
    """A fingerprint of facts."""
    return hashlib.sha256(cells(rows).tobytes()).hexdigest()


def summary_bytes(table: Any, parts: Sequence[Rows], folder: Path) -> dict[str, bytes]:
    """The files of the summary of a run that came in these parts."""
    measures, setting = table.measures(), table.setting()
    summary = merge(
        summarise(flatten(part, measures, setting.days), measures, setting) for part in parts
    )
    summary.write(folder)
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def fingerprints(rows: Rows) -> list[bytes]:
    """One fingerprint a game, of all its facts but its index and the digest that tells all apart."""
    lines = cells(rows, without=("game", DIGEST))
    return [hashlib.blake2b(line.tobytes(), digest_size=16).digest() for line in lines]


def check_no_two_alike(prints: Sequence[bytes]) -> None:
    """No game is another one over again."""
    twins = len(prints) - len(set(prints))
    assert twins == 0, f"{twins} of {len(prints)} games are copies of an earlier one"


def numbers(rows: Rows) -> dict[str, NDArray[np.float64]]:
    """A few numbers of each game in which kinship would show."""
    games, seats, items = (rows[level] for level in rows)
    return {
        "score of place 0": seats["score"][:, 0].astype(float),
        "score of the last place": seats["score"][:, -1].astype(float),
        "turns": games["turns"].reshape(len(games), -1).sum(axis=1).astype(float),
        "decisions": games["decisions"].astype(float),
        "first player": games["first"].astype(float),
        "first item": items[items.dtype.names[1]][:, 0].astype(float),
        "last item": items[items.dtype.names[1]][:, -1].astype(float),
    }


def check_unrelated(a: Rows, b: Rows) -> None:
    """Game k of one run tells nothing of game k of the other, in any pair of numbers."""
    for (name, x), (other, y) in _pairs(numbers(a), numbers(b)):
        if x.std() and y.std():
            z = float(np.corrcoef(x, y)[0, 1]) * np.sqrt(len(x))
            assert abs(z) < FAR, f"{name} and {other} go together: {z:.1f} standard errors"


def _pairs(
    a: Mapping[str, NDArray[np.float64]], b: Mapping[str, NDArray[np.float64]]
) -> Iterator[tuple[tuple[str, NDArray[np.float64]], tuple[str, NDArray[np.float64]]]]:
    for first in a.items():
        for second in b.items():
            yield first, second


def check_uniform(values: NDArray[np.integer], of: int, what: str) -> None:
    """Each of the values 0 … of-1 equally often."""
    counts = np.bincount(values.reshape(-1), minlength=of)
    assert len(counts) == of, f"{what}: a value beyond {of - 1}"
    p = chisquare(counts).pvalue
    assert p > 1e-5, f"{what} is not uniform: {counts.tolist()}, p = {p:.2g}"


def frames(table: Any, rows: Rows) -> dict[str, pl.DataFrame]:
    """Facts as a result shows them, with the derived columns."""
    measures, setting = table.measures(), table.setting()
    facts = flatten(rows, measures, setting.days)
    return {level: measures.derive(level, frame.lazy()).collect() for level, frame in facts.items()}
