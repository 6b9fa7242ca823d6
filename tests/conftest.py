"""What holds for all tests, whoever starts them."""

import base64
import signal

import pytest

# a shell lets what it runs in the background ignore Ctrl-C, which tests send
signal.signal(signal.SIGINT, signal.default_int_handler)

#: Begins the reason of tests that are skipped for want of a browser.
NO_BROWSER = "no browser: "


#: A picture of one point.
POINT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
)


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
