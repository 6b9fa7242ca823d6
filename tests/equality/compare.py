"""The kernel against the reference: for the same choices both must write the same trace."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from loopsim.games.loop_inc.game import Table, Trace
from tests.reference.loop_inc import Game, end_game, play_days

Event = dict[str, Any]

BEFORE = 6  # events shown before a difference


class Difference(AssertionError):  # noqa: N818
    """Kernel and reference disagree; the message shows where."""


@dataclass
class Follower:
    """Answers the nodes of the reference with the choices of the kernel, checking each node."""

    trace: Trace
    asked: int = 0

    def __call__(self, node: str, seat: int, options: list[Any]) -> int:
        """The index that the kernel chose at this node."""
        asked = (node, seat, len(options))
        if self.asked == len(self.trace.choices):
            raise Difference(f"the reference asks {asked}, the kernel asks no more")
        choice = self.trace.choices[self.asked]
        if asked != (choice.node, choice.seat, choice.options):
            raise Difference(
                f"choice {self.asked}: the kernel asks {choice}, the reference {asked}: {options}"
            )
        self.asked += 1
        return choice.index


def compare(
    scenario: Any, bots: str | Sequence[str], games: Iterable[tuple[int, int]], **changes: Any
) -> list[Trace]:
    """Trace games (seed, game) of a scenario and compare each with the reference.

    `changes`: what is closed or forced, as for `Table`. Raises Difference at the first one, saying in which game. Returns the traces.
    """
    table = Table(scenario, [bots] if isinstance(bots, str) else bots, **changes)
    traces = []
    for seed, game in games:
        trace = table.trace(seed, game)
        try:
            follow(trace)
        except Difference as difference:
            raise Difference(
                f"{scenario.name}, {scenario.players} players, bots {bots}, seed {seed}, game {game},"
                f" {changes}, rules {scenario.rules_in_force()}\n{difference}"
            ) from None
        traces.append(trace)
    return traces


def follow(trace: Trace) -> None:
    """Play the choices of a trace in the reference. Raises Difference unless all is the same."""
    follower = Follower(trace)
    game = Game(trace.events[0], follower)
    stopped: Exception | None = None
    try:
        play_days(game)
        end_game(game)
    except (Difference, ArithmeticError, LookupError, RuntimeError, ValueError) as error:
        stopped = error
    ours, theirs = trace.events, game.record.events
    for at, (kernel, reference) in enumerate(zip(ours, theirs, strict=False)):
        if kernel != reference or list(kernel) != list(reference):
            raise Difference(_shown(ours, at, kernel, reference))
    if stopped is not None:
        raise Difference(_shown(ours, len(theirs), None, None) + f"\n{stopped}") from stopped
    if len(ours) != len(theirs):
        at = min(len(ours), len(theirs))
        kernel, reference = ([*events, None][at] for events in (ours, theirs))
        raise Difference(_shown(ours, at, kernel, reference))
    if follower.asked != len(trace.choices):
        left = trace.choices[follower.asked]
        raise Difference(f"the kernel asks {left}, the reference asks no more")


def _shown(events: list[Event], at: int, kernel: Event | None, reference: Event | None) -> str:
    """The events before a difference, and what each program says is next."""
    lines = [f"event {at} differs; before it"]
    lines += [f"  {_line(event)}" for event in events[max(1, at - BEFORE) : at]]
    if kernel is not None or reference is not None:
        lines += [f"kernel:    {_line(kernel)}", f"reference: {_line(reference)}"]
    return "\n".join(lines)


def _line(event: Event | None) -> str:
    return "nothing more" if event is None else json.dumps(event)
