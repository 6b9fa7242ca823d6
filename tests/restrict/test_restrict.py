"""loopsim.restrict: against games played by hand, and where it is known what a mechanism is worth."""

from fractions import Fraction
from math import sqrt

import pytest

import loopsim
from loopsim import InputError, Study
from loopsim.games.loop_inc.closing import Closing, anomalies, trip_keys
from loopsim.games.loop_inc.game import Table
from loopsim.games.loop_inc.mechanisms import mechanisms, together
from loopsim.scenario import load
from loopsim.studies import families
from loopsim.studies.restricted import BESIDE, ENDS, FINDINGS
from tests.value import naive

BASE = "loop-inc/base"
NO_MATTER = "worth nothing that matters"


def rows(study: Study) -> dict[str, dict]:
    """The rows of the table by mechanism."""
    return {row["mechanism"]: row for row in study.table("mechanisms").iter_rows(named=True)}


def only(study: Study) -> dict:
    """The row of the one mechanism."""
    (row,) = study.table("mechanisms").to_dicts()
    return row


def anomalies_that(step: dict) -> dict:
    """Settings by which every anomaly is one step."""
    return {f"anomaly.{key}.steps": [step] for key in load(BASE, (), 4).anomalies}


PAIR = ["greedy", "planner"]


def population(folder) -> str:
    """The file of a population."""
    file = folder / "pair.toml"
    file.write_text(f'title = "Two"\nbots = {PAIR}\n')
    return str(file)


# --- against games played by hand


BOTS, PLAYERS, GAMES = ["greedy", "planner", "planner", "planner"], 4, 320
SETTINGS = {"rules.ad_penalty": 2}
#: What closes a mechanism, and which events of the seat are its uses (None: not told by events).
BY_HAND = {
    "advertise": (Closing(actions=("advertise",)), lambda event: event["event"] == "advertise"),
    "second_visit": (Closing(second_visits=True), lambda event: event.get("second") is True),
    "exchange+second_visit": (Closing(actions=("exchange",), second_visits=True), None),
}


def test_the_worth_is_that_of_two_arms_played_by_hand() -> None:
    study = loopsim.restrict(
        forbid=[*BY_HAND], games=GAMES, players=PLAYERS, bots=BOTS, set=SETTINGS, seed=3
    )
    twin = naive.Twin(BOTS, SETTINGS, PLAYERS, seed=3)
    for name, (closing, is_use) in BY_HAND.items():
        changes = {outcome: [] for outcome in ("score", "win_share", "tears")}
        uses = []
        table = twin.closed(closing)
        for game in range(GAMES):
            openly, without = twin.play(twin.open, game, traced=True), twin.play(table, game)
            place = twin.focal_place(game)
            seat = (openly.events[0]["first"] + place) % PLAYERS
            for outcome, listed in changes.items():
                listed.append(getattr(openly, outcome)[place] - getattr(without, outcome)[place])
            if is_use:
                own = [event for event in openly.events[1:] if event.get("seat") == seat]
                uses.append(sum(map(is_use, own)))
        row = rows(study)[name]
        in_60ths = [round(60 * change) for change in changes["win_share"]]
        centre = Fraction(sum(in_60ths), 60 * GAMES)
        variance = sum((Fraction(d, 60) - centre) ** 2 for d in in_60ths) / (GAMES * (GAMES - 1))
        assert row["worth"] == float(centre)
        assert row["se"] == pytest.approx(sqrt(variance), rel=1e-12)
        assert row["differing"] == sum(d != 0 for d in in_60ths) >= 30
        assert row["high"] - row["worth"] == pytest.approx(1.96 * row["se"])
        for outcome in ("score", "tears"):
            value, error = naive.mean(changes[outcome])
            assert row[outcome] == pytest.approx(value, abs=1e-12)
            assert row[f"{outcome}_low"] == pytest.approx(value - 1.96 * error)
        if uses:
            assert row["uses"] == sum(uses) / GAMES
            for outcome in ("score", "win_share"):
                pairs = list(zip(changes[outcome], uses, strict=True))
                value, error = naive.ratio(pairs)
                assert row[f"{outcome}_per_use"] == pytest.approx(value, abs=1e-12)
                assert row[f"{outcome}_per_use_high"] == pytest.approx(value + 1.96 * error)


def test_what_is_forbidden_together_is_not_what_it_is_worth_by_itself() -> None:
    ads = {"forbid": "advertise,move,move+advertise", "games": 600, "bots": "random", "seed": 2}
    found = rows(loopsim.restrict(**ads))
    assert {*found} == {"advertise", "move", "advertise+move"}  # in the order of the piles
    by_itself = found["advertise"]["uses"], found["move"]["uses"]
    assert found["advertise+move"]["uses"] == pytest.approx(sum(by_itself))
    assert len({row["worth"] for row in found.values()}) == 3


def test_any_number_of_threads_gives_the_same_table_that_worth_most_first() -> None:
    one, two = (
        loopsim.restrict(games=700, bots="greedy", players=2, threads=threads).table("mechanisms")
        for threads in (1, 2)
    )
    assert one.equals(two)
    assert one["worth"].to_list() == sorted(one["worth"], reverse=True)


# --- where it is known what a mechanism is worth


def test_a_mechanism_that_cannot_help_is_worth_nothing_that_matters() -> None:
    """All cards take from the garage: who may not take anomalies does the same by another card."""
    chosen = load(BASE, (), 4)
    alike = anomalies_that({"do": "take", "room": "garage"})
    alike |= {f"rules.piles.{pile}": 0 for pile in chosen.piles if pile != "garage"}
    alike |= {"rules.piles.garage": 60, "rules.tear_costs": [0] * 9}
    alike |= {"rules.tokens_per_type": 31, "rules.stock_per_type": 31}
    for place, key in enumerate(trip_keys(chosen)):
        needs = {"wheel": 1 + place % 3, "propeller": place % 2, "net": 0, "camera": 0, "armor": 0}
        alike |= {f"trips.{key}.{kind}": count for kind, count in needs.items()}
    row = only(loopsim.restrict(forbid="anomalies", games=2_000, bots="random", set=alike))
    assert row["uses"] > 2
    assert (row["worth"], row["differing"], row["verdict"]) == (0, 0, "identical")
    assert row["bound"] <= row["smallest"] == 0.005
    assert row["finding"] == NO_MATTER


def test_that_no_game_of_a_few_differs_does_not_make_it_worth_nothing() -> None:
    never = anomalies_that({"do": "points", "k": -9})
    row = only(loopsim.restrict(forbid="anomalies", games=300, bots="planner", set=never))
    assert (row["uses"], row["worth"], row["differing"]) == (0, 0, 0)
    assert row["bound"] > row["smallest"]
    assert row["finding"] == "no game differs"
    assert row["win_share_per_use"] is None


@pytest.mark.parametrize(
    ("points", "finding"), [(5, "worth it"), (-5, "costs its user")], ids=["prize", "fine"]
)
def test_cards_of_a_prize_are_worth_it_and_cards_of_a_fine_cost(points: int, finding: str) -> None:
    planted = anomalies_that({"do": "points", "k": points})
    row = only(loopsim.restrict(forbid="anomalies", games=600, bots="random", set=planted))
    assert row["finding"] == finding
    assert row["worth"] * points > 0
    assert row["q"] < 0.001


@pytest.mark.parametrize(
    ("costs", "finding"),
    [([0] * 9, "worth it"), ([9, 18, 27, 36], "costs its user")],
    ids=["free tears", "dear tears"],
)
def test_li_42_second_visits_are_worth_it_unless_tears_are_dear(
    costs: list[int], finding: str
) -> None:
    dear = {"rules.tear_costs": costs}
    row = only(loopsim.restrict(forbid="second_visit", games=4_000, bots="random", set=dear))
    assert row["finding"] == finding
    assert row["tears_low"] > 0  # tears of those who may come second


def test_what_matters_is_what_the_scenario_says() -> None:
    asked = {"forbid": "exchange", "games": 3_000, "bots": "random"}
    strict = only(loopsim.restrict(**asked))
    lenient = only(loopsim.restrict(**asked, set={'report.smallest."win share"': 0.03}))
    assert (strict["finding"], strict["smallest"]) == ("not resolved", 0.005)
    assert strict["more_games"] > 1_000
    assert (lenient["finding"], lenient["smallest"]) == (NO_MATTER, 0.03)
    assert (lenient["worth"], lenient["se"]) == (strict["worth"], strict["se"])
    assert lenient["more_games"] is None


def test_the_verdicts_of_a_table_are_those_of_its_q() -> None:
    found = rows(loopsim.restrict(games=1_500, bots="greedy", players=2))
    p = sorted(row["p"] for row in found.values())
    for row in found.values():
        least = min(v * len(p) / rank for rank, v in enumerate(p, 1) if v >= row["p"])
        assert row["q"] == pytest.approx(min(1, least))
        assert row["finding"] == FINDINGS[row["verdict"]]
    assert {"worth it", "costs its user"} <= {row["finding"] for row in found.values()}


def test_where_few_games_differ_a_bound_is_told_instead_of_an_interval() -> None:
    row = only(loopsim.restrict(forbid="second_visit", games=200, bots="random"))
    assert 0 < row["differing"] < 30
    assert (row["low"], row["high"], row["q"]) == (None, None, None)
    assert row["bound"] > abs(row["worth"])
    assert row["tears_low"] == -row["tears_high"] < 0


# --- over decks


def test_over_decks_the_worth_is_the_mean_of_the_decks() -> None:
    plan = {"forbid": "advertise,second_visit", "bots": "greedy", "players": 2, "seed": 6}
    study = loopsim.restrict(**plan, games=20 * 70, decks=20)
    twin = naive.Twin(["greedy"], {}, 2, seed=6)
    for name, closing in (
        ("advertise", Closing(actions=("advertise",))),
        ("second_visit", Closing(second_visits=True)),
    ):
        by_deck = []
        for deck in range(20):
            twin.scenario = load(BASE, {}, 2).drawn(deck)
            openly, without = twin.closed(Closing()), twin.closed(closing)
            changes = []
            for game in range(70 * deck, 70 * deck + 70):
                place = twin.focal_place(game)
                shares = [twin.play(t, game).win_share[place] for t in (openly, without)]
                changes.append(shares[0] - shares[1])
            by_deck.append(sum(changes) / 70)
        row = rows(study)[name]
        value, error = naive.mean(by_deck)
        assert row["worth"] == pytest.approx(value)
        assert row["games"] == 1_400
        if row["differing"] >= 30:
            assert row["se"] == pytest.approx(error)
            assert row["above"] + row["below"] + row["unresolved"] == 20
    assert rows(study)["advertise"]["differing"] >= 30
    assert study.table("mechanisms")["more_games"].null_count() == 2
    assert len(study.family.names) == 20


# --- over bots


def test_over_bots_the_worth_is_the_mean_of_the_bots_and_each_says_what_it_says_alone(
    tmp_path,
) -> None:
    plan = {"forbid": "advertise,trash,second_visit", "players": 2, "seed": 4}
    study = loopsim.restrict(**plan, games=1_200, population=population(tmp_path))
    by_bot = study.table("mechanisms_by_bot")
    assert by_bot["bot"].to_list() == [bot for bot in (*PAIR, "mixed tables") for _ in range(3)]
    assert (
        by_bot.filter(bot="greedy")
        .drop("bot")
        .equals(loopsim.restrict(**plan, games=600, bots="greedy").table("mechanisms"))
    )
    alone = {bot: by_bot.filter(bot=bot).rows_by_key("mechanism", named=True) for bot in PAIR}
    for name, row in rows(study).items():
        of_bots = [alone[bot][name][0] for bot in PAIR]
        worths, errors = [of["worth"] for of in of_bots], [of["se"] for of in of_bots]
        assert row["worth"] == pytest.approx(sum(worths) / 2)
        assert row["games"] == 1_200
        if None not in errors and min(of["differing"] for of in of_bots) >= 30:
            of = families.family(worths, errors, kind=families.BOTS)
            told = [row[key] for key in ("se", "between", "sign_share", "above", "below")]
            assert told == pytest.approx([of.se, of.between, of.sign_share, of.above, of.below])
            assert row["robustness"] in (of.robustness, "not resolved")
    assert rows(study)["trash"]["robustness"] == "bot-dependent"
    assert study.table("mechanisms")["more_members"].null_count() == 3
    assert study.manifest["family"] == {
        "of": "bot", "members": PAIR, "asked": 2, "mixed": 600,
        "name": "pair", "title": "Two", "notes": "",
    }  # fmt: skip


def test_mixed_tables_are_in_no_mean(tmp_path) -> None:
    """Their games come after those of the bots, each seat drawn by lot."""
    plan = {"forbid": "trash", "players": 2, "population": population(tmp_path)}
    study = loopsim.restrict(**plan, games=400)
    (mixed,) = study.table("mechanisms_by_bot").filter(bot="mixed tables").to_dicts()
    assert mixed["games"] == 200
    scenario = load(BASE, (), 2)
    shares = []
    for closing in (Closing(), Closing(actions=("trash",))):
        table = Table(scenario, ["*"], crowd=PAIR, closing=closing)
        played = table.blank_rows(200, focal=True)
        table.play(1, 400, played)
        places = played["focal"]["place"]
        shares.append(played["seats"]["win_share"][range(200), places].astype(int))
    assert mixed["worth"] == pytest.approx((shares[0] - shares[1]).sum() / 60 / 200)


# --- what can be forbidden


def test_what_can_be_forbidden_is_what_the_scenario_has() -> None:
    piles = ["garage", "shop", "armory", "trash", "exchange", "advertise", "move"]
    assert [*mechanisms(load(BASE, (), 4))] == [*piles, "anomalies", "second_visit"]
    without = {"rules.trip_capacity": 1, "rules.anomalies_per_day": 0, "rules.piles.garage": 40}
    without |= {"rules.piles.exchange": 0, "expansions": ["office"]}
    office = [pile.replace("trash", "office") for pile in piles if pile != "exchange"]
    assert [*mechanisms(load(BASE, without, 4))] == office
    assert "anomalies" not in mechanisms(load(BASE, {"rules.anomaly_cards": 0}, 4))


def test_together_closes_all_of_each() -> None:
    scenario = load(BASE, (), 4)
    group = together(scenario, ["exchange", "move", "anomalies", "second_visit"])
    assert group.key == "exchange+move+anomalies+second_visit"
    (item,) = group.items
    assert item.closing == Closing(
        cards=tuple(anomalies(scenario)), actions=("exchange", "move"), second_visits=True
    )


def test_by_default_each_mechanism_is_forbidden_by_itself(tmp_path) -> None:
    study = loopsim.restrict(games=60, bots="random", out=tmp_path / "study")
    again = Study.read(tmp_path / "study")
    assert again.kind == "restrict"
    assert again.manifest["forbidden"] == [*mechanisms(load(BASE, (), 4))]
    assert {*again.table("mechanisms")["mechanism"]} == {*again.manifest["forbidden"]}
    assert again.table("mechanisms").equals(study.table("mechanisms"))
    columns = {f"{name}{end}" for name in BESIDE.values() for end in ENDS}
    assert columns < {*study.table("mechanisms").columns}


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        ({"forbid": "advertize"}, '--forbid: found "advertize"; allowed: advertise (did you mean'),
        ({"forbid": "office"}, '--forbid: found "office"; allowed: garage, shop, '),
        ({"forbid": ["move+"]}, '--forbid: found ""; allowed: garage, shop, '),
        ({"forbid": "move+move"}, '--forbid: found "move+move"; allowed: each name once'),
        (
            {"forbid": "move+shop,shop+move"},
            '--forbid: found "move+shop" twice; allowed: each once',
        ),
        ({"forbid": 3}, "--forbid: found 3; allowed: texts, as in advertise,exchange+move"),
        ({"forbid": [3]}, "--forbid: found 3; allowed: texts, as in advertise,exchange+move"),
        ({"games": 0}, "--games 0: allowed are 1 to 10^12"),
    ],
)
def test_what_cannot_be_forbidden_is_one_line(wrong, line) -> None:
    with pytest.raises(InputError) as fault:
        loopsim.restrict(**wrong)
    assert str(fault.value).startswith(line)
