"""What comparisons say: sentences of a topic, verdicts counted, everything in tables, forest plots."""

from typing import Any

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.container import BarContainer, ErrorbarContainer

from loopsim.errors import InputError
from loopsim.numbers import about
from loopsim.reports.kit import forest
from loopsim.reports.studies import contrasts, differences, everything, verdict_counts
from loopsim.reports.studies.tables_of_study import compared
from loopsim.reports.studies.topics import THEMES, main_only, of_topic, topics
from loopsim.studies import families
from loopsim.studies.compared import ITEMS, METRICS
from loopsim.studies.differences import (
    HIGHER,
    IDENTICAL,
    LOWER,
    NO_MATTER,
    NOT_RESOLVED,
    REAL_BUT_SMALL,
)
from loopsim.studies.study import Study
from tests.reports.names import LONG_TRIP
from tests.reports.parsed import as_html
from tests.reports.studies import (
    DECKS,
    OVER_2_BOTS,
    PLACE,
    SCORE,
    TEARS,
    TRIP,
    effect,
    pairs,
    study,
)

SPACE = "\N{NO-BREAK SPACE}"
#: A number that does not stand for the game.
TURNS = {**SCORE, "metric": "turns", "title": "Turns", "unit": "turns"}


def said(*rows: dict[str, Any]) -> list[str]:
    """The sentences of a topic that has these rows, which may be over decks."""
    kind = families.DECKS if "robustness" in rows[0] else None
    frame = contrasts.shown(pairs(*rows), kind)
    return [finding.text for finding in differences.find(frame, study("compare", {}))]


# --- topics


def test_each_number_of_a_comparison_has_exactly_one_topic(comparison: Study) -> None:
    for table in (METRICS, ITEMS):
        frame = compared(comparison, table)
        parts = [of_topic(frame, topic) for topic in topics() if topic.table == table]
        together = pl.concat(parts).sort("setup", "metric", "group", "index")
        assert together.equals(frame.sort("setup", "metric", "group", "index"))
    assert of_topic(compared(comparison, METRICS), topics()[-1]).is_empty()


def test_topics_have_names_of_their_own() -> None:
    names = [topic.name for topic in topics()] + [theme.name for theme in THEMES]
    shared = {topic.name for topic in topics()} & {theme.name for theme in THEMES}
    assert len({*names}) == len(names) - len(shared)


def test_a_topic_puts_numbers_in_its_order_and_set_ups_of_a_number_together() -> None:
    names = ("waste", "trip_points", "office_points")
    numbers = (effect(TEARS), *(effect(metric=name) for name in names), effect())
    rows = [{**number, "setup": setup} for setup in ("one", "two") for number in numbers]
    (scores, *_) = topics()
    assert of_topic(pairs(*rows), scores).select("metric", "setup").rows() == [
        ("score", "one"),
        ("score", "two"),
        ("trip_points", "one"),
        ("trip_points", "two"),
        ("office_points", "one"),
        ("office_points", "two"),
        ("waste", "one"),
        ("waste", "two"),
    ]


def test_the_main_numbers_are_those_of_the_manifest_by_place_where_there_are_places() -> None:
    mean = effect(PLACE, group="seat")
    rows = [effect(TEARS), mean, effect(PLACE, index=1), effect(PLACE), effect(SCORE), effect(TRIP)]
    frame = pairs(*rows, effect(SCORE, metric="margin"))
    assert main_only(frame, study("compare", {})).select("metric", "group", "index").rows() == [
        ("score", "seat", 0),
        ("win_share", "place", 0),
        ("win_share", "place", 1),
        ("tears_taken", "seat", 0),
    ]


# --- rows as shown


def test_rows_are_shown_with_units_for_people_and_a_bound_as_an_interval_either_way() -> None:
    bound = effect(PLACE, low=None, high=None, bound=0.03, verdict=NOT_RESOLVED, more_games=None)
    frame = contrasts.shown(pairs(effect(SCORE, unit="nodes"), bound, effect(TRIP)))
    of = frame.select("name", "measured_in", "difference_unit", "difference_low", "difference_high")
    assert of.rows() == [
        ("Score", "choices", "choices", 1.8, 2.2),
        ("Win share of place 1", "%", "lift", -0.03, 0.03),
        ("Hear Mozart", "% points", "lift", 1.8, 2.2),
    ]


@pytest.mark.parametrize("bound", [0.074, None])
def test_what_is_the_same_in_every_game_has_a_plain_nothing_for_a_difference(
    bound: float | None,
) -> None:
    same = {"difference": 0.0, "low": None, "high": None, "bound": bound, "verdict": IDENTICAL}
    frame = contrasts.shown(pairs(effect(**same)))
    assert frame.select("difference_low", "difference_high", "bound").row(0) == (0.0, 0.0, bound)
    html = as_html(frame, differences.columns(frame))
    assert ">0</td>" in html
    assert "too few" not in html


def test_over_decks_where_none_is_open_that_is_not_said() -> None:
    all_told = {**DECKS, "above": 37, "below": 3, "unresolved": 0}
    assert contrasts.shown(pairs(effect(**all_told)), families.DECKS)["held"].to_list() == [
        "37 of 40 decks"
    ]


def test_over_decks_rows_say_on_how_many_the_sign_holds() -> None:
    below = {**DECKS, "above": 3, "below": 30, "unresolved": 7}
    frame = contrasts.shown(
        pairs(effect(**DECKS), effect(difference=-1.0, **below)), families.DECKS
    )
    assert frame["held"].to_list() == ["38 of 40 decks, 2 open", "30 of 40 decks, 7 open"]
    shown = [column.name for column in differences.columns(frame)]
    assert shown[-2:] == ["held", "agreement"]
    one_deck = contrasts.shown(pairs(effect()))
    assert not {"held", "agreement"} & {column.name for column in differences.columns(one_deck)}


@pytest.mark.parametrize(
    ("games", "said_of_it"),
    [
        (7, "a few more games"),
        (104, "about 100 more games"),
        (10_499, "about 10,000 more games"),
        (2_449_999, "about 2,400,000 more games"),
    ],
)
def test_more_games_are_told_to_two_digits(games: int, said_of_it: str) -> None:
    assert about(games) == said_of_it


# --- sentences


def test_the_largest_effect_comes_first_with_both_levels() -> None:
    first, *_ = said(effect(TEARS, effect_size=0.2), effect(SCORE, effect_size=-0.7))
    assert first == (
        f"“Score” is higher by 2.00{SPACE}points (1.80 to 2.20): 12.0{SPACE}points (11.5 to 12.5) "
        f"against 10.0{SPACE}points (9.5 to 10.5)."
    )


def test_lower_is_said_as_a_positive_number() -> None:
    down = {"difference": -0.02, "low": -0.024, "high": -0.016, "verdict": LOWER}
    levels = {"a": 0.25, "a_low": 0.24, "a_high": 0.26, "b": 0.23, "b_low": 0.22, "b_high": 0.24}
    (only,) = said(effect(PLACE, **down, **levels))
    assert only == (
        f"“Win share of place 1” is lower by 2.00{SPACE}% points (1.60 to 2.40): "
        f"23.0{SPACE}% (22.0 to 24.0) against 25.0{SPACE}% (24.0 to 26.0)."
    )


def test_a_level_without_an_interval_stands_alone() -> None:
    alike = {"a": 0.0, "a_low": None, "a_high": None, "b": 10 / 72, "b_low": None, "b_high": None}
    first, *_ = said(effect(SCORE, unit="share", **alike))
    assert first.endswith(f": 13.9{SPACE}% against 0.0{SPACE}%.")
    frame = contrasts.shown(pairs(effect(SCORE, unit="share", **alike)))
    html = as_html(frame, differences.columns(frame))
    assert f">13.89{SPACE}%<" in html
    assert "too few" not in html


def test_several_set_ups_are_named_with_the_number_that_differs_most() -> None:
    rows = [effect(setup="one"), effect(setup="two", effect_size=0.9), effect(TURNS, setup="two")]
    first, also = said(*rows)
    assert first == (
        f"“Score”, 10.0{SPACE}points (9.5 to 10.5) in old, is higher by 2.00{SPACE}points (1.80 to "
        f"2.20) in one; higher by 2.00{SPACE}points (1.80 to 2.20) in two."
    )
    assert also == "In two also higher: “Turns”."


def test_main_numbers_come_first_in_the_order_of_the_game_and_each_has_a_sentence() -> None:
    rows = [
        effect(TURNS, effect_size=3.0),
        effect(TEARS, effect_size=0.9),
        effect(PLACE, index=1, title="Win share of place 2", effect_size=0.2),
        effect(PLACE, effect_size=-0.3),
        effect(SCORE, verdict=NO_MATTER),
    ]
    found = differences.find(contrasts.shown(pairs(*rows)), study("compare", {}))
    assert [finding.text.partition(" is ")[0] for finding in found] == [
        "“Win share of place 1”",
        "“Tears taken”",
        "Also higher: “Turns” and “Win share of place 2”.",
        "No difference that matters: “Score”.",
    ]
    assert [finding.weight for finding in found] == [999, 998, None, None]


def test_without_a_main_number_the_strongest_comes_first_and_weighs_by_its_effect() -> None:
    rows = [effect(TURNS, effect_size=0.3), effect(TURNS, index=1, title="Days", effect_size=-0.8)]
    first, also = differences.find(contrasts.shown(pairs(*rows)), study("compare", {}))
    assert (first.text.partition(" is ")[0], first.weight) == ("“Days”", 0.8)
    assert also.text == "Also higher: “Turns”."


def test_over_decks_a_sentence_says_on_how_many_it_holds() -> None:
    (only,) = said(effect(**DECKS))
    assert "(1.80 to 2.20) on 38 of 40 decks, 2 open (robust): " in only


#: Not resolved, since some bots say more and some less; and since games are too few.
HANGS = {"above": 2, "below": 3, "unresolved": 4, "robustness": "bot-dependent"}
FEW = {"above": 0, "below": 1, "unresolved": 8, "robustness": NOT_RESOLVED}
UNSURE = {"difference": -0.1, "low": -0.5, "high": 0.3, "verdict": NOT_RESOLVED}


def test_what_hangs_on_the_bot_is_said_with_its_sides_and_no_games_are_promised() -> None:
    rows = [effect(PLACE, **UNSURE, **HANGS), effect(**UNSURE, **FEW)]
    frame = contrasts.shown(pairs(*rows), families.BOTS)
    assert frame["said"].to_list() == [
        "hangs on the bot: lower on 3, higher on 2 of 9",
        "not resolved",
    ]
    assert [(f.text, f.weight) for f in differences.find(frame, study("compare", {}))] == [
        ("Hangs on the bot: “Win share of place 1” (lower on 3, higher on 2 of 9).", 0),
        ("Not resolved: “Score”.", None),
    ]


def test_where_bots_disagree_their_sides_are_told_with_the_name() -> None:
    disagree = {"above": 2, "below": 1, "unresolved": 6, "robustness": NOT_RESOLVED}
    frame = contrasts.shown(pairs(effect(**UNSURE, **disagree)), families.BOTS)
    assert [finding.text for finding in differences.find(frame, study("compare", {}))] == [
        "Not resolved: “Score” (higher on 2, lower on 1 of 9)."
    ]


def test_of_several_set_ups_it_is_said_in_which_a_number_hangs_on_the_deck() -> None:
    on_decks = {**DECKS, "above": 13, "below": 0, "unresolved": 27, "robustness": "deck-dependent"}
    rows = [effect(**UNSURE, **on_decks, setup=name, more_members=25) for name in ("one", "two")]
    hanging = "“Score” (higher on 13, open on 27 of 40) in"
    assert said(*rows) == [f"Hangs on the deck: {hanging} one; {hanging} two."]


def test_numbers_that_hang_on_the_bot_are_counted_apart() -> None:
    rows = [effect(PLACE, **UNSURE, **HANGS), effect(**UNSURE, **FEW), effect(TEARS, **HANGS)]
    of = study("compare", {METRICS: pairs(*rows)}, family=OVER_2_BOTS)
    frame = verdict_counts.compute(of)
    assert frame.select("numbers", "higher", "not_resolved", "hangs").rows() == [(3, 1, 1, 1)]
    assert [finding.text for finding in verdict_counts.find(frame, of)][:3] == [
        "Numbers of the game that differ, and not surely by too little to matter: 1 of 3 in new.",
        "Numbers of the game that hang on the bot: 1 in new.",
        "Numbers of the game that are not resolved: 1 in new.",
    ]
    assert [column.name for column in verdict_counts.columns(frame)][-1] == "hangs"


def test_what_is_identical_holds_on_no_bot_and_is_open_on_none() -> None:
    same = {"difference": 0.0, "low": None, "high": None, "verdict": IDENTICAL, "robustness": None}
    frame = contrasts.shown(pairs(effect(**same)), families.BOTS)
    assert frame.select("said", "held", "agreement").row(0) == ("identical", None, None)


def test_what_does_not_matter_is_said_by_why_and_what_is_open_with_the_games_it_takes() -> None:
    rows = [
        effect(TEARS, verdict=NOT_RESOLVED, more_games=50_000),
        effect(verdict=NOT_RESOLVED, more_games=2_000),
        effect(title="Small", metric="s", verdict=REAL_BUT_SMALL),
        effect(title="None", metric="n", verdict=NO_MATTER),
        effect(title="Same", metric="i", verdict=IDENTICAL, difference=0.0, low=0.0, high=0.0),
    ]
    *without, open_ = said(*rows)
    assert without == [
        "Real, but too small to matter: “Small”.",
        "No difference that matters: “None”.",
        "The same in every game: “Same”.",
    ]
    assert open_ == (
        "Not resolved: “Score” and “Tears taken”. About 2,000 more games would settle the first, "
        "about 50,000 more games all of them."
    )


def test_a_number_is_of_no_matter_only_if_it_is_so_in_all_set_ups() -> None:
    rows = [effect(setup="one", verdict=NO_MATTER), effect(setup="two", verdict=REAL_BUT_SMALL)]
    assert said(*rows) == []


def test_long_lists_name_the_first_few() -> None:
    rows = [effect(metric=f"m{i}", title=f"M{i}", verdict=NO_MATTER) for i in range(8)]
    assert said(*rows)[0].endswith("“M4”, “M5” and 2 more.")


def test_verdicts_are_counted_by_set_up_and_table() -> None:
    rows = [effect(), effect(TEARS, verdict=NOT_RESOLVED, more_games=900), effect(setup="other")]
    same = pl.DataFrame(
        {"setup": ["new", "other"], "against": ["old", "old"], "identical": [0.25, 0.5]}
    )
    of = study("compare", {METRICS: pairs(*rows), "identical": same})
    frame = verdict_counts.compute(of)
    shown = frame.select("setup", "numbers", "higher", "lower", "not_resolved", "same_games")
    assert shown.rows() == [("new", 2, 1, 0, 1, 0.25), ("other", 1, 1, 0, 0, 0.5)]
    texts = [finding.text for finding in verdict_counts.find(frame, of)]
    assert texts[0] == (
        "Numbers of the game that differ, and not surely by too little to matter: 1 of 2 in new; 1 of 1 in other."
    )
    assert texts[1:] == [
        "Numbers of the game that are not resolved: 1 in new; 0 in other. About 900 more games would "
        + "settle that.",
        f"Games that take the same course: 25.0{SPACE}% in new; 50.0{SPACE}% in other.",
    ]


def test_set_ups_that_share_no_games_have_none_of_one_course() -> None:
    same = pl.DataFrame({"setup": ["new"], "against": ["old"], "identical": [None]})
    same = same.cast({"identical": pl.Float64})
    of = study("compare", {METRICS: pairs(effect()), "identical": same}, paired=False)
    found = verdict_counts.find(verdict_counts.compute(of), of)
    assert not [finding for finding in found if "same course" in finding.text]


def test_nothing_compared_is_said() -> None:
    of = study("compare", {METRICS: pairs()})
    (only,) = verdict_counts.find(verdict_counts.compute(of), of)
    assert (only.text, only.resolved) == ("No number was compared.", False)


def test_everything_of_a_table_is_shown(comparison: Study) -> None:
    for question in everything.questions(everything.COMPARISON):
        frame = question.compute(comparison)
        name = question.name.removeprefix("all_")
        assert frame.height == comparison.table(name).height > 0
        shown = {column.name for column in question.columns(frame)}
        assert {"effect_size", "p", "q", "variance_ratio", "smallest", "said"} <= shown
        assert shown <= {*frame.columns}


@pytest.mark.parametrize(
    ("broken", "said_of_it"),
    [
        (pairs(effect()).drop("q"), "column q is missing"),
        (pairs(effect()).cast({"q": pl.String}), "column q is String, not Float64"),
    ],
)
def test_a_table_that_lacks_what_is_shown_is_one_clear_line(
    broken: pl.DataFrame, said_of_it: str
) -> None:
    with pytest.raises(InputError, match=f"table metrics: {said_of_it}$"):
        compared(study("compare", {METRICS: broken}), METRICS)


# --- forest plots


def drawn(*rows: dict[str, Any], ax: Axes) -> Axes:
    return forest.draw(contrasts.shown(pairs(*rows)), ax)


def marks(ax: Axes) -> list[tuple[float, float, str, str, str]]:
    """Each mark: x, y, shape, colour, face."""
    return [
        (
            float(x),
            float(y),
            str(container[0].get_marker()),
            str(container[0].get_color()),
            str(container[0].get_markerfacecolor()),
        )
        for container in ax.containers
        if isinstance(container, ErrorbarContainer)
        for x, y in zip(*container[0].get_data(), strict=True)
    ]


def test_a_difference_is_a_mark_by_its_verdict_with_its_interval(ax: Axes) -> None:
    rows = [
        effect(),
        effect(TEARS, unit="points", difference=-1.0, low=-2.0, high=0.5, verdict=NOT_RESOLVED),
    ]
    drawn(*rows, ax=ax)
    higher, open_ = marks(ax)
    assert higher[:3] == (2.0, 0.0, ">")
    assert open_[:3] == (-1.0, 1.0, "o")
    assert open_[4] == "white" != higher[4]
    ends = []
    for container in ax.containers:
        if isinstance(container, ErrorbarContainer):
            (line,) = container[2]
            assert isinstance(line, LineCollection)
            ends += [segment[:, 0].tolist() for segment in line.get_segments()]
    assert np.allclose(ends, [[1.8, 2.2], [-2.0, 0.5]])
    assert [label.get_text() for label in ax.get_yticklabels()] == ["Score", "Tears taken"]
    assert ax.get_xlabel() == "Difference (points)"


def test_the_zone_of_no_matter_is_drawn_row_by_row(ax: Axes) -> None:
    drawn(effect(), effect(TEARS, unit="points", smallest=0.5), ax=ax)
    (zone,) = (c for c in ax.containers if isinstance(c, BarContainer))
    assert [bar.get_x() for bar in zone] == pytest.approx([-0.1, -0.5])
    assert [bar.get_width() for bar in zone] == pytest.approx([0.2, 1.0])


def test_shares_are_drawn_in_percentage_points(ax: Axes) -> None:
    drawn(effect(PLACE, difference=0.02, low=0.01, high=0.03), ax=ax)
    assert marks(ax)[0][0] == pytest.approx(2.0)
    assert ax.get_xlabel() == "Difference (% points)"


def test_a_bound_is_dotted(ax: Axes) -> None:
    bound = {"low": None, "high": None, "bound": 0.3, "difference": 0.1, "verdict": NO_MATTER}
    drawn(effect(**bound), ax=ax)
    (container,) = (c for c in ax.containers if isinstance(c, ErrorbarContainer))
    (line,) = container[2]
    assert isinstance(line, LineCollection)
    assert line.get_linestyle()[0][1] is not None
    assert line.get_segments()[0][:, 0].tolist() == pytest.approx([-0.3, 0.3])


def test_set_ups_have_a_colour_each_and_lie_under_each_other_in_a_row(ax: Axes) -> None:
    labels = ["one", "two", LONG_TRIP]
    drawn(*(effect(setup=label) for label in labels), ax=ax)
    found = marks(ax)
    assert len({colour for *_, colour, _ in found}) == 3
    places = [y for _, y, *_ in found]
    assert places == sorted(places)
    assert places[1] == pytest.approx(0)
    (legend,) = ax.figure.legends
    texts = [text.get_text() for text in legend.get_texts()]
    assert texts[:2] == ["one", "two"]
    assert len(texts[2]) == 30
    assert texts[3:] == [*forest.VERDICTS, "too small to matter"]


def test_labels_that_are_the_same_when_cut_are_counted(ax: Axes) -> None:
    drawn(*(effect(setup="x" * 40 + end) for end in "ab"), ax=ax)
    texts = [text.get_text() for text in ax.figure.legends[0].get_texts()]
    assert [text[:4] for text in texts[:2]] == ["1: x", "2: x"]


def test_each_unit_has_a_panel_as_high_as_its_rows() -> None:
    frame = contrasts.shown(pairs(effect(), effect(TEARS), effect(metric="margin", title="Margin")))
    parts, heights, across, shared = forest.panels(frame)
    assert [part["metric"].to_list() for part in parts] == [["score", "margin"], ["tears_taken"]]
    assert heights[0] > heights[1]
    assert (across, shared) == (1, "")


def test_more_set_ups_than_there_are_colours_are_not_drawn() -> None:
    rows = [effect(setup=str(i)) for i in range(len(forest.SETUPS) + 1)]
    assert not forest.is_drawn(contrasts.shown(pairs(*rows)))
    assert forest.is_drawn(contrasts.shown(pairs(*rows[1:])))
    assert not forest.is_drawn(contrasts.shown(pairs()))


def test_verdicts_differ_by_mark_or_face_not_by_colour_alone() -> None:
    looks = [(forest.VERDICTS[v][0], v == NOT_RESOLVED) for v in forest.VERDICTS]
    assert len({*looks}) == len(looks)
    assert {HIGHER, LOWER, REAL_BUT_SMALL, NO_MATTER, IDENTICAL, NOT_RESOLVED} == {*forest.VERDICTS}


def test_topics_of_a_real_comparison_are_drawn_and_said(comparison: Study, ax: Axes) -> None:
    for topic in topics():
        question = differences.question(topic)
        frame = question.compute(comparison)
        if frame.is_empty():
            assert topic.name == "other"
            continue
        assert question.find(frame, comparison)
        assert {column.name for column in question.columns(frame)} <= {*frame.columns}
        assert question.draw is not None
        for part in question.panels(frame).frames:
            ax.clear()
            assert question.draw(part, ax) is ax


def test_over_decks_more_decks_are_asked_for_in_the_table() -> None:
    unsure = {**DECKS, "verdict": NOT_RESOLVED, "more_games": None}
    rows = [effect(**unsure, more_members=more) for more in (1, 25, None)]
    assert contrasts.shown(pairs(*rows), families.DECKS)["said"].to_list() == [
        "not resolved, about 1 more deck",
        "not resolved, about 25 more decks",
        "not resolved",
    ]
