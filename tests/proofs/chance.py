"""Intervals that cover, a test that finds what is there and nothing else, games that differ."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import kstest

from loopsim import simulate, stats
from loopsim.estimates import Estimates
from loopsim.facts import flatten
from loopsim.games.loop_inc.game import Table
from loopsim.kernels.loop_inc.columns import WIN_SHARE_UNIT
from loopsim.scenario import load
from loopsim.simulate import Rows
from loopsim.summary import summarise
from tests.contract import checks
from tests.contract.setups import random_ones
from tests.equality.fuzz import BASE
from tests.proofs import Line, attempt
from tests.stats.coverage import by_jackknife, by_mean, by_ratio, by_share, coverage

POPULATION = 1_000_000
REPLICATES = 2_000
REPLICATE_GAMES = 4_000
RARE_HITS = 43

RUNS = 1_000
RUN_GAMES = 2_000

ALIKE = 100_000

Ints = NDArray[np.int64]


def intervals() -> list[Line]:
    """Coverage of M, R and J by replicates drawn from random games (metrics.md 1)."""
    facts = _population(Table(load(BASE), ["random"]))
    share = facts["no winner"].mean()
    rare_games = 100 * round(RARE_HITS / share / 100)
    cases = [
        ("M, score", by_mean, "score", "score", REPLICATE_GAMES),
        ("M, win share of place 0", by_mean, "win share 0", "score", REPLICATE_GAMES),
        (f"M, no winner ({share:.2%} of games)", by_mean, "no winner", "score", rare_games),
        ("share (M or Wilson), no winner", by_share, "no winner", "score", rare_games),
        ("share (Wilson), no winner", by_share, "no winner", "score", rare_games // 300 * 100),
        ("R, win lift of a trip", by_ratio, "lift", "visitors", REPLICATE_GAMES),
        ("R, margin", by_ratio, "margin", "two survive", REPLICATE_GAMES),
        ("J, root of a ratio", by_jackknife, "lift of any", "visitors of any", REPLICATE_GAMES),
    ]
    lines = []
    for what, estimator, y, x, games in cases:
        held = coverage(facts[y], facts[x], estimator, games=games, replicates=REPLICATES)
        hits = f", {share * games:.0f} hits expected" if y == "no winner" else ""
        lines.append(
            Line(
                f"{what}: {REPLICATES:,} × {games:,} games{hits}",
                "0.95 ± 0.015",
                f"{held:.4f}",
                POPULATION,
                abs(held - 0.95) <= 0.015,
            )
        )
    return lines


def _population(table: Table) -> dict[str, Ints]:
    """A few numbers of each of 10⁶ random games."""
    parts: list[dict[str, Any]] = []
    for (rows,) in simulate.simulate(
        [table], seed=41, games=POPULATION, threads=2, clock=simulate.Clock()
    ):
        games, seats, trips = rows["games"], rows["seats"], rows["trips"]
        one = trips["trip"] == 0
        parts.append(
            {
                "score": seats["score"].sum(axis=1),
                "win share 0": seats["win_share"][:, 0].copy(),
                "no winner": games["winners"] == 0,
                "margin": np.where(games["survivors"] >= 2, games["margin"], 0),
                "two survive": games["survivors"] >= 2,
                "lift": np.where(one, trips["lift"], 0).sum(axis=1),
                "visitors": np.where(one, trips["visitors"], 0).sum(axis=1),
                "lift of any": trips["lift"].sum(axis=1),
                "visitors of any": trips["visitors"].sum(axis=1),
            }
        )
    return {
        name: np.concatenate([part[name] for part in parts]).astype(np.int64) for name in parts[0]
    }


def order() -> list[Line]:
    """The test of turn order: nothing where places mean nothing, a planted point with its sign."""
    table = Table(load(BASE), ["random"])
    runs = [checks.play(table, 5_000 + run, RUN_GAMES) for run in range(RUNS)]
    shuffled = [_order_p(_relabelled(rows, run)) for run, rows in enumerate(runs)]
    uniform = kstest(shuffled, "uniform")
    early = np.mean(np.array(shuffled) < 0.05)
    lines = [
        Line(
            f"places relabelled by a keyed permutation: p over {RUNS:,} seeds of {RUN_GAMES:,} games",
            "uniform: Kolmogorov–Smirnov p > 0.001, p < 0.05 in 5 ± 2 %",
            f"Kolmogorov–Smirnov p = {uniform.pvalue:.2f}; p < 0.05 in {early:.1%}",
            RUNS * RUN_GAMES,
            uniform.pvalue > 0.001 and abs(early - 0.05) < 0.02,
        )
    ]
    whole = {
        level: np.concatenate([rows[level] for rows in runs[:50]])
        for level in ("games", "seats", "trips")
    }
    whole["games"]["game"] = np.arange(len(whole["games"]))

    def replanted() -> str:
        again = _planted(whole, 0)["seats"]["win_share"]
        assert (again == whole["seats"]["win_share"]).all(), "LI-55 read from the facts differs"
        return "every win share found again from scores, penalties and eliminations"

    lines.append(attempt("nothing planted", "the same win shares", len(whole["games"]), replanted))
    for points in (1, -1):
        found = _estimates(table, _planted(whole, points))
        plain = _estimates(table, whole)
        effect, test = found.order_effect(0), found.order_test()
        change = (effect.value or 0.0) - (plain.order_effect(0).value or 0.0)
        low, high = effect.low or 0.0, effect.high or 0.0
        lines.append(
            Line(
                f"{points:+d} point planted for place 0",
                "p < 0.001, the order effect of place 0 resolved with its sign",
                f"p = {test.p:.1g}, order effect {effect.value:+.4f} [{low:+.4f}, {high:+.4f}],"
                f" moved by {change:+.4f}",
                len(whole["games"]),
                (test.p or 0.0) < 0.001 and (low > 0 if points > 0 else high < 0),
            )
        )
    return lines


def _relabelled(rows: Rows, run: int) -> Ints:
    """Win shares (G, n) with the places of each game permuted, keyed by run and game."""
    shares = rows["seats"]["win_share"].astype(np.int64)
    return np.random.default_rng([47, run]).permuted(shares, axis=1)


def _order_p(shares: Ints) -> float:
    p = stats.order_test(len(shares), shares.sum(axis=0).tolist(), (shares.T @ shares).tolist()).p
    assert p is not None
    return p


def _planted(rows: Rows, points: int) -> Rows:
    """The same games with a bonus for place 0, the win shares again by LI-55 and LI-51."""
    seats = rows["seats"].copy()
    seats["score"][:, 0] += points
    standing = seats["score"].astype(np.int64) * 10_000 - seats["penalty"]
    standing = np.where(seats["eliminated"] == 1, np.iinfo(np.int64).min, standing)
    wins = (standing == standing.max(axis=1, keepdims=True)) & (seats["eliminated"] == 0)
    winners = np.maximum(wins.sum(axis=1, keepdims=True), 1)
    seats["win_share"] = np.where(wins, WIN_SHARE_UNIT // winners, 0)
    return {**rows, "seats": seats}


def _estimates(table: Table, rows: Rows) -> Estimates:
    measures, setting = table.measures(), table.setting()
    summary = summarise(flatten(rows, measures, setting.days), measures, setting)
    return Estimates(summary, measures, setting)


def alike() -> list[Line]:
    """No two games of 10⁵ are alike; neighbours are unrelated."""
    lines = []
    for setup in random_ones():
        table = setup.table()
        rows = checks.play(table, 51, ALIKE)

        def no_two(rows: Rows = rows) -> str:
            checks.check_no_two_alike(checks.fingerprints(rows))
            return "none"

        def unrelated(rows: Rows = rows, table: Any = table) -> str:
            checks.check_unrelated(rows, checks.play(table, 52, ALIKE))
            checks.check_unrelated(rows, checks.play(table, 51, ALIKE, first=1))
            checks.check_unrelated(rows, checks.play(table, 51 + 2**32, ALIKE))
            checks.check_uniform(rows["games"]["first"], table.players, "first player")
            return f"all 3 × 49 correlations within {checks.FAR:.0f} s.e."

        lines.append(attempt(f"{setup}: two games alike", "none of 10⁵", ALIKE, no_two))
        lines.append(
            attempt(
                f"{setup}: game k of seeds s, s + 1, s + 2³², games k and k + 1",
                "unrelated; first player uniform",
                4 * ALIKE,
                unrelated,
            )
        )
    return lines
