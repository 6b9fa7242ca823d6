"""Loop, Inc.: uniformly random games and the yardsticks of the rules page, with standard errors."""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterable
from math import sqrt
from pathlib import Path

from .loop_inc import Record, play, random_chooser
from .loop_inc_deal import Effects, Row, deal, read_cards, read_effects

CARDS = Path(__file__).parents[2] / "scenarios" / "loop-inc" / "cards"
CAUSES = (
    "move_impossible",
    "exchange_nothing",
    "trash_nothing",
    "ad_none_left",
    "room_empty",
    "second_visitor",
    "voluntary",
    "effect",
    "no_open_machine",
    "ad_no_trip",
)


class Mean:
    """A running mean and its standard error."""

    def __init__(self) -> None:
        self.count = 0
        self.total = 0.0
        self.squares = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        return self.total / self.count

    @property
    def error(self) -> float:
        variance = self.squares / self.count - self.mean**2
        return sqrt(max(0.0, variance) / (self.count - 1))


def measure(record: Record) -> dict[str, float]:
    """The yardsticks of one game, by name: means over its seats where they are per seat."""
    setup, end = record.events[0], record.events[-1]
    players, first = setup["players"], setup["first"]
    tears = dict.fromkeys(CAUSES, 0)
    launches = trip_points = eliminated = 0
    for event in record.events:
        name = event["event"]
        if name == "tear":
            tears[event["cause"]] += 1
        elif name == "launch":
            launches += 1
            trip_points += event["points"]
        elif name == "eliminated":
            eliminated += 1
    numbers = {
        "final score": sum(end["scores"]) / players,
        "trip points": trip_points / players,
        "tears taken": sum(tears.values()) / players,
        "launches": launches / players,
        "eliminated": eliminated / players,
        "decisions": record.decisions,
        "forced": record.forced,
        "turns": record.turns,
    }
    for order in range(players):
        numbers[f"win share {order + 1}"] = end["win_share"][(first + order) % players]
    for cause, count in tears.items():
        numbers[cause] = count / players
    return numbers


def yardsticks(
    cards: list[Row],
    effects: Effects,
    players: int,
    expansions: Iterable[str],
    games: int,
    seed: int,
) -> dict[str, Mean]:
    """Play uniformly random games; every yardstick with its mean and error over games."""
    rng = random.Random(seed)
    choose = random_chooser(rng)
    means: dict[str, Mean] = {}
    for _ in range(games):
        record = play(deal(cards, effects, players, expansions, rng), choose)
        for name, value in measure(record).items():
            means.setdefault(name, Mean()).add(value)
    return means


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.reference.loop_inc", description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--players", type=int, default=4, choices=(2, 3, 4))
    parser.add_argument("--expansions", default="", help="of futures,more,office")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deck", type=Path, default=CARDS / "trips.csv")
    parser.add_argument("--effects", type=Path, default=CARDS / "effects.toml")
    args = parser.parse_args()
    expansions = [name for name in args.expansions.split(",") if name]
    if unknown := set(expansions) - {"futures", "more", "office"}:
        parser.error(f"no such expansion: {', '.join(sorted(unknown))}")

    cards, effects = read_cards(args.deck), read_effects(args.effects)
    start = time.perf_counter()
    means = yardsticks(cards, effects, args.players, expansions, args.games, args.seed)
    seconds = time.perf_counter() - start
    for name, value in means.items():
        print(f"{name:18} {value.mean:9.4f} ± {value.error:.4f}")
    print(f"{args.games} games in {seconds:.1f} s: {args.games / seconds:.0f} games/s")


if __name__ == "__main__":
    main()
