"""One number with two names: one bound, by what the metrics declare and by what is played."""

from itertools import combinations
from typing import Any

import pytest

import loopsim as api
from loopsim import Result
from loopsim.gates import leaves
from loopsim.gates.leaves import Number
from tests.cli.program import BASE


@pytest.fixture(scope="module", params=[(BASE, 4), ("loop-inc/all", 3)], ids=["base", "all"])
def large(request: pytest.FixtureRequest) -> Result:
    """A run in which numbers that are not the same are seen to differ at some place or trip."""
    scenario, players = request.param
    return api.run(scenario, games=3_000, players=players, bots="random", seed=5, keep="summary")


def values(run: Result, metric: str, group: str, count: int) -> list[tuple[float | None, ...]]:
    found = (run.estimates.of(metric, group, index) for index in range(count))
    return [(of.value, of.se) for of in found]


def test_metrics_that_are_alike_everywhere_are_declared_to_be_one_number_and_no_others(
    large: Result,
) -> None:
    groups = {
        "games": ("game", 1),
        "seats": ("place", large.setting.players),
        "items": ("item", len(large.setting.items)),
    }
    for level, (group, count) in groups.items():
        metrics = [m for m in large.measures.of_level(level) if not m.summed_only]
        seen = {m.name: values(large, m.name, group, count) for m in metrics}
        alike = {
            frozenset(pair)
            for pair in combinations(seen, 2)
            if seen[pair[0]] == seen[pair[1]] and any(se for _, se in seen[pair[0]])
        }
        assert alike == {frozenset((m.name, m.same_as)) for m in metrics if m.same_as}


def test_what_the_trips_of_a_card_have_in_common_is_declared_and_nothing_else(
    large: Result,
) -> None:
    cards = [item["card"] for item in large.setting.items]
    for metric in large.measures.of_level("items"):
        found = values(large, metric.name, "item", len(cards))
        first = [found[cards.index(card)] for card in cards]
        assert (found == first) == (metric.shared_by == "card"), metric.name


def alike(run: Result) -> dict[Any, list[Number]]:
    found: dict[Any, list[Number]] = {}
    for number in leaves.of_run(run).values():
        found.setdefault(number.same, []).append(number)
    return {same: numbers for same, numbers in found.items() if len(numbers) > 1}


def test_a_number_has_the_same_value_by_each_of_its_names(large: Result) -> None:
    groups = [{number.name for number in numbers} for numbers in alike(large).values()]
    assert {"trips.AD4.1.second", "trips.AD4.1.tears"} in groups
    assert {"trips.AD4.1.dealt", "trips.AD4.2.dealt"} in groups
    assert {"by_order.0.eliminated", "by_order.0.seats_by_tears.4"} in groups
    for numbers in alike(large).values():
        assert len({(number.mean, number.se) for number in numbers}) == 1


def test_a_number_with_two_names_is_compared_once(run: Result, earlier: dict[str, Any]) -> None:
    rows = api.gate(run, against=earlier).rows
    compared = [*rows["name"]]
    for numbers in alike(run).values():
        assert sum(number.name in compared for number in numbers) == 1
    same = {number.same for number in leaves.of_run(run).values() if number.spread is None}
    assert len(compared) == len(same)


def test_of_the_tolerances_of_two_names_the_smaller_holds_unless_one_is_stated(
    run: Result, earlier: dict[str, Any]
) -> None:
    def allowed(**tolerance: float) -> float:
        rows = api.gate(run, against=earlier, thresholds={"tolerance": tolerance}).rows
        return dict(rows.select("name", "max").iter_rows())["per_seat.second_visits"]

    other = "tears_by_cause.second_visitor"
    assert allowed(points=1) == 0.02
    assert allowed(tears=0.001) == allowed(launches=0.001) == 0.001
    assert allowed(tears=0.5) == 0.02
    assert allowed(**{"tears": 0.001, other: 0.3}) == 0.3


def test_bounds_of_one_number_take_one_share_of_the_level(run: Result) -> None:
    def width(*names: str) -> float:
        bounds = {name: {"min": 0.1 + place / 100} for place, name in enumerate(names)}
        rows = api.gate(run, thresholds={"bounds": bounds}).rows
        return max(rows["high"] - rows["low"])

    one, two = "trips.AD4.1.dealt", "trips.AD4.2.dealt"
    assert width(one, two) == width(one)
    assert width(one, "trips.AD3.1.dealt") > width(one)
