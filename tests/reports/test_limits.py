"""Verdicts: where an interval lies against the zones of a threshold, and what the front page makes of it."""

import dataclasses
import typing
from collections.abc import Sequence
from typing import Any

import polars as pl
import pytest

from loopsim.games.loop_inc.model_report import Judged
from loopsim.numbers import SPACE, plain
from loopsim.reports.findings.front import LIMITS, judgements
from loopsim.reports.findings.limits import (
    FINE,
    FIX,
    OPEN,
    WATCH,
    Held,
    Limit,
    distance,
    judged,
    of_several,
    told,
)
from loopsim.reports.kit.chapters import Source
from loopsim.reports.pages.of_run import of_run
from loopsim.reports.studies import fair_prices
from loopsim.reports.studies.item_values import BOUND, OF_ITEM, OF_WORTH
from loopsim.results import Result
from loopsim.scenario import load
from loopsim.stats import TOO_FEW, Estimate
from loopsim.studies.answers import OF_ANSWER
from loopsim.studies.answers import OF_WORTH as OF_CURVE
from loopsim.studies.effects import OF_LEVEL
from loopsim.studies.strength.ladder import OF_SKILL
from loopsim.studies.strength.standings import OF_STANDING
from loopsim.studies.study import Study
from tests.reports.studies import OVER_40_DECKS, study, table

FINE_ZONE, FIX_ZONE = (0.3, 0.5), (0.2, 0.7)


def between(low: float | None, high: float | None, value: float | None = None) -> Estimate:
    """An estimate with this interval."""
    if value is None and low is not None and high is not None:
        value = (low + high) / 2
    return Estimate(value, 0.01, low, high, 1000)


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.3, 0.5, FINE),
        (0.4, 0.41, FINE),
        (0.49, 0.51, WATCH),  # touches fine, not fix
        (0.55, 0.6, WATCH),
        (0.6, 0.7, WATCH),
        (0.69, 0.71, WATCH),  # touches fix, not fine
        (0.71, 0.8, FIX),
        (0.5, 0.71, OPEN),
        (0.1, 0.19, FIX),
        (0.1, 0.2, WATCH),
        (0.19, 0.3, OPEN),
        (0.0, 1.0, OPEN),
    ],
)
def test_the_verdict_follows_from_the_whole_interval(low: float, high: float, verdict: str) -> None:
    assert judged(between(low, high), FINE_ZONE, FIX_ZONE) == verdict


def test_too_few_games_resolve_no_verdict() -> None:
    assert judged(Estimate(0.4, None, None, None, 3, TOO_FEW), FINE_ZONE, FIX_ZONE) == OPEN


@pytest.mark.parametrize(
    ("value", "off"), [(0.4, 0), (0.3, 0), (0.6, 0.5), (0.7, 1), (0.9, 2), (0.25, 0.5), (0.1, 2)]
)
def test_the_distance_is_one_where_a_number_is_to_be_fixed(value: float, off: float) -> None:
    estimate = Estimate(value, 0.01, value, value, 9)
    assert distance(estimate, FINE_ZONE, FIX_ZONE) == pytest.approx(off)


def test_numbers_come_the_worst_first_and_of_one_verdict_the_furthest() -> None:
    numbers = [
        Held(between(0.4, 0.4), "fine"),
        Held(between(0.71, 0.73), "over"),
        Held(between(0.1, 0.9), "open"),
        Held(between(0.01, 0.03), "far under"),
        Held(between(0.55, 0.6), "watch"),
    ]
    found = told(numbers, {"fine": FINE_ZONE, "fix": FIX_ZONE})
    assert [each.held.name for each in found] == ["far under", "over", "watch", "open", "fine"]


def test_of_several_numbers_the_worst_are_named_and_the_others_counted() -> None:
    says = of_several("pile", "piles", "by something")
    zones = {"fine": FINE_ZONE, "fix": FIX_ZONE}
    numbers = [Held(between(0.8 + i / 100, 0.82 + i / 100), f"p{i}") for i in range(5)]
    numbers.append(Held(between(0.4, 0.42), "good"))
    assert says(told(numbers, zones), "", None) == (
        "6 piles, by something. To be fixed: p4 0.850 (0.840 to 0.860), p3 0.840 (0.830 to 0.850), "
        "p2 0.830 (0.820 to 0.840) and 2 more. Fine: 1."
    )
    assert says(told(numbers[-1:], zones), "", None) == "1 pile, by something. Fine: 1."


@pytest.mark.parametrize(
    ("fine", "fix", "least", "most", "unit", "said"),
    [
        ((0, 0.03), (0, 0.06), 0, 1, "share", "fine up to 3 %, to be fixed above 6 %"),
        ((0.25, 8), (0.1, 8), 0, 8, "", "fine from 0.25 on, to be fixed below 0.1"),
        (
            (-0.5, 0.5),
            (-1, 1),
            -99,
            99,
            "points",
            "fine from −0.5 points to 0.5 points, to be fixed below −1 points or above 1 points",
        ),
        ((0, 1), (0, 1), 0, 1, "share", "fine in any case"),
    ],
)
def test_zones_are_said_in_words(
    fine: Sequence[float],
    fix: Sequence[float],
    least: float,
    most: float,
    unit: str,
    said: str,
) -> None:
    limit = Limit("", (), "", lambda asked: [], lambda *of: "", unit, least, most)
    assert limit.zones(fine, fix).replace(SPACE, " ") == said


def judged_of(result: Result, thresholds: dict[str, Any]) -> list[Any]:
    """The front page of a run whose scenario has these thresholds."""
    resolved = {**result.manifest["resolved"], "report": {"thresholds": thresholds}}
    manifest = {**result.manifest, "resolved": resolved}
    changed = Result(manifest, result.summary, result.setting, result.measures)
    return [*of_run(changed).judgements]


def test_a_run_is_judged_by_the_thresholds_of_its_scenario_the_worst_first(run: Result) -> None:
    found = judged_of(
        run,
        {
            "forced_turns": {"fine": [0.0, 1.0], "fix": [0.0, 1.0], "why": "so"},
            "eliminated": {"fine": [0.7, 0.9], "fix": [0.01, 0.95], "why": ""},
            "order_spread": {"fine": [0.8, 0.9], "fix": [0.7, 1.0], "why": ""},
        },
    )
    assert [(each.title, each.verdict) for each in found] == [
        ("Turn order", FIX),
        ("Eliminations", WATCH),
        ("Forced turns", FINE),
    ]
    assert [each.why for each in found] == ["", "", "so"]
    eliminated = run.json()["per_seat"]["eliminated"]["mean"]
    assert found[1].text.startswith(f"Eliminated before the end: {100 * eliminated:.1f}{SPACE}% (")
    assert found[1].shown == ("eliminations", "Eliminations by day and place in the turn order")
    assert found[0].assumed == "random in all seats · 4 players · this deck · 400 games"


def test_the_head_counts_the_findings_by_their_verdicts(run: Result) -> None:
    report = of_run(run)
    verdicts = (FIX, FIX, FINE, WATCH, FINE, FIX)
    one = report.judgements[0]
    judgements = [dataclasses.replace(one, verdict=verdict) for verdict in verdicts]
    counted = dataclasses.replace(report, judgements=judgements)
    assert counted.tally == "3 to fix, 1 to watch and 2 fine"
    alone = dataclasses.replace(report, judgements=judgements[:2])
    assert alone.tally == "2 to fix"


def test_a_run_alone_has_findings_enough_for_a_front_page_each_with_its_figure(run: Result) -> None:
    found = of_run(run).judgements
    assert 5 <= len(found) <= 10
    assert all(each.shown is not None for each in found)
    assert all(each.why and each.zones and each.text for each in found)


def test_sources_are_judged_by_their_take_rate_over_an_equal_share(run: Result) -> None:
    (found,) = judged_of(run, {"take_rate": {"fine": [0, 1.0], "fix": [0, 1.05], "why": ""}})
    rates = {name: rate["mean"] * 8 for name, rate in run.json()["take_rate"].items()}
    most = max(rates, key=rates.__getitem__)
    assert f"“{most.capitalize()}” {rates[most]:.2f}" in found.text


def test_who_is_last_is_judged_by_its_wins_over_an_equal_share(run: Result) -> None:
    zones = {"fine": [0.9, 9], "fix": [0.01, 9], "why": ""}
    (found,) = judged_of(run, {"comeback": zones})
    of_game = run.json()["per_game"]
    share = {day: of_game[f"comeback_day{day}"]["mean"] * 4 for day in (1, 2)}
    worst = min(share, key=share.__getitem__)  # both too low: the lower is further off
    assert found.text.startswith(
        "How often who is last alone wins, 1 being 1 game in 4: after day "
        f"{worst}: {plain(share[worst])} ("
    )
    assert f"; after day {3 - worst}: {plain(share[3 - worst])} (" in found.text


def test_the_places_that_are_clearly_apart_are_named(run: Result) -> None:
    zones = {"order_spread": {"fine": [0, 1], "fix": [0, 1], "why": ""}}
    said = "Between the best and the worst place in the turn order lie "
    assert judged_of(run, zones)[0].text.startswith(said)
    shares = [(0.2, 0.19, 0.21), (0.3, 0.29, 0.31), (0.25, 0.1, 0.4), (0.25, 0.1, 0.4)]
    of = [Estimate(value, 0.005, low, high, 9000) for value, low, high in shares]

    class Seen:
        games = 9000
        setting = run.setting

        def of(self, metric: str, level: str, place: int) -> Estimate:
            return of[place]

    limit = LIMITS["order_spread"]
    spread = told([Held(Estimate(0.1, 0.01, 0.08, 0.12, 9000))], {"fine": (0, 1), "fix": (0, 1)})
    assert limit.says(spread, limit.unit, Seen()).replace(SPACE, " ") == (
        f"{said}10.0 % points (8.0 to 12.0) of win share: the 2nd place wins 30.0 % (29.0 to 31.0), "
        "the 1st place wins 20.0 % (19.0 to 21.0)."
    )
    of[0] = of[2]
    assert limit.says(spread, limit.unit, Seen()).endswith(" of win share.")


def front_of(made: Study, name: str) -> list[tuple[str, str]]:
    """Text and verdict of what a study tells of a threshold of the base game."""
    zones = load("loop-inc/base").resolved()["report"]["thresholds"][name]
    source = Source(made, made.manifest, "", "")
    return [(each.text, each.verdict) for each in judgements([source], {name: zones}, [])]


def test_prices_of_trips_are_judged_by_what_a_visit_brings_not_those_of_drawn_decks() -> None:
    names = ("Sail", "Dive", "Dine", "Ride")
    items = [{"item": n, "name": n, "points": 4} for n in names]
    rows = [
        {"item": n, "number": number, "of": of, "value": v, "low": v - 0.4, "high": v + 0.4}
        for n, beyond, more in zip(names, (-2.0, 0.0, 1.6, 3.0), (0.8, 0.8, 0.8, -1.0), strict=True)
        for number, of, v in (
            ("mispricing", "", beyond),
            ("fair_price", "", 4 - beyond),
            ("point_effect", "score", more),
        )
    ]
    tables = {
        "items": table(items, OF_ITEM, {"points": pl.Int64}),
        "values": table(rows, OF_WORTH, OF_LEVEL, BOUND),
    }
    ((text, verdict),) = front_of(study("value", tables, ["base"]), "mispricing")
    assert verdict == FIX
    assert text.replace(SPACE, " ") == (
        "4 trips, by what a visit brings beyond the mean of all trips. To be fixed: a visit to “Ride” brings "
        "3.00 points (2.60 to 3.40) more than the mean of all trips, and a point more changes the score of its "
        "visitors by −1.00 points (−1.40 to −0.60), so that no price follows; “Sail” prints 2.00 (1.60 to "
        "2.40) points too few; “Dine” prints 1.60 (1.20 to 2.00) points too many. Fine: 1. "
        f"{fair_prices.INSTEAD}."
    )
    decks = {"members": 40, "above": 1, "below": 1, "unresolved": 38, "robustness": ""}
    over = {
        **tables,
        "values": tables["values"].with_columns(**{k: pl.lit(v) for k, v in decks.items()}),
    }
    assert front_of(study("value", over, ["base"], family=OVER_40_DECKS), "mispricing") == []


ANSWER = {"key": "rules.ad_penalty", "of": "ad_value", "unit": "points", "stated": 3.0}


NOT_FOUND = {"note": "none in [0, 6]"}
HELD = (
    "Held against the limit: the printed penalty of a failed ad, 3, less the break-even one, at which an ad "
    "brings its owner nothing in points"
)


@pytest.mark.parametrize(
    ("answer", "worth", "verdict", "said"),
    [
        (
            {"estimate": 3.0},
            (1.0, -1.0),
            FINE,
            ": 0.00 points (−0.30 to +0.30). The printed penalty is fine.",
        ),
        (
            {"estimate": 5.8},
            (1.4, -0.05),
            FIX,
            ": −2.8 points, by an interval that goes on beyond what was tried. The printed penalty is too low.",
        ),
        (
            NOT_FOUND,
            (0.5, 0.2),
            FIX,
            (
                ". An ad brings its owner points at every penalty that was tried, 0 to 6; closest to nothing, at 6: "
                "+0.20 points (+0.10 to +0.30). So the printed one is 3.0 points or more below the break-even. The "
                "printed penalty is too low."
            ),
        ),
        (
            NOT_FOUND,
            (2.0, 0.05),
            FIX,
            (
                ". Of the penalties that were tried, 0 to 6, it is not resolved which is the break-even; closest to "
                "nothing, at 6: +0.05 points (−0.05 to +0.15). So the printed one is 2.8 points or more below the "
                "break-even. The printed penalty is too low."
            ),
        ),
        (
            NOT_FOUND,
            (-0.2, -0.5),
            FIX,
            (
                ". An ad costs its owner points at every penalty that was tried, 0 to 6; closest to nothing, at 0: "
                "−0.20 points (−0.30 to −0.10). So the printed one is 3.0 points or more above the break-even. The "
                "printed penalty is too high."
            ),
        ),
        (
            NOT_FOUND,
            (0.3, 0.05),
            WATCH,
            (
                ". Of the penalties that were tried, 0 to 6, it is not resolved which is the break-even; closest to "
                "nothing, at 6: +0.05 points (−0.05 to +0.15). So the printed one is 1.8 points or more below the "
                "break-even. The printed penalty is perhaps too low."
            ),
        ),
        (
            NOT_FOUND,
            (0.12, 0.05),
            OPEN,
            (
                ". Of the penalties that were tried, 0 to 6, it is not resolved which is the break-even; closest to "
                "nothing, at 6: +0.05 points (−0.05 to +0.15). So the printed one is at most 1.3 points above the "
                "break-even, or below it by any number. Whether the printed penalty is too high or too low is not "
                "resolved."
            ),
        ),
        (
            {"note": "too few"},
            (0.05, -0.05),
            OPEN,
            (
                ". Of the penalties that were tried, 0 to 6, it is not resolved which is the break-even; closest to "
                "nothing, at 0: +0.05 points (−0.05 to +0.15). Whether the printed penalty is too high or too low is "
                "not resolved."
            ),
        ),
    ],
)
def test_the_penalty_is_judged_by_the_break_even_also_where_it_lies_beyond_what_was_tried(
    answer: dict[str, Any], worth: tuple[float, float], verdict: str, said: str
) -> None:
    tables = {
        "answers": table([ANSWER | answer], OF_ANSWER),
        "worth": table(_curve("points", worth), OF_CURVE),
    }
    ((text, found),) = front_of(study("sweep", tables), "penalty_off")
    assert found == verdict
    assert text.replace(SPACE, " ") == f"{HELD}{said}"


def _curve(unit: str, worth: tuple[float, float]) -> list[dict[str, Any]]:
    """What an ad is worth at the penalties 0 and 6, give or take 0.1."""
    return [
        {"of": "ad_value", "unit": unit, "x": x, "value": v, "low": v - 0.1, "high": v + 0.1}
        for x, v in zip((0.0, 6.0), worth, strict=True)
    ]


def test_what_an_ad_is_worth_in_win_share_is_told_as_another_number() -> None:
    curves = [*_curve("points", (0.05, -0.05)), *_curve("win share", (0.3, 0.2))]
    tables = {"answers": table([ANSWER | NOT_FOUND], OF_ANSWER), "worth": table(curves, OF_CURVE)}
    ((text, verdict),) = front_of(study("sweep", tables), "penalty_off")
    assert verdict == OPEN
    assert text.endswith(
        " In win share an ad brings its owner something at every penalty that was tried."
    )


def test_a_penalty_that_is_too_high_at_zero_is_no_worse_than_it_can_be() -> None:
    curve = [
        {"of": "ad_value", "unit": "points", "x": 1.5, "value": -1.0, "low": -2.0, "high": -0.5}
    ]
    tables = {"answers": table([ANSWER], OF_ANSWER), "worth": table(curve, OF_CURVE)}
    ((_, verdict),) = front_of(study("sweep", tables), "penalty_off")
    assert verdict == WATCH  # break-even below 1.5: by 1.5 too high or by more


def test_lines_of_play_are_judged_where_all_seats_are_drawn() -> None:
    rows = [
        {"bot": bot, "advantage": at, "advantage_low": at - 0.01, "advantage_high": at + 0.01}
        for bot, at in (("a", 0.2), ("b", -0.2))
    ]
    ((text, verdict),) = front_of(
        study("arena", {"standings": table(rows, OF_STANDING)}, ["base"], population={}), "persona"
    )
    assert verdict == FIX
    assert "“a” 20.0" in text
    levels = study("arena", {"standings": table(rows, OF_STANDING)}, ["base"])
    assert front_of(levels, "persona") == []
    nothing = table([{"bot": "a"}], OF_STANDING)
    without = study("arena", {"standings": nothing}, ["base"], population={})
    assert front_of(without, "persona") == []


def test_skill_is_judged_between_the_ends_of_a_ladder() -> None:
    ends = {"bottom": "planner", "top": "champion", "depth": 1, "steps": 1}
    share = {"skill_share": 0.1, "skill_share_low": 0.08, "skill_share_high": 0.12}
    made = study("skill", {"skill": table([ends | share], OF_SKILL)}, ["base"])
    ((text, verdict),) = front_of(made, "skill_share")
    assert verdict == FIX
    assert text.replace(SPACE, " ") == (
        "Between “planner” and “champion” skill decides 10.0 % (8.0 to 12.0) of what can be won."
    )


def test_every_threshold_that_a_scenario_may_set_is_judged() -> None:
    assert {*LIMITS} == {*typing.get_args(Judged)}
    shipped = load("loop-inc/base").resolved()["report"]["thresholds"]
    assert {*shipped} == {*typing.get_args(Judged)}
    assert all(zones["why"] for zones in shipped.values())
