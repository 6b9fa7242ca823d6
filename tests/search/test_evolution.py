"""The strategy on worths that are known, and the space that it looks in."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from loopsim.search.evolution import Evolution, Generation
from loopsim.search.space import Sheet, Space

START = {"a": 0, "b": 50, "c": -20, "d": 7}
STEP = {"a": 10.0, "b": 20.0, "c": 10.0, "d": 3.0}
BEST = {"a": 25, "b": 10, "c": -20, "d": 1}
SPACE = Space(START, STEP, 1000)


def worth(sheet: Sheet) -> int:
    """Of a bowl in the steps of the space: 0 at the best place, at the start some -14,000."""
    return -round(1000 * sum(((sheet[name] - BEST[name]) / STEP[name]) ** 2 for name in BEST))


def evolved(generations: int, seed: int, noise: float = 0.0) -> tuple[Sheet, list[Generation]]:
    chance = np.random.default_rng(seed)
    evolution = Evolution(SPACE, size=16, seed=seed)

    def tell(sheets: Sequence[Sheet]) -> list[int]:
        return [worth(sheet) + round(chance.normal(0, noise)) for sheet in sheets]

    history = [evolution.advance(tell) for _ in range(generations)]
    return evolution.mean, history


def test_the_middle_of_the_distribution_comes_to_the_best_place() -> None:
    assert worth(START) < -14_000
    for seed in range(5):
        mean, _ = evolved(40, seed)
        assert worth(mean) > -100


def test_it_comes_close_also_if_worths_are_known_up_to_chance() -> None:
    for seed in range(5):
        mean, _ = evolved(60, seed, noise=1000)
        assert worth(mean) > -1500


def test_the_same_seed_gives_the_same_candidates_and_another_seed_others() -> None:
    assert evolved(5, seed=3) == evolved(5, seed=3)
    first, other = (evolved(1, seed)[1][0].sheets for seed in (3, 4))
    assert all(a != b for a, b in zip(first, other, strict=True))
    large = 2**63 - 1  # the largest seed there is
    assert evolved(1, large) == evolved(1, large)


def test_the_best_of_a_generation_are_those_that_were_told_most_equal_ones_in_their_order() -> None:
    sheets = [{"a": i} for i in range(4)]
    assert Generation(sheets, [5, 9, 9, 1]).best(3) == [{"a": 1}, {"a": 2}, {"a": 0}]


def test_a_place_is_counted_in_steps_from_the_start_in_whole_numbers() -> None:
    assert SPACE.sheet(np.zeros(4)) == START
    assert SPACE.sheet(np.array([1, -0.52, 0, 0.4])) == {"a": 10, "b": 40, "c": -20, "d": 8}


def test_no_number_leaves_its_bounds() -> None:
    sheet = SPACE.sheet(np.array([1e6, -1e6, 0, 0]))
    assert (sheet["a"], sheet["b"]) == (1000, -1000)
