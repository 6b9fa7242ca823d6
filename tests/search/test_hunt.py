"""The hunt: where lines begin, and which of them goes on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from loopsim import simulate
from loopsim.errors import InputError
from loopsim.games.loop_inc import weights
from loopsim.scenario import load
from loopsim.search import hunt
from loopsim.search.asked import Asked, checked
from loopsim.search.diary import Diary
from loopsim.search.tryouts import Tryouts

SCENARIO = load("loop-inc/base")


def asked(**more: Any) -> Asked:
    usual = {
        "population": ["greedy", "planner"],
        "generations": 20,
        "size": 8,
        "games": 10,
        "fresh": 10,
        "players": None,
        "seed": 1,
        "threads": 1,
        "set": (),
        "command": ["exploit"],
    }
    return checked("loop-inc/base", **usual | more)


class Judge(Tryouts):
    """Tells a worth that is known, the same in every game: 0 is best, at these two weights."""

    heard: list[tuple[str, int, range]]

    def told(self, chapter: str, bots: Sequence[Any], games: range) -> list[int]:
        self.heard.append((chapter, len(bots), games))
        return [
            -abs(bot.weights.get("past", 0) - 500) - abs(bot.weights.get("free", 0) + 300)
            for bot in bots
        ]


@pytest.fixture
def judge() -> Judge:
    found = Judge(asked(), Diary(None, {}), simulate.Stop())
    found.heard = []
    return found


def sheet(**changed: int) -> Any:
    return weights.changed(SCENARIO.bot("planner"), changed)


def space_of(bot: Any) -> Any:
    return weights.space(bot, only=["past", "free"])


def test_half_of_the_lines_goes_each_round_and_the_rest_have_twice_the_generations() -> None:
    assert [*hunt.rounds(8, 40)] == [(8, 1), (4, 2), (2, 5)]
    assert [*hunt.rounds(7, 280)] == [(7, 10), (4, 18), (2, 35)]
    assert [*hunt.rounds(1, 40)] == []


def test_the_line_that_wins_most_goes_on_and_the_best_of_it_is_found(judge: Judge) -> None:
    starts = [
        hunt.Start("far", sheet(past=-2000, free=2000)),
        hunt.Start("near", sheet(past=400, free=-200)),
        hunt.Start("farther", sheet(past=-4000, free=4000)),
        hunt.Start("farthest", sheet(past=-9000, free=9000)),
    ]
    found = hunt.hunt(judge, starts, space_of)
    assert found.start.name == "near"
    assert found.given_up == {"farthest": 1, "farther": 1, "far": 2}
    assert abs(found.bot.weights["past"] - 500) + abs(found.bot.weights["free"] + 300) < 40


def test_a_start_that_is_better_than_what_comes_of_it_speaks_for_its_line(judge: Judge) -> None:
    starts = [
        hunt.Start("good", sheet(past=-300, free=500)),
        hunt.Start("perfect", sheet(past=500, free=-300)),
    ]
    found = hunt.hunt(judge, starts, space_of)
    assert found.given_up == {"good": 1}
    assert found.bot.weights == starts[1].bot.weights


def test_no_game_is_played_for_two_purposes_and_no_more_than_were_announced(judge: Judge) -> None:
    found, _ = hunt.starts(judge, hunt.members(judge.asked))
    hunt.hunt(judge, found, space_of)
    finals = [games for chapter, _, games in judge.heard if chapter == "finals"]
    indexes = [i for _, _, games in judge.heard for i in games]
    assert len({*indexes}) == len(indexes)
    assert len(finals) == 1
    played = sum(bots * len(games) for _, bots, games in judge.heard)
    most = hunt.games_of(judge.asked)
    assert 0.5 * most < played <= most


# --- where lines begin


def test_lines_begin_at_the_members_with_weights_and_at_sheets_at_random(judge: Judge) -> None:
    found, tastes = hunt.starts(judge, hunt.members(judge.asked))
    names = ["greedy", "planner", "random 1", "random 2", "random 3", "random 4"]
    assert [start.name for start in found] == names
    assert tastes == []  # of which the judge knows nothing
    assert [start.bot for start in found[:2]] == [SCENARIO.bot("greedy"), SCENARIO.bot("planner")]
    sheets = [start.bot.weights for start in found[2:]]
    assert all(sheet["points"] == 100 for sheet in sheets)
    assert len({sheet["past"] for sheet in sheets}) == 4
    again, _ = hunt.starts(judge, hunt.members(judge.asked))
    assert [start.bot.weights for start in again[2:]] == sheets
    judge.asked = asked(seed=2)
    other, _ = hunt.starts(judge, hunt.members(judge.asked))
    assert [start.bot.weights for start in other[2:]] != sheets


def test_sheets_at_random_are_around_the_member_that_wins_most(judge: Judge) -> None:
    """The judge likes the weight 500 of `past` and -300 of `free`: the planner is nearer to that."""
    found, _ = hunt.starts(judge, hunt.members(judge.asked))
    planner = SCENARIO.bot("planner").weights
    for start in found[2:]:
        gaps = {name: abs(start.bot.weights.get(name, 0) - planner[name]) for name in planner}
        assert gaps["voluntary"] < 4 * hunt.SPREAD * 0.5 * 1000
        assert "plan" in start.bot.weights


class Gourmet(Judge):
    """Tells by tastes: to like the eraser is good, to shun the trip better, to like it bad."""

    def told(self, chapter: str, bots: Sequence[Any], games: range) -> list[int]:
        self.heard.append((chapter, len(bots), games))
        return [
            bot.tastes.get("anomaly:eraser", 0) - 2 * bot.tastes.get("AD1.1", 0) for bot in bots
        ]


def test_things_that_are_worth_a_taste_are_found_and_lines_begin_with_them() -> None:
    of = Gourmet(asked(set={"expansions": ["more"]}), Diary(None, {}), simulate.Stop())
    of.heard = []
    found, tastes = hunt.starts(of, hunt.members(of.asked))
    assert tastes == ["AD1.1", "anomaly:eraser"]
    assert [(start.name, start.bot.tastes) for start in found[6:]] == [
        ("greedy that shuns AD1.1", {"AD1.1": -300}),
        ("greedy that likes anomaly:eraser", {"anomaly:eraser": 300}),
    ]
    things = weights.things(of.asked.scenario)
    assert len(things) == 7 + 12 + 32
    (members, _, _), (_, tried, few), (_, again, more) = of.heard
    assert (members, tried, again) == ("members", 2 * 51, 1 + round(2 * 51 / 4))
    assert len(more) == hunt.ROUND_GAMES * len(few) == 40


def test_a_population_without_weights_has_nothing_to_begin_with() -> None:
    with pytest.raises(
        InputError, match=r'--population: found "random"; allowed: bots with weights'
    ):
        hunt.members(asked(population="random"))
