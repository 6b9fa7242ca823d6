"""What a page says of each bot of a population by itself."""

from functools import partial

import polars as pl
import pytest
from matplotlib.axes import Axes

import loopsim
from loopsim import Study
from loopsim.reports.kinds import KINDS
from loopsim.reports.studies import by_bot
from loopsim.reports.studies.family_levels import question
from loopsim.studies.effects import BETWEEN, OF_LEVEL, OF_NUMBER
from loopsim.studies.families import BOTS
from tests.reports.studies import (
    OVER_2_BOTS,
    PLACE,
    SCORE,
    TEARS,
    effect,
    pairs,
    study,
    table,
)

NAMES = ["greedy", "planner", "mixed tables"]
SPACE = "\N{NO-BREAK SPACE}"


def of_bots(**frames: dict[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    """Tables by bot of tables for each bot."""
    return {
        f"{name}_by_bot": pl.concat(
            frame.select(pl.lit(bot).alias("bot"), pl.all()) for bot, frame in of.items()
        )
        for name, of in frames.items()
    }


def compared(greedy: pl.DataFrame, planner: pl.DataFrame) -> Study:
    tables = of_bots(metrics={"greedy": greedy, "planner": planner})
    return study("compare", {"metrics": pairs(), **tables}, family=OVER_2_BOTS)


HIGHER = {"difference": 2.0, "low": 1.8, "high": 2.2}
LOWER = {"difference": -1.0, "low": -1.2, "high": -0.8, "verdict": "lower"}


def test_a_number_on_which_bots_disagree_is_said_with_who_says_what() -> None:
    asked = compared(
        pairs(effect(**HIGHER), effect(TEARS, **HIGHER)),
        pairs(effect(**LOWER), effect(TEARS, **HIGHER)),
    )
    frame = by_bot.compute(asked)
    assert [tuple(row) for row in frame.select("name", "bot", "value", "said").iter_rows()] == [
        ("Score", "greedy", 2.0, "higher"),
        ("Score", "planner", -1.0, "lower"),
        ("Tears taken", "greedy", 2.0, "higher"),
        ("Tears taken", "planner", 2.0, "higher"),
    ]
    (only,) = by_bot.find(frame, asked)
    assert only.text == "new: “Score” is higher with greedy; lower with planner."


def test_a_run_over_bots_says_which_of_them_are_at_the_ends() -> None:
    at = {"se": 0.1, "low": 1.0, "high": 99.0}
    share = {**PLACE, "value": 0.25, "se": 0.01, "low": 0.2, "high": 0.3}
    greedy = table([{**SCORE, **at, "value": 8.0}, share], OF_NUMBER, OF_LEVEL)
    planner = table([{**SCORE, **at, "value": 25.0}, share], OF_NUMBER, OF_LEVEL)
    tables = of_bots(metrics={"greedy": greedy, "planner": planner})
    mean = {**SCORE, "value": 16.5, "se": 0.5, "low": 15.5, "high": 17.5}
    levels = table([mean], OF_NUMBER, OF_LEVEL, BETWEEN)
    asked = study("bots", {"metrics": levels, **tables}, labels=["base"], family=OVER_2_BOTS)
    frame = by_bot.compute(asked)
    assert [finding.text for finding in by_bot.find(frame, asked)] == [
        "“Score”: from 8.00 (greedy) to 25.0 (planner) points.",
        "“Win share of place 1”: from 25.0 (greedy) to 25.0 (planner) %.",
    ]
    over = question(BOTS)
    assert over.title == "The main numbers over the bots"
    (said,) = [finding.text for finding in over.find(over.compute(asked), asked)]
    assert said == f"“Score”: 16.5{SPACE}points (15.5 to 17.5)."


@pytest.fixture(scope="module")
def real() -> dict[str, Study]:
    """One of each kind, of few games."""
    few = {"population": "basic", "games": 200, "players": 2, "seed": 1}
    asked = {
        "run": loopsim.run_over,
        "compare": partial(loopsim.compare, ["loop-inc/base", "loop-inc/office"]),
        "factorial": partial(loopsim.factorial, factors="office,more"),
        "sweep": partial(loopsim.sweep, vary="rules.ad_penalty=0,4"),
        "value": partial(loopsim.value, items="actions"),
        "restrict": partial(loopsim.restrict, forbid="advertise,move+shop"),
    }
    return {kind: ask(**few) for kind, ask in asked.items()}


@pytest.mark.parametrize("kind", ["run", "compare", "factorial", "sweep", "value", "restrict"])
def test_each_kind_of_study_is_shown_and_drawn_by_bot(
    real: dict[str, Study], kind: str, ax: Axes
) -> None:
    asked = real[kind]
    of = by_bot.question(asked)
    frame = of.compute(asked)
    assert {*frame["bot"]} == {*NAMES}
    assert frame.select("place", "name", "bot").is_unique().all()
    assert {column.name for column in of.columns(frame)} <= {*frame.columns}
    assert of.is_drawn(frame)
    for part in of.panels(frame).frames:
        ax.clear()
        of.draw(part, ax)  # type: ignore[misc]
        assert [label.get_text() for label in ax.get_yticklabels()] == NAMES


def test_a_page_has_a_section_of_each_bot(real: dict[str, Study]) -> None:
    for asked in real.values():
        sections = KINDS[asked.kind].sections(asked)
        (of,) = [section for section in sections if section.name == "by-bot"]
        assert [question.name for question in of.questions] == ["by_bot"]
    (answers, *_) = KINDS["sweep"].sections(real["sweep"])
    assert [question.name for question in answers.questions] == ["answers", "answers_by_bot"]


def test_the_answers_of_a_sweep_stand_by_bot(real: dict[str, Study]) -> None:
    asked = real["sweep"]
    of = by_bot.question_of_answers()
    frame = of.compute(asked)
    assert frame["bot"].to_list() == asked.table("answers_by_bot")["bot"].to_list()
    assert frame["name"][0] == "The break-even of rules.ad_penalty in points"


def test_mechanisms_stand_by_bot_in_the_order_of_all_bots(real: dict[str, Study]) -> None:
    asked = real["restrict"]
    frame = by_bot.compute(asked)
    order = [name.replace("+", " and ") for name in asked.table("mechanisms")["mechanism"]]
    assert frame["name"].unique(maintain_order=True).to_list() == order
    assert frame["bot"].to_list() == NAMES * 2
    by_name = {
        (row["mechanism"].replace("+", " and "), row["bot"]): (row["worth"], row["finding"])
        for row in asked.table("mechanisms_by_bot").iter_rows(named=True)
    }
    for row in frame.iter_rows(named=True):
        worth, finding = by_name[row["name"], row["bot"]]
        assert row["value"] == worth
        assert row["said"].startswith(finding)
