"""What a weighted bot looks at: each option of a node is scored as the sum of weight x feature.

Filled in by bots.py; a scenario's bot files give the weights by name.
"""

from typing import NamedTuple

#: How a seat chooses. "weighted" bots differ only by their weights; "script" replays given indexes.
FAMILIES = ("random", "weighted", "script")
RANDOM, WEIGHTED, SCRIPT = range(len(FAMILIES))


class Feature(NamedTuple):
    """One number that a weighted bot sees of an option: its name in bot files, and what it is."""

    name: str
    meaning: str


FEATURES: tuple[Feature, ...] = (
    Feature("points", "points scored by this option at once"),
    Feature("tear", "1 if the option costs a tear"),
    Feature("waste", "waste tokens that the option makes"),
)
