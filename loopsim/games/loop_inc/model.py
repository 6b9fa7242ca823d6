"""What a scenario of Loop, Inc. may contain: its keys, whose parts are in the files `model_…`.

The bounds of all of them keep every number within the records of the kernel and the columns of the
facts: even a player who scores on every card of four days with six new cards each stays within ±16,383
points.
"""

from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from loopsim.games.loop_inc.model_bots import Bot
from loopsim.games.loop_inc.model_deck import Deck, DeckKey, Trip, TripChange
from loopsim.games.loop_inc.model_effects import Effects
from loopsim.games.loop_inc.model_report import Report
from loopsim.games.loop_inc.model_rules import Rules
from loopsim.kernels.loop_inc.layout import MOST_SEATS, MOST_TRIP_CARDS
from loopsim.scenario.check import Line, NameLine, Strictly, Text, listed, refuse, whole
from loopsim.scenario.faults import one_of

FEWEST_SEATS = 2

Expansion = Literal["futures", "more", "office"]
EXPANSIONS: tuple[Expansion, ...] = ("futures", "more", "office")
Paths = Annotated[
    tuple[Annotated[str, Field(description="a path")], ...],
    *listed(100, "a path or a list of paths"),
]

DECK = "the path of a CSV file of trips, or a prior and a seed: { prior = …, seed = … }"


def _deck_key(value: Any) -> Any:
    """A path alone is that of a file."""
    return {"file": value} if isinstance(value, str) else value


class ScenarioFile(Strictly):
    """The keys of a scenario, as laid together from its files and settings."""

    game: Literal["loop-inc"]
    extends: Text = ""  # followed before the document comes here; listed for hints to mistyped keys
    name: NameLine = ""
    title: Line = ""
    notes: Text = ""
    players: Annotated[int, whole(FEWEST_SEATS, MOST_SEATS)] = 4
    expansions: Annotated[
        tuple[Expansion, ...], *listed(3, f"a list of {one_of(EXPANSIONS)}, each once")
    ] = ()
    deck: Annotated[DeckKey, BeforeValidator(_deck_key), Field(description=DECK)]
    effects: Paths
    bots: Paths = ("loop-inc/bots",)
    report: Report = Report()
    rules: Rules = Rules()
    trips: dict[str, dict[Literal["1", "2"], TripChange]] = Field(default_factory=dict)
    anomaly: dict[str, dict[str, Any]] = Field(default_factory=dict)
    future: dict[str, dict[str, Any]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _each_expansion_once(self) -> Self:
        if len(set(self.expansions)) < len(self.expansions):
            raise refuse(("expansions",), list(self.expansions), "each expansion once")
        return self


class ResolvedFile(Strictly):
    """A scenario that needs no other file: cards, effects and bots are in it."""

    game: Literal["loop-inc"]
    name: NameLine
    title: Line
    notes: Text
    source: Text
    players: Annotated[int, whole(FEWEST_SEATS, MOST_SEATS)]
    expansions: Annotated[tuple[Expansion, ...], *listed(3, f"a list of {one_of(EXPANSIONS)}")]
    report: Report
    rules: Rules
    deck: Deck
    trips: Annotated[tuple[Trip, ...], *listed(2 * MOST_TRIP_CARDS, "a list of trips")]
    effects: Effects
    bots: dict[str, Bot]
