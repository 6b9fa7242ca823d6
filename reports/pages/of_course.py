"""The course of the games of a run, as a page asks it: a source beside the run itself."""

from __future__ import annotations

from loopsim.numbers import counted
from loopsim.reports.kit import about
from loopsim.reports.kit.chapters import COURSE, Source
from loopsim.results import Result


def source_of_course(result: Result) -> Source | None:
    """The win probabilities of a run; None if none of its games was continued."""
    course, m = result.course, result.manifest
    if course is None:
        return None
    rests = f"n = {counted(course.games, 'game')} of {counted(m['games'], 'game')}, each continued "
    rests += f"{course.playouts} times after every turn; "
    end = f"seed {m['seed']}; bots: {about.bots_in_seats(m)}."
    return Source(
        asked=course,
        manifest={**m, "kind": COURSE},
        caption=f"{rests}intervals 95 %, clustered by game; {end}",
        caption_without_intervals=f"{rests}{end}",
        assumed=about.assumed(
            about.bots_in_seats(m), str(m["players"]), about.deck(m["resolved"]), course.games
        ),
    )
