"""Alpha-rank: where its truth is known, and against an eigenvector and the sum over all trees."""

from itertools import permutations

import numpy as np
import pytest

from loopsim.studies.strength.alpha_rank import ALPHAS, STILL, alpha_rank, log_shares
from tests.arena import twins
from tests.arena.test_nash import ROCK_PAPER_SCISSORS, random_deltas, with_clone


def test_rock_paper_scissors_gives_thirds() -> None:
    found = alpha_rank(ROCK_PAPER_SCISSORS)
    assert found.alphas == 1
    assert found.shares == pytest.approx([1 / 3] * 3)
    assert found.above.tolist() == [0, 0, 0]


def test_a_bot_that_is_better_everywhere_gets_all() -> None:
    deltas = random_deltas(5, seed=1)
    deltas[2], deltas[:, 2] = 0.3, -0.1
    deltas[2, 2] = 0
    found = alpha_rank(deltas)
    assert found.shares == pytest.approx([0, 0, 1, 0, 0], abs=STILL)
    assert found.above.argmin() == 2


@pytest.mark.parametrize("by", [0.3, 0.05, 0.004])
def test_the_first_of_a_chain_gets_all_however_little_it_wins_by(by) -> None:
    deltas = by * (np.triu(np.ones((4, 4)), 1) - np.tril(np.ones((4, 4)), -1))
    assert np.diff(log_shares(deltas, 1)).max() < 0  # the order is right at once, shares are not
    found = alpha_rank(deltas)
    assert found.shares == pytest.approx([1, 0, 0, 0], abs=STILL)
    assert found.above.tolist() == [0, 1, 2, 3]


def test_bots_that_nothing_tells_apart_share_the_time() -> None:
    found = alpha_rank(np.zeros((4, 4)))
    assert (found.alphas, found.above.tolist()) == (1, [0] * 4)
    assert found.shares == pytest.approx([1 / 4] * 4)


@pytest.mark.parametrize("k", [2, 3, 7])
@pytest.mark.parametrize("alpha", [1, 2, 10, 50])
def test_shares_are_the_eigenvector_of_the_chain(k, alpha) -> None:
    deltas = random_deltas(k, seed=k)
    deltas[0, 1] = 0  # not resolved
    found = np.exp(log_shares(deltas, alpha))
    assert found == pytest.approx(twins.long_run(deltas, alpha), abs=1e-9)
    assert found.sum() == pytest.approx(1)


@pytest.mark.parametrize("seed", range(4))
def test_strong_selection_is_told_to_the_last_digit(seed) -> None:
    deltas = random_deltas(4, seed)
    deltas[2, 3] = deltas[1, 0] = 0
    for alpha in ALPHAS:
        expected = twins.long_run_by_trees(deltas, alpha)
        assert log_shares(deltas, alpha) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_it_is_that_at_the_first_strength_from_which_nothing_changes(seed) -> None:
    """None overtakes another, and no share is another by more than a thousandth."""
    deltas = random_deltas(4, seed)
    laws = [twins.long_run_by_trees(deltas, alpha) for alpha in ALPHAS]

    def overtakes(i: int, j: int, at: int) -> bool:
        """Whether i, not above j at a strength, is at a later one, by more than a millionth."""
        return laws[at][i] <= laws[at][j] and any(law[i] > law[j] + 1e-6 for law in laws[at:])

    def settled(at: int) -> bool:
        changes = np.abs(np.exp(laws[at:]) - np.exp(laws[at])).max()
        return changes <= STILL and not any(overtakes(*p, at) for p in permutations(range(4), 2))

    first = next(at for at in range(len(ALPHAS)) if settled(at))
    found = alpha_rank(deltas)
    assert found.alphas == ALPHAS[first]
    assert found.shares == pytest.approx(np.exp(laws[first]))
    assert np.argsort(found.above).tolist() == np.argsort(np.negative(laws[first])).tolist()


def test_orders_settle_late_too() -> None:
    alphas = [int(alpha_rank(random_deltas(4, seed)).alphas) for seed in range(30)]
    assert min(alphas) < 20
    assert max(alphas) > 50


def test_clones_have_the_same_rank() -> None:
    found = alpha_rank(with_clone(random_deltas(5, seed=3), 1))
    assert found.above[1] == found.above[5]
    assert found.shares[1] == pytest.approx(found.shares[5])


def test_many_are_worked_out_at_once() -> None:
    many = np.stack([random_deltas(5, seed) for seed in range(20)] + [np.zeros((5, 5))])
    together = alpha_rank(many)
    for place, deltas in enumerate(many):
        alone = alpha_rank(deltas)
        assert together.alphas[place] == alone.alphas
        assert together.shares[place].tolist() == alone.shares.tolist()
        assert together.above[place].tolist() == alone.above.tolist()
