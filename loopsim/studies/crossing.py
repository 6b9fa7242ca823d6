"""Where a value turns: the number of the rules at which it is 0 (metrics.md 6, break-even)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from loopsim.stats import Z95


class Crossing(NamedTuple):
    """Where a value crosses 0 on a grid, with the 95 % interval; the note says why there is none.

    An interval that reaches an end of the grid may go on beyond it, and the note says so.
    """

    estimate: float | None
    low: float | None
    high: float | None
    note: str


def crossing(
    grid: Sequence[float],
    values: Sequence[float],
    errors: Sequence[float],
    quantile: float = Z95,
) -> Crossing:
    """Where the values on a rising grid first change sign, straight lines between.

    The interval: all points at which 0 lies in value ± `quantile` errors, both ends straight between.
    Without a change of sign there is no number; the note tells where the band holds 0 all the same.
    """
    first, last = grid[0], grid[-1]
    estimate = next(
        (
            _zero(a, b, y, z)
            for (a, y), (b, z) in pairwise(zip(grid, values, strict=True))
            if (y <= 0 <= z or z <= 0 <= y) and not y == z == 0
        ),
        None,
    )
    within = not_resolved(grid, values, errors, quantile)
    if estimate is None:
        none = f"none in [{first:g}, {last:g}]"
        if within:
            none += f", though not resolved from {min(within):.3g} to {max(within):.3g}"
        return Crossing(None, None, None, none)
    low, high = min(within), max(within)
    beyond = [f"below {first:g}"] * (low == first) + [f"above {last:g}"] * (high == last)
    note = f"the interval may go on {' and '.join(beyond)}" if beyond else ""
    return Crossing(estimate, low, high, note)


def not_resolved(
    grid: Sequence[float], values: Sequence[float], errors: Sequence[float], quantile: float
) -> list[float]:
    """The ends of the parts of a grid at which 0 lies in value ± `quantile` errors."""
    return [
        point
        for a, b in pairwise(zip(grid, values, errors, strict=True))
        for point in _within(a, b, quantile)
    ]


def _zero(a: float, b: float, y: float, z: float) -> float:
    """Where the line from (a, y) to (b, z) is 0."""
    return a + (b - a) * y / (y - z)


def _within(
    start: tuple[float, float, float], end: tuple[float, float, float], quantile: float
) -> list[float]:
    """The ends of the part between two points of the grid at which the band holds 0."""
    (a, y, s), (b, z, t) = start, end
    inside = [at for at, value, error in (start, end) if abs(value) <= quantile * error]
    for sign in (-1, 1):
        edge_a, edge_b = y + sign * quantile * s, z + sign * quantile * t
        if edge_a * edge_b < 0:
            inside.append(_zero(a, b, edge_a, edge_b))
    return inside
