"""loopsim report: a run as a page to read."""

from pathlib import Path
from typing import Annotated

import typer


def report(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a run.")],
    out: Annotated[
        Path | None, typer.Option(help="The HTML file; default: report.html in the folder.")
    ] = None,
) -> None:
    """Write a balance report of a run. One self-contained HTML file, its figures as PNG beside it.

    Example: loopsim report my-run --out my-report.html
    """
    from loopsim.reports import report as write

    print(write(directory, out=out))
