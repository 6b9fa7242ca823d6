"""What must hold of every page, checked on its HTML alone: the half that needs no browser."""

import re
from base64 import b64decode
from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise

from PIL import Image

from loopsim.reports.output.page import TEMPLATES
from tests.reports.parsed import Page, addresses, headings

#: The width of a phone, in px; and what a px is in other units that a style may use.
PHONE = 390
UNITS = {"px": 1.0, "pt": 4 / 3, "rem": 16.0, "em": 16.0, "cm": 96 / 2.54, "mm": 9.6 / 2.54}

#: Elements that run something, fetch something or send something.
ACTIVE = ("applet", "base", "embed", "form", "frame", "iframe", "link", "object")


def faults(html: str) -> list[str]:
    """What is wrong with a page, a line each; none if it is sound."""
    page = Page(html)
    return [fault for check in CHECKS for fault in check(page)]


def _closed(page: Page) -> Iterator[str]:
    yield from (f"<{tag}> is not closed" for tag in page.open)


def _language_and_viewport(page: Page) -> Iterator[str]:
    if not any(root.get("lang") for root in page.of("html")):
        yield "no language"
    meta = {each.get("name"): each.get("content") for each in page.of("meta")}
    if "width=device-width" not in (meta.get("viewport") or ""):
        yield "no viewport of the width of the device"
    if re.search("maximum-scale|user-scalable", meta.get("viewport") or ""):
        yield "a viewport that forbids to zoom"


def _within(page: Page) -> Iterator[str]:
    """Nothing is asked for from outside the file."""
    for address in addresses(page):
        if not address.startswith(("data:", "#")):
            yield f"address {address}"
    styles = [data for tag, data in page.texts if tag == "style"]
    styles += [attributes.get("style") or "" for _, attributes in page.tags]
    for style in styles:
        for address in re.findall(r"url\(\s*[\"']?([^\"')]*)", style):
            if not address.startswith(("data:", "#")):
                yield f"address {address}"
        if "@import" in style:
            yield "a style that imports another"


def _nothing_runs(page: Page) -> Iterator[str]:
    """No script but one that a template has, word for word: no name gets into it."""
    scripts = [data.strip() for tag, data in page.texts if tag == "script"]
    yield from (f"script {script}" for script in scripts if script not in _constant_scripts())
    if len(scripts) > 1:
        yield "more than one script"
    yield from (f"<{tag}>" for tag, _ in page.tags if tag in ACTIVE)
    for tag, attributes in page.tags:
        yield from (f"<{tag} {name}>" for name in attributes if name.startswith("on"))
        if tag == "meta" and "http-equiv" in attributes:
            yield "<meta http-equiv>"


def _constant_scripts() -> list[str]:
    """The scripts of the templates: in files of their own, or in the page."""
    scripts = [file.read_text(encoding="utf-8") for file in TEMPLATES.glob("*.js")]
    for file in TEMPLATES.glob("*.html"):
        scripts += re.findall(r"<script>(.*?)</script>", file.read_text("utf-8"), re.DOTALL)
    return [script.strip() for script in scripts]


def _images(page: Page) -> Iterator[str]:
    for image in page.of("img"):
        if not (image.get("alt") or "").strip():
            yield "an image without an alternative"
        kind, _, content = (image.get("src") or "").partition(",")
        if kind != "data:image/png;base64" or not _decodes(content):
            yield f"an image that is none: {kind},{content[:20]}"


def _decodes(content: str) -> bool:
    try:
        with Image.open(BytesIO(b64decode(content, validate=True))) as image:
            image.load()
    except (OSError, ValueError, SyntaxError):  # as Pillow tells of what is damaged
        return False
    return True


def _outline(page: Page) -> Iterator[str]:
    levels = headings(page)
    if levels[:1] != [1] or levels.count(1) != 1:
        yield f"the headings are not below one first of level 1: {levels}"
    yield from (
        f"a heading of level {after} below one of {before}"
        for before, after in pairwise(levels)
        if after > before + 1
    )


def _ids(page: Page) -> Iterator[str]:
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    yield from (f"two elements are #{each}" for each in {*ids} if ids.count(each) > 1)
    for address in addresses(page):
        if address.startswith("#") and address[1:] not in ids:
            yield f"nothing is {address}"


def _tables(page: Page) -> Iterator[str]:
    """Each has a head that names its columns, and a box in which it scrolls."""
    within: list[str] = []
    for tag, _ in page.tags:
        if tag == "table":
            within.append("")
        elif within and tag in ("thead", "th", "td"):
            within[-1] += f" {tag}"
    yield from ("a table without a head" for each in within if not each.startswith(" thead th"))
    yield from ("a table that scrolls the page" for boxed in page.in_scroll_boxes if not boxed)


def _fits_a_phone(page: Page) -> Iterator[str]:
    """No element states a width that a phone does not have; pictures shrink by the style sheet."""
    for tag, attributes in page.tags:
        style = attributes.get("style") or ""
        widths = re.findall(r"(?<!max-)\bwidth:\s*([\d.]+)(px|pt|rem|em|cm|mm)", style)
        if tag != "img":
            widths += re.findall(r"^(\d+)()$", attributes.get("width") or "")
        for number, unit in widths:
            if float(number) * UNITS[unit or "px"] > PHONE:
                yield f"<{tag}> is {number}{unit} wide"


CHECKS = (
    _closed,
    _language_and_viewport,
    _within,
    _nothing_runs,
    _images,
    _outline,
    _ids,
    _tables,
    _fits_a_phone,
)
