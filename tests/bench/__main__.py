"""``python -m tests.bench [section …]``: measure all of it, or some, and print tables. Writes nothing.

--quick   tiny sizes, to see that it works; the numbers mean nothing
--long    memory of 10^7 games as well
"""

import argparse
import os
import platform
from dataclasses import replace

from tests.bench.measure import QUICK, SECTIONS, Row, Size


def table(title: str, rows: list[Row]) -> str:
    """The rows of a section: best and median of the rounds."""
    wide = max(len(row.what) for row in rows)
    lines = [
        title,
        f"  {'':{wide}}  {'best':>13} {'median':>13} {'unit':<11} {'rounds':>6}  wished for",
    ]
    lines += [
        f"  {row.what:{wide}}  {_number(row.best):>13} {_number(row.median):>13} {row.unit:<11} "
        f"{len(row.values):>6}  {row.wish}".rstrip()
        for row in rows
    ]
    return "\n".join(lines)


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:,.3g}"


def main() -> None:
    """Measure and print section after section."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="tiny sizes; the numbers mean nothing")
    parser.add_argument("--long", action="store_true", help="memory of 10^7 games as well")
    parser.add_argument(
        "sections", nargs="*", help=f"of {', '.join(SECTIONS)}; all if none is named"
    )
    asked = parser.parse_args()
    if unknown := sorted(set(asked.sections) - set(SECTIONS)):
        parser.error(f"no section {', '.join(unknown)}; there are {', '.join(SECTIONS)}")
    size = QUICK if asked.quick else Size()
    if asked.long:
        size = replace(size, memory_games=(*size.memory_games, 10_000_000))
    busy = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    print(
        f"{platform.machine()}, {os.cpu_count()} cores, load {busy}; Python {platform.python_version()}"
    )
    for title in asked.sections or SECTIONS:
        measure = SECTIONS[title]
        print(f"\n{table(title, measure(size))}", flush=True)


if __name__ == "__main__":
    main()
