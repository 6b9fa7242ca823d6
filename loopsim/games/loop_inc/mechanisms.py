"""The mechanisms that a player can be forbidden (metrics.md 6 and 10), each as an item that is valued."""

from collections.abc import Sequence
from functools import reduce

import numpy as np

from loopsim.games.loop_inc import items
from loopsim.games.loop_inc.closing import Closing, anomalies
from loopsim.games.loop_inc.items import Group, Item
from loopsim.games.loop_inc.scenario import Scenario
from loopsim.kernels.loop_inc.names import FIRST_EFFECT
from loopsim.simulate import Rows

ANOMALIES, SECOND_VISIT = "anomalies", "second_visit"


def mechanisms(scenario: Scenario) -> dict[str, Item]:
    """All that a scenario has, by name.

    Every action that has a pile, with the optional steps of effects that do the same; all anomalies as
    new cards; second visits, those that cost a tear (LI-42). Uses of an action are as in `items`, those
    of anomalies the cards carried out, of second visits the launches.
    """
    found = {group.key: group.items[0] for group in items.of_kind(scenario, "actions")}
    opened = scenario.anomalies_per_day * (scenario.rules.days - 1)  # LI-53
    if min(opened, scenario.anomaly_cards) > 0:
        found[ANOMALIES] = _all_anomalies(scenario)
    if scenario.rules.trip_capacity > 1:  # LI-41
        found[SECOND_VISIT] = Item(Closing(second_visits=True), items.always, _second_visits)
    return found


def together(scenario: Scenario, names: Sequence[str]) -> Group:
    """One or several of `mechanisms`, closed together; several uses of them add up."""
    known = mechanisms(scenario)
    chosen = [known[name] for name in names]
    key = "+".join(names)
    item = Item(
        closing=reduce(_both, (item.closing for item in chosen)),
        dealt=lambda rows: np.any([item.dealt(rows) for item in chosen], axis=0),
        uses=lambda rows: np.sum([item.uses(rows) for item in chosen], axis=0),
    )
    return Group(key, key, (item,))


def _all_anomalies(scenario: Scenario) -> Item:
    keys = anomalies(scenario)
    codes = slice(FIRST_EFFECT, FIRST_EFFECT + len(keys))
    return Item(
        closing=Closing(cards=tuple(keys)),
        dealt=lambda rows: np.asarray(rows["focal"]["anomalies"] != 0),
        uses=lambda rows: rows["focal"]["uses"][:, codes].sum(axis=1, dtype=np.int64),
    )


def _second_visits(rows: Rows) -> items.Ints:
    games = np.arange(len(rows["focal"]))
    second: items.Ints = rows["seats"]["second"][games, rows["focal"]["place"]].astype(np.int64)
    return second


def _both(a: Closing, b: Closing) -> Closing:
    """What closes both."""
    return Closing(
        cards=(*a.cards, *b.cards),
        actions=(*a.actions, *b.actions),
        second_visits=a.second_visits or b.second_visits,
    )
