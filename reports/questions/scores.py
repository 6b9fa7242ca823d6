"""What is a score made of?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl
from matplotlib.axes import Axes

from loopsim.estimates import Estimates
from loopsim.numbers import above, above_all, frame_of, of_row, resolved, say, scaled
from loopsim.numbers import columns as three
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import Column, Finding, text
from loopsim.stats import Estimate

TITLE = "Scores and their parts"
ALT = (
    "Lying bars: the mean points a player gets or loses by each part of the score; below them the "
    "mean score of all players and of the survivors."
)
NOTES = (
    "The parts add up to the score of all players, the eliminated included. A part that brings nobody points in "
    "any game is left out."
)


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row a part that is not always 0 and two totals: part, title, kind ("part" or "total"), points (with interval).

    Mean points a seat; what is subtracted is negative. The parts add up to the row "score".
    """
    rules, of = estimates.setting.rules, estimates.of
    parts = {
        "trip_points": ("Trips", of("trip_points")),
        "met_ads": ("Met ads", scaled(of("met_ads"), rules["ad_bonus"])),
        "office_points": ("Office", of("office_points")),
        "effect_points": ("Effects", of("effect_points")),
        "tears": ("Tears", scaled(of("tear_points"), -1)),
        "waste": ("Waste", scaled(of("waste"), -rules["waste_cost"])),
        "failed_ads": ("Failed ads", scaled(of("failed_ads"), -rules["ad_penalty"])),
    }
    totals = {
        "score": ("Score, all players", of("score")),
        "survivor_score": ("Score, survivors", of("survivor_score")),
    }
    parts = {
        name: part for name, part in parts.items() if not (part[1].alike and not part[1].value)
    }
    both = {**parts, **totals}
    return frame_of(
        {
            "part": [*both],
            "title": [title for title, _ in both.values()],
            "kind": ["part"] * len(parts) + ["total"] * len(totals),
            **three("points", [estimate for _, estimate in both.values()]),
        }
    )


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """The mean of all beside that of survivors; what gives and costs most."""
    of = {row["part"]: of_row(row, "points") for row in frame.iter_rows(named=True)}
    survivors = of["survivor_score"]
    beside = (
        "nobody survives"
        if survivors.value is None
        else f"those who survive {say(survivors, 'points')}"
    )
    findings = [
        Finding(
            f"A player scores {say(of['score'], 'points')} on average, {beside}.",
            resolved(of["score"]),
        )
    ]
    parts = frame.filter(pl.col("kind") == "part").sort("points", nulls_last=True)
    return [*findings, *_furthest(parts.to_dicts())]


def _furthest(parts: Sequence[Mapping[str, Any]]) -> list[Finding]:
    """By which part most is gained and by which most is lost, as far as it is known; the least first."""
    points = [of_row(part, "points") for part in parts]
    told = []
    if len(parts) > 1 and (points[-1].value or 0) > 0 and above_all(points[-1], points[:-1]):
        told.append(f"gained by {_part(parts[-1])}")
    if len(parts) > 1 and (points[0].value or 0) < 0 and _below_all(points[0], points[1:]):
        told.append(f"lost by {_part(parts[0])}")
    return [Finding(f"Most is {' and most '.join(told)}.")] if told else []


def _part(row: Mapping[str, Any]) -> str:
    """A part of the score and its points, in a sentence."""
    return f"{row['title'].lower()}, {say(of_row(row, 'points'), 'points', sign=True)} a player"


def _below_all(a: Estimate, others: Sequence[Estimate]) -> bool:
    return all(above(other, a) for other in others)


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Part and points."""
    return [text("title", "Part"), Column("points", "Mean a player", "points", sign=True)]


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """A lying bar for each part, a diamond for each total, all with intervals."""
    rows = figures.rows(frame)
    points, error = figures.values(frame, "points"), figures.reach(frame, "points")
    is_part = (frame["kind"] == "part").to_numpy()
    colours = [figures.RED if x < 0 else figures.BLUE for x in points[is_part]]
    ax.barh(rows[is_part], points[is_part], 0.65, color=colours)
    ax.errorbar(
        points[is_part], rows[is_part], xerr=error[:, is_part], fmt="none", ecolor=figures.INK
    )
    ax.errorbar(
        points[~is_part], rows[~is_part], xerr=error[:, ~is_part], fmt="D", color=figures.INK
    )
    ax.axvline(0, color=figures.GREY, linewidth=1)
    ax.axhline(is_part.sum() - 0.5, color=figures.GREY, linewidth=0.8)
    figures.rows_of(ax, frame["title"].to_list())
    ax.set_xlabel("Mean points a player")
    return ax
