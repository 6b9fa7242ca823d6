"""What pages say of restricted play: what is worth nothing first, and every mechanism drawn."""

from collections.abc import Mapping
from typing import Any

from matplotlib.axes import Axes

from loopsim.reports.kit.question import Question
from loopsim.reports.studies import mechanisms
from loopsim.studies.effects import OVER_FAMILY
from loopsim.studies.restricted import FINDINGS, OF_MECHANISM
from loopsim.studies.study import Study
from tests.reports.studies import DECKS, OVER_2_BOTS, OVER_40_DECKS, study, table

SPACE = "\N{NO-BREAK SPACE}"
BESIDE: Mapping[str, Any] = {
    "score": 0.5,
    "score_low": 0.4,
    "score_high": 0.6,
    "uses": 2.0,
    "uses_low": 1.9,
    "uses_high": 2.1,
    "win_share_per_use": 0.02,
    "win_share_per_use_low": 0.01,
    "win_share_per_use_high": 0.03,
}


def row(name: str, worth: float, half: float, verdict: str, **more: Any) -> dict[str, Any]:
    ends = {"worth": worth, "low": worth - half, "high": worth + half, "q": 0.01}
    said = {"verdict": verdict, "finding": FINDINGS[verdict], "smallest": 0.005}
    return {"mechanism": name, **ends, **said, **BESIDE, "differing": 500, "games": 1000, **more}


ROWS = (
    row("advertise", 0.03, 0.01, "higher"),
    row("exchange+move", 0.02, 0.03, "not resolved", more_games=12_345),
    row("second_visit", 0.001, 0.002, "no difference that matters"),
    row("trash", -0.03, 0.01, "lower"),
)


def restricted(*rows: Mapping[str, Any], **more: Any) -> Study:
    over = [OVER_FAMILY] if "robustness" in rows[0] else []
    tables = {"mechanisms": table(rows, OF_MECHANISM, *over)}
    return study("restrict", tables, ["base"], forbidden=[], **more)


def said(*rows: Mapping[str, Any], **more: Any) -> list[tuple[str, bool]]:
    asked = restricted(*rows, **more)
    found = mechanisms.find(mechanisms.compute(asked), asked)
    assert [f.weight for f in found] == sorted([f.weight or 0 for f in found], reverse=True)
    return [(f.text, f.resolved) for f in found]


def test_what_is_worth_nothing_is_said_first_and_what_is_open_last() -> None:
    points = f"{SPACE}% points"
    nothing = f"“second visit”, +0.10{points} (−0.10 to +0.30)"
    assert said(*ROWS) == [
        (f"Worth nothing that matters to who may use it: {nothing}.", True),
        (f"Costs who may use it: “trash”, −3.0{points} (−4.0 to −2.0).", True),
        (f"Worth it to who may use it: “advertise”, +3.0{points} (+2.0 to +4.0).", True),
        ("Not resolved: “exchange and move”. About 12,000 more games would settle that.", False),
    ]


def test_that_no_game_differs_is_worth_nothing_only_if_games_are_many() -> None:
    none = {"low": None, "high": None, "bound": 0.03, "q": None}
    few = row("move", 0.0, 0.0, "identical", **none)
    assert said(few) == [
        (f"No game differs if one player may not use it: “move”, 0.0{SPACE}% points (−3.0 to +3.0).",
         True),
    ]  # fmt: skip
    many = {**few, "bound": 0.003, "finding": "worth nothing that matters"}
    ((text, _),) = said(many)
    assert text.startswith("Worth nothing that matters to who may use it: “move”, ")


def test_over_decks_it_is_said_on_how_many_it_holds() -> None:
    ((text, _),) = said({**ROWS[0], **DECKS}, family=OVER_40_DECKS)
    assert text.endswith("(+2.0 to +4.0) on 38 of 40 decks, 2 open (robust).")
    frame = mechanisms.compute(restricted({**ROWS[0], **DECKS}, family=OVER_40_DECKS))
    assert [c.title for c in mechanisms.columns(frame)][3:5] == ["Holds on", "Robustness"]


def test_what_hangs_on_the_bot_is_no_matter_of_games() -> None:
    disagree = {"above": 2, "below": 3, "unresolved": 4, "robustness": "bot-dependent"}
    hangs = {**row("move", -0.01, 0.03, "not resolved"), **disagree}
    assert said(hangs, family=OVER_2_BOTS) == [
        ("Hangs on the bot: “move” (lower on 3, higher on 2 of 9).", False)
    ]
    frame = mechanisms.compute(restricted(hangs, family=OVER_2_BOTS))
    assert frame["said"].to_list() == ["hangs on the bot: lower on 3, higher on 2 of 9"]


def test_the_table_has_all_numbers_of_a_mechanism_in_per_cent_where_they_are_shares() -> None:
    frame = mechanisms.compute(restricted(*ROWS))
    columns = mechanisms.columns(frame)
    assert {c.name for c in columns} <= {*frame.columns}
    assert [(c.title, c.unit, c.scale) for c in columns if c.kind == "estimate"] == [
        ("Worth", "", 1),
        ("Score", "points", 1),
        ("Tears", "tears", 1),
        ("Uses", "each game", 1),
        ("A use", "points", 1),
        ("A use", "% points", 100),
    ]
    assert columns[1].unit_from == "difference_unit"
    assert frame["said"].to_list() == [
        "worth it",
        "not resolved, about 12,000 more games",
        "worth nothing that matters",
        "costs its user",
    ]


def test_every_mechanism_is_a_row_of_the_forest(ax: Axes) -> None:
    asked = Question.of(mechanisms)
    frame = asked.compute(restricted(*ROWS))
    assert asked.is_drawn(frame)
    (panel,) = asked.panels(frame).frames
    assert asked.draw is not None
    asked.draw(panel, ax)
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert labels == ["advertise", "exchange and move", "second visit", "trash"]
    assert ax.get_xlabel() == "Worth (% points)"
    assert ax.figure is not None
    legend = [text.get_text() for text in ax.figure.legends[0].get_texts()]
    assert legend == [*FINDINGS.values(), "too small to matter"]
    drawn = sorted(p for c in ax.containers[1:] for p in c[0].get_xydata().tolist())
    assert [at for at, _ in drawn] == [-3.0, 0.1, 2.0, 3.0]


def test_without_any_worth_nothing_is_drawn() -> None:
    unknown = {**ROWS[1], "worth": None, "low": None, "high": None, "q": None}
    assert not mechanisms.is_drawn(mechanisms.compute(restricted(unknown)))
