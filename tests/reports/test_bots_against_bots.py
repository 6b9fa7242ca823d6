"""What pages of arenas and ladders say and draw: pairs, standings, cycles, steps of skill."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes

from loopsim.errors import InputError
from loopsim.numbers import NONE
from loopsim.reports.kinds import KINDS
from loopsim.reports.studies import (
    bot_distances,
    bot_relations,
    bot_standings,
    skill_ladder,
    win_matrix,
)
from loopsim.studies.strength.apart import OF_DISTANCE
from loopsim.studies.strength.ladder import OF_SKILL, OF_STEP
from loopsim.studies.strength.matches import OF_MATCH
from loopsim.studies.strength.standings import OF_CYCLE, OF_DOMINATED, OF_STANDING
from loopsim.studies.study import Study
from tests.reports.bots import EQUAL, match, standing
from tests.reports.parsed import as_html
from tests.reports.studies import study, table

SPACE = "\N{NO-BREAK SPACE}"


def matrix(shares: Mapping[str, Sequence[float]]) -> Study:
    """An arena in which a bot of a name wins these shares, among the bots in their order."""
    rows = [
        match(bot, field, win_share=share)
        for bot, of_bot in shares.items()
        for field, share in zip(shares, of_bot, strict=True)
    ]
    return study("arena", {"matrix": table(rows, OF_MATCH)}, labels=["base"])


def standings(*rows: Mapping[str, Any], mixed_games: int = 6_000, games: int = 1_000) -> Study:
    tables = {"standings": table(rows, OF_STANDING)}
    return study("arena", tables, labels=["base"], mixed_games=mixed_games, games=games)


def said(module: Any, asked: Study) -> list[str]:
    found = module.find(module.compute(asked), asked)
    return [finding.text.replace(SPACE, "_") for finding in found]


# --- pairs

RANKED = {"a": [EQUAL, 0.4, 0.9], "b": [0.1, EQUAL, 0.5], "c": [0.0, 0.1, EQUAL]}
CYCLE = {"a": [EQUAL, 0.5, 0.1], "b": [0.1, EQUAL, 0.5], "c": [0.5, 0.1, EQUAL]}
ALIKE = {"a": [EQUAL, 0.255], "b": [0.245, EQUAL]}


def test_a_bot_that_beats_all_is_said_with_where_it_wins_least() -> None:
    expected = "“a” beats every other bot; it wins least among “b”: 40.0_% (39.0 to 41.0)."
    assert said(win_matrix, matrix(RANKED)) == [expected]


def test_without_a_best_bot_those_that_beat_most_are_said() -> None:
    first = "No bot beats every other one. Most others, 1 of 2: “a”, “b” and “c”."
    assert said(win_matrix, matrix(CYCLE)) == [first]


def test_pairs_that_are_open_are_counted() -> None:
    asked = matrix(ALIKE)
    _, unclear = win_matrix.find(win_matrix.compute(asked), asked)
    assert unclear.text == "Of 2 pairs 2 are not resolved: more games would tell."
    assert not unclear.resolved


def test_the_map_is_white_for_an_equal_share_and_hatched_where_it_is_open(ax: Axes) -> None:
    win_matrix.draw(win_matrix.compute(matrix(RANKED)), ax)
    (image,) = ax.images
    found = np.asarray(image.get_array())
    assert found.diagonal() == pytest.approx([0.5] * 3)
    assert found[0, 2] == pytest.approx(0.5 + 0.5 * (0.9 - EQUAL) / (1 - EQUAL))
    assert found[1, 0] == pytest.approx(0.5 * 0.1 / EQUAL)
    assert found[2, 0] == 0
    assert [text.get_text() for text in ax.texts][:3] == ["25.0", "40.0", "90.0"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["a", "b", "c"]
    assert len(ax.patches) == 0
    ax.clear()
    win_matrix.draw(win_matrix.compute(matrix(ALIKE)), ax)
    assert len(ax.patches) == 2


def test_among_its_like_a_bot_has_its_share_without_an_error() -> None:
    frame = win_matrix.compute(matrix(RANKED))
    rows = str(as_html(frame, win_matrix.columns(frame)))
    (row,) = (of for of in rows.split("<tr>") if of.count("<td") == 5 and of.count(">b<") == 2)
    cells = re.findall("<td[^>]*>(.*?)</td>", row)
    assert cells == ["b", "b", "25.00", NONE, NONE]


# --- standings


ON_TOP: Mapping[str, Any] = {"alpha_place": 1, "alpha_share": 0.9, "alpha_top": 0.97}


def test_the_best_rating_the_nash_average_and_alpha_rank_are_said() -> None:
    asked = standings(
        standing("a", 120.0, nash_weight=0.7, nash_support=1.0, **ON_TOP),
        standing("b", -20.0, nash_weight=0.3, nash_support=0.96, alpha_top=0.04),
        standing("c", -100.0, nash_weight=0.0, nash_support=0.05, alpha_top=0.0),
    )
    assert said(bot_standings, asked) == [
        "Best rating: “a” +120 (+110 to +130); next: “b” −20 (−30 to −10).",
        "Nash average, the mixture of bots that no bot beats: “a” 70.0_% and “b” 30.0_%.",
        "On top of alpha-rank, with so much of the time of a population that copies what does well: “a” 90.0_%.",
    ]


def test_what_draws_do_not_agree_on_is_not_resolved() -> None:
    asked = standings(
        standing("a", nash_weight=1.0, nash_support=0.9, **{**ON_TOP, "alpha_top": 0.17}),
        standing("b", nash_weight=0.0, nash_support=0.16, alpha_share=0.35, alpha_top=0.56),
        standing("c", nash_weight=0.0, nash_support=0.0, alpha_share=0.0, alpha_top=0.0),
    )
    _, nash, alpha = bot_standings.find(bot_standings.compute(asked), asked)
    assert not nash.resolved
    assert not alpha.resolved
    _, said_of_nash, said_of_alpha = said(bot_standings, asked)
    assert said_of_nash.endswith(
        ": “a” 100.0_%. Not resolved: in draws from the errors it is “a” in 90.0_% and “b” in 16.0_%."
    )
    assert said_of_alpha.endswith(
        ": “a” 90.0_%. Not resolved: in draws from the errors it is “b” in 56.0_% and “a” in 17.0_%."
    )


def test_a_rating_without_an_error_is_no_finding_and_it_is_said_how_many_games_it_takes() -> None:
    without = {"rating_low": None, "rating_high": None, "alpha_place": 1}
    rows = [standing(bot, 67.95, **without) for bot in "ab"]
    asked = standings(*rows, mixed_games=600)
    frame = bot_standings.compute(asked)
    assert frame["rating"].to_list() == [None, None]
    first = bot_standings.find(frame, asked)[0]
    assert not first.resolved
    assert first.text == (
        "No ratings: their error is taken over 20 or more blocks of 288 games, so it takes 5,760 games "
        "(--games 5760), and these are 600."
    )
    asked = standings(*rows, mixed_games=5_760)
    first = bot_standings.find(frame, asked)[0]
    assert first.text.startswith("No ratings: some bot hardly ever wins, or loses, at mixed tables")


def test_of_few_games_it_is_said_how_many_it_takes_and_nothing_is_shown() -> None:
    few = dict.fromkeys(("nash_support", "nash_rating_low", "nash_rating_high", "alpha_top"))
    rows = [standing(bot, None, alpha_place=1, **few) for bot in "ab"]
    asked = standings(*rows, games=29)
    frame = bot_standings.compute(asked)
    found = bot_standings.find(frame, asked)
    assert found[0].text.startswith("No ratings: ")
    assert found[1].text == (
        "Too few games to tell who is in the Nash mixture or on top of alpha-rank: it takes 30 (--games 30), "
        "and these are 29."
    )
    assert [finding.resolved for finding in found] == [False] * 2
    shown = [column.name for column in bot_standings.columns(frame) if column.name != "bot"]
    assert {value for name in shown for value in frame[name]} == {None}
    assert not bot_standings.is_drawn(frame)


def test_ratings_are_drawn_with_their_intervals(ax: Axes) -> None:
    frame = bot_standings.compute(standings(standing("a", 120.0), standing("b", -120.0)))
    bot_standings.draw(frame, ax)
    assert bot_standings.is_drawn(frame)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["a", "b"]
    _, points, *_ = ax.lines
    assert list(points.get_xdata()) == [120, -120]


def test_a_nash_rating_that_is_the_same_in_all_draws_stands_alone() -> None:
    same = {"nash_rating": 0.0, "nash_rating_low": 0.0, "nash_rating_high": 0.0}
    frame = bot_standings.compute(standings(standing("a", **same), standing("b")))
    assert frame["nash_rating_low"].to_list() == [None, -0.2]
    assert frame["nash_rating_high"].to_list() == [None, 0.0]


# --- dominated bots and cycles


MORE = "at least as much in every field (in brackets: more in so many, by the 95_% interval)"


def test_dominated_bots_and_cycles_are_said() -> None:
    dominated = [
        {"bot": bot, "by": by, "resolved": resolved, "fields": 4}
        for bot, by, resolved in (("c", "a", 3), ("c", "b", 4), ("d", "a", 3), ("e", "b", 2))
    ]
    pairs = (("a", "b"), ("b", "e"), ("e", "a"))
    cycles = [
        {"cycle": 1, "circle": True, "bot": bot, "beats": other, "mutual": False}
        for bot, other in pairs
    ]
    asked = study(
        "arena",
        {"dominated": table(dominated, OF_DOMINATED), "cycles": table(cycles, OF_CYCLE)},
        labels=["base"],
    )
    found = [
        finding.text.replace(SPACE, "_")
        for question in bot_relations.questions(asked)
        for finding in question.find(question.compute(asked), asked)
    ]
    assert found == [
        f"Dominated, for another bot wins {MORE}: “c” by “b” (4 of 4) and “d” by “a” (3 of 4).",
        f"Perhaps dominated, as far as these games tell: another bot wins {MORE}: “e” by “b” (2 of 4).",
        "1 circle, so that none of its bots is best: “a” beats “b”, “b” beats “e” and “e” beats “a”.",
    ]


def test_two_that_are_each_the_odd_one_out_are_no_circle() -> None:
    rows = [
        {"cycle": 1, "circle": False, "bot": bot, "beats": other, "mutual": True}
        for bot, other in (("d", "c"), ("d", "e"), ("c", "d"), ("e", "d"))
    ]
    asked = study("arena", {"cycles": table(rows, OF_CYCLE)}, labels=["base"])
    (cycles,) = bot_relations.questions(asked)
    frame = cycles.compute(asked)
    assert [finding.text for finding in cycles.find(frame, asked)] == [
        "Odd one out, each of two wins more than an equal share alone among several of the other: “d” and “c”; “d” and “e”."
    ]
    assert frame["how"].unique().to_list() == ["odd one out"]


def test_that_there_are_none_is_said_too() -> None:
    asked = study("arena", {}, labels=["base"])
    found = [finding.text for finding in bot_relations.none(asked)]
    assert found == ["No bot is dominated by another.", bot_relations.NONE_IN_A_CIRCLE]
    assert bot_relations.questions(asked) == ()
    names = [section.name for section in KINDS["arena"].sections(asked)]
    assert names == ["pairs", "standings"]  # no table of nothing


@pytest.mark.parametrize("games", [1, 29, 30])
def test_that_there_are_none_is_not_said_of_too_few_games(games) -> None:
    asked = study("arena", {}, labels=["base"], games=games)
    found = bot_relations.none(asked)
    if games < 30:
        takes = f"it takes 30 (--games 30), and these are {games}."
        assert [finding.text for finding in found] == [
            f"Too few games to tell who is dominated: {takes}",
            f"Too few games to tell whether bots beat each other in a circle: {takes}",
        ]
    else:
        assert [finding.text.split()[0] for finding in found] == ["No", "There"]
    assert {finding.resolved for finding in found} == {games >= 30}


# --- distances


def distances(*pairs: tuple[str, str, float], half: float = 0.01) -> Study:
    rows = [
        {
            "bot": bot,
            "other": other,
            "distance": far,
            "distance_low": far - half,
            "distance_high": far + half,
            "different": far >= 0.1,
        }
        for bot, other, far in pairs
    ]
    return study("distance", {"distance": table(rows, OF_DISTANCE)}, labels=["base"])


def test_bots_that_are_hardly_different_are_said() -> None:
    apart = [("a", "b", 0.5), ("a", "c", 0.05), ("b", "c", 0.4)]
    assert said(bot_distances, distances(*apart)) == [
        "1 pair closer than 0.1: “a” and “c”, 0.050 (0.040 to 0.060)."
    ]
    assert said(bot_distances, distances(apart[0])) == [
        "All bots are different: every distance is 0.1 or more."
    ]


def test_distances_on_both_sides_of_a_tenth_are_not_resolved() -> None:
    asked = distances(("a", "b", 0.105), ("a", "c", 0.5), ("b", "c", 0.095))
    first, second = bot_distances.find(bot_distances.compute(asked), asked)
    assert (first.resolved, second.resolved) == (True, False)
    assert first.text == "1 pair closer than 0.1: “b” and “c”, 0.095 (0.085 to 0.105)."
    assert second.text == (
        "Not resolved on which side of 0.1: “a” and “b”, 0.105 (0.095 to 0.115) and “b” and “c”, 0.095 "
        "(0.085 to 0.105)."
    )


def test_the_map_of_distances_is_symmetric(ax: Axes) -> None:
    apart = [("a", "b", 0.5), ("a", "c", 0.05), ("b", "c", 0.4)]
    bot_distances.draw(bot_distances.compute(distances(*apart)), ax)
    (image,) = ax.images
    assert np.asarray(image.get_array()).tolist() == [[0, 0.5, 0.05], [0.5, 0, 0.4], [0.05, 0.4, 0]]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["a", "b", "c"]


# --- skill


def ladder() -> Study:
    steps = [
        {**match("b", "a", win_share=0.6), "step": 1, "counts": True},
        {**match("c", "b", win_share=0.27), "step": 2, "counts": False},
    ]
    skill = {"depth": 1, "steps": 2, "bottom": "a", "top": "c", "skill_share": 0.6}
    ends = {"skill_share_low": 0.55, "skill_share_high": 0.65}
    frames = {"steps": table(steps, OF_STEP), "skill": table([{**skill, **ends}], OF_SKILL)}
    return study("skill", frames, labels=["base"])


def test_the_depth_and_the_share_of_skill_are_said() -> None:
    share, depth = said(skill_ladder, ladder())
    assert share.startswith(
        "Skill share 60.0_% (55.0 to 65.0) between these ends: “c” among “a”, where 0_% is all luck"
    )
    assert depth == "Depth 1: so many of 2 steps count."


def test_steps_are_drawn_beside_what_counts(ax: Axes) -> None:
    frame = skill_ladder.compute(ladder())
    skill_ladder.draw(frame, ax)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["b among a", "c among b"]
    nothing, enough, points, *_ = ax.lines
    assert (nothing.get_xdata()[0], enough.get_xdata()[0]) == (0, 5)
    assert list(points.get_xdata()) == pytest.approx([35, 2])
    assert frame["in_depth"].to_list() == ["yes", "no"]


def test_a_table_that_lacks_a_column_is_one_line() -> None:
    asked = ladder()
    asked.tables["steps"] = asked.tables["steps"].drop("counts")
    with pytest.raises(InputError, match="table steps: column counts is missing"):
        skill_ladder.compute(asked)
