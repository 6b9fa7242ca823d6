"""The numbers of metrics.md 6 in plain Python: one game at a time, one formula a number.

Uses and visitors are read from traces, outcomes from the facts of single games.
"""

from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

from loopsim.games.loop_inc.game import Closing, Table
from loopsim.scenario import load


@dataclass
class Game:
    """What is looked at of one game: outcomes by place, metrics of the game, events."""

    score: list[int]
    win_share: list[float]
    tears: list[int]
    metrics: dict[str, float]
    margin: int | None
    events: list[Any]


class Twin:
    """Games of a scenario, played one by one."""

    def __init__(self, bots: list[str], settings: dict[str, Any], players: int, seed: int) -> None:
        self.bots, self.settings, self.players, self.seed = bots, settings, players, seed
        self.scenario = load("loop-inc/base", settings, players)
        self.open = Table(self.scenario, bots)

    def play(self, table: Table, game: int, *, traced: bool = False) -> Game:
        """One game at a table."""
        rows = table.blank_rows(1)
        table.play(self.seed, game, rows)
        seats, facts = rows["seats"][0], rows["games"][0]
        n = self.players
        return Game(
            [int(seat["score"]) for seat in seats],
            [int(seat["win_share"]) / 60 for seat in seats],
            [int(seat["tears"].sum()) for seat in seats],
            {
                "score": sum(int(seat["score"]) for seat in seats) / n,
                "launches": sum(int(seat["launches"].sum()) for seat in seats) / n,
                "tears_taken": sum(int(seat["tears"].sum()) for seat in seats) / n,
                "ads_placed": sum(int(seat["ads_placed"].sum()) for seat in seats) / n,
                "eliminated": sum(int(seat["eliminated"]) for seat in seats) / n,
            },
            int(facts["margin"]) if facts["survivors"] >= 2 else None,
            table.trace(self.seed, game).events if traced else [],
        )

    def focal_place(self, game: int) -> int:
        """⌊g/P⌋ mod n."""
        return game // len(self.open.orders) % self.players

    def closed(self, closing: Closing) -> Table:
        """A table at which something is closed."""
        return Table(self.scenario, self.bots, closing=closing)

    def dearer(self, key: str) -> Table:
        """A table at which a trip is worth a point more."""
        which = f"trips.{key}.points"
        (trip,) = (
            trip
            for card in self.scenario.cards
            for place, trip in enumerate(card.trips, 1)
            if f"{card.name}.{place}" == key
        )
        changed = load("loop-inc/base", {**self.settings, which: trip.points + 1}, self.players)
        return Table(changed, self.bots)


def visits(game: Game, key: str, players: int) -> dict[int, int] | None:
    """Launches to a trip by place; None if it is not dealt."""
    setup = game.events[0]
    card, which = key.split(".")
    of_card = [i for i, trip in enumerate(setup["trips"]) if trip["card"] == card]
    if not of_card:
        return None
    index = of_card[int(which) - 1]
    counts = dict.fromkeys(range(players), 0)
    for event in game.events:
        if event["event"] == "launch" and event["trip"] == index:
            counts[(event["seat"] - setup["first"]) % players] += 1
    return counts


def mean(values: list[float]) -> tuple[float, float]:
    """M: mean and standard error."""
    n = len(values)
    centre = sum(values) / n
    return centre, sqrt(sum((v - centre) ** 2 for v in values) / (n - 1) / n)


def ratio(pairs: list[tuple[float, float]]) -> tuple[float, float]:
    """R: Σy/Σx and its standard error."""
    n = len(pairs)
    value = sum(y for y, _ in pairs) / sum(x for _, x in pairs)
    mean_x = sum(x for _, x in pairs) / n
    u = [(y - value * x) / mean_x for y, x in pairs]
    return value, sqrt(sum(v * v for v in u) / (n * (n - 1)))


def trip(twin: Twin, key: str, games: int) -> dict[tuple[str, str], tuple[float, float]]:
    """The numbers of a trip over the first games of the seed."""
    closing = Closing(trips=(key,))
    closed, out, dearer = (
        twin.closed(closing),
        twin.closed(replace(closing, to_all=True)),
        twin.dearer(key),
    )
    changes: dict[str, list[float]] = {name: [] for name in ("score", "win_share", "tears")}
    uses: list[float] = []
    knockout: dict[str, list[float]] = {}
    margins: list[tuple[int | None, int | None]] = []
    point: dict[str, list[tuple[float, float]]] = {"score": [], "win_share": []}
    for game in range(games):
        openly = twin.play(twin.open, game, traced=True)
        by_place = visits(openly, key, twin.players)
        if by_place is None:
            continue
        place = twin.focal_place(game)
        without, nobody, more = (twin.play(table, game) for table in (closed, out, dearer))
        uses.append(by_place[place])
        for name, listed in changes.items():
            listed.append(getattr(openly, name)[place] - getattr(without, name)[place])
        for name, value in nobody.metrics.items():
            knockout.setdefault(name, []).append(value - openly.metrics[name])
        margins.append((nobody.margin, openly.margin))
        visitors = [p for p, count in by_place.items() if count]
        for name, pairs in point.items():
            change = sum(getattr(more, name)[p] - getattr(openly, name)[p] for p in visitors)
            pairs.append((change, len(visitors)))
    found = {("uses", ""): mean(uses)}
    for name, listed in changes.items():
        found["access_value", name] = mean(listed)
    for name in ("score", "win_share"):
        found["value_per_use", name] = ratio(list(zip(changes[name], uses, strict=True)))
        found["point_effect", name] = ratio(point[name])
    found["surplus", "score"] = found["value_per_use", "score"]
    for name, listed in knockout.items():
        found["knockout", name] = mean(listed)
    found["knockout", "margin"] = _difference_of_margins(margins)
    return found


def _difference_of_margins(margins: list[tuple[int | None, int | None]]) -> tuple[float, float]:
    """The difference of two ratios over the same games: se from u_g − u′_g."""
    n = len(margins)
    us = []
    values = []
    for side in (0, 1):
        known = [0 if pair[side] is None else 1 for pair in margins]
        value = sum(pair[side] or 0 for pair in margins) / sum(known)
        values.append(value)
        share = sum(known) / n
        us.append(
            [((p[side] or 0) - value * k) / share for p, k in zip(margins, known, strict=True)]
        )
    u = [a - b for a, b in zip(*us, strict=True)]
    return values[0] - values[1], sqrt(sum(v * v for v in u) / (n * (n - 1)))
