"""What factorials say: sentences of the effects that are real, and the heat map of them."""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.patches import Rectangle

from loopsim.reports.kit import heat
from loopsim.reports.studies import factor_effects
from loopsim.reports.studies.factor_effects import INTERACTIONS, MAIN_EFFECTS, OF_FACTORS
from loopsim.studies.differences import IDENTICAL, LOWER, NO_MATTER, NOT_RESOLVED
from loopsim.studies.effects import OF_EFFECT, OF_NUMBER, OVER_FAMILY
from loopsim.studies.study import Study
from tests.reports.parsed import write_page
from tests.reports.studies import OVER_2_BOTS, PLACE, SCORE, TEARS, effect, study, table

FUTURES = {"effect": "futures", "order": 1, "players": 4, "sentence": ""}
BOTH = {**FUTURES, "effect": "futures × office", "order": 2, "a": None, "b": None}


def of(*rows: dict[str, Any]) -> Study:
    """A factorial with these effects."""
    frame = table(rows, OF_FACTORS, OF_NUMBER, OF_EFFECT)
    factors = [{"key": "futures", "values": [False, True]}]
    return study("factorial", {"effects": frame}, factors=factors)


def drawn(*rows: dict[str, Any], ax: Axes, order: int = MAIN_EFFECTS) -> Axes:
    return factor_effects.draw(factor_effects.compute(of(*rows), order=order), ax)


def texts(ax: Axes) -> list[str]:
    return [text.get_text() for text in ax.texts]


def hatched(ax: Axes) -> list[tuple[float, float]]:
    """The cells, as (column, row), that are hatched."""
    cells = (patch for patch in ax.patches if isinstance(patch, Rectangle) and patch.get_hatch())
    return [(cell.get_x() + 0.5, cell.get_y() + 0.5) for cell in cells]


def colours(ax: Axes) -> Any:
    return np.ma.filled(ax.images[0].get_array(), np.nan)


def test_effects_of_one_order_are_those_of_the_main_numbers() -> None:
    rows = [effect(TEARS, **FUTURES), effect(**FUTURES), effect(**BOTH)]
    other = effect(SCORE, metric="margin", **FUTURES)
    main = factor_effects.compute(of(*rows, other), order=MAIN_EFFECTS)
    assert main.select("effect", "metric").rows() == [
        ("futures", "score"),
        ("futures", "tears_taken"),
    ]
    both = factor_effects.compute(of(*rows, other), order=INTERACTIONS)
    assert both.select("effect", "metric").rows() == [("futures × office", "score")]


def test_sentences_come_by_the_size_of_their_effect_and_the_first_lead_the_page() -> None:
    sizes = [0.1 * place for place in range(1, 15)]
    rows = [
        effect(PLACE, index=place, **{**FUTURES, "sentence": f"S{place}."}, effect_size=-size)
        for place, size in enumerate(sizes)
    ]
    silent = effect(**FUTURES, effect_size=9.0)
    asked = of(*rows, silent)
    found = factor_effects.find(factor_effects.compute(asked, order=MAIN_EFFECTS), asked)
    assert [f.text for f in found[:2]] == ["S13.", "S12."]
    assert [f.weight for f in found[:5]] == pytest.approx([1.4, 1.3, 1.2, 1.1, None])
    assert [f.text for f in found] == [f"S{place}." for place in reversed(range(14))]
    assert [f.folded for f in found] == [False] * 12 + [True] * 2


def test_effects_that_hang_on_the_bot_are_said_after_those_that_are_real() -> None:
    disagree = {"above": 2, "below": 3, "unresolved": 4, "robustness": "bot-dependent"}
    hangs = effect(PLACE, **FUTURES, verdict=NOT_RESOLVED, low=-3.0, high=7.0) | disagree
    agree = {"above": 9, "below": 0, "unresolved": 0, "robustness": "robust"}
    rows = [hangs, effect(**{**FUTURES, "sentence": "Score."}, **agree)]
    frame = table(rows, OF_FACTORS, OF_NUMBER, OF_EFFECT, OVER_FAMILY)
    factors = [{"key": "futures", "values": [False, True]}]
    asked = study("factorial", {"effects": frame}, factors=factors, family=OVER_2_BOTS)
    found = factor_effects.find(factor_effects.compute(asked, order=MAIN_EFFECTS), asked)
    assert [finding.text for finding in found] == [
        "Score.",
        "Hangs on the bot: “Win share of place 1” (lower on 3, higher on 2 of 9) in futures, 4 players.",
    ]


def test_effects_on_other_numbers_are_told_too_folded_beside_the_table_of_all() -> None:
    told = {**FUTURES, "sentence": "Score."}
    rows = [
        effect(**told),
        effect(SCORE, metric="margin", **{**told, "sentence": "Margin."}, effect_size=0.1),
        effect(SCORE, metric="turns", **{**told, "sentence": "Turns."}, effect_size=-0.4),
        effect(SCORE, metric="waste", **FUTURES),
    ]
    everything = factor_effects.everything()
    found = everything.find(everything.compute(of(*rows)), of(*rows))
    assert [(f.text, f.folded) for f in found] == [("Turns.", True), ("Margin.", True)]


def test_sentences_that_are_folded_are_on_the_page_but_not_at_its_head(tmp_path: Path) -> None:
    rows = [
        effect(PLACE, index=n, **{**FUTURES, "sentence": f"S{n}."}, effect_size=1 / (n + 1))
        for n in range(14)
    ]
    other = effect(SCORE, metric="margin", **{**FUTURES, "sentence": "Margin."})
    html = write_page(of(*rows, other), tmp_path / "f.html").read_text(encoding="utf-8")
    assert html.count(">Margin.<") == 1
    assert html.index("<summary>1 more finding</summary>") < html.index(">Margin.<")
    assert [html.count(f">S{n}.<") for n in range(14)] == [2] * 4 + [1] * 10
    folded = html.index("<summary>2 more findings</summary>")
    assert html.index(">S11.<") < folded < html.index(">S12.<") < html.index(">S13.<")


def test_no_effect_is_said() -> None:
    asked = of(effect(**FUTURES))
    (only,) = factor_effects.find(factor_effects.compute(asked, order=MAIN_EFFECTS), asked)
    assert (only.text, only.resolved) == (
        "No effect that is real and matters was found in the main numbers.",
        False,
    )


def test_a_cell_has_the_effect_in_its_unit_by_the_colour_of_its_size(ax: Axes) -> None:
    rows = [
        effect(**FUTURES, effect_size=0.5),
        effect(PLACE, **FUTURES, difference=-0.03, low=-0.05, high=-0.01, effect_size=-0.25),
    ]
    drawn(*rows, ax=ax)
    assert [label.get_text() for label in ax.get_yticklabels()] == [
        "Score (points)",
        "Win share of place 1 (% points)",
    ]
    assert texts(ax) == ["+2.0", "−3.0", "futures"]
    assert colours(ax).ravel().tolist() == pytest.approx([0.75, 0.375])
    assert hatched(ax) == []


@pytest.mark.parametrize(
    ("row", "text", "colour", "is_hatched"),
    [
        ({"verdict": NOT_RESOLVED}, "", 0.75, True),
        ({"verdict": NO_MATTER}, "+2.0", 0.5, False),
        ({"verdict": IDENTICAL, "difference": 0.0, "low": 0.0, "high": 0.0}, "0.0", 0.5, False),
        ({"effect_size": 3.0}, "+2.0", 1.0, False),
        ({"effect_size": None, "difference": -2.0, "verdict": LOWER}, "−2.0", 0.0, False),
        ({"difference": None, "low": None, "high": None, "verdict": NOT_RESOLVED}, "", 0.5, True),
    ],
)
def test_what_is_not_resolved_is_hatched_and_what_does_not_matter_white(
    row: dict[str, Any], text: str, colour: float, is_hatched: bool, ax: Axes
) -> None:
    drawn(effect(**FUTURES, **row), ax=ax)
    assert texts(ax)[0] == text
    assert colours(ax)[0, 0] == pytest.approx(colour)
    assert bool(hatched(ax)) is is_hatched


def test_numbers_of_players_stand_side_by_side_under_each_effect(ax: Axes) -> None:
    office = {**FUTURES, "effect": "office"}
    rows = [
        effect(number, **{**which, "players": players})
        for players, numbers in ((2, [PLACE]), (4, [PLACE, {**PLACE, "index": 1}]))
        for which in (FUTURES, office)
        for number in numbers
    ]
    drawn(*rows, ax=ax)
    assert [label.get_text() for label in ax.get_xticklabels()] == ["2", "4", "2", "4"]
    assert texts(ax)[-2:] == ["futures", "office"]
    assert np.isnan(colours(ax)).tolist() == [[False] * 4, [True, False, True, False]]
    assert hatched(ax) == []


def test_many_effects_are_drawn_in_several_panels() -> None:
    rows = [
        effect(**{**FUTURES, "effect": f"e{i}", "players": n}) for i in range(7) for n in (2, 3, 4)
    ]
    frame = factor_effects.compute(of(*rows), order=MAIN_EFFECTS)
    parts = factor_effects.panels(frame).frames
    assert [part["effect"].unique(maintain_order=True).to_list() for part in parts] == [
        ["e0", "e1", "e2"],
        ["e3", "e4", "e5"],
        ["e6"],
    ]
    assert factor_effects.size(frame)[1] == pytest.approx(3 * factor_effects.size(frame.head(3))[1])


def test_letters_on_dark_cells_are_white(ax: Axes) -> None:
    grid = heat.Grid(["a"], ["x", "y"], np.array([[0.0, 1.0]]), [["1", "2"]], np.array([[0, 0]]))
    heat.draw(ax, grid, heat.LITTLE_TO_MUCH)
    assert [text.get_color() for text in ax.texts] == ["#1b1b1b", "white"]


def test_a_cell_that_does_not_exist_looks_otherwise_than_one_that_does_not_matter(ax: Axes) -> None:
    grid = heat.Grid(["a"], ["x", "y"], np.array([[0.5, np.nan]]), [["0", ""]], np.array([[0, 0]]))
    heat.draw(ax, grid, heat.EITHER_WAY)
    image = ax.images[0]
    matters_not, nothing = image.cmap(image.norm(image.get_array()))[0]
    assert matters_not == pytest.approx(to_rgba("white"), abs=0.01)
    assert nothing == pytest.approx(to_rgba(heat.NONE))
    assert "grey" in factor_effects.question(MAIN_EFFECTS).notes


def test_effects_of_a_real_factorial_are_drawn_and_shown(factors: Study, ax: Axes) -> None:
    for order in (MAIN_EFFECTS, INTERACTIONS):
        question = factor_effects.question(order)
        frame = question.compute(factors)
        assert frame["players"].unique().sort().to_list() == [2, 3]
        assert {column.name for column in question.columns(frame)} <= {*frame.columns}
        assert ("a" in {column.name for column in question.columns(frame)}) is (order == 1)
        for part in question.panels(frame).frames:
            ax.clear()
            factor_effects.draw(part, ax)
            assert colours(ax).shape[1] == 2 * part["effect"].n_unique()
    everything = factor_effects.everything()
    assert everything.compute(factors).height == factors.table("effects").height


def test_no_effects_make_no_map() -> None:
    question = factor_effects.question(MAIN_EFFECTS)
    frame = question.compute(study("factorial", {"effects": pl.DataFrame(schema=schema())}))
    assert not question.is_drawn(frame)
    assert question.find(frame, study("factorial", {}))


def schema() -> dict[str, Any]:
    return {**OF_FACTORS, **OF_NUMBER, **OF_EFFECT}
