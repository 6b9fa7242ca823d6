"""The pages that are looked at, and the browser; where there is none, that is said."""

import importlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from loopsim import reports
from loopsim.errors import InputError
from loopsim.reports.output.pdf import find_chromium
from tests.conftest import NO_BROWSER
from tests.reports.hostile import MADE, awkward_comparison, awkward_run, awkward_runs

#: Set to "required" where the half with the browser may not be missing.
VARIABLE = "LOOPSIM_BROWSER"

PLAYED = {made.__name__: made for made in (awkward_run, awkward_runs, awkward_comparison)}


@pytest.fixture(scope="module", params=[*PLAYED, *MADE])
def path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page, of a run or of a study, with names that could break it."""
    folder = tmp_path_factory.mktemp("pages")
    made = MADE[request.param]() if request.param in MADE else PLAYED[request.param](folder)
    (page,) = reports.write(made, folder / "my page's 100%.html")
    return page


@pytest.fixture(scope="session")
def chromium() -> Path:
    """The browser; without one the test is skipped, or fails where it may not be missing."""
    try:
        importlib.import_module("playwright")
        return find_chromium()
    except (ImportError, InputError) as wrong:
        missing = pytest.fail if os.environ.get(VARIABLE) == "required" else pytest.skip
        missing(f"{NO_BROWSER}{wrong}")


@pytest.fixture(scope="module")
def browser(chromium: Path) -> Iterator[Any]:
    """One browser for all pages."""
    from tests.browser.look import started

    with started(chromium) as browser:
        yield browser
