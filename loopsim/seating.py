"""Who sits where: the balance of seats (metrics.md 1)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from loopsim.errors import InputError
from loopsim.scenario.given import names


def named(bots: Any) -> list[str]:
    """The names of one bot or several, or paths of their files. Raises InputError for what is none."""
    return names("--bots", bots, "names of bots, or paths of .toml files")


#: Who plays if nobody is named.
ALONE = "planner"
#: Stands for a seat whose bot is drawn by lot, anew for each game.
DRAWN = "*"


def seat(
    bots: Sequence[str], players: int, rotate: bool = True, crowd: Sequence[str] = ()
) -> tuple[tuple[str, ...], tuple[tuple[int, ...], ...]]:
    """The different bots and the orders in which they sit.

    One name fills all seats; otherwise n names, any other number is an InputError. Game g takes
    order g mod P of the P different orders of the names (lexicographic), by places of the turn order,
    so that each bot has each place and each neighbour equally often. Without rotation the one order as
    typed, by seats. A seat of the name DRAWN has one of the crowd.

    Returns the bots (each once, the crowd last) and P orders of n indexes into them, -1 for DRAWN.
    """
    if len(bots) not in (1, players):
        raise InputError(
            f"--bots {','.join(bots)}: {len(bots)} names for {players} players; "
            f"allowed are one name for all seats or {players} names"
        )
    if DRAWN in bots and not crowd:
        raise InputError(
            f"--bots {','.join(bots)}: no crowd to draw from; allowed are names of bots"
        )
    names = tuple(name for name in dict.fromkeys(bots) if name != DRAWN)
    typed = tuple(bots) if len(bots) > 1 else (bots[0],) * players
    orders = _orders(Counter(typed)) if rotate else [typed]
    index = {name: place for place, name in enumerate(names)} | {DRAWN: -1}
    return (*names, *crowd), tuple(tuple(index[name] for name in order) for order in orders)


def _orders(left: Counter[str]) -> Iterator[tuple[str, ...]]:
    """The different orders of a multiset, lexicographically."""
    if not left:
        yield ()
    for name in sorted(left):
        for order in _orders(left - Counter([name])):
            yield (name, *order)
