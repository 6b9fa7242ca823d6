"""Bots as files state them."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from loopsim.kernels.loop_inc.features import FAMILIES, FEATURES
from loopsim.kernels.loop_inc.names import KINDS
from loopsim.scenario.check import Line, Strictly, Text, refuse, whole
from loopsim.scenario.document import Words
from loopsim.scenario.faults import closest, key_text

MOST_PLAYOUTS = 10**5
MOST_BREADTH = 63
MOST_WEIGHT = 10**6  # a weight times the value of a plan must fit into 64 bits

#: The keys that bots of a family have besides those of every bot.
OF_BOTS: dict[str, frozenset[str]] = {
    "random": frozenset(),
    "weighted": frozenset({"weights", "tastes", "temperature", "skill"}),
    "look-ahead": frozenset({"persona", "playouts", "breadth", "margin"}),
}
A_PERSONA = "the name of a weighted bot, or the path of its .toml file"
#: Tables of a bot file: below their heads all keys are theirs.
TABLES = ("weights", "tastes")
OF_EVERY_BOT = frozenset({"title", "notes", "family"})


class Bot(Strictly):
    """A way to play: a family, and what the bots of that family differ by.

    Weighted bots have a weight for each feature that counts, and may have `tastes`: what single things are
    worth to them besides, in hundredths of a point. Those are cards that are taken new (``advertise``,
    ``anomaly:remodel``) and trips that are launched to (``AD4.1``); what is not in play does nothing.
    Their `temperature` is that of the noise on each score, in hundredths of a point (0: none); `skill`
    the percent of decisions that are no slips, at which they take any option. Look-ahead bots see the
    options as a `persona` does, a weighted bot of the scenario or of a file, and share `playouts` a decision
    among the best of them: no more than `breadth` nor than the playouts suffice for, none further than
    `margin` hundredths of a point behind the best. They make no slips, nor does anybody in their thoughts:
    temperature and skill of a persona do not count; what makes a look-ahead bot weaker is fewer playouts.
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
    persona: Line = ""
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

    @model_validator(mode="before")
    @classmethod
    def _keys_stand_where_they_belong(cls, data: Any) -> Any:
        """In TOML all that is written below ``[weights]`` is in that table, whatever was meant."""
        if not isinstance(data, Mapping):
            return data
        for table in ("", *TABLES):
            inside = data if not table else data.get(table)
            for name, value in inside.items() if isinstance(inside, Mapping) else ():
                home = None if not table and name in cls.model_fields else _home(name, value, table)
                if home:
                    raise refuse((table, name) if table else (name,), value, home)
        return data

    @model_validator(mode="after")
    def _keys_are_of_the_family(self) -> Self:
        for name, field in type(self).model_fields.items():
            value = getattr(self, name)
            if name not in self.keys and value != field.get_default(call_default_factory=True):
                of = next(family for family, keys in OF_BOTS.items() if name in keys)
                raise refuse((name,), value, f"no {name}: only {of} bots have it")
        if self.family == "look-ahead" and not self.persona:
            raise refuse(("persona",), Words("nothing"), A_PERSONA)
        return self

    @model_validator(mode="after")
    def _weights_are_of_features(self) -> Self:
        above = self.keys - {*TABLES}
        for name in self.weights:
            if name not in _FEATURES:
                near = closest(name, [*_FEATURES, *above])
                hint = f" (did you mean {near}?)" if near else f": {', '.join(_FEATURES)}"
                if near in above:
                    hint = f" (did you mean {near}? It stands above [weights])"
                raise refuse(("weights", name), self.weights[name], f"weights of features{hint}")
        return self


def _home(name: str, value: Any, table: str) -> str | None:
    """Where a key belongs that stands in a table, or in none; None if that may be right."""
    if table and name in Bot.model_fields:
        below = "weights of features" if table == "weights" else "tastes"
        return f"{name} above [{table}], as all keys below it are {below}"
    if isinstance(value, Mapping) and value and {*value} <= {"1", "2"}:
        name = f"{name}.{next(iter(value))}"  # TOML takes AD4.1 without quotes for a table
        return f'"{name}" in quotes' + ("" if table == "tastes" else ", in the table [tastes]")
    if table != "weights" and name in _FEATURES:
        return f"{name} in the table [weights]"
    if table != "tastes" and (name in _CARDS or name.startswith("anomaly:") or _TRIP.search(name)):
        return f"{key_text((name,))} in the table [tastes]"
    return None


_FEATURES = [feature.name for feature in FEATURES]
_CARDS = (*KINDS, "office")
_TRIP = re.compile(r"\.[12]$")

assert set(FAMILIES) == set(OF_BOTS)
