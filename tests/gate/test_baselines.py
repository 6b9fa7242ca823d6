"""Baselines: what is damaged, or of something else, is one clear line; nothing is left out silently."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import loopsim as api
from loopsim import Result
from tests.cli.program import BASE, Loopsim
from tests.gate.conftest import Change

Rewrite = Callable[[Change], Path]


def _set(*at: Any) -> Change:
    *path, key, value = at

    def change(data: Any) -> None:
        for part in path:
            data = data[part]
        data[key] = value

    return change


def _without(*path: str) -> Change:
    def change(data: Any) -> None:
        for part in path[:-1]:
            data = data[part]
        del data[path[-1]]

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_set("per_seat", "score", "se", -1), "per_seat.score.se: found -1; allowed: a finite number, 0 or more, or null"),
        (_set("per_seat", "score", "mean", "12"), 'per_seat.score.mean: found "12"; allowed: a finite number, or null'),
        (_set("per_seat", "score", "mean", True), "per_seat.score.mean: found true; allowed: a finite number, or null"),
        (_set("trips", 0, "visits", "se", float("nan")), 'trips."AD1.1".visits.se: found nan; allowed: a finite number, 0 or more, or null'),
        (_without("per_seat", "score", "se"), "per_seat.score.se: found nothing; allowed: a finite number, 0 or more, or null"),
        (_set("per_seat", "score", "12"), 'per_seat.score: found "12"; allowed: a table of mean and se'),
        (_set("per_seat", "score", True), "per_seat.score: found true; allowed: a table of mean and se"),
        (_set("per_seat", "score", None), "per_seat.score: found nothing; allowed: a table of mean and se"),
        (_set("per_seat", "score", 12.5), "per_seat.score: found 12.5; allowed: a table of mean and se"),
        (_set("per_seat", "score", float("nan")), "per_seat.score: found nan; allowed: a table of mean and se"),
        (_set("per_seat", "score", [12.5, 0.1]), "per_seat.score: found [12.5, 0.1]; allowed: a table of mean and se"),
        (_set("per_seat", "score", {}), "per_seat.score: found {}; allowed: a table of mean and se"),
        (_set("per_seat", "score", "mean", {"mean": 3, "se": 1}), 'per_seat.score.mean: found {"mean": 3, "se": 1}; allowed: a finite number, or null'),
        (_set("per_seat", "score", "mean", None), "per_seat.score.mean: found nothing; allowed: a finite number, as it has se"),
        (_set("per_seat", "score", {"mean": None, "se": None}), "per_seat.score.mean: found nothing; allowed: a finite number"),
        (_set("per_seat", "score", "se", None), "per_seat.score.se: found nothing; allowed: a finite number"),
        (_set("per_seat", "score", "se", float("inf")), "per_seat.score.se: found inf; allowed: a finite number, 0 or more, or null"),
        (_set("per_seat", "new", {"mean": "3", "se": 1}), 'per_seat.new.mean: found "3"; allowed: a finite number, or null'),
        (_set("per_seat", {"mean": 3, "se": 1}), "per_seat: found a number; allowed: a table or list of numbers"),
        (_set("by_order", 3), "by_order: found 3; allowed: a table or list of numbers"),
        (_set("by_order", 1, "take_rate", None), "by_order.1.take_rate: found nothing; allowed: a table or list of numbers"),
        (_set("win_share_by_order", 1, "0.5"), 'win_share_by_order.1: found "0.5"; allowed: a table of mean and se'),
        (_set("by_bot", "greedy", False), "by_bot.greedy: found false; allowed: a table or list of numbers"),
        (_set("order_spread", 0.1), "order_spread: found 0.1; allowed: a table of value, low and high"),
        (_set("order_spread", "high", "0.2"), 'order_spread.high: found "0.2"; allowed: a finite number, or null'),
        (_set("order_spread", "value", None), "order_spread.value: found nothing; allowed: a finite number, as it has low and high"),
        (_set("order_spread", "low", None), "order_spread.low: found nothing; allowed: a number, as it has the other end"),
        (_set("order_spread", {"value": 3, "low": 1, "high": 2}), "order_spread.value: found 3; allowed: 1 to 2, its low and high"),
        (_set("quantiles", "turns", "q50", float("nan")), "quantiles.turns.q50: found nan; allowed: a table of value, low and high"),
        (_set("per_seat", "eliminated", "mean", 1.5), "per_seat.eliminated.mean: found 1.5; allowed: 0 to 1"),
        (_set("order_effect", 0, "mean", -2), "order_effect.0.mean: found -2; allowed: -1 to 1"),
        (_set("trips", 0, "win_lift", "mean", 0.6), 'trips."AD1.1".win_lift.mean: found 0.6; allowed: -0.5 to 0.5'),
        (lambda data: data["by_order"].pop(), "by_order: found 1 number; allowed: one for each place"),
        (_set("win_share_by_order", []), "win_share_by_order: found 0 numbers; allowed: one for each place"),
        (_set("trips", "none"), 'trips: found "none"; allowed: a list of tables'),
        (_set("trips", 1, None), "trips, item 2: found nothing; allowed: a table"),
        (_set("trips", 1, "key", 7), "trips, item 2, key: found 7; allowed: text"),
        (_set("trips", 1, "trip", None), "trips, item 2, trip: found nothing; allowed: text"),
        (_set("trips", 1, "key", "AD1.1"), 'trips, item 2, key: found "AD1.1"; allowed: each key once'),
        (_set("trips", 1, "dealt", 0.5), 'trips."AD1.2".dealt: found 0.5; allowed: a table of mean and se'),
        (_set("games", True), "games: found true; allowed: a whole number, 1 or more"),
        (_set("games", 400.0), "games: found 400.0; allowed: a whole number, 1 or more"),
        (_set("games", None), "games: found nothing; allowed: a whole number, 1 or more"),
        (_set("players", "2"), 'players: found "2"; allowed: a whole number, 1 or more'),
        (_set("seed", "1"), 'seed: found "1"; allowed: a whole number, 0 or more'),
        (_set("seed", -1), "seed: found -1; allowed: a whole number, 0 or more"),
        (_set("bots", "random"), 'bots: found "random"; allowed: a list of names'),
        (_set("bots", [1, 2]), "bots, item 1: found 1; allowed: text without line breaks and control characters"),
        (_set("course", 3), "course: found 3; allowed: a table of games"),
        (_set("course", {"games": 0}), "course.games: found 0; allowed: a whole number, 1 or more"),
        (_without("games"), "games: found nothing; allowed: a whole number, 1 or more"),
        (_set("games", 0), "games: found 0; allowed: a whole number, 1 or more"),
        (_set("per_game", 3), "per_game: found 3; allowed: a table of numbers"),
        (_without("per_seat"), "found something else; allowed: the output of loopsim run --json"),
        (_set("players", 3), "players: found 3; allowed: 2, as in the run"),
        (_set("bots", ["greedy"]), 'bots: found ["greedy"]; allowed: ["random", "greedy"], as in the run'),
        (_set("game", "chess"), 'game: found "chess"; allowed: "loop-inc", as in the run'),
    ],
)  # fmt: skip
def test_a_damaged_or_other_baseline_is_one_line(
    loopsim: Loopsim, folder: Path, baseline: Rewrite, change: Change, said: str
) -> None:
    path = baseline(change)
    assert loopsim("gate", folder, "--against", path).fault() == f"{path}: {said}"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("[1]", "found something else; allowed: the output of loopsim run --json"),
        ('{"resolved": {}, "setting": {}}', "found the manifest of a run; allowed: the output of loopsim run --json"),
        ('{"kind": "compare"}', "found a comparison; allowed: the output of loopsim run --json"),
        ('{"kind": ["sweep"]}', "found something else; allowed: the output of loopsim run --json"),
        ('{"games": 400, "games": 40}', 'found no JSON ("games" twice); allowed: the output of loopsim run --json'),
        ("", "found no JSON (Expecting value: line 1 column 1 (char 0)); allowed: the output of loopsim run --json"),
        ("{", "found no JSON (Expecting property name enclosed in double quotes: line 1 column 2 (char 1)); allowed: the output of loopsim run --json"),
        ("[" * 100_000, "found JSON that is nested too deep; allowed: the output of loopsim run --json"),
        (None, "found no such file; allowed: an existing file"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_baseline_is_one_line(
    loopsim: Loopsim, folder: Path, tmp_path: Path, content: str | None, said: str
) -> None:
    path = tmp_path / "baseline.json"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    assert loopsim("gate", folder, "--against", path).fault() == f"{path}: {said}"


def test_a_baseline_of_few_games_may_lack_ratios_and_is_told_so(
    run: Result, earlier: dict[str, Any], baseline: Rewrite
) -> None:
    unseen = baseline(_set("per_seat", "chain", {"mean": None, "se": None}))
    few = baseline_of(earlier, "chain", {"mean": 0.1, "se": None})
    for given, why in ((unseen, "not seen in the baseline"), (few, "too few in the baseline")):
        rows = api.gate(run, against=given).rows
        (row,) = rows.filter(rows["name"] == "per_seat.chain").to_dicts()
        assert (row["outcome"], row["why"]) == ("undecided", why)


def baseline_of(earlier: dict[str, Any], metric: str, leaf: dict[str, Any]) -> dict[str, Any]:
    """The earlier run with another number."""
    return {**earlier, "per_seat": {**earlier["per_seat"], metric: leaf}}


def test_in_python_it_may_hold_tuples(run: Result, earlier: dict[str, Any]) -> None:
    tuples = {**earlier, "win_share_by_order": tuple(earlier["win_share_by_order"])}
    assert api.gate(run, against=tuples).json() == api.gate(run, against=earlier).json()


def test_a_single_game_on_either_side_decides_nothing_and_is_no_fault() -> None:
    setup = {"games": 1, "bots": "random,greedy", "players": 2, "keep": "summary"}
    one, other = (api.run(BASE, seed=seed, **setup) for seed in (1, 2))
    gate = api.gate(one, against=other.json())
    assert gate.counts == {"fail": 0, "undecided": gate.rows.height, "pass": 0}


def test_another_scenario_is_named(run: Result, earlier: dict[str, Any]) -> None:
    notes = api.gate(run, against={**earlier, "scenario": "my-game"}).notes
    assert notes[0] == "The baseline is of my-game."


def test_the_rules_of_the_baseline_may_have_allowed_more(run: Result) -> None:
    """With one machine a player launches once at most; of the shipped three it may launch thrice."""
    few = {"rules.machines_by_day": [0, 0, 1]}
    setup = {"games": 400, "bots": "random,greedy", "players": 2, "keep": "summary"}
    one = api.run(BASE, seed=1, set=few, **setup)
    rows = api.gate(one, against=run.json()).rows
    (launches,) = rows.filter(rows["name"] == "by_bot.greedy.launches").to_dicts()
    assert launches["baseline"] > 1 >= launches["value"]
    assert launches["outcome"] == "fail"
