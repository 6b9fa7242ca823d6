"""Games that a switch of the rules changes, each compared with the reference on both sides."""

import numpy as np

from loopsim.games.loop_inc.game import Table
from loopsim.scenario import load
from tests.equality.compare import compare
from tests.equality.fuzz import BASE

GAMES_A_LOOK = 1_000


def base_feels(switch: str) -> bool:
    """Whether the base game has anything that the switch is about."""
    return switch not in ("office_rescores", "future_bonus_optional")


def games_apart(
    switch: str, expansions: list[str], *, wanted: int, seed: int, players: int = 4
) -> list[int]:
    """The first games of random play whose traces differ between the two sides of a switch.

    Games are searched by their facts, since some switches matter in less than one of a hundred; of
    those found both traces are compared with the reference. Raises Difference. Fewer than `wanted`
    come back if a million games do not have them.
    """
    sides = [
        load(BASE, [f"expansions={','.join(expansions)}", f"rules.{switch}={value}"], players)
        for value in ("true", "false")
    ]
    tables = [Table(side, ["random"]) for side in sides]
    found: list[int] = []
    for first in range(0, 1_000 * GAMES_A_LOOK, GAMES_A_LOOK):
        for game in first + np.flatnonzero(_facts_differ(tables, seed, first)):
            on, off = (compare(side, "random", [(seed, int(game))])[0] for side in sides)
            if on.events[1:] != off.events[1:]:
                found.append(int(game))
            if len(found) == wanted:
                return found
    return found


def _facts_differ(tables: list[Table], seed: int, first: int) -> np.ndarray:
    """Which of the games first … first + GAMES_A_LOOK - 1 have other facts on the other side."""
    on, off = (table.blank_rows(GAMES_A_LOOK) for table in tables)
    for table, rows in zip(tables, (on, off), strict=True):
        table.play(seed, first, rows)
    differ = on["games"] != off["games"]
    for level in ("seats", "trips"):
        differ = differ | (on[level] != off[level]).any(axis=1)
    return differ
