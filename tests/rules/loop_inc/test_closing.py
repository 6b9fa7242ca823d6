"""What is closed to a seat for comparison's sake, and the ad that one is made to put down (metrics.md 6)."""

import pytest

from loopsim.errors import InputError
from loopsim.games.loop_inc.closing import Closing, actions, anomalies, trip_keys
from loopsim.games.loop_inc.game import Table as Playable
from loopsim.kernels.loop_inc import forced_ad, offers, outlook, plan, rivals
from loopsim.kernels.loop_inc.features import WEIGHTED
from loopsim.kernels.loop_inc.presence import crowds
from loopsim.scenario import load
from tests.rules.loop_inc.table import Table

TRIPS = {"A": (5, "wheel net"), "B": (4, "wheel"), "C": (4, "net"), "D": (9, "armor armor")}
PILES = ["garage", "shop", "armory", "trash", "exchange", "advertise", "move"]


def closed_trips(*keys, to_all=False, **options):
    table = Table(TRIPS, closing=Closing(trips=keys, to_all=to_all), **options)
    for seat in range(table.players):
        table.give(seat, "I", "wheel net")
    return table


# --- trips


def test_a_closed_trip_is_open_to_no_launch_of_the_focal_seat():
    table = closed_trips("C0.1", "C1.1")
    assert table.launches(0) == ["none", "I to B"]
    assert table.launches(1) == ["none", "I to A", "I to B", "I to C"]


def test_a_trip_closed_to_all_is_open_to_no_launch():
    table = closed_trips("C0.1", to_all=True, players=3)
    for seat in range(3):
        assert table.launches(seat) == ["none", "I to B", "I to C"]


def test_a_closed_trip_is_open_to_no_ad_of_the_focal_seat():
    table = closed_trips("C0.1", "C1.1")
    table.play(0, "advertise", "B", "none")
    assert table.asked[0] == "advertise: B | D"
    table.play(1, "advertise", "A", "none")
    assert table.asked[0] == "advertise: A | C | D"


def test_an_optional_ad_is_not_asked_for_if_all_trips_left_are_closed():
    table = closed_trips("C0.1", "C0.2", "C1.1", "C1.2", anomalies={"x": "advertise?"})
    table.lay_open("x")
    table.play(0, "anomaly:x")
    assert table.asked == ["launch: none"]


def test_the_focal_seat_is_a_place_of_the_turn_order():
    table = closed_trips("C0.1", players=3, first=2)
    assert table.launches(2) == ["none", "I to B", "I to C"]
    assert table.launches(0) == ["none", "I to A", "I to B", "I to C"]


# --- cards


def test_a_closed_pile_and_a_closed_anomaly_are_no_new_cards_for_the_focal_seat():
    closing = Closing(cards=("exchange", "anomaly:y"))
    table = Table(anomalies={"x": "points 1", "y": "points 2", "z": "points 3"}, closing=closing)
    table.lay_open("y", "z", "x")
    open_ones = [pile for pile in PILES if pile != "exchange"]
    table.play(0, "move")
    assert table.sources == [*open_ones, "anomaly:z", "anomaly:x"]
    table.play(1, "move")
    assert table.sources == [*PILES, "anomaly:y", "anomaly:z", "anomaly:x"]


def test_a_closed_card_may_be_taken_if_nothing_else_is_left():
    table = Table(closing=Closing(cards=("move", "trash")))
    table.pile(**dict.fromkeys(PILES, 0) | {"move": 2, "trash": 1})
    table.play(0, "trash")
    assert table.sources == ["trash", "move"]


def test_a_past_card_is_something_else_and_past_cards_are_never_closed():
    table = Table(closing=Closing(cards=("move",)), day=2)
    table.pile(**dict.fromkeys(PILES, 0) | {"move": 2})
    table.hand(0, "move")
    table.play(0, "past")
    assert table.sources == ["past"]


# --- actions


def test_of_a_closed_action_the_pile_and_the_optional_steps_are_closed_not_the_others():
    closing = Closing(actions=("exchange",))
    steps = {"x": "exchange?, move?, exchange", "y": "exchange?"}
    table = Table(anomalies=steps, closing=closing, day=2)
    table.lay_open("x", "y")
    for seat in (0, 1):
        table.give(seat, "I", "wheel")
    table.play(0, "anomaly:x", "skip", "wheel")
    assert table.sources == [
        *(pile for pile in PILES if pile != "exchange"),
        "anomaly:x",
        "anomaly:y",
    ]
    assert [node.partition(":")[0] for node in table.asked] == [
        "step", "exchange_out", "exchange_in", "launch",
    ]  # fmt: skip
    table.play(1, "anomaly:y", "skip")
    assert table.asked == ["step: skip | do", "launch: none"]


def test_a_closed_room_closes_its_own_optional_takes_alone():
    closing = Closing(actions=("garage",))
    table = Table(anomalies={"x": "take garage?, take any?, take shop?"}, closing=closing)
    table.lay_open("x")
    table.play(0, "anomaly:x", "skip", "skip")
    assert table.asked == ["step: skip | do", "step: skip | do", "launch: none"]


def test_a_bonus_whose_steps_are_closed_is_not_asked_for():
    trips = {"A": (5, "wheel", "exchange"), "B": (4, "net")}
    table = Table(trips, closing=Closing(actions=("exchange",)), day=2)
    table.give(0, "I", "wheel")
    table.give(0, "II", "net")
    table.play(0, "move", "wheel from I to II", "II to A")
    assert table.asked == [
        "move: wheel from I to II | net from II to I", "launch: none | II to A | II to B",
    ]  # fmt: skip


# --- second visits


def ready_for(table, p):
    """Trips that the rivals of a seat could launch to."""
    return rivals.ready_for(table.s, table.t, crowds(table.s, table.t), p, rivals.ALL_SEATS)


def no_second_visits(**options):
    """Seats 0 to 2 could launch to A, B and C."""
    table = Table(TRIPS, closing=Closing(second_visits=True), players=3, **options)
    for seat in range(3):
        table.give(seat, "I", "wheel net")
    return table


def test_li_42_where_second_visits_are_closed_no_launch_follows_a_visit_or_an_ad_of_another():
    table = no_second_visits()
    assert table.launches(0) == ["none", "I to A", "I to B", "I to C"]
    table.visit(1, "A")
    table.ad(2, "C")
    assert table.launches(0) == ["none", "I to B"]
    assert table.launches(2) == ["none", "I to A", "I to B", "I to C"]


def test_li_44_where_second_visits_are_closed_the_owner_of_an_ad_still_meets_it_after_a_rival():
    table = no_second_visits()
    table.ad(0, "A")
    table.ad(0, "B")
    table.visit(1, "A")
    table.visit(2, "C")
    assert table.launches(0) == ["none", "I to A", "I to B"]
    table.play(0, "garage", "wheel to I", "I to A")
    assert table.tears == [0, 0, 0]


def test_li_44_where_the_ad_keeps_no_place_a_trip_that_is_closed_anyway_stays_closed():
    table = no_second_visits(ad_owner_keeps_place=False)
    table.ad(0, "A")
    table.ad(0, "B")
    table.visit(1, "A")
    assert table.launches(0) == ["none", "I to B", "I to C"]


def test_li_40_where_second_visits_are_closed_so_are_revisits_beside_another():
    table = no_second_visits(same_day_revisit=True)
    table.visit(0, "A", "B")
    assert table.launches(0) == ["none", "I to A", "I to B", "I to C"]
    table.visit(1, "B")
    assert table.launches(0) == ["none", "I to A", "I to C"]


def test_li_52_visits_of_an_earlier_day_make_no_visit_a_second_one():
    table = no_second_visits(day=2)
    table.visited_before(1, "A")
    assert table.launches(0) == ["none", "I to A", "I to B", "I to C"]


def test_second_visits_closed_to_all_leave_each_trip_to_the_first_of_a_day():
    table = Table(TRIPS, closing=Closing(second_visits=True, to_all=True), players=3)
    for seat in range(3):
        table.give(seat, "I", "wheel net")
    table.visit(1, "A")
    for seat in (0, 2):
        assert table.launches(seat) == ["none", "I to B", "I to C"]


def test_an_ad_may_lie_where_a_second_visit_would_not_be_open():
    table = no_second_visits()
    table.visit(1, "A")
    table.ad(2, "B")
    table.play(0, "advertise", "C", "none")
    assert table.asked[0] == "advertise: C | D"  # LI-23 alone


# --- what bots see of it


def looking(table, seat=0):
    """The notes of a weighted bot in this seat."""
    table.d.family[:] = WEIGHTED
    table.s.turn += 1
    plan.prepare(table.s, table.t, table.d)
    outlook.look(table.s, table.t, table.d, seat)
    return table.d


def cards_counted(d):
    return [(d.new_cards >> (offers.ROOM_BITS * room)) & offers.FIELD for room in range(3)]


def test_a_bot_sees_which_trips_are_closed_to_it_and_to_others():
    table = closed_trips("C0.1", players=2)
    assert looking(table, 0).candidates == 0b1110
    assert looking(table, 1).candidates == 0b1111
    assert ready_for(table, 1) == 0b0110  # of seat 0
    assert ready_for(table, 0) == 0b0111  # of seat 1


def test_a_bot_sees_which_second_visits_are_closed_to_it_and_to_others():
    table = Table(TRIPS, closing=Closing(second_visits=True))
    for seat in (0, 1):
        table.give(seat, "I", "wheel net")
    table.visit(1, "A", "B")
    table.ad(0, "B")
    table.ad(0, "C")
    assert looking(table, 0).candidates == 0b1110  # all but A
    assert looking(table, 1).candidates == 0b1100  # all that it has not been to
    assert ready_for(table, 1) == 0b0110  # of seat 0
    assert ready_for(table, 0) == 0b0100  # of seat 1


def test_a_bot_does_not_plan_to_go_on_to_a_trip_that_is_closed():
    table = Table(TRIPS, closing=Closing(trips=("C1.2",)))
    d = looking(table)
    assert outlook.follow(table.s, d, 1, 1) == 9 - 3  # from B to D: a wheel less, two armor more
    assert outlook.follow(table.s, d, 0, 1) == 5 - 1  # to A


def test_a_bot_counts_only_on_piles_that_are_not_closed():
    table = Table(closing=Closing(cards=("shop",)))
    table.pile(garage=4, shop=5, armory=2)
    assert cards_counted(looking(table, 0)) == [4, 0, 2]
    assert cards_counted(looking(table, 1)) == [4, 5, 2]


def test_a_bot_expects_nothing_of_optional_steps_that_are_closed():
    steps = {"x": "exchange?, take garage", "y": "exchange"}
    table = Table(anomalies=steps, closing=Closing(actions=("exchange",)))
    d = looking(table)
    x, y = (table.card_names.index(f"anomaly:{key}") for key in steps)
    assert (d.offers[0, x], d.offers[1, x]) == (
        offers.OF_GARAGE,
        offers.OF_GARAGE + offers.EXCHANGES,
    )
    assert d.offers[0, y] == d.offers[1, y] == offers.EXCHANGES


# --- the ad that is forced


def sources_of(table, seat):
    options = forced_ad.sources_allowed(table.s, table.t, seat, 0b1111111 << 1 | 1)
    return [["past", *PILES][bit] for bit in range(8) if options >> bit & 1]


@pytest.mark.parametrize(
    ("hand", "allowed"),
    [("advertise", ["past", "advertise"]), ("move", ["advertise"])],
)
def test_at_the_turn_that_is_forced_only_sources_that_advertise_are_left(hand, allowed):
    table = Table(day=2)
    table.hand(0, hand)
    table.s.forced_ad = 1
    assert sources_of(table, 0) == ["past", *PILES]
    assert sources_of(table, 0) == allowed
    assert sources_of(table, 0) == ["past", *PILES]
    assert table.s.ad_turns == 3


@pytest.mark.parametrize("hindrance", ["no token", "no trip"])
def test_a_turn_at_which_no_ad_could_be_put_down_does_not_count(hindrance):
    table = Table(day=2)
    table.hand(0, "advertise")
    table.s.forced_ad = 0
    if hindrance == "no token":
        table.used_ads(0, 3)
    else:
        table.visit(1, "A", "B")
    assert sources_of(table, 0) == ["past", *PILES]
    assert table.s.ad_turns == 0


# --- what the focal seat made use of


def uses(table):
    row = table.focal_row()
    return {table.card_names[card]: int(count) for card, count in enumerate(row.uses) if count}


def test_uses_are_cards_of_the_focal_seat_new_past_or_repeated_and_optional_steps_done():
    steps = {"x": "repeat_last", "y": "exchange?, move?, exchange?", "z": "repeat_last?"}
    table = Table(anomalies=steps, day=2)
    for seat in (0, 1):
        table.give(seat, "I", "wheel")
    table.lay_open("x", "y", "z")
    table.hand(0, "exchange")
    table.play(0, "past", "wheel")
    assert uses(table) == {"exchange": 1}
    table.play(0, "anomaly:x", "wheel")  # repeats the exchange
    assert uses(table) == {"exchange": 2, "anomaly:x": 1}
    table.play(0, "anomaly:y", "do", "wheel", "skip", "skip")
    assert uses(table) == {"exchange": 3, "anomaly:x": 1, "anomaly:y": 1}
    table.play(1, "exchange", "wheel")
    assert uses(table) == {"exchange": 3, "anomaly:x": 1, "anomaly:y": 1}
    table.play(0, "anomaly:z", "skip")
    assert uses(table) == {"exchange": 3, "anomaly:x": 1, "anomaly:y": 1, "anomaly:z": 1}


def test_launches_of_the_focal_seat_count_by_trip():
    table = Table(TRIPS, same_day_revisit=True, day=2)
    for machine in ("I", "II"):
        table.give(0, machine, "wheel net")
    table.give(1, "I", "wheel net")
    table.play(0, "garage", "wheel to I", "I to C")
    table.play(1, "garage", "wheel to I", "I to A")
    table.play(0, "shop", "net to II", "II to C")
    assert table.focal_row().launches[:4].tolist() == [0, 0, 2, 0]


# --- names


def test_what_can_be_closed_is_named_as_elsewhere():
    scenario = load("loop-inc/base", ["expansions=office"], 4)
    assert trip_keys(scenario)[:3] == ["AD1.1", "AD1.2", "AD2.1"]
    assert actions(scenario) == [
        "garage",
        "shop",
        "armory",
        "office",
        "exchange",
        "advertise",
        "move",
    ]
    assert anomalies(scenario)[0] == "anomaly:spare_parts"


@pytest.mark.parametrize(
    ("closing", "line"),
    [
        (Closing(trips=("AD1.3",)), '--trip: found "AD1.3"; allowed: AD1.'),
        (Closing(cards=("remodel",)), '--card: found "remodel"; allowed: anomaly:remodel '),
        (Closing(actions=("office",)), '--action: found "office"; allowed: '),
    ],
)
def test_what_is_not_in_play_cannot_be_closed(closing, line):
    with pytest.raises(InputError) as wrong:
        Playable(load("loop-inc/base", (), 4), ["random"], closing=closing)
    assert str(wrong.value).startswith(line)
