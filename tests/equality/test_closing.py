"""Games in which something is closed or forced: as in the reference, and otherwise as the open ones."""

import random
from collections import Counter

import numpy as np
import pytest

from loopsim.games.loop_inc.closing import Closing, actions, anomalies, trip_keys
from loopsim.games.loop_inc.game import Table
from loopsim.games.loop_inc.tables import card_names
from loopsim.scenario import load
from tests.contract import checks
from tests.equality.compare import compare
from tests.equality.fuzz import BASE, EXPANSIONS, draw_cards

BOTS = ("random", "greedy", "planner")
GAMES = [(5, game) for game in range(10)]


def scenario(players, *expansions, **rules):
    changes = [f"rules.{key}={value}" for key, value in rules.items()]
    return load(BASE, [f"expansions={','.join(expansions)}", *changes], players)


def closed_at_random(chosen, seed) -> Closing:
    """Half of everything, or of the trips, the cards, the actions or the second visits alone."""
    rng = random.Random(seed)
    kinds = [trip_keys(chosen), [*actions(chosen), *anomalies(chosen)], actions(chosen)]
    alone = rng.choice((None, 0, 1, 2, 3))
    halves = [
        tuple(name for name in names if rng.random() < 0.5) if alone in (None, kind) else ()
        for kind, names in enumerate(kinds)
    ]
    second_visits = alone == len(kinds) or (alone is None and rng.random() < 0.5)
    return Closing(*halves, second_visits=second_visits, to_all=rng.random() < 0.5)


# --- as in the reference


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("expansions", [(), EXPANSIONS], ids=["base", "all"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_with_closed_things_are_played_as_in_the_reference(players, expansions, bot) -> None:
    chosen = scenario(players, *expansions)
    for seed in range(8):
        closing = closed_at_random(chosen, seed)
        compare(chosen, bot, GAMES[:2], closing=closing)


@pytest.mark.parametrize("block", range(4))
def test_also_with_rules_effects_and_trips_drawn_at_random(block) -> None:
    for seed in range(20 * block, 20 * block + 20):
        chosen = draw_cards(seed).load()
        closing = closed_at_random(chosen, seed)
        compare(chosen, BOTS[seed % 3], [(seed, 0), (seed, 1)], closing=closing)


@pytest.mark.parametrize("bot", BOTS)
def test_a_forced_ad_is_that_of_the_reference(bot) -> None:
    for players in (2, 3, 4):
        forced = 0
        for trace in compare(scenario(players, *EXPANSIONS), bot, GAMES, force_ad=True):
            forced += "forced_ad" in trace.events[0]
        assert forced >= 5


@pytest.mark.parametrize("bot", BOTS)
def test_where_second_visits_are_closed_to_a_seat_it_alone_makes_none(bot) -> None:
    rules = {"same_day_revisit": "true", "ad_owner_keeps_place": "false"} if bot == "greedy" else {}
    chosen = scenario(4, *EXPANSIONS, **rules)
    of_focal_seat, of_others = 0, 0
    for trace in compare(chosen, bot, GAMES, closing=Closing(second_visits=True)):
        closed = trace.events[0]["closed"]
        assert (len(closed["seats"]), closed["second_visits"]) == (1, True)
        for event in trace.events:
            if event["event"] == "launch" and event["second"]:
                of_focal_seat += event["seat"] in closed["seats"]
                of_others += event["seat"] not in closed["seats"]
    assert of_focal_seat == 0
    assert of_others > 0


# --- otherwise as the open games


def test_what_is_closed_stays_on_the_table_and_draws_are_the_same() -> None:
    chosen = scenario(4, *EXPANSIONS)
    open_table = Table(chosen, ["random"])
    closed_table = Table(chosen, ["random"], closing=closed_at_random(chosen, 1))
    for game in range(20):
        setup = closed_table.trace(1, game).events[0]
        assert setup.pop("closed")["seats"]
        assert setup == open_table.trace(1, game).events[0]


def test_the_focal_seats_take_every_place_under_every_order_of_the_bots() -> None:
    table = Table(
        scenario(4), ["planner", "random", "random", "random"], closing=Closing(("AD1.1",))
    )
    rows = table.blank_rows(64, focal=True)
    table.play(1, 0, rows)
    places = rows["focal"]["place"]
    assert places.tolist() == [game // 4 % 4 for game in range(64)]
    held = rows["seats"]["bot"][np.arange(64), places]
    assert Counter(zip(places.tolist(), held.tolist(), strict=True)) == {
        (place, bot): (4, 12)[bot] for place in range(4) for bot in range(2)
    }


@pytest.mark.parametrize("bot", BOTS)
def test_what_no_game_would_use_changes_nothing_if_it_is_closed(bot) -> None:
    chosen = load(BASE, ["rules.piles.exchange=0", "rules.piles.garage=20"], 4)
    rows = [
        checks.play(Table(chosen, [bot], closing=closing), 3, 200)
        for closing in (
            None,
            Closing(cards=("exchange",)),
            Closing(cards=("exchange",), to_all=True),
        )
    ]
    checks.check_same(rows[0], rows[1])
    checks.check_same(rows[0], rows[2])


@pytest.mark.parametrize("kind", [list, lambda which: which.astype(np.int32), lambda which: which])
def test_indexes_of_games_may_be_of_any_kind(kind) -> None:
    table = Table(scenario(2), ["random"])
    every_fifth = np.arange(12)[::5]
    rows, contiguous = table.blank_rows(3), table.blank_rows(3)
    table.play_these(1, kind(every_fifth), rows)
    table.play_these(1, every_fifth.copy(), contiguous)
    checks.check_same(rows, contiguous)


def test_chosen_games_are_those_of_a_run() -> None:
    table = Table(scenario(4), ["planner"])
    run = checks.play(table, 2, 60)
    which = np.array([57, 3, 3, 41])
    rows = table.blank_rows(4)
    table.play_these(2, which, rows)
    checks.check_same(rows, {level: facts[which] for level, facts in run.items()})


# --- the digest


def test_digests_are_equal_exactly_if_all_that_happened_is_the_same() -> None:
    chosen = scenario(2)
    tables = [
        Table(chosen, ["random"], digests=True),
        Table(chosen, ["random"], digests=True, closing=Closing(cards=("anomaly:remodel",))),
        Table(chosen, ["random"], digests=True, closing=Closing(trips=("AD1.1",))),
        Table(scenario(2, ad_bonus=2), ["random"], digests=True),
    ]
    open_rows = checks.play(tables[0], 4, 60)
    alike = Counter()
    for other in tables[1:]:
        rows = checks.play(other, 4, 60)
        for game in range(60):
            ours, theirs = tables[0].trace(4, game), other.trace(4, game)
            same = (ours.events[1:], ours.choices) == (theirs.events[1:], theirs.choices)
            digests = rows["games"]["events"][game], open_rows["games"]["events"][game]
            assert (digests[0] == digests[1]) == same
            alike[same] += 1
    assert min(alike[True], alike[False]) > 20


# --- the focal seat


def test_uses_and_launches_of_the_focal_seat_are_those_of_its_trace() -> None:
    plain = ("deja_vu", "remodel", "clean_sweep", "crosswired")  # no repeats, no optional steps
    chosen = load(BASE, [f'anomaly.{key}.steps=[{{do="points", k=1}}]' for key in plain], 4)
    table = Table(chosen, ["greedy"])
    names = card_names(chosen)
    rows = table.blank_rows(20, focal=True)
    table.play(6, 0, rows)
    for game in range(20):
        events = table.trace(6, game).events
        seat = (events[0]["first"] + game % 4) % 4
        own = [event for event in events if event.get("seat") == seat]
        uses = Counter(event["card"] for event in own if event["event"] == "play")
        launches = Counter(event["trip"] for event in own if event["event"] == "launch")
        row = rows["focal"][game]
        assert {names[card]: int(n) for card, n in enumerate(row["uses"]) if n} == uses
        assert {trip: int(n) for trip, n in enumerate(row["launches"]) if n} == launches


def test_a_forced_ad_changes_nothing_before_its_turn_and_is_put_down_there() -> None:
    chosen = scenario(4)
    table = Table(chosen, ["planner"], force_ad=True)
    rows = table.blank_rows(200, focal=True)
    table.play(1, 0, rows)
    turns = []
    for game in range(40):
        forced, free = table.trace(1, game).events, Table(chosen, ["planner"]).trace(1, game).events
        at = forced[0].pop("forced_ad")
        turns.append(at["turn"] / int(rows["focal"]["ad_turns"][game]))
        same = next(
            (k for k, pair in enumerate(zip(forced, free, strict=False)) if pair[0] != pair[1]),
            None,
        )
        if same is None:
            continue
        play, deed = forced[same : same + 2]
        assert (play["event"], play["seat"], play["card"]) == ("play", at["seat"], "advertise")
        assert (deed["event"], deed["seat"]) == ("advertise", at["seat"])
    assert 0.35 < np.mean(turns) < 0.65
    assert len(set(turns)) > 10


def test_a_game_without_a_turn_for_an_ad_is_played_openly() -> None:
    chosen = scenario(4, ads_per_player=0)
    rows = [
        checks.play(Table(chosen, ["random"], force_ad=force), 1, 50) for force in (False, True)
    ]
    checks.check_same(*rows)


# --- draws keyed anew


@pytest.mark.parametrize(
    ("purpose", "field"),
    [("anomalies", "anomaly_deck"), ("trips", "trips"), ("first_player", "first")],
)
def test_a_purpose_keyed_anew_changes_its_own_draws_alone(purpose, field) -> None:
    chosen = scenario(4)
    differ = 0
    for game in range(12):
        before, after = (
            Table(chosen, ["random"], rekey=rekey).trace(1, game).events[0]
            for rekey in ((), (purpose,))
        )
        differ += before.pop(field) != after.pop(field)
        if purpose != "trips":
            assert before == after
    assert differ > 6
