"""Kernel = reference: a slice; `python -m tests.proofs equality switches` plays thousands."""

from collections import Counter
from dataclasses import replace

import pytest

from loopsim.games.loop_inc.game import Table, Trace
from loopsim.kernels.loop_inc.names import CAUSES, EVENTS, NODES
from loopsim.scenario import load
from tests.equality.compare import Difference, compare, follow
from tests.equality.deal import check_deal
from tests.equality.fuzz import BASE, EXPANSIONS, SWITCHES, draw_cards, draw_rules
from tests.equality.switches import base_feels, games_apart

BOTS = list(load(BASE).bots)


def scenario(players, expansions, *settings):
    return load(BASE, [f"expansions={','.join(expansions)}", *settings], players)


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("expansions", [[], list(EXPANSIONS)], ids=["base", "all"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_kernel_and_reference_write_the_same_trace(players, expansions, bot) -> None:
    for trace in compare(scenario(players, expansions), bot, [(3, game) for game in range(12)]):
        check_deal(trace.events[0], players, expansions, {})


@pytest.mark.parametrize("expansion", EXPANSIONS)
def test_also_with_one_expansion(expansion) -> None:
    for trace in compare(scenario(4, [expansion]), "random", [(4, game) for game in range(15)]):
        check_deal(trace.events[0], 4, [expansion], {})


@pytest.mark.parametrize("block", range(4))
def test_also_under_rules_drawn_at_random(block) -> None:
    for seed in range(20 * block, 20 * block + 20):
        drawn = draw_rules(seed)
        for trace in compare(drawn.load(), BOTS[seed % len(BOTS)], [(seed, 0), (seed, 1)]):
            check_deal(trace.events[0], drawn.players, drawn.expansions, drawn.rules)


@pytest.mark.parametrize("block", range(4))
def test_also_with_effects_and_trips_drawn_at_random(block) -> None:
    for seed in range(20 * block, 20 * block + 20):
        compare(draw_cards(seed).load(), BOTS[seed % len(BOTS)], [(seed, 0), (seed, 1)])


def test_the_games_drawn_at_random_show_every_event_cause_and_node() -> None:
    seen = Counter()
    for seed in range(80):
        trace = Table(draw_cards(seed).load(), ["random"]).trace(seed, 0)
        seen.update(event["event"] for event in trace.events)
        seen.update(event["cause"] for event in trace.events if event["event"] == "tear")
        seen.update(choice.node for choice in trace.choices)
    inside_day_end = {"failed_ad", "office", "anomaly", "refill"}
    assert {*EVENTS} - inside_day_end | {*CAUSES} | {*NODES} <= seen.keys()


@pytest.mark.parametrize("switch", SWITCHES)
def test_both_sides_of_a_switch_are_as_in_the_reference_and_differ(switch) -> None:
    expansions = [] if base_feels(switch) else list(EXPANSIONS)
    apart = games_apart(switch, expansions, wanted=3, seed=1)
    assert len(apart) == 3


# --- the comparison itself


@pytest.fixture(scope="module")
def trace() -> Trace:
    return Table(scenario(4, []), ["random"]).trace(1, 0)


def altered(trace: Trace, at: int, **changes) -> Trace:
    events = list(trace.events)
    events[at] = events[at] | changes
    return Trace(events, trace.choices)


def test_one_altered_event_is_found_and_shown(trace) -> None:
    at = next(i for i, event in enumerate(trace.events) if event["event"] == "take")
    other = "net" if trace.events[at]["component"] != "net" else "wheel"
    with pytest.raises(Difference, match=rf"(?s)event {at} differs.*kernel: .*{other}.*reference:"):
        follow(altered(trace, at, component=other))


@pytest.mark.parametrize("at", [-1, 5])
def test_a_missing_event_is_found(trace, at) -> None:
    events = list(trace.events)
    del events[at]
    with pytest.raises(Difference, match="differs"):
        follow(Trace(events, trace.choices))


def test_an_event_too_many_is_found(trace) -> None:
    with pytest.raises(Difference, match="reference: nothing more"):
        follow(Trace([*trace.events, trace.events[-1]], trace.choices))


@pytest.mark.parametrize("field", ["node", "seat", "options"])
def test_a_node_asked_otherwise_is_found(trace, field) -> None:
    choices = list(trace.choices)
    wrong = "move" if field == "node" else getattr(choices[7], field) + 1
    choices[7] = replace(choices[7], **{field: wrong})
    with pytest.raises(Difference, match="choice 7: the kernel asks"):
        follow(Trace(trace.events, choices))


def test_another_choice_gives_another_game(trace) -> None:
    at = next(i for i, choice in enumerate(trace.choices) if choice.options > 1)
    choices = list(trace.choices)
    choices[at] = replace(choices[at], index=(choices[at].index + 1) % choices[at].options)
    with pytest.raises(Difference, match="differs"):
        follow(Trace(trace.events, choices))


def test_a_choice_too_many_or_too_few_is_found(trace) -> None:
    with pytest.raises(Difference, match="the reference asks no more"):
        follow(Trace(trace.events, [*trace.choices, trace.choices[0]]))
    with pytest.raises(Difference, match="the kernel asks no more"):
        follow(Trace(trace.events, trace.choices[:-1]))


def test_a_deal_that_the_rules_do_not_give_is_found(trace) -> None:
    setup = trace.events[0]
    check_deal(setup, 4, [], {})
    for key, wrong in (
        ("trips", setup["trips"][2:] + setup["trips"][:2]),
        ("anomaly_deck", setup["anomaly_deck"][1:]),
        ("piles", setup["piles"] | {"move": 6}),
        ("box", setup["box"] | {"net": 7}),
        ("first", 4),
    ):
        with pytest.raises(AssertionError):
            check_deal(setup | {key: wrong}, 4, [], {})
