"""How many steps of skill are there, and how much does skill decide?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes

from loopsim.numbers import SPACE, counted, of_row, say
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import Column, Finding, percent, text
from loopsim.reports.studies.tables_of_study import table
from loopsim.studies.effects import Row
from loopsim.studies.strength.ladder import OF_SKILL, OF_STEP, STEP
from loopsim.studies.study import Study

TITLE = "Steps of skill"
ALT = (
    "Points with intervals, one row a step, the first on top: what a level wins beyond an equal share among "
    "others of the level below. A dashed line marks what a step must bring to count."
)
NOTES = (
    "Each level plays alone among others of the level below; beyond an equal share: its win share less what "
    "every seat wins on average. A step counts towards the depth if the whole 95 % interval of that is at least "
    f"{100 * STEP:.0f} % points. Between equals the result is luck by definition. The skill share is measured "
    "between the two ends of the ladder, the top alone among others of the bottom: above random play it is near "
    "100 % in any game. How much skill decides among people is told by ends at which people might play."
)
WIDE = True

WIDTH, ROW, FOOT = 6.4, 0.42, 1.0


def compute(study: Study) -> pl.DataFrame:
    """One row a step, from the bottom: as the study has it, with `name` and `in_depth` for people."""
    return table(study, "steps", OF_STEP).with_columns(
        pl.format("{} among {}", "bot", "field").alias("name"),
        pl.when("counts").then(pl.lit("yes")).otherwise(pl.lit("no")).alias("in_depth"),
    )


def find(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    """The depth, and the share of skill between the ends."""
    rows = table(study, "skill", OF_SKILL).to_dicts()
    return [said(skill) for skill in rows for said in (_share, _depth)]


def _share(skill: Row) -> Finding:
    share = of_row(skill, "skill_share")
    said = (
        f"Skill share {say(share, 'share')} between these ends: “{skill['top']}” among “{skill['bottom']}”, where "
        f"0{SPACE}% is all luck and 100{SPACE}% that the better always wins."
    )
    return Finding(said, share.low is not None, weight=2)


def _depth(skill: Row) -> Finding:
    steps = counted(skill["steps"], "step")
    return Finding(f"Depth {skill['depth']}: so many of {steps} count.", weight=1)


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """The step, what it wins, and whether it counts."""
    return [
        text("name", "Step"),
        percent("win_share", "Win share"),
        percent("advantage", "Beyond an equal share", sign=True),
        Column("elo", "Elo-like", sign=True, bare=True),
        text("in_depth", "Counts"),
    ]


def is_drawn(frame: pl.DataFrame) -> bool:
    """Whether there are steps."""
    return not frame.is_empty()


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """A line for each step."""
    return (WIDTH, FOOT + ROW * frame.height)


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """Advantages with intervals, and what counts."""
    ax.axvline(0, color=figures.GREY, linewidth=1)
    ax.axvline(100 * STEP, color=figures.GREY, linewidth=1, linestyle="--")
    figures.points(ax, figures.rows(frame), frame, "advantage", scale=100, lying=True)
    figures.rows_of(ax, frame["name"].to_list())
    ax.set_xlabel("Beyond an equal share (% points)")
    return ax
