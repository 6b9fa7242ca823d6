"""What a run over decks says: the main numbers, and how they differ from deck to deck."""

from typing import Any

import pytest
from matplotlib.axes import Axes

from loopsim.reports.studies import family_levels
from loopsim.studies.effects import BETWEEN, OF_LEVEL, OF_NUMBER
from loopsim.studies.families import DECKS
from loopsim.studies.study import Study
from tests.reports.parsed import as_html
from tests.reports.studies import OVER_40_DECKS, PLACE, SCORE, study, table

SPACE = "\N{NO-BREAK SPACE}"
LEVEL = {**SCORE, "value": 10.0, "se": 0.1, "low": 9.8, "high": 10.2}
DIFFER = {"between": 0.5, "least": 8.0, "most": 12.0}


def of(*rows: dict[str, Any]) -> Study:
    frame = table(rows, OF_NUMBER, OF_LEVEL, BETWEEN)
    return study("decks", {"metrics": frame}, labels=["base"], family=OVER_40_DECKS)


SHARE = {**LEVEL, **PLACE, "value": 0.25, "low": 0.24, "high": 0.26}
OF_SHARE = {"between": 0.01, "least": 0.2, "most": 0.3}


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (
            {**LEVEL, **DIFFER},
            "“Score”: 10.0_points (9.8 to 10.2); from 8.00 to 12.0 by deck, 0.500 from deck to deck "
            + "beside chance.",
        ),
        (
            {**LEVEL, **DIFFER, "between": 0.0},
            "“Score”: 10.0_points (9.8 to 10.2); decks do not differ in it by more than chance.",
        ),
        ({**LEVEL, "low": None, "high": None}, "“Score”: 10.0_points."),
        (
            {**SHARE, **OF_SHARE},
            "“Win share of place 1”: 25.0_% (24.0 to 26.0); from 20.0_% to 30.0_% by deck, 1.00_% points "
            + "from deck to deck beside chance.",
        ),
    ],
)
def test_each_main_number_is_said_with_what_a_deck_changes(row: dict[str, Any], said: str) -> None:
    asked = of(row)
    (only,) = family_levels.find(family_levels.compute(asked), asked)
    assert only.text == said.replace("_", SPACE)
    assert only.resolved is (row["low"] is not None)


def test_the_spread_of_shares_is_in_percentage_points_in_the_table_too() -> None:
    asked = of({**SHARE, **OF_SHARE})
    frame = family_levels.compute(asked)
    html = as_html(frame, family_levels.columns(frame, kind=DECKS))
    assert [
        f">{cell.replace('_', SPACE)}<" in html for cell in ("1.0_% points", "20.0_%", "30.0_%")
    ] == [True] * 3


def test_a_number_is_drawn_with_its_range_and_its_spread(ax: Axes) -> None:
    frame = family_levels.compute(of({**LEVEL, **DIFFER}))
    family_levels.draw(frame, ax)
    bars = [(bar.get_x(), bar.get_width()) for bar in ax.patches]
    assert bars == [(8.0, 4.0), (9.5, 1.0)]
    assert ax.get_title(loc="left") == "Score (points)"


def test_numbers_of_real_decks_are_drawn_and_said(decks: Study, ax: Axes) -> None:
    frame = family_levels.compute(decks)
    assert len(family_levels.find(frame, decks)) == frame.height > 10
    assert family_levels.is_drawn(frame)
    for part in family_levels.panels(frame).frames:
        ax.clear()
        family_levels.draw(part, ax)
    for question in family_levels.everything(DECKS):
        shown = question.compute(decks)
        assert shown.height == decks.table(question.name.removeprefix("all_")).height
        assert {column.name for column in question.columns(shown)} <= {*shown.columns}
