"""A page as a browser shows it: what it asked for, said and laid out, and how it prints."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, sync_playwright
from pypdf import PdfReader

from loopsim.reports.output.pdf import as_this_user

#: Widths of the window, px: a phone, a computer. Sizes of the text, per cent of the usual.
WIDTHS = (390, 1280)
SIZES = (100, 200)
HEIGHT = 900

#: What a sheet of A4 has between the margins of the style for print, px: 184 mm.
SHEET = 695

Scheme = Literal["light", "dark"]
SCHEMES: Sequence[Scheme] = ("light", "dark")

LOOK = Path(__file__).with_name("look.js").read_text(encoding="utf-8")


#: What stands at the foot of every sheet would hide that one is blank.
NO_FOOT = "@page { @bottom-left { content: none } @bottom-right { content: none } }"


@dataclass(frozen=True)
class Look:
    """What was seen of a page.

    `requests`: the addresses that were asked for. `messages`: all that came on the console.
    `images`: of each its size as decoded, (0, 0) if it is not there. `headings`: their levels.
    `text_grows`: how many times larger the text is where it is set to twice the usual size.
    `too_wide`: by width of the window and size of text, by how many px the page is wider than that.
    `too_wide_for_paper`: the same of a sheet; the browser would shrink all sheets by it.
    On a system that is light, and on one that is dark: `faint`: texts with less contrast than they
    need, each after what it has. `sheets`: of each sheet its text, or the names of its pictures;
    empty if it is blank.
    """

    requests: Sequence[str]
    messages: Sequence[str]
    images: Sequence[Sequence[int]]
    headings: Sequence[int]
    text_grows: float
    too_wide: dict[tuple[int, int], int]
    too_wide_for_paper: int
    faint: dict[Scheme, Sequence[str]]
    sheets: dict[Scheme, Sequence[str]]


@contextmanager
def started(chromium: Path) -> Iterator[Browser]:
    """A browser that is started once for many pages."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=as_this_user())
        try:
            yield browser
        finally:
            browser.close()


def look(browser: Browser, path: Path) -> Look:
    """Look at the page of a file in a new window."""
    context = browser.new_context(
        viewport={"width": max(WIDTHS), "height": HEIGHT}, color_scheme="light", offline=True
    )
    page = context.new_page()
    requests: list[str] = []
    messages: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("pageerror", lambda error: messages.append(str(error)))
    page.on("console", lambda said: messages.append(said.text))
    page.goto(path.as_uri(), wait_until="load")
    page.add_style_tag(content=NO_FOOT)
    faint: dict[Scheme, Sequence[str]] = {}
    sheets: dict[Scheme, Sequence[str]] = {}
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        seen = page.evaluate(LOOK)
        faint[scheme] = seen["faint"]
        sheets[scheme] = _sheets(page.pdf(prefer_css_page_size=True))
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    too_wide = {(width, size): _too_wide(page, width, size) for width in WIDTHS for size in SIZES}
    page.emulate_media(media="print")
    too_wide_for_paper = _too_wide(page, SHEET, 100)
    context.close()
    return Look(
        requests,
        messages,
        seen["images"],
        seen["headings"],
        seen["textGrows"],
        too_wide,
        too_wide_for_paper,
        faint,
        sheets,
    )


def _too_wide(page: Page, width: int, size: int) -> int:
    """By how many px the page is wider than the window."""
    page.set_viewport_size({"width": width, "height": HEIGHT})
    over: int = page.evaluate(
        """size => {
            document.documentElement.style.fontSize = `${size}%`;
            const { scrollWidth, clientWidth } = document.scrollingElement;
            return scrollWidth - clientWidth;
        }""",
        size,
    )
    return over


def _sheets(pdf: bytes) -> list[str]:
    return [
        sheet.extract_text().strip() or " ".join(image.name for image in sheet.images)
        for sheet in PdfReader(BytesIO(pdf)).pages
    ]
