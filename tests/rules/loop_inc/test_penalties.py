"""Tears and elimination: LI-50, LI-51."""

import pytest

from tests.rules.loop_inc.games import game
from tests.rules.loop_inc.table import Table

# --- LI-50


def test_li_50_tears_cost_1_3_6_in_total_and_the_fourth_eliminates():
    table = Table(players=3)
    table.s.new_due[0] = 4
    for held, total in ((1, -1), (2, -3), (3, -6)):
        table.play(0, "move")
        assert table.events == [f"0 tears by move_impossible, {held} held"]
        assert (table.scores[0], table.out) == (total, [])
    table.play(0, "move")
    assert table.events == ["0 tears by move_impossible, 4 held", "0 is out"]
    assert table.asked == []
    assert (table.scores, table.out) == ([-6, 0, 0], [0])


def test_li_50_other_costs_eliminate_one_tear_beyond_the_list():
    table = Table(tear_costs=[2, 2])
    table.play(0, "move")
    table.play(0, "move")
    assert (table.scores, table.out) == ([-2, 0], [])
    table.play(0, "move")
    assert (table.scores, table.out) == ([-2, 0], [0])


@pytest.mark.parametrize(
    ("steps", "prepare"),
    [
        ("exchange", lambda t: None),
        ("move", lambda t: None),
        ("trash", lambda t: None),
        ("advertise", lambda t: t.used_ads(0, 3)),
        ("take armory", lambda t: t.stock(armor=0)),
        ("take garage", lambda t: t.launched(0, "I")),
        ("take_box", lambda t: t.launched(0, "I")),
        ("discard_waste", lambda t: None),
        ("discard_tear", lambda t: None),
        ("regain_ad", lambda t: None),
        ("forget_next", lambda t: None),
        ("swap_next", lambda t: None),
    ],
)
def test_li_50a_any_tear_from_an_anomaly_has_the_cause_effect(steps, prepare):
    table = Table(anomalies={"x": steps})
    prepare(table)
    table.lay_open("x")
    table.play(0, "anomaly:x")
    assert table.events == ["0 tears by effect, 1 held"]


def test_li_50a_a_tear_of_a_bonus_has_the_cause_effect():
    table = Table({"A": (5, "wheel", "move")}, future_bonus_optional=False)
    table.give(0, "I", "wheel")
    table.play(0, "advertise", "A", "I to A")
    assert table.events[2:] == ["0 tears by effect, 1 held"]


def test_li_50a_a_card_after_an_anomaly_has_its_own_cause_again():
    table = Table(anomalies={"x": "move"})
    table.lay_open("x")
    table.play(0, "anomaly:x")
    table.play(0, "move")
    assert table.events == ["0 tears by move_impossible, 2 held"]


def test_li_50a_a_launch_gained_by_an_anomaly_is_a_launch_like_any_other():
    table = Table(day=2, anomalies={"x": "launch_again"})
    table.give(0, "I", "wheel net")
    table.give(0, "II", "camera camera")
    table.visit(1, "B")
    table.lay_open("x")
    table.play(0, "anomaly:x", "I to A", "II to B")
    assert table.events[-1] == "0 tears by second_visitor, 1 held"


def test_li_50b_no_open_machine_before_room_empty():
    table = Table()
    table.stock(wheel=0, propeller=0)
    table.launched(0, "I")
    table.play(0, "garage")
    assert table.events == ["0 tears by no_open_machine, 1 held"]


def test_li_50b_ad_none_left_before_ad_no_trip():
    table = Table()
    table.used_ads(0, 3)
    table.visit(1, "A", "B")
    table.play(0, "advertise")
    assert table.events == ["0 tears by ad_none_left, 1 held"]


@pytest.mark.parametrize(
    ("card", "cause"),
    [("exchange", "exchange_nothing"), ("trash", "trash_nothing"), ("move", "move_impossible")],
)
def test_li_50b_without_an_open_machine_other_actions_have_their_own_causes(card, cause):
    table = Table(day=2)
    table.give(0, "I", "wheel")
    table.launched(0, "I", "II")
    table.play(0, card)
    assert table.events == [f"0 tears by {cause}, 1 held"]


@pytest.mark.parametrize(
    ("garage", "launched", "events"),
    [
        ({"wheel": 0, "propeller": 1}, [], ["0 tears by voluntary, 1 held"]),
        ({"wheel": 0, "propeller": 0}, [], ["0 tears by room_empty, 1 held"]),
        ({"wheel": 0, "propeller": 1}, ["I"], ["0 tears by no_open_machine, 1 held"]),
    ],
)
def test_li_50c_a_tear_is_voluntary_only_if_there_was_something_to_take(garage, launched, events):
    table = Table()
    table.stock(**garage)
    table.launched(0, *launched)
    table.play(0, "garage", *["tear"] * ("voluntary" in events[0]))
    assert table.events == events


# --- LI-51


def eliminated(players=3, prepare=lambda table: None, **options):
    """Seat 0 takes the last tear on a turn of this day."""
    table = Table(players=players, **options)
    table.tear(0, 3)
    prepare(table)
    table.play(0, "trash")
    assert table.events[-2:] == ["0 tears by trash_nothing, 4 held", "0 is out"]
    return table


def test_li_51_an_eliminated_player_takes_no_more_turns():
    table = Table(players=3, day=2)
    table.tableau(0, "armory")
    table.tear(0, 3)
    table.play_day("move", else_first=True)
    plays = [event for event in table.events if " plays " in str(event)]
    assert plays[0] == "0 plays new move"
    assert not any(event.startswith("0") for event in plays[1:])
    table.s.day = 3
    table.play_day(else_first=True)
    assert not any(str(event).startswith("0") for event in table.events)


def test_li_51_the_eliminated_rank_behind_all_survivors_the_later_the_higher():
    table = Table(players=4)
    table.tear(0, 3)
    table.earned(0, 50)
    table.play(0, "move")
    table.tear(2, 3)
    table.earned(2, 10)
    table.play(2, "move")
    table.tear(1, 3)
    end = table.end_game()
    assert end["scores"] == [44, -6, 4, 0]
    assert end["ranks"] == [4, 2, 3, 1]
    assert end["win_share"] == [0, 0, 0, 1]


def test_li_51_the_last_remaining_player_plays_on_to_the_end_for_the_score():
    table = Table(tear_costs=[0] * 15, day=1)
    table.tear(0, 15)
    table.play_day("move", else_first=True)
    assert [event[0] for event in table.events if " plays " in str(event)] == list("0111")
    assert table.out == [0]
    assert table.events[-1]["event"] == "day_end"


def test_li_51a_tokens_of_the_eliminated_on_trips_keep_their_place_for_this_day():
    table = eliminated(4, lambda table: table.visit(0, "A"))
    assert table.visits(0) == (["A"], [])
    for seat in (1, 2):
        table.give(seat, "I", "wheel net")
    table.play(1, "advertise", "I to A")
    assert table.asked == ["advertise: B", "launch: none | I to A"]
    assert table.events[1:] == [
        "1 launches I to A for 5 as second",
        "1 tears by second_visitor, 1 held",
    ]
    assert table.launches(2) == ["none"]
    table.end_day()
    table.start(2)
    assert table.launches(2) == ["none", "I to A"]


def test_li_51a_among_two_players_the_visit_of_the_eliminated_bars_ads_too():
    table = eliminated(2, lambda table: table.visit(0, "A"))
    table.play(1, "advertise")
    assert table.asked[0] == "advertise: B"


def test_li_51a_the_visit_of_the_eliminated_closes_a_trip_to_the_owner_of_its_ad_under_li_44():
    def prepare(table):
        table.ad(1, "A")
        table.visit(0, "A")

    for keeps_place, options in ((True, ["none", "I to A"]), (False, ["none"])):
        table = eliminated(3, prepare, ad_owner_keeps_place=keeps_place)
        table.give(1, "I", "wheel net")
        assert table.launches(1) == options


def test_li_51b_ads_of_the_eliminated_leave_at_once_and_cost_nothing_more():
    def prepare(table):
        table.ad(0, "A")
        table.ad(0, "B")
        table.visit(1, "A")

    table = eliminated(3, prepare)
    assert table.ads(0)[1] == []
    table.give(2, "I", "wheel net")
    assert table.launches(2) == ["none", "I to A"]
    table.play(2, "advertise", "none")
    assert table.asked[0] == "advertise: B"
    assert table.end_day()["failed_ads"] == [[2, 1]]
    assert table.scores == [-6, 0, -3]


def test_li_51c_components_cards_and_the_card_in_play_leave_the_game():
    def prepare(table):
        table.give(0, "III", "wheel net")
        table.tableau(0, "armory", "shop")
        table.hand(0, "move", "move")

    table = Table(players=3, day=2)
    table.tear(0, 3)
    prepare(table)
    board, box, piles = table.board, table.in_box, table.piles
    table.play(0, "exchange")
    assert table.out == [0]
    assert table.machines(0) == ["", "", ""]
    assert table.cards_in_hand(0) == []
    assert table.cards_in_tableau(0) == []
    assert table.turns_left[0] == (0, 0)
    assert (table.board, table.in_box) == (board, box)
    assert table.piles == piles | {"exchange": piles["exchange"] - 1}
    assert table.opened == []


def test_li_51c_an_anomaly_in_play_does_not_lie_open_again():
    table = Table(players=3, day=2, anomalies={"x": "move"})
    table.lay_open("x")
    table.tear(0, 3)
    table.play(0, "anomaly:x")
    assert table.out == [0]
    assert table.opened == []


def test_li_51d_the_score_stays_and_four_tears_cost_what_three_cost():
    def prepare(table):
        table.earned(0, 7)
        table.waste(0, 2)

    table = eliminated(3, prepare)
    assert table.scores == [7 - 2 - 6, 0, 0]
    end = table.end_game()
    assert end["scores"] == [-1, 0, 0]
    assert end["penalties"] == [8, 0, 0]


def test_li_51d_failed_ads_stay_booked_and_office_of_the_unfinished_day_is_not_paid():
    table = Table(players=3, expansions=["office"])
    table.ad(0, "A")
    table.play(0, "office")
    assert table.end_day()["office"] == [2, 0, 0]
    assert table.scores == [2 - 3, 0, 0]
    table.start(2)
    table.play(0, "office")
    table.tear(0, 3)
    table.play(0, "move")
    assert table.end_day()["office"] == [0, 0, 0]
    assert table.scores == [2 - 3 - 6, 0, 0]


def test_li_51d_an_ad_met_before_counts_for_the_eliminated_too():
    table = Table(players=3)
    table.ad(0, "A")
    table.give(0, "I", "wheel net")
    table.play(0, "armory", "I to A")
    table.tear(0, 3)
    table.play(0, "move")
    assert table.end_game()["scores"] == [5 - 1 - 6 + 1, 0, 0]


def test_li_51e_refill_and_anomalies_go_by_the_number_of_players_at_the_start():
    table = eliminated(3, anomalies=dict.fromkeys("abcd", "points 1"))
    table.deck("d", "b", "a", "c")
    table.stock(wheel=0, armor=1)
    end = table.end_day()
    assert end["refill"] == {"wheel": 3, "armor": 2}
    assert end["anomalies"] == ["d", "b", "a"]


def test_li_51f_when_the_last_player_is_eliminated_the_game_ends_at_once():
    table = Table(expansions=["office"], trash_empty_tears=True)
    table.tear(0, 3)
    table.tear(1, 3)
    table.earned(0, 9)
    table.play_day("move", "move")
    assert table.events == [
        "day 1 starts with 0",
        "0 plays new move",
        "0 tears by move_impossible, 4 held",
        "0 is out",
        "1 plays new move",
        "1 tears by move_impossible, 4 held",
        "1 is out",
    ]
    assert table.s.over
    end = table.end_game()
    assert end == {
        "event": "game_end",
        "scores": [3, -6],
        "penalties": [6, 6],
        "ranks": [2, 1],
        "win_share": [0, 0],
    }


def test_li_51f_when_a_second_visit_eliminates_the_last_player_the_game_ends_at_once_too():
    table = Table({"A": (5, "wheel", "points 2"), "B": (4, "net")}, expansions=["office"])
    table.visit(0, "A")
    table.give(1, "I", "wheel")
    table.ad(1, "B")
    for seat in (0, 1):
        table.tear(seat, 3)
    table.play_day("move", "office", "I to A")
    assert table.events == [
        "day 1 starts with 0",
        "0 plays new move",
        "0 tears by move_impossible, 4 held",
        "0 is out",
        "1 plays new office",
        "1 launches I to A for 5 as second",
        "1 tears by second_visitor, 4 held",
        "1 is out",
    ]
    assert table.s.over
    assert table.end_game() == {
        "event": "game_end",
        "scores": [-6, 5 - 6],
        "penalties": [6, 6],
        "ranks": [2, 1],
        "win_share": [0, 0],
    }


def test_li_51f_no_failed_ads_and_no_office_points_are_booked_then():
    table = Table(expansions=["office"])
    table.ad(1, "A")
    table.tableau(0, "office")
    for seat in (0, 1):
        table.tear(seat, 3)
        table.play(seat, "move")
    assert table.end_game()["scores"] == [-6, -6]
    assert table.s.failed[:2].tolist() == [0, 0]


def test_li_51f_in_whole_games_game_end_follows_the_last_elimination():
    table = game(2, tear_costs=[1])
    for index in range(40):
        events = table.trace(1, index).events
        out = [event["seat"] for event in events if event["event"] == "eliminated"]
        if len(out) == 2:
            assert [event["event"] for event in events[-2:]] == ["eliminated", "game_end"]
            assert events[-1]["ranks"][out[-1]] == 1
            assert events[-1]["win_share"] == [0, 0]
            return
    pytest.fail("no game in which both were eliminated")
