"""Planners use the effects of anomalies and future trips when these help (small samples, wide margins)."""

from __future__ import annotations

from typing import Any

import pytest

from loopsim import games as registry
from loopsim.kernels.loop_inc import features
from loopsim.kernels.loop_inc.names import ANOMALY
from loopsim.scenario import load
from tests.bots.playing import Tables, table

FUTURES, MORE, ALL = "futures", "more", "futures,more,office"

#: What a planner sees of effects, beside their points, tears and components.
OF_EFFECTS = (
    features.BONUS,
    features.LAUNCH_AGAIN,
    features.LATER_TAKE,
    features.LATER_REPEAT,
    features.LATER_FORGET,
    features.LATER_OTHER,
)


def one_that_understands(expansions: str) -> Tables:
    """A planner among three that are like it but for these features."""
    seats = table(["planner", "greedy", "greedy", "greedy"], f"expansions={expansions}")
    understands, not_ = (seats.rows[seats.names.index(name)] for name in ("planner", "greedy"))
    not_.weight[:] = understands.weight
    not_.weight[list(OF_EFFECTS)] = 0
    return seats


@pytest.mark.parametrize("expansions", [ALL, FUTURES, MORE])
def test_who_understands_effects_wins_more_than_its_share(expansions: str) -> None:
    """Measured over 20,000 games: 0.295, 0.311 and 0.296, each ± 0.006; equal share 0.25."""
    assert one_that_understands(expansions).win_share("planner", 3000) > 0.26


@pytest.mark.parametrize("expansions", [ALL, FUTURES, MORE])
def test_planners_take_most_of_the_open_anomalies(expansions: str) -> None:
    """Four are opened after day 1 and four after day 2."""
    new = table(["planner"], f"expansions={expansions}").facts(500)["new"]
    assert new[:, :, ANOMALY].sum(axis=(1, 2)).mean() > 0.6 * 8


def test_planners_launch_onto_future_trips() -> None:
    """Four future trips of sixteen are dealt."""
    launches = [
        trip["bonus"] is not None
        for trace in _traces("expansions=futures")
        for event in trace.events
        if event["event"] == "launch"
        for trip in [trace.events[0]["trips"][event["trip"]]]
    ]
    assert sum(launches) > 0.1 * len(launches)


def launches_to_the_future(*steps: str) -> int:
    """Of planners, in a hundred games in which each bonus has these steps."""
    keys = load("loop-inc/futures").effects.future
    settings = [f"future.{key}.steps=[{','.join(steps)}]" for key in keys]
    traces = _traces("expansions=futures", *settings)
    return sum(
        event["event"] == "launch" and trace.events[0]["trips"][event["trip"]]["bonus"] is not None
        for trace in traces
        for event in trace.events
    )


def test_planners_count_the_points_of_a_bonus() -> None:
    nothing, five = (
        launches_to_the_future("{do='points',k=0}"),
        launches_to_the_future("{do='points',k=5}"),
    )
    assert five > 1.3 * nothing


def test_planners_do_not_mind_points_of_a_bonus_that_can_be_declined() -> None:
    costs = "{do='points',k=-5}"
    assert launches_to_the_future(costs) == launches_to_the_future("{do='points',k=0}")


@pytest.mark.parametrize(
    ("step", "least", "most"),
    [
        ("{do='points',k=1}", 1, 1),
        ("{do='points',k=-1}", 0, 0),
        ("{do='discard_tear'}", 1, 1),
        ("{do='discard_waste'}", 1, 1),
        ("{do='regain_ad'}", 1, 1),
        ("{do='launch_again'}", 1, 1),
        ("{do='exchange'}", 0.9, 1),
        ("{do='take_box'}", 0.5, 0.99),
        ("{do='take',room='any'}", 0.5, 0.99),
        ("{do='move'}", 0.1, 0.9),
        ("{do='trash'}", 0.1, 0.9),
        ("{do='advertise'}", 0.1, 0.9),
        ("{do='repeat_last'}", 0.1, 0.9),
        ("{do='forget_next'}", 0.05, 0.9),
    ],
)
def test_planners_accept_a_bonus_that_helps_and_decline_one_that_harms(
    step: str, least: float, most: float
) -> None:
    """Each bonus has this one step; what only helps is always done, what depends is sometimes."""
    bonuses = load("loop-inc/futures").effects.future
    settings = [f"future.{key}.steps=[{step}]" for key in bonuses]
    settings += ["expansions=futures", "rules.anomaly_cards=0", "rules.anomalies_per_day=0"]
    done = [
        choice.index
        for trace in _traces(*settings)
        for choice in trace.choices
        if choice.node == "step"
    ]
    assert len(done) > 50
    assert least <= sum(done) / len(done) <= most


def _traces(*settings: str, games: int = 100) -> list[Any]:
    scenario = load("loop-inc/base", settings)
    seats = registry.get(scenario.game).Table(scenario, ["planner"])
    return [seats.trace(1, game) for game in range(games)]
