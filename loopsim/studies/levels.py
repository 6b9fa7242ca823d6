"""The numbers of one arm of a study, from sums over its games: as a run of it gives them."""

from __future__ import annotations

from collections.abc import Sequence

from loopsim import stats
from loopsim.stats import Estimate
from loopsim.studies.compared import Block, Number
from loopsim.studies.joint import Sums


def level(block: Block, sums: Sums, *, n: int, arm: int, at: int) -> list[Estimate]:
    """The numbers of a block for an arm, which is the `at`-th of those whose n games are in the sums."""
    width = 2 if block.ratio else 1
    terms = len(block.signs)
    first = 1 + at * terms * width
    columns = [0, *range(first, first + terms * width)]  # 1 in every game, and those of the arm
    pairs = [(y, y + 1 if block.ratio else 0) for y in range(1, 1 + terms * width, width)]
    products = sums.products[:, columns][:, :, columns].tolist()
    positive = sums.positive[:, columns].tolist()
    return [
        _estimate(number, block, number.scales[arm], pairs, n, *of_number)
        for number, *of_number in zip(block.numbers, products, positive, strict=True)
    ]


def _estimate(
    number: Number,
    block: Block,
    scale: int,
    pairs: Sequence[tuple[int, int]],
    n: int,
    products: Sequence[Sequence[int]],
    positive: Sequence[int],
) -> Estimate:
    """M, R, a share or R - R (metrics.md 1), cut to what is possible."""
    first, *others = [
        stats.Sums(
            n,
            positive[x],
            products[0][y],
            products[0][x],
            products[y][y],
            products[x][y],
            products[x][x],
        )
        for y, x in pairs
    ]
    if others:
        (a, c), (b, d) = pairs
        cross = stats.Cross(products[a][b], products[a][d], products[c][b], products[c][d])
        estimate = stats.ratio_difference(first, others[0], cross, scale)
    elif block.ratio:
        estimate = stats.ratio(first, scale)
    elif number.share:
        estimate = stats.seats_share(first, 1, scale)
    else:
        estimate = stats.mean(first, scale)
    return stats.within(estimate, number.least, number.most)
