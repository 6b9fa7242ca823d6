"""loopsim report: runs and studies as a page to read."""

from pathlib import Path
from typing import Annotated

import typer


def report(
    directories: Annotated[
        list[Path],
        typer.Argument(
            metavar="DIR…",
            help="Folders of runs and studies: a run and what adds to its report, several runs to compare, or a study.",
        ),
    ],
    out: Annotated[
        Path | None, typer.Option(help="The file; default: report.html in the first folder.")
    ] = None,
    format_: Annotated[
        str | None,
        typer.Option(
            "--format",
            help="html, md and pdf (printed by a Chromium that is found), with commas; default: by --out.",
        ),
    ] = None,
) -> None:
    """Write the report of runs and studies. It plays no game.

    Findings first, evidence under them: one self-contained HTML file, its figures as PNG and its tables as
    CSV beside it.

    Example: loopsim report my-run my-prices my-ladder --out my-report.html --format html,pdf
    """
    from loopsim.reports import report as write

    for path in write(*directories, out=out, format=format_):
        print(path)
