"""Smallest differences of interest (metrics.md 12): below them no difference of a number matters."""

from collections.abc import Mapping

from loopsim.kernels.loop_inc.columns import MOST_DAYS
from loopsim.kernels.loop_inc.layout import MOST_SEATS, MOST_TEAR_COSTS
from loopsim.scenario.faults import closest

#: By unit, for every metric that a scenario does not name; `base.toml` gives the reasons.
BY_UNIT: Mapping[str, float] = {
    "win share": 0.005,
    "share": 0.005,
    "points": 0.1,
    "tears": 0.02,
    "launches": 0.02,
    "ads": 0.02,
    "tokens": 0.02,
    "cards": 0.02,
    "visits": 0.02,
    "changes": 0.02,
    "turns": 0.5,
    "nodes": 0.5,
    "nodes a turn": 0.01,
}


def wrong_name(name: str) -> str | None:
    """What is allowed in place of a name that is neither a unit nor a metric; None if it is one."""
    if name in BY_UNIT:
        return None
    metrics = _metrics()
    if name in metrics:
        return None
    near = closest(name, [*BY_UNIT, *metrics])
    hint = f"{near} (did you mean this?), " if near else ""
    return f"{hint}a unit ({', '.join(BY_UNIT)}) or the name of a metric"


def _metrics() -> list[str]:
    """The metrics of any set-up: a scenario may name one that its own days or costs do not have."""
    from loopsim.games.loop_inc.metrics import measures  # polars takes a while to import

    numbers = ("waste_cost", "ad_bonus", "ad_penalty", "new_per_day", "tokens_per_type")
    most = {
        **dict.fromkeys(numbers, 1),
        "tear_costs": range(MOST_TEAR_COSTS),
        "machines_by_day": (),
    }
    return [metric.name for metric in measures(MOST_SEATS, MOST_DAYS, most).metrics]
