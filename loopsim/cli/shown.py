"""What the tables of all studies share on the screen: their head, names of numbers, numbers side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import polars as pl

from loopsim.cli.tables import print_table
from loopsim.numbers import NONE, counted, listed, of_difference, of_metric, read_in, rounded
from loopsim.stats import Estimate
from loopsim.studies.families import BOTS
from loopsim.studies.plan import MIXED
from loopsim.studies.study import Study

Row = dict[str, Any]

#: Of the numbers of a table.
IN_PER_CENT = "; shares in %, differences of shares in % points"
#: Under tables by bot.
MIXED_TABLES = f"{MIXED}: each seat is given to one of the bots by lot; in no mean over bots"


def played(study: Study, what: str = "difference") -> str:
    """What was played, for the head of a study on the screen; `what`: of which there are intervals."""
    m = study.manifest
    scenarios = listed(dict.fromkeys(arm["scenario"] for arm in m["arms"]))
    each = " of each set-up" if len(m["arms"]) > 1 else ""
    return (
        f"{scenarios}: {counted(m['games'], 'game')}{each}{over(study)}, {bots(study)}, "
        f"seed {m['seed']}\nevery {what} with its 95 % interval, {clustered(study)}{IN_PER_CENT}\n"
    )


def over(study: Study) -> str:
    """The family that a study is over, " over 40 drawn decks"; "" if there is none."""
    return "" if study.family is None else f" over {study.family.counted}"


def bots(study: Study) -> str:
    """Who played."""
    names = ",".join(study.manifest["bots"])
    if study.family is not None and study.family.kind is BOTS:
        return f"each of {names} at all seats"
    return f"bots {names}"


def clustered(study: Study) -> str:
    """What the intervals are over."""
    return "clustered by game" if study.family is None else f"over {study.family.all}"


def counts_most(study: Study) -> pl.Expr:
    """Rows of the metrics that stand for the game; win shares by place, since their mean is fixed."""
    of_places = pl.col("metric") != "win_share", pl.col("group") == "place"
    return pl.col("metric").is_in(study.manifest["headline"]) & pl.any_horizontal(of_places)


def side_by_side(
    title: str,
    rows: Sequence[Row],
    head: Callable[[Row], str],
    cell: Callable[[Row], str],
    note: str = "",
    *,
    differences: bool = False,
) -> None:
    """Print the same numbers of several things, or `differences`: a line a number, a column a head."""
    columns: dict[str, list[Row]] = {}
    for row in rows:
        columns.setdefault(head(row), []).append(row)
    first = next(iter(columns.values()), [])
    print_table(
        title,
        ("", *columns),
        [
            (named(row, difference=differences), *(cell(of[i]) for of in columns.values()))
            for i, row in enumerate(first)
        ],
        note=note,
    )


def named(row: Row, *, difference: bool = False) -> str:
    """The name of a number with the unit that it, or a `difference` of it, is read in; the item first."""
    title = f"{row['item']}: {row['title'].lower()}" if row["item"] else row["title"]
    unit = unit_of(row)
    return titled(title, of_difference(unit) if difference else unit)


def titled(title: str, unit: str) -> str:
    """A title with the unit that its numbers are read in, where it does not say that itself."""
    _, shown = read_in(unit)
    return title if shown in title.lower() else f"{title} ({shown})"


def unit_of(row: Row) -> str:
    """The unit of the number of a row (see `loopsim.numbers.PERCENT`)."""
    return of_metric(row.get("metric", ""), row["unit"])


def with_interval(row: Row) -> str:
    """The number of a row with its interval, shares in per cent."""
    if row["value"] is None:
        return NONE
    scale, _ = read_in(unit_of(row))
    of = Estimate(row["value"], row["se"], row["low"], row["high"], 0)
    number, low, high = rounded(of, scale)
    return f"{number} [{low}, {high}]" if low else number
