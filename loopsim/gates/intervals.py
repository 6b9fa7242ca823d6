"""Intervals at any level, from no more than what `run --json` tells of a number: mean and standard error.

A gate over hundreds of numbers asks each at a level of some 1 in 100,000, four standard errors and
more. So far out the normal law is wrong for whatever is rare, and Wilson's interval too, whose lower
end is far too high for a few hits (one hit: missed by one in twenty rather than by 1 in 100,000). The
exact interval of a share (Clopper and Pearson 1934) holds there as well, and with many hits it is the
normal one, so it is the only one here.
"""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from scipy.special import betainccinv, betaincinv, ndtri

#: What a number without a limit by the rules is taken to reach in a game at most, if it is below 1
#: on average; else so many times its mean. It matters only to numbers that never differed.
REACH = 1_000
#: Of more independent games than this the exact interval is the normal one to six digits, and no longer
#: computed well.
MANY = 1e12


class Sample(NamedTuple):
    """A mean over games with its standard error; in a game it can be `least` to `most`."""

    value: float
    se: float
    games: int
    least: float
    most: float


class Interval(NamedTuple):
    """A number, and between what it lies."""

    value: float
    low: float
    high: float


def of(sample: Sample, tail: float) -> Interval:
    """The interval that the truth is below with a chance of `tail` at most, and above likewise.

    The mean is read as the share of what it could be, of as many independent games as would have the
    same standard error. If all games gave the same: of a share `q` = 1 − tail^(1/G) of games, which
    may have been missed, nothing is known.
    """
    value, se, games, least, most = sample
    width = most - least
    share = (value - least) / width
    if se == 0 or not 0 < share < 1:
        unseen = 1 - tail ** (1 / games)
        return Interval(value, value - unseen * (value - least), value + unseen * (most - value))
    independent = share * (1 - share) * (width / se) ** 2
    if independent > MANY:
        margin = -float(ndtri(tail)) * se
        return Interval(value, value - margin, value + margin)
    hits = share * independent
    low = betaincinv(hits, independent - hits + 1, tail)
    high = betainccinv(hits + 1, independent - hits, tail)
    return Interval(value, least + width * float(low), least + width * float(high))


def difference(a: Interval, b: Interval) -> Interval:
    """a − b of independent runs: their margins add up as standard errors do.

    For normal intervals it is that of se² = se_a² + se_b² (Newcombe 1998 for others).
    """
    value = a.value - b.value
    below = hypot(a.value - a.low, b.high - b.value)
    above = hypot(a.high - a.value, b.value - b.low)
    return Interval(value, value - below, value + above)


def reach(least: float, most: float, value: float) -> tuple[float, float]:
    """What a number can be in a game: its limits by the rules, and `REACH` where there is none.

    The rules of another run may have allowed more.
    """
    far = REACH * max(1.0, abs(value))
    return (
        least if -far < least <= value else -far,
        most if value <= most < far else far,
    )
