"""What cards may do: steps, and the anomalies and bonuses that are made of them."""

from collections.abc import Mapping
from typing import Annotated, Literal, Self, get_args

from pydantic import Field, model_validator

from loopsim.kernels.loop_inc.layout import MOST_STEPS
from loopsim.kernels.loop_inc.names import ROOMS, STEPS
from loopsim.scenario.check import Line, Strictly, listed, refuse, whole
from loopsim.scenario.document import Words
from loopsim.scenario.faults import one_of

MOST_EFFECT_POINTS = 9  # of one step, either sign
OFFICE = "office"  # the step of the Office card, not for effects

EffectKey = Annotated[str, Field(pattern=r"^[\w-]{1,40}$")]
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


assert (*get_args(Do), OFFICE) == STEPS
assert get_args(Room) == tuple(ROOMS)
