"""Launching: LI-40 to LI-47."""

import pytest

from tests.rules.loop_inc.table import Table


def ready(trips=None, seats=(0,), **options):
    """Seats whose machine I holds exactly what trip A requires."""
    table = Table(trips, **options)
    for seat in seats:
        table.give(seat, "I", "wheel net")
    return table


# --- LI-40


def test_li_40_a_machine_must_hold_at_least_what_the_trip_requires():
    trips = {
        "A": (1, "wheel"),
        "B": (1, "wheel wheel"),
        "C": (1, "wheel wheel wheel"),
        "D": (1, "wheel net"),
        "E": (1, "net"),
        "F": (1, "wheel wheel net armor"),
    }
    table = Table(trips)
    table.give(0, "I", "wheel wheel armor")
    assert table.launches(0) == ["none", "I to A", "I to B"]


def test_li_40_each_open_machine_is_offered_with_each_trip_it_serves():
    table = Table({"A": (1, "wheel"), "B": (1, "net")}, day=3)
    table.give(0, "I", "wheel net")
    table.give(0, "II", "wheel net")
    table.give(0, "III", "net")
    table.launched(0, "II")
    assert table.launches(0) == ["none", "I to A", "I to B", "III to B"]


def test_li_40_no_trip_with_a_token_of_an_earlier_day():
    table = ready()
    table.visited_before(0, "A")
    assert table.launches(0) == ["none"]


def test_li_40_the_token_of_another_player_of_an_earlier_day_does_not_count():
    table = ready(players=4)
    for seat in (1, 2, 3):
        table.visited_before(seat, "A")
    table.play(0, "advertise", "B", "I to A")
    assert table.events[-1] == "0 launches I to A for 5"


@pytest.mark.parametrize(("revisit", "options"), [(False, ["none"]), (True, ["none", "I to A"])])
def test_li_40_switch_same_day_revisit_opens_a_trip_visited_this_day(revisit, options):
    table = ready(same_day_revisit=revisit)
    table.visit(0, "A")
    assert table.launches(0) == options


def test_li_40_even_with_same_day_revisit_an_earlier_day_bars_the_trip():
    table = ready(same_day_revisit=True)
    table.visited_before(0, "A")
    assert table.launches(0) == ["none"]


def test_li_40_a_revisit_scores_again_grants_the_bonus_again_and_is_no_second_visit():
    table = Table({"A": (5, "wheel", "points 2")}, day=2, same_day_revisit=True)
    table.give(0, "I", "wheel")
    table.give(0, "II", "wheel")
    table.play(0, "advertise", "nowhere", "I to A", "do")
    table.play(0, "advertise", "II to A", "do")
    assert table.events == [
        "0 advertises A",
        "0 launches II to A for 5 meeting an ad",
        "0 scores 2 by effect",
    ]
    assert table.scores == [14, 0]


def test_li_40_a_revisit_takes_no_further_place_but_another_players_visit_does():
    table = ready(players=3, seats=(0, 1, 2), same_day_revisit=True)
    table.visit(0, "A")
    table.play(0, "armory", "I to A")
    table.play(1, "armory", "I to A")
    assert table.events[1:] == [
        "1 launches I to A for 5 as second wasting armor",
        "1 tears by second_visitor, 1 held",
    ]
    assert table.launches(2) == ["none"]


def test_li_40_on_a_revisit_after_another_player_one_is_second():
    table = ready(same_day_revisit=True)
    table.visit(0, "A")
    table.visit(1, "A")
    table.play(0, "armory", "I to A")
    assert table.events[1:] == [
        "0 launches I to A for 5 as second wasting armor",
        "0 tears by second_visitor, 1 held",
    ]


def test_li_40_an_own_ad_on_a_trip_visited_this_day_does_not_open_it_again():
    table = ready(same_day_revisit=False)
    table.visit(0, "A")
    table.play(0, "advertise", "A")
    assert table.asked == ["advertise: A | B", "launch: none"]
    end = table.end_day()
    assert end["failed_ads"] == [[0, 0]]
    assert end["scores"] == [-3, 0]


# --- LI-41


@pytest.mark.parametrize(
    ("present", "options"),
    [
        ([], ["none", "I to A"]),
        (["1 visit"], ["none", "I to A"]),
        (["1 ad"], ["none", "I to A"]),
        (["1 visit", "1 ad"], ["none", "I to A"]),
        (["1 visit", "2 visit"], ["none"]),
        (["1 visit", "2 ad"], ["none"]),
        (["1 ad", "2 visit", "2 ad elsewhere"], ["none"]),
        (["0 ad"], ["none", "I to A"]),
    ],
)
def test_li_41_at_most_two_players_a_trip_an_ad_counting_as_its_owner(present, options):
    table = ready(players=4)
    for token in present:
        seat, kind, *elsewhere = token.split()
        trip = "B" if elsewhere else "A"
        (table.ad if kind == "ad" else table.visit)(int(seat), trip)
    assert table.launches(0) == options


@pytest.mark.parametrize("capacity", [1, 2, 3, 4])
@pytest.mark.parametrize("others", [0, 1, 2, 3])
def test_li_41_the_capacity_is_a_number_of_the_scenario(capacity, others):
    table = ready(players=4, trip_capacity=capacity)
    for seat in range(1, 1 + others):
        table.visit(seat, "A")
    assert table.launches(0) == ["none"] + ["I to A"] * (others < capacity)


def test_li_41_visits_of_earlier_days_take_no_place():
    table = ready(players=4)
    table.visited_before(1, "A")
    table.visited_before(2, "A")
    assert table.launches(0) == ["none", "I to A"]


# --- LI-42


def test_li_42_first_to_come_pays_nothing():
    table = ready()
    table.play(0, "advertise", "B", "I to A")
    assert table.events[1:] == ["0 launches I to A for 5"]
    assert (table.scores, table.tears) == ([5, 0], [0, 0])


def test_li_42_second_visitor_takes_a_tear():
    table = ready()
    table.visit(1, "A")
    table.play(0, "advertise", "I to A")
    assert table.events[1:] == [
        "0 launches I to A for 5 as second",
        "0 tears by second_visitor, 1 held",
    ]
    assert (table.scores, table.tears) == ([4, 0], [1, 0])


def test_li_42_another_players_ad_makes_one_second():
    table = ready()
    table.ad(1, "A")
    table.play(0, "advertise", "I to A")
    assert table.events[1:] == [
        "0 launches I to A for 5 as second",
        "0 tears by second_visitor, 1 held",
    ]


def test_li_42_the_tear_of_a_second_visit_comes_beside_the_tear_of_the_card():
    table = ready()
    table.visit(1, "A")
    table.play(0, "move", "I to A")
    assert table.tears == [2, 0]


def test_li_42_a_tear_for_each_second_visit_of_a_turn():
    table = ready(day=2, anomalies={"x": "launch_again"})
    table.give(0, "II", "camera camera")
    table.visit(1, "A", "B")
    table.lay_open("x")
    table.play(0, "anomaly:x", "I to A", "II to B")
    assert table.tears == [2, 0]


def test_li_42_with_room_for_three_the_third_to_come_takes_a_tear_too():
    table = ready(players=4, seats=(0, 1, 2, 3), trip_capacity=3)
    told = []
    for seat in (2, 0, 3):
        table.play(seat, "armory", "I to A")
        told += table.events[1:]
    assert told == [
        "2 launches I to A for 5 wasting armor",
        "0 launches I to A for 5 as second wasting armor",
        "0 tears by second_visitor, 1 held",
        "3 launches I to A for 5 as second wasting armor",
        "3 tears by second_visitor, 1 held",
    ]
    assert (table.scores, table.tears) == ([3, 0, 4, 3], [1, 0, 0, 1])
    assert table.launches(1) == ["none"]


def test_li_42a_first_the_launch_then_the_tear_then_the_bonus():
    table = Table({"A": (5, "wheel", "points 2")})
    table.give(0, "I", "wheel net")
    table.visit(1, "A")
    table.play(0, "advertise", "I to A", "do")
    assert table.events == [
        "0 advertises nowhere",
        "0 launches I to A for 5 as second wasting net",
        "0 tears by second_visitor, 1 held",
        "0 scores 2 by effect",
    ]
    assert table.scores == [5 - 1 - 1 + 2, 0]


def test_li_42a_if_the_tear_eliminates_the_token_stays_without_bonus_or_further_launch():
    table = Table(
        {"A": (5, "wheel", "points 2"), "B": (3, "net")},
        players=4,
        day=2,
        anomalies={"x": "launch_again"},
    )
    table.give(0, "I", "wheel")
    table.give(0, "II", "net")
    table.visit(1, "A")
    table.tear(0, 3)
    table.lay_open("x")
    table.play(0, "anomaly:x", "I to A")
    assert table.asked == ["launch: none | I to A | II to B"]
    assert table.events == [
        "0 launches I to A for 5 as second",
        "0 tears by second_visitor, 4 held",
        "0 is out",
    ]
    assert table.visits(0) == (["A"], [])
    assert table.scores[0] == 5 - 6
    table.give(2, "I", "wheel")
    assert table.launches(2) == ["none"]


# --- LI-43


def test_li_43_launching_onto_ones_own_ad_meets_it_for_one_point_at_game_end():
    table = ready()
    table.ad(0, "A")
    table.play(0, "armory", "I to A")
    assert table.events[1:] == ["0 launches I to A for 5 meeting an ad wasting armor"]
    assert table.ads(0) == (2, [], 1)
    assert table.scores == [4, 0]
    assert table.end_day()["scores"] == [4, 0]
    assert table.end_game()["scores"] == [5, 0]


def test_li_43_a_met_ad_no_longer_counts_the_visit_does():
    table = ready(players=4, seats=(0, 1, 2))
    table.ad(0, "A")
    table.play(0, "armory", "I to A")
    table.play(1, "advertise", "I to A")
    assert table.events[1:] == [
        "1 launches I to A for 5 as second",
        "1 tears by second_visitor, 1 held",
    ]
    assert table.launches(2) == ["none"]


def test_li_43_only_the_ad_of_this_trip_is_met():
    table = ready()
    table.ad(0, "B")
    table.play(0, "armory", "I to A")
    assert table.events[1:] == ["0 launches I to A for 5 wasting armor"]
    assert table.ads(0) == (2, ["B"], 0)


def test_li_43_the_point_of_a_met_ad_stays_when_its_token_is_regained():
    table = ready(anomalies={"x": "regain_ad"})
    table.ad(0, "A")
    table.lay_open("x")
    table.play(0, "armory", "I to A")
    table.play(0, "anomaly:x")
    assert table.ads(0) == (3, [], 0)
    assert table.end_game()["scores"] == [5 - 1 + 1, 0]


# --- LI-44


def test_li_44_switch_ad_owner_keeps_place_true_the_owner_launches_after_a_rival_without_a_tear():
    table = ready()
    table.ad(0, "A")
    table.visit(1, "A")
    table.play(0, "armory", "I to A")
    assert table.events[1:] == ["0 launches I to A for 5 meeting an ad wasting armor"]
    assert (table.scores, table.tears) == ([4, 0], [0, 0])


def test_li_44_switch_ad_owner_keeps_place_false_the_trip_is_closed_to_the_owner_and_the_ad_fails():
    table = ready(ad_owner_keeps_place=False)
    table.ad(0, "A")
    table.visit(1, "A")
    assert table.launches(0) == ["none"]
    assert table.end_day()["failed_ads"] == [[0, 0]]


def test_li_44_without_a_rivals_launch_the_owner_may_come_under_either_reading():
    for keeps_place in (True, False):
        table = ready(ad_owner_keeps_place=keeps_place)
        table.ad(0, "A")
        table.visited_before(1, "A")
        table.play(0, "armory", "I to A")
        assert table.events[1:] == ["0 launches I to A for 5 meeting an ad wasting armor"]


def test_li_44_the_place_kept_is_that_of_the_owner_alone():
    table = ready(players=3, seats=(0, 2))
    table.ad(0, "A")
    table.visit(1, "A")
    assert table.launches(2) == ["none"]
    assert table.launches(0) == ["none", "I to A"]


def test_li_44_with_room_for_three_the_ad_keeps_one_place_and_its_owner_comes_third_untorn():
    table = ready(players=4, seats=(0, 1, 2, 3), trip_capacity=3)
    table.ad(0, "A")
    for seat in (1, 2):
        table.play(seat, "armory", "I to A")
        assert table.events[1:] == [
            f"{seat} launches I to A for 5 as second wasting armor",
            f"{seat} tears by second_visitor, 1 held",
        ]
    assert table.launches(3) == ["none"]
    table.play(0, "armory", "I to A")
    assert table.events[1:] == ["0 launches I to A for 5 meeting an ad wasting armor"]
    assert (table.scores, table.tears) == ([4, 3, 3, 0], [0, 1, 1, 0])
    assert table.launches(3) == ["none"]


# --- LI-45, LI-46


def test_li_45_points_at_once_and_every_component_too_many_is_waste():
    table = ready()
    table.give(0, "I", "wheel wheel net camera armor")
    board, box = table.board, table.in_box
    table.play(0, "advertise", "B", "I to A")
    assert table.events[1:] == ["0 launches I to A for 5 wasting wheel camera armor"]
    assert table.scores == [5 - 3, 0]
    assert int(table.s.waste[0]) == 3
    assert table.machines(0)[0] == "wheel net"
    assert (table.board, table.in_box) == (board, box)


def test_li_45_the_cost_of_waste_is_a_number_of_the_scenario():
    table = ready(waste_cost=2)
    table.give(0, "I", "wheel net armor")
    table.play(0, "advertise", "B", "I to A")
    assert table.scores == [3, 0]
    assert table.end_game()["penalties"] == [2, 0]


@pytest.mark.parametrize("day", [1, 2, 3])
@pytest.mark.parametrize(("stay", "machine"), [(True, "wheel net"), (False, "")])
def test_li_46_switch_components_stay_keeps_the_required_components_in_the_machine(
    stay, machine, day
):
    table = ready(components_stay=stay, day=day)
    table.give(0, "I", "wheel net armor")
    box = table.in_box
    table.play(0, "advertise", "B", "I to A")
    assert table.machines(0)[0] == machine
    returned = {} if stay else {"wheel": 1, "net": 1}
    assert table.in_box == {kind: count + returned.get(kind, 0) for kind, count in box.items()}
    assert table.board == {"wheel": 2, "propeller": 2, "net": 2, "camera": 2, "armor": 2}
    assert table.scores == [4, 0]


def test_li_46_components_that_stay_are_untouchable_this_day_and_there_on_the_next():
    table = ready(day=2, trips={"A": (5, "wheel net"), "B": (4, "wheel")})
    table.play(0, "advertise", "B", "I to A")
    table.play(0, "exchange")
    assert table.events == ["0 tears by exchange_nothing, 1 held"]
    table.end_day()
    table.start(3)
    table.play(0, "advertise", "A", "I to B")
    assert table.asked[-1] == "launch: none | I to B"
    assert table.events[-1] == "0 launches I to B for 4 wasting net"


def test_li_46_components_returned_at_launch_can_be_drawn_from_the_box_the_same_day():
    table = Table(
        {"A": (5, "wheel"), "B": (4, "net")},
        day=2,
        components_stay=False,
        anomalies={"x": "take_box"},
    )
    table.give(0, "I", "wheel")
    table.box(wheel=0)
    table.play(0, "advertise", "B", "I to A")
    table.lay_open("x")
    table.play(0, "anomaly:x", "wheel to II")
    assert table.events == ["0 takes wheel into II from box"]
    assert "wheel" not in table.in_box


# --- LI-47


def future(steps, day=2, **options):
    table = Table({"A": (3, "wheel", steps)}, day=day, **options)
    table.give(0, "I", "wheel")
    return table


def test_li_47_a_launch_onto_a_future_trip_grants_its_action_at_once():
    table = future("take armory")
    table.play(0, "advertise", "A", "I to A", "do")
    assert table.asked[1:] == ["launch: none | I to A", "step: skip | do", "take: armor to II"]
    assert table.events == [
        "0 advertises A",
        "0 launches I to A for 3 meeting an ad",
        "0 takes armor into II from board",
    ]


def test_li_47_the_extra_action_may_be_declined():
    table = future("points 4")
    table.play(0, "advertise", "A", "I to A", "skip")
    assert table.asked[-1] == "step: skip | do"
    assert table.scores == [3, 0]


@pytest.mark.parametrize(
    ("optional", "asked", "events"),
    [
        (True, ["step: skip | do"], ["0 scores 4 by effect"]),
        (False, [], ["0 scores 4 by effect"]),
    ],
)
def test_li_47a_switch_future_bonus_optional_asks_each_step(optional, asked, events):
    table = future("points 4", future_bonus_optional=optional)
    table.play(0, "advertise", "A", "I to A", *["do"] * optional)
    assert table.asked[2:] == asked
    assert table.events[2:] == events


@pytest.mark.parametrize(
    ("optional", "asked", "events"),
    [
        (True, ["step: skip | do"], ["0 scores 4 by effect"]),
        (False, [], ["0 tears by effect, 1 held", "0 scores 4 by effect"]),
    ],
)
def test_li_47a_switch_future_bonus_optional_false_makes_a_step_that_cannot_be_done_a_tear(
    optional, asked, events
):
    table = future("discard_waste, points 4", future_bonus_optional=optional)
    table.play(0, "advertise", "A", "I to A", *["do"] * optional)
    assert table.asked[2:] == asked
    assert table.events[2:] == events


def test_li_47a_the_steps_are_asked_one_by_one():
    table = future("points 4, points 2, points 1")
    table.play(0, "advertise", "A", "I to A", "do", "skip", "do")
    assert table.asked[2:] == ["step: skip | do"] * 3
    assert table.scores == [3 + 4 + 1, 0]


def test_li_47a_false_leaves_optional_what_the_data_call_optional():
    table = future("points 4?, move?", future_bonus_optional=False)
    table.play(0, "advertise", "A", "I to A", "skip")
    assert table.asked[2:] == ["step: skip | do"]
    assert table.events[2:] == []


def test_li_47a_an_optional_take_of_a_bonus_lists_no_tear():
    table = future("take garage")
    table.stock(wheel=0)
    table.play(0, "advertise", "A", "I to A", "do")
    assert table.asked[3:] == ["take: propeller to II"]


def test_li_47a_a_mandatory_take_of_a_bonus_lists_the_tear():
    table = future("take garage", future_bonus_optional=False)
    table.stock(wheel=0)
    table.play(0, "advertise", "A", "I to A", "tear")
    assert table.asked[2:] == ["take: propeller to II | tear"]
    assert table.events[2:] == ["0 tears by voluntary, 1 held"]
