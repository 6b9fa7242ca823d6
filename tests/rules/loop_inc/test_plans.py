"""What weighted bots leave out because it cannot decide, checked against looking at all of it."""

from typing import Any

import numpy as np
import pytest

from loopsim import games as registry
from loopsim.kernels.loop_inc import features, layout, offers, weigh_launches, weigh_sources
from loopsim.scenario import load

GAMES = 3
ALL = ("expansions=futures,more,office",)


def played(weights: dict[int, int], players: int, settings: tuple[str, ...]) -> dict[str, bytes]:
    """The facts of a few games of planners, with some weights of their own."""
    table = registry.get("loop-inc").Table(load("loop-inc/base", settings, players), ["planner"])
    for feature, weight in weights.items():
        table._bots[0].weight[feature] = weight
    rows = table.blank_rows(GAMES)
    table.play(11, 0, rows)
    return {level: np.asarray(array).tobytes() for level, array in rows.items()}


@pytest.mark.parametrize(
    ("weights", "players", "settings"),
    [
        ({}, 4, ()),
        ({}, 2, ALL),
        ({features.FREE: -40, features.EXCESS: 30}, 3, ALL),
        ({features.FREE: -40, features.EXCESS: 30}, 2, ()),
        ({features.PAST: 0, features.PLAN: 37}, 3, ()),
    ],
)
def test_a_planner_chooses_as_if_it_looked_for_the_plan_of_every_card(
    monkeypatch: pytest.MonkeyPatch,
    weights: dict[int, int],
    players: int,
    settings: tuple[str, ...],
) -> None:
    as_it_is = played(weights, players, settings)
    for weighing in (weigh_sources, weigh_launches):
        monkeypatch.setattr(weighing, "shuns_tears", lambda *_: False)  # nothing bounds
    assert played(weights, players, settings) == as_it_is


@pytest.mark.parametrize(("players", "settings"), [(4, ()), (2, ALL)])
def test_what_the_cards_of_a_seat_offer_is_counted_anew_whenever_they_change(
    monkeypatch: pytest.MonkeyPatch, players: int, settings: tuple[str, ...]
) -> None:
    count, counted = offers.count_cards, []

    def counted_and_checked(s: Any, d: Any, p: int) -> None:
        count(s, d, p)
        hand, tableau = s.hand[p, s.hand_at[p] : s.hand_end[p]], s.tableau[p, : s.n_tableau[p]]
        to_come, lying = (int(d.offers[p, cards & layout.CARD].sum()) for cards in (hand, tableau))
        counted.append((d.to_come[p], d.in_play[p]) == (to_come, to_come + lying))

    monkeypatch.setattr(offers, "count_cards", counted_and_checked)
    played({}, players, settings)
    assert counted
    assert all(counted)
