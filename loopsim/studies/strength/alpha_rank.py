"""Alpha-rank: which bots a population that copies what does well ends up with (metrics.md 11).

After Omidshafiei et al. 2019: all of a population play one bot until a mutant takes over. What a bot
gets is its share of the time in the long run. With strong selection rates differ by thousands of powers
of ten, so all is computed in logarithms.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

#: How many the population has.
SIZE = 50
#: Strengths of selection that are tried.
ALPHAS = (*(digit * 10**power for power in range(6) for digit in (1, 2, 5)), 10**6)
#: Shares whose logarithms differ by less are equal; what is lost of large logarithms comes on top.
EQUAL, LOST = 1e-9, 1e-12
#: Shares that no later strength changes by more have settled.
STILL = 0.001


class AlphaRank(NamedTuple):
    """`alphas` (…): the strength of selection; `shares` (…, K) of the time; `above` (…, K): bots with more."""

    alphas: NDArray[np.int64]
    shares: Floats
    above: NDArray[np.int64]


def alpha_rank(deltas: ArrayLike) -> AlphaRank:
    """The alpha-rank of K bots at the smallest strength from which on nothing changes.

    `deltas` (…, K, K): how far bot i beats bot j, δ_ij; 0 where that is not resolved.

    Metrics.md 11 asks for the smallest strength at which the order no longer changes, and that a bot
    better everywhere gets all. The order alone may be right at the first strength, while what is lost by
    little still has much of the time. So none may overtake another later on, and no share may change by
    more than `STILL` either: up to that the shares are those of strong selection without end, which
    Omidshafiei et al. recommend, and in which a bot better everywhere has all. Bots whose shares come
    together in that limit, as good as equal, do not overtake each other.
    """
    of = np.asarray(deltas, float)
    logs = np.stack([log_shares(of, alpha) for alpha in ALPHAS])
    orders = _orders(logs)
    settled = (_order_stays(orders) & _shares_stay(np.exp(logs))).argmax(axis=0)
    here = settled[None, ..., None]
    shares = np.exp(np.take_along_axis(logs, here, axis=0)[0])
    order = np.take_along_axis(orders, here[..., None], axis=0)[0]
    return AlphaRank(np.array(ALPHAS)[settled], shares, (order < 0).sum(axis=-1))


def _orders(logs: Floats) -> NDArray[np.int8]:
    """Of log shares (…, K) which is larger, (…, K, K): 1 if the row is, -1 if the column is, else 0."""
    tolerance = EQUAL + LOST * np.abs(logs).max(axis=-1)[..., None, None]
    difference = logs[..., :, None] - logs[..., None, :]
    return np.where(np.abs(difference) > tolerance, np.sign(difference), 0).astype(np.int8)


def _order_stays(orders: NDArray[np.int8]) -> NDArray[np.bool_]:
    """From which of the orders (A, …, K, K) on all are the same, but for shares that meet: (A, …)."""
    later = orders[-1]
    stays = np.ones(orders.shape[:-2], bool)
    for place in range(len(orders) - 2, -1, -1):
        same = ((orders[place] == later) | (later == 0)).all(axis=(-1, -2))
        stays[place] = stays[place + 1] & same
        later = np.where(later == 0, orders[place], later)
    return stays


def _shares_stay(shares: Floats) -> NDArray[np.bool_]:
    """Of which of the shares (A, …, K) no later ones differ by more than `STILL`: (A, …)."""
    rises = np.maximum.accumulate(shares[::-1])[::-1] - shares
    falls = shares - np.minimum.accumulate(shares[::-1])[::-1]
    changes: Floats = np.maximum(rises, falls).max(axis=-1)
    return changes <= STILL


def log_shares(deltas: Floats, alpha: float) -> Floats:
    """The logarithms of the shares of the time in the long run: of (…, K, K) deltas (…, K)."""
    return _long_run(_log_fixation(np.swapaxes(deltas, -1, -2), alpha))


def _log_fixation(advantages: Floats, alpha: float) -> Floats:
    """The logarithm of the chance that one mutant of such an advantage takes the population over.

    (1 − e^(−αδ)) / (1 − e^(−αmδ)); of a negative δ both are written with |δ|, so that nothing overflows.
    """
    size = alpha * np.abs(advantages)
    real = np.where(size > 0, size, 1)
    logs = np.log(-np.expm1(-real)) - np.log(-np.expm1(-SIZE * real))
    logs -= np.where(advantages < 0, (SIZE - 1) * size, 0)
    found: Floats = np.where(size > 0, logs, -np.log(SIZE))
    return found


def _long_run(logs: Floats) -> Floats:
    """The logarithms of the stationary law of a chain, from those of its rates from row to column.

    States are taken out one by one, the ways through them added to the others (Grassmann, Taksar and
    Heyman 1985): no differences are taken, so nothing is lost. A factor that all rates have in common,
    such as 1/(K − 1), changes nothing; diagonals do not count.
    """
    logs, count = logs.copy(), logs.shape[-1]
    for last in range(count - 1, 0, -1):
        logs[..., :last, last] -= np.logaddexp.reduce(logs[..., last, :last], axis=-1)[..., None]
        through = logs[..., :last, last, None] + logs[..., None, last, :last]
        logs[..., :last, :last] = np.logaddexp(logs[..., :last, :last], through)
    law = np.zeros(logs.shape[:-1])
    for state in range(1, count):
        ways = law[..., :state] + logs[..., :state, state]
        law[..., state] = np.logaddexp.reduce(ways, axis=-1)
    found: Floats = law - np.logaddexp.reduce(law, axis=-1)[..., None]
    return found
