"""Runs and studies of every kind with names that could break a page."""

from pathlib import Path

import polars as pl

import loopsim
from loopsim.reports.studies.factor_effects import OF_FACTORS
from loopsim.reports.studies.item_values import BOUND, OF_ITEM, OF_WORTH
from loopsim.results import Result
from loopsim.studies.answers import OF_ANSWER
from loopsim.studies.answers import OF_WORTH as OF_CURVE
from loopsim.studies.effects import BETWEEN, OF_EFFECT, OF_LEVEL, OF_NUMBER
from loopsim.studies.effects import OVER_FAMILY as FAMILY_OF_EFFECT
from loopsim.studies.restricted import OF_MECHANISM
from loopsim.studies.strength.apart import OF_DISTANCE
from loopsim.studies.strength.ladder import OF_SKILL, OF_STEP
from loopsim.studies.strength.matches import OF_MATCH
from loopsim.studies.strength.standings import OF_CYCLE, OF_DOMINATED, OF_STANDING
from loopsim.studies.study import Study
from loopsim.studies.sweeps import OF_POINT
from tests.reports.bots import match, standing
from tests.reports.names import AWKWARD_BOT, AWKWARD_TRIP, LONG_TITLE, LONG_TRIP
from tests.reports.studies import (
    DECKS,
    OVER_2_BOTS,
    OVER_40_DECKS,
    PLACE,
    SCORE,
    effect,
    pairs,
    study,
    table,
)

VARIANT = f"""
extends = "loop-inc/base"
title = '''{LONG_TITLE}'''
notes = "</style><script>2</script>"
players = 3
expansions = ["futures", "office"]
bots = ["bots"]
rules.ad_penalty = 2
rules.trash_empty_tears = false
trips.AD4.1.trip = '''{AWKWARD_TRIP}'''
trips.AD1.1.trip = "{LONG_TRIP}"
"""

#: A name that a file may have; of it the label of a set-up is made.
AWKWARD_FILE = "<script>alert(1)<\N{FULLWIDTH SOLIDUS}script> \"&' \N{ROBOT FACE}"
FACTORS = [{"key": AWKWARD_TRIP, "values": [False, True]}, {"key": "b", "values": [1, 2]}]
LEVEL = {**SCORE, "value": 10.0, "se": 0.1, "low": 9.8, "high": 10.2}


def awkward_run(folder: Path) -> Result:
    """Games of three with two bots, expansions, other rules and awkward names."""
    (folder / "bots").mkdir()
    for name in (AWKWARD_BOT, "plain"):
        (folder / "bots" / f"{name}.toml").write_text('family = "random"\n', encoding="utf-8")
    (folder / "variant.toml").write_text(VARIANT, encoding="utf-8")
    return loopsim.run(
        folder / "variant.toml", games=300, bots=[AWKWARD_BOT, "plain", "plain"], seed=2
    )


def awkward_runs(folder: Path) -> list[Result]:
    """Runs of other scenarios with long commands, games of which were continued."""
    runs = [
        awkward_run(folder),
        loopsim.run(players=3, games=60, bots="random", keep="summary", win_probability=40),
    ]
    for run in runs:
        run.manifest["command"] = ["loopsim", "run", *["--set", f"{AWKWARD_FILE}=1"] * 20]
    return runs


def awkward_comparison(folder: Path) -> Study:
    """A real one, of scenarios whose names could break a page."""
    file = folder / f"{AWKWARD_FILE}.toml"
    file.write_text(VARIANT.replace('bots = ["bots"]\n', ""), encoding="utf-8")
    return loopsim.compare([file, "loop-inc/base"], players=3, games=100, bots="random", seed=1)


def compare_over_decks() -> Study:
    rows = [effect(setup=name, **DECKS) for name in (AWKWARD_TRIP, LONG_TITLE)]
    return study(
        "compare",
        {"metrics": pairs(*rows)},
        ["old", AWKWARD_TRIP, LONG_TITLE],
        family=OVER_40_DECKS,
    )


def compare_over_bots() -> Study:
    row = effect(setup=AWKWARD_TRIP, **{**DECKS, "above": 2, "below": 0, "unresolved": 0})
    by_bot = pl.concat(
        pairs(effect(setup=AWKWARD_TRIP)).select(pl.lit(bot).alias("bot"), pl.all())
        for bot in (AWKWARD_TRIP, "planner")
    )
    return study(
        "compare",
        {"metrics": pairs(row), "metrics_by_bot": by_bot},
        ["old", AWKWARD_TRIP],
        family={**OVER_2_BOTS, "members": [AWKWARD_TRIP, "planner"], "title": LONG_TITLE},
    )


def compare_many() -> Study:
    labels = [f"{LONG_TRIP}{n}" for n in range(9)]
    rows = [effect(setup=label, against=labels[0]) for label in labels[1:]]
    return study("compare", {"metrics": pairs(*rows), "items": pairs()}, labels, paired=False)


def factorial() -> Study:
    of = {"effect": AWKWARD_TRIP, "order": 1, "players": 4, "sentence": f"{AWKWARD_TRIP}, really."}
    both = {**of, "effect": f"{AWKWARD_TRIP} × b=2", "order": 2, "sentence": ""}
    effects = table([effect(**of), effect(**both)], OF_FACTORS, OF_NUMBER, OF_EFFECT)
    return study("factorial", {"effects": effects}, factors=FACTORS)


def sweep() -> Study:
    at = {"setup": "s", "x": None, "y": None, "y_text": ""}
    curves = [{**LEVEL, **at, "x_text": value} for value in (AWKWARD_TRIP, LONG_TRIP)]
    return study(
        "sweep",
        {
            "curves": table(curves, OF_POINT, OF_NUMBER, OF_LEVEL),
            "effects": pairs(effect(setup=AWKWARD_TRIP)),
        },
        varied=[{"key": "trips", "values": [AWKWARD_TRIP, LONG_TRIP]}],
    )


def sweep_of_two() -> Study:
    curves = [
        {**LEVEL, "setup": "s", "x": float(x), "y": None, "x_text": str(x), "y_text": y}
        for x in range(7)
        for y in (AWKWARD_TRIP, LONG_TRIP)
    ]
    of = {"of": "mispricing", "unit": "points", "item": AWKWARD_TRIP}
    worth = {**of, "x_text": "1", "x": 1.0, "value": 0.5, "low": 0.1, "high": 0.9}
    zero = {"estimate": 2.0, "low": 1.5, "high": 2.5, "stated": 3.0, "note": ""}
    return study(
        "sweep",
        {
            "curves": table(curves, OF_POINT, OF_NUMBER, OF_LEVEL),
            "effects": pairs(effect()),
            "answers": table([{**of, **zero, "key": AWKWARD_TRIP}], OF_ANSWER),
            "worth": table([worth, {**worth, "x": 2.0, "value": -0.5}], OF_CURVE),
        },
        varied=[{"key": "rules.ad_penalty", "values": []}, {"key": "b", "values": []}],
    )


def value() -> Study:
    names = {"item": "AD1.1", "name": AWKWARD_TRIP, "points": 3}
    worth = {"item": "AD1.1", "of": "score", "value": 1.0, "low": 0.5, "high": 1.5, "note": ""}
    numbers = ("value_per_use", "access_value", "point_effect", "fair_price")
    schema = [OF_WORTH, OF_LEVEL, BOUND, {"note": pl.String}]
    return study(
        "value",
        {
            "items": table([names], OF_ITEM, {"points": pl.Int64}),
            "values": table([{**worth, "number": number} for number in numbers], *schema),
            "knockout": table([{**worth, "number": "knockout"}], *schema),
        },
        labels=["base"],
        items="trips",
    )


def restrict() -> Study:
    row = {"mechanism": "exchange+second_visit", "worth": 0.01, "low": -0.01, "high": 0.03}
    said = {"verdict": "not resolved", "finding": "not resolved", "more_games": 900}
    rows = [{**row, **said, "smallest": 0.005, "score": 0.1, **DECKS}]
    mechanisms = table(rows, OF_MECHANISM, FAMILY_OF_EFFECT)
    of = {"mechanisms": mechanisms}
    return study("restrict", of, labels=[LONG_TITLE], family=OVER_40_DECKS)


def decks() -> Study:
    level = {**LEVEL, "between": 0.5, "least": 9.0, "most": 11.0}
    levels = table([level, {**level, **PLACE, "value": 0.2}], OF_NUMBER, OF_LEVEL, BETWEEN)
    return study("decks", {"metrics": levels}, labels=[LONG_TITLE], family=OVER_40_DECKS)


def arena() -> Study:
    bots = (AWKWARD_TRIP, LONG_TRIP, "planner")
    matrix = [match(bot, field, win_share=0.25) for bot in bots for field in bots]
    cycle = {"cycle": 1, "bot": AWKWARD_TRIP, "beats": LONG_TRIP, "delta": 0.1}
    return study(
        "arena",
        {
            "matrix": table(matrix, OF_MATCH),
            "standings": table([standing(bot, alpha_place=1) for bot in bots], OF_STANDING),
            "dominated": table([{"bot": AWKWARD_TRIP, "by": LONG_TRIP}], OF_DOMINATED),
            "cycles": table([{**cycle, "delta_low": 0.05, "delta_high": 0.15}], OF_CYCLE),
        },
        labels=["base"],
        mixed_games=1000,
    )


def distance() -> Study:
    pair = {"bot": AWKWARD_TRIP, "other": LONG_TRIP, "different": False}
    numbers = {"distance": 0.05, "distance_low": 0.04, "distance_high": 0.06}
    return study("distance", {"distance": table([pair | numbers], OF_DISTANCE)}, labels=["base"])


def skill() -> Study:
    step = {**match(AWKWARD_TRIP, LONG_TRIP, win_share=0.4), "step": 1, "counts": True}
    of = {"depth": 1, "steps": 1, "bottom": LONG_TRIP, "top": AWKWARD_TRIP, "skill_share": 0.2}
    return study(
        "skill",
        {"steps": table([step], OF_STEP), "skill": table([of], OF_SKILL)},
        labels=["base"],
    )


#: The studies made by hand, by name.
MADE = {
    made.__name__: made
    for made in (
        compare_over_decks,
        compare_over_bots,
        compare_many,
        factorial,
        sweep,
        sweep_of_two,
        value,
        restrict,
        decks,
        arena,
        distance,
        skill,
    )
}
