"""What people read: rules in words, whose numbers nobody outside has."""

import re

import pytest

import loopsim
from loopsim import InputError
from tests.cli.conftest import Loopsim
from tests.cli.program import BASE

RULE = re.compile(r"\bLI-\d")


def test_no_text_for_people_names_a_rule_by_its_number(loopsim: Loopsim) -> None:
    shown = [("bots", BASE, "--bots", "champion"), ("bots", BASE), ("show", BASE)]
    printed = [loopsim(*command, *more).text() for command in shown for more in ((), ("--json",))]
    printed += [loopsim("trace", BASE, "--text").text()]
    assert not [found for text in printed for found in RULE.findall(text)]


def test_no_column_of_the_facts_and_no_metric_does() -> None:
    result = loopsim.run(BASE, games=2)
    meanings = [*result.schema()["meaning"], *(str(metric) for metric in result.measures.metrics)]
    assert not [text for text in meanings if RULE.search(text)]


def test_no_fault_of_a_rule_does() -> None:
    with pytest.raises(InputError, match=r"stays in use$"):
        loopsim.show(BASE, set={"rules.machines_by_day": [2, 1, 3]})


def test_no_weight_that_a_search_writes_does() -> None:
    study = loopsim.tune(
        population="greedy", against="random", games=5, generations=1, size=4, fresh=10, players=2
    )
    assert "tear" in study.table("weights")["feature"].to_list()
    assert not RULE.search(str(study.json()) + study.manifest["bot_file"])
