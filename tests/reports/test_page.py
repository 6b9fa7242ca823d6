"""The page as a whole: one file that needs nothing else, readable, and safe against any name."""

import base64
import json
import os
import re
import shlex
import subprocess
import sys
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from markupsafe import escape

import loopsim
from loopsim.errors import InputError
from loopsim.population import with_bots
from loopsim.reports.kit import about
from loopsim.reports.output.filters import in_words
from loopsim.reports.pages.of_run import of_run
from loopsim.reports.pages.sections import SECTIONS
from loopsim.results import Result
from loopsim.scenario import load
from loopsim.studies.families import DECKS
from tests.reports.names import AWKWARD_BOT, AWKWARD_TRIP, LONG_TITLE, LONG_TRIP
from tests.reports.parsed import Page, addresses, headings, write_page

QUESTIONS = [question for section in SECTIONS for question in section.questions]
#: Those of the questions that have a figure in the awkward run.
FIGURES = [question for question in QUESTIONS if question.draw]


@pytest.fixture(scope="module")
def written(awkward: Result, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_page(awkward, tmp_path_factory.mktemp("out") / "new" / "my report.html")


@pytest.fixture(scope="module")
def page(written: Path) -> Page:
    return Page(written.read_text(encoding="utf-8"))


def test_every_element_is_closed(page: Page) -> None:
    assert page.open == []


def test_the_page_needs_nothing_from_outside(written: Path, page: Page) -> None:
    html = written.read_text(encoding="utf-8")
    assert page.of("script") == page.of("link") == page.of("iframe") == []
    assert all(address.startswith(("data:", "#")) for address in addresses(page))
    assert not re.search(r"https?://|@import|url\(", html)
    assert not any(name.startswith("on") for _, attributes in page.tags for name in attributes)


def test_links_inside_lead_somewhere_and_ids_are_unique(page: Page) -> None:
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    inside = [str(link["href"])[1:] for link in page.of("a") if str(link["href"])[0] == "#"]
    assert {*inside} <= {*ids}
    assert {section.name for section in SECTIONS if section.questions} <= {*inside}


def test_every_image_is_embedded_with_an_alternative(written: Path, page: Page) -> None:
    images = page.of("img")
    assert len(images) == len(FIGURES)
    for image in images:
        kind, _, content = str(image["src"]).partition(",")
        assert kind == "data:image/png;base64"
        assert base64.b64decode(content).startswith(b"\x89PNG")
        assert len(str(image["alt"])) > 40


def test_headings_are_in_order(page: Page) -> None:
    found = headings(page)
    assert found[0] == 1
    assert found.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(found))


def test_every_table_and_large_figure_scrolls_in_a_box_of_its_own(page: Page) -> None:
    assert page.in_scroll_boxes == [True] * len(page.of("table"))
    boxes = [box for box in page.of("div") if box.get("class") == "scroll"]
    large = [box for box in page.of("div") if box.get("class") == "scroll large"]
    assert [box["aria-label"] for box in large] == [
        f"Figure: {name}"
        for name in ("Cost and points of the trips", "Visits to the trips", "Who visits and wins")
    ]
    assert len(boxes) == len(page.of("table")) > 13
    assert all(box["tabindex"] == "0" and box["aria-label"] for box in boxes)


def test_the_words_of_commands_stand_in_one_piece_each() -> None:
    command = shlex.join(["loopsim", "run", "--out", "a  b", "<i>"])
    html = in_words(command)
    assert re.findall("<span>(.*?)</span>", html) == [str(escape(w)) for w in command.split(" ")]
    assert html.striptags() == " ".join(command.split())
    assert re.sub("</?span>", "", html) == escape(command)


def test_no_name_is_taken_for_markup(written: Path, page: Page) -> None:
    html = written.read_text(encoding="utf-8")
    assert "<script" not in html
    assert html.count("<style") == html.count("</style") == 1
    assert page.of("b") == []
    text = page.text()
    for name in (LONG_TITLE, AWKWARD_TRIP, LONG_TRIP, AWKWARD_BOT, "</style><script>2</script>"):
        assert name in text
    assert "&amp;lt;" not in html


def test_findings_come_first_and_from_every_section(awkward: Result, page: Page) -> None:
    headings = [data.strip() for tag, data in page.texts if tag == "h2"]
    assert headings[0] == "Findings"
    assert headings[1:-4] == [chapter.title for chapter in of_run(awkward).chapters]
    assert headings[-4:] == [
        "Games to look at",
        "What was played",
        "How to read the numbers",
        "Made with",
    ]
    linked = [link["href"] for link in page.of("a") if link.get("class") == "where"]
    assert [*dict.fromkeys(linked)] == [
        f"#{section.name}" for section in SECTIONS if section.questions
    ]


def test_the_head_says_what_was_played(awkward: Result, page: Page) -> None:
    text, m = page.text(), awkward.manifest
    assert "The card faces are a reconstruction" in text
    for fact in (m["scenario_hash"], m["bots_hash"], "300", "futures and office"):
        assert fact in text
    assert "3 orders by turns" in text


def test_the_head_lists_what_differs_from_the_scenario_extended(
    awkward: Result, written: Path, page: Page
) -> None:
    assert "What differs from loop-inc/base.toml" in page.text()
    html = written.read_text(encoding="utf-8")
    changes = html[html.index('id="changes"') :]
    table = changes[: changes.index("</details>")]
    cells = re.findall(r"<td[^>]*>(.*?)</td>", table)
    assert [tuple(map(unescape, cells[at : at + 3])) for at in range(0, len(cells), 3)] == [
        ("players", "3", "4"),
        ("expansions", '["futures", "office"]', "[]"),
        ("rules.trash_empty_tears", "false", "true"),
        ("rules.ad_penalty", "2", "3"),
        ("trips.AD1.1.trip", f'"{LONG_TRIP}"', '"Sign the Declaration of Independence"'),
        ("trips.AD4.1.trip", json.dumps(AWKWARD_TRIP, ensure_ascii=False), '"Joust at Camelot"'),
    ]
    assert "<summary>6 differences</summary>" in table


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(
    ("extends", "said"),
    [
        (None, ""),
        ({"file": "a & b.toml", "changes": []}, "No rule, trip or effect."),
        ({"file": "a & b.toml", "changes": None}, "a & b.toml cannot be played by itself."),
        (
            {"file": "a & b.toml", "changes": [{"key": "trips.X.1", "before": 1, "after": None}]},
            "1 difference",
        ),
    ],
)
def test_a_run_without_differences_says_so(
    extends: dict[str, Any] | None, said: str, one_game: Result, tmp_path: Path
) -> None:
    changed = Result(
        {**one_game.manifest, "extends": extends},
        one_game.summary,
        one_game.setting,
        one_game.measures,
    )
    text = Page(write_page(changed, tmp_path / "r.html").read_text(encoding="utf-8")).text()
    assert said in text
    assert ("What differs from a & b.toml" in text) == (extends is not None)
    assert ("A dash: not stated" in text) == (said == "1 difference")


@pytest.mark.usefixtures("undrawn")
def test_a_long_list_of_differences_is_folded(one_game: Result, tmp_path: Path) -> None:
    change = {"key": "players", "before": 3, "after": 4}
    for many, is_open in ((20, True), (21, False)):
        manifest = {**one_game.manifest, "extends": {"file": "x", "changes": [change] * many}}
        changed = Result(manifest, one_game.summary, one_game.setting, one_game.measures)
        html = write_page(changed, tmp_path / f"{many}.html").read_text(encoding="utf-8")
        assert ("open" in Page(html).of("details")[-1]) == is_open
        assert html.count("<td>players</td>") == many


def test_captions_say_games_interval_seed_and_bots(page: Page) -> None:
    captions = [data for tag, data in page.texts if tag == "figcaption"]
    assert len(captions) == len(FIGURES)
    for caption in captions:
        for words in ("n = 300 games of 3", "seed 2", "plain"):
            assert words in caption
        (asked,) = [each for each in FIGURES if caption.startswith(f"{each.title}. ")]
        assert ("intervals 95 %, clustered by game" in caption) is asked.intervals


def test_the_foot_names_telling_games_with_how_many_share_them(awkward: Result, page: Page) -> None:
    text = page.text()
    telling = awkward.json()["telling_games"]
    shown = about.telling_games(awkward)
    assert [(each.value, each.games, each.game) for each in shown] == [
        *(
            (telling[name]["value"], telling[name]["games"], telling[name]["game"])
            for name in ("closest", "comeback", "lead_changes", "most_tears")
        ),
        (None, None, telling["typical"]["game"]),
    ]
    margins = awkward.games.filter(pl.col("survivors") >= 2).collect()["margin"]
    assert shown[0].games == (margins == margins.min()).sum() > 1
    games = [data for tag, data in page.texts if tag == "pre"]
    assert games == [each.text for each in shown]
    for each in shown:
        assert each.text.startswith("Loop, Inc.")
        assert f"game {each.game}" in each.text
        assert each.title in text
        assert f"loopsim trace DIR --game {each.game} --text" in text
    assert "This run was kept in no folder; play it again with" in text
    assert f"numba {awkward.manifest['versions']['numba']}" in text


def test_what_more_than_one_game_in_ten_is_is_not_told(
    awkward: Result, one_game: Result, monkeypatch: pytest.MonkeyPatch
) -> None:
    telling = awkward.json()["telling_games"]
    assert telling["longest"]["games"] > 30 >= telling["closest"]["games"]
    for share, left_out in ((15 / 300, 1), (14.9 / 300, 2), (0, 3)):
        monkeypatch.setattr(about, "MOST_SHARED", share)
        assert len(about.telling_games(awkward)) == len(telling) - left_out
    told = one_game.json()["telling_games"]  # of so few each is told
    assert len(about.telling_games(one_game)) == len(told) > 0


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("folder", ["my-run", "a folder & it's <b>"])
def test_replays_can_be_copied_as_they_stand(
    run: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    monkeypatch.chdir(tmp_path)
    texts = run.telling_texts
    kept = Result(run.manifest, run.summary, run.setting, run.measures, telling_texts=texts)
    kept.write(folder)
    text = Page(write_page(Result.read(folder), "r.html").read_text(encoding="utf-8")).text()
    replays = re.findall(r"loopsim trace .* --text", text)
    assert len(replays) == len(about.telling_games(run))
    assert "kept in no folder" not in text
    for line, each in zip(replays, about.telling_games(run), strict=True):
        _, _, *asked = shlex.split(line)
        assert asked == [folder, "--game", str(each.game), "--text"]
        (trace,) = loopsim.trace(asked[0], game=int(asked[2]))
        assert trace.events[0]["index"] == each.game


def test_figures_and_tables_lie_beside_the_page(written: Path, awkward: Result) -> None:
    folder = written.with_name("my report-files")
    assert {path.name for path in folder.iterdir()} == {
        *(f"{question.name}.csv" for question in QUESTIONS),
        *(f"{question.name}.png" for question in FIGURES),
        "written.json",
    }
    table = pl.read_csv(folder / "turn_order.csv")
    assert table["win_share"].to_list() == pytest.approx(
        [share["mean"] for share in awkward.json()["win_share_by_order"]]
    )


def test_tables_are_in_the_page_as_csv_too(written: Path, page: Page) -> None:
    links = {link["download"]: str(link["href"]) for link in page.of("a") if "download" in link}
    for name, address in links.items():
        content = base64.b64decode(address.partition(",")[2])
        assert content == (written.with_name("my report-files") / str(name)).read_bytes()
    assert len(links) == len(QUESTIONS)


@pytest.mark.usefixtures("undrawn")
def test_one_game_says_too_few_and_not_resolved(one_game: Result, tmp_path: Path) -> None:
    html = write_page(one_game, tmp_path / "one.html").read_text(encoding="utf-8")
    text = Page(html).text()
    assert "too few" in text
    assert "Not resolved: too few games to say whether the place matters." in text
    assert "1 game of 4 players" in text
    assert "1 games" not in text
    assert "nan" not in text.lower().split()


@pytest.mark.usefixtures("undrawn")
def test_a_report_needs_the_summary_only_and_equal_runs_give_equal_pages(
    one_game: Result, tmp_path: Path
) -> None:
    one_game.write(tmp_path / "run")
    read = Result.read(tmp_path / "run")
    pages = [
        write_page(result, tmp_path / f"{name}.html")
        for name, result in enumerate((one_game, read))
    ]
    assert pages[0].read_bytes() == pages[1].read_bytes()


@pytest.mark.usefixtures("undrawn")
def test_a_place_that_cannot_be_written_is_one_clear_line(one_game: Result, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be written"):
        write_page(one_game, tmp_path / "file" / "report.html")


@pytest.mark.parametrize("place", [".", "", "..", "/", "there"])
def test_a_folder_in_place_of_the_file_is_one_clear_line_and_nothing_is_written(
    place: str, one_game: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "there").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        InputError, match=r"^--out: found .*, a folder; allowed: the name of a file"
    ):
        write_page(one_game, place)
    assert [path.name for path in tmp_path.rglob("*")] == ["there"]


@pytest.mark.parametrize(
    "content", [b"", b'{"games": 7}', b"\xff\x00", b"<!doctype html><p>My own page"]
)
def test_only_a_report_is_replaced(content: bytes, one_game: Result, tmp_path: Path) -> None:
    mine = tmp_path / "manifest.json"
    mine.write_bytes(content)
    with pytest.raises(
        InputError, match=r"^--out: found .*manifest.json, which is no report; only a report is"
    ):
        write_page(one_game, mine)
    assert mine.read_bytes() == content
    assert [*tmp_path.iterdir()] == [mine]


def test_what_is_no_file_is_not_replaced(one_game: Result, tmp_path: Path) -> None:
    pipe, nowhere = tmp_path / "pipe", tmp_path / "nowhere"
    os.mkfifo(pipe)
    nowhere.symlink_to(tmp_path / "not" / "there")
    for place in (pipe, nowhere):
        with pytest.raises(InputError, match="which is no report"):
            write_page(one_game, place)
    assert {*tmp_path.iterdir()} == {pipe, nowhere}


@pytest.mark.usefixtures("undrawn")
def test_an_earlier_report_is_replaced(one_game: Result, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    write_page(one_game, page)
    made = page.read_bytes()
    page.write_bytes(made + b"<!-- older -->")
    write_page(one_game, page)
    assert page.read_bytes() == made


@pytest.mark.parametrize(
    ("argv", "shown"),
    [
        (
            ["some/where/loopsim", "run", "loop-inc/base", "--set", "a=b c"],
            "loopsim run loop-inc/base --set 'a=b c'",
        ),
        (["/lib/loopsim/__main__.py", "show"], "loopsim show"),
        ([""], "from Python"),
        ([], "from Python"),
        (["-c"], "from Python"),
        (["/lib/ipykernel_launcher.py", "-f", "kernel.json"], "from Python"),
    ],
)
def test_the_command_is_shown_without_its_folder(argv: list[str], shown: str) -> None:
    assert about.command(argv) == shown


@pytest.mark.parametrize(
    ("argv", "kept"),
    [
        (["bin/loopsim", "run", "--games", "2"], ["loopsim", "run", "--games", "2"]),
        (["/lib/loopsim/__main__.py", "run"], ["loopsim", "run"]),
        (["-c"], []),
        (["my_script.py", "run"], []),
    ],
)
def test_a_manifest_keeps_the_command_that_was_typed_and_none_of_a_program(
    argv: list[str], kept: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", argv)
    few = {"games": 2, "players": 2, "bots": "random"}
    assert loopsim.run(**few).manifest["command"] == kept
    for study in (
        loopsim.compare("loop-inc/base", vary={"rules.ad_penalty": [3, 2]}, **few),
        loopsim.value(items="actions", **few),
    ):
        assert study.manifest["command"] == kept


WEIGHS = "takes the option with the largest weighted sum of what it sees of it"


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ('family = "random"', "picks uniformly among the options of each choice"),
        (
            'family = "weighted"',
            WEIGHS,
        ),
        (
            'family = "weighted"\ntemperature = 50\nskill = 80',
            f"{WEIGHS}; temperature 50; slips at 20 % of its decisions",
        ),
        (
            'family = "look-ahead"\npersona = "greedy"\nplayouts = 2',
            "looks ahead, 2 playouts a decision, as greedy plays",
        ),
        ('family = "weighted"\nskill = 80\nnotes = "So."', "So."),
    ],
)
def test_what_a_bot_is_comes_of_its_own_keys_where_it_has_no_notes(
    keys: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "tiny.toml").write_text(f'{keys}\ntitle = "Tiny"\n')
    scenario, _ = with_bots(load("loop-inc/base"), tmp_path / "tiny.toml")
    assert about.what(scenario.resolved()["bots"]["tiny"]) == f"Tiny: {said}"


def test_interrupted_runs_and_faults_are_said(one_game: Result) -> None:
    manifest = {**one_game.manifest, "games_asked": 5000, "faults": {"log_full": 2}}
    changed = Result(manifest, one_game.summary, one_game.setting, one_game.measures)
    facts = dict(about.head(changed))
    assert facts["Games"] == "1 complete of 5,000 asked for: the run was interrupted"
    assert facts["Games that did not end as they should"] == "log_full: 2 games"


def test_importing_reports_imports_no_drawing_library() -> None:
    code = (
        "import json, sys; import loopsim.reports; "
        "print(json.dumps([m for m in ('matplotlib', 'pandas', 'jinja2', 'polars', 'numba') "
        "if m in sys.modules]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == []


@pytest.mark.usefixtures("undrawn")
def test_a_page_says_whether_cards_are_a_reconstruction_or_drawn(tmp_path: Path) -> None:
    drawn = loopsim.run(games=20, bots="random", set={"deck.seed": 3})
    over_decks = loopsim.run_over(decks=20, games=40, bots="random")
    for played, drawn_from in ((drawn, True), (over_decks, True), (loopsim.run(games=20), False)):
        page = write_page(played, tmp_path / "page.html").read_text(encoding="utf-8")
        assert ("seed 3" in page) == (played is drawn)
        assert (about.DRAWN in page, about.RECONSTRUCTION in page) == (drawn_from, not drawn_from)


def test_a_study_of_drawn_decks_does_not_call_the_cards_of_a_run_drawn(run: Result) -> None:
    over_decks = {**run.manifest, "family": {"of": DECKS.name}}
    assert about.faces([run.manifest, run.manifest]) == about.RECONSTRUCTION
    assert about.faces([over_decks]) == about.DRAWN
    assert about.faces([run.manifest, over_decks]) == about.SOME_DRAWN
