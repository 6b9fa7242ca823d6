"""Bots as files state them."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from loopsim.kernels.loop_inc.features import FAMILIES, FEATURES
from loopsim.scenario.check import Line, Strictly, Text, refuse, whole
from loopsim.scenario.document import Words
from loopsim.scenario.faults import closest

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
OF_EVERY_BOT = frozenset({"title", "notes", "family"})


class Bot(Strictly):
    """A way to play: a family, and what the bots of that family differ by.

    Weighted bots have a weight for each feature that counts, and may have `tastes`: what single things are
    worth to them besides, in hundredths of a point. Those are cards that are taken new (``advertise``,
    ``anomaly:remodel``) and trips that are launched to (``AD4.1``); what is not in play does nothing.
    Their `temperature` is that of the noise on each score, in hundredths of a point (0: none); `skill`
    the percent of decisions that are no slips, at which they take any option. Look-ahead bots see the
    options as a `persona` does, a weighted bot of the scenario or of a file, and share `playouts` a decision
    among the best of them: no more than `breadth`, none further than `margin` hundredths of a point behind
    the best.
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
        known = [feature.name for feature in FEATURES]
        for name in self.weights:
            if name not in known:
                near = closest(name, known)
                hint = f" (did you mean {near}?)" if near else f": {', '.join(known)}"
                raise refuse(("weights", name), self.weights[name], f"weights of features{hint}")
        return self


assert set(FAMILIES) == set(OF_BOTS)
