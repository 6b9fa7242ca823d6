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
    new = seats["new"].sum(axis=2)
    for place, kind in ((0, "garage"), (5, "advertise")):
        rate = rows[f"take_rate_{kind}"]
        taken = seats["new"][:, :, place]
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


def test_the_suspect_wins_most_by_uses_beyond_those_of_the_field() -> None:
    rows = [
        # thing, bot, field, difference_low, worth, worth_low
        ("needed by all", 4.0, 3.8, 0.1, 0.30, 0.20),
        ("broken", 1.8, 0.3, 1.4, 0.25, 0.15),
        ("liked for nothing", 2.0, 0.1, 1.8, 0.02, -0.05),
        ("not for sure more often", 0.2, 0.1, -0.1, 0.5, 0.4),
        ("not tried", 0.5, 0.1, 0.3, None, None),
    ]
    names = ("thing", "bot", "field", "difference_low", "worth", "worth_low")
    frame = pl.DataFrame(rows, schema=names, orient="row")
    assert suspect(frame) == "broken"
    assert suspect(frame.filter(pl.col("thing") != "broken")) == "needed by all"
    assert suspect(frame.tail(3)) is None
