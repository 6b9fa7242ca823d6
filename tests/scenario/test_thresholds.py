"""`[report.thresholds]`: the reason of limits holds for those that it was given for."""

from collections.abc import Callable
from typing import Any

import pytest

from loopsim.scenario import from_resolved, load

BASE = "loop-inc/base"
SHIPPED = load(BASE).report.thresholds["eliminated"]
OWN = "so it is here"
NONE = "set by the scenario, no reason given"

Write = Callable[[str, str], Any]


def of_settings(*changes: str) -> Any:
    return load(BASE, [f"report.thresholds.eliminated.{change}" for change in changes]).report


def why(*changes: str) -> str:
    return str(of_settings(*changes).thresholds["eliminated"].why)


@pytest.mark.parametrize("change", ["fine=0,0.01", "fix=0,0.5"])
def test_other_limits_do_not_keep_the_shipped_reason(change: str) -> None:
    assert why(change) == NONE


@pytest.mark.parametrize("change", ["fine=0,0.02", "fix=0,0.05", "fix=[0.0,0.05]"])
def test_limits_that_stay_the_same_keep_it(change: str) -> None:
    assert SHIPPED.why.startswith("sitting out is disliked")
    assert (SHIPPED.fine, SHIPPED.fix) == ((0, 0.02), (0, 0.05))
    assert why(change) == SHIPPED.why


def test_an_own_reason_stands_wherever_it_is_stated() -> None:
    assert why(f"why='{OWN}'") == OWN
    assert why(f"why='{OWN}'", "fine=0,0.01", "fix=0,0.5") == OWN
    assert why("fine=0,0.01", f"why='{OWN}'", "fix=0,0.5") == OWN
    assert why("fine=0,0.01", f"why='{SHIPPED.why}'") == SHIPPED.why


def test_other_thresholds_keep_theirs() -> None:
    found, shipped = of_settings("fine=0,0.01").thresholds, load(BASE).report.thresholds
    others = [name for name in shipped if name != "eliminated"]
    assert [found[name] for name in others] == [shipped[name] for name in others]


def test_a_reason_holds_along_files_until_one_changes_its_limits(write: Write) -> None:
    key = "report.thresholds.eliminated"
    write("a.toml", f'extends = "{BASE}"\n{key} = {{ fine = [0, 0.01], why = "{OWN}" }}')
    write("b.toml", f'extends = "a.toml"\n{key}.fix = [0, 0.05]')
    write("c.toml", f'extends = "b.toml"\n{key}.fix = [0, 0.04]')
    found = {name: load(f"{name}.toml").report.thresholds["eliminated"] for name in "abc"}
    assert {name: of.why for name, of in found.items()} == {"a": OWN, "b": OWN, "c": NONE}
    assert found["c"].fine == (0, 0.01)


def test_it_is_part_of_what_a_run_keeps() -> None:
    scenario = load(BASE, ["report.thresholds.eliminated.fine=0,0.01"])
    again = from_resolved(scenario.resolved())
    assert again.report == scenario.report
    assert again.report.thresholds["eliminated"].why == NONE


def test_what_is_called_why_but_is_no_reason_stays() -> None:
    changes = ["anomaly.why={set='base',steps=[{do='move'}]}", "anomaly.eraser.name=Other"]
    assert {"why", "eraser"} <= {*load(BASE, changes).effects.anomaly}
