"""The checks of a page that need no browser see what is wrong with one."""

from base64 import b64encode
from io import BytesIO

import pytest
from PIL import Image

from tests.reports.sound import faults


def png() -> bytes:
    file = BytesIO()
    Image.new("L", (40, 40)).save(file, "png")
    return file.getvalue()


def picture(content: bytes) -> str:
    return f"data:image/png;base64,{b64encode(content).decode()}"


TABLE = "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>"
SOUND = f"""<!doctype html>
<html lang="en">
<head>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>p {{ color: red; background: url(data:image/png;base64,AA) }}</style>
</head>
<body>
<h1>One</h1><h2 id="two">Two</h2><h3>Three</h3><h2>Two</h2>
<p style="max-width: 900px; width: 300px"><a href="#two">to it</a></p>
<img src="{picture(png())}" alt="A square." width="900">
<div class="scroll">{TABLE}</div>
</body>
</html>
"""


def test_a_sound_page_has_no_fault() -> None:
    assert faults(SOUND) == []


@pytest.mark.parametrize(
    ("sound", "broken", "fault"),
    [
        ("</body>\n</html>", "", "<html> is not closed"),
        (' lang="en"', "", "no language"),
        ('name="viewport"', 'name="view"', "no viewport of the width of the device"),
        ("initial-scale", "maximum-scale", "a viewport that forbids to zoom"),
        ('href="#two"', 'href="https://a.b/c"', "address https://a.b/c"),
        ('href="#two"', 'href="javascript:alert(1)"', "address javascript:alert(1)"),
        ("url(data:image/png;base64,AA)", "url( 'x.png')", "address x.png"),
        ("max-width: 900px", "background: url(//a.b)", "address //a.b"),
        ("p {", "@import 'x.css'; p {", "a style that imports another"),
        ("<h3>", "<script>a</script><h3>", "script a"),
        ("<h3>", "<iframe></iframe><h3>", "<iframe>"),
        ("<h3>", '<h3 onclick="a()">', "<h3 onclick>"),
        ("<style>", '<meta http-equiv="refresh" content="0"><style>', "<meta http-equiv>"),
        ('alt="A square."', 'alt=" "', "an image without an alternative"),
        (
            picture(png()),
            picture(png()[:45]),
            f"an image that is none: {picture(png())[:42]}",
        ),
        ("<h1>One</h1>", "", "the headings are not below one first of level 1: [2, 3, 2]"),
        ("<h3>Three", "<h4>Three", "a heading of level 4 below one of 2"),
        ("<p ", '<p id="two" ', "two elements are #two"),
        ('href="#two"', 'href="#three"', "nothing is #three"),
        ("<th>a</th>", "", "a table without a head"),
        ('class="scroll"', 'class="other"', "a table that scrolls the page"),
        ("width: 300px", "width: 30em", "<p> is 30em wide"),
        ("width: 300px", "min-width: 391px", "<p> is 391px wide"),
        ("<table>", '<table width="400">', "<table> is 400 wide"),
    ],
)
def test_each_fault_is_named(sound: str, broken: str, fault: str) -> None:
    assert sound in SOUND
    html = SOUND.replace(sound, broken)
    if "h4" in broken:
        html = html.replace("</h3>", "</h4>")
    assert fault in faults(html)


def test_a_script_is_sound_once_and_as_a_template_has_it(tmp_path, monkeypatch) -> None:
    (tmp_path / "sort.js").write_text("sort()\n")
    monkeypatch.setattr("tests.reports.sound.TEMPLATES", tmp_path)
    script = "<script>\nsort()\n</script>"
    assert faults(SOUND.replace("<h3>", f"{script}<h3>")) == []
    assert faults(SOUND.replace("<h3>", f"{script}{script}<h3>")) == ["more than one script"]
    html = SOUND.replace("<h3>", "<script>sort(name)</script><h3>")
    assert faults(html) == ["script sort(name)"]
