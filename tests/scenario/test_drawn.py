"""LI-70: decks drawn from a prior, in place of the reconstruction."""

import json
from collections import Counter
from functools import cache
from statistics import NormalDist

import numpy as np
import pytest
from scipy import stats

from loopsim import games
from loopsim.errors import InputError
from loopsim.games.loop_inc.drawn import Draws
from loopsim.games.loop_inc.prior import SHIPPED, read_prior
from loopsim.kernels.loop_inc.names import ERAS, TYPES
from loopsim.scenario import from_resolved, load
from loopsim.scenario.shelf import root, shipped_file
from tests.contract import loop_inc

BASE, ALL = "loop-inc/base", "loop-inc/all"
SEEDS = range(200)
MINE = "anomaly.mine={set='base',steps=[{do='points',k=3}]}"
GIFT = "future.gift={steps=[{do='points',k=2}]}"


def prior():
    return read_prior(shipped_file(SHIPPED))


@cache
def decks():
    scenario = load(ALL)
    return [scenario.drawn(seed) for seed in SEEDS]


def trips_of(era):
    return [trip for deck in decks() for trip in deck.trips if trip.era == era]


def duplicates(trip):
    return sum(need - 1 for need in trip.needs if need)


# --- every deck


def test_li_70_every_drawn_deck_can_be_played_by_two_three_and_four_with_all_expansions():
    for deck in decks():
        for players in (2, 3, 4):
            assert deck.with_players(players).dealt == load(ALL, players=players).dealt


def test_li_70_games_with_drawn_decks_are_played_by_the_rules():
    for deck in decks()[:40]:
        table = games.get(deck.game).Table(deck, ["random"])
        for game in range(3):
            trace = table.trace(1, game)
            loop_inc.check_trace(trace.events, trace.choices)


def test_li_70_a_drawn_deck_has_the_cards_of_the_rules_each_with_two_different_trips():
    reconstruction = [(trip.card, trip.era) for trip in load(BASE).trips]
    for deck in decks():
        assert [(trip.card, trip.era) for trip in deck.trips] == reconstruction
        assert len({trip.trip for trip in deck.trips}) == len(deck.trips)
        for first, second in zip(deck.trips[::2], deck.trips[1::2], strict=True):
            assert first.needs != second.needs
            assert first.trip == f"Drawn trip {first.card}.1"
            assert second.trip == f"Drawn trip {first.card}.2"


def test_li_70_effects_are_drawn_without_replacement_eight_four_and_one_a_future_trip():
    for deck in decks():
        sets = Counter(anomaly.set for anomaly in deck.effects.anomaly.values())
        assert sets == {"base": 8, "more": 4}
        assert set(deck.effects.anomaly) <= set(prior().anomaly)
        granted = [trip.bonus for trip in deck.trips if trip.era == "FUTURE"]
        assert set(granted) == set(deck.effects.future) <= set(prior().future)
        assert len(granted) == len(set(granted)) == 10
        assert not any(trip.bonus for trip in deck.trips if trip.era != "FUTURE")
        for key, anomaly in deck.effects.anomaly.items():
            plausible = prior().anomaly[key]
            assert (anomaly.name, anomaly.steps) == (plausible.name, plausible.steps)
        for key, bonus in deck.effects.future.items():
            assert bonus.steps == prior().future[key].steps


# --- the law of the prior


@pytest.mark.parametrize("era", ERAS)
def test_li_70_numbers_of_components_are_as_often_as_their_weights(era):
    weights = {int(n): weight for n, weight in prior().era(era).components.items()}
    found = Counter(trip.components for trip in trips_of(era))
    assert set(found) == set(weights)
    expected = np.array([*weights.values()]) * found.total() / sum(weights.values())
    assert stats.chisquare([found[n] for n in weights], expected).pvalue > 1e-4


@pytest.mark.parametrize("era", ERAS)
def test_li_70_each_component_is_of_any_type_equally_often(era):
    found = np.array([trip.needs for trip in trips_of(era)]).sum(axis=0)
    assert stats.chisquare(found).pvalue > 1e-4


@pytest.mark.parametrize("era", ERAS)
def test_li_70_points_are_those_of_the_formula_with_its_noise(era):
    """Mean and spread, of each trip against what the rounded normal law expects of it."""
    law = prior().era(era)
    off = []
    for trip in trips_of(era):
        value = law.a + law.b * trip.components + law.c * duplicates(trip)
        points = np.arange(int(value) - 3, int(value) + 5)
        ends = [
            NormalDist(value, law.noise).cdf(end) for end in (*(points - 0.5), points[-1] + 0.5)
        ]
        p = np.diff(ends)
        mean = (p * points).sum()
        off.append((trip.points - mean, (p * (points - mean) ** 2).sum()))
    off, variance = np.array(off).T
    assert abs(off.sum()) < 4 * np.sqrt(variance.sum())
    assert off @ off == pytest.approx(variance.sum(), rel=0.25)
    assert variance.sum() > 0


@pytest.mark.parametrize("era", ERAS)
def test_li_70_years_are_uniform_within_those_of_the_era(era):
    low, high = prior().era(era).years
    years = np.array([trip.year for trip in trips_of(era)])
    assert (low <= years).all()
    assert (years <= high).all()
    assert stats.kstest(years, stats.uniform(low, high - low).cdf).pvalue > 1e-4


def test_li_70_each_plausible_effect_is_drawn_equally_often():
    drawn = Counter(key for deck in decks() for key in deck.effects.anomaly)
    first = Counter(
        key for deck in decks() for key, a in deck.effects.anomaly.items() if a.set == "base"
    )
    granted = Counter(key for deck in decks() for key in deck.effects.future)
    for counts, keys, taken in (
        (drawn, prior().anomaly, 12),
        (first, prior().anomaly, 8),
        (granted, prior().future, 10),
    ):
        p = taken / len(keys)
        se = np.sqrt(len(SEEDS) * p * (1 - p))
        for key in keys:
            assert abs(counts[key] - len(SEEDS) * p) < 4.5 * se


def test_li_70_the_least_points_are_kept(write):
    text = (root() / SHIPPED).read_text(encoding="utf-8")
    write("prior.toml", text.replace("least = 1", "least = 5"))
    points = [trip.points for trip in load(ALL, ["deck={prior='prior.toml',seed=1}"]).trips]
    plain = [trip.points for trip in load(ALL).drawn(1).trips]
    assert points == [max(5, value) for value in plain] != plain


# --- draws are keyed


def test_draws_are_the_same_on_every_machine_and_version():
    draws = Draws(1, "AD1", 2)
    assert draws.bits("noise") == 9139728258469949655
    assert load(ALL).drawn(1).scenario_hash == "eef4b0e7fbe0bd52"


def test_li_70_expansions_leave_the_cards_of_the_base_game_as_they_are():
    plain = load(BASE).drawn(5)
    for name in ("futures", "more-anomalies", "office", "all"):
        deck = load(f"loop-inc/{name}").drawn(5)
        assert (deck.trips, deck.effects) == (plain.trips, plain.effects)
        assert [key for key in deck.anomalies if key in plain.anomalies] == [*plain.anomalies]
        assert len(deck.anomalies) == (12 if "more" in deck.expansions else 8)


def test_li_70_another_number_of_cards_leaves_the_other_cards_as_they_are(write):
    text = (root() / SHIPPED).read_text(encoding="utf-8")
    write("prior.toml", text.replace("cards = 8", "cards = 9").replace("base = 8", "base = 9"))
    more = load(ALL, ["deck={prior='prior.toml',seed=5}"])
    plain = load(ALL).drawn(5)
    assert len(more.trips) == len(plain.trips) + 4
    assert [trip for trip in more.trips if not trip.card.endswith("9")] == [*plain.trips]
    assert [*more.effects.anomaly][:8] == [*plain.effects.anomaly][:8]


def test_every_seed_is_another_deck():
    assert len({deck.scenario_hash for deck in decks()}) == len(SEEDS)
    assert load(ALL).drawn(3) == load(ALL).drawn(3) == decks()[3]


# --- as a scenario


def test_a_deck_is_drawn_by_a_file_by_settings_and_by_the_method_alike(write):
    write("a.toml", 'extends = "loop-inc/all"\nname = "loop-inc/all"\ndeck.seed = 7\n')
    write(
        "b/c.toml",
        'extends = "loop-inc/all"\nname = "loop-inc/all"\n'
        'deck = { prior = "loop-inc/decks/prior.toml", seed = 7 }\n',
    )
    drawn = load(ALL).drawn(7)
    assert drawn.deck.stated == {"prior": SHIPPED, "seed": 7}
    for again in (load("a.toml"), load("b/c.toml"), load("b/c.toml", ["deck.seed=8"]).drawn(7)):
        assert (again.trips, again.effects, again.deck) == (drawn.trips, drawn.effects, drawn.deck)
        assert again.scenario_hash == drawn.scenario_hash
    assert load(ALL, ["deck.seed=7"]) == drawn
    assert load("a.toml", ["deck=loop-inc/cards/trips.csv"]).trips == load(ALL).trips


def test_a_prior_of_ones_own_is_found_beside_the_file_and_drawn_from_again(write, folder):
    text = (root() / SHIPPED).read_text(encoding="utf-8")
    write(
        "my/prior.toml",
        text.replace("noise = 0.311", "noise = 0").replace("least = 1", "least = 4"),
    )
    write("my/a.toml", 'extends = "loop-inc/all"\ndeck = { prior = "prior.toml", seed = 1 }\n')
    scenario = load("my/a.toml")
    assert scenario.deck.stated == {"prior": "my/prior.toml", "seed": 1}
    assert scenario.drawn(2) == load("my/a.toml", ["deck.seed=2"])
    assert min(trip.points for trip in scenario.drawn(2).trips) == 4
    again = from_resolved(json.loads(json.dumps(scenario.resolved())))
    assert again == scenario
    assert again.drawn(2) == scenario.drawn(2)


def test_a_resolved_drawn_deck_needs_no_file_and_says_what_it_is(write):
    text = (root() / SHIPPED).read_text(encoding="utf-8")
    path = write("prior.toml", text)
    scenario = load(ALL, ["deck={prior='prior.toml',seed=4}", MINE], players=3)
    resolved = json.loads(json.dumps(scenario.resolved()))
    path.unlink()
    again = from_resolved(resolved)
    assert again == scenario
    assert again.scenario_hash == scenario.scenario_hash
    assert resolved["deck"] == {"prior": "prior.toml", "seed": 4, "own": ["anomaly.mine"]}
    assert load(BASE).resolved()["deck"] == {"file": "loop-inc/cards/trips.csv"}
    with pytest.raises(
        InputError, match=r'^a drawn deck: deck\.prior: found "prior\.toml", no such'
    ):
        again.drawn(5)


def test_effects_of_ones_own_join_every_deck():
    scenario = load(ALL, [MINE, GIFT])
    for own in (scenario, from_resolved(scenario.resolved()), scenario.drawn(1)):
        granted = 0
        for seed in range(30):
            deck, plain = own.drawn(seed), load(ALL).drawn(seed)
            assert [*deck.anomalies] == [*plain.anomalies, "mine"]
            assert deck.effects.anomaly["mine"] == scenario.effects.anomaly["mine"]
            assert deck.effects.future["gift"] == scenario.effects.future["gift"]
            granted += "gift" in deck.bonuses
            same = [ours == theirs for ours, theirs in zip(deck.trips, plain.trips, strict=True)]
            assert all(same[:32])
        assert 5 < granted < 27  # of 19 bonuses 10 are granted


def test_the_table_of_the_kernel_takes_the_drawn_deck():
    deck = load(ALL).drawn(1)
    items = games.get(deck.game).Table(deck, ["random"]).setting().items
    assert [(item["trip"], item["points"]) for item in items] == [
        (trip.trip, trip.points) for trip in deck.trips
    ]
    assert set(items[0]["requires"]) <= set(TYPES)


REFUSED = {
    "changed trip": (["trips.AD4.1.points=3"], "--set trips.AD4: found changes to a card of"),
    "changed anomaly": (
        ["anomaly.eraser.name=x"],
        "--set anomaly.eraser: found changes to a card of",
    ),
    "changed bonus": (
        ["future.hover_cup.name=x"],
        "--set future.hover_cup: found changes to a card",
    ),
    "key of the prior": (
        ["anomaly.amnesia={set='base',steps=[{do='move'}]}"],
        "--set anomaly.amnesia: found an effect of the prior; allowed: a key that loop-inc/decks/prior",
    ),
    "key of the other table of the prior": (
        ["future.amnesia={steps=[{do='move'}]}"],
        "--set future.amnesia: found an effect of the prior; allowed: a key that loop-inc/decks/prior",
    ),
    "more cards dealt": (
        ["rules.trip_cards.AD=9"],
        "--set rules.trip_cards.AD: found 8 AD cards in the deck, but 9 are dealt",
    ),
}


@pytest.mark.parametrize(("changes", "said"), REFUSED.values(), ids=REFUSED)
def test_what_no_drawn_deck_has_is_refused_in_one_line(changes, said):
    with pytest.raises(InputError) as caught:
        load(ALL, ["deck.seed=1", *changes])
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["changed trip", "changed anomaly", "changed bonus"])
def test_a_scenario_that_changes_cards_has_no_drawn_decks(name):
    changes, said = REFUSED[name]
    scenario = load(ALL, changes)
    for each in (scenario, from_resolved(scenario.resolved())):
        with pytest.raises(InputError) as caught:
            each.drawn(1)
        said = said.removeprefix("--set ")
        assert said in str(caught.value)


@pytest.mark.parametrize(
    ("seed", "said"),
    [
        (
            -1,
            "a drawn deck: deck.seed: found -1; allowed: a whole number, 0 to 9223372036854775807",
        ),
        (
            2**63,
            "a drawn deck: deck.seed: found 9223372036854775808; allowed: a whole number, 0 to",
        ),
        (1.5, "deck.seed: found 1.5; allowed: a whole number"),
        ("1", 'deck.seed: found "1"; allowed: a whole number'),
    ],
)
def test_a_seed_that_cannot_be_used_is_one_line(seed, said):
    with pytest.raises(InputError) as caught:
        load(ALL).drawn(seed)
    assert str(caught.value).startswith(said)


def test_seeds_of_numpy_are_seeds():
    assert load(ALL).drawn(np.int64(3)) == decks()[3]
