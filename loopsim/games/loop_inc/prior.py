"""What a deck may look like: the file of a prior from which decks are drawn (LI-70).

`decks/prior.toml` of the shipped scenarios documents the format by example.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import Field, model_validator

from loopsim.games.loop_inc.model_deck import MOST_TRIP_POINTS, Year
from loopsim.games.loop_inc.model_effects import EffectKey, Steps
from loopsim.games.loop_inc.model_rules import Cards
from loopsim.kernels.loop_inc.layout import MOST_TRIP_CARDS
from loopsim.kernels.loop_inc.names import ERAS, TYPES
from loopsim.scenario.check import ONE_LINE, Line, Strictly, listed, refuse, validate, whole
from loopsim.scenario.document import Document, Origin, Words, parse_toml
from loopsim.scenario.shelf import Place, read_text

SHIPPED = "loop-inc/decks/prior.toml"

#: With nine components and eight duplicates no price goes beyond MOST_TRIP_POINTS, whatever the noise.
_STEEPEST = 20
_NOISIEST = 10

Components = Literal["1", "2", "3", "4", "5", "6", "7", "8", "9"]
Type = Literal["wheel", "propeller", "net", "camera", "armor"]
Weight = Annotated[int, whole(0, 1000)]
Coefficient = Annotated[
    float,
    Field(ge=-_STEEPEST, le=_STEEPEST, description=f"a number, -{_STEEPEST} to {_STEEPEST}"),
]


class EraPrior(Strictly):
    """The trips of an era: how many cards, and what a trip needs and is worth.

    A trip is worth round(a + b · components + c · duplicates + noise) points, at least `least`; noise is
    normal with that standard deviation, duplicates are components beyond the first of a type.
    """

    cards: Cards
    years: Annotated[tuple[Year, ...], *listed(2, "two years: [earliest, latest]", least=2)]
    components: dict[Components, Weight]
    a: Coefficient
    b: Coefficient
    c: Coefficient
    noise: Annotated[float, Field(ge=0, le=_NOISIEST, description=f"a number, 0 to {_NOISIEST}")]
    least: Annotated[int, whole(0, MOST_TRIP_POINTS)]

    @model_validator(mode="after")
    def _is_a_law(self) -> Self:
        if self.years[0] > self.years[1]:
            raise refuse(("years",), list(self.years), "the earlier year first")
        if not _possible(self.components):
            raise refuse(
                ("components",),
                dict(self.components),
                "weights of which one at least is above 0, as in { 2 = 1, 3 = 2 }",
            )
        return self


class Eras(Strictly):
    """The backs of the cards."""

    AD: EraPrior
    BC: EraPrior
    FUTURE: EraPrior


class AnomalyNumbers(Strictly):
    """LI-05, LI-61: anomalies drawn for the deck, and for the expansion "more"."""

    base: Cards
    more: Cards


class Plausible(Strictly):
    """An effect that a designer may print."""

    name: Line = ""
    why: Annotated[
        str, Field(min_length=1, pattern=ONE_LINE, description="a line why one may print it")
    ]
    steps: Steps


class Prior(Strictly):
    """The tables of the file of a prior."""

    eras: Eras
    types: dict[Type, Weight]
    anomalies: AnomalyNumbers
    anomaly: dict[EffectKey, Plausible]
    future: dict[EffectKey, Plausible]

    def era(self, name: str) -> EraPrior:
        """The law of the trips of an era."""
        law: EraPrior = getattr(self.eras, name)
        return law

    @model_validator(mode="after")
    def _can_be_drawn_from(self) -> Self:
        if _possible(self.types) < 2:
            raise refuse(
                ("types",),
                dict(self.types),
                "weights of which two at least are above 0: a card has two different trips",
            )
        laws = [self.era(name) for name in ERAS]
        cards = sum(law.cards for law in laws)
        if cards > MOST_TRIP_CARDS:
            raise refuse(
                ("eras",), Words(f"{cards} cards in all"), f"up to {MOST_TRIP_CARDS} cards"
            )
        return self

    @model_validator(mode="after")
    def _has_enough_effects(self) -> Self:
        wanted = {
            "anomaly": (self.anomalies.base + self.anomalies.more, "anomalies.base and .more"),
            "future": (2 * self.eras.FUTURE.cards, "one for each trip of eras.FUTURE.cards"),
        }
        for table, (need, reason) in wanted.items():
            have = len(getattr(self, table))
            if have < need:
                raise refuse(
                    (table,), Words(f"{have} effects"), f"at least {need} effects: {reason}"
                )
        for key in self.anomaly:
            if key in self.future:
                raise refuse(
                    ("future", key), Words("an effect of both tables"), "each key in one table"
                )
        return self


def _possible(weights: Mapping[Any, int]) -> int:
    return sum(weight > 0 for weight in weights.values())


def read_prior(place: Place) -> Prior:
    """The prior of a file. Raises InputError for the first fault."""
    return _parsed(place.label, read_text(place))


@lru_cache(maxsize=8)
def _parsed(label: str, text: str) -> Prior:
    """Decks are drawn by the hundred from a file that stays as it is."""
    document = Document(Origin(label))
    document.lay_over(parse_toml(text, label), document.main)
    return validate(Prior, document)


assert get_args(Type) == TYPES
