"""What can be valued (metrics.md 6): trips, anomalies and actions; where they are dealt, and used."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from loopsim.games.loop_inc.closing import Closing, actions, anomalies, trip_keys
from loopsim.games.loop_inc.model import MOST_TRIP_POINTS
from loopsim.games.loop_inc.scenario import Scenario
from loopsim.kernels.loop_inc.columns import WIN_SHARE_UNIT
from loopsim.kernels.loop_inc.names import FIRST_EFFECT
from loopsim.simulate import Rows

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
#: A number of each game, of any integer type.
Counted = Callable[[Rows], NDArray[Any]]

ADVERTISE = "advertise"


@dataclass(frozen=True)
class Item:
    """Something on the table, by the key with which it is closed or changed.

    `dealt`: by game whether it is there; `uses`: by game how often the focal seat used it. Trips only:
    `points`; `visitors`: by game and place whether the seat visited it; `dearer`: the scenario in which
    it is worth a point more. `can_be_forced`: an ad (`ad_forced`). `facts`: what tables say besides.
    """

    key: str
    name: str
    closing: Closing
    dealt: Callable[[Rows], Bools]
    uses: Callable[[Rows], Ints]
    points: int | None = None
    visitors: Callable[[Rows], Bools] | None = None
    dearer: Scenario | None = None
    can_be_forced: bool = False
    facts: dict[str, Any] = field(default_factory=dict)


# --- what is looked at (metrics.md 6)

#: Outcomes of the focal seat: by name, with the unit that they are counted in.
OUTCOMES: dict[str, int] = {"score": 1, "win_share": WIN_SHARE_UNIT, "tears": 1}


def outcomes(rows: Rows) -> Ints:
    """The outcomes of every seat: shape (outcomes, games, places)."""
    seats = rows["seats"]
    tears = seats["tears"].sum(axis=(2, 3), dtype=np.int64)
    return np.stack([seats["score"].astype(np.int64), seats["win_share"].astype(np.int64), tears])


#: Numbers of a game that a knock-out is looked at by: y and x (None: the number of seats) of each game.
KNOCKOUT: dict[str, tuple[Counted, Counted | None]] = {
    "score": (lambda rows: rows["seats"]["score"].sum(axis=1), None),
    "launches": (lambda rows: rows["seats"]["launches"].sum(axis=(1, 2)), None),
    "tears_taken": (lambda rows: rows["seats"]["tears"].sum(axis=(1, 2, 3)), None),
    "ads_placed": (lambda rows: rows["seats"]["ads_placed"].sum(axis=(1, 2)), None),
    "eliminated": (lambda rows: rows["seats"]["eliminated"].sum(axis=1), None),
    "margin": (lambda rows: rows["games"]["margin"], lambda rows: rows["games"]["survivors"] >= 2),
}


# --- the items


def of_kind(scenario: Scenario, kind: str) -> list[Item]:
    """The items of a kind: "trips", "anomalies" or "actions". KeyError for another."""
    return KINDS_OF_ITEMS[kind](scenario)


def _trips(scenario: Scenario) -> list[Item]:
    return [_trip(scenario, index, key) for index, key in enumerate(trip_keys(scenario))]


def _trip(scenario: Scenario, index: int, key: str) -> Item:
    trip = scenario.trips_in_play[index]

    def on_board(rows: Rows) -> Bools:
        return np.asarray(rows["trips"]["trip"] == index)

    def dealt(rows: Rows) -> Bools:
        return np.asarray(on_board(rows).any(axis=1))

    def uses(rows: Rows) -> Ints:
        here = on_board(rows)
        launches: Ints = (rows["focal"]["launches"][:, : here.shape[1]] * here).sum(axis=1)
        return launches.astype(np.int64)

    def visitors(rows: Rows) -> Bools:
        place = on_board(rows).argmax(axis=1)
        visited = rows["focal"]["visited"][:, : scenario.players]
        return np.asarray(visited >> place[:, None] & 1 == 1)

    return Item(
        key=key,
        name=trip.trip,
        closing=Closing(trips=(key,)),
        dealt=dealt,
        uses=uses,
        points=trip.points,
        visitors=visitors,
        dearer=_with_points(scenario, index, trip.points + 1),
        facts={"era": trip.era, "components": trip.components},
    )


def _with_points(scenario: Scenario, index: int, points: int) -> Scenario | None:
    """The scenario with other points of a trip in play; None if a trip cannot have so many."""
    if points > MOST_TRIP_POINTS:
        return None
    plain = scenario.resolved()
    changed = scenario.trips_in_play[index]
    for trip, row in zip(scenario.trips, plain["trips"], strict=True):
        if trip is changed:
            row["points"] = points
    return Scenario.from_resolved(plain)


def _anomalies(scenario: Scenario) -> list[Item]:
    return [
        _card(FIRST_EFFECT + place, key, card.name or key, Closing(cards=(key,)), opened=True)
        for place, (key, card) in enumerate(
            zip(anomalies(scenario), scenario.anomalies.values(), strict=True)
        )
    ]


def _actions(scenario: Scenario) -> list[Item]:
    return [
        _card(code, key, key, Closing(actions=(key,)), opened=False)
        for code, key in enumerate(actions(scenario))
        if scenario.piles[key] > 0
    ]


def _card(code: int | np.int64, key: str, name: str, closing: Closing, *, opened: bool) -> Item:
    """A card by its code; if it has to be opened it is dealt in some games only."""

    def dealt(rows: Rows) -> Bools:
        focal = rows["focal"]
        return focal["anomalies"] >> code & 1 == 1 if opened else np.ones(len(focal), np.bool_)

    def uses(rows: Rows) -> Ints:
        if key != ADVERTISE:
            return rows["focal"]["uses"][:, code].astype(np.int64)
        games = np.arange(len(rows["focal"]))
        placed: Ints = rows["seats"]["ads_placed"][games, rows["focal"]["place"]].sum(axis=1)
        return placed.astype(np.int64)

    return Item(
        key=key,
        name=name,
        closing=closing,
        dealt=dealt,
        uses=uses,
        can_be_forced=key == ADVERTISE,
    )


KINDS_OF_ITEMS: dict[str, Callable[[Scenario], list[Item]]] = {
    "trips": _trips,
    "anomalies": _anomalies,
    "actions": _actions,
}
