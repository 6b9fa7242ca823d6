"""What a bot fears of its rivals: the trips that they could launch to at their next turn, by the rules."""

import pytest

from loopsim.games.loop_inc.closing import Closing
from loopsim.kernels.loop_inc import features, outlook, plan, rivals
from loopsim.kernels.loop_inc.presence import crowds
from tests.rules.loop_inc.table import Table

TRIPS = {"A": (5, "wheel"), "B": (4, "wheel"), "C": (3, "wheel"), "D": (2, "camera camera")}
SWITCHES = ("same_day_revisit", "ad_owner_keeps_place")


def armed(**rules):
    """Three seats; each rival of seat 0 has in Mark I and II what A, B and C need."""
    table = Table(TRIPS, players=3, day=2, **rules)
    for seat in (1, 2):
        for machine in ("I", "II"):
            table.give(seat, machine, "wheel")
    return table


def ready(table, *seats, of=0):
    """The trips that rivals of a seat, those named or all, could launch to: in letters."""
    rows = sum(1 << seat for seat in seats) if seats else rivals.ALL_SEATS
    trips = int(rivals.ready_for(table.s, table.t, crowds(table.s, table.t), of, rows))
    return "".join(letter for i, letter in enumerate(TRIPS) if trips >> i & 1)


def test_a_rival_could_launch_to_what_a_machine_of_it_serves():
    assert ready(armed()) == "ABC"


def test_li_40_a_rival_does_not_come_again():
    table = armed()
    table.visit(1, "A")
    table.visited_before(1, "B")
    assert ready(table, 1) == "C"
    assert ready(table, 2) == "ABC"


def test_li_40_a_rival_may_come_again_the_same_day_where_the_switch_allows_it():
    table = armed(same_day_revisit=True)
    table.visit(1, "A")
    table.launched(1, "I")
    table.visited_before(1, "B")
    assert ready(table, 1) == "AC"
    table.launched(1, "II")
    assert ready(table, 1) == ""


def test_li_41_a_rival_cannot_launch_where_two_others_are():
    table = armed()
    table.ad(0, "A")
    table.visit(2, "A", "B")
    assert ready(table, 1) == "BC"  # at A are seats 0 and 2
    assert ready(table, 2) == "C"
    assert ready(table) == "BC"


def test_li_41_a_rival_whose_ad_lies_there_is_not_kept_out_by_the_capacity():
    table = Table(TRIPS, players=4, day=2)
    for seat in (1, 2):
        table.give(seat, "I", "wheel")
    table.ad(1, "A")
    table.visit(3, "A")
    table.visit(0, "A")
    assert ready(table, 1) == "ABC"
    assert ready(table, 2) == "BC"


def test_li_41_capacity_of_one_closes_a_trip_with_an_ad_to_rivals():
    table = armed(trip_capacity=1)
    table.ad(0, "A")
    table.visit(2, "B")
    assert ready(table, 1) == "C"


def test_li_44_an_ad_does_not_keep_a_place_where_the_switch_says_so():
    for keeps, expected in ((True, "ABC"), (False, "BC")):
        table = armed(ad_owner_keeps_place=keeps)
        table.ad(1, "A")
        table.visit(2, "A")
        assert ready(table, 1) == expected


def test_a_rival_without_a_turn_to_come_is_not_feared():
    table = armed()
    table.no_new_cards(1)
    assert ready(table, 1) == ""
    table.hand(1, "move")
    assert ready(table, 1) == "ABC"


@pytest.mark.parametrize("full", [False, True])
def test_a_trip_that_is_full_for_the_leader_is_not_denied_to_it(full):
    """At A are an ad of seat 0, whose place is safe, and if it is full seat 2; the leader is seat 1."""
    table = armed()
    table.earned(1, 20)
    table.ad(0, "A")
    if full:
        table.visit(2, "A")
    values = {}
    for feature in (features.DENY, features.THREAT):
        hopes = []
        for weight in (0, 7):
            table.d.family[:] = 1
            table.d.weight[0, :] = 0
            table.d.weight[0, feature] = weight
            table.s.turn += 1
            plan.prepare(table.s, table.t, table.d)
            outlook.look(table.s, table.t, table.d, 0)
            hopes.append(table.d.trip_hope[:4].copy())
        values[feature] = (hopes[1] - hopes[0]).tolist()
    assert values[features.DENY] == [0 if full else 7, 7, 7, 0]
    assert values[features.THREAT] == [0, 7, 7, 0]


@pytest.mark.parametrize(
    "switches", [(), ("same_day_revisit",), ("ad_owner_keeps_place",), SWITCHES]
)
@pytest.mark.parametrize("capacity", [1, 2, 3])
def test_what_rivals_are_ready_for_is_what_the_rules_would_offer_them(switches, capacity):
    closing = Closing(second_visits=True)
    for some_are_closed in (None, closing):
        table = Table(
            TRIPS,
            players=3,
            day=2,
            closing=some_are_closed,
            trip_capacity=capacity,
            **{switch: switch in switches for switch in SWITCHES},
        )
        for seat in range(3):
            table.give(seat, "I", "wheel")
            table.give(seat, "II", "camera camera")
        table.launched(2, "II")
        table.visit(0, "A")
        table.visit(1, "A", "D")
        table.visited_before(2, "C")
        table.ad(2, "B")
        table.ad(0, "D")
        table.visit(1, "B")
        for seat in range(3):
            others = [q for q in range(3) if q != seat]
            offered = {option[-1] for q in others for option in table.launches(q)} - {"e"}
            assert {*ready(table, of=seat)} == offered


@pytest.mark.parametrize(
    ("points", "of", "leading"),
    [((9, 3, 5), 0, {2}), ((9, 3, 5), 2, {0}), ((1, 4, 4), 0, {1, 2}), ((0, 0, 0), 1, {0, 2})],
)
def test_the_leaders_are_the_rivals_with_the_most_points(points, of, leading):
    table = armed()
    for seat, earned in enumerate(points):
        table.earned(seat, earned)
    found = int(rivals.leaders(table.s, table.t, of))
    assert {seat for seat in range(3) if found >> seat & 1} == leading
