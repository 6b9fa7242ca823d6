"""loopsim gate: what is judged, and what becomes of it."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from statistics import NormalDist
from typing import Any

import polars as pl
import pytest

import loopsim as api
from loopsim import InputError, Result
from loopsim.gates import leaves
from tests.cli.program import BASE, Loopsim
from tests.gate.conftest import FAILS, PASSES, Change

Write = Callable[[str], Path]
Rewrite = Callable[[Change], Path]


def outcomes(gate: api.Gate) -> dict[str, str]:
    return dict(gate.rows.select("name", "outcome").iter_rows())


# --- the numbers


def test_every_number_of_the_json_has_its_dotted_path_for_a_name(run: Result) -> None:
    data, known = run.json(), leaves.of_run(run)
    assert known["per_seat.score"].mean == data["per_seat"]["score"]["mean"]
    assert (
        known["by_order.1.take_rate.anomaly"].se
        == data["by_order"][1]["take_rate"]["anomaly"]["se"]
    )
    assert known["by_bot.greedy.score"].mean == data["by_bot"]["greedy"]["score"]["mean"]
    assert known["trips.AD4.1.visits"].mean == next(
        trip["visits"]["mean"] for trip in data["trips"] if trip["key"] == "AD4.1"
    )
    of_json = json.dumps(data).count('"mean"') + json.dumps(data["quantiles"]).count('"low"') + 1
    assert len(known) == of_json  # the one is the order spread


def test_every_number_is_the_metric_that_it_is_taken_for(run: Result) -> None:
    """Its unit, its limits, and what makes two names one number all come from that."""
    metrics = run.measures.names()
    for number in leaves.of_run(run).values():
        metric, group, index = number.same
        if metric in metrics:
            of = run.estimates.of(metric, group, index if group else None)
            assert (number.mean, number.se) == (of.value, of.se), number.name
            names = [m for m in metrics.values() if metric in (m.name, m.same_as)]
            assert number.unit in {m.unit for m in names}
    others = {n.same[0] for n in leaves.of_run(run).values()} - {*metrics}
    assert {name for name in others if "quantiles." not in name} == {
        "order_effect",
        "order_spread",
        "relative_lift",
    }


def test_a_number_with_two_names_is_judged_once(run: Result, earlier: dict[str, Any]) -> None:
    names = outcomes(api.gate(run, against=earlier))
    assert "win_share_by_order.0" in names
    assert "by_order.0.win_share" not in names
    assert [name for name in names if name.endswith("visit_lift")] == ["per_game.visit_lift"]


def test_the_numbers_of_the_only_bot_are_those_of_all_seats() -> None:
    run, earlier = (api.run(BASE, games=40, players=2, bots="random", seed=s) for s in (1, 2))
    names = outcomes(api.gate(run, against=earlier.json()))
    assert "per_seat.score" in names
    assert not [name for name in names if name.startswith("by_bot")]


# --- a baseline


def test_a_run_on_other_games_does_not_fail_and_a_planted_difference_does(
    loopsim: Loopsim, folder: Path, baseline: Rewrite
) -> None:
    def plant(data: dict[str, Any]) -> None:
        data["per_seat"]["score"]["mean"] += 3
        data["trips"][3]["visits"]["mean"] += 1

    planted = loopsim("gate", folder, "--against", baseline(plant))
    assert planted.code == 1
    assert planted.out.splitlines()[1].startswith("Not passed: 2 of ")
    failing = re.findall(r"  (per_seat\S+|trips\.\S+) ", planted.out)
    assert failing == ["per_seat.score", "trips.AD2.2.visits"]
    done = loopsim("gate", folder, "--against", baseline(lambda data: None))
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[1].startswith("Passed: 0 of ")


def test_the_interval_of_a_difference_is_that_of_both_errors(
    run: Result, earlier: dict[str, Any]
) -> None:
    gate = api.gate(run, against=earlier)
    (row,) = gate.rows.filter(pl.col("name") == "per_seat.score").to_dicts()
    ours, theirs = run.json()["per_seat"]["score"], earlier["per_seat"]["score"]
    assert row["difference"] == pytest.approx(ours["mean"] - theirs["mean"])
    z = NormalDist().inv_cdf(1 - 0.01 / (2 * gate.rows.height))  # 0.01 over two ends each
    half = z * (ours["se"] ** 2 + theirs["se"] ** 2) ** 0.5
    assert (row["high"] - row["low"]) / 2 == pytest.approx(half, rel=0.02)
    assert (row["min"], row["max"], row["unit"]) == (-0.1, 0.1, "points")


def test_the_tolerance_is_the_smallest_difference_of_interest_unless_the_file_says_otherwise(
    run: Result, earlier: dict[str, Any]
) -> None:
    stated = {"tolerance": {"points": 0.5, "per_seat.score": 7, "by_order.0.win_share": 0.2}}
    rows = api.gate(run, against=earlier, thresholds=stated).rows
    allowed = dict(rows.select("name", "max").iter_rows())
    assert allowed["per_seat.score"] == 7
    assert allowed["by_order.0.score"] == 0.5
    assert allowed["win_share_by_order.0"] == 0.2  # another name of the same number
    assert allowed["win_share_by_order.1"] == 0.005
    assert allowed["per_seat.tears_taken"] == 0.02


def test_the_same_run_is_told_and_so_are_other_bots_of_the_same_names(
    run: Result, earlier: dict[str, Any]
) -> None:
    (spreads,) = api.gate(run, against=earlier).notes
    assert spreads.startswith("Not compared: 26 spreads and quantiles")
    (same, _) = api.gate(run, against=run.json()).notes
    assert same.startswith("Run and baseline play the same games")
    (other, _) = api.gate(run, against=earlier | {"bots_hash": "0"}).notes
    assert other == "The bots are called as those of the baseline, but are not the same."
    assert len(api.gate(run, against=earlier | {"scenario_hash": "0", "seed": 1}).notes) == 1


def test_trips_are_compared_by_key_and_name_and_what_is_not_in_both_is_told(
    run: Result, baseline: Rewrite
) -> None:
    def change(data: dict[str, Any]) -> None:
        data["trips"][0]["trip"] = "Another one"
        data["trips"][1]["points"] += 1
        data["trips"].reverse()
        del data["per_game"]["margin"]
        data["per_seat"]["new"] = {"mean": 1.0, "se": 0.1}

    gate = api.gate(run, against=baseline(change))
    names = outcomes(gate)
    first, second = run.setting.items[0]["key"], run.setting.items[1]["key"]
    assert f"trips.{first}.visits" not in names
    assert names[f"trips.{second}.visits"] != "fail"
    assert "per_game.margin" not in names
    (note, _) = gate.notes
    assert note.startswith(
        "Not compared, as run and baseline do not both have them: per_game.margin"
    )
    assert f", trips.{first}.dealt, trips.{first}.visits, " in note
    assert re.search(r" and \d+ more\.$", note)


# --- bounds


def test_each_outcome_has_its_exit_code(
    loopsim: Loopsim, folder: Path, bounds: Write, undecided: str
) -> None:
    for lines, strict, code, said in [
        ([PASSES], True, 0, "Passed: 0 of 1 bound fail, 1 passes"),
        ([PASSES, undecided], False, 0, "Passed: 0 of 2 bounds fail, 1 is undecided, 1 passes"),
        ([PASSES, FAILS], False, 1, "Not passed: 1 of 2 bounds fails, 1 passes"),
        (
            [PASSES, undecided],
            True,
            1,
            "Not passed: 0 of 2 bounds fail, 1 is undecided (strict: not passed), 1 passes",
        ),
    ]:
        path = bounds("\n".join(["[bounds]", *lines]))
        strictly = ["--strict"] if strict else []
        done = loopsim("gate", folder, "--thresholds", path, *strictly)
        assert (done.code, done.out.splitlines()[1], done.err) == (code, said, "")


def test_names_may_be_quoted_or_tables_in_tables(run: Result, bounds: Write) -> None:
    text = """
[bounds]
order_spread.max = 1
per_seat.eliminated = { max = 0.5 }
by_order.0.take_rate.anomaly = { min = 0.0 }
"trips.AD4.1.visits" = { min = 0, max = 9 }
quantiles.turns.q50 = { min = 3 }
[bounds.quantiles.score.1]
q95 = { max = 100 }
[tolerance]
per_seat.score = 1
"""
    expected = {
        "order_spread",
        "per_seat.eliminated",
        "by_order.0.take_rate.anomaly",
        "trips.AD4.1.visits",
        "quantiles.turns.q50",
        "quantiles.score.1.q95",
    }
    gate = api.gate(run, thresholds=bounds(text))
    assert {*outcomes(gate)} == expected
    assert gate.counts["fail"] == 0


def test_bounds_and_a_baseline_together_share_one_level(
    run: Result, earlier: dict[str, Any]
) -> None:
    of_bound = {"bounds": {"per_seat.score": {"max": 100}}}
    alone, both = (
        api.gate(run, thresholds=of_bound, **more) for more in ({}, {"against": earlier})
    )
    assert both.rows.height == api.gate(run, against=earlier).rows.height + 1
    widths = [
        gate.rows.filter((pl.col("name") == "per_seat.score") & (pl.col("of") == "bounds"))
        .select(pl.col("high") - pl.col("low"))
        .item()
        for gate in (alone, both)
    ]
    one, all_of_them = (
        NormalDist().inv_cdf(1 - 0.01 / ends) for ends in (1, 2 * both.rows.height - 1)
    )
    assert widths[1] / widths[0] == pytest.approx(all_of_them / one, rel=0.02)


# --- faults


def test_nothing_to_judge_by_is_one_line(loopsim: Loopsim, folder: Path, bounds: Write) -> None:
    assert loopsim("gate", folder).fault() == (
        "gate: found nothing to judge by; allowed: --against, --thresholds, or both"
    )
    path = bounds("[tolerance]\npoints = 1")
    assert loopsim("gate", folder, "--thresholds", path).fault() == (
        "--thresholds: found no bounds; allowed: a table [bounds] of some, or --against as well"
    )


def test_what_is_no_run_or_two_forms_at_once_is_one_line(loopsim: Loopsim, folder: Path) -> None:
    with pytest.raises(InputError, match="gate: found 3; allowed: the folder of a run, or its"):
        api.gate(3, against={})  # type: ignore[arg-type]
    two = loopsim("gate", folder, "--against", "none.json", "--json", "--format", "md")
    assert two.fault() == "--json: found --format md as well; allowed: one of the two"


def test_a_baseline_of_nothing_is_one_line(run: Result, earlier: dict[str, Any]) -> None:
    nothing = {key: value for key, value in earlier.items() if not isinstance(value, dict | list)}
    empty = {**nothing, "bots": earlier["bots"], "per_seat": {}, "per_game": {}}
    with pytest.raises(
        InputError, match="--against: found no number that the run has; allowed: the"
    ):
        api.gate(run, against=empty)


def test_a_study_is_told_that_it_is_none(loopsim: Loopsim, tmp_path: Path, bounds: Write) -> None:
    (tmp_path / "manifest.json").write_text('{"kind": "sweep"}', encoding="utf-8")
    path = bounds(f"[bounds]\n{PASSES}")
    fault = loopsim("gate", tmp_path, "--thresholds", path).fault()
    assert fault == f"{tmp_path}: found a sweep; allowed: the folder of a run"


def test_the_course_of_games_is_judged_too_by_the_games_that_were_continued() -> None:
    setup = {"games": 200, "players": 2, "bots": "random", "win_probability": 40}
    run, earlier = (api.run(BASE, seed=seed, **setup) for seed in (1, 2))
    gate = api.gate(
        run, against=earlier.json(), thresholds={"bounds": {"course.drama": {"min": 0.9}}}
    )
    rows = {(row["name"], row["of"]): row for row in gate.rows.to_dicts()}
    assert rows["course.drama", "bounds"]["outcome"] == "fail"
    names = {name for name, _ in rows if name.startswith("course.")}
    assert names == {
        f"course.{name}" for name in ("drama", "uncertainty", "decided_at", "decided_90")
    }
    was, now = (each.json()["course"]["decided_at"] for each in (earlier, run))
    row = rows["course.decided_at", "baseline"]
    assert row["difference"] == pytest.approx(now["mean"] - was["mean"])
    assert row["high"] - row["low"] > 2 * 1.96 * (now["se"] ** 2 + was["se"] ** 2) ** 0.5
    without = api.gate(run, against={k: v for k, v in earlier.json().items() if k != "course"})
    assert not any(name.startswith("course.") for name in without.rows["name"])
