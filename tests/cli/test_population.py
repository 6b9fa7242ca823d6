"""--population: each of the six commands that take it, on the screen, as JSON and as a page."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import polars as pl
import pytest

import loopsim as api
from loopsim import Study
from loopsim.cli.differences import (
    LEGEND,
    difference,
    over_family,
    said,
    what_it_takes,
    where_resolved,
)
from loopsim.cli.shown import IN_PER_CENT, MIXED_TABLES, named, with_interval
from loopsim.cli.worth import with_interval as worth
from loopsim.studies.families import BOTS
from loopsim.studies.study import Members
from tests.cli.program import BASE, Loopsim, table
from tests.cli.studies import without_clocks

OFFICE = "loop-inc/office"
#: How the bots of `file` are called in tables, and what else stands there.
NAMES = ["lover", "random", "mixed tables"]
LOVER = 'family = "weighted"\nweights = { ad = 300, points = 50 }\n'
VARY = "rules.ad_penalty=0,4"

#: Command -> its arguments, and the function that it wraps.
COMMANDS: dict[str, tuple[tuple[str, ...], Callable[..., Study]]] = {
    "run": ((BASE,), partial(api.run_over, BASE)),
    "compare": ((BASE, OFFICE), partial(api.compare, [BASE, OFFICE])),
    "factorial": (
        (BASE, "--factors", "office,more"),
        partial(api.factorial, BASE, factors="office,more"),
    ),
    "sweep": ((BASE, "--vary", VARY), partial(api.sweep, BASE, vary=VARY)),
    "value": ((BASE, "--items", "actions"), partial(api.value, BASE, items="actions")),
    "restrict": (
        (BASE, "--forbid", "advertise,move"),
        partial(api.restrict, BASE, forbid="advertise,move"),
    ),
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "lover.toml").write_text(LOVER)
    made = tmp_path / "pop.toml"
    made.write_text('title = "Two <b>"\nnotes = "So & so."\nbots = ["lover.toml", "random"]\n')
    return made


def asked(command: str, file: Path, games: int) -> tuple[str, ...]:
    arguments, _ = COMMANDS[command]
    return (command, *arguments, "--games", str(games), "--population", str(file))


@pytest.mark.parametrize("command", COMMANDS)
def test_json_is_that_of_the_function_and_the_folder_keeps_it(
    loopsim: Loopsim, file: Path, command: str
) -> None:
    arguments, folder = asked(command, file, 80), file.parent / "study"
    data = loopsim(*arguments, "--json", "--out", folder).json()
    _, function = COMMANDS[command]
    assert without_clocks(data) == without_clocks(function(games=80, population=file).json())
    assert data["family"]["members"] == ["lover", "random"]
    by_bot = [row["bot"] for name in data if name.endswith("_by_bot") for row in data[name]]
    assert {*by_bot} == {*NAMES}
    kept = Study.read(folder)
    assert without_clocks(kept.json()) == without_clocks(data)


def test_a_page_says_which_bots_were_asked(loopsim: Loopsim, file: Path) -> None:
    folder = file.parent / "study"
    loopsim(*asked("run", file, 80), "--quiet", "--out", folder)
    (written,) = api.report(folder)
    page = written.read_text(encoding="utf-8")
    shares = "each with an equal part of the games; and apart from them 40 games at mixed tables"
    assert f"Two &lt;b&gt;: 2 bots, {shares}" in page
    assert "So &amp; so." in page
    assert "Each bot by itself" in page
    assert "Bots. A population of bots was asked in place of one" in page


def test_run_over_bots_prints_their_mean_and_each_of_them(loopsim: Loopsim, file: Path) -> None:
    lines = loopsim(*asked("run", file, 400)).lines()
    assert lines[:2] == [
        f"{BASE}: 400 games over 2 bots, each of lover,random at all seats, seed 1",
        f"every number with its 95 % interval, over bots{IN_PER_CENT}",
    ]
    study = api.run_over(BASE, games=400, population=file)
    title = "Mean over bots; the interval holds what chance and what the bot does"
    head, printed = table(lines, title)
    assert head == ["mean", "between bots", "least", "most"]
    (score,) = study.table("metrics").filter(metric="score").to_dicts()
    assert [named(score), with_interval(score)] in [row[:2] for row in printed]
    (place, *_) = study.table("metrics").filter(metric="win_share", group="place").to_dicts()
    (cells,) = [row for row in printed if row[0] == "Win share of place 1 (%)"]
    ends = [float(cell) / 100 for cell in cells[2:]]
    assert ends == pytest.approx([place[name] for name in ("between", "least", "most")], abs=0.006)
    head, printed = table(lines, "Each bot by itself")
    assert head == NAMES
    rows = study.table("metrics_by_bot").filter(metric="score").to_dicts()
    assert [named(score), *map(with_interval, rows)] in printed


def test_compare_says_on_how_many_bots_it_holds_and_what_each_says(
    loopsim: Loopsim, file: Path
) -> None:
    lines = loopsim(*asked("compare", file, 400)).lines()
    who = "each of lover,random at all seats, seed 1"
    assert lines[0] == f"{BASE} and {OFFICE}: 400 games of each set-up over 2 bots, {who}"
    study = api.compare([BASE, OFFICE], games=400, population=file)
    head, printed = table(lines, "The game")
    assert head[4:6] == ["holds on bots", "over bots"]
    (score,) = study.table("metrics").filter(metric="score").to_dicts()
    (cells,) = [row for row in printed if row[0] == named(score)]
    assert cells[4:7] == ["not resolved", "2 of 2", "mean not resolved, no bot disagrees"]
    head, printed = table(lines, "Each bot by itself")
    rows = study.table("metrics_by_bot").filter(metric="score").to_dicts()
    assert [named(score), *map(difference, rows)] in printed
    assert f"{LEGEND}; {MIXED_TABLES}" in lines
    assert not any("more bot" in line for line in lines)
    assert any(line.startswith("Trips") for line in lines)


def test_what_hangs_on_the_bot_is_said_so_and_no_games_are_promised() -> None:
    family = Members(BOTS, ("a", "b", "c"), 3, 0, "", "")
    unsure = {"difference": -0.1, "low": -0.5, "high": 0.3, "verdict": "not resolved"}
    row = {**unsure, "above": 1, "below": 2, "unresolved": 0, "robustness": "bot-dependent"}
    row |= {"more_games": 900, "bound": None}
    assert said(row, family, "not resolved") == "hangs on the bot"
    assert over_family(row, BOTS) == ("2 of 3, opposite on 1", "bot-dependent")
    assert what_it_takes(row, family) == "hangs on the bot: lower on 2, higher on 1 of 3"
    assert where_resolved(row, BOTS) == "±"
    assert where_resolved(row) == "?"


def test_factorial_says_what_each_factor_does_with_each_bot(loopsim: Loopsim, file: Path) -> None:
    lines = loopsim(*asked("factorial", file, 200), "--players", "2").lines()
    study = api.factorial(BASE, factors="office,more", games=200, players=2, population=file)
    head, printed = table(lines, "2 players, office: each bot by itself")
    assert head == NAMES
    of = {"metric": "score", "effect": "office"}
    rows = study.table("effects_by_bot").filter(**of).to_dicts()
    assert [named(rows[0]), *map(difference, rows)] in printed


def test_sweep_prints_the_answer_of_each_bot(loopsim: Loopsim, file: Path) -> None:
    lines = loopsim(*asked("sweep", file, 400)).lines()
    head, printed = table(lines, "What an ad is worth, in points")
    assert head == ["rules.ad_penalty", "worth", "above 0 on bots", "over bots"]
    study = api.sweep(BASE, vary=VARY, games=400, population=file)
    (first, *_) = study.table("worth").filter(unit="points").to_dicts()
    assert printed[0][:2] == [first["x_text"], with_interval(first)]
    assert f"{first['above']} of 2" in printed[0][2]
    head, printed = table(lines, "Break-even, each bot by itself")
    assert head == ["bot", "rules.ad_penalty"]
    assert [row[0] for row in printed] == NAMES


def test_value_prints_what_each_item_is_worth_to_each_bot(loopsim: Loopsim, file: Path) -> None:
    lines = loopsim(*asked("value", file, 400)).lines()
    head, printed = table(lines, "Each bot by itself: what items are ranked by")
    assert head == ["item", *NAMES]
    study = api.value(BASE, items="actions", games=400, population=file)
    assert [row[0] for row in printed] == study.table("items")["item"].to_list()
    of_shop = study.table("values_by_bot").filter(
        pl.col("item") == "shop", pl.col("number") == "value_per_use", pl.col("of") == "score"
    )
    assert ["shop", *map(worth, of_shop.to_dicts())] in printed


def test_restrict_prints_what_each_mechanism_is_worth_to_each_bot(
    loopsim: Loopsim, file: Path
) -> None:
    lines = loopsim(*asked("restrict", file, 600)).lines()
    head, printed = table(lines, "What mechanisms are worth")
    assert head[:5] == ["mechanism", "worth (% points)", "finding", "holds on bots", "over bots"]
    study = api.restrict(BASE, forbid="advertise,move", games=600, population=file)
    order = study.table("mechanisms")["mechanism"].to_list()
    assert [row[0] for row in printed] == order
    head, printed = table(lines, "Each bot by itself: worth (% points)")
    assert head == ["mechanism", *NAMES]
    assert [row[0] for row in printed] == order
    rows = study.table("mechanisms_by_bot").rename({"worth": "difference"})
    rows = rows.with_columns(unit=pl.lit("win share"))
    told = {(row["mechanism"], row["bot"]): where_resolved(row) for row in rows.to_dicts()}
    for mechanism, *cells in printed:
        assert cells == [told[mechanism, bot] for bot in NAMES]
    assert any("[" in cell for row in printed for cell in row)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("more", "told"),
    [
        (("--population", "basics"), '--population: found "basics"; allowed: basic (did you mean'),
        (("--population", "no.toml"), '--population: found "no.toml", no such file; allowed: a pa'),
        (("--population", "basic", "--decks", "20"), "--decks: not together with --population"),
        (("--population", "basic", "--bots", "random"), "--population: not together with --bots"),
        (("--population", "basic", "--bots", "planner"), "--population: not together with --bots"),
        (
            ("--population", "planner"),
            '--population: found "planner", a bot; allowed: a population',
        ),
        (("--population", "basic", "--games", "3"), "--games 3: at least two for each of 2 bots"),
    ],
)
def test_what_cannot_be_asked_is_one_line(
    loopsim: Loopsim, command: str, more: tuple[str, ...], told: str
) -> None:
    arguments, _ = COMMANDS[command]
    assert loopsim(command, *arguments, *more).fault().startswith(told)
