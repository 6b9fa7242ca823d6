"""Who sits where: the balance of seats (metrics.md 1)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from loopsim.errors import InputError
from loopsim.scenario.faults import fault, value_text


def named(bots: Any) -> list[str]:
    """The names of one bot or several. Raises InputError for what is no name."""
    names = [bots] if isinstance(bots, str) or not isinstance(bots, Iterable) else list(bots)
    for name in names:
        if not isinstance(name, str):
            raise fault("--bots", "", value_text(name), "names of bots")
    return names


def seat(
    bots: Sequence[str], players: int, rotate: bool = True
) -> tuple[tuple[str, ...], tuple[tuple[int, ...], ...]]:
    """The different bots and the orders in which they sit.

    One name fills all seats; otherwise n names, any other number is an InputError. Game g takes
    order g mod P of the P different orders of the names (lexicographic), by places of the turn order, so that each bot has each place and each neighbour equally
    often. Without rotation the one order as typed, by seats.

    Returns the bots (each once) and P orders of n indexes into them.
    """
    if len(bots) not in (1, players):
        raise InputError(
            f"--bots {','.join(bots)}: {len(bots)} names for {players} players; "
            f"allowed are one name for all seats or {players} names"
        )
    names = tuple(dict.fromkeys(bots))
    typed = tuple(bots) if len(bots) > 1 else (bots[0],) * players
    orders = _orders(Counter(typed)) if rotate else [typed]
    return names, tuple(tuple(names.index(name) for name in order) for order in orders)


def _orders(left: Counter[str]) -> Iterator[tuple[str, ...]]:
    """The different orders of a multiset, lexicographically."""
    if not left:
        yield ()
    for name in sorted(left):
        for order in _orders(left - Counter([name])):
            yield (name, *order)
