"""Nash averaging: how strong each bot is against the mixture that nothing beats (metrics.md 11).

After Balduzzi et al. 2018: bots are choices in a game for two, its payoffs how far one beats the other.
Of all its equilibria the one with the most entropy is taken, so that copies of a bot share its weight.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import linprog, minimize

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]

#: Singular values below this, relative to the largest payoff, are none.
NO_VALUE = 1e-10
#: Payoffs of less are none: they are differences of win shares, so all else is what rounding leaves.
NO_PAYOFF = 1e-9
#: The largest violation of a constraint, relative to the largest payoff; of the search for the most entropy.
EXACT = 1e-9
SOUGHT = 1e-11
#: A guess is right if each bot has more weight than this, or more of a loss.
CLEAR = 1e-7
#: Supports that are tried before one is searched for, which takes as long as some fifty of them.
GUESSES = 16


class Nash(NamedTuple):
    """`weights` (…, K): the equilibrium; `ratings` (…, K): payoff against it, 0 at the most.

    What is lost of the last digits makes no rating: it is then 0.
    """

    weights: Floats
    ratings: Floats


def nash(deltas: ArrayLike) -> Nash:
    """The Nash average of K bots, of each of many games if there are more.

    `deltas` (…, K, K): how far bot i beats bot j, δ_ij; only A_ij = (δ_ij − δ_ji)/2 counts.
    """
    of = np.asarray(deltas, float)
    payoffs = _told_apart((of - np.swapaxes(of, -1, -2)) / 2)
    weights = np.zeros(payoffs.shape[:-1])
    seen: list[Mask] = []  # most of many draws have the same few supports
    for place in np.ndindex(payoffs.shape[:-2]):
        weights[place] = equilibrium(payoffs[place], seen)
        used = weights[place] > 0
        seen = [used, *(each for each in seen if (each != used).any())][:GUESSES]
    return Nash(weights, _told_apart((payoffs @ weights[..., None])[..., 0]))


def _told_apart(payoffs: Floats) -> Floats:
    """Payoffs, those of less than `NO_PAYOFF` as 0."""
    found: Floats = np.where(np.abs(payoffs) > NO_PAYOFF, payoffs, 0.0)
    return found


def equilibrium(payoffs: Floats, guesses: Iterable[Mask] = ()) -> Floats:
    """The equilibrium of most entropy, (K,), of an antisymmetric game (K, K): p ≥ 0, Σp = 1, A·p ≤ 0.

    Copies, whose payoffs are the same, are one choice, the weight of which they share. So as a rule
    there is one equilibrium, and what is of most entropy need not be sought.
    """
    same = (payoffs[:, None] == payoffs).all(axis=-1)
    one, which, copies = np.unique(same.argmax(axis=1), return_inverse=True, return_counts=True)
    guessed = (used[one] for used in guesses)
    weights: Floats = (_of_choices(payoffs[np.ix_(one, one)], copies, guessed) / copies)[which]
    return weights


def _of_choices(payoffs: Floats, copies: Ints, guesses: Iterable[Mask]) -> Floats:
    """The equilibrium (K,) of K choices with different payoffs, each of so many copies.

    On the choices that are in any equilibrium at all A·p is 0; the others have no weight. So first these
    are told apart, by one of the guesses if it proves right, then the equations are solved on the former.
    Where these leave a choice no guess is tried: the search for the most entropy has no end on a wrong one.
    """
    scaled = payoffs / (np.abs(payoffs).max() or 1)
    for used in guesses:
        _, free = _equations(scaled, used)
        if len(free) > 1:
            continue
        weights = _spread(free[0] / free[0].sum(), used)
        gain = scaled @ weights
        sound = np.abs(gain[used]).max() < EXACT
        if sound and np.where(used, weights, -gain).min() > CLEAR:
            return weights
    used = _ever_used(scaled)
    bound, free = _equations(scaled, used)
    if len(free) == 1:
        return _spread(free[0] / free[0].sum(), used)
    return _spread(_most_entropy(bound, scaled[np.ix_(~used, used)], copies[used]), used)


def _equations(payoffs: Floats, used: Mask) -> tuple[Floats, Floats]:
    """Directions of weight of the used choices: in which nothing is gained in equilibrium, and the others.

    As a rule one is left over, the solution; there always is one.
    """
    _, values, directions = np.linalg.svd(payoffs[np.ix_(used, used)])
    count = min(int((values > NO_VALUE).sum()), len(values) - 1)
    return directions[:count], directions[count:]


def _spread(weights: Floats, used: Mask) -> Floats:
    """The weights of the used choices, and none of the others."""
    found = np.zeros(len(used))
    found[used] = weights
    return found


def _ever_used(payoffs: Floats) -> Mask:
    """Which bots have weight in some equilibrium.

    By a theorem of Tucker there is an equilibrium p in which each bot has either weight or a loss: that
    with the largest least p − A·p.
    """
    k = len(payoffs)
    loss_or_weight = np.column_stack([payoffs - np.eye(k), np.ones(k)])
    no_gain = np.column_stack([payoffs, np.zeros(k)])
    found = linprog(
        np.append(np.zeros(k), -1),
        A_ub=np.vstack([loss_or_weight, no_gain]),
        b_ub=np.zeros(2 * k),
        A_eq=np.append(np.ones(k), 0)[None],
        b_eq=[1],
        bounds=(0, None),
    )
    assert found.x is not None  # there always is one
    weights = found.x[:k]
    used: Mask = weights > -(payoffs @ weights)
    return used


def _most_entropy(equal: Floats, at_most: Floats, copies: Ints) -> Floats:
    """The p > 0, Σp = 1, of most entropy with equal·p = 0 and at_most·p ≤ 0, each shared by its copies.

    It is copies·exp(−λ·constraints) up to a factor; its multipliers λ have the least logarithm of the
    sum of these, the slope of which is what p violates.
    """
    constraints = np.vstack([equal, at_most])

    def law(multipliers: Floats) -> tuple[float, Floats]:
        exponents = np.log(copies) - multipliers @ constraints
        top = exponents.max()
        parts = np.exp(exponents - top)
        return float(top + np.log(parts.sum())), parts / parts.sum()

    def value_and_slope(multipliers: Floats) -> tuple[float, Floats]:
        value, p = law(multipliers)
        return value, -constraints @ p

    found = minimize(
        value_and_slope,
        np.zeros(len(constraints)),
        jac=True,
        bounds=[(None, None)] * len(equal) + [(0, None)] * len(at_most),
        method="L-BFGS-B",
        options={"ftol": 0, "gtol": SOUGHT, "maxiter": 10_000},
    )
    return law(found.x)[1]
