"""The set-ups in which every game must pass the contract: a few players, expansions and bots each."""

from dataclasses import dataclass
from typing import Any

from loopsim import games
from loopsim.scenario import load

ALL = "expansions=futures,more,office"
ODD = (
    "rules.days=4",
    "rules.machines_by_day=1,1,2,3",
    "rules.new_per_day=2",
    "rules.trip_capacity=3",
    "rules.tear_costs=0,1,1,4,4,9",
    "rules.ads_per_player=2",
    "rules.stock_per_type=2",
    "rules.components_stay=false",
    "rules.same_day_revisit=true",
    "rules.ad_owner_keeps_place=false",
    "rules.exchange_may_retake=false",
    "rules.trash_empty_tears=false",
    "rules.future_bonus_optional=false",
    "rules.office_rescores=false",
    "rules.ad_on_own_visited=false",
)


@dataclass(frozen=True)
class SetUp:
    """What to play; a test is named after it."""

    name: str
    scenario: str
    players: int
    settings: tuple[str, ...]
    bots: tuple[str, ...]

    def load(self) -> Any:
        """Its scenario."""
        return load(self.scenario, self.settings, self.players)

    def table(self) -> Any:
        """Ready to be played."""
        scenario = self.load()
        return games.get(scenario.game).Table(scenario, self.bots)

    def __str__(self) -> str:
        """For the names of tests."""
        return self.name


def _loop_inc() -> list[SetUp]:
    base = "loop-inc/base"
    bots = ("random", "greedy", "planner")
    changes = {"base": (), "all": (ALL,), "odd": (ALL, *ODD)}
    setups = [
        SetUp(f"{players} {name} {bot}", base, players, settings, (bot,))
        for bot in bots
        for name, settings in changes.items()
        for players in (2, 3, 4)
        if bot == "random" or (name, players) in (("base", 4), ("all", 2), ("odd", 3))
    ]
    mixed = (*bots, "random")
    characters = ("denier", "advertiser", "risk-taker", "champion")
    return [
        *setups,
        SetUp("4 all mixed", base, 4, (ALL,), mixed),
        SetUp("4 odd characters", base, 4, (ALL, *ODD), characters),
    ]


#: By game; a game without set-ups fails the contract.
SETUPS = {"loop-inc": _loop_inc()}


def every() -> list[SetUp]:
    """The set-ups of all games."""
    return [setup for setups in SETUPS.values() for setup in setups]


def random_ones() -> list[SetUp]:
    """Those with random bots only: fast, and every game of them another."""
    return [setup for setup in every() if setup.bots == ("random",)]
