"""The shape of a course once more, in plain Python from the words of metrics.md 13."""

from __future__ import annotations

from itertools import pairwise
from math import log
from statistics import fmean
from typing import Any

from loopsim.course import Course

Game = tuple[list[list[float]], list[int]]


def games(course: Course) -> list[Game]:
    """Of each game p by turn and place, and the win shares in 60ths."""
    found: dict[int, Game] = {}
    for row in course.frame.iter_rows(named=True):
        p, won = found.setdefault(row["game"], ([], []))
        if row["place"] == 0:
            p.append([])
        p[-1].append((row["half_a"] + row["half_b"]) / (60 * course.playouts))
        if row["turn"] == 0:
            won.append(row["win_share"])
    return [*found.values()]


def of_winners(game: Game, values: list[float]) -> float | None:
    """One value a place, winners weighted by win share; None without a winner."""
    _, won = game
    if sum(won) == 0:
        return None
    return sum(w * value for w, value in zip(won, values, strict=True)) / sum(won)


def drama(game: Game) -> float | None:
    p, won = game
    return of_winners(
        game,
        [
            fmean(max(0, max(q for o, q in enumerate(now) if o != s) - now[s]) for now in p)
            for s in range(len(won))
        ],
    )


def uncertainty(game: Game) -> float:
    p, won = game
    entropies = []
    for now in p:
        total = sum(now)
        entropies.append(-sum(q / total * log(q / total) for q in now if q > 0) if total else 0)
    return fmean(entropies) / log(len(won))


def decided_at(game: Game) -> float | None:
    p, won = game
    return of_winners(
        game, [_since(p, lambda now, s=s: now[s] == max(now)) for s in range(len(won))]
    )


def decided_90(game: Game) -> float | None:
    p, won = game
    return of_winners(game, [_since(p, lambda now, s=s: now[s] >= 0.9) for s in range(len(won))])


def _since(p: list[list[float]], holds: Any) -> float:
    """First t/T from which it holds to the end; the end itself if it does not there."""
    t = last = len(p) - 1
    while t > 0 and holds(p[t - 1]):
        t -= 1
    return t / last


def decisive(game: Game) -> tuple[int, float, float] | None:
    """Turn, the winner's p before it and after it."""
    p, won = game
    if sum(won) == 0:
        return None
    path = [of_winners(game, now) or 0.0 for now in p]
    changes = [round(abs(after - before), 9) for before, after in pairwise(path)]
    turn = 1 + changes.index(max(changes))
    return turn, path[turn - 1], path[turn]
