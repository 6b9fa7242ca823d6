"""What any game must keep, in every set-up; `python -m tests.proofs` does the same at length."""

import pytest

from loopsim import games, run
from tests.contract import checks, lanes, loop_inc
from tests.contract.setups import SETUPS, every, random_ones
from tests.results.accounts import check_accounts

#: By game, what rebuilds it from its trace and knows its cards.
REFEREES = {"loop-inc": loop_inc}

PLAYED = 2_000
TRACED = 8

in_every_setup = pytest.mark.parametrize("setup", every(), ids=str)
in_random_setups = pytest.mark.parametrize("setup", random_ones(), ids=str)


def test_every_game_has_set_ups_and_a_referee() -> None:
    assert SETUPS.keys() == REFEREES.keys() == set(games.names())


@in_every_setup
def test_a_trace_loses_nothing_and_gives_the_facts(setup) -> None:
    table = setup.table()
    referee_of = REFEREES[table.scenario.game]
    rows = checks.play(table, 5, TRACED)
    for game in range(TRACED):
        trace = table.trace(5, game)
        referee = referee_of.check_trace(trace.events, trace.choices)
        own = {level: array[game : game + 1] for level, array in rows.items()}
        checks.check_same(referee_of.facts(referee, table), own, without=checks.DIGEST)


@in_every_setup
def test_the_accounts_hold_and_no_game_is_too_long(setup) -> None:
    table = setup.table()
    rows = checks.play(table, 6, PLAYED)
    rules = table.setting().rules
    check_accounts(*checks.frames(table, rows).values(), rules)
    bound = REFEREES[table.scenario.game].turn_bound(rules, table.players)
    assert rows["seats"]["turns"].sum(axis=1).max() <= bound


@in_every_setup
def test_threads_parts_and_chunks_change_nothing(setup, tmp_path) -> None:
    table = setup.table()
    whole = [checks.play(table, 7, PLAYED)]
    expected = checks.summary_bytes(table, whole, tmp_path / "whole")
    for threads, part, chunk in ((1, PLAYED, 1_000), (3, 611, 97)):
        parts = checks.played(
            table, 7, PLAYED, threads=threads, games_per_part=part, games_per_chunk=chunk
        )
        checks.check_same(checks.glued(parts), whole[0])
        folder = tmp_path / f"{threads} {part}"
        assert checks.summary_bytes(table, parts, folder) == expected


def test_a_run_writes_the_same_files_with_one_thread_and_with_three(tmp_path) -> None:
    written = []
    for threads in (1, 3):
        folder = tmp_path / str(threads)
        run("loop-inc/base", games=3_000, bots="random", seed=3, threads=threads, out=folder)
        written.append(
            {
                str(path.relative_to(folder)): path.read_bytes()
                for path in sorted(folder.rglob("*.parquet"))
            }
        )
    assert len(written[0]) == 8
    assert written[0] == written[1]


def test_plain_python_plays_the_same_games_as_compiled_code() -> None:
    setups = [setup for setup in every() if setup.name in ("4 all mixed", "3 odd random")]
    assert len(setups) == 2
    assert lanes.prints_elsewhere(setups, 3, lanes.PLAIN) == lanes.prints_of(setups, 3)


@in_random_setups
def test_no_two_random_games_are_alike(setup) -> None:
    checks.check_no_two_alike(checks.fingerprints(checks.play(setup.table(), 8, PLAYED)))


@in_random_setups
def test_neighbouring_seeds_and_games_are_unrelated(setup) -> None:
    table = setup.table()
    run_9 = checks.play(table, 9, PLAYED)
    checks.check_unrelated(run_9, checks.play(table, 10, PLAYED))
    checks.check_unrelated(run_9, checks.play(table, 9, PLAYED, first=1))


@in_random_setups
def test_the_first_player_and_the_cards_dealt_are_drawn_evenly(setup) -> None:
    table = setup.table()
    rows = checks.play(table, 11, 10_000)
    checks.check_uniform(rows["games"]["first"], table.players, "first player")
    REFEREES[table.scenario.game].check_deals(rows, table)
