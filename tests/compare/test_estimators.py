"""Every number of a comparison against its naive twin (metrics.md 1, 7)."""

from collections.abc import Iterator

import pytest

from loopsim import Result
from tests.compare import naive
from tests.compare.conftest import GAMES, Pair
from tests.compare.naive import Row

TABLES = ("metrics", "details", "items")


@pytest.fixture(scope="module", params=["expansions", "seldom"])
def pair(request: pytest.FixtureRequest) -> Pair:
    return request.getfixturevalue(request.param)


@pytest.fixture(scope="module")
def twins(pair: Pair) -> dict[str, list[tuple[Row, Row]]]:
    """Rows of each table with what they must say."""
    a, b = naive.Arm(pair.a), naive.Arm(pair.b)
    return {table: [*_of_table(pair, a, b, table)] for table in TABLES}


def _of_table(pair: Pair, a: naive.Arm, b: naive.Arm, table: str) -> Iterator[tuple[Row, Row]]:
    theirs = {item["key"] for item in b.setting.items}
    shared = [item["key"] for item in a.setting.items if item["key"] in theirs]
    for row in pair.study.table(table).iter_rows(named=True):
        key = shared[row["index"]] if row["group"] == "item" else ""
        yield row, naive.expected([a, b], [-1, 1], row, key)


@pytest.mark.parametrize("table", TABLES)
def test_every_number_is_that_of_its_naive_twin(twins, table: str) -> None:
    assert len(twins[table]) >= 30
    for row, twin in twins[table]:
        where = row["metric"], row["index"]
        for name, value in twin.items():
            assert naive.close(row[name], value), (where, name, row[name], value)


def test_the_bound_of_a_share_lets_one_game_change_it_from_0_to_1(seldom: Pair) -> None:
    found = 0
    for row in seldom.study.table("metrics").iter_rows(named=True):
        metric = seldom.a.measures.metric(row["metric"])
        if row["bound"] is not None and row["unit"] in ("share", "win share") and not metric.ratio:
            expected = naive.bound(1.0, row["differing"], GAMES)
            assert row["bound"] == pytest.approx(expected, rel=1e-12)
            found += 1
    assert found >= 5


@pytest.mark.parametrize("table", TABLES)
def test_q_is_that_of_benjamini_and_hochberg_within_the_table(pair: Pair, table: str) -> None:
    rows = pair.study.table(table).to_dicts()
    expected = naive.q_values([row["p"] for row in rows])
    for row, q in zip(rows, expected, strict=True):
        assert naive.close(row["q"], q), row["metric"]
    assert table != "metrics" or any(row["q"] is not None for row in rows)


@pytest.mark.parametrize("table", TABLES)
def test_every_verdict_is_that_of_its_interval_bound_and_q(pair: Pair, table: str) -> None:
    for row in pair.study.table(table).iter_rows(named=True):
        assert (row["verdict"], row["more_games"]) == naive.verdict(row), row["metric"]


def test_the_two_pairs_show_every_verdict(expansions: Pair, seldom: Pair) -> None:
    seen = {
        verdict
        for pair in (expansions, seldom)
        for table in TABLES
        for verdict in pair.study.table(table)["verdict"]
    }
    assert seen == {
        "identical", "no difference that matters", "real but small", "higher", "lower", "not resolved"
    }  # fmt: skip


def test_each_end_of_a_difference_is_as_its_run_says(pair: Pair) -> None:
    """One definition a number: the same value and interval in `run` and in `compare`."""
    for table in TABLES:
        for row in pair.study.table(table).iter_rows(named=True):
            for end, result in (("a", pair.a), ("b", pair.b)):
                ends = row[end], row[f"{end}_low"], row[f"{end}_high"]
                for found, said in zip(ends, _as_run_says(row, result), strict=True):
                    assert naive.close(found, said), (row["metric"], row["index"], end)


def _as_run_says(row: Row, result: Result) -> tuple[float | None, float | None, float | None]:
    of = result.estimates
    if row["group"] == "item":
        names = [item["trip"] for item in result.setting.items]
        trip = names.index(row["item"])
        lift = row["metric"] == "relative_lift"
        estimate = of.relative_lift(trip) if lift else of.of(row["metric"], "item", trip)
    else:
        estimate = of.of(row["metric"], row["group"], row["index"])
    return estimate.value, estimate.low, estimate.high
