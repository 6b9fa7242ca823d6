"""The report of a run."""

from __future__ import annotations

from loopsim.estimates import Estimates
from loopsim.numbers import counted
from loopsim.reports import about
from loopsim.reports.page import Report
from loopsim.reports.sections import SECTIONS
from loopsim.reports.verdicts import verdicts
from loopsim.results import Result


def of_run(result: Result) -> Report[Estimates]:
    """What the page of a run is made of."""
    m = result.manifest
    seats = about.bots_in_seats(m)
    return Report(
        asked=result.estimates,
        sections=SECTIONS,
        template="run.html",
        kind="Balance report",
        title=m["title"],
        basis=(
            f"{counted(m['games'], 'game')} of {m['players']} players · bots: {seats} · seed "
            f"{m['seed']} · scenario {m['scenario_hash']}"
        ),
        caption=about.caption(result),
        caption_without_intervals=about.caption(result, intervals=False),
        warnings=[],
        manifest=m,
        words={
            "head": about.head(result),
            "changes": about.changes(result),
            "bots": about.bots(result),
            "verdicts": verdicts(result),
            "telling": about.telling_games(result),
            "kept": result.folder is not None,
            "folder": about.FOLDER,
        },
    )
