"""The Nash average: where its truth is known, and against the search of all supports."""

import numpy as np
import pytest

from loopsim.studies.strength import nash as nash_module
from loopsim.studies.strength.nash import equilibrium, nash
from tests.arena import twins

ROCK_PAPER_SCISSORS = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]) * 0.2


def random_deltas(k: int, seed: int) -> np.ndarray:
    """How far K bots beat each other, nothing in particular."""
    deltas = np.random.default_rng(seed).normal(0, 0.1, (k, k))
    np.fill_diagonal(deltas, 0)
    return deltas


def with_clone(deltas: np.ndarray, bot: int) -> np.ndarray:
    """The same bots and a copy of one of them, the last."""
    rows = np.vstack([deltas, deltas[bot]])
    return np.hstack([rows, rows[:, [bot]]])


def joined(first: np.ndarray, second: np.ndarray, *outsiders: tuple[float, float]) -> np.ndarray:
    """Two groups that do nothing to each other; outsiders with what they gain on each group."""
    a, b = len(first), len(first) + len(second)
    payoffs = np.zeros((b + len(outsiders), b + len(outsiders)))
    payoffs[:a, :a], payoffs[a:b, a:b] = first, second
    for place, gains in enumerate(outsiders, b):
        payoffs[place, :a], payoffs[place, a:b] = gains
        payoffs[:, place] = -payoffs[place]
    return payoffs


def test_rock_paper_scissors_gives_thirds() -> None:
    found = nash(ROCK_PAPER_SCISSORS)
    assert found.weights == pytest.approx([1 / 3] * 3)
    assert found.ratings == pytest.approx([0] * 3, abs=1e-12)


@pytest.mark.parametrize("size", [1.0, 1e-4])
def test_what_is_lost_of_the_last_digits_is_no_rating(size) -> None:
    for seed in range(20):
        found = nash(size * random_deltas(5, seed))
        assert (found.ratings[found.weights > 0] == 0).all()
        assert (found.ratings[found.weights == 0] < 0).all()


def test_a_bot_that_is_better_everywhere_has_all_the_weight() -> None:
    deltas = random_deltas(5, seed=1)
    deltas[2], deltas[:, 2] = 0.3, -0.1  # beats all by (0.3 + 0.1) / 2
    deltas[2, 2] = 0
    found = nash(deltas)
    assert found.weights == pytest.approx([0, 0, 1, 0, 0])
    assert found.ratings == pytest.approx([-0.2, -0.2, 0, -0.2, -0.2])


@pytest.mark.parametrize("k", [2, 3, 4, 6, 9])
def test_it_is_the_one_equilibrium_that_the_search_of_all_supports_finds(k) -> None:
    for seed in range(8):
        deltas = random_deltas(k, seed)
        payoffs = (deltas - deltas.T) / 2
        (weights,) = twins.equilibria(payoffs)
        found = nash(deltas)
        assert found.weights == pytest.approx(weights, abs=1e-9)
        assert found.ratings == pytest.approx(payoffs @ weights, abs=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_a_clone_changes_no_others_rating_and_shares_the_weight(seed) -> None:
    deltas = random_deltas(6, seed)
    before = nash(deltas)
    copied = int(before.weights.argmax())
    after = nash(with_clone(deltas, copied))
    assert after.ratings[:6] == pytest.approx(before.ratings, abs=1e-9)
    assert after.ratings[6] == pytest.approx(before.ratings[copied], abs=1e-9)
    shared = before.weights.copy()
    shared[copied] /= 2
    assert after.weights == pytest.approx([*shared, shared[copied]], abs=1e-7)


def test_bots_that_nothing_tells_apart_have_equal_weights() -> None:
    assert equilibrium(np.zeros((4, 4))) == pytest.approx([1 / 4] * 4)
    beaten = np.zeros((4, 4))
    beaten[0, 3], beaten[3, 0] = 0.1, -0.1
    assert equilibrium(beaten) == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])


@pytest.mark.parametrize("size", [1e-10, 1e-16])
def test_payoffs_that_only_rounding_makes_tell_nothing_apart(size) -> None:
    """The least that one game of a million can make is some 1e-8."""
    noise = size * random_deltas(5, seed=3)
    found = nash(noise)
    assert (found.weights == 1 / 5).all()
    assert (found.ratings == 0).all()
    beaten = noise.copy()
    beaten[:4, 4] = 0.2
    found = nash(beaten)
    assert found.weights == pytest.approx([1 / 4] * 4 + [0])
    assert found.ratings == pytest.approx([0] * 4 + [-0.1])


def test_of_many_equilibria_it_is_that_of_most_entropy() -> None:
    uneven = np.array([[0, 2, -1], [-2, 0, 1], [1, -1, 0]]) * 0.1  # in it (1/4, 1/4, 1/2)
    within = np.array([1 / 4, 1 / 4, 1 / 2])
    entropies = np.exp([np.log(3), -(within * np.log(within)).sum()])
    first, second = entropies / entropies.sum()
    expected = np.concatenate([np.full(3, first / 3), second * within])
    found = equilibrium(joined(ROCK_PAPER_SCISSORS, uneven))
    assert found == pytest.approx(expected, abs=1e-7)


def test_copies_count_each_where_the_most_entropy_is_sought() -> None:
    first = np.kron(ROCK_PAPER_SCISSORS, np.ones((2, 2)))  # each of its bots twice
    found = equilibrium(joined(first, 2 * ROCK_PAPER_SCISSORS))
    assert found == pytest.approx([1 / 9] * 9, abs=1e-7)


def test_the_most_entropy_is_sought_only_where_nobody_gains() -> None:
    outsider = (-0.1, 0.3)  # gains unless the first group has three quarters of the weight
    other = 2 * ROCK_PAPER_SCISSORS
    found = equilibrium(joined(ROCK_PAPER_SCISSORS, other, outsider))
    assert found == pytest.approx([1 / 4] * 3 + [1 / 12] * 3 + [0], abs=1e-7)
    harmless = equilibrium(joined(ROCK_PAPER_SCISSORS, other, (-0.3, 0.1)))
    assert harmless == pytest.approx([1 / 6] * 6 + [0], abs=1e-7)


def test_a_support_of_many_equilibria_is_no_guess_where_another_bot_beats_it(monkeypatch) -> None:
    """The search for the most entropy among equilibria that there are not would never end."""
    alike = np.zeros((3, 3))
    alike[0, 2], alike[1, 2] = 0.1, 0.2
    beaten = -alike
    sought = []
    seek = nash_module._most_entropy
    monkeypatch.setattr(nash_module, "_most_entropy", lambda *of: sought.append(of) or seek(*of))
    found = nash(np.stack([alike, beaten, beaten]))
    assert found.weights == pytest.approx(np.array([[1 / 2, 1 / 2, 0], [0, 0, 1], [0, 0, 1]]))
    assert len(sought) == 1


def test_many_are_worked_out_as_each_alone() -> None:
    centre = random_deltas(7, seed=1)
    near = [centre + 0.03 * random_deltas(7, seed) for seed in range(40)]  # few supports
    many = np.stack([*near, *(random_deltas(7, seed) for seed in range(20)), np.zeros((7, 7))])
    together = nash(many)
    assert together.weights.shape == together.ratings.shape == (61, 7)
    for place, deltas in enumerate(many):
        alone = nash(deltas)
        assert together.weights[place] == pytest.approx(alone.weights, abs=1e-9)
        assert together.ratings[place] == pytest.approx(alone.ratings, abs=1e-9)
