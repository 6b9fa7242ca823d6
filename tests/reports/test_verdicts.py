"""Verdicts: where an interval lies against the zones of a threshold."""

import typing

import pytest

from loopsim.games.loop_inc.model_report import Report
from loopsim.reports.verdicts import FINE, FIX, JUDGED, OPEN, WATCH, judged, verdicts
from loopsim.results import Result
from loopsim.stats import TOO_FEW, Estimate

FINE_ZONE, FIX_ZONE = (0.3, 0.5), (0.2, 0.7)


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.3, 0.5, FINE),
        (0.4, 0.41, FINE),
        (0.49, 0.51, WATCH),  # touches fine, not fix
        (0.55, 0.6, WATCH),
        (0.6, 0.7, WATCH),
        (0.69, 0.71, WATCH),  # touches fix, not fine
        (0.71, 0.8, FIX),
        (0.5, 0.71, OPEN),
        (0.1, 0.19, FIX),
        (0.1, 0.2, WATCH),
        (0.19, 0.3, OPEN),
        (0.0, 1.0, OPEN),
    ],
)
def test_the_verdict_follows_from_the_whole_interval(low: float, high: float, verdict: str) -> None:
    estimate = Estimate((low + high) / 2, 0.01, low, high, 1000)
    assert judged(estimate, FINE_ZONE, FIX_ZONE) == verdict


def test_too_few_games_resolve_no_verdict() -> None:
    assert judged(Estimate(0.4, None, None, None, 3, TOO_FEW), FINE_ZONE, FIX_ZONE) == OPEN


def test_a_run_is_judged_by_the_thresholds_of_its_scenario_the_worst_first(run: Result) -> None:
    thresholds = {
        "forced_turns": {"fine": [0.0, 1.0], "fix": [0.0, 1.0]},
        "eliminated": {"fine": [0.7, 0.9], "fix": [0.01, 0.95]},
        "order_spread": {"fine": [0.8, 0.9], "fix": [0.7, 1.0]},
    }
    resolved = {**run.manifest["resolved"], "report": {"thresholds": thresholds}}
    manifest = {**run.manifest, "resolved": resolved}
    found = verdicts(Result(manifest, run.summary, run.setting, run.measures))
    assert [each.verdict for each in found] == [FIX, WATCH, FINE]
    assert [(each.fine, each.fix) for each in found] == [
        (
            "80\N{NO-BREAK SPACE}% points to 90\N{NO-BREAK SPACE}% points",
            "less than 70\N{NO-BREAK SPACE}% points",
        ),
        (
            "70\N{NO-BREAK SPACE}% to 90\N{NO-BREAK SPACE}%",
            "less than 1\N{NO-BREAK SPACE}% or more than 95\N{NO-BREAK SPACE}%",
        ),
        ("up to 100\N{NO-BREAK SPACE}%", "never"),
    ]
    eliminated = run.json()["per_seat"]["eliminated"]["mean"]
    assert found[1].found.startswith(f"{100 * eliminated:.1f}\N{NO-BREAK SPACE}% (")


def test_every_threshold_that_a_scenario_may_set_is_judged() -> None:
    allowed, _ = typing.get_args(Report.model_fields["thresholds"].annotation)
    assert {*typing.get_args(allowed)} == {*JUDGED}
