"""How differently bots play: chances of options, and the policy distance (metrics.md 10)."""

from dataclasses import replace

import numpy as np
import pytest

from loopsim import contests
from loopsim.distances import distances
from loopsim.errors import InputError
from loopsim.games.loop_inc.chances import chances
from loopsim.games.loop_inc.model_bots import Bot
from loopsim.games.loop_inc.tables import bots
from loopsim.scenario import load

BASE = load("loop-inc/base", (), 3)
PLANNER = BASE.bot("planner")
OTHERS = {
    "warm": PLANNER.model_copy(update={"temperature": 20}),
    "hot": PLANNER.model_copy(update={"temperature": 200}),
    "half": PLANNER.model_copy(update={"skill": 50}),
    "again": Bot(family="weighted", weights=PLANNER.weights),
    "no plan": Bot(family="weighted", weights={**PLANNER.weights, "plan": 0}),
}
SCENARIO = replace(BASE, bots={**BASE.bots, **OTHERS})


def test_chances_by_hand() -> None:
    rows = bots(SCENARIO, ["planner", "hot", "half", "random"])
    scores = np.zeros((1, 4, 63), np.int64)
    scores[0, :, [0, 2, 5]] = np.array([300, 100, 300])[:, None]
    found = chances(scores, np.array([0b100101]), rows)[0]
    e = np.exp(-1)
    expected = [
        (1 / 2, 0, 1 / 2),
        (1 / (2 + e), e / (2 + e), 1 / (2 + e)),
        (5 / 12, 1 / 6, 5 / 12),
        (1 / 3, 1 / 3, 1 / 3),
    ]
    assert found[:, [0, 2, 5]] == pytest.approx(np.array(expected))
    assert found.sum(axis=1) == pytest.approx(1)


def test_bots_are_polled_about_the_same_node_and_each_legal_option_has_its_chance() -> None:
    names = ["planner", "greedy", "random", "half", "champion"]
    table = contests.mixed(SCENARIO, names)
    found = table.polled(1, range(300))
    assert found.shape == (300, 5, 63)
    assert found.sum(axis=2) == pytest.approx(1)
    legal = found[:, 2] > 0
    assert ((found > 0) <= legal[:, None]).all()
    assert (legal.sum(axis=1) >= 2).all()
    assert found[:, 3] == pytest.approx((found[:, 0] + found[:, 2]) / 2)
    assert (table.polled(1, range(290, 300)) == found[290:]).all()


def test_a_look_ahead_bot_is_not_asked() -> None:
    """It decides by playing on: its persona says something else."""
    with pytest.raises(InputError) as refused:
        distances(SCENARIO, ["champion", "look-ahead"], seed=1, nodes=10)
    assert str(refused.value) == (
        '"look-ahead": a look-ahead bot decides by playing on, which is not asked for policy distances; name '
        'its persona, "champion"'
    )
    assert contests.mixed(SCENARIO, ["champion", "look-ahead"]).thinkers == {
        "look-ahead": "champion"
    }


def test_the_decision_of_a_game_is_drawn_evenly_from_all_of_them() -> None:
    """By the number of its options, which a trace tells of each decision."""
    table = contests.mixed(BASE, ["greedy"])
    polled = (table.polled(1, range(1_500))[:, 0] > 0).any(axis=1)
    assert polled.all()
    table = contests.mixed(BASE, ["random"])
    found = (table.polled(1, range(1_500))[:, 0] > 0).sum(axis=1)
    two = three = 0.0
    for game in range(300):
        options = [choice.options for choice in table.trace(1, game).choices if choice.options > 1]
        two += options.count(2) / len(options) / 300
        three += options.count(3) / len(options) / 300
    for share, count in ((two, 2), (three, 3)):
        assert (found == count).mean() == pytest.approx(share, abs=4 * (share / 1_500) ** 0.5)


def test_distances_are_symmetric_nothing_between_equals_and_grow_with_noise() -> None:
    names = ["planner", "again", "warm", "hot", "half", "no plan", "random"]
    found = distances(SCENARIO, names, seed=1, nodes=1_000, threads=2)
    values = np.array([[of.value for of in row] for row in found])
    assert (values == values.T).all()
    assert (values.diagonal() == 0).all()
    planner = dict(zip(names, values[0], strict=True))
    assert planner["again"] == 0
    assert 0 < planner["warm"] < planner["hot"] < planner["random"]
    assert planner["half"] == pytest.approx(planner["random"] / 2)
    assert planner["no plan"] > 0.1
    alone = distances(SCENARIO, names, seed=1, nodes=1_000, threads=1)
    assert alone == found


def test_a_distance_is_half_the_difference_of_chances_with_its_error_over_games() -> None:
    names = ["planner", "greedy"]
    found = distances(BASE, names, seed=4, nodes=500)[0][1]
    polled = contests.mixed(BASE, names).polled(4, range(500))
    by_game = [
        sum(abs(float(a) - float(b)) for a, b in zip(of[0], of[1], strict=True)) / 2
        for of in polled
    ]
    assert found.value == pytest.approx(np.mean(by_game))
    assert found.se == pytest.approx(np.std(by_game, ddof=1) / np.sqrt(500))
