"""Reports of several runs, and of several studies without one."""

import re
import shlex
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from matplotlib.axes import Axes

import loopsim
from loopsim import reports
from loopsim.errors import InputError
from loopsim.reports.findings.front import Judgement, judgements_of_runs
from loopsim.reports.kit import figures as drawing
from loopsim.reports.kit.chapters import Source
from loopsim.reports.kit.question import Question
from loopsim.reports.output.page import Report
from loopsim.reports.pages import about_runs
from loopsim.reports.pages.of_runs import BESIDE, of_runs
from loopsim.reports.pages.of_studies import of_studies
from loopsim.reports.questions import score_spread
from loopsim.reports.questions.beside import Runs
from loopsim.reports.studies import levels_of_runs
from loopsim.results import Result
from loopsim.studies.study import Study
from tests.reports.parsed import Page, addresses, headings
from tests.reports.studies import SCORE, TRIP, effect, pairs, study


@pytest.fixture(scope="session")
def office() -> Result:
    return loopsim.run("loop-inc/office", games=300, bots="random", seed=1, keep="summary")


@pytest.fixture(scope="session")
def of_three() -> Result:
    return loopsim.run("loop-inc/base", games=200, players=3, bots="random", seed=5, keep="summary")


@pytest.fixture(scope="session")
def runs(run: Result, office: Result) -> Runs:
    return Runs({"base": run, "office": office})


@pytest.fixture(scope="module")
def report(run: Result, office: Result, swept: Study, comparison: Study) -> Report:
    return of_runs([run, office], [swept, comparison])


def names(report: Report, chapter: str) -> list[str]:
    (found,) = [each for each in report.chapters if each.name == chapter]
    return [asking.name for asking in found.askings]


# --- the page


def test_runs_are_set_side_by_side_and_compared_with_the_first(report: Report) -> None:
    assert [chapter.name for chapter in report.chapters] == [
        *("verdicts", "scores", "turn-order", "tears", "launches", "course", "cards", "trips"),
        *("advertising", "expansions", "everything"),
    ]
    assert names(report, "verdicts") == ["headline", "verdict_counts"]
    assert names(report, "scores") == ["runs-score_spread", "scores"]
    assert names(report, "turn-order") == ["runs-turn_order", "runs-catching_up", "turn_order"]
    assert names(report, "cards") == ["runs-new_cards", "cards", "past_cards", "out_of_stock"]
    assert names(report, "trips") == ["visits_by_run", "visits", "relative_lift"]
    assert all(name.startswith("sweep-1-") for name in names(report, "advertising"))
    assert all(name.startswith("compare-2-") for name in names(report, "expansions"))
    assert report.title == "Loop, Inc. with Office actions against Loop, Inc.: the base game"
    assert report.basis == (
        "300 to 400 games in each of 2 runs of 4 players, not paired · bots: random in all seats · seed 1"
    )


def test_the_page_says_that_runs_are_not_paired_and_how_to_pair_them(report: Report) -> None:
    assert "as if they shared no games" in report.warnings[0]
    assert "under “At a glance”" in report.warnings[0]
    (missing,) = report.chapters[0].missing
    assert missing.command == (
        "loopsim compare loop-inc/base loop-inc/office --games 300 --out my-comparison"
    )


def manifest(command: str, **more: Any) -> dict[str, Any]:
    played = {"scenario": "loop-inc/base", "players": 4, "bots": ["planner"], "rotate": True}
    return {"command": shlex.split(command), "games": 500, **played, **more}


def test_runs_that_differ_in_their_scenario_alone_are_paired_by_one_command() -> None:
    run = "loopsim run {} --set rules.ad_penalty=2 --games 900 --seed {} --out {}"
    first = manifest(run.format("loop-inc/base", 1, "a"), games=900)
    other = manifest(run.format("'my games/b.toml'", 2, "b"))
    assert about_runs.pairing([first, other]) == (
        "loopsim compare loop-inc/base 'my games/b.toml' --set rules.ad_penalty=2 --games 500 "
        "--out my-comparison"
    )


@pytest.mark.parametrize(
    "other",
    [
        manifest("loopsim run loop-inc/base --games 500"),
        manifest("loopsim run loop-inc/all --set days=2"),
        manifest("loopsim run loop-inc/all", players=3),
        manifest("loopsim run loop-inc/all", bots=["random"]),
    ],
    ids=["scenario", "options", "players", "bots"],
)
def test_other_runs_are_not(other: dict[str, Any]) -> None:
    assert about_runs.pairing([manifest("loopsim run loop-inc/base"), other]) == ""


def test_runs_of_other_tables_are_told_apart_from_runs_of_other_rules(
    run: Result, of_three: Result
) -> None:
    unpaired, tables = of_runs([run, of_three]).warnings
    assert "it takes set-ups that differ in their scenario alone" in unpaired
    assert tables == (
        "The runs are of different numbers of players: what differs between them may come of that."
    )


def test_the_written_page_is_whole(
    run: Result, awkward: Result, swept: Study, tmp_path: Path
) -> None:
    html, markdown = reports.write(
        [run, awkward, swept], tmp_path / "page.html", format=["html", "md"]
    )
    text = html.read_text(encoding="utf-8")
    page = Page(text)
    assert page.open == []
    assert "<script" not in text
    assert all(address.startswith(("data:", "#")) for address in addresses(page))
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len({*ids})
    assert {str(link["href"])[1:] for link in page.of("a") if link.get("href", "")[:1] == "#"} <= {  # type: ignore[index]
        *ids
    }
    found = headings(page)
    assert found[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(found))
    assert page.in_scroll_boxes == [True] * len(page.of("table"))
    for result in (run, awkward):
        assert result.manifest["scenario_hash"] in page.text()
    assert "Not paired: the runs are compared by their summaries" in page.text()
    assert "What variant has otherwise than loop-inc/base" in page.text()
    pngs = {path.stem for path in (tmp_path / "page-files").glob("*.png")}
    assert {"headline", "visits_by_run", "runs-score_spread", "runs-turn_order"} <= pngs
    assert "run by run" in markdown.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two runs of one scenario on disk, of 40 games each."""
    of = [tmp_path_factory.mktemp("runs") / name for name in ("before", "after")]
    for seed, folder in enumerate(of):
        loopsim.run("loop-inc/base", games=40, bots="random", seed=seed, keep="summary", out=folder)
    return of


def test_runs_of_one_scenario_are_told_apart_by_folder(folders: list[Path]) -> None:
    assert of_runs([Result.read(folder) for folder in folders]).title == (
        "Loop, Inc.: the base game: after against before"
    )


def test_a_run_that_is_given_twice_is_told_in_a_line(folders: list[Path]) -> None:
    with pytest.raises(
        InputError, match=r"^report: found .*before twice; allowed: each folder once$"
    ):
        loopsim.report(folders[0], folders[1], folders[0])


# --- the front page


def verdicts(runs: Runs) -> dict[str, Judgement]:
    sources = {
        name: Source(of.estimates, of.manifest, "", "", f"for {name}")
        for name, of in runs.by_name.items()
    }
    found = judgements_of_runs(sources, Source(runs, {}, "", ""), [])
    assert len(found) <= 10
    return {each.title: each for each in found}


def test_a_threshold_has_one_line_with_the_number_and_the_verdict_of_each_run(runs: Runs) -> None:
    found = verdicts(runs)
    assert {*found} == {
        *("Turn order", "Eliminations", "Dead cards", "Forced turns", "Catching up"),
        "Shared wins",
    }
    eliminations = found["Eliminations"]
    base, office = (of.estimates.of("eliminated").value for of in runs.by_name.values())
    assert base is not None
    assert office is not None
    worse, better = ("base", "office") if base > office else ("office", "base")
    assert re.fullmatch(
        rf"{worse}: Eliminated before the end: [\d.]+\s% \(.*\) of the players\. "
        rf"The other: {better} [\d.]+\s% \(.*\), fix\.",
        eliminations.text,
    )
    assert f"{100 * max(base, office):.0f}"[:2] in eliminations.text
    assert eliminations.verdict == "fix"
    assert eliminations.assumed == f"{worse}: for {worse}; {better}: for {better}"
    assert (
        eliminations.zones
        == "fine up to 2\N{NO-BREAK SPACE}%, to be fixed above 5\N{NO-BREAK SPACE}%"
    )


def test_each_run_is_judged_by_its_own_thresholds(run: Result) -> None:
    lenient = loopsim.run(
        "loop-inc/base",
        games=400,
        bots="random",
        seed=1,
        keep="summary",
        set={"report.thresholds.eliminated": {"fine": [0, 0.99], "fix": [0, 1], "why": "as it is"}},
    )
    found = verdicts(Runs({"lenient": lenient, "strict": run}))["Eliminations"]
    assert found.verdict == "fix"
    assert found.text.startswith("strict: Eliminated before the end: ")
    assert re.search(r" The other: lenient [\d.]+\s% \(.*\), fine\.$", found.text)
    assert found.zones.startswith("strict: fine up to 2")
    assert "lenient: fine up to 99" in found.zones
    assert "lenient: as it is" in found.why


def test_what_is_the_same_for_several_runs_is_said_once(run: Result) -> None:
    sources = {
        name: Source(run.estimates, run.manifest, "", "", assumed)
        for name, assumed in (("a", "here"), ("b", "there"), ("c", "here"))
    }
    found = judgements_of_runs(sources, Source(None, {}, "", ""), [])
    assert {each.assumed for each in found} == {"a and c: here; b: there"}
    assert found[0].text.startswith("a: ")
    assert " The others: b " in found[0].text


def test_the_figure_behind_a_finding_is_the_one_of_all_runs(report: Report) -> None:
    shown = {each.title: each.shown for each in report.judgements}
    assert shown["Turn order"] == (
        "runs-turn_order",
        "Win share by place in the turn order: run by run",
    )
    assert shown["Dead cards"] == ("runs-new_cards", "New cards by source and day: run by run")


# --- side by side


def drawn(question: Question[Any], frame: pl.DataFrame) -> list[Any]:
    """The axes of the picture of a question."""
    axes = []

    def draw(part: pl.DataFrame, ax: Axes) -> Axes:
        assert question.draw is not None
        axes.append(question.draw(part, ax))
        return ax

    assert drawing.picture(draw, question.panels(frame), question.size(frame))
    return axes


@pytest.mark.parametrize(
    "question",
    [question for questions in BESIDE.values() for question in questions],
    ids=lambda question: question.name,
)
def test_there_is_a_panel_a_run_on_one_axis(question: Question[Runs], runs: Runs) -> None:
    frame = question.compute(runs)
    assert frame["run"].unique(maintain_order=True).to_list() == ["base", "office"]
    axes = drawn(question, frame)
    assert [ax.get_title(loc="left") for ax in axes] == ["base", "office"]
    shared = question.panels(frame).shared
    assert len({getattr(ax, f"get_{shared}lim")() for ax in axes}) == 1
    assert len(axes[0].figure.legends) <= 1
    assert len({column.name for column in question.columns(frame)}) > 1


@pytest.mark.parametrize("question", [q for part in BESIDE.values() for q in part[-1:]])
def test_a_run_of_another_table_or_of_few_games_is_drawn_too(
    question: Question[Runs], run: Result, of_three: Result, one_game: Result
) -> None:
    mixed = Runs({"four": run, "three": of_three, "one": one_game})
    frame = question.compute(mixed)
    assert len(drawn(question, frame)) == 3
    assert question.find(frame, mixed)


def test_rows_of_one_name_stand_in_the_order_of_the_first_run(runs: Runs) -> None:
    of = next(question for question in BESIDE["tears"] if question.name == "tears_by_cause")
    base, office = of.compute(runs).partition_by("run", maintain_order=True)
    assert base["cause"].to_list() == office["cause"].to_list()
    assert base["tears"].to_list() == sorted(base["tears"], reverse=True)
    for name, part in (("base", base), ("office", office)):
        estimates = runs.by_name[name].estimates
        told = [estimates.of(f"tears_{cause}").value for cause in part["cause"]]
        assert part["tears"].to_list() == pytest.approx(told)


def test_each_run_says_what_it_says_by_itself(runs: Runs) -> None:
    (of, *_) = BESIDE["turn-order"]
    found = of.find(of.compute(runs), runs)
    assert [finding.text.partition(": ")[0] for finding in found] == ["base", "office"]


def test_shares_of_scores_add_up_and_their_intervals_hold_the_unit_game(runs: Runs) -> None:
    frame = score_spread.compute(runs)
    for name, of in runs.estimates().items():
        part = frame.filter(run=name)
        assert part["share"].sum() == pytest.approx(1)
        assert part["mean"][0] == of.of("score").value
        within = part.select(((pl.col("least") + 2) * pl.col("share")).sum()).item()
        assert abs(within - part["mean"][0]) < 2
        assert (part["share_low"] <= part["share"] + 1e-12).all()
    least, shown = frame.row(0, named=True)["least"], frame["scores"][0]
    assert least % 5 == 0
    assert shown == f"{least} to {least + 4}".replace("-", "\N{MINUS SIGN}")
    (finding,) = score_spread.find(frame, runs)
    assert re.fullmatch(
        r"A player scores on average .*\spoints \(.*\) in base; .*\spoints \(.*\) in office\.",
        finding.text,
    )


# --- the levels of runs


def compared(*setups: str, **tables: Sequence[Any]) -> Study:
    return study("compare", {name: pairs(*rows) for name, rows in tables.items()}, setups)


def test_the_headline_has_each_number_of_each_run_once() -> None:
    of = compared("old", "new", "x", metrics=[effect(), effect(setup="x", b=7.0, b_low=6.0)])
    frame = levels_of_runs.compute_headline(of)
    assert frame.select("name", "run", "value", "value_low", "value_high").rows() == [
        ("Score", "old", 10.0, 9.5, 10.5),
        ("Score", "new", 12.0, 11.5, 12.5),
        ("Score", "x", 7.0, 6.0, 12.5),
    ]
    (ax,) = drawn(levels_of_runs.HEADLINE, frame)
    assert ax.get_title(loc="left") == "Score"
    assert [label.get_text() for label in ax.get_yticklabels()] == ["old", "new", "x"]
    marks = [container.lines[0] for container in ax.containers]
    assert [mark.get_xdata().tolist() for mark in marks] == [[10.0], [12.0], [7.0]]
    assert len({mark.get_marker() for mark in marks}) == len({m.get_color() for m in marks}) == 3


def test_visits_are_those_of_trips_that_all_runs_have_the_most_visited_first() -> None:
    rows = [
        effect(TRIP | {"metric": "visits", "index": index, "item": name}, a=visits)
        for index, (name, visits) in enumerate([("few", 1.0), ("many", 3.0)])
    ]
    frame = levels_of_runs.compute_visits(compared("old", "new", items=[*rows, effect(TRIP)]))
    assert frame.select("name", "run", "value").rows() == [
        *(("many", "old", 3.0), ("many", "new", 12.0)),
        *(("few", "old", 1.0), ("few", "new", 12.0)),
    ]
    (ax,) = drawn(levels_of_runs.VISITS, frame)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["many", "few"]
    assert [text.get_text() for text in ax.figure.legends[0].get_texts()] == ["old", "new"]


def test_more_runs_than_marks_are_told_in_tables() -> None:
    rows = [effect(SCORE, setup=str(which)) for which in range(6)]
    frame = levels_of_runs.compute_headline(compared("old", metrics=rows))
    assert levels_of_runs.is_drawn(frame.head(6))
    assert not levels_of_runs.is_drawn(frame)
    assert not levels_of_runs.is_drawn(frame.clear())


# --- studies without a run


def test_several_studies_without_a_run_are_a_page_of_chapters(swept: Study, factors: Study) -> None:
    report = of_studies([swept, factors])
    assert all(name.startswith("sweep-1-") for name in names(report, "advertising"))
    assert all(name.startswith("factorial-2-") for name in names(report, "expansions"))
    commands = [missing.command for chapter in report.chapters for missing in chapter.missing]
    assert "loopsim run loop-inc/base --games 100000 --out my-run" in commands
    assert not any(" sweep " in command or " factorial " in command for command in commands)
    assert report.title == "Loop, Inc.: the base game"


def test_what_is_missing_is_played_of_the_set_up_of_the_first_study(swept: Study) -> None:
    typed = "loopsim arena my.toml --set days=2 --bots a,b --games 10 --quiet"
    arena = study("arena", {}, ["my.toml"], command=shlex.split(typed), bots=["a", "b"])
    commands = [
        missing.command
        for chapter in of_studies([arena, swept]).chapters
        for missing in chapter.missing
    ]
    assert "loopsim run my.toml --set days=2 --games 100000 --out my-run" in commands
    many = typed.replace("arena my.toml", "compare first.toml second.toml")
    of = study("compare", {}, command=shlex.split(many))
    (command,) = [
        missing.command
        for chapter in of_studies([of, swept]).chapters
        for missing in chapter.missing
        if missing.command.startswith("loopsim run first.toml --set days=2 --bots a,b --games 100")
    ]
    assert "second" not in command


def test_the_page_of_several_studies_is_written(
    swept: Study, factors: Study, tmp_path: Path
) -> None:
    (path,) = reports.write([swept, factors], tmp_path / "studies.html")
    page = Page(path.read_text(encoding="utf-8"))
    assert page.open == []
    assert "Not asked yet" in page.text()
    assert "Each finding holds for the bots and the deck of its study." in page.text()


def test_studies_of_different_games_are_told_in_a_line(swept: Study) -> None:
    other = study("compare", {}, game="another")
    with pytest.raises(
        InputError, match=r"^report: found studies of another and loop-inc; allowed"
    ):
        of_studies([swept, other])


def test_runs_of_different_games_are_told_in_a_line(run: Result, office: Result) -> None:
    resolved = office.manifest["resolved"]
    other = Result(
        {**office.manifest, "resolved": {**resolved, "game": "another"}},
        office.summary,
        office.setting,
        office.measures,
    )
    with pytest.raises(InputError):
        of_runs([run, other])
