"""The gallery: a picture of every section, small enough to be kept with the sources."""

from io import BytesIO
from pathlib import Path

from PIL import Image

GALLERY = Path(__file__).parents[2] / "reports" / "gallery"

PAGE = """<!doctype html>
<html lang="en">
<style>
  body { margin: 0 }
  #low { height: 100px; background: #0072b2 }
  .part { height: 1500px; background: linear-gradient(to bottom right, red, blue) }
</style>
<section id="low"></section>
<section>no name</section>
<section id="tall"><div class="part"></div><div class="part"></div></section>
<section id="too-tall"><div class="part"></div><div style="height: 1001px"></div></section>
<section id="one-tall"><div style="height: 3000px"></div></section>
"""


def test_every_section_with_a_name_is_pictured_in_place_of_earlier_pictures(
    chromium: Path, tmp_path: Path
) -> None:
    from tests.gallery import MOST_BYTES, TALLEST, WIDTH, write

    page = tmp_path / "page.html"
    page.write_text(PAGE)
    (tmp_path / "gone.png").write_bytes(b"")
    made = write(page, tmp_path)
    assert {*tmp_path.glob("*.png")} == {*made}
    sizes = {path.stem: Image.open(BytesIO(path.read_bytes())).size for path in made}
    assert sizes == {
        "low": (WIDTH, 100),
        "tall": (WIDTH, 1500),
        "too-tall": (WIDTH, 1500),
        "one-tall": (WIDTH, TALLEST),
    }
    assert all(path.stat().st_size <= MOST_BYTES for path in made)


def test_the_pictures_that_are_kept_are_small_and_whole() -> None:
    kept = [path.read_bytes() for path in GALLERY.glob("*.png")]
    assert kept
    for picture in kept:
        Image.open(BytesIO(picture)).load()
    assert max(map(len, kept)) <= 150_000
    assert sum(map(len, kept)) <= 1_500_000
