"""What the numbers of a run are called in words, and which of them stand for the game."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from loopsim.measures import Measures, Metric, Setting

#: Of numbers that are no metric of the game, or are made of one.
OF_COURSE = {
    "drama": "Drama",
    "uncertainty": "Uncertainty",
    "decided_at": "Share of turns until it is decided",
    "decided_90": "Share of turns until one wins with 90 %",
}
ORDER_SPREAD = "Spread of win shares over the turn order"
ORDER_EFFECT = "Win share less the mean"
RELATIVE_LIFT = "Win lift less that of any visit"


class Rank(IntEnum):
    """How much a number says of the game: it stands for it, it is one of many, or it tells of the deal only."""

    MAIN = 0
    OTHER = 1
    DEALT = 2


def rank(measures: Measures, metric: Metric, group: str) -> Rank:
    """Of the main numbers those of all seats; of the win share, whose mean is fixed, those of places."""
    if metric.by_chance:
        return Rank.DEALT
    whole = "place" if metric.name == measures.win_share else ""
    return Rank.MAIN if metric.name in measures.headline and group == whole else Rank.OTHER


def title(measures: Measures, setting: Setting, path: Sequence[str], words: str) -> str:
    """A number in words with what it is of: "Tears taken, place 1", "Moon landing: visits"."""
    head, of = path[0], path[1]
    if head == measures.items:
        item = next(i for i, item in enumerate(setting.items) if str(item.get("key", i)) == of)
        return f"{setting.items[item][measures.item]}: {_lower(words)}"
    if head in ("by_order", "win_share_by_order", "order_effect"):
        return f"{words}, {_place(of)}"
    return f"{words}, {of}" if head == "by_bot" else words


def of_quantile(measures: Measures, path: Sequence[str]) -> str:
    """A quantile in words: "Score, place 1, 95 % quantile"."""
    name, *place, q = path
    words = next(each.title for each in measures.histograms if each.name == name)
    return ", ".join([words, *map(_place, place), f"{int(q[1:])} % quantile"])


def _place(index: str) -> str:
    """A place of the turn order as people count."""
    return f"place {int(index) + 1}"


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:]
