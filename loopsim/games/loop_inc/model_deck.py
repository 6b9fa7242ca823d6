"""The deck: its trips, changes to them, and where it comes from."""

from typing import Annotated, Any, Literal, Self, get_args

from pydantic import Field, model_validator

from loopsim.kernels.loop_inc.layout import MOST_TOKENS
from loopsim.kernels.loop_inc.names import ERAS, TYPES
from loopsim.scenario.check import Name, Strictly, Text, listed, refuse, whole
from loopsim.scenario.document import Words

MOST_TRIP_POINTS = 500
MOST_YEARS = 10**12
MOST_DECK_SEED = 2**63 - 1

Era = Literal["AD", "BC", "FUTURE"]
DeckSeed = Annotated[int, whole(0, MOST_DECK_SEED)]
Year = Annotated[int, whole(-MOST_YEARS, MOST_YEARS)]
Tokens = Annotated[int, whole(0, MOST_TOKENS)]
Keys = Annotated[tuple[Text, ...], *listed(1000, "a list of keys")]


class Trip(Strictly):
    """One trip, a row of the deck; a card has two."""

    card: Name
    era: Era
    trip: Name
    year: Year
    wheel: Tokens
    propeller: Tokens
    net: Tokens
    camera: Tokens
    armor: Tokens
    points: Annotated[int, whole(0, MOST_TRIP_POINTS)]
    bonus: Annotated[
        str, Field(description="the key of an effect in the table future, or nothing")
    ] = ""

    @property
    def needs(self) -> tuple[int, ...]:
        """The required components by type, in the order of `names.TYPES`."""
        return tuple(getattr(self, kind) for kind in TYPES)

    @property
    def components(self) -> int:
        """How many components the trip requires."""
        return sum(self.needs)

    @property
    def requires(self) -> dict[str, int]:
        """The required components by name, those of none left out."""
        return {kind: count for kind, count in zip(TYPES, self.needs, strict=True) if count}

    @model_validator(mode="after")
    def _needs_something(self) -> Self:
        if not self.components:
            raise refuse(
                (TYPES[0],),
                0,
                "at least one component in all: a trip that needs nothing has no price",
            )
        return self


class TripChange(Strictly):
    """Changes to one trip of the deck, under `trips.<card>.<1 or 2>`."""

    trip: Name | None = None
    year: Year | None = None
    wheel: Tokens | None = None
    propeller: Tokens | None = None
    net: Tokens | None = None
    camera: Tokens | None = None
    armor: Tokens | None = None
    points: Annotated[int, whole(0, MOST_TRIP_POINTS)] | None = None
    bonus: Text | None = None


class DeckKey(Strictly):
    """The key `deck`: a file of trips, or a prior and the seed of what is drawn from it (LI-70)."""

    file: Annotated[str, Field(description="the path of a CSV file of trips")] | None = None
    prior: Annotated[str, Field(description="the path of the file of a prior")] | None = None
    seed: DeckSeed | None = None

    @property
    def drawn(self) -> bool:
        """Whether it is drawn from a prior."""
        return self.file is None

    @property
    def stated(self) -> str | dict[str, Any]:
        """As a scenario states it."""
        return self.file or self.model_dump(include={"prior", "seed"})

    @model_validator(mode="after")
    def _is_one_of_both(self) -> Self:
        if self.file is not None and (self.prior, self.seed) != (None, None):
            raise refuse(
                (), self.model_dump(exclude_none=True), "either a file, or a prior and a seed"
            )
        if self.file is None and self.seed is None:
            allowed = f"a whole number, 0 to {MOST_DECK_SEED}: which of the decks of the prior"
            raise refuse(("seed",), Words("nothing"), allowed)
        return self


class Deck(DeckKey):
    """What the deck of a scenario is, as read; which effects are the scenario's own, by key.

    `changed`: what it changes of the files, as ``trips.AD4``; no drawn deck has that.
    """

    own: Keys = ()
    changed: Keys = ()


assert get_args(Era) == ERAS
