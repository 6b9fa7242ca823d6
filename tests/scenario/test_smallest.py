"""`[report.smallest]`: below which differences nothing matters (metrics.md 12)."""

import tomllib

import pytest

from loopsim import games
from loopsim.errors import InputError
from loopsim.games.loop_inc.smallest import BY_UNIT
from loopsim.scenario import from_resolved, load
from loopsim.scenario.shelf import root

BASE = "loop-inc/base"
SILENT = 'game = "loop-inc"\ndeck = "loop-inc/cards/trips.csv"\neffects = "loop-inc/cards/effects.toml"\n'

#: The table of metrics.md 12.
BY_METRIC = {
    **dict.fromkeys(("win_share", "eliminated", "no_winner", "met_share"), 0.005),
    **dict.fromkeys(("score", "margin", "trip_points", "penalty"), 0.1),
    **dict.fromkeys(("tears_taken", "tears_day2", "launches", "ads_placed", "waste"), 0.02),
    **dict.fromkeys(("visits", "lead_changes", "lead_changes_turn"), 0.02),
    **dict.fromkeys(("turns", "decisions"), 0.5),
}


def metrics(*changes):
    scenario = load("loop-inc/all", changes)
    return games.get(scenario.game).Table(scenario, ["random"]).measures().metrics


def test_every_metric_has_a_smallest_difference_that_of_metrics_md_12():
    report = load(BASE).report
    smallest = {metric.name: report.smallest_of(metric.name, metric.unit) for metric in metrics()}
    assert {name: smallest[name] for name in BY_METRIC} == BY_METRIC
    assert min(smallest.values()) > 0


def test_base_states_the_defaults_and_a_scenario_by_itself_has_them(write):
    stated = tomllib.loads((root() / "loop-inc/base.toml").read_text(encoding="utf-8"))["report"]
    assert stated["smallest"] == dict(BY_UNIT)
    write("silent.toml", SILENT)
    assert load("silent.toml").report.smallest == load(BASE).report.smallest == dict(BY_UNIT)


def test_a_metric_goes_before_its_unit_and_the_rest_stays():
    changes = ["report.smallest.points=2", "report.smallest.score=0.5"]
    report = load(BASE, changes).report
    assert report.smallest_of("score", "points") == 0.5
    assert report.smallest_of("margin", "points") == 2
    assert report.smallest_of("tears_taken", "tears") == 0.02
    resolved = load(BASE, changes).resolved()
    assert resolved["report"]["smallest"] == {**BY_UNIT, "points": 2.0, "score": 0.5}
    assert from_resolved(resolved).report == report


def test_smallest_differences_are_no_part_of_the_game():
    assert load(BASE, ["report.smallest.points=2"]).scenario_hash == load(BASE).scenario_hash


def test_metrics_of_any_days_and_costs_may_be_named():
    """Another number of days is no reason to refuse what the file says of base."""
    days = ["rules.days=4", "rules.machines_by_day=1,2,3,3", "rules.tear_costs=1,2,3,4,5,6"]
    for metric in metrics(*days):
        changed = load(BASE, {f"report.smallest.{metric.name}": 0.7}).report
        assert changed.smallest_of(metric.name, metric.unit) == 0.7


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            "pionts=1",
            "pionts: found an unknown key; allowed: points (did you mean this?), a unit (",
        ),
        ("scores=1", "scores: found an unknown key; allowed: score (did you mean this?), a unit ("),
        ("qqq=1", "qqq: found an unknown key; allowed: a unit (win share, share, points, "),
        ("points=0", "points: found 0; allowed: a finite number above 0"),
        ("score=-1", "score: found -1; allowed: a finite number above 0"),
        ("points=inf", "points: found inf; allowed: a finite number above 0"),
        ("points=nan", "points: found nan; allowed: a finite number above 0"),
        ("points=true", "points: found true; allowed: a finite number above 0"),
        ("points=much", 'points: found "much"; allowed: a finite number above 0'),
    ],
)
def test_a_faulty_smallest_difference_is_one_line(change, said):
    with pytest.raises(InputError) as caught:
        load(BASE, [f"report.smallest.{change}"])
    assert str(caught.value).startswith(f"--set report.smallest.{said}")
    assert "\n" not in str(caught.value)
