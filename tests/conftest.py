"""What holds for all tests, whoever starts them."""

import base64
import signal

import pytest

# a shell lets what it runs in the background ignore Ctrl-C, which tests send
signal.signal(signal.SIGINT, signal.default_int_handler)

#: Files that take the longest, the first first. Each is the work of one process: begun late, it would
#: leave the other processors with nothing to do. They also compile, each its own copy of the kernel,
#: which two files that are begun together would else both do of the same copy.
FIRST = ("test_readme.py", "test_wheel.py")

#: Begins the reason of tests that are skipped for want of a browser.
NO_BROWSER = "no browser: "


#: A picture of one point.
POINT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest files; the order of files on the command line is not kept by pytest 9."""
    items.sort(key=lambda item: [*FIRST, item.path.name].index(item.path.name))


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages whose figures are a point: to draw them all takes seconds."""
    monkeypatch.setattr("loopsim.reports.kit.figures.picture", lambda *_: POINT)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which half of the checks of pages did not run; a count of skipped tests would not tell."""
    skipped = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])]
    reasons = [reason.partition(NO_BROWSER)[2] for reason in skipped if NO_BROWSER in reason]
    if reasons:
        why = reasons[0].rstrip("')")
        terminalreporter.write_line(
            f"NOT RUN: {len(reasons)} checks of pages in a browser. Pages were checked by their HTML "
            f"alone: {why}",
            yellow=True,
        )
