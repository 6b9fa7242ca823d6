"""A browser sees what is wrong with a page: else its silence about the pages would say nothing."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from markupsafe import escape

from loopsim.reports.output.filters import as_css
from loopsim.reports.output.page import TEMPLATES
from loopsim.reports.output.pdf import printed

BROKEN = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
  body { margin: 0; font-size: 14px }
  .wide { width: 700px; height: 1px }
  .long { width: 60rem; height: 1px }
  .sheet { break-after: page }
  @media (prefers-color-scheme: dark) { body { background: #222; color: #fff } .soft { color: #333 } }
</style>
</head>
<body>
<h1>One</h1>
<h3 class="soft">Three</h3>
<p style="color: #aaa">Faint</p>
<p class="soft">Soft</p>
<img src="data:image/png;base64,AAAA" alt="">
<img src="http://localhost:1/there.png" alt="">
<div class="wide"></div>
<details>
<summary>More</summary>
<div class="long"></div>
</details>
<div class="sheet"></div>
<div class="sheet">&nbsp;</div>
<script>console.error("said"); throw new Error("thrown")</script>
</body>
</html>
"""


def test_all_that_is_wrong_with_a_page_is_seen(browser: Any, tmp_path: Path) -> None:
    from tests.browser.look import look

    path = tmp_path / "broken.html"
    path.write_text(BROKEN)
    seen = look(browser, path)
    assert seen.requests == [path.as_uri(), "http://localhost:1/there.png"]
    assert "said" in seen.messages
    assert "thrown" in seen.messages
    assert seen.images == [[0, 0], [0, 0]]
    assert seen.headings == [1, 3]
    assert seen.text_grows == 1
    assert seen.too_wide == {(390, 100): 570, (390, 200): 1530, (1280, 100): 0, (1280, 200): 640}
    assert seen.too_wide_for_paper == 265
    assert seen.faint == {"light": ["2.32: Faint"], "dark": ["1.26: Three", "1.26: Soft"]}
    assert [bool(text) for text in seen.sheets["light"]] == [True, False]


def test_each_sheet_tells_the_title_and_its_number(
    chromium: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pypdf import PdfReader

    monkeypatch.setenv("LOOPSIM_CHROMIUM", str(chromium))
    title = 'A "long" \\ </style> title: it\'s\n50 %; é'
    css = (TEMPLATES / "report.css").read_text(encoding="utf-8")
    page = (
        f'<html style="--title: {escape(as_css(title))}"><style>{css}</style>'
        '<h1 style="break-after: page">First</h1><h2>Last</h2></html>'
    )
    made = PdfReader(BytesIO(printed(page.encode(), Path("page.pdf"))))
    shown = " ".join(title.split())
    assert [sheet.extract_text().splitlines() for sheet in made.pages] == [
        [f"1 / 2{shown}", "First"],
        [f"2 / 2{shown}", "Last"],
    ]
    assert made.outline[0]["/Title"] == "First"


@pytest.fixture
def site() -> Iterator[tuple[str, list[str]]]:
    """A site on this machine, and what it was asked for."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", asked
        server.shutdown()
        thread.join()


def test_a_page_is_printed_in_full_and_without_any_network(
    chromium: Path, site: tuple[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    from pypdf import PdfReader

    address, asked = site
    monkeypatch.setenv("LOOPSIM_CHROMIUM", str(chromium))
    page = (
        f'<title>T</title><img src="{address}/a.png"><script src="{address}/b.js"></script>'
        '<p style="break-after: page">First</p><p>Last</p>'
    )
    made = BytesIO(printed(page.encode(), Path("page.pdf")))
    assert [sheet.extract_text().strip() for sheet in PdfReader(made).pages] == ["First", "Last"]
    assert asked == []
