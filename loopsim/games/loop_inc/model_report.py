"""What reports of a scenario judge by."""

from typing import Annotated, Literal, Self

from pydantic import Field, field_validator, model_validator

from loopsim.games.loop_inc.smallest import BY_UNIT, wrong_name
from loopsim.scenario.check import Strictly, listed, refuse
from loopsim.scenario.document import Words

Zone = Annotated[
    tuple[Annotated[float, Field(allow_inf_nan=False, description="a finite number")], ...],
    *listed(2, "two numbers: [low, high]", least=2),
]


Difference = Annotated[
    float, Field(gt=0, allow_inf_nan=False, description="a finite number above 0")
]


#: What reports can judge (metrics.md 12).
Judged = Literal[
    "order_spread",
    "eliminated",
    "mispricing",
    "penalty_off",
    "take_rate",
    "persona",
    "skill_share",
    "decided_at",
    "forced_turns",
    "comeback",
    "shared_win",
]


#: The reason of a threshold whose scenario gives none; those of other zones do not hold for it.
NO_REASON = "set by the scenario, no reason given"


class Threshold(Strictly):
    """The zones of a metric: fine inside `fine`, to be fixed outside `fix`, to be watched between.

    `why`: the reason, for people.
    """

    fine: Zone
    fix: Zone
    why: str = NO_REASON

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

    thresholds: dict[Judged, Threshold] = Field(default_factory=dict)
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
