"""Estimates and intervals from exact sums (metrics.md, sections 1 and 4).

Sums come in as Python integers and stay exact until the last division, so nothing cancels and the
same sums give the same digits on every machine. The unit is the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtrc, ndtri  # scipy.stats takes a second to import

#: Half width of a 95 % interval in standard errors.
Z95 = 1.96
#: With fewer hits, misses or games than this the normal law is not used.
FEW = 30
#: 0 hits of G games: the share is at most this over G (95 %, two-sided).
NO_HITS = 3.7
#: With fewer blocks than this the jackknife gives no error.
FEW_BLOCKS = 20

TOO_FEW = "too few"


class Sums(NamedTuple):
    """Sums over games of a pair (y, x): n games, nx of them with x > 0, Σy, Σx, Σy², Σxy, Σx²."""

    n: int
    nx: int
    sy: int
    sx: int
    syy: int
    sxy: int
    sxx: int


class Cross(NamedTuple):
    """Sums over games of the products of two pairs (y, x) and (y′, x′)."""

    yy: int
    yx: int
    xy: int
    xx: int


@dataclass(frozen=True)
class Estimate:
    """A number with its uncertainty; None where there is none to give, and `note` says why.

    `n` = games. `low`, `high`: 95 % interval. Both equal the value where all games gave the same:
    no interval at all, and shown as that (`alike`), for a sample cannot tell what is so by the rules
    (the turns of a game) from what has not differed yet.
    """

    value: float | None
    se: float | None
    low: float | None
    high: float | None
    n: int
    note: str = ""

    @property
    def alike(self) -> bool:
        """Whether all games gave this value (of a mean or ratio, not of a quantile)."""
        return self.low is not None and self.low == self.high

    def json(self) -> dict[str, float | None]:
        """The form of ``run --json``: mean and standard error, null where there is none."""
        return {"mean": self.value, "se": self.se}


class Test(NamedTuple):
    """A test statistic, its degrees of freedom and p; None if it cannot be computed."""

    statistic: float | None
    df: int
    p: float | None


def _estimate(value: float, variance: float, n: int) -> Estimate:
    """Value ± 1.96 standard errors."""
    se = sqrt(variance)
    return Estimate(value, se, value - Z95 * se, value + Z95 * se, n)


def _unknown(value: float | None, n: int) -> Estimate:
    return Estimate(value, None, None, None, n, TOO_FEW)


def mean(sums: Sums, scale: int = 1) -> Estimate:
    """M: the mean of y / scale over games, with its standard error over games."""
    n = sums.n
    if n == 0:
        return _unknown(None, 0)
    value = sums.sy / (n * scale)
    if n == 1:
        return _unknown(value, n)
    variance = (n * sums.syy - sums.sy**2) / (n * n * (n - 1) * scale**2)
    return _estimate(value, variance, n)


def mean_of(values: NDArray[np.float64]) -> Estimate:
    """M of numbers, one a game, that are no whole ones."""
    n = len(values)
    if n < 2:
        return _unknown(float(values[0]) if n else None, n)
    return _estimate(float(values.mean()), float(values.var(ddof=1)) / n, n)


def share(sums: Sums) -> Estimate:
    """The share of games with y = 1 (y is 0 or 1): M; Wilson's interval if hits or misses are few.

    0 hits of G: [0, 3.7/G]; no miss: the mirror image.
    """
    n, hits = sums.n, sums.sy
    if n == 0:
        return _unknown(None, 0)
    normal = mean(sums)
    if FEW <= hits <= n - FEW:
        return normal
    value = hits / n
    bound = min(1.0, NO_HITS / n)
    if hits == 0:
        low, high = 0.0, bound
    elif hits == n:
        low, high = 1.0 - bound, 1.0
    else:
        low, high = wilson(value, n)
    return Estimate(value, normal.se, low, high, n)


def wilson(p: float, n: float) -> tuple[float, float]:
    """Wilson's 95 % interval for a share p of n (Wilson 1927); n need not be whole."""
    z2 = Z95**2
    centre = (p + z2 / (2 * n)) / (1 + z2 / n)
    half = Z95 * sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return centre - half, centre + half


def seats_share(sums: Sums, seats: int, scale: int = 1) -> Estimate:
    """The mean share of the whole that a game's `seats` have, y = the sum of theirs.

    Each seat has 0 to `scale`: 0 or 1 of a property, or its win share in 60ths. With one seat a
    game and scale 1 it is `share`. If no seat of any game has any, at most 3.7/G of the games have
    some, so the interval is [0, 3.7/G]; likewise if all have all. If few have it, or lack it, the
    interval is Wilson's for as many independent seats as would have the same standard error.
    """
    whole = seats * scale
    if whole == 1:
        return share(sums)
    estimate = mean(sums, whole)
    bound = min(1.0, NO_HITS / max(1, sums.n))
    if sums.n > 1 and sums.sy == 0:
        return Estimate(0.0, 0.0, 0.0, bound, sums.n)
    if sums.n > 1 and sums.sy == sums.n * whole:
        return Estimate(1.0, 0.0, 1.0 - bound, 1.0, sums.n)
    p, se = estimate.value, estimate.se
    if not p or not se:  # one game, or as many in each
        return estimate
    independent = p * (1 - p) / se**2
    if min(p, 1 - p) * independent >= FEW:
        return estimate
    return Estimate(p, se, *wilson(p, independent), sums.n)


def within(estimate: Estimate, least: float, most: float) -> Estimate:
    """The estimate with its interval cut to what is possible, which the truth never leaves."""
    if estimate.low is None or estimate.high is None:
        return estimate
    low, high = max(estimate.low, least), min(estimate.high, most)
    return replace(estimate, low=low, high=high)


def ratio(sums: Sums, scale: int = 1) -> Estimate:
    """R: Σy / (scale · Σx), error from u = (y − R·x) / x̄; too few if under 30 games have x > 0.

    Too few as well if y / x is the same in all of them (all visitors won, no ad failed yet): the
    error would come out as nothing, and what else there is has not been seen. Not so for 0, a count
    of what did not happen: it is shown without an interval.
    """
    if sums.sx == 0:
        return _unknown(None, sums.n)
    value = sums.sy / (sums.sx * scale)
    if sums.nx < FEW:
        return _unknown(value, sums.n)
    variance = _ratio_variance(sums)
    if value and not variance:
        return _unknown(value, sums.n)
    return _estimate(value, float(variance) / scale**2, sums.n)


def ratio_difference(a: Sums, b: Sums, cross: Cross, scale: int = 1) -> Estimate:
    """R_a − R_b of two ratios over the same games; `cross` = Σ y_a·y_b, y_a·x_b, x_a·y_b, x_a·x_b.

    Too few as in `ratio`, if one of the two is.
    """
    if a.sx == 0 or b.sx == 0:
        return _unknown(None, a.n)
    value = float(Fraction(a.sy, a.sx) - Fraction(b.sy, b.sx)) / scale
    if min(a.nx, b.nx) < FEW:
        return _unknown(value, a.n)
    of_a, of_b = _ratio_variance(a), _ratio_variance(b)
    if (a.sy and not of_a) or (b.sy and not of_b):
        return _unknown(value, a.n)
    variance = of_a + of_b - 2 * _ratio_cross(a, b, cross)
    return _estimate(value, float(variance) / scale**2, a.n)


def _ratio_variance(sums: Sums) -> Fraction:
    """Σ u² / (n(n − 1)) of a ratio, exactly."""
    return _ratio_cross(sums, sums, Cross(sums.syy, sums.sxy, sums.sxy, sums.sxx))


def _ratio_cross(a: Sums, b: Sums, cross: Cross) -> Fraction:
    """Σ u_a·u_b / (n(n − 1)) of two ratios, exactly."""
    n = a.n
    product = cross.yy * a.sx * b.sx - cross.yx * a.sx * b.sy - cross.xy * a.sy * b.sx
    product += cross.xx * a.sy * b.sy
    return Fraction(product * n, (a.sx * b.sx) ** 2 * (n - 1))


def linear(
    coefficients: Sequence[int],
    n: int,
    sums: Sequence[int],
    products: Sequence[Sequence[int]],
    scale: int = 1,
) -> Estimate:
    """M of Σ c_i·y_i / scale, from the sums Σ y_i and the sums of products Σ y_i·y_j over games."""
    sy = sum(c * s for c, s in zip(coefficients, sums, strict=True))
    syy = sum(
        c * d * products[i][j]
        for i, c in enumerate(coefficients)
        for j, d in enumerate(coefficients)
    )
    return mean(Sums(n, n, sy, n, syy, sy, n), scale)


def jackknife(
    theta: Callable[[NDArray[np.int64]], float], blocks: NDArray[np.int64], games: NDArray[np.int64]
) -> Estimate:
    """J: a function of sums, with the error from leaving out one block at a time.

    `blocks`: (B, k) sums of each block; `games`: (B,) games in each; `theta` maps k sums to the
    number. Blocks without games do not count. Error: √((B − 1)/B · Σ(θ_(b) − θ̄)²).
    """
    blocks = blocks[games > 0]
    n, count = int(games.sum()), len(blocks)
    if count == 0:
        return _unknown(None, 0)
    total = blocks.sum(axis=0)
    value = float(theta(total))
    if count < FEW_BLOCKS:
        return _unknown(value, n)
    return jackknifed(value, np.array([theta(total - block) for block in blocks]), n)


def jackknifed(value: float, left_out: NDArray[np.float64], n: int) -> Estimate:
    """J of a number from n games that is known without each of B blocks: `left_out`, (B,)."""
    count = len(left_out)
    if count < FEW_BLOCKS:
        return _unknown(value, n)
    deviations = left_out - left_out.mean()
    return _estimate(value, float((count - 1) / count * (deviations**2).sum()), n)


def quantile(counts: Mapping[int, int] | Mapping[float, int], q: float, z: float = Z95) -> Estimate:
    """The q-quantile of one value a game from its histogram {value: games}.

    The estimate is the ⌈G·q⌉-th value in order; the interval runs between the order statistics
    G·q ± z·√(G·q(1 − q)), rounded outwards. If one of them would lie beyond the first or the last, games
    are too few for an interval.
    """
    present = sorted((value, count) for value, count in counts.items() if count)
    values, ends = [value for value, _ in present], np.cumsum([count for _, count in present])
    if not values:
        return _unknown(None, 0)
    n = int(ends[-1])

    def at(rank: int) -> float:
        return float(values[int(np.searchsorted(ends, rank))])

    half, value = z * sqrt(n * q * (1 - q)), at(max(ceil(n * q), 1))
    first, last = floor(n * q - half), ceil(n * q + half)
    if first < 1 or last > n:
        return _unknown(value, n)
    return Estimate(value, None, at(first), at(last), n)


def order_test(n: int, sums: Sequence[int], products: Sequence[Sequence[int]]) -> Test:
    """Whether the place in the turn order matters at all (metrics.md 4).

    `sums`: Σ w_o of the win shares of each place; `products`: Σ w_o·w_p. v = win shares less their
    mean, last place dropped; T = n·v̄ᵀS⁻¹v̄ ~ χ²(places − 1).
    """
    df = len(sums) - 1
    # v_o times the number of places, so that all stays whole
    rows = [[len(sums) * (o == p) - 1 for p in range(len(sums))] for o in range(df)]
    centre = [sum(c * s for c, s in zip(row, sums, strict=True)) for row in rows]
    products_v = [
        [
            sum(a * b * products[i][j] for i, a in enumerate(row) for j, b in enumerate(other))
            for other in rows
        ]
        for row in rows
    ]
    if n < FEW:
        return Test(None, df, None)
    covariance = np.array(
        [
            [(n * products_v[o][p] - centre[o] * centre[p]) / (n * (n - 1)) for p in range(df)]
            for o in range(df)
        ]
    )
    if np.linalg.matrix_rank(covariance) < df:
        return Test(None, df, None)
    v = np.array([c / n for c in centre])
    statistic = float(n * v @ np.linalg.solve(covariance, v))
    return Test(statistic, df, float(chdtrc(df, statistic)))


def order_spread(
    n: int,
    sums: Sequence[int],
    products: Sequence[Sequence[int]],
    scale: int = 1,
    tail: float = 0.025,
) -> Estimate:
    """Largest less smallest mean over places, interval from all pairs (Bonferroni; metrics.md 4).

    `tail`: how likely the truth is below the interval at most, and above it.
    """
    if n < FEW:
        return _unknown((max(sums) - min(sums)) / (n * scale) if n else None, n)
    places = range(len(sums))
    pairs = [
        (o, p)
        for o in places
        for p in places
        if sums[o] > sums[p] or (sums[o] == sums[p] and o < p)
    ]
    z = -float(ndtri(tail / len(pairs)))
    lows, highs = [0.0], [0.0]
    for o, p in pairs:
        coefficients = [(q == o) - (q == p) for q in places]
        difference = linear(coefficients, n, sums, products, scale)
        value, error = difference.value or 0.0, difference.se or 0.0
        lows.append(value - z * error)
        highs.append(value + z * error)
    return Estimate((max(sums) - min(sums)) / (n * scale), None, max(lows), max(highs), n)
