"""A gate that holds fails seldom, one that does not is seen: replicates by the law of a real run.

The proof `gate` (tests/proofs) does the same with games that are played.
"""

from collections.abc import Iterator

import numpy as np
import pytest

from loopsim import Result
from loopsim.gates.bounds import LEVEL, Asked, decided
from loopsim.gates.leaves import Number, of_run, sample
from loopsim.gates.outcomes import Judged

REPLICATES = 1_000
SHIFT, SHIFT_GAMES = 0.02, 100_000


class Law:
    """Draws what a run of so many games would give for numbers whose truth is that of another run.

    Counts and shares come in hits, so rare ones are as skew as they are; what is signed is normal.
    """

    def __init__(self, run: Result, games: int) -> None:
        self.numbers = [
            number
            for name, number in of_run(run).items()
            if number.se is not None and name.startswith(("per_", "take_rate", "win_share_by"))
        ]
        self._times = run.manifest["games"] / games
        self._games = games
        self._rng = np.random.default_rng(17)

    def drawn(self, number: Number) -> tuple[float, float]:
        mean, se = number.mean or 0.0, (number.se or 0.0) * self._times**0.5
        if number.least != 0 or not se:
            return mean + se * self._rng.standard_normal(), se
        hits = self._rng.poisson((mean / se) ** 2)
        return hits * se**2 / mean, se**2 / mean * hits**0.5

    def replicate(
        self, shift: float = 0.0, tolerance: float | None = None
    ) -> list[tuple[Asked, Judged]]:
        """A gate of two fresh runs; `shift`: of the win share of place 0 in the second."""
        asked = []
        for number in self.numbers:
            (now, error), (was, error_was) = self.drawn(number), self.drawn(number)
            was += shift * (number.name == "win_share_by_order.0")
            of = number._replace(mean=now, se=error, games=self._games)
            most = number.smallest if tolerance is None else tolerance
            before = sample(of, was, error_was, self._games)
            asked.append(Asked(of, -most, most, before, "baseline", was))
        return decided(asked)


def failing(found: list[tuple[Asked, Judged]]) -> Iterator[str]:
    return (asked.number.name for asked, judged in found if judged.outcome == "fail")


@pytest.mark.parametrize("games", [100, 2_000])
def test_unchanged_reruns_fail_in_one_of_a_hundred_at_most(run: Result, games: int) -> None:
    law = Law(run, games)
    assert len(law.numbers) > 50
    assert sum(any(failing(law.replicate())) for _ in range(REPLICATES)) <= REPLICATES * LEVEL


def test_so_they_do_if_every_difference_matters(run: Result) -> None:
    """Tolerance 0: about one in a hundred, as chance has it."""
    law = Law(run, 300)
    failed = sum(any(failing(law.replicate(tolerance=0.0))) for _ in range(REPLICATES))
    assert failed <= REPLICATES * LEVEL + 3 * (REPLICATES * LEVEL) ** 0.5


def test_the_level_is_used_rather_than_left_over(run: Result) -> None:
    """Of one number alone two-sided: 1 in 100 fails, not fewer."""
    law = Law(run, 100_000)
    law.numbers = [number for number in law.numbers if number.name == "per_seat.score"]
    failed = sum(any(failing(law.replicate(tolerance=0.0))) for _ in range(20_000))
    assert 0.008 < failed / 20_000 < 0.012


def test_a_shift_of_two_hundredths_in_win_share_fails_by_name(run: Result) -> None:
    law = Law(run, SHIFT_GAMES)
    failed = [[*failing(law.replicate(SHIFT))] for _ in range(20)]
    assert failed == [["win_share_by_order.0"]] * 20
