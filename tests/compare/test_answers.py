"""The answers of a sweep: where a value crosses 0 (metrics.md 6, break-even), and what is asked of a key."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import polars as pl
import pytest

import loopsim
from loopsim.studies import answers, setups
from loopsim.studies.answers import Question, asked
from loopsim.studies.crossing import Crossing, crossing
from loopsim.studies.setups import variations
from loopsim.studies.sweeps import OPTION


def test_the_first_change_of_sign_is_interpolated_with_the_interval_of_the_band() -> None:
    """Values 2, 1, -1, 1 with errors 0.5/1.96: the band holds 0 from 1.25 to 1.75, and from 2.25 to 2.75."""
    error = 0.5 / 1.96
    found = crossing([0, 1, 2, 3], [2, 1, -1, 1], [error] * 4)
    assert found.estimate == 1.5
    assert (found.low, found.high) == pytest.approx((1.25, 2.75))
    assert found.note == ""


def test_errors_may_differ_between_the_points_of_the_grid() -> None:
    """Edges from 3 to 0.96 - 2 and from 1 to -2.96: the lower one crosses at 1/3.96 of the way."""
    found = crossing([0, 4], [2, -1], [1 / 1.96, 1.96 / 1.96])
    assert found == Crossing(
        pytest.approx(4 * 2 / 3), pytest.approx(4 / 3.96), 4, "the interval may go on above 4"
    )


def test_without_a_change_of_sign_there_is_no_number() -> None:
    assert crossing([1, 2, 6], [5, 4, 3], [1, 1, 1]) == Crossing(None, None, None, "none in [1, 6]")


def test_without_a_change_of_sign_it_is_told_where_the_band_holds_0_all_the_same() -> None:
    """The lower edge falls from 1.04 to -1.86 over 1, and rises by 2.9 over 4 to 1.04."""
    found = crossing([1, 2, 6], [3, 0.1, 3], [1, 1, 1])
    low, high = 1 + 1.04 / 2.9, 2 + 4 * 1.86 / 2.9
    note = f"none in [1, 6], though not resolved from {low:.3g} to {high:.3g}"
    assert found == Crossing(None, None, None, note)
    assert (f"{low:.3g}", f"{high:.3g}") == ("1.36", "4.57")


def test_an_interval_that_reaches_an_end_of_the_grid_says_so() -> None:
    found = crossing([0, 1], [1, -1], [1, 1])
    assert found == Crossing(0.5, 0, 1, "the interval may go on below 0 and above 1")


def test_a_value_of_exactly_0_on_the_grid_is_the_answer() -> None:
    assert crossing([0, 1, 2], [1, 0, -1], [0, 0, 0]) == Crossing(1, 1, 1, "")


def test_the_break_even_of_the_account_of_ads_is_that_of_its_sums() -> None:
    """On one day scores change no turn order, so random players do the same at every penalty."""
    one_day = {"rules.days": 1, "rules.machines_by_day": [3], "rules.new_per_day": 6}
    study = loopsim.sweep(
        vary={"rules.ad_penalty": range(4)}, games=4_000, bots="random", players=2, set=one_day
    )
    curves = study.table("curves")

    def of(metric: str) -> list[float]:
        return curves.filter(metric=metric).sort("x")["value"].to_list()

    met, failed = ({*of(name)} for name in ("met_ads", "failed_ads"))
    assert (len(met), len(failed)) == (1, 1)
    account = curves.filter(metric="ad_book").sort("x")
    found = crossing(account["x"].to_list(), account["value"].to_list(), account["se"].to_list())
    games = 4_000 * 2
    exact = Fraction(round(met.pop() * games), round(failed.pop() * games))
    assert found.estimate == pytest.approx(float(exact), rel=1e-12)


@pytest.mark.parametrize(
    ("varied", "question"),
    [
        ("rules.ad_penalty=0..6", ("actions", "advertise")),
        ("rules.ad_bonus=1,2", ("actions", "advertise")),
        ("trips.AD4.1.points=3..7", ("trips", "AD4.1")),
        ("rules.waste_cost=0..2", None),
        ("trips.AD4.1.wheel=0..2", None),
        ("rules.ad_penalty=6,3", ("actions", "advertise")),  # in any order
        ("expansions=[],[office]", None),
    ],
)
def test_what_is_asked_of_a_key(varied: str, question: tuple[str, str] | None) -> None:
    assert _asked(varied) == question


def test_two_keys_ask_nothing() -> None:
    assert _asked("rules.ad_penalty=0..1", "rules.ad_bonus=0..1") is None


def _asked(*varied: str, changes: Sequence[str] = ()) -> Question | None:
    given = variations(varied, OPTION)
    return asked(given, setups.varied("loop-inc/base", given, changes, None, OPTION))


def test_the_worth_of_ads_is_that_of_a_valuation_at_each_value() -> None:
    study = loopsim.sweep(vary={"rules.ad_penalty": [0, 3]}, games=600)
    worth = study.table("worth").filter(of="ad_value")
    for penalty in (0, 3):
        alone = loopsim.value(items="actions", games=600, set={"rules.ad_penalty": penalty})
        numbers = alone.table("values").filter(item="advertise", number="ad_value")
        for unit, of in (("points", "score"), ("win share", "win_share")):
            here = worth.filter(pl.col("x") == penalty, unit=unit).row(0, named=True)
            there = numbers.filter(of=of).row(0, named=True)
            assert (here["value"], here["se"]) == pytest.approx((there["value"], there["se"]))
    assert study.table("answers")["stated"].to_list() == [3, 3]


def test_where_hardly_anyone_advertises_an_ad_is_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "HARDLY", 1.01)  # of all seats
    study = loopsim.sweep(vary={"rules.ad_penalty": [0, 9]}, games=300)
    alone = loopsim.value(items="actions", games=300, set={"rules.ad_penalty": 9})
    forced = alone.table("values").filter(number="ad_forced", of="score").row(0, named=True)
    worth = study.table("worth")
    assert {*worth["of"]} == {"ad_forced"}
    here = worth.filter(unit="points", x=9).row(0, named=True)
    assert (here["value"], here["se"]) == pytest.approx((forced["value"], forced["se"]))


def test_the_mispricing_of_a_trip_is_that_of_a_valuation_at_each_price() -> None:
    study = loopsim.sweep(vary={"trips.BC7.1.points": [7, 9]}, games=600)
    worth = study.table("worth")
    for points in (7, 9):
        alone = loopsim.value(games=600, set={"trips.BC7.1.points": points})
        there = alone.table("values").filter(item="BC7.1", number="mispricing").row(0, named=True)
        here = worth.filter(x=points).row(0, named=True)
        assert (here["value"], here["se"]) == pytest.approx((there["value"], there["se"]))
    (answer,) = study.table("answers").to_dicts()
    assert (answer["item"], answer["stated"]) == ("BC7.1", 9)


def test_values_in_any_order_have_the_same_answers() -> None:
    rising, mixed = (
        loopsim.sweep(vary={"rules.ad_penalty": values}, games=300, bots="random")
        for values in ([0, 3, 6], [6, 0, 3])
    )
    for table in ("worth", "answers"):
        assert mixed.table(table).equals(rising.table(table), null_equal=True)


def test_what_is_not_in_play_asks_nothing() -> None:
    """Without a card to advertise there is no ad, whatever it costs."""
    assert _asked("rules.ad_penalty=0..6", changes=["rules.piles.advertise=0"]) is None
