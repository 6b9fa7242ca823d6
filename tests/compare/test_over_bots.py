"""Studies over a population: each bot is a study of its own, and what is said of them together."""

import json
from functools import partial
from pathlib import Path
from statistics import fmean, stdev

import polars as pl
import pytest
from scipy.stats import t

import loopsim
from loopsim import Interrupted, Study, facts, simulate
from loopsim.errors import InputError
from loopsim.games.loop_inc.game import Table
from loopsim.population import population
from loopsim.scenario import load
from loopsim.studies.families import BOTS, family
from loopsim.studies.plan import MIXED
from tests.compare import naive
from tests.compare.test_studies import ctrl_c_after

GAMES, SEED, PLAYERS = 360, 4, 3
NAMES = ("loop-inc/base", "loop-inc/office")
MEMBERS = ("random", "greedy", "lover")
PLAYED = {"games": GAMES, "seed": SEED, "players": PLAYERS}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two bots of the scenario and one of a file."""
    folder = tmp_path_factory.mktemp("population")
    (folder / "lover.toml").write_text('family = "weighted"\nweights = { ad = 300, points = 50 }\n')
    made = folder / "three.toml"
    made.write_text('title = "Three"\nbots = ["random", "greedy", "lover.toml"]\n')
    return made


@pytest.fixture(scope="module")
def study(file: Path) -> Study:
    return loopsim.compare(NAMES, population=file, **PLAYED)


@pytest.fixture(scope="module")
def arms(file: Path) -> list[list[naive.Arm]]:
    """By bot the two arms, played alone on the games of the bot."""
    return [[_alone(file, name, place) for name in NAMES] for place in range(len(MEMBERS))]


def _alone(file: Path, name: str, place: int) -> naive.Arm:
    """The games of a bot as a run has them, or after those of the last bot the mixed tables."""
    scenario = population(load(name, players=PLAYERS), file).scenario
    mixed = Table(scenario, ["*"], crowd=MEMBERS)
    table = Table(scenario, [MEMBERS[place]]) if place < len(MEMBERS) else mixed
    games = GAMES // len(MEMBERS)
    (rows,) = next(
        simulate.simulate(
            [table], seed=SEED, first=games * place, games=games, threads=1, clock=simulate.Clock()
        )
    )
    return naive.Arm.of_facts(facts.flatten(rows, table.measures(), 3), table)


def bots_of(study: Study, table: str) -> pl.DataFrame:
    """The rows of a table by bot, without the mixed tables."""
    return study.table(f"{table}_by_bot").filter(pl.col("bot") != MIXED)


def test_the_manifest_names_the_bots_and_what_they_are(study: Study, file: Path) -> None:
    m = study.manifest
    assert m["family"] == {
        "of": "bot", "members": [*MEMBERS], "asked": 3, "mixed": 120, "name": "three",
        "title": "Three", "notes": "",
    }  # fmt: skip
    assert (m["bots"], m["games"], m["games_asked"]) == ([*MEMBERS], GAMES, GAMES)
    assert all(arm["resolved"]["bots"]["lover"]["weights"]["ad"] == 300 for arm in m["arms"])
    assert study.family.counted == "3 bots"
    assert [*study.tables] == [
        *("metrics", "details", "items", "identical"),
        *("metrics_by_bot", "details_by_bot", "items_by_bot", "identical_by_bot"),
    ]


def test_a_difference_is_the_mean_over_bots_with_the_interval_of_students_law(
    study: Study, arms
) -> None:
    known = 0
    for row in study.table("metrics").iter_rows(named=True):
        if row["verdict"] == "identical":  # there is no sign to be open
            assert row["robustness"] is row["unresolved"] is None
            continue
        if row["se"] is None:
            assert row["robustness"] is row["sign_share"] is None
            continue
        ratio = arms[0][0].is_ratio(row)
        pairs = [[arm.values(arm.terms(row, ""), ratio=ratio) for arm in pair] for pair in arms]
        where = row["metric"], row["index"]
        values = [b.value - a.value for a, b in pairs]
        errors = [naive.error([v - u for u, v in zip(a.us, b.us, strict=True)]) for a, b in pairs]
        expected = [naive.expected(pair, [-1, 1], row) for pair in arms]
        clear = [said["differing"] >= naive.FEW for said in expected]
        twin = family(values, errors, clear, BOTS)
        se = stdev(values) / 3**0.5
        assert naive.close(row["a"], fmean(a.value for a, _ in pairs)), where
        assert naive.close(row["b"], fmean(b.value for _, b in pairs)), where
        assert naive.close(row["difference"], fmean(values)), where
        assert naive.close(row["se"], se), where
        assert row["differing"] == sum(said["differing"] for said in expected)
        assert row["more_games"] is row["more_members"] is None, where
        assert naive.close(row["between"], twin.between), where
        assert naive.close(row["sign_share"], twin.sign_share), where
        assert naive.close(row["sign_share_se"], twin.sign_share_se), where
        counts = row["above"], row["below"], row["unresolved"]
        assert counts == (twin.above, twin.below, twin.unresolved), where
        if row["low"] is None:
            continue
        assert naive.close(row["high"] - row["difference"], float(t.ppf(0.975, 2)) * se), where
        assert naive.close(row["p"], 2 * float(t.sf(abs(row["difference"]) / se, 2))), where
        assert row["robustness"] == twin.robustness, where
        known += 1
    assert known > 30
    q = study.table("metrics")["q"].to_list()
    expected_q = naive.q_values(study.table("metrics")["p"].to_list())
    assert all(naive.close(found, said) for found, said in zip(q, expected_q, strict=True))


def test_by_bot_stands_what_a_study_with_this_bot_alone_says(
    study: Study, arms, file: Path
) -> None:
    one = loopsim.compare(NAMES, bots="random", **{**PLAYED, "games": GAMES // 3})
    for table, frame in one.tables.items():
        found = study.table(f"{table}_by_bot")
        assert found.columns == ["bot", *frame.columns]
        assert [*dict.fromkeys(found["bot"])] == [*MEMBERS, MIXED]
        assert found.filter(bot="random").drop("bot").equals(frame)
    for place, bot in enumerate(MEMBERS):  # the others have games further on
        of_bot = study.table("metrics_by_bot").filter(pl.col("bot") == bot, pl.col("se") > 0)
        assert of_bot.height > 50
        for row in of_bot.iter_rows(named=True):
            expected = naive.expected(arms[place], [-1, 1], row)
            for name in ("difference", "se", "low", "high", "differing", "games"):
                assert naive.close(row[name], expected[name]), (bot, row["metric"], name)


def test_mixed_tables_stand_apart_and_have_games_of_their_own(study: Study, file: Path) -> None:
    """Each seat is drawn by lot; their games are those after the games of the family."""
    pair = [_alone(file, name, len(MEMBERS)) for name in NAMES]
    of_mixed = study.table("metrics_by_bot").filter(pl.col("bot") == MIXED, pl.col("se") > 0)
    assert of_mixed.height > 50
    for row in of_mixed.iter_rows(named=True):
        expected = naive.expected(pair, [-1, 1], row)
        for name in ("difference", "se", "low", "high", "differing", "games"):
            assert naive.close(row[name], expected[name]), (row["metric"], name)
    seated = pair[0].seats.group_by("bot").len().sort("bot")
    assert seated["bot"].to_list() == [0, 1, 2]  # each of the three
    assert seated["len"].sum() == GAMES // 3 * PLAYERS
    assert study.manifest["games"] == GAMES


def test_the_games_to_come_are_those_of_the_mixed_tables_too(file: Path) -> None:
    for ask, games in (
        (partial(loopsim.compare, NAMES), 2 * 80),
        (partial(loopsim.sweep, vary="rules.ad_penalty=2,3"), 4 * 80),
        (partial(loopsim.value, items="actions"), 80),
    ):
        told: list[int] = []
        heard: list[int] = []
        ask(population=file, games=60, players=2, on_total=told.append, on_games=heard.append)
        assert told == [games]
        assert sum(heard) >= games  # an ad that hardly any bot places is forced besides


def test_one_setup_over_bots_has_their_mean_and_their_ends(file: Path, arms) -> None:
    study = loopsim.run_over(NAMES[0], population=file, **PLAYED)
    assert study.kind == "bots"
    (row,) = study.table("metrics").filter(metric="score", group="seat").to_dicts()
    scores = [pair[0].values(pair[0].terms(row, ""), ratio=False) for pair in arms]
    values = [of.value for of in scores]
    assert naive.close(row["value"], fmean(values))
    half = float(t.ppf(0.975, 2)) * stdev(values) / 3**0.5
    assert naive.close(row["high"] - row["value"], half)
    assert naive.close(row["least"], min(values))
    assert naive.close(row["most"], max(values))
    errors = [naive.error(of.us) for of in scores]
    assert naive.close(row["between"], family(values, errors, kind=BOTS).between)
    alone = study.table("metrics_by_bot").filter(metric="score", group="seat")
    assert alone["bot"].to_list() == [*MEMBERS, MIXED]
    for found, of in zip(alone[:3].iter_rows(named=True), scores, strict=True):
        assert naive.close(found["value"], of.value)
        assert naive.close(found["se"], naive.error(of.us))
    (share,) = study.table("metrics").filter(metric="eliminated", group="seat").to_dicts()
    assert share["low"] == 0  # the interval of few bots is wide, and cut to what is possible


def test_a_factorial_over_bots_has_the_effects_of_each(file: Path) -> None:
    ask = partial(loopsim.factorial, factors=["office", "more"], seed=SEED, players=[2, 3])
    study, one = ask(population=file, games=180), ask(bots="random", games=60)
    assert (
        study.table("effects_by_bot").filter(bot="random").drop("bot").equals(one.table("effects"))
    )
    assert study.table("cells_by_bot").filter(bot="random").drop("bot").equals(one.table("cells"))
    of = {"metric": "score", "effect": "office", "players": 3}
    values = bots_of(study, "effects").filter(**of)["difference"]
    (together,) = study.table("effects").filter(**of).to_dicts()
    assert len(values) == 3
    assert naive.close(together["difference"], values.mean())
    assert naive.close(together["se"], values.std() / 3**0.5)


def test_a_sweep_over_bots_has_answers_of_each_and_of_their_mean(file: Path) -> None:
    ask = partial(loopsim.sweep, vary="rules.ad_penalty=0,3,6", seed=SEED, players=2)
    study, one = ask(population=file, games=900), ask(bots="random", games=300)
    for table in ("curves", "effects", "worth", "answers"):
        found = study.table(f"{table}_by_bot").filter(bot="random").drop("bot")
        assert found.equals(one.table(table)), table
    worth = study.table("worth").filter(unit="points").sort("x")
    for row in worth.iter_rows(named=True):
        of = bots_of(study, "worth").filter(x=row["x"], unit="points")
        if row["value"] is None:
            assert of["se"].null_count()
            continue
        twin = family(of["value"], of["se"], kind=BOTS)
        assert naive.close(row["value"], twin.mean)
        assert naive.close(row["high"] - row["value"], float(t.ppf(0.975, 2)) * twin.se)
        assert (row["above"], row["below"], row["robustness"]) == (
            twin.above,
            twin.below,
            twin.robustness,
        )


def test_what_a_sweep_says_at_a_value_is_what_a_valuation_says_there(file: Path) -> None:
    """Of each bot and of the mixed tables; the scenario has an ad penalty of 3."""
    same = {"population": file, "games": 900, "players": 2, "seed": SEED}
    swept = loopsim.sweep(vary="rules.ad_penalty=2,3", **same).table("worth_by_bot")
    values = loopsim.value(items="actions", **same).table("values_by_bot")
    swept = swept.filter(x=3.0, unit="points")
    ads = values.filter(number="ad_value", of="score")
    assert swept["bot"].to_list() == ads["bot"].to_list() == [*MEMBERS, MIXED]
    both = swept.join(ads, on="bot").filter(pl.col("se_right").is_not_null())
    assert {"random", MIXED} <= {*both["bot"]}
    assert both["value"].to_list() == both["value_right"].to_list()
    assert both["se"].to_list() == both["se_right"].to_list()


def test_a_valuation_over_bots_has_the_values_of_each(file: Path) -> None:
    ask = partial(loopsim.value, items="actions", seed=SEED, players=2)
    study, one = ask(population=file, games=900), ask(bots="random", games=300)
    for table in ("values", "knockout"):
        found = study.table(f"{table}_by_bot").filter(bot="random").drop("bot")
        assert found.sort(pl.all()).equals(one.table(table).sort(pl.all())), table
    assert "items_by_bot" not in study.tables
    assert "garage" in study.table("items")["item"]
    known = study.table("values").filter(pl.col("se").is_not_null())
    for row in known.iter_rows(named=True):
        of = {name: row[name] for name in ("item", "number", "of")}
        alone = bots_of(study, "values").filter(**of)
        assert naive.close(row["value"], alone["value"].mean())
        assert naive.close(row["se"], alone["value"].std() / 3**0.5)
        assert naive.close(row["high"] - row["value"], float(t.ppf(0.975, 2)) * row["se"])
        assert row["members"] == 3
    assert known.height > 10


def test_trips_keep_their_identity_and_their_values(file: Path) -> None:
    study = loopsim.value(items="trips", population=file, games=90, players=2, seed=SEED)
    assert study.table("items")["item"].str.contains(r"\.").all()
    assert {"fair_price"} <= {*study.table("values_by_bot")["number"]}


def test_what_few_games_do_not_have_is_no_number_and_never_nan(file: Path) -> None:
    few = {"population": file, "games": 12, "players": 2}
    for made in (
        loopsim.run_over(**few),
        loopsim.compare(NAMES, **few),
        loopsim.factorial(factors="office", **few),
        loopsim.sweep(vary="rules.ad_penalty=2,3", **few),
        loopsim.value(items="actions", **few),
    ):
        json.dumps(made.json(), allow_nan=False)


def test_ctrl_c_keeps_the_bots_that_are_complete_if_they_are_two(file: Path) -> None:
    ask = partial(loopsim.compare, NAMES, population=file, games=90, threads=1)
    with pytest.raises(Interrupted) as stopped:
        ask(on_games=ctrl_c_after(2 * 60))
    result = stopped.value.result
    assert result.family.mixed == 0
    assert (result.family.names, result.family.asked) == (MEMBERS[:2], 3)
    assert result.manifest["games"] == 60
    assert {*result.table("metrics_by_bot")["bot"]} == {*MEMBERS[:2]}
    with pytest.raises(Interrupted) as stopped:
        ask(on_games=ctrl_c_after(60))
    assert stopped.value.result is None


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"decks": 20}, "--decks: not together with --population, one family at a time"),
        # the bot that plays if nobody is named is typed like any other
        ({"bots": "planner"}, "--population: not together with --bots; a population has all seats"),
        ({"bots": "greedy"}, "--population: not together with --bots; a population has all seats"),
        ({"population": "basics"}, '--population: found "basics"; allowed: basic (did you mean'),
        ({"games": 3, "population": "basic"}, "--games 3: at least two for each of 2 bots"),
        (
            {"population": "basic", "set": {"bots": "loop-inc/bots/greedy.toml"}},
            'populations/basic.toml: bots, item 2: found "planner"; allowed: greedy',
        ),
    ],
)
def test_what_cannot_be_asked_of_a_population_is_one_line(more: dict, told: str) -> None:
    for ask in (
        partial(loopsim.compare, NAMES),
        partial(loopsim.factorial, factors="office"),
        partial(loopsim.sweep, vary="rules.ad_penalty=2,3"),
        loopsim.value,
        loopsim.run_over,
    ):
        with pytest.raises(InputError) as wrong:
            ask(**{"population": "basic", "games": 40, **more})
        assert told in str(wrong.value)
