"""Made-up facts of Loop, Inc. that keep the accounts: for tests that need many games and no kernel."""

from collections.abc import Sequence
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from loopsim.facts import Facts, flatten
from loopsim.games.loop_inc.metrics import measures
from loopsim.kernels.loop_inc.columns import MOST_DAYS
from loopsim.kernels.loop_inc.layout import GAMES, SEATS, TRIPS
from loopsim.kernels.loop_inc.names import CAUSES, MOVE, NEW_KINDS, SECOND_VISITOR, TYPES
from loopsim.measures import Measures, Setting

DAYS = 3
RULES = {
    "ad_bonus": 1,
    "ad_penalty": 3,
    "waste_cost": 1,
    "tear_costs": [1, 3, 6],
    "new_per_day": 3,
    "machines_by_day": [1, 2, 3],
    "tokens_per_type": 12,
}
DECK = 32

Rows = dict[str, NDArray[np.void]]


def setting(players: int, bots: Sequence[str] = ("a",)) -> Setting:
    """A setting with one bot for all seats or `players` different ones."""
    indexes = range(players) if len(bots) > 1 else [0] * players
    return Setting(
        players=players,
        days=DAYS,
        bots=tuple(bots),
        orders=tuple(sorted(set(permutations(indexes)))),
        items=tuple({"card": f"C{t // 2}", "trip": f"trip {t}"} for t in range(DECK)),
        rules=RULES,
    )


def measures_of(table: Setting) -> Measures:
    return measures(table.players, table.days, table.rules)


def rows(games: int, table: Setting, seed: int = 1, on_board: int = 14) -> Rows:
    """Rows as the kernel writes them, of games 0, 1, …"""
    rng = np.random.default_rng(seed)
    n = table.players
    g, s = np.zeros(games, GAMES), np.zeros((games, n), SEATS)
    t = np.zeros((games, on_board), TRIPS)
    index = np.arange(games)
    g["game"], s["game"], t["game"] = index, index[:, None], index[:, None]
    cards = rng.permuted(np.tile(np.arange(DECK // 2), (games, 1)), axis=1)[:, : on_board // 2]
    t["trip"] = np.stack([2 * cards, 2 * cards + 1], axis=2).reshape(games, on_board)
    _deal_seats(rng, g, s, table)
    visited = _launch(rng, s, t)
    _tear(rng, s)
    _advertise(rng, s, t)
    _score(rng, g, s)
    t["visitors"] = visited.sum(axis=1)
    t["lift"] = ((s["win_share"].astype(int) - 60 // n)[:, :, None] * visited).sum(axis=1)
    return {"games": g, "seats": s, "trips": t}


def facts(games: int, table: Setting, seed: int = 1) -> Facts:
    return flatten(rows(games, table, seed), measures_of(table), table.days)


def _deal_seats(rng: np.random.Generator, g: NDArray, s: NDArray, table: Setting) -> None:
    games, n = s.shape
    g["first"] = rng.integers(n, size=games)
    s["place"] = np.arange(n)
    s["seat"] = (g["first"][:, None] + np.arange(n)) % n
    s["bot"] = np.array(table.orders)[np.arange(games) % len(table.orders)]
    s["turns"] = 18
    s["decisions"] = rng.integers(15, 60, size=(games, n))
    s["forced"] = rng.integers(5, 60, size=(games, n))
    g["turns"][:, :DAYS] = n * np.array([3, 6, 9])
    g["out_of_stock"][:, :, :DAYS] = rng.binomial(
        g["turns"][:, None, :DAYS], 0.1, size=(games, len(TYPES), DAYS)
    )
    g["decisions"], g["forced"] = s["decisions"].sum(axis=1), s["forced"].sum(axis=1)
    g["forced_turns"] = rng.binomial(18 * n, 0.1, size=games)
    g["lead_changes"] = rng.integers(3, size=games)
    g["lead_changes_turn"] = g["lead_changes"] + rng.integers(4, size=games)
    g["lead_alone"] = rng.integers(-1, n, size=g["lead_alone"].shape)
    s["turns_behind"] = rng.binomial(18 * n, 0.5, size=(games, n))
    kinds = rng.integers(len(NEW_KINDS), size=(games, n, DAYS, 3))
    for kind in range(len(NEW_KINDS)):
        s["new"][:, :, kind, :DAYS] = (kinds == kind).sum(axis=3)
    s["past"] = rng.multinomial(9, [1 / len(NEW_KINDS)] * len(NEW_KINDS), size=(games, n))
    s["taken"] = rng.integers(4, size=s["taken"].shape)
    s["shut_out"] = rng.binomial(18, 0.05, size=(games, n))


def _launch(rng: np.random.Generator, s: NDArray, t: NDArray) -> NDArray:
    """Each seat may launch d machines on day d, every time to another trip; who visited what."""
    games, n = s.shape
    visited = np.zeros((games, n, t.shape[1]), bool)
    at = np.arange(games)
    for place in range(n):
        trips = rng.permuted(np.tile(np.arange(t.shape[1]), (games, 1)), axis=1)
        slot = 0
        for day in range(DAYS):
            for _ in range(day + 1):
                launched = rng.random(games) < 0.4
                second = launched & (rng.random(games) < 0.15)
                trip = trips[:, slot]
                slot += 1
                s["launches"][:, place, day] += launched
                s["second"][:, place] += second
                s["tears"][:, place, SECOND_VISITOR, day] += second
                t["visits"][at, trip, day] += launched
                t["second"][at, trip] += second
                visited[at, place, trip] = launched
                s["trip_points"][:, place] += launched * (3 + trip % 4)
    s["waste_made"] = rng.binomial(s["launches"], 0.3)
    s["waste_discarded"] = rng.binomial(s["waste_made"].sum(axis=2, dtype=int), 0.2)
    s["second_to_ad"] = rng.binomial(s["second"], 0.3)
    return visited


def _tear(rng: np.random.Generator, s: NDArray) -> None:
    other = np.array([0.05] * len(CAUSES))
    other[SECOND_VISITOR] = 0
    s["tears"][..., :DAYS] += rng.random((*s.shape, len(CAUSES), DAYS)) < other[:, None]
    taken = s["tears"].sum(axis=(2, 3), dtype=int)
    s["tears_discarded"] = np.maximum(rng.binomial(taken, 0.1), taken - 4)
    s["chain_tears"] = rng.binomial(taken, 0.2)
    s["past_torn"][..., MOVE] = np.minimum(s["past"][..., MOVE], rng.binomial(taken, 0.5))
    cell = (s["tears"] > 0).reshape(*s.shape, -1).argmax(axis=2)  # of one of them
    s["last_tear_cause"] = (taken > 0) * (1 + cell // MOST_DAYS)
    s["last_tear_day"] = (taken > 0) * (1 + cell % MOST_DAYS)
    held = taken - s["tears_discarded"]
    s["eliminated"] = held == 4
    s["eliminated_day"] = s["eliminated"] * rng.integers(1, DAYS + 1, size=s.shape)
    s["led_when_out"] = rng.binomial(s["eliminated"], 0.4)


def _advertise(rng: np.random.Generator, s: NDArray, t: NDArray) -> None:
    games, n = s.shape
    for place in range(n):
        for day in range(DAYS):
            placed = rng.random(games) < 0.2
            met = placed & (rng.random(games) < 0.6)
            lifted = placed & ~met & (s["eliminated"][:, place] == 1)
            s["ads_placed"][:, place, day] = placed
            s["met_ads"][:, place, day] = met
            s["failed_ads"][:, place, day] = placed & ~met & ~lifted
            s["ads_lifted"][:, place] += lifted
            t["ads"][np.arange(games), rng.integers(t.shape[1], size=games)] += placed


def _score(rng: np.random.Generator, g: NDArray, s: NDArray) -> None:
    held = s["tears"].sum(axis=(2, 3), dtype=int) - s["tears_discarded"]
    waste = s["waste_made"].sum(axis=2, dtype=int) - s["waste_discarded"]
    failed = s["failed_ads"].sum(axis=2, dtype=int)
    s["effect_points"] = rng.integers(0, 3, size=s.shape)
    s["office_points"] = rng.integers(0, 3, size=s.shape)
    s["penalty"] = np.array([0, 1, 3, 6, 6])[held] + waste + RULES["ad_penalty"] * failed
    s["score"] = s["trip_points"] + s["met_ads"].sum(axis=2) + s["effect_points"]
    s["score"] += s["office_points"] - s["penalty"]
    for day in range(DAYS):
        s["score_after"][..., day] = s["score"] * (day + 1) // DAYS
    alive = s["eliminated"] == 0
    key = np.where(alive, s["score"].astype(int) * 1000 - s["penalty"], -(10**6))
    wins = alive & (key == key.max(axis=1, keepdims=True))
    g["winners"], g["survivors"] = wins.sum(axis=1), alive.sum(axis=1)
    s["win_share"] = np.where(wins, 60 // np.maximum(g["winners"], 1)[:, None], 0)
    s["tear_decided"] = rng.binomial(alive & ~wins & (held > 0), 0.2)
    s["rank"] = 1 + (key[:, None, :] > key[:, :, None]).sum(axis=2)
    best = np.sort(np.where(alive, s["score"].astype(int), -(10**6)), axis=1)
    g["margin"] = np.where(g["survivors"] >= 2, best[:, -1] - best[:, -2], 0)
