"""What can be valued (metrics.md 6): trips, anomalies and actions; where they are dealt, and used."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from loopsim.games.loop_inc import limits
from loopsim.games.loop_inc.closing import Closing, actions, anomalies, trip_keys
from loopsim.games.loop_inc.model_deck import MOST_TRIP_POINTS
from loopsim.games.loop_inc.scenario import Scenario
from loopsim.kernels.loop_inc.columns import WIN_SHARE_UNIT
from loopsim.kernels.loop_inc.names import ERAS, FIRST_EFFECT
from loopsim.simulate import Rows

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
#: A number of each game, of any integer type.
Counted = Callable[[Rows], NDArray[Any]]

ADVERTISE = "advertise"


@dataclass(frozen=True)
class Item:
    """Something on the table.

    `closing`: what closes it to the focal seat; `dealt`: by game whether it is there; `uses`: by game
    how often the focal seat used it. Trips only: `visitors`: by game and place whether the seat visited
    it; `dearer`: the scenario in which it is worth a point more, if there is one. `can_be_forced`: an ad
    (`ad_forced`).
    """

    closing: Closing
    dealt: Callable[[Rows], Bools]
    uses: Callable[[Rows], Ints]
    visitors: Callable[[Rows], Bools] | None = None
    dearer: Scenario | None = None
    can_be_forced: bool = False


@dataclass(frozen=True)
class Group:
    """Items that are valued together: one by itself, or trips that have no identity of their own.

    `key` names it in tables, `points` are those of a trip; `facts`: what tables say of it besides.
    """

    key: str
    name: str
    items: tuple[Item, ...]
    points: int | None = None
    facts: dict[str, Any] = field(default_factory=dict)


# --- what is looked at (metrics.md 6)


#: Outcomes of the focal seat by name, with the unit that they are counted in.
OUTCOMES = {"score": 1, "win_share": WIN_SHARE_UNIT, "tears": 1}


def outcomes(rows: Rows) -> Ints:
    """The outcomes of every seat: shape (outcomes, games, places)."""
    seats = rows["seats"]
    tears = seats["tears"].sum(axis=(2, 3), dtype=np.int64)
    return np.stack([seats["score"].astype(np.int64), seats["win_share"].astype(np.int64), tears])


def _seats(rows: Rows) -> NDArray[Any]:
    """How many seats there are in each game."""
    return np.full(len(rows["games"]), rows["seats"].shape[1])


#: Numbers of a game that a knock-out is looked at by: y and x of each game.
KNOCKOUT: dict[str, tuple[Counted, Counted]] = {
    "score": (lambda rows: rows["seats"]["score"].sum(axis=1), _seats),
    "launches": (lambda rows: rows["seats"]["launches"].sum(axis=(1, 2)), _seats),
    "tears_taken": (lambda rows: rows["seats"]["tears"].sum(axis=(1, 2, 3)), _seats),
    "ads_placed": (lambda rows: rows["seats"]["ads_placed"].sum(axis=(1, 2)), _seats),
    "eliminated": (lambda rows: rows["seats"]["eliminated"].sum(axis=1), _seats),
    "margin": (lambda rows: rows["games"]["margin"], lambda rows: rows["games"]["survivors"] >= 2),
}


class Changes(NamedTuple):
    """The largest changes by the rules: of each of `OUTCOMES` for a seat, of y of `KNOCKOUT` in a game."""

    outcomes: Mapping[str, int]
    knockout: Mapping[str, int]


def largest_changes(scenario: Scenario) -> Changes:
    """How far apart two games of a scenario can be, whatever is closed or a point dearer in one."""
    of_seat = limits.of_seat(scenario)
    of_game = {name: scenario.players * most for name, most in of_seat.items()}
    more = {"tears_taken": of_game["tears"], "margin": of_seat["score"]}
    return Changes(
        {name: of_seat[name] for name in OUTCOMES},
        {name: (of_game | more)[name] for name in KNOCKOUT},
    )


# --- the items


def of_kind(scenario: Scenario, kind: str, *, anonymous: bool = False) -> list[Group]:
    """The items of a kind: "trips", "anomalies" or "actions". KeyError for another.

    `anonymous`: the deck is one of many, in which a trip is any of its era and number of components.
    """
    if kind == "trips" and anonymous:
        return _trips_by_price(scenario)
    return _OF_KIND[kind](scenario)


def question(key: str) -> tuple[str, str] | None:
    """What a sweep over a key asks: the kind of the items and the one whose worth is looked at.

    Of the rules about ads what an ad is worth, of the points of a trip how that is priced.
    """
    if key in ("rules.ad_penalty", "rules.ad_bonus"):
        return "actions", ADVERTISE
    match key.split("."):
        case ["trips", card, which, "points"]:
            return "trips", f"{card}.{which}"
    return None


def _trips(scenario: Scenario) -> list[Group]:
    return [
        Group(
            key=key,
            name=trip.trip,
            items=(_trip(scenario, index),),
            points=trip.points,
            facts={"era": trip.era, "components": trip.components},
        )
        for index, (key, trip) in enumerate(
            zip(trip_keys(scenario), scenario.trips_in_play, strict=True)
        )
    ]


def _trips_by_price(scenario: Scenario) -> list[Group]:
    members: dict[tuple[int, int], list[Item]] = {}
    for index, trip in enumerate(scenario.trips_in_play):
        price = ERAS.index(trip.era), trip.components
        members.setdefault(price, []).append(_trip(scenario, index))
    return [
        Group(
            key=f"{ERAS[era]}, {components}",
            name=f"{ERAS[era]} trips of {components} components",
            items=tuple(items),
            facts={"era": ERAS[era], "components": components},
        )
        for (era, components), items in sorted(members.items(), key=lambda member: member[0])
    ]


def _trip(scenario: Scenario, index: int) -> Item:
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
        closing=Closing(trips=(trip_keys(scenario)[index],)),
        dealt=dealt,
        uses=uses,
        visitors=visitors,
        dearer=_dearer(scenario, index),
    )


def _dearer(scenario: Scenario, index: int) -> Scenario | None:
    """The scenario with a point more for a trip in play; None if it cannot have so many."""
    changed = scenario.trips_in_play[index]
    if changed.points == MOST_TRIP_POINTS:
        return None
    more = changed.model_copy(update={"points": changed.points + 1})
    trips = tuple(more if trip is changed else trip for trip in scenario.trips)
    return replace(scenario, trips=trips)


def _anomalies(scenario: Scenario) -> list[Group]:
    return [
        Group(
            key=key,
            name=card.name or key,
            items=(
                _card(FIRST_EFFECT + place, Closing(cards=(key,)), _opened(FIRST_EFFECT + place)),
            ),
        )
        for place, (key, card) in enumerate(
            zip(anomalies(scenario), scenario.anomalies.values(), strict=True)
        )
    ]


def _actions(scenario: Scenario) -> list[Group]:
    return [
        Group(
            key=key,
            name=key,
            items=(_ad() if key == ADVERTISE else _card(code, Closing(actions=(key,)), always),),
        )
        for code, key in enumerate(actions(scenario))
        if scenario.piles[key] > 0
    ]


def _opened(code: int | np.int64) -> Callable[[Rows], Bools]:
    return lambda rows: np.asarray(rows["focal"]["anomalies"] >> code & 1 == 1)


def always(rows: Rows) -> Bools:
    """Dealt in every game."""
    return np.ones(len(rows["focal"]), np.bool_)


def _card(code: int | np.int64, closing: Closing, dealt: Callable[[Rows], Bools]) -> Item:
    """A card by its code."""
    return Item(
        closing=closing,
        dealt=dealt,
        uses=lambda rows: rows["focal"]["uses"][:, code].astype(np.int64),
    )


def _ad() -> Item:
    """Advertising: its uses are the ads put down."""

    def placed(rows: Rows) -> Ints:
        games = np.arange(len(rows["focal"]))
        ads: Ints = rows["seats"]["ads_placed"][games, rows["focal"]["place"]].sum(axis=1)
        return ads.astype(np.int64)

    return Item(
        closing=Closing(actions=(ADVERTISE,)),
        dealt=always,
        uses=placed,
        can_be_forced=True,
    )


_OF_KIND: dict[str, Callable[[Scenario], list[Group]]] = {
    "trips": _trips,
    "anomalies": _anomalies,
    "actions": _actions,
}
