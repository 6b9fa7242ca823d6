"""The facts of a game: what a run records is what the events say."""

from itertools import product

import pytest

from loopsim.estimates import Estimates
from loopsim.facts import flatten
from loopsim.kernels import bag
from loopsim.kernels.loop_inc import names
from loopsim.kernels.loop_inc.facts import write_game, write_seat, write_trip
from loopsim.summary import summarise
from tests.contract import checks
from tests.contract.loop_inc import check_trace, facts
from tests.rules.loop_inc.games import game
from tests.rules.loop_inc.table import Table

GAMES = 4
ALL = ("futures", "more", "office")
EASY = {"tear_costs": [0, 1, 1, 2, 2, 3, 3, 4], "trip_capacity": 3, "ads_per_player": 5}


@pytest.mark.parametrize(
    ("players", "expansions", "rules"),
    [(*setting, {}) for setting in product((2, 3, 4), ((), ALL))]
    + [(4, ALL, EASY | {"same_day_revisit": True}), (3, ALL, {"components_stay": False})],
)
def test_the_facts_of_random_games_are_those_of_their_events(players, expansions, rules):
    table = game(players, *expansions, **rules)
    rows = checks.play(table, 8, GAMES)
    for index in range(GAMES):
        trace = table.trace(8, index)
        referee = check_trace(trace.events, trace.choices)
        own = {level: array[index : index + 1] for level, array in rows.items()}
        checks.check_same(facts(referee, table), own, without=checks.DIGEST)


def test_li_51g_the_mean_of_survivors_stands_beside_the_mean_of_all():
    table = game(4)
    rows = checks.play(table, 9, 12)
    measures, setting = table.measures(), table.setting()
    summary = summarise(flatten(rows, measures, setting.days), measures, setting)
    estimates = Estimates(summary, measures, setting)
    scores, out = rows["seats"]["score"], rows["seats"]["eliminated"] == 1
    assert 0 < out.sum() < out.size
    assert estimates.of("score").value == pytest.approx(scores.mean())
    assert estimates.of("survivor_score").value == pytest.approx(scores[~out].mean())


# --- by hand


def facts_of(table, seat):
    """The row of a seat after the end of the game."""
    table.end_game()
    row = game(table.players).blank_rows(1)["seats"][0, 0]
    write_seat(table.s, table.t, 0, 0, seat, 0, row)
    return row


def tears_of(row):
    """{(cause, day): tears}, zeros left out."""
    cells = product(enumerate(names.CAUSES), range(4))
    return {
        (cause, day + 1): int(row.tears[code, day])
        for (code, cause), day in cells
        if row.tears[code, day]
    }


def new_of(row):
    """{(kind, day): cards taken new}, zeros left out."""
    cells = product(enumerate(names.NEW_KINDS), range(4))
    return {
        (kind, day + 1): int(row.new[code, day])
        for (code, kind), day in cells
        if row.new[code, day]
    }


def test_tears_are_recorded_by_cause_and_day():
    table = Table(players=3, tear_costs=[0] * 9)
    table.stock(wheel=0)
    table.play(0, "move")
    table.play(0, "garage", "tear")
    table.end_day()
    table.start(2)
    table.play(0, "past")
    row = facts_of(table, 0)
    assert tears_of(row) == {
        ("move_impossible", 1): 1,
        ("voluntary", 1): 1,
        ("move_impossible", 2): 1,
    }
    assert row.chain_tears == 1  # Move had torn on day 1 already
    assert row.turns == 3
    assert new_of(row) == {("garage", 1): 1, ("move", 1): 1}
    assert (names.CAUSES[row.last_tear_cause - 1], row.last_tear_day) == ("move_impossible", 2)


def test_a_card_that_tears_on_two_earlier_days_is_a_chain_twice():
    table = Table(tear_costs=[0] * 9)
    table.play(0, "trash")
    for day in (2, 3):
        table.end_day()
        table.start(day)
        table.play(0, "past")
    assert facts_of(table, 0).chain_tears == 2


def test_a_card_that_did_not_tear_the_day_before_still_has_torn_on_an_earlier_day():
    table = Table(tear_costs=[0] * 9)
    table.play(0, "trash")
    table.end_day()
    table.start(2)
    table.give(0, "I", "armor")
    table.play(0, "past")
    assert table.events == ["0 trashes armor from I"]
    table.end_day()
    table.start(3)
    table.play(0, "past")
    assert facts_of(table, 0).chain_tears == 1


def kinds_of(counts):
    """{kind: cards}, zeros left out."""
    return {kind: int(n) for kind, n in zip(names.NEW_KINDS, counts, strict=True) if n}


def test_past_cards_are_counted_by_kind_and_those_that_tear_when_played_again():
    table = Table(tear_costs=[0] * 9, anomalies={"x": "take_box", "y": "points 1"}, day=2)
    table.give(0, "I", "wheel net")
    table.visit(1, "A")
    table.hand(0, "move", "trash", "anomaly:x", "anomaly:y", "trash")
    table.launched(0, "II")
    table.play(0, "past", "none")  # nothing to move to: a tear
    table.play(0, "past", "wheel from I", "stop")
    table.play(0, "past", "net to I")
    table.launched(0, "I")
    table.play(0, "past")
    table.play(0, "past")  # nothing is left to trash: a tear
    table.play(0, "move")  # a tear, of a new card
    row = facts_of(table, 0)
    assert kinds_of(row.past) == {"move": 1, "trash": 2, "anomaly": 2}
    assert kinds_of(row.past_torn) == {"move": 1, "trash": 1}


def test_the_tear_of_a_launch_is_none_of_the_past_card_before_it():
    table = Table(tear_costs=[0] * 9)
    table.give(0, "I", "wheel net")
    table.visit(1, "A")
    table.hand(0, "garage")
    table.play(0, "past", "wheel to I", "I to A")
    row = facts_of(table, 0)
    assert tears_of(row) == {("second_visitor", 1): 1}
    assert (kinds_of(row.past), kinds_of(row.past_torn)) == ({"garage": 1}, {})


def test_a_past_card_that_eliminates_has_cost_a_tear():
    table = Table(players=3)
    table.tear(0, 3)
    table.hand(0, "move")
    table.play(0, "past")
    row = facts_of(table, 0)
    assert row.eliminated == 1
    assert kinds_of(row.past_torn) == {"move": 1}


def test_components_taken_are_those_from_the_board_and_from_the_box_exchanged_ones_too():
    table = Table(anomalies={"x": "take_box"}, new_per_day=4)
    table.lay_open("x")
    table.play(0, "garage", "wheel to I")
    table.play(0, "anomaly:x", "net to I", "none")
    table.play(0, "exchange", "wheel from I", "armor")
    table.give(0, "I", "armor net camera")
    table.play(0, "trash", "armor from I", "stop")
    row = facts_of(table, 0)
    assert dict(zip(names.TYPES, row.taken.tolist(), strict=True)) == {
        "wheel": 1,
        "propeller": 0,
        "net": 1,
        "camera": 0,
        "armor": 1,
    }


def test_a_turn_counts_for_each_type_that_is_not_on_the_board_when_it_begins():
    table = Table(day=2)
    table.stock(wheel=1, armor=0)
    table.play(0, "garage", "wheel to I")  # the last wheel
    table.play(1, "move")
    table.stock(propeller=0, net=0, camera=0)
    table.play(0, "advertise", "A")
    row = game(2).blank_rows(1)["games"][0]
    write_game(table.s, table.t, table.d, 0, row)
    assert row.turns.tolist() == [0, 3, 0, 0]
    assert row.out_of_stock[:, 1].tolist() == [2, 1, 1, 1, 3]
    assert row.out_of_stock.sum() == 8


def test_a_tally_counts_the_turns_without_each_type_beyond_what_a_bag_holds():
    bags = [bag.pack(counts) for counts in ([0, 1, 2, 31, 0], [0, 0, 1, 1, 1], [0, 5, 0, 1, 1])]
    tally = 700 * bag.absent(bags[0]) + 300 * bag.absent(bags[1]) + bag.absent(bags[2])
    counted = [int(bag.tallied(tally, kind)) for kind in range(bag.TYPES)]
    assert counted == [1001, 300, 1, 0, 700]


@pytest.mark.parametrize(
    ("there", "to_ad"),
    [("ad", 1), ("visit", 0), ("ad and visit", 0)],
)
def test_second_to_an_ad_is_who_finds_no_rival_but_an_ad(there, to_ad):
    table = Table(players=3, trip_capacity=3)
    table.give(0, "I", "wheel net")
    if "ad" in there:
        table.ad(1, "A")
    if "visit" in there:
        table.visit(2, "A")
    table.play(0, "armory", "I to A")
    row = facts_of(table, 0)
    assert (row.second, row.second_to_ad) == (1, to_ad)


def shut_out(table):
    """Whether seat 0 is found shut out at the launch of its turn."""
    table.play(0, "move")
    assert table.asked[-1] == "launch: none"
    return int(facts_of(table, 0).shut_out)


def with_an_ad(**rules):
    """Seat 0 is ready for A, on which an ad of seat 1 lies and seat 2 has been."""
    table = Table(players=3, day=2, tear_costs=[0] * 9, **rules)
    table.give(0, "I", "wheel net")
    table.launched(0, "II")
    table.ad(1, "A")
    table.visit(2, "A")
    return table


def test_li_41_a_turn_is_shut_out_if_an_ad_takes_the_last_place_of_a_trip():
    assert shut_out(with_an_ad()) == 1


def test_who_is_not_ready_for_the_trip_is_not_shut_out_of_it():
    unready, elsewhere, launched = with_an_ad(), with_an_ad(), with_an_ad()
    unready.give(0, "I", "wheel")
    elsewhere.give(0, "I", "camera camera")  # ready for B
    launched.launched(0, "I")
    elsewhere.play(0, "move", "none")
    assert (shut_out(unready), shut_out(launched)) == (0, 0)
    assert int(facts_of(elsewhere, 0).shut_out) == 0


def test_who_has_been_there_is_not_shut_out_by_an_ad():
    before, today = with_an_ad(), with_an_ad(same_day_revisit=False)
    before.visited_before(0, "A")
    today.visit(0, "A")
    assert (shut_out(before), shut_out(today)) == (0, 0)


def test_an_ad_that_leaves_a_place_or_lies_where_all_places_are_taken_shuts_out_nobody():
    roomy, alone = with_an_ad(trip_capacity=3), Table(players=3, day=2, tear_costs=[0] * 9)
    alone.give(0, "I", "wheel net")
    alone.launched(0, "II")
    alone.visit(1, "A")
    alone.visit(2, "A")
    roomy.play(0, "move", "none")
    assert (int(roomy.s.shut_out[0]), shut_out(alone)) == (0, 0)
    full = with_an_ad(trip_capacity=1)
    assert shut_out(full) == 0  # seat 2 alone fills it


def test_an_owner_that_has_been_there_itself_shuts_out_nobody_by_its_ad():
    table = with_an_ad()
    table.visit(1, "A")
    assert shut_out(table) == 0


def test_a_turn_counts_once_however_many_launches_it_offers():
    table = with_an_ad(anomalies={"x": "launch_again"}, machines_by_day=[1, 3, 3])
    table.give(0, "III", "camera camera")
    table.lay_open("x")
    table.play(0, "anomaly:x", "III to B")
    assert int(facts_of(table, 0).shut_out) == 1


@pytest.mark.parametrize(
    ("scores", "tears", "decided"),
    [
        ((5, 4), 1, True),  # 5 to 5, and no penalty
        ((6, 4), 1, False),
        ((5, 4), 2, True),  # the second tear cost 2
        ((6, 4), 2, False),  # 6 to 6, but the first tear loses the tie
        ((4, 3), 0, False),
        ((4, 5), 1, False),  # it wins as it is
        ((4, 4), 1, False),  # it shares as it is
    ],
)
def test_a_tear_decides_if_its_cost_taken_back_its_holder_would_win_or_share(
    scores, tears, decided
):
    table = Table(players=2)
    for seat, score in enumerate(scores):
        table.earned(seat, score + (seat == 1) * (0, 1, 3)[tears])
    table.tear(1, tears)
    if scores == (4, 4):
        table.waste(0, 1)
        table.earned(0, 1)
    assert facts_of(table, 1).tear_decided == decided
    assert facts_of(table, 0).tear_decided == 0


def test_a_tear_decides_nothing_for_the_eliminated_nor_against_them():
    table = Table(players=3)
    table.earned(0, 90)
    table.tear(0, 3)
    table.play(0, "move")
    table.earned(1, 5)
    table.earned(2, 5)
    table.tear(2, 1)
    assert [facts_of(table, seat).tear_decided for seat in range(3)] == [0, 0, 1]


def test_who_led_alone_at_the_turn_before_it_was_eliminated():
    table = Table(anomalies={"one": "points 1"}, players=3)
    table.lay_open("one", "one")
    table.tear(0, 3)
    table.tear(1, 3)
    table.tear(2, 3)
    table.play(1, "anomaly:one")  # leads alone
    table.play(0, "move")  # out, and did not lead
    table.play(1, "move")  # out, and led
    assert [facts_of(table, seat).led_when_out for seat in range(3)] == [0, 1, 0]


def test_nobody_leads_before_the_first_turn():
    table = Table(players=3)
    table.tear(0, 3)
    table.play(0, "move")
    assert facts_of(table, 0).led_when_out == 0


def test_two_tears_of_launches_in_one_turn_are_no_chain():
    table = Table(day=2, anomalies={"x": "launch_again"})
    table.give(0, "I", "wheel net")
    table.give(0, "II", "camera camera")
    table.visit(1, "A", "B")
    table.lay_open("x")
    table.play(0, "anomaly:x", "I to A", "II to B")
    row = facts_of(table, 0)
    assert tears_of(row) == {("second_visitor", 2): 2}
    assert (row.second, row.chain_tears) == (2, 0)


def test_decisions_have_two_options_or_more_and_forced_nodes_one():
    table = Table()
    table.play(0, "armory")  # source: decision; take and launch: forced
    table.no_new_cards(0)
    table.hand(0, "armory")
    table.play(0, "past")  # source, take, launch: forced
    row = facts_of(table, 0)
    assert (row.decisions, row.forced) == (1, 5)
    facts = game(2).blank_rows(1)["games"][0]
    write_game(table.s, table.t, table.d, 0, facts)
    assert (facts.turns.tolist(), facts.forced_turns) == ([2, 0, 0, 0], 1)
    assert (facts.decisions, facts.forced) == (1, 5)


def test_launches_ads_and_waste_are_recorded_by_day():
    table = Table(players=3, day=2)
    table.give(0, "I", "wheel net armor")
    table.give(0, "II", "camera camera")
    table.visit(1, "B")
    table.play(0, "advertise", "I to A")
    table.play(0, "armory", "II to B")
    table.ad(0, "B")
    table.end_day()
    row = facts_of(table, 0)
    assert row.launches.tolist() == [0, 2, 0, 0]
    assert row.ads_placed.tolist() == [0, 1, 0, 0]
    assert row.met_ads.tolist() == [0, 1, 0, 0]
    assert row.failed_ads.tolist() == [0, 1, 0, 0]
    assert row.waste_made.tolist() == [0, 2, 0, 0]
    assert (row.second, row.second_to_ad) == (1, 0)
    # the second armor is waste too
    assert row.trip_points == 9
    assert row.score == 9 - 2 - 1 - 3 + 1
    assert row.penalty == 6
    assert row.score_after.tolist() == [0, 3, 0, 0]
    trips = game(3).blank_rows(1)["trips"][0]
    for trip, expected in ((0, [1, 0, 1, 1]), (1, [1, 1, 0, 2])):
        write_trip(table.s, table.t, 0, trip, trips[trip])
        one = trips[trip]
        assert one.visits.tolist() == [0, 1, 0, 0]
        assert [one.visits.sum(), one.second, one.ads, one.visitors] == expected


def test_win_shares_of_visitors_less_one_nth_make_the_lift_of_a_trip():
    table = Table(players=4)
    table.earned(1, 3)
    table.visit(1, "A")
    table.visited_before(2, "A")
    table.end_game()
    row = game(4).blank_rows(1)["trips"][0, 0]
    write_trip(table.s, table.t, 0, 0, row)
    assert row.visitors == 2
    assert row.lift == (60 - 15) + (0 - 15)


def test_the_ads_of_the_eliminated_are_lifted():
    table = Table(players=3, day=2)
    table.ad(0, "A")
    table.ad(0, "B")
    table.tear(0, 3)
    table.play(0, "move")
    row = facts_of(table, 0)
    assert (row.ads_lifted, row.eliminated, row.eliminated_day) == (2, 1, 2)
    assert (row.rank, row.win_share) == (3, 0)


def test_the_lead_changes_when_it_passes_from_one_seat_to_another():
    table = Table(anomalies={"one": "points 1", "two": "points 2"}, players=3)
    table.lay_open(*["one", "two"] * 3)
    table.play(0, "anomaly:one")  # 1 0 0: seat 0 leads
    table.play(1, "anomaly:one")  # 1 1 0: shared, seat 0 holds it still
    table.play(0, "anomaly:one")  # 2 1 0: no change
    table.play(1, "anomaly:two")  # 2 3 0: a change
    table.end_day()
    table.start(2)
    table.play(2, "armory", "armor to I")
    table.end_game()
    row = game(3).blank_rows(1)["games"][0]
    write_game(table.s, table.t, table.d, 0, row)
    assert row.lead_changes_turn == 1
    assert table.s.turns_behind[:3].tolist() == [2, 2, 5]
    assert row.lead_alone.tolist() == [1, 1, -1, -1]
    assert row.lead_changes == 0
    assert (row.margin, row.winners, row.survivors) == (1, 1, 3)


def test_the_lead_after_the_last_day_goes_by_the_final_score_with_met_ads():
    table = Table(players=2)
    table.earned(0, 5)
    for day in (2, 3):
        table.end_day()
        table.start(day)
    table.give(1, "I", "wheel net")
    table.play(1, "advertise", "A", "I to A")
    assert table.end_day()["scores"] == [5, 5]  # shared by the score of the day
    assert table.end_game()["scores"] == [5, 6]
    row = game(2).blank_rows(1)["games"][0]
    write_game(table.s, table.t, table.d, 0, row)
    assert row.lead_alone.tolist() == [0, 0, 1, -1]
    assert row.lead_changes == 1


def test_a_met_ad_gives_no_lead_after_an_earlier_day():
    table = Table(players=2, day=1)
    table.earned(0, 5)
    table.give(1, "I", "wheel net")
    table.play(1, "advertise", "A", "I to A")
    table.end_day()
    assert int(table.s.lead_alone[0]) == -1


@pytest.mark.parametrize(
    ("scores", "out", "margin"),
    [
        ((9, 4, 7), [], 2),
        ((4, 9, 7), [], 2),
        ((5, 5, 1), [], 0),
        ((9, 4, 7), [0], 3),
        ((9, 4), [0], 0),
    ],
)
def test_the_margin_is_best_less_second_best_of_the_survivors(scores, out, margin):
    table = Table(players=len(scores))
    for seat, score in enumerate(scores):
        table.earned(seat, score)
    for seat in out:
        table.tear(seat, 3)
        table.play(seat, "move")
    table.end_game()
    row = game(3).blank_rows(1)["games"][0]
    write_game(table.s, table.t, table.d, 0, row)
    assert row.margin == margin
