"""Reports: a run as a page to read, print and pass on.

`report` makes the page of a folder, `write` that of a result. One file per question (`scores`,
`trip_visits`, …) says what is computed and how it is drawn; `sections` puts them in order; `page`
makes the file. Reports read the summary of a run only: they never simulate and never need its
facts. pandas, Jinja2 and matplotlib are imported when a report is written.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loopsim.results import Result

__all__ = ["report", "write"]


def report(directory: str | os.PathLike[str], *, out: str | os.PathLike[str] | None = None) -> Path:
    """Write the report of the run in a folder and return the path of its HTML file.

    `out` is that file; by default it is ``report.html`` in the folder. See `write` for what else
    is written. Raises InputError if there is no finished run, or the file cannot be written.
    """
    from loopsim.results import Result

    path = Path(directory) / "report.html" if out is None else out
    return write(Result.read(directory), path)


def write(result: Result, path: str | os.PathLike[str]) -> Path:
    """Write the report of a run and return the path of its HTML file.

    The HTML file is self-contained: it needs no network, no script and no other file. Beside it, in
    the folder ``<name of the file>-files``, lie the figures as PNG and the tables as CSV. Files of
    these names are replaced; folders that are missing on the way are made.

    Raises InputError if the file cannot be written.
    """
    from loopsim.reports.of_run import of_run
    from loopsim.reports.page import write_page

    return write_page(of_run(result), Path(path))
