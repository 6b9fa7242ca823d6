"""Scoring every option finds the same best options as scoring only those that may be the best.

Watched bots score all options and take one of the highest score; of several one by lot. A set of best
options of another size draws another lot, so games that agree in every event agree in these sets.
"""

import numpy as np
import pytest

from loopsim.kernels.loop_inc.features import FEATURES
from tests.bots.playing import Tables, table

SETUPS = ((), ("expansions=futures,more,office",))


def parted(seats: Tables, games: int) -> int:
    """In how many games it matters whether anybody watches."""
    return int((seats.digests(games) != seats.digests(games, watched=True)).sum())


@pytest.mark.parametrize("settings", SETUPS)
@pytest.mark.parametrize("bot", ["greedy", "planner"])
def test_a_shipped_bot_chooses_the_same_whether_or_not_it_is_watched(
    bot: str, settings: tuple[str, ...]
) -> None:
    assert parted(table([bot], *settings), 2000) == 0


@pytest.mark.parametrize("settings", SETUPS)
@pytest.mark.parametrize("how", ["near a planner", "anywhere"])
def test_a_bot_of_any_weights_chooses_the_same_whether_or_not_it_is_watched(
    how: str, settings: tuple[str, ...]
) -> None:
    lots = np.random.default_rng(4)
    for _ in range(15):
        seats = table(["planner"], *settings)
        weights = seats.rows[0].weight[: len(FEATURES)]
        if how == "anywhere":
            weights[:] = 0
        weights += lots.integers(-250, 251, len(weights))
        assert parted(seats, 150) == 0, weights.tolist()
