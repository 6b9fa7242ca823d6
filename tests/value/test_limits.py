"""The most that a seat can do and have: by hand, and never passed in games."""

import numpy as np
import pytest

from loopsim.games.loop_inc import items, limits
from loopsim.games.loop_inc.game import Table
from loopsim.scenario import load


def test_limits_of_the_base_game_are_those_of_its_rules() -> None:
    scenario = load("loop-inc/base", (), 4)
    assert limits.turns(scenario) == 3 + 6 + 9  # LI-10
    assert limits.launches(scenario) == 1 + 2 + 3  # LI-15
    assert limits.ads(scenario) == 3  # LI-06
    assert limits.tears(scenario) == 18 + 2 * 6  # paradox patch takes tears back
    dearest = max(trip.points for trip in scenario.trips_in_play)
    # six launches a point dearer and three ads met, against six for tears, 60 waste, three failed ads
    assert limits.score_range(scenario) == 6 * (dearest + 1) + 3 + 6 + 60 + 9


def test_li_50_without_effects_that_take_tears_back_the_last_tear_is_the_one_that_eliminates() -> (
    None
):
    only_points = {"anomaly.paradox_patch.steps": [{"do": "points", "k": 2}]}
    scenario = load("loop-inc/base", only_points, 4)
    assert limits.tears(scenario) == 4


def test_li_25f_effect_points_count_with_what_repeats_them() -> None:
    base = load("loop-inc/base", (), 4)
    repeated = {
        "anomaly.paradox_patch.steps": [{"do": "points", "k": 2}],
        "anomaly.deja_vu.steps": [{"do": "repeat_last"}, {"do": "points", "k": -5}],
        "anomaly.remodel.steps": [{"do": "points", "k": 1}, {"do": "repeat_last"}],
    }
    changed = load("loop-inc/base", repeated, 4)
    up, down = 24 * (1 + 2), 24 * 5  # on every turn and with every launch
    assert limits.score_range(changed) == limits.score_range(base) + up + down


def test_li_06_ads_given_back_are_put_down_again_if_there_are_any() -> None:
    more = {"expansions": ["more"]}  # sponsor gives an ad back
    assert limits.ads(load("loop-inc/base", more, 4)) == 3 + 24
    assert limits.ads(load("loop-inc/base", more | {"rules.ads_per_player": 0}, 4)) == 0


def test_changes_of_a_game_are_those_of_all_its_seats() -> None:
    scenario = load("loop-inc/base", (), 3)
    outcomes, knockout = items.largest_changes(scenario)
    score = limits.score_range(scenario)
    assert outcomes == {"score": score, "win_share": 1, "tears": 30}
    assert knockout == {
        "score": 3 * score,
        "launches": 18,
        "tears_taken": 90,
        "ads_placed": 9,
        "eliminated": 3,
        "margin": score,
    }


@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_no_seat_passes_a_limit(bots) -> None:
    scenario = load("loop-inc/all", {"rules.tear_costs": [1, 1, 1, 1, 1, 1, 1, 1]}, 4)
    table = Table(scenario, [bots])
    rows = table.blank_rows(1_000)
    table.play(1, 0, rows)
    seats, most = rows["seats"], limits.of_seat(scenario)
    assert np.ptp(seats["score"]) <= most["score"]
    assert 0 < seats["tears"].sum(axis=(2, 3)).max() <= most["tears"]
    assert 0 < seats["launches"].sum(axis=2).max() <= most["launches"]
    assert seats["ads_placed"].sum(axis=2).max() <= most["ads_placed"]
