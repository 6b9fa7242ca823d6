"""How often does one tear decide who wins? (metrics.md 13.)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl
from matplotlib.axes import Axes

from loopsim.estimates import Estimates
from loopsim.numbers import above_all, frame_of, of_row, resolved, say
from loopsim.numbers import columns as three
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import NOT_RESOLVED, Column, Finding, Panels, percent, text
from loopsim.reports.questions import places
from loopsim.reports.questions.tears_by_cause import CAUSES
from loopsim.stats import Estimate

TITLE = "The tear that decides"
ALT = (
    "Three groups of lying bars, by cause, by day and by place in the turn order: share of the players whom "
    "the cost of their last tear keeps from winning or sharing the win."
)
NOTES = (
    "Decided by a tear: a player who is still in play at the end and does not win, but who would win or share "
    "the win if the points that the last tear cost were given back, and all else stayed as it was. It is that "
    "tear's cause and day. This is the account at the end: without that tear the game might have gone on in "
    f"another way. {places.COUNTED} {places.DIFFER}"
)

WIDE = True

CAUSE, DAY, PLACE = "By cause", "By day", "By place in the turn order"
ROW, FOOT = 0.3, 0.75


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row a cause (most frequent first, none without any), day and place: by, of, share of seats."""
    of_causes = [
        (CAUSE, CAUSES.get(metric.label, metric.label), estimates.of(metric.name))
        for metric in estimates.measures.of_level("seats")
        if metric.family == "tear_decided_by_cause"
    ]
    of_days = [
        (DAY, f"Day {day}", estimates.of(f"tear_decided_day{day}"))
        for day in range(1, estimates.setting.days + 1)
    ]
    found = [
        *sorted((each for each in of_causes if each[2].value), key=lambda each: -_value(each[2])),
        *of_days,
        *(
            (PLACE, places.named(place), estimate)
            for place, estimate in enumerate(places.of_places(estimates, "tear_decided_seat"))
        ),
    ]
    return frame_of(
        {
            "by": [by for by, _, _ in found],
            "of": [of for _, of, _ in found],
            **three("share", [estimate for _, _, estimate in found]),
        }
    )


def _value(estimate: Estimate) -> float:
    return estimate.value or 0.0


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """In how many games, by which cause and on which day most often, and for whom."""
    games = estimates.of("tear_decided")
    known = resolved(games, estimates.of("tear_decided_seat"))
    if not games.value:
        return [
            Finding(
                f"In no game did the cost of one tear decide who wins: {say(games, 'share')}.",
                known,
            )
        ]
    seats = places.of_places(estimates, "tear_decided_seat")
    return [
        Finding(
            f"In {say(games, 'share')} of the games one tear decides by the account: with its points "
            "given back, and all else as it was, another player would have won or shared the win.",
            known,
        ),
        _most(frame, CAUSE, "which cause most of these tears have"),
        _most(frame, DAY, "on which day most of these tears are taken"),
        places.finding("the tears that decide", seats, estimates.games, "share"),
    ]


def _most(frame: pl.DataFrame, by: str, asked: str) -> Finding:
    """The most frequent of one kind, and the next; `asked`: what is told by that."""
    (first, a), (second, b), *others = [
        *((row["of"], of_row(row, "share")) for row in _ranked(frame, by)),
        ("none other", Estimate(0.0, None, 0.0, 0.0, 0)),
    ]
    if not above_all(a, [b, *(other for _, other in others)]):
        return Finding(f"{NOT_RESOLVED} {asked}.", False)
    next_ = f"; next {second}, {say(b, 'share')}" if b.value else ""
    return Finding(f"{by}, most of these tears: {first}, {say(a, 'share')} of the players{next_}.")


def _ranked(frame: pl.DataFrame, by: str) -> list[dict[str, Any]]:
    return frame.filter(by=by).sort("share", descending=True, maintain_order=True).to_dicts()


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """What it is by, and the share of the players."""
    return [text("by", ""), text("of", "Of"), percent("share", "Players")]


def panels(frame: pl.DataFrame) -> Panels:
    """One panel a way to part them, all in one scale: its end is the column `most`."""
    reach = frame.select(pl.max_horizontal("share", "share_high").max()).item()
    parts = frame.with_columns(most=pl.lit(reach, pl.Float64)).partition_by(
        "by", maintain_order=True
    )
    return Panels(parts, [FOOT + ROW * part.height for part in parts])


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """A line for each row."""
    return (6.0, 0.2 + sum(panels(frame).heights))


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """A lying bar a row, with intervals."""
    at, share = figures.rows(frame), figures.values(frame, "share", 100)
    ax.barh(at, share, 0.72, color=figures.BLUE)
    reach = figures.reach(frame, "share", 100)
    ax.errorbar(share, at, xerr=reach, fmt="none", ecolor=figures.INK)
    figures.rows_of(ax, frame["of"].to_list())
    ax.set_xlim(0, 104 * frame["most"][0] or 1)
    ax.set_title(frame["by"][0], loc="left", fontweight="bold")
    if frame["by"][0] == PLACE:
        ax.set_xlabel("Players whom one tear keeps from winning (%)")
    return ax
