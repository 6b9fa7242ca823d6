"""The actions of the piles: LI-20 to LI-24."""

import pytest

from tests.rules.loop_inc.table import Table

SIX_TRIPS = dict.fromkeys("ABCDEF", (3, "armor"))
SEVERAL_MACHINES = {"I": "wheel net", "II": "camera"}


def with_machines(machines=None, day=2, **options):
    table = Table(day=day, **options)
    for machine, content in (machines or SEVERAL_MACHINES).items():
        table.give(0, machine, content)
    return table


# --- LI-20: garage, shop, armory


def test_li_20_take_offers_each_type_in_stock_with_each_open_machine():
    table = Table(day=2)
    table.play(0, "garage", "propeller to II")
    assert table.asked == [
        "take: wheel to I | wheel to II | propeller to I | propeller to II",
        "launch: none",
    ]
    assert table.events == ["0 takes propeller into II from board"]
    assert table.machines(0) == ["", "propeller", ""]
    assert table.board == {"wheel": 2, "propeller": 1, "net": 2, "camera": 2, "armor": 2}
    assert (table.scores, table.tears) == ([0, 0], [0, 0])


def test_li_20_out_of_stock_means_the_other_type_or_a_tear():
    table = Table()
    table.stock(camera=0)
    table.play(0, "shop", "net to I")
    assert table.asked[0] == "take: net to I | tear"
    assert table.events == ["0 takes net into I from board"]
    table.play(1, "shop", "tear")
    assert table.asked == ["take: net to I | tear", "launch: none"]
    assert table.events == ["1 tears by voluntary, 1 held"]
    assert table.machines(1) == ["", "", ""]
    assert table.board["net"] == 1


def test_li_20_an_empty_room_is_a_tear():
    table = Table()
    table.stock(wheel=0, propeller=0)
    table.play(0, "garage")
    assert table.asked == ["launch: none"]
    assert table.events == ["0 tears by room_empty, 1 held"]


def test_li_20_an_empty_armory_is_a_tear():
    table = Table()
    table.stock(armor=0)
    table.play(0, "armory")
    assert table.asked == ["launch: none"]
    assert table.events == ["0 tears by room_empty, 1 held"]


def test_li_20_without_an_open_machine_a_take_is_a_tear():
    table = Table(day=2)
    table.launched(0, "I", "II")
    table.play(0, "armory")
    assert table.asked == ["launch: none"]
    assert table.events == ["0 tears by no_open_machine, 1 held"]
    assert table.board["armor"] == 2


def test_li_20a_no_voluntary_tear_while_the_whole_room_is_in_stock():
    table = Table()
    table.stock(wheel=1, propeller=1)
    table.play(0, "armory")
    assert table.asked[0] == "take: armor to I"
    table.play(0, "garage", "wheel to I")
    assert table.asked[0] == "take: wheel to I | propeller to I"


def test_li_20a_no_voluntary_tear_for_a_type_of_another_room():
    table = Table()
    table.stock(net=0, armor=0)
    table.play(0, "garage", "wheel to I")
    assert table.asked[0] == "take: wheel to I | propeller to I"


def test_li_20a_no_choice_of_a_tear_when_nothing_could_be_taken():
    table = Table()
    table.stock(camera=0)
    table.launched(0, "I")
    table.play(0, "shop")
    assert table.asked == ["launch: none"]
    assert table.events == ["0 tears by no_open_machine, 1 held"]


# --- LI-21: exchange


def test_li_21_exchange_returns_one_component_and_takes_any_into_the_same_machine():
    table = with_machines()
    table.stock(propeller=0, armor=1)
    table.play(0, "exchange", "net from I", "armor")
    assert table.asked == [
        "exchange_out: wheel from I | net from I | camera from II",
        "exchange_in: wheel | net | camera | armor",
        "launch: none",
    ]
    assert table.events == ["0 exchanges net for armor in I"]
    assert table.machines(0) == ["wheel armor", "camera", ""]
    assert table.board == {"wheel": 2, "net": 3, "camera": 2}


def test_li_21_the_returned_type_may_be_taken_back():
    table = with_machines({"I": "wheel"})
    table.stock(wheel=0, propeller=0, net=0, camera=0, armor=0)
    table.play(0, "exchange")
    assert table.asked == ["exchange_out: wheel from I", "exchange_in: wheel", "launch: none"]
    assert table.events == ["0 exchanges wheel for wheel in I"]
    assert table.board == {}


@pytest.mark.parametrize(
    ("machines", "launched"), [({"I": ""}, []), ({"I": "wheel"}, ["I"]), ({"III": "wheel"}, [])]
)
def test_li_21_no_component_in_any_open_machine_is_a_tear(machines, launched):
    table = with_machines(machines)
    table.launched(0, *launched)
    table.play(0, "exchange")
    assert table.asked == ["launch: none"]
    assert table.events == ["0 tears by exchange_nothing, 1 held"]


@pytest.mark.parametrize(
    ("may_retake", "exchange_in"),
    [(True, "wheel | net | camera"), (False, "net | camera")],
)
def test_li_21_switch_exchange_may_retake_lets_the_returned_type_come_back(may_retake, exchange_in):
    table = with_machines({"I": "wheel"}, exchange_may_retake=may_retake)
    table.stock(propeller=0, armor=0)
    table.play(0, "exchange", "camera")
    assert table.asked[1] == f"exchange_in: {exchange_in}"
    assert table.machines(0) == ["camera", "", ""]


def test_li_21_without_retaking_a_component_needs_another_type_in_stock():
    table = with_machines({"I": "wheel net", "II": "net"}, exchange_may_retake=False)
    table.stock(wheel=0, propeller=0, net=1, camera=0, armor=0)
    table.play(0, "exchange")
    assert table.asked == ["exchange_out: wheel from I", "exchange_in: net", "launch: none"]
    assert table.machines(0) == ["net net", "net", ""]


def test_li_21_without_retaking_nothing_moves_and_a_tear_is_due_if_none_can_be_returned():
    table = with_machines({"I": "net", "II": "net net"}, exchange_may_retake=False)
    table.stock(wheel=0, propeller=0, net=2, camera=0, armor=0)
    table.play(0, "exchange")
    assert table.asked == ["launch: none"]
    assert table.events == ["0 tears by exchange_nothing, 1 held"]
    assert table.machines(0) == ["net", "net net", ""]
    assert table.board == {"net": 2}


def test_li_21_the_exchanged_machine_serves_other_trips_at_once():
    table = with_machines({"I": "camera net"})
    table.play(0, "exchange", "net from I", "camera", "I to B")
    assert table.asked[-1] == "launch: none | I to B"


# --- LI-22: move


def test_li_22_move_one_component_to_another_open_machine():
    table = with_machines({"I": "wheel wheel net", "II": "camera"}, day=3)
    table.play(0, "move", "net from I to III")
    options = "wheel from I to II | wheel from I to III | net from I to II | net from I to III"
    options += " | camera from II to I | camera from II to III"
    assert table.asked == [f"move: {options}", "launch: none"]
    assert table.events == ["0 moves net from I to III"]
    assert table.machines(0) == ["wheel wheel", "camera", "net"]


def test_li_22_a_moved_component_serves_its_new_machine_and_no_longer_the_old():
    table = with_machines({"I": "wheel net", "II": "wheel"})
    table.play(0, "move", "net from I to II", "II to A")
    assert table.asked[-1] == "launch: none | II to A"


@pytest.mark.parametrize(
    ("day", "machines", "launched"),
    [
        (1, {"I": "wheel"}, []),
        (2, {"I": "wheel"}, ["II"]),
        (2, {"I": "wheel", "II": ""}, ["I"]),
        (2, {"I": "", "II": ""}, []),
        (3, {"I": "wheel", "II": "", "III": ""}, ["I"]),
    ],
)
def test_li_22_fewer_than_two_open_machines_or_no_component_in_them_is_a_tear(
    day, machines, launched
):
    table = with_machines(machines, day)
    table.launched(0, *launched)
    table.play(0, "move")
    assert table.asked == ["launch: none"]
    assert table.events == ["0 tears by move_impossible, 1 held"]


# --- LI-23: advertise


def test_li_23_an_ad_goes_on_a_trip_without_an_ad_and_without_anothers_visit_this_day():
    table = Table(SIX_TRIPS, day=2, players=3)
    table.ad(0, "A")
    table.ad(1, "B")
    table.visit(1, "C")
    table.visited_before(1, "D")
    table.visit(0, "E")
    table.visited_before(0, "F")
    table.play(0, "advertise", "F")
    assert table.asked == ["advertise: D | E | F", "launch: none"]
    assert table.events == ["0 advertises F"]
    assert table.ads(0) == (1, ["A", "F"], 0)
    assert (table.scores, table.tears) == ([0, 0, 0], [0, 0, 0])


def test_li_23_no_token_left_is_a_tear():
    table = Table(SIX_TRIPS)
    table.used_ads(0, 2)
    table.ad(0, "A")
    table.play(0, "advertise")
    assert table.asked == ["launch: none"]
    assert table.events == ["0 tears by ad_none_left, 1 held"]


def test_li_23_no_trip_to_advertise_is_a_tear():
    table = Table()
    table.visit(1, "A")
    table.ad(1, "B")
    table.play(0, "advertise")
    assert table.asked == ["launch: none"]
    assert table.events == ["0 tears by ad_no_trip, 1 held"]
    assert table.ads(0) == (3, [], 0)


@pytest.mark.parametrize(
    ("allowed", "options"), [(True, "A | B | C | D | E | F"), (False, "C | D | E | F")]
)
def test_li_23_switch_ad_on_own_visited_allows_ads_where_one_has_been(allowed, options):
    table = Table(SIX_TRIPS, day=2, ad_on_own_visited=allowed)
    table.visit(0, "A")
    table.visited_before(0, "B")
    table.visited_before(1, "C")
    table.play(0, "advertise", "D")
    assert table.asked[0] == f"advertise: {options}"


# --- LI-24: trash


def test_li_24_trash_takes_one_or_more_components_out_of_the_game():
    table = with_machines({"I": "wheel wheel net", "II": "camera"})
    board, box = table.board, table.in_box
    table.play(0, "trash", "wheel from I", "camera from II", "wheel from I", "stop")
    assert table.asked == [
        "trash: wheel from I | net from I | camera from II",
        "trash: stop | wheel from I | net from I | camera from II",
        "trash: stop | wheel from I | net from I",
        "trash: stop | net from I",
        "launch: none",
    ]
    assert table.events == [
        "0 trashes wheel from I",
        "0 trashes camera from II",
        "0 trashes wheel from I",
    ]
    assert table.machines(0) == ["net", "", ""]
    assert (table.board, table.in_box) == (board, box)
    assert table.scores == [0, 0]


def test_li_24_trash_can_make_a_machine_fit_no_more():
    table = with_machines({"I": "wheel net", "II": ""})
    table.play(0, "trash", "net from I", "stop")
    assert table.asked[-1] == "launch: none"


@pytest.mark.parametrize("launched", [[], ["II"]])
def test_li_24_nothing_to_trash_is_a_tear(launched):
    table = with_machines({"I": "", "II": "wheel" if launched else ""})
    table.launched(0, *launched)
    table.play(0, "trash")
    assert table.asked == ["launch: none"]
    assert table.events == ["0 tears by trash_nothing, 1 held"]


@pytest.mark.parametrize(
    ("tears", "events"), [(True, ["0 tears by trash_nothing, 1 held"]), (False, [])]
)
def test_li_24_switch_trash_empty_tears_makes_an_empty_trash_a_tear(tears, events):
    table = Table(trash_empty_tears=tears)
    table.play(0, "trash")
    assert table.asked == ["launch: none"]
    assert table.events == events
    assert table.cards_in_tableau(0) == ["trash"]


@pytest.mark.parametrize(("tears", "events"), [(True, ["0 tears by effect, 1 held"]), (False, [])])
def test_li_24_switch_trash_empty_tears_holds_for_a_mandatory_step_too(tears, events):
    table = Table(trash_empty_tears=tears, anomalies={"x": "trash"})
    table.lay_open("x")
    table.play(0, "anomaly:x")
    assert table.asked == ["launch: none"]
    assert table.events == events


# --- packed counts


def test_twelve_components_of_one_type_lie_in_one_machine():
    """Counts have six bits a type: twelve of one neither overflow nor spill into the next."""
    trips = {"A": (5, "wheel " * 12), "B": (4, "wheel " * 8 + "propeller")}
    table = Table(trips, stock_per_type=12, ads_per_player=0)
    table.give(0, "I", "wheel " * 11)
    table.stock(wheel=1)
    table.play(0, "garage", "wheel to I", "none")
    assert table.machines(0)[0].split() == ["wheel"] * 12
    assert table.asked[-1] == "launch: none | I to A"
    assert "wheel" not in table.board
    table.play(0, "exchange", "wheel", "none")
    assert table.asked[:2] == [
        "exchange_out: wheel from I",
        "exchange_in: wheel | propeller | net | camera | armor",
    ]
    table.play(0, "garage", "propeller to I", "I to B")
    assert table.asked == ["take: propeller to I | tear", "launch: none | I to A | I to B"]
    assert table.events[1] == "0 launches I to B for 4 wasting wheel wheel wheel wheel"
    assert table.machines(0)[0].split() == ["wheel"] * 8 + ["propeller"]


@pytest.mark.parametrize("kind", ["wheel", "propeller", "net", "camera", "armor"])
def test_twelve_components_of_each_type_at_once_keep_their_counts(kind):
    everything = " ".join(f"{name} " * 12 for name in ("wheel", "propeller", "net", "camera"))
    table = Table({"A": (5, f"{kind} " * 12), "B": (4, f"{kind} " * 13)}, tokens_per_type=31)
    table.give(0, "I", f"{everything} {'armor ' * 12}")
    table.play(0, "advertise", "A", "I to A")
    assert table.asked[-1] == "launch: none | I to A"
    assert table.machines(0)[0].split() == [kind] * 12
    assert table.scores[0] == 5 - 4 * 12
