"""The three days: LI-10 to LI-16."""

import pytest

from loopsim.kernels.loop_inc.names import OUTCOMES
from tests.rules.loop_inc.table import Table

PILES = ["garage", "shop", "armory", "trash", "exchange", "advertise", "move"]
PATIENT = {"tear_costs": [0] * 15}  # nobody is eliminated


def seats_playing(table):
    return [int(event[0]) for event in table.events if " plays " in str(event)]


def test_li_10_the_same_day_is_played_three_times_with_3_6_and_9_turns_each():
    table = Table(players=3, first=1, **PATIENT)
    for number, first, turns in ((1, 1, 3), (2, 2, 6), (3, 0, 9)):
        table.s.day = number
        table.play_day(else_first=True)
        assert table.events[0] == f"day {number} starts with {first}"
        assert seats_playing(table) == [(first + turn) % 3 for turn in range(3 * turns)]
        assert table.events[-1]["event"] == "day_end"
        assert table.events[-1]["day"] == number


def test_li_10a_a_player_without_a_card_is_passed_over():
    table = Table(**PATIENT)
    table.tableau(0, "armory")
    table.tableau(1, "armory", "armory", "armory")
    table.s.day = 2
    table.play_day(else_first=True)
    assert seats_playing(table) == [0, 1] * 4 + [1, 1]


def test_li_10a_after_forget_next_a_player_has_one_turn_fewer_on_this_day_and_the_next():
    table = Table(anomalies={"x": "forget_next"}, **PATIENT)
    table.tableau(0, "shop", "armory", "move")
    table.tableau(1, "shop", "armory", "move")
    table.s.day = 2
    table.lay_open("x")
    table.play_day("anomaly:x", else_first=True)
    assert seats_playing(table).count(0) == 5
    assert seats_playing(table).count(1) == 6
    assert table.cards_in_tableau(0) == ["anomaly:x", "armory", "move", "garage", "garage"]
    table.start(3)
    assert table.turns_left == [(3, 5), (3, 6)]


def test_li_11_on_day_1_there_are_only_new_cards():
    table = Table()
    table.play(0, "armory")
    assert table.sources == PILES
    assert table.played == "0 plays new armory"


def test_li_11_the_player_chooses_between_new_and_past_as_long_as_both_remain():
    table = Table(day=2, anomalies={"x": "points 1", "y": "points 2"})
    table.hand(0, "shop", "armory")
    table.lay_open("y", "x")
    table.play(0, "past", "net to I")
    assert table.sources == ["past", *PILES, "anomaly:y", "anomaly:x"]
    assert table.played == "0 plays past shop"
    assert table.turns_left[0] == (3, 1)
    table.play(0, "anomaly:x")
    assert table.played == "0 plays new anomaly:x"
    assert table.turns_left[0] == (2, 1)
    assert table.opened == ["y"]


def test_li_11_three_new_cards_a_day_and_then_only_past_ones():
    table = Table(day=2, anomalies={"x": "points 1"})
    table.hand(0, "armory", "armory")
    table.lay_open("x")
    for left in (2, 1, 0):
        table.play(0, "move")
        assert table.turns_left[0] == (left, 2)
    table.play(0, "past", "armor to I")
    assert table.sources == ["past"]


def test_li_11_without_past_cards_there_are_only_new_ones():
    table = Table(day=2)
    table.play(0, "armory", "armor to II")
    assert table.sources == PILES
    assert table.machines(0) == ["", "armor", ""]


def test_li_11_an_empty_pile_is_not_offered():
    table = Table()
    table.pile(shop=0, move=1)
    table.play(0, "move")
    assert table.sources == ["garage", "armory", "trash", "exchange", "advertise", "move"]
    table.play(1, "armory")
    assert table.sources == ["garage", "armory", "trash", "exchange", "advertise"]


def test_li_11_a_turn_without_any_card_is_a_fault_that_ends_the_game():
    table = Table()
    table.pile(**dict.fromkeys(table.piles, 0))
    table.play_day()
    assert table.events == ["day 1 starts with 0"]
    assert OUTCOMES[table.s.outcome] == "no_card_to_take"
    assert table.s.over


def test_li_11_past_cards_keep_their_order_and_none_is_skipped():
    table = Table(day=3)
    table.hand(0, "armory", "garage", "shop")
    for card, answer in (("armory", "armor"), ("garage", "wheel"), ("shop", "net")):
        table.play(0, "past", f"{answer} to III", *["none"] * (answer == "net"))
        assert table.played == f"0 plays past {card}"
    assert table.machines(0) == ["", "", "wheel net armor"]


def test_li_12_a_card_goes_to_the_end_of_the_tableau_and_the_tableau_becomes_the_hand():
    table = Table()
    table.play(0, "armory")
    table.play(0, "move")
    table.play(0, "shop", "camera to I")
    assert table.cards_in_tableau(0) == ["armory", "move", "shop"]
    table.end_day()
    table.start(2)
    assert table.cards_in_tableau(0) == []
    assert table.cards_in_hand(0) == ["armory", "move", "shop"]
    table.play(0, "garage", "wheel to I")
    table.play(0, "past", "armor to I")
    assert table.cards_in_tableau(0) == ["garage", "armory"]
    assert table.cards_in_hand(0) == ["move", "shop"]


def test_li_12_the_hand_of_day_3_is_the_tableau_of_day_2_past_and_new_as_played():
    table = Table(**PATIENT)
    for day in (1, 2, 3):
        table.s.day = day
        before = table.cards_in_tableau(0)
        table.play_day(else_first=True)
        assert table.cards_in_tableau(0)[: len(before)] == before
        assert len(table.cards_in_tableau(0)) == 3 * day


def test_li_12_the_card_lies_in_the_tableau_before_any_launch():
    table = Table({"A": (5, "wheel", "repeat_last")}, day=2)
    table.give(0, "I", "wheel")
    table.play(0, "armory", "armor to II", "I to A", "do")  # the first card of the day repeats
    assert table.machines(0) == ["wheel", "armor armor", ""]
    assert table.cards_in_tableau(0) == ["armory"]


def test_li_13_what_cannot_be_carried_out_costs_a_tear_and_the_card_is_laid_down_all_the_same():
    table = Table()
    table.play(0, "move")
    assert table.asked == ["launch: none"]
    assert table.events == ["0 tears by move_impossible, 1 held"]
    assert table.cards_in_tableau(0) == ["move"]
    assert (table.tears, table.scores) == ([1, 0], [-1, 0])


def test_li_14_one_launch_a_turn_even_with_two_machines_ready():
    table = Table(day=2)
    table.give(0, "I", "wheel net")
    table.give(0, "II", "camera camera")
    table.play(0, "armory", "armor to I", "I to A")
    assert table.asked[1:] == ["launch: none | I to A | II to B"]
    assert table.events[1:] == ["0 launches I to A for 5 wasting armor"]
    table.play(0, "garage", "wheel to II", "none")
    assert table.asked[1:] == ["launch: none | II to B"]


def test_li_14_a_launch_may_be_declined():
    table = Table()
    table.give(0, "I", "wheel net")
    table.play(0, "armory", "none")
    assert table.asked == ["take: armor to I", "launch: none | I to A"]
    assert table.events == ["0 takes armor into I from board"]
    assert table.machines(0)[0] == "wheel net armor"
    assert table.scores == [0, 0]


def test_li_14_each_machine_is_launched_at_most_once_a_day_and_again_on_the_next():
    table = Table(same_day_revisit=True)
    table.give(0, "I", "wheel net camera camera")
    table.play(0, "advertise", "B", "I to A")
    table.give(0, "I", "camera camera")
    table.play(0, "advertise")
    assert table.asked == ["advertise: A", "launch: none"]
    table.end_day()
    table.start(2)
    table.play(0, "armory", "armor to II", "none")
    assert table.asked[-1] == "launch: none | I to B"


def test_li_14a_launch_again_adds_a_launch_and_declining_ends_them():
    table = Table(day=2, anomalies={"x": "launch_again"})
    table.give(0, "I", "wheel net")
    table.give(0, "II", "camera camera")
    table.lay_open("x", "x")
    table.play(0, "anomaly:x", "I to A", "II to B")
    assert table.asked == ["launch: none | I to A | II to B", "launch: none | II to B"]
    assert table.events == ["0 launches I to A for 5", "0 launches II to B for 4"]

    table = Table(day=2, anomalies={"x": "launch_again"})
    table.give(0, "I", "wheel net")
    table.lay_open("x")
    table.play(0, "anomaly:x", "none")
    assert table.asked == ["launch: none | I to A"]
    assert table.events == []


def test_li_14a_a_gained_launch_is_offered_even_if_no_machine_can_go():
    table = Table(anomalies={"x": "launch_again"})
    table.give(0, "I", "wheel net")
    table.lay_open("x")
    table.play(0, "anomaly:x", "I to A")
    assert table.asked == ["launch: none | I to A", "launch: none"]


def test_li_14a_a_bonus_can_add_a_launch():
    table = Table({"A": (5, "wheel", "launch_again"), "B": (4, "net")}, day=2)
    table.give(0, "I", "wheel")
    table.give(0, "II", "net")
    table.play(0, "advertise", "B", "I to A", "do", "II to B")
    assert table.asked[1:] == [
        "launch: none | I to A | II to B",
        "step: skip | do",
        "launch: none | II to B",
    ]
    assert table.events[1:] == [
        "0 launches I to A for 5",
        "0 launches II to B for 4 meeting an ad",
    ]


def test_li_14a_launches_do_not_carry_over_to_the_next_turn():
    table = Table(anomalies={"x": "launch_again, launch_again"}, day=3)
    table.lay_open("x")
    table.play(0, "anomaly:x")
    for machine, content in (("I", "wheel net"), ("II", "camera camera")):
        table.give(0, machine, content)
    table.play(0, "armory", "armor to III", "I to A")
    assert len(table.asked) == 2


@pytest.mark.parametrize(
    ("day", "machines"), [(1, ["I"]), (2, ["I", "II"]), (3, ["I", "II", "III"])]
)
def test_li_15_machines_in_use_by_day(day, machines):
    table = Table(day=day)
    table.play(0, "armory", *["armor to I"] * (day > 1))
    assert table.asked[0] == "take: " + " | ".join(f"armor to {machine}" for machine in machines)


def test_li_15_other_machines_by_day_are_the_scenarios():
    table = Table(machines_by_day=[2, 2, 3])
    table.play(0, "armory", "armor to II")
    assert table.asked[0] == "take: armor to I | armor to II"


def test_li_15_a_machine_not_yet_in_use_takes_no_part():
    table = Table(day=2)
    table.give(0, "III", "wheel net camera camera")
    table.give(0, "II", "armor")
    table.play(0, "trash")
    assert table.asked == ["trash: armor from II", "trash: stop", "launch: none"]


def test_li_16_a_launched_machine_receives_and_gives_nothing():
    def table(**rules):
        table = Table(day=3, **rules)
        for machine in ("I", "II", "III"):
            table.give(0, machine, "wheel net")
        table.launched(0, "II")
        return table

    take = table()
    take.play(0, "armory", "armor to III", "none")
    assert take.asked == ["take: armor to I | armor to III", "launch: none | I to A | III to A"]
    exchange = table()
    exchange.play(0, "exchange", "net from III", "net", "none")
    assert exchange.asked[0] == (
        "exchange_out: wheel from I | net from I | wheel from III | net from III"
    )
    move = table()
    move.play(0, "move", "net from I to III", "none")
    assert move.asked[0] == (
        "move: wheel from I to III | net from I to III | wheel from III to I | net from III to I"
    )
    trash = table()
    trash.play(0, "trash", "wheel from I", "stop", "none")
    assert trash.asked[0] == "trash: wheel from I | net from I | wheel from III | net from III"
    assert trash.asked[1] == "trash: stop | net from I | wheel from III | net from III"


def test_li_16_a_launched_machine_is_open_again_on_the_next_day():
    table = Table()
    table.give(0, "I", "wheel net")
    table.play(0, "advertise", "B", "I to A")
    table.play(0, "armory")
    assert table.events == ["0 tears by no_open_machine, 1 held"]
    table.end_day()
    table.start(2)
    table.play(0, "armory", "armor to I")
    assert table.machines(0) == ["wheel net armor", "", ""]
