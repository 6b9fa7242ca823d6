"""Pages, parsed."""

import os
import re
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path

import polars as pl

from loopsim import reports
from loopsim.reports.kit.question import Column
from loopsim.reports.output import tables
from loopsim.results import Result
from loopsim.studies.study import Study

EMPTY = {"base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Page(HTMLParser):
    """Elements in order, text, and whether every element is closed."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.texts: list[tuple[str, str]] = []
        self.in_scroll_boxes: list[bool] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "table":
            _, box = self.tags[-2]
            self.in_scroll_boxes.append(box.get("class") == "scroll" and self.open[-1] == "div")
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append((self.open[-1] if self.open else "", data))

    def of(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]

    def text(self) -> str:
        """All texts, a space between them however they are nested."""
        shown = " ".join(data for tag, data in self.texts if tag not in ("style", "script"))
        return re.sub(" +", " ", shown)


def addresses(page: Page) -> list[str]:
    """Everything that the page points to."""
    return [
        str(value)
        for _, attributes in page.tags
        for name, value in attributes.items()
        if name in ("src", "href", "srcset", "action", "formaction", "data", "poster")
    ]


def headings(page: Page) -> list[int]:
    """The levels of its headings, in order."""
    return [int(tag[1]) for tag, _ in page.tags if re.fullmatch(r"h[1-6]", tag)]


def write_page(made: Result | Study, path: str | os.PathLike[str]) -> Path:
    """The HTML page of one run or study, written."""
    (page,) = reports.write(made, path)
    return page


def as_html(frame: pl.DataFrame, columns: Sequence[Column], *, turned: bool = False) -> str:
    """A frame as a table of a page."""
    return tables.as_html("t", tables.layout(frame, columns, turned=turned), wide=False)
