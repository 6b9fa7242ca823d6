"""The yardsticks of the rules page: random play as an independent slow program found it.

Two runs of the same law are compared in two ways. Each number alone: |difference| / √(s.e.² + s.e.²),
by chance about one in twenty beyond 2, none beyond 4. All numbers of a set-up at once: they come from
the same games, so their differences d are judged together, by χ² = dᵀ V⁻¹ d with the covariance V of
d (of both runs, from our games, and what the printed digits leave open).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import chi2

from loopsim import simulate
from loopsim.kernels.loop_inc.columns import WIN_SHARE_UNIT
from loopsim.kernels.loop_inc.names import CAUSES
from loopsim.simulate import Rows

Numbers = dict[str, NDArray[np.float64]]

PER_SEAT = ("score", "trip_points", "tears_taken", "launches", "eliminated")


@dataclass(frozen=True)
class Printed:
    """One number of the rules page: its mean, standard error and last printed digit."""

    mean: float
    error: float
    digit: float = 0.001


@dataclass(frozen=True)
class Row:
    """A set-up of the table with what was found there."""

    players: int
    expansions: str
    games: int
    numbers: dict[str, Printed]

    def __str__(self) -> str:
        """For the names of tests and tables."""
        return f"n={self.players} {self.expansions or 'base'}, {self.games:,} games"

    @property
    def settings(self) -> list[str]:
        """For `load`."""
        return [f"expansions={self.expansions}"]


def _row(players: int, expansions: str, games: int, *numbers: tuple[float, float]) -> Row:
    return Row(
        players,
        expansions,
        games,
        {name: Printed(*number) for name, number in zip(PER_SEAT, numbers, strict=True)},
    )


ALL = "futures,more,office"
# fmt: off
ROWS = (
    _row(4, "", 20_000, (-5.583, 0.019), (3.078, 0.013), (2.515, 0.004), (0.887, 0.004), (0.328, 0.0015)),
    _row(2, "", 4_000, (-6.696, 0.057), (2.387, 0.037), (2.749, 0.013), (0.686, 0.010), (0.379, 0.0049)),
    _row(3, "", 4_000, (-6.096, 0.047), (2.655, 0.032), (2.549, 0.011), (0.740, 0.008), (0.333, 0.0039)),
    _row(4, ALL, 4_000, (-1.465, 0.049), (4.572, 0.031), (2.087, 0.010), (1.479, 0.009), (0.198, 0.0030)),
    _row(2, "", 20_000, (-6.665, 0.025), (2.339, 0.016), (2.726, 0.006), (0.674, 0.004), (0.377, 0.0022)),
    _row(3, "", 20_000, (-6.073, 0.021), (2.652, 0.014), (2.545, 0.005), (0.736, 0.004), (0.332, 0.0017)),
    _row(4, ALL, 20_000, (-1.509, 0.022), (4.525, 0.014), (2.065, 0.004), (1.468, 0.004), (0.195, 0.0013)),
)
# fmt: on
#: "The same 20,000 games" of the first row. Errors said to be below 0.002 stand as 0.002.
ROWS[0].numbers.update(
    {
        "decisions": Printed(104.5, 0.12, 0.1),
        "forced": Printed(94.2, 0.11, 0.1),
        "turns": Printed(63.6, 0.06, 0.1),
        "win_share 0": Printed(0.246, 0.003),
        "win_share 1": Printed(0.251, 0.003),
        "win_share 2": Printed(0.255, 0.003),
        "win_share 3": Printed(0.243, 0.003),
        "move_impossible": Printed(0.697, 0.003),
        "exchange_nothing": Printed(0.494, 0.003),
        "trash_nothing": Printed(0.478, 0.003),
        "ad_none_left": Printed(0.362, 0.003),
        "room_empty": Printed(0.159, 0.002),
        "second_visitor": Printed(0.119, 0.002),
        "voluntary": Printed(0.106, 0.002),
        "effect": Printed(0.070, 0.002),
        "no_open_machine": Printed(0.031, 0.002),
    }
)
NEVER = "ad_no_trip"  # a cause that the table gives as 0


def numbers_of(rows: Rows) -> Numbers:
    """Every yardstick of each game: means over its seats where they are per seat."""
    games, seats = rows["games"], rows["seats"]
    tears = seats["tears"].sum(axis=3).mean(axis=1)
    per_seat = {
        "score": seats["score"],
        "trip_points": seats["trip_points"],
        "tears_taken": seats["tears"].sum(axis=(2, 3)),
        "launches": seats["launches"].sum(axis=2),
        "eliminated": seats["eliminated"],
    }
    shares = seats["win_share"] / WIN_SHARE_UNIT
    return (
        {name: values.mean(axis=1) for name, values in per_seat.items()}
        | {name: games[name].astype(float) for name in ("decisions", "forced")}
        | {"turns": games["turns"].sum(axis=1).astype(float)}
        | {f"win_share {place}": shares[:, place] for place in range(shares.shape[1])}
        | {cause: tears[:, code] for code, cause in enumerate(CAUSES)}
    )


@dataclass(frozen=True)
class Measured:
    """Means of some numbers over games, and the covariance of one game's numbers."""

    names: list[str]
    games: int
    means: NDArray[np.float64]
    covariance: NDArray[np.float64]

    def error(self, name: str) -> float:
        """The standard error of a mean."""
        at = self.names.index(name)
        return sqrt(self.covariance[at, at] / self.games)


def measure(
    table: Any,
    seed: int,
    games: int,
    threads: int = 2,
    numbers: Callable[[Rows], Numbers] = numbers_of,
) -> Measured:
    """Play games and measure every yardstick; memory stays flat."""
    total: NDArray[np.float64] | float = 0.0
    products: NDArray[np.float64] | float = 0.0
    names: list[str] = []
    clock = simulate.Clock()
    for (rows,) in simulate.simulate([table], seed=seed, games=games, threads=threads, clock=clock):
        found = numbers(rows)
        names, values = list(found), np.stack(list(found.values()))
        total = total + values.sum(axis=1)
        products = products + values @ values.T
    means = np.asarray(total) / games
    covariance = (np.asarray(products) - games * np.outer(means, means)) / (games - 1)
    return Measured(names, games, means, covariance)


@dataclass(frozen=True)
class Verdict:
    """How far two runs are apart: each number in standard errors, and all at once."""

    far: dict[str, float]
    chi2: float
    df: int

    @property
    def p(self) -> float:
        """How often chance alone goes as far."""
        return float(chi2.sf(self.chi2, self.df))


def judge(row: Row, ours: Measured) -> Verdict:
    """Compare our games with a row of the table."""
    names = list(row.numbers)
    at = [ours.names.index(name) for name in names]
    printed = list(row.numbers.values())
    difference = ours.means[at] - np.array([number.mean for number in printed])
    far = {
        name: float(d) / hypot(number.error, ours.error(name))
        for name, number, d in zip(names, printed, difference, strict=True)
    }
    rounding = np.diag([number.digit**2 / 12 for number in printed])
    law = ours.covariance[np.ix_(at, at)] * (1 / row.games + 1 / ours.games) + rounding
    return Verdict(far, float(difference @ np.linalg.solve(law, difference)), len(names))


def check(verdicts: Sequence[Verdict]) -> None:
    """Raise AssertionError unless all of it can be chance.

    No number beyond 4 standard errors, at most one in ten beyond 2, and χ² of all the rows, which are
    independent samples, with p above 0.001.
    """
    far = [(abs(z), name) for verdict in verdicts for name, z in verdict.far.items()]
    worst, name = max(far)
    assert worst < 4, f"{name} is {worst:.1f} standard errors away"
    beyond = sum(z > 2 for z, _ in far)
    assert beyond <= len(far) / 10, f"{beyond} of {len(far)} numbers are beyond 2"
    together = Verdict({}, sum(v.chi2 for v in verdicts), sum(v.df for v in verdicts))
    assert together.p > 0.001, f"χ² = {together.chi2:.0f} of {together.df}, p = {together.p:.2g}"
