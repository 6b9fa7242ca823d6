"""The course of a game: how likely each place is to win, turn by turn (metrics.md 13).

Some games of a run are played once more and continued after each turn (`loopsim.continued`). Each half of
the playouts estimates a win probability by itself. That matters for calibration: sorted by an estimate,
its own error would look like a fault of it, but the error of the other half is independent of it.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from loopsim import calibration, numbers, stats, turns
from loopsim.calibration import Forecasts
from loopsim.contests import UNIT, sums_of
from loopsim.stats import Estimate

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

#: From this win probability on a game is as good as decided.
NEARLY = 0.9
#: Along a game quantiles are told at so many steps, and at its beginning.
STEPS = 20
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


class Course:
    """The win probabilities of some games, after each turn, and what they tell of the game.

    p is the share of the playouts that a place wins, given all that is open after the turn and the bots that
    play: of bots that decide without chance it knows what they will do, so that such games are decided
    early. Estimates are over games (M unless said otherwise). Where winners are asked for, those of a game
    are weighted by win share, and games without a winner are left out.

    The noise of the playouts is no fault of calibration, but it shifts what looks at single turns. How much is
    said at each number: 64 playouts less 1024 of the same 50 games of four planners, with its standard error.
    """

    def __init__(self, frame: pl.DataFrame, playouts: int, players: int) -> None:
        """Take a frame of `turns.SCHEMA`, sorted by game, turn and place. ValueError for anything else."""
        turns.check(frame, playouts, players)
        self.frame, self.playouts, self.players = frame, playouts, players
        of_position = frame.gather_every(players)
        self._turn, self._turns = turns.ints(of_position["turn"]), turns.ints(of_position["turns"])
        self._day, self._mover = turns.ints(of_position["day"]), turns.ints(of_position["mover"])
        self._starts = np.flatnonzero(self._turn == 0)
        self._ends = self._turn == self._turns
        halves = [turns.ints(frame[half]).reshape(-1, players) for half in ("half_a", "half_b")]
        self._halves = np.stack(halves)
        self._sum: Ints = self._halves.sum(axis=0)
        self._won = turns.ints(frame["win_share"]).reshape(-1, players)[self._starts]
        self._game = np.repeat(np.arange(self.games), self._turns[self._starts] + 1)

    def __repr__(self) -> str:
        """Of how many games, and how often they were continued."""
        return f"<Course of {self.games:,} games, {self.playouts} playouts a turn>"

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self._starts)

    # --- whether the win probabilities are what happens

    @cached_property
    def _forecasts(self) -> Forecasts:
        """All but those after the last turn: they are the result."""
        before = ~self._ends
        won = self._won[self._game]
        return Forecasts(
            np.repeat(self._game[before], self.players),
            self._halves[:, before].reshape(2, -1),
            won[before].reshape(-1),
            self.playouts,
        )

    @property
    def calibration_error(self) -> Estimate:
        """Mean distance of what is won from the win probability, less what chance makes of it (J)."""
        return calibration.error(self._forecasts)

    @property
    def slope(self) -> Estimate:
        """Of the win share on the win probability (J): 1 if they agree, less if it is overconfident."""
        return calibration.slope(self._forecasts)

    def calibration(self) -> pl.DataFrame:
        """By bin of the win probability what it says and what was won: see `calibration.curve`."""
        return calibration.curve(self._forecasts)

    def bias(self) -> pl.DataFrame:
        """The mean of w − p on each day, by place in the turn order (R): 0 if nothing is overlooked.

        By place, since over all places it is nothing anyhow. Columns: day, place, bias, bias_low, bias_high.
        """
        found = self._bias()
        frame = pl.DataFrame([*found], schema=["day", "place"], orient="row")
        return numbers.with_estimates(frame, "bias", found.values())

    def _bias(self) -> dict[tuple[int, int], Estimate]:
        """By day and place."""
        missed = self._won[self._game] * self.playouts - self._sum
        found = {}
        for day in range(1, int(self._day.max()) + 1):
            there = (self._day == day) & ~self._ends
            days = self._by_game(there)
            for place in range(self.players):
                sums = sums_of(self._by_game(missed[:, place] * there), days)
                found[day, place] = stats.ratio(sums, UNIT * self.playouts)
        return found

    # --- the shape of a game

    @property
    def drama(self) -> Estimate:
        """How far the winner was behind the likeliest other, mean over the turns t = 0…T.

        Of 64 playouts 0.0049 ± 0.0011 more than of 1024.
        """
        behind = self._by_game(np.maximum(0, self._best_other - self._sum)) / self._whole
        return _share(self._of_winners(behind / self._positions[:, None]))

    @property
    def uncertainty(self) -> Estimate:
        """Entropy of the win probabilities over that of equal ones, mean over the turns t = 0…T, all games.

        Of the probabilities given that somebody wins: they add up to 1. 1: all are as likely; 0: it is clear
        who wins. Of 64 playouts 0.0100 ± 0.0008 less than of 1024.
        """
        total = self._sum.sum(axis=1, keepdims=True)
        p = np.divide(self._sum, total, out=np.zeros(self._sum.shape), where=total > 0)
        entropy = -(p * np.log(p, out=np.zeros_like(p), where=p > 0)).sum(axis=1)
        return _share(self._by_game(entropy) / self._positions / np.log(self.players))

    @property
    def decided_at(self) -> Estimate:
        """From which part of its turns on no place was likelier to win than the winner, to the end.

        Of 64 playouts 0.018 ± 0.020 more than of 1024: not resolved.
        """
        return _share(self._decided_at)

    @property
    def decided_at_median(self) -> Estimate:
        """The median of `decided_at` over games, with the interval of a quantile."""
        return _quantile(self._decided_at, 0.5)

    @property
    def decided_90(self) -> Estimate:
        """From which part of its turns on the winner had a win probability of 0.9 or more, to the end.

        Of those who share a win the end itself. Of 64 playouts 0.017 ± 0.008 more than of 1024.
        """
        open_still = (self._sum < NEARLY * self._whole) & ~self._ends[:, None]
        return _share(self._of_winners(self._since_last(open_still)))

    def along(self) -> pl.DataFrame:
        """Quantiles over games of the win probability of the eventual winner, and of the likeliest place.

        (Of games without a winner that of the likeliest place only.)

        Columns: at, the part of its turns that a game has behind it (the turn at or before it is looked at);
        who, "winner" or "leader"; q; value, low and high; n, how many games.
        """
        winner, leader = self._winner, self._sum.max(axis=1) / self._whole
        rows = []
        for step in range(STEPS + 1):
            at = self._starts + step * self._turns[self._starts] // STEPS
            for who, values in (("winner", winner[at][self._somebody]), ("leader", leader[at])):
                for q in QUANTILES:
                    found = _quantile(values, q)
                    rows.append((step / STEPS, who, q, found.value, found.low, found.high, found.n))
        floats = dict.fromkeys(("value", "low", "high"), pl.Float64)
        schema = {"at": pl.Float64, "who": pl.String, "q": pl.Float64, **floats, "n": pl.Int64}
        return pl.DataFrame(rows, schema=schema, orient="row")

    def decisive(self) -> pl.DataFrame:
        """Of each game with a winner its decisive turn: the largest change of the winner's win probability.

        The first of several. Columns: game, turn, day, mover (the place that moved), before, after (win
        probabilities; each has a standard error of √(p(1 − p)/K) from its K playouts).
        """
        change = np.abs(np.diff(self._of_winner, prepend=0))
        change[self._starts] = 0  # from the game before
        largest = np.maximum.reduceat(change, self._starts)
        there = np.flatnonzero((change == largest[self._game]) & (self._turn > 0))
        first = there[np.unique(self._game[there], return_index=True)[1]]
        at = first[self._somebody[self._game[first]]]
        games = self.frame["game"].gather_every(self.players).to_numpy()
        return pl.DataFrame(
            {
                "game": games[at],
                "turn": self._turn[at],
                "day": self._day[at],
                "mover": self._mover[at],
                "before": self._winner[at - 1],
                "after": self._winner[at],
            }
        )

    def told(self) -> dict[str, int]:
        """What the manifest of the run says of it."""
        return {"games": self.games, "playouts": self.playouts}

    def json(self) -> dict[str, Any]:
        """The object `course` of ``run --json``."""
        names = ("calibration_error", "slope", "drama", "uncertainty", "decided_at", "decided_90")
        median = self.decided_at_median
        return {
            **self.told(),
            **{name: getattr(self, name).json() for name in names},
            "decided_at_median": {key: getattr(median, key) for key in ("value", "low", "high")},
            "bias": [
                {"day": day, "place": place, **found.json()}
                for (day, place), found in self._bias().items()
            ],
        }

    # --- game by game

    @property
    def _whole(self) -> int:
        """What the sum of a place is that wins all playouts."""
        return UNIT * self.playouts

    @property
    def _positions(self) -> Ints:
        """How many turns a game has, t = 0 included."""
        return self._turns[self._starts] + 1

    @property
    def _somebody(self) -> NDArray[np.bool_]:
        """Which games have a winner."""
        somebody: NDArray[np.bool_] = self._won.sum(axis=1) > 0
        return somebody

    @cached_property
    def _best_other(self) -> Ints:
        """The largest sum of another place, (positions, n)."""
        others = [np.delete(self._sum, place, axis=1) for place in range(self.players)]
        return np.stack([sums.max(axis=1) for sums in others], axis=1)

    @cached_property
    def _of_winner(self) -> Ints:
        """The sums of the winners at each position, each times its win share."""
        total: Ints = (self._won[self._game] * self._sum).sum(axis=1)
        return total

    @cached_property
    def _winner(self) -> Floats:
        """The win probability of the eventual winner at each position; 0 if there is none."""
        most = self._won.sum(axis=1)[self._game] * self._whole
        p: Floats = np.divide(self._of_winner, most, out=np.zeros(len(most)), where=most > 0)
        return p

    @property
    def _decided_at(self) -> Floats:
        return self._of_winners(self._since_last(self._best_other > self._sum))

    def _since_last(self, not_yet: NDArray[np.bool_]) -> Floats:
        """By game and place the part of its turns after the last position at which it was not yet so."""
        decided = np.where(not_yet, self._turn[:, None] + 1, 0)
        last: Ints = np.maximum.reduceat(decided, self._starts)
        parts: Floats = last / self._turns[self._starts, None]
        return parts

    def _of_winners(self, values: Floats) -> Floats:
        """Values (G, n) of the places as one of each game that has a winner."""
        won = self._won[self._somebody]
        means: Floats = np.average(values[self._somebody], axis=1, weights=won)
        return means

    def _by_game(self, values: NDArray[Any]) -> NDArray[Any]:
        """Sums over the positions of each game."""
        sums: NDArray[Any] = np.add.reduceat(
            values, self._starts, dtype=np.result_type(values, np.int64)
        )
        return sums


def _share(values: Floats) -> Estimate:
    """The mean of shares over games (M); of too few of them without an interval."""
    found = stats.within(stats.mean_of(values), 0, 1)
    if len(values) >= stats.FEW:
        return found
    return Estimate(found.value, found.se, None, None, found.n, stats.TOO_FEW)


def _quantile(values: Floats, q: float) -> Estimate:
    return stats.quantile(Counter(values.tolist()), q)
