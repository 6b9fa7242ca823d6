"""Reports: a run as a page to read, print and pass on.

`write` is the one public function. One file per question (`scores`, `trip_visits`, …) says what is
computed and how it is drawn; `sections` puts them in order; `page` makes the file. Reports read the
summary of a run only: they never simulate and never need its facts. pandas, Jinja2 and matplotlib
are imported when a report is written.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loopsim.results import Result

__all__ = ["write"]


def write(result: Result, path: str | os.PathLike[str]) -> Path:
    """Write the report of a run and return the path of its HTML file.

    The HTML file is self-contained: it needs no network, no script and no other file. Beside it, in
    the folder ``<name of the file>-files``, lie the figures as PNG and the tables as CSV. Files of
    these names are replaced.

    Raises InputError if the file cannot be written.
    """
    from loopsim.reports.page import write_page

    return write_page(result, Path(path))
