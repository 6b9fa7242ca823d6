"""Reports: a run or a study as a page to read, print and pass on.

`report` makes the page of a folder, `write` that of a result or a study. One file per question
(`scores`, `trip_visits`, …) says what is computed and how it is drawn; `sections` and `of_study` put
them in order; `page` makes the file. Reports read the summary of a run, or the tables of a study: they
never simulate and never need the facts of games. pandas, Jinja2 and matplotlib are imported when a
report is written.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loopsim.results import Result
    from loopsim.studies.study import Study

__all__ = ["report", "write"]


def report(directory: str | os.PathLike[str], *, out: str | os.PathLike[str] | None = None) -> Path:
    """Write the report of the run or study in a folder and return the path of its HTML file.

    `out` is that file; by default it is ``report.html`` in the folder. See `write` for what else
    is written. Raises InputError if nothing finished is there, or the file cannot be written.
    """
    from loopsim.reports.folder import read

    path = Path(directory) / "report.html" if out is None else out
    return write(read(Path(directory)), path)


def write(made: Result | Study, path: str | os.PathLike[str]) -> Path:
    """Write the report of a run or a study and return the path of its HTML file.

    The HTML file is self-contained: it needs no network, no script and no other file. Beside it, in
    the folder ``<name of the file>-files``, lie the figures as PNG and the tables as CSV. An earlier
    report is replaced; folders that are missing on the way are made.

    Raises InputError if the file is there and no report, if it cannot be written, or if the study lacks
    what its report shows.
    """
    from loopsim.reports.of_run import of_run
    from loopsim.reports.of_study import of_study
    from loopsim.reports.page import write_page
    from loopsim.studies.study import Study

    if isinstance(made, Study):
        return write_page(of_study(made), Path(path))
    return write_page(of_run(made), Path(path))
