"""Golden playthroughs: whole games are played as they were when somebody last looked at them."""

import pytest

from loopsim.scenario import load, shipped
from tests.golden import FOLDER, GOLDEN


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.name)
def test_a_golden_game_is_played_as_it_was(golden) -> None:
    kept = golden.path.read_text(encoding="utf-8").splitlines()
    now = golden.lines()
    for number, (was, is_now) in enumerate(zip(kept, now, strict=False), 1):
        assert is_now == was, (
            f"{golden.path.name}, line {number}; if the change is meant: make golden"
        )
    assert len(now) == len(kept)


def test_every_file_is_a_golden_game() -> None:
    assert {path.name for path in FOLDER.glob("*.jsonl")} == {golden.path.name for golden in GOLDEN}


def test_every_shipped_scenario_and_every_bot_has_a_golden_game() -> None:
    assert {golden.scenario for golden in GOLDEN} == {name for name, _ in shipped()}
    assert {bot for golden in GOLDEN for bot in golden.bots} == set(load("loop-inc/base").bots)
