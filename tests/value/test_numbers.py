"""The numbers of a valuation: against plain Python, and where their truth is known."""

import numpy as np
import polars as pl
import pytest
from scipy.stats import chi2

import loopsim
from loopsim.games.loop_inc import items as worth
from loopsim.scenario import load
from loopsim.simulate import Clock
from loopsim.stats import Estimate, ratio_difference
from loopsim.studies import closed
from loopsim.studies.exact import Exact
from loopsim.studies.worth import mispricing, numbers
from tests.value import naive

Rows = dict[tuple[str, str], dict]


def rows(study, item: str, table: str = "values") -> Rows:
    """The numbers of an item: (number, of) -> row."""
    frame = study.table(table).filter(pl.col("item") == item)
    return {(row["number"], row["of"]): row for row in frame.iter_rows(named=True)}


def apart(a: dict, b: dict) -> float:
    """The difference of two numbers, and four standard errors of it if they had nothing in common."""
    return b["value"] - a["value"], 4 * (a["se"] ** 2 + b["se"] ** 2) ** 0.5


# --- against plain Python


def test_the_numbers_of_trips_are_those_of_plain_python() -> None:
    bots, settings, players, games = (
        ["planner", "greedy", "greedy"],
        {"rules.ad_penalty": 2},
        3,
        150,
    )
    study = loopsim.value(
        items="trips", games=games, players=players, bots=bots, set=settings, seed=3
    )
    twin = naive.Twin(bots, settings, players, seed=3)
    compared = 0
    for key in ("AD1.1", "AD5.2", "BC2.2"):
        found = rows(study, key) | rows(study, key, "knockout")
        for name, (value, error) in naive.trip(twin, key, games).items():
            row = found[name]
            assert row["value"] == pytest.approx(value, abs=1e-12), (key, name)
            if row["se"] is not None:
                compared += 1
                assert row["se"] == pytest.approx(error), (key, name)
    assert compared > 20


def test_mispricing_is_a_jackknife_over_blocks_of_288_games() -> None:
    games = 288 * 25
    scenario = load("loop-inc/base", (), 4)
    chosen = worth.of_kind(scenario, "trips")[:3]
    trials = closed.Trials(scenario, chosen, ["random"], True)
    parts = [
        closed.play(trials, seed=1, games=range(at, at + 288), threads=1, clock=Clock())
        for at in range(0, games, 288)
    ]
    played = sum(parts[1:], start=parts[0])
    found = {n.name: n.estimate for n in numbers(played, trials)[0]}

    def theta(of) -> float:
        totals = [[int(group.focal.totals[k]) for k in (0, 3)] for group in of]
        change, uses = (sum(column) for column in zip(*totals, strict=True))
        return totals[0][0] / totals[0][1] - change / uses

    def without(b: int):
        return [
            sum(
                (part.groups[i] for k, part in enumerate(parts[1:], 1) if k != b),
                parts[0].groups[i],
            )
            if b
            else sum((part.groups[i] for part in parts[2:]), parts[1].groups[i])
            for i in range(3)
        ]

    left_out = [theta(without(b)) for b in range(25)]
    centre = sum(left_out) / 25
    error = (24 / 25 * sum((value - centre) ** 2 for value in left_out)) ** 0.5
    value = theta(played.groups)
    assert found["mispricing"].value == pytest.approx(value)
    assert found["mispricing"].se == pytest.approx(error)
    assert found["fair_price"].value == pytest.approx(3 - value)
    assert found["fair_price"].high == pytest.approx(3 - value + 1.96 * error)


def test_mispricing_of_games_in_a_block_or_two_has_its_error_over_games() -> None:
    scenario = load("loop-inc/base", (), 4)
    chosen = worth.of_kind(scenario, "trips")[:3]
    trials = closed.Trials(scenario, chosen, ["greedy"], True)

    def over_games(games: range) -> Estimate:
        played = closed.play(trials, seed=1, games=games, threads=2, clock=Clock())
        of = played.groups[0].priced
        found = {n.name: n.estimate for n in numbers(played, trials)[0]}["mispricing"]
        assert found == ratio_difference(of.ratio(0, 1), of.ratio(2, 3), of.cross((0, 1), (2, 3)))
        return found

    in_a_block, in_two = over_games(range(288)), over_games(range(144, 432))
    assert min(in_a_block.se, in_two.se) > 0


def test_mispricing_is_over_games_too_where_all_uses_are_in_one_of_many_blocks() -> None:
    uses = np.zeros((40, 4), np.int64)
    uses[:, 0], uses[:, 1] = np.arange(40) % 3, 1  # change and uses of the group, all in one block
    uses[:, 2], uses[:, 3] = np.arange(40) % 5, 2
    others = np.tile([0, 0, 1, 1], (960, 1))
    priced = Exact.of(np.concatenate([uses, others]).T)
    blocks, pooled = np.zeros((2, 25, 2), np.int64)
    blocks[0] = uses[:, :2].sum(axis=0)
    pooled[0], pooled[1:] = uses[:, 2:].sum(axis=0), [40, 40]
    of = closed.OfGroup(priced, {}, None, None, priced, blocks)
    found = mispricing(of, pooled, np.full(25, 40))
    assert found == ratio_difference(
        priced.ratio(0, 1), priced.ratio(2, 3), priced.cross((0, 1), (2, 3))
    )
    assert found.se > 0


@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_open_games_have_the_metrics_of_a_run(bots) -> None:
    scenario = load("loop-inc/base", (), 4)
    trials = closed.Trials(scenario, worth.of_kind(scenario, "actions")[:1], [bots], True)
    played = closed.play(trials, seed=5, games=range(600), threads=2, clock=Clock())
    run = loopsim.run(games=600, bots=bots, seed=5).estimates
    for name, sums in played.groups[0].knockout.items():
        y, x = sums.totals[2:4]
        assert y / x == pytest.approx(run.of(name).value), name


# --- where the truth is known


def test_a_point_more_is_a_point_for_visitors_that_play_at_random() -> None:
    scenario = load("loop-inc/base", (), 4)
    chosen = worth.of_kind(scenario, "trips")
    trials = closed.Trials(scenario, chosen, ["random"], True)
    played = closed.play(trials, seed=2, games=range(2_880), threads=2, clock=Clock())
    effects = [of.dearer for of in played.groups]
    total = sum(effects[1:], effects[0])
    change, visitors = int(total.totals[0]), int(total.totals[-1])
    assert visitors > 1_000
    assert change / visitors == pytest.approx(1, abs=0.03)


def test_five_points_more_of_an_anomaly_are_five_points_more_a_use() -> None:
    studies = [
        loopsim.value(
            items="anomalies",
            games=8_000,
            bots="random",
            set={"anomaly.deja_vu.steps": [{"do": "points", "k": k}]},
        )
        for k in (1, 6)
    ]
    less, more = (rows(study, "anomaly:deja_vu")["value_per_use", "score"] for study in studies)
    difference, four_errors = apart(less, more)
    assert difference == pytest.approx(5, abs=four_errors)
    assert four_errors < 1


def test_a_strong_bot_that_likes_a_trip_for_nothing_fools_the_lift_and_not_the_access_value(
    tmp_path,
) -> None:
    planner = load("loop-inc/base").bots["planner"]
    weights = planner.weights | {"bonus": 300}
    text = "".join(f"{name} = {weight}\n" for name, weight in weights.items())
    (tmp_path / "fan.toml").write_text(f'title = "Fan"\nfamily = "weighted"\n[weights]\n{text}')
    liked = "BC4.1"
    settings = {
        "bots": ["loop-inc/bots", str(tmp_path)],
        "expansions": ["futures"],
        "future.nothing.steps": [{"do": "points", "k": 0}],
        f"trips.{liked}.bonus": "nothing",
        f"trips.{liked}.points": 4,
    }
    bots = ["fan", "greedy", "greedy", "greedy"]
    run = loopsim.run(games=4_000, bots=bots, set=settings)
    scenario = load("loop-inc/base", settings, 4)
    keys = [group.key for group in worth.of_kind(scenario, "trips")]
    lift = run.estimates.relative_lift(keys.index(liked))
    assert lift.low > 0.3
    chosen = [group for group in worth.of_kind(scenario, "trips") if group.key == liked]
    trials = closed.Trials(scenario, chosen, bots, True)
    played = closed.play(trials, seed=1, games=range(4_000), threads=2, clock=Clock())
    found = {(n.name, n.of): n.estimate for n in numbers(played, trials)[0]}
    access = found["access_value", "score"]
    assert found["uses", ""].value > 0.1
    assert access.low < 0 < access.high
    assert access.high - access.low < 0.5
    assert abs(found["access_value", "win_share"].value) < 0.01


def test_what_is_never_used_is_worth_exactly_nothing() -> None:
    never = {"trips.AD1.1.wheel": 12, "trips.AD1.1.armor": 12, "rules.ads_per_player": 0}
    found = loopsim.value(items="trips", games=300, bots="random", set=never)
    most = worth.largest_changes(load("loop-inc/base", never, 4)).outcomes
    row = rows(found, "AD1.1")
    assert row["uses", ""]["value"] == 0
    for outcome in ("score", "win_share", "tears"):
        access = row["access_value", outcome]
        assert (access["value"], access["low"], access["high"]) == (0, None, None)
        assert (access["note"], access["differing"]) == ("identical", 0)
        assert access["bound"] * access["games"] == pytest.approx(3.7 * most[outcome], rel=0.005)
    assert row["value_per_use", "score"]["value"] is None
    assert row["mispricing", ""]["value"] is None
    knocked_out = rows(found, "AD1.1", "knockout").values()
    assert {(row["value"], row["note"]) for row in knocked_out} == {(0, "identical")}


def test_where_few_games_differ_the_most_that_a_number_can_be_is_told() -> None:
    study = loopsim.value(items="trips", games=288, bots="random")
    outcomes, knockout = worth.largest_changes(load("loop-inc/base", (), 4))
    access = study.table("values").filter(number="access_value")
    limits = [(access, outcomes), (study.table("knockout"), dict(knockout))]
    told = set()
    for table, most in limits:
        for row in table.filter(pl.col("note") != "too few").iter_rows(named=True):
            few = row["differing"] < 30
            assert few == (row["low"] is None) == (row["bound"] is not None), row
            assert row["note"] == (("few games differ" if row["differing"] else "identical") * few)
            if few and row["of"] != "margin":
                told.add((row["number"], row["of"]))
                seats = 4 if row["number"] == "knockout" else 1
                games = chi2.ppf(0.975, 2 * row["differing"] + 2) / 2
                bound = most[row["of"]] / seats * games / row["games"]
                assert row["bound"] == pytest.approx(bound)
                assert bound > abs(row["value"])
    assert {("access_value", of) for of in ("score", "win_share", "tears")} < told
    assert ("knockout", "ads_placed") in told


def test_a_use_is_bounded_by_what_a_game_can_change_over_the_uses_of_a_game() -> None:
    of_use = loopsim.value(items="actions", games=100, bots="greedy").table("values")
    uses = dict(of_use.filter(number="uses").select("item", "value").iter_rows())
    most = worth.largest_changes(load("loop-inc/base", (), 4)).outcomes
    compared = 0
    for row in of_use.filter(number="value_per_use", note="few games differ").iter_rows(named=True):
        compared += 1
        games = chi2.ppf(0.975, 2 * row["differing"] + 2) / 2
        bound = most[row["of"]] * games / row["games"] / uses[row["item"]]
        assert row["bound"] == pytest.approx(bound)
    assert compared > 0


def test_a_point_more_is_bounded_by_what_it_can_change_for_all_seats() -> None:
    scenario = load("loop-inc/base", (), 4)
    chosen = worth.of_kind(scenario, "trips")
    trials = closed.Trials(scenario, chosen, ["random"], True)
    played = closed.play(trials, seed=3, games=range(1_000), threads=2, clock=Clock())
    compared = 0
    for of, listed in zip(played.groups, numbers(played, trials), strict=True):
        (found,) = (n for n in listed if (n.name, n.of) == ("point_effect", "win_share"))
        if not found.shown.note.startswith("too few") and found.differing < 30:
            compared += 1
            games = chi2.ppf(0.975, 2 * found.differing + 2) / 2
            assert found.bound == pytest.approx(4 * games / of.dearer.totals[-1])
    assert compared > 0


def test_an_ad_is_worth_what_it_brings_and_the_forced_one_is_told_too() -> None:
    study = loopsim.value(items="actions", games=4_000, bots="random", seed=4)
    ads = rows(study, "advertise")
    value, forced = ads["ad_value", "score"], ads["ad_forced", "score"]
    assert ("value_per_use", "score") not in ads
    assert value["high"] < -1  # random bots hardly ever meet an ad: -3
    assert forced["high"] < -1
    free = loopsim.value(
        items="actions", games=4_000, bots="random", seed=4, set={"rules.ad_penalty": 0}
    )
    assert rows(free, "advertise")["ad_value", "score"]["low"] > value["high"] + 1
    assert ("ad_forced", "score") not in rows(study, "garage")
