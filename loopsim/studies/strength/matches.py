"""One bot among others of a field, as a row of a table: what it wins and whether it beats them (metrics.md 10)."""

from __future__ import annotations

from math import log10

import numpy as np
import polars as pl

from loopsim import stats
from loopsim.contests import UNIT, Contest
from loopsim.stats import FEW, TOO_FEW, Estimate
from loopsim.studies.effects import Row, Schema
from loopsim.studies.exact import Exact

#: Who plays whom, and how that goes. `advantage`: win share less the equal share; the one beats the
#: field if its whole interval is above 0. Elo-like: ten to one are 400.
OF_MATCH: Schema = {
    "bot": pl.String,
    "field": pl.String,
    **dict.fromkeys(
        (
            *("win_share", "win_share_se", "win_share_low", "win_share_high", "equal_share"),
            *("advantage", "advantage_se", "advantage_low", "advantage_high"),
            *("elo", "elo_low", "elo_high"),
        ),
        pl.Float64,
    ),
    "beats": pl.Boolean,
    "games": pl.Int64,
}

#: Why there is no error.
DEFINED = "equal by definition"


def match(bot: str, field: str, contest: Contest) -> Row:
    """The row of a contest of one bot among others, all of one field.

    Among its like a bot has the equal share, by definition and so without an error, and no Elo.
    """
    share, edge = contest.win_share, contest.advantage
    if bot == field:
        share, edge = (Estimate(of.value, None, None, None, of.n, DEFINED) for of in (share, edge))
    ends = {"elo": share.value, "elo_low": share.low, "elo_high": share.high}
    ends = dict.fromkeys(ends) if bot == field else ends
    return {
        "bot": bot,
        "field": field,
        **columns("win_share", share),
        "equal_share": contest.equal_share,
        **columns("advantage", edge),
        **{name: elo(w, contest.players) for name, w in ends.items()},
        "beats": edge.low is not None and edge.low > 0,
        "games": share.n,
    }


def skill_share(contest: Contest) -> Estimate:
    """(w − e)/(1 − e): 0 all luck, 1 the better always wins (R)."""
    rest, e = UNIT - (contest.share - contest.edge), contest.equal_share
    found = stats.ratio(Exact.of(np.stack([contest.edge, rest])).ratio(0, 1))
    return contest.rising(found, lambda w: (w - e) / (1 - e))


def of_enough(found: Estimate) -> Estimate:
    """The estimate, without its interval if it is of fewer games than `FEW`."""
    return found if found.n >= FEW else Estimate(found.value, None, None, None, found.n, TOO_FEW)


def among_its_like(contest: Contest) -> Contest:
    """A contest of a bot with its like as it must be: of the equal share, whoever happens to win."""
    return Contest(contest.players, contest.share - contest.edge, np.zeros_like(contest.edge))


def elo(win_share: float | None, players: int) -> float | None:
    """400·log₁₀((n − 1)·w/(1 − w)); None where w is not between 0 and 1."""
    if win_share is None or not 0 < win_share < 1:
        return None
    return 400 * log10((players - 1) * win_share / (1 - win_share))


def columns(name: str, estimate: Estimate) -> Row:
    """The columns of an estimate: `name`, `name`_se, `name`_low and `name`_high."""
    return {
        name: estimate.value,
        f"{name}_se": estimate.se,
        f"{name}_low": estimate.low,
        f"{name}_high": estimate.high,
    }
