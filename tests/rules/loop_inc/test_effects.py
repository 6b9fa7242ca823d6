"""Anomalies, effects as data and the Office: LI-25, LI-26."""

import pytest

from tests.rules.loop_inc.table import TWO_TRIPS, Table

OFFICE = {"expansions": ["office"]}


def with_anomaly(steps, day=2, **options):
    """Anomaly x lies open."""
    table = Table(day=day, anomalies={"x": steps}, **options)
    table.lay_open("x")
    return table


def played(steps, *answers, prepare=lambda table: None, **options):
    """Seat 0 has played anomaly x."""
    table = with_anomaly(steps, **options)
    prepare(table)
    table.play(0, "anomaly:x", *answers)
    return table


def no_machine(table):
    table.launched(0, "I", "II", "III")


def last_tear(table):
    table.tear(0, 3)


# --- LI-25: the card says what it does


def test_li_25_an_anomaly_is_taken_from_the_open_ones_and_replayed_like_any_past_card():
    table = with_anomaly("points 2", day=1)
    table.play(0, "anomaly:x")
    assert table.played == "0 plays new anomaly:x"
    assert table.events == ["0 scores 2 by effect"]
    assert table.opened == []
    assert table.cards_in_tableau(0) == ["anomaly:x"]
    table.end_day()
    table.start(2)
    table.play(0, "past")
    assert table.played == "0 plays past anomaly:x"
    assert table.scores == [4, 0]


def test_li_25_a_taken_anomaly_closes_the_gap():
    table = Table(anomalies=dict.fromkeys("abcd", "points 1"))
    table.lay_open("c", "a", "d", "b")
    table.play(0, "anomaly:a")
    assert table.opened == ["c", "d", "b"]
    table.play(1, "anomaly:b")
    assert table.opened == ["c", "d"]


def test_li_25_take_any_offers_every_type_of_the_board_and_no_tear():
    table = with_anomaly("take any", day=1)
    table.stock(propeller=0, armor=0)
    table.play(0, "anomaly:x", "camera to I")
    assert table.asked == ["take: wheel to I | net to I | camera to I", "launch: none"]
    assert table.events == ["0 takes camera into I from board"]


@pytest.mark.parametrize("room", ["garage", "shop", "armory"])
def test_li_25_take_of_a_named_room_is_as_the_pile(room):
    by_pile, by_effect = Table(day=2), with_anomaly(f"take {room}")
    first = {"garage": "wheel to I", "shop": "net to I", "armory": "armor to I"}[room]
    by_pile.play(0, room, first)
    by_effect.play(0, "anomaly:x", first)
    assert by_effect.asked == by_pile.asked
    assert by_effect.events == by_pile.events


def test_li_25_take_any_tears_only_on_an_empty_board_or_without_an_open_machine():
    empty = with_anomaly("take any")
    empty.stock(wheel=0, propeller=0, net=0, camera=0, armor=0)
    empty.play(0, "anomaly:x")
    assert empty.asked == ["launch: none"]
    assert empty.events == ["0 tears by effect, 1 held"]
    assert played("take any", prepare=no_machine).events == ["0 tears by effect, 1 held"]


def test_li_25_take_box_takes_a_type_of_the_box():
    table = with_anomaly("take_box")
    table.box(wheel=0, net=0, camera=0, armor=1)
    table.stock(propeller=0)
    table.play(0, "anomaly:x", "armor to II")
    assert table.asked[0] == ("take: propeller to I | propeller to II | armor to I | armor to II")
    assert table.events == ["0 takes armor into II from box"]
    assert table.in_box == {"propeller": 10}
    assert table.board["armor"] == 2
    assert table.machines(0) == ["", "armor", ""]


def test_li_25_take_box_tears_with_an_empty_box_or_without_an_open_machine():
    empty = with_anomaly("take_box")
    empty.box(wheel=0, propeller=0, net=0, camera=0, armor=0)
    empty.play(0, "anomaly:x")
    assert empty.asked == ["launch: none"]
    assert empty.events == ["0 tears by effect, 1 held"]
    assert played("take_box", prepare=no_machine).events == ["0 tears by effect, 1 held"]


@pytest.mark.parametrize(
    ("steps", "pile", "answers"),
    [
        ("exchange", "exchange", ["net from I", "camera"]),
        ("move", "move", ["wheel from I to II"]),
        ("trash", "trash", ["net from I", "stop"]),
        ("advertise", "advertise", ["B", "none"]),
    ],
)
def test_li_25_the_other_actions_are_as_the_piles(steps, pile, answers):
    by_pile, by_effect = Table(day=2), with_anomaly(steps)
    for table, source in ((by_pile, pile), (by_effect, "anomaly:x")):
        table.give(0, "I", "wheel net")
        table.play(0, source, *answers)
    assert by_effect.asked == by_pile.asked
    assert by_effect.events == by_pile.events


def test_li_25_discard_waste_without_a_node():
    table = played("discard_waste", prepare=lambda table: table.waste(0, 2))
    assert table.asked == ["launch: none"]
    assert table.events == ["0 discards waste"]
    assert (table.scores, int(table.s.waste[0])) == ([-1, 0], 1)
    assert played("discard_waste").events == ["0 tears by effect, 1 held"]


def test_li_25_discard_tear_no_longer_counts():
    table = played("discard_tear", prepare=lambda table: table.tear(0, 3))
    assert table.events == ["0 discards a tear"]
    assert (table.tears, table.scores) == ([2, 0], [-3, 0])
    table.play(0, "move")
    assert table.events == ["0 tears by move_impossible, 3 held"]
    assert (table.out, table.scores) == ([], [-6, 0])
    assert played("discard_tear").events == ["0 tears by effect, 1 held"]


def test_li_25_regain_ad_gets_a_used_token_back_and_its_points_stay_booked():
    table = with_anomaly("regain_ad", day=1)
    table.ad(0, "A")
    table.ad(0, "B")
    table.give(0, "I", "wheel net")
    table.play(0, "armory", "I to A")
    table.end_day()
    assert table.scores == [5 - 1 - 3, 0]
    assert table.ads(0) == (1, [], 2)
    table.start(2)
    table.play(0, "anomaly:x")
    assert table.events == ["0 regains an ad"]
    assert table.ads(0) == (2, [], 1)
    assert table.scores == [1, 0]
    assert table.end_game()["scores"] == [2, 0]


def test_li_25_regain_ad_never_takes_a_token_lying_on_a_trip():
    table = with_anomaly("regain_ad")
    table.ad(0, "A")
    table.play(0, "anomaly:x")
    assert table.events == ["0 tears by effect, 1 held"]
    assert table.ads(0) == (2, ["A"], 0)


def test_li_25_forget_next_takes_the_front_card_out_of_the_game():
    table = with_anomaly("forget_next")
    piles = table.piles
    table.hand(0, "shop", "armory")
    table.play(0, "anomaly:x")
    assert table.events == ["0 forgets a card"]
    assert table.cards_in_hand(0) == ["armory"]
    assert (table.piles, table.opened) == (piles, [])
    assert played("forget_next").events == ["0 tears by effect, 1 held"]


def test_li_25_a_forgotten_anomaly_does_not_lie_open_again():
    table = Table(day=2, anomalies={"x": "forget_next", "y": "points 1"})
    table.lay_open("x")
    table.hand(0, "anomaly:y")
    table.play(0, "anomaly:x")
    assert table.opened == []
    assert table.cards_in_hand(0) == []


def test_li_25_swap_next_changes_the_first_two_cards():
    table = with_anomaly("swap_next")
    table.hand(0, "shop", "armory", "move")
    table.play(0, "anomaly:x")
    assert table.events == ["0 swaps two cards"]
    assert table.cards_in_hand(0) == ["armory", "shop", "move"]


def test_li_25_swap_next_needs_two_cards():
    table = with_anomaly("swap_next")
    table.hand(0, "shop")
    table.play(0, "anomaly:x")
    assert table.events == ["0 tears by effect, 1 held"]
    assert table.cards_in_hand(0) == ["shop"]


# --- LI-25a: mandatory and optional steps


def test_li_25a_a_mandatory_step_that_fails_tears_and_later_steps_are_still_tried():
    table = played("exchange, points 2, take armory", "armor to II")
    assert table.asked == ["take: armor to I | armor to II", "launch: none"]
    assert table.events == [
        "0 tears by effect, 1 held",
        "0 scores 2 by effect",
        "0 takes armor into II from board",
    ]
    assert table.scores == [1, 0]


def test_li_25a_the_steps_are_done_in_order():
    table = played("take armory, move, points 3", "armor to I")
    assert table.events == [
        "0 takes armor into I from board",
        "0 moves armor from I to II",
        "0 scores 3 by effect",
    ]


def test_li_25a_an_optional_step_may_be_declined():
    table = played("points 2?, points 1", "skip")
    assert table.asked == ["step: skip | do", "launch: none"]
    assert table.events == ["0 scores 1 by effect"]


def in_box_only(table):
    table.stock(wheel=0, propeller=0, net=0, camera=0, armor=0)


def box_empty(table):
    table.box(wheel=0, propeller=0, net=0, camera=0, armor=0)


OPTIONAL_STEPS = {
    # step: (it can be done, answers after "do", what is told), (it cannot)
    "take garage?": (lambda t: t.stock(wheel=1, propeller=0), ["wheel to I"], in_box_only),
    "take shop?": (lambda t: None, ["net to I"], no_machine),
    "take armory?": (lambda t: None, ["armor to I"], lambda t: t.stock(armor=0)),
    "take any?": (lambda t: None, ["armor to I"], in_box_only),
    "take_box?": (lambda t: None, ["armor to I"], box_empty),
    "exchange?": (lambda t: t.give(0, "II", "net"), ["camera"], lambda t: t.give(0, "III", "net")),
    "move?": (lambda t: t.give(0, "II", "net"), [], lambda t: None),
    "trash?": (lambda t: t.give(0, "II", "net"), [], lambda t: None),
    "advertise?": (lambda t: t.used_ads(0, 2), ["A"], lambda t: t.used_ads(0, 3)),
    "discard_waste?": (lambda t: t.waste(0, 1), [], lambda t: None),
    "discard_tear?": (lambda t: t.tear(0, 1), [], lambda t: None),
    "regain_ad?": (lambda t: t.used_ads(0, 1), [], lambda t: t.ad(0, "A")),
    "forget_next?": (lambda t: t.hand(0, "move"), [], lambda t: None),
    "swap_next?": (lambda t: t.hand(0, "move", "shop"), [], lambda t: t.hand(0, "move")),
    "points 1?": (lambda t: None, [], None),
    "launch_again?": (lambda t: None, [], None),
    "repeat_last?": (lambda t: t.tableau(0, "armory"), ["armor to I"], lambda t: None),
}


@pytest.mark.parametrize("step", OPTIONAL_STEPS)
def test_li_25a_an_optional_step_is_asked_if_it_can_be_done(step):
    possible, answers, _ = OPTIONAL_STEPS[step]
    table = played(step, "do", *answers, prepare=possible)
    assert table.asked[0] == "step: skip | do"
    assert not any("tears" in event for event in table.events)
    assert bool(table.events) == (step != "launch_again?")


@pytest.mark.parametrize("step", OPTIONAL_STEPS)
def test_li_25a_a_declined_optional_step_changes_nothing(step):
    possible, _, _ = OPTIONAL_STEPS[step]
    table = played(step, "skip", prepare=possible)
    assert table.asked == ["step: skip | do", "launch: none"]
    assert table.events == []


@pytest.mark.parametrize("step", [step for step, case in OPTIONAL_STEPS.items() if case[2]])
def test_li_25a_an_optional_step_that_cannot_be_done_is_not_asked_and_costs_no_tear(step):
    table = played(step, prepare=OPTIONAL_STEPS[step][2])
    assert table.asked == ["launch: none"]
    assert table.events == []
    assert table.tears[0] == 0


def test_li_25a_an_optional_ad_needs_a_trip_for_it():
    def everything_taken(table):
        table.visit(1, "A")
        table.ad(1, "B")

    assert played("advertise?", prepare=everything_taken).asked == ["launch: none"]


def test_li_25a_without_retaking_an_optional_exchange_needs_another_type_in_stock():
    def only_nets(table):
        table.stock(wheel=0, propeller=0, camera=0, armor=0)
        table.give(0, "I", "net")

    table = played("exchange?", prepare=only_nets, exchange_may_retake=False)
    assert table.asked == ["launch: none"]


def test_li_25a_discard_waste_as_an_optional_step_is_asked_once():
    table = played("discard_waste?", "do", prepare=lambda table: table.waste(0, 1))
    assert table.asked == ["step: skip | do", "launch: none"]
    assert table.events == ["0 discards waste"]
    assert table.scores == [0, 0]


# --- LI-25b, LI-25c, LI-25d: at most one tear


def test_li_25b_the_tear_is_taken_at_the_step_that_fails():
    table = played("points 1, exchange, points 2")
    assert table.events == [
        "0 scores 1 by effect",
        "0 tears by effect, 1 held",
        "0 scores 2 by effect",
    ]


def test_li_25b_if_the_tear_eliminates_later_steps_are_not_tried():
    table = played("exchange, points 2", prepare=last_tear)
    assert table.asked == []
    assert table.events == ["0 tears by effect, 4 held", "0 is out"]
    assert table.scores == [-6, 0]


def test_li_25b_elimination_ends_what_is_repeated_too():
    def prepare(table):
        table.tear(0, 3)
        table.tableau(0, "anomaly:y")

    table = Table(day=2, anomalies={"x": "repeat_last, points 1", "y": "exchange, points 2"})
    table.lay_open("x")
    prepare(table)
    table.play(0, "anomaly:x")
    assert table.events == ["0 tears by effect, 4 held", "0 is out"]


def test_li_25c_two_failing_steps_cost_one_tear():
    table = played("exchange, move, discard_waste")
    assert table.events == ["0 tears by effect, 1 held"]
    assert table.tears == [1, 0]


def test_li_25c_a_chosen_tear_is_the_one_tear_of_the_card():
    table = played("take garage, move", "tear", prepare=lambda table: table.stock(wheel=0))
    assert table.events == ["0 tears by voluntary, 1 held"]
    assert table.tears == [1, 0]


def test_li_25c_the_tear_counts_for_what_the_card_repeats():
    table = Table(day=2, anomalies={"x": "exchange, repeat_last, move"})
    table.lay_open("x")
    table.tableau(0, "trash")
    table.play(0, "anomaly:x")
    assert table.events == ["0 tears by effect, 1 held"]


def test_li_25c_a_tear_of_the_repetition_counts_for_the_card():
    table = Table(day=2, anomalies={"x": "repeat_last, move"})
    table.lay_open("x")
    table.tableau(0, "exchange")
    table.play(0, "anomaly:x")
    assert table.events == ["0 tears by effect, 1 held"]


def test_li_25c_the_next_card_can_tear_again():
    table = Table(day=2)
    table.play(0, "move")
    table.play(0, "exchange")
    assert table.tears == [2, 0]


def test_li_25c_a_bonus_is_an_action_of_its_own_with_its_own_tear():
    trips = {"A": (5, "wheel", "discard_waste, regain_ad")}
    table = Table(trips, day=2, future_bonus_optional=False)
    table.give(0, "I", "wheel")
    table.stock(armor=0)
    table.play(0, "armory", "I to A")
    assert table.events == [
        "0 tears by room_empty, 1 held",
        "0 launches I to A for 5",
        "0 tears by effect, 2 held",
    ]


def test_li_25c_an_optional_step_in_between_does_not_bring_the_tear_back_nor_spend_it():
    table = played("exchange, points 1?, move", "do")
    assert table.events == ["0 tears by effect, 1 held", "0 scores 1 by effect"]
    table = played("points 1?, exchange", "do")
    assert table.events == ["0 scores 1 by effect", "0 tears by effect, 1 held"]


def test_li_25d_no_tear_is_listed_where_none_would_be_paid():
    def prepare(table):
        table.stock(wheel=0)

    torn = played("exchange, take garage", "propeller to I", prepare=prepare)
    assert torn.asked[0] == "take: propeller to I | propeller to II"
    optional = played("take garage?", "do", "propeller to I", prepare=prepare)
    assert optional.asked[1] == "take: propeller to I | propeller to II"


def test_li_25d_a_mandatory_take_of_a_named_room_lists_the_tear():
    table = played("take shop", "tear", prepare=lambda table: table.stock(net=0))
    assert table.asked[0] == "take: camera to I | camera to II | tear"
    assert table.events == ["0 tears by voluntary, 1 held"]


def test_li_25d_after_an_optional_step_a_later_take_lists_the_tear_again():
    table = played("points 1?, take shop", "do", "tear", prepare=lambda t: t.stock(net=0))
    assert table.asked[1] == "take: camera to I | camera to II | tear"


def test_li_25d_no_tear_for_any_room_and_the_box():
    def prepare(table):
        table.stock(wheel=0)
        table.box(wheel=0)

    assert " tear" not in played("take any", "net to I", prepare=prepare).asked[0]
    assert " tear" not in played("take_box", "net to I", prepare=prepare).asked[0]


# --- LI-25e, LI-25f, LI-25g: repeating


def test_li_25e_a_card_repeats_the_card_of_the_turn_before():
    table = with_anomaly("repeat_last")
    table.tableau(0, "garage", "armory")
    table.tableau(1, "shop")
    table.play(0, "anomaly:x", "armor to II")
    assert table.asked == ["take: armor to I | armor to II", "launch: none"]
    assert table.events == ["0 takes armor into II from board"]
    assert table.cards_in_tableau(0) == ["garage", "armory", "anomaly:x"]


def test_li_25e_a_bonus_repeats_the_card_of_this_turn():
    table = Table({"A": (5, "wheel", "repeat_last")}, day=2)
    table.give(0, "I", "wheel")
    table.tableau(0, "shop")
    table.play(0, "armory", "armor to II", "I to A", "do")
    assert table.asked[1:] == ["launch: none | I to A", "step: skip | do", "take: armor to II"]
    assert table.events[1:] == ["0 launches I to A for 5", "0 takes armor into II from board"]


def test_li_25e_past_cards_are_repeated_too():
    table = with_anomaly("repeat_last")
    table.hand(0, "armory")
    table.play(0, "past", "armor to I")
    table.play(0, "anomaly:x", "armor to I")
    assert table.machines(0)[0] == "armor armor"


def test_li_25e_after_a_tear_the_card_repeats_all_the_same():
    table = with_anomaly("exchange, repeat_last")
    table.tableau(0, "armory")
    table.play(0, "anomaly:x", "armor to II")
    assert table.asked == ["take: armor to I | armor to II", "launch: none"]
    assert table.events == ["0 tears by effect, 1 held", "0 takes armor into II from board"]
    assert (table.scores, table.tears) == ([-1, 0], [1, 0])


def test_li_25e_after_a_tear_what_is_repeated_lists_no_tear_and_costs_none():
    table = with_anomaly("exchange, repeat_last")
    table.stock(wheel=0)
    table.tableau(0, "garage")
    table.play(0, "anomaly:x", "propeller to I")
    assert table.asked[0] == "take: propeller to I | propeller to II"
    assert table.tears == [1, 0]
    table = with_anomaly("exchange, repeat_last")
    table.stock(armor=0)
    table.tableau(0, "armory")
    table.play(0, "anomaly:x")
    assert table.events == ["0 tears by effect, 1 held"]


def test_li_25f_nothing_happens_without_a_card_to_repeat():
    table = played("repeat_last")
    assert table.asked == ["launch: none"]
    assert table.events == []
    assert table.tears == [0, 0]


def test_li_25f_nothing_happens_if_the_card_repeats_itself():
    table = Table(day=2, anomalies={"x": "repeat_last", "y": "points 3, repeat_last"})
    table.lay_open("x")
    table.tableau(0, "armory", "anomaly:y")
    table.play(0, "anomaly:x")
    assert table.asked == ["launch: none"]
    assert table.events == []


@pytest.mark.parametrize("optional", [True, False])
def test_li_25f_a_bonus_repeats_nothing_after_a_card_that_repeats(optional):
    table = Table(
        {"A": (5, "wheel", "repeat_last")},
        day=2,
        anomalies={"deja_vu": "repeat_last"},
        future_bonus_optional=optional,
    )
    table.lay_open("deja_vu")
    table.give(0, "I", "wheel")
    table.tableau(0, "armory")
    table.play(0, "anomaly:deja_vu", "armor to II", "I to A")
    assert table.asked == ["take: armor to I | armor to II", "launch: none | I to A"]
    assert table.events == ["0 takes armor into II from board", "0 launches I to A for 5"]
    assert (table.scores, table.tears) == ([5, 0], [0, 0])


def test_li_25f_the_other_steps_of_the_card_are_done():
    table = played("repeat_last, points 1")
    assert table.events == ["0 scores 1 by effect"]


def test_li_25g_a_repeated_anomaly_does_all_its_steps():
    table = Table(day=2, anomalies={"x": "repeat_last", "y": "launch_again, points 2, forget_next"})
    table.lay_open("x")
    table.tableau(0, "anomaly:y")
    table.hand(0, "move", "shop")
    table.play(0, "anomaly:x")
    assert table.events == ["0 scores 2 by effect", "0 forgets a card"]
    table = Table(day=2, anomalies={"x": "repeat_last", "y": "launch_again"})
    table.lay_open("x")
    table.tableau(0, "anomaly:y")
    table.give(0, "I", "wheel net")
    table.give(0, "II", "camera camera")
    table.play(0, "anomaly:x", "I to A", "II to B")
    assert table.scores == [9, 0]


def test_li_25g_an_optional_step_of_a_repeated_anomaly_is_asked():
    table = Table(day=2, anomalies={"x": "repeat_last", "y": "points 2?"})
    table.lay_open("x")
    table.tableau(0, "anomaly:y")
    table.play(0, "anomaly:x", "do")
    assert table.asked == ["step: skip | do", "launch: none"]
    assert table.events == ["0 scores 2 by effect"]


def test_li_25g_a_repeated_office_discards_waste_but_scores_no_place():
    table = Table(day=2, anomalies={"x": "repeat_last"}, **OFFICE)
    table.lay_open("x")
    table.tableau(0, "new office")
    table.waste(0, 2)
    table.play(0, "anomaly:x", "discard")
    assert table.asked == ["waste: keep | discard", "launch: none"]
    assert table.events == ["0 discards waste"]
    assert table.end_day()["office"] == [2, 0]


@pytest.mark.parametrize("card", ["exchange", "move", "trash", "armory"])
def test_li_25g_a_failure_of_the_repetition_is_the_failure_of_the_repeating_card(card):
    table = with_anomaly("repeat_last", day=1)
    table.stock(armor=0)
    table.tableau(0, card)
    table.play(0, "anomaly:x")
    assert table.events == ["0 tears by effect, 1 held"]
    assert table.cards_in_tableau(0) == [card, "anomaly:x"]


def test_li_25g_a_repeated_garage_lists_the_tear_which_stays_voluntary():
    table = with_anomaly("repeat_last", day=1)
    table.stock(wheel=0)
    table.tableau(0, "garage")
    table.play(0, "anomaly:x", "tear")
    assert table.asked[0] == "take: propeller to I | tear"
    assert table.events == ["0 tears by voluntary, 1 held"]


def test_li_25g_an_optional_repetition_never_tears_and_leaves_the_card_its_tear():
    table = Table(day=1, anomalies={"x": "repeat_last?, move"})
    table.lay_open("x")
    table.stock(armor=0)
    table.tableau(0, "armory")
    table.play(0, "anomaly:x", "do")
    assert table.asked == ["step: skip | do", "launch: none"]
    assert table.events == ["0 tears by effect, 1 held"]


# --- LI-26: Office


def office(day=1, **options):
    return Table(day=day, **OFFICE, **options)


def test_li_26_office_stands_in_the_place_of_trash():
    table = office()
    table.play(0, "office")
    assert table.sources == [
        "garage",
        "shop",
        "armory",
        "office",
        "exchange",
        "advertise",
        "move",
    ]
    assert table.played == "0 plays new office"


@pytest.mark.parametrize(
    ("answer", "events", "scores"),
    [("keep", [], [-2, 0]), ("discard", ["0 discards waste"], [-1, 0])],
)
def test_li_26_office_may_discard_one_waste_token(answer, events, scores):
    table = office()
    table.waste(0, 2)
    table.play(0, "office", answer)
    assert table.asked == ["waste: keep | discard", "launch: none"]
    assert (table.events, table.scores) == (events, scores)


def test_li_26_each_office_card_scores_by_its_place():
    table = office(day=3)
    table.tableau(0, *["office"] * 9)
    table.tableau(1, "office", *["move"] * 2, "office", *["move"] * 2, "office")
    assert table.end_day()["office"] == [3 * 2 + 3 * 1 + 0, 2 + 1 + 0]
    assert table.scores == [9, 3]


def test_li_26_office_points_are_a_number_of_the_scenario():
    table = office(day=3, office_points=[4])
    table.tableau(0, *["office"] * 9)
    assert table.end_day()["office"] == [12, 0]


def test_li_26_trash_cards_are_not_paid():
    table = Table()
    table.tableau(0, "trash", "trash")
    assert table.end_day()["office"] == [0, 0]


def test_li_26a_office_never_tears():
    table = office()
    table.launched(0, "I")
    table.play(0, "office")
    assert table.asked == ["launch: none"]
    assert table.events == []
    assert table.tears == [0, 0]


def test_li_26b_places_count_every_card_anomalies_included():
    table = office(day=2, anomalies={"x": "points 1"})
    table.tableau(0, "anomaly:x", "office", "armory", "office", "anomaly:x", "office")
    assert table.end_day()["office"] == [2 + 1 + 1, 0]


def test_li_26b_with_a_forgotten_card_the_places_simply_end_earlier():
    table = office(day=2)
    table.tableau(0, "move", "move", "office", "office", "office")
    assert table.end_day()["office"] == [2 + 1 + 1, 0]


@pytest.mark.parametrize("new_per_day", [2, 3, 4])
def test_li_26b_three_cards_share_a_place_however_many_new_cards_a_day_brings(new_per_day):
    table = office(day=2, new_per_day=new_per_day)
    table.tableau(0, *["office"] * 4)
    table.tableau(1, "move", "move", "office", "office")
    assert table.end_day()["office"] == [2 + 2 + 2 + 1, 2 + 1]


@pytest.mark.parametrize(("rescores", "paid"), [(True, 2), (False, 0)])
def test_li_26c_switch_office_rescores_pays_a_replayed_office_again(rescores, paid):
    table = office(office_rescores=rescores)
    table.play(0, "office")
    assert table.end_day()["office"] == [2, 0]
    table.start(2)
    table.play(0, "past")
    assert table.end_day()["office"] == [paid, 0]


def test_li_26c_without_rescoring_a_new_office_is_paid_by_its_place_of_that_day():
    table = office(day=2, office_rescores=False)
    table.tableau(0, "office", "office", "office", "new office")
    assert table.end_day()["office"] == [1, 0]


def test_li_26d_discarded_waste_is_not_back_in_the_box():
    table = office()
    table.waste(0, 1)
    board, box = table.board, table.in_box
    table.play(0, "office", "discard")
    assert (table.board, table.in_box) == (board, box)


def test_li_26_waste_made_by_a_launch_can_be_discarded_on_a_later_turn():
    table = office(trips=TWO_TRIPS)
    table.give(0, "I", "wheel net armor")
    table.play(0, "advertise", "B", "I to A")
    assert table.scores == [4, 0]
    table.play(0, "office", "discard")
    assert table.scores == [5, 0]
