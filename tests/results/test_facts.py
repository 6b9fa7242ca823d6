"""Facts: from the rows of the kernel to frames and Parquet parts and back."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from loopsim.errors import InputError
from loopsim.facts import Facts, flatten, join, scan, schema, write_part
from loopsim.kernels.loop_inc.names import CAUSES
from tests.results import synthetic

TABLE = synthetic.setting(3)
MEASURES = synthetic.measures_of(TABLE)


@pytest.fixture
def facts() -> Facts:
    return synthetic.facts(300, TABLE)


def cut(facts: Facts, start: int, stop: int) -> Facts:
    inside = pl.col("game").is_between(start, stop, closed="left")
    return {level: frame.filter(inside) for level, frame in facts.items()}


def same(a: Facts, b: Facts) -> None:
    assert a.keys() == b.keys()
    for level in a:
        assert a[level].equals(b[level])
        assert a[level].schema == b[level].schema


def test_every_cell_of_a_row_becomes_a_column() -> None:
    rows = synthetic.rows(50, TABLE)
    seats = flatten(rows, MEASURES, 3)["seats"]
    assert seats.height == 150
    cause = CAUSES.index("effect")
    assert (
        seats["tears_effect_day2"].to_list()
        == rows["seats"]["tears"][:, :, cause, 1].ravel().tolist()
    )
    assert (
        seats["score_after_day3"].to_list()
        == rows["seats"]["score_after"][:, :, 2].ravel().tolist()
    )
    assert seats["game"].dtype == pl.Int64
    assert seats["tears_effect_day2"].dtype == pl.UInt8
    assert not any(name.endswith("day4") for name in seats.columns)


def test_every_cell_keeps_its_own_value() -> None:
    """Each cell of one row gets another value, so that no two columns can be mixed up."""
    rows = synthetic.rows(1, TABLE)
    for array in rows.values():
        for name in array.dtype.names or ():
            array[name] = np.arange(array[name].size).reshape(array[name].shape) % 50
    days = 4  # all that a row has
    for level, frame in flatten(rows, MEASURES, days).items():
        for column in MEASURES.columns:
            if column.level == level:
                for name, index in column.cells(days):
                    expected = rows[level][column.name][(..., *index)].ravel()
                    assert frame[name].to_list() == expected.tolist()


def test_parts_are_read_back_in_the_order_of_the_games(facts: Facts, tmp_path: Path) -> None:
    for start, stop in [(200, 300), (0, 90), (90, 200)]:
        write_part(tmp_path, cut(facts, start, stop))
    same({level: frame.collect() for level, frame in scan(tmp_path, MEASURES).items()}, facts)
    names = sorted(path.name for path in (tmp_path / "seats").iterdir())
    assert names == [f"{first:012d}.parquet" for first in (0, 90, 200)]


def test_a_part_without_its_games_is_not_complete_and_not_read(
    facts: Facts, tmp_path: Path
) -> None:
    for start, stop in [(0, 90), (90, 300)]:
        write_part(tmp_path, cut(facts, start, stop))
    (tmp_path / "games" / "000000000090.parquet").unlink()
    read = scan(tmp_path, MEASURES)
    assert read["seats"].collect().equals(cut(facts, 0, 90)["seats"])


def test_a_folder_without_facts_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no facts in this run"):
        scan(tmp_path, MEASURES)


def test_same_facts_give_the_same_bytes(facts: Facts, tmp_path: Path) -> None:
    for folder in ("a", "b"):
        write_part(tmp_path / folder, facts)
    for level in MEASURES.levels():
        a, b = (tmp_path / folder / level / "000000000000.parquet" for folder in ("a", "b"))
        assert a.read_bytes() == b.read_bytes()


def test_parts_join_in_any_order(facts: Facts) -> None:
    same(join([cut(facts, 200, 300), cut(facts, 0, 200)]), facts)
    with pytest.raises(ValueError, match="no facts"):
        join([])


def test_schema_describes_every_column_that_is_read(facts: Facts) -> None:
    documented = schema(MEASURES, TABLE.days)
    for level in MEASURES.levels():
        frame = MEASURES.derive(level, facts[level].lazy()).collect()
        rows = documented.filter(pl.col("level") == level)
        assert rows["column"].to_list() == frame.columns
        assert rows["dtype"].to_list() == [str(dtype).lower() for dtype in frame.dtypes]
        assert rows["meaning"].str.len_chars().min() > 3


def test_derived_columns_are_the_sums_of_their_parts(facts: Facts) -> None:
    seats = MEASURES.derive("seats", facts["seats"].lazy()).collect()
    cells = [
        name for name in facts["seats"].columns if name.startswith("tears_") and "_day" in name
    ]
    taken = sum(facts["seats"][name].cast(pl.Int64) for name in cells)
    assert (seats["tears_taken"] == taken).all()
    assert (seats["tears_held"] == taken - facts["seats"]["tears_discarded"]).all()
    ads = [f"ads_placed_day{day}" for day in (1, 2, 3)]
    assert (seats["ads_placed"] == sum(facts["seats"][name] for name in ads)).all()
