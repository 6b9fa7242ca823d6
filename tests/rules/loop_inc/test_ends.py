"""Day end and game end: LI-52 to LI-56."""

import pytest

from tests.rules.loop_inc.table import Table

FOUR_TRIPS = dict.fromkeys("ABCD", (3, "armor"))

# --- LI-52


def test_li_52_every_ad_not_met_costs_its_owner_3_and_is_used():
    table = Table(FOUR_TRIPS, players=3)
    for seat, trip in ((2, "A"), (0, "B"), (2, "D")):
        table.ad(seat, trip)
    end = table.end_day()
    assert end["failed_ads"] == [[2, 0], [0, 1], [2, 3]]  # in the order of trips
    assert end["scores"] == table.scores == [-3, 0, -6]
    assert table.ads(0) == (2, [], 1)
    assert table.ads(2) == (1, [], 2)
    assert table.end_game()["penalties"] == [3, 0, 6]


def test_li_52_the_penalty_of_ads_is_a_number_of_the_scenario():
    table = Table(ad_penalty=2)
    table.ad(1, "A")
    assert table.end_day()["scores"] == [0, -2]


def test_li_52_a_failed_ad_no_longer_lies_on_its_trip():
    table = Table()
    table.ad(0, "A")
    table.end_day()
    table.start(2)
    table.play(1, "advertise", "A")
    assert table.asked[0] == "advertise: A | B"


def test_li_52_office_points_are_paid():
    table = Table(expansions=["office"])
    table.tableau(1, "office", "office", "move")
    end = table.end_day()
    assert end["office"] == [0, 4]
    assert end["scores"] == [0, 4]


def test_li_52_visits_are_set_beside_and_trips_are_free_again_for_others():
    table = Table(players=3)
    table.visit(0, "A")
    table.visit(1, "A")
    for seat in range(3):
        table.give(seat, "I", "wheel net")
    assert table.launches(2) == ["none"]
    table.end_day()
    assert table.visits(0) == ([], ["A"])
    table.start(2)
    assert table.launches(0) == ["none"]
    table.play(2, "advertise", "A", "I to A")
    assert table.events[1:] == ["2 launches I to A for 5 meeting an ad"]


def test_li_52_unlaunched_machines_keep_their_components_without_penalty():
    table = Table()
    table.give(0, "I", "wheel net armor")
    assert table.end_day()["scores"] == [0, 0]
    table.start(2)
    assert table.machines(0) == ["wheel net armor", "", ""]


def test_li_52_the_last_day_ends_in_the_same_way():
    table = Table(day=3, expansions=["office"])
    table.ad(0, "A")
    table.tableau(1, "office")
    end = table.end_day()
    assert end["failed_ads"] == [[0, 0]]
    assert end["office"] == [0, 2]
    assert end["scores"] == [-3, 2]


# --- LI-53


def test_li_53_every_room_is_refilled_to_n_of_each_type_from_the_box():
    table = Table(players=3)
    table.stock(wheel=0, net=2, armor=3, camera=1)
    end = table.end_day()
    assert end["refill"] == {"wheel": 3, "net": 1, "camera": 2}
    assert table.board == dict.fromkeys(("wheel", "propeller", "net", "camera", "armor"), 3)
    assert table.in_box == {"wheel": 6, "propeller": 9, "net": 8, "camera": 7, "armor": 9}


def test_li_53_as_far_as_the_box_has_them():
    table = Table(players=4)
    table.stock(wheel=0, net=1)
    table.box(wheel=2, net=0)
    end = table.end_day()
    assert end["refill"] == {"wheel": 2}
    assert table.board == {"wheel": 2, "propeller": 4, "net": 1, "camera": 4, "armor": 4}
    assert table.in_box == {"propeller": 8, "camera": 8, "armor": 8}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_li_53_n_anomalies_are_drawn_and_laid_open(players):
    keys = [f"k{number}" for number in range(8)]
    table = Table(players=players, anomalies=dict.fromkeys(keys, "points 1"))
    table.deck(*keys[::-1])
    assert table.end_day()["anomalies"] == keys[::-1][:players]
    table.start(2)
    assert table.end_day()["anomalies"] == keys[::-1][players : 2 * players]
    assert table.opened == keys[::-1][: 2 * players]


def test_li_53_no_more_anomalies_than_the_deck_has():
    table = Table(players=3, anomalies={"x": "points 1", "y": "points 1"})
    table.deck("y", "x")
    assert table.end_day()["anomalies"] == ["y", "x"]
    assert table.end_day()["anomalies"] == []


def test_li_53_a_smaller_anomaly_deck_of_the_scenario_ends_earlier():
    table = Table(anomalies=dict.fromkeys("abcd", "points 1"), anomaly_cards=1)
    table.deck("c", "a", "b", "d")
    assert table.end_day()["anomalies"] == ["c"]


def test_li_53_the_last_day_brings_nothing_new():
    table = Table(day=3, anomalies={"x": "points 1"})
    table.stock(wheel=0)
    end = table.end_day()
    assert (end["refill"], end["anomalies"]) == ({}, [])
    assert "wheel" not in table.board


@pytest.mark.parametrize("days", [2, 3, 4])
def test_li_53_refill_and_anomalies_come_after_every_day_but_the_last_of_the_scenario(days):
    keys = [f"k{number}" for number in range(8)]
    table = Table(
        days=days,
        machines_by_day=[1, 2, 3, 3][:days],
        anomalies=dict.fromkeys(keys, "points 1"),
    )
    table.deck(*keys)
    brought = []
    for day in range(1, days + 1):
        table.start(day)
        table.stock(wheel=0)
        table.box(wheel=10)
        end = table.end_day()
        brought.append((end["refill"], end["anomalies"]))
    full = [({"wheel": 2}, keys[2 * day : 2 * day + 2]) for day in range(days - 1)]
    assert brought == [*full, ({}, [])]
    assert "wheel" not in table.board


def test_li_53a_nothing_is_taken_away_above_n():
    table = Table()
    table.stock(net=5, wheel=1)
    assert table.end_day()["refill"] == {"wheel": 1}
    assert table.board["net"] == 5


def test_li_53a_an_open_anomaly_stays_open_until_taken():
    table = Table(players=2, anomalies=dict.fromkeys("abcd", "points 1"))
    table.deck("a", "b", "c", "d")
    table.end_day()
    table.start(2)
    table.play(0, "anomaly:a")
    table.end_day()
    assert table.opened == ["b", "c", "d"]


# --- LI-54


def first_of_next_day(scores, first=0, out=()):
    table = Table(players=len(scores), first=first)
    for seat, score in enumerate(scores):
        table.earned(seat, score)
    for seat in out:
        table.tear(seat, 3)
        table.play(seat, "move")
    table.end_day()
    table.start(2)
    return int(table.s.first)


@pytest.mark.parametrize(
    ("scores", "first", "expected"),
    [
        ([5, 2, 7, 9], 0, 1),
        ([5, 7, 9, 2], 0, 3),
        ([1, 2, 3, 4], 0, 0),
        ([4, 4, 4, 4], 0, 1),  # a tie: clockwise from the seat after the current first player
        ([4, 4, 4, 4], 3, 0),
        ([2, 4, 2, 4], 0, 2),
        ([2, 4, 2, 4], 1, 2),
        ([2, 4, 2, 4], 2, 0),
        ([2, 4, 4, 4], 0, 0),
        ([-3, 0], 1, 0),
    ],
)
def test_li_54_the_lowest_score_is_first_on_the_next_day(scores, first, expected):
    assert first_of_next_day(scores, first) == expected


def test_li_54_the_score_counts_everything_but_met_ads():
    table = Table(players=4, expansions=["office"], day=1)
    table.earned(0, 2)
    table.ad(0, "A")
    table.give(0, "I", "wheel net")
    table.play(0, "armory", "I to A")  # 2 + 5 - 1; with the met ad all would be tied
    table.earned(1, 10)
    table.ad(1, "B")  # 10 - 3
    table.earned(2, 2)
    table.tableau(2, "office", "office", "office")
    table.tear(2, 1)  # 2 + 6 - 1
    table.earned(3, 11)
    table.waste(3, 4)  # 11 - 4
    end = table.end_day()
    assert end["scores"] == [6, 7, 7, 7]
    assert table.s.first == 0
    assert table.end_game()["scores"] == [7, 7, 7, 7]


@pytest.mark.parametrize(
    ("seat", "prepare"),
    [
        (1, lambda table: table.earned(1, 1)),
        (1, lambda table: table.tableau(1, "office")),
        (2, lambda table: table.tear(2, 1)),
        (2, lambda table: table.waste(2, 1)),
        (2, lambda table: table.ad(2, "A")),
    ],
    ids=["trip points", "office", "tears", "waste", "failed ads"],
)
def test_li_54_each_part_of_the_score_decides_alone(seat, prepare):
    table = Table(players=4, expansions=["office"])
    prepare(table)  # seat 1, first of the tied, is ahead, or seat 2 is behind
    scores = table.end_day()["scores"]
    assert [place for place, score in enumerate(scores) if score] == [seat]
    assert table.s.first == 2


def test_li_54a_eliminated_players_are_passed_over():
    assert first_of_next_day([0, 5, 4, 4], first=0, out=[0]) == 2
    assert first_of_next_day([4, 4, 9, 4], first=2, out=[2]) == 3
    assert first_of_next_day([4, 4, 9, 4], first=3, out=[3]) == 0


def test_li_54b_effect_points_count_at_once():
    table = Table(anomalies={"x": "points 3", "y": "points -2"})
    table.lay_open("x", "y")
    table.play(0, "anomaly:x")
    assert table.scores == [3, 0]
    table.play(1, "anomaly:y")
    assert table.scores == [3, -2]
    assert table.end_day()["scores"] == [3, -2]
    assert table.s.first == 1
    assert table.end_game()["scores"] == [3, -2]


# --- LI-55, LI-56


def test_li_55_the_final_score_has_all_its_parts():
    table = Table(expansions=["office"], anomalies={"x": "points 4"}, ad_bonus=2)
    table.ad(0, "A")
    table.ad(0, "B")
    table.give(0, "I", "wheel net armor")
    table.tear(0, 2)
    table.lay_open("x")
    table.play(0, "anomaly:x", "I to A")
    table.play(0, "office", "keep")
    table.end_day()
    assert table.end_game() == {
        "event": "game_end",
        "scores": [5 + 2 + 2 + 4 - 3 - 1 - 3, 0],
        "penalties": [3 + 1 + 3, 0],
        "ranks": [1, 2],
        "win_share": [1, 0],
    }


def end_of(*seats, **rules):
    """The end of a game in which each seat has (points, tears, waste)."""
    table = Table(players=len(seats), **rules)
    for seat, (points, tears, waste) in enumerate(seats):
        table.earned(seat, points)
        table.tear(seat, tears)
        table.waste(seat, waste)
    return table.end_game()


def test_li_55_the_highest_score_wins():
    end = end_of((3, 0, 0), (9, 2, 0), (4, 0, 0), (5, 0, 0))
    assert end["scores"] == [3, 6, 4, 5]
    assert end["ranks"] == [4, 1, 3, 2]
    assert end["win_share"] == [0, 1, 0, 0]


def test_li_55_a_tie_goes_to_the_smaller_total_penalty():
    end = end_of((8, 2, 0), (7, 1, 1), (5, 0, 0))
    assert end["scores"] == [5, 5, 5]
    assert end["penalties"] == [3, 2, 0]
    assert end["ranks"] == [3, 2, 1]
    assert end["win_share"] == [0, 0, 1]


def test_li_55_failed_ads_count_in_the_penalty_that_breaks_ties():
    table = Table()
    table.earned(0, 3)
    table.earned(1, 2)
    table.ad(0, "A")
    table.tear(1, 1)
    table.waste(1, 1)
    table.end_day()
    end = table.end_game()
    assert end["scores"] == [0, 0]
    assert end["penalties"] == [3, 2]
    assert end["ranks"] == [2, 1]


@pytest.mark.parametrize(
    ("seats", "ranks", "win_share"),
    [
        ([(5, 0, 0), (5, 0, 0)], [1, 1], [1 / 2, 1 / 2]),
        ([(5, 0, 0), (2, 0, 0), (5, 0, 0)], [1, 3, 1], [1 / 2, 0, 1 / 2]),
        ([(5, 0, 0)] * 3 + [(1, 0, 0)], [1, 1, 1, 4], [1 / 3, 1 / 3, 1 / 3, 0]),
        ([(5, 0, 0)] * 4, [1, 1, 1, 1], [1 / 4] * 4),
        ([(6, 1, 0), (6, 0, 1), (3, 0, 0), (3, 0, 0)], [1, 1, 3, 3], [1 / 2, 1 / 2, 0, 0]),
    ],
)
def test_li_55_still_tied_is_a_shared_win_of_one_kth_each(seats, ranks, win_share):
    end = end_of(*seats)
    assert end["ranks"] == ranks
    assert end["win_share"] == win_share


def test_li_55_met_ads_decide_at_game_end_only():
    table = Table()
    table.ad(0, "A")
    table.give(0, "I", "wheel net")
    table.play(0, "move", "I to A")
    table.earned(1, 4)
    assert table.end_day()["scores"] == [4, 4]
    end = table.end_game()
    assert end["scores"] == [5, 4]
    assert end["win_share"] == [1, 0]


def test_li_56_scores_may_go_below_zero():
    end = end_of((0, 3, 4), (0, 3, 0))
    assert end["scores"] == [-10, -6]
    assert end["ranks"] == [2, 1]
