"""Studies made by hand: tables of a few rows, with a manifest that a page can be made of."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import polars as pl

from loopsim.scenario import load
from loopsim.studies.differences import HIGHER
from loopsim.studies.effects import OF_EFFECT, OF_NUMBER, OF_PAIR, OVER_FAMILY, Schema
from loopsim.studies.study import Study

SCORE: Mapping[str, Any] = {
    "metric": "score",
    "group": "seat",
    "index": 0,
    "item": "",
    "title": "Score",
    "unit": "points",
}
TEARS: Mapping[str, Any] = {
    **SCORE,
    "metric": "tears_taken",
    "title": "Tears taken",
    "unit": "tears",
}
PLACE: Mapping[str, Any] = {
    **SCORE,
    "metric": "win_share",
    "group": "place",
    "title": "Win share of place 1",
    "unit": "win share",
}
TRIP: Mapping[str, Any] = {
    **SCORE,
    "metric": "relative_lift",
    "group": "item",
    "item": "Hear Mozart",
    "title": "Win lift less that of any",
    "unit": "win share",
}

#: Score, or another number with `SCORE | …`: 2 more than 10, of 1,000 games.
EFFECT: Mapping[str, Any] = {
    "setup": "new",
    "against": "old",
    "a": 10.0,
    "a_low": 9.5,
    "a_high": 10.5,
    "b": 12.0,
    "b_low": 11.5,
    "b_high": 12.5,
    "difference": 2.0,
    "se": 0.1,
    "low": 1.8,
    "high": 2.2,
    "bound": None,
    "effect_size": 0.5,
    "p": 0.0001,
    "q": 0.0002,
    "variance_ratio": 1.5,
    "differing": 900,
    "games": 1000,
    "smallest": 0.1,
    "verdict": HIGHER,
    "more_games": None,
}
DECKS: Mapping[str, Any] = {
    "between": 0.3,
    "sign_share": 0.99,
    "sign_share_se": 0.01,
    "above": 38,
    "below": 0,
    "unresolved": 2,
    "robustness": "robust",
}


#: The family that `DECKS` is of, for a manifest.
OVER_40_DECKS: Mapping[str, Any] = {
    "of": "deck",
    "members": [str(seed) for seed in range(40)],
    "asked": 40,
}


OVER_2_BOTS: Mapping[str, Any] = {
    "of": "bot",
    "members": ["greedy", "planner"],
    "asked": 2,
    "name": "two",
    "title": "Two bots",
    "notes": "They are two.",
}


def effect(number: Mapping[str, Any] = SCORE, **more: Any) -> dict[str, Any]:
    """A row of a comparison: `EFFECT` of a number, with something otherwise."""
    return {**number, **EFFECT, **more}


def pairs(*rows: Mapping[str, Any]) -> pl.DataFrame:
    """A table of a comparison; over a family if its rows are."""
    over = [OVER_FAMILY] if rows and "robustness" in rows[0] else []
    return table(rows, OF_PAIR, OF_NUMBER, OF_EFFECT, *over)


def table(rows: Sequence[Mapping[str, Any]], *schemas: Schema) -> pl.DataFrame:
    """A table with the columns of some schemas; what a row lacks is null."""
    schema = {name: kind for part in schemas for name, kind in part.items()}
    return pl.DataFrame(
        [{name: row.get(name) for name in schema} for row in rows], schema=schema, orient="row"
    )


def study(
    kind: str,
    tables: Mapping[str, pl.DataFrame],
    labels: Sequence[str] = ("old", "new"),
    **more: Any,
) -> Study:
    """A study of arms that are all the base game, called by these labels."""
    manifest = {
        "kind": kind,
        "game": "loop-inc",
        "headline": ["score", "win_share", "tears_taken"],
        "tables": [*tables],
        "arms": [_arm(label) for label in labels],
        "paired": True,
        "seed": 1,
        "games": 1000,
        "games_asked": 1000,
        "family": None,
        "bots": ["planner"],
        "rotate": True,
        "threads": 1,
        "wall_s": 1.0,
        "kernel_s": 1.0,
        "faults": {},
        "command": ["loopsim", kind],
        "versions": {"python": "3"},
        **more,
    }
    return Study(manifest, tables)


def _arm(label: str) -> dict[str, Any]:
    return {
        "label": label,
        "scenario": "loop-inc/base",
        "title": f"Game “{label}”",
        "scenario_hash": "0123456789abcdef",
        "players": 4,
        "values": {},
        "resolved": _resolved(),
    }


@cache
def _resolved() -> dict[str, Any]:
    return dict(load("loop-inc/base").resolved())
