"""Contrasts of arms with their errors, from sums over games (metrics.md, sections 1, 7 and 8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from math import inf, isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtri

from loopsim.series import Ints
from loopsim.stats import FEW
from loopsim.studies.compared import Block
from loopsim.studies.joint import Sums
from loopsim.studies.student import p_value, quantile

Floats = NDArray[np.float64]

HIGHER, LOWER = "higher", "lower"
NO_MATTER, REAL_BUT_SMALL = "no difference that matters", "real but small"
IDENTICAL, NOT_RESOLVED = "identical", "not resolved"

LEVEL = 0.05
#: Parts of what a number can reach that may be left of a difference of nothing. Ratios of several arms
#: may have more, though their sums add up to nothing in every game: they are no sums.
ROUNDING = 1e-12


@dataclass(frozen=True)
class Moments:
    """Of the columns of `Sums`: (k, D) means and extremes, (k, D, D) sums of products about the means.

    `n`: (k,) games.
    """

    n: Ints
    means: Floats
    spread: Floats
    positive: Ints
    least: Ints
    most: Ints


def moments(sums: Sums, n: int) -> Moments:
    """The moments of some games. Centred in long floats, since little may differ between large sums."""
    products = sums.products.astype(np.longdouble)
    totals = products[:, 0, :]
    spread = products - totals[:, :, None] * totals[:, None, :] / n
    return Moments(
        np.full(len(totals), n),
        (totals / n).astype(np.float64),
        spread.astype(np.float64),
        sums.positive,
        sums.least,
        sums.most,
    )


def apart(arms: Sequence[Moments]) -> Moments:
    """The moments of arms that have nothing to do with each other: products between them are 0.

    They are told of as many games as the first has: if another has other games, its products are such that
    its means keep their errors.
    """
    sizes = [arm.means.shape[1] - 1 for arm in arms]
    ends = np.cumsum(sizes)
    numbers = len(arms[0].means)
    spread = np.zeros((numbers, ends[-1] + 1, ends[-1] + 1))
    n = arms[0].n
    for arm, size, end in zip(arms, sizes, ends, strict=True):
        own = slice(end - size + 1, end + 1)
        as_many = n * (n - 1) / (arm.n * (arm.n - 1))
        spread[:, own, own] = arm.spread[:, 1:, 1:] * as_many[:, None, None]

    def glued(parts: Sequence[NDArray[Any]]) -> NDArray[Any]:
        first, *others = parts
        return np.concatenate([first, *(other[:, 1:] for other in others)], axis=1)

    return Moments(
        n,
        glued([arm.means for arm in arms]),
        spread,
        glued([arm.positive for arm in arms]),
        glued([arm.least for arm in arms]),
        glued([arm.most for arm in arms]),
    )


def stacked(members: Sequence[Moments]) -> Moments:
    """The moments of the same numbers of several members of a family, those of a member together."""
    names = [each.name for each in fields(Moments)]
    return Moments(*(np.concatenate([getattr(of, name) for of in members]) for name in names))


@dataclass(frozen=True)
class Contrast:
    """A linear combination of the numbers of arms; arrays of shape (k,), NaN where there is none.

    `sd`: of its value in a game; `reach`: how much one game can change it, times the games; `few`: too
    few games have it for an error.
    """

    value: Floats
    se: Floats
    sd: Floats
    reach: Floats
    few: NDArray[np.bool_]


def contrast(m: Moments, block: Block, coefficients: Sequence[float]) -> Contrast:
    """Σ coefficient · number over arms: M, R, and sums of them (u of metrics.md 1).

    The moments may be those of several members, `stacked`; so are the arrays then.
    """
    numbers, columns = m.means.shape
    width = 2 if block.ratio else 1
    weights = np.zeros((numbers, columns))
    value, reach = np.zeros(numbers), np.zeros(numbers)
    few = np.zeros(numbers, bool)
    members = numbers // len(block.numbers)
    scales = np.tile([number.scales for number in block.numbers], (members, 1))
    used = [arm for arm, c in enumerate(coefficients) if c]
    between_arms = sum(abs(c) for c in coefficients) / 2 if len(used) > 1 else 1.0
    for t, sign in enumerate(block.signs):
        at = [1 + (arm * len(block.signs) + t) * width for arm in used]
        means_x = np.ones((numbers, len(used)))
        if block.ratio:
            means_x = m.means[:, [y + 1 for y in at]]
            few |= (m.positive[:, [y + 1 for y in at]] < FEW).any(axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            ratios = m.means[:, at] / means_x
            for arm, y, r, mean_x in zip(used, at, ratios.T, means_x.T, strict=True):
                weight = coefficients[arm] * sign / scales[:, arm] / mean_x
                value += coefficients[arm] * sign * r / scales[:, arm]
                weights[:, y] = weight
                if block.ratio:
                    weights[:, y + 1] = -weight * r
            scale = scales[:, used].min(axis=1)
            ranges = _range(m, at)
            if block.ratio:
                ranges += np.abs(ratios).max(axis=1) * _range(m, [y + 1 for y in at])
            reach += ranges / scale / means_x.min(axis=1) * between_arms
    own = np.flatnonzero(weights.any(axis=0))  # of many arms few have a weight
    spread, weights = m.spread[:, own][:, :, own], weights[:, own]
    variance = np.einsum("kd,kde,ke->k", weights, spread, weights) / np.maximum(1, m.n - 1)
    sd = np.sqrt(np.maximum(0.0, variance))
    if not block.ratio:
        allowed = [n.most - n.least if isfinite(n.most - n.least) else inf for n in block.numbers]
        most = np.tile(allowed, members)
        reach = np.where(np.isfinite(most), most * between_arms, reach)
    return Contrast(value, sd / np.sqrt(m.n), sd, reach, few | ~np.isfinite(value))


def _range(m: Moments, columns: Sequence[int]) -> Floats:
    """How far apart two games are at most in any of some columns, as far as has been seen."""
    difference: Floats = (m.most[:, columns].max(axis=1) - m.least[:, columns].min(axis=1)) * 1.0
    return difference


# --- what a difference says


@dataclass(frozen=True)
class Difference:
    """A difference, or another contrast that is 0 if nothing matters, and what it says.

    `low`, `high`: 95 % interval; none where fewer than 30 games differ: then `bound` is the most that
    it can be either way. `more`: about how many more games (or members) would resolve it by itself; None
    where its own interval leaves 0 out, and only among the others of its table it is not resolved.
    """

    value: float | None
    se: float | None
    low: float | None
    high: float | None
    bound: float | None
    p: float | None
    verdict: str
    more: int | None
    q: float | None = None


def difference(
    value: float,
    se: float,
    *,
    n: int,
    differing: int,
    reach: float,
    few: bool,
    smallest: float,
    members: int | None = None,
) -> Difference:
    """What is known of a contrast of n games, of which `differing` are not the same in its arms.

    `members`: of the family over which it is a mean with this error; None: it is one over games.
    The verdict is that of a single number; `judged` gives those of a table.
    """
    nothing = differing == 0 and not abs(value) > ROUNDING * reach
    if nothing or value == se == 0:  # no visit to two trips, though they differ in being dealt
        bound = _bound(reach, 0, n) if reach > 0 else None
        return Difference(0.0, 0.0, None, None, bound, None, IDENTICAL, None)
    if few or not isfinite(value):
        known = value if isfinite(value) else None
        return Difference(known, None, None, None, None, None, NOT_RESOLVED, None)
    if differing < FEW:
        bound = _bound(reach, differing, n)
        verdict = NO_MATTER if bound <= smallest else NOT_RESOLVED
        return Difference(value, se, None, None, bound, None, verdict, None)
    half = quantile(members) * se
    p = p_value(value / se, members) if se > 0 else 0.0
    return Difference(value, se, value - half, value + half, None, p, "", None)


def _bound(reach: float, differing: int, n: int) -> float:
    """What a difference can be at most, with so many of n games differing, each by `reach` at most."""
    return reach * float(chdtri(2 * differing + 2, LEVEL / 2)) / (2 * n)


def judged(found: Sequence[Difference], smallest: Sequence[float], n: int) -> list[Difference]:
    """The differences of one table with their q-values (Benjamini and Hochberg 1995) and verdicts.

    `n`: how many games, or members of a family, their errors are over; `more` counts in the same.
    """
    tested = [i for i, each in enumerate(found) if each.p is not None]
    q = dict(zip(tested, false_discovery_rate([found[i].p or 0.0 for i in tested]), strict=True))
    return [
        each if i not in q else _judged(replace(each, q=q[i]), sdi, n)
        for i, (each, sdi) in enumerate(zip(found, smallest, strict=True))
    ]


def _judged(d: Difference, smallest: float, n: int) -> Difference:
    """The verdict in the order of metrics.md 7."""
    assert d.value is not None
    assert d.low is not None
    assert d.high is not None
    assert d.q is not None
    if -smallest <= d.low and d.high <= smallest:
        real = (d.low > 0 or d.high < 0) and d.q < LEVEL
        return replace(d, verdict=REAL_BUT_SMALL if real else NO_MATTER)
    if d.q < LEVEL:
        return replace(d, verdict=HIGHER if d.value > 0 else LOWER)
    wanted = max(abs(d.value), smallest - abs(d.value))
    more = round(n * (((d.high - d.value) / wanted) ** 2 - 1))
    return replace(d, verdict=NOT_RESOLVED, more=more if more > 0 else None)


def false_discovery_rate(p: Sequence[float]) -> list[float]:
    """q-values: for each p the smallest rate of false discoveries at which it counts as one.

    Benjamini and Hochberg (1995), as scipy.stats.false_discovery_control, which takes a second to import.
    """
    if not len(p):
        return []
    values = np.asarray(p, float)
    order = np.argsort(values)[::-1]
    ranks = np.arange(len(values), 0, -1)
    q = np.empty_like(values)
    q[order] = np.minimum.accumulate(values[order] * len(values) / ranks)
    return [float(min(1.0, value)) for value in q]
