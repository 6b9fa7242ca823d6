"""compare: tables, JSON, folders, what is refused, Ctrl-C."""

import json
import signal
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import loopsim as api
from loopsim import Study
from loopsim.cli.progress import Progress
from loopsim.cli.shown import IN_PER_CENT, named
from loopsim.numbers import PERCENT, about
from loopsim.scenario import load
from tests.cli.program import BASE, Loopsim, table
from tests.cli.studies import fits, json_is_that_of, on_a_terminal, without_clocks

OFFICE = "loop-inc/office"
ASKED = ("compare", BASE, OFFICE, "--games", "400", "--bots", "random", "--seed", "3")
TITLES = {"metrics": "The game", "details": "Details", "items": "Trips"}
HEAD = ["before", "after", "difference", "verdict", "effect size", "p", "q", "variance ratio"]
OVER_DECKS = ("compare", BASE, OFFICE, "--decks", "20", "--games", "800", "--bots", "random")
CLEAR = ("higher", "lower")
IN_THE_MAIN_TABLE = ("not resolved", "real but small")
VERDICTS = {
    "not resolved": "not resolved",
    "real but small": "real but small",
    "no difference that matters": "no difference that matters",
    "identical": "identical in every game",
}


@pytest.fixture(scope="module")
def study() -> Study:
    return api.compare([BASE, OFFICE], games=400, bots="random", seed=3)


@pytest.fixture(scope="module")
def over_decks() -> Study:
    return api.compare([BASE, OFFICE], decks=20, games=800, bots="random")


def test_json_is_that_of_the_function(loopsim: Loopsim, study: Study) -> None:
    json_is_that_of(loopsim, ASKED, study)


def test_options_are_those_of_the_function(loopsim: Loopsim, tmp_path: Path) -> None:
    data = loopsim(
        "compare", BASE, "--vary", "rules.ad_penalty=3,2", "--vary", "expansions=[],[office]",
        "--games", "60", "--players", "3", "--bots", "random,greedy,random", "--seed", "8",
        "--threads", "1", "--set", "rules.waste_cost=2", "--no-rotate", "--json",
        "--out", tmp_path / "study",
    ).json()  # fmt: skip
    study = api.compare(
        BASE, vary={"rules.ad_penalty": [3, 2], "expansions": [[], ["office"]]}, games=60, players=3,
        bots=["random", "greedy", "random"], seed=8, threads=1, set={"rules.waste_cost": 2},
        rotate=False,
    )  # fmt: skip
    assert without_clocks(data) == without_clocks(study.json())
    kept = Study.read(tmp_path / "study")
    assert without_clocks(kept.json()) == without_clocks(data)
    assert [arm["label"] for arm in data["arms"]] == [
        f"rules.ad_penalty={p}, expansions={e}" for p in (3, 2) for e in ("[]", "[office]")
    ]


def test_rekey_compares_a_scenario_with_itself(loopsim: Loopsim) -> None:
    arguments = ("compare", BASE, "--rekey", "anomalies", "--games", "60", "--bots", "random")
    data = loopsim(*arguments, "--json").json()
    assert [arm["rekey"] for arm in data["arms"]] == [[], ["anomalies"]]
    assert data["identical"][0]["identical"] == 0.0
    assert loopsim(*arguments).lines()[3] == f"{BASE}, anomalies keyed anew against {BASE}"


@pytest.mark.parametrize("name", TITLES)
def test_a_table_has_what_differs_the_largest_effect_first(
    loopsim: Loopsim, study: Study, name: str
) -> None:
    clear = study.table(name).filter(pl.col("verdict").is_in(CLEAR)).to_dicts()
    clear.sort(key=lambda row: -abs(row["effect_size"] or 0))
    head, printed = table(loopsim(*ASKED).lines(), TITLES[name])
    assert head == HEAD
    assert [cells[0] for cells in printed[: len(clear)]] == [named(row) for row in clear]
    assert len(clear) > 4
    for row, cells in zip(clear, printed, strict=name != "metrics"):
        of = dict(zip(HEAD, cells[1:], strict=True))
        value, _, interval = of["difference"].partition(" ")
        low, high = interval.strip("[]").split(", ")
        shown = [number(text) for text in (value, low, high)]
        digits = 10.0 ** -len(value.partition(".")[2])
        scale = 100 if row["unit"] in PERCENT else 1
        expected = [scale * row[x] for x in ("difference", "low", "high")]
        assert shown == pytest.approx(expected, abs=0.51 * digits)
        assert value[0] == ("+" if row["verdict"] == "higher" else "−")
        for arm, head_of_arm in (("a", "before"), ("b", "after")):
            level = scale * row[arm]
            assert number(of[head_of_arm]) == pytest.approx(
                level, abs=0.06 * scale + abs(level) / 20
            )
        assert of["verdict"] == row["verdict"]
        numbers_are_those_of(row, of)


def numbers_are_those_of(row: dict[str, Any], of: dict[str, str]) -> None:
    """Effect size and variance ratio to two digits, p and q to three or as below 0.001, or dashes."""
    for name, head in (("effect_size", "effect size"), ("variance_ratio", "variance ratio")):
        if row[name] is None:
            assert of[head] == "–"
        else:
            assert number(of[head]) == pytest.approx(row[name], abs=0.0051)
    for name in ("p", "q"):
        if row[name] is None:
            assert of[name] == "–"
        elif row[name] < 0.001:
            assert of[name] == "< 0.001"
        else:
            assert float(of[name]) == pytest.approx(row[name], abs=0.00051)


def test_the_main_table_goes_on_with_what_is_not_resolved_and_what_is_real_but_small(
    loopsim: Loopsim, study: Study
) -> None:
    """What needs the fewest games first; what no games are known to resolve last."""
    rows = study.table("metrics").to_dicts()
    clear = [row for row in rows if row["verdict"] in CLEAR]
    still_open = [row for row in rows if row["verdict"] == "not resolved"]
    still_open.sort(key=lambda row: row["more_games"] or float("inf"))
    small = [row for row in rows if row["verdict"] == "real but small"]
    assert min(len(still_open), len(small)) > 0
    _, printed = table(loopsim(*ASKED).lines(), "The game")
    rest = printed[len(clear) :]
    assert [cells[0] for cells in rest] == [named(row) for row in [*still_open, *small]]
    for row, cells in zip([*still_open, *small], rest, strict=True):
        of = dict(zip(HEAD, cells[1:], strict=True))
        assert of["verdict"] == row["verdict"] + (f", {more}" if (more := needed(row)) else "")
        numbers_are_those_of(row, of)


def needed(row: dict[str, Any]) -> str:
    """What is said of a number of one deck that is not resolved."""
    if row["bound"] is not None:
        scale, unit = (100, " % points") if row["unit"] in PERCENT else (1, "")
        return (
            f"{row['differing']} games differ: at most {scale * row['bound']:.2g}{unit} either way"
        )
    if row["more_games"] is None:
        return ""
    return about(row["more_games"])


def number(text: str) -> float:
    return float(text.replace("−", "-").replace(",", ""))


@pytest.mark.parametrize("name", TITLES)
def test_every_number_that_is_in_no_table_is_told_by_its_verdict(
    loopsim: Loopsim, study: Study, name: str
) -> None:
    """Up to twelve by name, what is nearest to being resolved first; the others counted."""
    after = section(loopsim(*ASKED).lines(), TITLES[name])
    for verdict, words in VERDICTS.items():
        rows = study.table(name).filter(verdict=verdict).to_dicts()
        told = [line for line in after if line.startswith(f"{words}: ")]
        if not rows or (name == "metrics" and verdict in IN_THE_MAIN_TABLE):
            assert told == []
            continue
        rows.sort(key=lambda row: row["more_games"] or float("inf"))
        parts = [
            named(row)
            + (f" ({more})" if verdict == "not resolved" and (more := needed(row)) else "")
            for row in rows
        ]
        rest = [f"and {len(parts) - 12} more"] if len(parts) > 12 else []
        assert told == [f"{words}: {'; '.join([*parts[:12], *rest])}"]


def section(lines: list[str], title: str) -> list[str]:
    """The lines from the title of a table to that of the next."""
    titles = [i for i, line in enumerate(lines) if line.strip() in TITLES.values()]
    start = next(i for i in titles if lines[i].strip() == title)
    return lines[start : min((i for i in titles if i > start), default=len(lines))]


def test_head_says_what_was_played_and_how_much_is_the_same(loopsim: Loopsim) -> None:
    arguments = ("compare", BASE, "--vary", "rules.ad_penalty=3,2", "--games", "200")
    lines = loopsim(*arguments, "--bots", "random").lines()
    study = api.compare(BASE, vary="rules.ad_penalty=3,2", games=200, bots="random")
    same = study.table("identical")["identical"][0]
    assert 0 < same < 1
    assert lines[:5] == [
        f"{BASE}: 200 games of each set-up, bots random, seed 1",
        f"every difference with its 95 % interval, clustered by game{IN_PER_CENT}",
        "",
        "rules.ad_penalty=2 against rules.ad_penalty=3",
        f"paired; {same:.2%} of the games take the same course",
    ]


def test_a_number_that_hardly_any_game_has_otherwise_is_told_with_its_bound(
    loopsim: Loopsim,
) -> None:
    arguments = ("compare", BASE, "--vary", "rules.ad_penalty=3,2", "--games", "200")
    _, printed = table(loopsim(*arguments, "--bots", "random").lines(), "The game")
    study = api.compare(BASE, vary="rules.ad_penalty=3,2", games=200, bots="random")
    rows = study.table("metrics").filter(metric="shared_win").to_dicts()
    assert 0 < rows[0]["differing"] < 30
    of = {cells[0]: dict(zip(HEAD, cells[1:], strict=True)) for cells in printed}["Shared win (%)"]
    few, bound = rows[0]["differing"], rows[0]["bound"]
    assert (
        of["verdict"]
        == f"not resolved, {few} games differ: at most {100 * bound:.2g} % points either way"
    )
    assert (of["p"], of["q"]) == ("–", "–")


def test_set_ups_of_other_numbers_of_players_are_said_not_to_be_paired(loopsim: Loopsim) -> None:
    lines = loopsim(
        "compare", BASE, "--vary", "players=2,3", "--games", "200", "--bots", "random"
    ).lines()
    assert lines[3:5] == [
        "players=3 against players=2",
        "not paired: other numbers of players share no games",
    ]


def test_a_table_without_any_clear_difference_says_so(loopsim: Loopsim) -> None:
    lines = loopsim(
        "compare", BASE, "--vary", "rules.office_rescores=true,false", "--games", "40",
        "--bots", "random",
    ).lines()  # fmt: skip
    for title in TITLES.values():
        assert f"{title}: no difference that matters is resolved" in lines
    assert any(line.startswith("identical in every game: Turns; ") for line in lines)


@pytest.mark.parametrize("columns", [60, 80])
def test_it_fits_a_terminal(
    loopsim: Loopsim, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    wide = loopsim(*ASKED).lines()
    fits(on_a_terminal(loopsim, monkeypatch, columns, *ASKED), wide, columns)


def test_over_decks_it_is_said_on_how_many_a_difference_holds_and_trips_have_no_table(
    loopsim: Loopsim, over_decks: Study
) -> None:
    lines = loopsim(*OVER_DECKS).lines()
    decks = "800 games of each set-up over 20 drawn decks, bots random, seed 1"
    assert lines[0] == f"{BASE} and {OFFICE}: {decks}"
    head, printed = table(lines, "The game")
    assert head == [*HEAD[:4], "holds on decks", "over decks", *HEAD[4:]]
    higher = over_decks.table("metrics").filter(verdict="higher").to_dicts()
    of = {cells[0]: dict(zip(head, cells[1:], strict=True)) for cells in printed}
    assert {row["unresolved"] == 0 for row in higher} == {True, False}
    for row in higher:
        against = f", opposite on {row['below']}" if row["below"] else ""
        unclear = f", open on {row['unresolved']}" if row["unresolved"] else ""
        cells = of[named(row)]
        assert cells["holds on decks"] == f"{row['above']} of 20{against}{unclear}"
        disagree = {0: "no deck disagrees", 1: "1 deck disagrees"}.get(row["below"])
        most_are_open = f"{row['robustness']}, {disagree}"
        assert cells["over decks"] == (most_are_open if row["unresolved"] > 10 else "robust")
    assert not any(line.startswith("Trips") for line in lines)


def test_over_decks_it_is_said_how_many_more_decks_it_would_take(
    loopsim: Loopsim, over_decks: Study
) -> None:
    head, printed = table(loopsim(*OVER_DECKS).lines(), "The game")
    of = {cells[0]: dict(zip(head, cells[1:], strict=True)) for cells in printed}
    rows = over_decks.table("metrics")
    waiting = rows.filter(pl.col("more_members").is_not_null()).to_dicts()
    assert len(waiting) > 3
    for row in waiting:
        decks = "1 more deck" if row["more_members"] == 1 else f"{row['more_members']:,} more decks"
        assert of[named(row)]["verdict"] == f"not resolved, about {decks}"
        assert row["more_games"] is None


def test_quiet_is_silent_and_keeps_the_study(loopsim: Loopsim, tmp_path: Path) -> None:
    assert loopsim(*ASKED, "--quiet", "--out", tmp_path / "study").text() == ""
    assert Study.read(tmp_path / "study").manifest["command"][1] == "compare"


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ((BASE,), "compare: one scenario; name two, or vary it with --vary key=v1,v2"),
        ((BASE, BASE), f'compare: "{BASE}" stands twice; each set-up once'),
        ((BASE, OFFICE, "--vary", "k=1,2"), "--vary: with one scenario, not with 2"),
        ((BASE, "--vary", "rules.ad_penalty=3,x"),
         '--vary rules.ad_penalty: found "x"; allowed: a whole number, 0 to 50'),
        ((BASE, OFFICE, "--games", "1"), "--games 1: at least two"),
        ((BASE, OFFICE, "--bots", "nobody"),
         f'--bots: found "nobody"; allowed: {", ".join(load(BASE).bots)}; or the path of a .toml file'),
        ((BASE, "--rekey", "cards"),
         '--rekey: found "cards"; allowed: first_player, trips, anomalies'),
    ],
)  # fmt: skip
def test_what_cannot_be_compared_is_one_line(
    loopsim: Loopsim, arguments: tuple[str, ...], fault: str
) -> None:
    assert loopsim("compare", *arguments).fault() == fault


def test_nothing_in_a_name_is_a_mark(loopsim: Loopsim, tmp_path: Path) -> None:
    file = tmp_path / "[red]:skull:.toml"
    file.write_text(f'extends = "{BASE}"\n')
    lines = loopsim("compare", BASE, file, "--games", "40", "--bots", "random").lines()
    assert lines[3] == f"[red]:skull: against {BASE}"


def test_no_scenario_at_all_is_a_matter_of_usage(loopsim: Loopsim) -> None:
    done = loopsim("compare")
    assert (done.code, done.out) == (2, "")
    assert "Missing argument" in done.err


@pytest.mark.parametrize(
    ("options", "shown", "kept"),
    [
        ([], "table", ""),
        (["--json"], "json", ""),
        (["--quiet"], "", ""),
        (["--out", "study", "--quiet"], "", " and kept in study"),
    ],
)
def test_ctrl_c_shows_what_was_asked_for_and_ends_with_one_line(
    loopsim: Loopsim,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    options: list[str],
    shown: str,
    kept: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Progress, "advance", lambda *_: signal.raise_signal(signal.SIGINT))
    done = loopsim("compare", BASE, OFFICE, "--games", "9000", "--bots", "random", *options)
    assert done.code == 3
    said = f"loopsim: interrupted; 1,000 of 9,000 games of each set-up complete{kept}\n"
    assert done.err == said
    if shown == "json":
        assert json.loads(done.out)["games"] == 1_000
    elif shown == "table":
        head = f"{BASE} and {OFFICE}: 1,000 games of each set-up, bots random, seed 1"
        assert done.out.startswith(head)
    else:
        assert done.out == ""
    if kept:
        assert Study.read("study").manifest["games"] == 1_000
    else:
        assert [*tmp_path.iterdir()] == []


def test_ctrl_c_before_anything_is_complete_keeps_nothing(
    loopsim: Loopsim, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Progress, "advance", lambda *_: signal.raise_signal(signal.SIGINT))
    done = loopsim(
        "compare", BASE, "--vary", "players=2,3", "--games", "9000", "--bots", "random",
        "--out", tmp_path / "study",
    )  # fmt: skip
    assert (done.code, done.out) == (3, "")
    assert done.err == "loopsim: interrupted; nothing is complete\n"
    assert [*(tmp_path / "study").iterdir()] == []
