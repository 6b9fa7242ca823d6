"""What weighted bots leave out because it cannot decide, checked against looking at all of it."""

import numpy as np
import pytest

from loopsim import games as registry
from loopsim.kernels.loop_inc import features, weigh_sources
from loopsim.scenario import load

GAMES = 3
ALL = ("expansions=futures,more,office",)


def played(weights: dict[int, int], players: int, settings: tuple[str, ...]) -> dict[str, bytes]:
    """The facts of a few games of planners, with some weights of their own."""
    table = registry.get("loop-inc").Table(load("loop-inc/base", settings, players), ["planner"])
    for feature, weight in weights.items():
        table._bots[0].weight[feature] = weight
    rows = table.blank_rows(GAMES)
    table.play(11, 0, rows)
    return {level: np.asarray(array).tobytes() for level, array in rows.items()}


@pytest.mark.parametrize(
    ("weights", "players", "settings"),
    [
        ({}, 4, ()),
        ({}, 2, ALL),
        ({features.FREE: -40, features.EXCESS: 30}, 3, ALL),
        ({features.FREE: -40, features.EXCESS: 30}, 2, ()),
        ({features.PAST: 0, features.PLAN: 37}, 3, ()),
    ],
)
def test_a_planner_chooses_as_if_it_looked_for_the_plan_of_every_card(
    monkeypatch: pytest.MonkeyPatch,
    weights: dict[int, int],
    players: int,
    settings: tuple[str, ...],
) -> None:
    as_it_is = played(weights, players, settings)
    monkeypatch.setattr(weigh_sources, "shuns_tears", lambda *_: False)  # nothing bounds
    assert played(weights, players, settings) == as_it_is
