"""The records of the kernel, against the numbers of the rules page."""

import numpy as np
import pytest

from loopsim.games.loop_inc.tables import bots, card_names, name_key, tables, trips
from loopsim.kernels import bag
from loopsim.kernels.loop_inc import names
from loopsim.kernels.loop_inc.features import FEATURES, RANDOM, WEIGHTED
from loopsim.kernels.loop_inc.layout import BOT, TABLES
from loopsim.scenario import load

BASE = "loop-inc/base"


@pytest.mark.parametrize(
    ("players", "piles", "dealt"),
    [
        (2, [5, 5, 3, 3, 3, 3, 3], [3, 2, 0]),
        (3, [7, 7, 4, 4, 4, 4, 4], [3, 3, 0]),
        (4, [9, 9, 5, 5, 5, 5, 5], [4, 3, 0]),
    ],
)
def test_li_02_to_li_05_counts_of_the_base_game(players, piles, dealt):
    t = tables(load(BASE, players=players))
    assert t.shape == (1,)
    assert t.dtype == np.dtype((np.record, TABLES))
    t = t[0]
    assert t.players == players
    assert t.piles.tolist() == piles
    assert t.dealt.tolist() == dealt
    assert t.stock_per_type == players
    assert t.anomalies_per_day == players
    assert (t.n_trip_cards, t.n_anomalies, t.anomaly_cards) == (16, 8, 8)
    assert (t.days, t.new_per_day, t.tokens_per_type) == (3, 3, 12)
    assert t.machines_by_day.tolist() == [1, 2, 3, 0]
    assert (t.ads_per_player, t.trip_capacity) == (3, 2)
    assert t.tear_cost.tolist() == [0, 1, 3] + [6] * 14
    assert t.most_tears == 3
    assert (t.waste_cost, t.ad_penalty, t.ad_bonus) == (1, 3, 1)
    assert t.office_points.tolist() == [2, 1, 0, 0, 0, 0, 0, 0]


def test_li_03_the_piles_are_43_cards_at_four_players():
    assert sum(load(BASE).piles.values()) == 43


@pytest.mark.parametrize(("players", "dealt"), [(2, [3, 1, 1]), (3, [3, 2, 2]), (4, [4, 2, 2])])
def test_li_60_the_deal_with_futures(players, dealt):
    t = tables(load(BASE, ["expansions=futures"], players))[0]
    assert t.dealt.tolist() == dealt
    assert t.n_trip_cards == 21


def test_li_61_more_anomalies_are_shuffled_into_the_deck():
    t = tables(load(BASE, ["expansions=more"]))[0]
    assert (t.n_anomalies, t.anomaly_cards) == (12, 12)
    assert t.anomaly[:12].tolist() == list(range(names.FIRST_EFFECT, names.FIRST_EFFECT + 12))


def test_li_62_office_takes_the_place_of_trash():
    scenario = load(BASE, ["expansions=office"])
    t = tables(scenario)[0]
    assert t.steps[names.TRASH, 0].tolist() == [names.DO_OFFICE, 0, 0]
    assert t.piles[names.TRASH] == 5
    assert card_names(scenario)[names.TRASH] == "office"
    assert tables(load(BASE))[0].steps[names.TRASH, 0].tolist() == [names.DO_TRASH, 0, 0]


def test_action_cards_are_effects_of_one_step():
    t = tables(load(BASE))[0]
    assert t.n_steps[: names.FIRST_EFFECT].tolist() == [1] * 7
    assert t.steps[: names.FIRST_EFFECT, 0].tolist() == [
        [names.DO_TAKE, names.ROOMS["garage"], 0],
        [names.DO_TAKE, names.ROOMS["shop"], 0],
        [names.DO_TAKE, names.ROOMS["armory"], 0],
        [names.DO_TRASH, 0, 0],
        [names.DO_EXCHANGE, 0, 0],
        [names.DO_ADVERTISE, 0, 0],
        [names.DO_MOVE, 0, 0],
    ]


def test_effects_are_numbered_in_the_order_of_the_file_bonuses_after_anomalies():
    scenario = load(BASE, ["expansions=futures,more"])
    t, cards = tables(scenario)[0], card_names(scenario)
    assert cards[names.FIRST_EFFECT] == "anomaly:spare_parts"
    assert cards[names.FIRST_EFFECT + 11] == "anomaly:overtime"
    assert cards[names.FIRST_EFFECT + 12] == "bonus:lunar_hotel"
    assert len(cards) == names.FIRST_EFFECT + 12 + 10
    code = cards.index("anomaly:crosswired")
    assert t.n_steps[code] == 2
    assert t.steps[code].tolist() == [
        [names.DO_MOVE, 0, 1],
        [names.DO_TAKE, names.ROOMS["garage"], 0],
        [0, 0, 0],
    ]
    assert t.steps[cards.index("anomaly:overtime"), 0].tolist() == [names.DO_POINTS, 1, 0]
    lunar = next(i for i, trip in enumerate(trips(scenario)) if trip["bonus"] == "lunar_hotel")
    assert t.trip_bonus[lunar] == cards.index("bonus:lunar_hotel")


def test_trips_are_two_a_card_with_need_points_and_the_earlier_year():
    scenario = load(BASE)
    t, deck = tables(scenario)[0], trips(scenario)
    assert len(deck) == 32
    card = next(i for i, trip in enumerate(deck) if trip["card"] == "AD4") // 2
    assert t.card_era[card] == names.ERAS.index("AD")
    assert t.card_year[card] == 537
    assert bag.unpack(t.trip_need[2 * card]) == [1, 0, 0, 0, 2]
    assert t.trip_points[2 * card : 2 * card + 2].tolist() == [5, 4]
    assert t.trip_bonus[:32].tolist() == [names.NOTHING] * 32
    assert deck[2 * card] == {
        "key": "AD4.1",
        "card": "AD4",
        "era": "AD",
        "trip": "Joust at Camelot",
        "year": 537,
        "points": 5,
        "requires": {"wheel": 1, "armor": 2},
        "components": 3,
        "bonus": None,
    }


def test_an_era_that_is_not_dealt_is_not_in_the_tables():
    scenario = load(BASE, ["rules.trip_cards.AD=0"])
    t = tables(scenario)[0]
    assert t.n_trip_cards == 8
    assert {trip["era"] for trip in trips(scenario)} == {"BC"}
    assert t.trip_points[0] == trips(scenario)[0]["points"] == 9


def test_keys_depend_on_names_alone():
    small, large = load(BASE), load(BASE, ["expansions=futures,more"])
    s, t = tables(small)[0], tables(large)[0]
    assert set(s.anomaly_key[:8]) < set(t.anomaly_key[:12])
    assert s.card_key[:16].tolist() == t.card_key[:16].tolist()
    assert len(set(t.card_key[:21])) == 21
    assert s.card_key[0] == name_key("AD1") == 13348238131118623593


def test_no_tear_cost_means_that_the_first_tear_eliminates():
    t = tables(load(BASE, ["rules.tear_costs="]))[0]
    assert t.most_tears == 0
    assert t.tear_cost.tolist() == [0] * 17


def test_switches_and_numbers_reach_the_kernel():
    settings = {
        "exchange_may_retake": 0,
        "ad_on_own_visited": 0,
        "trash_empty_tears": 0,
        "office_rescores": 0,
        "same_day_revisit": 1,
        "ad_owner_keeps_place": 0,
        "components_stay": 0,
        "future_bonus_optional": 0,
    }
    numbers = {
        "days": 2,
        "new_per_day": 4,
        "tokens_per_type": 20,
        "stock_per_type": 6,
        "ads_per_player": 5,
        "trip_capacity": 4,
        "waste_cost": 2,
        "ad_penalty": 7,
        "ad_bonus": 8,
        "anomalies_per_day": 1,
        "anomaly_cards": 5,
    }
    words = {0: "false", 1: "true"}
    changes = [f"rules.{name}={words[value]}" for name, value in settings.items()]
    changes += [f"rules.{name}={value}" for name, value in numbers.items()]
    t = tables(load(BASE, [*changes, "rules.machines_by_day=2,3"]))[0]
    for name, value in (settings | numbers).items():
        assert t[name] == value, name


def test_bots_are_rows_with_weights_by_feature(write):
    first = FEATURES[0].name
    write("bots/w.toml", f'family = "weighted"\nweights = {{{first} = -7}}')
    write("bots/r.toml", 'family = "random"')
    rows = bots(load(BASE, ["bots=bots"]), ["w", "r", "w"])
    assert rows.dtype == np.dtype((np.record, BOT))
    assert rows.family.tolist() == [WEIGHTED, RANDOM, WEIGHTED]
    assert rows.weight[:, 0].tolist() == [-7, 0, -7]
    assert not rows.weight[:, 1:].any()


def test_a_look_ahead_bot_has_of_its_persona_the_weights_and_tastes_alone(write):
    shaky = "temperature = 500\nskill = 10\n"
    for name, numbers in (("sure", ""), ("shaky", shaky)):
        persona = f'family = "weighted"\n{numbers}[weights]\nad = 3\n[tastes]\nadvertise = 5'
        write(f"bots/{name}.toml", persona)
        write(f"bots/far-{name}.toml", f'family = "look-ahead"\npersona = "{name}"')
    scenario = load(BASE, ["bots=bots"])
    far, far_shaky, sure, shaky = bots(scenario, ["far-sure", "far-shaky", "sure", "shaky"])
    assert far.tobytes() == far_shaky.tobytes()
    assert (far.weight.tolist(), far.taste.tolist()) == (sure.weight.tolist(), sure.taste.tolist())
    assert (far.temperature, far.skill, shaky.temperature, shaky.skill) == (0, 100, 500, 10)
    assert scenario.bots_hash(["far-sure"]) == scenario.bots_hash(["far-shaky"])
    assert scenario.bots_hash(["sure"]) != scenario.bots_hash(["shaky"])


def test_rules_in_force_are_those_of_the_trace():
    assert load(BASE, ["expansions=office"], 2).rules_in_force() == {
        "exchange_may_retake": True,
        "ad_on_own_visited": True,
        "trash_empty_tears": True,
        "office_rescores": True,
        "same_day_revisit": False,
        "ad_owner_keeps_place": True,
        "components_stay": True,
        "future_bonus_optional": True,
        "expansions": ["office"],
        "days": 3,
        "new_per_day": 3,
        "machines_by_day": [1, 2, 3],
        "tokens_per_type": 12,
        "stock_per_type": 2,
        "ads_per_player": 3,
        "trip_capacity": 2,
        "tear_costs": [1, 3, 6],
        "waste_cost": 1,
        "ad_penalty": 3,
        "ad_bonus": 1,
        "office_points": [2, 1, 0],
        "anomalies_per_day": 2,
    }
    changes = ["rules.trip_cards.BC=2", "rules.piles.move=6", "rules.anomaly_cards=7"]
    rules = load(BASE, changes).rules_in_force()
    assert rules["trip_cards"] == {"AD": 4, "BC": 2}
    assert rules["piles"] == {
        "garage": 9,
        "shop": 9,
        "armory": 5,
        "trash": 5,
        "exchange": 5,
        "advertise": 5,
        "move": 6,
    }
    assert rules["anomaly_cards"] == 7


def test_steps_are_stated_as_in_the_effects_file():
    assert load(BASE).steps_of(["clean_sweep", "spare_parts"]) == {
        "clean_sweep": [
            {"do": "trash", "optional": True},
            {"do": "discard_waste", "optional": True},
        ],
        "spare_parts": [{"do": "take", "room": "any"}],
    }
