"""What counts cannot be more than (metrics.md 7: the largest difference that a metric allows)."""

from collections.abc import Sequence
from math import inf

import polars as pl
import pytest

import loopsim
from loopsim import Result

#: Of base: three new cards a day and those of the days before make 18 turns; 1, 2 and 3 machines.
BY_UNIT = {
    "launches": 6,
    "tears": 18 + 2 * 6,  # one a card and a launch, one more a bonus
    "ads": 3 * 3 * (18 + 6),  # one a step of a card or a bonus, or of the card that a step repeats
    "tokens": 3 * 3 * (18 + 6),  # as ads; more than every token of the five types on each day
}
PLAYERS = 4


@pytest.fixture(scope="module")
def run() -> Result:
    return loopsim.run("loop-inc/all", games=1_000, players=PLAYERS, bots="random", seed=3)


def test_limits_are_those_of_the_rules(run: Result) -> None:
    limits = {
        "seats": BY_UNIT | dict.fromkeys(("turns", "cards"), 18),
        "games": dict.fromkeys(("turns", "changes"), PLAYERS * 18),
        "items": {},
    }
    for metric in run.measures.metrics:
        limit = inf if metric.ratio else limits[metric.level].get(metric.unit, inf)
        assert metric.limit == limit, metric.name


def test_no_game_or_seat_has_more_than_a_limit(run: Result) -> None:
    seen = 0
    for metric in run.measures.metrics:
        if metric.limit < inf:
            most = max(_ys(run, metric.level, metric.y)) / metric.scale
            assert 0 <= most <= metric.limit, metric.name
            seen += most == metric.limit
    assert (
        seen >= 3
    )  # so that they are no larger than need be: all turns are taken, all machines used


def _ys(run: Result, level: str, y: pl.Expr) -> Sequence[int]:
    return run.table(level).collect().select(y.cast(pl.Int64)).to_series().to_list()
