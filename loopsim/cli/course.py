"""The table of a course of the game on the screen."""

from loopsim.cli.tables import print_table
from loopsim.course import Course
from loopsim.numbers import NONE, counted, rounded, without_interval
from loopsim.stats import Estimate

#: Name of an estimate -> what it is called, and whether it is read in per cent.
SHOWN = {
    "decided_at": ("decided: nobody likelier than the winner from then on, % of the turns", True),
    "decided_at_median": ("the same, median", True),
    "decided_90": ("winner at 90 % or more from then on, % of the turns", True),
    "drama": ("drama: how far the winner was behind, % points", True),
    "uncertainty": ("uncertainty, % of all being as likely", True),
    "calibration_error": ("calibration error, % points", True),
    "slope": ("calibration slope", False),
}


def print_course(course: Course) -> None:
    """What the win probabilities of the games that were continued tell."""
    print_table(
        f"Course of {counted(course.games, 'game')}, each continued {course.playouts} times after each turn",
        ("", "mean"),
        [
            (words, _cell(getattr(course, name), per_cent))
            for name, (words, per_cent) in SHOWN.items()
        ],
    )


def _cell(estimate: Estimate, per_cent: bool) -> str:
    """A number with its interval, or why there is none."""
    if estimate.value is None:
        return NONE
    value, low, high = rounded(estimate, 100 if per_cent else 1)
    if estimate.alike and estimate.se is None:  # a quantile: other games may have other values
        low = high = value
    return f"{value} [{low}, {high}]" if low else f"{value} ({without_interval(estimate)})"
