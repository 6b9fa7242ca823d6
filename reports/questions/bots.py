"""How do the bots at this table differ?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl
from matplotlib.axes import Axes

from loopsim.estimates import Estimates
from loopsim.numbers import columns as three
from loopsim.numbers import frame_of, listed, of_row, say
from loopsim.reports.kit.question import NOT_RESOLVED, Column, Finding, number, percent, text
from loopsim.reports.questions.turn_order import equal_share, win_shares

TITLE = "Bots side by side"
ALT = (
    "Points with intervals, one a bot: win share of a seat that it holds; a dashed line marks the "
    "equal share."
)
NOTES = "All numbers are means over the seats that a bot holds."
WIDE = True
TURNED = True

METRICS = (
    "win_share",
    "score",
    "trip_points",
    "launches",
    "tears_taken",
    "eliminated",
    "ads_placed",
    "met_share",
    "waste",
)


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row a bot: bot, seats (of each game), `METRICS` (with intervals), equal_share."""
    names = estimates.setting.bots
    seats = [estimates.setting.seats_of(bot) for bot in range(len(names))]
    columns: dict[str, list[Any]] = {"bot": list(names), "seats": seats}
    for metric in METRICS:
        columns |= three(metric, [estimates.of(metric, "bot", bot) for bot in range(len(names))])
    return frame_of({**columns, "equal_share": [equal_share(estimates)] * len(names)})


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """Who wins more and who less than an equal share."""
    if frame.height == 1:
        bot = frame.row(0, named=True)
        return [
            Finding(
                f"All seats are played by one bot, {bot['bot']}: this run shows how the game treats "
                "equals, and nothing about skill."
            )
        ]
    findings = []
    for side, words in ((1, "more"), (-1, "less")):
        named = [
            f"{row['bot']}, {say(of_row(row, 'win_share'), 'share')}"
            for row in frame.iter_rows(named=True)
            if _side(row) == side
        ]
        if named:
            findings.append(
                Finding(
                    f"Seats of {listed(named)}, win {words} than an equal share of "
                    f"{100 * frame['equal_share'][0]:.1f}\N{NO-BREAK SPACE}%."
                )
            )
    open_ = [row["bot"] for row in frame.iter_rows(named=True) if _side(row) == 0]
    if open_:
        findings.append(
            Finding(
                f"{NOT_RESOLVED} whether {listed(open_)} differ"
                f"{'s' if len(open_) == 1 else ''} from an equal share.",
                False,
            )
        )
    return findings


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Bot, seats and what it does."""
    return [
        text("bot", "Bot"),
        number("seats", "Seats", "of each game"),
        percent("win_share", "Win share"),
        Column("score", "Score", "points"),
        Column("trip_points", "Trips", "points"),
        Column("launches", "Launches", "a seat"),
        Column("tears_taken", "Tears", "a seat"),
        percent("eliminated", "Eliminated"),
        Column("ads_placed", "Ads placed", "a seat"),
        percent("met_share", "Ads met"),
        Column("waste", "Waste", "tokens"),
    ]


def is_drawn(frame: pl.DataFrame) -> bool:
    """Only several bots can be compared."""
    return frame.height > 1


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """A point with its interval for each bot, and the line of the equal share."""
    return win_shares(frame, ax, frame["bot"].to_list())


def _side(row: dict[str, Any]) -> int:
    """1 or −1: resolved above or below an equal share; 0: not resolved."""
    share, equal = of_row(row, "win_share"), float(row["equal_share"])
    if share.low is None or share.high is None:
        return 0
    return int(share.low > equal) - int(share.high < equal)
