"""Every line of the rules has a test that is named after it."""

import re
from pathlib import Path

from loopsim.kernels import loop_inc

#: The lines of the rules page; a line with letters: its own and each letter.
LINES = [
    "01",
    "02",
    "03",
    "04",
    "05",
    "06",
    "07",
    "10",
    "10a",
    "11",
    "12",
    "13",
    "14",
    "14a",
    "15",
    "16",
    "20",
    "20a",
    "21",
    "22",
    "23",
    "24",
    "25",
    "25a",
    "25b",
    "25c",
    "25d",
    "25e",
    "25f",
    "25g",
    "26",
    "26a",
    "26b",
    "26c",
    "26d",
    "40",
    "41",
    "42",
    "42a",
    "43",
    "44",
    "45",
    "46",
    "47",
    "47a",
    "50",
    "50a",
    "50b",
    "50c",
    "51",
    "51a",
    "51b",
    "51c",
    "51d",
    "51e",
    "51f",
    "51g",
    "52",
    "53",
    "53a",
    "54",
    "54a",
    "54b",
    "55",
    "56",
    "60",
    "60a",
    "61",
    "62",
    "63",
]
SWITCHES = [
    "exchange_may_retake",
    "ad_on_own_visited",
    "trash_empty_tears",
    "office_rescores",
    "same_day_revisit",
    "ad_owner_keeps_place",
    "components_stay",
    "future_bonus_optional",
]

#: No rule of play: decks drawn from a prior belong to scenarios.
WITHOUT_A_TEST_HERE = {"70"}

TESTS = [
    name
    for path in Path(__file__).parent.glob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.MULTILINE)
]


def test_every_line_of_the_rules_has_a_test_named_after_it():
    named = {match[1] for name in TESTS if (match := re.match(r"test_li_(\d\d[a-g]?)_", name))}
    assert sorted(set(LINES) - named) == []
    assert sorted(named - set(LINES)) == []
    assert not named & WITHOUT_A_TEST_HERE


def test_every_line_that_the_kernel_cites_is_a_line_of_the_rules():
    cited = {
        line
        for path in Path(loop_inc.__file__).parent.glob("*.py")
        for line in re.findall(r"LI-(\d\d[a-z]?)", path.read_text("utf-8"))
    }
    assert len(cited) > 50
    assert sorted(cited - set(LINES)) == []


def test_every_switch_has_a_test_named_after_it():
    assert [
        switch for switch in SWITCHES if not any(f"_switch_{switch}_" in name for name in TESTS)
    ] == []


def test_no_two_tests_have_one_name():
    assert len(set(TESTS)) == len(TESTS)
