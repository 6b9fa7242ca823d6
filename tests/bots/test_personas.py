"""The personas play as their titles say, differently, and well; noise and slips make them play worse."""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from scipy import stats

from loopsim import contests
from loopsim.distances import DIFFERENT, distances
from loopsim.kernels import bag, rng
from loopsim.kernels.loop_inc import choose, features, rivals
from loopsim.kernels.loop_inc.layout import DESK, STATE
from loopsim.kernels.loop_inc.names import ANOMALY, EXCHANGE
from loopsim.kernels.loop_inc.outlook import look_at_trips
from loopsim.kernels.loop_inc.play import play_as
from loopsim.scenario import load
from loopsim.scenario.shelf import root
from tests.bots.playing import Tables, table

BASE, ALL = load("loop-inc/base"), load("loop-inc/all")
PERSONAS = (
    "early-launcher",
    "far-past-hoarder",
    "advertiser",
    "tear-averse",
    "risk-taker",
    "denier",
    "office-worker",
    "anomaly-collector",
    "flexible-planner",
)


# --- different and strong


def test_the_personas_are_a_population() -> None:
    text = (root() / "loop-inc" / "populations" / "personas.toml").read_text(encoding="utf-8")
    population = tomllib.loads(text)
    assert population.keys() == {"title", "notes", "bots"}
    assert tuple(population["bots"]) == PERSONAS
    assert all(BASE.bot(name).title and BASE.bot(name).notes for name in PERSONAS)


def test_the_personas_play_differently_from_each_other_and_from_a_planner() -> None:
    names = ["planner", *PERSONAS]
    found = distances(BASE, names, seed=1, threads=2)
    near = [
        (a, b, found[i][j])
        for i, a in enumerate(names)
        for j, b in enumerate(names[:i])
        if not found[i][j].low >= DIFFERENT
    ]
    assert near == []


@pytest.mark.parametrize("scenario", [BASE, ALL], ids=["base", "all"])
def test_every_persona_beats_three_greedy(scenario: Any) -> None:
    tables = [contests.against(scenario, name, ["greedy"]) for name in PERSONAS]
    for name, contest in zip(
        PERSONAS, contests.play(tables, seed=2, games=range(400), threads=2), strict=True
    ):
        assert contest.advantage.low > 0.5, name


def test_every_persona_holds_its_own_against_three_planners() -> None:
    tables = [contests.against(BASE, name, ["planner"]) for name in PERSONAS]
    for name, contest in zip(
        PERSONAS, contests.play(tables, seed=2, games=range(1500), threads=2), strict=True
    ):
        assert contest.win_share.low > 0.15, name


# --- each as its title says: facts of one among three planners


@cache
def facts(scenario: str, name: str) -> np.ndarray:
    """The rows of its seat, one a game."""
    among_planners = contests.against({"base": BASE, "all": ALL}[scenario], name, ["planner"])
    rows = among_planners.blank_rows(600)
    among_planners.play(3, 0, rows)
    return rows["seats"][rows["seats"]["bot"] == 0]


def _first(scenario: str, of: Any) -> list[str]:
    """The personas by the mean of a fact, the highest first; the first one is resolved from the next."""
    values = {name: of(facts(scenario, name)).astype(float) for name in PERSONAS}
    order = sorted(PERSONAS, key=lambda name: -values[name].mean())
    ahead = values[order[0]] - values[order[1]]  # the same games
    assert ahead.mean() > 2 * ahead.std() / len(ahead) ** 0.5
    return order


def test_the_early_launcher_launches_earliest_in_the_day() -> None:
    """On day 1 nobody can before the last card; so by the part of the day's cards that it has played."""
    at = {name: _when_launched(name) for name in PERSONAS}
    order = sorted(PERSONAS, key=lambda name: at[name].mean())
    behind = at[order[1]] - at[order[0]]
    assert order[0] == "early-launcher"
    assert behind.mean() > 2 * behind.std() / len(behind) ** 0.5
    assert facts("all", "early-launcher")["launches"][:, 0].mean() > 0.97  # of Office cards, too


def _when_launched(name: str, games: int = 150) -> np.ndarray:
    """By game the mean part of the day's cards after which it launches, among three planners."""
    among_planners = contests.against(BASE, name, ["planner"])
    found = []
    for game in range(games):
        setup, *events = among_planners.trace(3, game).events
        seat, played, parts = setup["bots"].index(name), 0, []
        for event in events:
            if event["event"] == "day_start":
                played, cards = 0, BASE.rules.new_per_day * event["day"]
            elif event.get("seat") == seat:
                played += event["event"] == "play"
                if event["event"] == "launch":
                    parts.append(played / cards)
        found.append(np.mean(parts))
    return np.array(found)


def test_the_far_past_hoarder_has_the_most_points_a_launch() -> None:
    def points_a_launch(seats: np.ndarray) -> np.ndarray:
        return seats["trip_points"] / np.maximum(1, seats["launches"].sum(axis=1))

    assert _first("base", points_a_launch)[0] == "far-past-hoarder"


@pytest.mark.parametrize("scenario", ["base", "all"])
def test_the_advertiser_places_the_most_ads(scenario: str) -> None:
    assert _first(scenario, lambda seats: seats["ads_placed"].sum(axis=1))[0] == "advertiser"


@pytest.mark.parametrize("scenario", ["base", "all"])
def test_the_tear_averse_takes_the_fewest_tears(scenario: str) -> None:
    assert (
        _first(scenario, lambda seats: -seats["tears"].sum(axis=(1, 2), dtype=int))[0]
        == "tear-averse"
    )


@pytest.mark.parametrize("scenario", ["base", "all"])
def test_the_risk_taker_makes_the_most_second_visits(scenario: str) -> None:
    assert _first(scenario, lambda seats: seats["second"])[0] == "risk-taker"


def test_the_office_worker_has_the_most_office_points() -> None:
    assert _first("all", lambda seats: seats["office_points"])[0] == "office-worker"


@pytest.mark.parametrize("scenario", ["base", "all"])
def test_the_office_worker_wastes_least(scenario: str) -> None:
    assert (
        _first(scenario, lambda seats: -seats["waste_made"].sum(axis=-1, dtype=int))[0]
        == "office-worker"
    )


@pytest.mark.parametrize("scenario", ["base", "all"])
def test_the_anomaly_collector_takes_the_most_anomalies(scenario: str) -> None:
    first = _first(scenario, lambda seats: seats["new"][:, ANOMALY].sum(axis=-1))[0]
    assert first == "anomaly-collector"


@pytest.mark.parametrize("scenario", ["base", "all"])
def test_the_flexible_planner_exchanges_most(scenario: str) -> None:
    assert (
        _first(scenario, lambda seats: seats["new"][:, EXCHANGE].sum(axis=-1))[0]
        == "flexible-planner"
    )


def test_the_denier_wants_the_trips_that_the_leader_is_ready_for() -> None:
    """A late state of a game, laid open again: seat 2 leads, all have a turn to come."""
    seats = table(["denier"])
    for game in range(5):
        s = seats.state(game)
        s.launched[:] = s.today[:] = s.before[:] = s.ads[:] = s.eliminated = 0
        s.new_due[:] = 1
        s.score[:] = 5, 4, 9, 8
        wanted = int(s.fits[2, 0] | s.fits[2, 1] | s.fits[2, 2])
        assert wanted != 0
        row, without = seats.rows[0], seats.rows[0].copy()
        without.weight[features.DENY] = 0
        more = _trip_values(seats, s, row) - _trip_values(seats, s, without)
        deny = row.weight[features.DENY] * np.array([wanted >> i & 1 for i in range(s.n_trips)])
        assert more[: s.n_trips].tolist() == deny.tolist()


def _trip_values(seats: Tables, s: Any, row: Any) -> np.ndarray:
    """What launching to each trip is worth to seat 0 if it plays like a row of BOT."""
    desk = np.zeros(1, DESK).view(np.recarray)
    play_as(desk[0], 0, row)
    look_at_trips(s, seats.t[0], desk[0], 0)
    return desk[0].trip_value.copy()


def test_a_rival_is_starved_of_what_one_of_its_machines_lacks_alone_for_a_trip() -> None:
    seats = table(["planner"])
    for game in range(5):
        s = seats.state(game)
        s.launched[:] = s.today[:] = s.before[:] = s.ads[:] = 0
        s.new_due[:] = 1, 1, 0, 1  # seat 2 has no turn to come
        s.hand_at[:] = s.hand_end[:] = 0
        needs = [bag.unpack(need) for need in s.need[: s.n_trips]]
        for kind in range(bag.TYPES):
            machines = {q: [bag.unpack(m) for m in s.machine[q]] for q in (1, 3)}
            starved = [
                any(_short_of_one(need, m, kind) for need in needs for m in of_seat)
                for of_seat in machines.values()
            ]
            assert rivals.lacking_one(s, seats.t[0], 0, kind) == sum(starved)


def _short_of_one(need: list[int], machine: list[int], kind: int) -> bool:
    """Whether a machine lacks for a trip one token of a type and nothing else."""
    lacks = [max(0, n - m) for n, m in zip(need, machine, strict=True)]
    return sum(lacks) == 1 and lacks[kind] == 1


# --- temperature and skill


def test_with_a_temperature_options_are_chosen_with_chances_e_to_the_score() -> None:
    state, desk = (np.zeros(1, kind).view(np.recarray) for kind in (STATE, DESK))
    scores = {1: 40, 4: -20, 9: 0, 30: 90, 62: -300}
    desk[0].temperature[0] = temperature = 60
    for option, score in scores.items():
        desk[0].score[option] = score
    options = sum(1 << option for option in scores)
    counts = dict.fromkeys(scores, 0)
    for lot in range(8000):
        state[0].draw_state[0] = rng.stream_state(np.uint64(5), np.int64(lot))
        state[0].draw_gamma[0] = rng.stream_gamma(state[0].draw_state[0])
        chosen = choose.noisy_best(state[0], desk[0], 0, np.int64(options))
        counts[int(chosen).bit_length() - 1] += 1
    chances = np.exp(np.array(list(scores.values())) / temperature)
    expected = chances / chances.sum() * 8000
    assert stats.chisquare(list(counts.values()), expected).pvalue > 1e-4


def _win_shares(key: str, values: list[int]) -> list[float]:
    """Of a planner of such a temperature or skill against three greedy."""
    shares = []
    for value in values:
        seats = table(["planner", "greedy", "greedy", "greedy"])
        seats.rows[0][key] = value
        shares.append(seats.win_share("planner", 1000))
    return shares


def test_the_hotter_a_planner_the_weaker() -> None:
    shares = _win_shares("temperature", [0, 50, 100, 200, 400, 1000])
    assert all(hotter < less_hot - 0.02 for less_hot, hotter in pairwise(shares)), shares


def test_the_less_skill_the_weaker() -> None:
    shares = _win_shares("skill", [100, 90, 80, 70, 50, 30])
    assert all(less < more - 0.02 for more, less in pairwise(shares)), shares


def test_without_any_skill_a_planner_plays_by_the_law_of_a_random_bot() -> None:
    slips = table(["planner"])
    slips.rows[0]["skill"] = 0
    ours, theirs = slips.facts(4000), table(["random"]).facts(4000, seed=2)
    for of in ("score", "eliminated", "decisions", "turns", "second", "waste_made"):
        a, b = (rows[of].reshape(4000, -1).mean(axis=1) for rows in (ours, theirs))
        assert abs(a.mean() - b.mean()) < 4 * np.sqrt((a.var() + b.var()) / 4000), of
