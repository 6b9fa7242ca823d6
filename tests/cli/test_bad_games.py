"""Games that do not end as they should: they are counted, told, and stay among the others."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from polars.testing import assert_frame_equal

import loopsim as api
from loopsim import Study
from loopsim.games.loop_inc.game import Table
from loopsim.kernels.loop_inc.names import LOG_FULL, PLAYED
from loopsim.search.tryouts import FRESH
from tests.cli.program import Loopsim

#: Every so many games of a seed one is bad.
EVERY, BAD = 50, 3
GAMES = 4 * EVERY
TWO = {"bots": ["greedy", "random"], "games": GAMES}
SEARCH: dict[str, Any] = {
    "population": ["greedy"],
    "generations": 1,
    "size": 4,
    "games": EVERY,
    "fresh": 2 * EVERY,
}


@pytest.fixture
def bad(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some games end as if their log were full."""
    play = Table.play_these

    def badly(table: Table, seed: int, which: Any, rows: Any) -> None:
        play(table, seed, which, rows)
        is_bad = np.asarray(which) % EVERY == BAD
        rows["games"]["outcome"] = np.where(is_bad, LOG_FULL, PLAYED)

    monkeypatch.setattr(Table, "play_these", badly)


#: Each kind with how often it plays its games.
STUDIES: dict[str, tuple[int, Callable[..., Study]]] = {
    "compare": (
        2,
        partial(api.compare, ["loop-inc/base", "loop-inc/office"], bots="greedy", games=GAMES),
    ),
    "restrict": (3, partial(api.restrict, forbid="move,trash", bots="greedy", games=GAMES)),
    "arena": (5, partial(api.arena, **TWO)),
    "skill": (1, partial(api.arena, **TWO, mode="skill")),
}


@pytest.mark.parametrize("kind", STUDIES)
def test_bad_games_of_a_study_are_counted_and_change_nothing_else(
    kind: str, request: pytest.FixtureRequest
) -> None:
    times, play = STUDIES[kind]
    sound = play()
    request.getfixturevalue("bad")
    study = play()
    assert sound.manifest["faults"] == {}
    assert study.manifest["faults"] == {"log_full": times * GAMES // EVERY}
    for name, frame in sound.tables.items():
        assert_frame_equal(study.table(name), frame, check_exact=True)


@pytest.mark.usefixtures("bad")
def test_bad_games_of_a_run_are_counted() -> None:
    assert api.run(bots="random", games=GAMES).manifest["faults"] == {"log_full": 4}


@pytest.mark.usefixtures("bad")
def test_a_search_counts_bad_games_that_its_diary_remembers_too(tmp_path: Path) -> None:
    tune = partial(api.tune, bot="greedy", against=["random"], **SEARCH, out=tmp_path)
    first, again = tune(), tune()
    assert first.manifest["faults"] == {"log_full": first.manifest["played"] // EVERY}
    assert again.manifest["faults"] == first.manifest["faults"]


@pytest.mark.usefixtures("bad")
def test_a_hunt_counts_bad_games_and_shows_none(tmp_path: Path) -> None:
    manifest = api.exploit(**SEARCH, players=2).manifest
    bad = manifest["faults"]["log_full"]
    assert bad == pytest.approx(manifest["played"] / EVERY, rel=0.05)  # some parts end between two
    assert (manifest["sample"]["game"] - FRESH) % EVERY != BAD


@pytest.mark.usefixtures("bad")
def test_a_contest_with_bad_games_is_carried_out_with_a_warning(loopsim: Loopsim) -> None:
    asked = ("--bots", "greedy,random", "--games", str(GAMES), "--quiet")
    done = loopsim("arena", *asked)
    assert (done.code, done.err) == (0, "loopsim: warning: 20 games ended with 'log_full'\n")
