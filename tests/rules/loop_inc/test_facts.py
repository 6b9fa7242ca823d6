"""The facts of a game: what a run records is what the events say."""

from itertools import product

import pytest

from loopsim.estimates import Estimates
from loopsim.facts import flatten
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
    assert row.new.tolist() == [1, 0, 0, 0, 0, 0, 1, 0]


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
    assert (facts.turns, facts.forced_turns) == (2, 1)
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
    assert (row.waste_made, row.second) == (2, 1)  # the second armor is waste too
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
