"""Studies over drawn decks: each deck is a study of its own, and what is said of them together."""

import json
from math import isnan
from statistics import fmean, stdev

import pytest

import loopsim
from loopsim import Study, facts, simulate
from loopsim.games.loop_inc.game import Table
from loopsim.scenario import load
from loopsim.studies.families import family
from tests.compare import naive

DECKS, GAMES = 20, 800
NAMES = ("loop-inc/base", "loop-inc/office")


@pytest.fixture(scope="module")
def study() -> Study:
    return loopsim.compare(NAMES, games=GAMES, decks=DECKS, bots="random", seed=4, players=3)


@pytest.fixture(scope="module")
def arms() -> list[list[naive.Arm]]:
    """By deck the two arms, played alone on the games of the deck."""
    return [[_alone(name, deck) for name in NAMES] for deck in range(DECKS)]


def _alone(name: str, deck: int) -> naive.Arm:
    """The games of a deck as a run has them."""
    table = Table(load(name, players=3).drawn(deck), ["random"])
    games = GAMES // DECKS
    (rows,) = next(
        simulate.simulate(
            [table], seed=4, first=games * deck, games=games, threads=1, clock=simulate.Clock()
        )
    )
    return naive.Arm.of_facts(facts.flatten(rows, table.measures(), 3), table)


def test_games_are_split_evenly_and_each_deck_is_the_same_in_all_arms(study: Study) -> None:
    assert study.family.names == tuple(map(str, range(DECKS)))
    assert "items" not in study.tables
    identical = loopsim.compare(
        "loop-inc/base", vary="rules.office_rescores=true,false",
        games=40, decks=DECKS, bots="random",
    )  # fmt: skip
    assert {*identical.table("metrics")["verdict"]} == {"identical"}
    assert identical.table("identical")["identical"].to_list() == [1.0]


def test_a_difference_is_the_mean_over_decks_with_their_spread(study: Study, arms) -> None:
    known = 0
    for row in study.table("metrics")[::4].iter_rows(named=True):
        ratio = arms[0][0].is_ratio(row)
        pairs = [[arm.values(arm.terms(row, ""), ratio=ratio) for arm in pair] for pair in arms]
        ends = [fmean(pair[end].value for pair in pairs) for end in (0, 1)]
        few = any(of.having < naive.FEW for pair in pairs for of in pair)
        if row["verdict"] == "identical":
            assert row["difference"] == 0
            continue
        where = row["metric"], row["index"]
        assert naive.close(row["a"], None if isnan(ends[0]) else ends[0]), where
        assert naive.close(row["b"], None if isnan(ends[1]) else ends[1]), where
        if few:
            assert row["se"] is row["robustness"] is row["sign_share"] is None, where
            assert row["verdict"] == "not resolved"
            continue
        values = [b.value - a.value for a, b in pairs]
        errors = [naive.error([v - u for u, v in zip(a.us, b.us, strict=True)]) for a, b in pairs]
        expected = [naive.expected(pair, [-1, 1], row) for pair in arms]
        clear = [said["differing"] >= naive.FEW for said in expected]
        twin = family(values, errors, clear)
        assert naive.close(row["difference"], fmean(values)), where
        assert naive.close(row["se"], stdev(values) / DECKS**0.5), where
        assert row["differing"] == sum(said["differing"] for said in expected)
        assert naive.close(row["between"], twin.between), where
        assert naive.close(row["sign_share"], twin.sign_share), where
        counts = row["above"], row["below"], row["unresolved"]
        assert counts == (twin.above, twin.below, twin.unresolved), where
        robustness = twin.robustness if row["p"] is not None else "not resolved"
        assert row["robustness"] == robustness, where
        assert row["more_games"] is None, where
        in_decks = {**row, "games": DECKS}  # the errors are over decks
        assert (row["verdict"], row["more_members"]) == naive.verdict(in_decks), where
        known += 1
    assert known > 8


def test_what_a_few_games_a_deck_do_not_have_is_no_number_and_never_nan() -> None:
    same = {"games": 40, "decks": DECKS, "bots": "random"}
    for study in (loopsim.factorial(factors="office", **same), loopsim.run_over(**same)):
        json.dumps(study.json(), allow_nan=False)


def test_one_setup_over_decks_has_the_mean_and_the_ends_of_its_decks(arms) -> None:
    study = loopsim.run_over(NAMES[0], decks=DECKS, games=GAMES, bots="random", seed=4, players=3)
    for row in study.table("metrics").filter(metric="score").iter_rows(named=True):
        scores = [pair[0].values(pair[0].terms(row, ""), ratio=False) for pair in arms]
        values = [of.value for of in scores]
        assert naive.close(row["value"], fmean(values))
        assert naive.close(row["se"], stdev(values) / DECKS**0.5)
        assert naive.close(row["least"], min(values))
        assert naive.close(row["most"], max(values))
        errors = [naive.error(of.us) for of in scores]
        assert naive.close(row["between"], family(values, errors).between)
