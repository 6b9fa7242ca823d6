"""What does each bot of a population say by itself?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import polars as pl
from matplotlib.axes import Axes

from loopsim.numbers import SHARE_DIFFERENCE, listed, plain, read_in
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import Column, Finding, Panels, Question, text
from loopsim.reports.studies import answers, contrasts, mechanisms
from loopsim.reports.studies.factor_effects import OF_FACTORS
from loopsim.reports.studies.item_values import OF_ITEM, OF_WORTH
from loopsim.reports.studies.tables_of_study import table
from loopsim.reports.studies.topics import main_only
from loopsim.studies.answers import OF_ANSWER
from loopsim.studies.differences import HIGHER, LOWER
from loopsim.studies.effects import OF_EFFECT, OF_LEVEL, OF_NUMBER, OF_PAIR, Row, Schema
from loopsim.studies.restricted import OF_MECHANISM
from loopsim.studies.study import Study
from loopsim.studies.valued import UNITS

TITLE = "The main numbers by bot"
INTRO = (
    "Each bot has all seats in its share of the games, and its intervals are over these games alone: they "
    "say what holds for this bot, and nothing of others. Mixed tables: each seat is given to one of the "
    "bots by lot, anew for each game; they stand apart from the means over bots."
)
ALT = (
    "Small figures, one a number: a line for each bot, with its value and the interval of its own games. "
    "Of differences an upright line marks zero."
)
OF_BOT: Schema = {"bot": pl.String}
#: What a table by bot is laid down as: `place` says of what the number is, if there are several such.
SHOWN = ("place", "name", "unit", "bot", "value", "value_low", "value_high", "said")

WIDTH, ROW, FOOT, ACROSS = 7.2, 0.2, 0.75, 2
#: Letters in a line above a panel.
LETTERS = 28
#: With more panels than these there is a table alone.
MOST_PANELS = 24


def question(study: Study) -> Question[Study]:
    """The question of the main numbers of a study by bot."""
    return Question(
        name="by_bot",
        title=TITLE,
        compute=compute,
        find=find,
        columns=partial(columns, sign=study.kind != "bots"),
        draw=draw,
        is_drawn=is_drawn,
        panels=panels,
        size=size,
        alt=ALT,
        wide=True,
        folded=True,
    )


def question_of_answers() -> Question[Study]:
    """The question of what is asked of a sweep, by bot."""
    return Question(
        name="answers_by_bot",
        title="Where worth turns, by bot",
        compute=compute_answers,
        find=lambda frame, study: [],
        columns=partial(columns, sign=False),
        wide=True,
    )


def compute(study: Study) -> pl.DataFrame:
    """One row a main number and bot, columns `SHOWN`; none of a study that is over no population."""
    kinds = {
        "bots": _levels,
        "compare": _pairs,
        "sweep": _swept,
        "factorial": _effects,
        "restrict": _worths,
    }
    frame = kinds.get(study.kind, _values)(study)
    return frame.select(*SHOWN)


def _levels(study: Study) -> pl.DataFrame:
    rows = contrasts.described(
        main_only(table(study, "metrics_by_bot", OF_BOT, OF_NUMBER, OF_LEVEL), study)
    )
    return rows.select(
        "name", "unit", "bot", "value", place=pl.lit(""), said=pl.lit(""), **_ends("low", "high")
    )


def _pairs(study: Study) -> pl.DataFrame:
    return _differences(table(study, "metrics_by_bot", OF_BOT, *_OF_PAIRS), study, pl.col("setup"))


def _swept(study: Study) -> pl.DataFrame:
    return _differences(table(study, "effects_by_bot", OF_BOT, *_OF_PAIRS), study, pl.col("setup"))


def _effects(study: Study) -> pl.DataFrame:
    rows = table(study, "effects_by_bot", OF_BOT, OF_FACTORS, OF_NUMBER, OF_EFFECT)
    place = pl.format("{}, {} players", "effect", "players")
    return _differences(rows.filter(order=1), study, place)


_OF_PAIRS = (OF_PAIR, OF_NUMBER, OF_EFFECT)


def _differences(frame: pl.DataFrame, study: Study, place: pl.Expr) -> pl.DataFrame:
    rows = contrasts.shown(main_only(frame, study))
    return rows.select(
        "name",
        "bot",
        "said",
        place=place,
        unit="difference_unit",
        value="difference",
        **_ends("difference_low", "difference_high"),
    )


def _values(study: Study) -> pl.DataFrame:
    """What items are ranked by."""
    ranked_by = pl.col("number").is_in(study.manifest["headline"])
    rows = table(study, "values_by_bot", OF_BOT, OF_WORTH, OF_LEVEL, {"note": pl.String}).filter(
        ranked_by & pl.col("of").is_in(["", "score"])
    )
    first = rows.group_by("item", "bot", maintain_order=True).last()
    names = table(study, "items", OF_ITEM).select(*OF_ITEM)
    return names.join(first, on="item", how="inner", maintain_order="left").select(
        "name",
        "bot",
        "value",
        place=pl.col("number").str.replace_all("_", " "),
        unit=pl.lit(UNITS["score"]),
        said="note",
        **_ends("low", "high"),
    )


def _worths(study: Study) -> pl.DataFrame:
    """What mechanisms are worth."""
    order = table(study, "mechanisms", OF_MECHANISM).select("mechanism")
    found = table(study, "mechanisms_by_bot", OF_BOT, OF_MECHANISM)
    rows = order.join(found, on="mechanism", how="inner", maintain_order="left_right")
    return mechanisms.shown(rows, None).select(
        "name",
        "bot",
        "said",
        place=pl.lit("worth"),
        unit="difference_unit",
        value="difference",
        **_ends("difference_low", "difference_high"),
    )


def _ends(low: str, high: str) -> dict[str, pl.Expr]:
    return {"value_low": pl.col(low), "value_high": pl.col(high)}


def compute_answers(study: Study) -> pl.DataFrame:
    """One row a thing that is asked and bot: at which value it is worth nothing; columns `SHOWN`."""
    rows = table(study, "answers_by_bot", OF_BOT, OF_ANSWER)
    zero = pl.struct(rows.columns).map_elements(lambda row: answers.measure(row).zero, pl.String)
    return rows.select(
        "bot",
        name=zero,
        place=pl.lit(""),
        unit=pl.lit(""),
        value="estimate",
        said="note",
        **_ends("low", "high"),
    ).select(*SHOWN)


def find(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    """Of each number on which bots disagree the sides; of levels the bots at the ends."""
    told = _ends_of if study.kind == "bots" else _sides
    return [
        Finding(said, folded=True)
        for rows in frame.partition_by("place", "name", maintain_order=True)
        if (said := told(rows.to_dicts()))
    ]


def _sides(rows: Sequence[Row]) -> str:
    """Which bots say more, and which less; "" if none or all of them say the same."""
    sides = {
        HIGHER: [row["bot"] for row in rows if (row["value_low"] or 0) > 0],
        LOWER: [row["bot"] for row in rows if (row["value_high"] or 0) < 0],
    }
    if not all(sides.values()):
        return ""
    said = "; ".join(f"{side} with {listed(bots)}" for side, bots in sides.items())
    return f"{rows[0]['place']}: “{rows[0]['name']}” is {said}."


def _ends_of(rows: Sequence[Row]) -> str:
    known = sorted((row for row in rows if row["value"] is not None), key=lambda row: row["value"])
    if not known:
        return ""
    low, *_, high = known
    scale, unit = read_in(low["unit"])
    ends = [f"{plain(scale * row['value'])} ({row['bot']})" for row in (low, high)]
    return f"“{low['name']}”: from {ends[0]} to {ends[1]} {unit}."


def columns(frame: pl.DataFrame, *, sign: bool) -> Sequence[Column]:
    """What the number is of, the number, bot, value, what is said of it."""
    optional = [
        text(name, title)
        for name, title in (("place", "Of"), ("said", "Verdict"))
        if (frame[name] != "").any()
    ]
    places, said = ([c for c in optional if c.name == name] for name in ("place", "said"))
    return [
        *places,
        text("name", "Number"),
        text("bot", "Bot"),
        Column("value", "Value", unit_from="unit", sign=sign, bare=True),
        *said,
    ]


def is_drawn(frame: pl.DataFrame) -> bool:
    """Whether there are numbers, and no more than can be looked at."""
    return 0 < len(panels(frame).frames) <= MOST_PANELS


def panels(frame: pl.DataFrame) -> Panels:
    """One panel a number, since each has its own scale."""
    parts = frame.partition_by("place", "name", maintain_order=True)
    return Panels(parts, across=ACROSS)


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """A line a bot in each row of panels."""
    rows = -(-len(panels(frame).frames) // ACROSS)
    return (WIDTH, rows * (FOOT + ROW * frame["bot"].n_unique()))


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """One number, a line a bot."""
    row = frame.row(0, named=True)
    scale, unit = read_in(row["unit"])
    if row["place"] or row["unit"] == SHARE_DIFFERENCE:
        ax.axvline(0, color=figures.GREY, linewidth=1)
    figures.points(ax, figures.rows(frame), frame, "value", scale=scale, lying=True)
    figures.rows_of(ax, frame["bot"].to_list())
    lines = [row["place"]] * bool(row["place"]) + [f"{row['name']} ({unit})"]
    title = "\n".join(figures.short(line, LETTERS) for line in lines)
    ax.set_title(title, loc="left", fontweight="bold")
    return ax
