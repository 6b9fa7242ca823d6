"""The metrics of a game on hand-made facts: a tie, the holder eliminated, one survivor, nobody left."""

from typing import Any

import numpy as np
import pytest

from loopsim.estimates import Estimates
from loopsim.facts import flatten
from loopsim.kernels.loop_inc.layout import GAMES, SEATS, TRIPS
from loopsim.summary import summarise
from tests.results import synthetic

TABLE = synthetic.setting(3)
MEASURES = synthetic.measures_of(TABLE)

#: One game each, three seats in turn order, 54 turns. Trip 3 is on the board, visited by some.
TIE = {
    "game": {"survivors": 3, "winners": 2, "margin": 0, "lead_alone": [0, -1, -1]},
    "seats": {
        "score": [9, 9, 4],
        "win_share": [30, 30, 0],
        "turns_behind": [6, 30, 50],
        "tear_decided": [0, 0, 1],
    },
    "score_after": [[4, 1, 2], [5, 5, 3]],
    "visits": (2, 30 - 20 + 0 - 20),  # places 0 and 2
}
HOLDER_ELIMINATED = {
    "game": {"survivors": 2, "winners": 1, "margin": 5, "lead_alone": [1, 0, 2]},
    "seats": {
        "score": [-8, 2, 7],
        "win_share": [0, 0, 60],
        "turns_behind": [20, 50, 40],
        "led_when_out": [1, 0, 0],
        "eliminated": [1, 0, 0],
        "eliminated_day": [3, 0, 0],
    },
    "score_after": [[1, 6, 0], [9, 1, 0]],
    "visits": (1, 60 - 20),  # place 2
}
ONE_SURVIVOR = {
    "game": {"survivors": 1, "winners": 1, "margin": 0, "lead_alone": [2, 2, 1]},
    "seats": {
        "score": [0, -3, 5],
        "win_share": [0, 60, 0],
        "turns_behind": [54, 27, 0],
        "eliminated": [1, 0, 1],
        "eliminated_day": [1, 0, 3],
    },
    "score_after": [[8, -4, 1], [8, -4, 2]],
    "visits": (0, 0),
}
NOBODY_LEFT = {
    "game": {"survivors": 0, "winners": 0, "margin": 0, "lead_alone": [-1, 0, -1]},
    "seats": {
        "score": [-6, -7, -8],
        "win_share": [0, 0, 0],
        "turns_behind": [54, 54, 54],
        "eliminated": [1, 1, 1],
        "eliminated_day": [3, 2, 1],
    },
    "score_after": [[0, 0, 0], [0, 0, 0]],
    "visits": (1, 0 - 20),
}


def estimates(*games: dict[str, Any], copies: int = 1) -> Estimates:
    """The estimates of some games, each played `copies` times."""
    played = [game for game in games for _ in range(copies)]
    g, s = np.zeros(len(played), GAMES), np.zeros((len(played), 3), SEATS)
    t = np.zeros((len(played), 1), TRIPS)
    for i, game in enumerate(played):
        g["game"][i] = s["game"][i] = t["game"][i] = i
        g["turns"][i, 0] = 54
        for name, value in game["game"].items():
            g[name][i] = [*value, -1] if name == "lead_alone" else value
        s["place"][i] = s["seat"][i] = range(3)
        for name, values in game["seats"].items():
            s[name][i] = values
        s["score_after"][i, :, :2] = np.transpose(game["score_after"])
        t["trip"][i] = 3
        t["visitors"][i], t["lift"][i] = game["visits"]
    facts = flatten({"games": g, "seats": s, "trips": t}, MEASURES, TABLE.days)
    return Estimates(summarise(facts, MEASURES, TABLE), MEASURES, TABLE)


EXPECTED = {
    # name: tie, holder eliminated, one survivor, nobody left
    "margin": (0, 5, None, None),
    "shared_win": (1, 0, 0, 0),
    "no_winner": (0, 0, 0, 1),
    "trailing": (18 / 54, 40 / 54, 27 / 54, None),
    "comeback_day1": (0.5, 1, 1, None),
    "comeback_day2": (0, 1, 1, None),
    "tear_decided": (1, 0, 0, 0),
    "tear_decided_seat": (1 / 3, 0, 0, 0),
    "eliminated_leader": (0, 1, 0, 0),
    "win_share": (1 / 3, 1 / 3, 1 / 3, 0),
    "eliminated": (0, 1 / 3, 2 / 3, 1),
    "survivor_score": (22 / 3, 4.5, -3, None),
    "visit_lift": (-1 / 12, 2 / 3, None, -1 / 3),
}


@pytest.mark.parametrize("metric", EXPECTED)
def test_metric_of_each_ending(metric: str) -> None:
    games = TIE, HOLDER_ELIMINATED, ONE_SURVIVOR, NOBODY_LEFT
    found = [estimates(game).of(metric).value for game in games]
    for value, expected in zip(found, EXPECTED[metric], strict=True):
        assert value == (None if expected is None else pytest.approx(expected))


def test_games_without_the_thing_stay_in_but_weigh_nothing() -> None:
    margin = estimates(TIE, HOLDER_ELIMINATED, ONE_SURVIVOR, NOBODY_LEFT, copies=20).of("margin")
    assert (margin.value, margin.n) == (2.5, 80)
    # u = ±5 in the 40 games with two survivors (x̄ = 1/2), 0 in the others
    assert margin.se == pytest.approx((40 * 5**2 / (80 * 79)) ** 0.5)


def test_win_lift_of_the_trip_is_per_visitor() -> None:
    both = estimates(TIE, HOLDER_ELIMINATED, NOBODY_LEFT)
    assert both.of("win_lift", index=3).value == pytest.approx((-10 + 40 - 20) / 60 / 4)
    assert both.of("win_lift", index=4).value is None


def test_comeback_is_measured_from_the_best_seat_still_in_play() -> None:
    comeback = {"value": 3, "game": 0, "games": 1}  # 4 - 1 after day 1
    assert estimates(TIE).telling()["comeback"] == comeback
    assert estimates(HOLDER_ELIMINATED).telling()["comeback"]["value"] == 9
    # the 8 points of the seat eliminated on day 1 do not count
    assert estimates(ONE_SURVIVOR).telling()["comeback"]["value"] == 6
    assert "comeback" not in estimates(NOBODY_LEFT).telling()


def test_closest_game_needs_two_survivors_and_the_first_wins_a_tie() -> None:
    all_games = estimates(NOBODY_LEFT, ONE_SURVIVOR, HOLDER_ELIMINATED, TIE, copies=2)
    assert all_games.telling()["closest"] == {"value": 0, "game": 6, "games": 2}
