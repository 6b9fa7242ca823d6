"""What is an item worth: a use of it, access to it, a point more, and the game without it?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import polars as pl
from matplotlib.axes import Axes

from loopsim.numbers import PERCENT, listed, of_row, say
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import Column, Finding, Panels, Question, text
from loopsim.reports.kit.sentences import holds
from loopsim.reports.studies import contrasts
from loopsim.reports.studies.tables_of_study import kind_of, table
from loopsim.studies.effects import OF_LEVEL, Row
from loopsim.studies.study import Study
from loopsim.studies.valued import UNITS

OF_ITEM = {"item": pl.String, "name": pl.String}
OF_WORTH = {"item": pl.String, "number": pl.String, "of": pl.String}
BOUND = {"bound": pl.Float64}
OVER_FAMILY = {
    **dict.fromkeys(("members", "above", "below", "unresolved"), pl.Int64),
    "robustness": pl.String,
}

#: Items named on each side in a finding.
MOST_NAMED = 3
WIDTH, ROW, FOOT = 7.2, 0.24, 1.0
#: Numbers on an axis, at the most: panels are narrow.
TICKS = 4


@dataclass(frozen=True)
class Worth:
    """A kind of worth: the names that its number goes by in a table of the study.

    `most`, `least`: what is said of the items that bring and that cost most; `open`: of those of which that
    is not known. `weight`: of its findings at the head of the page.
    """

    name: str
    title: str
    numbers: tuple[str, ...]
    most: str
    least: str
    open: str
    notes: str
    weight: float
    table: str = "values"
    drawn: bool = True


MISPRICING = Worth(
    "mispricing",
    "What trips give beyond their cost",
    ("mispricing",),
    "A visit gives more than its cost on these: {}",
    "A visit gives less than its cost on these: {}",
    "Whether a visit gives more or less than its cost",
    "What a visit brings beyond the mean of all trips, in points: more than 0 are too many points for the "
    "components.",
    999,
)
WORTHS = (
    Worth(
        "uses",
        "What a use is worth",
        ("value_per_use", "ad_value"),
        "A use is worth most of these: {}",
        "A use costs the player most of these: {}",
        "Whether a use brings or costs the player something",
        "Open less closed to the player, by the uses in the open game: what the item brings beside what the "
        "player would have done without it. A use of advertising is an ad.",
        3,
    ),
    Worth(
        "access",
        "What access is worth",
        ("access_value",),
        "Access is worth most to these: {}",
        "The player does better without these: {}",
        "Whether access is worth something or the player does better without",
        "Open less closed to the player, by the games with the item: a use that is worth little counts much "
        "where it is frequent.",
        2,
    ),
    Worth(
        "point_more",
        "What a point more would do",
        ("point_effect",),
        "A point more brings visitors most on these: {}",
        "A point more costs visitors most on these: {}",
        "Whether a point more brings or costs visitors something",
        "The trip printed with a point more, which everyone sees: the change for those who visit it now. Less "
        "than a point, or less than 0: more players go there and spoil it for each other.",
        1,
    ),
    Worth(
        "forced",
        "What a forced ad is worth",
        ("ad_forced",),
        "A forced ad brings its owner something: {}",
        "A forced ad costs its owner something: {}",
        "Whether a forced ad brings or costs its owner something",
        "At one of the turns at which it could advertise, drawn at random, the player must, by its best ad: "
        "against its own judgement, so that this ad is worth less than those that it places of its own will.",
        1,
    ),
    Worth(
        "knockout",
        "The game without the item",
        ("knockout",),
        "Players score more without these: {}",
        "Players score less without these: {}",
        "Whether players score more or less without the item",
        "Closed to all players less open, so that its sign is the opposite of that of access: more than 0 "
        "is more without the item. Of each player; margin: of each game.",
        0,
        "knockout",
        False,
    ),
)


def questions(study: Study, worths: Sequence[Worth] = WORTHS) -> list[Question[Study]]:
    """One question for each kind of worth that the study has."""
    return [_question(worth) for worth in worths if not compute(study, worth=worth).is_empty()]


def _question(worth: Worth) -> Question[Study]:
    return Question(
        name=worth.name,
        title=worth.title,
        compute=partial(compute, worth=worth),
        find=partial(find, worth=worth),
        columns=columns,
        draw=draw if worth.drawn else None,
        panels=panels,
        size=size,
        alt=(
            "Ranked points with intervals, one row an item, the most on top; side by side what it changes. A "
            "line marks zero."
        ),
        notes=worth.notes,
        wide=True,
    )


def compute(study: Study, *, worth: Worth) -> pl.DataFrame:
    """One row an item, most first: item, name, what it changes: score (with interval), …

    Over a family also what `contrasts.agreed` adds, of what items are ranked by.
    """
    rows = numbers(study, worth.table).filter(pl.col("number").is_in(worth.numbers))
    frame = table(study, "items", OF_ITEM).select(*OF_ITEM)
    if rows.is_empty():
        return frame.clear()
    first, *others = rows["of"].unique(maintain_order=True)
    frame = frame.join(_change(rows, first), on="item", how="inner")
    for of in others:
        frame = frame.join(_change(rows, of), on="item", how="left")
    if (kind := kind_of(study)) is not None:
        over = contrasts.agreed(rows.filter(of=first), kind, "value")
        frame = frame.join(over.select("item", *contrasts.AGREED), on="item", how="left")
    return frame.sort(first, descending=True, nulls_last=True, maintain_order=True)


def numbers(study: Study, name: str) -> pl.DataFrame:
    """A table of what items are worth; where few games differ the interval is a bound either way.

    A number that is of no outcome is of itself.
    """
    over = [] if study.family is None else [OVER_FAMILY]
    frame = table(study, name, OF_WORTH, OF_LEVEL, BOUND, *over)
    return frame.with_columns(
        pl.coalesce("low", -pl.col("bound")),
        pl.coalesce("high", "bound"),
        pl.when(pl.col("of") == "").then("number").otherwise("of").alias("of"),
    )


def _change(rows: pl.DataFrame, of: str) -> pl.DataFrame:
    """Of each item what it changes of one outcome."""
    names = {"value": of, "low": f"{of}_low", "high": f"{of}_high"}
    return rows.filter(of=of).select("item", *names).rename(names)


def changed(frame: pl.DataFrame) -> list[str]:
    """What the items of a frame change, in its order."""
    return [name for name in frame.columns if f"{name}_low" in frame.columns]


def find(frame: pl.DataFrame, study: Study, *, worth: Worth) -> Sequence[Finding]:
    """Of what items are ranked by: those that change most, either way; those that do not tell."""
    (of, *_) = changed(frame)
    rows = frame.to_dicts()
    sides = (
        (worth.most, [row for row in rows if (row[f"{of}_low"] or 0) > 0]),
        (worth.least, [row for row in reversed(rows) if (row[f"{of}_high"] or 0) < 0]),
    )
    found = [
        Finding(f"{said.format(_named(side, of))}.", weight=worth.weight)
        for said, side in sides
        if side
    ]
    told = [row["item"] for _, side in sides for row in side]
    rest = [row for row in rows if row["item"] not in told]
    return [*found, *_rest(rest, worth)]


def _rest(rows: Sequence[Row], worth: Worth) -> list[Finding]:
    """What is said of the items of which it is not known which way they change something."""
    found = []
    hanging = [row for row in rows if row.get("hanging")]
    if hanging:
        told = [f"“{row['name']}” {row['hanging'].partition(': ')[2]}" for row in hanging]
        hangs = hanging[0]["hanging"].partition(":")[0]
        found.append(Finding(f"{worth.open} {hangs}: {'; '.join(told)}.", False))
    if open_ := [row for row in rows if row not in hanging]:
        which = [f"“{row['name']}”{holds(row)}" for row in open_[:MOST_NAMED]]
        if len(open_) > MOST_NAMED:
            which.append(f"{len(open_) - MOST_NAMED} more")
        said = f"{worth.open} is not resolved, or it is nothing: {listed(which)}."
        found.append(Finding(said, False))
    return found


def _named(rows: Sequence[Row], of: str) -> str:
    return "; ".join(
        f"“{row['name']}”, {say(of_row(row, of), UNITS.get(of, ''), sign=True)}{holds(row)}"
        for row in rows[:MOST_NAMED]
    )


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Item, and what it changes."""
    return [
        text("name", "Item"),
        text("item", "Key"),
        *(_column(of) for of in changed(frame)),
        *contrasts.columns_of_family(frame),
    ]


def _column(of: str) -> Column:
    unit = UNITS.get(of, "")
    scale = 100 if unit in PERCENT else 1
    return Column(of, _title(of), PERCENT.get(unit, unit), scale=scale, sign=True)


def _title(of: str) -> str:
    return of.replace("_", " ").capitalize()


def panels(frame: pl.DataFrame) -> Panels:
    """What items change, side by side: name, of, value (with interval), is_first."""
    parts = [
        frame.select(
            "name",
            pl.lit(of).alias("of"),
            pl.lit(place == 0).alias("is_first"),
            *(pl.col(f"{of}{end}").alias(f"value{end}") for end in ("", "_low", "_high")),
        )
        for place, of in enumerate(changed(frame))
    ]
    return Panels(parts, across=len(parts))


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """A line for each item."""
    return (WIDTH, FOOT + ROW * frame.height)


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """One thing that items change; their names beside the first panel."""
    of = frame["of"][0]
    unit = UNITS.get(of, "")
    ax.axvline(0, color=figures.GREY, linewidth=1)
    at = figures.rows(frame)
    figures.points(ax, at, frame, "value", scale=100 if unit in PERCENT else 1, lying=True)
    is_first = frame["is_first"][0]
    figures.rows_of(ax, frame["name"].to_list() if is_first else [""] * frame.height)
    ax.set_title(_title(of), loc="left", fontweight="bold")
    ax.set_xlabel(PERCENT.get(unit, unit))
    ax.locator_params(axis="x", nbins=TICKS)
    return ax
