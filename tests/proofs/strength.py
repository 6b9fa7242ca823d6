"""How strong and how different the bots that come along are, on seeds that nothing was chosen by."""

from __future__ import annotations

from itertools import combinations

import loopsim
from loopsim import contests
from loopsim.distances import DIFFERENT, distances
from loopsim.population import population
from loopsim.scenario import load
from tests.equality.fuzz import BASE
from tests.proofs import Line

SEED = 20_261_130  # no search, no table and no test has it
GAMES = 20_000
OF_CHAMPION = 100_000
CHAMPION, LOOK_AHEAD, WEAKEST = "champion", "look-ahead", "greedy"
FEWEST_PERSONAS = 8
BETTER_THAN, AHEAD = 0.27, 0.40


def personas() -> list[str]:
    """The bots of the population of personas."""
    return list(population(load(BASE), "personas").bots)


def different() -> list[Line]:
    """Personas decide differently, and each of them beats greedy."""
    scenario, names = load(BASE), personas()
    found = distances(scenario, names, seed=SEED, threads=2)
    pairs = {(names[a], names[b]): found[a][b] for a, b in combinations(range(len(names)), 2)}
    nearest = min(pairs, key=lambda pair: pairs[pair].value or 0)
    d = pairs[nearest]
    lines = [
        Line(
            f"policy distance of each two of {len(names)} personas, the smallest: {' and '.join(nearest)}",
            f"at least {FEWEST_PERSONAS} personas, at least {DIFFERENT}",
            f"{d.value:.3f} [{d.low:.3f}, {d.high:.3f}]",
            d.n,
            len(names) >= FEWEST_PERSONAS and (d.low or 0) >= DIFFERENT,
        )
    ]
    for name in (*names, "planner", CHAMPION):
        contest = _contest(name, WEAKEST, GAMES)
        advantage, won = contest.advantage, contest.win_share
        lines.append(
            Line(
                f"{name} among three of {WEAKEST}",
                "more than an equal share, by the lower bound",
                f"{won.value:.4f} ± {1.96 * (won.se or 0):.4f}, equal {contest.equal_share:.4f}",
                GAMES,
                (advantage.low or 0) > 0,
            )
        )
    return lines


def champions() -> list[Line]:
    """The champion among the best other persona, look-ahead among champions."""
    others = [*personas(), "planner"]
    rated = loopsim.arena(BASE, bots=others, games=GAMES, seed=SEED)
    standings = rated.table("standings").sort("rating", descending=True, nulls_last=True)
    best = str(standings["bot"][0])
    tuned = _contest(CHAMPION, best, OF_CHAMPION).win_share
    thought = _contest(LOOK_AHEAD, CHAMPION, GAMES).win_share
    return [
        Line(
            f"{CHAMPION} among three of {best}, the best rated of {len(others)} others",
            f"lower bound above {BETTER_THAN}",
            f"{tuned.value:.4f} [{tuned.low:.4f}, {tuned.high:.4f}]",
            OF_CHAMPION,
            (tuned.low or 0) > BETTER_THAN,
        ),
        Line(
            f"{LOOK_AHEAD}, 64 playouts a decision, among three of {CHAMPION}",
            f"at least {AHEAD}",
            f"{thought.value:.4f} [{thought.low:.4f}, {thought.high:.4f}]",
            GAMES,
            (thought.value or 0) >= AHEAD,
        ),
    ]


def _contest(bot: str, field: str, games: int) -> contests.Contest:
    table = contests.against(load(BASE), bot, [field])
    (contest,) = contests.play([table], seed=SEED, games=range(games), threads=2)
    return contest
