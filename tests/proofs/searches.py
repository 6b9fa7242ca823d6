"""Searches for bots: what they show is not what they chose by, and planted broken cards are exposed."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

import loopsim
from loopsim import contests
from loopsim.games.loop_inc import weights
from loopsim.scenario import load
from loopsim.search.tryouts import FRESH
from tests.equality.fuzz import BASE
from tests.proofs import Line
from tests.search.test_hunting import PLANTED

TUNINGS = 40
TRUTH = 5_000
SEEDS = range(1, 11)
#: Eight points whenever it is played: what no bot with a sense of points leaves to others.
JACKPOT = {"anomaly.jackpot": {"set": "base", "steps": [{"do": "points", "k": 8}]}}
HUNT: dict[str, Any] = {"generations": 4, "size": 8, "games": 60, "fresh": 3_000}


def chosen() -> list[Line]:
    """Short tunings, so that much of what was chosen by is luck; truth: other games of the same bot."""
    shown, played = [], 0
    for seed in range(TUNINGS):
        study = loopsim.tune(
            BASE, population="planner", against="planner", generations=2, size=8, games=40,
            fresh=1_000, seed=seed,
        )  # fmt: skip
        row = study.table("strength").row(0, named=True)
        truth = _truth(study, seed)
        se = (row["win_share_high"] - row["win_share"]) / 1.96
        shown.append((row["win_share"] - truth.value) / sqrt(se**2 + truth.se**2))
        played += study.manifest["played"]
    z = np.array(shown)
    games = TUNINGS * TRUTH + played
    return [
        Line(
            f"{TUNINGS} short tunings: the win share that is shown, less that in {TRUTH:,} other games",
            "mean 0 ± 3/√n standard errors, within 1.96 in 0.95 ± 0.08",
            f"mean {z.mean():+.2f}, within 1.96 in {(abs(z) < 1.96).mean():.3f}",
            games,
            bool(abs(z.mean()) < 3 / sqrt(TUNINGS) and abs((abs(z) < 1.96).mean() - 0.95) < 0.08),
        ),
    ]


def _truth(study: Any, seed: int) -> Any:
    scenario = load(BASE)
    bot = scenario.bot("planner").model_copy(update={"weights": study.manifest["bot"]["weights"]})
    table = contests.against(weights.seated(scenario, "a b", bot), "a b", ["planner"])
    first = FRESH + 1_000_000
    (found,) = contests.play([table], seed=seed, games=range(first, first + TRUTH), threads=2)
    return found.win_share


def exploits() -> list[Line]:
    """Broken cards that a population does not see: named as the suspect for every seed."""
    scenario = load(BASE, JACKPOT)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "blind.toml"
        blind = weights.changed(scenario.bot("planner"), {"anomaly:jackpot": -2000})
        file.write_text(weights.file_text(scenario, blind))
        bots = {"bots": ["loop-inc/bots", str(file)]}
        return [
            _exposed(
                "a card that planners value by its first step", "anomaly:loan", "planner", PLANTED
            ),
            _exposed(
                "a card that the population shuns", "anomaly:jackpot", "blind", JACKPOT | bots
            ),
        ]


def _exposed(what: str, card: str, population: str, planted: Mapping[str, Any]) -> Line:
    found, games = [], 0
    for seed in SEEDS:
        study = loopsim.exploit(BASE, population=population, seed=seed, set=planted, **HUNT)
        games += study.manifest["played"]
        (row,) = study.table("strength").to_dicts()
        named = study.manifest["suspect"] == card and study.manifest["verdict"] == "exploited"
        found.append((named, row["exploit"]))
    lowest = min(exploit for _, exploit in found)
    hits = sum(named for named, _ in found)
    return Line(
        f"{what}, {len(SEEDS)} seeds",
        "exploited, and the card is the suspect",
        f"{hits} of {len(SEEDS)}; exploit at least {lowest:+.3f}",
        games,
        hits == len(SEEDS),
    )
