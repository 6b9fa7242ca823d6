"""loopsim report: a run or a study as a page to read."""

from pathlib import Path
from typing import Annotated

import typer


def report(
    directory: Annotated[
        Path, typer.Argument(metavar="DIR", help="The folder of a run or a study.")
    ],
    out: Annotated[
        Path | None, typer.Option(help="The HTML file; default: report.html in the folder.")
    ] = None,
) -> None:
    """Write the report of a run or a study. One self-contained HTML file, its figures as PNG beside it.

    Example: loopsim report my-run --out my-report.html
    """
    from loopsim.reports import report as write

    print(write(directory, out=out))
