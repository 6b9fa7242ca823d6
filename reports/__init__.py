"""Reports: runs and studies as a page to read, print and pass on.

`report` makes the page of folders, `write` that of results and studies. `questions` and `studies` hold one
file a question, which says what is computed and how it is drawn; `kinds` says what is asked of each kind of
study; `findings` is the front page; `pages` puts them in order; `output` makes the files; `kit` is what all
of them are made with. Reports read the summary of a run, or the tables of a study: they never simulate and
never need the facts of games. pandas, Jinja2 and matplotlib are imported when a report is written.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loopsim.reports.output.page import Report
    from loopsim.results import Result
    from loopsim.scenario.given import Texts
    from loopsim.studies.study import Study

__all__ = ["report", "write"]


def report(
    *directories: str | os.PathLike[str],
    out: str | os.PathLike[str] | None = None,
    format: Texts | None = None,
) -> list[Path]:
    """Write the report of what lies in some folders and return the paths of its files.

    Of a run it is the balance report; studies that are given with it add to its chapters. Of several runs it
    is their comparison with the first, by their summaries; studies add to that too. Of one study it is its
    page, of several a balance report without a run. `out` is the file; by default ``report.html`` in the first
    folder. See `write` for `format` and what else is written. Raises InputError if nothing finished is in a
    folder, or a file cannot be written.
    """
    from loopsim.errors import InputError
    from loopsim.reports.pages.folder import read

    places = [Path(folder).resolve() for folder in directories]
    for folder, place in zip(directories, places, strict=True):
        if places.count(place) > 1:
            raise InputError(f"report: found {folder} twice; allowed: each folder once")
    path = Path(directories[0]) / "report.html" if out is None and directories else out
    return write([read(Path(folder)) for folder in directories], path or "", format=format)


def write(
    made: Result | Study | Sequence[Result | Study],
    path: str | os.PathLike[str],
    *,
    format: Texts | None = None,
) -> list[Path]:
    """Write the report of runs and studies and return the paths of its files, one a format.

    `format`: "html", "md" and "pdf", several as a list or one text with commas; default: by the ending of
    `path`, else "html". The HTML file is
    self-contained: it needs no network, no script and no other file. Beside it, in the folder ``<name of the
    file>-files``, lie the figures as PNG and the tables as CSV. Markdown shows the figures of that folder. PDF
    is the HTML file as a Chromium prints it that is found on the machine. Files of other formats are called as
    `path` is, with endings of their own. An earlier report is replaced with its figures and tables, nothing
    else is; folders that are missing on the way are made.

    Raises InputError if a file is in the way that no report wrote, if the folder belongs to another page too
    that shows other figures, if something cannot be written, if there is no Chromium, or if a study lacks what
    its report shows.
    """
    from loopsim.reports.output.formats import formats_of
    from loopsim.reports.output.page import write_page

    several = made if isinstance(made, Sequence) else [made]
    return write_page(_of(several), Path(path), formats_of(format, Path(path)))


def _of(made: Sequence[Result | Study]) -> Report:
    """What the page of some runs and studies is made of."""
    from loopsim.errors import InputError
    from loopsim.reports.pages.of_run import of_run
    from loopsim.reports.pages.of_runs import of_runs
    from loopsim.reports.pages.of_studies import of_studies
    from loopsim.reports.pages.of_study import of_study
    from loopsim.results import Result
    from loopsim.studies.study import Study

    runs = [each for each in made if isinstance(each, Result)]
    studies = [each for each in made if isinstance(each, Study)]
    if not made:
        raise InputError("report: found no folder; allowed: the folders of runs and studies")
    if len(runs) > 1:
        return of_runs(runs, studies)
    if runs:
        return of_run(runs[0], studies)
    return of_study(studies[0]) if len(studies) == 1 else of_studies(studies)
