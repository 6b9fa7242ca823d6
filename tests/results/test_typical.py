"""The typical game: by hand, and against a slow twin with exact fractions."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import loopsim as api
from loopsim.facts import Facts, flatten, scan
from loopsim.kernels.loop_inc.layout import GAMES, SEATS, TRIPS
from loopsim.series import Series
from loopsim.typical import typical
from tests.results import synthetic

TWO = synthetic.setting(2)


def found(games: Sequence[Mapping[str, Any]], metrics: str, *, first: int = 0) -> int | None:
    """The typical game of two-player games: facts of games, and scores of seats as `score`."""
    g, s = np.zeros(len(games), GAMES), np.zeros((len(games), 2), SEATS)
    t = np.zeros((len(games), 1), TRIPS)
    g["survivors"] = 2
    for i, game in enumerate(games):
        g["game"][i] = s["game"][i] = t["game"][i] = first + i
        for name, value in game.items():
            (s if name == "score" else g)[name][i] = value
    measures = replace(synthetic.measures_of(TWO), typical=metrics.split())
    facts = flatten({"games": g, "seats": s, "trips": t}, measures, TWO.days)
    return typical(Series(facts, measures, TWO))


def decisions(*values: int) -> list[dict[str, int]]:
    return [{"decisions": value} for value in values]


def test_the_typical_game_is_the_one_nearest_to_the_mean() -> None:
    assert found(decisions(10, 20, 31, 19, 40), "decisions") == 1  # the mean is 24


def test_of_games_equally_far_the_first_is_typical() -> None:
    assert found(decisions(10, 30), "decisions") == 0
    assert found(decisions(50, 30, 10, 30, 26, 34), "decisions") == 1  # the mean is 30
    assert found(decisions(0, 33, 27, 60), "decisions") == 1


def test_the_index_is_that_of_the_run() -> None:
    assert found(decisions(10, 20, 31), "decisions", first=7) == 8


def test_distances_are_in_units_of_the_standard_deviation() -> None:
    """Game 2 is nearest in decisions and, in plain numbers, in both; in units of s it is game 3."""
    games = [
        {"decisions": d, "lead_changes_turn": c}
        for d, c in [(100, 3), (200, 3), (150, 9), (160, 3)]
    ]
    assert found(games, "decisions") == 2
    assert found(games, "decisions lead_changes_turn") == 3


def test_the_standard_deviation_is_that_of_a_sample() -> None:
    """Which matters where metrics have a value in unlike many games: only three have a margin here.

    With n instead of n - 1 game 1 were the nearest (0.99 against 1.14), and not game 0 (0.90 against 0.76).
    """
    whole = [{"decisions": d, "margin": m} for d, m in [(50, 0), (60, 3), (40, 9)]]
    others = [{"decisions": d, "survivors": 1} for d in [61, 39] * 5]
    assert found([*whole, *others], "decisions margin") == 0


def test_a_number_of_seats_is_summed_over_them() -> None:
    scores = [(10, 12), (0, 40), (30, 30), (20, 1)]  # the mean of the sums is 35.75
    assert found([{"score": score} for score in scores], "score") == 1


def test_a_game_without_a_margin_is_no_candidate_and_not_in_its_mean() -> None:
    """Game 2 has a sole survivor. Were its margin of 0 in the mean, game 1 were the nearest."""
    games = [{"margin": 8}, {"margin": 4}, {"margin": 0, "survivors": 1}, {"margin": 7}]
    assert found(games, "margin") == 3  # the mean is 19 / 3
    assert found([*games, *[{"margin": 30, "survivors": 1}] * 20], "margin decisions") == 3


def test_what_is_the_same_in_all_games_is_left_out() -> None:
    games = [{"decisions": d, "turns": 72} for d in (10, 20, 24)]
    assert found(games, "turns decisions") == found(games, "decisions") == 1
    assert found(games, "turns") == 0


def test_the_only_game_is_typical_unless_it_lacks_a_value() -> None:
    assert found([{"margin": 3, "decisions": 40}], "margin decisions") == 0
    assert found([{"survivors": 1}], "margin decisions") is None


def naive(facts: Facts) -> int:
    """The typical game of some games of Loop, Inc., game by game and exactly."""
    seats = facts["seats"].to_dicts()
    games = []
    for game in facts["games"].to_dicts():
        own = [seat for seat in seats if seat["game"] == game["game"]]

        def total(prefix: str, own: list[dict[str, Any]] = own) -> int:
            return sum(v for seat in own for name, v in seat.items() if name.startswith(prefix))

        values = [sum(v for name, v in game.items() if name.startswith("turns_day"))]
        values += [game[name] for name in ("decisions", "lead_changes_turn")]
        values.append(game["margin"] if game["survivors"] >= 2 else None)
        values.append(sum(seat["score"] for seat in own))
        values += [total("tears_") - total("tears_discarded")]
        values += [total("launches_day"), total("ads_placed_day")]
        games.append(values)
    distance = [Fraction(0)] * len(games)
    for values in zip(*games, strict=True):
        known = [value for value in values if value is not None]
        mean = Fraction(sum(known), len(known))
        variance = sum((value - mean) ** 2 for value in known) / (len(known) - 1)
        if variance:
            distance = [
                so_far + ((value or 0) - mean) ** 2 / variance
                for so_far, value in zip(distance, values, strict=True)
            ]
    candidates = [i for i, values in enumerate(games) if None not in values]
    return min(candidates, key=lambda i: (distance[i], i))


@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_typical_game_is_that_of_the_slow_twin(players: int, seed: int) -> None:
    table = synthetic.setting(players)
    measures = synthetic.measures_of(table)
    facts = synthetic.facts(60, table, seed)
    assert typical(Series(facts, measures, table)) == naive(facts)


def test_a_run_tells_its_typical_game(tmp_path: Path) -> None:
    run = api.run(games=80, players=3, bots="random", seed=3, out=tmp_path)
    facts = {level: rows.collect() for level, rows in scan(tmp_path, run.measures).items()}
    game = naive(facts)
    assert game != 0
    assert run.telling_texts["typical"].game == game
