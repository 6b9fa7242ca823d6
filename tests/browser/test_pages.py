"""Pages as they stand in the file and as a browser shows and prints them, with hostile names in all."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.reports.parsed import Page, headings
from tests.reports.sound import faults


@pytest.fixture(scope="module")
def html(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def seen(path: Path, browser: Any) -> Any:
    """The page in the browser."""
    from tests.browser.look import look

    return look(browser, path)


def test_a_page_is_sound_by_its_html_alone(html: str) -> None:
    assert faults(html) == []


def test_the_contents_list_every_section_under_the_findings_in_order(html: str) -> None:
    page = Page(html)
    tags = [tag for tag, _ in page.tags]
    within = page.tags[tags.index("nav") : tags.index("main")]
    linked = [attributes["href"] for tag, attributes in within if tag == "a"]
    sections = [each.get("id") for each in page.of("section")]
    assert sections[0] == "findings"
    assert linked == [f"#{name}" for name in [*sections[1:], "reading"]]


def test_nothing_but_the_file_is_asked_for_and_nothing_said_on_the_console(
    path: Path, seen: Any
) -> None:
    assert seen.requests == [path.as_uri()]
    assert seen.messages == []


def test_every_image_is_there(html: str, seen: Any) -> None:
    assert len(seen.images) == len(Page(html).of("img"))
    assert all(width > 0 and height > 0 for width, height in seen.images)


def test_the_headings_that_are_shown_are_those_of_the_file_in_order(html: str, seen: Any) -> None:
    assert seen.headings == headings(Page(html))
    assert all(after <= before + 1 for before, after in pairwise([0, *seen.headings]))


def test_the_page_fits_a_phone_and_a_computer_at_the_usual_and_at_twice_the_size(
    seen: Any,
) -> None:
    assert seen.too_wide == {(390, 100): 0, (390, 200): 0, (1280, 100): 0, (1280, 200): 0}
    assert seen.text_grows == 2


def test_every_text_stands_out_from_what_is_behind_it_light_or_dark(seen: Any) -> None:
    assert seen.faint == {"light": [], "dark": []}


def test_the_page_prints_on_several_sheets_none_of_which_is_blank(seen: Any) -> None:
    assert len(seen.sheets["light"]) > 1
    assert all(seen.sheets["light"])
    assert seen.sheets["dark"] == seen.sheets["light"]


def test_nothing_is_wider_than_a_sheet_so_that_print_keeps_its_size(seen: Any) -> None:
    assert seen.too_wide_for_paper == 0


def test_no_heading_stands_alone_at_the_foot_of_a_sheet(html: str, seen: Any) -> None:
    titles = {" ".join(text.split()) for tag, text in Page(html).texts if tag in ("h2", "h3", "h4")}
    last = [" ".join(sheet.splitlines()[-1].split()) for sheet in seen.sheets["light"]]
    assert [line for line in last if line in titles] == []


def test_of_what_is_folded_and_not_printed_it_is_said_where_it_is(html: str, seen: Any) -> None:
    printed = " ".join(" ".join(seen.sheets["light"]).split())
    folded = [each.get("class") for each in Page(html).of("details") if "open" not in each]
    for kind, said in (("long", "The table is"), ("text", "The moves are"), (None, "They are")):
        times = min(1, folded.count(kind)) if kind == "text" else folded.count(kind)
        assert printed.count(f"{said} not printed: ") == times
    assert "Table as CSV" not in printed
