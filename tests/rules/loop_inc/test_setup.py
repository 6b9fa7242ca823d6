"""Parts and setup: LI-01 to LI-07, and the expansions LI-60 to LI-63."""

from itertools import combinations

import pytest

from loopsim.kernels.loop_inc.setup import set_up
from loopsim.scenario import from_resolved, load
from tests.rules.loop_inc.games import Game, game
from tests.rules.loop_inc.table import Table

PILES = ["garage", "shop", "armory", "trash", "exchange", "advertise", "move"]
TYPES = ("wheel", "propeller", "net", "camera", "armor")
ANOMALIES = {
    "spare_parts",
    "box_of_bread",
    "deja_vu",
    "paradox_patch",
    "twin_launch",
    "remodel",
    "clean_sweep",
    "crosswired",
}
MORE_ANOMALIES = {"sponsor", "eraser", "shuffle_memory", "overtime"}
players = pytest.mark.parametrize("players", [2, 3, 4])


def setup_of(players, *expansions, index=0):
    return game(players, *expansions).trace(1, index).events[0]


def cards_by_era(setup):
    backs = [trip["era"] for trip in setup["trips"]]
    return {era: backs.count(era) // 2 for era in dict.fromkeys(sorted(backs))}


@pytest.mark.parametrize(
    ("pile", "answers", "options"),
    [
        ("garage", ["wheel to I"], "take: wheel to I | propeller to I"),
        ("shop", ["net to I"], "take: net to I | camera to I"),
        ("armory", [], "take: armor to I"),
    ],
)
def test_li_01_each_room_holds_its_types(pile, answers, options):
    table = Table()
    table.play(0, pile, *answers)
    assert table.asked == [options, "launch: none"]


@players
def test_li_02_n_of_each_type_lie_on_the_board_and_the_rest_of_twelve_in_the_box(players):
    setup = setup_of(players)
    assert setup["board"] == dict.fromkeys(TYPES, players)
    assert setup["box"] == dict.fromkeys(TYPES, 12 - players)


@players
def test_li_02_the_kernel_lays_out_the_same_components(players):
    table = Table(players=players)
    assert table.board == dict.fromkeys(TYPES, players)
    assert table.in_box == dict.fromkeys(TYPES, 12 - players)


@players
def test_li_03_piles_by_the_number_of_players(players):
    big, small = 2 * players + 1, players + 1
    piles = {"garage": big, "shop": big, "armory": small, "trash": small}
    piles |= {"exchange": small, "advertise": small, "move": small}
    assert setup_of(players)["piles"] == piles
    assert Table(players=players).piles == piles


def test_li_03_all_piles_are_open_to_everyone():
    table = Table(players=3)
    for seat in range(3):
        table.play(seat, "armory")
        assert table.sources == PILES
    assert table.piles["armory"] == 4 - 3


def test_li_03_other_numbers_of_cards_are_the_scenarios():
    table = Table(piles={"move": 1, "shop": 0})
    table.play(0, "move")
    assert table.sources == ["garage", "armory", "trash", "exchange", "advertise", "move"]
    table.play(1, "armory")
    assert table.sources == ["garage", "armory", "trash", "exchange", "advertise"]


@pytest.mark.parametrize(
    ("players", "cards"),
    [(2, {"AD": 3, "BC": 2}), (3, {"AD": 3, "BC": 3}), (4, {"AD": 4, "BC": 3})],
)
def test_li_04_trip_cards_dealt_of_each_back(players, cards):
    setup = setup_of(players)
    assert cards_by_era(setup) == cards
    assert len(setup["trips"]) == {2: 10, 3: 12, 4: 14}[players]


@players
def test_li_04_cards_lie_along_the_timeline_with_their_two_trips_adjacent(players):
    table = game(players)
    for index in range(10):
        trips = table.trace(2, index).events[0]["trips"]
        pairs = list(zip(trips[::2], trips[1::2], strict=True))
        assert all(one["card"] == other["card"] for one, other in pairs)
        assert len({one["card"] for one, _ in pairs}) == len(pairs)
        earlier = [min(one["year"], other["year"]) for one, other in pairs]
        assert earlier == sorted(earlier)


def of_one_year(dealt, index):
    """The cards dealt as they lie, (era, card), where every card's earlier trip is of year 0."""
    resolved = load("loop-inc/base", ["expansions=[futures]"], 4).resolved()
    resolved["rules"]["trip_cards"] = dealt
    seen = set()
    for trip in resolved["trips"]:
        trip["year"] = int(trip["card"] in seen)
        seen.add(trip["card"])
    setup = Game(from_resolved(resolved), ["random"]).trace(1, index).events[0]
    return [(trip["era"], trip["card"]) for trip in setup["trips"][::2]]


@pytest.mark.parametrize("index", range(4))
def test_li_04_of_the_same_year_the_card_dealt_first_lies_first_ad_before_bc_before_future(index):
    laid = of_one_year({"AD": 3, "BC": 3, "FUTURE": 2}, index)
    assert [era for era, _ in laid] == ["AD"] * 3 + ["BC"] * 3 + ["FUTURE"] * 2


@pytest.mark.parametrize("index", range(4))
def test_li_04_of_the_same_year_cards_of_an_era_lie_in_the_order_of_the_draw(index):
    """Dealing one card more leaves those dealt before as they are: the new one is dealt last."""
    all_five = of_one_year({"AD": 5, "BC": 0, "FUTURE": 0}, index)
    for n in range(1, 5):
        assert of_one_year({"AD": n, "BC": 0, "FUTURE": 0}, index) == all_five[:n]


def test_li_04_the_order_of_the_draw_is_not_the_order_of_the_deck():
    orders = {tuple(of_one_year({"AD": 3, "BC": 0, "FUTURE": 0}, index)) for index in range(6)}
    assert len(orders) > 3


def test_li_04_every_card_is_dealt_in_some_game_and_no_deal_is_privileged():
    table = game(2)
    dealt = [0] * 32
    for index in range(160):
        trips = deal(table, index)
        for trip in trips:
            dealt[trip] += 1
    assert dealt[::2] == dealt[1::2]
    ad, bc = dealt[:16:2], dealt[16::2]
    assert (sum(ad), sum(bc)) == (160 * 3, 160 * 2)
    assert all(abs(count - 60) < 4 * 6.1 for count in ad)  # 160 games, probability 3/8
    assert all(abs(count - 40) < 4 * 5.5 for count in bc)  # 2/8


def deal(table, index):
    s = table._own()[0][0]
    set_up(s, table._tables[0], table._probe[0], 3, index)
    return s.trip[: s.n_trips].tolist()


def test_li_04_both_trips_of_a_card_are_separate():
    table = Table({"A": (5, "wheel"), "B": (4, "wheel")}, players=3)
    table.give(0, "I", "wheel")
    table.ad(1, "A")
    table.visit(2, "A")
    table.play(0, "armory", "none")
    assert table.asked[-1] == "launch: none | I to B"


def test_li_05_the_eight_anomalies_are_shuffled():
    table = game(4)
    decks = []
    for index in range(12):
        setup = table.trace(1, index).events[0]
        assert set(setup["anomaly_deck"]) == ANOMALIES
        assert len(setup["anomaly_deck"]) == 8
        decks.append(tuple(setup["anomaly_deck"]))
    assert len(set(decks)) == 12
    assert len({deck[0] for deck in decks}) > 3


def test_li_05_no_anomaly_is_open_on_day_1():
    table = Table(anomalies={"x": "points 1"})
    assert table.opened == []
    table.play(0, "armory")
    assert table.sources == PILES


@players
def test_li_06_each_player_starts_with_three_empty_machines_three_ads_and_nothing_else(players):
    table = Table(players=players)
    for seat in range(players):
        assert table.machines(seat) == ["", "", ""]
        assert table.ads(seat) == (3, [], 0)
        assert table.cards_in_hand(seat) == []
        assert table.cards_in_tableau(seat) == []
        assert table.visits(seat) == ([], [])
    assert table.scores == [0] * players
    assert table.tears == [0] * players
    assert table.turns_left == [(3, 0)] * players


@players
def test_li_06_nothing_of_the_game_before_remains(players):
    """One record plays all games: laid out anew it must equal a record that never saw a game."""
    table = game(players, "futures", "more", "office")
    fresh = game(players, "futures", "more", "office")
    table.play(1, 0, table.blank_rows(1))
    rows, again = table.blank_rows(1), fresh.blank_rows(1)
    table.play(1, 1, rows)
    fresh.play(1, 1, again)
    for level, facts in rows.items():
        assert facts.tobytes() == again[level].tobytes()


@players
def test_li_07_the_first_player_of_day_1_is_drawn_by_lot(players):
    table = Table(players=players)
    first = [0] * players
    for index in range(600):
        set_up(table.s, table.t, table.probe, 4, index)
        assert table.s.first == table.s.first_of_game
        first[table.s.first] += 1
    share = 600 / players
    assert all(abs(count - share) < 4 * (share * (1 - 1 / players)) ** 0.5 for count in first)


def test_li_07_the_drawn_seat_opens_day_1():
    table = game(4)
    for index in range(8):
        events = table.trace(5, index).events
        assert events[1] == {"event": "day_start", "day": 1, "first": events[0]["first"]}
        assert events[2]["seat"] == events[0]["first"]


# --- expansions


@pytest.mark.parametrize(
    ("players", "cards"),
    [
        (2, {"AD": 3, "BC": 1, "FUTURE": 1}),
        (3, {"AD": 3, "BC": 2, "FUTURE": 2}),
        (4, {"AD": 4, "BC": 2, "FUTURE": 2}),
    ],
)
def test_li_60_the_deal_with_futures(players, cards):
    assert cards_by_era(setup_of(players, "futures")) == cards


@pytest.mark.parametrize(("players", "trips"), [(2, 10), (3, 14), (4, 16)])
def test_li_60a_a_future_card_has_two_trips(players, trips):
    setup = setup_of(players, "futures")
    assert len(setup["trips"]) == trips
    future = [trip for trip in setup["trips"] if trip["era"] == "FUTURE"]
    assert all(trip["bonus"] in setup["effects"] for trip in future)
    assert setup["trips"][-len(future) :] == future  # the timeline ends with them


def test_li_61_four_more_anomalies_are_shuffled_into_the_deck():
    decks = [setup_of(4, "more", index=index)["anomaly_deck"] for index in range(6)]
    assert all(set(deck) == ANOMALIES | MORE_ANOMALIES and len(deck) == 12 for deck in decks)
    places = {deck.index(key) for deck in decks for key in MORE_ANOMALIES}
    assert min(places) < 6 <= max(places)  # into the deck, not on top of or under it


@players
def test_li_62_office_replaces_trash_with_the_same_count_of_cards(players):
    plain, office = setup_of(players)["piles"], setup_of(players, "office")["piles"]
    assert "trash" not in office
    assert office["office"] == plain["trash"] == players + 1
    assert list(office) == [{"trash": "office"}.get(kind, kind) for kind in plain]


SUBSETS = [c for k in range(4) for c in combinations(("futures", "more", "office"), k)]


@pytest.mark.parametrize("expansions", SUBSETS, ids="+".join)
@players
def test_li_63_any_subset_of_the_expansions_can_be_in_play(players, expansions):
    events = game(players, *expansions).trace(1, 0).events
    assert events[0]["rules"]["expansions"] == list(expansions)
    assert ("office" in events[0]["piles"]) == ("office" in expansions)
    assert (len(events[0]["anomaly_deck"]) == 12) == ("more" in expansions)
    assert ("FUTURE" in cards_by_era(events[0])) == ("futures" in expansions)
    assert events[-1]["event"] == "game_end"
