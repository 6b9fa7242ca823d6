"""What is read beside a mean over decks or bots: how far these agree, and what a sign hangs on."""

from typing import Any

import pytest

from loopsim.studies.agreement import agreement
from loopsim.studies.families import BOTS, DECKS

RESOLVED = {"difference": -0.4, "low": -0.6, "high": -0.2, "verdict": "lower"}
OPEN = {"difference": -0.4, "low": -0.9, "high": 0.1, "verdict": "not resolved"}
#: Its own interval leaves 0 out, but not among the others of its table.
NEARLY = {**OPEN, "high": -0.01}


def row(of: dict[str, Any], above: int, below: int, unresolved: int, said: str) -> dict[str, Any]:
    counts = {"above": above, "below": below, "unresolved": unresolved}
    return {**of, **counts, "robustness": said}


@pytest.mark.parametrize(
    ("of", "words"),
    [
        (row(RESOLVED, 0, 9, 0, "robust"), "robust"),
        (row(RESOLVED, 1, 6, 2, "mostly"), "mostly"),
        (row(RESOLVED, 2, 5, 2, "bot-dependent"), "bot-dependent"),
        # most bots are open: it is said that nothing speaks against it
        (row(RESOLVED, 0, 1, 8, "robust"), "robust, no bot disagrees"),
        (row(RESOLVED, 1, 3, 5, "mostly"), "mostly, 1 bot disagrees"),
        # a sign on which all agree, of a mean that is not known
        (row(OPEN, 0, 9, 0, "robust"), "mean not resolved, no bot disagrees"),
        (row(OPEN, 1, 8, 0, "mostly"), "mean not resolved, 1 bot disagrees"),
        (row(OPEN, 2, 18, 0, "mostly"), "mean not resolved, 2 bots disagree"),
        (row(NEARLY, 0, 9, 0, "robust"), "mean not resolved, no bot disagrees"),
        # no difference that matters, though all agree
        (
            row({**OPEN, "verdict": "no difference that matters"}, 0, 2, 1, "robust"),
            "mean not resolved, no bot disagrees",
        ),
        (row(OPEN, 2, 3, 4, "bot-dependent"), "bot-dependent"),
        (row(OPEN, 0, 1, 8, "not resolved"), "not resolved"),
    ],
)
def test_a_mean_that_is_not_resolved_is_never_called_robust(of: dict[str, Any], words: str) -> None:
    found = agreement(of, BOTS)
    assert found is not None
    assert found.words == words


@pytest.mark.parametrize(
    ("of", "hanging"),
    [
        (row(OPEN, 2, 3, 4, "bot-dependent"), "hangs on the bot: lower on 3, higher on 2 of 9"),
        (row(OPEN, 5, 3, 1, "bot-dependent"), "hangs on the bot: higher on 5, lower on 3 of 9"),
        (row(OPEN, 0, 5, 4, "bot-dependent"), "hangs on the bot: lower on 5, open on 4 of 9"),
        (row(NEARLY, 1, 7, 1, "bot-dependent"), "hangs on the bot: lower on 7, higher on 1 of 9"),
        # nobody disagrees, and the mean is only just open
        (row(NEARLY, 0, 3, 6, "bot-dependent"), ""),
        (row(OPEN, 1, 3, 5, "not resolved"), ""),
        (row(OPEN, 0, 9, 0, "robust"), ""),
        # the mean is known, on how many bots is said beside it
        (row(RESOLVED, 2, 6, 1, "bot-dependent"), ""),
        # of a mean that is not judged beside others the interval tells
        (
            {**row(OPEN, 1, 2, 0, "bot-dependent"), "verdict": None},
            "hangs on the bot: lower on 2, higher on 1 of 3",
        ),
        ({**row(RESOLVED, 1, 2, 0, "bot-dependent"), "verdict": None}, ""),
        # few games differ: there is a bound, and no interval
        (
            {**row(OPEN, 1, 2, 0, "bot-dependent"), "low": None, "high": None},
            "hangs on the bot: lower on 2, higher on 1 of 3",
        ),
    ],
)
def test_what_hangs_on_the_bot_is_told_with_its_sides(of: dict[str, Any], hanging: str) -> None:
    found = agreement(of, BOTS)
    assert found is not None
    assert found.hanging == hanging


def test_sides_are_those_of_the_sign_of_the_mean() -> None:
    up = row({"value": 0.4, "low": 0.2, "high": 0.6}, 30, 3, 7, "mostly")
    for of, with_sign in ((up, (30, 3, 7)), ({**up, "value": -0.4}, (3, 30, 7))):
        found = agreement(of, DECKS, "value")
        assert found is not None
        assert (found.members, found.with_sign) == (40, with_sign)


def test_of_no_family_and_of_unknown_members_nothing_is_said() -> None:
    assert agreement(row(OPEN, 2, 3, 4, "bot-dependent"), None) is None
    assert agreement({**OPEN, "robustness": None}, BOTS) is None
