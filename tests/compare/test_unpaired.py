"""Set-ups of other numbers of players share no games: they are compared as separate runs."""

from math import sqrt

import pytest

import loopsim
from loopsim import Result, Study
from tests.compare import naive

GAMES = 300


@pytest.fixture(scope="module")
def study() -> Study:
    return loopsim.compare(
        "loop-inc/base", vary={"players": [3, 4]}, games=GAMES, bots="random", seed=6
    )


@pytest.fixture(scope="module")
def runs() -> list[Result]:
    return [loopsim.run(games=GAMES, bots="random", seed=6, players=n) for n in (3, 4)]


@pytest.mark.parametrize("table", ["metrics", "details", "items"])
def test_the_error_is_that_of_two_runs(study: Study, runs: list[Result], table: str) -> None:
    arms = [naive.Arm(run) for run in runs]
    keys = [item["key"] for item in runs[0].setting.items]
    for row in study.table(table).iter_rows(named=True):
        key = keys[row["index"]] if row["group"] == "item" else ""
        ratio = arms[0].is_ratio(row)
        a, b = (arm.values(arm.terms(row, key), ratio=ratio) for arm in arms)
        where = row["metric"], row["index"]
        if min(a.having, b.having) == 0:
            assert row["difference"] is row["se"] is row["p"] is None, where
            continue
        assert naive.close(row["difference"], b.value - a.value), where
        if min(a.having, b.having) < naive.FEW:
            assert row["se"] is row["p"] is None, where
            continue
        se = sqrt(sum(s.s**2 / GAMES for s in (a, b)))
        assert naive.close(row["se"], se), where
        if row["verdict"] == "identical":  # in no game of either run is it other than 0
            assert a.s == b.s == row["difference"] == 0, where
            assert row["low"] is row["high"] is row["p"] is None, where
            most = naive.reach(arms[0], [-1, 1], [arm.terms(row, key) for arm in arms], row)
            bound = naive.bound(most, 0, GAMES) if most > 0 else None
            assert naive.close(row["bound"], bound), where
            continue
        assert row["bound"] is None, where
        assert naive.close(row["variance_ratio"], 1.0 if se > 0 else None), where
        assert naive.close(row["effect_size"], (b.value - a.value) / a.s if a.s > 0 else None)
        assert naive.close(row["low"], b.value - a.value - 1.96 * se), where


def test_it_is_said_that_nothing_is_paired(study: Study) -> None:
    assert study.manifest["paired"] is False
    assert study.table("identical")["identical"].to_list() == [None]
    assert study.table("metrics")["differing"].null_count() == study.table("metrics").height


def test_places_are_those_that_both_have(study: Study) -> None:
    places = study.table("metrics").filter(group="place")
    assert places["index"].to_list() == [0, 1, 2]


def test_what_no_player_ever_has_is_identical_and_has_no_p(study: Study) -> None:
    (row,) = study.table("metrics").filter(metric="office_points").iter_rows(named=True)
    assert (row["verdict"], row["a"], row["b"], row["p"]) == ("identical", 0.0, 0.0, None)


def test_the_same_setups_with_other_players_are_paired_again() -> None:
    study = loopsim.compare(
        ["loop-inc/base", "loop-inc/office"], players=2, games=100, bots="random"
    )
    assert study.manifest["paired"] is True
    assert study.manifest["arms"][0]["players"] == 2
