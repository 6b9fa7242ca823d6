"""Effects planted in made-up games come out of the sums, whatever the parts in which they are added."""

import numpy as np
import pytest
from numpy.typing import NDArray

from loopsim.studies.compared import Block, Number, Term
from loopsim.studies.differences import contrast, moments
from loopsim.studies.joint import Joint

GAMES = 1_000

#: Neither, the second, the first, both: what each does, and what both do beyond both.
FIRST, SECOND, BEYOND = [-0.5, -0.5, 0.5, 0.5], [-0.5, 0.5, -0.5, 0.5], [1, -1, -1, 1]
CONTRASTS = np.sign([FIRST, SECOND, BEYOND]).astype(np.int64)

Ints = NDArray[np.int64]


def number(scale: int) -> Number:
    return Number("metrics", "m", "game", 0, "", "M", "points", (scale,) * 4, 0.1)


def joint(arms: list[Term], scale: int, parts: int) -> tuple[Block, Joint]:
    block = Block((number(scale),), (1,), arms[0].x is not None, lambda arm, of: [of[arm]])
    made = Joint([block], range(4), CONTRASTS)
    for at in np.array_split(np.arange(GAMES), parts):
        part = [Term(y[:, at], None if x is None else x[:, at]) for y, x in arms]
        made.add([part] * 4, [np.arange(len(at))] * 4)
    return block, made


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(5)


def planted(rng: np.random.Generator, beyond: Ints) -> tuple[list[Term], Ints, Ints]:
    """Games with an effect of each of two changes, another in every game, and one of both together."""
    base, first, second = (rng.integers(low, 20, (1, GAMES)) for low in (-20, 0, -10))
    arms = [base, base + second, base + first, base + first + second + beyond]
    return [Term(y, None) for y in arms], first, second


@pytest.mark.parametrize("parts", [1, 7])
def test_additive_effects_have_no_interaction(rng: np.random.Generator, parts: int) -> None:
    arms, first, second = planted(rng, np.zeros((1, GAMES), np.int64))
    block, sums = joint(arms, 4, parts)
    m = moments(sums.sums[0], GAMES)
    for coefficients, games in ((FIRST, first), (SECOND, second)):
        found = contrast(m, block, coefficients)
        assert found.value[0] == pytest.approx(games.mean() / 4)
        assert found.se[0] == pytest.approx(games.std(ddof=1) / 4 / GAMES**0.5)
    assert contrast(m, block, BEYOND).value[0] == pytest.approx(0, abs=1e-12)
    counted = [(first != 0).sum(), (second != 0).sum(), 0]
    assert sums.sums[0].differ[0].tolist() == counted


@pytest.mark.parametrize("parts", [1, 7])
def test_an_interaction_in_a_few_games_is_found_to_the_game(
    rng: np.random.Generator, parts: int
) -> None:
    beyond = rng.integers(1, 5, (1, GAMES)) * (rng.random((1, GAMES)) < 0.02)
    arms, *_ = planted(rng, beyond)
    block, sums = joint(arms, 1, parts)
    found = contrast(moments(sums.sums[0], GAMES), block, BEYOND)
    assert found.value[0] == pytest.approx(beyond.mean())
    assert found.se[0] == pytest.approx(beyond.std(ddof=1) / GAMES**0.5)
    assert sums.sums[0].differ[0, 2] == (beyond != 0).sum() < 30
    ends = [(arm.y.min(), arm.y.max()) for arm in arms]
    least, most = sums.sums[0].least[0, 1:], sums.sums[0].most[0, 1:]
    assert [*zip(least, most, strict=True)] == ends
    assert sums.sums[0].positive[0, 1:].tolist() == [(arm.y > 0).sum() for arm in arms]


def test_the_error_of_a_small_difference_of_large_numbers_is_not_lost(
    rng: np.random.Generator,
) -> None:
    """One game in a thousand differs by one, of numbers about ten thousand."""
    base = rng.integers(9_000, 11_000, (1, GAMES))
    other = base.copy()
    other[0, 17] += 1
    block, sums = joint([Term(y, None) for y in (base, base, other, other)], 1, 3)
    found = contrast(moments(sums.sums[0], GAMES), block, FIRST)
    assert found.value[0] == pytest.approx(1 / GAMES, rel=1e-6)
    assert found.se[0] == pytest.approx(1 / GAMES, rel=1e-3)  # of one in a thousand
    assert sums.sums[0].differ[0].tolist() == [1, 0, 0]


def test_a_ratio_counts_games_in_which_either_part_differs(rng: np.random.Generator) -> None:
    y, x = rng.integers(0, 9, (1, GAMES)), rng.integers(0, 3, (1, GAMES))
    more_y, more_x = y.copy(), x.copy()
    more_y[0, :40] += 1
    more_x[0, 30:50] += 1
    arms = [Term(y, x), Term(y, x), Term(more_y, more_x), Term(more_y, more_x)]
    block, sums = joint(arms, 60, 2)
    assert sums.sums[0].differ[0].tolist() == [50, 0, 0]
    found = contrast(moments(sums.sums[0], GAMES), block, FIRST)
    ratios = y.sum() / x.sum() / 60, more_y.sum() / more_x.sum() / 60
    assert found.value[0] == pytest.approx(ratios[1] - ratios[0])
    u = [
        (b - r * 60 * a) / 60 / a.mean()
        for a, b, r in ((x, y, ratios[0]), (more_x, more_y, ratios[1]))
    ]
    assert found.se[0] == pytest.approx((u[1] - u[0]).std(ddof=1) / GAMES**0.5)


def test_sums_too_large_for_floats_are_exact() -> None:
    """Products of these lose their last digits in floats."""
    y = np.full((1, GAMES), 2**22 + 1)
    _, sums = joint([Term(y, None)] * 4, 1, 2)
    assert sums.sums[0].products[0, 1, 2] == GAMES * (2**22 + 1) ** 2
