"""On a machine without a browser the other half of the checks runs, and it is said which did not."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = ["tests/browser/test_pages.py", "-k", "skill"]


def run_without_browser(**environment: str) -> tuple[int, str]:
    """Test one page where no browser is found; the exit code and what is said."""
    without = {"LOOPSIM_CHROMIUM": "/not/there", "LOOPSIM_BROWSER": "", **environment}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "1", *PAGES],
        cwd=ROOT,
        env=os.environ | without,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def test_without_a_browser_the_half_that_needs_none_runs_and_the_other_is_said() -> None:
    code, said = run_without_browser()
    assert code == 0
    assert "2 passed, 9 skipped" in said
    assert (
        "NOT RUN: 9 checks of pages in a browser. Pages were checked by their HTML alone: "
        "LOOPSIM_CHROMIUM: found /not/there; allowed: the path of a Chromium browser\n"
    ) in said


def test_where_a_browser_may_not_be_missing_its_half_fails_without_one() -> None:
    code, said = run_without_browser(LOOPSIM_BROWSER="required")
    assert code == 1
    assert re.search("2 passed.* 9 errors", said)
    assert "NOT RUN" not in said
