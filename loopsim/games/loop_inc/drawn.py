"""A deck drawn from a prior (LI-70): trips, anomalies and bonuses.

Every draw is keyed by what it is for and not by its turn, as those of the kernel are: a deck of futures has the
AD and BC cards of the deck without, and the first anomalies are the same with "more".
"""

from collections.abc import Mapping
from hashlib import blake2b
from itertools import accumulate, count
from statistics import NormalDist
from typing import Any

from loopsim.games.loop_inc.model_deck import Era, Trip
from loopsim.games.loop_inc.model_effects import Anomaly, Bonus, Effects
from loopsim.games.loop_inc.prior import EraPrior, Prior
from loopsim.kernels.loop_inc.names import ERAS, TYPES

#: How the cards of an era are called, with a number behind it.
CARDS: Mapping[Era, str] = {"AD": "AD", "BC": "BC", "FUTURE": "F"}

_NORMAL = NormalDist()


class Draws:
    """Draws of one thing, each by its purpose."""

    def __init__(self, *thing: object) -> None:
        """Of the thing: a seed, and what is drawn with it."""
        self._thing = thing

    def bits(self, *purpose: object) -> int:
        """64 uniform bits."""
        key = "/".join(map(str, (*self._thing, *purpose)))
        return int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), "little")

    def pick(self, weights: Mapping[Any, int], *purpose: object) -> str:
        """A name, each as often as its weight says; one weight at least is above 0."""
        at = self.bits(*purpose) % sum(weights.values())
        reached = zip(weights, accumulate(weights.values()), strict=True)
        return next(str(name) for name, weight in reached if at < weight)

    def normal(self, *purpose: object) -> float:
        """A standard normal number."""
        return _NORMAL.inv_cdf(((self.bits(*purpose) >> 12) + 0.5) / 2**52)

    def between(self, low: int, high: int, *purpose: object) -> int:
        """A whole number, both ends included."""
        return low + self.bits(*purpose) % (high - low + 1)


def draw(prior: Prior, seed: int, own: Effects) -> tuple[tuple[Trip, ...], Effects]:
    """The trips (two a card, in the order of a scenario) and the effects of the deck of a seed.

    A scenario's own anomalies are in every deck, its own bonuses among those that are drawn from.
    """
    trips: list[Trip] = []
    bonuses = [*prior.future, *own.future]
    for era, prefix in CARDS.items():
        law = prior.era(era)
        for number in range(1, law.cards + 1):
            needs: tuple[int, ...] = ()
            for which in (1, 2):
                card = f"{prefix}{number}"
                draws = Draws(seed, card, which)
                needs = _needs(prior.types, law, draws, needs)
                trip = Trip(
                    card=card,
                    era=era,
                    trip=f"Drawn trip {card}.{which}",
                    year=draws.between(*law.years, "year"),
                    **dict(zip(TYPES, needs, strict=True)),
                    points=_points(law, draws, needs),
                    bonus=_taken(bonuses, draws) if era == "FUTURE" else "",
                )
                trips.append(trip)
    granted = {trip.bonus for trip in trips}
    future = {
        key: Bonus(name=plausible.name, steps=plausible.steps)
        for key, plausible in prior.future.items()
        if key in granted
    }
    anomaly = _anomalies(prior, seed)
    return tuple(trips), Effects(anomaly=anomaly | own.anomaly, future=future | own.future)


def _needs(
    types: Mapping[Any, int], law: EraPrior, draws: Draws, other: tuple[int, ...]
) -> tuple[int, ...]:
    """The components of a trip by type: others than those of the other trip of its card."""
    components = int(draws.pick(law.components, "components"))
    attempts = (
        [draws.pick(types, "type", attempt, place) for place in range(components)]
        for attempt in count()
    )
    needs = (tuple(drawn.count(kind) for kind in TYPES) for drawn in attempts)
    return next(need for need in needs if need != other)


def _points(law: EraPrior, draws: Draws, needs: tuple[int, ...]) -> int:
    duplicates = sum(need - 1 for need in needs if need)
    value = law.a + law.b * sum(needs) + law.c * duplicates + law.noise * draws.normal("noise")
    return max(law.least, round(value))


def _taken(bonuses: list[str], draws: Draws) -> str:
    """A bonus, which leaves the list: each trip has its own order of them all."""
    bonus = min(bonuses, key=lambda key: draws.bits("bonus", key))
    bonuses.remove(bonus)
    return bonus


def _anomalies(prior: Prior, seed: int) -> dict[str, Anomaly]:
    base, more = prior.anomalies.base, prior.anomalies.more
    ranked = sorted(prior.anomaly, key=Draws(seed, "anomaly").bits)
    return {
        key: Anomaly(
            name=prior.anomaly[key].name,
            set="base" if rank < base else "more",
            steps=prior.anomaly[key].steps,
        )
        for rank, key in enumerate(ranked[: base + more])
    }


assert tuple(CARDS) == ERAS
