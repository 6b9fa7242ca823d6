"""The mutation check, a slice; ``python -m tests.mutants`` tries all mutants."""

import pytest

from tests.mutants.mutants import CAUGHT, NOT_ONCE, ROOT, RULES, SURVIVED, Workplace, read_mutants

MUTANTS = read_mutants()

#: Cheap ones: their own chapter catches them.
SLICE = ("turns go counterclockwise", "second comers pay nothing", "the third tear eliminates")


@pytest.fixture(scope="module")
def workplace(tmp_path_factory):
    return Workplace(tmp_path_factory.mktemp("mutants") / "tree")


def test_each_mutant_finds_its_place_exactly_once():
    lost = [
        (mutant.file, mutant.why)
        for mutant in MUTANTS
        if (ROOT / RULES / mutant.file).read_text("utf-8").count(mutant.old) != 1
    ]
    assert lost == []


def test_there_are_thirty_mutants_and_no_two_alike():
    assert len({(mutant.file, mutant.old, mutant.new) for mutant in MUTANTS}) == len(MUTANTS) >= 30
    assert all(mutant.old != mutant.new for mutant in MUTANTS)


@pytest.mark.parametrize("why", SLICE)
def test_a_mutant_is_caught_and_the_rules_without_it_pass(workplace, why):
    (mutant,) = [mutant for mutant in MUTANTS if mutant.why == why]
    verdict = workplace.judge(mutant, only_chapter=True)
    assert verdict.outcome == CAUGHT
    assert verdict.said.startswith("test_li_")
    assert workplace.run(mutant.chapter).outcome == SURVIVED


def test_a_mutant_that_finds_no_place_is_said(workplace):
    mutant = MUTANTS[0]
    lost = type(mutant)(mutant.rule, mutant.file, "no such place", "no such text", "")
    assert workplace.judge(lost).outcome == NOT_ONCE
