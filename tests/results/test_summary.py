"""Summaries: the same bits for any cut of the games, and the numbers of their naive twins."""

import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Any

import polars as pl
import pytest

from loopsim.errors import InputError
from loopsim.estimates import Estimates
from loopsim.facts import Facts
from loopsim.kernels.loop_inc.names import NEW_KINDS
from loopsim.measures import Setting
from loopsim.stats import Estimate
from loopsim.summary import BLOCK_GAMES, Summary, merge, summarise
from tests.results import synthetic
from tests.stats import naive

GAMES = 1_000
TABLES = {
    "one bot": synthetic.setting(4),
    "four bots": synthetic.setting(4, ["a", "b", "c", "d"]),
    "one against three": Setting(
        players=4,
        days=3,
        bots=("a", "b"),
        orders=((0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)),
        items=synthetic.setting(4).items,
        rules=synthetic.RULES,
    ),
    "two players": synthetic.setting(2, ["a", "b"]),
}


def cut(facts: Facts, start: int, stop: int) -> Facts:
    inside = pl.col("game").is_between(start, stop, closed="left")
    return {level: frame.filter(inside) for level, frame in facts.items()}


def summary_of(facts: Facts, table: Setting) -> Summary:
    return summarise(facts, synthetic.measures_of(table), table)


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_summary_is_the_same_for_any_chunks_in_any_order(table: Setting, tmp_path: Path) -> None:
    facts = synthetic.facts(GAMES, table)
    whole = summary_of(facts, table)
    rng = random.Random(1)
    for chunks in (2, 17):
        edges = [0, *sorted(rng.sample(range(1, GAMES), chunks - 1)), GAMES]
        parts = [summary_of(cut(facts, start, stop), table) for start, stop in pairwise(edges)]
        rng.shuffle(parts)
        middle = chunks // 2
        merged = merge([merge(parts[middle:]), merge(parts[:middle])])
        assert merged.equals(whole)
    whole.write(tmp_path / "whole")
    merged.write(tmp_path / "merged")
    for name in whole.frames():
        file = f"{name}.parquet"
        assert (tmp_path / "whole" / file).read_bytes() == (tmp_path / "merged" / file).read_bytes()
    assert Summary.read(tmp_path / "merged").equals(whole)


def test_summary_of_single_games_merges_to_the_whole() -> None:
    table = TABLES["two players"]
    facts = synthetic.facts(25, table)
    singles = [summary_of(cut(facts, game, game + 1), table) for game in range(25)]
    assert merge(singles).equals(summary_of(facts, table))


def test_summary_holds_nothing_but_integers_and_names() -> None:
    table = TABLES["four bots"]
    for frame in summary_of(synthetic.facts(100, table), table).frames().values():
        assert set(frame.dtypes) <= {pl.Int64(), pl.String()}


def test_different_games_give_a_different_summary() -> None:
    table = TABLES["one bot"]
    a, b = (summary_of(synthetic.facts(100, table, seed), table) for seed in (1, 2))
    assert not a.equals(b)


def test_every_metric_has_a_name_of_its_own() -> None:
    names = [metric.name for metric in synthetic.measures_of(TABLES["one bot"]).metrics]
    assert len(names) == len(set(names))


def test_merging_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match="no summaries"):
        merge([])


# --- numbers against loops over the games

Row = dict[str, Any]
Game = dict[str, Any]  # the row of the game, with lists of rows "seats" and "trips"


class Played:
    """The games of one setting as plain rows, and the estimates made from their summary."""

    def __init__(self, table: Setting) -> None:
        facts = synthetic.facts(GAMES, table)
        self.estimates = Estimates(summary_of(facts, table), synthetic.measures_of(table), table)
        self.games: list[Game] = facts["games"].to_dicts()
        for game in self.games:
            game |= {"seats": [], "trips": []}
        for level in ("seats", "trips"):
            for row in facts[level].iter_rows(named=True):
                self.games[row["game"]][level].append(row)

    def mean(self, value: Callable[[Game], float]) -> naive.Answer:
        return naive.mean([value(game) for game in self.games])

    def ratio(self, pair: Callable[[Game], naive.Game]) -> naive.Answer:
        return naive.ratio([pair(game) for game in self.games])


@pytest.fixture(scope="module")
def four() -> Played:
    return Played(TABLES["four bots"])


@pytest.fixture(scope="module")
def against() -> Played:
    return Played(TABLES["one against three"])


def same(estimate: Estimate, answer: naive.Answer) -> None:
    assert (estimate.value, estimate.se) == pytest.approx(answer, rel=1e-9)
    assert estimate.n == GAMES


def tears(seat: Row) -> int:
    return sum(n for name, n in seat.items() if name.startswith("tears_") and "_day" in name)


def days(seat: Row, name: str) -> int:
    return sum(seat[f"{name}_day{day}"] for day in (1, 2, 3))


def turns(game: Game) -> int:
    return days(game, "turns")


def trip_of(game: Game, trip: int) -> list[Row]:
    return [row for row in game["trips"] if row["trip"] == trip]


def test_numbers_of_a_game(four: Played) -> None:
    of, mean, ratio = four.estimates.of, four.mean, four.ratio
    same(of("turns"), mean(turns))
    same(of("decisions"), mean(lambda g: sum(s["decisions"] for s in g["seats"])))
    same(of("forced_turns"), ratio(lambda g: (g["forced_turns"], turns(g))))
    same(of("lead_changes_turn"), mean(lambda g: g["lead_changes_turn"]))
    same(
        of("decisions_a_turn"), ratio(lambda g: (sum(s["decisions"] for s in g["seats"]), turns(g)))
    )
    same(of("tear_decided"), mean(lambda g: any(s["tear_decided"] for s in g["seats"])))
    same(of("eliminated_leader"), mean(lambda g: any(s["led_when_out"] for s in g["seats"])))
    same(of("out_of_stock_net"), ratio(lambda g: (days(g, "out_of_stock_net"), turns(g))))
    same(
        of("out_of_stock_net_day2"),
        ratio(lambda g: (g["out_of_stock_net_day2"], g["turns_day2"])),
    )
    same(of("shared_win"), mean(lambda g: sum(s["win_share"] > 0 for s in g["seats"]) >= 2))

    def margin(game: Game) -> naive.Game:
        scores = sorted(s["score"] for s in game["seats"] if not s["eliminated"])
        return (scores[-1] - scores[-2], 1) if len(scores) >= 2 else (0, 0)

    same(of("margin"), ratio(margin))

    def trailing(game: Game) -> naive.Game:
        weights = [s["win_share"] / 60 for s in game["seats"]]
        behind = [s["turns_behind"] for s in game["seats"]]
        pairs = zip(weights, behind, strict=True)
        return sum(w * b for w, b in pairs), sum(weights) * turns(game)

    same(of("trailing"), ratio(trailing))

    def comeback(game: Game) -> naive.Game:
        inside = [s for s in game["seats"] if not 1 <= s["eliminated_day"] <= 2]
        lowest = min((s["score_after_day2"] for s in inside), default=0)
        last = [s for s in inside if s["score_after_day2"] == lowest]
        alone = len(last) == 1 and len(inside) >= 2
        return (last[0]["win_share"] / 60, 1) if alone else (0, 0)

    same(of("comeback_day2"), ratio(comeback))


def test_no_winner_is_a_share_of_games() -> None:
    two = Played(TABLES["two players"])
    lost = [not any(s["win_share"] for s in game["seats"]) for game in two.games]
    assert 0 < sum(lost) < 30
    estimate = two.estimates.of("no_winner")
    assert (estimate.value, estimate.se) == pytest.approx(naive.mean(lost))
    assert (estimate.low, estimate.high) == pytest.approx(naive.wilson(sum(lost), GAMES))


SEAT_MEANS: dict[str, Callable[[Row], float]] = {
    "win_share": lambda s: s["win_share"] / 60,
    "score": lambda s: s["score"],
    "penalty": lambda s: s["penalty"],
    "eliminated": lambda s: s["eliminated"],
    "waste": lambda s: days(s, "waste_made") - s["waste_discarded"],
    "tears_taken": tears,
    "tears_held": lambda s: tears(s) - s["tears_discarded"],
    "tears_effect": lambda s: days(s, "tears_effect"),
    "tears_day2": lambda s: sum(n for k, n in s.items() if k[:6] == "tears_" and k[-5:] == "_day2"),
    "seats_with_2_tears": lambda s: tears(s) - s["tears_discarded"] == 2,
    "seats_with_4_tears": lambda s: tears(s) - s["tears_discarded"] == 4,
    "eliminated_day3": lambda s: s["eliminated_day"] == 3,
    "launches": lambda s: days(s, "launches"),
    "launches_day3": lambda s: s["launches_day3"],
    "tears_effect_day2": lambda s: s["tears_effect_day2"],
    "tear_decided_seat": lambda s: s["tear_decided"],
    "tear_decided_effect": lambda s: s["tear_decided"] and s["last_tear_cause"] == 10,
    "waste_made": lambda s: days(s, "waste_made"),
    "waste_made_day2": lambda s: s["waste_made_day2"],
    "past_cards": lambda s: sum(s[f"past_{kind}"] for kind in NEW_KINDS),
    "second_to_ad": lambda s: s["second_to_ad"],
    "shut_out": lambda s: s["shut_out"],
    "first_visits": lambda s: days(s, "launches") - s["second"],
    "ads_placed": lambda s: days(s, "ads_placed"),
    "failed_ads_day1": lambda s: s["failed_ads_day1"],
}

SEAT_RATIOS: dict[str, Callable[[Row], naive.Game]] = {
    "survivor_score": lambda s: (0, 0) if s["eliminated"] else (s["score"], 1),
    "chain": lambda s: (s["chain_tears"], tears(s)),
    "met_share": lambda s: (days(s, "met_ads"), days(s, "ads_placed")),
    "ad_book": lambda s: (
        days(s, "met_ads") - 3 * days(s, "failed_ads"),
        days(s, "ads_placed"),
    ),
    "ad_book_day2": lambda s: (
        s["met_ads_day2"] - 3 * s["failed_ads_day2"],
        s["ads_placed_day2"],
    ),
    "past_torn": lambda s: (s["past_torn_move"], sum(s[f"past_{kind}"] for kind in NEW_KINDS)),
    "take_rate_anomaly": lambda s: (
        days(s, "new_anomaly"),
        sum(n for name, n in s.items() if name.startswith("new_")),
    ),
}


def some(group: str, index: int) -> Callable[[Game], list[Row]]:
    """The seats of a game that a group means."""

    def seats(game: Game) -> list[Row]:
        if group == "seat":
            return game["seats"]
        return [s for s in game["seats"] if s["place" if group == "place" else "bot"] == index]

    return seats


GROUPS = [("seat", 0), ("place", 0), ("place", 3), ("bot", 0), ("bot", 1)]


@pytest.mark.parametrize(("group", "index"), GROUPS)
@pytest.mark.parametrize("played", ["four", "against"])
def test_numbers_of_a_seat(
    played: str, group: str, index: int, request: pytest.FixtureRequest
) -> None:
    games: Played = request.getfixturevalue(played)
    seats = some(group, index)
    for name, value in SEAT_MEANS.items():
        same(
            games.estimates.of(name, group, index),
            games.mean(lambda g, value=value: fmean(value(s) for s in seats(g))),
        )
    for name, pair in SEAT_RATIOS.items():

        def total(game: Game, pair: Callable[[Row], naive.Game] = pair) -> naive.Game:
            pairs = [pair(s) for s in seats(game)]
            return sum(y for y, _ in pairs), sum(x for _, x in pairs)

        same(games.estimates.of(name, group, index), games.ratio(total))


def test_players_by_tears_held_are_all_players_and_the_last_of_them_the_eliminated() -> None:
    shares = [
        m for m in synthetic.measures_of(TABLES["one bot"]).metrics if m.family == "seats_by_tears"
    ]
    assert [metric.label for metric in shares] == ["0", "1", "2", "3", "4"]
    of = Played(TABLES["one bot"]).estimates.of
    assert sum(of(metric.name).value or 0 for metric in shares) == pytest.approx(1)
    assert of("seats_with_4_tears") == of("eliminated")


def test_a_place_that_never_or_always_wins_has_an_interval() -> None:
    table = TABLES["one bot"]
    facts = synthetic.facts(200, table)
    won = pl.when(place=1).then(60).otherwise(0).cast(pl.UInt8)
    facts["seats"] = facts["seats"].with_columns(won.alias("win_share"))
    estimates = Estimates(summary_of(facts, table), synthetic.measures_of(table), table)
    never, always = (estimates.of("win_share", "place", place) for place in (0, 1))
    assert (never.value, never.low, never.high) == (0, 0, 3.7 / 200)
    assert (always.value, always.low, always.high) == (1, 1 - 3.7 / 200, 1)


def test_intervals_end_where_the_numbers_can_not_be() -> None:
    table = TABLES["one bot"]
    facts = synthetic.facts(60, table)
    estimates = Estimates(summary_of(facts, table), synthetic.measures_of(table), table)
    cut = 0
    for group in ("game", "seat", "place", "item"):
        frame = estimates.frame(group).filter(pl.col("low").is_not_null())
        for metric, unit, value, se, low, high in frame.select(
            "metric", "unit", "value", "se", "low", "high"
        ).iter_rows():
            signed = estimates.measures.metric(metric).signed
            assert signed or low >= 0, metric
            assert "share" not in unit or high <= 1, metric
            cut += low == 0 < value and value - 1.96 * se < 0
    assert cut > 0


def test_the_only_bot_has_the_numbers_of_all_seats() -> None:
    estimates = Played(TABLES["one bot"]).estimates
    assert estimates.of("score", "bot", 0) == estimates.of("score")


def test_details_of_a_seat_are_known_of_all_seats_together(four: Played) -> None:
    def mean(value: Callable[[Row], float]) -> naive.Answer:
        return four.mean(lambda g: fmean(value(s) for s in g["seats"]))

    def ratio(y: Callable[[Row], int], x: Callable[[Row], int]) -> naive.Answer:
        return four.ratio(lambda g: (sum(map(y, g["seats"])), sum(map(x, g["seats"]))))

    of = four.estimates.of
    same(of("past_move"), mean(lambda s: s["past_move"]))
    same(of("taken_net"), mean(lambda s: s["taken_net"]))
    same(of("tear_decided_day2"), mean(lambda s: s["tear_decided"] and s["last_tear_day"] == 2))
    same(of("past_torn_move"), ratio(lambda s: s["past_torn_move"], lambda s: s["past_move"]))
    same(
        of("take_rate_shop_day2"),
        ratio(
            lambda s: s["new_shop_day2"],
            lambda s: sum(s[f"new_{kind}_day2"] for kind in NEW_KINDS),
        ),
    )
    with pytest.raises(InputError, match="group"):
        of("taken_net", "place", 0)


@pytest.mark.parametrize("trip", [0, 17, 31])
def test_numbers_of_a_trip(four: Played, trip: int) -> None:
    def of(name: str) -> Estimate:
        return four.estimates.of(name, "item", trip)

    def per_game(column: Callable[[Row], int]) -> naive.Answer:
        def pair(game: Game) -> naive.Game:
            rows = trip_of(game, trip)
            return (column(rows[0]), 1) if rows else (0, 0)

        return four.ratio(pair)

    same(of("dealt"), four.mean(lambda g: len(trip_of(g, trip))))
    same(of("visits"), per_game(lambda t: days(t, "visits")))
    same(of("visits_day3"), per_game(lambda t: t["visits_day3"]))
    same(of("first"), per_game(lambda t: days(t, "visits") - t["second"]))
    same(of("tears"), per_game(lambda t: t["second"]))
    same(of("ads"), per_game(lambda t: t["ads"]))

    def lift(game: Game) -> naive.Game:
        rows = trip_of(game, trip)
        return sum(t["lift"] for t in rows) / 60, sum(t["visitors"] for t in rows)

    def any_lift(game: Game) -> naive.Game:
        return sum(t["lift"] for t in game["trips"]) / 60, sum(t["visitors"] for t in game["trips"])

    same(of("win_lift"), four.ratio(lift))
    same(four.estimates.of("visit_lift"), four.ratio(any_lift))
    same(
        four.estimates.relative_lift(trip),
        naive.ratio_difference([*map(lift, four.games)], [*map(any_lift, four.games)]),
    )


def test_a_trip_that_is_never_dealt_counts_in_no_game() -> None:
    table = TABLES["one bot"]
    facts = synthetic.facts(200, table)
    facts["trips"] = facts["trips"].with_columns(
        pl.when(pl.col("trip") == 5).then(6).otherwise("trip").cast(pl.UInt8).alias("trip")
    )
    estimates = Estimates(summary_of(facts, table), synthetic.measures_of(table), table)
    assert estimates.of("dealt", "item", 5).value == 0
    assert estimates.of("dealt", "item", 5).high == pytest.approx(3.7 / 200)
    assert estimates.of("win_lift", "item", 5).value is None
    assert estimates.relative_lift(5).value is None


def test_turn_order(four: Played) -> None:
    shares = [[s["win_share"] / 60 for s in game["seats"]] for game in four.games]
    estimates = four.estimates
    assert estimates.order_test().statistic == pytest.approx(naive.order_statistic(shares))
    spread = estimates.order_spread()
    assert (spread.value, spread.low, spread.high) == pytest.approx(naive.order_spread(shares))
    same(estimates.order_effect(2), naive.mean([game[2] - fmean(game) for game in shares]))


def test_histograms_and_quantiles(four: Played) -> None:
    scores = [game["seats"][1]["score"] for game in four.games]
    counts = four.estimates.histogram("score", 1)
    assert counts == {score: scores.count(score) for score in set(scores)}
    median = four.estimates.quantile("score", 0.5, 1)
    assert (median.value, median.low, median.high) == naive.quantile(scores, 0.5)
    held = [tears(s) - s["tears_discarded"] for game in four.games for s in game["seats"]]
    assert four.estimates.histogram("tears_held") == {n: held.count(n) for n in set(held)}
    margins = four.estimates.histogram("margin")
    assert sum(margins.values()) == sum(game["survivors"] >= 2 for game in four.games)


def test_telling_games(four: Played) -> None:
    def comeback(game: Game) -> int:
        behind = [-(10**6)]
        for day in (1, 2):
            score = f"score_after_day{day}"
            seats = game["seats"]
            inside = [s[score] for s in seats if not 1 <= s["eliminated_day"] <= day]
            behind += [max(inside) - s[score] for s in seats if s["win_share"]]
        return max(behind)

    def first(value: Callable[[Game], int], games: list[Game]) -> dict[str, int]:
        best = max(value(game) for game in games)
        sharing = [game["game"] for game in games if value(game) == best]
        return {"value": best, "game": sharing[0], "games": len(sharing)}

    close = [game for game in four.games if game["survivors"] >= 2]
    closest = first(lambda g: -g["margin"], close)
    assert four.estimates.telling() == {
        "closest": {**closest, "value": -closest["value"]},
        "comeback": first(comeback, four.games),
        "lead_changes": first(lambda g: g["lead_changes_turn"], four.games),
        "most_tears": first(lambda g: sum(map(tears, g["seats"])), four.games),
        "longest": first(turns, four.games),
    }


def test_jackknife_blocks_are_those_of_metrics_md() -> None:
    games = 2 * BLOCK_GAMES + 50  # blocks 0, 1 and part of 2
    table = TABLES["four bots"]
    facts = synthetic.facts(games, table)
    blocks = summary_of(facts, table).blocks
    of_trip = blocks.filter((pl.col("metric") == "win_lift") & (pl.col("index") == 3))
    assert of_trip["block"].to_list() == [0, 1, 2]
    assert of_trip["n"].to_list() == [288, 288, 50]
    rows = [row for row in facts["trips"].to_dicts() if row["trip"] == 3]
    for block, sy, sx in of_trip.select("block", "sy", "sx").iter_rows():
        inside = [row for row in rows if row["game"] // 288 % 100 == block]
        assert sy == sum(row["lift"] for row in inside)
        assert sx == sum(row["visitors"] for row in inside)


def test_frame_gives_one_row_a_metric_and_index(four: Played) -> None:
    frame = four.estimates.frame("bot", ["score", "win_share"])
    assert frame["metric"].to_list() == ["score"] * 4 + ["win_share"] * 4
    assert frame["index"].to_list() == [0, 1, 2, 3] * 2
    row = frame.row(5, named=True)
    estimate = four.estimates.of("win_share", "bot", 1)
    assert (row["value"], row["se"], row["unit"]) == (estimate.value, estimate.se, "win share")
    places = four.estimates.frame("place")["metric"]
    assert "tears_effect_day1" in places
    assert "taken_net" not in places
    assert "tears_effect_day1" in four.estimates.frame("seat")["metric"]
