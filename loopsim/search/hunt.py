"""A hunt for a bot that beats a population: several lines of descent, of which the worse half goes.

Where a search begins decides where it ends, so it begins in several places. After each round the half
of the lines that win less is given up, and those that stay have twice the generations each (successive
halving, Jamieson and Talwalkar 2016, arXiv 1502.07943); the last one goes on alone.

Weights are about features, so that a single card that the features do not tell from others would stay
hidden. Hence tastes: what one thing is worth to a bot besides. Each thing is tried by itself, and those
that are worth a taste are searched with the weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from loopsim import games as registry
from loopsim.search.asked import Asked
from loopsim.search.line import MORE_GAMES, MOST_FINALISTS, Line, winner
from loopsim.search.space import Space
from loopsim.search.tryouts import Tryouts

#: Sheets of weights drawn at random, and how far from those of the best member, in steps.
RANDOM, SPREAD = 4, 1.5
#: The most tastes that are searched with the weights, and those of them that a line begins with.
TASTES, TASTED = 6, 3
#: Of all tastes that are tried this part plays more games.
TRIED_AGAIN = 0.25
#: The generations of a round, all lines together, as a part of those of the last line alone.
OF_ROUND = 0.25
#: Members, lines of a round and tastes that are tried again play so many times the games of a candidate.
ROUND_GAMES = 4

#: What a search from a bot may change.
SpaceOf = Callable[[Any], Space]


class Start(NamedTuple):
    """Where a line begins."""

    name: str
    bot: Any


class Hunted(NamedTuple):
    """The bot that was found, where its line began, and by start in which round its line was given up.

    The line that was not has the number of rounds.
    """

    bot: Any
    start: Start
    given_up: dict[str, int]


def members(asked: Asked) -> list[Start]:
    """The bots of the population that have weights. Raises InputError if there is none."""
    weights, scenario = registry.get(asked.scenario.game).weights, asked.scenario
    found = [
        Start(name, scenario.bots[name])
        for name in asked.population
        if scenario.bots[name].family == "weighted"
    ]
    if not found:
        weights.weighted(scenario, asked.population[0], "--population")
    return found


def starts(of: Tryouts, members: Sequence[Start]) -> tuple[list[Start], list[str]]:
    """Where lines begin: the members, sheets at random, and the best member with one taste.

    Also the names of the things that are worth a taste. Raises Interrupted if a signal came.
    """
    weights = registry.get(of.asked.scenario.game).weights
    told = of.told("members", [start.bot for start in members], of.more(ROUND_GAMES))
    best = members[told.index(max(told))]
    space = weights.space(best.bot)
    at_random = []
    for number in range(1, RANDOM + 1):
        point = np.random.default_rng([of.asked.seed, number]).normal(0, SPREAD, space.size)
        bot = weights.changed(best.bot, space.sheet(point))
        at_random.append(Start(f"random {number}", bot))
    tastes = _tastes(of, best)
    return [*members, *at_random, *[*tastes.values()][:TASTED]], [*tastes]


def _tastes(of: Tryouts, member: Start) -> dict[str, Start]:
    """By thing the member with a taste for or against it, if it wins more with that; the best first.

    Each thing is tried both ways, and the better part of all tastes once more.
    """
    weights = registry.get(of.asked.scenario.game).weights
    tried = [
        (
            thing,
            Start(
                f"{member.name} that {does} {thing}", weights.changed(member.bot, {thing: taste})
            ),
        )
        for thing in weights.things(of.asked.scenario)
        for does, taste in (("likes", weights.OF_TASTE), ("shuns", -weights.OF_TASTE))
    ]
    told = of.told("tastes", [start.bot for _, start in tried], of.more(1))
    tried = [tried[i] for i in _order(told)[: round(TRIED_AGAIN * len(tried))]]
    bots = [member.bot, *(start.bot for _, start in tried)]
    without, *told = of.told("tastes", bots, of.more(ROUND_GAMES))
    better = [tried[i] for i in _order(told) if told[i] > without]
    return dict(better[:TASTES])


def hunt(of: Tryouts, starts: Sequence[Start], space_of: SpaceOf) -> Hunted:
    """Follow the lines from some starts to the bot that wins most against the population.

    Raises Interrupted if a signal came.
    """
    alive = [
        (start, Line(of, f"line-{number}", start.bot, space_of(start.bot)))
        for number, start in enumerate(starts, start=1)
    ]
    given_up: dict[str, int] = {}
    for number, (count, generations) in enumerate(
        rounds(len(starts), of.asked.generations), start=1
    ):
        for _, line in alive:
            line.advance(generations)
        stay = _best(of, [line for _, line in alive], (count + 1) // 2)
        given_up |= {start.name: number for i, (start, _) in enumerate(alive) if i not in stay}
        alive = [of_start for i, of_start in enumerate(alive) if i in stay]
    ((start, line),) = alive
    line.advance(of.asked.generations)
    return Hunted(winner(of, "finals", line.finalists()), start, given_up)


def rounds(lines: int, generations: int) -> Iterator[tuple[int, int]]:
    """Each round's number of lines, and how many generations each of these plays in it."""
    while lines > 1:
        yield lines, max(1, round(OF_ROUND * generations / lines))
        lines = (lines + 1) // 2


def games_of(asked: Asked) -> int:
    """The most games that a hunt takes."""
    weighted = len(members(asked))
    tastes = 2 * len(registry.get(asked.scenario.game).weights.things(asked.scenario))
    again = 1 + round(TRIED_AGAIN * tastes)
    candidates = tastes + ROUND_GAMES * (weighted + again)
    for count, each in rounds(weighted + RANDOM + TASTED, asked.generations):
        candidates += count * (each * asked.size + 2 * ROUND_GAMES)
    candidates += asked.generations * asked.size + MOST_FINALISTS * MORE_GAMES
    return asked.games * candidates


def _best(of: Tryouts, lines: Sequence[Line], count: int) -> set[int]:
    """Which lines win most; each by its start or its middle, whichever wins more."""
    bots = [bot for line in lines for bot in (line.start, line.middle)]
    told = of.told("rounds", bots, of.more(ROUND_GAMES))
    return {*_order([max(told[2 * i : 2 * i + 2]) for i in range(len(lines))])[:count]}


def _order(told: Sequence[int]) -> list[int]:
    """Places by what was told there, the most first; of equal ones in their order."""
    return sorted(range(len(told)), key=lambda i: -told[i])
