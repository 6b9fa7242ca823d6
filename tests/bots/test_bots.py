"""What the bots of Loop, Inc. do and never do."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from loopsim import games as registry
from loopsim.kernels.loop_inc import features
from loopsim.kernels.loop_inc.layout import MOST_FEATURES
from loopsim.kernels.loop_inc.names import ADVERTISE, CAUSES, MOVE
from loopsim.scenario import load
from tests.bots.playing import Tables, table

ROOT = Path(__file__).parents[2]
ALL = "expansions=futures,more,office"


# --- the table of features


def test_each_feature_has_a_constant_of_its_name_and_a_meaning() -> None:
    assert len({feature.name for feature in features.FEATURES}) == len(features.FEATURES)
    assert len(features.FEATURES) <= MOST_FEATURES
    for place, feature in enumerate(features.FEATURES):
        assert getattr(features, feature.name.upper()) == place
        assert len(feature.meaning) > 10


def test_a_weight_named_in_a_bot_file_reaches_its_feature() -> None:
    bot = load("loop-inc/base").bot("planner")
    row = table(["planner"]).rows[0]
    for place, feature in enumerate(features.FEATURES):
        assert row.weight[place] == bot.weights.get(feature.name, 0), feature.name
    assert row.weight[features.POINTS] == 100


# --- random


def test_random_is_uniform_over_the_options_of_a_node() -> None:
    seats = table(["random"])
    chosen: dict[tuple[str, int], Counter[int]] = {}
    for game in range(1500):
        for choice in seats.choices(game):
            if 2 <= choice.options <= 8:
                chosen.setdefault((choice.node, choice.options), Counter())[choice.index] += 1
    tested = 0
    for (_, options), counts in chosen.items():
        if counts.total() >= 400:
            tested += 1
            p = stats.chisquare([counts[index] for index in range(options)]).pvalue
            assert p > 1e-5
    assert tested >= 15


# --- what a planner never does


def test_a_planner_never_tears_by_choice() -> None:
    for settings in ((), (ALL,)):
        tears = table(["planner"], *settings).facts(1500)["tears"]
        assert tears[:, :, CAUSES.index("voluntary")].sum() == 0


def test_a_planner_takes_no_move_on_day_1() -> None:
    scenario = load("loop-inc/base")
    game = registry.get(scenario.game).Table(scenario, ["planner"])
    moves = 0
    for index in range(100):
        for event in game.trace(5, index).events:
            if event["event"] == "day_end":
                break
            moves += event["event"] == "play" and event["card"] == "move"
    assert moves == 0


def test_a_planner_takes_move_on_day_1_if_nothing_else_is_left() -> None:
    seats = table(["planner"])
    seats.t[0].piles[:] = 0
    seats.t[0].piles[MOVE] = 50
    assert (seats.facts(20)["new"][:, :, MOVE, 0] > 0).all()


def test_a_planner_meets_most_of_its_ads_and_seldom_tears_for_want_of_tokens() -> None:
    seats = table(["planner"]).facts(2000)
    placed, met = seats["ads_placed"].sum(), seats["met_ads"].sum()
    assert placed > 0.3 * seats.size
    assert met / placed > 0.6
    assert seats["tears"][:, :, CAUSES.index("ad_none_left")].sum() / seats.size < 0.05


def test_a_planner_does_not_collect_more_advertise_cards_than_tokens_serve() -> None:
    new = table(["planner"]).facts(1000)["new"][:, :, ADVERTISE].sum(axis=2)
    assert new.max() <= 3


def test_planners_launch_early_and_often() -> None:
    seats = table(["planner"]).facts(2000)
    launches = seats["launches"].sum(axis=2).mean()
    assert launches > 4.5
    assert seats["score"].mean() > 20
    assert seats["eliminated"].mean() < 0.05


def test_planners_profit_from_office_cards() -> None:
    seats = table(["planner"], ALL).facts(1000)
    assert seats["office_points"].mean() > 1
    assert seats["score"].mean() > 20


# --- no peeking


def _until(choices: list, sources: int) -> list:
    """The choices before this source (counted from 0)."""
    seen = 0
    for at, choice in enumerate(choices):
        if choice.node == "source":
            if seen == sources:
                return choices[:at]
            seen += 1
    return choices


def _shuffled_otherwise(seats: Tables, salt: int) -> None:
    """Give the anomalies other keys, and so the deck another order."""
    keys = np.random.default_rng(salt).integers(1, 2**63, len(seats.t[0].anomaly_key))
    seats.t[0].anomaly_key[:] = keys.astype(np.uint64)


@pytest.mark.parametrize("bot", ["planner", "greedy"])
def test_no_choice_before_an_anomaly_opens_depends_on_the_order_of_the_deck(bot: str) -> None:
    seats, others = table([bot]), table([bot])
    parted = 0
    for game in range(40):
        _shuffled_otherwise(others, game)
        ours, theirs = seats.choices(game), others.choices(game)
        assert _until(ours, 12) == _until(theirs, 12)  # day 1: four seats, three cards
        parted += ours != theirs
    assert parted > 30  # the decks do differ


@pytest.mark.parametrize("bot", ["planner", "greedy"])
def test_no_choice_depends_on_the_anomalies_that_are_not_drawn_yet(bot: str) -> None:
    """With two players two anomalies open after day 1; the other six are hidden on day 2."""
    seats, others = table([bot], players=2), table([bot], players=2)
    compared = 0
    for game in range(10):
        deck = seats.deck(game)
        for salt in range(400):
            _shuffled_otherwise(others, salt)
            other_deck = others.deck(game)
            if other_deck[:2] == deck[:2] and other_deck != deck:
                compared += 1
                # day 1: two seats, three cards; day 2: six cards
                assert _until(seats.choices(game), 18) == _until(others.choices(game), 18)
                break
    assert compared >= 8


# --- the same everywhere


def _digest(bot: str, games: int, *settings: str) -> str:
    seats = table([bot], *settings)
    made = [
        [tuple(vars(choice).values()) for choice in seats.choices(game)] for game in range(games)
    ]
    return hashlib.sha256(repr(made).encode()).hexdigest()


def main() -> None:
    print(json.dumps([_digest("planner", 4), _digest("planner", 3, ALL), _digest("greedy", 4)]))


def test_weighted_bots_choose_the_same_without_compiling() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bots.test_bots"],
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    ours = [_digest("planner", 4), _digest("planner", 3, ALL), _digest("greedy", 4)]
    assert json.loads(done.stdout) == ours


def test_a_bot_plays_the_same_whoever_sat_at_the_desk_before() -> None:
    """What a bot notes on the desk never outlives the choice."""
    alone = table(["planner"]).facts(1, first=7)
    after_others = table(["planner"]).facts(8)[7:]
    assert alone.tobytes() == after_others.tobytes()


# --- strength (small samples, wide margins; the measured figures are in the README)


def test_greedy_beats_random() -> None:
    assert table(["greedy", "random", "random", "random"]).win_share("greedy", 800) > 0.75


def test_planner_beats_greedy() -> None:
    assert table(["planner", "greedy", "greedy", "greedy"]).win_share("planner", 800) > 0.80


def test_planner_beats_random() -> None:
    assert table(["planner", "random", "random", "random"]).win_share("planner", 400) > 0.90


@pytest.mark.parametrize("players", [2, 3])
def test_planner_beats_greedy_at_smaller_tables(players: int) -> None:
    names = ["planner"] + ["greedy"] * (players - 1)
    assert table(names, players=players).win_share("planner", 500) > 0.80


if __name__ == "__main__":
    main()
