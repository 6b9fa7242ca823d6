"""What designers ask of a sweep: at which penalty an ad is worth nothing, at which price a trip is fair.

At each value of the key the games are played again with the thing in question closed to the focal seat
(`loopsim.studies.closed`), and where its worth is 0 lies the answer (metrics.md 6).
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from loopsim import games as registry
from loopsim import simulate
from loopsim.stats import Estimate
from loopsim.studies import closed
from loopsim.studies.by_bot import by_bot
from loopsim.studies.crossing import crossing
from loopsim.studies.effects import OF_LEVEL, OVER_FAMILY, Row, Schema, frame, of_family
from loopsim.studies.families import BOTS, Family, Kind, family
from loopsim.studies.plan import Plan
from loopsim.studies.setups import Setup, Variation, is_number, shown
from loopsim.studies.student import quantile
from loopsim.studies.worth import SCORE, USES, mispricing, numbers

#: With fewer seats that advertise anywhere on the grid an ad is valued by forcing one (metrics.md 6).
HARDLY = 0.01

#: Units of what is worth something, by outcome.
UNITS = {SCORE: "points", "win_share": "win share"}

#: What something is worth (`of`: "ad_value", "ad_forced" or "mispricing") at each value of the key.
_OF_CURVE: Schema = {"of": pl.String, "unit": pl.String, "item": pl.String}
OF_WORTH: Schema = {**_OF_CURVE, "x": pl.Float64, "x_text": pl.String, **OF_LEVEL}
#: Where that is 0; `stated`: the value of the key in the scenario as it was.
OF_ANSWER: Schema = {
    "key": pl.String,
    **_OF_CURVE,
    **dict.fromkeys(("stated", "estimate", "low", "high"), pl.Float64),
    "note": pl.String,
}


class Question(NamedTuple):
    """What a key that is varied asks: the worth of an item of a kind (`loopsim.value`)."""

    kind: str
    item: str


class Point(NamedTuple):
    """What something is worth at one value of the key, for each member of a family of a kind, if any.

    `mixed`: at the mixed tables of its bots.
    """

    of: str
    unit: str
    setup: Setup
    by_member: tuple[Estimate, ...]
    kind: Kind | None
    mixed: Estimate | None = None

    @property
    def over_family(self) -> Family | None:
        """The value over the family; None if one of its members has too few games for it."""
        values = [e.value for e in self.by_member if e.value is not None]
        errors = [e.se for e in self.by_member if e.se is not None]
        members = len(self.by_member)
        if self.kind is None or len(values) < members or len(errors) < members:
            return None
        return family(values, errors, kind=self.kind)

    @property
    def members(self) -> int | None:
        """How many members the error is over; None: it is over games."""
        return None if self.kind is None else len(self.by_member)

    @property
    def estimate(self) -> tuple[float, float] | None:
        """The value and its error, over a family those of its mean; None if it is not known."""
        if self.kind is not None:
            over = self.over_family
            return None if over is None else (over.mean, over.se)
        (only,) = self.by_member
        return None if only.value is None or only.se is None else (only.value, only.se)

    def alone(self, place: int) -> Point:
        """What it is worth for one of `Plan.everyone`."""
        only = (*self.by_member, self.mixed)[place]
        assert only is not None
        return self._replace(by_member=(only,), kind=None, mixed=None)


def asked(given: Sequence[Variation], setups: Sequence[Setup]) -> Question | None:
    """The question that a sweep over one key of numbers asks; None for any other.

    Neither is there one of what is not in play.
    """
    if len(given) > 1 or not all(map(is_number, given[0].values)):
        return None
    items = registry.get(setups[0].scenario.game).items
    found = items.question(given[0].key)
    if found is None:
        return None
    kind, item = found
    in_play = ({group.key for group in items.of_kind(s.scenario, kind)} for s in setups)
    return Question(kind, item) if all(item in keys for keys in in_play) else None


class Answers:
    """The answer to a question at the set-ups of a sweep."""

    def __init__(
        self,
        question: Question,
        plan: Plan,
        setups: Sequence[Setup],
        stated: float | None,
        on_games: Callable[[int], None] | None = None,
    ) -> None:
        """Nothing is played yet. `stated`: the value of the key in the scenario as it was."""
        self._question, self._plan = question, plan
        self._setups = sorted(setups, key=lambda setup: float(*setup.values.values()))
        self._stated, self._on_games = stated, on_games
        self._clock = simulate.Clock()
        self._points: list[Point] = []

    @property
    def games(self) -> int:
        """How many open games are played for it, forced ads aside."""
        return self._plan.games_in_all * len(self._setups)

    def play(self) -> signal.Signals | None:
        """Play at all values; after Ctrl-C there is no answer."""
        with simulate.stopping() as stop:
            shares = [self._play(setup, (), stop) for setup in self._setups]
            if self._question.kind == "actions" and max(shares) < HARDLY and not stop.is_set():
                self._points.clear()
                for setup in self._setups:
                    self._play(setup, ("forced",), stop)
            if not stop.is_set():
                return None
            self._points.clear()
            return stop.by

    def tables(self) -> dict[str, pl.DataFrame]:
        """Tables "worth", by value of the key, and "answers"; of a population also by bot."""
        found = self._tables(self._points, [OVER_FAMILY] if self._plan.kind else [])
        if self._plan.kind is BOTS:
            names = [member.name for member in self._plan.everyone]
            found |= by_bot(dict(enumerate(names)), self._alone)
        return found

    def _alone(self, place: int) -> dict[str, pl.DataFrame]:
        return self._tables([point.alone(place) for point in self._points], [])

    def _tables(self, points: Sequence[Point], over: Sequence[Schema]) -> dict[str, pl.DataFrame]:
        curves: dict[tuple[str, str], list[Point]] = {}
        for point in points:
            curves.setdefault((point.of, point.unit), []).append(point)
        rows = [self._worth(point) for curve in curves.values() for point in curve]
        answers = [self._answer(curve) for curve in curves.values()]
        return {"worth": frame(rows, OF_WORTH, *over), "answers": frame(answers, OF_ANSWER)}

    def _play(self, setup: Setup, also: Sequence[str], stop: simulate.Stop) -> float:
        """Play a set-up with all members and keep what is asked; the share of games with a use."""
        by_member: list[list[tuple[str, str, Estimate]]] = []
        used: list[float] = []
        for place, member in enumerate(self._plan.everyone):
            scenario = member.scenario(setup)
            groups = registry.get(scenario.game).items.of_kind(scenario, self._question.kind)
            if self._question.kind == "actions":
                groups = [group for group in groups if group.key == self._question.item]
            trials = closed.Trials(
                scenario, groups, member.bots, self._plan.rotate, crowd=member.crowd, also=also
            )
            games = self._plan.games_of(place)
            played = closed.play(
                trials,
                seed=self._plan.seed,
                games=games,
                threads=self._plan.threads,
                clock=self._clock,
                stop=stop,
                on_games=self._on_games,
            )
            if played is None or played.games < len(games):
                return 0.0
            by_member.append([*self._told(trials, played, bool(also))])
            asked = [group.key for group in groups].index(self._question.item)
            used.append(int(played.groups[asked].focal.positive[USES]) / played.games)
        members = len(self._plan.members)
        for estimates in zip(*by_member, strict=True):
            of, unit, _ = estimates[0]
            values = tuple(estimate for _, _, estimate in estimates)
            mixed = values[members] if self._plan.mixed else None
            self._points.append(Point(of, unit, setup, values[:members], self._plan.kind, mixed))
        return float(np.mean(used[:members]))

    def _told(
        self, trials: closed.Trials, played: closed.Played, forced: bool
    ) -> Iterator[tuple[str, str, Estimate]]:
        """What the item is worth: (of, unit, estimate)."""
        place = [group.key for group in trials.groups].index(self._question.item)
        if self._question.kind == "trips":
            pooled = sum(
                (of.blocks for of in played.groups), np.zeros_like(played.groups[0].blocks)
            )
            yield (
                "mispricing",
                UNITS[SCORE],
                mispricing(played.groups[place], pooled, played.blocks),
            )
            return
        wanted = "ad_forced" if forced else "ad_value"
        for number in numbers(played, trials)[place]:
            if number.name == wanted and number.of in UNITS:
                yield wanted, UNITS[number.of], number.estimate

    def _worth(self, point: Point) -> Row:
        value, se = point.estimate or (None, None)
        half = None if se is None else quantile(point.members) * se
        return {
            "of": point.of,
            "unit": point.unit,
            "item": self._question.item,
            "x": float(self._x(point)),
            "x_text": shown(self._x(point)),
            "value": value,
            "se": se,
            "low": None if value is None or half is None else value - half,
            "high": None if value is None or half is None else value + half,
            **of_family(point.over_family),
        }

    def _answer(self, curve: Sequence[Point]) -> Row:
        (key,) = curve[0].setup.values
        known = [(float(self._x(p)), *p.estimate) for p in curve if p.estimate is not None]
        of_curve = {
            "key": key,
            "of": curve[0].of,
            "unit": curve[0].unit,
            "item": self._question.item,
            "stated": self._stated,
        }
        if len(known) < 2:
            return {**of_curve, "note": "too few games"}
        grid, values, errors = zip(*known, strict=True)
        found = crossing(grid, values, errors, quantile(curve[0].members))
        return {**of_curve, **found._asdict()}

    @staticmethod
    def _x(point: Point) -> Any:
        (value,) = point.setup.values.values()
        return value
