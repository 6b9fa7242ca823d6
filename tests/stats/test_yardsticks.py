"""Random play agrees with the Yardsticks of the rules page; `tests.proofs` uses 10⁶ games a row."""

from dataclasses import replace

import numpy as np
import pytest

from loopsim import run
from loopsim.games.loop_inc.game import Table
from loopsim.kernels.loop_inc.names import CAUSES
from loopsim.scenario import load
from tests.stats.yardsticks import NEVER, PER_SEAT, ROWS, check, judge, measure

GAMES = 20_000
SEED = 4


@pytest.fixture(scope="module")
def ours():
    """What random play gives in the set-ups of the table, by (players, expansions)."""
    return {
        (row.players, row.expansions): measure(
            Table(load("loop-inc/base", row.settings, row.players), ["random"]), SEED, GAMES
        )
        for row in ROWS[:4]
    }


def test_random_play_agrees_with_every_yardstick(ours) -> None:
    check([judge(row, ours[row.players, row.expansions]) for row in ROWS])


def test_no_advertising_ever_lacks_a_trip(ours) -> None:
    for measured in ours.values():
        assert measured.means[measured.names.index(NEVER)] == 0


def test_errors_said_to_be_small_are_small(ours) -> None:
    base = ours[4, ""]
    for name, printed in ROWS[0].numbers.items():
        error = np.sqrt(GAMES / ROWS[0].games) * base.error(name)
        assert error < printed.error * 1.3, name
        assert printed.error == 0.002 or error > printed.error * 0.7, name


def test_the_summary_of_a_run_gives_the_same_numbers(ours) -> None:
    result = run("loop-inc/base", games=GAMES, bots="random", seed=SEED, keep="summary")
    base = dict(zip(ours[4, ""].names, ours[4, ""].means, strict=True))
    of = result.estimates.of
    summary = {name: of(name).value for name in (*PER_SEAT, "decisions", "forced", "turns")}
    summary |= {f"win_share {place}": of("win_share", "place", place).value for place in range(4)}
    summary |= {cause: of(f"tears_{cause}").value for cause in CAUSES}
    assert summary == pytest.approx(base)


@pytest.mark.parametrize(
    ("name", "change"), [("score", 0.15), ("win_share 0", 0.02), ("voluntary", -0.01)]
)
def test_one_wrong_number_is_found(ours, name, change) -> None:
    measured = ours[4, ""]
    means = measured.means.copy()
    means[measured.names.index(name)] += change
    wrong = ours | {(4, ""): replace(measured, means=means)}
    verdicts = [judge(row, wrong[row.players, row.expansions]) for row in ROWS]
    with pytest.raises(AssertionError, match=r"standard errors away|χ²"):
        check(verdicts)


def test_many_numbers_a_little_wrong_are_found_together(ours) -> None:
    def shifted(measured):
        signs = np.where(np.arange(len(measured.means)) % 2, 1, -1)
        errors = np.array([measured.error(name) for name in measured.names])
        return replace(measured, means=measured.means + 1.7 * signs * errors)

    verdicts = [judge(row, shifted(ours[row.players, row.expansions])) for row in ROWS]
    with pytest.raises(AssertionError, match=r"beyond 2|χ²"):
        check(verdicts)


def test_other_games_of_the_same_law_are_judged_as_chance(ours) -> None:
    table = Table(load("loop-inc/base", [], 4), ["random"])
    found = []
    for seed in range(30):
        other = measure(table, 100 + seed, 2_000)
        at = [other.names.index(name) for name in ROWS[0].numbers]
        numbers = {
            name: replace(printed, mean=float(other.means[i]), digit=0.0001)
            for i, (name, printed) in zip(at, ROWS[0].numbers.items(), strict=True)
        }
        found.append(judge(replace(ROWS[0], games=2_000, numbers=numbers), ours[4, ""]).p)
    assert 0.3 < np.mean(found) < 0.7
    assert min(found) > 0.001
