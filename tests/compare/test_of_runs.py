"""Runs compared by their summaries: the tables of a comparison, with the errors of separate runs."""

from collections.abc import Mapping
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import loopsim
from loopsim.errors import InputError
from loopsim.results import Result
from loopsim.studies.of_runs import of_runs


def played(**more: Any) -> Result:
    asked: Mapping[str, Any] = {"games": 200, "bots": "random", "seed": 1, "keep": "summary"}
    return loopsim.run("loop-inc/base", **{**asked, **more})


@pytest.fixture(scope="module")
def of_three() -> Result:
    return played(players=3)


@pytest.fixture(scope="module")
def of_four() -> Result:
    return played(players=4)


def test_the_tables_are_those_of_a_comparison_of_set_ups_that_share_no_games(
    of_three: Result, of_four: Result
) -> None:
    compared = loopsim.compare(
        "loop-inc/base", vary={"players": [3, 4]}, games=200, bots="random", seed=1
    )
    study = of_runs([of_three, of_four])
    assert study.kind == "compare"
    assert study.manifest["paired"] is False
    assert [*study.tables] == [*compared.tables]
    for name, table in compared.tables.items():
        # the bound of what no game has is told by the largest value seen, or by what sums allow
        told = [column for column in table.columns if column not in ("setup", "against", "bound")]
        assert_frame_equal(study.table(name).select(told), table.select(told), rel_tol=1e-12)
        assert table.height
    bounds = [of.table("metrics")["bound"].fill_null(0) for of in (study, compared)]
    assert (bounds[0] >= bounds[1]).all()


def test_the_numbers_of_an_arm_are_those_of_its_run(of_three: Result, of_four: Result) -> None:
    rows = of_runs([of_three, of_four]).table("metrics").filter(group="seat")
    assert rows.height > 20
    for row in rows.iter_rows(named=True):
        for arm, run in (("a", of_three), ("b", of_four)):
            told = run.estimates.of(row["metric"])
            assert (row[arm], row[f"{arm}_low"], row[f"{arm}_high"]) == pytest.approx(
                (told.value, told.low, told.high)
            )


def test_runs_of_other_numbers_of_games_keep_their_own_errors(of_four: Result) -> None:
    long = played(games=700, seed=2)
    study = of_runs([of_four, long])
    row = study.table("metrics").row(by_predicate=pl.col("metric") == "score", named=True)
    a, b = (run.estimates.of("score") for run in (of_four, long))
    assert None not in (a.value, a.se, b.value, b.se)
    assert row["difference"] == pytest.approx(b.value - a.value)  # type: ignore[operator]
    assert row["se"] == pytest.approx(sqrt(a.se**2 + b.se**2))  # type: ignore[operator]
    deviation = a.se * sqrt(200)  # type: ignore[operator]
    assert row["effect_size"] == pytest.approx(row["difference"] / deviation)
    assert row["games"] == study.manifest["games"] == 200
    assert [arm["games"] for arm in study.manifest["arms"]] == [200, 700]
    assert [arm["seed"] for arm in study.manifest["arms"]] == [1, 2]
    errors = [of.table("metrics")["se"].fill_null(0) for of in (study, of_runs([long, of_four]))]
    assert errors[0].to_list() == pytest.approx(errors[1].to_list())


def test_runs_of_one_law_seldom_differ() -> None:
    runs = [played(games=400, seed=seed) for seed in range(8)]
    p = of_runs(runs).table("metrics")["p"].drop_nulls().to_numpy()
    assert len(p) > 500
    assert np.mean(p < 0.05) < 0.15  # all are against the same first run


def test_runs_are_called_by_scenario_or_else_by_folder(tmp_path: Path, of_four: Result) -> None:
    other = loopsim.run("loop-inc/office", games=2, bots="random", keep="summary")
    assert labels(of_four, other) == ["loop-inc/base", "loop-inc/office"]
    assert labels(of_four, played(seed=3)) == ["run 1", "run 2"]
    kept = []
    for folder in ("a/run", "b/run", "c/other"):
        of_four.write(tmp_path / folder)
        kept.append(Result.read(tmp_path / folder))
    assert labels(kept[0], kept[2]) == ["run", "other"]
    assert labels(*kept[:2]) == [str(tmp_path / "a/run"), str(tmp_path / "b/run")]
    with pytest.raises(InputError, match="twice; allowed: each run once"):
        of_runs([kept[0], kept[0]])


def labels(*runs: Result) -> list[str]:
    return [arm["label"] for arm in of_runs(runs).manifest["arms"]]


def test_a_run_of_one_game_is_told_in_a_line(of_four: Result) -> None:
    with pytest.raises(InputError, match=r"^run 2: found a run of 1 game; allowed: two games"):
        of_runs([of_four, played(games=1)])
