"""One bot against a field: who sits where, and what is won."""

import numpy as np
import pytest

from loopsim import contests
from loopsim.errors import InputError
from loopsim.games.loop_inc.game import Table
from loopsim.scenario import load

SCENARIO = load("loop-inc/base", (), 3)
GAMES = range(3_000)


def _rows(table: Table, games: range = GAMES) -> dict[str, np.ndarray]:
    rows = table.blank_rows(len(games))
    table.play(1, games.start, rows)
    return rows


def test_the_one_seat_has_each_place_equally_often_and_the_crowd_the_others() -> None:
    table = contests.against(SCENARIO, "planner", ["greedy", "random"])
    bots = _rows(table)["seats"]["bot"]
    assert table.bots == ("planner", "greedy", "random")
    assert (bots == 0).sum(axis=0).tolist() == [1000, 1000, 1000]
    assert (bots == 0).sum(axis=1).tolist() == [1] * 3000
    assert (bots == 1).sum() == pytest.approx(3000, abs=4 * np.sqrt(6000 / 4))


def test_another_bot_meets_the_same_opponents_in_the_same_games() -> None:
    field = ["greedy", "random", "planner"]
    a, b = (
        _rows(contests.against(SCENARIO, bot, field))["seats"]["bot"]
        for bot in ("planner", "random")
    )
    assert (a == b).all()


def test_opponents_differ_from_place_to_place_and_from_game_to_game() -> None:
    bots = _rows(contests.mixed(SCENARIO, ["greedy", "random"]))["seats"]["bot"]
    together = np.bincount(bots @ [1, 2, 4], minlength=8)
    assert together.sum() == 3000
    assert (abs(together - 375) < 4 * np.sqrt(375)).all()


def test_a_contest_counts_what_bot_0_wins_beyond_the_equal_share() -> None:
    table = contests.against(SCENARIO, "greedy", ["random"])
    (contest,) = contests.play([table], seed=1, games=GAMES, threads=2)
    seats, games = (_rows(table)[level] for level in ("seats", "games"))
    share = [sum(int(row["win_share"]) for row in of_game if row["bot"] == 0) for of_game in seats]
    edge = [x - (20 if n else 0) for x, n in zip(share, games["winners"], strict=True)]
    assert contest.share.tolist() == share
    assert contest.edge.tolist() == edge
    assert 0 in games["winners"]  # of three random bots all can be out
    won = contest.win_share
    assert won.value == pytest.approx(np.mean(share) / 60)
    assert won.se == pytest.approx(np.std(share, ddof=1) / 60 / np.sqrt(3000))
    assert contest.equal_share == pytest.approx((games["winners"] > 0).mean() / 3)
    assert contest.advantage.value == pytest.approx(won.value - contest.equal_share)


def test_threads_change_nothing_and_parts_of_the_games_are_the_games() -> None:
    tables = [contests.against(SCENARIO, bot, ["greedy"]) for bot in ("random", "greedy")]
    whole = contests.play(tables, seed=7, games=range(2_500), threads=2)
    parts = [
        contests.play(tables, seed=7, games=r, threads=1) for r in (range(900), range(900, 2500))
    ]
    for k, contest in enumerate(whole):
        assert (np.concatenate([part[k].share for part in parts]) == contest.share).all()


def test_a_bot_against_itself_has_no_advantage() -> None:
    (contest,) = contests.play(
        [contests.against(SCENARIO, "greedy", ["greedy"])], seed=3, games=range(20_000), threads=2
    )
    advantage = contest.advantage
    assert abs(advantage.value) < 3 * advantage.se
    assert contest.better_than(contest).value == 0


def test_a_drawn_seat_needs_a_crowd() -> None:
    with pytest.raises(InputError, match=r"no crowd to draw from"):
        Table(SCENARIO, ["*"])
