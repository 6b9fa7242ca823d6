"""The numbers of a game (metrics.md 3, `visit_lift` of 5), and games that tell something."""

from __future__ import annotations

from typing import Any

import polars as pl

from loopsim.games.loop_inc.derived import col
from loopsim.kernels.loop_inc.columns import WIN_SHARE_UNIT
from loopsim.kernels.loop_inc.names import TYPES
from loopsim.measures import Metric, Telling


def of_games(players: int, days: int) -> list[Metric]:
    """The metrics of a game."""

    def metric(name: str, y: pl.Expr, title: str, unit: str, meaning: str, **more: Any) -> Metric:
        return Metric(name, "games", y, title, unit, meaning, **more)

    seats = range(players)
    metrics = [
        metric("turns", col("turns"), "Turns", "turns", "cards played by all seats"),
        metric(
            "decisions",
            col("decisions"),
            "Decisions",
            "nodes",
            "choices between two options or more",
        ),
        metric(
            "decisions_a_turn",
            col("decisions"),
            "Decisions a turn",
            "nodes a turn",
            "choices between two options or more / turns",
            x=col("turns"),
        ),
        metric("forced", col("forced"), "Forced choices", "nodes", "nodes with exactly one option"),
        metric(
            "forced_turns",
            col("forced_turns"),
            "Forced turns",
            "share",
            "turns without a decision / turns",
            x=col("turns"),
        ),
        metric(
            "lead_changes",
            col("lead_changes"),
            "Lead changes by day",
            "changes",
            "the seat that led alone last passes to another, looked at after each day",
        ),
        metric(
            "lead_changes_turn",
            col("lead_changes_turn"),
            "Lead changes by turn",
            "changes",
            "the seat that led alone last passes to another, looked at after each turn",
        ),
        metric(
            "margin",
            col("margin"),
            "Margin",
            "points",
            "best less second-best score of survivors, in games with two or more",
            x=col("survivors") >= 2,
        ),
        metric(
            "no_winner",
            col("winners") == 0,
            "No winner",
            "share",
            "games in which all are eliminated",
            share=True,
        ),
        metric(
            "shared_win",
            col("winners") >= 2,
            "Shared win",
            "share",
            "games with two winners or more",
            share=True,
        ),
        metric(
            "tear_decided",
            _any_seat("tear_decided", players),
            "Decided by a tear",
            "share",
            "games in which a seat without the win would win or share but for the cost of its last tear",
            share=True,
        ),
        metric(
            "eliminated_leader",
            _any_seat("led_when_out", players),
            "Leader eliminated",
            "share",
            "games in which a seat led alone at the turn before it was eliminated",
            share=True,
        ),
        metric(
            "trailing",
            pl.sum_horizontal(
                [col(f"win_share_at{o}") * col(f"turns_behind_at{o}") for o in seats]
            ),
            "Winner behind",
            "share",
            "turns at which a winner-to-be does not lead / turns, winners weighted by win share",
            x=pl.sum_horizontal([col(f"win_share_at{o}") for o in seats]) * col("turns"),
        ),
        metric(
            "visit_lift",
            col("all_lift"),
            "Lift of any visit",
            "win share",
            "win share of visitors less 1/n, over all visits to all trips",
            x=col("all_visitors"),
            scale=WIN_SHARE_UNIT,
            signed=True,
        ),
    ]
    metrics += [
        metric(
            f"out_of_stock_{kind}{on}",
            col(f"out_of_stock_{kind}{on}"),
            f"Out of stock: {kind}" + (f" on day {day}" if day else ""),
            "share",
            f"turns{f' of day {day}' if day else ''} that begin with no {kind} on the board / turns",
            x=col(f"turns{on}"),
            family="out_of_stock",
            label=f"{kind}{on}",
            detail=day > 0,
        )
        for kind in TYPES
        for day in range(days + 1)
        for on in [f"_day{day}" if day else ""]
    ]
    return metrics + [
        metric(
            f"comeback_day{day}",
            pl.sum_horizontal(
                [is_last * col(f"win_share_at{o}") for o, is_last in enumerate(last)]
            ),
            f"Win share of the last after day {day}",
            "win share",
            f"win share of a seat that was last alone after day {day}; equal share 1/n",
            x=pl.sum_horizontal(last),
            scale=WIN_SHARE_UNIT,
        )
        for day in range(1, days)
        for last in [_last_alone(players, day)]
    ]


def _any_seat(name: str, players: int) -> pl.Expr:
    """Whether a fact of 0 or 1 is 1 of any seat of the game."""
    return pl.any_horizontal([col(f"{name}_at{o}") > 0 for o in range(players)])


def telling_games(players: int, days: int) -> list[Telling]:
    """The games worth looking at: the closest, the longest …"""
    seats = range(players)
    deficits = []
    for day in range(1, days):
        best = pl.max_horizontal(_in_play(players, day))
        deficits += [
            pl.when(col(f"win_share_at{o}") > 0).then(best - col(f"score_after_day{day}_at{o}"))
            for o in seats
        ]
    comeback = []
    if deficits:  # with a single day there is no earlier one
        comeback.append(
            Telling(
                "comeback",
                pl.max_horizontal(deficits),
                True,
                "Biggest comeback: points a winner was behind at the end of an earlier day",
                where=col("winners") >= 1,
            )
        )
    return [
        Telling(
            "closest",
            col("margin"),
            False,
            "Closest: points of margin",
            where=col("survivors") >= 2,
        ),
        *comeback,
        Telling(
            "lead_changes",
            col("lead_changes_turn"),
            True,
            "Most open: changes of the lead, looked at after each turn",
        ),
        Telling(
            "most_tears",
            pl.sum_horizontal([col(f"tears_taken_at{o}") for o in seats]),
            True,
            "Most tears, of all players together",
        ),
        Telling("longest", col("turns"), True, "Longest: turns"),
    ]


def _in_play(players: int, day: int) -> list[pl.Expr]:
    """Of each place, its score after a day; null once it is eliminated."""
    return [
        pl.when((col(f"eliminated_day_at{o}") == 0) | (col(f"eliminated_day_at{o}") > day)).then(
            col(f"score_after_day{day}_at{o}")
        )
        for o in range(players)
    ]


def _last_alone(players: int, day: int) -> list[pl.Expr]:
    """Of each place, 1 if after the day it alone has the lowest score of two seats or more in play."""
    scores = _in_play(players, day)
    lowest = pl.min_horizontal(scores)
    at_lowest = [(score == lowest).fill_null(False).cast(pl.Int32) for score in scores]
    in_play = pl.sum_horizontal([score.is_not_null().cast(pl.Int32) for score in scores])
    alone = (pl.sum_horizontal(at_lowest) == 1) & (in_play >= 2)
    return [here * alone.cast(pl.Int32) for here in at_lowest]
