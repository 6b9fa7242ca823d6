"""loopsim.arena and its command: what they take, give, keep and say."""

import json
import signal
from collections.abc import Iterator
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import loopsim
from loopsim import InputError, Interrupted, Study
from loopsim.cli.progress import Progress
from loopsim.contests import mixed
from loopsim.distances import distances
from loopsim.scenario import load
from loopsim.scenario.faults import one_of
from tests.arena import twins
from tests.cli.program import BASE, Loopsim, table
from tests.cli.studies import fits, json_is_that_of, on_a_terminal, without_clocks

BOTS = ["random", "greedy", "planner"]
GAMES = 400
#: The bots that there are.
ALLOWED = f"{one_of(load(BASE).bots)}; or the path of a .toml file"
ARENA = ("arena", BASE, "--bots", "random,greedy,planner", "--games", str(GAMES))


@pytest.fixture
def program(monkeypatch, capsys, arena: Study) -> Loopsim:
    return Loopsim(monkeypatch, capsys)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("arena") / "out"


@pytest.fixture(scope="module")
def arena(folder: Path) -> Study:
    return loopsim.arena(bots=BOTS, games=GAMES, out=folder)


@pytest.fixture(scope="module")
def skill() -> Study:
    return loopsim.arena(bots=BOTS, games=GAMES, mode="skill")


@pytest.fixture(scope="module")
def distance() -> Study:
    return loopsim.arena(bots=BOTS, games=GAMES, mode="distance")


def rows(study: Study, name: str) -> list[dict[str, Any]]:
    return study.table(name).to_dicts()


# --- what is played


def test_a_pair_is_one_seat_of_the_bot_and_all_others_of_the_field(arena: Study) -> None:
    """As in runs of the same bots, on the same games if the orders are."""
    matrix = {(row["bot"], row["field"]): row for row in rows(arena, "matrix")}
    assert [*matrix] == [(bot, field) for bot in BOTS for field in BOTS]
    for bot, field in (("random", "planner"), ("random", "greedy"), ("planner", "greedy")):
        seats = [field, bot, field, field]
        run = loopsim.run(games=GAMES, bots=seats)
        of_bot = run.estimates.of("win_share", "bot", run.setting.bots.index(bot))
        row = matrix[bot, field]
        found = [row[f"win_share{end}"] for end in ("", "_se", "_low", "_high")]
        assert found == pytest.approx([of_bot.value, of_bot.se, of_bot.low, of_bot.high])
        nobody = run.estimates.of("no_winner").value
        assert row["equal_share"] == pytest.approx((1 - nobody) / 4)


def test_mixed_tables_have_every_seat_drawn_and_rate_the_bots() -> None:
    """As a fit to the facts of such tables does."""
    study = loopsim.arena(bots=["random", "greedy"], games=6_000, seed=4)
    assert study.manifest["mixed_games"] == 6_000
    scenario = load(BASE)
    drawn = mixed(scenario, ["random", "greedy"])
    facts = drawn.blank_rows(6_000)
    drawn.play(4, 0, facts)
    bots, shares = (facts["seats"][name].astype(int) for name in ("bot", "win_share"))
    better, worse = rows(study, "standings")
    assert (better["bot"], worse["bot"]) == ("greedy", "random")
    expected = twins.ratings(bots, shares, 2)
    assert [worse["rating"], better["rating"]] == pytest.approx(expected, abs=1e-2)
    for row in (better, worse):
        assert 0 < row["rating_se"] < 30
        assert row["rating_high"] == pytest.approx(row["rating"] + 1.96 * row["rating_se"])


def test_bots_without_ratings_are_in_the_order_of_alpha_rank(arena: Study) -> None:
    assert arena.table("standings")["rating"].null_count() == 3  # the planner wins wherever it is
    assert arena.table("standings")["bot"].to_list() == ["planner", "greedy", "random"]


def test_a_planted_ladder_has_two_steps_and_a_best_bot(arena: Study, skill: Study) -> None:
    (found,) = rows(skill, "skill")
    assert (found["depth"], found["steps"], found["top"]) == (2, 2, "planner")
    assert found["skill_share_low"] > 0.9
    best = rows(arena, "standings")[0]
    assert (best["nash_weight"], best["alpha_place"]) == (1, 1)
    pairs = [(row["bot"], row["by"]) for row in rows(arena, "dominated")]
    assert pairs == [("random", "greedy"), ("random", "planner"), ("greedy", "planner")]


def test_a_step_of_the_ladder_is_the_pair_of_the_arena(arena: Study, skill: Study) -> None:
    matrix = {(row["bot"], row["field"]): row for row in rows(arena, "matrix")}
    for row in rows(skill, "steps") + rows(skill, "ends"):
        pair = matrix[row["bot"], row["field"]]
        assert {name: row[name] for name in pair} == pair


@pytest.mark.parametrize("mode", ["arena", "skill", "distance"])
def test_any_number_of_threads_gives_the_same_tables(mode) -> None:
    play = partial(loopsim.arena, bots=["greedy", "random"], games=2_500, players=3, mode=mode)
    one, two = (play(threads=threads) for threads in (1, 2))
    for name, frame in one.tables.items():
        assert_frame_equal(two.table(name), frame, check_exact=True)


def test_two_players_are_one_against_one() -> None:
    matrix = rows(loopsim.arena(bots=["greedy", "random"], games=600, players=2), "matrix")
    (greedy,) = (row for row in matrix if (row["bot"], row["field"]) == ("greedy", "random"))
    (other,) = (row for row in matrix if (row["bot"], row["field"]) == ("random", "greedy"))
    both = greedy["equal_share"] * 2
    assert greedy["win_share"] + other["win_share"] == pytest.approx(both, abs=0.05)


# --- how differently they decide


def test_distances_are_those_of_all_pairs(distance: Study) -> None:
    found = distances(load(BASE), BOTS, seed=1, nodes=GAMES)
    rows_of = rows(distance, "distance")
    assert [(row["bot"], row["other"]) for row in rows_of] == [*combinations(BOTS, 2)]
    for row in rows_of:
        of = found[BOTS.index(row["bot"])][BOTS.index(row["other"])]
        told = [row[f"distance{end}"] for end in ("", "_se", "_low", "_high")]
        assert told == [of.value, of.se, of.low, of.high]
        assert row["different"] is (of.value >= 0.1)


# --- what is kept


@pytest.mark.parametrize("name", ["arena", "skill", "distance"])
def test_a_study_is_read_as_it_was_made(name, request, tmp_path: Path) -> None:
    study = request.getfixturevalue(name)
    study.write(tmp_path / "again")
    read = Study.read(tmp_path / "again")
    assert read.kind == name
    for key, frame in study.tables.items():
        assert_frame_equal(read.table(key), frame, check_exact=True)
    text = json.dumps(read.json(), allow_nan=False)
    assert {*study.tables, "bots", "games", "seed", "arms"} <= {*json.loads(text)}


def test_the_manifest_says_what_was_played(arena: Study, folder: Path) -> None:
    m = Study.read(folder).manifest
    expected = {"kind": "arena", "bots": BOTS, "games": GAMES, "games_asked": GAMES, "seed": 1}
    assert {key: m[key] for key in expected} == expected
    assert [arm["scenario"] for arm in m["arms"]] == [BASE]
    assert "planner" in m["arms"][0]["resolved"]["bots"]


def ctrl_c_after(games: int) -> Any:
    """What `on_games` does: it counts, and then sends the signal once."""
    finished = 0

    def on_games(more: int) -> None:
        nonlocal finished
        before, finished = finished, finished + more
        if before < games <= finished:
            signal.raise_signal(signal.SIGINT)

    return on_games


def test_ctrl_c_keeps_the_games_complete_in_all_pairs(tmp_path: Path) -> None:
    play = partial(loopsim.arena, bots=["greedy", "random"], threads=1)
    with pytest.raises(Interrupted) as stopped:
        play(games=5_000, on_games=ctrl_c_after(8_000), out=tmp_path / "study")
    kept = stopped.value.result
    assert (kept.manifest["games"], kept.manifest["mixed_games"]) == (2_000, 0)
    whole = play(games=2_000)
    assert_frame_equal(kept.table("matrix"), whole.table("matrix"), check_exact=True)
    assert kept.table("standings")["rating"].null_count() == 2
    read = Study.read(tmp_path / "study")
    assert_frame_equal(read.table("standings"), kept.table("standings"), check_exact=True)


def test_ctrl_c_at_the_mixed_tables_keeps_those_that_are_complete() -> None:
    with pytest.raises(Interrupted) as stopped:
        loopsim.arena(
            bots=["greedy", "random"], games=3_000, threads=1, on_games=ctrl_c_after(13_000)
        )
    kept = stopped.value.result
    assert (kept.manifest["games"], kept.manifest["mixed_games"]) == (3_000, 1_000)


def test_ctrl_c_before_a_game_is_complete_in_all_pairs_keeps_nothing(tmp_path: Path) -> None:
    out = tmp_path / "study"
    with pytest.raises(Interrupted) as stopped:
        loopsim.arena(
            bots=["greedy", "random"], games=9_000, threads=1, on_games=ctrl_c_after(1), out=out
        )
    kept = stopped.value.result
    assert kept is None or kept.manifest["games"] < 9_000
    if kept is None:
        assert [*out.iterdir()] == []


def test_ctrl_c_keeps_the_distances_of_the_decisions_that_were_made() -> None:
    ask = partial(loopsim.arena, bots=["greedy", "random"], mode="distance", threads=1)
    with pytest.raises(Interrupted) as stopped:
        ask(games=3_000, on_games=ctrl_c_after(1_000))
    kept = stopped.value.result
    assert (kept.manifest["games"], kept.manifest["games_asked"]) == (1_000, 3_000)
    assert_frame_equal(kept.table("distance"), ask(games=1_000).table("distance"))


# --- what is refused

NOT_ASKED = (
    '"look-ahead": a look-ahead bot decides by playing on, which is not asked for policy distances; name its '
    'persona, "champion"'
)


def test_a_population_of_more_bots_than_can_meet_is_one_line(tmp_path: Path) -> None:
    bots = [f"b{number}.toml" for number in range(21)]
    for bot in bots:
        (tmp_path / bot).write_text('family = "random"')
    (tmp_path / "many.toml").write_text(f'title = "Many"\nbots = {bots}')
    with pytest.raises(InputError, match=r"^--population: found 21 names; allowed: 2 to 20 bots$"):
        loopsim.arena(population=tmp_path / "many.toml", games=30)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"bots": ["random"]}, "--bots: found 1 name; allowed: 2 to 20 bots"),
        ({}, "--bots: found 0 names; allowed: 2 to 20 bots"),
        (
            {"bots": BOTS, "population": "basic"},
            "--population: not together with --bots; it names them all",
        ),
        (
            {"bots": ["random", "greedy", "random"]},
            '--bots: found "random" twice; allowed: each bot once',
        ),
        ({"bots": ["random", "*"]}, f'--bots: found "*"; allowed: {ALLOWED}'),
        ({"bots": ["nobody", "random"]}, f'--bots: found "nobody"; allowed: {ALLOWED}'),
        (
            {"bots": BOTS, "mode": "skil"},
            '--mode: found "skil"; allowed: skill (did you mean this?), arena, distance',
        ),
        (
            {"bots": ["champion", "look-ahead"], "mode": "distance"},
            NOT_ASKED,
        ),
        ({"bots": BOTS, "games": 1}, "--games 1: at least two"),
    ],
)
def test_what_cannot_be_played_is_one_line(given, said, monkeypatch) -> None:
    monkeypatch.setattr("loopsim.simulate.simulate", lambda *_, **__: pytest.fail("played"))
    with pytest.raises(InputError) as wrong:
        loopsim.arena(**given)
    assert str(wrong.value) == said


# --- bots from files


def test_a_bot_may_be_a_file_and_all_of_a_population_a_file_too(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('family = "weighted"\nweights = {points = 100}\n')
    group = tmp_path / "group.toml"
    group.write_text('title = "Both"\nnotes = "Mine and none."\nbots = ["random", "mine.toml"]\n')
    of_files = loopsim.arena(bots=["random", str(file)], games=60)
    of_group = loopsim.arena(population=group, games=60)
    assert of_group.manifest["bots"] == of_files.manifest["bots"] == ["random", "mine"]
    for name, frame in of_files.tables.items():
        assert_frame_equal(of_group.table(name), frame, check_exact=True)
    assert "population" not in of_files.manifest
    (path,) = loopsim.reports.write(of_group, tmp_path / "page.html")
    page = path.read_text(encoding="utf-8")
    assert "Both. Mine and none." in page


# --- the command


def test_json_is_that_of_the_function(
    program: Loopsim, arena: Study, skill: Study, distance: Study
) -> None:
    json_is_that_of(program, ARENA, arena)
    json_is_that_of(program, (*ARENA, "--mode", "distance"), distance)
    json_is_that_of(program, (*ARENA, "--mode", "skill"), skill)


def test_the_screen_has_the_matrix_and_the_standings(program: Loopsim, arena: Study) -> None:
    lines = program(*ARENA).lines()
    assert lines[0] == (
        f"{BASE}: 400 games of each pair, then 400 games of mixed tables; bots random,greedy,planner, "
        "seed 1"
    )
    head, printed = table(lines, "Win shares of one bot (down) among others of another (across)")
    assert head == ["bot", *BOTS]
    assert [row[0] for row in printed] == BOTS
    signs = [[cell[-1] for cell in row[1:]] for row in printed]
    assert [signs[i][j] for i in range(3) for j in range(3) if i > j] == ["+"] * 3
    assert [signs[i][j] for i in range(3) for j in range(3) if i < j] == ["−"] * 3
    (row,) = (r for r in rows(arena, "matrix") if (r["bot"], r["field"]) == ("greedy", "random"))
    assert printed[1][1].startswith(f"{100 * row['win_share']:.1f} [")
    _, standings = table(lines, "How the bots stand")
    assert [row[0] for row in standings] == ["planner", "greedy", "random"]
    assert standings[0][2:4] == ["1.000 (100.0%)", "0 (in every draw)"]
    assert "circles: none" in lines
    head, dominated = table(lines, "Dominated bots")
    assert head == ["bot", "by"]
    assert dominated == [["random", "greedy (2), planner (3)"], ["greedy", "planner (3)"]]


def test_the_screen_has_the_steps_and_the_depth(program: Loopsim) -> None:
    lines = program(*ARENA, "--mode", "skill").lines()
    _, printed = table(lines, "Steps of skill")
    assert [row[0] for row in printed] == ["greedy among random", "planner among greedy"]
    assert [row[-1] for row in printed] == ["yes", "yes"]
    assert "depth: 2 of 2 steps" in lines
    assert any(line.startswith("skill share (%), planner among random: 100.00 [") for line in lines)
    assert any("above random play it is near 100 in any game" in line for line in lines)


def test_the_screen_has_the_distances(program: Loopsim, distance: Study) -> None:
    lines = program(*ARENA, "--mode", "distance").lines()
    head, printed = table(lines, "Policy distances")
    assert head == ["bot", *BOTS]
    assert [printed[i][i + 1] for i in range(3)] == ["0"] * 3
    assert printed[0][2] == printed[1][1]
    assert printed[0][2].startswith(f"{rows(distance, 'distance')[0]['distance']:.2f}")


def test_tables_fit_a_narrow_terminal(program: Loopsim, monkeypatch) -> None:
    narrow = on_a_terminal(program, monkeypatch, 60, *ARENA)
    fits(narrow, on_a_terminal(program, monkeypatch, 400, *ARENA), 60)


def test_ctrl_c_says_what_is_complete(program: Loopsim, monkeypatch) -> None:
    monkeypatch.setattr(Progress, "advance", lambda *_: signal.raise_signal(signal.SIGINT))
    done = program("arena", "--bots", "random,greedy", "--games", "9000", "--quiet")
    assert done.code == 3
    assert done.err == (
        "loopsim: interrupted; 1,000 of 9,000 games of each pair complete, 0 of mixed tables\n"
    )


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 3), (signal.SIGTERM, 143)])
def test_a_signal_ends_the_asking_for_distances_soon(
    program: Loopsim, monkeypatch, number: signal.Signals, code: int
) -> None:
    monkeypatch.setattr(Progress, "advance", lambda *_: signal.raise_signal(number))
    options = ["--mode", "distance", "--games", "20000", "--quiet"]
    done = program("arena", "--bots", "random,greedy", *options)
    assert done.code == code
    assert done.err == "loopsim: interrupted; 250 of 20,000 games of each set-up complete\n"


def test_a_population_is_named_in_place_of_bots(program: Loopsim) -> None:
    done = program("arena", "--population", "basic", "--games", "30", "--json").json()
    study = loopsim.arena(population="basic", games=30)
    assert without_clocks(done) == without_clocks(study.json())
    assert len(done["bots"]) >= 2


def test_a_wrong_bot_is_one_line(program: Loopsim) -> None:
    fault = program("arena", "--bots", "random,nobody").fault()
    assert fault == f'--bots: found "nobody"; allowed: {ALLOWED}'


# --- the page


@pytest.fixture(scope="module")
def pages(arena: Study, skill: Study, tmp_path_factory) -> Iterator[dict[str, str]]:
    folder = tmp_path_factory.mktemp("pages")
    made = {study.kind: folder / f"{study.kind}.html" for study in (arena, skill)}
    for study in (arena, skill):
        loopsim.reports.write(study, made[study.kind])
    return {kind: path.read_text(encoding="utf-8") for kind, path in made.items()}


def test_the_pages_say_who_is_best_and_how_deep_the_game_is(pages: dict[str, str]) -> None:
    assert "“planner” beats every other bot; it wins least among “" in pages["arena"]
    assert "Nash average, the mixture of bots that no bot beats: “planner” 100.0" in pages["arena"]
    assert "“random” by “planner” (3 of 3)" in pages["arena"]
    assert "There is no circle of bots each of which beats the next" in pages["arena"]
    assert "Depth 2: so many of 2 steps count." in pages["skill"]
    assert "<title>Arena · Loop, Inc.: the base game: 3 bots against each other<" in pages["arena"]
    for page in pages.values():
        assert "400 games of each pair, of 4 players" in page
        assert "data:image/png" in page


def test_csv_has_the_whole_matrix(arena: Study, tmp_path: Path) -> None:
    loopsim.reports.write(arena, tmp_path / "page.html")
    kept = pl.read_csv(tmp_path / "page-files" / "win_matrix.csv")
    assert kept["win_share"].to_list() == pytest.approx(
        arena.table("matrix")["win_share"].to_list()
    )
