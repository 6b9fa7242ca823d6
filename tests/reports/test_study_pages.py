"""The pages of studies as a whole: every kind, safe against any name, needing nothing else."""

import base64
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import loopsim
from loopsim.errors import InputError
from loopsim.reports.kinds import KINDS
from loopsim.reports.studies.item_values import BOUND, OF_ITEM, OF_WORTH, OVER_FAMILY
from loopsim.reports.studies.topics import THEMES
from loopsim.studies.effects import OF_LEVEL
from loopsim.studies.study import Kind, Study
from tests.reports import hostile
from tests.reports.hostile import (
    AWKWARD_FILE,
    FACTORS,
    MADE,
    compare_many,
    compare_over_decks,
    sweep_of_two,
    value,
)
from tests.reports.names import AWKWARD_TRIP
from tests.reports.parsed import Page, addresses, headings, write_page
from tests.reports.studies import (
    OVER_2_BOTS,
    OVER_40_DECKS,
    PLACE,
    TRIP,
    effect,
    pairs,
    study,
    table,
)


@pytest.fixture(scope="module")
def awkward_comparison(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return hostile.awkward_comparison(tmp_path_factory.mktemp("awkward"))


@pytest.fixture(scope="module", params=["awkward_comparison", *MADE])
def made(request: pytest.FixtureRequest) -> Study:
    if request.param in MADE:
        return MADE[request.param]()
    found: Study = request.getfixturevalue(request.param)
    return found


@pytest.fixture(scope="module")
def written(made: Study, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_page(made, tmp_path_factory.mktemp("page") / "page.html")


@pytest.fixture(scope="module")
def page(written: Path) -> Page:
    return Page(written.read_text(encoding="utf-8"))


def test_every_kind_of_study_has_a_page() -> None:
    assert {*KINDS} == {*Kind.__args__}  # type: ignore[attr-defined]


def test_a_page_needs_nothing_from_outside_and_no_name_is_taken_for_markup(
    written: Path, page: Page
) -> None:
    html = written.read_text(encoding="utf-8")
    assert page.open == []
    assert page.of("script") == page.of("link") == page.of("iframe") == page.of("b") == []
    assert "<script" not in html
    assert html.count("<style") == 1
    assert "&amp;lt;" not in html
    assert all(address.startswith(("data:", "#")) for address in addresses(page))
    assert not any(name.startswith("on") for _, attributes in page.tags for name in attributes)
    assert not {"nan", "none", "null", "inf"} & {*re.findall(r"\w+", page.text().lower())} - {
        "none"
    }


def test_headings_are_in_order_links_lead_somewhere_and_ids_are_unique(page: Page) -> None:
    found = headings(page)
    assert (found[0], found.count(1)) == (1, 1)
    assert all(after <= before + 1 for before, after in pairwise(found))
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    inside = [str(link["href"])[1:] for link in page.of("a") if str(link["href"])[0] == "#"]
    assert inside
    assert {*inside} <= {*ids}


def test_images_have_alternatives_and_tables_scroll_in_a_box(page: Page) -> None:
    for image in page.of("img"):
        kind, _, content = str(image["src"]).partition(",")
        assert kind == "data:image/png;base64"
        assert base64.b64decode(content).startswith(b"\x89PNG")
        assert len(str(image["alt"])) > 40
    assert page.in_scroll_boxes == [True] * len(page.of("table"))


def test_figures_and_tables_lie_beside_the_page(written: Path, page: Page) -> None:
    folder = written.with_name("page-files")
    links = {
        str(link["download"]): str(link["href"]) for link in page.of("a") if "download" in link
    }
    assert {path.name for path in folder.glob("*.csv")} == {*links}
    for name, address in links.items():
        assert base64.b64decode(address.partition(",")[2]) == (folder / name).read_bytes()
    assert len([*folder.glob("*.png")]) == len(page.of("img"))


def test_what_was_played_is_said_before_the_numbers_and_how_to_read_them_after(
    made: Study, page: Page
) -> None:
    titles = [data.strip() for tag, data in page.texts if tag == "h2"]
    judged = bool(page.of("ol"))
    assert titles[:2] == ["Findings" if judged else "What stands out", "What was played"]
    assert titles[-2:] == ["How to read the numbers", "Made with"]
    text = page.text()
    for arm in made.manifest["arms"]:
        assert arm["label"] in text
        assert arm["title"] in text
        assert arm["scenario_hash"] in text
    for caption in (data for tag, data in page.texts if tag == "figcaption"):
        assert f"n = {made.manifest['games']:,} games of" in caption
        assert "seed 1; bots: " in caption


def test_a_comparison_shows_what_each_set_up_has_otherwise_and_all_topics(
    awkward_comparison: Study, tmp_path: Path
) -> None:
    path = write_page(awkward_comparison, tmp_path / "c.html")
    text = Page(path.read_text(encoding="utf-8")).text()
    assert f"What loop-inc/base has otherwise than {AWKWARD_FILE[:20]}" in text
    assert "rules.ad_penalty" in text
    assert "the same games: draws of one meaning are shared by all set-ups" in text
    for theme in THEMES:
        assert (theme.title in text) is (theme.name != "other")
    for words in ("Benjamini and Hochberg", "variance ratio", "effect size"):
        assert words in text
    assert AWKWARD_TRIP in text


def test_over_decks_a_comparison_says_on_how_many_its_findings_hold(tmp_path: Path) -> None:
    path = write_page(compare_over_decks(), tmp_path / "c.html")
    text = Page(path.read_text(encoding="utf-8")).text()
    assert "38 of 40" in text
    assert "robust" in text
    assert "over the decks that were drawn" in text
    for verdict in ("Robust", "Mostly", "Deck-dependent", "Not resolved"):
        assert f" {verdict}: " in text
    assert "Trips have no identity across decks and are left out." in text


def test_over_decks_a_valuation_leaves_no_trips_out(tmp_path: Path) -> None:
    over = [OF_WORTH, OF_LEVEL, BOUND, OVER_FAMILY]
    items = table([{"item": "AD, 4", "name": "AD, 4 components"}], OF_ITEM, {"points": pl.Int64})
    worth = {"item": "AD, 4", "number": "mispricing", "of": "", "value": 1.0, "decks": 4}
    tables = {"items": items, "values": table([worth], *over, {"note": pl.String})}
    path = write_page(
        study("value", tables, ["base"], items="trips", family=OVER_40_DECKS), tmp_path / "v"
    )
    text = Page(path.read_text(encoding="utf-8")).text()
    assert "Robust: on at least 95 % of such decks" in text
    assert "left out" not in text


def test_set_ups_that_share_no_games_or_are_too_many_to_draw_are_said(tmp_path: Path) -> None:
    path = write_page(compare_many(), tmp_path / "c.html")
    page = Page(path.read_text(encoding="utf-8"))
    assert "These set-ups share no games" in page.text()
    assert "marks could not be told apart" in page.text()
    assert page.of("img") == []
    assert "8 set-ups against" in page.text()


def test_findings_of_a_comparison_come_main_numbers_first_then_by_effect_then_what_is_open(
    tmp_path: Path,
) -> None:
    rows = [
        effect(effect_size=0.2),
        effect(metric="turns", title="Turns", effect_size=-0.6),
        effect(metric="past_move", title="Move", effect_size=-0.7),
        effect(PLACE, verdict="not resolved", more_games=500),
    ]
    path = write_page(study("compare", {"metrics": pairs(*rows)}), tmp_path / "c.html")
    html = path.read_text(encoding="utf-8")
    where = re.findall(r'<a class="where" href="#([^"]*)"', html)
    assert where == ["scores", "cards", "course", "verdicts", "turn-order", "verdicts"]


def test_the_answers_of_a_sweep_come_first(tmp_path: Path) -> None:
    html = write_page(sweep_of_two(), tmp_path / "s.html").read_text(encoding="utf-8")
    where = re.findall(r'<a class="where" href="#([^"]*)"', html)
    assert where[:1] == ["answers"]
    assert " is 2.00 (1.50 to 2.50): there a visit brings the mean of all trips" in html


def test_a_valuation_says_that_it_is_causal_and_win_lift_is_not(tmp_path: Path) -> None:
    html = write_page(value(), tmp_path / "v.html").read_text(encoding="utf-8")
    assert "These numbers are causal" in html
    assert "How often those win who use an item is not" in html


@pytest.mark.parametrize("kind", KINDS)
def test_a_study_without_any_rows_has_a_page(kind: str, tmp_path: Path) -> None:
    more: dict[str, Any] = {"factors": FACTORS, "varied": [{"key": "a", "values": []}]}
    families = {"decks": OVER_40_DECKS, "bots": OVER_2_BOTS}
    more["family"] = families.get(kind)
    empty = study(kind, {}, labels=["old", "new"], items="trips", **more)
    page = Page(write_page(empty, tmp_path / "e.html").read_text(encoding="utf-8"))
    assert page.of("img") == []
    assert page.open == []


@pytest.mark.parametrize("name", MADE)
def test_a_study_is_read_from_its_folder_as_a_run_is(name: str, tmp_path: Path) -> None:
    kept = MADE[name]()
    kept.write(tmp_path / "study")
    (path,) = loopsim.report(tmp_path / "study")
    assert path == tmp_path / "study" / "report.html"
    other = write_page(kept, tmp_path / "other.html")
    assert path.read_bytes() == other.read_bytes()


def test_a_study_that_lacks_a_column_is_one_clear_line_that_names_its_folder(
    tmp_path: Path,
) -> None:
    broken = study("compare", {"metrics": pairs(effect(TRIP)).drop("smallest")})
    broken.write(tmp_path / "study")
    with pytest.raises(InputError) as told:
        loopsim.report(tmp_path / "study")
    assert str(told.value) == (
        f"{tmp_path / 'study'}: not a finished study of this version: table metrics: column smallest "
        "is missing"
    )


@pytest.mark.parametrize(
    ("kind", "damage", "said"),
    [
        ("factorial", {"factors": None}, "manifest: factors is missing"),
        ("sweep", {"varied": None}, "manifest: varied is missing"),
        ("value", {"items": None}, "manifest: items is missing"),
        ("decks", {"family": OVER_40_DECKS, "headline": None}, "manifest: headline is missing"),
        ("bots", {}, "manifest: family is missing"),
        ("compare", {"bots": ["nobody"]}, "manifest: --bots"),
    ],
)
def test_a_damaged_manifest_is_one_clear_line(
    kind: str, damage: dict[str, Any], said: str, tmp_path: Path
) -> None:
    broken = study(kind, {})
    broken.manifest |= damage
    broken.manifest = {key: value for key, value in broken.manifest.items() if value is not None}
    with pytest.raises(InputError, match=f"^study {kind}: not a finished study of .*: {said}"):
        write_page(broken, tmp_path / "page.html")


def test_a_damaged_scenario_of_a_set_up_is_one_clear_line(tmp_path: Path) -> None:
    broken = study("compare", {})
    broken.manifest["arms"][1]["resolved"] = {"game": "loop-inc"}
    with pytest.raises(InputError, match=r"^study compare: not a finished study of .*: manifest: "):
        write_page(broken, tmp_path / "page.html")
