"""How often comparisons are right: slices of the proofs, and bounds where nothing is random but m."""

from math import inf

import numpy as np
import pytest

from loopsim.games.loop_inc.game import Table
from loopsim.scenario import load
from loopsim.studies.compared import Block, Number, Term
from tests.compare.chance import Held, Pairs, coverage, nothing_there, only, together

BASE = "loop-inc/base"


def random_bots(name: str, **more: object) -> Table:
    return Table(load(name), ["random"], **more)


def test_where_there_is_nothing_one_p_in_twenty_is_below_5_percent() -> None:
    """The anomaly deck keyed anew: other games of the same law. `make proofs` asks it of each number."""
    pairs = Pairs(random_bots(BASE), random_bots(BASE, rekey=["anomalies"]))
    null = nothing_there(pairs, comparisons=120, games=500, seed=8)
    judged = null.tested >= 110
    assert judged.sum() > 80
    assert null.early[judged].mean() == pytest.approx(0.05, abs=0.015)
    assert null.early[judged].max() < 0.13
    assert {*null.any_q} == {"metrics", "details", "items"}
    assert max(null.any_q.values()) < 0.12


def test_intervals_of_real_pairs_hold_the_difference_of_all_of_them() -> None:
    pairs = Pairs(random_bots(BASE), random_bots("loop-inc/more-anomalies"))
    wanted = {
        number.metric: only(block, 0)
        for block in pairs.blocks
        for number in block.numbers[:1]
        if number.metric in ("score", "margin", "tears_no_open_machine", "relative_lift")
    }
    games = together([*pairs.play(60_000, 9, [*wanted.values()])])
    for (metric, block), of in zip(wanted.items(), games, strict=True):
        (held,) = coverage(block, of, size=1_000, replicates=500)
        assert held.intervals > 490, metric
        assert held.intervals_held == pytest.approx(0.95, abs=0.03), metric


def planted(differing: float, size: int, *, most: float) -> Held:
    """Replicates of pairs in which a share of the games differ, all by the same and one way."""
    number = Number(
        "metrics", "hits", "game", 0, "", "Hits", "share", (1, 1), 0.1, least=0, most=most
    )
    block = Block((number,), (1,), False, lambda *_: [])
    rng = np.random.default_rng(3)
    hits = (rng.random((1, 200_000)) < differing).astype(np.int64)
    arms = [[Term(np.zeros_like(hits), None)], [Term(hits, None)]]
    (held,) = coverage(block, arms, size=size, replicates=2_000)
    return held


@pytest.mark.parametrize("expected", [6, 12, 20])
@pytest.mark.parametrize("most", [1, inf])
def test_bounds_hold_where_all_that_differs_does_so_one_way(expected: float, most: float) -> None:
    """The worst case: there it holds in 97.5 % at the least, and not always."""
    held = planted(expected / 2_000, 2_000, most=most)
    assert held.bounds > 1_900
    assert 0.97 <= held.bounds_held < 0.995
