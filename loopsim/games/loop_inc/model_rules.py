"""The rules that a scenario may state, with their bounds.

Names, types and signs are those of `setup.rules` in the trace. On bounds see `model`.
"""

from typing import Annotated, Self

from pydantic import model_validator

from loopsim.kernels.loop_inc.columns import MOST_DAYS
from loopsim.kernels.loop_inc.layout import (
    MACHINES,
    MOST_ANOMALIES,
    MOST_NEW_PER_DAY,
    MOST_OFFICE_POINTS,
    MOST_SEATS,
    MOST_TEAR_COSTS,
    MOST_TOKENS,
    MOST_TRIPS,
)
from loopsim.scenario.check import Strictly, listed, refuse, whole

MOST_COST = 500  # of all tears
MOST_CARDS_OF_A_KIND = 99

Dealt = Annotated[int, whole(0, MOST_TRIPS // 2)]
Cards = Annotated[int, whole(0, MOST_CARDS_OF_A_KIND)]


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
    stock_per_type: Annotated[int, whole(0, MOST_TOKENS)] | None = None
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
                "numbers that do not fall: a machine in use stays in use",  # LI-15
            )
        return self
