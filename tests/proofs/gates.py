"""Gates: one that holds fails in one of a hundred reruns at most, a shift that matters is seen."""

from __future__ import annotations

import numpy as np

import loopsim
from loopsim import Result
from loopsim.facts import flatten
from loopsim.games.loop_inc.game import Table
from loopsim.kernels.loop_inc.columns import WIN_SHARE_UNIT
from loopsim.scenario import load
from loopsim.simulate import Rows
from loopsim.summary import summarise
from tests.contract import checks
from tests.equality.fuzz import BASE
from tests.proofs import Line

BOT = "random"
RERUNS, RERUN_GAMES, BASELINE_GAMES = 1_000, 1_000, 20_000
SHIFTED_RUNS, SHIFTED_GAMES, SHIFT = 20, 100_000, 0.02
SHIFTED = "win_share_by_order.0"


def gate() -> list[Line]:
    """Reruns on fresh seeds against one baseline, and reruns with wins given to the first place."""
    table = Table(load(BASE), [BOT])
    reruns, mattering, compared = _reruns(table)
    seen = _shifted(table)
    games = RERUNS * RERUN_GAMES
    return [
        Line(
            f"{RERUNS:,} unchanged reruns of {RERUN_GAMES:,} games, a baseline of "
            f"{BASELINE_GAMES:,}, {compared} numbers",
            "at most 1 % fail",
            f"{reruns / RERUNS:.1%}",
            games,
            reruns <= 0.01 * RERUNS,
        ),
        Line(
            "the same if every difference matters (no interval without 0)",
            "at most 1 %, and three standard errors of that",
            f"{mattering / RERUNS:.1%}",
            games,
            mattering <= 0.01 * RERUNS + 3 * (0.01 * RERUNS) ** 0.5,
        ),
        Line(
            f"{SHIFT} more win share for the first place in {SHIFTED_RUNS} reruns of "
            f"{SHIFTED_GAMES:,} games, a baseline of as many",
            f"at least 95 % fail, by {SHIFTED}",
            f"{seen} of {SHIFTED_RUNS}",
            SHIFTED_RUNS * SHIFTED_GAMES,
            seen >= 0.95 * SHIFTED_RUNS,
        ),
    ]


def _reruns(table: Table) -> tuple[int, int, int]:
    """How many reruns fail, with the tolerances of the scenario and with none; numbers compared."""
    first = loopsim.run(BASE, bots=BOT, games=BASELINE_GAMES, seed=1, keep="summary")
    baseline = first.json()
    failed, mattering, compared = 0, 0, 0
    for run in range(RERUNS):
        seed = 10_000 + run
        rerun = _result(first, table, checks.play(table, seed, RERUN_GAMES), seed)
        found = loopsim.gate(rerun, against=baseline)
        failed += not found.passed
        mattering += bool(((found.rows["low"] > 0) | (found.rows["high"] < 0)).any())
        compared = found.rows.height
    return failed, mattering, compared


def _shifted(table: Table) -> int:
    """In how many reruns the shifted win share fails."""
    first = loopsim.run(BASE, bots=BOT, games=SHIFTED_GAMES, seed=2, keep="summary")
    baseline, seen = first.json(), 0
    for run in range(SHIFTED_RUNS):
        seed = 20_000 + run
        rows = _planted(checks.play(table, seed, SHIFTED_GAMES), run)
        found = loopsim.gate(_result(first, table, rows, seed), against=baseline).rows
        seen += SHIFTED in found.filter(found["outcome"] == "fail")["name"].to_list()
    return seen


def _planted(rows: Rows, run: int) -> Rows:
    """The same games, but place 0 has won some that place 1 won alone, in `SHIFT` of all games."""
    shares = rows["seats"]["win_share"]
    alone = np.flatnonzero(shares[:, 1] == WIN_SHARE_UNIT)
    given = np.random.default_rng([53, run]).choice(
        alone, size=round(SHIFT * len(shares)), replace=False
    )
    shares[given, 0], shares[given, 1] = WIN_SHARE_UNIT, 0
    return rows


def _result(like: Result, table: Table, rows: Rows, seed: int) -> Result:
    """The result of games of another seed."""
    measures, setting = table.measures(), table.setting()
    summary = summarise(flatten(rows, measures, setting.days), measures, setting)
    manifest = like.manifest | {"seed": seed, "games": summary.games()}
    return Result(manifest, summary, setting, measures)
