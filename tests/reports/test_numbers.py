"""Numbers as people read them."""

import polars as pl
import pytest

from loopsim.reports import tables
from loopsim.reports.numbers import decimals_for, fixed, listed, resolved, say, scaled
from loopsim.reports.question import Column, number, percent, text
from loopsim.stats import TOO_FEW, Estimate

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
    ("half_widths", "most", "decimals"),
    [([0.037], 3, 2), ([0.7, 0.04], 3, 2), ([12.0], 3, 0), ([1e-6], 3, 3), ([], 3, 2), ([0], 1, 1)],
)
def test_the_smallest_interval_sets_the_digits(
    half_widths: list[float], most: int, decimals: int
) -> None:
    assert decimals_for(half_widths, most) == decimals


def test_an_estimate_is_said_with_its_interval_and_unit() -> None:
    assert say(RESOLVED, "share") == "24.6\N{NO-BREAK SPACE}% (24.3 to 24.9)"
    assert say(RESOLVED, "points", sign=True) == "+0.246\N{NO-BREAK SPACE}points (+0.243 to +0.249)"


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
    }
)
COLUMNS = [text("name", "Name"), number("count", "Games", "games"), percent("share", "Share")]


def test_a_table_has_units_in_the_head_and_escapes_names() -> None:
    html = tables.as_html("t", FRAME, COLUMNS, wide=False)
    head = html[html.index("<thead>") : html.index("</thead>")]
    assert [head.count(word) for word in (">Share<", ">%<", ">games<")] == [1, 1, 1]
    assert "<b>" not in html
    assert "&lt;b&gt;a&lt;/b&gt;" in html
    assert "20,000" in html


def test_a_table_shows_intervals_and_says_too_few() -> None:
    html = tables.as_html("t", FRAME, COLUMNS, wide=False)
    assert '10 <span class="ci">[8, 12]</span>' in html
    assert '25 <span class="ci">too few</span>' in html


def test_a_table_shows_a_dash_for_nothing_and_a_plain_zero_for_never() -> None:
    html = tables.as_html("t", FRAME, [Column("points", "Points", "points")], wide=False)
    assert [html.count(cell) for cell in (">–<", ">0<")] == [1, 1]


def test_a_column_of_mixed_units_shows_each_in_its_own() -> None:
    frame = FRAME.with_columns(unit=pl.Series(["share", "turns"]))
    html = tables.as_html("t", frame, [Column("share", "Mean", unit_from="unit")], wide=False)
    assert '10\N{NO-BREAK SPACE}% <span class="ci">[8, 12]</span>' in html
    assert '0.25 <span class="ci">too few</span>' in html


def test_csv_is_unrounded() -> None:
    assert tables.as_csv(FRAME.select("count", "share_high")) == (
        b"count,share_high\n1,0.123\n20000,\n"
    )
