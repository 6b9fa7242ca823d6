"""What must change nothing: threads, parts, names, what nobody uses; and what must only change signs."""

import os
from functools import partial
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import loopsim
from loopsim import Study, simulate
from loopsim.games.loop_inc.game import Table
from loopsim.scenario import load
from tests.compare import naive
from tests.compare.conftest import Pair

BASE, MORE = "loop-inc/base", "loop-inc/more-anomalies"

#: All that a row says but for the names of the set-ups.
NAMES = ("setup", "against")


def tables(study: Study) -> dict[str, pl.DataFrame]:
    return {name: frame.drop(NAMES) for name, frame in study.tables.items()}


def identical(study: Study) -> None:
    """Every number of the two set-ups is the same in every game, and so is every course."""
    for name in ("metrics", "details", "items"):
        rows = study.table(name)
        assert {*rows["verdict"]} == {"identical"}
        assert {*rows["differing"]} == {0}
        assert {*rows["difference"]} == {*rows["se"]} == {0.0}
        for column in ("low", "high", "p", "q", "variance_ratio", "more_games"):
            assert rows[column].null_count() == rows.height
        for end in ("", "_low", "_high"):
            assert rows[f"a{end}"].equals(rows[f"b{end}"], null_equal=True)
    (shared,) = study.table("metrics").filter(metric="shared_win").iter_rows(named=True)
    assert shared["bound"] == pytest.approx(naive.bound(1.0, 0, shared["games"]))
    assert study.table("identical")["identical"].to_list() == [1.0]


@pytest.mark.parametrize(
    ("threads", "part", "chunk"), [(2, 1000, 100), (3, 700, 70), (1, 350, 350)]
)
def test_threads_and_parts_change_no_number(
    monkeypatch: pytest.MonkeyPatch, threads: int, part: int, chunk: int
) -> None:
    ask = partial(loopsim.compare, [BASE, "loop-inc/all"], games=2_100, bots="random", seed=5)
    once = ask(threads=1)
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    cut = partial(simulate.simulate, games_per_part=part, games_per_chunk=chunk)
    monkeypatch.setattr(simulate, "simulate", cut)
    again = ask(threads=threads)
    assert again.manifest["threads"] == threads
    for name, frame in once.tables.items():
        assert_frame_equal(again.table(name), frame, check_exact=True)


def test_a_scenario_against_a_copy_of_another_name_is_identical(tmp_path: Path) -> None:
    copy = tmp_path / "copy.toml"
    copy.write_text(f'extends = "{BASE}"\ntitle = "The same under another name"\n')
    study = loopsim.compare([BASE, copy], games=300, bots="planner", seed=2)
    assert [arm["label"] for arm in study.manifest["arms"]] == [BASE, "copy"]
    identical(study)


@pytest.mark.parametrize(
    ("vary", "given"),
    [
        ("rules.future_bonus_optional=true,false", {}),
        ("rules.office_rescores=true,false", {}),
        ("rules.office_rescores=true,false", {"expansions": ["futures", "more"]}),
        ("rules.trash_empty_tears=true,false", {"expansions": ["office"]}),
        ("expansions=[],[more]", {"rules.anomalies_per_day": 0}),
    ],
)
@pytest.mark.parametrize("bots", ["random", "planner"])
def test_what_no_card_in_play_touches_changes_no_game(
    vary: str, given: dict[str, object], bots: str
) -> None:
    identical(loopsim.compare(BASE, vary=[vary], set=given, games=300, bots=bots, seed=4))


def test_what_a_card_in_play_touches_does_change_games() -> None:
    """So that the test above is one."""
    for vary, given in (
        ("rules.future_bonus_optional=true,false", {"expansions": ["futures"]}),
        ("rules.office_rescores=true,false", {"expansions": ["office"]}),
        ("rules.trash_empty_tears=true,false", {}),
        ("expansions=[],[more]", {"rules.anomalies_per_day": 1}),
    ):
        study = loopsim.compare(BASE, vary=[vary], set=given, games=300, bots="random", seed=4)
        assert study.table("metrics")["differing"].max() > 0, vary


def test_b_against_a_is_minus_a_against_b(expansions: Pair) -> None:
    ahead = expansions.study
    back = loopsim.compare(["loop-inc/all", BASE], games=400, bots="random", seed=3, players=3)
    swapped = {
        "a": "b", "b": "a", "a_low": "b_low", "b_low": "a_low", "a_high": "b_high",
        "b_high": "a_high", "low": "high", "high": "low",
    }  # fmt: skip
    other = {"higher": "lower", "lower": "higher"}
    for name in ("metrics", "details", "items"):
        mirrored = (
            back.table(name)
            .drop("effect_size", "index", *NAMES)  # in units of the first; places of items are its own
            .rename(swapped)
            .with_columns(
                -pl.col("difference"), -pl.col("low"), -pl.col("high"),
                pl.col("verdict").replace(other),
            )
        )  # fmt: skip
        of_ahead = ahead.table(name).drop("effect_size", "index", *NAMES)
        by = ["metric", "group", "item", "title"]
        assert_frame_equal(
            mirrored.select(of_ahead.columns).sort(by),
            of_ahead.sort(by),
            rel_tol=1e-9,
            abs_tol=1e-12,
        )
    assert back.table("identical")["identical"][0] == ahead.table("identical")["identical"][0]


def test_a_larger_deck_keeps_the_order_of_the_cards_in_common() -> None:
    """Games are the same until one of the new anomalies lies open."""
    few = {"rules.anomalies_per_day": 1}
    small, large = (Table(load(name, few), ["random"]) for name in (BASE, MORE))
    same = parted = 0
    for game in range(60):
        (setup, *events), (larger, *others) = (t.trace(6, game).events for t in (small, large))
        new = {*larger["anomaly_deck"]} - {*setup["anomaly_deck"]}
        assert [c for c in larger["anomaly_deck"] if c not in new] == setup["anomaly_deck"]
        assert len(new) == 4
        apart = (
            i for i, pair in enumerate(zip(events, others, strict=False)) if pair[0] != pair[1]
        )
        first = next(apart, None)
        if first is None:
            assert events == others
            same += 1
        else:
            assert others[first]["event"] == "day_end"
            assert new & {*others[first]["anomalies"]}
            parted += 1
    assert min(same, parted) > 10


def test_games_of_other_days_are_compared_in_what_both_have(tmp_path: Path) -> None:
    """Whichever of the two comes first."""
    short = tmp_path / "short.toml"
    short.write_text(f'extends = "{BASE}"\nrules.days = 2\nrules.machines_by_day = [1, 2]\n')
    ask = partial(loopsim.compare, games=60, bots="random")
    there, back = ask([BASE, short]), ask([short, BASE])
    for table in ("metrics", "details", "items"):
        numbers = [
            {*study.table(table).select("metric", "group", "index").iter_rows()}
            for study in (there, back)
        ]
        assert numbers[0] == numbers[1]
        assert not any("day3" in metric for metric, *_ in numbers[0])
        assert ("tears_day2", "seat", 0) in numbers[0] or table != "metrics"


def test_identical_games_are_those_with_the_same_events() -> None:
    few = {"rules.anomalies_per_day": 1}
    study = loopsim.compare([BASE, MORE], set=few, games=80, bots="random", seed=6)
    small, large = (Table(load(name, few), ["random"]) for name in (BASE, MORE))
    same = [
        small.trace(6, game).events[1:] == large.trace(6, game).events[1:] for game in range(80)
    ]
    assert study.table("identical")["identical"].to_list() == [sum(same) / 80]
    assert 10 < sum(same) < 70
