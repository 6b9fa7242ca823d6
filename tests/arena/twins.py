"""The numbers of an arena in plain ways that take their time: by definition, not by method."""

from collections.abc import Iterator, Sequence
from decimal import Decimal, localcontext
from itertools import chain, combinations, product
from math import exp, log

import numpy as np
from scipy.optimize import minimize

SIZE = 50


def equilibria(payoffs: np.ndarray) -> list[np.ndarray]:
    """The extreme equilibria of an antisymmetric game, by trying every set of bots as support."""
    k, found = len(payoffs), []
    supports = chain.from_iterable(combinations(range(k), size) for size in range(1, k + 1))
    for support in map(list, supports):
        equations = np.vstack([payoffs[np.ix_(support, support)], np.ones(len(support))])
        if np.linalg.matrix_rank(equations) < len(support):
            continue
        target = np.append(np.zeros(len(support)), 1)
        weights = np.zeros(k)
        weights[support] = np.linalg.lstsq(equations, target)[0]
        exact = np.allclose(equations @ weights[support], target, atol=1e-9)
        if exact and weights.min() > -1e-9 and (payoffs @ weights).max() < 1e-9:
            found.append(weights)
    return found


def fixation(delta: float, alpha: float) -> float:
    """The chance of a mutant, as the formula has it."""
    if delta == 0:
        return 1 / SIZE
    return (1 - exp(-alpha * delta)) / (1 - exp(-alpha * SIZE * delta))


def long_run(deltas: Sequence[Sequence[float]], alpha: float) -> np.ndarray:
    """The stationary law as an eigenvector of the chain of K bots."""
    k = len(deltas)
    chain_of = np.zeros((k, k))
    for now, mutant in product(range(k), range(k)):
        if now != mutant:
            chain_of[now, mutant] = fixation(deltas[mutant][now], alpha) / (k - 1)
    chain_of += np.diag(1 - chain_of.sum(axis=1))
    values, vectors = np.linalg.eig(chain_of.T)
    law = np.real(vectors[:, np.argmin(np.abs(values - 1))])
    return law / law.sum()


def long_run_by_trees(deltas: Sequence[Sequence[float]], alpha: int) -> list[float]:
    """The logarithms of the stationary law: of each bot the sum over all trees that lead to it.

    With numbers of any size, so for any strength of selection.
    """
    with localcontext(prec=40, Emin=-(10**12), Emax=10**12):
        k = len(deltas)
        rate = [[_fixation(deltas[m][now], alpha) for m in range(k)] for now in range(k)]
        law = [sum(_weight(rate, tree) for tree in _trees(k, root)) for root in range(k)]
        return [float((of / sum(law)).ln()) for of in law]


def _fixation(delta: float, alpha: int) -> Decimal:
    if delta == 0:
        return 1 / Decimal(SIZE)
    power = Decimal(-delta) * alpha
    return (1 - power.exp()) / (1 - (SIZE * power).exp())


def _trees(k: int, root: int) -> Iterator[dict[int, int]]:
    """Every way to give all but the root a next state so that all lead to the root."""
    others = [state for state in range(k) if state != root]
    for nexts in product(range(k), repeat=k - 1):
        tree = dict(zip(others, nexts, strict=True))
        if all(_leads_to(tree, state, root) for state in others):
            yield tree


def _leads_to(tree: dict[int, int], state: int, root: int) -> bool:
    for _ in tree:
        state = tree.get(state, root)
    return state == root


def _weight(rate: Sequence[Sequence[Decimal]], tree: dict[int, int]) -> Decimal:
    weight = Decimal(1)
    for state, after in tree.items():
        weight *= rate[state][after]
    return weight


def ratings(
    bots: np.ndarray, shares: np.ndarray, count: int, more: np.ndarray | float = 0.0
) -> np.ndarray:
    """The likeliest ratings from win shares (G, n) of the seats of these bots, game by game.

    `more`: what a seat has beside the strength of its bot.
    """
    won = shares.sum(axis=1) > 0
    more = np.broadcast_to(more, bots.shape)[won]
    bots, shares = bots[won], shares[won] / shares[won].sum(axis=1, keepdims=True)

    def unlikely(strength: np.ndarray) -> float:
        of_seats = strength[bots]
        chances = np.exp(of_seats + more).sum(axis=1, keepdims=True)
        likelihood = shares * (of_seats - np.log(chances))
        return -likelihood.sum() / len(bots)

    found = minimize(unlikely, np.zeros(count), method="BFGS", options={"gtol": 1e-9}).x
    return (found - found.mean()) * 400 / log(10)
