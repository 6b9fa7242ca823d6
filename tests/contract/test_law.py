"""The referee of Loop, Inc. rejects a game that is against the rules, though its accounts may add up."""

import re
from dataclasses import replace
from typing import Any

import pytest

from loopsim import games
from loopsim.kernels.loop_inc.names import TYPES
from loopsim.scenario import load
from tests.contract import loop_inc
from tests.contract.doctor import altered, twice, where, without
from tests.contract.setups import ALL

PLAYED = 400  # at most, until a game is rejected


def table(*settings: str) -> Any:
    scenario = load("loop-inc/base", settings, 4)
    return games.get(scenario.game).Table(scenario, ("random",))


@pytest.fixture(scope="module")
def traces() -> list[Any]:
    every = table(ALL)
    return [every.trace(3, game) for game in range(60)]


# --- games by other rules than the setup tells

OTHER_RULES = [
    ("trip_capacity", 3, 2, "the trip is full"),
    ("trip_capacity", 2, 1, "the trip is full"),
    ("same_day_revisit", True, False, "visited before"),
    ("ad_owner_keeps_place", True, False, "the trip is full"),
    ("exchange_may_retake", True, False, "may not be taken back"),
    ("ad_on_own_visited", True, False, "an ad may lie on"),
    ("trash_empty_tears", True, False, "no step of the card"),
    ("trash_empty_tears", False, True, "a step of the card was left out"),
    ("office_rescores", True, False, "the office pays"),
    ("office_rescores", False, True, "the office pays"),
    ("office_points", [2, 1, 0], [2, 0, 0], "the office pays"),
    ("future_bonus_optional", True, False, "was left out"),
    ("future_bonus_optional", False, True, "no step of the card"),
    ("new_per_day", 2, 3, "it is the turn of another seat|there are turns left"),
    ("new_per_day", 3, 2, "there are . cards to choose from|it is the turn of another seat"),
    ("anomalies_per_day", 3, 4, "4 anomalies open"),
    ("days", 2, 3, "there are days left|anomalies open"),
    ("ads_per_player", 3, 4, "no step of the card"),
]


@pytest.mark.parametrize(("rule", "played", "told", "why"), OTHER_RULES)
def test_a_game_by_other_rules_is_rejected(rule, played, told, why) -> None:
    value = str(played).lower().replace(" ", "")
    machines = ("rules.machines_by_day=2,3",) * (rule == "days")
    expansions = "expansions=futures,more" if rule == "trash_empty_tears" else ALL
    other = table(expansions, f"rules.{rule}={value}", *machines)
    for game in range(PLAYED):
        setup, *events = other.trace(3, game).events
        assert setup["rules"][rule] == played
        setup = setup | {"rules": setup["rules"] | {rule: told}}
        try:
            loop_inc.check_events([setup, *events])
        except AssertionError as rejected:
            if re.search(why, str(rejected)):
                return
    pytest.fail("every game passed, or was rejected for something else")


# --- games changed by hand


def counterclockwise(events) -> None:
    """The whole game in a mirror: every seat changes places with the one across the first."""
    setup = events[0]
    n, first = setup["players"], setup["first"]

    def mirrored(seat: int) -> int:
        return (2 * first - seat) % n

    for at, event in enumerate(events):
        changed = dict(event)
        for key in ("seat", "first"):
            if key in event:
                changed[key] = mirrored(event[key])
        for key in ("bots", "office", "scores", "penalties", "ranks", "win_share"):
            if key in event:
                changed[key] = [event[key][mirrored(seat)] for seat in range(n)]
        if "failed_ads" in event:
            changed["failed_ads"] = [[mirrored(seat), trip] for seat, trip in event["failed_ads"]]
        events[at] = changed


def second_comers_pay_nothing(events) -> None:
    at = where(events, "launch", second=True)
    events[at] = events[at] | {"second": False}
    del events[at + 1]


def the_first_comer_pays(events) -> None:
    at = where(events, "launch", second=False)
    tear = {"event": "tear", "seat": events[at]["seat"], "cause": "second_visitor", "total": 1}
    events.insert(at + 1, tear)


def the_highest_score_is_first(events) -> None:
    scores = events[where(events, "day_end", day=1)]["scores"]
    altered("day_start", "first", lambda _: scores.index(max(scores)), day=2)(events)


def a_voluntary_tear_instead_of_a_take(events) -> None:
    at = where(events, "take")
    seat = events[at]["seat"]
    events[at] = {"event": "tear", "seat": seat, "cause": "voluntary", "total": 1}


def a_component_that_is_not_there_is_exchanged_for_itself(events) -> None:
    at = where(events, "exchange")
    had = {
        event.get(key)
        for event in events[:at]
        for key in ("component", "in")
        if event.get("seat") == events[at]["seat"]
    }
    never = next(kind for kind in TYPES if kind not in had)
    events[at] = events[at] | {"out": never, "in": never}


def a_move_goes_nowhere(events) -> None:
    at = where(events, "move")
    events[at] = events[at] | {"to": events[at]["from"]}


def an_action_comes_before_the_first_turn(events) -> None:
    events.insert(where(events, "play"), events[where(events, "take")])


def a_turn_is_left_out(events) -> None:
    end = where(events, "day_end", day=1)
    last = max(at for at in range(end) if events[at]["event"] == "play")
    del events[last:end]


def the_last_day_is_left_out(events) -> None:
    del events[where(events, "day_start", day=3) : where(events, "game_end")]


CHANGED = {
    "turns go counterclockwise": (counterclockwise, "it is the turn of another seat"),
    "another seat begins": (
        altered("day_start", "first", lambda seat: (seat + 1) % 4),
        "seat . is first",
    ),
    "the highest score is first": (the_highest_score_is_first, "seat . is first"),
    "a day has no start": (without("day_start", day=2), "a turn outside a day"),
    "a day has no end": (without("day_end", day=1), "the day before has no end"),
    "a day ends twice": (twice("day_end"), "the day has not begun"),
    "an action comes before the first turn": (
        an_action_comes_before_the_first_turn,
        "take outside a turn",
    ),
    "a new card too many": (
        altered("play", "source", lambda _: "new", source="past", options=1),
        "no new card is due",
    ),
    "a card too many to choose from": (
        altered("play", "options", lambda k: k + 1),
        "cards to choose from",
    ),
    "an exchange of nothing": (
        a_component_that_is_not_there_is_exchanged_for_itself,
        "no such component",
    ),
    "a move goes nowhere": (a_move_goes_nowhere, "a move to where it was"),
    "a turn is left out": (a_turn_is_left_out, "there are turns left"),
    "the last day is left out": (the_last_day_is_left_out, "there are days left"),
    "second comers pay nothing": (second_comers_pay_nothing, "second is who finds another"),
    "a second comer does not pay at once": (
        without("tear", cause="second_visitor"),
        "a tear of second visitors follows|the second visitor has paid nothing",
    ),
    "the first comer pays": (the_first_comer_pays, "a tear of second visitors follows"),
    "a second launch in one turn": (
        twice("launch", second=False),
        "no launch that is left|visited before",
    ),
    "an own ad is not met": (
        altered("launch", "met_ad", lambda _: False, met_ad=True),
        "an own ad is met",
    ),
    "the card of another room": (
        altered("play", "card", lambda _: "shop", card="garage", source="new"),
        "no step of the card|cards to choose from",
    ),
    "an action without a card": (twice("take"), "no step of the card"),
    "an action is left out": (without("take"), "a step of the card was left out"),
    "an action of another seat": (
        altered("take", "seat", lambda seat: (seat + 1) % 4),
        "it is the turn of seat",
    ),
    "a tear with another cause": (
        altered("tear", "cause", lambda _: "room_empty", cause="exchange_nothing"),
        "no step of the card",
    ),
    "a tear for nothing": (a_voluntary_tear_instead_of_a_take, "no step of the card"),
    "other effect points": (altered("points", "k", lambda k: k + 1), "no step of the card"),
    "other cards pay like Office": (
        altered("day_end", "office", lambda paid: [k + 1 for k in paid]),
        "the office pays",
    ),
    "too few anomalies": (
        altered("day_end", "anomalies", lambda keys: keys[:-1], day=1),
        "4 anomalies open",
    ),
}


@pytest.mark.parametrize("change", CHANGED)
def test_a_game_that_is_changed_against_a_rule_is_rejected(traces, change) -> None:
    break_it, why = CHANGED[change]
    tried = 0
    for trace in traces:
        events = list(trace.events)
        try:
            break_it(events)
        except StopIteration:
            continue
        if events == trace.events:
            continue
        tried += 1
        with pytest.raises(AssertionError, match=why):
            loop_inc.check_events(events)
    assert tried > 0


def test_a_day_that_ends_after_the_last_elimination_is_rejected() -> None:
    hard = table(ALL, "rules.tear_costs=[1]")
    for game in range(PLAYED):
        events = list(hard.trace(3, game).events)
        if sum(event["event"] == "eliminated" for event in events) == 4:
            loop_inc.check_events(events)
            events.insert(-1, {"event": "day_end", "day": 3})
            with pytest.raises(AssertionError, match="a day end without players"):
                loop_inc.check_events(events)
            return
    pytest.fail("no game in which all were eliminated")


def test_a_trip_that_is_kept_from_an_ad_is_noticed_by_the_number_of_options(traces) -> None:
    trace = traces[0]
    choices = list(trace.choices)
    at = next(at for at, choice in enumerate(choices) if choice.node == "advertise")
    choices[at] = replace(choices[at], options=choices[at].options - 1, index=0)
    with pytest.raises(AssertionError, match="kept from an ad"):
        loop_inc.check_trace(trace.events, choices)
