"""Runs that reports are made of: an ordinary one, one with awkward names, one of a single game."""

from pathlib import Path

import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import loopsim
from loopsim.results import Result
from loopsim.studies.study import Study
from tests.reports.names import AWKWARD_BOT, AWKWARD_TRIP, LONG_TITLE, LONG_TRIP

VARIANT = f"""
extends = "loop-inc/base"
title = '''{LONG_TITLE}'''
notes = "</style><script>2</script>"
players = 3
expansions = ["futures", "office"]
bots = ["bots"]
rules.ad_penalty = 2
rules.trash_empty_tears = false
trips.AD4.1.trip = '''{AWKWARD_TRIP}'''
trips.AD1.1.trip = "{LONG_TRIP}"
"""


@pytest.fixture(scope="session")
def run() -> Result:
    """400 random games of four, facts in memory."""
    return loopsim.run("loop-inc/base", games=400, bots="random", seed=1)


@pytest.fixture(scope="session")
def awkward(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """Games of three with two bots, expansions, other rules and names that could break a page."""
    folder: Path = tmp_path_factory.mktemp("awkward")
    (folder / "bots").mkdir()
    for name in (AWKWARD_BOT, "plain"):
        (folder / "bots" / f"{name}.toml").write_text('family = "random"\n', encoding="utf-8")
    (folder / "variant.toml").write_text(VARIANT, encoding="utf-8")
    return loopsim.run(
        folder / "variant.toml", games=300, bots=[AWKWARD_BOT, "plain", "plain"], seed=2
    )


@pytest.fixture(scope="session")
def one_game() -> Result:
    return loopsim.run("loop-inc/base", games=1, bots="random", seed=1, keep="summary")


@pytest.fixture(scope="session")
def comparison() -> Study:
    """400 random games of three set-ups."""
    return loopsim.compare(
        ["loop-inc/base", "loop-inc/office", "loop-inc/all"], games=400, bots="random", seed=1
    )


@pytest.fixture(scope="session")
def factors() -> Study:
    """All set-ups of two expansions at 2 and 3 players, 200 random games each."""
    return loopsim.factorial(
        factors=["futures", "office"], players=[2, 3], games=200, bots="random", seed=1
    )


@pytest.fixture(scope="session")
def swept() -> Study:
    """Three ad penalties, 200 random games each."""
    return loopsim.sweep(vary={"rules.ad_penalty": [0, 3, 6]}, games=200, bots="random", seed=1)


@pytest.fixture(scope="session")
def decks() -> Study:
    """400 random games over 20 drawn decks."""
    return loopsim.run_over(decks=20, games=400, bots="random", seed=1)


@pytest.fixture
def ax() -> Axes:
    return Figure().add_subplot()
