"""`scenario_hash` is the game that is played and nothing else; `bots_hash` the bots as used."""

import pytest

from loopsim.scenario import load

BASE = "loop-inc/base"


def hash_of(*changes: str, players: int | None = None) -> str:
    return load(BASE, changes, players).scenario_hash


def test_a_hash_is_16_hex_digits():
    assert len(hash_of()) == 16
    int(hash_of(), 16)


SAME = {
    "stock of n": "rules.stock_per_type=4",
    "anomalies of n": "rules.anomalies_per_day=4",
    "deal of LI-04": "rules.trip_cards={AD=4,BC=3}",
    "part of the deal": "rules.trip_cards.BC=3",
    "no future cards": "rules.trip_cards.FUTURE=0",
    "piles of LI-03": "rules.piles={garage=9,shop=9,armory=5,trash=5,exchange=5,advertise=5,move=5}",
    "one pile": "rules.piles.trash=5",
    "office pile out of play": "rules.piles.office=9",
    "anomaly cards of LI-05": "rules.anomaly_cards=8",
    "default switch": "rules.components_stay=true",
    "default list": "rules.tear_costs=1,3,6",
    "office points out of play": "rules.office_points=9,9,9",
    "office switch out of play": "rules.office_rescores=false",
    "bonus switch without bonuses": "rules.future_bonus_optional=false",
    "name": "name=other",
    "title": "title=other",
    "notes": "notes=other",
    "name of a trip": "trips.AD4.1.trip=Other",
    "name of an effect": "anomaly.remodel.name=Other",
    "a default stated in a step": (
        "anomaly.remodel.steps=[{do='exchange',optional=false},{do='exchange',optional=true}]"
    ),
    "same points": "trips.AD4.1.points=5",
    "thresholds": "report.thresholds.order_spread={fine=[0,1],fix=[0,2]}",
    "bots": "bots=loop-inc/bots/random.toml",
    "future card out of play": "trips.F1.1.points=9",
    "anomaly out of play": "anomaly.eraser.steps={do='move'}",
    "new anomaly out of play": "anomaly.new={set='more',steps=[{do='move'}]}",
    "bonus out of play": "future.lunar_hotel.steps={do='move'}",
}


@pytest.mark.parametrize("change", SAME.values(), ids=SAME)
def test_what_does_not_come_into_play_and_other_spellings_leave_the_hash(change):
    assert hash_of(change) == hash_of()


OTHER = {
    "players": "players=3",
    "stock": "rules.stock_per_type=5",
    "anomalies a day": "rules.anomalies_per_day=3",
    "deal": "rules.trip_cards.BC=2",
    "pile": "rules.piles.trash=6",
    "anomaly cards": "rules.anomaly_cards=7",
    "tear costs": "rules.tear_costs=1,3",
    "points": "trips.AD4.1.points=6",
    "need": "trips.AD4.1.wheel=2",
    "year": "trips.AD4.1.year=1100",
    "bonus": "trips.AD4.1.bonus=lunar_hotel",
    "step": "anomaly.remodel.steps={do='exchange'}",
    "optional": "anomaly.deja_vu.steps={do='repeat_last',optional=true}",
    "set": "anomaly.eraser.set=base",
    "new anomaly": "anomaly.new={set='base',steps=[{do='move'}]}",
    "futures": "expansions=futures",
    "more": "expansions=more",
    "office": "expansions=office",
    **{
        f"switch {name}": f"rules.{name}={value}"
        for name, value in {
            "exchange_may_retake": "false",
            "ad_on_own_visited": "false",
            "trash_empty_tears": "false",
            "same_day_revisit": "true",
            "ad_owner_keeps_place": "false",
            "components_stay": "false",
        }.items()
    },
    **{
        f"number {name}": f"rules.{name}={value}"
        for name, value in {
            "tokens_per_type": 13,
            "ads_per_player": 2,
            "trip_capacity": 3,
            "waste_cost": 2,
            "ad_penalty": 2,
            "ad_bonus": 2,
            "machines_by_day": "1,2,2",
            "new_per_day": 2,
        }.items()
    },
}


def test_every_change_of_the_game_gives_another_hash():
    hashes = {hash_of(), *(hash_of(change) for change in OTHER.values())}
    assert len(hashes) == 1 + len(OTHER)


def test_with_its_expansion_in_play_a_change_matters():
    everything = "expansions=futures,more,office"
    changes = (
        "rules.office_points=9,9,9",
        "rules.office_rescores=false",
        "rules.future_bonus_optional=false",
        "rules.piles.office=9",
        "trips.F1.1.points=9",
        "anomaly.eraser.steps={do='move'}",
        "future.lunar_hotel.steps={do='move'}",
    )
    hashes = {hash_of(everything), *(hash_of(everything, change) for change in changes)}
    assert len(hashes) == 1 + len(changes)
    assert hash_of(everything, "rules.office_points=2,1") == hash_of(everything)
    assert hash_of("expansions=office,more,futures") == hash_of(everything)


def test_with_office_the_pile_of_trash_is_that_of_office():
    by_trash = load(BASE, ["expansions=office", "rules.piles.trash=7"])
    assert by_trash.piles["office"] == 7
    assert by_trash.scenario_hash == hash_of("expansions=office", "rules.piles.office=7")
    both = load(BASE, ["expansions=office", "rules.piles={trash=7,office=6}"])
    assert both.piles["office"] == 6


def test_the_same_game_in_another_file_has_the_same_hash(write):
    write("x.toml", '# a comment\nextends = "loop-inc/base"\nname = "x"\nplayers = 4 # as before\n')
    assert load("x.toml").scenario_hash == hash_of()


def test_bots_hash_is_of_the_bots_as_used_in_the_order_of_seats(write):
    write("bots/a.toml", 'title = "A"\nfamily = "weighted"\nweights = {points = 3, tear = -1}')
    write("bots/b.toml", 'family = "weighted"\nweights = {tear = -1, points = 3, waste = 0}')
    write("bots/c.toml", 'family = "weighted"\nweights = {tear = -2, points = 3}')
    write("bots/r.toml", 'family = "random"')
    scenario = load(BASE, ["bots=bots"])
    assert scenario.bots_hash(["a", "r"]) == scenario.bots_hash(["b", "r"])
    others = [["a", "r"], ["r", "a"], ["a"], ["a", "c"], ["c", "r"], ["a", "r", "r"]]
    assert len({scenario.bots_hash(names) for names in others}) == len(others)
