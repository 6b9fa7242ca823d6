"""Means over the members of a family: of few members Student's law takes the place of the normal one."""

from __future__ import annotations

from math import sqrt

from scipy.special import erfc, stdtr, stdtrit

from loopsim.stats import Z95

#: From so many members on, as over games, the normal law is near enough.
MANY = 20


def quantile(members: int | None) -> float:
    """By how many errors the 95 % interval of a mean over members reaches either way; None: over games."""
    if members is None or members >= MANY:
        return Z95
    return float(stdtrit(members - 1, 0.975))


def p_value(errors: float, members: int | None) -> float:
    """The chance that a mean of nothing lies so many errors from 0, or further."""
    if members is None or members >= MANY:
        return float(erfc(abs(errors) / sqrt(2)))
    return 2 * float(stdtr(members - 1, -abs(errors)))
