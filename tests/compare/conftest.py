"""Two comparisons of random games that several tests read, with the runs of which they are made."""

from dataclasses import dataclass

import pytest

import loopsim
from loopsim import Result, Study

GAMES = 400


@dataclass(frozen=True)
class Pair:
    """A study of two set-ups, and each set-up as a run."""

    study: Study
    a: Result
    b: Result


def _pair(a: str, b: str, **more: object) -> Pair:
    same = {"games": GAMES, "bots": "random", "seed": 3, **more}
    study = loopsim.compare([a, b], **same)
    return Pair(study, loopsim.run(a, **same), loopsim.run(b, **same))


@pytest.fixture(scope="session")
def expansions() -> Pair:
    """All expansions or none: nearly every game differs."""
    return _pair("loop-inc/base", "loop-inc/all", players=3)


@pytest.fixture(scope="session")
def seldom(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    """A rule that few games feel: many numbers differ in fewer than 30 games, some in none."""
    file = tmp_path_factory.mktemp("seldom") / "gentle.toml"
    file.write_text('extends = "loop-inc/base"\nrules.ad_penalty = 2\n')
    return _pair("loop-inc/base", str(file), players=4)
