"""Numbers as people read them."""

import re

import polars as pl
import pytest

from loopsim.numbers import (
    MINUS,
    above_all,
    counted,
    decimals_for,
    fixed,
    listed,
    plain,
    probability,
    resolved,
    rounded,
    say,
    scaled,
)
from loopsim.reports.kit.question import Column, number, percent, text
from loopsim.reports.output import tables
from loopsim.stats import TOO_FEW, Estimate
from tests.reports.parsed import as_html

RESOLVED = Estimate(0.24567, 0.0015, 0.2427, 0.2486, 20_000)
TOO_FEW_GAMES = Estimate(-1.5, None, None, None, 3, TOO_FEW)


@pytest.mark.parametrize(
    ("value", "decimals", "sign", "shown"),
    [
        (1234.5, 1, False, "1,234.5"),
        (-2.76, 2, False, "−2.76"),
        (2.76, 2, True, "+2.76"),
        (-0.0004, 2, False, "0.00"),
        (0.0, 0, True, "0"),
    ],
)
def test_numbers_have_a_true_minus_and_never_minus_zero(
    value: float, decimals: int, sign: bool, shown: str
) -> None:
    assert fixed(value, decimals, sign) == shown


@pytest.mark.parametrize(
    ("low", "high", "decimals"),
    [
        (0.1, 0.174, 3),  # half of it is 0.037
        (0.0, 1.4, 2),
        (-1.0, 23.0, 0),
        (100.0, 900.0, 0),
        (0.0, 2e-6, 7),
        (2.0, 2.0, 2),
        (None, None, 2),
    ],
)
def test_the_interval_sets_the_digits(low: float | None, high: float | None, decimals: int) -> None:
    assert decimals_for(low, high) == decimals


@pytest.mark.parametrize("half", [0.0098, 0.01, 0.0123, 0.04, 0.0997, 1.0, 3.3, 9.6])
def test_an_interval_is_visible_however_narrow(half: float) -> None:
    estimate = Estimate(0.4, half / 1.96, 0.4 - half, 0.4 + half, 1000)
    value, low, high = rounded(estimate, 100)
    assert len({value, low, high}) == 3
    ends = [float(end.replace(MINUS, "-").replace(",", "")) / 100 for end in (low, high)]
    assert (ends[1] - ends[0]) / 2 == pytest.approx(half, rel=0.06)


def test_an_estimate_is_said_with_its_interval_and_unit() -> None:
    assert say(RESOLVED, "share") == "24.6\N{NO-BREAK SPACE}% (24.3 to 24.9)"
    assert say(RESOLVED, "points", sign=True) == (
        "+0.246\N{NO-BREAK SPACE}points (+0.243 to +0.249)"
    )


@pytest.mark.parametrize(
    ("value", "half", "said"),
    [
        (71.99294, 0.00073, "72.0 (±0.0)"),
        (0.0012345678, 0.0000001, "0.00123 (±0.00000)"),
        (12345.678, 2.3, "12,345.7 (12,343.4 to 12,348.0)"),
        (0.0, 0.0, "0 (in every game)"),
        (72.0, 0.0, "72 (in every game)"),
        (0.25, 0.0, "0.25 (in every game)"),
    ],
)
def test_sentences_have_no_more_digits_than_a_reader_takes_in(
    value: float, half: float, said: str
) -> None:
    assert say(Estimate(value, None, value - half, value + half, 1000)) == said


def test_a_number_is_the_most_only_if_it_is_above_each_other() -> None:
    first, near, far = (
        Estimate(value, 1.0, value - half, value + half, 100)
        for value, half in ((10.0, 1.0), (8.0, 0.5), (7.0, 2.5))
    )
    assert above_all(first, [near])
    assert not above_all(first, [near, far])
    assert not above_all(first, [TOO_FEW_GAMES])


@pytest.mark.parametrize(
    ("p", "shown"), [(0.0, "< 0.001"), (0.00099, "< 0.001"), (0.0123, "0.012"), (1.0, "1.000")]
)
def test_small_probabilities_are_told_by_what_they_are_below(p: float, shown: str) -> None:
    assert probability(p) == shown
    assert probability(p, "= ") == (shown if shown.startswith("<") else f"= {shown}")


@pytest.mark.parametrize(
    ("value", "shown"),
    [(1234.5, "1,234"), (25.84, "25.8"), (-0.012345, "−0.0123"), (0.0, "0"), (9.999, "10.00")],
)
def test_numbers_that_stand_for_themselves_have_three_digits(value: float, shown: str) -> None:
    assert plain(value) == shown


def test_counts_have_their_noun() -> None:
    assert [counted(n, "game") for n in (0, 1, 2000)] == ["0 games", "1 game", "2,000 games"]


def test_too_few_is_said_without_an_interval() -> None:
    assert say(TOO_FEW_GAMES, "points") == "−1.50\N{NO-BREAK SPACE}points (too few games)"
    assert say(Estimate(None, None, None, None, 3, TOO_FEW)) == "not seen"
    assert not resolved(RESOLVED, TOO_FEW_GAMES)
    assert resolved(RESOLVED)


def test_a_negative_factor_turns_the_interval_round() -> None:
    turned = scaled(RESOLVED, -2)
    assert (turned.value, turned.low, turned.high, turned.se) == pytest.approx(
        (-0.49134, -0.4972, -0.4854, 0.003)
    )
    assert scaled(TOO_FEW_GAMES, 2) == Estimate(-3.0, None, None, None, 3, TOO_FEW)


def test_names_are_listed_as_in_a_sentence() -> None:
    assert [listed(["a"]), listed(["a", "b"]), listed("abc")] == ["a", "a and b", "a, b and c"]


FRAME = pl.DataFrame(
    {
        "name": ["<b>a</b>", "b"],
        "count": [1, 20_000],
        "share": [0.1, 0.25],
        "share_low": [0.08, None],
        "share_high": [0.123, None],
        "points": [None, 0.0],
        "points_low": [None, 0.0],
        "points_high": [None, 0.0],
        "turns": [72.0, 71.5],
        "turns_low": [72.0, 71.2],
        "turns_high": [72.0, 71.8],
    }
)
COLUMNS = [text("name", "Name"), number("count", "Games", "games"), percent("share", "Share")]


def test_a_table_has_units_in_the_head_and_escapes_names() -> None:
    html = as_html(FRAME, COLUMNS)
    head = html[html.index("<thead>") : html.index("</thead>")]
    assert [head.count(word) for word in (">Share<", ">%<", ">games<")] == [1, 1, 1]
    assert "<b>" not in html
    assert "&lt;b&gt;a&lt;/b&gt;" in html
    assert "20,000" in html


def test_a_table_shows_intervals_and_says_too_few() -> None:
    html = as_html(FRAME, COLUMNS)
    assert '10.0 <span class="ci">[8.0, 12.3]</span>' in html
    assert '25.00 <span class="ci">too few</span>' in html


def test_a_number_that_may_be_alike_in_all_games_stands_alone() -> None:
    column = Column("share", "Share", "%", scale=100, bare=True)
    html = as_html(FRAME, [column])
    assert re.findall(r"<td[^>]*>(.*?)</td>", html) == [
        '10.0 <span class="ci">[8.0, 12.3]</span>',
        "25.00",
    ]


def test_a_table_shows_a_dash_for_nothing_and_a_plain_zero_for_never() -> None:
    html = as_html(FRAME, [Column("points", "Points", "points")])
    assert [html.count(cell) for cell in (">–<", ">0<")] == [1, 1]


def test_a_table_says_what_is_the_same_in_every_game() -> None:
    html = as_html(FRAME, [Column("turns", "Turns")])
    assert '72 <span class="ci">in every game</span>' in html
    assert '71.50 <span class="ci">[71.20, 71.80]</span>' in html


def test_a_column_of_mixed_units_shows_each_in_its_own() -> None:
    frame = FRAME.with_columns(unit=pl.Series(["share", "turns"]))
    html = as_html(frame, [Column("share", "Mean", unit_from="unit")])
    assert '10.0\N{NO-BREAK SPACE}% <span class="ci">[8.0, 12.3]</span>' in html
    assert '0.25 <span class="ci">too few</span>' in html


def test_a_turned_table_has_a_column_a_row_and_units_beside_the_names() -> None:
    html = as_html(FRAME, COLUMNS, turned=True)
    cells = re.findall(r"<t[hd](?: [^>]*)?>(.*?)</t[hd]>", html, re.DOTALL)
    assert [cell for cell in cells if cell not in ("", "&nbsp;")] == [
        "&lt;b&gt;a&lt;/b&gt;",
        "b",
        "Games (games)",
        "1",
        "20,000",
        "Share (%)",
        '10.0 <span class="ci">[8.0, 12.3]</span>',
        '25.00 <span class="ci">too few</span>',
    ]


def test_csv_is_unrounded() -> None:
    assert tables.as_csv(FRAME.select("count", "share_high")) == (
        b"count,share_high\n1,0.123\n20000,\n"
    )


def test_exact_numbers_and_probabilities_stand_in_cells_as_people_read_them() -> None:
    frame = pl.DataFrame(
        {
            "name": ["a", None],
            "least": [0.005, 0.1],
            "unit": ["lift", "points"],
            "q": [0.0001, None],
            "size": [None, -0.5],
        }
    )
    columns = [
        text("name", "Name"),
        Column("least", "Least", kind="number", decimals=3, unit_from="unit"),
        Column("q", "q", kind="p"),
        number("size", "Size", decimals=1, sign=True),
    ]
    html = as_html(frame, columns)
    cells = re.findall(r"<td[^>]*>(.*?)</td>", html)
    assert cells == [
        "a",
        "0.5\N{NO-BREAK SPACE}% points",
        "&lt; 0.001",
        "–",
        "–",
        "0.100",
        "–",
        "−0.5",
    ]


def test_a_table_without_rows_is_none() -> None:
    layout = tables.layout(FRAME.clear(), COLUMNS, turned=False)
    assert tables.as_html("t", layout, wide=False) == tables.as_markdown(layout) == ""


@pytest.mark.parametrize(
    ("word", "long"),
    [("a" * 20, False), ("a" * 21, True), (f"{'a' * 20}-{'b' * 20} {'c' * 20}", False)],
)
def test_only_a_table_with_a_very_long_word_may_break_words(word: str, long: bool) -> None:
    html = as_html(pl.DataFrame({"name": ["x", word]}), [text("name", "Name")])
    assert ("long-words" in html) is long
