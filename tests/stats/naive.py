"""The estimators of metrics.md once more, in plain Python: loops over games, no sums of products."""

from collections.abc import Callable, Sequence
from math import ceil, floor, sqrt
from statistics import NormalDist, fmean

Game = tuple[float, float]  # y, x
Answer = tuple[float, float]  # value, standard error


def mean(values: Sequence[float]) -> Answer:
    centre = fmean(values)
    squares = sum((value - centre) ** 2 for value in values)
    return centre, sqrt(squares / (len(values) - 1) / len(values))


def influences(games: Sequence[Game]) -> tuple[float, list[float]]:
    """The ratio and u of every game."""
    value = sum(y for y, _ in games) / sum(x for _, x in games)
    centre = fmean(x for _, x in games)
    return value, [(y - value * x) / centre for y, x in games]


def error(us: Sequence[float]) -> float:
    return sqrt(sum(u * u for u in us) / (len(us) * (len(us) - 1)))


def ratio(games: Sequence[Game]) -> Answer:
    value, us = influences(games)
    return value, error(us)


def ratio_difference(a: Sequence[Game], b: Sequence[Game]) -> Answer:
    value_a, us_a = influences(a)
    value_b, us_b = influences(b)
    return value_a - value_b, error([u - v for u, v in zip(us_a, us_b, strict=True)])


def jackknife(
    theta: Callable[[Sequence[Game]], float], games: Sequence[Game], blocks: Sequence[int]
) -> Answer:
    """`blocks`: the block of every game."""
    used = sorted(set(blocks))
    left_out = [
        theta([game for game, of in zip(games, blocks, strict=True) if of != block])
        for block in used
    ]
    centre = fmean(left_out)
    spread = sum((value - centre) ** 2 for value in left_out)
    return theta(games), sqrt((len(used) - 1) / len(used) * spread)


def wilson(hits: float, n: float) -> tuple[float, float]:
    """The shares p at which hits lies 1.96 standard errors (those of p) off, by bisection."""

    def distance(p: float) -> float:
        return abs(hits / n - p) - 1.96 * sqrt(p * (1 - p) / n)

    def root(inside: float, outside: float) -> float:
        for _ in range(200):
            middle = (inside + outside) / 2
            inside, outside = (middle, outside) if distance(middle) <= 0 else (inside, middle)
        return inside

    return root(hits / n, 0.0), root(hits / n, 1.0)


def quantile(values: Sequence[float], q: float) -> tuple[float, float | None, float | None]:
    ordered = [*sorted(values)]
    n = len(ordered)
    half = 1.96 * sqrt(n * q * (1 - q))
    value, first, last = ordered[ceil(n * q) - 1], floor(n * q - half), ceil(n * q + half)
    if first < 1 or last > n:
        return value, None, None
    return value, ordered[first - 1], ordered[last - 1]


def order_statistic(shares: Sequence[Sequence[float]]) -> float:
    """T of metrics.md 4 for win shares by place of every game, by Gauss elimination."""
    n = len(shares)
    v = [[share - fmean(game) for share in game][:-1] for game in shares]
    size = len(v[0])
    centre = [fmean(game[i] for game in v) for i in range(size)]
    rows = [
        [
            sum((game[i] - centre[i]) * (game[j] - centre[j]) for game in v) / (n - 1)
            for j in range(size)
        ]
        + [centre[i]]
        for i in range(size)
    ]
    for i in range(size):
        pivot = rows[i][i]
        rows[i] = [cell / pivot for cell in rows[i]]
        for j in range(size):
            if j != i:
                factor = rows[j][i]
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return n * sum(c * row[-1] for c, row in zip(centre, rows, strict=True))


def order_spread(shares: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """Value, lower and upper bound."""
    places = range(len(shares[0]))
    pairs = [(o, p) for o in places for p in places if o < p]
    z = NormalDist().inv_cdf(1 - 0.05 / len(pairs) / 2)
    means = [fmean(game[o] for game in shares) for o in places]
    lows, highs = [0.0], []
    for o, p in pairs:
        value, se = mean([game[o] - game[p] for game in shares])
        lows.append(abs(value) - z * se)
        highs.append(abs(value) + z * se)
    return max(means) - min(means), max(lows), max(highs)
