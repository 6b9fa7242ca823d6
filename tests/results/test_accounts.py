"""The checker of accounts: made-up facts that keep them pass, every single change is found."""

import polars as pl
import pytest

from loopsim.facts import Facts
from tests.results import synthetic
from tests.results.accounts import check_accounts

TABLE = synthetic.setting(4)
MEASURES = synthetic.measures_of(TABLE)


@pytest.fixture(scope="module")
def facts() -> Facts:
    return synthetic.facts(200, TABLE)


def check(facts: Facts) -> None:
    frames = [MEASURES.derive(level, facts[level].lazy()) for level in MEASURES.levels()]
    check_accounts(*frames, synthetic.RULES)


def test_facts_that_keep_the_accounts_pass(facts: Facts) -> None:
    check(facts)


@pytest.mark.parametrize(
    ("level", "column"),
    [
        ("games", "outcome"),
        ("games", "first"),
        ("games", "turns_day2"),
        ("games", "decisions"),
        ("games", "forced"),
        ("games", "survivors"),
        ("games", "winners"),
        ("seats", "place"),
        ("seats", "seat"),
        ("seats", "win_share"),
        ("seats", "score"),
        ("seats", "trip_points"),
        ("seats", "office_points"),
        ("seats", "effect_points"),
        ("seats", "penalty"),
        ("seats", "eliminated"),
        ("seats", "waste_made_day2"),
        ("seats", "new_move_day2"),
        ("seats", "past_trash"),
        ("seats", "last_tear_cause"),
        ("seats", "last_tear_day"),
        ("seats", "waste_discarded"),
        ("seats", "tears_effect_day2"),
        ("seats", "tears_second_visitor_day1"),
        ("seats", "launches_day3"),
        ("seats", "second"),
        ("seats", "ads_placed_day1"),
        ("seats", "met_ads_day2"),
        ("seats", "failed_ads_day3"),
        ("seats", "ads_lifted"),
        ("trips", "visits_day2"),
        ("trips", "second"),
        ("trips", "ads"),
        ("trips", "visitors"),
        ("trips", "game"),
    ],
)
def test_one_more_in_one_row_is_found(facts: Facts, level: str, column: str) -> None:
    last = pl.int_range(pl.len()) == pl.len() - 1
    changed = facts[level].with_columns(pl.col(column) + last.cast(facts[level].schema[column]))
    with pytest.raises(AssertionError, match="broken in"):
        check({**facts, level: changed})
