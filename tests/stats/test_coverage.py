"""Coverage of the 95 % intervals on made-up games; `make proofs` does it on games of the kernel."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.stats.coverage import (
    by_jackknife,
    by_mean,
    by_ratio,
    by_share,
    coverage,
)

GAMES = 4_000


@pytest.fixture(scope="module")
def population() -> dict[str, NDArray[np.int64]]:
    """10⁶ games: a skewed score, a rare and a seldom event, visits and what they brought."""
    rng = np.random.default_rng(7)
    visits = rng.binomial(4, 0.3, size=10**6)
    return {
        "score": rng.negative_binomial(2, 0.2, size=10**6) - 5,
        "rare": (rng.random(10**6) < 43 / GAMES).astype(np.int64),
        "seldom": (rng.random(10**6) < 15 / GAMES).astype(np.int64),
        "visits": visits,
        "brought": rng.binomial(60 * visits, 0.25) - 3 * visits**2,
    }


@pytest.mark.parametrize(
    ("estimator", "y", "x"),
    [
        (by_mean, "score", "score"),
        (by_mean, "rare", "rare"),
        (by_share, "rare", "rare"),
        (by_share, "seldom", "seldom"),
        (by_ratio, "brought", "visits"),
        (by_jackknife, "brought", "visits"),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_intervals_hold_the_truth_in_95_of_100_replicates(estimator, y, x, population) -> None:
    held = coverage(population[y], population[x], estimator, games=GAMES)
    assert held == pytest.approx(0.95, abs=0.015)
