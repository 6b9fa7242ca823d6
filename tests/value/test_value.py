"""loopsim.value and its command: what they take, give, keep and say."""

import json
import math
import statistics
import threading

import polars as pl
import pytest
from scipy.stats import chi2

import loopsim
from loopsim import InputError
from loopsim.cli.worth import with_interval
from loopsim.games.loop_inc import items as worth
from loopsim.scenario import load
from loopsim.simulate import Clock
from loopsim.stats import Estimate
from loopsim.studies import closed
from loopsim.studies.families import DECKS
from loopsim.studies.study import Study
from loopsim.studies.valued import OfMember, over_family, tables
from loopsim.studies.worth import USES, Number, numbers
from tests.cli.program import Loopsim


@pytest.fixture
def program(monkeypatch, capsys) -> Loopsim:
    loopsim.run(games=1, bots="random", keep="summary")
    return Loopsim(monkeypatch, capsys)


def test_any_number_of_threads_gives_the_same_tables() -> None:
    studies = [
        loopsim.value(items="anomalies", games=1_000, bots="greedy", players=3, threads=threads)
        for threads in (1, 2)
    ]
    for name, frame in studies[0].tables.items():
        assert frame.equals(studies[1].tables[name])


def test_games_may_be_played_in_pieces_that_are_added_up() -> None:
    scenario = load("loop-inc/base", (), 2)
    trials = closed.Trials(scenario, worth.of_kind(scenario, "actions"), ["random"], True)

    def play(games: range) -> closed.Played:
        return closed.play(trials, seed=1, games=games, threads=2, clock=Clock())

    pieces = play(range(100)) + play(range(100, 700))
    whole = play(range(700))
    for name, frame in tables([OfMember(trials, whole)]).items():
        assert frame.equals(tables([OfMember(trials, pieces)])[name])


def test_a_group_of_items_adds_up_game_by_game() -> None:
    scenario = load("loop-inc/base", (), 4)
    trips = worth.of_kind(scenario, "trips")[:3]
    together = worth.Group("all", "all", tuple(group.items[0] for group in trips))
    trials = closed.Trials(scenario, [*trips, together], ["greedy"], True)
    played = closed.play(trials, seed=1, games=range(576), threads=1, clock=Clock())
    *alone, all_three = played.groups
    for name in ("focal", "dearer"):
        totals = sum(getattr(of, name).totals for of in alone)
        assert getattr(all_three, name).totals.tolist() == totals.tolist()
    for metric, sums in all_three.knockout.items():
        totals = sum(of.knockout[metric].totals for of in alone)
        assert sums.totals.tolist() == totals.tolist()
    assert all_three.blocks.tolist() == sum(of.blocks for of in alone).tolist()
    # two trips of one card are dealt together, a third perhaps in the same game
    assert alone[0].focal.n == alone[1].focal.n
    assert alone[0].focal.n < all_three.focal.n < alone[0].focal.n + alone[2].focal.n
    assert all_three.focal.products[-1, -1] > all_three.focal.totals[-1]


def test_a_stop_keeps_the_games_that_are_complete() -> None:
    scenario = load("loop-inc/base", (), 4)
    trials = closed.Trials(scenario, worth.of_kind(scenario, "actions"), ["random"], True)
    stop = threading.Event()
    heard: list[int] = []

    def on_games(games: int) -> None:
        heard.append(games)
        if len(heard) == 3:
            stop.set()

    played = closed.play(
        trials, seed=1, games=range(20_000), threads=2, clock=Clock(), stop=stop, on_games=on_games
    )
    assert heard == [288] * 3
    whole = closed.play(trials, seed=1, games=range(3 * 288), threads=1, clock=Clock())
    for name, frame in tables([OfMember(trials, played)]).items():
        assert frame.equals(tables([OfMember(trials, whole)])[name])


def test_items_stand_in_order_of_what_they_are_worth() -> None:
    study = loopsim.value(items="trips", games=2_000, bots="random")
    values = study.table("values").filter(number="mispricing")
    assert values["item"].to_list() == study.table("items")["item"].to_list()
    known = values["value"].drop_nulls().to_list()
    assert known == sorted(known, reverse=True)
    assert len(study.table("items")) == 32


def test_anomalies_that_are_not_opened_are_not_counted() -> None:
    study = loopsim.value(items="anomalies", games=864, players=2, bots="random")
    games = study.table("values").filter(number="uses")["games"]
    assert sum(games) == 864 * 4  # two on each of two days, of eight


def test_over_decks_a_number_is_the_mean_of_the_decks() -> None:
    plan = {"items": "actions", "players": 2, "bots": "greedy", "seed": 6}
    study = loopsim.value(**plan, games=20 * 100, decks=20)
    by_deck = []
    for deck in range(20):
        scenario = load("loop-inc/base", (), 2).drawn(deck)
        trials = closed.Trials(scenario, worth.of_kind(scenario, "actions"), ["greedy"], True)
        games = range(100 * deck, 100 * deck + 100)
        played = closed.play(trials, seed=6, games=games, threads=2, clock=Clock())
        by_deck.append(
            {
                (group.key, number.name, number.of): number
                for group, listed in zip(trials.groups, numbers(played, trials), strict=True)
                for number in listed
            }
        )
        for group, of in zip(trials.groups, played.groups, strict=True):
            per_use = "ad_value" if group.key == "advertise" else "value_per_use"
            hits = by_deck[-1][group.key, per_use, "score"].hits
            assert hits == of.focal.positive[USES]
    compared = seldom = 0
    for key, row in rows_of(study.table("values")).items():
        estimates = [of[key].estimate for of in by_deck]
        values = [of.value for of in estimates if of.value is not None]
        assert (row["games"], row["members"]) == (2_000, 20)
        if any(of.se is None for of in estimates):
            seldom += 1
            assert row["note"] == "too few games a deck"
            assert row["value"] == (pytest.approx(statistics.mean(values)) if values else None)
            assert {row[name] for name in OF_A_FAMILY} == {None}
            hits = min(of[key].hits for of in by_deck)
            assert row["games_a_member"] == (math.ceil(100 * 30 / hits) if 0 < hits < 30 else None)
        else:
            compared += 1
            assert row["games_a_member"] is None
            assert row["value"] == pytest.approx(statistics.mean(values))
            assert row["se"] == pytest.approx(statistics.stdev(values) / 20**0.5)
            assert row["above"] + row["below"] + row["unresolved"] == 20
    assert compared > 20
    assert seldom > 0
    assert len(study.family.names) == 20


OF_A_FAMILY = (
    "se",
    "low",
    "high",
    "between",
    "sign_share",
    "above",
    "below",
    "unresolved",
    "robustness",
)


def rows_of(values) -> dict[tuple[str, str, str], dict]:
    """The rows of a table by item, number and outcome."""
    return {(row["item"], row["number"], row["of"]): row for row in values.to_dicts()}


def test_over_decks_too_a_number_has_no_interval_where_few_games_differ() -> None:
    no_ads = {"rules.ads_per_player": 0}
    study = loopsim.value(
        items="actions", games=20 * 40, decks=20, bots="greedy", players=2, set=no_ads
    )
    knockout = study.table("knockout").filter(item="advertise")
    told = {row["of"]: row for row in knockout.iter_rows(named=True)}
    ads = told["ads_placed"]
    assert (ads["value"], ads["low"], ads["sign_share"], ads["note"]) == (
        0,
        None,
        None,
        "identical",
    )
    assert ads["bound"] == 0  # without tokens there are none by the rules
    rows = pl.concat([study.table("values"), study.table("knockout")])
    few = 0
    for row in rows.filter(pl.col("note") != "too few games a deck").iter_rows(named=True):
        if row["differing"] is not None and row["differing"] < 30:
            few += 1
            assert row["note"] == ("few games differ" if row["differing"] else "identical")
            assert (row["low"], row["robustness"]) == (None, None)
            assert row["bound"] >= abs(row["value"])
    assert few > 0


def test_over_decks_a_deck_without_an_error_is_not_left_out() -> None:
    value = Estimate(1.0, 0.1, 0.8, 1.2, 500)
    known = [Number("value_per_use", "score", value, 100, 90)] * 24
    seldom = Number(
        "value_per_use", "score", Estimate(6.0, None, None, None, 500, "too few"), 12, 9
    )
    never = Number("value_per_use", "score", Estimate(None, None, None, None, 500, "too few"), 0, 0)
    told = {"value": 1.0 + 5.0 / 25, "note": "too few games a deck", "members": 25}
    assert over_family([*known, seldom], DECKS, 600) == told | {"games_a_member": 1_500}
    told = {"value": 1.0, "note": "too few games a deck", "members": 25}
    assert over_family([*known, never], DECKS, 600) == told | {"games_a_member": None}
    told = {"value": 1.0, "note": "too few decks", "members": 19}
    assert over_family(known[:19], DECKS, 600) == told | {"games_a_member": None}
    assert over_family(known, DECKS, 600)["low"] is not None


def test_over_decks_a_game_counts_for_the_most_in_the_deck_with_the_fewest() -> None:
    decks = [
        Number("access_value", "score", Estimate(v, 0.1, v - 0.2, v + 0.2, n), n, differing, most)
        for v, n, differing, most in [(0.01, 400, 1, 50.0), *[(0.0, 500, 0, 40.0)] * 19]
    ]
    row = over_family(decks, DECKS, 500)
    assert (row["value"], row["note"]) == (pytest.approx(0.01 / 20), "few games differ")
    assert row["bound"] == pytest.approx(50 * chi2.ppf(0.975, 4) / 2 / (20 * 400))


def test_over_decks_trips_are_told_apart_by_era_and_components() -> None:
    study = loopsim.value(items="trips", games=20 * 40, decks=20, bots="random", players=2)
    items = study.table("items")
    assert items["item"].to_list() == [
        f"{era}, {components}" for era, components in items.select("era", "components").rows()
    ]
    assert items["points"].null_count() == items.height
    assert "fair_price" not in study.table("values")["number"]
    assert "mispricing" in study.table("values")["number"]


def test_a_study_is_written_and_read(tmp_path) -> None:
    study = loopsim.value(items="actions", games=300, bots="random", out=tmp_path / "study")
    again = Study.read(tmp_path / "study")
    assert (again.kind, again.manifest["items"], again.manifest["games"]) == (
        "value",
        "actions",
        300,
    )
    for name, frame in study.tables.items():
        assert frame.equals(again.tables[name])


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        ({"items": "trip"}, '--items: found "trip"; allowed: trips (did you mean this?)'),
        ({"items": 3}, "--items: found 3; allowed: trips, anomalies, actions"),
        ({"games": 0}, "--games 0: allowed are 1 to 10^12"),
        ({"threads": 0}, "--threads 0: at least 1"),
    ],
)
def test_what_cannot_be_valued_is_one_line(wrong, line) -> None:
    with pytest.raises(InputError) as fault:
        loopsim.value(**wrong)
    assert str(fault.value).startswith(line)


# --- the command

#: What a number without an interval has.
FEW = {"se": None, "low": None, "high": None}


def test_the_command_prints_one_json_object(program) -> None:
    told = program("value", "--items", "actions", "--games", "300", "--bots", "random", "--json")
    data = json.loads(told.out)
    assert (data["kind"], data["games"]) == ("value", 300)
    assert {row["item"] for row in data["values"]} == {row["item"] for row in data["items"]}
    assert {row["number"] for row in data["knockout"]} == {"knockout"}


@pytest.mark.parametrize("items", ["trips", "anomalies", "actions"])
def test_the_command_prints_tables(program, items) -> None:
    told = program("value", "--items", items, "--games", "300", "--bots", "random")
    assert f"What {items} are worth" in told.out
    assert "closed to all seats" in told.out
    assert "the opposite sign of worth" in told.out
    assert ("A forced ad" in told.out) == (items == "actions")
    assert ("it must, against its judgement" in told.out) == (items == "actions")
    assert ("sees the trip at one point more" in told.out) == (items == "trips")


def test_the_command_says_how_many_games_a_deck_it_takes(program) -> None:
    told = program(
        *("value", "--items", "actions", "--games", "1200", "--decks", "20"),
        *("--bots", "random", "--players", "2"),
    )
    assert "(too few games a deck)" in told.out
    assert "\ntoo few games a deck: it takes about " in told.out


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, "+0.50 [+0.30, +0.70]"),
        ({"number": "uses"}, "0.50 [0.30, 0.70]"),
        ({"number": "fair_price", "value": 3.0, "low": 2.8, "high": 3.2}, "3.00 [2.80, 3.20]"),
        ({"of": "win_share"}, "+50 [+30, +70]"),
        (
            {"of": "win_share", **FEW, "note": "x", "bound": 0.12},
            "+50.00 (x, at most 12.0 % points either way)",
        ),
        ({"value": None}, "\N{EN DASH}"),
        (FEW | {"note": "too few"}, "+0.50 (too few)"),
        (
            FEW | {"note": "few games differ", "bound": 1.234},
            "+0.50 (few games differ, at most 1.23 either way)",
        ),
        (
            FEW | {"value": 0.0, "note": "identical", "bound": 0.0371},
            "0.00 (identical, at most 0.0371 either way)",
        ),
        ({"low": 0.5, "high": 0.5, "se": 0.0}, "+0.50 (in every game)"),
    ],
)
def test_a_number_is_told_with_its_sign_and_what_is_known_of_it(changes, text) -> None:
    row = {
        "number": "access_value",
        "of": "score",
        "value": 0.5,
        "se": 0.1,
        "low": 0.3,
        "high": 0.7,
    }
    assert with_interval(row | {"games": 100, "note": "", "bound": None} | changes) == text
