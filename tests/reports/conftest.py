"""Runs that reports are made of: an ordinary one, one with awkward names, one of a single game."""

import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import loopsim
from loopsim.results import Result
from loopsim.studies.study import Study
from tests.reports.hostile import awkward_run


@pytest.fixture(scope="session")
def run() -> Result:
    """400 random games of four, facts in memory."""
    return loopsim.run("loop-inc/base", games=400, bots="random", seed=1)


@pytest.fixture(scope="session")
def awkward(tmp_path_factory: pytest.TempPathFactory) -> Result:
    return awkward_run(tmp_path_factory.mktemp("awkward"))


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
