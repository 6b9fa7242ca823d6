"""Win probabilities by continuation are what happens, at full size."""

from __future__ import annotations

from loopsim import games as registry
from loopsim.continued import course_of
from loopsim.numbers import of_row
from loopsim.scenario import load
from tests.equality.fuzz import BASE
from tests.proofs import Line

SEED = 20_261_201
GAMES = 1_000
MOST_ERROR = 0.01


def calibrated() -> list[Line]:
    """Of four planners and of four random bots: calibration error, slope, and the mean of w − p by day."""
    return [line for bot in ("planner", "random") for line in _of(bot)]


def _of(bot: str) -> list[Line]:
    scenario = load(BASE)
    table = registry.get(scenario.game).Table(scenario, [bot])
    course = course_of(table, seed=SEED, games=GAMES, threads=2)
    assert course is not None
    error, slope = course.calibration_error, course.slope
    bias = [of_row(row, "bias") for row in course.bias().iter_rows(named=True)]
    within = sum((each.low or 0) <= 0 <= (each.high or 0) for each in bias)
    largest = max(bias, key=lambda each: abs(each.value or 0))
    of = f"win probability of games of four {bot} bots"
    return [
        Line(
            f"{of}: calibration error",
            f"at most {MOST_ERROR}",
            f"{error.value:.4f} [{error.low:.4f}, {error.high:.4f}]",
            GAMES,
            (error.value or 0) <= MOST_ERROR,
        ),
        Line(
            f"{of}: slope",
            "1 within its interval",
            f"{slope.value:.3f} [{slope.low:.3f}, {slope.high:.3f}]",
            GAMES,
            (slope.low or 0) <= 1 <= (slope.high or 0),
        ),
        Line(
            f"{of}: mean of w − p, each day and place",
            "0 within the interval, of all but one in twenty",
            f"{within} of {len(bias)}; the largest {largest.value:.4f} "
            f"[{largest.low:.4f}, {largest.high:.4f}]",
            GAMES,
            within >= len(bias) - 1,
        ),
    ]
