"""What a scenario of Loop, Inc. may contain: keys, types and bounds.

Names, types and signs of the rules are those of `setup.rules` in the trace. The bounds keep every
number within the records of the kernel and the columns of the facts: even a player who scores on
every card of four days with six new cards each stays within ±16,383 points.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import BeforeValidator, Field, field_validator, model_validator

from loopsim.games.loop_inc.smallest import BY_UNIT, wrong_name
from loopsim.kernels.loop_inc.columns import MOST_DAYS
from loopsim.kernels.loop_inc.features import FAMILIES, FEATURES
from loopsim.kernels.loop_inc.layout import (
    MACHINES,
    MOST_ANOMALIES,
    MOST_NEW_PER_DAY,
    MOST_OFFICE_POINTS,
    MOST_SEATS,
    MOST_STEPS,
    MOST_TEAR_COSTS,
    MOST_TOKENS,
    MOST_TRIP_CARDS,
    MOST_TRIPS,
)
from loopsim.kernels.loop_inc.names import ERAS, ROOMS, STEPS, TYPES
from loopsim.scenario.check import (
    LONGEST_NAME,
    ONE_LINE,
    WITHOUT_CONTROL,
    Line,
    Strictly,
    Text,
    listed,
    refuse,
    whole,
)
from loopsim.scenario.document import Words
from loopsim.scenario.faults import closest, one_of

FEWEST_SEATS = 2
MOST_TRIP_POINTS = 500
MOST_EFFECT_POINTS = 9  # of one step, either sign
MOST_COST = 500  # of all tears
MOST_CARDS_OF_A_KIND = 99
MOST_YEARS = 10**12
MOST_DECK_SEED = 2**63 - 1
MOST_PLAYOUTS = 10**5
MOST_BREADTH = 63
MOST_WEIGHT = 10**6  # a weight times the value of a plan must fit into 64 bits
OFFICE = "office"  # the step of the Office card, not for effects

_OF_A_NAME = f"text of 1 to {LONGEST_NAME} characters"
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME, description=_OF_A_NAME)]
NameLine = Annotated[Name, Field(pattern=ONE_LINE, description=f"{_OF_A_NAME}, {WITHOUT_CONTROL}")]
EffectKey = Annotated[str, Field(pattern=r"^[\w-]{1,40}$")]
Expansion = Literal["futures", "more", "office"]
EXPANSIONS: tuple[Expansion, ...] = ("futures", "more", "office")
Era = Literal["AD", "BC", "FUTURE"]
Room = Literal["garage", "shop", "armory", "any"]
Do = Literal[
    "take",
    "take_box",
    "exchange",
    "move",
    "trash",
    "advertise",
    "discard_waste",
    "discard_tear",
    "regain_ad",
    "points",
    "launch_again",
    "repeat_last",
    "forget_next",
    "swap_next",
]
DeckSeed = Annotated[int, whole(0, MOST_DECK_SEED)]
Year = Annotated[int, whole(-MOST_YEARS, MOST_YEARS)]
Tokens = Annotated[int, whole(0, MOST_TOKENS)]
Dealt = Annotated[int, whole(0, MOST_TRIPS // 2)]
Cards = Annotated[int, whole(0, MOST_CARDS_OF_A_KIND)]
Keys = Annotated[tuple[Text, ...], *listed(1000, "a list of keys")]
Paths = Annotated[
    tuple[Annotated[str, Field(description="a path")], ...],
    *listed(100, "a path or a list of paths"),
]


DECK = "the path of a CSV file of trips, or a prior and a seed: { prior = …, seed = … }"


def _deck_key(value: Any) -> Any:
    """A path alone is that of a file."""
    return {"file": value} if isinstance(value, str) else value


class TripCards(Strictly):
    """LI-04, LI-60: cards dealt of each era; what is silent is as in the rules."""

    AD: Dealt | None = None
    BC: Dealt | None = None
    FUTURE: Dealt | None = None


class Piles(Strictly):
    """LI-03: cards of each action pile; what is silent is as in the rules.

    Office replaces Trash (LI-26): with that expansion the pile has the number of `office`, or else of
    `trash`; without it `office` is not in play.
    """

    garage: Cards | None = None
    shop: Cards | None = None
    armory: Cards | None = None
    trash: Cards | None = None
    office: Cards | None = None
    exchange: Cards | None = None
    advertise: Cards | None = None
    move: Cards | None = None


class Rules(Strictly):
    """The table `rules`: every switch and number; None = as in the rules for the players."""

    exchange_may_retake: bool = True
    ad_on_own_visited: bool = True
    trash_empty_tears: bool = True
    office_rescores: bool = True
    same_day_revisit: bool = False
    ad_owner_keeps_place: bool = True
    components_stay: bool = True
    future_bonus_optional: bool = True
    days: Annotated[int, whole(1, MOST_DAYS)] = 3
    new_per_day: Annotated[int, whole(1, MOST_NEW_PER_DAY)] = 3
    machines_by_day: Annotated[
        tuple[Annotated[int, whole(0, MACHINES)], ...],
        *listed(MOST_DAYS, f"a list of machines in use, one for each day (up to {MOST_DAYS})"),
    ] = (1, 2, 3)
    tokens_per_type: Annotated[int, whole(1, MOST_TOKENS)] = 12
    stock_per_type: Tokens | None = None
    ads_per_player: Annotated[int, whole(0, MOST_TRIPS)] = 3
    trip_capacity: Annotated[int, whole(1, MOST_SEATS)] = 2
    tear_costs: Annotated[
        tuple[Annotated[int, whole(0, MOST_COST)], ...],
        *listed(MOST_TEAR_COSTS, f"a list of up to {MOST_TEAR_COSTS} total costs"),
    ] = (1, 3, 6)
    waste_cost: Annotated[int, whole(0, 20)] = 1
    ad_penalty: Annotated[int, whole(0, 50)] = 3
    ad_bonus: Annotated[int, whole(0, 50)] = 1
    office_points: Annotated[
        tuple[Annotated[int, whole(0, 50)], ...],
        *listed(
            MOST_OFFICE_POINTS,
            f"a list of up to {MOST_OFFICE_POINTS} numbers, one for each three cards of a day",
        ),
    ] = (2, 1, 0)
    anomalies_per_day: Annotated[int, whole(0, MOST_ANOMALIES)] | None = None
    trip_cards: TripCards | None = None
    piles: Piles | None = None
    anomaly_cards: Annotated[int, whole(0, MOST_ANOMALIES)] | None = None

    @model_validator(mode="after")
    def _costs_are_totals(self) -> Self:
        if list(self.tear_costs) != sorted(self.tear_costs):
            raise refuse(
                ("tear_costs",),
                list(self.tear_costs),
                "totals, so none below the one before: [1, 3, 6] means 1, then 2 more, then 3 more",
            )
        return self

    @model_validator(mode="after")
    def _machines_stay_in_use(self) -> Self:
        if list(self.machines_by_day) != sorted(self.machines_by_day):
            raise refuse(
                ("machines_by_day",),
                list(self.machines_by_day),
                "numbers that do not fall: a machine in use stays in use (LI-15)",
            )
        return self


class Step(Strictly):
    """One step of an effect."""

    do: Do
    room: Room | None = None
    k: Annotated[int, whole(-MOST_EFFECT_POINTS, MOST_EFFECT_POINTS)] | None = None
    optional: bool = False

    @model_validator(mode="after")
    def _has_its_argument(self) -> Self:
        for key, owner, allowed in (
            ("room", "take", f'a room ({one_of(ROOMS)}), as in room = "any"'),
            ("k", "points", "a number of points, as in k = 1"),
        ):
            value = getattr(self, key)
            if self.do == owner and value is None:
                raise refuse((key,), Words("nothing"), f"{allowed}: the step {owner} needs it")
            if self.do != owner and value is not None:
                raise refuse((key,), value, f"no {key} with the step {self.do}, only with {owner}")
        return self


Steps = Annotated[
    tuple[Step, ...], *listed(MOST_STEPS, f"a list of 1 to {MOST_STEPS} steps", least=1)
]


class Anomaly(Strictly):
    """An anomaly card (LI-25); `more` is the set of the expansion (LI-61)."""

    name: Line = ""
    set: Literal["base", "more"]
    steps: Steps


class Bonus(Strictly):
    """What a launch onto a trip grants (LI-47)."""

    name: Line = ""
    steps: Steps


class Effects(Strictly):
    """The tables of an effects file."""

    anomaly: dict[EffectKey, Anomaly] = Field(default_factory=dict)
    future: dict[EffectKey, Bonus] = Field(default_factory=dict)

    @property
    def by_key(self) -> dict[str, Anomaly | Bonus]:
        """All of them under the keys of a scenario: ``anomaly.eraser``."""
        tables: dict[str, Mapping[str, Anomaly | Bonus]] = {
            "anomaly": self.anomaly,
            "future": self.future,
        }
        return {
            f"{table}.{key}": effect for table, of in tables.items() for key, effect in of.items()
        }


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


#: The keys that bots of a family have besides those of every bot.
OF_BOTS: dict[str, frozenset[str]] = {
    "random": frozenset(),
    "weighted": frozenset({"weights", "tastes", "temperature", "skill"}),
    "look-ahead": frozenset({"persona", "playouts", "breadth", "margin"}),
}
OF_EVERY_BOT = frozenset({"title", "notes", "family"})


class Bot(Strictly):
    """A way to play: a family, and what the bots of that family differ by.

    Weighted bots have a weight for each feature that counts, and may have `tastes`: what single things are
    worth to them besides, in hundredths of a point. Those are cards that are taken new (``advertise``,
    ``anomaly:remodel``) and trips that are launched to (``AD4.1``); what is not in play does nothing.
    Their `temperature` is that of the noise on each score, in hundredths of a point (0: none); `skill`
    the percent of decisions that are no slips, at which they take any option. Look-ahead bots see the options as a `persona` does, a weighted bot of
    the scenario, and share `playouts` a decision among the best of them: no more than `breadth`, none
    further than `margin` hundredths of a point behind the best.
    """

    title: Line = ""
    notes: Text = ""
    family: Literal["random", "weighted", "look-ahead"]
    weights: dict[str, Annotated[int, whole(-MOST_WEIGHT, MOST_WEIGHT)]] = Field(
        default_factory=dict
    )
    tastes: dict[Text, Annotated[int, whole(-MOST_WEIGHT, MOST_WEIGHT)]] = Field(
        default_factory=dict
    )
    temperature: Annotated[int, whole(0, MOST_WEIGHT)] = 0
    skill: Annotated[int, whole(0, 100)] = 100
    persona: NameLine = ""
    playouts: Annotated[int, whole(1, MOST_PLAYOUTS)] = 64
    breadth: Annotated[int, whole(1, MOST_BREADTH)] = 6
    margin: Annotated[int, whole(0, MOST_WEIGHT)] = 100

    @property
    def keys(self) -> frozenset[str]:
        """The keys that a bot of its family has."""
        return OF_EVERY_BOT | OF_BOTS[self.family]

    @property
    def stated(self) -> dict[str, Any]:
        """All of them, as a scenario states them."""
        return self.model_dump(mode="json", include=set(self.keys))

    @model_validator(mode="after")
    def _keys_are_of_the_family(self) -> Self:
        for name, field in type(self).model_fields.items():
            value = getattr(self, name)
            if name not in self.keys and value != field.get_default(call_default_factory=True):
                of = next(family for family, keys in OF_BOTS.items() if name in keys)
                raise refuse((name,), value, f"no {name}: only {of} bots have it")
        if self.family == "look-ahead" and not self.persona:
            raise refuse(("persona",), Words("nothing"), "the name of a weighted bot")
        return self

    @model_validator(mode="after")
    def _weights_are_of_features(self) -> Self:
        known = [feature.name for feature in FEATURES]
        for name in self.weights:
            if name not in known:
                near = closest(name, known)
                hint = f" (did you mean {near}?)" if near else f": {', '.join(known)}"
                raise refuse(("weights", name), self.weights[name], f"weights of features{hint}")
        return self


Zone = Annotated[
    tuple[Annotated[float, Field(allow_inf_nan=False, description="a finite number")], ...],
    *listed(2, "two numbers: [low, high]", least=2),
]


Difference = Annotated[
    float, Field(gt=0, allow_inf_nan=False, description="a finite number above 0")
]


class Threshold(Strictly):
    """The zones of a metric: fine inside `fine`, to be fixed outside `fix`, to be watched between."""

    fine: Zone
    fix: Zone

    @model_validator(mode="after")
    def _zones_are_nested(self) -> Self:
        for key, (low, high) in (("fine", self.fine), ("fix", self.fix)):
            if low > high:
                raise refuse((key,), [low, high], "the lower number first")
        if self.fix[0] > self.fine[0] or self.fix[1] < self.fine[1]:
            raise refuse(
                ("fix",), list(self.fix), "limits around the zone fine: outside them to be fixed"
            )
        return self


class Report(Strictly):
    """What reports of this scenario judge by."""

    thresholds: dict[Literal["order_spread", "eliminated", "forced_turns"], Threshold] = Field(
        default_factory=dict
    )
    smallest: Annotated[dict[str, Difference], Field(validate_default=True)] = Field(
        default_factory=dict
    )

    @field_validator("smallest")
    @classmethod
    def _by_unit_unless_stated(cls, stated: dict[str, float]) -> dict[str, float]:
        for name in stated:
            allowed = wrong_name(name)
            if allowed is not None:
                raise refuse((name,), Words("an unknown key"), allowed)
        return {**BY_UNIT, **stated}

    def smallest_of(self, metric: str, unit: str) -> float:
        """The smallest difference of interest of a metric, in its unit (metrics.md 12)."""
        return self.smallest.get(metric, self.smallest[unit])


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


assert (*get_args(Do), OFFICE) == STEPS
assert get_args(Era) == ERAS
assert get_args(Room) == tuple(ROOMS)
assert set(FAMILIES) == set(OF_BOTS)
