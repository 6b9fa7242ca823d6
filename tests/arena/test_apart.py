"""The table of how differently bots decide: what is called different, and what is open."""

import pytest

from loopsim.stats import Estimate
from loopsim.studies.strength import apart


def of(value: float, half: float = 0.02) -> Estimate:
    return Estimate(value, half / 1.96, value - half, value + half, 1_000)


@pytest.mark.parametrize(
    ("distance", "different", "open_"),
    [
        (of(0.13), True, False),
        (of(0.11), True, True),
        (of(0.10), True, True),
        (of(0.0999), False, True),
        (of(0.09), False, True),
        (of(0.07), False, False),
        (of(0.0, 0.0), False, False),
        (Estimate(0.5, None, None, None, 1, "too few"), True, True),
    ],
)
def test_two_bots_are_different_by_the_measured_distance_itself(distance, different, open_) -> None:
    """By no end of its interval, which says only whether that is resolved."""
    frame = apart.tables(["a", "b"], [[of(0.0), distance], [distance, of(0.0)]])["distance"]
    assert frame["different"].to_list() == [different]
    assert apart.unresolved(frame).to_list() == [open_]
