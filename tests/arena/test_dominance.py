"""Who is dominated, and who beats whom in a cycle."""

import numpy as np
import pytest

from loopsim.stats import Estimate
from loopsim.studies.strength.dominance import cycles, fields_resolved, is_circle, z_of_pairs


def differences(*intervals: tuple[float, float]) -> list[Estimate]:
    return [Estimate((low + high) / 2, 1.0, low, high, 100) for low, high in intervals]


def test_who_is_nowhere_worse_and_somewhere_better_dominates() -> None:
    assert fields_resolved(differences((0.1, 0.3), (-0.1, 0.1), (0.2, 0.4))) == 2


def test_who_is_nowhere_resolved_to_be_better_does_not_dominate() -> None:
    assert fields_resolved(differences((-0.1, 0.3), (0.0, 0.1))) == 0


def test_who_is_worse_against_one_field_does_not_dominate() -> None:
    assert fields_resolved(differences((0.1, 0.3), (-0.2, 0.1))) == 0
    assert fields_resolved([*differences((0.1, 0.3)), Estimate(None, None, None, None, 0)]) == 0


def test_cycles_are_found_whoever_is_between_them() -> None:
    beats = np.zeros((7, 7), bool)
    for winner, loser in ((5, 1), (1, 3), (3, 5), (0, 1), (3, 4), (4, 2), (2, 4), (6, 0)):
        beats[winner, loser] = True
    assert cycles(beats) == [[1, 3, 5], [2, 4]]


def test_without_a_cycle_there_is_none() -> None:
    assert cycles(np.triu(np.ones((5, 5), bool), 1)) == []


def beating(*pairs: tuple[int, int]) -> np.ndarray:
    beats = np.zeros((4, 4), bool)
    for winner, loser in pairs:
        beats[winner, loser] = True
    return beats


def test_a_circle_is_of_three_or_more_one_way_round() -> None:
    assert is_circle(beating((0, 1), (1, 2), (2, 0)))
    assert is_circle(beating((0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (2, 0)))


def test_bots_that_each_beat_the_other_are_no_circle() -> None:
    assert not is_circle(beating((0, 1), (1, 0)))
    assert not is_circle(beating((0, 1), (1, 0), (1, 2), (2, 1), (2, 0), (0, 2)))
    assert not is_circle(beating((0, 1), (1, 0), (1, 2), (2, 0)))  # back at 0 only by way of both


def test_the_interval_of_many_pairs_is_wider() -> None:
    assert z_of_pairs(1) == pytest.approx(1.96, abs=1e-4)
    assert z_of_pairs(90) == pytest.approx(3.4524, abs=1e-4)
