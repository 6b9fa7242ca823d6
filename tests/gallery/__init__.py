"""Pictures of a page, a section each, small enough to be kept with the sources."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from PIL import Image

from loopsim.reports.output.pdf import find_chromium
from tests.browser.look import started

#: Width of the window, px; the height only decides what is visible at first.
WIDTH, HEIGHT = 1100, 900

#: A section that is taller, px, is pictured up to the end of a part of it.
TALLEST = 2500

#: Numbers of colours to try, until a picture is of no more bytes than this.
COLOURS = (128, 64, 32, 16)
MOST_BYTES = 150_000

#: Where a section begins, and where it and its parts end, px from the top of the page.
EXTENT = """section => [
    section.getBoundingClientRect().top,
    ...[section, ...section.children].map(part => part.getBoundingClientRect().bottom),
]"""


def write(html: Path, folder: Path) -> list[Path]:
    """Picture every section of a page; what pictures lie in the folder are replaced by these."""
    pictures = dict(sections(html))
    folder.mkdir(parents=True, exist_ok=True)
    for earlier in folder.glob("*.png"):
        earlier.unlink()
    for name, picture in pictures.items():
        (folder / f"{name}.png").write_bytes(picture)
    return [folder / f"{name}.png" for name in pictures]


def sections(html: Path) -> Iterator[tuple[str, bytes]]:
    """The id of every section and its picture, in the order of the page."""
    with started(find_chromium()) as browser:
        page = browser.new_page(
            viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=1, color_scheme="light"
        )
        page.goto(html.absolute().as_uri())
        for section in page.locator("section[id]").all():
            top, *ends = section.evaluate(EXTENT)
            end = max((end for end in ends if end - top <= TALLEST), default=top + TALLEST)
            # with the margins of the page beside it
            clip = {"x": 0, "y": top, "width": WIDTH, "height": end - top}
            yield (
                str(section.get_attribute("id")),
                small(page.screenshot(full_page=True, clip=clip)),
            )


def small(png: bytes) -> bytes:
    """The picture with as many colours as it may have to be small enough."""
    image = Image.open(BytesIO(png)).convert("RGB")
    for colours in COLOURS:
        file = BytesIO()
        few = image.quantize(colours, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        few.save(file, "png", optimize=True)
        if file.tell() <= MOST_BYTES:
            break
    return file.getvalue()
