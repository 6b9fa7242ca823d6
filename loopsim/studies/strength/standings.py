"""The tables of an arena: who wins how much from whom, and how bots stand (metrics.md 11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from loopsim.contests import Contest
from loopsim.stats import Estimate
from loopsim.studies.effects import Row, Schema, frame
from loopsim.studies.strength.alpha_rank import alpha_rank
from loopsim.studies.strength.dominance import cycles, fields_resolved, is_circle, z_of_pairs
from loopsim.studies.strength.drawn_deltas import Deltas, deltas
from loopsim.studies.strength.matches import OF_MATCH, among_its_like, columns, match, of_enough
from loopsim.studies.strength.nash import nash
from loopsim.studies.strength.ratings import Tables, ratings

#: How a bot stands. `advantage`: what a seat of it wins beyond an equal share where every seat is drawn from
#: all bots, as the ratings are found too. `nash_support`: share of the draws in which it has weight; `alpha_top`: in which no
#: bot is above it; `alpha`: the strength of selection, the same for all. Of few games draws tell nothing.
OF_STANDING: Schema = {
    "bot": pl.String,
    **dict.fromkeys(
        (
            *("rating", "rating_se", "rating_low", "rating_high"),
            *("advantage", "advantage_se", "advantage_low", "advantage_high"),
            *("nash_weight", "nash_support", "nash_rating", "nash_rating_low", "nash_rating_high"),
            *("alpha_share", "alpha_top"),
        ),
        pl.Float64,
    ),
    "alpha_place": pl.Int64,
    "alpha": pl.Int64,
}
OF_DRAWS = ("nash_support", "nash_rating_low", "nash_rating_high", "alpha_top")
#: Who is dominated by whom, and against how many of the fields that is resolved.
OF_DOMINATED: Schema = {
    "bot": pl.String,
    "by": pl.String,
    "resolved": pl.Int64,
    "fields": pl.Int64,
}
#: Who beats whom in a cycle; the interval holds for all pairs at once. `circle`: the cycle has three or
#: more that beat each other one way round; `mutual`: the other beats the bot as well.
OF_CYCLE: Schema = {
    "cycle": pl.Int64,
    "circle": pl.Boolean,
    "bot": pl.String,
    "beats": pl.String,
    "mutual": pl.Boolean,
    **dict.fromkeys(("delta", "delta_low", "delta_high"), pl.Float64),
}
#: Weights of less are none.
NO_WEIGHT = 1e-9


def tables(
    bots: Sequence[str],
    contests: Sequence[Sequence[Contest]],
    mixed: Tables | None,
    seed: int,
) -> dict[str, pl.DataFrame]:
    """The tables of an arena of K bots.

    `contests[i][j]`: bot i in a field of bot j, all on the same games; `mixed`: the games of tables at
    which every seat was drawn, None if they were not played.
    """
    found, draws = deltas(contests, seed)
    met = [
        [among_its_like(contest) if i == j else contest for j, contest in enumerate(row)]
        for i, row in enumerate(contests)
    ]
    matches = [
        match(bot, field, contest)
        for bot, row in zip(bots, met, strict=True)
        for field, contest in zip(bots, row, strict=True)
    ]
    return {
        "matrix": frame(matches, OF_MATCH),
        "standings": _standings(bots, found, draws, mixed),
        "dominated": frame([*_dominated(bots, met)], OF_DOMINATED),
        "cycles": frame([*_cycles(bots, found)], OF_CYCLE),
    }


def _standings(
    bots: Sequence[str], found: Deltas, draws: NDArray[np.float64], mixed: Tables | None
) -> pl.DataFrame:
    """One row a bot, the best rating first; without errors of these by alpha-rank, then Nash average."""
    unknown = Estimate(None, None, None, None, 0)
    rated = [unknown] * len(bots) if mixed is None else ratings(mixed)
    ahead = [unknown if mixed is None else mixed.advantage(bot) for bot in range(len(bots))]
    average, drawn = nash(found.values), nash(draws)
    low, high = np.quantile(drawn.ratings, (0.025, 0.975), axis=0)
    support = (drawn.weights > NO_WEIGHT).mean(axis=0)
    ranked = alpha_rank(found.resolved(found.values))
    above = alpha_rank(found.resolved(draws)).above
    rows: list[Row] = [
        {
            "bot": bot,
            **columns("rating", rated[place]),
            **columns("advantage", ahead[place]),
            "nash_weight": float(average.weights[place]),
            "nash_support": float(support[place]),
            "nash_rating": float(average.ratings[place]),
            "nash_rating_low": float(low[place]),
            "nash_rating_high": float(high[place]),
            "alpha_share": float(ranked.shares[place]),
            "alpha_top": float((above[:, place] == 0).mean()),
            "alpha_place": 1 + int(ranked.above[place]),
            "alpha": int(ranked.alphas),
        }
        | (dict.fromkeys(OF_DRAWS) if found.few else {})
        for place, bot in enumerate(bots)
    ]
    return frame(rows, OF_STANDING).sort(
        pl.when(pl.col("rating_se").is_not_null()).then("rating"),
        -pl.col("alpha_place"),
        "nash_rating",
        descending=True,
        nulls_last=True,
        maintain_order=True,
    )


def _dominated(bots: Sequence[str], met: Sequence[Sequence[Contest]]) -> Iterator[Row]:
    """Every bot with each one that dominates it."""
    for worse, of_worse in zip(bots, met, strict=True):
        for better, of_better in zip(bots, met, strict=True):
            differences = [
                of_enough(mine.better_than(its))
                for mine, its in zip(of_better, of_worse, strict=True)
            ]
            if resolved := fields_resolved(differences):
                yield {"bot": worse, "by": better, "resolved": resolved, "fields": len(bots)}


def _cycles(bots: Sequence[str], found: Deltas) -> Iterator[Row]:
    """The pairs inside each cycle in which the one beats the other."""
    k = len(bots)
    reach = z_of_pairs(k * (k - 1)) * found.errors
    beats = found.values - reach > 0
    for number, members in enumerate(cycles(beats), 1):
        circle = is_circle(beats[np.ix_(members, members)])
        for i in members:
            for j in members:
                if beats[i, j]:
                    value, half = float(found.values[i, j]), float(reach[i, j])
                    yield {
                        "cycle": number,
                        "circle": circle,
                        "bot": bots[i],
                        "beats": bots[j],
                        "mutual": bool(beats[j, i]),
                        "delta": value,
                        "delta_low": value - half,
                        "delta_high": value + half,
                    }
