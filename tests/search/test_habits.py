"""What a bot does otherwise than the field, counted once more in plain Python."""

from __future__ import annotations

from statistics import mean
from typing import Any

import polars as pl
import pytest

from loopsim import contests, simulate
from loopsim.games.loop_inc import items
from loopsim.scenario import load
from loopsim.search.asked import checked
from loopsim.search.diary import Diary
from loopsim.search.tryouts import FRESH, SEAT, Tryouts
from loopsim.studies.habits import Observed, habits, observed, suspect, things

GAMES = 192
#: Trips by key, as traces call them.
NAMES = {
    f"{trip.card}.{1 + place % 2}": (trip.card, trip.trip)
    for place, trip in enumerate(load("loop-inc/base").trips_in_play)
}
SEED = 4


@pytest.fixture(scope="module")
def seen() -> Observed:
    """A planner among planners and greedy bots."""
    asked = checked(
        "loop-inc/more-anomalies", population=["planner", "greedy"], generations=1, size=4, games=1,
        fresh=GAMES, players=3, seed=SEED, threads=2, set=(), command=["exploit"],
    )  # fmt: skip
    of = Tryouts(asked, Diary(None, {}), simulate.Stop())
    return observed(of, asked.scenario.bot("planner"))


@pytest.fixture(scope="module")
def used(seen: Observed) -> list[dict[str, Any]]:
    """The rows of things."""
    return things(seen).to_dicts()


@pytest.fixture(scope="module")
def told(seen: Observed) -> list[list[dict[str, Any]]]:
    """The events of each game."""
    table = seen.of.table(seen.bot, seen.of.asked.population)
    return [table.trace(SEED, FRESH + i).events for i in range(GAMES)]


def test_numbers_are_those_of_the_seat_and_of_all_others(seen: Observed) -> None:
    rows = {row["metric"]: row for row in habits(seen).to_dicts()}
    seats = seen.rows["seats"]
    own = seats["bot"] == 0
    assert own.sum() == GAMES

    score = rows["score"]
    assert score["bot"] == pytest.approx(seats["score"][own].mean())
    assert score["field"] == pytest.approx(seats["score"][~own].mean())
    assert score["difference"] == pytest.approx(score["bot"] - score["field"])
    assert score["difference_low"] > 0
    new = seats["new"].sum(axis=(2, 3))
    for place, kind in ((0, "garage"), (5, "advertise")):
        rate = rows[f"take_rate_{kind}"]
        taken = seats["new"][:, :, place].sum(axis=2)
        assert rate["bot"] == pytest.approx(taken[own].sum() / new[own].sum())
        assert rate["field"] == pytest.approx(taken[~own].sum() / new[~own].sum())
    assert rows["win_share"]["field"] == pytest.approx(seats["win_share"][~own].mean() / 60)


def test_what_differs_most_surely_comes_first(seen: Observed) -> None:
    found = habits(seen).to_dicts()
    sure = [row["sureness"] for row in found if row["sureness"] is not None]
    assert sure == sorted(sure, reverse=True)
    assert found[0]["sureness"] > 10
    for row in found:
        if row["sureness"] is not None:
            half = (row["difference_high"] - row["difference_low"]) / 2
            assert row["sureness"] == pytest.approx(abs(row["difference"]) / half * 1.96)
    words = {row["metric"]: row["words"] for row in found}
    score = next(row for row in found if row["metric"] == "score")
    assert words["score"] == f"{score['bot'] / score['field']:.2g} times the field's"


def uses(events: list[dict[str, Any]], seat: int, thing: str) -> int | None:
    """How often a seat launches to a trip or carries an anomaly out; None if it is not there."""
    if thing.startswith("anomaly:"):
        opened = {
            f"anomaly:{key}"
            for event in events
            if event["event"] == "day_end"
            for key in event["anomalies"]
        }
        if thing not in opened:
            return None
        return sum(
            event["event"] == "play" and event["seat"] == seat and event["card"] == thing
            for event in events
        )
    keys = [(trip["card"], trip["trip"]) for trip in events[0]["trips"]]
    if NAMES[thing] not in keys:
        return None
    place = keys.index(NAMES[thing])
    return sum(
        event["event"] == "launch" and event["seat"] == seat and event["trip"] == place
        for event in events
    )


@pytest.mark.parametrize("thing", ["AD1.1", "AD4.2", "anomaly:spare_parts", "anomaly:deja_vu"])
def test_uses_are_those_of_the_bot_and_of_seats_of_the_field(
    seen: Observed,
    used: list[dict[str, Any]],
    told: list[list[dict[str, Any]]],
    thing: str,
) -> None:
    (row,) = (row for row in used if row["thing"] == thing)
    own, others = [], []
    for i, events in enumerate(told):
        seats = seen.rows["seats"][i]
        focal = int(seats["seat"][seen.rows["focal"]["place"][i]])
        count = uses(events, focal, thing)
        if count is not None:
            is_own = events[0]["bots"][focal] == SEAT
            assert is_own == seen.focal[i]
            (own if is_own else others).append(count)
    assert 0.25 < len(own) / len(others) < 0.75  # one of three places
    assert row["bot"] == pytest.approx(mean(own))
    assert row["field"] == pytest.approx(mean(others))
    assert row["lift"] == (pytest.approx(mean(own) / mean(others)) if any(others) else None)


def test_what_is_used_more_often_for_sure_comes_first_and_what_it_is_worth_is_told(
    used: list[dict[str, Any]],
) -> None:
    rows = used
    assert len(rows) == 32 + 12 + 7

    def resolved(row: dict[str, Any]) -> bool:
        low, high = row["difference_low"], row["difference_high"]
        return low is not None and (low > 0 or high < 0)

    assert [resolved(row) for row in rows] == sorted(map(resolved, rows), reverse=True)
    lifts = [float("inf") if row["lift"] is None else row["lift"] for row in rows if resolved(row)]
    assert lifts == sorted(lifts, reverse=True)
    assert lifts[0] > 1.5
    assert [row["worth"] is not None for row in rows] == [
        i < 10 and resolved(row) for i, row in enumerate(rows)
    ]


def test_worth_is_what_the_bot_wins_less_where_the_thing_is_closed_to_it(
    seen: Observed, used: list[dict[str, Any]]
) -> None:
    row = max((row for row in used if row["worth"]), key=lambda row: row["worth"])
    scenario = seen.of.asked.scenario
    (item,) = (
        group.items[0]
        for group in items.of_kind(scenario, row["kind"])
        if group.key == row["thing"]
    )
    open_, closed = (
        contests.play([of], seed=SEED, games=range(FRESH, FRESH + GAMES), threads=1)[0].share
        for of in (
            contests.against(scenario, "planner", seen.of.asked.population, **more)
            for more in ({}, {"closing": item.closing})
        )
    )
    there = seen.focal & item.dealt(seen.rows)
    assert row["worth"] == pytest.approx((open_ - closed)[there].mean() / 60)
    assert row["worth"] > 0.05
    assert row["part"] == there.sum() / seen.focal.sum()
    own = 1 - row["field"] / row["bot"]
    for end in ("", "_low", "_high"):
        assert row[f"beyond{end}"] == pytest.approx(row[f"worth{end}"] * own * row["part"])


def row(
    thing: str,
    *,
    difference: tuple[float, float] = (1.0, 0.1),
    worth: tuple[float | None, float | None] = (0.3, 0.02),
    beyond: float | None = 0.2,
) -> dict[str, Any]:
    """Of things: `difference` and `worth` with half the width of their 95 % intervals."""
    ends = {"difference": difference, "worth": worth}
    return {
        "thing": thing,
        **{name: of[0] for name, of in ends.items()},
        **{f"{name}_low": None if of[0] is None else of[0] - of[1] for name, of in ends.items()},
        "beyond": beyond,
    }


def test_the_suspect_makes_at_least_half_of_the_exploit_for_sure() -> None:
    rows = [
        row("needed by all", beyond=0.11),
        row("broken", beyond=0.25),
        row("liked for nothing", worth=(0.02, 0.05), beyond=0.5),
        row("not for sure more often", difference=(0.05, 0.1), beyond=0.5),
        row("not tried", worth=(None, None), beyond=None),
        row("one of many", beyond=0.09),
    ]
    frame = pl.DataFrame(rows)
    assert suspect(frame, 0.2) == "broken"
    assert suspect(frame.filter(pl.col("thing") != "broken"), 0.2) == "needed by all"
    assert suspect(frame.tail(4), 0.2) is None
    assert suspect(frame, 0.6) is None


def test_the_more_things_are_looked_at_the_surer_the_suspect_must_be() -> None:
    """2.5 standard errors above 0: of one thing that is beyond chance, of ten it is not."""
    for name in ("difference", "worth"):
        just = row("just", **{name: (0.25, 0.196)})
        others = [row(f"other {i}", beyond=0.0) for i in range(9)]
        assert suspect(pl.DataFrame([just]), 0.2) == "just"
        assert suspect(pl.DataFrame([just, *others]), 0.2) is None


def test_few_games_have_no_interval(seen: Observed) -> None:
    few = Observed(seen.of, seen.bot, {name: rows[:60] for name, rows in seen.rows.items()})
    rows = things(few).to_dicts()
    assert {row["kind"] for row in rows if row["bot_low"] is not None} == set()
    assert all(row["bot"] is not None for row in rows if row["part"])
    assert {row["worth"] for row in rows} == {None}
