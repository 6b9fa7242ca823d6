"""Factorials: contrasts of the cells, by hand and by loops over games (metrics.md 8)."""

import itertools
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

import polars as pl
import pytest

import loopsim
from loopsim import Study
from tests.compare import naive

GAMES = 300

#: Of each design the keys with their values.
DESIGNS: Mapping[str, Mapping[str, Sequence[Any]]] = {
    "2 × 2": {"rules.components_stay": [False, True], "rules.ad_penalty": [3, 1]},
    "2 × 3": {"rules.trash_empty_tears": [True, False], "rules.waste_cost": [1, 0, 3]},
    "2 × 2 × 2": {"futures": [False, True], "more": [False, True], "office": [False, True]},
}
Place = tuple[int, ...]


@pytest.fixture(scope="module", params=DESIGNS)
def design(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def study(design: str) -> Study:
    return loopsim.factorial(factors=DESIGNS[design], games=GAMES, players=3, bots="random", seed=8)


def cells(study: Study, design: str) -> dict[tuple[Any, ...], dict[Place, float | None]]:
    """Of each number its value at each place of the design, by the order of the set-ups."""
    places = [*itertools.product(*(range(len(values)) for values in DESIGNS[design].values()))]
    labels = [arm["label"] for arm in study.manifest["arms"]]
    found: dict[tuple[Any, ...], dict[Place, float | None]] = {}
    for row in study.table("cells").iter_rows(named=True):
        place = places[labels.index(row["setup"])]
        found.setdefault(number(row), {})[place] = row["value"]
    return found


def number(row: naive.Row) -> tuple[Any, ...]:
    return row["metric"], row["group"], row["index"]


def by_name(study: Study) -> dict[tuple[str, tuple[Any, ...]], naive.Row]:
    return {
        (row["effect"], number(row)): row for row in study.table("effects").iter_rows(named=True)
    }


def name(design: str, factor: int, place: int) -> str:
    key, values = [*DESIGNS[design].items()][factor]
    if [*values] == [False, True]:
        return key
    return f"{key}={str(values[place]).lower()}"


def known(values: Sequence[float | None]) -> bool:
    return all(value is not None for value in values)


def test_a_main_effect_is_the_mean_over_the_others_of_with_less_without(
    study: Study, design: str
) -> None:
    rows = by_name(study)
    seen = 0
    for of, mu in cells(study, design).items():
        for factor in range(len(DESIGNS[design])):
            for level in sorted({place[factor] for place in mu} - {0}):
                row = rows[name(design, factor, level), of]
                ends = [[mu[place] for place in mu if place[factor] == at] for at in (0, level)]
                if not known(ends[0] + ends[1]):
                    continue
                a, b = (fmean(end) for end in ends)
                assert row["order"] == 1
                for found, expected in ((row["a"], a), (row["b"], b), (row["difference"], b - a)):
                    assert naive.close(found, expected), (row["effect"], of)
                seen += 1
    assert seen > 200


def test_an_interaction_is_how_much_more_one_does_when_the_other_is_there(
    study: Study, design: str
) -> None:
    rows = by_name(study)
    seen = 0
    for of, mu in cells(study, design).items():
        if not known([*mu.values()]):
            continue
        factors = range(len(DESIGNS[design]))
        for i, j in itertools.combinations(factors, 2):
            levels = [sorted({place[f] for place in mu} - {0}) for f in (i, j)]
            for of_i, of_j in itertools.product(*levels):

                def at(x: int, y: int, i: int = i, j: int = j, mu: Any = mu) -> float:
                    """Mean over the rest."""
                    return fmean(mu[place] for place in mu if (place[i], place[j]) == (x, y))

                row = rows[f"{name(design, i, of_i)} × {name(design, j, of_j)}", of]
                expected = (at(of_i, of_j) - at(0, of_j)) - (at(of_i, 0) - at(0, 0))
                assert naive.close(row["difference"], expected), (row["effect"], of)
                assert (row["order"], row["a"], row["b"]) == (2, None, None)
                seen += 1
    assert seen > 100


def test_there_are_no_other_effects(study: Study, design: str) -> None:
    sizes = [len(values) - 1 for values in DESIGNS[design].values()]
    pairs = sum(a * b for a, b in itertools.combinations(sizes, 2))
    assert study.table("effects")["effect"].n_unique() == sum(sizes) + pairs
    numbers = len(cells(study, design))
    assert study.table("effects").height == numbers * (sum(sizes) + pairs)


@pytest.mark.parametrize("design", ["2 × 2"], indirect=True)
def test_contrasts_add_up_to_the_cells(study: Study, design: str) -> None:
    rows = by_name(study)
    a, b = (name(design, factor, 1) for factor in (0, 1))
    seen = 0
    for of, mu in cells(study, design).items():
        if not known([*mu.values()]):
            continue
        of_a, of_b, of_both = (rows[x, of]["difference"] for x in (a, b, f"{a} × {b}"))
        centre = fmean(mu.values())
        for (x, y), value in mu.items():
            signs = 2 * x - 1, 2 * y - 1
            total = centre + signs[0] * of_a / 2 + signs[1] * of_b / 2
            assert naive.close(total + signs[0] * signs[1] * of_both / 4, value), of
        seen += 1
    assert seen > 80


@pytest.mark.parametrize("design", ["2 × 2"], indirect=True)
def test_errors_are_those_of_a_contrast_made_game_by_game(study: Study, design: str) -> None:
    keys = [*DESIGNS[design]]
    arms = [
        naive.Arm(
            loopsim.run(
                games=GAMES, players=3, bots="random", seed=8, set=dict(zip(keys, at, strict=True))
            )
        )
        for at in itertools.product(*DESIGNS[design].values())
    ]
    a, b = (name(design, factor, 1) for factor in (0, 1))
    contrasts = {a: [-0.5, -0.5, 0.5, 0.5], b: [-0.5, 0.5, -0.5, 0.5], f"{a} × {b}": [1, -1, -1, 1]}
    for row in study.table("effects").iter_rows(named=True):
        twin = naive.expected(arms, contrasts[row["effect"]], row)
        for column, value in twin.items():
            where = row["effect"], number(row), column
            assert naive.close(row[column], value), (*where, row[column], value)


def test_q_is_over_all_effects_of_a_metric(study: Study) -> None:
    of_number = ["metric", "group", "index"]
    for _, rows in study.table("effects").group_by(of_number):
        expected = naive.q_values(rows["p"].to_list())
        for found, q in zip(rows["q"], expected, strict=True):
            assert naive.close(found, q)
    for row in study.table("effects").iter_rows(named=True):
        assert (row["verdict"], row["more_games"]) == naive.verdict(row), row["effect"]


def test_costs_that_only_add_up_have_no_interaction() -> None:
    """In a game of one day costs change no choice of random bots: the score is a sum of accounts."""
    one_day = {"rules.days": 1, "rules.machines_by_day": [3]}
    factors = {"rules.ad_penalty": [3, 2], "rules.tear_costs": [[1, 3, 6], [2, 4, 7]]}
    study = loopsim.factorial(factors=factors, set=one_day, games=400, bots="random", seed=2)
    scores = study.table("effects").filter(metric="score")
    (both,) = scores.filter(order=2).iter_rows(named=True)
    assert (both["verdict"], both["difference"], both["differing"]) == ("identical", 0.0, 0)
    of = loopsim.run(games=400, bots="random", seed=2, set=one_day).estimates.of
    dearer = 1 - of("seats_with_0_tears").value
    gains = {"rules.ad_penalty=2": of("failed_ads").value, "rules.tear_costs=[2,4,7]": -dearer}
    for row in scores.filter(order=1).iter_rows(named=True):
        assert naive.close(row["difference"], gains[row["effect"]])
        assert abs(row["difference"]) > 0.01


def test_each_number_of_players_has_a_factorial_of_its_own() -> None:
    both = loopsim.factorial(factors="office,more", players=[2, 4], games=200, bots="random")
    for players in (2, 4):
        alone = loopsim.factorial(factors="office,more", players=players, games=200, bots="random")
        for table in ("effects", "cells"):
            of_both = both.table(table).filter(pl.col("players") == players)
            assert of_both.equals(alone.table(table), null_equal=True)
