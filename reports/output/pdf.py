"""A page as PDF, printed by a browser of the Chromium family that is found."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from loopsim.errors import InputError

#: Names the browser to print with; it is asked before all others.
VARIABLE = "LOOPSIM_CHROMIUM"

#: What a browser may be called on the PATH, and where it lies on systems that put none there.
NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
)
PLACES = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"${PROGRAMFILES}\Google\Chrome\Application\chrome.exe",
    r"${PROGRAMFILES(X86)}\Google\Chrome\Application\chrome.exe",
    r"${LOCALAPPDATA}\Google\Chrome\Application\chrome.exe",
    r"${LOCALAPPDATA}\Chromium\Application\chrome.exe",
    r"${PROGRAMFILES}\Microsoft\Edge\Application\msedge.exe",
    r"${PROGRAMFILES(X86)}\Microsoft\Edge\Application\msedge.exe",
)

OPTIONS = (
    "--headless",
    "--disable-gpu",
    "--disable-dev-shm-usage",  # small in containers; larger pages would crash
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
    "--host-resolver-rules=MAP * ~NOTFOUND",  # neither a page nor the browser reaches a host
    "--no-pdf-header-footer",  # the style of the page has its own
    "--generate-pdf-document-outline",
)

#: A page takes seconds; a browser that hangs is given up.
SECONDS = 120.0

HEAD, END = b"%PDF-", b"%%EOF"


def printed(html: bytes, pdf: Path) -> bytes:
    """A page of a report as a PDF file, as its own style for print has it.

    The browser starts with a profile of its own, without network, and leaves nothing behind.

    Parameters
    ----------
    html : bytes
        The page, as `loopsim.reports.write` makes it.
    pdf : Path
        Where it will be written; errors are told of it.

    Raises
    ------
    InputError
        If there is no browser, or none that prints the page.
    """
    chromium = find_chromium()
    with TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        page, part = folder / "page.html", folder / "page.pdf"
        page.write_bytes(html)
        (folder / "profile").mkdir()
        fault = _fault(chromium, page, part, folder / "profile")
        if fault:
            raise InputError(
                f"{pdf}: cannot be printed: {chromium} {fault}; name another browser in {VARIABLE}, "
                "or print the HTML file from a browser by hand"
            )
        return part.read_bytes()


def find_chromium() -> Path:
    """The browser to print with: the one that LOOPSIM_CHROMIUM names, else the first that is found.

    Raises InputError if it names none, or if none is found.
    """
    named = os.environ.get(VARIABLE)
    if named:
        found = shutil.which(named)
        if found is None:
            raise InputError(f"{VARIABLE}: found {named}; allowed: the path of a Chromium browser")
        return Path(found)
    for place in (*NAMES, *map(os.path.expandvars, PLACES)):
        found = shutil.which(place)
        if found is not None:
            return Path(found)
    raise InputError(
        "a PDF is printed with Chromium, Chrome or Edge, and none was found; install one (the package "
        f"chromium of most systems), or name its path in {VARIABLE}"
    )


def as_this_user() -> list[str]:
    """The options that a browser needs because of who starts it: its sandbox refuses root."""
    return ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []


def _fault(chromium: Path, html: Path, part: Path, profile: Path) -> str:
    """Print; what went wrong, as the end of a sentence about the browser, or nothing."""
    command = [
        str(chromium),
        *OPTIONS,
        *as_this_user(),
        f"--user-data-dir={profile}",
        f"--print-to-pdf={part.absolute()}",
        html.absolute().as_uri(),
    ]
    try:
        # its messages are not kept: they are many, and of faults that do not matter here
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"did not end within {SECONDS:g} seconds"
    except OSError as wrong:
        return f"cannot be started ({wrong.strerror})"
    if done.returncode != 0:
        return f"ended with exit code {done.returncode}"
    if not _is_pdf(part):
        return "printed nothing, or not all of it"
    return ""


def _is_pdf(path: Path) -> bool:
    """Whether a file is a PDF from its first to its last bytes."""
    if not path.is_file():
        return False
    content = path.read_bytes()
    return content.startswith(HEAD) and content.rstrip().endswith(END)
