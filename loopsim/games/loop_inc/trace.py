"""The trace of one game: what the kernel wrote down, as the events of the decisions page."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from loopsim.kernels import bag
from loopsim.kernels.loop_inc import names
from loopsim.kernels.loop_inc.columns import WIN_SHARE_UNIT

Event = dict[str, Any]


@dataclass(frozen=True)
class Choice:
    """One counted node of a traced game: where, who, of how many options, which one."""

    node: str
    seat: int
    options: int
    index: int


def choices(desk: Any) -> list[Choice]:
    """The choices on the desk, forced ones included, in the order in which they were made."""
    lines = desk[0].choices[: int(desk[0].n_choices)].tolist()
    return [Choice(names.NODES[node], seat, n, index) for node, seat, n, index in lines]


def events(state: Any, desk: Any, players: int, card_names: list[str]) -> Iterator[Event]:
    """The events after `setup`, from a finished game's state and the log on the desk.

    `card_names` gives the name of each card code: "garage" … or "anomaly:<key>".
    """
    s = state[0]
    source_options = (choice.options for choice in choices(desk) if choice.node == "source")
    day_end = _blank_day_end(players)
    for line in desk[0].events[: int(desk[0].n_events)].tolist():
        kind, seat, a, b, _, _ = line
        if kind == names.EV_PLAY:
            source = "new" if b else "past"
            yield {
                "event": "play",
                "seat": seat,
                "source": source,
                "card": card_names[a],
                "options": next(source_options),
            }
        elif kind == names.EV_FAILED_AD:
            day_end["failed_ads"].append([seat, a])
        elif kind == names.EV_OFFICE:
            day_end["office"][seat] = a
        elif kind == names.EV_ANOMALY:
            day_end["anomalies"].append(card_names[a].removeprefix("anomaly:"))
        elif kind == names.EV_REFILL:
            day_end["refill"] = counts(a)
        elif kind == names.EV_DAY_END:
            scores = [int(s.score_after[p, a - 1]) for p in range(players)]
            yield day_end | {"day": a, "scores": scores}
            day_end = _blank_day_end(players)
        elif kind == names.EV_GAME_END:
            yield _game_end(s, players)
        else:
            yield {"event": names.EVENTS[kind]} | _FIELDS[kind](*line[1:])


def counts(packed: int) -> dict[str, int]:
    """A bag as {type: count}, zeros left out."""
    return {
        kind: count for kind, count in zip(names.TYPES, bag.unpack(packed), strict=True) if count
    }


#: The four numbers that the kernel notes with each event, given their names.
_FIELDS: dict[Any, Callable[..., Event]] = {
    names.EV_DAY_START: lambda _, day, first, *__: {"day": day, "first": first},
    names.EV_TAKE: lambda seat, kind, machine, box, _: {
        "seat": seat,
        "component": names.TYPES[kind],
        "machine": machine + 1,
        "from": "box" if box else "board",
    },
    names.EV_EXCHANGE: lambda seat, machine, out, back, _: {
        "seat": seat,
        "machine": machine + 1,
        "out": names.TYPES[out],
        "in": names.TYPES[back],
    },
    names.EV_MOVE: lambda seat, source, target, kind, _: {
        "seat": seat,
        "from": source + 1,
        "to": target + 1,
        "component": names.TYPES[kind],
    },
    names.EV_ADVERTISE: lambda seat, trip, *_: {"seat": seat, "trip": trip},
    names.EV_TRASH: lambda seat, machine, kind, *_: {
        "seat": seat,
        "machine": machine + 1,
        "component": names.TYPES[kind],
    },
    names.EV_WASTE_DISCARDED: lambda seat, *_: {"seat": seat},
    names.EV_TEAR_DISCARDED: lambda seat, *_: {"seat": seat},
    names.EV_AD_REGAINED: lambda seat, *_: {"seat": seat},
    names.EV_POINTS: lambda seat, k, *_: {"seat": seat, "k": k, "why": "effect"},
    names.EV_HAND: lambda seat, swap, *_: {"seat": seat, "change": "swap" if swap else "forget"},
    names.EV_TEAR: lambda seat, cause, total, *_: {
        "seat": seat,
        "cause": names.CAUSES[cause],
        "total": total,
    },
    names.EV_LAUNCH: lambda seat, machine, trip, waste, flags: {
        "seat": seat,
        "machine": machine + 1,
        "trip": trip,
        "points": flags >> 2,
        "second": bool(flags & 1),
        "waste": counts(waste),
        "met_ad": bool(flags & 2),
    },
    names.EV_ELIMINATED: lambda seat, *_: {"seat": seat},
}


def _blank_day_end(players: int) -> Event:
    return {
        "event": "day_end",
        "day": 0,
        "failed_ads": [],
        "office": [0] * players,
        "anomalies": [],
        "refill": {},
        "scores": [],
    }


def _game_end(s: Any, players: int) -> Event:
    seats = range(players)
    return {
        "event": "game_end",
        "scores": [int(s.final[p]) for p in seats],
        "penalties": [int(s.penalty[p]) for p in seats],
        "ranks": [int(s.rank[p]) for p in seats],
        "win_share": [int(s.win_share[p]) / WIN_SHARE_UNIT for p in seats],
    }
